// Private endpoints for storage and Key Vault, with their DNS zones.

param name string
param location string
param tags object
param subnetId string
param storageId string
param vaultId string

// …/virtualNetworks/<network>/subnets/<subnet>
var networkId = join(take(split(subnetId, '/'), 9), '/')

var targets = [
  {
    name: 'blob'
    resourceId: storageId
    zone: 'privatelink.blob.${environment().suffixes.storage}'
  }
  {
    name: 'queue'
    resourceId: storageId
    zone: 'privatelink.queue.${environment().suffixes.storage}'
  }
  {
    name: 'vault'
    resourceId: vaultId
    zone: 'privatelink${replace(environment().suffixes.keyvaultDns, '.vault.', '.vaultcore.')}'
  }
]

resource zones 'Microsoft.Network/privateDnsZones@2020-06-01' = [
  for target in targets: {
    name: target.zone
    location: 'global'
    tags: tags
  }
]

resource links 'Microsoft.Network/privateDnsZones/virtualNetworkLinks@2020-06-01' = [
  for (target, index) in targets: {
    parent: zones[index]
    name: '${name}-link'
    location: 'global'
    tags: tags
    properties: {
      registrationEnabled: false
      virtualNetwork: {
        id: networkId
      }
    }
  }
]

resource endpoints 'Microsoft.Network/privateEndpoints@2024-01-01' = [
  for target in targets: {
    name: '${name}-${target.name}'
    location: location
    tags: tags
    properties: {
      subnet: {
        id: subnetId
      }
      privateLinkServiceConnections: [
        {
          name: target.name
          properties: {
            privateLinkServiceId: target.resourceId
            groupIds: [
              target.name
            ]
          }
        }
      ]
    }
  }
]

resource names 'Microsoft.Network/privateEndpoints/privateDnsZoneGroups@2024-01-01' = [
  for (target, index) in targets: {
    parent: endpoints[index]
    name: 'default'
    properties: {
      privateDnsZoneConfigs: [
        {
          name: target.name
          properties: {
            privateDnsZoneId: zones[index].id
          }
        }
      ]
    }
  }
]
