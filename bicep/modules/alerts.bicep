// Three questions to the logs, every five minutes; docs/operations.md says what each answer means. The queries are files, so that people ask the same.
param location string
param tags object
param workspaceId string
param contactEmails string[]

var rules = [
  {
    name: 'backlog-without-workers'
    description: 'Tasks wait and no worker of their pool lives.'
    severity: 1
    query: loadTextContent('../../deploy/observability/backlog-without-workers.kql')
  }
  {
    name: 'timeout-share'
    description: 'More than 5 % of the executions of an hour ran into their time limit.'
    severity: 2
    query: loadTextContent('../../deploy/observability/timeout-share.kql')
  }
  {
    name: 'error-share'
    description: 'More than 5 % of the executions of an hour failed or were lost.'
    severity: 2
    query: loadTextContent('../../deploy/observability/error-share.kql')
  }
]

resource people 'Microsoft.Insights/actionGroups@2023-01-01' = if (!empty(contactEmails)) {
  name: 'azureperf-people'
  location: 'global'
  tags: tags
  properties: {
    enabled: true
    groupShortName: 'azureperf'
    emailReceivers: [for (email, i) in contactEmails: { name: 'person-${i}', emailAddress: email, useCommonAlertSchema: true }]
  }
}

resource alert 'Microsoft.Insights/scheduledQueryRules@2023-12-01' = [for rule in rules: {
  name: 'azureperf-${rule.name}'
  location: location
  tags: tags
  kind: 'LogAlert'
  properties: {
    displayName: 'AzurePerf: ${rule.name}'
    description: rule.description
    severity: rule.severity
    enabled: true
    scopes: [workspaceId]
    evaluationFrequency: 'PT5M'
    windowSize: 'PT1H'
    autoMitigate: true
    // The tables appear with the first line that is logged.
    skipQueryValidation: true
    criteria: {
      allOf: [
        {
          query: rule.query
          timeAggregation: 'Count'
          operator: 'GreaterThan'
          threshold: 0
          // Periods are windows of an hour and not looks, and only rows with a time fall into one of several. Each query says itself for how long something must have been so.
          failingPeriods: { numberOfEvaluationPeriods: 1, minFailingPeriodsToAlert: 1 }
        }
      ]
    }
    actions: { actionGroups: empty(contactEmails) ? [] : [people.id] }
  }
}]
