/** The application that operators sign in to, registered in the tenant of the stand-in for `az`. */
import { readAccount } from '../../scripts/azure/account.ts';
import { createAz } from '../../scripts/azure/az.ts';
import { registerOperatorApplication, type OperatorApplication } from '../../scripts/azure/operator-application.ts';
import { answer, newWorld, type World } from './stand-in-az.ts';

const GROUP = '3f2504e0-4f89-41d3-9a0c-0305e82c3302';
const NEW: OperatorApplication = { name: 'Restore operator sign-in', mayChangeClient: false, consent: true };

function registering(world: World) {
  const calls: string[] = [];
  const lines: string[] = [];
  const wait = (): Promise<void> => Promise.resolve();
  const az = createAz((args, variables) => {
    calls.push(args.join(' '));
    return Promise.resolve(answer(world, args, variables));
  }, wait);
  const register = async (wanted: OperatorApplication) =>
    registerOperatorApplication({ az, say: (line) => void lines.push(line), wait }, await readAccount(az), wanted);
  return { register, lines, changes: () => calls.filter((call) => /--method (?:POST|PATCH)/.test(call)) };
}

/** The restore portal's, which has a scope of its own and is no public client. */
const withPortal = (): World => ({
  ...newWorld(),
  applications: [
    {
      id: 'object1',
      appId: GROUP,
      displayName: 'Restore portal',
      identifierUris: ['https://portal.contoso.com'],
      api: { oauth2PermissionScopes: [{ value: 'other' }] },
    },
  ],
});

test('creates the application, allows public clients, adds the scope and consents; everybody may sign in, and is told', async () => {
  const world = newWorld();
  const { register, lines } = registering(world);
  const { appId } = await register(NEW);
  expect(world.applications).toMatchObject([
    {
      appId,
      isFallbackPublicClient: true,
      identifierUris: [`api://${appId}`],
      api: { oauth2PermissionScopes: [{ value: 'access_as_user', type: 'User', isEnabled: true }] },
    },
  ]);
  const [, principal] = world.principals;
  expect(world.grants).toMatchObject([
    { clientId: principal?.id, consentType: 'AllPrincipals', resourceId: principal?.id, scope: 'access_as_user' },
    { resourceId: 'principal-graph', scope: 'openid profile offline_access User.Read' },
  ]);
  expect(lines.join('\n')).toContain('without --group everybody in this tenant');
});

test('adds only what an existing application lacks, keeps what it has, and can admit a single group', async () => {
  const world = withPortal();
  const { register, changes } = registering(world);
  const wanted = { ...NEW, appId: GROUP, mayChangeClient: true, group: GROUP };
  await register(wanted);
  expect(world.applications[0]).toMatchObject({
    isFallbackPublicClient: true,
    identifierUris: [`api://${GROUP}`, 'https://portal.contoso.com'],
    api: { oauth2PermissionScopes: [{ value: 'other' }, { value: 'access_as_user' }] },
  });
  expect(world.principals[1]).toMatchObject({ required: true, assigned: [{ principalId: GROUP }] });
  const before = JSON.stringify(world);
  const count = changes().length;
  await register(wanted);
  expect(JSON.stringify(world)).toBe(before);
  // Requiring the assignment is repeated.
  expect(changes()).toHaveLength(count + 1);
  // A grant that lacks a word gets it beside the others.
  for (const grant of world.grants) grant.scope = 'Mail.Read';
  await register(wanted);
  expect(world.grants.map(({ scope }) => scope)).toEqual([
    'Mail.Read access_as_user',
    'Mail.Read openid profile offline_access User.Read',
  ]);
});

test('makes no application that exists a public client unless told to, and says that it takes no codes and what that would open', async () => {
  const world = withPortal();
  const { register, lines, changes } = registering(world);
  await expect(register({ ...NEW, appId: '3f2504e0-4f89-41d3-9a0c-0305e82c3303' })).rejects.toThrow(
    'There is no application',
  );
  expect(changes()).toEqual([]);
  expect(await register({ ...NEW, appId: GROUP })).toEqual({ appId: GROUP, isPublic: false });
  expect(world.applications[0]?.isFallbackPublicClient).toBeUndefined();
  expect(lines.join('\n')).toMatch(/no public client.*open the flow to everybody who uses the portal.*--make-public/);
});

test.each([true, false])(
  'admits a group to an application that is a public client (%s), and leaves it that',
  async (isPublic) => {
    const world = withPortal();
    const [application] = world.applications;
    if (application) application.isFallbackPublicClient = isPublic;
    const { register, lines } = registering(world);
    expect(await register({ ...NEW, appId: GROUP, group: GROUP })).toEqual({ appId: GROUP, isPublic });
    expect(application?.isFallbackPublicClient).toBe(isPublic);
    expect(world.principals[1]).toMatchObject({ required: true, assigned: [{ principalId: GROUP }] });
    await register({ ...NEW, appId: GROUP });
    expect(world.principals[1]).toMatchObject({ required: true });
    expect(lines.join('\n')).not.toContain('everybody in this tenant');
  },
);

test('leaves consent to somebody else if told to', async () => {
  const world = newWorld();
  await registering(world).register({ ...NEW, consent: false });
  expect(world.grants).toEqual([]);
});

describe('for signing in in the browser', () => {
  const browser = { redirectUri: 'https://bot.example/signed-in', identity: GROUP, withCode: false };

  test('has the redirect address and the identity, once each, and is no public client', async () => {
    const world = newWorld();
    const { register, changes } = registering(world);
    const { appId } = await register({ ...NEW, browser });
    const subject = { subject: GROUP, audiences: ['api://AzureADTokenExchange'] };
    expect(world.applications).toMatchObject([
      {
        isFallbackPublicClient: false,
        web: { redirectUris: ['https://bot.example/signed-in'] },
        federatedIdentityCredentials: [
          { ...subject, issuer: expect.stringMatching(/^https:\/\/login\..+\/v2\.0$/) as string },
        ],
      },
    ]);
    const before = changes().length;
    await register({ ...NEW, appId, browser });
    expect(changes().slice(before)).toEqual([]);
  });

  test('an application that exists need be no public client, unless it takes codes as well', async () => {
    const world = withPortal();
    const { register } = registering(world);
    await expect(register({ ...NEW, appId: GROUP, browser: { ...browser, withCode: true } })).rejects.toThrow(
      /anybody who knows the application's id.*Nothing was changed.*no public client.*--make-public/s,
    );
    await register({ ...NEW, appId: GROUP, browser });
    expect(world.applications[0]?.isFallbackPublicClient).toBeUndefined();
  });

  test('an application that took codes takes none afterwards, unless people still sign in with codes; others may use it, so somebody has to say so', async () => {
    const world = newWorld();
    const { register, changes } = registering(world);
    const { appId } = await register(NEW);
    const before = changes().length;
    await expect(register({ ...NEW, appId, browser })).rejects.toThrow(/is a public client.*--end-public/);
    expect(changes()).toHaveLength(before);
    await register({ ...NEW, appId, browser: { ...browser, withCode: true } });
    expect(world.applications[0]?.isFallbackPublicClient).toBe(true);
    await register({ ...NEW, appId, mayChangeClient: true, browser });
    expect(world.applications[0]?.isFallbackPublicClient).toBe(false);
  });
});
