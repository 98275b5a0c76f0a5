import { createDirectory } from '../../../src/upstream/directory.ts';
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

test('asks for the person and then for the organization', async () => {
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
])('calls %s malformed', async (_name, ...answers) => {
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
])('%s is an error with a code, after asking again where that may help', async (_name, answer, code, calls) => {
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
