import { inspect } from 'node:util';

import { createBackupService } from '../../../src/upstream/backup-service.ts';
import { createDirectory } from '../../../src/upstream/directory.ts';
import { createIdentityProvider } from '../../../src/upstream/identity-provider.ts';
import { scrub } from '../../../src/upstream/http/answers.ts';
import { startScriptedServer } from '../../support/scripted-server.ts';
import type { RecordedRequest, ScriptedServer, Step } from '../../support/scripted-server.ts';
import { buildHttp, buildOrganization } from './upstreams.ts';
import type { PausingHttp } from './upstreams.ts';

/** Short enough to pass as ordinary words, with what encodings change. */
const SECRETS = ['s3cret-device/1', 's3cret+refresh=2', 's3cret access~3', 's3cret"inner\\4'] as const;
const [DEVICE_CODE, REFRESH_TOKEN, ACCESS_TOKEN, INNER] = SECRETS;
const ASSERTION = JSON.stringify({ access_token: INNER, note: 'x' });

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

/** All that was sent, as an upstream that quotes would. */
const sent = ({ body, headers, form, path }: RecordedRequest): string =>
  [path, body, headers.authorization ?? '', ...form.values(), form.get('assertion') === ASSERTION ? INNER : ''].join(
    ' ',
  );

const quoting =
  (status: number): Step =>
  (request) => ({
    status,
    body: {
      error: `bad ${sent(request)}`,
      error_description: `Refused: ${sent(request)}`,
      suberror: sent(request),
      correlation_id: sent(request),
      errorCode: sent(request),
      message: sent(request),
      stackTrace: sent(request),
      access_token: 7,
    },
  });

test.each<[string, Step]>([
  ['400 quoting the request', quoting(400)],
  ['200 quoting the request', quoting(200)],
  ['429 quoting the request', quoting(429)],
  ['500 quoting the request', quoting(500)],
  ['text quoting the request', (request) => ({ body: sent(request) })],
  ['broken HTTP', { headers: { 'content-length': '5', 'transfer-encoding': 'chunked' }, body: 'x' }],
  [
    'a redirect quoting the request',
    (request) => ({ status: 302, headers: { location: `https://x.example/?${encodeURIComponent(sent(request))}` } }),
  ],
  ['a cut-off body', { body: '{"access_token":"s3cret', cutOff: true }],
  ['a reset', { reset: true }],
  ['silence', { delay: 5_000 }],
  ['too much', { body: 's3cret '.repeat(10_000), endless: true }],
])('no error or refusal shows a secret after %s', async (_name, step) => {
  server.answer(step);
  const organization = buildOrganization(server.url);
  const provider = createIdentityProvider({ http, turnLimitMilliseconds: 1_000 });
  const service = createBackupService({ http, turnLimitMilliseconds: 1_000 });
  const failures = await Promise.allSettled([
    provider.redeemDeviceCode(organization, { clientId: 'a', deviceCode: DEVICE_CODE, userCode: 'WDJB-MJHT' }),
    provider.refresh(organization, { clientId: 'a', scope: 's', refreshToken: REFRESH_TOKEN }),
    createDirectory({ http }).whoIs(organization, ACCESS_TOKEN),
    service.exchange(organization, { flow: 'operator', clientId: 'a.b', assertion: ACCESS_TOKEN }),
    service.exchange(organization, { flow: 'app-only', clientId: 'a', assertion: ASSERTION }),
    service.renew(organization, { flow: 'operator', refreshToken: REFRESH_TOKEN }),
    service.isOperator(organization, ACCESS_TOKEN),
  ]);
  expect(server.requests.length).toBeGreaterThanOrEqual(7);
  for (const failure of failures) {
    const shown = inspect(failure, { depth: 20, showHidden: true, getters: true }) + JSON.stringify(causes(failure));
    expect(shown).not.toContain('granted');
    expect(shown).not.toContain('s3cret');
  }
});

test('the error of a wrong header or address does not show its value', async () => {
  const url = `http://127.0.0.1:1/${DEVICE_CODE}`;
  for (const call of [
    http.send({ upstream: 'directory', method: 'GET', url, headers: { authorization: `Bearer ${ACCESS_TOKEN}\n` } }),
    http.send({
      upstream: 'directory',
      method: 'POST',
      url: `not an address ${DEVICE_CODE}`,
      form: { a: ACCESS_TOKEN },
    }),
    http.send({ upstream: 'directory', method: 'POST', url, form: { a: ACCESS_TOKEN } }),
  ]) {
    const [failure] = await Promise.allSettled([call]);
    expect(failure.status).toBe('rejected');
    expect(inspect(failure, { depth: 20, showHidden: true })).not.toContain('s3cret');
  }
});

test('text that looks like a token is removed even if it was not sent', () => {
  const jwt = `eyJ${'a'.repeat(40)}.${'b'.repeat(40)}.${'c'.repeat(20)}`;
  expect(scrub(`Token ${jwt} of 11111111-2222-3333-4444-555555555555 is bad.`, [], 1_000)).toBe(
    'Token [removed] of 11111111-2222-3333-4444-555555555555 is bad.',
  );
});

test('a long text is cut between characters', () => {
  expect(scrub('a👋', [], 2)).toBe('a');
  expect(scrub('\n', [], 2)).toBeUndefined();
});

/** Everything JSON would show of an error, its causes' messages included. */
function causes(value: unknown): unknown {
  if (!(value instanceof Error)) {
    return typeof value === 'object' && value !== null ? Object.values(value).map(causes) : value;
  }
  return [value.message, value.stack, Object.entries(value), causes(value.cause)];
}
