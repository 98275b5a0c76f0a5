/** Blobs written by version 0.1.0, before the codecs and the encryption were rewritten, still open and read back whole. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAdministrators } from '../../../src/state/administrators.ts';
import type { Storage } from '../../../src/state/azure/storage.ts';
import { createSealer } from '../../../src/state/blobs/encryption.ts';
import { createPersonStore } from '../../../src/state/person-store.ts';
import { createRestoreStore } from '../../../src/state/restore-store.ts';
import { sharedAzurite, type TestStorage } from '../../support/azurite.ts';
import { createRecordingLog } from '../../fakes/records.ts';
import { aKey } from './states.ts';

interface StoredBlob {
  readonly blob: string;
  readonly body: string;
  readonly state: unknown;
}

const STORED = JSON.parse(readFileSync(join(import.meta.dirname, 'stored-blobs.json'), 'utf8')) as Readonly<
  Record<'person-waiting' | 'person-session' | 'restores' | 'administrator', StoredBlob>
>;
const oldKey = { kid: '2026-01', key: new Uint8Array(32).fill(1) };
const newKey = { kid: '2026-11', key: new Uint8Array(32).fill(2) };

let azurite: TestStorage;
let storage: Storage;
beforeAll(async () => {
  azurite = await sharedAzurite();
});
beforeEach(async () => {
  storage = await azurite.fresh();
});

const stores = () => {
  const { container } = storage;
  const parts = { container, sealer: createSealer([newKey, oldKey]), log: createRecordingLog() };
  return {
    people: createPersonStore(parts),
    restores: createRestoreStore(parts),
    administrators: createAdministrators(parts),
  };
};

async function put(name: keyof typeof STORED): Promise<unknown> {
  const { blob, body, state } = STORED[name];
  await storage.container.getBlockBlobClient(blob).upload(body, Buffer.byteLength(body));
  return state;
}

test.each(['person-waiting', 'person-session'] as const)('the person state %s reads back', async (name) => {
  const state = await put(name);
  const { people } = stores();
  const found = await people.read(aKey());
  expect(found).toMatchObject({ kind: 'found', state });
  if (found.kind !== 'found') return;
  await people.write(aKey(), found.state, found.version);
  expect(await people.read(aKey())).toMatchObject({ kind: 'found', state });
});

test('a restore state reads back', async () => {
  const state = await put('restores');
  const { restores } = stores();
  const found = await restores.read(aKey());
  expect(found).toMatchObject({ kind: 'found', state });
  if (found.kind !== 'found') return;
  await restores.write(aKey(), found.state, found.version);
  expect(await restores.read(aKey())).toMatchObject({ kind: 'found', state });
});

test("an administrator's address reads back", async () => {
  const { objectId, address } = (await put('administrator')) as {
    readonly objectId: string;
    readonly address: unknown;
  };
  expect(await stores().administrators.find(objectId)).toEqual(address);
});
