import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { ConflictError, StorageUnavailableError } from '../../../src/core/errors.ts';
import { endedSignIn } from '../../../src/sign-in/state/transitions.ts';
import type { PersonState } from '../../../src/sign-in/state/model.ts';
import type { PersonStore } from '../../../src/sign-in/state/ports.ts';
import type { Version } from '../../../src/durable/record.ts';
import { createPersonStore, createStateCodec } from '../../../src/state/person-store.ts';
import { stateName } from '../../../src/state/blobs/names.ts';
import { createSealer, type Sealer } from '../../../src/state/blobs/encryption.ts';
import { createContainer, createStorage, type Storage } from '../../../src/state/azure/storage.ts';
import { startAzurite, type OwnTestStorage } from '../../support/azurite.ts';
import { createRecordingLog } from '../../fakes/records.ts';
import {
  SECRETS,
  aKey,
  aRedeemedSignIn,
  aReport,
  aSession,
  aState,
  aWaitingSignIn,
  anEndedSession,
  leaksIn,
} from './states.ts';
import { startStorageProxy, type StorageProxy } from './azure/storage-proxy.ts';

const key = { kid: 'one', key: new Uint8Array(randomBytes(32)) };
const newKey = { kid: 'two', key: new Uint8Array(randomBytes(32)) };
const full = aState({ signIn: aWaitingSignIn(), session: aSession() });

let azurite: OwnTestStorage;
let storage: Storage;
let proxy: StorageProxy;

beforeAll(async () => {
  azurite = await startAzurite();
  storage = await azurite.fresh();
  proxy = await startStorageProxy(azurite.blobPort);
});

afterAll(async () => {
  await proxy.close();
  await azurite.dispose();
});

afterEach(() => proxy.trouble(() => undefined));

const storeWith = (sealer: Sealer): PersonStore =>
  createPersonStore({ container: storage.container, sealer, log: createRecordingLog() });

const store = (): PersonStore => storeWith(createSealer([key]));

/** The same container, reached through the proxy. */
function storeThroughProxy(): PersonStore {
  const connectionString = azurite.connectionString.replace(`:${azurite.blobPort}/`, `:${proxy.port}/`);
  const container = createContainer({ kind: 'connection-string', connectionString }, storage.container.containerName);
  return createPersonStore({ container, sealer: createSealer([key]), log: createRecordingLog() });
}

let people = 0;
const somebody = (): ReturnType<typeof aKey> => aKey({ personId: `person-${(people += 1)}` });

async function bodyOf(name: string): Promise<string> {
  return (await storage.container.getBlockBlobClient(name).downloadToBuffer()).toString();
}

async function put(name: string, body: string): Promise<void> {
  await storage.container.getBlockBlobClient(name).upload(body, Buffer.byteLength(body));
}

test('a state that was never written is absent', async () => {
  expect(await store().read(somebody())).toEqual({ kind: 'absent' });
});

test('a written state is read back, and erased', async () => {
  const who = aKey({ conversationId: `${'x'.repeat(3000)}/../ä\u0001`, personId: '29:ä/…\u0001%' });
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

describe('a state that was just read or written', () => {
  afterEach(() => jest.restoreAllMocks());

  test('is not sent again while it is unchanged', async () => {
    const who = somebody();
    const here = storeThroughProxy();
    const version = await here.write(who, full, undefined);
    expect(await here.read(who)).toEqual({ kind: 'found', state: full, version });
    const newVersion = await store().write(who, aState(), version);
    for (let times = 0; times < 2; times += 1) {
      expect(await here.read(who)).toEqual({ kind: 'found', state: aState(), version: newVersion });
    }
    expect(proxy.statuses.slice(-3)).toEqual([304, 200, 304]);
  });

  test('is gone once another instance has erased it', async () => {
    const who = somebody();
    const here = store();
    await here.write(who, full, undefined);
    await store().erase(who);
    expect(await here.read(who)).toEqual({ kind: 'absent' });
    await store().write(who, aState(), undefined);
    expect(await here.read(who)).toMatchObject({ state: aState() });
  });

  test('counts as unreadable once somebody has changed its blob', async () => {
    const who = somebody();
    const here = store();
    await here.write(who, full, undefined);
    await put(stateName(who), (await bodyOf(stateName(who))).replace('emea', 'amer'));
    expect((await here.read(who)).kind).toBe('unreadable');
  });

  test('is not what a write stored that conflicted or got lost', async () => {
    const who = somebody();
    const here = store();
    const first = await here.write(who, full, undefined);
    const version = await store().write(who, aState(), first);
    await expect(here.write(who, full, first)).rejects.toThrow(ConflictError);
    expect(await here.read(who)).toEqual({ kind: 'found', state: aState(), version });
    proxy.trouble((request) =>
      request.startsWith('PUT') ? { kind: 'answer', status: 503, code: 'ServerBusy' } : undefined,
    );
    const there = storeThroughProxy();
    await there.read(who);
    await expect(there.write(who, full, version)).rejects.toThrow(StorageUnavailableError);
    expect(await there.read(who)).toEqual({ kind: 'found', state: aState(), version });
  });

  test('is sent again after a minute', async () => {
    const who = somebody();
    const here = storeThroughProxy();
    await here.write(who, full, undefined);
    const { now } = Date;
    jest.spyOn(Date, 'now').mockImplementation(() => now() + 60_000);
    await here.read(who);
    expect(proxy.statuses.at(-1)).toBe(200);
  });
});

test('no secret is stored outside the seal', async () => {
  const who = somebody();
  await store().write(who, full, undefined);
  const blob = storage.container.getBlockBlobClient(stateName(who));
  expect(leaksIn(await bodyOf(stateName(who)))).toEqual([]);
  expect(leaksIn(JSON.stringify((await blob.getProperties()).metadata))).toEqual([]);
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

test('ten concurrent increments are all stored', async () => {
  const who = somebody();
  await store().write(who, aState({ usedAt: 0 }), undefined);
  async function increment(): Promise<Version> {
    for (;;) {
      const found = await store().read(who);
      if (found.kind !== 'found') throw new Error(found.kind);
      try {
        return await store().write(who, { ...found.state, usedAt: found.state.usedAt + 1 }, found.version);
      } catch (error) {
        if (!(error instanceof ConflictError)) throw error;
      }
    }
  }
  await Promise.all(Array.from({ length: 10 }, increment));
  expect(await store().read(who)).toMatchObject({ kind: 'found', state: { usedAt: 10 } });
});

test('an older key opens a state, and the first key seals it again', async () => {
  const who = somebody();
  await store().write(who, full, undefined);
  const rotated = storeWith(createSealer([newKey, key]));
  const found = await rotated.read(who);
  if (found.kind !== 'found') throw new Error(found.kind);
  await rotated.write(who, found.state, found.version);
  expect(await storeWith(createSealer([newKey])).read(who)).toMatchObject({ kind: 'found', state: full });
});

test.each<[string, (name: string) => Promise<void>]>([
  ['its plain part is edited', async (name) => put(name, (await bodyOf(name)).replace('emea', 'amer'))],
  ['its seal is edited', async (name) => put(name, (await bodyOf(name)).replace(/.{9}"}$/, 'AAAAAAAAA"}'))],
  ['it is cut off', async (name) => put(name, (await bodyOf(name)).slice(0, 100))],
  ['it is empty', async (name) => put(name, '')],
  ['it is too large', async (name) => put(name, ' '.repeat(2_000_000))],
  [
    'it is the copy of another',
    async (name) => {
      const other = somebody();
      await store().write(other, full, undefined);
      await put(name, await bodyOf(stateName(other)));
    },
  ],
])('a blob counts as unreadable when %s, and is overwritten', async (_, spoil) => {
  const who = somebody();
  await store().write(who, full, undefined);
  await spoil(stateName(who));
  const found = await store().read(who);
  if (found.kind !== 'unreadable') throw new Error(found.kind);
  await store().write(who, full, found.version);
  expect((await store().read(who)).kind).toBe('found');
});

test('what is of another form counts as none once the update that has written it is over', async () => {
  const who = somebody();
  await store().write(who, { ...full, usedAt: 'yesterday' } as never, undefined);
  await expect(store().read(who)).resolves.toMatchObject({ kind: 'unreadable', isNewer: true });
  const changed = String(Date.now() - 11 * 60_000);
  await storage.container.getBlobClient(stateName(who)).setMetadata({ changed });
  await expect(store().read(who)).resolves.toMatchObject({ kind: 'unreadable', isNewer: false });
});

test('a blob counts as unreadable when its key is missing, and the log has the reason', async () => {
  const who = somebody();
  await store().write(who, full, undefined);
  const log = createRecordingLog();
  const other = createPersonStore({ container: storage.container, sealer: createSealer([newKey]), log });
  expect((await other.read(who)).kind).toBe('unreadable');
  expect(log.lines).toMatchObject([{ level: 'warn', fields: { why: 'unknown-key' } }]);
});

test('all people in a conversation are listed, those with an unreadable blob included', async () => {
  const conversationId = 'the conversation';
  const [anna, bert] = [aKey({ conversationId, personId: 'Änna\u0001' }), aKey({ conversationId, personId: 'bert' })];
  await store().write(anna, full, undefined);
  await store().write(bert, full, undefined);
  await store().write(aKey({ conversationId: 'another' }), full, undefined);
  await storage.container
    .getBlockBlobClient(stateName(bert))
    .upload('broken', 6, { metadata: { person: Buffer.from('bert').toString('base64url') } });
  await put(stateName(aKey({ conversationId, personId: 'nameless' })), 'broken');
  const found = await store().peopleIn(conversationId);
  expect([...found].sort((a, b) => a.personId.localeCompare(b.personId))).toEqual([anna, bert]);
  expect(await store().peopleIn('nowhere')).toEqual([]);
});

test('all people in the channels of a team are listed, also after their states were sealed with another key', async () => {
  const { address } = full;
  const at = async (conversationId: string, teamId?: string) => {
    const who = aKey({ conversationId, personId: `of ${conversationId}` });
    await store().write(who, { ...full, address: { ...address, teamId } }, undefined);
    return who;
  };
  const team = [await at('19:general', 'Team ä'), await at('19:another', 'Team ä')];
  await Promise.all([at('19:elsewhere', 'another team'), at('19:group')]);
  for (const keys of [[key], [newKey, key], [newKey]]) {
    const found = await storeWith(createSealer(keys)).peopleInTeam('Team ä');
    expect([...found].sort((a, b) => b.personId.localeCompare(a.personId))).toEqual(team);
  }
});

const silence = { kind: 'silence' } as const;
const answer = (status: number, code: string): { kind: 'answer'; status: number; code: string } => ({
  kind: 'answer',
  status,
  code,
});

test.each([
  ['responds with 503', answer(503, 'ServerBusy')],
  ['responds with 500', answer(500, 'InternalError')],
  ['refuses the credentials', answer(403, 'AuthenticationFailed')],
  ['has no container yet', answer(404, 'ContainerNotFound')],
  ['is deleting the container', answer(409, 'ContainerBeingDeleted')],
  ['cuts the connection', { kind: 'reset' } as const],
])(
  'calls fail as storage unavailable when storage %s, with an error that does not contain the request',
  async (_, trouble) => {
    proxy.trouble(() => trouble);
    const who = somebody();
    const through = storeThroughProxy();
    const calls = [through.read(who), through.write(who, full, undefined), through.erase(who), through.peopleIn('x')];
    for (const result of await Promise.allSettled(calls)) {
      const error: unknown = result.status === 'rejected' ? result.reason : undefined;
      expect(error).toBeInstanceOf(StorageUnavailableError);
      const shown = inspect(error, { depth: 10, showHidden: true });
      expect(shown).not.toMatch(/SharedKey|authorization|127\.0\.0\.1|sealed/i);
      expect(shown).toContain(trouble.kind === 'answer' ? trouble.code : 'ECONNRESET');
    }
  },
);

test('a call does not wait for storage that does not respond', async () => {
  proxy.trouble(() => silence);
  await expect(storeThroughProxy().read(somebody())).rejects.toThrow(StorageUnavailableError);
});

test('a write whose response was lost is recognized as its own', async () => {
  const who = somebody();
  let lost = 0;
  proxy.trouble((request) => {
    if (!request.startsWith('PUT') || lost > 0) return undefined;
    lost += 1;
    return { kind: 'lost answer' };
  });
  const version = await storeThroughProxy().write(who, full, undefined);
  expect(lost).toBe(1);
  expect(await store().read(who)).toEqual({ kind: 'found', state: full, version });
});

test('calls fail while storage is stopped, and succeed again afterwards', async () => {
  const who = somebody();
  await store().write(who, full, undefined);
  await azurite.stop();
  await expect(store().read(who)).rejects.toThrow(StorageUnavailableError);
  await expect(store().write(who, full, undefined)).rejects.toThrow('ECONNREFUSED');
  expect(await storage.probe()).toEqual({ blobs: false, queue: false });
  await expect(storage.ensure()).rejects.toThrow(StorageUnavailableError);
  await azurite.startAgain();
  expect(await storage.probe()).toEqual({ blobs: true, queue: true });
  expect((await store().read(who)).kind).toBe('found');
});

test('missing container and queue are created without public access, repeatedly without error', async () => {
  const { connectionString } = azurite;
  const names = { container: 'made-at-start', auditContainer: 'made-by-the-audit-log', queue: 'made-at-start' };
  const fresh = createStorage({ kind: 'connection-string', connectionString }, names);
  expect(await fresh.probe()).toEqual({ blobs: false, queue: false });
  await Promise.all([fresh.ensure(), fresh.ensure()]);
  await fresh.ensure();
  expect(await fresh.probe()).toEqual({ blobs: true, queue: true });
  expect((await fresh.container.getAccessPolicy()).blobPublicAccess).toBeUndefined();
});

test('an account named in the settings needs no credential before the first call', () => {
  const named = createStorage(
    { kind: 'account', account: 'examplestore' },
    { container: 'c', auditContainer: 'a', queue: 'q' },
  );
  expect(named.container.url).toBe('https://examplestore.blob.core.windows.net/c');
  expect(named.queue.url).toBe('https://examplestore.queue.core.windows.net/q');
  expect(named.poisonQueue.name).toBe('q-poison');
});

describe('the stored form', () => {
  const codec = createStateCodec(createSealer([key]));
  const full = aState({ signIn: aWaitingSignIn(), session: aSession(), lastOrganization: 'x', noNotices: true });

  const failure = { reason: 'declined', detail: 'No.', correlationId: 'c' } as const;
  const approver = { userId: 'user-2', tenantId: 'tenant-1' };
  const somebodyElse = { kind: 'somebody-else', reason: 'someone-else', approver } as const;
  const { id, at, signInId, flow, organization, to } = aReport();
  const ended = endedSignIn(aRedeemedSignIn(), failure, 5);

  test.each<[string, PersonState]>([
    ['a waiting sign-in and a session', full],
    ['a redeemed sign-in', aState({ signIn: aRedeemedSignIn() })],
    ['a sign-in that ended', aState({ signIn: ended })],
    ['a session without refresh tokens', aState({ session: { ...aSession(), refreshToken: undefined } })],
    ['an unfinished renewal', aState({ session: { ...aSession(), answer: SECRETS.answer, answerExpiresAt: 9 } })],
    [
      'sessions that were replaced',
      aState({ session: aSession(), replaced: [aSession(), { ...aSession(), id: 'x' }] }),
    ],
    ['an ended session and a report', aState({ ended: anEndedSession(), reports: [aReport()] })],
    [
      'a report of a foreign approval',
      aState({ reports: [{ ...somebodyElse, id, at, signInId, flow, organization, to: [...to] }] }),
    ],
    ['no secret at all', aState()],
  ])('%s is read back', async (_, state) => {
    const stored = await codec.encode(aKey(), state, 'a/b.json');
    expect(await codec.decode(stored, 'a/b.json')).toEqual({ kind: 'state', kid: 'one', key: aKey(), state });
  });

  test('a report stored before there were several kinds is one of "This was not me"', async () => {
    const { kind: _kind, ...older } = aReport();
    const stored = await codec.encode(aKey(), { ...aState(), reports: [older] } as unknown as PersonState, 'a/b.json');
    expect(await codec.decode(stored, 'a/b.json')).toMatchObject({
      state: { reports: [{ ...older, kind: 'not-me' }] },
    });
  });

  test('no secret is stored outside the seal', async () => {
    const renewing = { ...aSession(), answer: SECRETS.answer };
    for (const state of [
      full,
      aState({ signIn: aRedeemedSignIn(), session: renewing }),
      aState({ replaced: [renewing] }),
    ]) {
      const stored = await codec.encode(aKey(), state, 'a/b.json');
      expect(leaksIn(stored)).toEqual([]);
      expect(leaksIn(JSON.stringify(state))).not.toEqual([]);
    }
  });

  test('identities and addresses are stored as plain text', async () => {
    const stored: unknown = JSON.parse(await codec.encode(aKey(), full, 'a/b.json'));
    expect(stored).toMatchObject({
      version: 1,
      key: aKey(),
      person: full.person,
      address: full.address,
      signIn: { kind: 'waiting', id: 'sign-in-1' },
      session: { id: 'session-1', account: 'olga@contoso.example' },
      sealed: expect.any(String) as unknown,
    });
  });

  interface Stored {
    version: number;
    sealed?: string;
    address: { serviceUrl: string };
    session: { userId: string; expiresAt: number };
    extra?: unknown;
  }

  test.each<[string, string, (stored: Stored) => void]>([
    ['the address is edited', 'moved', (stored) => (stored.address.serviceUrl = 'https://evil.example/')],
    ['the session is edited', 'moved', (stored) => (stored.session.expiresAt += 1)],
    ['a member is added', 'moved', (stored) => (stored.extra = 'x')],
    ['very many members are added', 'not sealed', (stored) => (stored.extra = Array(100_000).fill(0))],
    ['the seal is missing', 'not sealed', (stored) => delete stored.sealed],
    ['the seal is malformed', 'malformed', (stored) => (stored.sealed = 'x')],
    ['the version is edited', 'moved', (stored) => (stored.version = 2)],
  ])('a state is not read when %s', async (_, why, edit) => {
    const stored = JSON.parse(await codec.encode(aKey(), full, 'a/b.json')) as Stored;
    edit(stored);
    expect(await codec.decode(JSON.stringify(stored), 'a/b.json')).toEqual({ kind: 'unreadable', why });
  });

  test('white space in the JSON does not matter', async () => {
    const stored: unknown = JSON.parse(await codec.encode(aKey(), full, 'a/b.json'));
    expect((await codec.decode(JSON.stringify(stored, undefined, 2), 'a/b.json')).kind).toBe('state');
  });

  test.each(['', '{', 'null', '[]', '"text"', '{"version":1}', '<html>'])('%j is not read', async (stored) => {
    expect((await codec.decode(stored, 'a/b.json')).kind).toBe('unreadable');
  });

  test('a state is not read under another name or with another key', async () => {
    const stored = await codec.encode(aKey(), full, 'a/b.json');
    expect(await codec.decode(stored, 'a/c.json')).toEqual({ kind: 'unreadable', why: 'moved' });
    const other = createStateCodec(createSealer([{ kid: 'two', key: new Uint8Array(randomBytes(32)) }]));
    expect(await other.decode(stored, 'a/b.json')).toEqual({ kind: 'unreadable', why: 'unknown-key' });
  });

  test('a sealed state of an unexpected shape is not read', async () => {
    const odd = { ...full, usedAt: 'yesterday' } as unknown as PersonState;
    const stored = await codec.encode(aKey(), odd, 'a/b.json');
    expect(await codec.decode(stored, 'a/b.json')).toEqual({
      kind: 'unreadable',
      why: 'unexpected shape',
      isNewer: true,
    });
  });
});
