import { createFileUpload } from '../../../src/upstream/file-upload.ts';
import { startScriptedServer, type ScriptedServer } from '../../support/scripted-server.ts';
import { buildHttp, faultOf, type PausingHttp } from './upstreams.ts';

const SIGNAL = new AbortController().signal;

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

const url = (): string => `${server.url}/upload?token=SECRET`;
const put = (from = 0, content = 'abcde', total = 10) =>
  createFileUpload({ http }).put(url(), { content: Buffer.from(content), from, total }, SIGNAL);

test('a range is sent with its place in the file, and without a token', async () => {
  server.answer({ status: 202, body: { nextExpectedRanges: ['5-'] } });
  expect(await put()).toEqual({ kind: 'missing', from: 5 });
  const [request] = server.requests;
  expect(request).toMatchObject({
    method: 'PUT',
    path: '/upload?token=SECRET',
    body: 'abcde',
    headers: { 'content-range': 'bytes 0-4/10', 'content-length': '5' },
  });
  expect(request?.headers.authorization).toBeUndefined();
});

test.each([
  ['the last range', 5, { status: 201, body: { id: 'item' } }, { kind: 'complete' }],
  ['the last range of a file that was there', 5, { status: 200, body: { id: 'item' } }, { kind: 'complete' }],
  ['a range', 0, { status: 202, body: '' }, { kind: 'missing', from: 5 }],
  ['a last range that is only taken', 5, { status: 202, body: '' }, { kind: 'there' }],
  [
    'a range after a gap',
    5,
    { status: 202, body: { nextExpectedRanges: ['2-4', '7-9'] } },
    { kind: 'missing', from: 2 },
  ],
  ['a range that is there', 0, { status: 416 }, { kind: 'there' }],
  ['a range of an ended session', 0, { status: 404 }, { kind: 'gone' }],
  ['the last range of a name that is taken', 5, { status: 409 }, { kind: 'name-taken' }],
  ['a range without a right', 0, { status: 401 }, { kind: 'refused', status: 401 }],
])('%s', async (_, from, answer, expected) => {
  server.answer(answer);
  expect(await put(from)).toEqual(expected);
});

test('a range is never repeated by itself, since its answer may have been lost', async () => {
  server.answer({ status: 503, body: 'https://contoso/file?token=SECRET' });
  const fault = await faultOf(put());
  expect(fault).toMatchObject({ upstream: 'file storage', code: 'FAILED', description: undefined });
  expect(server.requests).toHaveLength(1);
});

test('an upload says what is missing', async () => {
  server.answer({ body: { nextExpectedRanges: ['327680-'] } });
  expect(await createFileUpload({ http }).progress(url(), SIGNAL)).toEqual({ kind: 'missing', from: 327_680 });
});

test('a range is not sent to where an upload redirects', async () => {
  server.answer({ status: 307, headers: { location: 'https://evil.example/' } });
  expect(await faultOf(put())).toMatchObject({ code: 'REDIRECTED' });
});

test('a question about an upload follows no redirect, and proves nothing by an answer without ranges', async () => {
  const ask = () => createFileUpload({ http }).progress(url(), SIGNAL);
  server.answer({ status: 302, headers: { location: '/elsewhere' } });
  expect(await faultOf(ask())).toMatchObject({ code: 'REDIRECTED' });
  expect(server.requests).toHaveLength(1);
  server.answer({ body: {} });
  expect(await ask()).toEqual({ kind: 'gone' });
});
