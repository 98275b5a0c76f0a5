/** What a start asks of storage. Against a scripted server. */
import { createStorage } from '../../../../src/state/azure/storage.ts';
import { startScriptedServer, type ScriptedServer } from '../../../support/scripted-server.ts';

let server: ScriptedServer;
beforeEach(async () => {
  server = await startScriptedServer();
});
afterEach(() => server.close());

const named = { container: 'states', auditContainer: 'audit', queue: 'jobs' };

function storage() {
  const endpoints = `BlobEndpoint=${server.url}/people;QueueEndpoint=${server.url}/people`;
  const connectionString = `${endpoints};SharedAccessSignature=sv=2025-01-05&sig=abc`;
  return createStorage({ kind: 'connection-string', connectionString }, named);
}

const requested = () => server.requests.map(({ method, path }) => `${method} ${path.split('?')[0]}`).toSorted();

test('a container and a queue that answer are not created again', async () => {
  const there = { status: 200, headers: { etag: '"1"' }, body: '<QueueMessagesList />' };
  server.answer(there, there);
  await storage().ensure();
  expect(requested()).toEqual(['GET /people/jobs/messages', 'GET /people/states/any']);
});

test('those that do not are created', async () => {
  const missing = { status: 404, headers: { 'x-ms-error-code': 'ResourceNotFound' } };
  const created = { status: 201, headers: { 'x-ms-version': '1' } };
  server.answer(missing, missing, created, created);
  await storage().ensure();
  expect(requested().filter((request) => request.startsWith('PUT'))).toEqual([
    'PUT /people/jobs',
    'PUT /people/states',
  ]);
});
