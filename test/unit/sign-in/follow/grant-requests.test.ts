import { deviceRequest, directoryScope, exchangeRequest } from '../../../../src/sign-in/follow/grant-requests.ts';
import { grantOf } from '../../../fakes/identity-provider.ts';
import { anOrganization, aRedeemedSignIn } from '../../../support/builders.ts';

const identity = { userId: 'user-1', tenantId: 'tenant-1' };

describe('the operator flow', () => {
  test('asks for a code for its own application', () => {
    expect(deviceRequest('operator', anOrganization(), 'app-1')).toEqual({
      clientId: 'app-1',
      scope: 'api://app-1/access_as_user openid profile offline_access',
    });
  });

  test('exchanges the access token as userId.tenantId', () => {
    expect(exchangeRequest(aRedeemedSignIn(), 'SECRET-access', identity)).toEqual({
      flow: 'operator',
      clientId: 'user-1.tenant-1',
      assertion: 'SECRET-access',
    });
  });
});

describe('the app-only flow', () => {
  test('asks for a code with the scopes of the settings', () => {
    const organization = anOrganization({ appOnlyScopes: 'Directory.Read.All offline_access' });

    expect(deviceRequest('app-only', organization, 'app-2')).toEqual({
      clientId: 'app-2',
      scope: 'Directory.Read.All offline_access',
    });
  });

  test('exchanges the token response byte for byte as the organization', () => {
    const { answer } = grantOf();

    expect(exchangeRequest(aRedeemedSignIn({ flow: 'app-only', answer }), 'SECRET-access', identity)).toEqual({
      flow: 'app-only',
      clientId: 'contoso.onmicrosoft.com',
      assertion: answer,
    });
  });
});

test('the directory is asked with its own default scope', () => {
  expect(directoryScope(anOrganization({ graphUrl: 'https://graph.example' }))).toBe(
    'https://graph.example/.default openid profile offline_access',
  );
});
