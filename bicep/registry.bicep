// What must be there before the apps: the resource group, the registry for their images, and the identities. The right to pull takes minutes to work, and an app that cannot pull fails the deployment; so it is given before the images are built.
targetScope = 'subscription'

@description('As in main.bicep.')
@minLength(2)
@maxLength(20)
param environmentName string

@description('As in main.bicep.')
param location string

@description('As in main.bicep.')
param resourceGroupName string = 'rg-azureperf-${environmentName}'

@description('As in main.bicep.')
param registration string = ''

var suffix = uniqueString(subscription().id, environmentName, location)
var tags = { 'azd-env-name': environmentName, application: 'azureperf' }

resource group 'Microsoft.Resources/resourceGroups@2024-11-01' = {
  name: resourceGroupName
  location: location
  tags: union(tags, empty(registration) ? {} : { 'azureperf-registration': registration })
}

module identities 'modules/identities.bicep' = {
  name: 'identities-first'
  scope: group
  params: { location: location, tags: tags, suffix: suffix }
}

module registry 'modules/registry.bicep' = {
  name: 'registry-first'
  scope: group
  params: { location: location, tags: tags, suffix: suffix, pullPrincipalId: identities.outputs.pull.principalId }
}

output loginServer string = registry.outputs.loginServer
output registryName string = registry.outputs.name
