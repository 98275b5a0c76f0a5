// The keys of the stored state, one step further in a rotation: the first seals, all open.

param vaultName string
@description('added: the new key is last. first: the last is first. dropped: only the first is left. replaced: the new key alone.')
param stage string
param at string
@secure()
param newKey string
@secure()
@description('As they are now, comma-separated.')
param keys string

var all = split(keys, ',')
var rotated = {
  added: '${keys},${newKey}'
  first: join(concat([
    last(all)
  ], take(all, length(all) - 1)), ',')
  dropped: first(all)
  replaced: newKey
}

resource vault 'Microsoft.KeyVault/vaults@2023-07-01' existing = {
  name: vaultName
}

resource secret 'Microsoft.KeyVault/vaults/secrets@2023-07-01' = {
  parent: vault
  name: 'state-encryption-keys'
  // How far the rotation is, for whoever may not read the keys.
  tags: {
    rotation: stage
    rotatedAt: at
  }
  properties: {
    value: rotated[stage]
    contentType: 'kid:base64url, the first seals, all open'
  }
}
