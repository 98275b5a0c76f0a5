/** Everybody in an administrator's session: however many pages the service makes of them. */
import { requestMistakes } from '../../../local/backup-service/documented/documented.ts';
import type { Workload } from '../../../src/restore/backups/workloads/index.ts';
import { createExplorer } from '../../../src/upstream/explorer/explorer.ts';
import type { Http, HttpRequest } from '../../../src/upstream/http/http.ts';
import { accessTo, cannedHttp, EXPLORE } from './explorers.ts';
import { faultOf } from './upstreams.ts';

const access = { ...accessTo('https://backup.example'), kind: 'administrator' } as const;
const SESSION = `/v8/RestoreSessions/${EXPLORE}`;

const mailbox = (number: number, changes: object = {}): object => ({
  id: `mailbox ${number}`,
  name: `Person ${number}`,
  email: `person${number}@contoso.example`,
  isArchive: false,
  _links: { self: { href: '/v8/somewhere' } },
  ...changes,
});

/** Answers with at most `most` elements, and says whether there are more. */
function service(all: readonly unknown[], most: number, status = 200) {
  const asked: string[] = [];
  const http: Http = {
    send(request: HttpRequest) {
      const { pathname, search, searchParams } = new URL(request.url);
      const call = { method: request.method, path: pathname, query: search.slice(1), contentType: undefined, body: '' };
      expect(requestMistakes(call)).toEqual([]);
      asked.push(`${pathname}${search}`);
      const offset = Number(searchParams.get('offset'));
      const results = all.slice(offset, offset + Math.min(most, Number(searchParams.get('limit'))));
      const next = offset + results.length < all.length ? { next: { href: '/v8/next' } } : {};
      const body = JSON.stringify({ offset, limit: most, results, _links: next });
      return cannedHttp(status, new TextEncoder().encode(body), 65_536).send(request);
    },
    close: () => Promise.resolve(),
  };
  return { explorer: createExplorer({ http }), asked };
}

test('no one is lost where the service puts fewer into a page than it was asked for', async () => {
  const { explorer, asked } = service(
    Array.from({ length: 1_900 }, (_, at) => mailbox(at)),
    1_000,
  );
  const scope = await explorer.exploredScope(access, 'exchange', EXPLORE);
  expect(scope.counts).toEqual({ User: 1_900, Site: 0, Team: 0 });
  expect(scope.find('mailbox 1899')).toMatchObject({ name: 'Person 1899', detail: 'person1899@contoso.example' });
  const some = scope.findAll(new Set(['mailbox 3', 'nobody', 'mailbox 1500']));
  expect(some.map(({ name }) => name)).toEqual(['Person 3', 'Person 1500']);
  expect(asked).toEqual([
    `${SESSION}/organization/mailboxes?limit=10000&offset=0`,
    `${SESSION}/organization/mailboxes?limit=10000&offset=1000`,
  ]);
});

test('what cannot be read is left out, and the page after it begins where this one ended', async () => {
  const { explorer, asked } = service([mailbox(0), { name: 'without an id' }, {}, mailbox(3, { isArchive: true })], 3);
  const scope = await explorer.exploredScope(access, 'exchange', EXPLORE);
  expect(scope.search('', ['User'], 9).map(({ id, isArchive }) => [id, isArchive])).toEqual([
    ['mailbox 0', undefined],
    ['mailbox 3', true],
  ]);
  expect(asked.at(-1)).toMatch(/offset=3$/);
});

test.each([
  ['exchange', '/organization/mailboxes?limit=10000&offset=0', 'User'],
  ['onedrive', '/Organization/OneDrives?limit=10000&offset=0', 'User'],
  ['sharepoint', '/Organization/Sites?limit=10000&offset=0&parentId=root', 'Site'],
  ['teams', '/organization/teams?limit=10000&offset=0', 'Team'],
] as const)('of %s is listed at %s', async (workload: Workload, path, type) => {
  const element = { id: 'x 1', name: 'Marketing', displayName: 'Marketing', url: 'https://contoso.example/m' };
  const { explorer, asked } = service([element], 10_000);
  const scope = await explorer.exploredScope(access, workload, EXPLORE);
  expect(asked).toEqual([`${SESSION}${path}`]);
  expect(scope.find('x 1')).toMatchObject({ type, name: 'Marketing', echo: JSON.stringify(element) });
});

test('restore points are read to the end, the newest first', async () => {
  const point = (number: number) => ({ id: `p-${number}`, backupTime: '2026-11-03T22:00:00Z', isExchange: true });
  const points = Array.from({ length: 20_003 }, (_, number) => point(number));
  const { explorer, asked } = service(points, 10_000);
  expect((await explorer.restorePoints(access, EXPLORE)).at(-1)).toMatchObject({ id: 'p-20002' });
  const query = `organizationId=${EXPLORE}&isCopy=false&orderAsc=false`;
  expect(asked).toEqual([0, 10_000, 20_000].map((offset) => `/v8/RestorePoints?limit=10000&offset=${offset}&${query}`));
});

test('what should be short and is not is no list without its end', async () => {
  const drives = Array.from({ length: 20_001 }, (_, number) => ({ id: `drive ${number}`, name: 'OneDrive' }));
  const operator = { ...access, kind: 'operator' } as const;
  const read = (count: number) =>
    service(drives.slice(0, count), 1_000).explorer.containers(operator, 'onedrive', EXPLORE);
  expect(await read(20_000)).toHaveLength(20_000);
  expect(await faultOf(read(20_001))).toMatchObject({ code: 'TOO_LARGE' });
});

test('one of them is asked for by its id', async () => {
  const http: Http = {
    send: (request) => {
      expect(new URL(request.url).pathname).toBe(`${SESSION}/organization/mailboxes/mailbox%207`);
      return cannedHttp(200, new TextEncoder().encode(JSON.stringify(mailbox(7)))).send(request);
    },
    close: () => Promise.resolve(),
  };
  const item = await createExplorer({ http }).exploredItem(access, 'exchange', EXPLORE, 'mailbox 7');
  expect(item).toMatchObject({ id: 'mailbox 7', type: 'User', name: 'Person 7' });
});

test.each<[string, (offset: number) => readonly object[]]>([
  ['the same page again', () => [mailbox(0), mailbox(1)]],
  ['an empty page', (offset) => (offset === 0 ? [mailbox(0)] : [])],
])('a list that announces more and gives %s is an error, not a short list', async (_name, found) => {
  let calls = 0;
  const http: Http = {
    send(request) {
      calls += 1;
      const results = found(Number(new URL(request.url).searchParams.get('offset')));
      const body = JSON.stringify({ results, _links: { next: { href: '/v8/next' } } });
      return cannedHttp(200, new TextEncoder().encode(body)).send(request);
    },
    close: () => Promise.resolve(),
  };
  const fault = await faultOf(createExplorer({ http }).exploredScope(access, 'exchange', EXPLORE));
  expect(fault).toMatchObject({ code: 'MALFORMED' });
  expect(calls).toBe(2);
});

test('someone who moved to the next page meanwhile is listed once', async () => {
  const everybody = [mailbox(0), mailbox(1), mailbox(1), mailbox(2)];
  const scope = await service(everybody, 2).explorer.exploredScope(access, 'exchange', EXPLORE);
  expect(scope.counts.User).toBe(3);
});

test('a service that refuses the list refuses the scope', async () => {
  const { explorer } = service([], 10, 403);
  expect(await faultOf(explorer.exploredScope(access, 'exchange', EXPLORE))).toMatchObject({ status: 403 });
});
