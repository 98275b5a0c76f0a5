/** Single items become files: once, within limits, and not again where the service does not let the person. */
import { UpstreamError } from '../../../../src/core/errors.ts';
import type { Entry } from '../../../../src/restore/backups/entries/entry.ts';
import {
  fileNameOf,
  isDownloadable,
  MAX_FILE_BYTES,
  PART_BYTES,
  type FileExport,
} from '../../../../src/restore/state/export.ts';
import { isRefused } from '../../../../src/restore/export/refusals.ts';
import { aFile } from '../../../fakes/exports.ts';
import { anEntry } from '../../../fakes/explorer.ts';
import { aRestoreState } from '../../../support/builders.ts';
import { aRequest, createExportingBench, type ExportingBench } from '../../../support/exporting-bench.ts';

const plan = anEntry({ id: 'plan', kind: 'document', containerId: 'drive-1', title: 'SECRET Kyoto.xlsx', echo: '{}' });
const what = {
  kind: 'item',
  workload: 'onedrive',
  containerId: 'drive-1',
  itemId: 'plan',
  extension: 'xlsx',
} as const;
const request = aRequest({ name: 'SECRET Kyoto', what, entry: plan, echoes: undefined });

const denied = () => new UpstreamError('backup service', 'REFUSED', { status: 403, reason: 'ResourceAccessDenied' });

async function begun(change: (bench: ExportingBench) => void = () => undefined) {
  const bench = createExportingBench();
  await bench.store.write(bench.key, aRestoreState(), undefined);
  change(bench);
  const process = bench.start();
  expect(await process.begin(bench.asker, bench.connection, request)).toBe('exporting');
  await bench.pass(20_000);
  return { bench, process };
}

test('an item is downloaded, offered, uploaded where the person allows it, and nothing of it is kept', async () => {
  const { bench, process } = await begun(({ saver }) => (saver.file = aFile(PART_BYTES + 17)));
  expect(bench.saver.saved).toEqual(['plan']);
  expect(bench.shows()).toBe('offered');
  expect(JSON.stringify(bench.stored())).not.toContain('SECRET Kyoto.xlsx');
  expect([...bench.files.offered.values()]).toMatchObject([{ bytes: PART_BYTES + 17, what }]);
  await process.answer(bench.asker, bench.accept(), 'consent-1');
  await bench.pass(5_000);
  expect(bench.upload.content().equals(bench.saver.file)).toBe(true);
  expect(bench.shows()).toBe('handed-over');
  expect([...bench.exports.blobs.keys()]).toEqual([]);
  expect(bench.audit.records).toMatchObject([
    {
      event: 'item-downloaded',
      outcome: 'started',
      download: { workload: 'onedrive', container: 'drive-1', item: 'plan' },
    },
    { event: 'item-downloaded', outcome: 'handed-over', download: { bytes: PART_BYTES + 17 } },
  ]);
  expect(`${bench.log.text()}${JSON.stringify([bench.audit.records, bench.jobs.sent])}`).not.toMatch(/SECRET|Kyoto/);
});

test('a missing right is remembered for this sign-in and this kind of data, before the card says so', async () => {
  const { bench } = await begun(({ saver }) => saver.faults.push(denied()));
  expect([bench.saver.saved, bench.shows()]).toEqual([['plan'], 'refused']);
  const state = bench.store.stateOf(bench.key);
  const { session } = bench;
  expect(isRefused(state, session, 'onedrive')).toBe(true);
  expect(isRefused(state, session, 'exchange')).toBe(false);
  expect(isRefused(state, { signInId: 'another' }, 'onedrive')).toBe(false);
  expect([...bench.exports.blobs.keys()]).toEqual([]);
});

test.each([
  ['a response that is lost half-way', 'half-way', 'unclear'],
  ['a service that fails', new UpstreamError('backup service', 'FAILED', { status: 503 }), 'unclear'],
  ['a file that is too large', new UpstreamError('backup service', 'TOO_LARGE'), 'too-large'],
  ['an item that is gone', new UpstreamError('backup service', 'REFUSED', { status: 404 }), 'gone'],
  ['another refusal', new UpstreamError('backup service', 'REFUSED', { status: 400 }), 'not-ready'],
] as const)('%s ends the download: it is sent once, and nothing is remembered or kept', async (_, fault, outcome) => {
  const { bench } = await begun(({ saver }) => {
    saver.file = aFile(2 * PART_BYTES + 17);
    saver.faults.push(fault);
  });
  expect([bench.saver.saved, bench.shows()]).toEqual([['plan'], outcome]);
  expect(bench.store.stateOf(bench.key)?.refusedDownloads).toBeUndefined();
  expect([...bench.exports.blobs.keys()]).toEqual([]);
});

test.each([
  ['did not reach the service', new UpstreamError('backup service', 'NO_ANSWER', { unsent: true })],
  ['another operation was in the way of', new UpstreamError('backup service', 'REFUSED', { status: 409 })],
])('what %s is sent again, with all of the item', async (_, fault) => {
  const { bench } = await begun(({ saver }) => saver.faults.push(fault));
  expect([bench.saver.saved, bench.shows()]).toEqual([['plan', 'plan'], 'offered']);
});

test('an empty file is not handed over', async () => {
  const { bench } = await begun(({ saver }) => (saver.file = aFile(0)));
  expect([bench.saver.saved, bench.files.offers]).toEqual([['plan'], 0]);
  expect([...bench.exports.blobs.keys()]).toEqual([]);
});

test('turning the export of posts off leaves downloads as they are', async () => {
  const { bench } = await begun(({ state }) => (state.exportPosts = false));
  expect(bench.shows()).toBe('offered');
});

test.each([
  ['before it is fetched', 'off', []],
  ['while it waits', 'operators', ['plan']],
] as const)(
  'what is turned off with a restart ends a download %s, and its file is erased',
  async (_, before, saved) => {
    const bench = createExportingBench({ downloads: before });
    await bench.start().begin(bench.asker, bench.connection, { ...request, reason: 'INC0000042' });
    await bench.pass(20_000);
    bench.state.downloads = 'off';
    const process = bench.start();
    if (before === 'operators') await process.answer(bench.asker, bench.accept(), 'consent-1');
    await bench.pass(5_000);
    expect([bench.saver.saved, bench.shows()]).toEqual([saved, 'off']);
    expect([...bench.exports.blobs.keys()]).toEqual([]);
    expect(bench.audit.records).toMatchObject([
      { outcome: 'started', download: { reason: 'INC0000042' } },
      { outcome: 'off', download: { reason: 'INC0000042' } },
    ]);
  },
);

const entry = (changes: Partial<Entry>): Entry => anEntry({ kind: 'document', ...changes });

test.each([
  ['a document', 'onedrive', entry({}), true],
  ['a document of a site', 'sharepoint', entry({}), true],
  ['a file of a team', 'teams', entry({ kind: 'file' }), true],
  ['a mail', 'exchange', entry({ kind: 'message' }), true],
  ['an appointment', 'exchange', entry({ kind: 'appointment' }), false],
  ['a folder', 'onedrive', entry({ kind: 'folder' }), false],
  ['a list item', 'sharepoint', entry({ kind: 'item' }), false],
  ['a post', 'teams', entry({ kind: 'post' }), false],
  ['an earlier version', 'onedrive', entry({ version: '1.0' }), false],
  ['an empty document', 'onedrive', entry({ sizeBytes: 0 }), false],
  ['the largest document', 'onedrive', entry({ sizeBytes: MAX_FILE_BYTES }), true],
  ['a document that is too large', 'onedrive', entry({ sizeBytes: MAX_FILE_BYTES + 1 }), false],
] as const)('%s of %s can be downloaded: %s', (_, workload, one, isOffered) => {
  expect(isDownloadable({ workload, access: 'operator' }, one)).toBe(isOffered);
});

test.each([
  ['exchange', 'message', 'Re: plan.docx', { name: 'Re: plan.docx', extension: 'msg' }],
  ['onedrive', 'document', 'Plan.v2.docx', { name: 'Plan.v2', extension: 'docx' }],
  ['onedrive', 'document', 'Makefile', { name: 'Makefile', extension: '' }],
  ['teams', 'file', 'x. exe', { name: 'x. exe', extension: '' }],
] as const)('%s: %s %j gives a file its name', (workload, kind, title, name) => {
  expect(fileNameOf({ workload, access: 'operator' }, anEntry({ kind, title }))).toEqual(name);
});

test('no state of a download that is put back is acted on by a copy of its message, and its due job only ends it', async () => {
  const states: FileExport[] = [];
  const bench = createExportingBench();
  const process = bench.start(async (label, call) => {
    const answer = await call();
    const present = label === 'record.write' ? bench.stored() : undefined;
    if (present !== undefined) states.push(present);
    return answer;
  });
  await process.begin(bench.asker, bench.connection, request);
  await bench.pass(20_000);
  await process.answer(bench.asker, bench.accept(), 'consent-1');
  await bench.pass(5_000);
  expect(new Set(states.map(({ progress }) => progress.kind))).toEqual(
    new Set(['planned', 'starting', 'offered', 'accepted', 'ended']),
  );
  const { signal } = new AbortController();
  for (const state of states) {
    await bench.exports.record(state.id).write(bench.key, state, undefined);
    const job = { key: bench.key, exportId: state.id } as const;
    await bench.clock.run(process.follow({ kind: 'export', ...job }, signal, 'a copy'));
    await bench.clock.run(process.due({ kind: 'export-due', ...job, dueAt: 0 }, signal));
    await bench.pass(30 * 60_000);
    expect([state.progress.kind, bench.saver.saved, bench.upload.ranges.length]).toEqual([
      state.progress.kind,
      ['plan'],
      1,
    ]);
    expect([...bench.exports.blobs.keys()]).toEqual([]);
  }
});
