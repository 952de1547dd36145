// Where the images are. Nobody signs in with a password: the deployer pushes with the own sign-in, the apps pull with one identity that can do nothing else.
param location string
param tags object
param suffix string

@description('Identity that pulls.')
param pullPrincipalId string

var pullRole = subscriptionResourceId('Microsoft.Authorization/roleDefinitions', '7f951dda-4ed3-4680-a7ca-43fe172d538d')

resource registry 'Microsoft.ContainerRegistry/registries@2025-11-01' = {
  name: 'cr${suffix}'
  location: location
  tags: tags
  sku: { name: 'Basic' }
  properties: {
    adminUserEnabled: false
    anonymousPullEnabled: false
  }
}

resource pull 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(registry.id, pullPrincipalId, pullRole)
  scope: registry
  properties: {
    principalId: pullPrincipalId
    principalType: 'ServicePrincipal'
    roleDefinitionId: pullRole
  }
}

output name string = registry.name
output loginServer string = registry.properties.loginServer
