/** Azure's clients over undici, against a scripted server. */
import { StorageUnavailableError } from '../../../../src/core/errors.ts';
import { readBlob, writeBlob } from '../../../../src/state/blobs/blob.ts';
import { createContainer, createStorageConnection } from '../../../../src/state/azure/storage.ts';
import { startConnectProxy } from '../../../support/connect-proxy.ts';
import { startScriptedServer, type ScriptedServer } from '../../../support/scripted-server.ts';

const NAME = 'a.json';
const KEY = Buffer.from('key').toString('base64');
let server: ScriptedServer;
beforeEach(async () => {
  server = await startScriptedServer();
});
afterEach(() => server.close());

function containerAt(url: string, proxy?: string) {
  const connectionString = `DefaultEndpointsProtocol=https;AccountName=people;AccountKey=${KEY};BlobEndpoint=${url}/people;`;
  const connection = createStorageConnection(proxy === undefined ? {} : { proxy: { url: proxy, noProxy: [] } });
  return createContainer({ kind: 'connection-string', connectionString }, 'states', connection);
}

test('a blob is written with a signature and a condition, and read back whole', async () => {
  server.answer(
    { status: 201, headers: { etag: '"1"' } },
    { status: 200, headers: { etag: '"1"' }, body: '{"name":"Zoë"}' },
  );
  const container = containerAt(server.url);

  expect(await writeBlob(container, NAME, '{"name":"Zoë"}', undefined, 'writing')).toBe('"1"');
  expect(await readBlob(container, NAME, 'reading')).toEqual({ version: '"1"', body: '{"name":"Zoë"}' });

  const [put] = server.requests;
  expect(put).toMatchObject({
    method: 'PUT',
    path: expect.stringMatching(/^.people.states.a.json/) as string,
    body: '{"name":"Zoë"}',
  });
  expect(put?.headers).toMatchObject({ 'if-none-match': '*', 'content-length': '15' });
  expect(put?.headers.authorization).toMatch(/^SharedKey people:/);
});

test.each([
  ['is reset', { reset: true }, 'ECONNRESET'],
  ['is cut off in the middle', { status: 200, headers: { etag: '"1"' }, body: 'half', cutOff: true }, /./],
])('a connection that %s is reported by its code', async (_what, answer, code) => {
  server.answer(answer);

  const error: unknown = await readBlob(containerAt(server.url), NAME, 'reading').catch((reason: unknown) => reason);

  expect(error).toBeInstanceOf(StorageUnavailableError);
  expect(String((error as Error).cause)).toMatch(code);
  // The library repeats what it may.
  expect(server.requests.length).toBeLessThanOrEqual(3);
});

test('a body that is too large is not read', async () => {
  server.answer({ status: 200, headers: { etag: '"1"' }, body: 'x'.repeat(2_000_000) });

  expect(await readBlob(containerAt(server.url), NAME, 'reading')).toEqual({ version: '"1"', body: '' });
});

test('requests to storage go through the proxy of the settings', async () => {
  const proxy = await startConnectProxy({ refuses: 403 });
  try {
    await expect(readBlob(containerAt('https://people.blob.example', proxy.url), NAME, 'reading')).rejects.toThrow(
      StorageUnavailableError,
    );
    expect(proxy.asked).toContain('people.blob.example:443');
  } finally {
    await proxy.close();
  }
});
