import { createDirectory, readClaims } from '../../../src/upstream/identity-provider.ts';
import { startScriptedServer } from '../../support/scripted-server.ts';
import type { ScriptedAnswer, ScriptedServer } from '../../support/scripted-server.ts';
import { buildHttp, buildOrganization, faultOf } from './upstreams.ts';
import type { PausingHttp } from './upstreams.ts';

let server: ScriptedServer;
let http: PausingHttp;

beforeEach(async () => {
  server = await startScriptedServer();
  http = buildHttp({ timeLimitMilliseconds: 2_500 });
});

afterEach(async () => {
  await http.close();
  await server.close();
});

const whoIs = () => createDirectory({ http }).whoIs(buildOrganization(server.url), 'at-1');
const ME = { body: { id: 'user-1', '@odata.context': 'x' } };

test('requests the person and then the organization', async () => {
  server.answer(ME, { body: { value: [{ id: 'tenant-1' }, { id: 'tenant-2' }] } });
  expect(await whoIs()).toEqual({ userId: 'user-1', tenantId: 'tenant-1' });
  expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /v1.0/me?$select=id',
    'GET /v1.0/organization?$select=id',
  ]);
  for (const { headers } of server.requests) {
    expect(headers).toMatchObject({
      authorization: 'Bearer at-1',
      'content-type': 'application/x-www-form-urlencoded',
    });
  }
});

test.each<[string, ScriptedAnswer, ScriptedAnswer]>([
  ['a person without id', { body: {} }, {}],
  ['an id with a dot', { body: { id: 'a.b' } }, {}],
  ['an id with white space', { body: { id: 'a b' } }, {}],
  ['an id that is empty', { body: { id: '' } }, {}],
  ['an id that is too long', { body: { id: 'a'.repeat(129) } }, {}],
  ['an id that is no text', { body: { id: 7 } }, {}],
  ['no organizations', ME, { body: {} }],
  ['an empty list', ME, { body: { value: [] } }],
  ['an organization without id', ME, { body: { value: [{}] } }],
])('rejects %s as malformed', async (_name, ...answers) => {
  server.answer(...answers);
  expect((await faultOf(whoIs())).code).toBe('MALFORMED');
});

test.each<[string, ScriptedAnswer, string, number]>([
  ['HTML', { body: '<html>' }, 'NOT_JSON', 1],
  ['a 429', { status: 429 }, 'THROTTLED', 3],
  ['a 502', { status: 502 }, 'FAILED', 3],
  ['a reset', { reset: true }, 'NO_ANSWER', 3],
  ['silence', { delay: 5_000 }, 'TIMED_OUT', 1],
  ['a redirect elsewhere', { status: 302, headers: { location: 'https://evil.example' } }, 'REDIRECTED', 1],
])('%s is an error with a code, after retries where the fault is transient', async (_name, answer, code, calls) => {
  server.answer(answer);
  expect((await faultOf(whoIs())).code).toBe(code);
  expect(server.requests).toHaveLength(calls);
});

test('a refusal names reason and description', async () => {
  server.answer({ status: 403, body: { error: { code: 'Authorization_RequestDenied', message: 'No right.' } } });
  expect(await faultOf(whoIs())).toMatchObject({
    code: 'REFUSED',
    reason: 'Authorization_RequestDenied',
    description: 'No right.',
  });
});

describe('the claims of an access token', () => {
  const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const tokenWith = (claims: unknown): string => `${encode({ alg: 'RS256' })}.${encode(claims)}.c2ln`;

  test('reads ids and account', () => {
    const claims = { oid: 'user-1', tid: 'tenant-1', name: 'Zoë', preferred_username: 'zoe@contoso.example' };
    expect(readClaims(tokenWith(claims))).toEqual({ oid: 'user-1', tid: 'tenant-1', account: 'zoe@contoso.example' });
  });

  test('uses the first account claim that is a text', () => {
    const claims = { name: 'n', email: 'e', unique_name: 'u', upn: 'p', preferred_username: 7 };
    const order: (string | undefined)[] = [];
    for (const claim of ['preferred_username', 'upn', 'unique_name', 'email', 'name', 'none']) {
      delete (claims as Record<string, unknown>)[claim];
      order.push(readClaims(tokenWith(claims)).account);
    }
    expect(order).toEqual(['p', 'u', 'e', 'n', undefined, undefined]);
  });

  test('removes control characters from an account and limits its length', () => {
    const account = readClaims(tokenWith({ upn: `\u202Ea\nb\u0000${'c '.repeat(1_000)}` })).account;
    expect(account).toMatch(/^a b c c/);
    expect(account?.length).toBeLessThanOrEqual(256);
  });

  test.each<[string, unknown]>([
    ['a number', 7],
    ['empty', ''],
    ['a pair', 'a.b'],
    ['two words', 'a b'],
    ['too long', 'a'.repeat(129)],
  ])('omits an id that is %s', (_name, id) => {
    expect(readClaims(tokenWith({ oid: id, tid: id }))).toEqual({ oid: undefined, tid: undefined, account: undefined });
  });

  test.each<[string, string]>([
    ['empty', ''],
    ['opaque', 'EwB4A8l6'],
    ['three dots', '...'],
    ['an encrypted token', 'a.b.c.d.e'],
    ['no JSON inside', 'e30.bm90anNvbg.x'],
    ['a list inside', `e30.${encode([])}.x`],
    ['null inside', `e30.${encode(null)}.x`],
  ])('does not throw for a token that is %s', (_name, token) => {
    expect(readClaims(token)).toEqual({ oid: undefined, tid: undefined, account: undefined });
  });
});
