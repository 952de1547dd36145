// Portal and API. It faces the internet only with sign-in; clients without a session reach the app, which checks them itself, so that API keys work.
import { identity as identityType, scaleLimits } from 'types.bicep'

param location string
param tags object
param limits scaleLimits
param environmentId string
param image string
param registryServer string
param pull identityType
param identity identityType
param signInClientId string
param admins string[]

@description('As in main.bicep, for the portal and the TaskManager.')
param runLimits object

@description('As in main.bicep: whether and to whom mail goes. The portal sends none and signs in nowhere.')
param mail object

@description('As in main.bicep. The portal learns their names and kinds, and none of their addresses.')
param targets object

@description('As in main.bicep, for the portal.')
param settings object
param controlAccountUri string

@description('Ids of the apps whose limits admins may change; empty for none.')
param measureApp string
param bagApp string

param otlpEndpoint string
param otlpProtocol string

var appName = 'web'
var signIn = !empty(signInClientId)
// An account has no kind before its name.
var targetNames = map(items(targets), target => startsWith(target.value, 'https:') ? toLower(target.key) : '${split(target.value, ':')[0]}:${toLower(target.key)}')

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
      ingress: { external: signIn, targetPort: 8080, transport: 'auto', allowInsecure: false }
      registries: [{ server: registryServer, identity: pull.id }]
      // Not a secret in spite of the place: the client id of the identity that stands in for a client secret, under the one name that the platform looks for.
      secrets: signIn ? [{ name: 'override-use-mi-fic-assertion-client-id', value: identity.clientId }] : []
      identitySettings: [
        { identity: pull.id, lifecycle: 'None' }
        { identity: identity.id, lifecycle: 'All' }
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
            { name: 'Access__Mode', value: signIn ? 'containerApps' : 'keys' }
            { name: 'Access__TrustForwardedHeaders', value: 'true' }
            { name: 'Targets__Names__0', value: 'default' }
          ], map(range(0, length(targetNames)), i => { name: 'Targets__Names__${i + 1}', value: targetNames[i] }), map(range(0, length(admins)), i => { name: 'Access__Admins__${i}', value: admins[i] }), map(items(runLimits), limit => { name: 'Limits__${limit.key}', value: string(limit.value) }), map(filter(items(mail), setting => setting.key != 'User'), setting => { name: 'Mail__${setting.key}', value: string(setting.value) }), empty(measureApp) ? [] : [
            { name: 'Scaling__MeasureApp', value: measureApp }
            { name: 'Scaling__BagApp', value: bagApp }
          ], empty(otlpEndpoint) ? [] : [
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
      scale: {
        minReplicas: limits.min
        maxReplicas: limits.max
        rules: [{ name: 'requests', http: { metadata: { concurrentRequests: '50' } } }]
      }
    }
  }

  // Off without a registration. It always stands here because a deployment does not remove the one that an earlier one made, which names a secret that the app has no more.
  resource auth 'authConfigs' = {
    name: 'current'
    properties: {
      platform: { enabled: signIn }
      globalValidation: { unauthenticatedClientAction: 'AllowAnonymous' }
      identityProviders: signIn ? {
        azureActiveDirectory: {
          enabled: true
          registration: {
            clientId: signInClientId
            clientSecretSettingName: 'override-use-mi-fic-assertion-client-id'
            openIdIssuer: '${az.environment().authentication.loginEndpoint}${tenant().tenantId}/v2.0'
          }
          validation: { allowedAudiences: [signInClientId, 'api://${signInClientId}'] }
        }
      } : {}
      httpSettings: { requireHttps: true }
    }
  }
}

output address string = 'https://${app.properties.configuration.ingress.fqdn}'
