// All resources of the bot, in one resource group. deploy.sh deploys it twice: first without an image, to create the registry
// that builds it, then with the image.

targetScope = 'resourceGroup'

@minLength(3)
@maxLength(16)
@description('Prefix of every name: lower-case letters and digits.')
param name string = 'restorebot'

param location string = resourceGroup().location

param tags object = {
  app: 'restore-bot'
}

@description('Image to run, including its registry. Empty: everything except the app and the bot.')
param image string = ''

@description('Shown in Teams.')
param displayName string = 'Restore bot'

@allowed([
  'F0'
  'S1'
])
param botSku string = 'S1'

@minValue(1)
param minReplicas int = 1

@minValue(1)
@maxValue(20)
param maxReplicas int = 4

@description('Tenants whose users may talk to the bot; empty: this tenant.')
param allowedTenants array = []

@description('name.onmicrosoft.com; empty if organizations is set.')
param organization string = ''

@description('Address of the backup service, including its port; empty if organizations is set.')
param backupServiceUrl string = ''

@description('Of the application that operators sign in to, as register-operator-app.sh prints it; portal: the one that the backup service names, which is usually no public client. Empty only if organizations is set.')
param operatorApplicationId string = ''

@allowed([
  'device-code'
  'browser'
  'both'
])
@description('How operators sign in (docs/choose-sign-in.md); with organizations, whether any of them signs in in the browser. Browsers then have to reach the bot: allowedSources does not apply.')
param signIn string = 'device-code'

@secure()
@description('PEM text of the certificate to trust for the backup service; empty if it is publicly trusted or pinned, or if organizations is set.')
param backupServiceCa string = ''

@description('SHA-256 fingerprint of the certificate of the backup service, instead of backupServiceCa.')
param backupServiceFingerprint256 string = ''

@secure()
@description('PEM texts by file name for the field backupServiceCa of organizations: { \'fabrikam.pem\': loadTextContent(\'fabrikam.pem\') }')
param certificates object = {}

@description('Application that administrators sign in to, and their object ids; empty: nobody signs in as administrator.')
param appOnlyApplicationId string = ''
param adminUserIds array = []

@secure()
@description('JSON text of ORGANIZATIONS_FILE for more than one organization.')
param organizations string = ''

@secure()
@description('Base64 of a PFX that restores as administrator use instead of a code, together with RESTORE_IMPERSONATION_ACCOUNT in otherSettings: read docs/restoring.md first. Empty keeps the one in the vault.')
param restoreCertificate string = ''

@secure()
@description('Of restoreCertificate, which has to have one; empty keeps the one in the vault.')
param restoreCertificatePassword string = ''

@description('Other settings of .env.sample by name, none of them secret: { LOOKUP: \'directory\' }')
param otherSettings object = {}

@secure()
@description('kid:base64url of 32 bytes, comma-separated; empty keeps the keys in the vault.')
param stateEncryptionKeys string = ''

@allowed([
  'none'
  'new'
  'existing'
])
@description('A new network, existing subnets, or none: storage and vault are then reachable from the internet.')
param network string = 'new'

@description('With network new.')
param networkPrefix string = '10.60.0.0/22'
param appsPrefix string = '10.60.0.0/23'
param endpointsPrefix string = '10.60.2.0/26'
@description('That know the name of a backup service in the company, and forward privatelink zones to 168.63.129.16; empty: Azure\'s own.')
param dnsServers array = []

@description('With network existing: delegated to Microsoft.App/environments, at least a /27.')
param appsSubnetId string = ''

@description('With network existing: for private endpoints, in the same network.')
param endpointsSubnetId string = ''

@description('IPv4 ranges that may call the bot, by default those of Teams in the public cloud; empty: everybody.')
param allowedSources array = environment().name == 'AzureCloud' ? [
  '52.112.0.0/14'
  '52.122.0.0/15'
] : []

@description('Spreads app and storage over the availability zones of the region. false: it has none.')
param zoneRedundant bool = true

param storageSku string = zoneRedundant ? 'Standard_ZRS' : 'Standard_LRS'

@minValue(1)
@description('No audit entry can be changed or deleted earlier; then a lifecycle rule deletes it.')
param auditRetentionDays int = 365

@description('Once the retention policy was locked: a deployment then leaves it as it is.')
param auditPolicyLocked bool = false

@minValue(1)
@maxValue(3650)
param stateRetentionDays int = 30

@description('Who gets an e-mail when an alert fires; none: nobody.')
param alertEmail string = ''

@description('Log Analytics workspace in a resource group that the administrators of the bot cannot change, for all logs; empty: one beside the bot, which keeps them as long as audit entries, at most 730 days.')
param logsWorkspaceId string = ''

@description('Workspace that receives the sign-in logs of the tenant, for the alert on device codes; empty: no such alert.')
param signInLogsWorkspaceId string = ''

@description('Applications that the alert watches: those that people sign in to. Empty: every application of the tenant.')
param watchedApplicationIds array = empty(operatorApplicationId) || operatorApplicationId == 'portal' ? [] : concat([
  operatorApplicationId
], empty(appOnlyApplicationId) ? [] : [
  appOnlyApplicationId
])

@description('IPv4 addresses or ranges from which the bot calls the identity provider. A new network adds its own.')
param outgoingAddresses array = []

var suffix = uniqueString(resourceGroup().id)
var isPrivate = network != 'none'
var container = 'restore-bot'
var auditContainer = 'restore-bot-audit'
var queue = 'restore-bot-jobs'

module identity 'modules/identity.bicep' = {
  name: 'identity'
  params: {
    name: '${name}-identity'
    location: location
    tags: tags
  }
}

module monitoring 'modules/monitoring.bicep' = {
  name: 'monitoring'
  params: {
    name: name
    location: location
    tags: tags
    alertEmail: alertEmail == 'none' ? '' : alertEmail
    workspaceId: logsWorkspaceId
    retentionDays: auditRetentionDays
  }
}

module signInAlert 'modules/sign-in-alert.bicep' = if (!empty(signInLogsWorkspaceId)) {
  name: 'sign-in-alert'
  params: {
    name: name
    location: location
    tags: tags
    workspaceId: signInLogsWorkspaceId
    applicationIds: watchedApplicationIds
    botAddresses: concat(outgoingAddresses, network == 'new' ? [
      newNetwork!.outputs.outgoingAddress
    ] : [])
    actionGroups: monitoring.outputs.actionGroups
  }
}

module registry 'modules/registry.bicep' = {
  name: 'registry'
  params: {
    name: take('${name}${suffix}', 50)
    location: location
    tags: tags
    principalId: identity.outputs.principalId
  }
}

module storage 'modules/storage.bicep' = {
  name: 'storage'
  params: {
    name: take('${name}${suffix}', 24)
    location: location
    tags: tags
    container: container
    auditContainer: auditContainer
    queue: queue
    sku: storageSku
    principalId: identity.outputs.principalId
    isPrivate: isPrivate
    auditRetentionDays: auditRetentionDays
    auditPolicyLocked: auditPolicyLocked
    stateRetentionDays: stateRetentionDays
    logsId: monitoring.outputs.logsId
  }
}

module keyVault 'modules/key-vault.bicep' = {
  name: 'key-vault'
  params: {
    name: take('${name}-${suffix}', 24)
    location: location
    tags: tags
    principalId: identity.outputs.principalId
    isPrivate: isPrivate
    logsId: monitoring.outputs.logsId
    stateEncryptionKeys: stateEncryptionKeys
    restoreCertificate: restoreCertificate
    restoreCertificatePassword: restoreCertificatePassword
  }
}

module newNetwork 'modules/network.bicep' = if (network == 'new') {
  name: 'network'
  params: {
    name: name
    location: location
    tags: tags
    addressPrefix: networkPrefix
    appsPrefix: appsPrefix
    endpointsPrefix: endpointsPrefix
    dnsServers: dnsServers
  }
}

module privateEndpoints 'modules/private-endpoints.bicep' = if (isPrivate) {
  name: 'private-endpoints'
  params: {
    name: name
    location: location
    tags: tags
    subnetId: network == 'new' ? newNetwork!.outputs.endpointsSubnetId : endpointsSubnetId
    storageId: storage.outputs.id
    vaultId: keyVault.outputs.id
  }
}

var singleOrganization = empty(organizations) ? [
  {
    name: 'ORGANIZATION'
    value: organization
  }
  {
    name: 'BACKUP_SERVICE_URL'
    value: backupServiceUrl
  }
  {
    name: 'OPERATOR_APPLICATION_ID'
    value: operatorApplicationId == 'portal' ? '' : operatorApplicationId
  }
  {
    name: 'SIGN_IN'
    value: signIn
  }
  {
    name: 'BACKUP_SERVICE_FINGERPRINT256'
    value: backupServiceFingerprint256
  }
  {
    name: 'APP_ONLY_APPLICATION_ID'
    value: appOnlyApplicationId
  }
] : []

module app 'modules/app.bicep' = if (!empty(image)) {
  name: 'app'
  dependsOn: [
    privateEndpoints
  ]
  params: {
    name: name
    location: location
    tags: tags
    image: image
    registryServer: registry.outputs.loginServer
    identityId: identity.outputs.id
    logsId: monitoring.outputs.logsId
    appsSubnetId: network == 'new' ? newNetwork!.outputs.appsSubnetId : (network == 'existing' ? appsSubnetId : '')
    allowedSources: signIn == 'device-code' ? allowedSources : []
    isPublic: signIn != 'device-code'
    keysUri: keyVault.outputs.keysUri
    secretsUri: keyVault.outputs.secretsUri
    // The setting goes with the certificate only, and is there at each deployment; the certificate itself is not.
    restoreSecrets: contains(otherSettings, 'RESTORE_IMPERSONATION_ACCOUNT') ? [
      'restore-certificate'
      'restore-certificate-password'
    ] : []
    storageAccount: storage.outputs.name
    queue: queue
    applicationInsights: monitoring.outputs.connectionString
    certificates: empty(organizations) ? (empty(backupServiceCa) ? {} : {
      'backup-service-ca.pem': backupServiceCa
    }) : certificates
    caFile: empty(organizations) && !empty(backupServiceCa) ? 'backup-service-ca.pem' : ''
    organizations: organizations
    minReplicas: minReplicas
    maxReplicas: maxReplicas
    zoneRedundant: zoneRedundant
    settings: filter(
      concat(
      [
        {
          name: 'MicrosoftAppType'
          value: 'UserAssignedMSI'
        }
        {
          name: 'MicrosoftAppId'
          value: identity.outputs.clientId
        }
        {
          name: 'MicrosoftAppTenantId'
          value: identity.outputs.tenantId
        }
        {
          name: 'AZURE_STORAGE_ACCOUNT'
          value: storage.outputs.name
        }
        {
          name: 'AZURE_STORAGE_SUFFIX'
          value: environment().suffixes.storage
        }
        {
          name: 'STATE_CONTAINER'
          value: container
        }
        {
          name: 'AUDIT_CONTAINER'
          value: auditContainer
        }
        {
          name: 'JOB_QUEUE'
          value: queue
        }
        {
          name: 'STATE_RETENTION_DAYS'
          value: string(stateRetentionDays)
        }
        {
          name: 'ALLOWED_TENANTS'
          value: join(allowedTenants, ',')
        }
        {
          name: 'ADMIN_USER_IDS'
          value: join(adminUserIds, ',')
        }
        {
          // Also with codes: it renews what began in the browser before.
          name: 'OPERATOR_CREDENTIAL'
          value: 'managed-identity'
        }
      ],
      singleOrganization,
      map(items(otherSettings), setting => {
        name: setting.key
        value: string(setting.value)
      })
      ),
      setting => !empty(setting.value)
    )
  }
}

module bot 'modules/bot.bicep' = if (!empty(image)) {
  name: 'bot'
  params: {
    name: '${name}-${suffix}'
    tags: tags
    displayName: displayName
    endpoint: 'https://${app!.outputs.fqdn}/api/messages'
    identityId: identity.outputs.id
    identityClientId: identity.outputs.clientId
    tenantId: identity.outputs.tenantId
    sku: botSku
  }
}

output registryName string = registry.outputs.name
output registryServer string = registry.outputs.loginServer
output keyVaultName string = keyVault.outputs.name
output botId string = identity.outputs.clientId
output fqdn string = empty(image) ? '' : app!.outputs.fqdn
output appName string = name
// For register-operator-app.sh --identity.
output identityPrincipalId string = identity.outputs.principalId
// For the alert on device codes and the firewall of the backup service. Without a network these are all addresses of the region, which
// other customers use, too.
output outgoingAddresses array = network == 'new' ? [
  newNetwork!.outputs.outgoingAddress
] : (empty(image) ? [] : app!.outputs.outgoingAddresses)
output networkName string = network == 'new' ? newNetwork!.outputs.name : ''
