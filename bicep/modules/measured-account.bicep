// What is measured: an account that holds nothing else. Probes make and remove containers, queues and tables in it, so their identity has the whole account.
param location string
param tags object
param suffix string
param sku string
param publicAccess bool
param workerPrincipalId string

// Storage Blob, Queue and Table Data Contributor.
var roles = [
  'ba92f5b4-2d11-453d-a403-e96b0029c9fe'
  '974c5e8b-45b9-4653-ba55-5f855dd0fb88'
  '0a9a7e1f-b9d0-4cc4-a60d-0319b160aaa3'
]

resource account 'Microsoft.Storage/storageAccounts@2025-06-01' = {
  name: 'stmes${suffix}'
  location: location
  tags: tags
  kind: 'StorageV2'
  sku: { name: sku }
  properties: {
    accessTier: 'Hot'
    allowBlobPublicAccess: false
    allowCrossTenantReplication: false
    allowSharedKeyAccess: false
    defaultToOAuthAuthentication: true
    minimumTlsVersion: 'TLS1_2'
    publicNetworkAccess: publicAccess ? 'Enabled' : 'Disabled'
    supportsHttpsTrafficOnly: true
    networkAcls: {
      bypass: 'None'
      defaultAction: publicAccess ? 'Allow' : 'Deny'
    }
  }

  // Off: data that the points of a long series read are as old as its first point. What a run leaves is removed by its janitor. It stands here because a deployment removes no rule that an earlier one made.
  resource lifecycle 'managementPolicies' = {
    name: 'default'
    properties: {
      policy: {
        rules: [
          {
            name: 'left-overs'
            type: 'Lifecycle'
            enabled: false
            definition: {
              filters: { blobTypes: ['blockBlob'] }
              actions: {
                baseBlob: {
                  delete: { daysAfterModificationGreaterThan: 14 }
                }
              }
            }
          }
        ]
      }
    }
  }
}

resource right 'Microsoft.Authorization/roleAssignments@2022-04-01' = [for role in roles: {
  name: guid(account.id, workerPrincipalId, role)
  scope: account
  properties: {
    principalId: workerPrincipalId
    principalType: 'ServicePrincipal'
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', role)
  }
}]

output name string = account.name
output uri string = account.properties.primaryEndpoints.blob
