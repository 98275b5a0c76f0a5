import { runAudit } from '../../../src/audit/run.ts';
import { SettingsError } from '../../../src/core/errors.ts';
import { createAuditReader, type AuditReader } from '../../../src/state/audit/reader.ts';
import { createContainer, type Storage } from '../../../src/state/azure/storage.ts';
import { startStorageProxy } from '../state/azure/storage-proxy.ts';
import { sharedAzurite, type TestStorage } from '../../support/azurite.ts';

let azurite: TestStorage;
let storage: Storage;
beforeAll(async () => {
  azurite = await sharedAzurite();
});
beforeEach(async () => {
  storage = await azurite.fresh();
  await storage.auditContainer.create();
});

const line = (time: string, reference: string, person = 'p-1'): string =>
  `${JSON.stringify({ time, event: 'signed-in', person, organization: 'contoso', reference, outcome: 'success' })}\n`;

const put = (name: string, ...lines: readonly string[]) => putIn(storage.auditContainer, name, lines);

async function putIn(container: Storage['container'], name: string, lines: readonly string[]): Promise<void> {
  const blob = container.getAppendBlobClient(name);
  await blob.create();
  for (const text of lines) await blob.appendBlock(text, Buffer.byteLength(text));
}

interface Outcome {
  readonly code: number;
  readonly printed: readonly string[];
  readonly errors: string;
}

async function audit(args: readonly string[], openReader?: () => AuditReader): Promise<Outcome> {
  const printed: string[] = [];
  const errors: string[] = [];
  const code = await runAudit({
    args,
    now: Date.parse('2026-11-20T12:00:00Z'),
    openReader:
      openReader ?? (() => createAuditReader({ container: storage.auditContainer, older: storage.container })),
    print: async (text) => void printed.push(text),
    printError: (text) => void errors.push(text),
  });
  return { code, printed, errors: errors.join('\n') };
}

const references = ({ printed }: Outcome): readonly unknown[] =>
  printed.map((text) => (JSON.parse(text) as { readonly reference: unknown }).reference);

test('reads the requested days, including the blobs that follow a full one, in order', async () => {
  await put('audit/2026-11-17.jsonl', line('2026-11-17T23:59:59.999Z', 'before'));
  await put('audit/2026-11-18.jsonl', line('2026-11-18T00:00:00.000Z', 'a'), line('2026-11-18T01:00:00.000Z', 'b'));
  await put('audit/2026-11-18.10.jsonl', line('2026-11-18T20:00:00.000Z', 'd'));
  await put('audit/2026-11-18.2.jsonl', line('2026-11-18T10:00:00.000Z', 'c'));
  await put('audit/2026-11-19.jsonl', line('2026-11-19T00:00:00.000Z', 'e'));
  await put('audit/2026-11-20.jsonl', line('2026-11-20T00:00:00.000Z', 'after'));
  await put('audit/notes.txt', 'no line');
  const whole = await audit(['--since', '2026-11-18', '--until', '2026-11-19', '--json']);
  expect(references(whole)).toEqual(['a', 'b', 'c', 'd', 'e']);
  const part = await audit(['--since', '2026-11-18T01:00Z', '--until', '2026-11-18T20:00Z', '--json']);
  expect(references(part)).toEqual(['b', 'c']);
});

test('reads lines of earlier versions from the container of the state, by day', async () => {
  await putIn(storage.container, 'audit/2026-11-18.jsonl', [line('2026-11-18T08:00:00.000Z', 'a')]);
  await putIn(storage.container, 'audit/2026-11-19.jsonl', [line('2026-11-19T08:00:00.000Z', 'b')]);
  await put('audit/2026-11-19.jsonl', line('2026-11-19T09:00:00.000Z', 'c'));
  await put('audit/2026-11-20.jsonl', line('2026-11-20T09:00:00.000Z', 'd'));
  expect(references(await audit(['--since', '2026-11-01', '--json']))).toEqual(['a', 'b', 'c', 'd']);
});

test('without the right to read the container of the state, lines of earlier versions are left out, which is said', async () => {
  const proxy = await startStorageProxy(azurite.blobPort);
  proxy.trouble(() => ({ kind: 'answer', status: 403, code: 'AuthorizationPermissionMismatch' }));
  const connectionString = azurite.connectionString.replace(`:${azurite.blobPort}/`, `:${proxy.port}/`);
  const denied = createContainer({ kind: 'connection-string', connectionString }, storage.container.containerName);
  await put('audit/2026-11-19.jsonl', line('2026-11-19T09:00:00.000Z', 'c'));
  const { container, older } = { container: storage.auditContainer, older: denied };
  const read = await audit(['--since', '2026-11-01', '--json'], () => createAuditReader({ container, older }));
  expect(references(read)).toEqual(['c']);
  expect(read).toMatchObject({ code: 0, errors: expect.stringContaining('no right to read STATE_CONTAINER') });
  // Of the log itself it is an error.
  const none = await audit(['--since', '2026-11-01'], () => createAuditReader({ container: denied, older: container }));
  expect(none.code).toBe(1);
  await proxy.close();
});

test('a line with characters that only some readers break lines at is one line', async () => {
  await put('audit/2026-11-20.jsonl', line('2026-11-20T08:00:00.000Z', 'a\u2028b'));
  expect(references(await audit(['--since', '2026-11-20', '--json']))).toEqual(['a\u2028b']);
});

test('reads a block that was written twice only once, and reports broken lines', async () => {
  const [one, two] = [line('2026-11-20T08:00:00.000Z', 'a'), line('2026-11-20T08:00:00.000Z', 'b')];
  await put('audit/2026-11-20.jsonl', one, `${one}${two}`, '{"time":\n', '{"event":"x"}\n');
  const { code, printed, errors } = await audit(['--since', '2026-11-20', '--json']);
  expect(printed).toHaveLength(2);
  expect([code, errors]).toEqual([0, '2 line(s) could not be read and were left out.']);
});

test('prints a table without control characters', async () => {
  await put(
    'audit/2026-11-20.jsonl',
    line('2026-11-20T08:00:00.000Z', 'evil\u001b[2J', 'P-1'),
    line('2026-11-20T09:00:00.000Z', 'other', 'p-2'),
  );
  const { printed } = await audit(['--since', '2026-11-20', '--user', 'p-1']);
  expect(printed).toHaveLength(2);
  expect(printed[1]).toMatch(/^2026-11-20 08:00:00\.000 {2}signed-in {8}success {9}P-1 .* evil\?\[2J$/);
});

test('what was exported is in the last column, by ids and counts', async () => {
  const lineOf = (exported: object): string => {
    const line = { time: '2026-11-20T08:00:00.000Z', event: 'posts-exported', outcome: 'handed-over', person: 'p' };
    return `${JSON.stringify({ ...line, reference: 'R', export: exported })}\n`;
  };
  const place = { team: 't', channel: '19:c@thread.tacv2' };
  await put('audit/2026-11-20.jsonl', lineOf({ ...place, posts: 1, bytes: 321 }), lineOf(place));
  const { printed } = await audit(['--since', '2026-11-20']);
  expect(printed[1]).toMatch(
    / posts-exported {3}handed-over .* 1 post, team t, channel 19:c@thread\.tacv2, 321 bytes$/,
  );
  expect(printed[2]).toMatch(/ all posts, team t, channel 19:c@thread\.tacv2$/);
});

test('what was downloaded is in the last column, by ids and bytes', async () => {
  const download = { workload: 'onedrive', container: 'drive-1', item: 'document-1', bytes: 321 };
  const line = { time: '2026-11-20T08:00:00.000Z', event: 'item-downloaded', outcome: 'handed-over', person: 'p' };
  await put('audit/2026-11-20.jsonl', `${JSON.stringify({ ...line, reference: 'R', download })}\n`);
  const { printed } = await audit(['--since', '2026-11-20']);
  expect(printed[1]).toMatch(/ item-downloaded +handed-over .* onedrive item document-1 of drive-1, 321 bytes$/);
});

test('shows what was restored: counts and ids, and the reason on one line', async () => {
  const asked = { workload: 'exchange', scope: 'user-1', point: '2026-11-01T00:00:00.000Z', items: 3 };
  const lineOf = (event: string, restore: object): string =>
    `${JSON.stringify({ time: '2026-11-20T08:00:00.000Z', event, person: 'p', flow: 'operator', reference: 'R', restore })}\n`;
  await put(
    'audit/2026-11-20.jsonl',
    lineOf('restore-started', { ...asked, reason: 'as\nasked' }),
    lineOf('restore-ended', { ...asked, items: 1, point: 'latest', restored: 0, failed: 1, skipped: 0 }),
    lineOf('restore-ended', {}),
    lineOf('restore-started', { ...asked, wholes: 1, point: 'latest' }),
  );
  const { printed } = await audit(['--since', '2026-11-20']);
  expect(printed[0]).toMatch(/ REFERENCE {5}RESTORE$/);
  expect(printed[1]).toMatch(
    / restore-started .* R {13}3 items, exchange, user-1, 2026-11-01T00:00:00.000Z; "as\\nasked"$/,
  );
  expect(printed[2]).toMatch(/ R {13}1 item, exchange, user-1, latest: 0 restored, 1 failed, 0 skipped$/);
  expect(printed[3]).toMatch(/ R$/);
  expect(printed[4]).toMatch(/ 3 items \(1 whole\), exchange, user-1, latest$/);
  const whole = await audit(['--since', '2026-11-20', '--json']);
  expect(JSON.parse(whole.printed[0] ?? '')).toMatchObject({ restore: { ...asked, reason: 'as\nasked' } });
});

test('names who approved a code that somebody else requested, and finds the line by either of the two', async () => {
  const approvedBy = { person: 'Victim-1', tenant: 't-2' };
  const line = { time: '2026-11-20T08:00:00.000Z', event: 'sign-in-refused', person: 'p', tenant: 't-1', approvedBy };
  await put('audit/2026-11-20.jsonl', `${JSON.stringify(line)}\n`);
  for (const user of ['victim-1', 'p']) {
    const { printed } = await audit(['--since', '2026-11-20', '--user', user]);
    expect(printed[1]).toMatch(/ sign-in-refused .* of tenant t-1; approved by Victim-1 of tenant t-2$/);
  }
  expect((await audit(['--since', '2026-11-20', '--user', 't-1'])).printed).toEqual([]);
});

test('names whom an administrator suspended, and finds the line by either of the two', async () => {
  const line = { time: '2026-11-20T08:00:00.000Z', event: 'suspended', person: 'mika', about: 'Olga-1' };
  await put('audit/2026-11-20.jsonl', `${JSON.stringify(line)}\n`);
  for (const user of ['mika', 'olga-1']) {
    const { printed } = await audit(['--since', '2026-11-20', '--user', user]);
    expect(printed[1]).toMatch(/ suspended .* mika .* about Olga-1$/);
  }
});

test('finds nothing in a container without an audit log', async () => {
  const missing = createContainer({ kind: 'connection-string', connectionString: azurite.connectionString }, 'missing');
  const { code, errors } = await audit(['--since', '30d'], () =>
    createAuditReader({ container: missing, older: missing }),
  );
  expect([code, errors]).toEqual([0, 'No audit line fits.']);
});

test('exits with 1 when storage is unavailable, 2 for wrong arguments, 78 for invalid settings', async () => {
  const connectionString = azurite.connectionString.replaceAll(/:\d+\//g, ':1/');
  const away = createContainer({ kind: 'connection-string', connectionString }, 'away');
  expect((await audit(['--since', '1d'], () => createAuditReader({ container: away, older: away }))).code).toBe(1);
  const wrong = await audit(['--since', 'x']);
  expect([wrong.code, wrong.printed]).toEqual([2, []]);
  expect(wrong.errors).toContain('npm run audit -- --since WHEN');
  const unset = await audit(['--since', '1d'], () => {
    throw new SettingsError(['AZURE_STORAGE_CONNECTION_STRING: is missing.']);
  });
  expect(unset).toMatchObject({ code: 78, errors: 'AZURE_STORAGE_CONNECTION_STRING: is missing.' });
});

test('prints its usage', async () => {
  expect((await audit(['--help'])).printed[0]).toContain('--since');
});
