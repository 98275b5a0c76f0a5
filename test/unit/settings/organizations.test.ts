import { readSettings } from '../../../src/settings/read-settings.ts';
import { AUTHORITY_CERT, SELF_SIGNED } from '../../support/certificates.ts';
import { OTHER_TENANT, TENANT, entry, environment, mistakesIn, read } from '../../support/environment.ts';
import type { Environment } from '../../support/environment.ts';

const FINGERPRINT = 'AB:'.repeat(31) + 'AB';

describe('the organization', () => {
  const one = (changes: Environment, files: Readonly<Record<string, string>> = {}) =>
    read(changes, files).organizations[0];

  test.each([
    ['https://backup.example:4443/', 'https://backup.example:4443'],
    ['https://backup.example:443', 'https://backup.example'],
    ['https://backup.example/api//', 'https://backup.example/api'],
    ['http://localhost:4443', 'http://localhost:4443'],
    ['https://[2001:db8::1]:4443', 'https://[2001:db8::1]:4443'],
  ])('the service at %s has the address %s', (given, url) => {
    expect(one({ BACKUP_SERVICE_URL: given })?.backupServiceUrl).toBe(url);
  });

  test.each(['contoso.onmicrosoft.us', 'contoso.partner.onmschina.cn', 'Contoso-2.onmicrosoft.com', OTHER_TENANT])(
    '%s names an organization',
    (organization) => {
      expect(one({ ORGANIZATION: organization, AUTH_URL: 'http://127.0.0.1:1' })?.key).toBe(organization);
    },
  );

  test('app-only sign-in needs the name, not the id, of the organization', () => {
    expect(mistakesIn({ ORGANIZATION: OTHER_TENANT, APP_ONLY_APPLICATION_ID: TENANT })).toEqual([
      expect.stringMatching(/^ORGANIZATION: must be of the form name\.onmicrosoft\.com/),
    ]);
  });

  test('of a certificate file only the certificates are read', () => {
    const file = `\uFEFFissuer=x\r\n${SELF_SIGNED.cert}${SELF_SIGNED.key}${AUTHORITY_CERT}`;
    expect(one({ BACKUP_SERVICE_CA: 'ca.pem' }, { 'ca.pem': file })?.backupServiceCa).toBe(
      `${SELF_SIGNED.cert.trim()}\n${AUTHORITY_CERT.trim()}\n`,
    );
  });

  test.each([
    ['no certificate', SELF_SIGNED.key],
    ['a broken one', SELF_SIGNED.cert.replace('MIIB', 'AAAA')],
    ['a good and a broken one', SELF_SIGNED.cert + SELF_SIGNED.cert.replace('MIIB', 'AAAA')],
    ['nothing', ''],
  ])('a certificate file with %s is a mistake', (_name, text) => {
    expect(mistakesIn({ BACKUP_SERVICE_CA: 'ca.pem' }, { 'ca.pem': text })).toEqual([
      expect.stringMatching(/^BACKUP_SERVICE_CA: names a file with/),
    ]);
  });

  test.each([FINGERPRINT, FINGERPRINT.replaceAll(':', ''), FINGERPRINT.toLowerCase()])(
    'a fingerprint has one spelling (%#)',
    (given) => {
      expect(one({ BACKUP_SERVICE_FINGERPRINT256: given })?.backupServiceFingerprint256).toBe(FINGERPRINT);
    },
  );

  test('a fingerprint beside a file, or for plain http, is a mistake', () => {
    const pinned = { BACKUP_SERVICE_FINGERPRINT256: FINGERPRINT };
    expect(mistakesIn({ ...pinned, BACKUP_SERVICE_CA: 'ca.pem' }, { 'ca.pem': SELF_SIGNED.cert })).toEqual([
      expect.stringMatching(/^BACKUP_SERVICE_FINGERPRINT256: cannot stand beside/),
    ]);
    expect(mistakesIn({ ...pinned, BACKUP_SERVICE_URL: 'http://127.0.0.1:4443' })).toEqual([
      expect.stringMatching(/^BACKUP_SERVICE_FINGERPRINT256: has no effect/),
    ]);
  });

  test.each<[string, Environment, string[]]>([
    ['the public cloud', {}, []],
    ['a stand-in for sign-in alone', { AUTH_URL: 'http://127.0.0.1:1/' }, []],
    ['US government', { AUTH_URL: 'https://login.microsoftonline.us', GRAPH_URL: 'https://graph.microsoft.us' }, []],
    ['sign-in in another cloud', { AUTH_URL: 'https://login.microsoftonline.us' }, ['AUTH_URL']],
    ['the directory in another cloud', { GRAPH_URL: 'https://microsoftgraph.chinacloudapi.cn' }, ['GRAPH_URL']],
    ['a broken address beside another cloud', { AUTH_URL: 'x', GRAPH_URL: 'https://graph.microsoft.us' }, ['AUTH_URL']],
    ['an organization in another cloud', { ORGANIZATION: 'contoso.onmicrosoft.us' }, ['AUTH_URL']],
    [
      'all of it in another cloud',
      {
        ORGANIZATION: 'contoso.partner.onmschina.cn',
        AUTH_URL: 'https://login.partner.microsoftonline.cn',
        GRAPH_URL: 'https://microsoftgraph.chinacloudapi.cn',
      },
      [],
    ],
  ])('tokens stay in their cloud: %s', (_name, changes, names) => {
    expect(mistakesIn(changes).map((mistake) => mistake.split(':')[0])).toEqual(names);
  });

  test.each<[string, string | undefined]>([
    ['Directory.Read.All User.Read offline_access', undefined],
    ['offline_access  directory.accessasuser.all user.readbasic.all openid', undefined],
    ['https://graph.microsoft.com/Directory.Read.All https://graph.microsoft.com/User.Read offline_access', undefined],
    ['User.Read offline_access', 'one of Directory.Read.All'],
    ['Directory.Read.All offline_access', 'one of User.Read'],
    ['Directory.Read.All User.Read', 'offline_access'],
    ['Directory.Read.All, User.Read, offline_access', 'one of Directory.Read.All'],
    ['https://graph.microsoft.com/.default offline_access', 'one of User.Read'],
  ])('app-only scopes %s', (scopes, missing) => {
    const expected = missing === undefined ? [] : [expect.stringMatching(`^APP_ONLY_SCOPES: lacks .*${missing}`)];
    expect(mistakesIn({ APP_ONLY_SCOPES: scopes })).toEqual(expected);
  });
});

describe('the organizations file', () => {
  const file = {
    ORGANIZATIONS_FILE: '/etc/bot/organizations.json',
    ORGANIZATION: undefined,
    BACKUP_SERVICE_URL: undefined,
  };
  const reading = (list: unknown, more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => ({
    '/etc/bot/organizations.json': typeof list === 'string' ? list : JSON.stringify(list),
    ...more,
  });

  test('lists organizations, with defaults for omitted fields', () => {
    const list = [
      entry({ backupServiceCa: 'certs/ca.pem', displayName: 'Contoso Ltd' }),
      entry({ organization: 'fabrikam.onmicrosoft.com', tenants: [OTHER_TENANT, OTHER_TENANT.toUpperCase()] }),
    ];
    const { organizations } = read(file, reading(list, { '/etc/bot/certs/ca.pem': SELF_SIGNED.cert }));

    expect(organizations).toMatchObject([
      { displayName: 'Contoso Ltd', backupServiceCa: `${SELF_SIGNED.cert.trim()}\n`, tenants: [TENANT] },
      {
        key: 'fabrikam.onmicrosoft.com',
        displayName: 'fabrikam.onmicrosoft.com',
        tenants: [OTHER_TENANT],
        authUrl: 'https://login.microsoftonline.com',
      },
    ]);
  });

  test.each([
    ['an unreadable file', undefined, /cannot be read \(ENOENT\)/],
    ['no JSON', '[{"organization": "contoso"', /is not JSON/],
    ['no list', {}, /holds no JSON list/],
    ['an empty list', [], /empty list/],
  ])('%s is a mistake', (_name, list, expected) => {
    expect(mistakesIn(file, list === undefined ? {} : reading(list))).toEqual([
      expect.stringMatching(new RegExp(`^ORGANIZATIONS_FILE: .*${expected.source}`)),
    ]);
  });

  test('a file beside single settings is a mistake that names them', () => {
    expect(
      mistakesIn({ ...file, ORGANIZATION: 'contoso.onmicrosoft.com', GRAPH_URL: 'x' }, reading([entry()])),
    ).toEqual([expect.stringMatching(/^ORGANIZATIONS_FILE: cannot stand beside ORGANIZATION, GRAPH_URL\./)]);
  });

  test.each<[string, unknown, string[]]>([
    ['text in place of an entry', 'contoso', ['entry 2: must be an object']],
    ['a list in place of an entry', [1], ['entry 2: must be an object']],
    ['null in place of an entry', null, ['entry 2: must be an object']],
    [
      'nothing in it',
      {},
      ['entry 2 "tenants": is missing', 'entry 2 "organization": is missing', 'entry 2 "backupServiceUrl": is missing'],
    ],
    [
      'an unknown field',
      entry({ organization: 'b.onmicrosoft.com', backupUrl: 'x' }),
      ['entry 2: has a field that is not known, "backupUrl"'],
    ],
    ['a field of the wrong type', entry({ organization: 5 }), ['entry 2 "organization": must be text']],
    [
      'null for a field',
      entry({ organization: 'b.onmicrosoft.com', graphUrl: null }),
      ['entry 2 "graphUrl": must be text'],
    ],
    [
      'no list of tenants',
      entry({ organization: 'b.onmicrosoft.com', tenants: TENANT }),
      ['entry 2 "tenants": must be a list'],
    ],
    ['no tenants', entry({ organization: 'b.onmicrosoft.com', tenants: [] }), ['entry 2 "tenants": is missing']],
    [
      'a tenant that is none',
      entry({ organization: 'b.onmicrosoft.com', tenants: [TENANT, 'x'] }),
      ['entry 2 "tenants": item 2 of the list'],
    ],
    [
      'the same organization',
      entry({ organization: 'CONTOSO.onmicrosoft.com' }),
      ['entry 2 "organization": is the one of entry 1 again'],
    ],
    [
      'a long name',
      entry({ organization: 'b.onmicrosoft.com', displayName: 'x'.repeat(101) }),
      ['entry 2 "displayName": must have at most 100'],
    ],
    [
      'three mistakes',
      entry({ organization: 'common', backupServiceUrl: 'http://a.example', appOnlyScopes: 'User.Read' }),
      ['entry 2 "organization": must', 'entry 2 "backupServiceUrl": must', 'entry 2 "appOnlyScopes": lacks'],
    ],
  ])('an entry with %s', (_name, value, expected) => {
    const mistakes = mistakesIn(file, reading([entry(), value]));
    expect(mistakes).toEqual(expected.map((start) => expect.stringContaining(`ORGANIZATIONS_FILE: ${start}`)));
  });

  test('five hundred organizations that share a certificate read its file once', () => {
    const list = Array.from({ length: 500 }, (_, index) =>
      entry({ organization: `o${index}.onmicrosoft.com`, backupServiceCa: 'ca.pem' }),
    );
    const files = reading(list, { '/etc/bot/ca.pem': SELF_SIGNED.cert });
    let reads = 0;
    const { organizations } = readSettings(environment(file), (path) => {
      reads += 1;
      return files[path] ?? '';
    });

    expect(organizations).toHaveLength(500);
    expect(reads).toBe(2);
  });
});
