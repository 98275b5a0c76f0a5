/** Messages are extended and peeked at without the library where all goes well. Against a scripted server. */
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
  const owned = { id: 'm-1', receipt: 'a+b/c==', content: undefined, deliveries: 1 };
  return jobQueue().extend(owned, 45);
}

const kept: ScriptedAnswer = { status: 204, headers: { 'x-ms-popreceipt': 'new' } };
const failure = (status: number, code: string): ScriptedAnswer => ({
  status,
  headers: { 'x-ms-error-code': code, 'content-type': 'application/xml' },
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`,
});

test('extending is one request without a body, which returns the new receipt', async () => {
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
])('%s, which the library receives too, means that the message is lost', async (code, status) => {
  server.answer(failure(status, code));
  expect(await extend()).toBe('lost');
});

test('after a refusal the library extends the message', async () => {
  server.answer(failure(403, 'AuthorizationFailure'), { ...kept, headers: { ...kept.headers, 'x-ms-version': '1' } });
  expect(await extend()).toMatchObject({ receipt: 'new' });
  expect(server.requests).toHaveLength(2);
});

test.each<readonly [string, ScriptedAnswer]>([
  ['got no response', { reset: true }],
  ['failed', failure(500, 'InternalError')],
  ['met a busy server', failure(503, 'ServerBusy')],
])('an extension that %s may have succeeded and is not repeated', async (_what, answer) => {
  server.answer(answer, kept);
  await expect(extend()).rejects.toThrow(StorageUnavailableError);
  expect(server.requests).toHaveLength(1);
});

describe('as long as no message was found', () => {
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

  test('one peek tells that there is none, at the first look as well', async () => {
    const { messages, later } = await looksAgain(nothing);
    expect(messages).toEqual([]);
    expect(later).toEqual([PEEK]);
    const [first] = server.requests;
    expect(`${first?.method} ${first?.path}`).toBe(PEEK);
  });

  test('a message found by a peek is received, and the next request receives without a peek', async () => {
    const { queue, messages, later } = await looksAgain(peeked, received, nothing);
    expect(messages).toMatchObject([{ id: 'm-1', receipt: 'r', deliveries: 1 }]);
    expect(later).toHaveLength(2);
    await queue.receive(32, 45);
    expect(server.requests.at(-1)?.path).toContain('visibilitytimeout=45');
  });

  test.each<readonly [string, ScriptedAnswer]>([
    ['got no response', { reset: true }],
    ['failed', failure(500, 'InternalError')],
    ['was refused', failure(403, 'AuthorizationFailure')],
    ['was answered by something else', { status: 200, body: '<html>Sign in to the network</html>' }],
    ['was answered with nothing', { status: 200 }],
  ])('a peek that %s leaves the request to the library', async (_what, answer) => {
    const { messages } = await looksAgain(answer, received);
    expect(messages).toMatchObject([{ id: 'm-1' }]);
  });
});
