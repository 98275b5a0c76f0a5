/** Messages are kept past the library where all goes well. Against a server that says what the test says. */
import { StorageUnavailableError } from '../../../../src/core/errors.ts';
import { StorageJobQueue } from '../../../../src/jobs/job-queue.ts';
import { createQueue } from '../../../../src/state/azure/storage.ts';
import { startScriptedServer, type ScriptedAnswer, type ScriptedServer } from '../../../support/scripted-server.ts';

let server: ScriptedServer;
beforeEach(async () => {
  server = await startScriptedServer();
});
afterEach(() => server.close());

function jobQueue() {
  const connectionString = `QueueEndpoint=${server.url}/people;SharedAccessSignature=sv=2025-01-05&sig=abc`;
  const queue = createQueue({ kind: 'connection-string', connectionString }, 'jobs');
  return new StorageJobQueue({ queue, poisonQueue: queue });
}

function extend() {
  const owned = { id: 'm-1', receipt: 'a+b/c==', text: 'text', content: undefined, deliveries: 1 };
  return jobQueue().extend(owned, 45);
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
  await expect(extend()).rejects.toThrow(StorageUnavailableError);
  expect(server.requests).toHaveLength(1);
});

describe('where the last look found nothing', () => {
  const PEEK = 'GET /people/jobs/messages?peekonly=true&numofmessages=1&sv=2025-01-05&sig=abc';
  const xml = (body: string): ScriptedAnswer => ({
    status: 200,
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="utf-8"?>${body}`,
  });
  const nothing = xml('<QueueMessagesList />');
  const times =
    '<InsertionTime>Sun, 22 Nov 2026 10:00:00 GMT</InsertionTime><ExpirationTime>Sun, 22 Nov 2026 10:00:00 GMT</ExpirationTime>';
  const peeked = xml(
    `<QueueMessagesList><QueueMessage><MessageId>m-1</MessageId>${times}<DequeueCount>0</DequeueCount><MessageText>x</MessageText></QueueMessage></QueueMessagesList>`,
  );
  const received = xml(
    `<QueueMessagesList><QueueMessage><MessageId>m-1</MessageId>${times}<PopReceipt>r</PopReceipt><TimeNextVisible>Sun, 22 Nov 2026 10:00:45 GMT</TimeNextVisible><DequeueCount>1</DequeueCount><MessageText>x</MessageText></QueueMessage></QueueMessagesList>`,
  );

  async function looksAgain(...answers: readonly ScriptedAnswer[]) {
    const queue = jobQueue();
    server.answer(nothing, ...answers);
    expect(await queue.receive(32, 45)).toEqual([]);
    const messages = await queue.receive(32, 45);
    const [, ...later] = server.requests.map(({ method, path }) => `${method} ${path}`);
    return { queue, messages, later };
  }

  test('one peek says that there is still nothing', async () => {
    const { messages, later } = await looksAgain(nothing);
    expect(messages).toEqual([]);
    expect(later).toEqual([PEEK]);
  });

  test('what a peek finds is received, and the next look receives without one', async () => {
    const { queue, messages, later } = await looksAgain(peeked, received, nothing);
    expect(messages).toMatchObject([{ id: 'm-1', receipt: 'r', deliveries: 1 }]);
    expect(later).toHaveLength(2);
    await queue.receive(32, 45);
    expect(server.requests.at(-1)?.path).toContain('visibilitytimeout=45');
  });

  test.each<readonly [string, ScriptedAnswer]>([
    ['got no answer', { reset: true }],
    ['failed', failure(500, 'InternalError')],
    ['was refused', failure(403, 'AuthorizationFailure')],
    ['was answered by something else', { status: 200, body: '<html>Sign in to the network</html>' }],
    ['was answered with nothing', { status: 200 }],
  ])('a peek that %s leaves it to the library', async (_what, answer) => {
    const { messages } = await looksAgain(answer, received);
    expect(messages).toMatchObject([{ id: 'm-1' }]);
  });
});
