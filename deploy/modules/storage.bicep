// Storage for state, jobs and the audit log: no shared keys, no public access, and lifecycle rules for old audit entries and
// forgotten state and files. The bot may only read and append in the audit container, which nobody may change or shorten.

param name string
param location string
param tags object
param container string
param auditContainer string
param queue string
param principalId string
param isPrivate bool
param sku string
param auditRetentionDays int
param auditPolicyLocked bool
param stateRetentionDays int
@description('Where the diagnostic logs of blobs go.')
param logsId string

var blobDataContributor = 'ba92f5b4-2d11-453d-a403-e96b0029c9fe'
var queueDataContributor = '974c5e8b-45b9-4653-ba55-5f855dd0fb88'

resource account 'Microsoft.Storage/storageAccounts@2023-05-01' = {
  name: name
  location: location
  tags: tags
  kind: 'StorageV2'
  sku: {
    name: sku
  }
  properties: {
    accessTier: 'Hot'
    allowBlobPublicAccess: false
    allowCrossTenantReplication: false
    allowSharedKeyAccess: false
    defaultToOAuthAuthentication: true
    minimumTlsVersion: 'TLS1_2'
    supportsHttpsTrafficOnly: true
    publicNetworkAccess: isPrivate ? 'Disabled' : 'Enabled'
    networkAcls: {
      bypass: 'None'
      defaultAction: isPrivate ? 'Deny' : 'Allow'
    }
  }
}

resource blobs 'Microsoft.Storage/storageAccounts/blobServices@2023-05-01' = {
  parent: account
  name: 'default'
  properties: {
    // No soft delete and no versions, so that erased tokens are gone.
    deleteRetentionPolicy: {
      enabled: false
    }
    containerDeleteRetentionPolicy: {
      enabled: false
    }
    isVersioningEnabled: false
  }
}

resource state 'Microsoft.Storage/storageAccounts/blobServices/containers@2023-05-01' = {
  parent: blobs
  name: container
  properties: {
    publicAccess: 'None'
  }
}

resource audit 'Microsoft.Storage/storageAccounts/blobServices/containers@2023-05-01' = {
  parent: blobs
  name: auditContainer
  properties: {
    publicAccess: 'None'
  }
}

// Nothing in the audit container can be changed or deleted before its time; blocks can be appended. The policy is created
// unlocked: an administrator may still shorten or remove it until somebody locks it, which cannot be undone. A locked policy
// can only be extended, and not by a deployment.
resource auditIsKept 'Microsoft.Storage/storageAccounts/blobServices/containers/immutabilityPolicies@2023-05-01' = if (!auditPolicyLocked) {
  parent: audit
  name: 'default'
  properties: {
    immutabilityPeriodSinceCreationInDays: auditRetentionDays
    allowProtectedAppendWrites: true
  }
}

// Who read, wrote and deleted which blob, kept where the bot cannot write.
resource toLogs 'Microsoft.Insights/diagnosticSettings@2021-05-01-preview' = {
  scope: blobs
  name: 'to-logs'
  properties: {
    workspaceId: logsId
    logs: [
      {
        category: 'StorageRead'
        enabled: true
      }
      {
        category: 'StorageWrite'
        enabled: true
      }
      {
        category: 'StorageDelete'
        enabled: true
      }
    ]
  }
}

resource queues 'Microsoft.Storage/storageAccounts/queueServices@2023-05-01' = {
  parent: account
  name: 'default'
}

resource jobs 'Microsoft.Storage/storageAccounts/queueServices/queues@2023-05-01' = {
  parent: queues
  name: queue
}

resource poison 'Microsoft.Storage/storageAccounts/queueServices/queues@2023-05-01' = {
  parent: queues
  name: '${queue}-poison'
}

// The bot erases all but audit entries itself, and sooner: these rules also work where no bot runs, or its sweep does not. Nothing
// expires under suspensions/: a person stays suspended until an administrator lifts it.
var expiring = [
  {
    name: 'old-audit'
    blobType: 'appendBlob'
    prefixes: [
      '${auditContainer}/audit/'
      // Entries from before the audit log had a container of its own.
      '${container}/audit/'
    ]
    days: auditRetentionDays
  }
  {
    // Sessions last for at most 90 days.
    name: 'forgotten-state'
    blobType: 'blockBlob'
    prefixes: [
      '${container}/conversations/'
    ]
    days: stateRetentionDays + 90
  }
  {
    // The sweep writes the end of an unfinished restore into the audit log first: a week for it to run.
    name: 'forgotten-restores'
    blobType: 'blockBlob'
    prefixes: [
      '${container}/restores/'
    ]
    days: stateRetentionDays + 7
  }
  {
    // A request lasts a week; the sweep erases it a day later, and whatever cannot be read after two weeks.
    name: 'forgotten-requests'
    blobType: 'blockBlob'
    prefixes: [
      '${container}/requests/'
      '${container}/duty/'
    ]
    days: 21
  }
  {
    // A file is kept for 15 minutes, what waits for an approval for a day; what a crash leaves behind, until the sweep, which runs within
    // two days.
    name: 'forgotten-files'
    blobType: 'blockBlob'
    prefixes: [
      '${container}/exports/'
    ]
    days: 3
  }
  {
    // The sweep erases requests for approval after a week: another week for it to run.
    name: 'forgotten-approvals'
    blobType: 'blockBlob'
    prefixes: [
      '${container}/approvals/'
    ]
    days: 14
  }
]

resource lifecycle 'Microsoft.Storage/storageAccounts/managementPolicies@2023-05-01' = {
  parent: account
  name: 'default'
  properties: {
    policy: {
      rules: [
        for rule in expiring: {
          name: rule.name
          enabled: true
          type: 'Lifecycle'
          definition: {
            filters: {
              blobTypes: [
                rule.blobType
              ]
              prefixMatch: rule.prefixes
            }
            actions: {
              baseBlob: {
                delete: {
                  daysAfterModificationGreaterThan: rule.days
                }
              }
            }
          }
        }
      ]
    }
  }
}

// For the state only: over the whole account it would include deleting audit entries.
resource mayUseState 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  scope: state
  name: guid(state.id, principalId, blobDataContributor)
  properties: {
    principalId: principalId
    principalType: 'ServicePrincipal'
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', blobDataContributor)
  }
}

// No built-in role appends without overwriting. `add/action` creates a new blob and appends blocks; it neither overwrites
// (`blobs/write`) nor deletes (`blobs/delete`). `blobs/read` also lists.
resource auditAppender 'Microsoft.Authorization/roleDefinitions@2022-04-01' = {
  name: guid(resourceGroup().id, name, 'audit-appender')
  properties: {
    // Unique in the tenant, which may have several deployments.
    roleName: '${name} audit appender ${uniqueString(resourceGroup().id)}'
    description: 'Reads and appends audit entries; cannot change or delete any.'
    type: 'CustomRole'
    assignableScopes: [
      resourceGroup().id
    ]
    permissions: [
      {
        actions: [
          'Microsoft.Storage/storageAccounts/blobServices/containers/read'
        ]
        notActions: []
        dataActions: [
          'Microsoft.Storage/storageAccounts/blobServices/containers/blobs/read'
          'Microsoft.Storage/storageAccounts/blobServices/containers/blobs/add/action'
        ]
        notDataActions: []
      }
    ]
  }
}

resource mayAppendAudit 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  scope: audit
  name: guid(audit.id, principalId, auditAppender.id)
  properties: {
    principalId: principalId
    principalType: 'ServicePrincipal'
    roleDefinitionId: auditAppender.id
  }
}

resource mayUseQueues 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  scope: account
  name: guid(account.id, principalId, queueDataContributor)
  properties: {
    principalId: principalId
    principalType: 'ServicePrincipal'
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', queueDataContributor)
  }
}

output id string = account.id
output name string = account.name
