import { deviceRequest, isTrustedVerificationUri } from '../../../../src/sign-in/start/device-code.ts';
import { anOrganization } from '../../../support/builders.ts';

const PUBLIC = 'https://login.microsoftonline.com';

describe('the request', () => {
  test('of the operator flow names its own application and scope', () => {
    expect(deviceRequest('operator', anOrganization(), 'app-1')).toEqual({
      clientId: 'app-1',
      scope: 'api://app-1/access_as_user openid profile offline_access',
    });
  });

  test('of the app-only flow has the scopes of the settings', () => {
    const organization = anOrganization({ appOnlyScopes: 'Directory.Read.All offline_access' });

    expect(deviceRequest('app-only', organization, 'app-2')).toEqual({
      clientId: 'app-2',
      scope: 'Directory.Read.All offline_access',
    });
  });
});

describe('a verification URI', () => {
  const trusted: readonly [string, string, string, (readonly string[])?][] = [
    ["Microsoft's short one", 'https://microsoft.com/devicelogin', PUBLIC],
    ['a subdomain of it', 'https://www.microsoft.com/link', PUBLIC],
    ['a deeper subdomain', 'https://login.microsoft.com/device', PUBLIC],
    ["the identity provider's own host", 'https://login.microsoftonline.com/common/oauth2/deviceauth', PUBLIC],
    ['another host of the cloud', 'https://device.login.microsoftonline.com/', PUBLIC],
    ['one in capital letters', 'HTTPS://MICROSOFT.COM/devicelogin', PUBLIC],
    ['one with a port', 'https://microsoft.com:8443/devicelogin', PUBLIC],
    ["the US government's", 'https://microsoft.com/deviceloginus', 'https://login.microsoftonline.us'],
    ["the US government's own host", 'https://login.microsoftonline.us/common', 'https://login.microsoftonline.us'],
    ["China's", 'https://aka.microsoftonline.cn/device', 'https://login.partner.microsoftonline.cn'],
    ["China's older one", 'https://microsoft.com/deviceloginchina', 'https://login.chinacloudapi.cn'],
    ['https at a provider of one’s own', 'https://id.contoso.example/device', 'https://id.contoso.example/auth'],
    ['http on loopback', 'http://127.0.0.1:4000/device', 'http://127.0.0.1:4000'],
    ['http on another address of loopback', 'http://127.1.2.3:4000/device', 'http://127.1.2.3:4000'],
    ['http on localhost', 'http://localhost:4000/device', 'http://localhost:4000'],
    ['http on the loopback of IPv6', 'http://[::1]:4000/device', 'http://[::1]:4000'],
    ['a host of the settings', 'https://sign-in.contoso.example/device', PUBLIC, ['sign-in.contoso.example']],
  ];

  test.each(trusted)('is trusted: %s', (_, uri, authUrl, allowed = []) => {
    expect(isTrustedVerificationUri(uri, authUrl, allowed)).toBe(true);
  });

  const refused: readonly [string, string, string?, (readonly string[])?][] = [
    ['http', 'http://microsoft.com/devicelogin'],
    ['another host', 'https://evil.example/devicelogin'],
    ['a host that only ends alike', 'https://notmicrosoft.com/devicelogin'],
    ['a host that only begins alike', 'https://microsoft.com.evil.example/devicelogin'],
    ['a host behind a user name', 'https://microsoft.com@evil.example/'],
    ['a user name before the host', 'https://somebody@microsoft.com/devicelogin'],
    ['a password before the host', 'https://:x@microsoft.com/devicelogin'],
    ['a backslash, which not everybody reads alike', 'https://microsoft.com\\@evil.example/'],
    ['white space, which not everybody reads alike', 'https://micro\nsoft.com/devicelogin'],
    ['a letter that looks alike', 'https://miсrosoft.com/devicelogin'],
    ['a script', 'javascript:alert(1)//microsoft.com'],
    ['data', 'data:text/html,microsoft.com'],
    ['a file', 'file://microsoft.com/devicelogin'],
    ['no URL', 'microsoft.com/devicelogin'],
    ['nothing', ''],
    ['the host of another cloud', 'https://login.microsoftonline.cn/device'],
    [
      'the public cloud in the US government’s',
      'https://login.microsoftonline.com/device',
      'https://login.microsoftonline.us',
    ],
    ['http on loopback at another provider', 'http://127.0.0.1:4000/device'],
    ['a host that only looks like loopback', 'http://127.0.0.1.evil.example/', 'http://127.0.0.1.evil.example'],
    ['a subdomain of a host of the settings', 'https://x.contoso.example/', PUBLIC, ['contoso.example']],
    ['http at a host of the settings', 'http://contoso.example/', PUBLIC, ['contoso.example']],
  ];

  test.each(refused)('is refused: %s', (_, uri, authUrl = PUBLIC, allowed = []) => {
    expect(isTrustedVerificationUri(uri, authUrl, allowed)).toBe(false);
  });
});
