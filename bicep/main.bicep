// AzurePerf on Azure Container Apps: one resource group with everything, and no key anywhere.
targetScope = 'subscription'

import { scaleLimits, containerSize } from 'modules/types.bicep'

@description('Name of this installation: part of the names of all that is made, and the tag by which it is found again.')
@minLength(2)
@maxLength(20)
param environmentName string

@description('Region of everything. Measure in the region whose services you want to know.')
param location string

@description('Resource group; made when it is missing. One that is there gets the tags of this installation, so deploy/deploy and azd up refuse one that has something of others in it.')
param resourceGroupName string = 'rg-azureperf-${environmentName}'

@description('Tag of the images to run, as deploy/images pushed them. A new tag is a new revision.')
@minLength(1)
param imageTag string

@description('Client id of the app registration that people sign in with. Without one the portal is reachable from inside the environment only, and takes API keys.')
param signInClientId string = ''

@description('Client id of the app registration that deploy/sign-in made for this installation: a tag of the group, so that deploy/tear-down removes that one and no other.')
param registration string = ''

@description('Object ids or names of people who are administrators without an app role.')
param admins string[] = []

@description('Limits of runs and of owners in a day, by the names of the settings below Limits, such as { OperationsPerRun: 10000000 }. Portal and TaskManager get the same.')
param limits object = {}

@description('Further targets, by name, such as { AZSQL: \'sqlserver://NAME.database.windows.net/master\' }; no password: the measured identity signs in, and must be allowed to. Runs name them in lower case.')
param targets object = {}

@description('Further settings of the portal, such as { \'Web:ShareLinks\': \'anyone\' }: none that the template sets itself, and no secret.')
param webSettings object = {}

@description('The same of the TaskManager, such as { \'TaskManager:BagLimit\': \'adaptive\' }.')
param taskManagerSettings object = {}

@description('The same of all workers, such as { \'Worker:NetworkBytesPerSecond\': 125000000 }.')
param workerSettings object = {}

@description('private puts the environment into a virtual network of its own and takes the control account off the public internet. An environment keeps its network for ever: another one cuts the apps off the control account.')
@allowed(['public', 'private'])
param network string = 'public'

@description('True measures the target over a private endpoint too; false over the public path, as most clients go. Matters only in a private network.')
param measuredOverPrivateEndpoint bool = false

@description('Least and most replicas of the portal.')
param webScale scaleLimits = { min: 0, max: 3 }

@description('Least and most measure workers. A point on w workers needs w of them at once.')
param measureScale scaleLimits = { min: 0, max: 10 }

@description('Least and most bag workers.')
param bagScale scaleLimits = { min: 0, max: 10 }

@description('Tasks that a bag worker executes at once; its scale rule starts one worker for so many messages.')
@minValue(1)
@maxValue(64)
param bagSlots int = 8

@description('Processors and memory of a measure worker. Points of different sizes are never compared.')
param measureSize containerSize = { cpu: '2', memory: '4Gi' }

@description('Processors and memory of a bag worker.')
param bagSize containerSize = { cpu: '2', memory: '4Gi' }

@description('True lets admins change the limits of the worker pools in the portal and with azureperf workers scale. Azure has no right for that alone: the portal can then change image, command and environment of the workers too.')
param scalingByPeople bool = false

@description('Redundancy of the measured account: it is what is measured. No premium account has blobs, queues and tables at once.')
@allowed(['Standard_LRS', 'Standard_ZRS', 'Standard_GRS', 'Standard_RAGRS'])
param measuredSku string = 'Standard_LRS'

@description('Days for which logs are kept.')
@minValue(30)
@maxValue(730)
param logRetentionDays int = 30

@description('Days after which raw data are removed even if the TaskManager did not do it. They count from when a blob was written: take more than the longest series and ninety days together.')
@minValue(91)
@maxValue(3650)
param dataRetentionDays int = 730

@description('Where traces and metrics go by OTLP, such as http://collector:4318. Empty sends none.')
param otlpEndpoint string = ''

@description('How they are sent there: http/protobuf or grpc, which collectors take at port 4317.')
@allowed(['http/protobuf', 'grpc'])
param otlpProtocol string = 'http/protobuf'

@description('Archive that bag workers fetch satellite images from, such as https://ladsweb.modaps.eosdis.nasa.gov. Empty for none.')
param archiveAddress string = ''

@description('Address of the secret in a key vault that holds the token for the archive, such as https://VAULT.vault.azure.net/secrets/earthdata. The identity of the bag worker must be allowed to read it. Empty for none.')
param archiveTokenUrl string = ''

@description('Mail server of the TaskManager, by the names of the settings below Mail, such as { Server: \'smtps://mail.example\', From: \'azureperf@example.com\', Portal: \'https://perf.example\', AllowedDomains__0: \'example.com\' }; no password. The portal gets the same without the user. Empty sends no mail.')
param mail object = {}

@description('Address of the secret in a key vault that holds the password of Mail:User. The identity of the TaskManager must be allowed to read it. Empty for none. The app is given neither without the other.')
param mailSignInUrl string = ''

@description('Who is told of alerts and of the budget.')
param contactEmails string[] = []

@description('Money a month, in the currency of the subscription: the people of contactEmails are told at 80 % of it, and when the forecast passes 100 %. 0 makes no budget.')
@minValue(0)
param monthlyBudget int = 0

@description('First day of the month in which the budget began, as deploy/deploy reads it from the one that is there: another one fails the deployment. Empty for this month.')
param budgetStart string = ''

@description('This month; not to be given.')
param thisMonth string = utcNow('yyyy-MM-01')

@description('Tags of everything.')
param tags object = {}

var allTags = union(tags, { 'azd-env-name': environmentName, application: 'azureperf' })
// A name and a port of the environment; the pool peer listens behind it.
var peerIngress = 'worker-peer:9000'
var peerPort = 9001
// The portal is told of the workers by name: they are updated after it, because it reads their results.
var apps = '${subscription().id}/resourceGroups/${resourceGroupName}/providers/Microsoft.App/containerApps'
var suffix = uniqueString(subscription().id, environmentName, location)

resource group 'Microsoft.Resources/resourceGroups@2024-11-01' = {
  name: resourceGroupName
  location: location
  tags: union(allTags, empty(registration) ? {} : { 'azureperf-registration': registration })
}

module identities 'modules/identities.bicep' = {
  name: 'identities'
  scope: group
  params: { location: location, tags: allTags, suffix: suffix }
}

module registry 'modules/registry.bicep' = {
  name: 'registry'
  scope: group
  params: { location: location, tags: allTags, suffix: suffix, pullPrincipalId: identities.outputs.pull.principalId }
}

module logs 'modules/logs.bicep' = {
  name: 'logs'
  scope: group
  params: { location: location, tags: allTags, suffix: suffix, retentionDays: logRetentionDays }
}

module vnet 'modules/network.bicep' = if (network == 'private') {
  name: 'network'
  scope: group
  params: { location: location, tags: allTags, suffix: suffix }
}

module control 'modules/control-account.bicep' = {
  name: 'control-account'
  scope: group
  params: { location: location, tags: allTags, suffix: suffix, publicAccess: network == 'public', dataRetentionDays: dataRetentionDays }
}

module measured 'modules/measured-account.bicep' = {
  name: 'measured-account'
  scope: group
  params: {
    location: location
    tags: allTags
    suffix: suffix
    sku: measuredSku
    publicAccess: network == 'public' || !measuredOverPrivateEndpoint
    workerPrincipalId: identities.outputs.measured.principalId
  }
}

module privateControl 'modules/private-endpoints.bicep' = if (network == 'private') {
  name: 'private-control'
  scope: group
  params: { location: location, tags: allTags, accountName: control.outputs.name, subnetId: vnet!.outputs.endpointSubnetId, zones: vnet!.outputs.zones }
}

module privateMeasured 'modules/private-endpoints.bicep' = if (network == 'private' && measuredOverPrivateEndpoint) {
  name: 'private-measured'
  scope: group
  params: { location: location, tags: allTags, accountName: measured.outputs.name, subnetId: vnet!.outputs.endpointSubnetId, zones: vnet!.outputs.zones }
}

module grants 'modules/control-grants.bicep' = {
  name: 'control-grants'
  scope: group
  params: {
    accountName: control.outputs.name
    principalIds: {
      Web: identities.outputs.web.principalId
      TaskManager: identities.outputs.taskManager.principalId
      MeasureWorker: identities.outputs.measureWorker.principalId
      BagWorker: identities.outputs.bagWorker.principalId
      PeerWorker: identities.outputs.peerWorker.principalId
      Scaler: identities.outputs.scaler.principalId
    }
  }
}

module environment 'modules/environment.bicep' = {
  name: 'environment'
  scope: group
  params: {
    location: location
    tags: allTags
    suffix: suffix
    workspaceId: logs.outputs.workspaceId
    subnetId: network == 'private' ? vnet!.outputs.environmentSubnetId : ''
  }
}

module taskManager 'modules/app-taskmanager.bicep' = {
  name: 'app-taskmanager'
  scope: group
  params: {
    location: location
    tags: allTags
    environmentId: environment.outputs.id
    environmentDomain: environment.outputs.defaultDomain
    image: '${registry.outputs.loginServer}/azureperf/taskmanager:${imageTag}'
    registryServer: registry.outputs.loginServer
    pull: identities.outputs.pull
    identity: identities.outputs.taskManager
    controlAccountUri: control.outputs.uri
    // At most what the setting takes: with more the TaskManager would end at its start.
    mostBagSlots: min(bagScale.max * bagSlots, 10000)
    runLimits: limits
    mail: mail
    mailSignInUrl: mailSignInUrl
    settings: taskManagerSettings
    otlpEndpoint: otlpEndpoint
    otlpProtocol: otlpProtocol
  }
  dependsOn: [grants, privateControl]
}

module measureWorker 'modules/app-worker.bicep' = {
  name: 'app-worker-measure'
  scope: group
  params: {
    location: location
    tags: allTags
    pool: 'measure'
    slots: 1
    peerIngress: peerIngress
    peerPort: peerPort
    limits: measureScale
    size: measureSize
    environmentId: environment.outputs.id
    image: '${registry.outputs.loginServer}/azureperf/worker:${imageTag}'
    registryServer: registry.outputs.loginServer
    pull: identities.outputs.pull
    identity: identities.outputs.measureWorker
    measuredIdentity: identities.outputs.measured
    scaler: identities.outputs.scaler
    controlAccountName: control.outputs.name
    controlAccountUri: control.outputs.uri
    measuredAccountUri: measured.outputs.uri
    targets: targets
    settings: workerSettings
    otlpEndpoint: otlpEndpoint
    otlpProtocol: otlpProtocol
  }
  dependsOn: [grants, privateControl, privateMeasured, taskManager, web]
}

module bagWorker 'modules/app-worker.bicep' = {
  name: 'app-worker-bag'
  scope: group
  params: {
    location: location
    tags: allTags
    pool: 'bag'
    slots: bagSlots
    peerIngress: peerIngress
    peerPort: peerPort
    limits: bagScale
    size: bagSize
    environmentId: environment.outputs.id
    image: '${registry.outputs.loginServer}/azureperf/worker:${imageTag}'
    registryServer: registry.outputs.loginServer
    pull: identities.outputs.pull
    identity: identities.outputs.bagWorker
    measuredIdentity: identities.outputs.measured
    scaler: identities.outputs.scaler
    controlAccountName: control.outputs.name
    controlAccountUri: control.outputs.uri
    measuredAccountUri: measured.outputs.uri
    targets: targets
    settings: workerSettings
    otlpEndpoint: otlpEndpoint
    otlpProtocol: otlpProtocol
    archiveAddress: archiveAddress
    archiveTokenUrl: archiveTokenUrl
  }
  dependsOn: [grants, privateControl, privateMeasured, taskManager, web]
}

// One at most: the ingress would lead to any of several, and a point needs the one that was told of it.
module peerWorker 'modules/app-worker.bicep' = {
  name: 'app-worker-peer'
  scope: group
  params: {
    location: location
    tags: allTags
    pool: 'peer'
    slots: 1
    peerIngress: peerIngress
    peerPort: peerPort
    limits: { min: 0, max: 1 }
    size: measureSize
    environmentId: environment.outputs.id
    image: '${registry.outputs.loginServer}/azureperf/worker:${imageTag}'
    registryServer: registry.outputs.loginServer
    pull: identities.outputs.pull
    identity: identities.outputs.peerWorker
    measuredIdentity: identities.outputs.measured
    scaler: identities.outputs.scaler
    controlAccountName: control.outputs.name
    controlAccountUri: control.outputs.uri
    measuredAccountUri: measured.outputs.uri
    targets: targets
    settings: workerSettings
    otlpEndpoint: otlpEndpoint
    otlpProtocol: otlpProtocol
  }
  dependsOn: [grants, privateControl, privateMeasured, taskManager, web]
}

module web 'modules/app-web.bicep' = {
  name: 'app-web'
  scope: group
  params: {
    location: location
    tags: allTags
    limits: webScale
    environmentId: environment.outputs.id
    image: '${registry.outputs.loginServer}/azureperf/web:${imageTag}'
    registryServer: registry.outputs.loginServer
    pull: identities.outputs.pull
    identity: identities.outputs.web
    signInClientId: signInClientId
    admins: admins
    runLimits: limits
    mail: mail
    targets: targets
    settings: webSettings
    controlAccountUri: control.outputs.uri
    measureApp: scalingByPeople ? '${apps}/worker-measure' : ''
    bagApp: scalingByPeople ? '${apps}/worker-bag' : ''
    otlpEndpoint: otlpEndpoint
    otlpProtocol: otlpProtocol
  }
  dependsOn: [grants, privateControl]
}

module scaling 'modules/scaling-rights.bicep' = if (scalingByPeople) {
  name: 'scaling-rights'
  scope: group
  params: {
    principalId: identities.outputs.web.principalId
    appNames: [measureWorker.outputs.name, bagWorker.outputs.name]
    environmentName: environment.outputs.name
  }
}

module alerts 'modules/alerts.bicep' = {
  name: 'alerts'
  scope: group
  params: { location: location, tags: allTags, workspaceId: logs.outputs.workspaceId, contactEmails: contactEmails }
}

module budget 'modules/budget.bicep' = if (monthlyBudget > 0 && !empty(contactEmails)) {
  name: 'budget'
  scope: group
  params: { amount: monthlyBudget, start: empty(budgetStart) ? thisMonth : budgetStart, contactEmails: contactEmails }
}

output resourceGroupName string = group.name
output registryServer string = registry.outputs.loginServer
output webAddress string = web.outputs.address
output webIdentityPrincipalId string = identities.outputs.web.principalId
output taskManagerPrincipalId string = identities.outputs.taskManager.principalId
output measuredPrincipalId string = identities.outputs.measured.principalId
output measuredIdentityName string = last(split(identities.outputs.measured.id, '/'))
output bagWorkerPrincipalId string = identities.outputs.bagWorker.principalId
output controlAccountName string = control.outputs.name
output measuredAccountName string = measured.outputs.name
