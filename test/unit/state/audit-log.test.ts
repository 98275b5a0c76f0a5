import type { AuditRecord } from '../../../src/core/audit.ts';
import { AuditLog } from '../../../src/state/audit-log.ts';
import { createContainer, type Storage } from '../../../src/state/azure/storage.ts';
import { sharedAzurite, type TestStorage } from '../../support/azurite.ts';
import { systemClock, type Clock } from '../../../src/core/platform.ts';
import { createRecordingLog } from '../../fakes/records.ts';
import { aKey } from './states.ts';
import { startStorageProxy, type StorageProxy } from './azure/storage-proxy.ts';

let azurite: TestStorage;
let storage: Storage;
let proxy: StorageProxy;

beforeAll(async () => {
  azurite = await sharedAzurite();
  proxy = await startStorageProxy(azurite.blobPort);
});

beforeEach(async () => {
  storage = await azurite.fresh();
});

afterAll(async () => {
  await proxy.close();
});

afterEach(() => proxy.trouble(() => undefined));

const NOON = Date.UTC(2026, 10, 20, 12);
const failed = { kind: 'answer', status: 500, code: 'OperationTimedOut' } as const;

interface Bench {
  readonly audit: AuditLog;
  readonly log: ReturnType<typeof createRecordingLog>;
  readonly clock: { time: number };
}

/** Time stands where the test puts it; every wait takes 1/50 of what it is, or as long as it does. */
function bench(maxLines?: number, shortened = 50): Bench {
  const connectionString = azurite.connectionString.replace(`:${azurite.blobPort}/`, `:${proxy.port}/`);
  const container = createContainer({ kind: 'connection-string', connectionString }, storage.container.containerName);
  const clock = { time: NOON };
  const log = createRecordingLog();
  const shortClock: Clock = {
    now: () => clock.time,
    sleep: (ms, signal) => systemClock.sleep(ms / shortened, signal),
  };
  const audit = new AuditLog({ container, log, clock: shortClock }, maxLines);
  return { audit, log, clock };
}

const record = (reference: string): AuditRecord => ({
  event: 'signed-in',
  key: aKey(),
  organization: 'contoso.onmicrosoft.com',
  flow: 'operator',
  reference,
  outcome: 'success',
});

async function linesOf(blobName: string): Promise<readonly Record<string, unknown>[]> {
  const text = (await storage.container.getBlobClient(blobName).downloadToBuffer()).toString();
  expect(text.endsWith('\n')).toBe(true);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

const referencesIn = async (blobName: string): Promise<readonly unknown[]> =>
  (await linesOf(blobName)).map(({ reference }) => reference);

test('each record is one line in the blob of its day', async () => {
  const { audit, clock } = bench();
  audit.record(record('a'));
  clock.time += 12 * 3600 * 1000;
  audit.record(record('b'));
  await audit.flush();
  expect(await linesOf('audit/2026-11-20.jsonl')).toEqual([
    {
      time: '2026-11-20T12:00:00.000Z',
      event: 'signed-in',
      person: aKey().personId,
      conversation: aKey().conversationId,
      organization: 'contoso.onmicrosoft.com',
      flow: 'operator',
      reference: 'a',
      outcome: 'success',
    },
  ]);
  expect(await referencesIn('audit/2026-11-21.jsonl')).toEqual(['b']);
});

test('the line of a restore has its request and its outcome, and no other field', async () => {
  const { audit } = bench();
  const restore = { workload: 'exchange', scope: 'own', point: 'latest', items: 3, reason: 'asked', restored: 2 };
  const more = { ...restore, failed: 1, skipped: 0, title: 'PERSONAL', names: ['PERSONAL'] };
  audit.record({ ...record('a'), event: 'restore-ended', outcome: 'warning', restore: more });
  await audit.flush();
  expect(await linesOf('audit/2026-11-20.jsonl')).toMatchObject([
    { event: 'restore-ended', outcome: 'warning', restore: { ...restore, failed: 1, skipped: 0 } },
  ]);
  expect(JSON.stringify(await linesOf('audit/2026-11-20.jsonl'))).not.toContain('PERSONAL');
});

test('records of the same moment are written in one request, in order', async () => {
  const { audit } = bench();
  const references = Array.from({ length: 300 }, (_, index) => `r${index}`);
  const before = proxy.requests.length;
  for (const reference of references) audit.record(record(reference));
  await audit.flush();
  expect(await referencesIn('audit/2026-11-20.jsonl')).toEqual(references);
  expect(proxy.requests.length - before).toBeLessThanOrEqual(4);
});

test('instances share the blob of a day', async () => {
  const benches = [bench(), bench(), bench()];
  for (const [index, { audit }] of benches.entries()) audit.record(record(`i${index}`));
  await Promise.all(benches.map(({ audit }) => audit.flush()));
  const references = await referencesIn('audit/2026-11-20.jsonl');
  expect(new Set(references)).toEqual(new Set(['i0', 'i1', 'i2']));
  expect(references).toHaveLength(3);
});

test('a further blob follows when one accepts no more blocks', async () => {
  const full = { kind: 'answer', status: 409, code: 'BlockCountExceedsLimit' } as const;
  proxy.trouble((request) => (/20(\.1)?\.jsonl\?comp=appendblock/.test(request) ? full : undefined));
  const { audit } = bench();
  audit.record(record('a'));
  await audit.flush();
  audit.record(record('b'));
  await audit.flush();
  expect(await referencesIn('audit/2026-11-20.2.jsonl')).toEqual(['a', 'b']);
});

test('lines are retried in order while storage fails, with one log line', async () => {
  let failures = 3;
  proxy.trouble(() => ((failures -= 1) >= 0 ? failed : undefined));
  const { audit, log } = bench();
  audit.record(record('a'));
  audit.record(record('b'));
  await audit.flush();
  expect(await referencesIn('audit/2026-11-20.jsonl')).toEqual(['a', 'b']);
  expect(log.lines.map(({ level }) => level)).toEqual(['warn', 'info']);
});

test('the oldest lines go to the log when the buffer is full', async () => {
  proxy.trouble(() => failed);
  const { audit, log } = bench(2);
  for (const reference of ['a', 'b', 'c', 'd']) audit.record(record(reference));
  expect(log.lines).toMatchObject([
    { level: 'error', fields: { audit: { reference: 'a' } } },
    { level: 'error', fields: { audit: { reference: 'b' } } },
  ]);
  proxy.trouble(() => undefined);
  await audit.flush();
  expect(await referencesIn('audit/2026-11-20.jsonl')).toEqual(['c', 'd']);
});

test('a line that is being written does not go to the log', async () => {
  let inFlight = (): void => undefined;
  const asked = new Promise<void>((resolve) => (inFlight = resolve));
  proxy.trouble(() => {
    inFlight();
    return undefined;
  });
  const { audit, log } = bench(2);
  audit.record(record('a'));
  audit.record(record('b'));
  await asked;
  for (const reference of ['c', 'd']) audit.record(record(reference));
  await audit.flush();
  const dropped = log.lines.map(({ fields }) => (fields as { audit: { reference: string } }).audit.reference);
  expect(dropped).toEqual(['c', 'd']);
  expect(await referencesIn('audit/2026-11-20.jsonl')).toEqual(['a', 'b']);
});

test('closing writes the buffered lines', async () => {
  const { audit } = bench(undefined, 1);
  audit.record(record('a'));
  await audit.close();
  expect(await referencesIn('audit/2026-11-20.jsonl')).toEqual(['a']);
});

test.each([
  ['fails', failed],
  ['does not respond', { kind: 'silence' } as const],
])('the remaining lines go to the log when it is closed and storage %s', async (_, trouble) => {
  proxy.trouble(() => trouble);
  const { audit, log } = bench();
  audit.record(record('a'));
  await audit.close();
  expect(log.lines).toMatchObject([{ level: 'error', fields: { audit: { reference: 'a' } } }]);
  await audit.flush();
});
