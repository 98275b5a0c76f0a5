/** Which page a device code may be entered on: an answer only chooses among known ones. */
import fc from 'fast-check';
import { knownDevicePage, unknownPage } from '../../../../src/sign-in/access/device-page.ts';

const PUBLIC = 'https://login.microsoftonline.com';
const US = 'https://login.microsoftonline.us';
const CHINA = 'https://login.partner.microsoftonline.cn';
const LOCAL = 'http://127.0.0.1:4000';

const KNOWN: readonly [what: string, named: string, authUrl: string, allowed: readonly string[], shown?: string][] = [
  ["Microsoft's short one", 'https://microsoft.com/devicelogin', PUBLIC, []],
  ['its other name', 'https://www.microsoft.com/devicelogin', PUBLIC, []],
  ['the one of most tools', 'https://login.microsoft.com/device', PUBLIC, []],
  ['where the first redirects to', 'https://login.microsoftonline.com/common/oauth2/deviceauth', PUBLIC, []],
  ["the US government's", 'https://microsoft.com/deviceloginus', US, []],
  ["the US government's own host", 'https://login.microsoftonline.us/device', US, []],
  ["China's", 'https://microsoft.com/deviceloginchina', CHINA, []],
  ["China's at an older service", 'https://microsoft.com/deviceloginchina', 'https://login.chinacloudapi.cn', []],
  [
    'the wrong host that China answers, as the right page',
    'https://login.microsoftonline.cn/device',
    CHINA,
    [],
    'https://login.partner.microsoftonline.cn/device',
  ],
  ['a page of the settings', 'https://id.example/a/device', PUBLIC, ['https://id.example/a/device']],
  ['a page of the settings with a port', 'https://id.example:8443/d', PUBLIC, ['https://id.example:8443/d']],
  ['a page of the settings as it is written there', 'https://Id.example:443/d/', PUBLIC, ['https://Id.example:443/d/']],
  ['the root of a host of the settings', 'https://id.example/', PUBLIC, ['id.example']],
  ['a device page of a host of the settings', 'https://id.example/device/login', PUBLIC, ['id.example']],
  ['any of a provider on loopback', `${LOCAL}/tenant/devicelogin`, LOCAL, []],
  ['any of a provider on the loopback of IPv6', 'http://[::1]:4000/device', 'http://[::1]:4000', []],
];

test.each(KNOWN)('shows a page that is known: %s', (_, named, authUrl, allowed, shown = named) => {
  expect(knownDevicePage(named, { authUrl, allowed })).toBe(shown);
});

const UNKNOWN: readonly [what: string, named: string, authUrl?: string, allowed?: readonly string[]][] = [
  [
    'consent for the whole organization',
    'https://login.microsoftonline.com/organizations/v2.0/adminconsent?client_id=x&redirect_uri=https://evil.example/',
  ],
  ['an authorization', 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize?prompt=consent'],
  ['a code in the query', 'https://microsoft.com/devicelogin?otc=CODE'],
  ['an empty query', 'https://microsoft.com/devicelogin?'],
  ['a fragment', 'https://microsoft.com/devicelogin#otc'],
  ['a port', 'https://microsoft.com:8443/devicelogin'],
  ['the usual port', 'https://microsoft.com:443/devicelogin'],
  ['a slash at its end', 'https://microsoft.com/devicelogin/'],
  ['several slashes at its end', 'https://microsoft.com/devicelogin///'],
  ['capital letters', 'HTTPS://MICROSOFT.COM/devicelogin'],
  ['a way back', 'https://microsoft.com/x/../devicelogin'],
  ['blanks around it', ' https://microsoft.com/devicelogin '],
  [
    'another spelling of a page of the settings',
    'https://id.example:443/device',
    PUBLIC,
    ['https://id.example/device'],
  ],
  ['the usual port of a host of the settings', 'https://id.example:443/device', PUBLIC, ['id.example']],
  ['a way back at a host of the settings', 'https://id.example/x/../device', PUBLIC, ['id.example']],
  ['slashes at a host of the settings', 'https://id.example/device//', PUBLIC, ['id.example']],
  ['a way back on loopback', `${LOCAL}/x/../devicelogin`, LOCAL],
  ['another page of a host that is known', 'https://www.microsoft.com/link'],
  ['a page below one that is known', 'https://microsoft.com/devicelogin/x'],
  ['letters of the path in another case', 'https://microsoft.com/DeviceLogin'],
  ['a way through another folder', 'https://microsoft.com/x/%2e%2e/y/devicelogin'],
  ['another subdomain', 'https://device.login.microsoftonline.com/'],
  ['http', 'http://microsoft.com/devicelogin'],
  ['another host', 'https://evil.example/devicelogin'],
  ['a host that only begins alike', 'https://microsoft.com.evil.example/devicelogin'],
  ['a user name before the host', 'https://somebody@microsoft.com/devicelogin'],
  ['a backslash', 'https://microsoft.com\\@evil.example/'],
  ['a letter that looks alike', 'https://miсrosoft.com/devicelogin'],
  ['a script', 'javascript:alert(1)//microsoft.com'],
  ['nothing', ''],
  ['the page of another cloud', 'https://microsoft.com/devicelogin', US],
  ['another page of a provider of one’s own', 'https://id.example/device', 'https://id.example/auth'],
  ['another page of a host of the settings', 'https://id.example/consent', PUBLIC, ['id.example']],
  ['another page than that of the settings', 'https://id.example/a', PUBLIC, ['https://id.example/device']],
  ['http at a host of the settings', 'http://id.example/device', PUBLIC, ['id.example']],
  ['a query on loopback', `${LOCAL}/devicelogin?otc=CODE`, LOCAL],
  ['another port of loopback', 'http://127.0.0.1:4001/devicelogin', LOCAL],
  ['loopback at another provider', `${LOCAL}/devicelogin`],
];

test.each(UNKNOWN)('shows nothing of one that is not: %s', (_, named, authUrl = PUBLIC, allowed = []) => {
  expect(knownDevicePage(named, { authUrl, allowed })).toBeUndefined();
});

test('whatever is answered, what is shown is in the table, or in the settings', () => {
  const PARTS =
    'https:// http:// microsoft.com www. login. /devicelogin /device / ? #x :443 :8443 @ \\ %2f .. evil.example id.example ' +
    '/common/oauth2/deviceauth login.microsoftonline.com';
  const parts = fc.constantFrom(...PARTS.split(' '));
  const named = fc.oneof(
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.array(parts).map((list) => list.join('')),
  );
  const shown = new Set(KNOWN.flatMap(([, url, authUrl, , page = url]) => (authUrl === PUBLIC ? page : [])));
  fc.assert(
    fc.property(named, (uri) => {
      const page = knownDevicePage(uri, { authUrl: PUBLIC, allowed: ['https://id.example/a/device'] });
      expect(page === undefined || shown.has(page)).toBe(true);
    }),
  );
});

test('the log names the page without query, fragment and code, and what to set where that would help', () => {
  const page = 'https://id.example/device/…';
  expect(unknownPage('https://id.example/device/SECRET-CODE', ['SECRET-CODE'])).toEqual({
    page,
    setting: 'ALLOWED_VERIFICATION_HOSTS',
    add: page,
  });
  expect(unknownPage('https://id.example/device/SECRET-CODE?token=SECRET#SECRET', ['SECRET-CODE'])).toEqual({ page });
  expect(unknownPage('http://id.example/device', ['SECRET-CODE'])).toEqual({ page: 'http://id.example/device' });
  expect(unknownPage('no page', ['SECRET-CODE'])).toEqual({});
  for (const path of ['secret-code', 'SECRETCODE', 'SECRET%2DCODE', 'device+code', 'device%2Bcode'])
    expect(unknownPage(`https://id.example/device/${path}`, ['SECRET-CODE', 'device+code'])).toMatchObject({ page });
});
