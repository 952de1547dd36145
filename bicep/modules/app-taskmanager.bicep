// Exactly one replica: a second one would only waste work. Workers meet at it over HTTP; nobody outside of the environment reaches it.
import { identity as identityType } from 'types.bicep'

param location string
param tags object
param environmentId string
param environmentDomain string
param image string
param registryServer string
param pull identityType
param identity identityType
param controlAccountUri string
param mostBagSlots int

@description('As in main.bicep, for the portal and the TaskManager.')
param runLimits object
@description('As in main.bicep: the mail server and whom mail goes to.')
param mail object

@description('Address of the secret in a key vault that holds the password of its user. Empty for none.')
param mailSignInUrl string

@description('As in main.bicep, for the TaskManager.')
param settings object

param otlpEndpoint string
param otlpProtocol string

var appName = 'taskmanager'
// The app ends at its start where it is given one of both without the other.
var mailSignIn = !empty(mailSignInUrl) && contains(mail, 'User')

resource app 'Microsoft.App/containerApps@2025-07-01' = {
  name: appName
  location: location
  tags: tags
  identity: {
    type: 'UserAssigned'
    userAssignedIdentities: { '${identity.id}': {}, '${pull.id}': {} }
  }
  properties: {
    environmentId: environmentId
    workloadProfileName: 'Consumption'
    configuration: {
      activeRevisionsMode: 'Single'
      ingress: { external: false, targetPort: 8080, transport: 'auto', allowInsecure: false }
      registries: [{ server: registryServer, identity: pull.id }]
      // By address: the password is in no template and no deployment. The platform reads it again within half an hour of a change.
      secrets: mailSignIn ? [{ name: 'mail-password', keyVaultUrl: mailSignInUrl, identity: identity.id }] : []
      identitySettings: [
        { identity: pull.id, lifecycle: 'None' }
        { identity: identity.id, lifecycle: 'Main' }
      ]
    }
    template: {
      terminationGracePeriodSeconds: 30
      containers: [
        {
          name: appName
          image: image
          resources: { cpu: json('0.5'), memory: '1Gi' }
          env: concat([
            { name: 'ASPNETCORE_URLS', value: 'http://+:8080' }
            { name: 'Logging__Format', value: 'json' }
            { name: 'AZUREPERF_CONTROL', value: controlAccountUri }
            { name: 'AZUREPERF_CONTROL_IDENTITY', value: identity.clientId }
            { name: 'Control__Create', value: 'false' }
            { name: 'TaskManager__BarrierAddress', value: 'https://${appName}.internal.${environmentDomain}' }
            { name: 'TaskManager__PeerPool', value: 'true' }
            { name: 'TaskManager__MostBagSlots', value: string(mostBagSlots) }
          ], map(items(runLimits), limit => { name: 'Limits__${limit.key}', value: string(limit.value) }), map(filter(items(mail), setting => mailSignIn || setting.key != 'User'), setting => { name: 'Mail__${setting.key}', value: string(setting.value) }), mailSignIn ? [
            { name: 'Mail__Password', secretRef: 'mail-password' }
          ] : [], empty(otlpEndpoint) ? [] : [
            { name: 'OTEL_EXPORTER_OTLP_ENDPOINT', value: otlpEndpoint }
            { name: 'OTEL_EXPORTER_OTLP_PROTOCOL', value: otlpProtocol }
          ], map(items(settings), setting => { name: replace(setting.key, ':', '__'), value: string(setting.value) }))
          probes: [
            { type: 'Startup', httpGet: { path: '/health/live', port: 8080 }, periodSeconds: 3, failureThreshold: 30 }
            { type: 'Liveness', httpGet: { path: '/health/live', port: 8080 }, periodSeconds: 10, failureThreshold: 6 }
            { type: 'Readiness', httpGet: { path: '/health/ready', port: 8080 }, periodSeconds: 10, failureThreshold: 3 }
          ]
        }
      ]
      scale: { minReplicas: 1, maxReplicas: 1 }
    }
  }
}

output id string = app.id
