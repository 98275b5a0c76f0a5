/** Records and parts of exports, in a real storage account. */
import { randomBytes } from 'node:crypto';
import { DAY } from '../../../src/core/durations.ts';
import { PART_BYTES } from '../../../src/restore/state/export.ts';
import type { Storage } from '../../../src/state/azure/storage.ts';
import { createSealer } from '../../../src/state/blobs/encryption.ts';
import { createExportStore } from '../../../src/state/export-store.ts';
import { createRecordingLog } from '../../fakes/records.ts';
import { sharedAzurite, type TestStorage } from '../../support/azurite.ts';
import { anExport } from '../../support/builders.ts';
import { aKey } from './states.ts';

const sealer = createSealer([{ kid: 'k', key: new Uint8Array(randomBytes(32)) }]);
const signal = new AbortController().signal;
const olga = aKey({ personId: 'olga' });
const paul = aKey({ personId: 'paul' });

let azurite: TestStorage;
let storage: Storage;
beforeAll(async () => {
  azurite = await sharedAzurite();
});
beforeEach(async () => {
  storage = await azurite.fresh();
});

const store = (seal = sealer) =>
  createExportStore({ container: storage.container, sealer: seal, log: createRecordingLog(), pageSize: 2 });

async function names(): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { name } of storage.container.listBlobsFlat()) found.push(name);
  return found;
}

test('a record and parts are read as they were written, by their person alone', async () => {
  const exports = store();
  const bytes = randomBytes(70_000);
  await exports.record('export-1').write(olga, anExport(), undefined);
  await exports.writePart(olga, { exportId: 'export-1', batch: 'b', index: 0 }, bytes);
  expect(await exports.record('export-1').read(olga)).toMatchObject({ kind: 'found', state: anExport() });
  expect(await exports.readPart(olga, { exportId: 'export-1', batch: 'b', index: 0 })).toEqual(bytes);
  expect(await exports.record('export-1').read(paul)).toEqual({ kind: 'absent' });
  expect(await exports.readPart(paul, { exportId: 'export-1', batch: 'b', index: 0 })).toBeUndefined();
  expect(await exports.all(olga)).toEqual([anExport()]);
  expect(await exports.all(paul)).toEqual([]);
});

test('nothing of the posts, the channel or the upload is readable in a blob or its name', async () => {
  const exports = store();
  const uploadUrl = 'https://contoso/SECRET-upload';
  const target = { name: 'SECRET.html', contentUrl: '', uniqueId: '', fileType: 'html' };
  const progress = { kind: 'accepted', at: 0, file: { batch: 'b', bytes: 1 }, uploadUrl, target } as const;
  await exports.record('export-1').write(olga, anExport({ name: 'SECRET-channel', progress }), undefined);
  await exports.writePart(olga, { exportId: 'export-1', batch: 'b', index: 0 }, Buffer.from('<p>SECRET-post</p>'));
  for (const name of await names()) {
    const body = await storage.container.getBlobClient(name).downloadToBuffer();
    expect(`${name} ${body.toString()}`).not.toMatch(/SECRET|olga|export-1/);
  }
});

test('a part that was moved to another place does not open', async () => {
  const exports = store();
  await exports.writePart(olga, { exportId: 'export-1', batch: 'b', index: 0 }, Buffer.from('posts'));
  const [name = ''] = await names();
  const body = await storage.container.getBlobClient(name).downloadToBuffer();
  await storage.container.getBlockBlobClient(name.replace('b-0', 'b-1')).upload(body, body.byteLength);
  expect(await exports.readPart(olga, { exportId: 'export-1', batch: 'b', index: 1 })).toBeUndefined();
});

test('a page of text is stored in far less than its size', async () => {
  const exports = store();
  const page = Buffer.alloc(PART_BYTES, '<p>The train to Kyoto leaves at nine.</p>\n');
  await exports.writePart(olga, { exportId: 'export-1', batch: 'b', index: 0 }, page);
  const [name = ''] = await names();
  const { contentLength = 0 } = await storage.container.getBlobClient(name).getProperties();
  expect(contentLength).toBeLessThan(PART_BYTES / 10);
  expect(
    page.equals((await exports.readPart(olga, { exportId: 'export-1', batch: 'b', index: 0 })) ?? page.subarray(1)),
  ).toBe(true);
});

test('erasing keeps what is not meant', async () => {
  const exports = store();
  const part = (exportId: string, batch: string) => ({ exportId, batch, index: 0 });
  for (const id of ['export-1', 'export-2']) await exports.record(id).write(olga, anExport({ id }), undefined);
  for (const [id, batch] of [
    ['export-1', 'old'],
    ['export-1', 'new'],
    ['export-2', 'old'],
  ] as const) {
    await exports.writePart(olga, part(id, batch), Buffer.from('posts'));
  }
  await exports.eraseParts(olga, 'export-1', { keep: 'new' });
  expect(await exports.readPart(olga, part('export-1', 'old'))).toBeUndefined();
  expect(await exports.readPart(olga, part('export-1', 'new'))).toBeDefined();
  await exports.eraseParts(olga, 'export-1', { only: 'old' });
  expect(await exports.readPart(olga, part('export-1', 'new'))).toBeDefined();
  await exports.erase(olga, 'export-1');
  expect(await names()).toHaveLength(2);
  expect((await exports.all(olga)).map(({ id }) => id)).toEqual(['export-2']);
});

test('the sweep erases what is older, and nothing else', async () => {
  const exports = store();
  await exports.record('export-1').write(olga, anExport(), undefined);
  expect(await exports.sweep(Date.now() - 60_000, signal)).toBe(0);
  expect(await exports.sweep(Date.now() + 60_000, signal)).toBe(1);
  expect(await names()).toEqual([]);
});

test('the sweep leaves the record of an export that has gone on since it was listed', async () => {
  const [held, due] = [{ kind: 'held', echoes: [] } as never, Date.now() + DAY];
  const record = store().record('export-1');
  const version = await record.write(olga, anExport({ progress: held }), undefined);
  let writes = 1;
  const meanwhile = store({
    ...sealer,
    async open(...args) {
      const opened = await sealer.open(...args);
      if ((writes -= 1) === 0) await record.write(olga, anExport({ startedAt: due }), version);
      return opened;
    },
  });
  // The first one has read what waited; the second one finds what has been approved.
  expect(await meanwhile.sweep(Date.now() + 60_000, signal)).toBe(0);
  expect(await store().sweep(Date.now() + 60_000, signal)).toBe(0);
  expect(await record.read(olga)).toMatchObject({ kind: 'found', state: anExport({ startedAt: due }) });
});

test('the sweep leaves a record that does not open for as long as an export may wait', async () => {
  await store().record('export-1').write(olga, anExport(), undefined);
  const other = store(createSealer([{ kid: 'other', key: new Uint8Array(randomBytes(32)) }]));
  expect(await other.sweep(Date.now() + 60_000, signal)).toBe(0);
  expect(await other.sweep(Date.now() + 2 * DAY, signal)).toBe(1);
});
