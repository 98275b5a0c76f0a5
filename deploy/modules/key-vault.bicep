// The encryption keys of the stored state, and the certificate of restores. Written through the resource manager, which works for a private vault as well.

param name string
param location string
param tags object
param principalId string
param isPrivate bool
@description('Where the diagnostic logs go.')
param logsId string

@secure()
@description('kid:base64url of 32 bytes, comma-separated. Empty: the keys in the vault are kept.')
param stateEncryptionKeys string

@secure()
@description('Base64 of a PFX; empty: the one in the vault is kept.')
param restoreCertificate string

@secure()
@description('Of restoreCertificate; empty: the one in the vault is kept.')
param restoreCertificatePassword string

var secretsUser = '4633458b-17de-408a-b874-0445c86b69e6'

resource vault 'Microsoft.KeyVault/vaults@2023-07-01' = {
  name: name
  location: location
  tags: tags
  properties: {
    tenantId: tenant().tenantId
    sku: {
      family: 'A'
      name: 'standard'
    }
    enableRbacAuthorization: true
    enableSoftDelete: true
    // deploy.sh allows it only while it rotates the keys.
    enabledForTemplateDeployment: false
    enablePurgeProtection: true
    softDeleteRetentionInDays: 90
    publicNetworkAccess: isPrivate ? 'Disabled' : 'Enabled'
    networkAcls: {
      bypass: 'AzureServices'
      defaultAction: isPrivate ? 'Deny' : 'Allow'
    }
  }
}

resource keys 'Microsoft.KeyVault/vaults/secrets@2023-07-01' = if (!empty(stateEncryptionKeys)) {
  parent: vault
  name: 'state-encryption-keys'
  properties: {
    value: stateEncryptionKeys
    contentType: 'kid:base64url, the first seals, all open'
  }
}

resource certificate 'Microsoft.KeyVault/vaults/secrets@2023-07-01' = if (!empty(restoreCertificate)) {
  parent: vault
  name: 'restore-certificate'
  properties: {
    value: restoreCertificate
    contentType: 'PFX in Base64'
  }
}

resource certificatePassword 'Microsoft.KeyVault/vaults/secrets@2023-07-01' = if (!empty(restoreCertificatePassword)) {
  parent: vault
  name: 'restore-certificate-password'
  properties: {
    value: restoreCertificatePassword
  }
}

resource mayReadKeys 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  scope: vault
  name: guid(vault.id, principalId, secretsUser)
  properties: {
    principalId: principalId
    principalType: 'ServicePrincipal'
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', secretsUser)
  }
}

// Who read the keys, and who changed what.
resource toLogs 'Microsoft.Insights/diagnosticSettings@2021-05-01-preview' = {
  scope: vault
  name: 'to-logs'
  properties: {
    workspaceId: logsId
    logs: [
      {
        category: 'AuditEvent'
        enabled: true
      }
    ]
  }
}

output id string = vault.id
output name string = vault.name
// Without a version: Container Apps uses the newest one and checks for a newer one within half an hour.
output keysUri string = '${vault.properties.vaultUri}secrets/state-encryption-keys'
output secretsUri string = '${vault.properties.vaultUri}secrets'
