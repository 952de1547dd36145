// One identity per app for the control account, one for everything that is measured, one that pulls images, one that counts messages. None has a role that another one needs.
import { identity } from 'types.bicep'

param location string
param tags object
param suffix string

resource webIdentity 'Microsoft.ManagedIdentity/userAssignedIdentities@2024-11-30' = {
  name: 'id-web-${suffix}'
  location: location
  tags: tags
}

resource taskManagerIdentity 'Microsoft.ManagedIdentity/userAssignedIdentities@2024-11-30' = {
  name: 'id-taskmanager-${suffix}'
  location: location
  tags: tags
}

resource measureWorkerIdentity 'Microsoft.ManagedIdentity/userAssignedIdentities@2024-11-30' = {
  name: 'id-worker-measure-${suffix}'
  location: location
  tags: tags
}

resource bagWorkerIdentity 'Microsoft.ManagedIdentity/userAssignedIdentities@2024-11-30' = {
  name: 'id-worker-bag-${suffix}'
  location: location
  tags: tags
}

resource peerWorkerIdentity 'Microsoft.ManagedIdentity/userAssignedIdentities@2024-11-30' = {
  name: 'id-worker-peer-${suffix}'
  location: location
  tags: tags
}

// What a probe signs in with: it has no role in the control account, so that nothing measured can reach what was measured.
resource measuredIdentity 'Microsoft.ManagedIdentity/userAssignedIdentities@2024-11-30' = {
  name: 'id-measured-${suffix}'
  location: location
  tags: tags
}

resource scalerIdentity 'Microsoft.ManagedIdentity/userAssignedIdentities@2024-11-30' = {
  name: 'id-scaler-${suffix}'
  location: location
  tags: tags
}

resource pullIdentity 'Microsoft.ManagedIdentity/userAssignedIdentities@2024-11-30' = {
  name: 'id-pull-${suffix}'
  location: location
  tags: tags
}

output web identity = { id: webIdentity.id, clientId: webIdentity.properties.clientId, principalId: webIdentity.properties.principalId }
output taskManager identity = { id: taskManagerIdentity.id, clientId: taskManagerIdentity.properties.clientId, principalId: taskManagerIdentity.properties.principalId }
output measureWorker identity = { id: measureWorkerIdentity.id, clientId: measureWorkerIdentity.properties.clientId, principalId: measureWorkerIdentity.properties.principalId }
output bagWorker identity = { id: bagWorkerIdentity.id, clientId: bagWorkerIdentity.properties.clientId, principalId: bagWorkerIdentity.properties.principalId }
output peerWorker identity = { id: peerWorkerIdentity.id, clientId: peerWorkerIdentity.properties.clientId, principalId: peerWorkerIdentity.properties.principalId }
output measured identity = { id: measuredIdentity.id, clientId: measuredIdentity.properties.clientId, principalId: measuredIdentity.properties.principalId }
output scaler identity = { id: scalerIdentity.id, clientId: scalerIdentity.properties.clientId, principalId: scalerIdentity.properties.principalId }
output pull identity = { id: pullIdentity.id, clientId: pullIdentity.properties.clientId, principalId: pullIdentity.properties.principalId }
