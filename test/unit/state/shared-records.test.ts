import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { ConflictError } from '../../../src/core/errors.ts';
import { createSealer } from '../../../src/state/blobs/encryption.ts';
import type { Storage } from '../../../src/state/azure/storage.ts';
import { createSharedRecords } from '../../../src/state/shared-records.ts';
import { sharedAzurite, type TestStorage } from '../../support/azurite.ts';
import { createRecordingLog } from '../../fakes/records.ts';

const sealer = createSealer([{ kid: 'k', key: new Uint8Array(randomBytes(32)) }]);
const format = { prefix: 'samples/', noun: 'a sample', schema: z.object({ id: z.string(), words: z.string() }) };
const never = new AbortController().signal;

let azurite: TestStorage;
let storage: Storage;
beforeAll(async () => {
  azurite = await sharedAzurite();
});
beforeEach(async () => {
  storage = await azurite.fresh();
});

const here = () => createSharedRecords({ container: storage.container, sealer, log: createRecordingLog() }, format);

async function blobs(): Promise<readonly { readonly name: string; readonly body: string }[]> {
  const found = [];
  for await (const { name } of storage.container.listBlobsFlat({ prefix: format.prefix })) {
    found.push({ name, body: (await storage.container.getBlockBlobClient(name).downloadToBuffer()).toString() });
  }
  return found;
}

test('a record is written only over the version that was read, listed with the others, and erased', async () => {
  const records = here();
  expect(await records.read('a')).toEqual({ kind: 'absent' });
  const version = await records.write('a', { id: 'a', words: 'kyoto' }, undefined);
  await records.write('b', { id: 'b', words: 'osaka' }, undefined);
  await expect(here().write('a', { id: 'a', words: 'nara' }, undefined)).rejects.toThrow(ConflictError);
  expect(await here().read('a')).toMatchObject({ kind: 'found', version, state: { id: 'a', words: 'kyoto' } });
  expect((await here().all()).map(({ words }) => words).toSorted()).toEqual(['kyoto', 'osaka']);
  expect(await records.erase('a', '"another"')).toBe(false);
  expect(await records.erase('a', version)).toBe(true);
  expect((await here().all()).map(({ id }) => id)).toEqual(['b']);
});

test('nothing of a record is readable in its blob, and it opens under no other name', async () => {
  await here().write('a', { id: 'a', words: 'kyoto' }, undefined);
  const [blob] = await blobs();
  expect(blob?.body).not.toContain('kyoto');
  await here().write('b', { id: 'b', words: 'osaka' }, undefined);
  const other = (await blobs()).find(({ name }) => name !== blob?.name);
  await storage.container.getBlockBlobClient(other?.name ?? '').upload(blob?.body ?? '', blob?.body.length ?? 0);
  expect((await here().read('b')).kind).toBe('unreadable');
});

test('the sweep erases what nobody has changed since', async () => {
  await here().write('a', { id: 'a', words: 'kyoto' }, undefined);
  expect(await here().sweep(Date.now() - 60_000, never)).toBe(0);
  expect(await here().sweep(Date.now() + 60_000, never)).toBe(1);
  expect(await here().all()).toEqual([]);
});

test('one request says that there is no record, and one that does not open counts', async () => {
  expect(await here().isEmpty()).toBe(true);
  await here().write('a', { id: 'a', words: 'kyoto' }, undefined);
  const [blob] = await blobs();
  await storage.container.getBlockBlobClient(blob?.name ?? '').upload('{}', 2);
  expect(await here().isEmpty()).toBe(false);
});

test('what would be too large to be read again is not written over what can be read', async () => {
  const version = await here().write('a', { id: 'a', words: 'kyoto' }, undefined);
  const words = randomBytes(800_000).toString('base64');
  await expect(here().write('a', { id: 'a', words }, version)).rejects.toThrow(/a sample of \d+ bytes is too large/);
  expect(await here().read('a')).toMatchObject({ version, state: { words: 'kyoto' } });
});
