import { readSettings } from '../../../src/settings/read-settings.ts';
import { TENANT, environment, mistakesIn } from '../../support/environment.ts';

const key = (byte: number, bytes = 32): string => Buffer.alloc(bytes, byte).toString('base64url');

describe('each mistake is reported once', () => {
  test.each<[string, string | undefined]>([
    ['PORT', 'http'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3978.5'],
    ['PORT', '0x50'],
    ['STATE_RETENTION_DAYS', '0'],
    ['STATE_RETENTION_DAYS', 'forever'],
    ['REASON', 'always'],
    ['REASON_PATTERN', '(INC'],
    ['REASON_PATTERN', '(?=INC)'],
    ['REASON_PATTERN', String.raw`(INC)\1`],
    ['REASON_PATTERN', 'x'.repeat(501)],
    ['HOST', 'http://localhost'],
    ['HOST', '*'],
    ['MicrosoftAppType', undefined],
    ['MicrosoftAppType', 'Single'],
    ['MicrosoftAppId', undefined],
    ['MicrosoftAppId', 'restore bot'],
    ['MicrosoftAppPassword', undefined],
    ['MicrosoftAppPassword', 'two\nlines'],
    ['MicrosoftAppTenantId', undefined],
    ['MicrosoftAppTenantId', 'contoso.onmicrosoft.com'],
    ['ChannelService', 'government'],
    ['ToBotFromChannelOpenIdMetadataUrl', 'http://metadata.example'],
    ['ToBotFromEmulatorOpenIdMetadataUrl', 'metadata'],
    ['ToChannelFromBotLoginUrl', 'https://me:secret@login.example'],
    ['OAuthUrl', 'ftp://token.example'],
    ['BOT_AUTHENTICATION', 'no'],
    ['ALLOWED_SERVICE_URLS', 'https://chat.example/teams'],
    ['ALLOWED_SERVICE_URLS', 'http://chat.example'],
    ['ALLOWED_TENANTS', `${TENANT},contoso`],
    ['ALLOWED_TENANTS', ' , '],
    ['ALLOWED_VERIFICATION_HOSTS', 'https://login.example/device?otc=x'],
    ['ALLOWED_VERIFICATION_HOSTS', 'http://login.example/device'],
    ['ALLOWED_VERIFICATION_HOSTS', 'https://me@login.example/device'],
    ['ALLOWED_VERIFICATION_HOSTS', 'login.example:443'],
    ['ALLOWED_VERIFICATION_HOSTS', '*.example'],
    ['ALLOWED_UPLOAD_HOSTS', '.sharepoint.us'],
    ['NO_PROXY', 'a.example 192.168'],
    ['ORGANIZATION', undefined],
    ['ORGANIZATION', 'common'],
    ['ORGANIZATION', 'organizations'],
    ['ORGANIZATION', 'consumers'],
    ['ORGANIZATION', 'contoso.com'],
    ['ORGANIZATION', 'contoso.onmicrosoft.com/../common'],
    ['BACKUP_SERVICE_URL', undefined],
    ['BACKUP_SERVICE_URL', 'backup.example:4443'],
    ['BACKUP_SERVICE_URL', 'http://backup.example'],
    ['BACKUP_SERVICE_URL', 'https://backup.example/?a=b'],
    ['BACKUP_SERVICE_URL', 'https://backup.example/#'],
    ['BACKUP_SERVICE_CA', 'missing.pem'],
    ['BACKUP_SERVICE_FINGERPRINT256', 'AB:CD'],
    ['AUTH_URL', 'login.microsoftonline.com'],
    ['GRAPH_URL', 'http://graph.example'],
    ['OPERATOR_APPLICATION_ID', 'an operator'],
    ['APP_ONLY_APPLICATION_ID', 'app/only'],
    ['RESTORE_APPLICATION_ID', 'backup application'],
    ['RESTORE_ELSEWHERE', 'sometimes'],
    ['RESTORE_CERTIFICATE_PASSWORD', 'a password without a certificate'],
    ['RESTORE_IMPERSONATION_ACCOUNT', 'restore@contoso.com'],
    ['ADMIN_USER_IDS', 'admin@contoso.com'],
    ['LOOKUP', 'graph'],
    ['IDENTITY_BINDING', 'loose'],
    ['AZURE_STORAGE_CONNECTION_STRING', undefined],
    ['STATE_CONTAINER', 'Restore_Bot'],
    ['STATE_CONTAINER', 'ab'],
    ['AUDIT_CONTAINER', 'Restore_Bot'],
    ['AUDIT_CONTAINER', 'restore-bot'],
    ['AUDIT', 'always'],
    ['RESTORE_CHANNEL', 'General'],
    ['RESTORE_CHANNEL', '19:meeting/../v3@thread.tacv2'],
    ['JOB_QUEUE', 'a--b'],
    ['JOB_QUEUE', '-jobs'],
    ['JOB_QUEUE', 'j'.repeat(57)],
    ['STATE_ENCRYPTION_KEYS', undefined],
    ['EXPIRY_WARNING_SECONDS', '0'],
    ['EXPIRY_WARNING_SECONDS', '1.5'],
    ['EXPIRY_WARNING_SECONDS', '86401'],
    ['AUTO_RENEW', 'yes'],
    ['MAX_SESSION_HOURS', '0'],
    ['MAX_SESSION_HOURS', '-1'],
    ['MAX_SESSION_HOURS', '1e3'],
    ['LOG_LEVEL', 'chatty'],
  ])('%s=%s', (name, value) => {
    const mistakes = mistakesIn({ [name]: value });

    expect(mistakes).toHaveLength(1);
    expect(mistakes[0]).toMatch(new RegExp(`^${name}: .+\\.$|^${name}: .+'base64url'\\)"$`));
  });

  test('several are reported at once, in one error', () => {
    expect(
      mistakesIn({ PORT: 'http', LOG_LEVEL: 'chatty', ORGANIZATION: undefined }).map((m) => m.split(':')[0]),
    ).toEqual(expect.arrayContaining(['PORT', 'LOG_LEVEL', 'ORGANIZATION']));
  });

  test('an empty environment lacks every required setting', () => {
    expect(() => readSettings({}, () => '')).toThrow(
      expect.objectContaining({
        code: 'SETTINGS',
        mistakes: [
          'MicrosoftAppType',
          'MicrosoftAppId',
          'MicrosoftAppPassword',
          'MicrosoftAppTenantId',
          'ORGANIZATION',
          'BACKUP_SERVICE_URL',
          'AZURE_STORAGE_CONNECTION_STRING',
          'STATE_ENCRYPTION_KEYS',
        ].map((name) => expect.stringMatching(`^${name}: is missing`)),
      }),
    );
  });

  test.each([
    ['AccountName=a;AccountKey=QUJD;BlobEndpoint=https://b.example', 'it lacks QueueEndpoint'],
    ['AccountName=a;AccountKey=QUJD;EndpointSuffix=blob.core.windows.net', 'EndpointSuffix'],
    ['DefaultEndpointsProtocol=ftp;AccountName=a;AccountKey=QUJD', 'DefaultEndpointsProtocol'],
    ['SharedAccessSignature=sv=1&sig=x', 'it lacks BlobEndpoint, QueueEndpoint'],
  ])('of the connection string %s the mistake is named', (value, named) => {
    expect(mistakesIn({ AZURE_STORAGE_CONNECTION_STRING: value })).toEqual([expect.stringContaining(named)]);
  });

  test('a suffix with the service in it would never lead to the account', () => {
    const changes = { AZURE_STORAGE_CONNECTION_STRING: undefined, AZURE_STORAGE_ACCOUNT: 'contosobot' };
    expect(mistakesIn({ ...changes, AZURE_STORAGE_SUFFIX: 'blob.core.windows.net' })).toEqual([
      expect.stringMatching(/^AZURE_STORAGE_SUFFIX: must be a domain/),
    ]);
  });

  test('a connection string beside an account is a mistake', () => {
    expect(mistakesIn({ AZURE_STORAGE_ACCOUNT: 'contosobot' })).toEqual([
      expect.stringMatching(/^AZURE_STORAGE_CONNECTION_STRING: cannot stand beside AZURE_STORAGE_ACCOUNT/),
    ]);
  });
});

describe('secrets', () => {
  const SECRET = 'hunter2-hunter2-hunter2';

  test.each<[string, string]>([
    ['a key that is too short', `k1:${key(7, 31)}`],
    ['a key that is too long', `k1:${key(7, 33)}`],
    ['a key without a kid', key(7)],
    ['kid and key swapped', `${key(7)}:k1`],
    ['a kid that is no word', `k 1:${key(7)}`],
    ['the same kid twice', `k1:${key(7)},k1:${key(8)}`],
    ['one bad key among good ones', `k1:${key(7)},k2:${SECRET}`],
    ['standard base64', `k1:${Buffer.alloc(32, 255).toString('base64')}`],
    ['bits that no key of 32 bytes has', `k1:${key(7).slice(0, -1)}d`],
  ])('STATE_ENCRYPTION_KEYS with %s is refused without quoting it', (_name, value) => {
    const [mistake = '', ...more] = mistakesIn({ STATE_ENCRYPTION_KEYS: value });
    expect(more).toEqual([]);
    expect(mistake).toMatch(/^STATE_ENCRYPTION_KEYS: key \d/);
    expect(mistake).not.toContain('Bwc');
    expect(mistake).not.toContain(SECRET);
  });

  test.each([
    `AccountName=a;AccountKey=${SECRET}`,
    `DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${SECRET};EndpointSuffix=core.windows.net`,
    `DefaultEndpointsProtocol=https;AccountName=a;AccountKey=QUJD;BlobEndpoint=${SECRET};QueueEndpoint=https://q.example`,
    `SharedAccessSignature=${SECRET};BlobEndpoint=https://b.example`,
    SECRET,
  ])('a broken connection string is refused without quoting it (%#)', (value) => {
    const mistakes = mistakesIn({ AZURE_STORAGE_CONNECTION_STRING: value });
    expect(mistakes).toEqual([expect.stringMatching(/^AZURE_STORAGE_CONNECTION_STRING: /)]);
    expect(mistakes.join('')).not.toContain('hunter2');
  });

  test('a secret that is pasted into any other setting is not quoted either', () => {
    const everything = Object.fromEntries(Object.keys(environment()).map((name) => [name, `${SECRET} \u0007`]));
    const pasted = {
      ...everything,
      PORT: SECRET,
      HOST: SECRET,
      BACKUP_SERVICE_CA: SECRET,
      LOG_LEVEL: SECRET,
      AUTH_URL: SECRET,
    };
    expect(mistakesIn(pasted).join('\n')).not.toContain('hunter2');
    expect(mistakesIn({ ORGANIZATIONS_FILE: SECRET, ORGANIZATION: '' }).join('\n')).not.toContain('hunter2');
  });
});
