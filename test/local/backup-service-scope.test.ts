import { type RunningBackupService, startBackupService } from '../../local/backup-service.ts';
import { type RunningIdentityProvider, startIdentityProvider } from '../../local/identity-provider.ts';
import { DANA, LINDENHOF, MIKA, NOOR } from '../../local/people.ts';
import { APP_ONLY, getWith, postForm, signIn } from './device-flow.ts';
import { type ServiceClient, clientOf, withToken } from './service-client.ts';

const SCOPE = '/v8/Organization/LoggedInUser/EffectiveScope';
const POINTS = '/v8/Organization/LoggedInUser/RestorePoints';
const DAY = 86_400_000;

let provider: RunningIdentityProvider;
let service: RunningBackupService;
let alex: ServiceClient;
beforeAll(async () => {
  provider = await startIdentityProvider();
  service = await startBackupService({ identityProviderUrl: provider.url });
  alex = await clientOf(provider, service);
});
afterAll(async () => {
  await service.stop();
  await provider.stop();
});

describe('scopes', () => {
  test('an operator has all people but the excluded, some sites and some teams', async () => {
    const { json } = await alex.get(SCOPE);
    const users = json['users'] as readonly {
      readonly user: { readonly displayName: string; readonly name: string };
    }[];
    const names = users.map(({ user }) => user.displayName);
    expect(users.length).toBeGreaterThan(40);
    expect(names).toEqual(
      expect.arrayContaining(['Noor Haddad', 'Robert "Bobby" Tables', 'محمد الفارسي', 'Reservations']),
    );
    expect(names).not.toContain('Vera Sommer');
    expect(json['sites']).not.toEqual([]);
    expect(json['teams']).not.toEqual([]);
  });

  test('a person who is no operator has an empty scope, but data of their own', async () => {
    const mika = await clientOf(provider, service, MIKA);
    expect((await mika.get(SCOPE)).json).toEqual({ users: [], sites: [], teams: [] });
    expect((await mika.get(POINTS)).results.length).toBeGreaterThan(30);
    const noor = service.restore.scopeIdOf(NOOR.signInName);
    expect(await mika.get(`${POINTS}?rbacItem=${noor}`)).toMatchObject({
      status: 403,
      json: { errorCode: 'ResourceAccessDenied' },
    });
  });

  test('a scope can be made large, and each of its items opened', async () => {
    const large = await startBackupService({ identityProviderUrl: provider.url });
    try {
      large.restore.scopeSize(20_000, 3000, 2000);
      const client = await clientOf(provider, large);
      const { json } = await client.get(SCOPE);
      const lastOf = (name: string, size: number): object | undefined => {
        const items = json[name] as readonly { readonly id: string }[];
        expect(new Set(items.map(({ id }) => id)).size).toBe(size);
        return items.at(-1);
      };
      const mail = await client.explore({ type: 'Vex', scope: lastOf('users', 20_000) });
      expect((await client.get(`${mail}/organization/mailboxes`)).results).toHaveLength(1);
      const site = await client.explore({ type: 'Vesp', scope: lastOf('sites', 3000) });
      expect((await client.get(`${site}/Organization/Sites?parentId=root`)).results).toHaveLength(1);
      const team = await client.explore({ type: 'Vet', scope: lastOf('teams', 2000) });
      expect((await client.get(`${team}/organization/teams`)).results).toHaveLength(1);
    } finally {
      await large.stop();
    }
  });

  test('a scope taken away is denied, also to sessions that are open', async () => {
    const own = await startBackupService({ identityProviderUrl: provider.url });
    try {
      const client = await clientOf(provider, own);
      const users = (await client.get(SCOPE)).json['users'] as readonly { readonly id: string }[];
      const scope = users.find(({ id }) => id === own.restore.scopeIdOf(NOOR.signInName));
      const session = await client.explore({ type: 'Vex', scope });
      own.restore.takeAwayScope(String(scope?.id));
      const left = (await client.get(SCOPE)).json['users'] as readonly object[];
      expect(left).toHaveLength(users.length - 1);
      const refused = { status: 403, json: { errorCode: 'ResourceAccessDenied' } };
      expect(await client.get(`${session}/organization/mailboxes`)).toMatchObject(refused);
      expect(await client.post('/v8/Organization/OperatorExplore', { type: 'Vex', scope })).toMatchObject(refused);
    } finally {
      await own.stop();
    }
  });

  test('the second organization has a small set of its own', async () => {
    const own = await startBackupService({ identityProviderUrl: provider.url, organizations: [LINDENHOF] });
    try {
      const dana = await clientOf(provider, own, DANA, LINDENHOF);
      const users = (await dana.get(SCOPE)).json['users'] as readonly object[];
      expect(users).toHaveLength(5);
    } finally {
      await own.stop();
    }
  });
});

describe('restore points', () => {
  test('are daily for a month and weekly for half a year, in two repositories, some without OneDrive', async () => {
    const { results } = await alex.get(POINTS);
    const plain = results.filter((point) => point['isCopy'] === false && point['isRetrieved'] === false);
    const ages = plain.map((point) => (Date.now() - Date.parse(String(point['backupTime']))) / DAY);
    expect(ages.filter((age) => age < 31).length).toBeGreaterThanOrEqual(30);
    expect(Math.max(...ages)).toBeGreaterThan(170);
    expect(new Set(plain.map((point) => point['repositoryId'])).size).toBe(2);
    expect(plain.some((point) => point['isOneDrive'] === false)).toBe(true);
    expect(results.some((point) => point['isCopy'])).toBe(true);
    expect(results.some((point) => point['isRetrieved'])).toBe(true);
    expect(results.some((point) => point['isDeleted'])).toBe(true);
  });

  test('can be listed without copies, and are the same each time', async () => {
    const without = await alex.get(`${POINTS}?isCopy=false`);
    expect(without.results.every((point) => point['isCopy'] === false)).toBe(true);
    expect((await alex.get(`${POINTS}?isCopy=false`)).results).toEqual(without.results);
  });

  test('are few for a newcomer, none for a person not backed up yet, and without OneDrive for a shared mailbox', async () => {
    const of = async (name: string) =>
      (await alex.get(`${POINTS}?rbacItem=${service.restore.scopeIdOf(`${name}@fernweh.onmicrosoft.com`)}`)).results;
    expect((await of('marta.vogel')).length).toBeLessThan(15);
    expect(await of('finn.albrecht')).toEqual([]);
    expect((await of('reservations')).some((point) => point['isOneDrive'])).toBe(false);
  });

  test('unknown parameters and scopes are refused', async () => {
    expect(await alex.get(`${POINTS}?from=2026-01-01`)).toMatchObject({ status: 400 });
    expect(await alex.get(`${POINTS}?isCopy=maybe`)).toMatchObject({ status: 400 });
    expect(await alex.get(`${POINTS}?rbacItem=nobody`)).toMatchObject({ status: 403 });
  });
});

describe('a service for the sign-in of restore operators only', () => {
  test('still says who the person is, and refuses everything else', async () => {
    service.restore.restoreOnly(true);
    expect((await alex.get('/v8/Organization/LoggedInUser')).status).toBe(200);
    const { status, json } = await alex.get(SCOPE);
    service.restore.restoreOnly(false);
    expect([status, json['errorCode']]).toEqual([403, null]);
    expect(json['message']).toContain('restore operator authentication only');
    expect((await alex.get(SCOPE)).status).toBe(200);
  });
});

test('a bad token is answered without a body, an app-only one is denied', async () => {
  expect((await withToken(service, 'nonsense').get(SCOPE)).status).toBe(401);
  const { text } = await signIn(provider.url, MIKA, APP_ONLY);
  const answer = await postForm(`${service.url}/v5/Token`, {
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    client_id: 'fernweh.onmicrosoft.com',
    assertion: text,
  });
  expect((await withToken(service, String(answer.json['access_token'])).get(SCOPE)).status).toBe(403);
});

test('addresses are spelled as in the API', async () => {
  const path = '/v8/organization/LoggedInUser/EffectiveScope';
  expect((await getWith(`${service.url}${path}`, alex.accessToken)).status).toBe(404);
});
