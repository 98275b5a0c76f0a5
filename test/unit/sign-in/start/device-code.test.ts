import { deviceRequest } from '../../../../src/sign-in/start/device-code.ts';
import { anOrganization } from '../../../support/builders.ts';

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
