// Only the resource group and its registry: images must be there before the apps that run them.
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

var tags = { 'azd-env-name': environmentName, application: 'azureperf' }

resource group 'Microsoft.Resources/resourceGroups@2024-11-01' = {
  name: resourceGroupName
  location: location
  tags: union(tags, empty(registration) ? {} : { 'azureperf-registration': registration })
}

module registry 'modules/registry.bicep' = {
  name: 'registry-first'
  scope: group
  params: { location: location, tags: tags, suffix: uniqueString(subscription().id, environmentName, location) }
}

output loginServer string = registry.outputs.loginServer
output registryName string = registry.outputs.name
