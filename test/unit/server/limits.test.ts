/** What a stranger, or a sender with a valid token, can make the server hold and do. */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { anActivity, startChannel, type Channel } from '../../support/channel.ts';
import { eventually } from '../../support/eventually.ts';
import { startBot, type Bot } from './bot.ts';

interface Client {
  readonly socket: Socket;
  /** What the server has sent so far. */
  readonly received: () => string;
  readonly closed: Promise<void>;
}

let channel: Channel;
let bot: Bot;
const clients: Client[] = [];

beforeEach(async () => {
  channel = await startChannel();
  bot = await startBot(channel);
});

afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.destroy();
  await bot.stop();
  await channel.close();
});

function open(text = ''): Client {
  let received = '';
  const socket = connect(Number(new URL(bot.origin).port), '127.0.0.1');
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
  });
  socket.on('error', () => undefined).on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
  if (text !== '') socket.write(text);
  const client = { socket, received: () => received, closed };
  clients.push(client);
  return client;
}

const head = (...lines: readonly string[]): string =>
  ['POST /api/messages HTTP/1.1', 'host: bot', ...lines, '', ''].join('\r\n');
const bearer = async (): Promise<string> => `Bearer ${await channel.sign()}`;
const post = async (fields: Readonly<Record<string, unknown>> = {}): Promise<Response> =>
  bot.post(anActivity(channel.serviceUrl, fields), await bearer());
const isHealthy = async (): Promise<boolean> => (await fetch(`${bot.origin}/healthz`)).status === 200;
const entries = (event: string) => bot.log.lines.filter(({ fields }) => Reflect.get(fields, 'event') === event);

describe('before the sender is known', () => {
  test.each([
    ['a host that is none', 'GET /healthz', 'host: [', 200],
    ['a host with a space', 'GET /healthz', 'host: a b', 200],
    ['a port that is none', 'GET /healthz', 'host: bot:99999', 200],
    ['a host that has a path', 'POST /nowhere', 'host: bot/healthz?', 404],
    ['a path that looks like a host', 'GET //[', 'host: bot', 400],
    ['an absolute target', 'GET http://bot/healthz', 'host: other', 200],
    ['an absolute target that is none', 'GET http://[', 'host: bot', 400],
    ['no target', 'OPTIONS *', 'host: bot', 200],
  ])('%s does not end the process', async (_name, target, host, status) => {
    const client = open([`${target} HTTP/1.1`, host, 'connection: close', '', ''].join('\r\n'));
    await client.closed;
    expect(client.received()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(await isHealthy()).toBe(true);
  });

  test.each([
    ['of a known length', 'content-length: 900000'],
    ['of a length above 1 MB', 'content-length: 100000000'],
    ['without a known length', 'transfer-encoding: chunked'],
    ['that waits to be asked for', 'content-length: 900000\r\nexpect: 100-continue'],
  ])('a body %s is neither awaited nor asked for', async (_name, line) => {
    const client = open(head(line, 'authorization: Bearer e30.e30.e30'));
    await client.closed;
    expect(client.received()).toMatch(/^HTTP\/1\.1 401 .*\r\nconnection: close\r\n/is);
    expect(client.received()).not.toContain('100 Continue');
  });

  test('a body stays unread: no more of it is taken than the buffers of the operating system hold', async () => {
    const { socket, received, closed } = open(head('transfer-encoding: chunked'));
    let taken = 0;
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    const send = (error?: Error | null): void => {
      if (error || taken > 200_000_000) return;
      taken += chunk.length;
      socket.write(chunk, send);
    };
    send();
    await closed;
    expect(received()).toMatch(/^HTTP\/1\.1 401 /);
    expect(taken).toBeLessThan(50_000_000);
  });

  // RFC 9112, section 9.6: closing at once would discard the answer.
  test('a sender that is slow to read, and still sending, reads the answer', async () => {
    const { socket, received, closed } = open();
    socket.pause();
    socket.write(head('content-length: 100000000') + 'x'.repeat(20_000_000));
    await sleep(300);
    socket.resume();
    await closed;
    expect(received()).toContain('"error":"unauthorized"');
  });
});

test('a valid token is asked for its body, and told at once when that is too large', async () => {
  const authorization = `authorization: ${await bearer()}`;
  const waiting = open(head(authorization, 'content-length: 2', 'expect: 100-continue', 'connection: close'));
  await eventually('100 Continue', () => waiting.received().startsWith('HTTP/1.1 100 Continue'));
  waiting.socket.write('{}');
  await waiting.closed;
  expect(waiting.received()).toContain('HTTP/1.1 400 ');
  const large = open(head(authorization, 'content-length: 1048577', 'expect: 100-continue'));
  await large.closed;
  expect(large.received()).toMatch(/^HTTP\/1\.1 413 .*\r\nconnection: close\r\n/is);
});

test('slow headers, slow bodies and connections without a request are cut off within 10 s', async () => {
  const startedAt = performance.now();
  const authorization = `authorization: ${await bearer()}`;
  const slow = [
    open(),
    open('POST /api/messages HTTP/1.1\r\nhost: bot\r\nx-slow: '),
    open(head(authorization, 'content-length: 1000')),
    open(head(authorization, 'transfer-encoding: chunked')),
  ];
  const dripping = setInterval(() => slow.slice(1).forEach(({ socket }) => socket.write('1')), 400);
  await Promise.all(slow.map(({ closed }) => closed));
  clearInterval(dripping);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(bot.turns).toEqual([]);
});

describe('many connections', () => {
  test('without a token give way to others, and never one that carried a token', async () => {
    const body = JSON.stringify(anActivity(channel.serviceUrl));
    const request = head(`authorization: ${await bearer()}`, `content-length: ${body.length}`) + body;
    const trusted = open(request);
    await eventually('an answer', () => trusted.received().includes('200 OK'));
    const idle = Array.from({ length: 700 }, () => open());
    await eventually('connections that gave way', () => idle.filter(({ socket }) => socket.closed).length > 150);
    expect(await isHealthy()).toBe(true);
    expect((await post()).status).toBe(200);
    trusted.socket.write(request);
    await eventually('a second answer', () => trusted.received().split('200 OK').length === 3);
    expect(idle.at(-1)?.socket.closed).toBe(false);
    expect(entries('connections-limited')).toHaveLength(1);
  });

  test('cannot be replaced by one that sends many requests at once', async () => {
    const three = open('GET /healthz HTTP/1.1\r\nhost: bot\r\n\r\n'.repeat(3));
    await eventually('three answers', () => three.received().split('200 OK').length === 4);
    const many = open('GET /healthz HTTP/1.1\r\nhost: bot\r\n\r\n'.repeat(1_000));
    await many.closed;
    expect(many.received().split('200 OK').length).toBeLessThan(20);
  });
});

describe('bodies in flight', () => {
  let finish = (): void => undefined;
  beforeEach(() => {
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    bot.onTurn = () => finished;
  });

  test('beyond 16 MB together are answered with 503, until turns have ended', async () => {
    const text = 'x'.repeat(64_000);
    const refused: Response[] = [];
    const posted = Array.from({ length: 300 }, async () => {
      const answer = await post({ text });
      if (answer.status !== 200) refused.push(answer);
    });
    await eventually('an answer or a turn for each', () => refused.length + bot.turns.length === posted.length);
    // One that is refused may have kept out another that had room.
    expect(bot.turns.length).toBeLessThanOrEqual(16_777_216 / text.length);
    expect(bot.turns.length).toBeGreaterThan(200);
    const [first] = refused;
    expect([first?.status, first?.headers.get('retry-after'), await first?.json()]).toEqual([
      503,
      '1',
      expect.objectContaining({ error: 'busy' }),
    ]);
    finish();
    await Promise.all(posted);
    expect((await post({ text })).status).toBe(200);
    expect(entries('activity-refused')).toHaveLength(1);
  });

  test.each([
    ['of a known length', (body: string): string | ReadableStream => body],
    ['without a known length', (body: string): string | ReadableStream => new Blob([body]).stream()],
  ])('%s and more than 64 KB are at most four, and never keep ordinary ones out', async (_name, as) => {
    const authorization = await bearer();
    const large = JSON.stringify(anActivity(channel.serviceUrl, { text: 'x'.repeat(100_000) }));
    const send = (): Promise<Response> =>
      fetch(`${bot.origin}/api/messages`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: as(large),
        duplex: 'half',
      });
    const sent = Array.from({ length: 6 }, send);
    await eventually('four turns', () => bot.turns.length === 4);
    const ordinary = post();
    await eventually('a fifth turn', () => bot.turns.length === 5);
    await Promise.race(sent);
    expect((await send()).status).toBe(503);
    finish();
    expect((await ordinary).status).toBe(200);
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(4);
    expect(statuses.filter((status) => status === 503)).toHaveLength(2);
    await eventually('room for another', async () => (await send()).status === 200);
  });

  test('of more than 64 KB are at most four a second, however soon their turns end', async () => {
    finish();
    const began = performance.now();
    const statuses: number[] = [];
    for (let n = 0; n < 30; n += 1) statuses.push((await post({ text: 'x'.repeat(100_000) })).status);
    const most = 4 * Math.ceil((performance.now() - began) / 1_000);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(most);
    expect(statuses).toContain(503);
  });
});

describe('answers 400', () => {
  const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  const withValue = (value: string): string =>
    JSON.stringify(anActivity(channel.serviceUrl, { text: undefined, value: 0 })).replace(
      '"value":0',
      `"value":${value}`,
    );
  const many = Object.fromEntries(Array.from({ length: 5_001 }, (_, index) => [`key ${index}`, index]));
  const bodies: readonly [string, () => string, string][] = [
    ['to a card action nested a hundred levels', () => withValue(nested(100)), 'not-simple'],
    ['to a card action nested 100,000 levels', () => withValue(nested(100_000)), 'not-simple'],
    ['to arrays nested 100,000 levels', () => '['.repeat(100_000), 'not-simple'],
    ['to very many keys', () => withValue(JSON.stringify(many)), 'not-simple'],
    ['to very many elements', () => withValue(`[${'0,'.repeat(100_000)}0]`), 'not-simple'],
    ['to a service URL of 2,049 characters', () => urlOf(2_049), 'not-an-activity'],
    ['to a service URL of 100,000 slashes', () => urlOf(100_000), 'not-an-activity'],
    ['to a conversation id of 100,000 characters', () => idOf('conversation', 100_000), 'not-an-activity'],
    ['to a sender of 100,000 characters', () => idOf('from', 100_000), 'not-an-activity'],
  ];
  const urlOf = (length: number): string =>
    JSON.stringify(anActivity(`${channel.origin}${'/'.repeat(length - channel.origin.length - 1)}x`));
  const idOf = (field: string, length: number): string =>
    JSON.stringify(anActivity(channel.serviceUrl, { [field]: { id: 'x'.repeat(length) } }));

  test.each(bodies)('%s', async (_name, body, error) => {
    const answer = await bot.post(body(), await bearer());
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error });
    expect(bot.turns).toEqual([]);
  });
});

test('accepts a card in an activity, text that looks nested, and a service URL of 2,048 characters', async () => {
  const card = {
    body: Array.from({ length: 40 }, () => ({ type: 'Container', items: [{ columns: [{ items: [{}] }] }] })),
  };
  expect((await post({ value: card, text: `${'[{'.repeat(1_000)} \\" ${'","'.repeat(10_000)}` })).status).toBe(200);
  const url = `${channel.origin}/${'x'.repeat(2_047 - channel.origin.length)}`;
  const answer = await bot.post(anActivity(url), `Bearer ${await channel.sign({ claims: { serviceurl: url } })}`);
  expect(answer.status).toBe(200);
});

describe('without authentication', () => {
  let open: Bot;
  beforeEach(async () => {
    open = await startBot(channel, { authentication: 'off', allowedTenants: [] });
  });
  afterEach(() => open.stop());

  test.each([
    ['an Origin', { origin: 'http://127.0.0.1:3978' }, 403],
    ['no origin that it tells', { origin: 'null' }, 403],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['text', { 'content-type': 'text/plain' }, 415],
    ['text that names JSON', { 'content-type': 'text/plain; application/json' }, 415],
  ])('refuses a request with %s, which any web page can send', async (_name, headers, status) => {
    const answer = await open.post(anActivity(channel.serviceUrl), undefined, headers);
    expect(answer.status).toBe(status);
    expect(open.turns).toEqual([]);
  });

  test('accepts JSON with a character set', async () => {
    const headers = { 'content-type': 'Application/JSON; charset=utf-8' };
    expect((await open.post(anActivity(channel.serviceUrl), undefined, headers)).status).toBe(200);
  });
});
