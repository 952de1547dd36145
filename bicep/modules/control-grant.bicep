// One role of one identity on one table, queue or container.
param accountName string

@allowed(['table', 'queue', 'container'])
param kind string

param partName string
param principalId string
param roleDefinitionId string

resource account 'Microsoft.Storage/storageAccounts@2025-06-01' existing = {
  name: accountName

  resource tableService 'tableServices' existing = {
    name: 'default'

    resource table 'tables' existing = {
      name: partName
    }
  }

  resource queueService 'queueServices' existing = {
    name: 'default'

    resource queue 'queues' existing = {
      name: partName
    }
  }

  resource blobService 'blobServices' existing = {
    name: 'default'

    resource container 'containers' existing = {
      name: partName
    }
  }
}

resource onTable 'Microsoft.Authorization/roleAssignments@2022-04-01' = if (kind == 'table') {
  name: guid(account::tableService::table.id, principalId, roleDefinitionId)
  scope: account::tableService::table
  properties: {
    principalId: principalId
    principalType: 'ServicePrincipal'
    roleDefinitionId: roleDefinitionId
  }
}

resource onQueue 'Microsoft.Authorization/roleAssignments@2022-04-01' = if (kind == 'queue') {
  name: guid(account::queueService::queue.id, principalId, roleDefinitionId)
  scope: account::queueService::queue
  properties: {
    principalId: principalId
    principalType: 'ServicePrincipal'
    roleDefinitionId: roleDefinitionId
  }
}

resource onContainer 'Microsoft.Authorization/roleAssignments@2022-04-01' = if (kind == 'container') {
  name: guid(account::blobService::container.id, principalId, roleDefinitionId)
  scope: account::blobService::container
  properties: {
    principalId: principalId
    principalType: 'ServicePrincipal'
    roleDefinitionId: roleDefinitionId
  }
}
