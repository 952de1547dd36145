// A network of its own: the environment in one subnet, private endpoints in the other, and the zones in which their names resolve.
param location string
param tags object
param suffix string

var services = ['blob', 'queue', 'table']

resource vnet 'Microsoft.Network/virtualNetworks@2025-03-01' = {
  name: 'vnet-${suffix}'
  location: location
  tags: tags
  properties: {
    addressSpace: { addressPrefixes: ['10.80.0.0/16'] }
    subnets: [
      {
        name: 'environment'
        properties: {
          addressPrefix: '10.80.0.0/23'
          delegations: [
            {
              name: 'container-apps'
              properties: { serviceName: 'Microsoft.App/environments' }
            }
          ]
        }
      }
      {
        name: 'endpoints'
        properties: {
          addressPrefix: '10.80.2.0/27'
          privateEndpointNetworkPolicies: 'Disabled'
        }
      }
    ]
  }
}

resource zone 'Microsoft.Network/privateDnsZones@2024-06-01' = [for service in services: {
  name: 'privatelink.${service}.${az.environment().suffixes.storage}'
  location: 'global'
  tags: tags
}]

resource link 'Microsoft.Network/privateDnsZones/virtualNetworkLinks@2024-06-01' = [for (service, i) in services: {
  parent: zone[i]
  name: 'vnet-${suffix}'
  location: 'global'
  tags: tags
  properties: {
    registrationEnabled: false
    virtualNetwork: { id: vnet.id }
  }
}]

output environmentSubnetId string = '${vnet.id}/subnets/environment'
output endpointSubnetId string = '${vnet.id}/subnets/endpoints'
output zones array = [for (service, i) in services: { service: service, id: zone[i].id }]
