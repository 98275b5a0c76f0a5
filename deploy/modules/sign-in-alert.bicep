// The alert on device codes that somebody else than the bot redeems. deploy/conditional-access.md describes the query.

param name string
param location string
param tags object
@description('Log Analytics workspace with the tables SigninLogs and AADNonInteractiveUserSignInLogs.')
param workspaceId string
@description('Empty: every application.')
param applicationIds array
@description('IPv4 addresses or ranges of the bot.')
param botAddresses array
param actionGroups array

var query = join([
  'let applications = dynamic(${string(applicationIds)});'
  'let bot = dynamic(${string(botAddresses)});'
  'union isfuzzy=true SigninLogs, AADNonInteractiveUserSignInLogs'
  '| where AuthenticationProtocol == "deviceCode" or column_ifexists("OriginalTransferMethod", "") == "deviceCodeFlow"'
  '| where tostring(ResultType) == "0"'
  '| where array_length(applications) == 0 or AppId in (applications)'
  '| where not(coalesce(ipv4_is_in_any_range(IPAddress, bot), false))'
  '| project TimeGenerated, UserId, UserPrincipalName, AppId, AppDisplayName, IPAddress, UserAgent, CorrelationId'
], '\n')

resource rule 'Microsoft.Insights/scheduledQueryRules@2022-06-15' = {
  name: '${name}-device-code-elsewhere'
  location: location
  tags: tags
  properties: {
    description: 'A device code was redeemed from an address that is not the bot\'s: probably phishing.'
    displayName: '${name}: device-code-elsewhere'
    enabled: true
    severity: 1
    evaluationFrequency: 'PT15M'
    // Sign-in logs arrive minutes late.
    windowSize: 'PT1H'
    // The tables exist once the first entry has arrived.
    skipQueryValidation: true
    scopes: [
      workspaceId
    ]
    criteria: {
      allOf: [
        {
          query: query
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
      actionGroups: actionGroups
    }
  }
}
