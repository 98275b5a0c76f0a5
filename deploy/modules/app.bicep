// The bot itself on Container Apps: always at least one replica, more when jobs wait.

param name string
param location string
param tags object
param image string
param registryServer string
param identityId string
param logsId string
@description('Empty: no network integration.')
param appsSubnetId string
@description('IPv4 ranges in CIDR notation that may call the bot; empty: everybody.')
param allowedSources array

@description('Whether the browsers of people are sent to the bot.')
param isPublic bool
param keysUri string
param secretsUri string
@description('Names of secrets in the vault, each passed as the setting of this name in upper case with underscores.')
param restoreSecrets array
param storageAccount string
param queue string
@secure()
param applicationInsights string
@description('Settings by name; none of them secret.')
param settings array
@secure()
@description('PEM texts by file name, mounted where the organizations are.')
param certificates object
@description('File of the certificate of the only backup service; empty with organizations, which name theirs.')
param caFile string
@secure()
@description('JSON text for ORGANIZATIONS_FILE; empty for a single organization.')
param organizations string
@minValue(1)
param minReplicas int
@minValue(1)
param maxReplicas int
@description('Spreads the replicas over availability zones, which the region must have. Needs a network.')
param zoneRedundant bool

var folder = '/mnt/settings'
// Each is a secret called file-<index> and a file of its own name.
var contents = concat(items(certificates), empty(organizations) ? [] : [
  {
    key: 'organizations.json'
    value: organizations
  }
])
var fileSecrets = [
  for (content, index) in contents: {
    name: 'file-${index}'
    value: content.value
  }
]
var files = [
  for (content, index) in contents: {
    secretRef: 'file-${index}'
    path: content.key
  }
]
var fileSettings = concat(
  empty(caFile) ? [] : [
    {
      name: 'BACKUP_SERVICE_CA'
      value: '${folder}/${caFile}'
    }
  ],
  empty(organizations) ? [] : [
    {
      name: 'ORGANIZATIONS_FILE'
      value: '${folder}/organizations.json'
    }
  ]
)

// Health probes do not pass through the ingress, so these rules do not apply to them.
var sourceRules = [
  for (range, index) in allowedSources: {
    name: 'allowed-${index}'
    action: 'Allow'
    ipAddressRange: range
  }
]

resource surroundings 'Microsoft.App/managedEnvironments@2025-01-01' = {
  name: '${name}-env'
  location: location
  tags: tags
  properties: {
    appLogsConfiguration: {
      destination: 'azure-monitor'
    }
    vnetConfiguration: empty(appsSubnetId) ? null : {
      infrastructureSubnetId: appsSubnetId
      // Teams must reach the bot from the internet.
      internal: false
    }
    workloadProfiles: [
      {
        name: 'Consumption'
        workloadProfileType: 'Consumption'
      }
    ]
    zoneRedundant: zoneRedundant && !empty(appsSubnetId)
  }
}

resource toLogs 'Microsoft.Insights/diagnosticSettings@2021-05-01-preview' = {
  scope: surroundings
  name: 'to-logs'
  properties: {
    workspaceId: logsId
    logs: [
      {
        category: 'ContainerAppConsoleLogs'
        enabled: true
      }
      {
        category: 'ContainerAppSystemLogs'
        enabled: true
      }
    ]
  }
}

resource app 'Microsoft.App/containerApps@2025-01-01' = {
  name: name
  location: location
  tags: tags
  identity: {
    type: 'UserAssigned'
    userAssignedIdentities: {
      '${identityId}': {}
    }
  }
  properties: {
    environmentId: surroundings.id
    workloadProfileName: 'Consumption'
    configuration: {
      // A new revision takes over once it is ready; the old one hands over its jobs on SIGTERM.
      activeRevisionsMode: 'Single'
      maxInactiveRevisions: 5
      ingress: {
        external: true
        targetPort: 3978
        transport: 'http'
        allowInsecure: false
        // One rule that allows refuses every address that no rule allows.
        ipSecurityRestrictions: sourceRules
      }
      registries: [
        {
          server: registryServer
          identity: identityId
        }
      ]
      secrets: concat(
        [
          {
            name: 'state-encryption-keys'
            keyVaultUrl: keysUri
            identity: identityId
          }
          {
            name: 'application-insights'
            value: applicationInsights
          }
        ],
        map(restoreSecrets, secret => {
          name: secret
          keyVaultUrl: '${secretsUri}/${secret}'
          identity: identityId
        }),
        fileSecrets
      )
    }
    template: {
      terminationGracePeriodSeconds: 30
      containers: [
        {
          name: 'bot'
          image: image
          resources: {
            cpu: json('0.5')
            memory: '1Gi'
          }
          env: concat(
            settings,
            fileSettings,
            isPublic ? [
              {
                name: 'PUBLIC_URL'
                value: 'https://${name}.${surroundings.properties.defaultDomain}'
              }
            ] : [],
            map(restoreSecrets, secret => {
              name: toUpper(replace(secret, '-', '_'))
              secretRef: secret
            }),
            [
              {
                name: 'STATE_ENCRYPTION_KEYS'
                secretRef: 'state-encryption-keys'
              }
              {
                name: 'APPLICATIONINSIGHTS_CONNECTION_STRING'
                secretRef: 'application-insights'
              }
              {
                // Turns off the exporter's own usage statistics.
                name: 'APPLICATION_INSIGHTS_NO_STATSBEAT'
                value: 'true'
              }
            ]
          )
          volumeMounts: empty(files) ? [] : [
            {
              volumeName: 'settings'
              mountPath: folder
            }
          ]
          probes: [
            {
              // A revision that cannot reach its storage must not replace one that can.
              type: 'Startup'
              httpGet: {
                path: '/readyz'
                port: 3978
              }
              periodSeconds: 5
              timeoutSeconds: 6
              failureThreshold: 60
            }
            {
              type: 'Liveness'
              httpGet: {
                path: '/healthz'
                port: 3978
              }
              periodSeconds: 10
              timeoutSeconds: 5
              failureThreshold: 3
            }
            {
              // Not /readyz: during a storage outage the bot asks people to try again, so replicas must keep receiving turns.
              type: 'Readiness'
              httpGet: {
                path: '/healthz'
                port: 3978
              }
              periodSeconds: 5
              timeoutSeconds: 5
              failureThreshold: 3
            }
          ]
        }
      ]
      volumes: empty(files) ? [] : [
        {
          name: 'settings'
          storageType: 'Secret'
          secrets: files
        }
      ]
      scale: {
        minReplicas: minReplicas
        maxReplicas: max(minReplicas, maxReplicas)
        rules: [
          {
            name: 'jobs-waiting'
            custom: {
              type: 'azure-queue'
              identity: identityId
              metadata: {
                accountName: storageAccount
                queueName: queue
                queueLength: '20'
                // Owned sign-ins and notices that are not due yet are invisible and do not count as load.
                queueLengthStrategy: 'visibleonly'
              }
            }
          }
          {
            name: 'turns'
            http: {
              metadata: {
                concurrentRequests: '50'
              }
            }
          }
        ]
      }
    }
  }
}

output fqdn string = app.properties.configuration.ingress.fqdn
output name string = app.name
output outgoingAddresses array = app.properties.outboundIpAddresses
