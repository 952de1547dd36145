param location string
param tags object
param suffix string
param workspaceId string

@description('Subnet of the environment; empty for a network of the platform.')
param subnetId string

resource environment 'Microsoft.App/managedEnvironments@2025-07-01' = {
  name: 'cae-${suffix}'
  location: location
  tags: tags
  properties: {
    // Through a diagnostic setting: the direct way into the workspace would need its key.
    appLogsConfiguration: { destination: 'azure-monitor' }
    vnetConfiguration: empty(subnetId) ? null : { infrastructureSubnetId: subnetId, internal: false }
    workloadProfiles: [
      {
        name: 'Consumption'
        workloadProfileType: 'Consumption'
      }
    ]
  }
}

resource toWorkspace 'Microsoft.Insights/diagnosticSettings@2021-05-01-preview' = {
  name: 'to-workspace'
  scope: environment
  properties: {
    workspaceId: workspaceId
    logs: [
      { category: 'ContainerAppConsoleLogs', enabled: true }
      { category: 'ContainerAppSystemLogs', enabled: true }
    ]
  }
}

output id string = environment.id
output name string = environment.name
output defaultDomain string = environment.properties.defaultDomain
