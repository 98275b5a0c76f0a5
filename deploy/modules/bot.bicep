// The bot registration with the Teams channel.

param name string
param tags object
param displayName string
param endpoint string
param identityId string
param identityClientId string
param tenantId string
@allowed([
  'F0'
  'S1'
])
param sku string

resource bot 'Microsoft.BotService/botServices@2022-09-15' = {
  name: name
  location: 'global'
  tags: tags
  kind: 'azurebot'
  sku: {
    name: sku
  }
  properties: {
    displayName: displayName
    endpoint: endpoint
    msaAppType: 'UserAssignedMSI'
    msaAppId: identityClientId
    msaAppTenantId: tenantId
    msaAppMSIResourceId: identityId
    disableLocalAuth: true
    isStreamingSupported: false
  }
}

resource teams 'Microsoft.BotService/botServices/channels@2022-09-15' = {
  parent: bot
  name: 'MsTeamsChannel'
  location: 'global'
  properties: {
    channelName: 'MsTeamsChannel'
    properties: {
      isEnabled: true
      enableCalling: false
      acceptedTerms: true
    }
  }
}
