/** The whole of deploy/, parsed and held against what must be in it. */
import { readFileSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { SET_BY_TEMPLATE } from '../../scripts/azure/parameters.ts';
import { RIGHTS, judgeStorageError } from '../../src/doctor/bot.ts';
import { SETTINGS } from '../../src/settings/definitions.ts';
import { INSTRUMENTS } from '../../src/telemetry/telemetry.ts';
import { readBicep, type BicepFile } from './bicep.ts';

const MODULES = readdirSync('deploy/modules').map((name) => `deploy/modules/${name}`);
const MAINS = ['deploy/main.bicep', 'deploy/rotate-keys.bicep'];
const files = new Map<string, BicepFile>();
beforeAll(async () => {
  for (const path of [...MAINS, ...MODULES]) files.set(basename(path, '.bicep'), await readBicep(path));
});

function file(name: string): BicepFile {
  const found = files.get(name);
  if (found === undefined) throw new Error(`no ${name}.bicep`);
  return found;
}

test.each([...MAINS, ...MODULES])('%s is Bicep', (path) => {
  expect(file(basename(path, '.bicep')).errors).toEqual([]);
});

test('the grammar reports text that is not Bicep', async () => {
  const { errors } = await readBicep('.dockerignore');
  expect(errors.length).toBeGreaterThan(0);
});

test('every module is used, with every parameter it requires and none that it lacks', () => {
  const modules = MAINS.flatMap((path) => [...file(basename(path, '.bicep')).modules.values()]);
  const used = modules.map(({ path }) => `deploy/${path}`);
  expect(used.toSorted()).toEqual(MODULES.toSorted());
  for (const { path, params } of modules) {
    const wanted = file(basename(path, '.bicep')).params;
    const names = wanted.map(({ name }) => name);
    expect({ path, unknown: params.filter((name) => !names.includes(name)) }).toEqual({ path, unknown: [] });
    const needed = wanted.filter(({ hasDefault }) => !hasDefault).map(({ name }) => name);
    expect({ path, missing: needed.filter((name) => !params.includes(name)) }).toEqual({ path, missing: [] });
  }
});

test('every module output that main reads exists', () => {
  const { text, modules } = file('main');
  for (const [, symbol = '', output = ''] of text.matchAll(/(\w+)!?\.outputs\.(\w+)/g)) {
    const path = modules.get(symbol)?.path;
    expect({ symbol, known: path !== undefined }).toEqual({ symbol, known: true });
    expect(file(basename(path ?? '', '.bicep')).outputs).toContain(output);
  }
});

test.each([
  ['identity', 'Microsoft.ManagedIdentity/userAssignedIdentities'],
  ['storage', 'Microsoft.Storage/storageAccounts'],
  ['storage', 'Microsoft.Storage/storageAccounts/blobServices/containers'],
  ['storage', 'Microsoft.Storage/storageAccounts/queueServices/queues'],
  ['storage', 'Microsoft.Storage/storageAccounts/managementPolicies'],
  ['storage', 'Microsoft.Storage/storageAccounts/blobServices/containers/immutabilityPolicies'],
  ['storage', 'Microsoft.Authorization/roleDefinitions'],
  ['key-vault', 'Microsoft.KeyVault/vaults'],
  ['registry', 'Microsoft.ContainerRegistry/registries'],
  ['app', 'Microsoft.App/managedEnvironments'],
  ['app', 'Microsoft.App/containerApps'],
  ['bot', 'Microsoft.BotService/botServices'],
  ['bot', 'Microsoft.BotService/botServices/channels'],
  ['monitoring', 'Microsoft.Insights/components'],
  ['monitoring', 'Microsoft.OperationalInsights/workspaces'],
  ['monitoring', 'Microsoft.Insights/scheduledQueryRules'],
  ['sign-in-alert', 'Microsoft.Insights/scheduledQueryRules'],
  ['network', 'Microsoft.Network/virtualNetworks'],
  ['network', 'Microsoft.Network/natGateways'],
  ['private-endpoints', 'Microsoft.Network/privateEndpoints'],
  ['private-endpoints', 'Microsoft.Network/privateDnsZones'],
])('%s makes a %s, of a released version', (name, type) => {
  const types = [...file(name).resources.values()].map((resource) => resource.type);
  expect(types).toContainEqual(expect.stringMatching(new RegExp(`^${type}@\\d{4}-\\d{2}-\\d{2}$`)));
});

test.each<[string, string, readonly (string | RegExp)[]]>([
  [
    'storage has no shared keys and nothing public, and may be used by the identity alone',
    'storage',
    [
      'allowSharedKeyAccess: false',
      'allowBlobPublicAccess: false',
      "minimumTlsVersion: 'TLS1_2'",
      "publicNetworkAccess: isPrivate ? 'Disabled' : 'Enabled'",
      "publicAccess: 'None'",
      'ba92f5b4-2d11-453d-a403-e96b0029c9fe',
      '974c5e8b-45b9-4653-ba55-5f855dd0fb88',
    ],
  ],
  [
    'the vault is closed to keys of old, cannot be purged, and may be read by the identity',
    'key-vault',
    ['enableRbacAuthorization: true', 'enablePurgeProtection: true', '4633458b-17de-408a-b874-0445c86b69e6'],
  ],
  [
    'the certificate of restores and its password are read from the vault, never set as values of the app',
    'app',
    ["keyVaultUrl: '${secretsUri}/${secret}'", "name: toUpper(replace(secret, '-', '_'))", 'secretRef: secret'],
  ],
  [
    'a deployment that is not given the certificate of restores anew keeps it, as long as what needs it is set',
    'main',
    [
      /restoreSecrets: contains\(otherSettings, 'RESTORE_IMPERSONATION_ACCOUNT'\) \? \[\n +'restore-certificate'\n +'restore-certificate-password'\n/,
    ],
  ],
  [
    'sessions that began in the browser are renewed after people sign in with codes again',
    'main',
    ["name: 'OPERATOR_CREDENTIAL'\n          value: 'managed-identity'\n"],
  ],
  [
    'the alert on device codes watches both applications that people sign in to',
    'main',
    [
      /^param watchedApplicationIds array = .* \? \[\] : concat\(\[\n {2}operatorApplicationId\n\], empty\(appOnlyApplicationId\) \? \[\] : \[\n {2}appOnlyApplicationId\n\]\)$/m,
    ],
  ],
  [
    'the app always has a replica, scales on what waits in the queue, and reads keys from the vault',
    'app',
    [
      /@minValue\(1\)\nparam minReplicas int/,
      "type: 'azure-queue'",
      "queueLengthStrategy: 'visibleonly'",
      'keyVaultUrl: keysUri',
      "activeRevisionsMode: 'Single'",
      'allowInsecure: false',
      "path: '/readyz'",
      "path: '/healthz'",
    ],
  ],
  [
    'the bot is the identity, and speaks to Teams',
    'bot',
    ["msaAppType: 'UserAssignedMSI'", "name: 'MsTeamsChannel'", 'isEnabled: true', 'disableLocalAuth: true'],
  ],
  ['the image is pulled without a password', 'registry', ['adminUserEnabled: false']],
  [
    'network integration is a choice, and a network with private endpoints is what nobody has to choose',
    'main',
    [/@allowed\(\[\n {2}'none'\n {2}'new'\n {2}'existing'\n\]\)/, /^param network string = 'new'$/m],
  ],
  [
    'in the public cloud only the ranges of Teams may call, unless others are given',
    'main',
    [
      /^param allowedSources array = environment\(\)\.name == 'AzureCloud' \? \[\n {2}'52\.112\.0\.0\/14'\n {2}'52\.122\.0\.0\/15'\n\] : \[\]$/m,
    ],
  ],
  [
    'each range that may call is one rule of the ingress, and rules only allow',
    'app',
    ['for (range, index) in allowedSources', "action: 'Allow'", 'ipSecurityRestrictions: sourceRules'],
  ],
  [
    'a network of its own leaves by one address, which never changes',
    'network',
    ["publicIPAllocationMethod: 'Static'", 'id: gateway.id', 'output outgoingAddress string'],
  ],
])('%s', (_sentence, name, wanted) => {
  for (const part of wanted) {
    if (typeof part === 'string') expect(file(name).text).toContain(part);
    else expect(file(name).text).toMatch(part);
  }
});

const auditRights = (): readonly string[] => {
  const { text = '' } = file('storage').resources.get('auditAppender') ?? {};
  return [...text.matchAll(/'Microsoft\.Storage\/[^']+\/containers\/([^']+)'/g)].map(([, right = '']) => right);
};

test('a role that somebody makes by hand, as the page says, has each right that the deployment gives', () => {
  const page = readFileSync('docs/own-server.md', 'utf8');
  expect(auditRights().filter((right) => !page.includes(`\`…/containers/${right}\``))).toEqual([]);
});

test('the bot may read and append audit entries, and nobody can change or delete them before their time', () => {
  const { resources } = file('storage');
  const textOf = (name: string) => resources.get(name)?.text ?? '';
  const rights = auditRights();
  expect(rights).toEqual(['read', 'blobs/read', 'blobs/add/action']);
  expect(textOf('mayAppendAudit')).toContain('scope: audit\n');
  expect(textOf('mayAppendAudit')).toContain('roleDefinitionId: auditAppender.id');
  // A right to delete blobs of the whole account would include the audit container.
  expect(textOf('mayUseState')).toContain('scope: state\n');
  expect(textOf('mayUseState')).toContain('blobDataContributor');
  const accountWide = [...resources.values()].filter(({ text }) => text.includes('scope: account\n'));
  expect(accountWide.filter(({ text }) => text.includes('blobDataContributor'))).toEqual([]);
  const policy = textOf('auditIsKept');
  expect(policy).toContain('parent: audit\n');
  expect(policy).toContain('immutabilityPeriodSinceCreationInDays: auditRetentionDays');
  expect(policy).toContain('allowProtectedAppendWrites: true');
  expect(policy).toContain('= if (!auditPolicyLocked) {');
  expect(file('main').text).toContain('param auditPolicyLocked bool = false');
});

test('what the doctor advises where access is denied gives no right to change audit entries', () => {
  const denied = Object.assign(new Error('denied'), { statusCode: 403, code: 'AuthorizationPermissionMismatch' });
  const missing = Object.assign(new Error('missing'), { statusCode: 404, code: 'ContainerNotFound' });
  for (const error of [denied, missing]) {
    const adviceOn = (right: string) => judgeStorageError(error, 'account', right).remedy;
    expect(adviceOn(RIGHTS.audit)).toMatch(
      /AUDIT_CONTAINER that reads and adds .* neither writes nor deletes any, .*…\/containers\/read\b/,
    );
    expect(adviceOn(RIGHTS.blobs)).toMatch(/Storage Blob Data Contributor on STATE_CONTAINER only/);
  }
  expect(readFileSync('docs/log-reference.md', 'utf8')).toContain('Contributor_ on `STATE_CONTAINER` only');
});

test.each([
  ['storage', 'blobs', ['StorageRead', 'StorageWrite', 'StorageDelete']],
  ['key-vault', 'vault', ['AuditEvent']],
])('diagnostic logs of %s go to the workspace', (name, scope, categories) => {
  const text = file(name).resources.get('toLogs')?.text ?? '';
  expect(text).toContain(`scope: ${scope}\n`);
  expect(text).toContain('workspaceId: logsId');
  expect([...text.matchAll(/category: '(\w+)'\n +enabled: true/g)].map(([, category]) => category)).toEqual(categories);
  expect(file('main').text).toMatch(
    new RegExp(`module \\w+ 'modules/${name}\\.bicep'[\\s\\S]{1,700}?logsId: monitoring\\.outputs\\.logsId`),
  );
});

test('secrets are passed on as secure parameters, and no output is secret', () => {
  const secret = [
    'stateEncryptionKeys',
    'newKey',
    'keys',
    'backupServiceCa',
    'organizations',
    'certificates',
    'applicationInsights',
    'restoreCertificate',
    'restoreCertificatePassword',
  ];
  for (const { params } of files.values()) {
    for (const { name, isSecure } of params)
      expect({ name, isSecure }).toEqual({ name, isSecure: secret.includes(name) });
  }
  const given = file('main').outputs;
  expect(given.filter((name) => /key(?!VaultName)|secret|password|connection/i.test(name))).toEqual([]);
  for (const { text } of files.values()) expect(text).not.toMatch(/listKeys|listSecrets|adminPassword/);
});

test('every setting that the app is given is one of the bot’s', () => {
  const known: readonly string[] = [...Object.keys(SETTINGS), 'APPLICATION_INSIGHTS_NO_STATSBEAT'];
  const text = `${file('main').text}\n${file('app').text}`;
  const given = [...text.matchAll(/name: '([A-Z][A-Z\d_]+|MicrosoftApp\w+)'/g)].map(([, name = '']) => name);
  expect(given.length).toBeGreaterThan(12);
  expect(given.filter((name) => !known.includes(name))).toEqual([]);
  // app.bicep makes the names of these out of those of their secrets.
  const secret = ['RESTORE_CERTIFICATE', 'RESTORE_CERTIFICATE_PASSWORD'];
  expect(Object.keys(SET_BY_TEMPLATE).toSorted()).toEqual([...new Set([...given, ...secret])].toSorted());
});

test('what the app may not be given twice names the parameter that gives it', () => {
  const known = file('main').params.map(({ name }) => name);
  const named = Object.values(SET_BY_TEMPLATE).filter((name) => name !== undefined);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});

test('state is kept no longer than the bot takes', () => {
  const [, most = ''] = /@maxValue\((\d+)\)\nparam stateRetentionDays int/.exec(file('main').text) ?? [];
  const { parse } = SETTINGS.STATE_RETENTION_DAYS;
  expect(parse(most)).toBe(Number(most));
  expect(() => parse(`${Number(most) + 1}`)).toThrow(most);
});

test('the alert on device codes exists where a workspace has sign-in logs, and knows the address of a new network', () => {
  const { text } = file('main');
  expect(text).toContain("module signInAlert 'modules/sign-in-alert.bicep' = if (!empty(signInLogsWorkspaceId)) {");
  expect(text).toMatch(/botAddresses: concat\(outgoingAddresses, network == 'new' \? \[\n\s+newNetwork!/);
});

/** The fields of one alert. */
function alertOf(name: string): Readonly<Record<string, string>> {
  const [, body = ''] =
    new RegExp(`\\{\\n    name: '${name}'\\n(.*?)\\n  \\}`, 's').exec(file('monitoring').text) ?? [];
  return Object.fromEntries(
    [...body.matchAll(/^ {4}(\w+): '?(.*?)'?$/gm)].map(([, field = '', value = '']) => [field, value]),
  );
}

test.each([
  ['sign-in-by-somebody-else', 'src/sign-in/follow/foreign-approval.ts'],
  ['retention-not-swept', 'src/sign-in/privacy.ts'],
  ['storage-write-waiting', 'src/core/retry.ts'],
  ['audit-line-not-stored', 'src/state/audit/log.ts'],
])('the alert %s reads the log of this bot for the event that it writes', (name, source) => {
  const { isLog, query = '' } = alertOf(name);
  const [, event = 'none'] = /line\.event\) == "([^"]+)"/.exec(query) ?? [];
  expect(readFileSync(source, 'utf8')).toContain(`event: '${event}'`);
  expect({ isLog, isOfThisBot: query.startsWith('${consoleLogs} |') }).toEqual({ isLog: 'true', isOfThisBot: true });
  const { text } = file('monitoring');
  expect(text).toContain(`var consoleLogs = 'ContainerAppConsoleLogs | where ContainerAppName == "\${name}"'`);
  expect(text).toContain('alert.?isLog ?? false ? logsId : insights.id');
  expect(file('app').text).toContain("category: 'ContainerAppConsoleLogs'");
  expect(file('app').resources.get('app')?.text).toMatch(/^ {2}name: name$/m);
});

test('the alert on a report of “This was not me” counts what the metric of audit entries counts', () => {
  const { query, isLog } = alertOf('not-me');
  const [, metric = 'none', event = 'none'] =
    /name == "([^"]+)" and customDimensions\.event == "([^"]+)"/.exec(query ?? '') ?? [];
  expect(Object.keys(INSTRUMENTS)).toContain(metric);
  expect(readFileSync('src/core/audit.ts', 'utf8')).toContain(`| '${event}'`);
  expect(isLog).toBeUndefined();
});

test('the alert on the sweep fires where the log of two days has none', () => {
  const { query, window, frequency } = alertOf('retention-not-swept');
  expect(query).toMatch(/\| summarize sweeps = count\(\) \| where sweeps == 0$/);
  expect({ window, frequency }).toEqual({ window: 'P2D', frequency: 'PT1H' });
  expect(file('monitoring').text).toContain("windowSize: alert.?window ?? 'PT10M'");
});

test('every alert is explained', () => {
  const page = readFileSync('docs/operations.md', 'utf8');
  const [, alerts = ''] = /^var alerts = \[\n(.*?)^\]/ms.exec(file('monitoring').text) ?? [];
  const names = [...alerts.matchAll(/^ {4}name: '([^']+)'$/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !page.includes(`| \`${name}\``))).toEqual([]);
});

test('what the bot erases is erased without it as well, later than by itself', () => {
  const { text, resources } = file('storage');
  const [, rules = ''] = /^var expiring = \[\n(.*?)^\]/ms.exec(text) ?? [];
  const ages = [...rules.matchAll(/prefixes: \[\n(.*?)\n {4}\]\n {4}days: (.*?)\n/gs)].flatMap(
    ([, prefixes = '', days]) => [...prefixes.matchAll(/'(.*?)'/g)].map(([, prefix]) => [prefix, days]),
  );
  expect(ages).toEqual([
    ['${auditContainer}/audit/', 'auditRetentionDays'],
    ['${container}/audit/', 'auditRetentionDays'],
    ['${container}/conversations/', 'stateRetentionDays + 90'],
    ['${container}/restores/', 'stateRetentionDays + 7'],
    ['${container}/requests/', '21'],
    ['${container}/duty/', '21'],
    ['${container}/exports/', '3'],
    ['${container}/approvals/', '14'],
  ]);
  expect(resources.get('lifecycle')?.text).toMatch(
    /for rule in expiring: \{.*daysAfterModificationGreaterThan: rule\.days/s,
  );
});

test('logs are kept as long as audit entries, and may be kept where administrators of the bot change nothing', () => {
  const { text, resources } = file('monitoring');
  expect(resources.get('logs')?.text).toMatch(
    / = if \(empty\(workspaceId\)\) \{.*retentionInDays: min\(max\(retentionDays, 30\), 730\)/s,
  );
  expect(text).toContain('var logsId = empty(workspaceId) ? logs.id : workspaceId');
  expect(text.match(/logs\.id/g)).toHaveLength(1);
  expect(text).toContain('output logsId string = logsId');
  expect(file('main').text).toMatch(/workspaceId: logsWorkspaceId\n +retentionDays: auditRetentionDays\n/);
});

test('the page for administrators shows the query of the alert, line by line', () => {
  const [, body = ''] = /var query = join\(\[\n(.*?)\n\], '\\n'\)/s.exec(file('sign-in-alert').text) ?? [];
  const lines = [...body.matchAll(/^ {2}'(.*)'$/gm)].map(([, line = '']) => line);
  expect(lines.length).toBeGreaterThan(6);
  const page = readFileSync('deploy/conditional-access.md', 'utf8');
  const shown =
    [...page.matchAll(/```kusto\n(.*?)```/gs)].find(([, query = '']) => query.includes('let bot'))?.[1] ?? '';
  const fixed = (all: readonly string[]): readonly string[] =>
    all.map((line) => line.replace(/dynamic\(.*\);/, 'dynamic(…);'));
  expect(fixed(shown.trimEnd().split('\n'))).toEqual(fixed(lines));
});

test('the example of parameters names only parameters of main, with values that are Bicep, and no secret', async () => {
  const path = 'deploy/main.example.bicepparam';
  const text = readFileSync(path, 'utf8');
  // The grammar knows no parameters file, so each is read as a variable; what is commented out is to be used as well.
  const variables = text.replace(/^using .*$/m, '').replaceAll(/^(?:\/\/ )?param (?=\w+ =)/gm, 'var ');
  expect((await readBicep(path, variables)).errors).toEqual([]);
  const known = file('main').params.map(({ name }) => name);
  const named = [...text.matchAll(/^(?:\/\/ )?param (\w+) =/gm)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
  expect(text).toMatch(/^using '\.\/main\.bicep'$/m);
  expect(text).toContain("param network = 'new'");
  expect(text).toContain("param stateEncryptionKeys = readEnvironmentVariable('STATE_ENCRYPTION_KEYS', '')");
});

test('with organizations, certificates are mounted under the names that the organizations have for them, and no setting names one', () => {
  expect(file('main').text).toMatch(
    /certificates: empty\(organizations\) \? .*?\n.*?\n +\}\) : certificates\n +caFile: empty\(organizations\) && !empty\(backupServiceCa\) \?/,
  );
  expect(file('app').text).toContain("name: 'BACKUP_SERVICE_CA'\n      value: '${folder}/${caFile}'");
});

test('a region without zones, DNS servers of the company and several deployments in a tenant are possible', () => {
  expect(file('main').text).toContain("param storageSku string = zoneRedundant ? 'Standard_ZRS' : 'Standard_LRS'");
  expect(file('app').text).toContain('zoneRedundant: zoneRedundant && !empty(appsSubnetId)');
  expect(file('network').text).toContain('dnsServers: dnsServers');
  expect(file('storage').text).toContain("roleName: '${name} audit appender ${uniqueString(resourceGroup().id)}'");
});

test('a rotation reads the keys within Azure, from a vault that allows it for that time only', () => {
  expect(file('rotate-keys').text).toContain("keys: vault.getSecret('state-encryption-keys')");
  expect(file('key-vault').text).toContain('enabledForTemplateDeployment: false');
  const { text } = file('rotated-keys');
  expect(text).toContain("added: '${keys},${newKey}'");
  expect(text).toMatch(/first: join\(concat\(\[\n +last\(all\)\n +\], take\(all, length\(all\) - 1\)\), ','\)/);
  expect(text).toContain('dropped: first(all)');
  expect(text).toContain('replaced: newKey');
  const given = readFileSync('deploy/rotate-keys.bicepparam', 'utf8');
  const named = [...given.matchAll(/^param (\w+) =/gm)].map(([, name = '']) => name);
  expect(named).toEqual(file('rotate-keys').params.map(({ name }) => name));
});
