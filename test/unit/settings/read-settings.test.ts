import { ContainerClient } from '@azure/storage-blob';
import { QueueClient } from '@azure/storage-queue';
import { AuthenticationConstants, GovernmentConstants } from 'botframework-connector';

import { PUBLIC_CLOUD, US_GOVERNMENT_CHANNEL, US_GOVERNMENT_CLOUD } from '../../../src/settings/read-settings.ts';
import { createContainer, createQueue } from '../../../src/state/azure/storage.ts';
import { OTHER_TENANT, TENANT, mistakesIn, read } from '../../support/environment.ts';
import type { Environment } from '../../support/environment.ts';
import { failIfHung } from '../../support/fail-if-hung.ts';

const key = (byte: number): string => Buffer.alloc(32, byte).toString('base64url');

test('the required settings alone give all defaults', () => {
  const settings = read();

  expect(settings).toEqual({
    port: 3978,
    host: undefined,
    bot: {
      appType: 'SingleTenant',
      appId: 'aaaaaaaa-0000-1111-2222-bbbbbbbbbbbb',
      appPassword: 'the-password',
      appTenantId: TENANT,
      channelService: '',
      ...PUBLIC_CLOUD,
    },
    authentication: 'required',
    allowedServiceUrls: [],
    allowedTenants: [TENANT],
    allowedVerificationHosts: [],
    allowedUploadHosts: ['sharepoint.com', '1drv.com'],
    exportPosts: true,
    downloads: 'off',
    organizations: [
      {
        key: 'contoso.onmicrosoft.com',
        displayName: 'contoso.onmicrosoft.com',
        tenants: [TENANT],
        backupServiceUrl: 'https://backup.example:4443',
        authUrl: 'https://login.microsoftonline.com',
        graphUrl: 'https://graph.microsoft.com',
        signIn: 'device-code',
        appOnlyScopes: 'Directory.Read.All User.Read offline_access',
      },
    ],
    restoreCertificates: {},
    restoreElsewhere: false,
    approval: {
      mode: 'off',
      approvers: [],
      needed: 1,
      minItems: 1,
      categories: ['overwrite', 'permissions', 'administrator', 'download'],
      showsNames: false,
      guests: false,
    },
    adminUserIds: [],
    lookup: 'claims',
    identityBinding: 'same-user',
    storage: { kind: 'connection-string', connectionString: 'UseDevelopmentStorage=true' },
    stateContainer: 'restore-bot',
    auditContainer: 'restore-bot-audit',
    audit: 'best-effort',
    reasonRule: { required: false, pattern: undefined },
    stateRetentionDays: 30,
    jobQueue: 'restore-bot-jobs',
    stateEncryptionKeys: [{ kid: 'k1', key: new Uint8Array(32).fill(1) }],
    expiryWarningSeconds: 600,
    autoRenew: false,
    maxSessionHours: 12,
    logLevel: 'info',
  });
});

describe('given settings', () => {
  test.each<[string, Environment, object]>([
    [
      'white space around a value does not count',
      { PORT: ' 80\t', ORGANIZATION: ' a.onmicrosoft.com\n' },
      { port: 80 },
    ],
    ['a blank value is not given', { PORT: '  ', HOST: '', LOG_LEVEL: '' }, { port: 3978, logLevel: 'info' }],
    ['port 0 asks for a free one', { PORT: '0' }, { port: 0 }],
    ['an IPv6 host loses its brackets', { HOST: '[::1]' }, { host: '::1' }],
    ['words come in any case', { LOG_LEVEL: 'DEBUG', AUTO_RENEW: 'True' }, { logLevel: 'debug', autoRenew: true }],
    ['downloads may be the operators’ alone', { DOWNLOADS: 'Operators' }, { downloads: 'operators' }],
    ['downloads as they were written before', { DOWNLOADS: 'true' }, { downloads: 'all' }],
    ['downloads turned off as before', { DOWNLOADS: 'FALSE' }, { downloads: 'off' }],
    ['a reason may be required', { REASON: 'Required' }, { reasonRule: { required: true } }],
    [
      'a reason may have to match a pattern',
      { REASON_PATTERN: String.raw`^INC\d{7}` },
      { reasonRule: { required: false, pattern: { source: String.raw`^INC\d{7}` } } },
    ],
    ['days of retention', { STATE_RETENTION_DAYS: '7' }, { stateRetentionDays: 7 }],
    ['hours may have fractions', { MAX_SESSION_HOURS: '0.5' }, { maxSessionHours: 0.5 }],
    [
      'a list of upload hosts replaces the default',
      { ALLOWED_UPLOAD_HOSTS: 'Contoso-my.sharepoint.com' },
      { allowedUploadHosts: ['contoso-my.sharepoint.com'] },
    ],
    [
      'a list of tenants replaces the default, each once and in lower case',
      { ALLOWED_TENANTS: `${OTHER_TENANT}, ABCDEFAB-0000-0000-0000-000000000000,${OTHER_TENANT},` },
      { allowedTenants: [OTHER_TENANT, 'abcdefab-0000-0000-0000-000000000000'] },
    ],
    [
      'service URLs become origins',
      { ALLOWED_SERVICE_URLS: 'https://Chat.example/,http://127.0.0.1:9000' },
      { allowedServiceUrls: ['https://chat.example', 'http://127.0.0.1:9000'] },
    ],
    [
      'verification pages are compared as they are written, hosts alone as URLs spell them',
      { ALLOWED_VERIFICATION_HOSTS: 'https://Login.Example/device,Login.Example,[::1]' },
      { allowedVerificationHosts: ['https://Login.Example/device', 'login.example', '[::1]'] },
    ],
    [
      'a storage account stands for itself',
      { AZURE_STORAGE_CONNECTION_STRING: undefined, AZURE_STORAGE_ACCOUNT: 'contosobot' },
      { storage: { kind: 'account', account: 'contosobot' } },
    ],
    [
      'the identity of a UserAssignedMSI is its own at storage, too',
      { MicrosoftAppType: 'UserAssignedMSI' },
      { identityClientId: 'aaaaaaaa-0000-1111-2222-bbbbbbbbbbbb' },
    ],
    [
      'several keys keep their order, padding and colons in a kid do not matter',
      { STATE_ENCRYPTION_KEYS: `2025:01:${key(2)}=, old:${key(1)}` },
      {
        stateEncryptionKeys: [
          { kid: '2025:01', key: new Uint8Array(32).fill(2) },
          { kid: 'old', key: new Uint8Array(32).fill(1) },
        ],
      },
    ],
  ])('%s', (_name, changes, expected) => {
    expect(read(changes)).toMatchObject(expected);
  });

  test.each([
    [
      'an account key',
      `DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${'A'.repeat(86)}==;EndpointSuffix=core.windows.net`,
    ],
    [
      'endpoints',
      'DefaultEndpointsProtocol=http;AccountName=a;AccountKey=QUJD;BlobEndpoint=http://127.0.0.1:1/a;QueueEndpoint=http://127.0.0.1:2/a;',
    ],
    [
      'a signature',
      'BlobEndpoint=https://a.blob.core.windows.net;QueueEndpoint=https://a.queue.core.windows.net;SharedAccessSignature=sv=1&sig=x',
    ],
  ])('a connection string with %s', (_name, connectionString) => {
    expect(read({ AZURE_STORAGE_CONNECTION_STRING: connectionString }).storage).toEqual({
      kind: 'connection-string',
      connectionString,
    });
  });

  test.each([
    ['no suffix', 'DefaultEndpointsProtocol=https;AccountName=a;AccountKey=QUJD'],
    ['an empty suffix', 'DefaultEndpointsProtocol=https;AccountName=a;AccountKey=QUJD;EndpointSuffix='],
    ['no protocol', 'AccountName=a;AccountKey=QUJD;EndpointSuffix=core.windows.net'],
    ['names in another case', 'defaultendpointsprotocol=https; accountname=a; accountkey=QUJD'],
    ['double quotes', '"DefaultEndpointsProtocol=https;AccountName=a;AccountKey=QUJD;EndpointSuffix=core.windows.net"'],
    ['single quotes', " 'AccountName=a;AccountKey=QUJD' "],
  ])('a connection string with %s is completed, so that the storage library takes it', (_name, connectionString) => {
    const { storage } = read({ AZURE_STORAGE_CONNECTION_STRING: connectionString });
    const given = storage.kind === 'connection-string' ? storage.connectionString : '';
    expect(new ContainerClient(given, 'c').url).toBe('https://a.blob.core.windows.net/c');
    expect(new QueueClient(given, 'q').url).toBe('https://a.queue.core.windows.net/q');
  });

  test('quotes around a value do not count, and around nothing it is not given', () => {
    const env = {
      LOG_LEVEL: '"debug"',
      HOST: "'127.0.0.1'",
      HTTPS_PROXY: '"http://proxy.example:8080"',
      NO_PROXY: "''",
    };
    expect(read(env)).toMatchObject({ logLevel: 'debug', host: '127.0.0.1', proxy: { noProxy: [] } });
    expect(read({ REASON_PATTERN: '"INC" or "CHG"' }).reasonRule.pattern?.source).toBe('"INC" or "CHG"');
  });

  test('ids are compared as tokens and activities spell them', () => {
    const id = 'ABCDEF01-2345-6789-abcd-ef0123456789';
    expect(read({ MicrosoftAppId: id }).bot.appId).toBe(id.toLowerCase());
  });
});

describe('the bot', () => {
  test('the default endpoints are those of Bot Framework', () => {
    const endpointsOf = (constants: typeof AuthenticationConstants | typeof GovernmentConstants) => ({
      toBotFromChannelOpenIdMetadataUrl: constants.ToBotFromChannelOpenIdMetadataUrl,
      toBotFromChannelTokenIssuer: constants.ToBotFromChannelTokenIssuer,
      toChannelFromBotLoginUrl: constants.ToChannelFromBotLoginUrl,
      toChannelFromBotOAuthScope: constants.ToChannelFromBotOAuthScope,
      toBotFromEmulatorOpenIdMetadataUrl: constants.ToBotFromEmulatorOpenIdMetadataUrl,
      oAuthUrl: constants.OAuthUrl,
    });
    expect(PUBLIC_CLOUD).toEqual(endpointsOf(AuthenticationConstants));
    expect(US_GOVERNMENT_CLOUD).toEqual(endpointsOf(GovernmentConstants));
    expect(US_GOVERNMENT_CHANNEL).toBe(GovernmentConstants.ChannelService);
  });

  test('setting one endpoint leaves the others at their defaults', () => {
    const { bot } = read({
      ToChannelFromBotLoginUrl: 'http://127.0.0.1:8080/',
      ToBotFromChannelTokenIssuer: 'stand-in',
    });

    expect(bot).toMatchObject({
      ...PUBLIC_CLOUD,
      toChannelFromBotLoginUrl: 'http://127.0.0.1:8080/',
      toBotFromChannelTokenIssuer: 'stand-in',
    });
  });

  test("the US government's channel sets its endpoints", () => {
    expect(read({ ChannelService: US_GOVERNMENT_CHANNEL }).bot).toMatchObject(US_GOVERNMENT_CLOUD);
  });

  test('an unknown cloud needs all of its endpoints', () => {
    const changes = {
      ChannelService: 'https://botframework.azure.cn',
      ToBotFromChannelOpenIdMetadataUrl: 'https://m.example',
      ToBotFromChannelTokenIssuer: 'https://i.example',
      ToChannelFromBotLoginUrl: 'https://l.example',
      ToChannelFromBotOAuthScope: 'https://s.example',
      ToBotFromEmulatorOpenIdMetadataUrl: 'https://e.example',
      OAuthUrl: 'https://o.example',
    };
    expect(read(changes).bot.oAuthUrl).toBe('https://o.example');
    expect(mistakesIn({ ...changes, OAuthUrl: '', ToChannelFromBotLoginUrl: '' })).toEqual([
      expect.stringMatching(/^ChannelService: .*ToChannelFromBotLoginUrl, OAuthUrl/),
    ]);
  });

  test('a managed identity has no password', () => {
    expect(read({ MicrosoftAppType: 'userassignedmsi', MicrosoftAppPassword: undefined }).bot).toMatchObject({
      appType: 'UserAssignedMSI',
      appPassword: '',
    });
  });

  test('a multi-tenant bot needs its tenant or a list of tenants', () => {
    const multi = { MicrosoftAppType: 'MultiTenant', MicrosoftAppTenantId: undefined };
    expect(mistakesIn(multi)).toEqual([expect.stringMatching(/^ALLOWED_TENANTS: is missing/)]);
    expect(read({ ...multi, ALLOWED_TENANTS: OTHER_TENANT }).allowedTenants).toEqual([OTHER_TENANT]);
    expect(read({ MicrosoftAppType: 'MultiTenant' }).allowedTenants).toEqual([TENANT]);
  });
});

describe('without authentication', () => {
  const off = {
    BOT_AUTHENTICATION: 'off',
    MicrosoftAppType: undefined,
    MicrosoftAppId: undefined,
    MicrosoftAppPassword: undefined,
    MicrosoftAppTenantId: undefined,
  };

  test('no registration is needed, and everybody on this machine may talk to the bot', () => {
    const settings = read(off);
    expect(settings).toMatchObject({ authentication: 'off', host: '127.0.0.1', allowedTenants: [] });
    expect(settings.organizations[0]?.tenants).toEqual([]);
  });

  test.each(['localhost', '127.0.0.2', '::1', '[::1]'])('it may listen on %s', (host) => {
    expect(mistakesIn({ ...off, HOST: host })).toEqual([]);
  });

  test.each(['0.0.0.0', '::', '10.0.0.1', 'bot.example', '127.0.0.1.example'])('it may not listen on %s', (host) => {
    expect(mistakesIn({ ...off, HOST: host })).toEqual([expect.stringMatching(/^HOST: must be on loopback/)]);
  });
});

describe('the proxy', () => {
  test('without HTTPS_PROXY there is no proxy, whatever NO_PROXY says', () => {
    expect(read({}).proxy).toBeUndefined();
    expect(read({ NO_PROXY: 'a.example' }).proxy).toBeUndefined();
  });

  test('a proxy is read with its exemptions', () => {
    expect(
      read({ HTTPS_PROXY: ' http://proxy.example:8080 ', NO_PROXY: 'a.example, .b.example 10.0.0.0/8' }).proxy,
    ).toEqual({ url: 'http://proxy.example:8080/', noProxy: ['a.example', '.b.example', '10.0.0.0/8'] });
  });

  test('lower case names are read, upper case wins', () => {
    const lower = { https_proxy: 'http://lower.example:1', no_proxy: 'a.example' };
    expect(read(lower).proxy).toEqual({ url: 'http://lower.example:1/', noProxy: ['a.example'] });
    expect(read({ ...lower, HTTPS_PROXY: 'http://upper.example:1' }).proxy?.url).toBe('http://upper.example:1/');
  });

  test.each([
    'proxy.example:8080',
    'socks5://proxy.example:1080',
    'http://',
    'http://p.example/path',
    'http://p.example?x',
    'x',
  ])('HTTPS_PROXY=%s is a mistake', (value) => {
    expect(mistakesIn({ HTTPS_PROXY: value })).toEqual([expect.stringMatching(/^HTTPS_PROXY: must /)]);
  });

  test('a mistake in either is reported without quoting a password', () => {
    const mistakes = mistakesIn({ HTTPS_PROXY: 'http://me:hunter2@proxy.example/x', NO_PROXY: 'a.example,https://b' });
    expect(mistakes).toEqual([
      expect.stringMatching(/^HTTPS_PROXY: must end after/),
      expect.stringMatching(/^NO_PROXY: item 2 of the list/),
    ]);
    expect(mistakes.join('\n')).not.toContain('hunter2');
  });
});

describe('a storage account in another cloud', () => {
  const ACCOUNT = { AZURE_STORAGE_CONNECTION_STRING: undefined, AZURE_STORAGE_ACCOUNT: 'contoso1' };

  test('an account is in the public cloud unless its domain is given', () => {
    const { storage } = read(ACCOUNT);
    expect(storage).toEqual({ kind: 'account', account: 'contoso1' });
    expect(createContainer(storage, 'state').url).toBe('https://contoso1.blob.core.windows.net/state');
  });

  test('blobs and queue are found in the cloud of the domain', () => {
    const { storage } = read({ ...ACCOUNT, AZURE_STORAGE_SUFFIX: 'core.usgovcloudapi.net' });
    expect(createContainer(storage, 'state').url).toBe('https://contoso1.blob.core.usgovcloudapi.net/state');
    expect(createQueue(storage, 'jobs').url).toBe('https://contoso1.queue.core.usgovcloudapi.net/jobs');
  });

  test.each(['https://core.usgovcloudapi.net', 'windows', 'CORE.windows.net', 'core.windows.net/'])(
    '%s is no domain',
    (suffix) => {
      expect(mistakesIn({ ...ACCOUNT, AZURE_STORAGE_SUFFIX: suffix })).toEqual([
        expect.stringMatching(/^AZURE_STORAGE_SUFFIX: must be a domain/),
      ]);
    },
  );

  test('a domain beside a connection string is a mistake', () => {
    const both = {
      AZURE_STORAGE_CONNECTION_STRING: 'UseDevelopmentStorage=true',
      AZURE_STORAGE_SUFFIX: 'core.windows.net',
    };
    expect(mistakesIn(both)).toEqual([expect.stringMatching(/^AZURE_STORAGE_SUFFIX: has no effect/)]);
  });
});

describe('Application Insights', () => {
  const NAME = 'APPLICATIONINSIGHTS_CONNECTION_STRING';
  const KEY = 'InstrumentationKey=11111111-2222-4333-8444-555555555555';

  test('telemetry is off by default', () => {
    expect(read().applicationInsights).toBeUndefined();
  });

  test.each([
    KEY,
    `${KEY};IngestionEndpoint=https://westeurope-5.in.applicationinsights.azure.com/;LiveEndpoint=https://x.example/`,
  ])('%s is accepted unchanged', (text) => {
    expect(read({ [NAME]: text }).applicationInsights).toBe(text);
  });

  test.each([
    ['11111111-2222-4333-8444-555555555555', /lacks InstrumentationKey/],
    ['InstrumentationKey=secret-thing', /lacks InstrumentationKey/],
    [`${KEY};IngestionEndpoint=http://ingestion.example/`, /https:/],
    [`${KEY};IngestionEndpoint=somewhere`, /https:/],
  ])('%s is a mistake, which does not quote it', (text, mistake) => {
    const mistakes = mistakesIn({ [NAME]: text });
    expect(mistakes).toEqual([expect.stringMatching(mistake)]);
    expect(mistakes.join()).not.toContain(text);
  });
});

test('RESTORE_CHANNEL is the id of a channel, or the link to it', () => {
  const id = '19:1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d@thread.tacv2';
  const link = `https://teams.microsoft.com/l/channel/${encodeURIComponent(id)}/Restores?groupId=1&tenantId=2`;
  expect(read({}).restoreChannel).toBeUndefined();
  expect(read({ RESTORE_CHANNEL: id }).restoreChannel).toBe(id);
  expect(read({ RESTORE_CHANNEL: link }).restoreChannel).toBe(id);
});

describe('a pattern of reasons', () => {
  const matches = (pattern: string, reason: string): boolean | undefined =>
    read({ REASON_PATTERN: pattern }).reasonRule.pattern?.test(reason);

  test.each<[string, string, boolean]>([
    [String.raw`INC\d{3}`, 'see INC123.', true],
    [String.raw`INC\d{3}`, 'inc123', false],
    [String.raw`INC\d{3}`, 'INC12', false],
    [String.raw`^INC\d{3}$`, 'see INC123', false],
    [String.raw`^(?<system>CHG|INC)[-\/ ]\d+`, 'CHG/17', true],
    ['^.$', '\u{1F341}', true],
    [String.raw`^\u{1F341}\u0041$`, '\u{1F341}A', true],
    [String.raw`^\p{Lu}`, 'Ärger', true],
  ])('%s on “%s”: %s', (pattern, reason, expected) => {
    expect(matches(pattern, reason)).toBe(expected);
  });

  test.each(['(a+)+$', String.raw`^(\w+\s?)*$`, '(a*)*(a*)*(a*)*b$', `(${'a?'.repeat(100)}){2}${'a'.repeat(200)}$`])(
    '%s ends on a reason that it nearly matches',
    (pattern) => {
      expect(failIfHung(() => matches(pattern, `${'a'.repeat(199)}!`))).toBe(false);
    },
  );
});
