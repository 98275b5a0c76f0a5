/** Plain responses bypass the library; the library handles all others. Against a scripted server. */
import { ConflictError, StorageUnavailableError } from '../../../../src/core/errors.ts';
import { createFastBlobs } from '../../../../src/state/azure/fast-path.ts';
import { readBlob, readChangedBlob, writeBlob } from '../../../../src/state/blobs/blob.ts';
import { createContainer, type StateContainer } from '../../../../src/state/azure/storage.ts';
import { createStorageHttp } from '../../../../src/state/azure/transport.ts';
import { eventually } from '../../../support/eventually.ts';
import { startScriptedServer, type ScriptedAnswer, type ScriptedServer } from '../../../support/scripted-server.ts';

const NAME = 'conversations/a/b.json';
const SIGNATURE = 'a-signature-that-nobody-may-see';
const TOKEN = 'a-token-that-nobody-may-see';

let server: ScriptedServer;
beforeEach(async () => {
  server = await startScriptedServer();
});
afterEach(() => server.close());

const bySignature = (): StateContainer =>
  createContainer(
    {
      kind: 'connection-string',
      connectionString: `BlobEndpoint=${server.url}/people;SharedAccessSignature=sv=2025-01-05&sig=${SIGNATURE}`,
    },
    'states',
  );

async function bySharedKey(): Promise<StateContainer> {
  const key = Buffer.from('key').toString('base64');
  const connectionString = `DefaultEndpointsProtocol=https;AccountName=people;AccountKey=${key};BlobEndpoint=${server.url}/people;`;
  const container = createContainer({ kind: 'connection-string', connectionString }, 'states');
  // The first call has a signature made, which takes a moment.
  server.answer(missing);
  await readBlob(container, NAME, 'reading');
  return container;
}

const there: ScriptedAnswer = { status: 200, headers: { etag: '"7"' }, body: '{"name":"Zoë"}' };
const missing: ScriptedAnswer = { status: 404, headers: { 'x-ms-error-code': 'BlobNotFound' }, body: '' };
const written: ScriptedAnswer = { status: 201, headers: { etag: '"8"' } };
const busy: ScriptedAnswer = { status: 503, headers: { 'x-ms-error-code': 'ServerBusy' }, body: '' };
const refused: ScriptedAnswer = {
  status: 403,
  headers: { 'x-ms-error-code': 'AuthorizationFailure', 'content-type': 'application/xml' },
  body: '<?xml version="1.0"?><Error><Code>AuthorizationFailure</Code><Message>no</Message></Error>',
};
const conflict: ScriptedAnswer = { status: 412, headers: { 'x-ms-error-code': 'ConditionNotMet' }, body: '' };

test('a read is one request, authorized by the signature in the connection string', async () => {
  server.answer(there);
  expect(await readBlob(bySignature(), NAME, 'reading')).toEqual({ version: '"7"', body: '{"name":"Zoë"}' });
  expect(server.requests).toHaveLength(1);
  expect(server.requests[0]).toMatchObject({
    method: 'GET',
    path: `/people/states/conversations/a/b.json?sv=2025-01-05&sig=${SIGNATURE}`,
  });
});

test('a write is one conditional request with content, type and metadata', async () => {
  server.answer(written);
  const container = bySignature();
  expect(await writeBlob(container, NAME, '{"name":"Zoë"}', undefined, 'writing', { person: 'abc' })).toBe('"8"');
  expect(await writeBlob(container, NAME, '{}', '"8"', 'writing')).toBe('"8"');
  expect(server.requests).toMatchObject([
    {
      method: 'PUT',
      headers: {
        'if-none-match': '*',
        'content-type': 'application/json',
        'content-length': '15',
        'x-ms-blob-type': 'BlockBlob',
        'x-ms-meta-person': 'abc',
      },
    },
    { method: 'PUT', headers: { 'if-match': '"8"' }, body: '{}' },
  ]);
});

test('a missing blob takes one request; a missing container is an error', async () => {
  server.answer(missing);
  expect(await readBlob(bySignature(), NAME, 'reading')).toBeUndefined();
  expect(server.requests).toHaveLength(1);
  server.answer({ status: 404, headers: { 'x-ms-error-code': 'ContainerNotFound' }, body: '' });
  await expect(readBlob(bySignature(), NAME, 'reading')).rejects.toThrow(StorageUnavailableError);
});

test('a shared key signs a shared access signature, and no request contains the key', async () => {
  const container = await bySharedKey();
  server.answer(there);
  expect(await readBlob(container, NAME, 'reading')).toMatchObject({ version: '"7"' });
  const last = server.requests.at(-1);
  expect(last?.headers.authorization).toBeUndefined();
  expect(last?.path).toMatch(/[?&]sig=/);
});

test.each<readonly [string, ScriptedAnswer]>([
  ['busy', busy],
  ['reset', { reset: true }],
  ['cut off in the middle', { ...there, headers: { etag: '"7"', 'content-length': '5000' }, cutOff: true }],
  ['without a version', { status: 200, body: 'x' }],
  ['of unknown length', { ...there, headers: { etag: '"7"', 'transfer-encoding': 'chunked' } }],
  ['of another server', { status: 502, body: '<html>' }],
])('a response that is %s makes the library repeat the request', async (_what, first) => {
  server.answer(first, there);
  expect(await readBlob(bySignature(), NAME, 'reading')).toEqual({ version: '"7"', body: '{"name":"Zoë"}' });
  expect(server.requests).toHaveLength(2);
  expect(server.requests[1]?.headers['user-agent']).toContain('azsdk');
});

test('after a refusal the library alone sends requests for a while', async () => {
  server.answer(refused, there);
  const container = bySignature();
  expect(await readBlob(container, NAME, 'reading')).toMatchObject({ version: '"7"' });
  expect(await readBlob(container, NAME, 'reading')).toMatchObject({ version: '"7"' });
  expect(server.requests.map(({ headers }) => headers['user-agent']?.includes('azsdk') === true)).toEqual([
    false,
    true,
    true,
  ]);
});

test('a write of another process is a conflict', async () => {
  server.answer(conflict, conflict, { ...there, body: 'of somebody else' });
  await expect(writeBlob(bySignature(), NAME, '{"a":1}', '"6"', 'writing')).rejects.toThrow(ConflictError);
});

test('a write whose response was lost is found in the blob', async () => {
  server.answer({ reset: true }, conflict, { ...there, body: '{"a":1}' });
  expect(await writeBlob(bySignature(), NAME, '{"a":1}', '"6"', 'writing')).toBe('"7"');
});

test('a write that conflicts, and may have succeeded before, is no conflict where the blob cannot be read', async () => {
  server.answer({ reset: true }, conflict, refused);
  await expect(writeBlob(bySignature(), NAME, '{"a":1}', '"6"', 'writing')).rejects.toThrow(StorageUnavailableError);
});

test('a blob with a known version costs one request, and its body is not sent', async () => {
  const read = () => readChangedBlob(bySignature(), NAME, 'reading', undefined, '"7"');
  server.answer({ status: 304, headers: { etag: '"7"' } });
  expect(await read()).toBe('unchanged');
  expect(server.requests).toMatchObject([{ method: 'GET', headers: { 'if-none-match': '"7"' } }]);
  server.answer({ ...there, headers: { ...there.headers, etag: '"8"' } });
  expect(await read()).toMatchObject({ version: '"8"', body: there.body });
  server.answer(missing);
  expect(await read()).toBeUndefined();
  for (const fault of [busy, refused, { reset: true }]) {
    server.answer(fault, there);
    expect(await read()).toMatchObject({ version: '"7"', body: there.body });
  }
});

test('an answer that a blob is unchanged counts only where it was asked for', async () => {
  server.answer({ status: 304, headers: { etag: '"7"' } }, there);
  expect(await readBlob(bySignature(), NAME, 'reading')).toMatchObject({ version: '"7"', body: there.body });
});

test('a body that is too large is not read', async () => {
  server.answer({ ...there, body: 'x'.repeat(2_000_000) });
  expect(await readBlob(bySignature(), NAME, 'reading', 1_000)).toEqual({ version: '"7"', body: '' });
});

test('an error does not contain the signature', async () => {
  server.answer(busy);
  const error: unknown = await readBlob(bySignature(), NAME, 'reading').catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StorageUnavailableError);
  const { message, stack, cause } = error as Error;
  expect(`${message}${stack}${String(cause)}${JSON.stringify(error)}`).not.toContain(SIGNATURE);
});

describe('with an identity', () => {
  const identity = (tokens: readonly (readonly [token: string, lastsMilliseconds: number] | Error)[]) => {
    const asked = { times: 0 };
    return {
      asked,
      async getToken() {
        const next = tokens[Math.min(asked.times, tokens.length - 1)];
        asked.times += 1;
        if (next === undefined || next instanceof Error) throw next ?? new Error('none');
        return { token: next[0], expiresOnTimestamp: Date.now() + next[1] };
      },
    };
  };
  const reading = (credential: ReturnType<typeof identity>) => {
    const { dispatcher } = createStorageHttp(undefined);
    const fast = createFastBlobs(`${server.url}/people/states`, dispatcher, { credential });
    return () => fast.read(NAME, 1_000, AbortSignal.timeout(5_000));
  };

  test('no request waits for a token: the library reads until there is one, which is reused', async () => {
    server.answer(there);
    const credential = identity([[TOKEN, 3_600_000]]);
    const read = reading(credential);
    expect(await read()).toBeUndefined();
    await eventually('a token', async () => (await read()) !== undefined);
    await read();
    expect(credential.asked.times).toBe(1);
    for (const { headers, path } of server.requests) {
      expect(headers.authorization).toBe(`Bearer ${TOKEN}`);
      expect(path).not.toContain('sig=');
    }
  });

  test('a token about to expire is not used, and a new one is not requested with each read', async () => {
    server.answer(there);
    const credential = identity([[TOKEN, 30_000]]);
    const read = reading(credential);
    for (let times = 0; times < 50; times += 1) expect(await read()).toBeUndefined();
    expect(credential.asked.times).toBe(1);
    expect(server.requests).toHaveLength(0);
  });

  test('a failing identity is not requested in a loop', async () => {
    const credential = identity([new Error('away')]);
    const read = reading(credential);
    for (let times = 0; times < 50; times += 1) expect(await read()).toBeUndefined();
    expect(credential.asked.times).toBe(1);
  });
});
