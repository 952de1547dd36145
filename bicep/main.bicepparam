using 'main.bicep'

// A variable that is there and empty counts as not given: azd takes a setting back only by setting it to nothing.
// Each name stands here twice because only constant names are read.

param environmentName = empty(readEnvironmentVariable('AZURE_ENV_NAME', '')) ? 'azureperf' : readEnvironmentVariable('AZURE_ENV_NAME', '')
param location = empty(readEnvironmentVariable('AZURE_LOCATION', '')) ? 'westeurope' : readEnvironmentVariable('AZURE_LOCATION', '')
param resourceGroupName = empty(readEnvironmentVariable('AZUREPERF_RESOURCE_GROUP', '')) ? 'rg-azureperf-${environmentName}' : readEnvironmentVariable('AZUREPERF_RESOURCE_GROUP', '')
param imageTag = empty(readEnvironmentVariable('AZUREPERF_IMAGE_TAG', '')) ? 'latest' : readEnvironmentVariable('AZUREPERF_IMAGE_TAG', '')
param signInClientId = readEnvironmentVariable('AZUREPERF_SIGN_IN_CLIENT_ID', '')
param registration = readEnvironmentVariable('AZUREPERF_REGISTRATION', '')
param admins = filter(map(split(readEnvironmentVariable('AZUREPERF_ADMINS', ''), ','), part => trim(part)), admin => !empty(admin))
param network = empty(readEnvironmentVariable('AZUREPERF_NETWORK', '')) ? 'public' : readEnvironmentVariable('AZUREPERF_NETWORK', '')
param otlpEndpoint = readEnvironmentVariable('AZUREPERF_OTLP_ENDPOINT', '')
param otlpProtocol = empty(readEnvironmentVariable('AZUREPERF_OTLP_PROTOCOL', '')) ? 'http/protobuf' : readEnvironmentVariable('AZUREPERF_OTLP_PROTOCOL', '')
param archiveAddress = readEnvironmentVariable('AZUREPERF_ARCHIVE', '')
param archiveTokenUrl = readEnvironmentVariable('AZUREPERF_ARCHIVE_TOKEN_URL', '')
param mail = json(empty(readEnvironmentVariable('AZUREPERF_MAIL', '')) ? '{}' : readEnvironmentVariable('AZUREPERF_MAIL', ''))
param mailSignInUrl = readEnvironmentVariable('AZUREPERF_MAIL_SIGN_IN_URL', '')
param monthlyBudget = int(empty(readEnvironmentVariable('AZUREPERF_MONTHLY_BUDGET', '')) ? '0' : readEnvironmentVariable('AZUREPERF_MONTHLY_BUDGET', ''))
param contactEmails = filter(map(split(readEnvironmentVariable('AZUREPERF_CONTACT_EMAILS', ''), ','), part => trim(part)), email => !empty(email))
param budgetStart = readEnvironmentVariable('AZUREPERF_BUDGET_START', '')
param measureScale = { min: 0, max: int(empty(readEnvironmentVariable('AZUREPERF_MEASURE_MAX', '')) ? '10' : readEnvironmentVariable('AZUREPERF_MEASURE_MAX', '')) }
param bagScale = { min: 0, max: int(empty(readEnvironmentVariable('AZUREPERF_BAG_MAX', '')) ? '10' : readEnvironmentVariable('AZUREPERF_BAG_MAX', '')) }
param scalingByPeople = readEnvironmentVariable('AZUREPERF_SCALING_BY_PEOPLE', '') == 'true'
param measuredSku = empty(readEnvironmentVariable('AZUREPERF_MEASURED_SKU', '')) ? 'Standard_LRS' : readEnvironmentVariable('AZUREPERF_MEASURED_SKU', '')
param limits = json(empty(readEnvironmentVariable('AZUREPERF_LIMITS', '')) ? '{}' : readEnvironmentVariable('AZUREPERF_LIMITS', ''))
param targets = json(empty(readEnvironmentVariable('AZUREPERF_TARGETS', '')) ? '{}' : readEnvironmentVariable('AZUREPERF_TARGETS', ''))
param webSettings = json(empty(readEnvironmentVariable('AZUREPERF_WEB_SETTINGS', '')) ? '{}' : readEnvironmentVariable('AZUREPERF_WEB_SETTINGS', ''))
param taskManagerSettings = json(empty(readEnvironmentVariable('AZUREPERF_TASKMANAGER_SETTINGS', '')) ? '{}' : readEnvironmentVariable('AZUREPERF_TASKMANAGER_SETTINGS', ''))
param workerSettings = json(empty(readEnvironmentVariable('AZUREPERF_WORKER_SETTINGS', '')) ? '{}' : readEnvironmentVariable('AZUREPERF_WORKER_SETTINGS', ''))
