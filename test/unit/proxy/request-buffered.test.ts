/** One request and its whole answer, against a real server that misbehaves as told. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import { requestBuffered } from '../../../src/proxy/request-buffered.ts';
import { eventually } from '../../support/eventually.ts';

let answer: (response: ServerResponse) => void;
let closedByClient: number;
const server = createServer((request, response) => {
  response.on('close', () => {
    if (!response.writableFinished) closedByClient += 1;
  });
  request.resume().on('end', () => answer(response));
});
let pool: Pool;

beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => void server.close(resolve)));
beforeEach(() => {
  closedByClient = 0;
  pool = new Pool(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { connections: 1 });
});
afterEach(async () => {
  await pool.destroy();
  server.closeAllConnections();
});

const ask = (signal = new AbortController().signal, sizeLimitBytes = 1_000) =>
  requestBuffered(pool, { method: 'POST', path: '/', body: 'asked' }, { sizeLimitBytes, signal });

test('a response arrives complete, in any number of chunks', async () => {
  answer = (response) => {
    response.writeHead(400, { 'content-type': 'text/plain', 'retry-after': '7' });
    response.write('one ');
    setTimeout(() => response.write('two '), 20);
    setTimeout(() => response.end('three'), 40);
  };
  const { status, headers, body } = await ask();
  expect([status, headers['retry-after'], body?.toString()]).toEqual([400, '7', 'one two three']);
});

test('a response without a body has an empty one', async () => {
  // In two steps: restify, in tests of the same process, has `writeHead` return nothing.
  answer = (response) => {
    response.writeHead(204);
    response.end();
  };
  expect(await ask()).toMatchObject({ status: 204, body: Buffer.alloc(0) });
});

test('informational responses are skipped', async () => {
  answer = (response) => {
    response.writeEarlyHints({ link: '</a>; rel=preload' });
    response.writeHead(200);
    response.end('yes');
  };
  const { status, body } = await ask();
  expect([status, body?.toString()]).toEqual([200, 'yes']);
});

test.each([
  ['says its length', { 'content-length': '2000' }],
  ['does not', {}],
])('a body larger than the limit is not read if the response %s', async (_what, headers) => {
  answer = (response) => {
    response.writeHead(200, headers);
    response.write('x'.repeat(1_001));
  };
  expect(await ask()).toMatchObject({ status: 200, body: undefined });
  await eventually('the connection closed', () => closedByClient === 1);
});

test('a body of exactly the limit is read', async () => {
  answer = (response) => response.end('x'.repeat(1_000));
  expect((await ask()).body).toHaveLength(1_000);
});

test.each<readonly [string, (response: ServerResponse) => void]>([
  ['no answer', () => undefined],
  [
    'half an answer',
    (response) => {
      response.writeHead(200, { 'content-length': '10' });
      response.write('half');
    },
  ],
])('the signal ends a call that has %s, and its connection', async (_what, half) => {
  answer = half;
  const calling = new AbortController();
  const asked = ask(calling.signal);
  setTimeout(() => calling.abort(new Error('enough')), 50);
  await expect(asked).rejects.toThrow('enough');
  await eventually('the connection closed', () => closedByClient === 1);
});

test('the signal ends a call that waits for a connection, which is never sent', async () => {
  let asked = 0;
  answer = (response) => {
    asked += 1;
    setTimeout(() => response.end('first'), 100);
  };
  const first = ask();
  const calling = new AbortController();
  const second = ask(calling.signal);
  calling.abort(new Error('enough'));
  await expect(second).rejects.toThrow('enough');
  expect((await first).body?.toString()).toBe('first');
  expect((await ask()).body?.toString()).toBe('first');
  expect(asked).toBe(2);
});

test('an aborted signal sends no request', async () => {
  await expect(ask(AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
});

test('a broken connection rejects with undici’s error', async () => {
  answer = (response) => response.destroy();
  await expect(ask()).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' });
});

test('no listener stays on a signal that outlives its calls', async () => {
  answer = (response) => response.end('yes');
  const { signal } = new AbortController();
  const added = jest.spyOn(signal, 'addEventListener');
  const removed = jest.spyOn(signal, 'removeEventListener');
  for (let times = 0; times < 3; times += 1) await ask(signal);
  expect([added.mock.calls.length, removed.mock.calls.length]).toEqual([3, 3]);
});
