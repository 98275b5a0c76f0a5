import { createHash } from 'node:crypto';
import type { AuditRecord } from '../../../../src/core/audit.ts';
import { StorageUnavailableError } from '../../../../src/core/errors.ts';
import type { AuditLine } from '../../../../src/state/audit/line.ts';
import { eventually } from '../../../support/eventually.ts';
import { AuditLog } from '../../../../src/state/audit/log.ts';
import { ChainVerifier } from '../../../../src/audit/verify.ts';
import { createAuditReader } from '../../../../src/state/audit/reader.ts';
import { createContainer, type Storage } from '../../../../src/state/azure/storage.ts';
import { sharedAzurite, type TestStorage } from '../../../support/azurite.ts';
import { newId, systemClock, type Clock } from '../../../../src/core/platform.ts';
import { createRecordingLog } from '../../../fakes/records.ts';
import { aKey } from '../states.ts';
import { startStorageProxy, type StorageProxy } from '../azure/storage-proxy.ts';

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
  const container = createContainer(
    { kind: 'connection-string', connectionString },
    storage.auditContainer.containerName,
  );
  const clock = { time: NOON };
  const log = createRecordingLog();
  const shortClock: Clock = {
    now: () => clock.time,
    elapsed: () => clock.time,
    sleep: (ms, signal) => systemClock.sleep(ms / shortened, signal),
    after: (ms, act) => systemClock.after(ms / shortened, act),
  };
  const audit = new AuditLog({ container, log, clock: shortClock, newId }, maxLines);
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

async function storedText(blobName: string): Promise<string> {
  const text = (await storage.auditContainer.getBlobClient(blobName).downloadToBuffer()).toString();
  expect(text.endsWith('\n')).toBe(true);
  return text;
}

/** Of people, without their place in the chain. */
async function linesOf(blobName: string): Promise<readonly Record<string, unknown>[]> {
  const lines = (await storedText(blobName))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  return lines.filter(({ person }) => person !== undefined).map(({ chain: _chain, ...line }) => line);
}

async function verified(): Promise<readonly string[]> {
  const findings: string[] = [];
  const verifier = new ChainVerifier({ since: undefined, ends: [], report: (finding) => void findings.push(finding) });
  const reader = createAuditReader({ container: storage.auditContainer, older: storage.container });
  for await (const line of reader.stored('')) verifier.add(line);
  const { lines, instances, repeated, notStored } = verifier.finish();
  return [...findings, `${lines} of ${instances}, ${repeated} twice, ${notStored} not stored`];
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
  // The first time the container and the blob are missing.
  expect(proxy.requests.length - before).toBeLessThanOrEqual(6);
  const more = proxy.requests.length;
  for (const reference of references) audit.record(record(reference));
  await audit.flush();
  expect(proxy.requests.length - more).toBeLessThanOrEqual(2);
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

test('a blob that another instance has just created is appended to, also without the right to overwrite', async () => {
  const [one, other] = [bench(), bench()];
  one.audit.record(record('a'));
  await one.audit.flush();
  let isMissing = true;
  proxy.trouble((request) => {
    if (/comp=appendblock/.test(request)) {
      const answer = { kind: 'answer', status: 404, code: 'BlobNotFound' } as const;
      return isMissing ? answer : undefined;
    }
    if (!/^PUT .*jsonl(?:\?timeout=\d+)?$/.test(request)) return undefined;
    isMissing = false;
    return { kind: 'answer', status: 403, code: 'UnauthorizedBlobOverwrite' };
  });
  other.audit.record(record('b'));
  await other.audit.flush();
  expect(await referencesIn('audit/2026-11-20.jsonl')).toEqual(['a', 'b']);
  expect(other.log.lines).toEqual([]);
});

test('lines are retried in order while storage fails, with one log line', async () => {
  let failures = 6;
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
  proxy.trouble((request) => {
    if (/comp=appendblock/.test(request)) inFlight();
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

describe('the chain', () => {
  test('joins the lines of an instance over days, and instances at their start and end', async () => {
    const first = bench(undefined, 1);
    first.audit.start();
    for (const reference of ['a', 'b']) first.audit.record(record(reference));
    await first.audit.flush();
    first.clock.time += 12 * 3_600_000;
    first.audit.record(record('c'));
    await first.audit.flush();
    await first.audit.close();
    const second = bench();
    second.clock.time = first.clock.time;
    second.audit.record(record('d'));
    await second.audit.flush();
    const text = await storedText('audit/2026-11-21.jsonl');
    const lines = text.split('\n').filter((line) => line !== '');
    const [c, stopped, started, d] = lines.map((line) => JSON.parse(line) as AuditLine);
    expect(c).toMatchObject({
      reference: 'c',
      chain: { sequence: 4, previousDay: '2026-11-20', newestDay: '2026-11-20' },
    });
    expect(stopped).toMatchObject({ event: 'instance-stopped', chain: { sequence: 5 } });
    const digest = createHash('sha256')
      .update(lines[1] ?? '')
      .digest('base64url');
    expect(started).toMatchObject({ event: 'instance-started', chain: { sequence: 1, previous: '', newest: digest } });
    expect(started?.chain?.newestDay).toBeUndefined();
    expect(d).toMatchObject({ reference: 'd', chain: { instance: started?.chain?.instance, sequence: 2 } });
    expect(await verified()).toEqual(['7 of 2, 0 twice, 0 not stored']);
  });

  test('an instance that starts after a very long line refers to all of it', async () => {
    const first = bench();
    const containers = Array.from({ length: 2_000 }, newId).map((id) => id.repeat(3));
    const administrator = { containers, target: 'original', options: {} };
    first.audit.record(record('a'));
    first.audit.record({ ...record('b'), restore: { administrator } });
    await first.audit.flush();
    const second = bench();
    second.audit.record(record('c'));
    await second.audit.flush();
    expect(await verified()).toEqual(['5 of 2, 0 twice, 0 not stored']);
  });

  test('a block whose response was lost is written again, byte for byte, and is no finding', async () => {
    const { audit } = bench();
    audit.record(record('a'));
    await audit.flush();
    let losses = 2;
    proxy.trouble((request) =>
      /comp=appendblock/.test(request) && (losses -= 1) >= 0 ? { kind: 'lost answer' } : undefined,
    );
    for (const reference of ['b', 'c']) audit.record(record(reference));
    await audit.flush();
    audit.record(record('d'));
    await audit.flush();
    expect(await referencesIn('audit/2026-11-20.jsonl')).toEqual(['a', 'b', 'c', 'b', 'c', 'b', 'c', 'd']);
    expect(await verified()).toEqual(['5 of 1, 4 twice, 0 not stored']);
  });

  test('a block that may be stored keeps its lines and numbers while storage fails and the buffer overflows', async () => {
    const { audit, log } = bench(2);
    audit.record(record('a'));
    await audit.flush();
    let attempts = 0;
    // The first attempt is stored, which nobody hears of.
    proxy.trouble(() => ((attempts += 1) === 1 ? { kind: 'lost answer' } : failed));
    for (const reference of ['b', 'c']) audit.record(record(reference));
    await eventually('several attempts', async () => attempts > 4);
    for (const reference of ['d', 'e']) audit.record(record(reference));
    proxy.trouble(() => undefined);
    await audit.flush();
    const dropped = log.lines.filter(({ fields }) => 'audit' in fields);
    expect(dropped).toMatchObject([
      { fields: { audit: { reference: 'd' } } },
      { fields: { audit: { reference: 'e' } } },
    ]);
    expect(await referencesIn('audit/2026-11-20.jsonl')).toEqual(['a', 'b', 'c', 'b', 'c']);
    expect(await verified()).toEqual(['5 of 1, 2 twice, 2 not stored']);
  });

  test('several instances append to the same blobs while storage fails now and then', async () => {
    const troubles = [failed, { kind: 'lost answer' }, { kind: 'reset' }] as const;
    let seed = 7;
    proxy.trouble(() => troubles[(seed = (seed * 48_271) % 2_147_483_647) % 10]);
    const benches = [bench(), bench(), bench()];
    for (let round = 0; round < 8; round += 1) {
      for (const [index, { audit, clock }] of benches.entries()) {
        audit.record(record(`${index}-${round}`));
        // Past midnight, by clocks that differ, one of which is set back.
        if (round === 3) clock.time += 12 * 3_600_000 + index * 1000;
        if (round === 5 && index === 1) clock.time -= 60_000;
      }
      await benches[round % 3]?.audit.flush();
    }
    await Promise.all(benches.map(({ audit }) => audit.flush()));
    const references = [
      ...(await referencesIn('audit/2026-11-20.jsonl')),
      ...(await referencesIn('audit/2026-11-21.jsonl')),
    ];
    expect(new Set(references).size).toBe(24);
    expect(await verified()).toEqual([expect.stringMatching(/^27 of 3, \d+ twice, 0 not stored$/)]);
  });

  test('its end is in the log once an hour', async () => {
    const { audit, log, clock } = bench();
    for (const reference of ['a', 'b', 'c']) {
      audit.record(record(reference));
      await audit.flush();
      clock.time += 40 * 60_000;
    }
    expect(log.lines.map(({ fields }) => fields)).toEqual([
      { event: 'audit-chain', end: expect.stringMatching(/^\w{12}:4:[\w-]{43}$/) },
    ]);
  });

  test('nothing is written by an instance that never started', async () => {
    const before = proxy.requests.length;
    await bench().audit.close();
    expect(proxy.requests.length).toBe(before);
  });

  test('its end is in the log when the instance stops', async () => {
    const { audit, log } = bench(undefined, 1);
    audit.record(record('a'));
    await audit.flush();
    await audit.close();
    const lines = (await storedText('audit/2026-11-20.jsonl')).trimEnd().split('\n');
    const last = JSON.parse(lines.at(-1) ?? '') as AuditLine;
    const digest = createHash('sha256')
      .update(lines.at(-1) ?? '')
      .digest('base64url');
    const end = `${last.chain?.instance}:3:${digest}`;
    expect(log.lines).toMatchObject([{ level: 'info', fields: { event: 'audit-chain', end } }]);
  });
});

describe('a line that somebody waits for', () => {
  test('is stored when it is written', async () => {
    // The limit as it is: shortened, a busy machine would not keep to it.
    const { audit } = bench(undefined, 1);
    await audit.write(record('a'));
    expect(await referencesIn('audit/2026-11-20.jsonl')).toEqual(['a']);
  });

  test('is reported while storage fails, and does not wait for the next attempt once storage responds', async () => {
    // The limit of five seconds is 50 ms, the longest wait between attempts as long as a minute.
    const { audit } = bench(undefined, 100);
    audit.record(record('a'));
    await audit.flush();
    proxy.trouble(() => failed);
    await expect(audit.write(record('b'))).rejects.toThrow(StorageUnavailableError);
    proxy.trouble(() => undefined);
    await eventually('a write', () =>
      audit.write(record('c')).then(
        () => true,
        () => undefined,
      ),
    );
    expect(await referencesIn('audit/2026-11-20.jsonl')).toEqual(expect.arrayContaining(['a', 'b', 'c']));
    expect(await verified()).toEqual([expect.stringMatching(/0 twice, 0 not stored$/)]);
  });

  test('is reported at once where it finds no room', async () => {
    proxy.trouble(() => failed);
    const { audit } = bench(1, 1);
    const waiting = audit.write(record('a'));
    audit.record(record('b'));
    await expect(waiting).rejects.toThrow(StorageUnavailableError);
    await audit.close();
  });
});
