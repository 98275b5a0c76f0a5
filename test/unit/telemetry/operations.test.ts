import { globSync, readFileSync } from 'node:fs';
import { WORKLOADS } from '../../../src/upstream/explorer/workloads/index.ts';
import { operationOf } from '../../../src/telemetry/operations.ts';

test.each([
  ['https://login.microsoftonline.com/contoso.onmicrosoft.com/oauth2/v2.0/devicecode', 'devicecode'],
  ['https://graph.microsoft.com/v1.0/me?$select=id', 'me'],
  ['https://login.example/contoso.onmicrosoft.com/v2.0/.well-known/openid-configuration', 'openid-configuration'],
  ['https://backup.example/v5/Token', 'token'],
  ['https://backup.example/v8/Mailboxes/olga@contoso.com', 'Mailboxes/{id}'],
  ['https://backup.example/v8/RestoreSessions?limit=30', 'RestoreSessions'],
  ['https://backup.example/v8/RestoreSessions/0b0d1c5e', 'RestoreSession'],
  ['https://backup.example/v8/RestoreSessions/0b0d1c5e/organization/mailboxes/search?limit=1', 'Search'],
  ['https://backup.example/v8/RestoreSessions/0b0d1c5e/Organization/OneDrives/b!olga/Documents/x', 'Documents/{id}'],
  ['https://backup.example/v8/Organization/LoggedInUser', 'LoggedInUser'],
  ['https://backup.example/olga/contoso', 'other'],
  ['no address', 'other'],
])('%s is called %s', (url, operation) => {
  expect(operationOf(url)).toBe(operation);
});

test('each path that the clients of the backup service are written with names its operation', () => {
  const sources = globSync('src/upstream/**/*.ts').map((file) => readFileSync(file, 'utf8'));
  const literals = sources.flatMap(
    (source) => source.match(/(?<=['`}])\/(?!\.default)[A-Za-z\d/${}.()]*\/?[A-Za-z]+(?=['`])/g) ?? [],
  );
  expect(literals.length).toBeGreaterThan(40);
  const unnamed = literals.filter((path) => /^other$|\{id\}$/.test(operationOf(`https://backup.example${path}`)));
  expect(unnamed).toEqual([]);
});

test.each(Object.entries(WORKLOADS))('%s names the operations of its own paths', (name, { operations }) => {
  const sources = globSync(`src/upstream/explorer/workloads/${name}*.ts`).map((file) => readFileSync(file, 'utf8'));
  const ends = sources.flatMap((source) => source.match(/(?<=path: .*\/)[A-Za-z]+(?=[`'])/g) ?? []);
  expect(ends.length).toBeGreaterThan(5);
  const words = operations.toLowerCase().split(' ');
  expect(ends.filter((end) => !words.includes(end.toLowerCase()))).toEqual([]);
});
