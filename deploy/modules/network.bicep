// A new network, to be peered with the backup service's network or routed to it.

param name string
param location string
param tags object
param addressPrefix string
param appsPrefix string
param endpointsPrefix string

resource network 'Microsoft.Network/virtualNetworks@2024-01-01' = {
  name: '${name}-net'
  location: location
  tags: tags
  properties: {
    addressSpace: {
      addressPrefixes: [
        addressPrefix
      ]
    }
    subnets: [
      {
        name: 'apps'
        properties: {
          addressPrefix: appsPrefix
          delegations: [
            {
              name: 'container-apps'
              properties: {
                serviceName: 'Microsoft.App/environments'
              }
            }
          ]
        }
      }
      {
        name: 'endpoints'
        properties: {
          addressPrefix: endpointsPrefix
        }
      }
    ]
  }
}

output appsSubnetId string = network.properties.subnets[0].id
output endpointsSubnetId string = network.properties.subnets[1].id
