// Gives each identity what control.json says that its host does, table by table and queue by queue.
param accountName string

@description('Principal id by host, as control.json names hosts.')
param principalIds object

var control = loadJsonContent('../control.json')
var custom = filter(control.roles, known => known.definitionId == null)

resource role 'Microsoft.Authorization/roleDefinitions@2022-04-01' = [for made in custom: {
  name: guid(resourceGroup().id, made.key)
  properties: {
    roleName: '${made.title} (${accountName})'
    description: 'What AzurePerf does with messages and its audit; no built-in role allows just that.'
    type: 'CustomRole'
    assignableScopes: [resourceGroup().id]
    permissions: [
      {
        actions: made.actions
        notActions: []
        dataActions: made.dataActions
        notDataActions: []
      }
    ]
  }
}]

module grant 'control-grant.bicep' = [for (right, i) in control.rights: {
  name: 'grant-${i}'
  params: {
    accountName: accountName
    kind: right.kind
    partName: right.name
    principalId: principalIds[right.host]
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', right.definitionId == null ? guid(resourceGroup().id, right.role) : right.definitionId)
  }
  dependsOn: [role]
}]
