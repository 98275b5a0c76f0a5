/** What the restore endpoints need of HTTP beside the rest: JSON bodies, limits of a call, bodies taken piece by piece. */
import type { HttpRequest } from '../../../src/upstream/http.ts';
import { startScriptedServer } from '../../support/scripted-server.ts';
import type { ScriptedServer } from '../../support/scripted-server.ts';
import { buildHttp, faultOf } from './upstreams.ts';
import type { PausingHttp } from './upstreams.ts';

let server: ScriptedServer;
let http: PausingHttp;

beforeEach(async () => {
  server = await startScriptedServer();
  http = buildHttp();
});

afterEach(async () => {
  await http.close();
  await server.close();
});

const post = (rest: Partial<HttpRequest> = {}): HttpRequest => ({
  upstream: 'backup service',
  method: 'POST',
  url: `${server.url}/there`,
  json: { query: 'Zoë "Z" \\' },
  ...rest,
});

test('posts JSON', async () => {
  server.answer({ body: '{}' });
  await http.send(post());
  expect(server.requests[0]).toMatchObject({
    body: '{"query":"Zoë \\"Z\\" \\\\"}',
    headers: { 'content-type': 'application/json' },
  });
});

test('repeats a post only where it is said to be safe, and only once', async () => {
  server.answer({ status: 503 });
  await http.send(post());
  expect(server.requests).toHaveLength(1);
  await http.send(post({ isSafe: true }));
  expect(server.requests).toHaveLength(3);
  expect(http.pauses).toEqual([200]);
});

test('takes a larger body where the call allows it', async () => {
  server.answer({ body: 'x'.repeat(2_000_000) });
  expect((await faultOf(http.send(post()))).code).toBe('TOO_LARGE');
  expect((await http.send(post({ sizeLimitBytes: 2_000_000 }))).text).toHaveLength(2_000_000);
  expect((await faultOf(http.send(post({ sizeLimitBytes: 1_999_999 })))).code).toBe('TOO_LARGE');
});

describe('a body taken piece by piece', () => {
  let taken: string[] = [];
  const get = (rest: Partial<HttpRequest> = {}): HttpRequest =>
    post({
      method: 'GET',
      json: undefined,
      async takeBody(body) {
        let text = '';
        taken.push('begun');
        for await (const piece of body) text += Buffer.from(piece).toString();
        taken.push(text);
      },
      ...rest,
    });

  beforeEach(() => {
    taken = [];
  });

  test('is not held as text', async () => {
    server.answer({ body: 'x'.repeat(500_000) });
    expect(await http.send(get())).toMatchObject({ status: 200, text: '' });
    expect(taken).toEqual(['begun', 'x'.repeat(500_000)]);
  });

  test('is text when the call fails', async () => {
    server.answer({ status: 403, body: 'no' });
    expect(await http.send(get())).toMatchObject({ status: 403, text: 'no' });
    expect(taken).toEqual([]);
  });

  test('begins anew with each attempt', async () => {
    server.answer({ body: 'half', cutOff: true }, { status: 503 }, { body: 'whole' });
    await http.send(get());
    expect(taken).toEqual(['begun', 'begun', 'whole']);
  });

  test('ends with the limits of the call', async () => {
    server.answer({ body: 'x'.repeat(10_000), endless: true });
    expect((await faultOf(http.send(get({ sizeLimitBytes: 100_000 })))).code).toBe('TOO_LARGE');
    server.answer({ body: 'x', stall: true });
    expect((await faultOf(http.send(get({ timeLimitMilliseconds: 200 })))).code).toBe('TIMED_OUT');
  });
});
