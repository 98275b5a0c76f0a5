// Logs, metrics, traces and alerts.

param name string
param location string
param tags object

@description('Recipient of alert e-mails. Empty: alerts are only listed.')
param alertEmail string

@description('Workspace for everything that is logged, with other administrators than the bot; empty: one beside the bot.')
param workspaceId string

@description('The log has the ends of the chains of the audit log: as long as that is kept.')
param retentionDays int

resource logs 'Microsoft.OperationalInsights/workspaces@2023-09-01' = if (empty(workspaceId)) {
  name: '${name}-logs'
  location: location
  tags: tags
  properties: {
    // What a workspace takes.
    retentionInDays: min(max(retentionDays, 30), 730)
    sku: {
      name: 'PerGB2018'
    }
  }
}

var logsId = empty(workspaceId) ? logs.id : workspaceId

resource insights 'Microsoft.Insights/components@2020-02-02' = {
  name: '${name}-insights'
  location: location
  tags: tags
  kind: 'web'
  properties: {
    Application_Type: 'web'
    WorkspaceResourceId: logsId
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

// The workspace may have the logs of other apps.
var consoleLogs = 'ContainerAppConsoleLogs | where ContainerAppName == "${name}"'

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
    query: '${consoleLogs} | extend line = parse_json(Log) | where tostring(line.event) == "sign-in-by-somebody-else"'
  }
  {
    name: 'not-me'
    severity: 1
    description: 'Somebody reported a sign-in that was not theirs.'
    query: 'customMetrics | where name == "restore.sign_in.events" and customDimensions.event == "not-me" | where valueSum > 0'
  }
  {
    name: 'storage-write-waiting'
    severity: 1
    description: 'An instance holds in memory what cannot be stored: it must not be stopped.'
    isLog: true
    query: '${consoleLogs} | where Log has "storage-write-waiting" | extend line = parse_json(Log) | where tostring(line.event) == "storage-write-waiting"'
  }
  {
    name: 'audit-line-not-stored'
    severity: 1
    description: 'An audit entry is in the log only, because storage did not take it.'
    isLog: true
    query: '${consoleLogs} | where Log has "audit-line-not-stored" | extend line = parse_json(Log) | where tostring(line.event) == "audit-line-not-stored"'
  }
  {
    name: 'retention-not-swept'
    severity: 2
    description: 'The daily sweep has not run for two days: what should be erased is kept.'
    isLog: true
    frequency: 'PT1H'
    window: 'P2D'
    query: '${consoleLogs} | where Log has "retention-swept" | extend line = parse_json(Log) | where tostring(line.event) == "retention-swept" | summarize sweeps = count() | where sweeps == 0'
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
      evaluationFrequency: alert.?frequency ?? 'PT5M'
      windowSize: alert.?window ?? 'PT10M'
      // The table of the log exists once the first entry has arrived.
      skipQueryValidation: alert.?isLog ?? false
      scopes: [
        alert.?isLog ?? false ? logsId : insights.id
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

output logsId string = logsId
output connectionString string = insights.properties.ConnectionString
output actionGroups array = empty(alertEmail) ? [] : [
  people.id
]
