/** A key is replaced while people use the bot: nothing is lost, and the old key is needed less and less. */
import { randomBytes } from 'node:crypto';
import { ConflictError } from '../../../src/core/errors.ts';
import { systemClock } from '../../../src/core/platform.ts';
import { createAdministrators } from '../../../src/state/administrators.ts';
import { createContainer, type StateContainer, type Storage } from '../../../src/state/azure/storage.ts';
import { administratorName, restoreName, stateName } from '../../../src/state/blobs/names.ts';
import { createSealer, type Sealer, type SealingKey } from '../../../src/state/blobs/encryption.ts';
import { createArchive, createPersonStore, createStateCodec } from '../../../src/state/person-store.ts';
import { createExportStore } from '../../../src/state/export-store.ts';
import { createRestoreStore } from '../../../src/state/restore-store.ts';
import { createSuspensions } from '../../../src/state/suspensions.ts';
import { isSuspended } from '../../../src/sign-in/access/suspensions.ts';
import { SealedBlobs } from '../../../src/state/sealed-blobs.ts';
import { createRecordingLog } from '../../fakes/records.ts';
import { anExport } from '../../support/builders.ts';
import { startAzurite, type OwnTestStorage } from '../../support/azurite.ts';
import { startStorageProxy, type StorageProxy } from './azure/storage-proxy.ts';
import { aRestoreState } from './restore-states.ts';
import { aKey, aSession, aState, aWaitingSignIn } from './states.ts';

const k1 = { kid: 'k1', key: new Uint8Array(randomBytes(32)) };
const k2 = { kid: 'k2', key: new Uint8Array(randomBytes(32)) };
const k0 = { kid: 'k0', key: new Uint8Array(randomBytes(32)) };
const full = aState({ signIn: aWaitingSignIn(), session: aSession() });
const ADMINISTRATOR = '33333333-3333-4333-8333-333333333333';

let azurite: OwnTestStorage;
let storage: Storage;
let proxy: StorageProxy;

beforeAll(async () => {
  azurite = await startAzurite();
  proxy = await startStorageProxy(azurite.blobPort);
});
beforeEach(async () => {
  storage = await azurite.fresh();
  proxy.trouble(() => undefined);
});
afterAll(async () => {
  await proxy.close();
  await azurite.dispose();
});

const sealedBy = (sealer: Sealer, container: StateContainer = storage.container) => ({
  container,
  sealer,
  log: createRecordingLog(),
});
const sealed = (...keys: readonly SealingKey[]) => sealedBy(createSealer(keys));
const peopleOf = (...keys: readonly SealingKey[]) => createPersonStore(sealed(...keys));

async function keyOf(name: string): Promise<{ readonly inSeal: unknown; readonly inMetadata: string | undefined }> {
  const blob = storage.container.getBlockBlobClient(name);
  const { sealed: seal } = JSON.parse((await blob.downloadToBuffer()).toString()) as { readonly sealed: string };
  const header = JSON.parse(Buffer.from(seal.split('.')[0] ?? '', 'base64url').toString()) as { readonly kid: string };
  return { inSeal: header.kid, inMetadata: (await blob.getProperties()).metadata?.['kid'] };
}

async function ageOf(archive: ReturnType<typeof createArchive>): Promise<readonly number[]> {
  const ages: number[] = [];
  for await (const page of archive.everything()) ages.push(...page.map(({ changedAt }) => changedAt));
  return ages;
}

test('a state that an older key has sealed is sealed with the newest when it is read, once, and keeps its age', async () => {
  await peopleOf(k1).write(aKey(), full, undefined);
  const [age] = await ageOf(createArchive(sealed(k1)));
  // Storage has the time of a change in whole seconds.
  await systemClock.sleep(1_100);
  const rotated = peopleOf(k2, k1);
  const first = await rotated.read(aKey());
  expect(first).toMatchObject({ kind: 'found', state: full });
  expect(await keyOf(stateName(aKey()))).toEqual({ inSeal: 'k2', inMetadata: 'k2' });
  expect(await rotated.read(aKey())).toEqual(first);
  expect(await ageOf(createArchive(sealed(k2)))).toEqual([age]);
  // By a third key, too: the time of the change is carried over.
  await peopleOf(k0, k2).read(aKey());
  expect(await ageOf(createArchive(sealed(k0)))).toEqual([age]);
  await peopleOf(k2, k0).read(aKey());
  expect(await peopleOf(k2).read(aKey())).toMatchObject({ kind: 'found', state: full });
  expect(await peopleOf(k2).peopleIn(aKey().conversationId)).toEqual([aKey()]);
});

test('restores and the addresses of administrators are sealed anew when they are read', async () => {
  const { address } = full;
  await createRestoreStore(sealed(k1)).write(aKey(), aRestoreState(), undefined);
  await createAdministrators(sealed(k1)).save(ADMINISTRATOR, address);
  await createRestoreStore(sealed(k2, k1)).read(aKey());
  await createAdministrators(sealed(k2, k1)).find(ADMINISTRATOR);
  const found = await createRestoreStore(sealed(k2)).read(aKey());
  expect(found).toEqual({ kind: 'found', state: aRestoreState(), version: expect.any(String) as unknown });
  expect(await createAdministrators(sealed(k2)).find(ADMINISTRATOR)).toEqual(address);
  expect(await createAdministrators(sealed(k2)).all()).toEqual([ADMINISTRATOR]);
});

test('the sweep seals suspensions anew, and one whose key is gone still counts', async () => {
  const by = { personId: 'mika', name: 'Mika' };
  const suspension = { personId: 'olga', name: 'Olga Operator', at: 1, by };
  await createSuspensions(sealed(k1)).write('olga', suspension, undefined);
  await expect(isSuspended(createSuspensions(sealed(k2)), 'OLGA')).resolves.toBe(true);
  const blobs = new SealedBlobs({ ...sealed(k2, k1), clock: systemClock });
  expect((await blobs.count()).get('k1')).toEqual(new Map([['suspensions', 1]]));
  await expect(blobs.reseal(new AbortController().signal)).resolves.toBe(1);
  await expect(createSuspensions(sealed(k2)).all()).resolves.toEqual([suspension]);
  await expect(isSuspended(createSuspensions(sealed(k2)), 'anna')).resolves.toBe(false);
});

test('the sweep seals an export that waits for an approval anew, with the parts of its file', async () => {
  const part = { exportId: 'export-1', batch: 'b', index: 0 };
  const old = createExportStore(sealed(k1));
  await old.record('export-1').write(aKey(), anExport(), undefined);
  await old.writePart(aKey(), part, randomBytes(10));
  const blobs = new SealedBlobs({ ...sealed(k2, k1), clock: systemClock });
  expect((await blobs.count()).get('k1')).toEqual(new Map([['exports', 2]]));
  await expect(blobs.reseal(new AbortController().signal)).resolves.toBe(2);
  const exports = createExportStore(sealed(k2));
  await expect(exports.record('export-1').read(aKey())).resolves.toMatchObject({ kind: 'found', state: anExport() });
  await expect(exports.readPart(aKey(), part)).resolves.toHaveLength(10);
});

test('a state that the newest key has sealed is read with one request', async () => {
  await peopleOf(k2).write(aKey(), full, undefined);
  const connectionString = azurite.connectionString.replace(`:${azurite.blobPort}/`, `:${proxy.port}/`);
  const container = createContainer({ kind: 'connection-string', connectionString }, storage.container.containerName);
  const before = proxy.requests.length;
  await createPersonStore(sealedBy(createSealer([k2, k1]), container)).read(aKey());
  expect(proxy.requests.length - before).toBe(1);
});

test('what only a newer version knows survives', async () => {
  const sealer = createSealer([k1]);
  const name = stateName(aKey());
  const plain = { version: 1, key: aKey(), ...full, session: undefined, signIn: undefined, newer: 'in the plain part' };
  const secrets = { session: { newer: 'in the seal' } };
  const body = JSON.stringify({
    ...plain,
    sealed: await sealer.seal(secrets, `${name}\n${JSON.stringify(plain)}`),
  });
  await storage.container.getBlockBlobClient(name).upload(body, Buffer.byteLength(body));
  expect((await peopleOf(k2, k1).read(aKey())).kind).toBe('found');
  const stored = JSON.parse((await storage.container.getBlockBlobClient(name).downloadToBuffer()).toString()) as {
    readonly sealed: string;
  };
  expect(stored).toMatchObject({ newer: 'in the plain part' });
  const context = `${name}\n${JSON.stringify({ ...stored, sealed: undefined })}`;
  expect(await createSealer([k2]).open(stored.sealed, context)).toEqual({ kid: 'k2', secrets });
});

test('a change between the read and the write of a re-seal is kept, and the reader finds it', async () => {
  const old = peopleOf(k1);
  const version = await old.write(aKey(), full, undefined);
  const sealer = createSealer([k2, k1]);
  let isFirst = true;
  const interrupted: Sealer = {
    ...sealer,
    async seal(...args) {
      if (isFirst) await old.write(aKey(), { ...full, usedAt: 42 }, version);
      isFirst = false;
      return sealer.seal(...args);
    },
  };
  const store = createPersonStore(sealedBy(interrupted));
  const found = await store.read(aKey());
  expect(found).toMatchObject({ kind: 'found', version });
  await expect(store.write(aKey(), full, version)).rejects.toThrow(ConflictError);
  expect(await store.read(aKey())).toMatchObject({ kind: 'found', state: { usedAt: 42 } });
});

test('a process that dies between the read and the write of a re-seal leaves the state as it was', async () => {
  const version = await peopleOf(k1).write(aKey(), full, undefined);
  const dying: Sealer = { ...createSealer([k2, k1]), seal: () => new Promise(() => undefined) };
  void createPersonStore(sealedBy(dying)).read(aKey());
  expect(await peopleOf(k1).read(aKey())).toEqual({ kind: 'found', state: full, version });
});

test('a state is read while nothing can be written', async () => {
  const version = await peopleOf(k1).write(aKey(), full, undefined);
  const connectionString = azurite.connectionString.replace(`:${azurite.blobPort}/`, `:${proxy.port}/`);
  const container = createContainer({ kind: 'connection-string', connectionString }, storage.container.containerName);
  proxy.trouble((request) =>
    request.startsWith('PUT') ? { kind: 'answer', status: 503, code: 'ServerBusy' } : undefined,
  );
  const found = await createPersonStore(sealedBy(createSealer([k2, k1]), container)).read(aKey());
  expect(found).toEqual({ kind: 'found', state: full, version });
});

test('instances that list the keys in different orders lose no change of each other', async () => {
  await peopleOf(k1).write(aKey(), aState({ usedAt: 0 }), undefined);
  const [before, after] = [peopleOf(k1, k2), peopleOf(k2, k1)];
  async function increment(store: typeof before): Promise<void> {
    for (;;) {
      const found = await store.read(aKey());
      if (found.kind !== 'found') throw new Error(found.kind);
      try {
        await store.write(aKey(), { ...found.state, usedAt: found.state.usedAt + 1 }, found.version);
        return;
      } catch (error) {
        if (!(error instanceof ConflictError)) throw error;
      }
    }
  }
  await Promise.all(Array.from({ length: 12 }, (_, index) => increment(index % 2 === 0 ? before : after)));
  expect(await after.read(aKey())).toMatchObject({ kind: 'found', state: { usedAt: 12 } });
});

describe('the sweep', () => {
  const { signal } = new AbortController();
  const clock = { now: Date.now, sleep: () => Promise.resolve() };
  const names = () => [stateName(aKey()), restoreName(aKey()), administratorName(ADMINISTRATOR)];

  async function fill(...keys: readonly SealingKey[]): Promise<void> {
    await peopleOf(...keys).write(aKey(), full, undefined);
    await createRestoreStore(sealed(...keys)).write(aKey(), aRestoreState(), undefined);
    await createAdministrators(sealed(...keys)).save(ADMINISTRATOR, full.address);
  }

  const blobsOf = (keys: readonly SealingKey[], maxResealed?: number) =>
    new SealedBlobs({ ...sealed(...keys), clock, maxResealed });

  test('seals everything with the newest key, after which the old one can be removed', async () => {
    await fill(k1);
    const blobs = blobsOf([k2, k1]);
    const one = { conversations: 1, restores: 1, administrators: 1 };
    expect(countsOf(await blobs.count())).toEqual({ k1: one });
    expect(await blobs.reseal(signal)).toBe(3);
    expect(countsOf(await blobs.count())).toEqual({ k2: one });
    for (const name of names()) expect(await keyOf(name)).toEqual({ inSeal: 'k2', inMetadata: 'k2' });
    expect(await blobs.reseal(signal)).toBe(0);
    expect(await peopleOf(k2).read(aKey())).toMatchObject({ kind: 'found', state: full });
  });

  test('goes on with the rest on another day', async () => {
    await fill(k1);
    expect(await blobsOf([k2, k1], 2).reseal(signal)).toBe(2);
    expect(await blobsOf([k2, k1], 2).reseal(signal)).toBe(1);
  });

  test('counts and seals what a version before it has written, without metadata', async () => {
    const name = stateName(aKey());
    const body = await createStateCodec(createSealer([k1])).encode(aKey(), full, name);
    await storage.container.getBlockBlobClient(name).upload(body, Buffer.byteLength(body));
    expect(countsOf(await blobsOf([k2, k1]).count())).toEqual({ k1: { conversations: 1 } });
    expect(await blobsOf([k2, k1]).reseal(signal)).toBe(1);
    expect(await keyOf(name)).toEqual({ inSeal: 'k2', inMetadata: 'k2' });
    expect(await peopleOf(k2).peopleIn(aKey().conversationId)).toEqual([aKey()]);
  });

  test('leaves alone, and counts, what a key has sealed that is not configured', async () => {
    await fill(k0);
    const blobs = blobsOf([k2, k1]);
    expect(await blobs.reseal(signal)).toBe(0);
    expect(countsOf(await blobs.count())).toEqual({ k0: { conversations: 1, restores: 1, administrators: 1 } });
  });

  test('ends when its job is interrupted, and another run continues', async () => {
    await fill(k1);
    await expect(blobsOf([k2, k1]).reseal(AbortSignal.abort(new Error('stopping')))).rejects.toThrow('stopping');
    expect(await blobsOf([k2, k1]).reseal(signal)).toBe(3);
  });
});

const countsOf = (counts: Awaited<ReturnType<SealedBlobs['count']>>): unknown =>
  Object.fromEntries([...counts].map(([kid, kinds]) => [kid, Object.fromEntries(kinds)]));
