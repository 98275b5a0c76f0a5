import type { BackupService } from '../../../src/sign-in/state/ports.ts';
import { createBackupService } from '../../../src/upstream/backup-service.ts';
import { SELF_SIGNED } from '../../support/certificates.ts';
import { startScriptedServer } from '../../support/scripted-server.ts';
import type { ScriptedAnswer, ScriptedServer } from '../../support/scripted-server.ts';
import { buildHttp, buildOrganization, faultOf } from './upstreams.ts';
import type { PausingHttp } from './upstreams.ts';

let server: ScriptedServer;
let http: PausingHttp;
let service: BackupService;

beforeEach(async () => {
  server = await startScriptedServer();
  http = buildHttp({ timeLimitMilliseconds: 2_500 });
  service = createBackupService({ http, turnLimitMilliseconds: 500 });
});

afterEach(async () => {
  await http.close();
  await server.close();
});

const organization = () => buildOrganization(server.url);
const TOKENS = { access_token: 'st-1', refresh_token: 'sr-1', token_type: 'bearer', expires_in: 3_600, '.issued': 'x' };
const exchange = () => service.exchange(organization(), { flow: 'operator', clientId: 'oid.tid', assertion: 'at-1' });

test('exchanges an operator at /v8/token without cookies', async () => {
  server.answer({ body: TOKENS });
  expect(await exchange()).toEqual({ accessToken: 'st-1', refreshToken: 'sr-1', expiresInSeconds: 3_600 });
  const [asked] = server.requests;
  expect(asked).toMatchObject({ method: 'POST', path: '/v8/token' });
  expect([...(asked?.form ?? [])]).toEqual([
    ['grant_type', 'operator'],
    ['client_id', 'oid.tid'],
    ['assertion', 'at-1'],
    ['disable_antiforgery_token', 'true'],
  ]);
});

test('exchanges an app-only answer at /v5/Token with three parameters, byte for byte', async () => {
  server.answer({ body: TOKENS });
  const assertion = '\uFEFF{ "access_token":"at-1",\r\n\t"unknown": "Zoë + & = % 東京 👋" }\n';
  await service.exchange(organization(), { flow: 'app-only', clientId: 'contoso.onmicrosoft.com', assertion });
  const [asked] = server.requests;
  expect(asked?.path).toBe('/v5/Token');
  const form = new URLSearchParams(asked?.body);
  expect([...form.keys()]).toEqual(['grant_type', 'client_id', 'assertion']);
  expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
  expect(form.get('client_id')).toBe('contoso.onmicrosoft.com');
  expect(Buffer.from(form.get('assertion') ?? '')).toEqual(Buffer.from(assertion));
});

test('renews at the path that issued the session', async () => {
  server.answer({ body: TOKENS });
  await service.renew(organization(), { flow: 'operator', refreshToken: 'sr-0' });
  await service.renew(organization(), { flow: 'app-only', refreshToken: 'sr-0' });
  expect(server.requests.map(({ path, body }) => `${path} ${body}`)).toEqual([
    '/v8/token grant_type=refresh_token&refresh_token=sr-0&disable_antiforgery_token=true',
    '/v5/Token grant_type=refresh_token&refresh_token=sr-0',
  ]);
});

describe('a service that has no /v5/Token', () => {
  const APP_ONLY = {
    flow: 'app-only',
    clientId: 'contoso.onmicrosoft.com',
    assertion: '{"access_token":"at-1"}',
  } as const;
  const asked = () =>
    server.requests.map(({ path, form }) => [path, [...(form ?? [])].map(([name]) => name).join(' ')]);

  test('gets app-only answers at /v8/token, without cookies; then at once, renewals too', async () => {
    server.answer({ status: 404, body: '<html>' }, { body: TOKENS });
    await service.exchange(organization(), APP_ONLY);
    await service.exchange(organization(), APP_ONLY);
    await service.renew(organization(), { flow: 'app-only', refreshToken: 'sr-0' });
    const inVersion8 = 'grant_type client_id assertion disable_antiforgery_token';
    expect(asked()).toEqual([
      ['/v5/Token', 'grant_type client_id assertion'],
      ['/v8/token', inVersion8],
      ['/v8/token', inVersion8],
      ['/v8/token', 'grant_type refresh_token disable_antiforgery_token'],
    ]);
  });

  test('is asked at the older path again where it no longer has the newer one', async () => {
    server.answer({ status: 404 }, { body: TOKENS }, { status: 404 }, { body: TOKENS });
    for (let times = 0; times < 3; times += 1) await service.exchange(organization(), APP_ONLY);
    expect(asked().map(([path]) => path)).toEqual(['/v5/Token', '/v8/token', '/v8/token', '/v5/Token', '/v5/Token']);
  });

  test.each([
    ['neither path', {}, ['/v5/Token', '/v8/token']],
    ['no such organization', { body: { message: 'No.', errorCode: 'ResourceNotFound' } }, ['/v5/Token']],
    ['a refusal of OAuth', { body: { error: 'invalid_client' } }, ['/v5/Token']],
  ])('refuses with %s', async (_, answer, paths) => {
    server.answer({ status: 404, ...answer });
    expect(await faultOf(service.exchange(organization(), APP_ONLY))).toMatchObject({ code: 'REFUSED', status: 404 });
    expect(asked().map(([path]) => path)).toEqual(paths);
  });

  test('never gets an operator there', async () => {
    server.answer({ status: 404 });
    await faultOf(exchange());
    expect(asked().map(([path]) => path)).toEqual(['/v8/token']);
  });
});

test('trusts the certificate that the organization names', async () => {
  const secure = await startScriptedServer({ tls: SELF_SIGNED });
  secure.answer({ body: TOKENS });
  const request = { flow: 'operator', clientId: 'oid.tid', assertion: 'at-1' } as const;
  const named = buildOrganization(secure.url, { backupServiceCa: SELF_SIGNED.cert });
  expect((await service.exchange(named, request)).accessToken).toBe('st-1');
  expect((await faultOf(service.exchange(buildOrganization(secure.url), request))).code).toBe('UNTRUSTED');
  await secure.close();
});

test.each<[string, object, object]>([
  ['digits for expires_in', { expires_in: '600' }, { expiresInSeconds: 600 }],
  ['no refresh token', { refresh_token: undefined }, { refreshToken: undefined }],
  ['an empty refresh token', { refresh_token: '' }, { refreshToken: undefined }],
  ['null for a refresh token', { refresh_token: null }, { refreshToken: undefined }],
])('accepts tokens with %s', async (_name, change, expected) => {
  server.answer({ body: { ...TOKENS, ...change } });
  expect(await exchange()).toMatchObject(expected);
});

test.each<[string, object]>([
  ['no access token', { access_token: undefined }],
  ['an empty access token', { access_token: '' }],
  ['an access token that is no header value', { access_token: 'a\r\nb' }],
  ['a refresh token that is no text', { refresh_token: 7 }],
  ['no expires_in', { expires_in: undefined }],
  ['an expires_in of zero', { expires_in: 0 }],
  ['an expires_in below zero', { expires_in: -5 }],
  ['an expires_in that is text', { expires_in: 'an hour' }],
  ['an expires_in beyond ten years', { expires_in: 1e12 }],
])('rejects tokens with %s as malformed', async (_name, change) => {
  server.answer({ body: { ...TOKENS, ...change } });
  expect(await faultOf(exchange())).toMatchObject({
    code: 'MALFORMED',
    transient: false,
    description: `Missing or not as documented: ${Object.keys(change)[0]}.`,
  });
});

test.each<[string, ScriptedAnswer, object]>([
  [
    "the service's own error",
    { status: 403, body: { message: 'No.', errorCode: 'ResourceAccessDenied', stackTrace: 'at Secret' } },
    { code: 'REFUSED', status: 403, reason: 'ResourceAccessDenied', description: 'No.', transient: false },
  ],
  [
    "OAuth's error",
    { status: 400, body: { error: 'invalid_grant', error_description: 'Too old.' } },
    { code: 'REFUSED', reason: 'invalid_grant', description: 'Too old.' },
  ],
  [
    'a denied access with a status of the server',
    { status: 500, body: { message: 'No.', errorCode: 'ResourceAccessDenied' } },
    { code: 'REFUSED', status: 500, reason: 'ResourceAccessDenied', transient: false },
  ],
  [
    'a proxy that is offline with a status of the request',
    { status: 400, body: { message: 'Offline.', errorCode: 'ProxyOffline' } },
    { code: 'FAILED', status: 400, reason: 'ProxyOffline', transient: true },
  ],
  ['an empty 401', { status: 401 }, { code: 'REFUSED', status: 401, reason: undefined, description: undefined }],
  ['HTML with 404', { status: 404, body: '<html>' }, { code: 'REFUSED', status: 404, description: undefined }],
  [
    'a null errorCode',
    { status: 400, body: { message: 'x', errorCode: null } },
    { reason: undefined, description: 'x' },
  ],
  [
    'a 429',
    { status: 429, headers: { 'retry-after': '4' } },
    { code: 'THROTTLED', retryAfterSeconds: 4, transient: true },
  ],
  ['a 408', { status: 408 }, { code: 'TIMED_OUT', transient: true }],
  ['a 500', { status: 500, body: { message: 'Oh.' } }, { code: 'FAILED', description: 'Oh.', transient: true }],
  ['HTML with 200', { body: '<html>' }, { code: 'NOT_JSON', transient: true }],
  ['an empty 200', {}, { code: 'NOT_JSON' }],
  ['a list', { body: '[]' }, { code: 'MALFORMED' }],
  ['a body that is cut off', { body: '{', cutOff: true }, { code: 'NO_ANSWER', transient: true }],
  ['a reset', { reset: true }, { code: 'NO_ANSWER', transient: true }],
  ['silence', { delay: 5_000 }, { code: 'TIMED_OUT', transient: true }],
  ['very many values', { body: `[${'0,'.repeat(70_000)}0]` }, { code: 'TOO_LARGE' }],
  ['a huge body', { body: ' '.repeat(10_000), endless: true }, { code: 'TOO_LARGE' }],
  ['a redirect', { status: 302, headers: { location: '/login' } }, { code: 'REDIRECTED', transient: false }],
])('an exchange answered with %s fails with a code and is not retried', async (_name, answer, expected) => {
  server.answer(answer);
  expect(await faultOf(exchange())).toMatchObject({ upstream: 'backup service', ...expected });
  expect(server.requests).toHaveLength(1);
});

test.each([[200], [204]])('logs out with the bearer token; %i is fine', async (status) => {
  server.answer({ status });
  await service.logOut(organization(), 'st-1');
  expect(server.requests[0]).toMatchObject({
    method: 'POST',
    path: '/v8/token/logout',
    body: '',
    headers: { authorization: 'Bearer st-1' },
  });
});

test('a refused log-out is an error', async () => {
  server.answer({ status: 401 });
  expect(await faultOf(service.logOut(organization(), 'st-1'))).toMatchObject({ code: 'REFUSED', status: 401 });
});

test('reads the portal settings without a token', async () => {
  server.answer({ body: { applicationId: 'app-1', isEnabled: true, msalAuthorityUri: 'x', restorePortalUri: 'y' } });
  expect(await service.portalSettings(organization())).toEqual({
    applicationId: 'app-1',
    isEnabled: true,
    authorityUri: 'x',
  });
  expect(server.requests[0]).toMatchObject({ method: 'GET', path: '/v8/RestorePortalSettings' });
  expect(server.requests[0]?.headers.authorization).toBeUndefined();
});

test('a portal with an application, and without a word about being on, is on', async () => {
  server.answer({ body: { applicationId: 'app-1' } });
  expect(await service.portalSettings(organization())).toMatchObject({ applicationId: 'app-1', isEnabled: true });
});

test.each<[string, object]>([
  ['with its application', { applicationId: 'app-1' }],
  ['with null', { applicationId: null }],
  ['without one', {}],
])('a portal that is off is read %s', async (_name, rest) => {
  server.answer({ body: { isEnabled: false, ...rest } });
  expect(await service.portalSettings(organization())).toMatchObject({ isEnabled: false });
});

test.each<[string, unknown]>([
  ['nothing', {}],
  ['no application', { isEnabled: true }],
  ['an application id with a slash', { isEnabled: true, applicationId: 'a/b' }],
  ['text for isEnabled', { isEnabled: 'true', applicationId: 'app-1' }],
])('rejects portal settings with %s as malformed', async (_name, body) => {
  server.answer({ body: JSON.stringify(body) });
  expect((await faultOf(service.portalSettings(organization()))).code).toBe('MALFORMED');
});

test('a settings call is retried, and ends with the time limit of a turn', async () => {
  server.answer({ status: 503 }, { body: { applicationId: 'app-1', isEnabled: true } });
  await service.portalSettings(organization());
  expect(server.requests).toHaveLength(2);
  server.answer({ delay: 5_000 });
  expect((await faultOf(service.portalSettings(organization()))).description).toContain('0.5 s');
});

test.each([[true], [false]])('reports whether a person is an operator: %s', async (isOperator) => {
  server.answer({ body: { isOperator, _links: {} } });
  expect(await service.isOperator(organization(), 'st-1')).toBe(isOperator);
  expect(server.requests[0]).toMatchObject({
    method: 'GET',
    path: '/v8/Organization/LoggedInUser/OperatorInfo',
    headers: { authorization: 'Bearer st-1' },
  });
});

test('an operator info without isOperator is malformed', async () => {
  server.answer({ body: {} });
  expect((await faultOf(service.isOperator(organization(), 'st-1'))).code).toBe('MALFORMED');
});

test.each([
  [
    { id: '1', name: 'a.onmicrosoft.com', type: 'Hybrid' },
    { name: 'a.onmicrosoft.com', type: 'Hybrid' },
  ],
  [{}, {}],
  [{ name: null, type: 'Cloud' }, {}],
])('asks which organization an app-only session is of: %j', async (body, found) => {
  server.answer({ body });
  await expect(service.organization(organization(), 'st-1')).resolves.toEqual(found);
  expect(server.requests[0]).toMatchObject({
    method: 'GET',
    path: '/v8/Organization',
    headers: { authorization: 'Bearer st-1' },
  });
});

test('a refused question for the organization says with which status', async () => {
  server.answer({ status: 401, body: '' });
  expect((await faultOf(service.organization(organization(), 'st-1'))).status).toBe(401);
});
