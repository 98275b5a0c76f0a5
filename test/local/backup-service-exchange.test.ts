import { type RunningBackupService, startBackupService } from '../../local/backup-service.ts';
import { type RunningIdentityProvider, startIdentityProvider } from '../../local/identity-provider.ts';
import { NOOR } from '../../local/people.ts';
import { type ServiceClient, clientOf } from './service-client.ts';

const DAY = 86_400_000;
type Json = Readonly<Record<string, unknown>>;

let provider: RunningIdentityProvider;
let service: RunningBackupService;
let noor: ServiceClient;
beforeAll(async () => {
  provider = await startIdentityProvider();
  service = await startBackupService({ identityProviderUrl: provider.url });
  noor = await clientOf(provider, service, NOOR);
});
afterAll(async () => {
  await service.stop();
  await provider.stop();
});

const daysAgo = (days: number): string => new Date(Date.now() - days * DAY).toISOString();

async function mailboxOf(client: ServiceClient, session: string): Promise<string> {
  const { results } = await client.get(`${session}/organization/mailboxes`);
  return `${session}/organization/mailboxes/${String(results[0]?.['id'])}`;
}

async function opened(options: Json = {}): Promise<string> {
  return mailboxOf(noor, await noor.explore({ type: 'Vex', ...options }));
}

async function search(place: string, query: string, limit = 10_000): Promise<readonly Json[]> {
  return (await noor.post(`${place}/search?limit=${limit}`, { query })).results;
}

describe('a mailbox', () => {
  test('comes with its archive', async () => {
    const session = await noor.explore({ type: 'Vex' });
    const { results } = await noor.get(`${session}/organization/mailboxes`);
    expect(results.map(({ email, isArchive }) => [email, isArchive])).toEqual([
      [NOOR.signInName, false],
      [NOOR.signInName, true],
    ]);
    const one = await noor.get(`${session}/organization/mailboxes/${String(results[1]?.['id'])}`);
    expect(one.json).toEqual(results[1]);
  });

  test('has folders in folders, found by name', async () => {
    const mailbox = await opened();
    const names = async (query: string) =>
      (await noor.get(`${mailbox}/folders?limit=100&${query}`)).results.map(({ name }) => name);
    const top = (await noor.get(`${mailbox}/folders?parentId=root`)).results;
    expect(top.map(({ name }) => name)).toEqual(expect.arrayContaining(['Inbox', 'Projects', 'Calendar', 'Journal']));
    const projects = top.find(({ name }) => name === 'Projects');
    const parentId = encodeURIComponent(String(projects?.['id']));
    expect(await names(`parentId=${parentId}`)).toEqual(expect.arrayContaining(['Kyoto', 'Q4\\"Northern lights"']));
    expect(await names('name=ky?to*')).toEqual(['Kyoto']);
    expect((await noor.get(`${mailbox}/folders/${parentId}`)).json).toEqual(projects);
    expect(await noor.get(`${mailbox}/folders?parentId=unknown`)).toMatchObject({ status: 404 });
  });

  test('has thousands of items of every type, with subjects of all kinds, each in its documented shape', async () => {
    const { results } = await noor.get(`${await opened({ showDeleted: true })}/items?limit=10000`);
    expect(results.length).toBeGreaterThan(2000);
    expect(new Set(results.map(({ itemClass }) => itemClass)).size).toBe(8);
    const subjects = results.map(({ subject }) => subject);
    expect(subjects).toEqual(expect.arrayContaining(['', undefined]));
    for (const sort of [/"/, /\\/, /\*\*/, /🌴/, /.{300}/, /確認/, /Подтверждение/, /<b>/]) {
      expect(subjects.some((subject) => sort.test(String(subject)))).toBe(true);
    }
  });

  test('is the same in another process', async () => {
    const again = await startBackupService({ identityProviderUrl: provider.url });
    try {
      const client = await clientOf(provider, again, NOOR);
      const there = await mailboxOf(client, await client.explore({ type: 'Vex' }));
      const idsOf = ({ results }: { readonly results: readonly Json[] }) =>
        results.map(({ id, subject }) => [id, subject]);
      const path = 'items?limit=500&offset=100';
      expect(idsOf(await client.get(`${there}/${path}`))).toEqual(idsOf(await noor.get(`${await opened()}/${path}`)));
    } finally {
      await again.stop();
    }
  });

  test('lists a folder of 11,000 items in two pages', async () => {
    const alex = await clientOf(provider, service);
    const users = (await alex.get('/v8/Organization/LoggedInUser/EffectiveScope')).json['users'] as readonly Json[];
    const scopeId = service.restore.scopeIdOf('reservations@fernweh.onmicrosoft.com');
    const scope = users.find(({ id }) => id === scopeId);
    const mailbox = await mailboxOf(alex, await alex.explore({ type: 'Vex', scope, showDeleted: true }));
    const [folder] = (await alex.get(`${mailbox}/folders?name=Confirmations`)).results;
    const items = `${mailbox}/items?parentId=${encodeURIComponent(String(folder?.['id']))}&limit=10000`;
    const first = await alex.get(items);
    expect([first.results.length, first.more]).toEqual([10_000, true]);
    const second = await alex.get(`${items}&offset=10000`);
    expect([second.results.length, second.more]).toEqual([1000, false]);
  });
});

describe('the sample mails about Kyoto', () => {
  test('the mails are gone from the latest backup, there four days ago, and shown with what was deleted', async () => {
    const query = 'subject:"Kyoto itinerary"';
    expect(await search(await opened(), query)).toEqual([]);
    expect(await search(await opened({ dateTime: daysAgo(4) }), query)).toHaveLength(6);
    expect(await search(await opened({ showDeleted: true }), query)).toHaveLength(6);
    expect(await search(await opened({ dateTime: daysAgo(40), showDeleted: true }), query)).toEqual([]);
  });

  test('one of them can be read by its ID, as it was found', async () => {
    const mailbox = await opened({ showDeleted: true });
    const [found] = await search(mailbox, 'Kyoto itinerary final');
    expect(found?.['subject']).toBe('Kyoto itinerary, final 🍁');
    const path = `${mailbox}/items/${encodeURIComponent(String(found?.['id']))}`;
    expect((await noor.get(path)).json).toEqual(found);
    service.restore.deleteFromBackup(String(found?.['id']));
    expect(await noor.get(path)).toMatchObject({ status: 404, json: { errorCode: 'ResourceNotFound' } });
    expect(await search(mailbox, 'Kyoto itinerary final')).toEqual([]);
  });
});

describe('a search', () => {
  test('covers a folder with its subfolders, a mailbox, all mailboxes, or everything', async () => {
    const session = await noor.explore({ type: 'Vex', showDeleted: true });
    const mailbox = await mailboxOf(noor, session);
    const [folder] = (await noor.get(`${mailbox}/folders?name=Projects`)).results;
    const below = await search(`${mailbox}/folders/${encodeURIComponent(String(folder?.['id']))}`, 'Kyoto');
    const mine = await search(mailbox, 'Kyoto');
    expect(below.length).toBeLessThan(mine.length);
    const both = await search(`${session}/organization/mailboxes`, '*');
    const all = await noor.post(`${session}/organization/searchExchange?limit=10000`, { query: '*' });
    expect(both.length).toBeGreaterThan((await search(mailbox, '*')).length);
    expect(all.results).toEqual(both);
  });

  test('is paged, and keeps its result under a set id', async () => {
    const mailbox = await opened();
    const first = await noor.post(`${mailbox}/search`, { query: 'from:haddad' });
    expect([first.results.length, first.more]).toEqual([30, true]);
    const setId = String(first.json['setId']);
    const next = await noor.post(`${mailbox}/search?offset=30&setId=${setId}`, { query: 'from:haddad' });
    expect(next.json['setId']).toBe(setId);
    const whole = await search(mailbox, 'from:haddad');
    expect([...first.results, ...next.results]).toEqual(whole.slice(0, 60));
    const other = await opened();
    const refused = { status: 400, json: { errorCode: 'ParameterValidationFailure' } };
    expect(await noor.post(`${other}/search?setId=${setId}`, { query: '*' })).toMatchObject(refused);
  });

  test('of the organization and listings accept no set ID', async () => {
    const session = await noor.explore({ type: 'Vex' });
    const setId = '0b9e7f8c-3c5f-4d1e-9a55-9b1f2f0a7c11';
    const path = `${session}/organization`;
    expect(await noor.post(`${path}/searchExchange?setId=${setId}`, { query: '*' })).toMatchObject({ status: 400 });
    expect(await noor.get(`${path}/mailboxes?setId=${setId}`)).toMatchObject({ status: 400 });
  });

  test.each([[{}], [{ query: 1 }], [{ query: 'x', type: 'Posts' }], [{ query: '' }], [{ query: '"open' }]])(
    'refuses %j with a message',
    async (body) => {
      const { status, json } = await noor.post(`${await opened()}/search`, body);
      expect([status, json['errorCode']]).toEqual([400, 'ParameterValidationFailure']);
    },
  );
});
