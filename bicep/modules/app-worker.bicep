// Workers of one pool: as many as the messages of its queue ask for, none when there is none.
import { identity as identityType, scaleLimits, containerSize } from 'types.bicep'

param location string
param tags object

@allowed(['measure', 'bag', 'peer'])
param pool string

@description('Tasks that a worker executes at once: messages that one replica stands for.')
param slots int

param limits scaleLimits
param size containerSize
@description('Name and port by which a worker of the pool peer is reached, from within the environment.')
param peerIngress string

@description('Port at which it listens behind that.')
param peerPort int

param environmentId string
param image string
param registryServer string
param pull identityType

@description('For the control account.')
param identity identityType

@description('For the measured account; it has no role in the control account.')
param measuredIdentity identityType

@description('Counts the messages.')
param scaler identityType

param controlAccountName string
param controlAccountUri string
param measuredAccountUri string

@description('As in main.bicep.')
param targets object

@description('As in main.bicep, for workers.')
param settings object
param otlpEndpoint string
param otlpProtocol string

@description('Archive that satellite images come from. Empty for none.')
param archiveAddress string = ''

@description('Address of the secret in a key vault that holds the token for it. Empty for none.')
param archiveTokenUrl string = ''

var control = loadJsonContent('../control.json')
var appName = 'worker-${pool}'

resource app 'Microsoft.App/containerApps@2025-07-01' = {
  name: appName
  location: location
  tags: tags
  identity: {
    type: 'UserAssigned'
    userAssignedIdentities: { '${identity.id}': {}, '${measuredIdentity.id}': {}, '${scaler.id}': {}, '${pull.id}': {} }
  }
  properties: {
    environmentId: environmentId
    workloadProfileName: 'Consumption'
    configuration: {
      // One revision at a time. While it changes both builds run: a run stays on the build of its first point.
      activeRevisionsMode: 'Single'
      // Replicas of one app have no addresses of their own for each other: who answers is reached by the name of its app. Ports of TCP are unique in an environment.
      ingress: pool == 'peer' ? { external: false, transport: 'tcp', targetPort: peerPort, exposedPort: int(last(split(peerIngress, ':'))) } : null
      registries: [{ server: registryServer, identity: pull.id }]
      // By address: the token is in no template and no deployment. The platform reads it again within half an hour of a change.
      secrets: empty(archiveTokenUrl) ? [] : [{ name: 'archive-token', keyVaultUrl: archiveTokenUrl, identity: identity.id }]
      identitySettings: [
        { identity: pull.id, lifecycle: 'None' }
        { identity: scaler.id, lifecycle: 'None' }
        { identity: identity.id, lifecycle: 'Main' }
        { identity: measuredIdentity.id, lifecycle: 'Main' }
      ]
    }
    template: {
      // A worker that is told to end gives its tasks back within 10 s; it takes up to 50 s where the control account is slow to store what it measured.
      terminationGracePeriodSeconds: 60
      volumes: [{ name: 'scratch', storageType: 'EmptyDir' }]
      containers: [
        {
          name: appName
          image: image
          resources: { cpu: json(size.cpu), memory: size.memory }
          env: concat([
            { name: 'ASPNETCORE_URLS', value: 'http://+:8080' }
            { name: 'Logging__Format', value: 'json' }
            { name: 'AZUREPERF_CONTROL', value: controlAccountUri }
            { name: 'AZUREPERF_CONTROL_IDENTITY', value: identity.clientId }
            { name: 'AZUREPERF_TARGET', value: measuredAccountUri }
            { name: 'AZUREPERF_MEASURED_IDENTITY', value: measuredIdentity.clientId }
            { name: 'Control__Create', value: 'false' }
            { name: 'Worker__Pool', value: pool }
            // Garbage is collected while it lies in a processor's cache, and native memory has few pools: docs/adr/0058.
            { name: 'DOTNET_GCgen0size', value: '0x200000' }
            { name: 'MALLOC_ARENA_MAX', value: '2' }
            // The platform ends any replica when the count of messages drops; a worker without a task stands in the queue while others measure.
            { name: 'Worker__ScaleInGuard', value: string(pool == 'measure') }
            { name: 'Worker__BagSlots', value: string(slots) }
            { name: 'Worker__Sku', value: 'aca-consumption-${size.cpu}-${toLower(size.memory)}' }
            { name: 'Worker__DiskDirectory', value: '/scratch' }
            { name: 'Worker__PeerIngress', value: peerIngress }
            { name: 'Worker__PeerPort', value: string(peerPort) }
          ], empty(otlpEndpoint) ? [] : [
            { name: 'OTEL_EXPORTER_OTLP_ENDPOINT', value: otlpEndpoint }
            { name: 'OTEL_EXPORTER_OTLP_PROTOCOL', value: otlpProtocol }
          ], empty(archiveAddress) ? [] : [
            { name: 'Archive__BaseAddress', value: archiveAddress }
          ], empty(archiveTokenUrl) ? [] : [
            { name: 'Archive__Token', secretRef: 'archive-token' }
          ], map(items(targets), target => { name: 'AZUREPERF_TARGET_${toUpper(target.key)}', value: string(target.value) }), map(items(settings), setting => { name: replace(setting.key, ':', '__'), value: string(setting.value) }))
          volumeMounts: [{ volumeName: 'scratch', mountPath: '/scratch' }]
          probes: concat([
            { type: 'Startup', httpGet: { path: '/health/live', port: 8080 }, periodSeconds: 3, failureThreshold: 30 }
            // Patient: a measurement may keep every processor busy, and a restart would throw it away.
            { type: 'Liveness', httpGet: { path: '/health/live', port: 8080 }, periodSeconds: 30, timeoutSeconds: 20, failureThreshold: 10 }
          ], pool == 'peer' ? [
            // With an ingress the platform would try the port of the peer, which is open during a point only.
            { type: 'Readiness', httpGet: { path: '/health/live', port: 8080 }, periodSeconds: 5, timeoutSeconds: 20, failureThreshold: 10 }
          ] : [])
        }
      ]
      scale: {
        minReplicas: limits.min
        maxReplicas: limits.max
        cooldownPeriod: control.scaling.cooldownSeconds
        pollingInterval: control.scaling.pollingSeconds
        rules: [
          {
            name: 'queue'
            custom: {
              // Not the plain azureQueue rule: that one lacks the strategy, and running tasks must count.
              type: control.scaling.type
              identity: scaler.id
              metadata: {
                accountName: controlAccountName
                queueName: control.pools[pool].queue
                queueLength: string(slots)
                queueLengthStrategy: control.scaling.queueLengthStrategy
                activationQueueLength: control.scaling.activationQueueLength
              }
            }
          }
        ]
      }
    }
  }
}

output id string = app.id
output name string = app.name
