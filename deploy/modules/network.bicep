// A new network, to be peered with the backup service's network or routed to it. Its only way out is a NAT gateway, so that the
// bot's outgoing address never changes.

param name string
param location string
param tags object
param addressPrefix string
param appsPrefix string
param endpointsPrefix string
@description('Empty: those of Azure.')
param dnsServers array

resource address 'Microsoft.Network/publicIPAddresses@2024-01-01' = {
  name: '${name}-outgoing'
  location: location
  tags: tags
  sku: {
    name: 'Standard'
  }
  properties: {
    publicIPAllocationMethod: 'Static'
  }
}

resource gateway 'Microsoft.Network/natGateways@2024-01-01' = {
  name: '${name}-gateway'
  location: location
  tags: tags
  sku: {
    name: 'Standard'
  }
  properties: {
    publicIpAddresses: [
      {
        id: address.id
      }
    ]
  }
}

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
    dhcpOptions: {
      dnsServers: dnsServers
    }
    subnets: [
      {
        name: 'apps'
        properties: {
          addressPrefix: appsPrefix
          natGateway: {
            id: gateway.id
          }
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
output outgoingAddress string = address.properties.ipAddress
output name string = network.name
