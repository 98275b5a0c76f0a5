import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

import { systemClock } from '../../../../src/core/platform.ts';
import { createHttp, type HttpRequest } from '../../../../src/upstream/http/http.ts';
import { startScriptedServer } from '../../../support/scripted-server.ts';
import type { ScriptedAnswer, ScriptedServer } from '../../../support/scripted-server.ts';
import { NOW, buildHttp, faultOf } from '../upstreams.ts';
import type { PausingHttp } from '../upstreams.ts';

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

const get = (rest: Partial<HttpRequest> = {}): HttpRequest => ({
  upstream: 'backup service',
  method: 'GET',
  url: `${server.url}/there?a=b`,
  ...rest,
});
const post = (rest: Partial<HttpRequest> = {}): HttpRequest => get({ method: 'POST', form: { a: 'b c' }, ...rest });

test('posts a form in the given order and returns status and text', async () => {
  server.answer({ status: 201, body: '{"ok":true}', headers: { date: 'Fri, 20 Nov 2026 12:00:07 GMT' } });
  const answer = await http.send(post({ form: { grant_type: 'a b', assertion: 'ä&=+' } }));
  expect(answer).toMatchObject({ status: 201, text: '{"ok":true}', retryAfterSeconds: undefined });
  expect(answer.dateMilliseconds).toBe(Date.UTC(2026, 10, 20, 12, 0, 7));
  expect(server.requests).toHaveLength(1);
  expect(server.requests[0]).toMatchObject({
    method: 'POST',
    path: '/there?a=b',
    body: 'grant_type=a+b&assertion=%C3%A4%26%3D%2B',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
  });
});

test('sends a post without a form with an empty body', async () => {
  server.answer({ status: 204 });
  await http.send(post({ form: undefined }));
  expect(server.requests[0]).toMatchObject({ body: '', headers: { 'content-length': '0' } });
});

test('keeps every byte of the text, byte order mark included', async () => {
  const text = '\uFEFF{ "a":\t"Zoë 👋"\r\n}\n\n';
  server.answer({ body: text });
  expect((await http.send(get())).text).toBe(text);
});

test('a body that is not UTF-8 has no text, but its status', async () => {
  server.answer({ status: 403, body: Uint8Array.of(0x7b, 0xff, 0x7d) });
  expect(await http.send(get())).toMatchObject({ status: 403, text: undefined });
});

describe('Retry-After', () => {
  test.each<[string, string, number | undefined]>([
    ['seconds', '17', 17],
    ['zero', '0', 0],
    ['a date', 'Wed, 21 Oct 2026 07:28:30 GMT', 30],
    ['a date of the old form', 'Wednesday, 21-Oct-26 07:29:00 GMT', 60],
    ['a date that is over', 'Wed, 21 Oct 2015 07:28:00 GMT', 0],
    ['an absurd number', '99999999999999999999', 3_600],
    ['an absurd date', 'Wed, 21 Oct 2099 07:28:00 GMT', 3_600],
    ['a negative number', '-5', undefined],
    ['text', 'later', undefined],
    ['nothing', '', undefined],
  ])('is read as %s', async (_name, header, seconds) => {
    expect(NOW).toBe(Date.parse('2026-10-21T07:28:00Z'));
    server.answer({ status: 429, headers: { 'retry-after': header } });
    expect((await http.send(post())).retryAfterSeconds).toBe(seconds);
  });
});

describe('what goes wrong', () => {
  test.each<[string, ScriptedAnswer, string]>([
    ['a reset', { reset: true }, 'NO_ANSWER'],
    ['a body that is cut off', { body: '{"a":', cutOff: true }, 'NO_ANSWER'],
    ['an endless body', { body: 'x'.repeat(10_000), endless: true }, 'TOO_LARGE'],
    ['a body one byte too long', { body: 'x'.repeat(1_048_577) }, 'TOO_LARGE'],
    ['headers without end', { headers: { 'x-long': 'x'.repeat(100_000) } }, 'TOO_LARGE'],
    ['a redirect to another host', { status: 302, headers: { location: 'http://elsewhere.example/' } }, 'REDIRECTED'],
    ['a redirect to nowhere', { status: 302 }, 'REDIRECTED'],
    ['a redirect of a post', { status: 307, headers: { location: '/there' } }, 'REDIRECTED'],
    ['a 304', { status: 304 }, 'REDIRECTED'],
  ])('%s becomes an error with a code', async (_name, answer, code) => {
    server.answer(answer);
    expect((await faultOf(http.send(post()))).code).toBe(code);
    expect(server.requests).toHaveLength(1);
  });

  test('a body of exactly the limit is accepted', async () => {
    server.answer({ body: 'x'.repeat(1_048_576) });
    expect((await http.send(get())).text).toHaveLength(1_048_576);
  });

  test('an endless body is aborted soon after the limit', async () => {
    server.answer({ body: 'x'.repeat(10_000), endless: true });
    await faultOf(http.send(get()));
    // The rest lies in the buffers of two sockets.
    expect(server.bytesSent).toBeLessThan(12_000_000);
  });

  test.each<[string, ScriptedAnswer]>([
    ['the head', { delay: 20_000 }],
    ['the body', { body: '{', stall: true }],
  ])('waiting for %s ends with the time limit', async (_name, answer) => {
    server.answer(answer);
    const fault = await faultOf(http.send(get({ timeLimitMilliseconds: 100 })));
    expect(fault).toMatchObject({ code: 'TIMED_OUT', description: 'It did not answer within 0.1 s.', unsent: false });
  });

  test('a call that waits for a connection until its time is over was not sent', async () => {
    const narrow = buildHttp({ connections: 1 });
    server.answer({ delay: 2_000 });
    const first = faultOf(narrow.send(post()));
    while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await faultOf(narrow.send(post({ timeLimitMilliseconds: 50 })))).toMatchObject({
      code: 'TIMED_OUT',
      unsent: true,
    });
    await narrow.close();
    expect(await first).toMatchObject({ code: 'NO_ANSWER', unsent: false });
    expect(server.requests).toHaveLength(1);
  });

  test('a port where nothing listens is no answer, and the cause is a code alone', async () => {
    const port = await unusedPort();
    const fault = await faultOf(http.send(post({ url: `http://127.0.0.1:${port}/` })));
    expect(fault).toMatchObject({
      code: 'NO_ANSWER',
      transient: true,
      description: 'Nothing listens at its address.',
      unsent: true,
    });
    expect(fault.cause).toMatchObject({ message: 'ECONNREFUSED' });
  });

  test('a server that does not speak HTTP is no answer', async () => {
    const odd = createServer((socket) =>
      socket
        .on('error', () => undefined)
        .resume()
        .end('220 mail.example ESMTP\r\n'),
    );
    await new Promise<void>((resolve) => odd.listen(0, '127.0.0.1', resolve));
    const { port } = odd.address() as AddressInfo;
    expect((await faultOf(http.send(post({ url: `http://127.0.0.1:${port}/` })))).code).toBe('NO_ANSWER');
    await new Promise((resolve) => odd.close(resolve));
  });

  test('a header that cannot be sent is malformed', async () => {
    const fault = await faultOf(http.send(get({ headers: { authorization: 'Bearer a\nb' } })));
    expect(fault).toMatchObject({ code: 'MALFORMED', transient: false, unsent: true });
    expect(server.requests).toHaveLength(0);
  });

  test('no call is made once it is closed', async () => {
    await http.close();
    expect(await faultOf(http.send(post()))).toMatchObject({ code: 'NO_ANSWER', unsent: true });
  });

  test('a call to a server that does not speak TLS was not sent', async () => {
    const plain = server.url.replace('http:', 'https:');
    const description = 'What answers at its address does not speak TLS.';
    expect(await faultOf(http.send(post({ url: plain })))).toMatchObject({
      code: 'NO_ANSWER',
      description,
      unsent: true,
    });
  });

  test('closing ends the calls in progress', async () => {
    server.answer({ delay: 2_000 });
    const fault = faultOf(http.send(post()));
    while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await http.close();
    expect((await fault).code).toBe('NO_ANSWER');
  });
});

describe('redirects of a GET', () => {
  test('to the same origin are followed, three at most', async () => {
    const onwards = { status: 302, headers: { location: '/next' } };
    server.answer(onwards, onwards, onwards, { body: 'there' });
    expect((await http.send(get())).text).toBe('there');
    expect(server.requests.map(({ path }) => path)).toEqual(['/there?a=b', '/next', '/next', '/next']);
    server.answer(onwards);
    expect((await faultOf(http.send(get()))).code).toBe('REDIRECTED');
    expect(server.requests).toHaveLength(8);
  });

  test('to another port or scheme of the same host are not followed', async () => {
    const other = await startScriptedServer();
    for (const location of [`${other.url}/`, server.url.replace('http:', 'https:')]) {
      server.answer({ status: 301, headers: { location } });
      const fault = await faultOf(http.send(get({ headers: { authorization: 'Bearer token' } })));
      expect(fault).toMatchObject({ code: 'REDIRECTED', transient: false, status: 301 });
    }
    expect(other.requests).toHaveLength(0);
    await other.close();
  });

  test('are described by their host, not by their path and query', async () => {
    server.answer({ status: 302, headers: { location: 'https://login.example/?token=SECRET' } });
    expect((await faultOf(http.send(get()))).description).toBe('It redirects to login.example, which is not followed.');
  });
});

describe('retries', () => {
  test.each<[string, ScriptedAnswer]>([
    ['a reset', { reset: true }],
    ['a 503', { status: 503 }],
    ['a 429', { status: 429 }],
    ['a 408', { status: 408 }],
  ])('a GET is retried after %s, twice at most', async (_name, answer) => {
    server.answer(answer, answer, { body: 'at last' });
    expect((await http.send(get())).text).toBe('at last');
    expect(http.pauses).toEqual([200, 1_000]);
    server.answer(answer);
    await http.send(get()).catch(() => undefined);
    expect(server.requests).toHaveLength(6);
  });

  test('a POST is not retried', async () => {
    server.answer({ reset: true });
    await faultOf(http.send(post()));
    server.answer({ status: 503 });
    await http.send(post());
    expect(server.requests).toHaveLength(2);
    expect(http.pauses).toEqual([]);
  });

  test('a POST on a kept connection that is reset is not retried either', async () => {
    server.answer({ body: 'fine' }, { reset: true });
    await http.send(post());
    expect((await faultOf(http.send(post()))).code).toBe('NO_ANSWER');
    expect(server.requests).toHaveLength(2);
  });

  test('a GET is not retried after a final answer', async () => {
    server.answer({ status: 404 });
    expect((await http.send(get())).status).toBe(404);
    expect(server.requests).toHaveLength(1);
  });

  test('waits for a short Retry-After, and returns a long one', async () => {
    server.answer({ status: 503, headers: { 'retry-after': '3' } }, { body: 'fine' });
    await http.send(get());
    expect(http.pauses).toEqual([3_000]);
    server.answer({ status: 503, headers: { 'retry-after': '60' } });
    expect(await http.send(get())).toMatchObject({ status: 503, retryAfterSeconds: 60 });
    expect(server.requests).toHaveLength(3);
  });
});

describe('aborting', () => {
  test('rejects with the reason before, during the wait, and during the body', async () => {
    const reason = new Error('cancelled');
    await expect(http.send(get({ signal: AbortSignal.abort(reason) }))).rejects.toBe(reason);
    expect(server.requests).toHaveLength(0);
    for (const answer of [{ delay: 2_000 }, { body: '{', stall: true }]) {
      const asked = server.requests.length;
      server.answer(answer);
      const cancel = new AbortController();
      const outcome = http.send(get({ signal: cancel.signal })).catch((error: unknown) => error);
      while (server.requests.length === asked) await new Promise((resolve) => setTimeout(resolve, 5));
      await new Promise((resolve) => setTimeout(resolve, 20));
      cancel.abort(reason);
      expect(await outcome).toBe(reason);
    }
  });

  test('ends the wait before the next attempt', async () => {
    const cancel = new AbortController();
    const reason = new Error('cancelled');
    server.answer(() => {
      setTimeout(() => cancel.abort(reason), 0);
      return { status: 503, delay: 20 };
    });
    await expect(http.send(get({ signal: cancel.signal }))).rejects.toBe(reason);
    expect(server.requests).toHaveLength(1);
  });
});

describe('connections', () => {
  test('a thousand calls at once share the bounded pool', async () => {
    server.answer({ body: '{}' });
    const request = post({ timeLimitMilliseconds: 60_000 });
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => http.send(request)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(server.requests).toHaveLength(1_000);
    expect(server.mostSockets).toBeLessThanOrEqual(16);
  });

  test('one whose answer nobody reads is free for the next call', async () => {
    const narrow = buildHttp({ connections: 1 });
    server.answer({ body: ' '.repeat(1_000_000) }, { body: '{}' });
    await narrow.send(get({ takeBody: async () => undefined, timeLimitMilliseconds: 5_000 }));
    await expect(narrow.send(get({ timeLimitMilliseconds: 5_000 }))).resolves.toMatchObject({ text: '{}' });
    await narrow.close();
  });

  test('the limit can be set, and connections are reused', async () => {
    const narrow = buildHttp({ connections: 2 });
    server.answer({ body: '{}' });
    await Promise.all(Array.from({ length: 20 }, () => narrow.send(post())));
    await narrow.send(get());
    expect(server.mostSockets).toBe(2);
    await narrow.close();
  });

  test('a call that waits for a connection keeps its time limit', async () => {
    const narrow = buildHttp({ connections: 1 });
    server.answer({ delay: 1_000 });
    const calls = [1, 2, 3].map(() => faultOf(narrow.send(post({ timeLimitMilliseconds: 100 }))));
    const codes = (await Promise.all(calls)).map(({ code }) => code);
    expect(codes).toEqual(['TIMED_OUT', 'TIMED_OUT', 'TIMED_OUT']);
    await narrow.close();
  });
});

describe('pools', () => {
  test('whatever one waits for, calls of the others are answered', async () => {
    const held = Promise.withResolvers<void>();
    server.answer(async ({ path }) => {
      if (path === '/search') await held.promise;
      return { body: '{}' };
    });
    const searches = Array.from({ length: 40 }, () =>
      http.send(post({ url: `${server.url}/search`, pool: 'listings' })),
    );
    while (server.requests.length < 16) await new Promise((resolve) => setTimeout(resolve, 5));
    await Promise.all([http.send(post()), http.send(post({ pool: 'restores' })), http.send(get({ pool: 'tokens' }))]);
    expect(server.requests).toHaveLength(19);
    held.resolve();
    await Promise.all(searches);
  });
});

describe('answers that may be long', () => {
  const long = (): HttpRequest => get({ sizeLimitBytes: 8_000_000, pool: 'listings' });

  test('wait for each other where their lengths together exceed the budget, and short ones do not', async () => {
    // Waits without a limit.
    const narrow = createHttp({
      clock: { ...systemClock, now: () => NOW, after: () => () => undefined },
      budgetBytes: 4_000,
    });
    const body = 'x'.repeat(1_000);
    server.answer({ body, stall: true, headers: { 'content-length': '1001' } });
    const cancel = new AbortController();
    const stalled = Array.from({ length: 4 }, () =>
      narrow.send({ ...long(), signal: cancel.signal }).catch(() => undefined),
    );
    while (server.requests.length < 4) await new Promise((resolve) => setTimeout(resolve, 5));
    server.answer({ body });
    let isRead = false;
    const next = narrow.send(long()).then(() => (isRead = true));
    expect((await narrow.send(get())).text).toBe(body);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(isRead).toBe(false);
    cancel.abort(new Error('enough'));
    await Promise.all(stalled);
    expect(await next).toBe(true);
    await narrow.close();
  });

  test('are refused when there is no room for them in time, and their connection is used no more', async () => {
    const narrow = buildHttp({ budgetBytes: 4_000 });
    server.answer({ body: 'x'.repeat(1_000), stall: true, headers: { 'content-length': '1001' } });
    const cancel = new AbortController();
    const stalled = Array.from({ length: 4 }, () =>
      narrow.send({ ...long(), signal: cancel.signal }).catch(() => undefined),
    );
    while (server.requests.length < 4) await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, 50));
    server.answer({ body: 'x'.repeat(1_000) });
    expect(await faultOf(narrow.send(long()))).toMatchObject({ code: 'CROWDED', transient: true, status: 200 });
    cancel.abort(new Error('enough'));
    await Promise.all(stalled);
    await new Promise((resolve) => setTimeout(resolve, 20));
    // What the others had taken is free again.
    expect((await narrow.send(long())).text).toHaveLength(1_000);
    await narrow.close();
  });

  test('without a length count as long as they may become, and as no more than a quarter of the budget', async () => {
    const narrow = buildHttp({ budgetBytes: 4_000 });
    server.answer({ body: 'x', stall: true });
    const cancel = new AbortController();
    const stalled = Array.from({ length: 4 }, () =>
      narrow.send({ ...long(), signal: cancel.signal }).catch(() => undefined),
    );
    while (server.requests.length < 4) await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await faultOf(narrow.send(long()))).code).toBe('CROWDED');
    cancel.abort(new Error('enough'));
    await Promise.all(stalled);
    await narrow.close();
  });
});

describe('calls of the restore endpoints', () => {
  const postJson = (rest: Partial<HttpRequest> = {}): HttpRequest => ({
    upstream: 'backup service',
    method: 'POST',
    url: `${server.url}/there`,
    json: { query: 'Zoë "Z" \\' },
    ...rest,
  });

  test('posts JSON', async () => {
    server.answer({ body: '{}' });
    await http.send(postJson());
    expect(server.requests[0]).toMatchObject({
      body: '{"query":"Zoë \\"Z\\" \\\\"}',
      headers: { 'content-type': 'application/json' },
    });
  });

  test('retries a safe post, and only once', async () => {
    server.answer({ status: 503 });
    await http.send(postJson());
    expect(server.requests).toHaveLength(1);
    await http.send(postJson({ isSafe: true }));
    expect(server.requests).toHaveLength(3);
    expect(http.pauses).toEqual([200]);
  });

  test('accepts a larger body where the call allows it', async () => {
    server.answer({ body: 'x'.repeat(2_000_000) });
    expect((await faultOf(http.send(postJson()))).code).toBe('TOO_LARGE');
    expect((await http.send(postJson({ sizeLimitBytes: 2_000_000 }))).text).toHaveLength(2_000_000);
    expect((await faultOf(http.send(postJson({ sizeLimitBytes: 1_999_999 })))).code).toBe('TOO_LARGE');
  });

  describe('a body taken chunk by chunk', () => {
    let taken: string[] = [];
    const get = (rest: Partial<HttpRequest> = {}): HttpRequest =>
      postJson({
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

    test('begins again with each attempt', async () => {
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
});

async function unusedPort(): Promise<number> {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as AddressInfo;
  await new Promise((resolve) => taken.close(resolve));
  return port;
}
