import { type RunningBackupService, startBackupService } from '../../local/backup-service.ts';
import { type RunningIdentityProvider, startIdentityProvider } from '../../local/identity-provider.ts';
import { NOOR } from '../../local/people.ts';
import { type ServiceClient, clientOf } from './service-client.ts';

const EXPLORE = '/v8/Organization/OperatorExplore';

let provider: RunningIdentityProvider;
let service: RunningBackupService;
let noor: ServiceClient;
beforeAll(async () => {
  provider = await startIdentityProvider();
  service = await startBackupService({ identityProviderUrl: provider.url, restoreMilliseconds: { total: 0 } });
});
beforeEach(async () => {
  noor = await clientOf(provider, service, NOOR);
});
afterAll(async () => {
  await service.stop();
  await provider.stop();
});

describe('an explore session', () => {
  test('is opened with the documented fields, and works', async () => {
    const { status, json } = await noor.post(EXPLORE, { type: 'Vex', showDeleted: true, reason: 'looking' });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      type: 'Vex',
      state: 'Working',
      endTime: null,
      initiatedBy: NOOR.signInName,
      scopeName: NOOR.name,
      reason: 'looking',
    });
    const path = `/v8/RestoreSessions/${String(json['id'])}`;
    expect((await noor.get(path)).json).toEqual(json);
    expect((await noor.get(`${path}/organization`)).json).toMatchObject({ type: 'Office365' });
    expect((await noor.get(`${path}/Statistics`)).json).toMatchObject({ totalItemsCount: 0, items: [] });
  });

  test.each([
    ['an unknown field', { type: 'Vex', when: 'now' }],
    ['an unknown type', { type: 'Vxx' }],
    ['no type', {}],
    ['a date that is none', { type: 'Vex', dateTime: '2026-02-30T10:00:00Z' }],
    ['a date without a zone', { type: 'Vex', dateTime: '2026-02-20T10:00:00' }],
    ['a scope without its object', { type: 'Vex', scope: { type: 'User', id: 'x' } }],
    ['a kind of data that does not fit the scope', { type: 'Vet' }],
    ['what is no object', [1]],
  ])('is refused for %s', async (_case, body) => {
    const refused = { status: 400, json: { errorCode: 'ParameterValidationFailure' } };
    expect(await noor.post(EXPLORE, body)).toMatchObject(refused);
  });

  test('is refused for an unknown repository, and for somebody outside the scope', async () => {
    const repositoryId = '0b9e7f8c-3c5f-4d1e-9a55-9b1f2f0a7c11';
    expect(await noor.post(EXPLORE, { type: 'Vex', repositoryId })).toMatchObject({ status: 404 });
    const id = service.restore.scopeIdOf('vera.sommer@fernweh.onmicrosoft.com');
    const user = { id, displayName: 'Vera', name: 'vera@x', type: 'User' };
    expect(await noor.post(EXPLORE, { type: 'Vex', scope: { type: 'User', id, user } })).toMatchObject({ status: 403 });
  });

  test('opens empty before the first backup', async () => {
    const session = await noor.explore({ type: 'Vex', dateTime: '2001-01-01T00:00:00Z' });
    expect((await noor.get(`${session}/organization/mailboxes`)).results).toEqual([]);
    const found = await noor.post(`${session}/organization/searchExchange`, { query: '*' });
    expect(found).toMatchObject({ status: 200, results: [] });
  });

  test('once stopped or dropped is not found', async () => {
    const session = await noor.explore({ type: 'Vex' });
    expect((await noor.post(`${session}/Stop`)).status).toBe(204);
    const notFound = { status: 404, json: { errorCode: 'ResourceNotFound' } };
    expect(await noor.get(`${session}/organization/mailboxes`)).toMatchObject(notFound);
    expect((await noor.get(session)).json).toMatchObject({ state: 'Stopped', result: 'Success' });
    const other = await noor.explore({ type: 'Vex' });
    service.restore.dropExploreSessions();
    expect(await noor.get(`${other}/organization/mailboxes`)).toMatchObject(notFound);
    expect(await noor.get(other)).toMatchObject(notFound);
  });

  test('accepts only its own type of data and its own person', async () => {
    const session = await noor.explore({ type: 'Veod' });
    expect(await noor.get(`${session}/organization/mailboxes`)).toMatchObject({ status: 400 });
    const alex = await clientOf(provider, service);
    expect(await alex.get(`${session}/Organization/OneDrives`)).toMatchObject({ status: 403 });
    // The document does not promise that the list hides the sessions of others, so it shows them here.
    expect(await alex.get(session)).toMatchObject({ status: 200, json: { initiatedBy: NOOR.signInName } });
  });

  test("is stopped by its person's log-out, and no other is", async () => {
    const alex = await clientOf(provider, service);
    const others = await alex.explore({ type: 'Vex' });
    const session = await noor.explore({ type: 'Vex' });
    expect(
      (
        await fetch(`${service.url}/v8/token/logout`, {
          method: 'POST',
          headers: { authorization: `Bearer ${noor.accessToken}` },
        })
      ).status,
    ).toBe(204);
    const again = await clientOf(provider, service, NOOR);
    expect((await again.get(session)).json).toMatchObject({ state: 'Stopped' });
    expect((await alex.get(others)).json).toMatchObject({ state: 'Working' });
  });
});

describe('the list of sessions', () => {
  test('is paged, newest first or as asked, between times', async () => {
    const own = await startBackupService({ identityProviderUrl: provider.url });
    try {
      const client = await clientOf(provider, own, NOOR);
      const opened: string[] = [];
      for (let number = 0; number < 5; number += 1) opened.push(await client.explore({ type: 'Vex' }));
      const idsOf = async (query: string) =>
        (await client.get(`/v8/RestoreSessions?${query}`)).results.map(({ id }) => id);
      const all = await idsOf('');
      expect(new Set(all)).toEqual(new Set(opened.map((path) => path.split('/').at(-1))));
      const first = await client.get('/v8/RestoreSessions?limit=3');
      expect([first.results.length, first.more]).toEqual([3, true]);
      const second = await client.get('/v8/RestoreSessions?limit=3&offset=3');
      expect([second.results.length, second.more]).toEqual([2, false]);
      expect([...first.results, ...second.results].map(({ id }) => id)).toEqual(all);
      expect(await idsOf('startTimeFrom=2100-01-01T00:00:00Z')).toEqual([]);
      expect(await idsOf('startTimeTo=2100-01-01T00:00:00Z&orderBy=EndTime&orderAsc=true')).toHaveLength(5);
    } finally {
      await own.stop();
    }
  });

  test.each([
    'limit=10001',
    'limit=0',
    'offset=-1',
    'orderBy=Name',
    'orderAsc=1',
    'type=Vex',
    'limit=1&limit=2',
    'startTimeFrom=x',
  ])('refuses %s', async (query) => {
    const refused = { status: 400, json: { errorCode: 'ParameterValidationFailure' } };
    expect(await noor.get(`/v8/RestoreSessions?${query}`)).toMatchObject(refused);
  });

  test('does not know other ids', async () => {
    const path = '/v8/RestoreSessions/0b9e7f8c-3c5f-4d1e-9a55-9b1f2f0a7c11';
    for (const end of ['', '/Statistics', '/Events', '/organization', '/organization/mailboxes']) {
      expect(await noor.get(path + end)).toMatchObject({ status: 404, json: { errorCode: 'ResourceNotFound' } });
    }
    expect(await noor.post(`${path}/Stop`)).toMatchObject({ status: 404 });
  });
});
