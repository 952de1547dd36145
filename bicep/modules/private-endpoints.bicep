// One private endpoint per service of an account: an endpoint carries one of them only.
param location string
param tags object
param accountName string
param subnetId string

@description('Objects with service (blob, queue, table) and the id of its DNS zone.')
param zones array

resource account 'Microsoft.Storage/storageAccounts@2025-06-01' existing = {
  name: accountName
}

resource endpoint 'Microsoft.Network/privateEndpoints@2025-03-01' = [for zone in zones: {
  name: 'pe-${accountName}-${zone.service}'
  location: location
  tags: tags
  properties: {
    subnet: { id: subnetId }
    privateLinkServiceConnections: [
      {
        name: zone.service
        properties: {
          privateLinkServiceId: account.id
          groupIds: [zone.service]
        }
      }
    ]
  }
}]

resource names 'Microsoft.Network/privateEndpoints/privateDnsZoneGroups@2025-03-01' = [for (zone, i) in zones: {
  parent: endpoint[i]
  name: 'default'
  properties: {
    privateDnsZoneConfigs: [
      {
        name: zone.service
        properties: { privateDnsZoneId: zone.id }
      }
    ]
  }
}]
