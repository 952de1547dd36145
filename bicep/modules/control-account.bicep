// Where runs and results are kept. Every table, queue and container is made here by its name in the code, because no app may make any, and because a scale rule on a missing queue stops scale-in.
param location string
param tags object
param suffix string
param publicAccess bool
param dataRetentionDays int

var names = loadJsonContent('../control.json')

resource account 'Microsoft.Storage/storageAccounts@2025-06-01' = {
  name: 'stctl${suffix}'
  location: location
  tags: tags
  kind: 'StorageV2'
  sku: { name: 'Standard_LRS' }
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

  resource queueService 'queueServices' = {
    name: 'default'

    resource queue 'queues' = [for name in names.queues: {
      name: name
    }]
  }

  resource tableService 'tableServices' = {
    name: 'default'

    resource table 'tables' = [for name in names.tables: {
      name: name
    }]
  }

  resource blobService 'blobServices' = {
    name: 'default'
    properties: {
      deleteRetentionPolicy: { enabled: true, days: 7 }
    }

    resource container 'containers' = [for name in names.containers: {
      name: name
      properties: { publicAccess: 'None' }
    }]
  }

  // The TaskManager removes raw data by age; this is for what it no longer knows of.
  resource lifecycle 'managementPolicies' = {
    name: 'default'
    properties: {
      policy: {
        rules: [
          {
            name: 'old-raw-data'
            type: 'Lifecycle'
            enabled: true
            definition: {
              filters: {
                blobTypes: ['blockBlob']
                prefixMatch: ['results/']
              }
              actions: {
                baseBlob: {
                  delete: { daysAfterModificationGreaterThan: dataRetentionDays }
                }
              }
            }
          }
        ]
      }
    }
  }
}

output name string = account.name
output uri string = account.properties.primaryEndpoints.blob
