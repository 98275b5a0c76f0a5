// Copy to main.bicepparam and fill in; deploy.sh reads that. Secrets come from the environment, never from this file.
using './main.bicep'

param name = 'restorebot'
param displayName = 'Restore bot'

// One organization. For more, leave these out and set organizations below.
param organization = 'contoso.onmicrosoft.com'
param backupServiceUrl = 'https://backup.contoso.example:4443'
// What register-operator-app.sh printed; empty: the backup service is asked.
param operatorApplicationId = ''
// The service's own certificate, where nobody known has signed it.
// param backupServiceCa = loadTextContent('backup-service-ca.pem')
// param organizations = loadTextContent('organizations.json')

param minReplicas = 1
param maxReplicas = 4

// The backup service is usually not on the internet: new makes a network to be peered with the one it is in,
// existing takes two subnets of a network that reaches it.
param network = 'none'
// param network = 'existing'
// param appsSubnetId = '/subscriptions/…/subnets/restore-bot-apps'
// param endpointsSubnetId = '/subscriptions/…/subnets/restore-bot-endpoints'

param otherSettings = {
  // ADMIN_USER_IDS: '00000000-0000-0000-0000-000000000000'
  // AUTO_RENEW: 'true'
}

param alertEmail = ''
// Made by deploy.sh on the first run; empty leaves what is in the vault.
param stateEncryptionKeys = readEnvironmentVariable('STATE_ENCRYPTION_KEYS', '')
param image = readEnvironmentVariable('RESTORE_BOT_IMAGE', '')
