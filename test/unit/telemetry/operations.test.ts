import { operationOf } from '../../../src/telemetry/operations.ts';

test.each([
  ['https://login.microsoftonline.com/contoso.onmicrosoft.com/oauth2/v2.0/devicecode', 'devicecode'],
  ['https://graph.microsoft.com/v1.0/me?$select=id', 'me'],
  ['https://backup.example/v5/Token', 'token'],
  ['https://backup.example/v8/Mailboxes/olga@contoso.com', 'other'],
  ['https://backup.example/v8/RestoreSessions?limit=30', 'RestoreSessions'],
  ['https://backup.example/v8/RestoreSessions/0b0d1c5e', 'RestoreSession'],
  ['https://backup.example/v8/RestoreSessions/0b0d1c5e/organization/mailboxes/search?limit=1', 'Search'],
  ['https://backup.example/v8/RestoreSessions/0b0d1c5e/Organization/OneDrives/b!olga/Documents/x', 'other'],
  ['https://backup.example/v8/Organization/LoggedInUser', 'LoggedInUser'],
  ['no address', 'other'],
])('%s is called %s', (url, operation) => {
  expect(operationOf(url)).toBe(operation);
});
