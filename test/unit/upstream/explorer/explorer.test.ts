/** Every call as it goes over the wire, and what is read from the documented answers. */
import type { Explorer } from '../../../../src/restore/state/ports.ts';
import { createExplorer } from '../../../../src/upstream/explorer/explorer.ts';
import { startScriptedServer } from '../../../support/scripted-server.ts';
import type { ScriptedServer } from '../../../support/scripted-server.ts';
import { checkServiceRequest } from '../../../support/service-requests.ts';
import type { ServiceCallName } from '../../../support/service-requests.ts';
import {
  DOCUMENT,
  DRIVE,
  EXPLORE,
  FIRST,
  FOLDER,
  MAILBOX,
  REPOSITORY,
  SET,
  aDocument,
  aDocumentEntry,
  aDocumentRestore,
  aMessage,
  aPage,
  aRestore,
  aSession,
  accessTo,
  anEntry,
} from '../explorers.ts';
import { buildHttp, faultOf } from '../upstreams.ts';
import type { PausingHttp } from '../upstreams.ts';

let server: ScriptedServer;
let http: PausingHttp;
let explorer: Explorer;

beforeEach(async () => {
  server = await startScriptedServer();
  http = buildHttp();
  explorer = createExplorer({ http });
});

afterEach(async () => {
  await http.close();
  await server.close();
});

const access = () => accessTo(server.url);
const NEXT = { _links: { next: { href: 'https://elsewhere.example/next' } } };
const mailbox = { workload: 'exchange', exploreId: EXPLORE, containerId: MAILBOX } as const;
const drive = { workload: 'onedrive', exploreId: EXPLORE, containerId: DRIVE } as const;
const USER = {
  type: 'User',
  id: 'a b/c',
  user: { id: 'a b/c', displayName: 'Zoë', name: 'zoe@contoso.com', type: 'User', somethingNew: 1 },
} as const;
const scope = {
  id: 'a b/c',
  type: 'User',
  name: 'Zoë',
  detail: 'zoe@contoso.com',
  echo: JSON.stringify(USER),
} as const;
const explore = { workload: 'exchange', showDeleted: true, showAllVersions: false } as const;

/** Method, what it is answered, the call it makes, and path and query as sent. */
const CALLS: readonly (readonly [ServiceCallName, object | string, () => Promise<unknown>, string])[] = [
  [
    'isOperator',
    { isOperator: true },
    () => explorer.isOperator(access()),
    '/v8/Organization/LoggedInUser/OperatorInfo',
  ],
  ['whoAmI', { id: 'u', name: 'Olga' }, () => explorer.whoAmI(access()), '/v8/Organization/LoggedInUser'],
  [
    'effectiveScope',
    { users: [], sites: [], teams: [] },
    () => explorer.effectiveScope(access()),
    '/v8/Organization/LoggedInUser/EffectiveScope',
  ],
  [
    'restorePoints',
    '[]',
    () => explorer.restorePoints(access(), undefined),
    '/v8/Organization/LoggedInUser/RestorePoints?isCopy=false',
  ],
  [
    'restorePoints',
    '[]',
    () => explorer.restorePoints(access(), 'a b/c&d'),
    '/v8/Organization/LoggedInUser/RestorePoints?rbacItem=a%20b%2Fc%26d&isCopy=false',
  ],
  [
    'openExplore',
    aSession(),
    () => explorer.openExplore(access(), { ...explore, scope }),
    '/v8/Organization/OperatorExplore',
  ],
  ['session', aSession(), () => explorer.session(access(), EXPLORE), `/v8/RestoreSessions/${EXPLORE}`],
  [
    'sessions',
    aPage([aSession()]),
    () => explorer.sessions(access(), { ...FIRST, from: Date.UTC(2026, 2, 1) }),
    '/v8/RestoreSessions?limit=30&offset=0&startTimeFrom=2026-03-01T00%3A00%3A00Z&orderBy=CreationTime&orderAsc=false',
  ],
  ['stop', '', () => explorer.stop(access(), EXPLORE), `/v8/RestoreSessions/${EXPLORE}/Stop`],
  [
    'statistics',
    { totalItemsCount: 0, restoredItemsCount: 0, failedItemsCount: 0, skippedItemsCount: 0, items: [] },
    () => explorer.statistics(access(), EXPLORE),
    `/v8/RestoreSessions/${EXPLORE}/Statistics`,
  ],
  [
    'events',
    aPage([]),
    () => explorer.events(access(), EXPLORE, { offset: 10, limit: 5 }),
    `/v8/RestoreSessions/${EXPLORE}/Events?limit=5&offset=10`,
  ],
  [
    'mailboxes',
    aPage([]),
    () => explorer.containers(access(), 'exchange', EXPLORE),
    `/v8/RestoreSessions/${EXPLORE}/organization/mailboxes?limit=1000&offset=0`,
  ],
  [
    'drives',
    aPage([]),
    () => explorer.containers(access(), 'onedrive', EXPLORE),
    `/v8/RestoreSessions/${EXPLORE}/Organization/OneDrives?limit=1000&offset=0`,
  ],
  [
    'mailboxFolders',
    aPage([]),
    () => explorer.folders(access(), mailbox, FIRST),
    `/v8/RestoreSessions/${EXPLORE}/organization/mailboxes/${MAILBOX}/folders?limit=30&offset=0&parentId=root`,
  ],
  [
    'mailboxFolders',
    aPage([]),
    () =>
      explorer.folders(
        access(),
        { ...mailbox, folder: { id: 'AAMk=/+2', kind: 'folder' } },
        { offset: 30, limit: 10, setId: SET },
      ),
    `/v8/RestoreSessions/${EXPLORE}/organization/mailboxes/${MAILBOX}/folders?limit=10&offset=30&parentId=AAMk%3D%2F%2B2`,
  ],
  [
    'mailboxItems',
    aPage([]),
    () => explorer.items(access(), { ...mailbox, folder: { id: 'AAMk=/+2', kind: 'folder' } }, FIRST),
    `/v8/RestoreSessions/${EXPLORE}/organization/mailboxes/${MAILBOX}/items?limit=30&offset=0&parentId=AAMk%3D%2F%2B2`,
  ],
  [
    'driveFolders',
    aPage([]),
    () => explorer.folders(access(), drive, FIRST),
    `/v8/RestoreSessions/${EXPLORE}/Organization/OneDrives/b!olga%2Fonedrive%201/Folders?limit=30&offset=0&parentId=root`,
  ],
  [
    'documents',
    aPage([]),
    () => explorer.items(access(), { ...drive, folder: { id: FOLDER, kind: 'folder' } }, FIRST),
    `/v8/RestoreSessions/${EXPLORE}/Organization/OneDrives/b!olga%2Fonedrive%201/Documents?limit=30&offset=0&parentId=${FOLDER}&includeFolders=false`,
  ],
  [
    'searchMailboxes',
    aPage([]),
    () => explorer.search(access(), { workload: 'exchange', exploreId: EXPLORE }, 'items', 'x', FIRST),
    `/v8/RestoreSessions/${EXPLORE}/organization/mailboxes/search?limit=30&offset=0`,
  ],
  [
    'searchMailbox',
    aPage([]),
    () => explorer.search(access(), mailbox, 'items', 'x', { ...FIRST, setId: SET }),
    `/v8/RestoreSessions/${EXPLORE}/organization/mailboxes/${MAILBOX}/search?limit=30&offset=0&setId=${SET}`,
  ],
  [
    'searchMailboxFolder',
    aPage([]),
    () => explorer.search(access(), { ...mailbox, folder: { id: 'AAMk=/+2', kind: 'folder' } }, 'items', 'x', FIRST),
    `/v8/RestoreSessions/${EXPLORE}/organization/mailboxes/${MAILBOX}/folders/AAMk%3D%2F%2B2/search?limit=30&offset=0`,
  ],
  [
    'searchDrives',
    aPage([]),
    () => explorer.search(access(), { workload: 'onedrive', exploreId: EXPLORE }, 'documents', 'x', FIRST),
    `/v8/RestoreSessions/${EXPLORE}/Organization/OneDrives/search?limit=30&offset=0&itemType=Documents`,
  ],
  [
    'searchDrive',
    aPage([]),
    () => explorer.search(access(), drive, 'documents', 'x', FIRST),
    `/v8/RestoreSessions/${EXPLORE}/Organization/OneDrives/b!olga%2Fonedrive%201/search?limit=30&offset=0&itemType=Documents`,
  ],
  [
    'searchDriveFolder',
    aPage([]),
    () =>
      explorer.search(access(), { ...drive, folder: { id: FOLDER, kind: 'folder' } }, 'documents', 'x', {
        ...FIRST,
        setId: SET,
      }),
    `/v8/RestoreSessions/${EXPLORE}/Organization/OneDrives/b!olga%2Fonedrive%201/Folders/${FOLDER}/search?limit=30&offset=0&itemType=Documents&setId=${SET}`,
  ],
  [
    'versions',
    aPage([]),
    () => explorer.versions(access(), 'onedrive', EXPLORE, aDocumentEntry()),
    `/v8/RestoreSessions/${EXPLORE}/Organization/OneDrives/b!olga%2Fonedrive%201/Documents/${DOCUMENT}/Versions?limit=1000&offset=0`,
  ],
  [
    'restoreItems',
    { sessionId: EXPLORE },
    () => explorer.restore(access(), aRestore()),
    `/v8/RestoreSessions/${EXPLORE}/organization/mailboxes/${MAILBOX}/items/operatorRestore`,
  ],
  [
    'restoreDocuments',
    { sessionId: EXPLORE },
    () => explorer.restore(access(), aDocumentRestore()),
    `/v8/RestoreSessions/${EXPLORE}/Organization/OneDrives/b!olga%2Fonedrive%201/Documents/operatorRestore`,
  ],
];

test.each(CALLS)('%s is requested as documented', async (name, body, call, path) => {
  server.answer({ body });
  await call();
  const [seen, ...more] = server.requests;
  expect(more).toEqual([]);
  expect(seen?.path).toBe(path);
  expect(seen?.headers.authorization).toBe('Bearer st-SECRET');
  expect(seen && checkServiceRequest(seen)).toBe(name);
});

test.each(CALLS)('%s: an empty 401 is a refusal without a reason', async (_name, _body, call) => {
  server.answer({ status: 401 });
  expect(await faultOf(call())).toMatchObject({ code: 'REFUSED', status: 401, reason: undefined });
  expect(server.requests).toHaveLength(1);
});

test.each(CALLS)('%s: a refusal has the reason and description of the service', async (_name, _body, call) => {
  server.answer({
    status: 404,
    body: { errorCode: 'ResourceNotFound', message: 'Gone for st-SECRET.', stackTrace: 'at Secret()' },
  });
  const fault = await faultOf(call());
  expect(fault).toMatchObject({
    code: 'REFUSED',
    status: 404,
    reason: 'ResourceNotFound',
    description: 'Gone for [removed].',
  });
  expect(JSON.stringify([fault.message, ...Object.entries(fault)])).not.toContain('at Secret');
});

test.each(CALLS)('%s: a redirect to another host is not followed', async (_name, _body, call) => {
  server.answer({ status: 302, headers: { location: 'https://elsewhere.example/' } });
  expect((await faultOf(call())).code).toBe('REDIRECTED');
});

const REPEATS: Partial<Record<ServiceCallName, number>> = {
  openExplore: 1,
  stop: 1,
  restoreItems: 1,
  restoreDocuments: 1,
};
test.each(CALLS)('%s: is retried only where it changes nothing', async (name, _body, call) => {
  server.answer({ status: 503, body: { errorCode: 'ProxyOffline', message: 'Later.' } });
  expect(await faultOf(call())).toMatchObject({ code: 'FAILED', reason: 'ProxyOffline' });
  expect(server.requests).toHaveLength(REPEATS[name] ?? (name.startsWith('search') ? 2 : 3));
});

describe('a restore call', () => {
  test('sends the options of Exchange', async () => {
    server.answer({ body: { sessionId: 'b2c3' } });
    const options = { ...aRestore().options, folder: 'Back "again"' };
    const entries = [anEntry(), anEntry({ id: 'AAMk 2' })];
    expect(await explorer.restore(access(), aRestore({ entries, options }))).toEqual({ sessionId: 'b2c3' });
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
      items: [{ id: 'AAMk=/+1' }, { id: 'AAMk 2' }],
      changedItems: true,
      deletedItems: true,
      markRestoredAsUnread: false,
      folder: 'Back "again"',
      reason: 'Ticket 7 [R-abc]',
    });
  });

  test('omits the folder for the original location', async () => {
    server.answer({ body: { sessionId: 'b2c3' } });
    await explorer.restore(access(), aRestore());
    expect(server.requests[0]?.body).not.toContain('folder');
  });

  test.each([
    ['the latest version', {}, false, 'Last'],
    ['every version', {}, true, 'All'],
    ['a chosen older one', { version: '2.0' }, false, null],
  ])('sends the whole document back for %s', async (_name, changes, allVersions, documentVersion) => {
    server.answer({ body: { sessionId: 'b2c3' } });
    const options = { documentAction: 'Overwrite', allVersions };
    await explorer.restore(access(), aDocumentRestore({ entries: [aDocumentEntry(changes)], options }));
    const [seen] = server.requests;
    expect(seen && checkServiceRequest(seen)).toBe('restoreDocuments');
    const { _links: _, ...document } = aDocument() as Record<string, unknown>;
    expect(JSON.parse(seen?.body ?? '')).toEqual({
      documentAction: 'Overwrite',
      documentsRestoreConfigs: [{ document, documentVersion }],
      reason: 'Ticket 7 [R-abc]',
    });
  });

  test.each([
    ['a folder', aRestore({ entries: [anEntry({ kind: 'folder' })] })],
    ['a folder of a drive', aDocumentRestore({ entries: [aDocumentEntry({ kind: 'folder' })] })],
    ['nothing', aRestore({ entries: [] })],
    ['an item of another mailbox', aRestore({ entries: [anEntry({ containerId: EXPLORE })] })],
    ['a document without what the service gave', aDocumentRestore({ entries: [aDocumentEntry({ echo: undefined })] })],
    ['a document whose echo is broken', aDocumentRestore({ entries: [aDocumentEntry({ echo: '{"name":"Secret' })] })],
    ['options of the other workload', aRestore({ options: aDocumentRestore().options })],
    ['a container that leads elsewhere', aRestore({ containerId: '..', entries: [anEntry({ containerId: '..' })] })],
  ])('with %s is never sent', async (_name, request) => {
    server.answer({ body: { sessionId: 'b2c3' } });
    const error: unknown = await explorer.restore(access(), request).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: 'UnsendableError', message: expect.not.stringContaining('Secret') });
    expect(server.requests).toEqual([]);
  });

  test('distinguishes a call that was never sent from one whose answer was lost', async () => {
    server.answer({ reset: true });
    expect(await faultOf(explorer.restore(access(), aRestore()))).toMatchObject({ code: 'NO_ANSWER', unsent: false });
    expect(server.requests).toHaveLength(1);
    const { url } = server;
    await server.close();
    expect(await faultOf(explorer.restore(accessTo(url), aRestore()))).toMatchObject({ unsent: true });
  });

  test('answered without a session counts as lost, not as refused', async () => {
    server.answer({ body: { session: 1 } });
    expect(await faultOf(explorer.restore(access(), aRestore()))).toMatchObject({ code: 'MALFORMED', status: 200 });
    server.answer({ body: '<html>' });
    expect(await faultOf(explorer.restore(access(), aRestore()))).toMatchObject({ code: 'NOT_JSON', status: 200 });
  });

  test('removes item names and the reason from the error', async () => {
    server.answer({ status: 400, body: { message: "Item 'Quarterly figures' of 'Ticket 7 [R-abc]' is bad." } });
    const { description } = await faultOf(explorer.restore(access(), aRestore()));
    expect(description).toBe("Item '[removed]' of '[removed]' is bad.");
  });
});

describe('opening a session', () => {
  const body = async (request: Parameters<Explorer['openExplore']>[1]): Promise<unknown> => {
    server.answer({ status: 201, body: aSession() });
    await explorer.openExplore(access(), request);
    const seen = server.requests.at(-1);
    expect(seen && checkServiceRequest(seen)).toBe('openExplore');
    return JSON.parse(seen?.body ?? '');
  };

  test('without scope and time sends neither', async () => {
    expect(await body(explore)).toEqual({ type: 'Vex', showDeleted: true, showAllVersions: false });
  });

  test('sends the scope back as the service sent it', async () => {
    const request = { ...explore, workload: 'onedrive', scope, repositoryId: REPOSITORY, reason: 'Ticket 7' } as const;
    expect(await body(request)).toEqual({
      type: 'Veod',
      showDeleted: true,
      showAllVersions: false,
      scope: USER,
      repositoryId: REPOSITORY,
      reason: 'Ticket 7',
    });
  });

  test.each([
    ['2026-03-01T10:00:00Z', '2026-03-01T10:00:00Z'],
    ['2026-03-01T10:00:00.0000001Z', '2026-03-01T10:00:01Z'],
    ['2026-03-01T10:00:00.5Z', '2026-03-01T10:00:01Z'],
  ])('at a point of %s does not open the previous one', async (backupTime, dateTime) => {
    server.answer({ body: JSON.stringify([{ id: 'p', backupTime, isExchange: true }]) });
    const [point] = await explorer.restorePoints(access(), undefined);
    expect(await body({ ...explore, at: point?.backupTime })).toMatchObject({ dateTime });
  });

  test('removes the person from the error', async () => {
    server.answer({ status: 403, body: { message: 'Zoë, zoe@contoso.com is not yours.' } });
    const fault = await faultOf(
      explorer.openExplore(access(), { ...explore, scope: { ...scope, name: 'Zoë Zimmer' } }),
    );
    expect(fault.description).not.toContain('zoe@contoso.com');
  });
});

describe('pages', () => {
  test('have more only by their link, which is not followed', async () => {
    server.answer({ body: aPage([aMessage()], { ...NEXT, setId: SET }) });
    const page = await explorer.search(access(), mailbox, 'items', 'x', FIRST);
    expect(page).toMatchObject({ more: true, setId: SET, results: [{ title: 'Quarterly figures' }] });
    server.answer({ body: aPage([], { _links: { next: null } }) });
    expect(await explorer.search(access(), mailbox, 'items', 'x', FIRST)).toEqual({ results: [], more: false });
    server.answer({ body: { results: [] } });
    expect((await explorer.search(access(), mailbox, 'items', 'x', FIRST)).more).toBe(false);
  });

  test('of a search send the query unchanged', async () => {
    server.answer({ body: aPage([]) });
    const query = 'from:"Zoë \\"Z\\"" AND subject:東京* \\ ?';
    await explorer.search(access(), mailbox, 'items', query, FIRST);
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({ query });
  });

  test('of a refused search remove the query from the error', async () => {
    server.answer({ status: 400, body: { message: 'Unexpected zoe@contoso.com near subject' } });
    const { description } = await faultOf(explorer.search(access(), mailbox, 'items', 'from:zoe@contoso.com', FIRST));
    expect(description).toBe('Unexpected [removed] near subject');
  });

  test('of a search are requested 200 at a time, in the set of the first', async () => {
    server.answer(({ path }) => {
      const query = new URLSearchParams(path.split('?')[1]);
      const [from, count] = [Number(query.get('offset')), Number(query.get('limit'))];
      const mails = Array.from({ length: count }, (_, index) => aMessage({ id: `AAMk${from + index}` }));
      return { body: aPage(mails, { ...NEXT, setId: SET }), delay: 50 - from / 20 };
    });
    const page = await explorer.search(access(), mailbox, 'items', 'x', { offset: -3, limit: 450 });
    expect(page).toMatchObject({ more: true });
    // In the service's order, whichever answer came first.
    expect(page.results.map(({ id }) => id)).toEqual(Array.from({ length: 450 }, (_, index) => `AAMk${index}`));
    const [first, ...further] = server.requests.map(({ path }) => path.split('?')[1]);
    expect(first).toBe('limit=200&offset=0');
    expect(new Set(further)).toEqual(
      new Set([`limit=200&offset=200&setId=${SET}`, `limit=50&offset=400&setId=${SET}`]),
    );
    expect(further).toHaveLength(2);
  });

  test('of a folder are requested 200 at a time, and end where the service has no more', async () => {
    const mails = Array.from({ length: 200 }, (_, index) => aMessage({ id: `AAMk${index}` }));
    server.answer(({ path }) =>
      path.includes('offset=1000')
        ? { body: aPage(mails, { ...NEXT, setId: SET }) }
        : { body: aPage(path.includes('offset=1200') ? [aMessage()] : []) },
    );
    const page = await explorer.items(
      access(),
      { ...mailbox, folder: { id: 'f', kind: 'folder' } },
      { offset: 1_000, limit: 2_000 },
    );
    expect(page).toMatchObject({ more: false, results: { length: 201 } });
    // Up to three more may have been sent with the second.
    expect(server.requests.slice(0, 2).map(({ path }) => path.split('?')[1])).toEqual([
      'limit=200&offset=1000&parentId=f',
      'limit=200&offset=1200&parentId=f',
    ]);
    expect(server.requests.length).toBeLessThanOrEqual(5);
  });

  test('of 10,000 items with all their links are read as a whole', async () => {
    const results = Array.from({ length: 10_000 }, (_, index) =>
      aMessage({ id: `AAMk${index}`, subject: `Mail ${index} ${'x'.repeat(200)}` }),
    );
    server.answer({ body: aPage(results, NEXT) });
    const page = await explorer.search(access(), mailbox, 'items', 'x', { offset: 0, limit: 10_000 });
    expect(page.results).toHaveLength(10_000);
    expect(new Set(page.results.map(({ key }) => key)).size).toBe(10_000);
  });

  /** What a service answers that puts at most `most` of `total` mails into a page. */
  const byAtMost = (total: number, most: (offset: number) => number) => {
    server.answer(({ path }) => {
      const query = new URLSearchParams(path.split('?')[1]);
      const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))];
      const count = Math.max(0, Math.min(most(offset), limit, total - offset));
      const found = Array.from({ length: count }, (_, index) => aMessage({ id: `AAMk${offset + index}` }));
      return { body: aPage(found, offset + count < total ? NEXT : {}) };
    });
  };
  const inFolder = { ...mailbox, folder: { id: 'f', kind: 'folder' } } as const;
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `AAMk${index}`);

  test.each<[string, number, (offset: number) => number]>([
    ['7 of 26 in each', 26, () => 7],
    ['a short one among full ones', 900, (offset) => (offset === 400 ? 150 : 200)],
    ['a first one of one', 300, (offset) => (offset === 0 ? 1 : 200)],
  ])('begin where the one before ended: %s', async (_name, total, most) => {
    byAtMost(total, most);
    const page = await explorer.items(access(), inFolder, { offset: 0, limit: 2_000 });
    expect(page).toMatchObject({ more: false });
    expect(page.results.map(({ id }) => id)).toEqual(ids(total));
  });

  test('of a short service say where the next ones begin', async () => {
    byAtMost(26, () => 7);
    expect(await explorer.items(access(), inFolder, { offset: 5, limit: 10 })).toMatchObject({ more: true, next: 15 });
  });

  test.each<[string, (offset: number) => readonly object[]]>([
    ['the same again', () => ids(200).map((id) => aMessage({ id }))],
    ['nothing', (offset) => (offset === 0 ? ids(200).map((id) => aMessage({ id })) : [])],
  ])('that announce more and give %s end, and say that there is more', async (_name, found) => {
    server.answer(({ path }) => ({ body: aPage(found(Number(/offset=(\d+)/.exec(path)?.[1])), NEXT) }));
    const page = await explorer.items(access(), inFolder, { offset: 0, limit: 2_000 });
    expect(page.results.map(({ id }) => id)).toEqual(ids(200));
    expect(page.more).toBe(true);
    expect(server.requests.length).toBeLessThanOrEqual(5);
  });

  test('have each element once, where one moved to the next page meanwhile', async () => {
    server.answer(
      {
        body: aPage(
          ids(200).map((id) => aMessage({ id })),
          NEXT,
        ),
      },
      { body: aPage([aMessage({ id: 'AAMk199' }), aMessage({ id: 'AAMk200' })]) },
    );
    const page = await explorer.items(access(), inFolder, { offset: 0, limit: 400 });
    expect(page.results.map(({ id }) => id)).toEqual(ids(201));
  });

  test('of mailboxes are all read', async () => {
    const one = { id: MAILBOX, name: 'Zoë', email: 'zoe@contoso.com', isArchive: false };
    server.answer({ body: aPage([one], NEXT) }, { body: aPage([{ ...one, id: EXPLORE, isArchive: true }]) });
    expect(await explorer.containers(access(), 'exchange', EXPLORE)).toEqual([
      { id: MAILBOX, name: 'Zoë', detail: 'zoe@contoso.com', isArchive: false },
      { id: EXPLORE, name: 'Zoë', detail: 'zoe@contoso.com', isArchive: true },
    ]);
    expect(server.requests.map(({ path }) => path.split('?')[1])).toEqual([
      'limit=1000&offset=0',
      'limit=1000&offset=1',
    ]);
  });

  test('without an end are read up to a limit', async () => {
    server.answer({ body: aPage([{ id: DRIVE, name: 'Olga', url: 'https://x' }], NEXT) });
    expect((await explorer.containers(access(), 'onedrive', EXPLORE)).length).toBeLessThan(100);
  });
});

test('the items at the root of a mailbox are an empty page without a call', async () => {
  expect(await explorer.items(access(), mailbox, FIRST)).toEqual({ results: [], more: false });
  expect(server.requests).toEqual([]);
});

test('a search of a folder without its container is an error', async () => {
  const place = { workload: 'exchange', exploreId: EXPLORE, folder: { id: 'f', kind: 'folder' } } as const;
  await expect(explorer.search(access(), place, 'items', 'x', FIRST)).rejects.toThrow('container');
});

test('a slow call ends with its own time limit', async () => {
  explorer = createExplorer({ http, timeLimits: { restore: 200 } });
  server.answer({ delay: 5_000 });
  const fault = await faultOf(explorer.restore(access(), aRestore()));
  expect(fault).toMatchObject({ code: 'TIMED_OUT', unsent: false, description: 'It did not answer within 0.2 s.' });
});

test('a restore that may take longer has a time limit of its own', async () => {
  explorer = createExplorer({ http, timeLimits: { restore: 50 } });
  server.answer({ delay: 400, body: { sessionId: 'session-1' } });
  const found = await explorer.restore(access(), { ...aRestore(), timeLimitMilliseconds: 5_000 });
  expect(found).toEqual({ sessionId: 'session-1' });
});

test('an aborted call ends with the reason', async () => {
  server.answer({ delay: 5_000 });
  const controller = new AbortController();
  const call = explorer.session(access(), EXPLORE, controller.signal);
  controller.abort(new Error('enough'));
  await expect(call).rejects.toThrow('enough');
});
