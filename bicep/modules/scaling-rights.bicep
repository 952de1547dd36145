// Lets the portal change how many replicas the worker apps have. Azure has no right for that alone: with it the portal can change their image, command and environment too, so it is asked for.
param principalId string
param appNames string[]
param environmentName string

var actions = [
  'Microsoft.App/containerApps/read'
  'Microsoft.App/containerApps/write'
]

resource scaler 'Microsoft.Authorization/roleDefinitions@2022-04-01' = {
  name: guid(resourceGroup().id, 'workers-scaler')
  properties: {
    roleName: 'AzurePerf workers scaler (${environmentName})'
    description: 'Reads and changes the worker apps of AzurePerf.'
    type: 'CustomRole'
    assignableScopes: [resourceGroup().id]
    permissions: [{ actions: actions, notActions: [], dataActions: [], notDataActions: [] }]
  }
}

resource environment 'Microsoft.App/managedEnvironments@2025-07-01' existing = {
  name: environmentName
}

resource app 'Microsoft.App/containerApps@2025-07-01' existing = [for name in appNames: {
  name: name
}]

resource onApp 'Microsoft.Authorization/roleAssignments@2022-04-01' = [for (name, i) in appNames: {
  name: guid(app[i].id, principalId, 'workers-scaler')
  scope: app[i]
  properties: {
    principalId: principalId
    principalType: 'ServicePrincipal'
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', scaler.name)
  }
}]

// Changing an app asks for the right to use its environment again.
resource joiner 'Microsoft.Authorization/roleDefinitions@2022-04-01' = {
  name: guid(resourceGroup().id, 'environment-joiner')
  properties: {
    roleName: 'AzurePerf environment joiner (${environmentName})'
    description: 'Uses the environment of AzurePerf for apps that are changed.'
    type: 'CustomRole'
    assignableScopes: [resourceGroup().id]
    permissions: [{ actions: ['Microsoft.App/managedEnvironments/join/action'], notActions: [], dataActions: [], notDataActions: [] }]
  }
}

resource onEnvironment 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(environment.id, principalId, 'environment-joiner')
  scope: environment
  properties: {
    principalId: principalId
    principalType: 'ServicePrincipal'
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', joiner.name)
  }
}
