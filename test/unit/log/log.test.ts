import { UpstreamError } from '../../../src/core/errors.ts';
import { createLog } from '../../../src/log/log.ts';
import type { AppLog } from '../../../src/log/log.ts';
import type { Settings } from '../../../src/settings/read-settings.ts';
import type { Log } from '../../../src/core/platform.ts';
import { failIfHung } from '../../support/fail-if-hung.ts';

const part = (text: string): string => Buffer.from(text).toString('base64url');
const JWT = `${part('{"alg":"RS256","typ":"JWT"}')}.${part('{"oid":"someone"}')}.${part('signature-signature')}`;
const JWE = `${part('{"alg":"dir","enc":"A256GCM"}')}..aXZpdg.Y2lwaGVy.dGFn`;
const OPAQUE = `0.AXoA${'b'.repeat(90)}-_${'c'.repeat(40)}`;
const SECRET = 'hunter2-hunter2';

interface Taken {
  readonly log: AppLog;
  readonly text: () => string;
  readonly lines: () => readonly Readonly<Record<string, unknown>>[];
}

function taken(level: Settings['logLevel'] = 'info'): Taken {
  const written: string[] = [];
  const log = createLog(level, { write: (line: string) => void written.push(line) });
  return {
    log,
    text: () => written.join(''),
    lines: () => written.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>),
  };
}

test('writes one JSON object a line, with an ISO time, the level as a word and no host name', () => {
  const { log, lines, text } = taken();
  log.info({ signIn: 'r1' }, 'a sign-in begins');
  log.debug({}, 'not at this level');
  const port: Log = log;
  port.warn({}, 'second');

  expect(text().split('\n')).toHaveLength(3);
  expect(lines()[0]).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    pid: process.pid,
    signIn: 'r1',
    msg: 'a sign-in begins',
  });
});

test('silent writes nothing', () => {
  const { log, text } = taken('silent');
  log.fatal({}, 'unheard');
  expect(text()).toBe('');
});

test.each([
  'access_token',
  'accessToken',
  'refresh_token',
  'refreshToken',
  'identityRefreshToken',
  'id_token',
  'assertion',
  'client_assertion',
  'deviceCode',
  'device_code',
  'userCode',
  'user_code',
  'authorization',
  'Authorization',
  'Set-Cookie',
  'password',
  'MicrosoftAppPassword',
  'appPassword',
  'client_secret',
  'answer',
  'connectionString',
  'AZURE_STORAGE_CONNECTION_STRING',
  'STATE_ENCRYPTION_KEYS',
])('a field named %s is replaced at any depth, whatever its value', (name) => {
  const { log, text, lines } = taken();
  log.info({ [name]: SECRET }, 'flat');
  log.info({ a: { b: [{ c: { [name]: { inner: SECRET } } }] } }, 'deep');

  expect(text()).not.toContain('hunter2');
  expect(lines()[0]?.[name]).toBe('[removed]');
});

test.each([
  ['a JWT', JWT],
  ['a sealed JWT', JWE],
  ['a JWT that was cut off', JWT.slice(0, 50)],
  ['a bearer token', `Bearer ${SECRET}`],
  ['a form', `grant_type=refresh_token&refresh_token=${SECRET}&x=y`],
  ['JSON', JSON.stringify({ access_token: SECRET })],
  ['JSON in JSON', JSON.stringify(JSON.stringify({ device_code: SECRET }))],
  ['an inspected object', `{ password: '${SECRET}' }`],
  ['a signed URL', `https://a.blob.core.windows.net/c?sv=1&sig=${SECRET}`],
  ['a URL with a password', `https://me:${SECRET}@host.example/`],
])('%s is removed from any text', (_name, secret) => {
  const { log, text, lines } = taken();
  log.info(
    { said: `before ${secret} after`, list: [`\n${secret}`], 'x-y': new Map([['said', secret]]) },
    `msg\t${secret}`,
  );

  expect(text()).not.toContain('hunter2');
  expect(text()).not.toContain('eyJ');
  expect(lines()).toHaveLength(1);
});

test('ordinary words, ids and mistakes in the settings stay as they are', () => {
  const said = [
    'MicrosoftAppPassword: is missing. Set it to a client secret.',
    'a:1pQz_conversation-id-of-teams-that-is-longer-than-any-token-should-be-but-is-none-at-all-and-must-be-kept',
    'the bearer of bad news; sign-in for assertion: refused',
    '19:abc@thread.tacv2',
    'aaaaaaaa-0000-1111-2222-bbbbbbbbbbbb.11111111-2222-3333-4444-555555555555',
  ];
  const { log, lines } = taken();
  log.info({ said, code: 'REFUSED', key: { conversationId: 'c', personId: 'p' } }, 'kept');

  expect(lines()[0]).toMatchObject({ said, code: 'REFUSED', key: { conversationId: 'c', personId: 'p' } });
});

test('values that cannot be serialized do no harm', () => {
  const circular: { self?: unknown; name: string } = { name: 'loop' };
  circular.self = circular;
  const hostile = {
    get broken(): string {
      throw new Error('no');
    },
    toJSON: () => ({ secret: SECRET }),
    bytes: Buffer.from(SECRET),
    when: new Date(0),
    never: new Date(Number.NaN),
    big: 10n,
    run: () => SECRET,
    url: new URL(`https://host.example/path?sig=${SECRET}`),
    long: 'x '.repeat(1_000_000),
    circular,
  };
  const { log, lines, text } = taken();
  log.info(hostile, 'hostile');

  expect(lines()[0]).toMatchObject({
    broken: '[unreadable]',
    bytes: '[15 bytes]',
    when: '1970-01-01T00:00:00.000Z',
    never: null,
    big: '10',
    url: 'https://host.example/path',
  });
  expect(text().length).toBeLessThan(20_000);
  expect(text()).not.toContain('hunter2');
});

test.each(['eyJ', 'eyJ.', 'bearer ', '//a', 'password"', '"', 'a.', 'sig'])(
  'hundreds of thousands of "%s" are searched for secrets in one pass',
  (piece) => {
    const { log, lines } = taken();
    const text = piece.repeat(200_000);
    failIfHung(() => log.error({ error: new Error(text), text }, piece.repeat(20_000)));
    expect(lines()).toHaveLength(1);
  },
);

describe('errors', () => {
  const errOf = (error: unknown): Readonly<Record<string, unknown>> & { readonly text: string } => {
    const { log, lines, text } = taken();
    log.error({ error }, 'failed');
    return { ...(lines()[0]?.['error'] as Readonly<Record<string, unknown>>), text: text() };
  };

  test('an error on its own becomes the field error', () => {
    const { log, lines } = taken();
    log.error(new TypeError('wrong'), 'failed');
    expect(lines()[0]).toMatchObject({ msg: 'failed', error: { type: 'TypeError', message: 'wrong' } });
  });

  test('an upstream error is logged with its facts', () => {
    const error = new UpstreamError('identity provider', 'REFUSED', {
      status: 400,
      reason: 'invalid_grant',
      description: 'AADSTS65001: consent is missing.',
      correlationId: 'c-1',
      retryAfterSeconds: 3,
      cause: new Error('inner'),
    });
    expect(errOf(error)).toMatchObject({
      type: 'UpstreamError',
      code: 'REFUSED',
      upstream: 'identity provider',
      message: 'identity provider: REFUSED (HTTP 400)',
      status: 400,
      reason: 'invalid_grant',
      description: 'AADSTS65001: consent is missing.',
      correlationId: 'c-1',
      retryAfterSeconds: 3,
      cause: { type: 'Error', message: 'inner' },
      stack: expect.stringContaining('log.test.ts'),
    });
  });

  test('of an error of an HTTP client only harmless fields are logged', () => {
    const headers = { Authorization: `Bearer ${SECRET}`, 'x-ms-version': '1' };
    const error = Object.assign(new Error(`Request failed, Authorization: Bearer ${SECRET}`), {
      name: 'RestError',
      code: 'ECONNRESET',
      statusCode: 403,
      description: SECRET,
      reason: SECRET,
      request: {
        headers: { _headersMap: new Map([['authorization', { name: 'Authorization', value: SECRET }]]) },
        body: SECRET,
      },
      response: { config: { headers }, data: { note: SECRET } },
      config: { headers, data: `assertion=${SECRET}` },
      details: { note: SECRET },
      toJSON: () => ({ config: { headers } }),
    });
    const { text, ...err } = errOf(error);

    expect(Object.keys(err).toSorted()).toEqual(['code', 'message', 'stack', 'status', 'type']);
    expect(err).toMatchObject({ type: 'RestError', code: 'ECONNRESET', status: 403 });
    expect(text).not.toContain('hunter2');
    expect(text).not.toContain('x-ms-version');
  });

  test('secrets quoted by a message are removed from message and stack', () => {
    const parse = (text: string): unknown => {
      try {
        return JSON.parse(text);
      } catch (error) {
        return error;
      }
    };
    for (const error of [
      new Error(`device_code: ${SECRET}`),
      new Error(`unexpected ${OPAQUE}`),
      new Error(`unexpected ${JWT}`),
      new Error('x'.repeat(990) + JWT),
      parse(SECRET),
      parse(`{"a": ${SECRET}}`),
      parse(`{"access_token":"${SECRET}"`.repeat(9)),
      Object.assign(new Error('hides in its name'), { name: `Error ${SECRET}`, code: `code ${SECRET}` }),
    ]) {
      const { text } = errOf(error);
      expect(text).not.toContain('hunter');
      expect(text).not.toContain('bbbb');
      expect(text).not.toContain('eyJ');
    }
  });

  test('causes are followed four deep, each as carefully', () => {
    let error = Object.assign(new Error('the seventh'), { request: SECRET });
    for (const name of ['sixth', 'fifth', 'fourth', 'third', 'second', 'first']) {
      error = Object.assign(new Error(`the ${name}`, { cause: error }), { request: SECRET });
    }
    const { text } = errOf(error);

    expect(text).toContain('the fifth');
    expect(text).not.toContain('the sixth');
    expect(text).not.toContain('hunter2');
    expect(errOf(Object.assign(new Error('x'), { cause: { note: SECRET } })).text).not.toContain('hunter2');
  });

  test('an error that is its own cause, or has a throwing getter, is logged', () => {
    const loop = new Error('loop');
    loop.cause = loop;
    const trap = Object.defineProperty(new Error('trap'), 'stack', {
      get() {
        throw new Error(SECRET);
      },
    });
    expect(errOf(loop)['message']).toBe('loop');
    expect(errOf(trap)['message']).toBe('trap');
  });

  test('the first errors of an aggregate are logged', () => {
    const error = new AggregateError(
      Array.from({ length: 9 }, (_, index) => Object.assign(new Error(`address ${index}`), { code: 'ECONNREFUSED' })),
      '',
    );
    expect(errOf(error)['errors']).toHaveLength(4);
  });
});
