import { MAX_FILE_BYTES } from '../../../src/restore/state/export.ts';
import { createPostsExporter } from '../../../src/upstream/explorer/posts-export.ts';
import { checkServiceRequest } from '../../support/service-requests.ts';
import { startScriptedServer, type ScriptedServer } from '../../support/scripted-server.ts';
import { accessTo, EXPLORE } from './explorers.ts';
import { buildHttp, faultOf, type PausingHttp } from './upstreams.ts';

const TEAM = '2b4c7a10-1d2e-4f3a-8b9c-0d1e2f3a4b5c';
const CHANNEL = '19:kyoto@thread.tacv2';
const TASK = '6f0a9d3e-5b1c-4e7d-9a2f-8c3b4d5e6f70';
const SIGNAL = new AbortController().signal;
const base = `/v8/RestoreSessions/${EXPLORE}/organization/teams/${TEAM}`;
const channel = `${base}/channels/${encodeURIComponent(CHANNEL)}`;
const place = { exploreId: EXPLORE, teamId: TEAM, channelId: CHANNEL };

let server: ScriptedServer;
let http: PausingHttp;
beforeEach(async () => {
  server = await startScriptedServer();
  http = buildHttp();
});
afterEach(async () => {
  for (const seen of server.requests) expect(checkServiceRequest(seen)).toMatch(/AuthCode|[eE]xport/);
  await http.close();
  await server.close();
});

const exporter = () => createPostsExporter({ http });

/** @returns what was taken, and the answer */
async function download(ofPosts: boolean) {
  const chunks: Uint8Array[] = [];
  const result = await exporter().download(
    accessTo(server.url),
    { ...place, taskId: TASK, ofPosts },
    async (body) => {
      for await (const chunk of body) chunks.push(chunk);
    },
    SIGNAL,
  );
  return { result, text: Buffer.concat(chunks).toString() };
}

const code = { body: { authCode: 'CODE-SECRET' } };
const file = { body: '<html>posts</html>', headers: { 'content-type': 'application/octet-stream' } };

test('some posts are sent back as they came, with every digit of their ids', async () => {
  server.answer({ body: { exportTaskId: TASK } });
  const echoes = ['{"postId":9007199254740993,"parentId":null,"subject":"Kyoto","isImportant":false}', '{"postId":2}'];
  expect(await exporter().start(accessTo(server.url), { ...place, echoes })).toBe(TASK);
  expect(server.requests).toMatchObject([
    { method: 'POST', path: `${base}/posts/operatorStartExportTask`, body: `{"posts":[${echoes.join(',')}]}` },
  ]);
});

test('all posts of a channel are requested without a body', async () => {
  server.answer({ body: { exportTaskId: TASK } });
  await exporter().start(accessTo(server.url), place);
  expect(server.requests).toMatchObject([{ method: 'POST', path: `${channel}/startOperatorExportPosts`, body: '' }]);
});

test('a start is sent once, whatever happens to it', async () => {
  server.answer({ status: 503 });
  expect(await faultOf(exporter().start(accessTo(server.url), place))).toMatchObject({ code: 'FAILED' });
  expect(server.requests).toHaveLength(1);
});

test.each([
  [true, `${base}/posts/operatorExport/${TASK}?authCode=CODE-SECRET`],
  [false, `${channel}/operatorExport/${TASK}?authCode=CODE-SECRET`],
])('a file is downloaded with a code of its own (of posts: %s)', async (ofPosts, path) => {
  server.answer(code, file);
  expect(await download(ofPosts)).toEqual({ result: 'ready', text: '<html>posts</html>' });
  expect(server.requests).toMatchObject([
    { method: 'POST', path: '/v8/token/AuthCode' },
    { method: 'GET', path, headers: { authorization: 'Bearer st-SECRET' } },
  ]);
});

test('a spent code is not sent again', async () => {
  server.answer(code, { status: 503 });
  await faultOf(download(true));
  expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
});

test.each([
  ['in JSON', { body: { status: 'preparing' } }],
  ['in JSON of another name', { body: '{}', headers: { 'content-type': 'Application/Problem+JSON; charset=utf-8' } }],
  ['that it is still being prepared', { ...file, status: 202, body: 'Preparing' }],
])('an answer %s is no file', async (_, answer) => {
  server.answer(code, answer);
  expect(await download(true)).toEqual({ result: 'not-ready', text: '' });
});

test('a refusal that quotes the code hides it', async () => {
  server.answer(code, { status: 403, body: { message: 'CODE-SECRET is no right', errorCode: 'ResourceAccessDenied' } });
  const fault = await faultOf(download(true));
  expect(fault).toMatchObject({ status: 403, reason: 'ResourceAccessDenied', description: '[removed] is no right' });
});

test('a file that is too large is cut off', async () => {
  server.answer(code, { ...file, body: Buffer.alloc(1_048_576), endless: true });
  expect(await faultOf(download(true))).toMatchObject({ code: 'TOO_LARGE' });
  expect(MAX_FILE_BYTES).toBe(52_428_800);
});
