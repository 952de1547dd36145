using 'main.bicep'

param environmentName = readEnvironmentVariable('AZURE_ENV_NAME', 'azureperf')
param location = readEnvironmentVariable('AZURE_LOCATION', 'westeurope')
param resourceGroupName = readEnvironmentVariable('AZUREPERF_RESOURCE_GROUP', 'rg-azureperf-${readEnvironmentVariable('AZURE_ENV_NAME', 'azureperf')}')
param imageTag = readEnvironmentVariable('AZUREPERF_IMAGE_TAG', 'latest')
param signInClientId = readEnvironmentVariable('AZUREPERF_SIGN_IN_CLIENT_ID', '')
param registration = readEnvironmentVariable('AZUREPERF_REGISTRATION', '')
param admins = filter(map(split(readEnvironmentVariable('AZUREPERF_ADMINS', ''), ','), part => trim(part)), admin => !empty(admin))
param network = readEnvironmentVariable('AZUREPERF_NETWORK', 'public')
param otlpEndpoint = readEnvironmentVariable('AZUREPERF_OTLP_ENDPOINT', '')
param otlpProtocol = empty(readEnvironmentVariable('AZUREPERF_OTLP_PROTOCOL', '')) ? 'http/protobuf' : readEnvironmentVariable('AZUREPERF_OTLP_PROTOCOL', '')
param archiveAddress = readEnvironmentVariable('AZUREPERF_ARCHIVE', '')
param archiveTokenUrl = readEnvironmentVariable('AZUREPERF_ARCHIVE_TOKEN_URL', '')
param mail = json(readEnvironmentVariable('AZUREPERF_MAIL', '{}'))
param mailSignInUrl = readEnvironmentVariable('AZUREPERF_MAIL_SIGN_IN_URL', '')
param monthlyBudget = int(readEnvironmentVariable('AZUREPERF_MONTHLY_BUDGET', '0'))
param contactEmails = filter(map(split(readEnvironmentVariable('AZUREPERF_CONTACT_EMAILS', ''), ','), part => trim(part)), email => !empty(email))
param budgetStart = readEnvironmentVariable('AZUREPERF_BUDGET_START', '')
param measureScale = { min: 0, max: int(readEnvironmentVariable('AZUREPERF_MEASURE_MAX', '10')) }
param bagScale = { min: 0, max: int(readEnvironmentVariable('AZUREPERF_BAG_MAX', '10')) }
param scalingByPeople = readEnvironmentVariable('AZUREPERF_SCALING_BY_PEOPLE', '') == 'true'
param measuredSku = readEnvironmentVariable('AZUREPERF_MEASURED_SKU', 'Standard_LRS')
param limits = json(readEnvironmentVariable('AZUREPERF_LIMITS', '{}'))
