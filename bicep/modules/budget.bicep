param amount int
param start string
param contactEmails string[]

resource budget 'Microsoft.Consumption/budgets@2024-08-01' = {
  name: 'azureperf'
  properties: {
    category: 'Cost'
    amount: amount
    timeGrain: 'Monthly'
    timePeriod: { startDate: start }
    notifications: {
      near: { enabled: true, operator: 'GreaterThan', threshold: 80, thresholdType: 'Actual', contactEmails: contactEmails }
      over: { enabled: true, operator: 'GreaterThan', threshold: 100, thresholdType: 'Forecasted', contactEmails: contactEmails }
    }
  }
}
