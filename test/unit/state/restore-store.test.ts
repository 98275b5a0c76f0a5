import { randomBytes } from 'node:crypto';
import { ConflictError, StorageUnavailableError } from '../../../src/core/errors.ts';
import { LIST_LIMITS } from '../../../src/restore/backups/list.ts';
import type { RestoreState } from '../../../src/restore/state/restore.ts';
import type { RestoreStore } from '../../../src/restore/state/ports.ts';
import { changeState } from '../../../src/durable/record.ts';
import { restoreName, stateName } from '../../../src/state/blobs/names.ts';
import { createRestoreCodec, createRestoreStore } from '../../../src/state/restore-store.ts';
import { createSealer } from '../../../src/state/blobs/encryption.ts';
import { createContainer, type Storage } from '../../../src/state/azure/storage.ts';
import { sharedAzurite, type TestStorage } from '../../support/azurite.ts';
import { secretsIn, sought } from '../../support/secrets-sought.ts';
import { createRecordingLog } from '../../fakes/records.ts';
import {
  aListGroup,
  aRestore,
  aRestoreGroup,
  aScopeItem,
  aRestoreState,
  aTask,
  EVERY_REMARK,
  manyEntries,
  PERSONAL,
} from './restore-states.ts';
import { aKey } from './states.ts';
import { startStorageProxy, type StorageProxy } from './azure/storage-proxy.ts';

const key = { kid: 'one', key: new Uint8Array(randomBytes(32)) };
const full = aRestoreState();

let azurite: TestStorage;
let storage: Storage;
let proxy: StorageProxy;

beforeAll(async () => {
  azurite = await sharedAzurite();
  storage = await azurite.fresh();
  proxy = await startStorageProxy(azurite.blobPort);
});

afterAll(async () => {
  await proxy.close();
});

afterEach(() => proxy.trouble(() => undefined));

const store = (maxBytes?: number, log = createRecordingLog()): RestoreStore =>
  createRestoreStore({ container: storage.container, sealer: createSealer([key]), log, maxBytes });

/** The same container, reached through the proxy. */
function storeThroughProxy(): RestoreStore {
  const connectionString = azurite.connectionString.replace(`:${azurite.blobPort}/`, `:${proxy.port}/`);
  const container = createContainer({ kind: 'connection-string', connectionString }, storage.container.containerName);
  return createRestoreStore({ container, sealer: createSealer([key]), log: createRecordingLog() });
}

let people = 0;
const somebody = (): ReturnType<typeof aKey> => aKey({ personId: `person-${(people += 1)}` });

async function bodyOf(name: string): Promise<string> {
  return (await storage.container.getBlockBlobClient(name).downloadToBuffer()).toString();
}

async function put(name: string, body: string): Promise<void> {
  await storage.container.getBlockBlobClient(name).upload(body, Buffer.byteLength(body));
}

test('the blob has the name of the person’s state under another prefix', () => {
  expect(restoreName(aKey())).toBe(stateName(aKey()).replace('conversations/', 'restores/'));
});

test('a written state is read back, and erased', async () => {
  const who = aKey({ conversationId: `${'x'.repeat(3000)}/../ä\u0001`, personId: '29:ä/…\u0001%' });
  expect(await store().read(who)).toEqual({ kind: 'absent' });
  const version = await store().write(who, full, undefined);
  expect(await store().read(who)).toEqual({ kind: 'found', state: full, version });
  await store().erase(who);
  await store().erase(who);
  expect(await store().read(who)).toEqual({ kind: 'absent' });
});

test('a read costs one request, and so does a write', async () => {
  const before = proxy.requests.length;
  const who = somebody();
  const version = await storeThroughProxy().write(who, full, undefined);
  await storeThroughProxy().write(who, full, version);
  await storeThroughProxy().read(who);
  expect(proxy.requests.length - before).toBe(3);
});

test('only the version is stored outside the seal: no name, subject or address in any encoding', async () => {
  const who = somebody();
  await store().write(who, full, undefined);
  const body = await bodyOf(restoreName(who));
  const { metadata } = await storage.container.getBlockBlobClient(restoreName(who)).getProperties();
  const personal = Object.entries({ ...PERSONAL, ...who }).map(([name, value]) => sought(name, value));
  expect(Object.keys(JSON.parse(body) as object)).toEqual(['version', 'sealed']);
  expect(secretsIn(`${body}${restoreName(who)}${JSON.stringify(metadata)}`, personal)).toEqual([]);
  // The search finds what it looks for.
  const plain = Buffer.from(`x${JSON.stringify(full)}`).toString('base64');
  expect(secretsIn(plain, personal)).toEqual(expect.arrayContaining(Object.keys(PERSONAL)));
});

test('one of two parallel creations succeeds', async () => {
  const who = somebody();
  const results = await Promise.allSettled([store().write(who, full, undefined), store().write(who, full, undefined)]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(results.find((result) => result.status === 'rejected')?.reason).toBeInstanceOf(ConflictError);
});

test('a write over an outdated version conflicts', async () => {
  const who = somebody();
  const first = await store().write(who, full, undefined);
  const second = await store().write(who, full, first);
  await expect(store().write(who, full, first)).rejects.toThrow(ConflictError);
  await store().erase(who);
  await expect(store().write(who, full, second)).rejects.toThrow(ConflictError);
});

test('ten concurrent changes are all stored', async () => {
  const who = somebody();
  const add = (nth: number): Promise<unknown> =>
    changeState(store(), who, (state = { restores: [], recentScopes: [] }) => {
      const restores = [...state.restores, aRestore({ id: `restore-${nth}` })];
      return { kind: 'write', state: { ...state, restores }, result: undefined };
    });
  await Promise.all(Array.from({ length: 10 }, (_, nth) => add(nth)));
  const found = await store().read(who);
  expect(found.kind === 'found' && found.state.restores).toHaveLength(10);
});

test.each<[string, (name: string) => Promise<void>]>([
  ['its seal is edited', async (name) => put(name, (await bodyOf(name)).replace(/.{9}"}$/, 'AAAAAAAAA"}'))],
  ['its version is newer', async (name) => put(name, (await bodyOf(name)).replace('"version":1', '"version":2'))],
  ['it is cut off', async (name) => put(name, (await bodyOf(name)).slice(0, 100))],
  ['it is empty', async (name) => put(name, '')],
  ['it is too large', async (name) => put(name, ' '.repeat(9_000_000))],
  [
    'it is the copy of another',
    async (name) => {
      const other = somebody();
      await store().write(other, full, undefined);
      await put(name, await bodyOf(restoreName(other)));
    },
  ],
])('a blob counts as unreadable when %s, is logged, and is overwritten', async (_, spoil) => {
  const who = somebody();
  await store().write(who, full, undefined);
  await spoil(restoreName(who));
  const log = createRecordingLog();
  const found = await store(undefined, log).read(who);
  if (found.kind !== 'unreadable') throw new Error(found.kind);
  expect(log.lines).toMatchObject([{ level: 'warn', fields: { event: 'state-unreadable', blob: restoreName(who) } }]);
  await store().write(who, full, found.version);
  expect((await store().read(who)).kind).toBe('found');
});

test('a list of two thousand documents takes less than half a megabyte', async () => {
  const who = somebody();
  const [list, expanded] = [manyEntries(2000), manyEntries(2000)];
  expect(list[0]?.echo?.length).toBeGreaterThan(550);
  const large = aRestoreState({
    task: aTask({ list: [aListGroup({ entries: list })], expanded: [aListGroup({ entries: expanded })] }),
  });
  const version = await store().write(who, large, undefined);
  const { contentLength } = await storage.container.getBlockBlobClient(restoreName(who)).getProperties();
  expect(contentLength).toBeLessThan(2 * 500_000);
  expect(await store().read(who)).toEqual({ kind: 'found', state: large, version });
});

test('the largest list fits, with its folders expanded and a restore as large that still runs', async () => {
  const who = somebody();
  const { owners, items } = LIST_LIMITS;
  const entries = manyEntries(items / owners);
  const list = Array.from({ length: owners }, (_, owner) =>
    aListGroup({
      scope: { kind: 'item', item: { ...aScopeItem(), id: `user-${owner}` } },
      entries: entries.map((entry) => ({ ...entry, id: `${entry.id}-${owner}`, key: `${entry.key}${owner}` })),
    }),
  );
  const running = aRestore({
    endedAt: undefined,
    groups: list.map((group) => aRestoreGroup({ workload: 'onedrive', entries: group.entries })),
  });
  const largest = aRestoreState({ task: aTask({ list, expanded: list }), restores: [running] });
  const version = await store().write(who, largest, undefined);
  expect(await store().read(who)).toEqual({ kind: 'found', state: largest, version });
}, 60_000);

test('the oldest ended restores are dropped from a state that is too large, with a log line', async () => {
  const who = somebody();
  const ended = [1, 2, 3].map((nth) =>
    aRestore({ id: `ended-${nth}`, groups: [aRestoreGroup({ entries: manyEntries(100) })] }),
  );
  const running = aRestore({
    id: 'running',
    endedAt: undefined,
    groups: [aRestoreGroup({ entries: manyEntries(100) })],
  });
  const log = createRecordingLog();
  await store(60_000, log).write(who, { restores: [...ended, running], recentScopes: [] }, undefined);
  const found = await store().read(who);
  expect(found.kind === 'found' && found.state.restores.map(({ id }) => id)).toEqual(['ended-1', 'running']);
  expect(log.lines).toMatchObject([{ level: 'warn', fields: { blob: restoreName(who) } }]);

  // Something is still to be said of the others.
  const other = somebody();
  const announced = ended.map((restore, at) => ({ ...restore, endAnnounced: at === 0 ? true : undefined }));
  await store(40_000).write(other, { restores: announced, recentScopes: [] }, undefined);
  const left = await store().read(other);
  expect(left.kind === 'found' && left.state.restores.map(({ id }) => id)).toEqual(['ended-2', 'ended-3']);
});

test('a state that would be too large to be read is not written', async () => {
  const who = somebody();
  const huge = aRestoreState({ task: aTask({ list: [aListGroup({ entries: manyEntries(200) })] }) });
  await expect(store(10_000).write(who, huge, undefined)).rejects.toThrow(RangeError);
  expect(await store().read(who)).toEqual({ kind: 'absent' });
});

test.each([
  ['responds with 503', { kind: 'answer', status: 503, code: 'ServerBusy' } as const],
  ['has no container yet', { kind: 'answer', status: 404, code: 'ContainerNotFound' } as const],
  ['cuts the connection', { kind: 'reset' } as const],
])('calls fail as storage unavailable when storage %s', async (_, trouble) => {
  proxy.trouble(() => trouble);
  const who = somebody();
  const through = storeThroughProxy();
  for (const result of await Promise.allSettled([
    through.read(who),
    through.write(who, full, undefined),
    through.erase(who),
  ])) {
    expect(result.status === 'rejected' ? result.reason : undefined).toBeInstanceOf(StorageUnavailableError);
  }
});

test('a write whose response was lost is recognized as its own, however large', async () => {
  const who = somebody();
  const large = aRestoreState({ task: aTask({ list: [aListGroup({ entries: manyEntries(8000) })] }) });
  let lost = 0;
  proxy.trouble((request) => {
    if (!request.startsWith('PUT') || lost > 0) return undefined;
    lost += 1;
    return { kind: 'lost answer' };
  });
  const version = await storeThroughProxy().write(who, large, undefined);
  expect(lost).toBe(1);
  expect(await store().read(who)).toMatchObject({ kind: 'found', version });
  expect((await bodyOf(restoreName(who))).length).toBeGreaterThan(1_048_576);
});

describe('the stored form', () => {
  const sealer = createSealer([key]);
  const codec = createRestoreCodec(sealer);
  const NOTHING: RestoreState = { restores: [], recentScopes: [] };

  const bare = aTask({
    cardId: undefined,
    scope: undefined,
    workload: undefined,
    point: undefined,
    explore: undefined,
    containers: undefined,
    form: {},
    page: undefined,
    versions: undefined,
    list: [],
    options: undefined,
    reason: undefined,
    expanded: undefined,
    remark: undefined,
  });

  const atTheContainers = aTask({
    page: { source: { kind: 'folder', location: undefined }, number: 0, entries: [], found: 0, tooMany: false },
  });

  test.each<[string, RestoreState]>([
    ['nothing', NOTHING],
    ['everything', aRestoreState()],
    ['a new task', { ...NOTHING, task: bare }],
    ['a task that lists the containers', { ...NOTHING, task: atTheContainers }],
    ['a running restore', { ...NOTHING, restores: [aRestore({ endedAt: undefined, endAnnounced: undefined })] }],
  ])('%s is read back', async (_, state) => {
    const stored = await codec.encode(state, 'a/b.json');
    expect(await codec.decode(stored, 'a/b.json')).toEqual({ kind: 'state', kid: key.kid, state });
  });

  test.each(EVERY_REMARK.map((remark) => [remark.code, remark] as const))(
    'the remark %s is read back',
    async (_, remark) => {
      const state = { ...NOTHING, task: aTask({ remark }) };
      const stored = await codec.encode(state, 'a/b.json');
      expect(await codec.decode(stored, 'a/b.json')).toEqual({ kind: 'state', kid: key.kid, state });
    },
  );

  test('what earlier versions said of an end is read', async () => {
    const { endAnnounced: _new, ...restore } = aRestore();
    const earlier = { restores: [{ ...restore, told: true, lined: true }], recentScopes: [] };
    const stored = JSON.stringify({ version: 1, sealed: await sealer.seal(earlier, 'a/b.json\n1') });
    expect(await codec.decode(stored, 'a/b.json')).toMatchObject({
      state: { restores: [{ endAnnounced: true, channelPosted: true }] },
    });
  });

  test('the options that earlier versions stored are read', async () => {
    const mail = { changedItems: true, deletedItems: false, markRestoredAsUnread: true, folder: 'Back' };
    const files = { documentAction: 'Keep', allVersions: false };
    const { groups, ...restore } = aRestore();
    const earlier = {
      restores: [
        { ...restore, ...groups[0], options: { workload: 'exchange', ...mail } },
        { ...restore, ...groups[0], workload: 'onedrive', options: { workload: 'onedrive', ...files } },
      ],
      task: {
        ...aTask(),
        options: { workload: 'exchange', ...mail },
        remark: { code: 'folder-name', typed: 'a/b' },
      },
      recentScopes: [],
    };
    const stored = JSON.stringify({ version: 1, sealed: await sealer.seal(earlier, 'a/b.json\n1') });
    expect(await codec.decode(stored, 'a/b.json')).toMatchObject({
      kind: 'state',
      state: {
        restores: [{ groups: [{ options: mail }] }, { groups: [{ options: files }] }],
        task: { options: { exchange: mail }, remark: { code: 'unfit-option', option: 'folder', typed: 'a/b' } },
      },
    });
  });

  test.each<[string, string, () => Promise<string>, string]>([
    ['it is under another name', 'moved', () => codec.encode(NOTHING, 'a/b.json'), 'a/c.json'],
    [
      'its key is missing',
      'unknown-key',
      () => createRestoreCodec(createSealer([{ ...key, kid: 'two' }])).encode(NOTHING, 'a/b.json'),
      'a/b.json',
    ],
    [
      'its content has an unexpected shape',
      'unexpected shape',
      async () => JSON.stringify({ version: 1, sealed: await sealer.seal({ restores: 1 }, 'a/b.json\n1') }),
      'a/b.json',
    ],
    ['it is not JSON', 'not sealed', () => Promise.resolve('{'), 'a/b.json'],
  ])('a state is not read when %s', async (_, why, stored, blobName) => {
    expect(await codec.decode(await stored(), blobName)).toMatchObject({ kind: 'unreadable', why });
  });
});
