// Logs, metrics, traces and alerts.

param name string
param location string
param tags object

@description('Recipient of alert e-mails. Empty: alerts are only listed.')
param alertEmail string

resource logs 'Microsoft.OperationalInsights/workspaces@2023-09-01' = {
  name: '${name}-logs'
  location: location
  tags: tags
  properties: {
    retentionInDays: 30
    sku: {
      name: 'PerGB2018'
    }
  }
}

resource insights 'Microsoft.Insights/components@2020-02-02' = {
  name: '${name}-insights'
  location: location
  tags: tags
  kind: 'web'
  properties: {
    Application_Type: 'web'
    WorkspaceResourceId: logs.id
  }
}

resource people 'Microsoft.Insights/actionGroups@2023-01-01' = if (!empty(alertEmail)) {
  name: '${name}-people'
  location: 'global'
  tags: tags
  properties: {
    enabled: true
    groupShortName: 'restore-bot'
    emailReceivers: [
      {
        name: 'pager'
        emailAddress: alertEmail
        useCommonAlertSchema: true
      }
    ]
  }
}

// docs/operations.md, "Alerts", describes what to do about each.
var alerts = [
  {
    name: 'queue-old'
    severity: 1
    description: 'Jobs wait for more than a minute: no instance processes them, or too few do.'
    query: 'customMetrics | where name == "restore.queue.age" | summarize worst = max(valueMax) by bin(timestamp, 5m) | where worst > 60'
  }
  {
    name: 'poison'
    severity: 2
    description: 'A job failed repeatedly and was moved to the poison queue.'
    query: 'customMetrics | where name == "restore.queue.poison" | where valueMax > 0'
  }
  {
    name: 'backup-service'
    severity: 2
    description: 'The backup service does not respond, or its certificate is not trusted.'
    query: 'customMetrics | where name == "restore.upstream.duration" and customDimensions.upstream == "backup service" | where customDimensions.outcome in ("NO_ANSWER", "TIMED_OUT", "UNTRUSTED") or customDimensions.outcome startswith "HTTP 5" | summarize times = sum(valueCount) | where times > 5'
  }
  {
    name: 'turns-failing'
    severity: 1
    description: 'Turns end with an error.'
    query: 'customMetrics | where name == "restore.turn.duration" and toint(customDimensions.status) >= 500 | summarize times = sum(valueCount) | where times > 3'
  }
  {
    name: 'sign-in-by-somebody-else'
    severity: 1
    description: 'Another account approved the code of a sign-in: a wrong account, or phishing.'
    isLog: true
    query: 'ContainerAppConsoleLogs | extend line = parse_json(Log) | where tostring(line.event) == "sign-in-by-somebody-else"'
  }
]

resource rules 'Microsoft.Insights/scheduledQueryRules@2022-06-15' = [
  for alert in alerts: {
    name: '${name}-${alert.name}'
    location: location
    tags: tags
    properties: {
      description: alert.description
      displayName: '${name}: ${alert.name}'
      enabled: true
      severity: alert.severity
      evaluationFrequency: 'PT5M'
      windowSize: 'PT10M'
      // The table of the log exists once the first entry has arrived.
      skipQueryValidation: alert.?isLog ?? false
      scopes: [
        alert.?isLog ?? false ? logs.id : insights.id
      ]
      criteria: {
        allOf: [
          {
            query: alert.query
            timeAggregation: 'Count'
            operator: 'GreaterThan'
            threshold: 0
            failingPeriods: {
              numberOfEvaluationPeriods: 1
              minFailingPeriodsToAlert: 1
            }
          }
        ]
      }
      actions: {
        actionGroups: empty(alertEmail) ? [] : [
          people.id
        ]
      }
    }
  }
]

output logsId string = logs.id
output connectionString string = insights.properties.ConnectionString
output actionGroups array = empty(alertEmail) ? [] : [
  people.id
]
