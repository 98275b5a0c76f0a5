import { startDirectory } from '../../local/directory.ts';
import { startIdentityProvider } from '../../local/identity-provider.ts';
import { ALEX, FERNWEH } from '../../local/people.ts';
import { getWith, refresh, signIn } from './device-flow.ts';

test('answers who the person is and their organization, for its own tokens only', async () => {
  const provider = await startIdentityProvider();
  const directory = await startDirectory({ identityProvider: provider });
  try {
    const { json } = await signIn(provider.url);
    const scope = `${directory.url}/.default openid profile offline_access`;
    const answer = await refresh(provider.url, String(json['refresh_token']), scope);
    const token = String(answer.json['access_token']);
    const me = await getWith(`${directory.url}/v1.0/me?$select=id`, token);
    const organization = await getWith(`${directory.url}/v1.0/organization?$select=id`, token);
    expect(me.json).toEqual({ id: ALEX.objectId });
    expect(organization.json).toEqual({ value: [{ id: FERNWEH.tenantId }] });

    const other = await getWith(`${directory.url}/v1.0/me`, String(json['access_token']));
    expect(other.status).toBe(401);
    expect(other.json).toMatchObject({ error: { code: 'InvalidAuthenticationToken' } });
    expect((await getWith(`${directory.url}/v1.0/users`, token)).status).toBe(404);
  } finally {
    await directory.stop();
    await provider.stop();
  }
});
