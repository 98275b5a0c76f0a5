/** Messages are kept past the library where all goes well. Against a server that says what the test says. */
import { StorageAwayError } from '../../src/errors.ts';
import { createJobQueue } from '../../src/jobs/job-queue.ts';
import { createQueue } from '../../src/state/storage.ts';
import { startScriptedServer, type ScriptedAnswer, type ScriptedServer } from '../support/scripted-server.ts';

let server: ScriptedServer;
beforeEach(async () => {
  server = await startScriptedServer();
});
afterEach(() => server.close());

function extend() {
  const connectionString = `QueueEndpoint=${server.url}/people;SharedAccessSignature=sv=2025-01-05&sig=abc`;
  const queue = createQueue({ kind: 'connection-string', connectionString }, 'jobs');
  const owned = { id: 'm-1', receipt: 'a+b/c==', text: 'text', note: undefined, deliveries: 1 };
  return createJobQueue({ queue, poisonQueue: queue }).extend(owned, 45);
}

const kept: ScriptedAnswer = { status: 204, headers: { 'x-ms-popreceipt': 'new' } };
const failure = (status: number, code: string): ScriptedAnswer => ({
  status,
  headers: { 'x-ms-error-code': code, 'content-type': 'application/xml' },
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`,
});

test('one request, without a body, and the new receipt', async () => {
  server.answer(kept);
  expect(await extend()).toMatchObject({ id: 'm-1', receipt: 'new' });
  expect(server.requests).toMatchObject([
    {
      method: 'PUT',
      path: '/people/jobs/messages/m-1?popreceipt=a%2Bb%2Fc%3D%3D&visibilitytimeout=45&sv=2025-01-05&sig=abc',
      body: '',
    },
  ]);
});

test.each([
  ['MessageNotFound', 404],
  ['PopReceiptMismatch', 400],
])('%s, which the library hears too, is a message lost', async (code, status) => {
  server.answer(failure(status, code));
  expect(await extend()).toBe('lost');
});

test('where it is refused this way, the library keeps it', async () => {
  server.answer(failure(403, 'AuthorizationFailure'), { ...kept, headers: { ...kept.headers, 'x-ms-version': '1' } });
  expect(await extend()).toMatchObject({ receipt: 'new' });
  expect(server.requests).toHaveLength(2);
});

test.each<readonly [string, ScriptedAnswer]>([
  ['got no answer', { reset: true }],
  ['failed', failure(500, 'InternalError')],
  ['met a busy server', failure(503, 'ServerBusy')],
])('what %s may have been done: it is not repeated', async (_what, answer) => {
  server.answer(answer, kept);
  await expect(extend()).rejects.toThrow(StorageAwayError);
  expect(server.requests).toHaveLength(1);
});
