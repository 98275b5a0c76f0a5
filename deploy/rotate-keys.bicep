// deploy.sh --rotate-key and its like: reads the keys from the vault and writes them back with a new one, all within Azure. Nobody sees them.

targetScope = 'resourceGroup'

param vaultName string

@allowed([
  'added'
  'first'
  'dropped'
  'replaced'
])
param stage string

@description('ISO 8601.')
param at string

@secure()
@description('kid:base64url of 32 bytes, with added and replaced.')
param newKey string

resource vault 'Microsoft.KeyVault/vaults@2023-07-01' existing = {
  name: vaultName
}

module keys 'modules/rotated-keys.bicep' = {
  name: 'rotated-keys'
  params: {
    vaultName: vaultName
    stage: stage
    at: at
    newKey: newKey
    keys: vault.getSecret('state-encryption-keys')
  }
}
