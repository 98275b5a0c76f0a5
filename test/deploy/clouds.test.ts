/** The examples of settings for each cloud, held against the reader of the settings. */
import { readFileSync, readdirSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { readSettings } from '../../src/settings/read-settings.ts';
import { SETTINGS } from '../../src/settings/definitions.ts';

const FOLDER = 'deploy/clouds';

/** What every example leaves to the secret store. */
const SECRETS = { STATE_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64url')}` };

function settingsOf(name: string) {
  const example = parseEnv(readFileSync(`${FOLDER}/${name}.env`, 'utf8'));
  const password = example['MicrosoftAppType'] === 'SingleTenant' ? { MicrosoftAppPassword: 'a-client-secret' } : {};
  return readSettings({ ...example, ...SECRETS, ...password }, () => {
    throw new Error('no file is read');
  });
}

test.each(readdirSync(FOLDER))('%s holds settings that exist, and no secret', (file) => {
  const example = parseEnv(readFileSync(`${FOLDER}/${file}`, 'utf8'));
  const names: readonly string[] = Object.keys(SETTINGS);
  expect(Object.keys(example).filter((name) => !names.includes(name))).toEqual([]);
  for (const secret of ['MicrosoftAppPassword', 'STATE_ENCRYPTION_KEYS', 'AZURE_STORAGE_CONNECTION_STRING']) {
    expect(example).not.toHaveProperty(secret);
  }
});

test.each(readdirSync(FOLDER))('%s says which secrets it lacks, and lacks nothing else', (file) => {
  const text = readFileSync(`${FOLDER}/${file}`, 'utf8');
  const [, named = ''] = /^# Secrets come from .*: (.*)\.$/m.exec(text) ?? [];
  const read = () =>
    readSettings(parseEnv(text), () => {
      throw new Error('no file is read');
    });
  const missing: string[] = [];
  try {
    read();
  } catch (error) {
    for (const [, name = ''] of String(error).matchAll(/(\w+):? is missing/g)) missing.push(name);
  }
  expect(named.split(' and ').toSorted()).toEqual(missing.toSorted());
});

test('behind a proxy, identity and storage are reached without it, as the library of Azure reads the list', () => {
  const { NO_PROXY = '' } = parseEnv(readFileSync(`${FOLDER}/hybrid.env`, 'utf8'));
  expect(NO_PROXY.split(',')).toEqual(expect.arrayContaining(['169.254.169.254', '.core.windows.net']));
});

test.each([
  [
    'public',
    'https://login.microsoftonline.com',
    'https://graph.microsoft.com',
    undefined,
    'https://api.botframework.com',
    ['sharepoint.com', '1drv.com'],
  ],
  [
    'hybrid',
    'https://login.microsoftonline.com',
    'https://graph.microsoft.com',
    undefined,
    'https://api.botframework.com',
    ['sharepoint.com', '1drv.com'],
  ],
  [
    'us-gov-gcc-high',
    'https://login.microsoftonline.us',
    'https://graph.microsoft.us',
    'core.usgovcloudapi.net',
    'https://api.botframework.us',
    ['sharepoint.us', 'sharepoint-mil.us'],
  ],
  [
    'us-gov-dod',
    'https://login.microsoftonline.us',
    'https://dod-graph.microsoft.us',
    'core.usgovcloudapi.net',
    'https://api.botframework.us',
    ['sharepoint.us', 'sharepoint-mil.us'],
  ],
  [
    'china-21vianet',
    'https://login.partner.microsoftonline.cn',
    'https://microsoftgraph.chinacloudapi.cn',
    'core.chinacloudapi.cn',
    'https://api.botframework.azure.cn',
    ['sharepoint.cn'],
  ],
])(
  '%s has sign-in, directory, storage, file and Teams addresses of its own cloud',
  (name, auth, graph, suffix, issuer, files) => {
    const { organizations, storage, bot, allowedUploadHosts } = settingsOf(name);
    expect(allowedUploadHosts).toEqual(files);
    expect(organizations).toMatchObject([{ authUrl: auth, graphUrl: graph }]);
    expect(storage).toEqual({ kind: 'account', account: 'contosorestorebot', ...(suffix !== undefined && { suffix }) });
    expect(bot.toBotFromChannelTokenIssuer).toBe(issuer);
    const cloud = new URL(auth).hostname.split('.').at(-1);
    const hosts = [bot.toBotFromChannelOpenIdMetadataUrl, bot.toChannelFromBotLoginUrl, bot.oAuthUrl];
    for (const url of hosts) expect(new URL(url).hostname.split('.').at(-1)).toBe(cloud);
  },
);
