// Filled in by deploy.sh.
using './rotate-keys.bicep'

param vaultName = readEnvironmentVariable('KEY_VAULT_NAME')
param stage = readEnvironmentVariable('ROTATION_STAGE')
param at = readEnvironmentVariable('ROTATED_AT')
param newKey = readEnvironmentVariable('NEW_STATE_ENCRYPTION_KEY', '')
