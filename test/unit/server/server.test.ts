import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import type { Activity } from 'botbuilder';
import { generateKeyPair } from 'jose';

import { createServer } from '../../../src/server/server.ts';
import { APP_ID, TENANT, anActivity, startChannel } from '../../support/channel.ts';
import type { Channel, TokenOptions } from '../../support/channel.ts';
import { eventually } from '../../support/eventually.ts';
import { startBot, type Bot } from './bot.ts';

let channel: Channel;
let bot: Bot;

beforeEach(async () => {
  channel = await startChannel();
  bot = await startBot(channel);
});

afterEach(async () => {
  await bot.stop();
  await channel.close();
});

const bearer = async (options?: TokenOptions) => `Bearer ${await channel.sign(options)}`;

test('runs the turn of an activity with a valid token', async () => {
  const answer = await bot.post(anActivity(channel.serviceUrl), await bearer());
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe('');
  expect(bot.turns).toEqual(['restore help']);
});

test("sends a turn's messages through the connector, with the bot's token", async () => {
  bot.onTurn = async (context) => {
    await context.sendActivity({ type: 'typing' });
  };
  await bot.post(anActivity(channel.serviceUrl), await bearer());
  expect(channel.calls).toMatchObject([
    {
      method: 'POST',
      conversationId: 'a:conversation',
      authorization: 'Bearer connector-token-1',
      activity: { type: 'typing', replyToId: '1700000000000', recipient: { id: '29:person' } },
    },
  ]);
});

test('answers an invoke with the response of the turn', async () => {
  const value = { statusCode: 200, type: 'application/vnd.microsoft.card.adaptive', value: { type: 'AdaptiveCard' } };
  bot.onTurn = async (context) => {
    await context.sendActivity({ type: 'invokeResponse', value: { status: 200, body: value } });
  };
  const invoke = anActivity(channel.serviceUrl, {
    type: 'invoke',
    name: 'adaptiveCard/action',
    text: undefined,
    value: {},
  });
  const answer = await bot.post(invoke, await bearer());
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual(value);
});

describe('answers 401', () => {
  const tokens: readonly [string, () => Promise<string | undefined>][] = [
    ['without a token', async () => undefined],
    ['to another scheme', async () => 'Basic dXNlcjpwYXNzd29yZA=='],
    ['to garbage', async () => 'Bearer garbage'],
    ['to garbage in three parts', async () => 'Bearer e30.e30.e30'],
    ['to an unsigned token', async () => `Bearer ${unsigned()}`],
    ['to an unknown key', () => bearer({ kid: 'unknown' })],
    ['to another key under a known name', async () => bearer({ key: (await generateKeyPair('RS256')).privateKey })],
    ['to an expired token', () => bearer({ expiresAt: bot.clock.now() - 301_000 })],
    ['to another issuer', () => bearer({ claims: { iss: 'https://elsewhere.test' } })],
    ['to an issuer that only begins alike', () => bearer({ claims: { iss: 'https://api.channel.test/' } })],
    ['to another audience', () => bearer({ claims: { aud: 'another-bot' } })],
    [
      'to a token of another service URL',
      () => bearer({ claims: { serviceurl: 'https://smba.trafficmanager.net/amer/' } }),
    ],
    ['to a token without a service URL', () => bearer({ claims: { serviceurl: undefined } })],
    ['to a token without an end', () => bearer({ claims: { exp: undefined } })],
    ['to a token that is not valid yet', () => bearer({ claims: { nbf: bot.clock.now() / 1_000 + 400 } })],
  ];

  test.each(tokens)('%s, runs nothing and discloses nothing', async (_name, token) => {
    const authorization = await token();
    const answer = await bot.post(anActivity(channel.serviceUrl), authorization);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(await answer.json()).toEqual({
      error: 'unauthorized',
      message: 'A valid Bot Connector token is required.',
    });
    expect(bot.turns).toEqual([]);
    const logged = bot.log.text();
    expect(logged).not.toMatch(/eyJ|PRIVATE|"[den]":/);
    expect(logged).toContain('an activity was refused');
  });

  test('to an invalid token of a tenant that is not allowed', async () => {
    const answer = await bot.post(
      anActivity(channel.serviceUrl, { channelData: { tenant: { id: 'other' } } }),
      'Bearer x',
    );
    expect(answer.status).toBe(401);
  });

  test.each(['webchat', undefined])('to the channel %s, which the key is not endorsed for', async (channelId) => {
    const answer = await bot.post(anActivity(channel.serviceUrl, { channelId }), await bearer());
    expect(answer.status).toBe(401);
  });
});

test('refuses Teams from a key without endorsements', async () => {
  channel.endorse();
  expect((await bot.post(anActivity(channel.serviceUrl), await bearer())).status).toBe(401);
  expect(bot.turns).toEqual([]);
});

test('accepts no channel but Teams, whatever the key is endorsed for', async () => {
  const channels = ['webchat', 'directline', 'emulator', 'MSTEAMS', 'msteams '];
  channel.endorse(...channels);
  for (const channelId of channels) {
    const answer = await bot.post(anActivity(channel.serviceUrl, { channelId }), await bearer());
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ error: 'channel-not-allowed' });
  }
});

test('accepts a service URL that differs in a trailing slash or the case of its host', async () => {
  const serviceurl = channel.origin.replace('http:', 'HTTP:');
  const answer = await bot.post(anActivity(channel.serviceUrl), await bearer({ claims: { serviceurl } }));
  expect(answer.status).toBe(200);
});

test('tolerates a clock difference of five minutes', async () => {
  const answer = await bot.post(anActivity(channel.serviceUrl), await bearer({ expiresAt: bot.clock.now() - 200_000 }));
  expect(answer.status).toBe(200);
});

describe('answers 403', () => {
  const conversation = { conversationType: 'personal', id: 'a:conversation' };
  const foreign = '99999999-aaaa-4bbb-8ccc-000000000009';
  const activities: readonly [string, Record<string, unknown>][] = [
    [
      'to another tenant in both places',
      { conversation: { ...conversation, tenantId: foreign }, channelData: { tenant: { id: foreign } } },
    ],
    ['to another tenant of the conversation', { conversation: { ...conversation, tenantId: foreign } }],
    ['to another tenant of the channel data', { channelData: { tenant: { id: foreign } } }],
    ['to no tenant', { conversation, channelData: undefined }],
  ];

  test.each(activities)('%s', async (_name, overrides) => {
    const answer = await bot.post(anActivity(channel.serviceUrl, overrides), await bearer());
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ error: 'tenant-not-allowed' });
    expect(bot.turns).toEqual([]);
  });

  test.each([
    'https://evil.test/',
    'https://smba.trafficmanager.net.evil.test/',
    'https://other.trafficmanager.net/',
    'http://smba.trafficmanager.net/',
    'https://smba.trafficmanager.net:8443/',
    'https://user:secret@smba.trafficmanager.net/',
    'http://127.0.0.1:9/',
    'no url',
  ])('to the service URL %s', async (serviceUrl) => {
    const answer = await bot.post(anActivity(serviceUrl), await bearer({ claims: { serviceurl: serviceUrl } }));
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ error: 'service-url-not-allowed' });
    expect(bot.turns).toEqual([]);
  });
});

test.each([
  'https://smba.trafficmanager.net/emea/',
  'https://smba.infra.gcc.teams.microsoft.com/gcc',
  'https://smba.infra.gov.teams.microsoft.us/teams',
  'https://SMBA.infra.dod.teams.microsoft.us/teams',
])('accepts activities of %s', async (serviceUrl) => {
  const answer = await bot.post(anActivity(serviceUrl), await bearer({ claims: { serviceurl: serviceUrl } }));
  expect(answer.status).toBe(200);
});

test('compares tenants without regard to case', async () => {
  const tenant = TENANT.toUpperCase();
  const answer = await bot.post(
    anActivity(channel.serviceUrl, { channelData: { tenant: { id: tenant } } }),
    await bearer(),
  );
  expect(answer.status).toBe(200);
});

describe('answers 400', () => {
  const bodies: readonly [string, () => unknown][] = [
    ['to no body', () => ''],
    ['to what is not JSON', () => 'hello'],
    ['to JSON cut off', () => JSON.stringify(anActivity(channel.serviceUrl)).slice(0, -5)],
    ['to bytes that are no UTF-8', () => new Uint8Array([0x22, 0xff, 0xfe, 0x22])],
    ['to a number', () => '7'],
    ['to null', () => 'null'],
    ['to an array', () => '[]'],
    ['to an object without a type', () => ({ serviceUrl: channel.serviceUrl })],
    ['to a type that is no string', () => anActivity(channel.serviceUrl, { type: 7 })],
    ['to no service URL', () => anActivity(channel.serviceUrl, { serviceUrl: undefined })],
    ['to an empty service URL', () => anActivity('')],
    ['to a service URL that is no string', () => anActivity(channel.serviceUrl, { serviceUrl: { toString: 1 } })],
    ['to no conversation', () => anActivity(channel.serviceUrl, { conversation: undefined })],
    ['to a conversation without an id', () => anActivity(channel.serviceUrl, { conversation: { tenantId: TENANT } })],
    ['to nobody', () => anActivity(channel.serviceUrl, { from: { name: 'Ada' } })],
    ['to a text that is no string', () => anActivity(channel.serviceUrl, { text: ['restore'] })],
    ['to a name that is no string', () => anActivity(channel.serviceUrl, { from: { id: '29:x', name: {} } })],
  ];

  test.each(bodies)('%s, as JSON that says what to do', async (_name, body) => {
    const answer = await bot.post(body(), await bearer());
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(await answer.json()).toEqual({ error: expect.stringMatching(/^not-/), message: expect.any(String) });
    expect(bot.turns).toEqual([]);
  });
});

test('treats null as absent', async () => {
  const nulls = { text: null, locale: null, entities: null, channelData: null, replyToId: null, localTimestamp: null };
  const answer = await bot.post(anActivity(channel.serviceUrl, nulls), await bearer());
  expect(answer.status).toBe(200);
});

test.each([1_048_577, 5_000_000])('answers 413 to a body of %i bytes', async (size) => {
  const authorization = await bearer();
  const answer = await bot.post(anActivity(channel.serviceUrl, { text: 'x'.repeat(size) }), authorization);
  expect(answer.status).toBe(413);
  expect(await answer.json()).toMatchObject({ error: 'too-large' });
  expect((await bot.post(anActivity(channel.serviceUrl), authorization)).status).toBe(200);
});

test('accepts a body of just under 1 MB', async () => {
  const answer = await bot.post(anActivity(channel.serviceUrl, { text: 'x'.repeat(1_000_000) }), await bearer());
  expect(answer.status).toBe(200);
});

test('converts the timestamps of an activity to dates, and drops invalid ones', async () => {
  let activity: Partial<Activity> = {};
  bot.onTurn = async (context) => {
    activity = context.activity;
  };
  const times = { timestamp: '2026-01-01T10:00:00Z', localTimestamp: 'yesterday' };
  await bot.post(anActivity(channel.serviceUrl, times), await bearer());
  expect(activity.timestamp).toEqual(new Date('2026-01-01T10:00:00Z'));
  expect(activity.localTimestamp).toBeUndefined();
});

describe('the signing keys', () => {
  test('are fetched once for any number of turns', async () => {
    const authorization = await bearer();
    await Promise.all(Array.from({ length: 20 }, () => bot.post(anActivity(channel.serviceUrl), authorization)));
    expect(bot.turns).toHaveLength(20);
    expect(channel.asked).toMatchObject({ metadata: 1, keys: 1 });
  });

  test('are fetched again when the channel signs with a new one, at most every 30 s', async () => {
    await bot.post(anActivity(channel.serviceUrl), await bearer());
    await channel.rotate();
    const authorization = await bearer();
    expect((await bot.post(anActivity(channel.serviceUrl), authorization)).status).toBe(401);
    await bot.clock.advance(30_000);
    expect((await bot.post(anActivity(channel.serviceUrl), authorization)).status).toBe(200);
    expect(channel.asked.keys).toBe(2);
  });

  test('that cannot be read are answered with 503 and logged once', async () => {
    channel.away = true;
    const authorization = await bearer();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const answer = await bot.post(anActivity(channel.serviceUrl), authorization);
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('5');
      expect(await answer.json()).toMatchObject({ error: 'keys-unavailable' });
    }
    expect(channel.asked.metadata).toBe(1);
    expect(bot.log.lines.filter(({ message }) => message.includes('cannot be read'))).toHaveLength(1);
    channel.away = false;
    await bot.clock.advance(5_000);
    expect((await bot.post(anActivity(channel.serviceUrl), authorization)).status).toBe(200);
    expect(bot.log.lines.filter(({ message }) => message.includes('can be read again'))).toHaveLength(1);
  });

  test('that are unavailable do not prevent a 401 for an invalid token', async () => {
    channel.away = true;
    expect((await bot.post(anActivity(channel.serviceUrl), 'Bearer e30.e30.e30')).status).toBe(401);
  });

  test('stay in use while the metadata is unavailable, for two days', async () => {
    await bot.post(anActivity(channel.serviceUrl), await bearer());
    channel.away = true;
    await bot.clock.advance(25 * 3_600_000);
    const late = await bearer({ expiresAt: bot.clock.now() + 60_000, claims: { nbf: undefined } });
    expect((await bot.post(anActivity(channel.serviceUrl), late)).status).toBe(200);
    await bot.clock.advance(25 * 3_600_000);
    const later = await bearer({ expiresAt: bot.clock.now() + 60_000, claims: { nbf: undefined } });
    expect((await bot.post(anActivity(channel.serviceUrl), later)).status).toBe(503);
  });
});

/** After a garbage collection. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

test('fetches the keys once and stores and logs nothing for any number of tokens of unknown keys', async () => {
  await bot.post(anActivity(channel.serviceUrl), await bearer());
  const { privateKey } = await generateKeyPair('RS256');
  const bad = async (count: number) => {
    for (let done = 0; done < count; done += 20) {
      const batch = Array.from({ length: 20 }, async (_, index) => {
        const claims = { tid: `tenant-${done + index}` };
        const token =
          done % 40 === 0
            ? unsigned(claims, `kid-${done}`)
            : await channel.sign({ kid: `kid-${done + index}`, key: privateKey, claims });
        const answer = await bot.post(anActivity(channel.serviceUrl), `Bearer ${token}`);
        await answer.arrayBuffer();
        return answer.status;
      });
      for (const status of await Promise.all(batch)) expect(status).toBe(401);
    }
  };
  await bad(200);
  const before = heldBytes();
  await bad(600);
  expect(channel.asked.keys).toBe(1);
  expect(heldBytes() - before).toBeLessThan(8_000_000);
  expect(bot.log.lines.length).toBeLessThan(10);
});

describe('without authentication', () => {
  let open: Bot;
  beforeEach(async () => {
    open = await startBot(channel, { authentication: 'off', allowedTenants: [] });
  });
  afterEach(() => open.stop());

  test('accepts unsigned activities from every tenant, and sends without a token', async () => {
    open.onTurn = async (context) => {
      await context.sendActivity('hello');
    };
    const conversation = { id: 'c' };
    const answer = await open.post(anActivity(channel.serviceUrl, { conversation, channelData: undefined }));
    expect(answer.status).toBe(200);
    expect(channel.calls).toMatchObject([{ authorization: undefined, activity: { text: 'hello' } }]);
    expect(channel.asked).toEqual({ metadata: 0, keys: 0, token: 0 });
  });

  test('accepts only allowed service URLs', async () => {
    expect((await open.post(anActivity('https://evil.test/'))).status).toBe(403);
  });
});

test("a turn that fails answers 500 and discloses the error's text neither to the chat nor to the log", async () => {
  bot.onTurn = async () => {
    throw new TypeError('the-secret-of-the-turn');
  };
  const answer = await bot.post(anActivity(channel.serviceUrl), await bearer());
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain('secret');
  expect(bot.log.text()).toContain('TypeError');
  expect(bot.log.text()).not.toContain('the-secret-of-the-turn');
  expect(channel.calls).toEqual([]);
});

describe('/healthz and /readyz', () => {
  test('answer 200 while storage responds', async () => {
    expect((await fetch(`${bot.origin}/healthz`, { headers: { accept: 'image/png' } })).status).toBe(200);
    expect((await fetch(`${bot.origin}/readyz`)).status).toBe(200);
  });

  const outages: readonly [string, Bot['ready'], readonly string[]][] = [
    ['blobs', { blobs: false, queue: true }, ['blobs']],
    ['the queue', { blobs: true, queue: false }, ['queue']],
    ['both', new Error('storage'), ['blobs', 'queue']],
  ];
  test.each(outages)('name %s when storage does not answer', async (_name, ready, notAnswering) => {
    bot.ready = ready;
    const answer = await fetch(`${bot.origin}/readyz`);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ error: 'not-ready', notAnswering });
    expect((await fetch(`${bot.origin}/healthz`)).status).toBe(200);
  });
});

test('/readyz asks storage at most once a second, however many ask', async () => {
  const ask = () => Promise.all(Array.from({ length: 20 }, () => fetch(`${bot.origin}/readyz`)));
  expect((await ask()).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  await ask();
  expect(bot.probes).toBe(1);
  bot.ready = { blobs: false, queue: true };
  await eventually('a new check', async () => (await fetch(`${bot.origin}/readyz`)).status === 503);
  expect(bot.probes).toBe(2);
});

test.each([
  ['GET', '/', 404],
  ['POST', '/elsewhere', 404],
  ['GET', '/api/messages', 405],
  ['PUT', '/healthz', 405],
])('answers %s %s with %i and JSON', async (method, path, status) => {
  const answer = await fetch(`${bot.origin}${path}`, { method, headers: { accept: 'text/html' } });
  expect(answer.status).toBe(status);
  expect(await answer.json()).toEqual({ error: expect.any(String), message: expect.any(String) });
});

describe('stopping', () => {
  test('lets running turns finish and takes no new ones', async () => {
    let finish = () => undefined as void;
    const running = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let started = () => undefined as void;
    const begun = new Promise<void>((resolve) => {
      started = resolve;
    });
    bot.onTurn = async () => {
      started();
      await running;
    };
    const authorization = await bearer();
    const answer = bot.post(anActivity(channel.serviceUrl), authorization);
    await begun;
    const stopped = bot.stop();
    await expect(
      bot.post(anActivity(channel.serviceUrl), authorization).then(
        ({ status }) => status,
        () => 'refused',
      ),
    ).resolves.not.toBe(200);
    finish();
    expect((await answer).status).toBe(200);
    await stopped;
    expect(bot.turns).toHaveLength(1);
  });

  test('does not wait for a turn that never ends', async () => {
    bot.onTurn = () => new Promise(() => undefined);
    const answer = bot.post(anActivity(channel.serviceUrl), await bearer()).catch(() => 'cut off');
    while (bot.turns.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await bot.stop();
    expect(await answer).toBe('cut off');
  });
});

const another = (port: number) =>
  createServer({
    messages: {} as never,
    ready: async () => ({ blobs: true, queue: true }),
    clock: bot.clock,
    log: bot.log,
    host: '127.0.0.1',
    port,
  });

test('start() rejects where the port is taken', async () => {
  const second = another(Number(new URL(bot.origin).port));
  await expect(second.start()).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

test('one that was stopped before it listened never listens', async () => {
  const second = another(0);
  await second.stop();
  await expect(second.start()).rejects.toThrow('stopped before it listened');
});

function unsigned(claims: object = {}, kid = 'key-1'): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.now() / 1_000) + 3_600;
  return `${part({ alg: 'none', kid })}.${part({ iss: 'https://api.channel.test', aud: APP_ID, exp, ...claims })}.`;
}
