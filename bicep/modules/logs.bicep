param location string
param tags object
param suffix string
param retentionDays int

resource workspace 'Microsoft.OperationalInsights/workspaces@2025-02-01' = {
  name: 'log-${suffix}'
  location: location
  tags: tags
  properties: {
    retentionInDays: retentionDays
    sku: { name: 'PerGB2018' }
    features: { disableLocalAuth: true }
  }
}

output workspaceId string = workspace.id
