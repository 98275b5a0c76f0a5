/** Items as files: every request as the API documents it, sent once, its answer handed on as it comes. */
import type { Workload } from '../../../src/restore/backups/workloads/index.ts';
import { MAX_FILE_BYTES } from '../../../src/restore/state/export.ts';
import { createExplorer } from '../../../src/upstream/explorer/explorer.ts';
import { checkServiceRequest } from '../../support/service-requests.ts';
import { startScriptedServer, type ScriptedServer } from '../../support/scripted-server.ts';
import { accessTo, aDocumentEntry, anEntry, DOCUMENT, DRIVE, EXPLORE, MAILBOX } from './explorers.ts';
import { buildHttp, faultOf, type PausingHttp } from './upstreams.ts';

const TEAM = '2b4c7a10-1d2e-4f3a-8b9c-0d1e2f3a4b5c';
const CHANNEL = '19:kyoto@thread.tacv2';
const base = `/v8/RestoreSessions/${EXPLORE}`;

let server: ScriptedServer;
let http: PausingHttp;
beforeEach(async () => {
  server = await startScriptedServer();
  http = buildHttp();
});
afterEach(async () => {
  for (const seen of server.requests) expect(checkServiceRequest(seen)).toMatch(/\/save$/);
  await http.close();
  await server.close();
});

async function save(workload: Workload, entry = aDocumentEntry()): Promise<string> {
  const chunks: Uint8Array[] = [];
  const take = async (body: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const chunk of body) chunks.push(chunk);
  };
  const { signal } = new AbortController();
  await createExplorer({ http }).save(accessTo(server.url), { exploreId: EXPLORE, workload, entry }, take, signal);
  return Buffer.concat(chunks).toString('latin1');
}

const file = { body: 'PK\u0003\u0004 file', headers: { 'content-type': 'application/octet-stream' } };
const asItIs = '{"asZip":false}';

test.each([
  ['exchange', anEntry(), `${base}/organization/mailboxes/${MAILBOX}/items/AAMk%3D%2F%2B1/save`, ''],
  [
    'onedrive',
    aDocumentEntry(),
    `${base}/Organization/OneDrives/${encodeURIComponent(DRIVE)}/Documents/${DOCUMENT}/save`,
    asItIs,
  ],
  [
    'sharepoint',
    aDocumentEntry({ containerId: 'site-1', within: 'library', id: 'doc/1' }),
    `${base}/Organization/Sites/site-1/Documents/doc%2F1/save`,
    asItIs,
  ],
  [
    'teams',
    anEntry({ kind: 'file', containerId: TEAM, within: CHANNEL, id: DOCUMENT }),
    `${base}/organization/teams/${TEAM}/channels/${encodeURIComponent(CHANNEL)}/files/${DOCUMENT}/save`,
    asItIs,
  ],
] as const)('of %s', async (workload, entry, path, body) => {
  server.answer(file);
  expect(await save(workload, entry)).toBe(file.body);
  expect(server.requests).toMatchObject([{ method: 'POST', path, body }]);
});

test('an answer that it will come later is no file', async () => {
  server.answer({ ...file, status: 202 });
  expect(await save('onedrive')).toBe('');
});

test('it is sent once, whatever happens to it', async () => {
  server.answer({ status: 503 });
  expect(await faultOf(save('onedrive'))).toMatchObject({ code: 'FAILED' });
  expect(server.requests).toHaveLength(1);
});

test('a refusal names the missing right, and not the item', async () => {
  const message = 'Quarterly figures: no right';
  server.answer({ status: 403, body: { message, errorCode: 'ResourceAccessDenied' } });
  const fault = await faultOf(save('exchange', anEntry()));
  expect(fault).toMatchObject({ status: 403, reason: 'ResourceAccessDenied', description: '[removed]: no right' });
});

test('a file that is too large is cut off', async () => {
  server.answer({ ...file, body: Buffer.alloc(1_048_576), endless: true });
  expect(await faultOf(save('onedrive'))).toMatchObject({ code: 'TOO_LARGE' });
  expect(MAX_FILE_BYTES).toBe(52_428_800);
});
