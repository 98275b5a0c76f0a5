import { StorageUnavailableError, UpstreamError } from '../../../../src/core/errors.ts';
import { stopExplore } from '../../../../src/restore/explore/explore-session.ts';
import { findOpen, rememberOpen } from '../../../../src/restore/explore/open-sessions.ts';
import { mayUploadTo } from '../../../../src/restore/export/hand-over.ts';
import { PART_BYTES } from '../../../../src/restore/state/export.ts';
import type { RestoreReply } from '../../../../src/restore/state/views.ts';
import { aFile } from '../../../fakes/exports.ts';
import { dyingAt } from '../../../fakes/intercept.ts';
import { anAsker } from '../../../support/builders.ts';
import { aRequest, createExportingBench, UPLOAD_URL, type ExportingBench } from '../../../support/exporting-bench.ts';

const MINUTE = 60_000;
const fault = (code: ConstructorParameters<typeof UpstreamError>[1], facts = {}) =>
  new UpstreamError('backup service', code, facts);
const codeOf = (reply: RestoreReply | undefined) =>
  reply?.view.kind === 'restore-notice' ? reply.view.notice.code : undefined;

async function begun(bench: ExportingBench, seconds = 5) {
  const process = bench.start();
  await process.begin(bench.asker, bench.connection, aRequest());
  await bench.pass(seconds * 1_000);
  return process;
}

function expectNothingLeft({ exports, files }: ExportingBench): void {
  expect([...exports.blobs.keys()]).toEqual([]);
  expect([...files.offered.keys()]).toEqual([]);
}

test('posts are fetched, offered, uploaded where the person allows it, and nothing of them is kept', async () => {
  const bench = createExportingBench();
  bench.exporter.file = aFile(2 * PART_BYTES + 17);
  bench.exporter.notYet = 2;
  const process = bench.start();
  await process.begin(bench.asker, bench.connection, aRequest());
  await bench.clock.settle();
  expect(bench.shows()).toBe('preparing');
  await bench.pass(20_000);
  expect(bench.exporter.started).toMatchObject([{ channelId: 'channel-1', echoes: aRequest().echoes }]);
  expect(bench.exporter.downloads).toBe(3);
  expect(bench.shows()).toBe('offered');
  expect([...bench.files.offered.values()]).toMatchObject([
    { exportId: 'id-1', bytes: 2 * PART_BYTES + 17, what: { posts: 2 } },
  ]);
  await process.answer(bench.asker, bench.accept(), 'consent-1');
  await bench.pass(5_000);
  expect(bench.upload.ranges).toEqual([
    `0-${PART_BYTES - 1}/${2 * PART_BYTES + 17}`,
    `${PART_BYTES}-${2 * PART_BYTES - 1}/${2 * PART_BYTES + 17}`,
    `${2 * PART_BYTES}-${2 * PART_BYTES + 16}/${2 * PART_BYTES + 17}`,
  ]);
  expect(bench.upload.content().equals(bench.exporter.file)).toBe(true);
  expect(bench.files.given).toMatchObject([{ name: 'Kyoto.html' }]);
  expect(bench.shows()).toBe('handed-over');
  expectNothingLeft(bench);
  expect(bench.audit.records).toMatchObject([
    { event: 'posts-exported', outcome: 'started', export: { team: 'team-1', channel: 'channel-1', posts: 2 } },
    { event: 'posts-exported', outcome: 'handed-over', export: { bytes: 2 * PART_BYTES + 17 } },
  ]);
  expect(bench.log.text()).not.toMatch(/SECRET|Kyoto/);
  expect(JSON.stringify(bench.audit.records)).not.toMatch(/Kyoto/);
  expect(JSON.stringify(bench.jobs.sent)).not.toMatch(/SECRET|Kyoto/);
});

test('a file that is declined is erased', async () => {
  const bench = createExportingBench();
  const process = await begun(bench);
  await process.answer(bench.asker, { kind: 'declined', exportId: 'id-1' }, 'consent-1');
  await bench.pass(1_000);
  expect(bench.shows()).toBe('declined');
  expectNothingLeft(bench);
});

test('who does not answer is reminded after two minutes, and the file is erased after fifteen', async () => {
  const bench = createExportingBench();
  const process = await begun(bench);
  await bench.pass(2 * MINUTE);
  expect(bench.shows()).toBe('unanswered');
  await bench.pass(14 * MINUTE);
  expect(bench.shows()).toBe('expired');
  expectNothingLeft(bench);
  const late = await process.answer(bench.asker, bench.accept(), 'consent-1');
  expect(codeOf(late)).toBe('export-over');
  await bench.pass(MINUTE);
  expect(bench.upload.ranges).toEqual([]);
});

test('a card that is pressed twice uploads once', async () => {
  const bench = createExportingBench();
  const process = await begun(bench);
  const replies = await Promise.all([
    process.answer(bench.asker, bench.accept(), 'consent-1'),
    process.answer(bench.asker, bench.accept(), 'consent-1'),
  ]);
  expect(replies.map(({ kind }) => kind)).toEqual(['delivered', 'delivered']);
  await bench.pass(1_000);
  expect(bench.upload.ranges).toHaveLength(1);
  expect(codeOf(await process.answer(bench.asker, bench.accept(), 'consent-1'))).toBe('export-over');
  expect(bench.files.given).toHaveLength(1);
});

test('a file is handed over where the answer was stored but the response of storage was lost', async () => {
  const bench = createExportingBench();
  await begun(bench);
  let writes = 0;
  const process = bench.start(async (label, call) => {
    const done = await call();
    if (label === 'record.write' && (writes += 1) === 1) throw new StorageUnavailableError('the response was lost');
    return done;
  });

  await expect(process.answer(bench.asker, bench.accept(), 'consent-1')).rejects.toThrow(StorageUnavailableError);
  await bench.pass(1_000);

  expect(bench.shows()).toBe('handed-over');
  expect(bench.upload.ranges).toHaveLength(1);
  expectNothingLeft(bench);
});

test('nothing more is handed over once the right has ended; what has arrived by then is', async () => {
  const beforeAnswer = createExportingBench();
  const offering = await begun(beforeAnswer);
  beforeAnswer.state.isSignedIn = false;
  await offering.answer(beforeAnswer.asker, beforeAnswer.accept(), 'consent-1');
  await beforeAnswer.pass(1_000);

  /** It ends with the first range. */
  async function whileUploading(ranges: number): Promise<ExportingBench> {
    const bench = createExportingBench();
    bench.exporter.file = aFile(ranges * PART_BYTES);
    const process = await begun(bench);
    const put = bench.upload.put.bind(bench.upload);
    bench.upload.put = async (...range) => {
      const answer = await put(...range);
      bench.state.isSignedIn = false;
      return answer;
    };
    await process.answer(bench.asker, bench.accept(), 'consent-1');
    await bench.pass(5_000);
    return bench;
  }
  const beforeRange = await whileUploading(3);
  const afterRanges = await whileUploading(1);

  const uploaded = [beforeAnswer, beforeRange, afterRanges].map(({ upload }) => upload.ranges.length);
  expect(uploaded).toEqual([0, 1, 1]);
  for (const bench of [beforeAnswer, beforeRange]) {
    expect(bench.shows()).toBe('signed-out');
    expect(bench.files.given).toEqual([]);
    expectNothingLeft(bench);
  }
  expect(afterRanges.shows()).toBe('handed-over');
  expect(afterRanges.audit.events).toEqual(['posts-exported started', 'posts-exported handed-over']);
  expectNothingLeft(afterRanges);
});

test.each([
  ['erased', true],
  ['ended', false],
])('a file that arrives while another instance has it %s is in the audit log as handed over', async (_, isErased) => {
  const bench = createExportingBench();
  const other = bench.start();
  const process = await begun(bench);
  const put = bench.upload.put.bind(bench.upload);
  bench.upload.put = async (...range) => {
    const answer = await put(...range);
    await other.end(bench.key, () => true, isErased);
    return answer;
  };
  await process.answer(bench.asker, bench.accept(), 'consent-1');
  await bench.pass(5_000);
  expect(bench.stored() === undefined).toBe(isErased);
  expect(bench.audit.records).toMatchObject([
    { outcome: 'started' },
    { outcome: 'signed-out' },
    { outcome: 'handed-over', export: { bytes: bench.exporter.file.byteLength } },
  ]);
  await bench.pass(16 * MINUTE);
  expectNothingLeft(bench);
});

test('the card of an export says how it ended where Teams refuses the other cards', async () => {
  const refused = () => Promise.reject(new UpstreamError('chat service', 'REFUSED', { status: 400 }));
  const handedOver = createExportingBench();
  Object.assign(handedOver.files, { give: refused, withdraw: refused });
  const process = await begun(handedOver);
  await process.answer(handedOver.asker, handedOver.accept(), 'consent-1');
  await handedOver.pass(5_000);
  expect(handedOver.shows()).toBe('handed-over');
  expect([...handedOver.exports.blobs.keys()]).toEqual([]);

  const notOffered = createExportingBench();
  notOffered.files.offer = refused;
  await begun(notOffered);
  expect(notOffered.shows()).toBe('interrupted');
  expectNothingLeft(notOffered);
});

test('a file is kept, and offered later, where Teams fails for a time with 403', async () => {
  const bench = createExportingBench();
  const offer = bench.files.offer.bind(bench.files);
  const facts = { status: 403, reason: 'ServiceError' };
  bench.files.offer = () => Promise.reject(new UpstreamError('chat service', 'REFUSED', facts));
  await begun(bench).catch(() => undefined);
  expect(bench.shows()).not.toBe('interrupted');
  bench.files.offer = offer;
  await bench.pass(60_000);
  expect(bench.shows()).toBe('offered');
});

test('a file that an upload does not have is not told as handed over', async () => {
  const bench = createExportingBench();
  const process = await begun(bench);
  bench.upload.faults = ['gone'];
  await process.answer(bench.asker, bench.accept(), 'consent-1');
  await bench.pass(5_000);
  expect(bench.shows()).toBe('upload-failed');
  expect(bench.audit.records.map(({ outcome }) => outcome)).not.toContain('handed-over');
});

test('nothing of a download is left that ends after its export', async () => {
  const bench = createExportingBench();
  const { exporter } = bench;
  exporter.file = aFile(3 * PART_BYTES);
  const process = bench.start();
  const download = exporter.download.bind(exporter);
  exporter.download = (access, task, take) =>
    download(access, task, async (body) => {
      async function* endsMeanwhile() {
        let bytes = 0;
        for await (const chunk of body) {
          yield chunk;
          bytes += chunk.byteLength;
          if (bytes > PART_BYTES && bytes - chunk.byteLength <= PART_BYTES)
            await process.end(bench.key, () => true, true);
        }
      }
      await take(endsMeanwhile());
    });
  await process.begin(bench.asker, bench.connection, aRequest());
  await bench.pass(5_000);
  expect(bench.shows()).toBe('signed-out');
  expectNothingLeft(bench);
});

test('six presses at once fetch one file, and the next one can be fetched after it', async () => {
  const bench = createExportingBench();
  const process = bench.start();
  const press = () => process.begin(bench.asker, bench.connection, aRequest());
  const begun = await Promise.all(Array.from({ length: 6 }, press));
  expect(begun.toSorted()).toEqual([...Array.from({ length: 5 }, () => 'export-running'), 'exporting']);
  await bench.pass(5_000);
  expect(bench.exporter.started).toHaveLength(1);
  expect(await press()).toBe('exporting');
});

test.each(['store.write', 'jobs.send', 'jobs.sendOwned', 'record.write'])(
  'a file can be fetched at once after storage failed at %s',
  async (failing) => {
    for (const isLost of [false, true]) {
      const bench = createExportingBench();
      let faults = 1;
      const process = bench.start(async (label, call) => {
        if (label !== failing || (faults -= 1) < 0) return call();
        if (isLost) await call();
        throw new StorageUnavailableError('storage is away');
      });
      const press = () => process.begin(bench.asker, bench.connection, aRequest());
      await expect(press()).rejects.toThrow(StorageUnavailableError);
      // It may be stored nevertheless, and is fetched then.
      const isStored = isLost && failing === 'record.write';
      expect([isLost, await press()]).toEqual([isLost, isStored ? 'export-running' : 'exporting']);
      await bench.pass(5_000);
      expect(bench.exporter.started).toHaveLength(1);
    }
  },
);

test('its end is in the audit log once, although the chat fails for longer than any job is repeated', async () => {
  const bench = createExportingBench();
  const process = await begun(bench);
  await process.answer(bench.asker, bench.accept(), 'consent-1');
  bench.announcer.edit = () => Promise.reject(new UpstreamError('chat service', 'FAILED', { status: 502 }));
  await bench.pass(20 * MINUTE);
  const ends = bench.audit.records.filter(({ outcome }) => outcome !== 'started');
  expect(ends).toMatchObject([{ event: 'posts-exported', outcome: 'handed-over' }]);
  const logged = bench.log.lines.filter((line) => JSON.stringify(line).includes('"export-ended"'));
  expect(logged).toHaveLength(1);
});

test('a copy of its message does not follow an export', async () => {
  const bench = createExportingBench();
  bench.exporter.notYet = 3;
  await begun(bench, 1);
  bench.jobs.duplicate();
  await bench.pass(30_000);
  expect(bench.exporter.started).toHaveLength(1);
  expect(bench.shows()).toBe('offered');
});

test('nobody else gets the file, whatever they press', async () => {
  const bench = createExportingBench();
  const process = await begun(bench);
  const { key, person } = bench.asker;
  const other = anAsker({
    key: { ...key, personId: 'somebody-else' },
    person: { ...person, objectId: 'somebody-else' },
  });
  expect(codeOf(await process.answer(other, bench.accept(), undefined))).toBe('export-over');
  expect(codeOf(await process.answer(other, { kind: 'declined', exportId: 'id-1' }, undefined))).toBe('export-over');
  await bench.pass(1_000);
  expect(bench.upload.ranges).toEqual([]);
  expect(bench.stored()?.progress.kind).toBe('offered');
});

test('nothing is sent to a host that is not allowed', async () => {
  const bench = createExportingBench();
  const process = await begun(bench);
  await process.answer(
    bench.asker,
    bench.accept('id-1', 'https://contoso.sharepoint.com.evil.example/x?token=SECRET'),
    'consent-1',
  );
  await bench.pass(1_000);
  expect(bench.shows()).toBe('foreign-host');
  expect(bench.upload.ranges).toEqual([]);
  expectNothingLeft(bench);
  const [line] = bench.log.lines.filter(({ level }) => level === 'warn');
  expect(line?.fields).toMatchObject({
    event: 'export-upload-host-refused',
    host: 'contoso.sharepoint.com.evil.example',
  });
  expect(bench.log.text()).not.toContain('SECRET');
});

test.each([
  ['https://contoso-my.sharepoint.com/x', true],
  ['https://onedrive.1drv.com/x', true],
  ['https://a.uploads.example/x', true],
  ['http://127.0.0.1:4000/x', true],
  ['http://localhost:4000/x', false],
  ['http://contoso-my.sharepoint.com/x', false],
  ['https://contoso-my.sharepoint.com:8443/x', false],
  ['https://sharepoint.com.evil.example/x', false],
  ['https://evilsharepoint.com/x', false],
  ['https://me@contoso-my.sharepoint.com/x', false],
  ['https://evil.example\\@contoso-my.sharepoint.com/x', false],
  ['https://10.0.0.1/x', false],
  ['file:///etc/passwd', false],
  ['', false],
])('may %s be written to: %s', (url, expected) => {
  expect(mayUploadTo(url, ['sharepoint.com', '1drv.com', 'uploads.example', '127.0.0.1'])).toBe(expected);
});

test('where the OneDrive of one tenant is listed, that of another is refused', () => {
  const mayBeAt = (host: string) => mayUploadTo(`https://${host}/x`, ['contoso-my.sharepoint.com']);
  expect(['contoso-my', 'fabrikam-my', 'evil-contoso-my'].map((name) => mayBeAt(`${name}.sharepoint.com`))).toEqual([
    true,
    false,
    false,
  ]);
});

test.each([
  ['refused', [fault('REFUSED', { status: 403 })], 'refused'],
  ['gone', [fault('REFUSED', { status: 404 })], 'gone'],
  ['lost', [fault('TIMED_OUT')], 'unclear'],
  ['not understood', [fault('REFUSED', { status: 400 })], 'not-ready'],
  ['not received at first', [fault('NO_ANSWER', { unsent: true }), fault('THROTTLED', { status: 429 })], 'offered'],
  ['refused while something else runs', [fault('REFUSED', { status: 409 })], 'offered'],
])('a start that is %s is sent no more than needed', async (_, faults, shown) => {
  const bench = createExportingBench();
  bench.exporter.startFaults = [...faults];
  await begun(bench, 20);
  expect(bench.shows()).toBe(shown);
  expect(bench.exporter.started).toHaveLength(shown === 'offered' ? 2 : 1);
  if (shown !== 'offered') expectNothingLeft(bench);
});

test('a service that cannot be reached is given up after two minutes', async () => {
  const bench = createExportingBench();
  bench.exporter.startFaults = Array.from({ length: 200 }, () => fault('NO_ANSWER', { unsent: true }));
  await begun(bench, 140);
  expect(bench.shows()).toBe('not-reached');
  expect(bench.exporter.started).toEqual([]);
});

test.each(['OperationConflict', 'OrganizationTransfer'])(
  'a start that ends with %s is no missing right',
  async (reason) => {
    const bench = createExportingBench();
    bench.exporter.startFaults = Array.from({ length: 200 }, () => fault('REFUSED', { status: 409, reason }));
    await begun(bench, 140);
    const trouble = reason === 'OperationConflict' ? 'conflict' : 'transfer';
    expect(bench.announcer.cards.at(-1)?.views.at(-1)).toMatchObject({ state: 'not-ready', trouble });
    expect(bench.exporter.started.length).toBeLessThan(10);
    expectNothingLeft(bench);
  },
);

test.each([
  ['is not ready within ten minutes', { notYet: 1_000 }, 'not-ready'],
  ['is refused', { downloadFaults: [fault('REFUSED', { status: 403 })] }, 'refused'],
  ['is too large', { downloadFaults: [fault('TOO_LARGE')] }, 'too-large'],
  ['ends half-way', { downloadFaults: ['half-way' as const, 'half-way' as const] }, 'offered'],
  ['is not found yet', { downloadFaults: [fault('REFUSED', { status: 404 })] }, 'offered'],
])('a file that %s', async (_, service, shown) => {
  const bench = createExportingBench();
  bench.exporter.file = aFile(PART_BYTES + 5);
  Object.assign(bench.exporter, service);
  await begun(bench, shown === 'not-ready' ? 615 : 15);
  expect(bench.shows()).toBe(shown);
  // A record and two parts: nothing of the attempts that broke off.
  expect(bench.exports.blobs.size).toBe(shown === 'offered' ? 3 : 0);
});

test('a file is asked for no earlier than the service asks for', async () => {
  const bench = createExportingBench();
  bench.exporter.downloadFaults = [fault('THROTTLED', { status: 429, retryAfterSeconds: 120 })];
  await begun(bench, 110);
  expect(bench.exporter.downloads).toBe(1);
  await bench.pass(20_000);
  expect(bench.shows()).toBe('offered');
});

test('a file that is not found because its session was closed is not waited for', async () => {
  const bench = createExportingBench();
  bench.exporter.downloadFaults = [fault('REFUSED', { status: 404 })];
  bench.state.isExploreOpen = false;
  await begun(bench);
  expect(bench.shows()).toBe('gone');
});

test.each([
  ['lost', 'handed-over', 4],
  ['fails', 'handed-over', 4],
  ['name-taken', 'name-taken', 2],
  ['gone', 'upload-failed', 2],
  ['refused', 'upload-refused', 2],
] as const)('an upload whose second range is %s ends as %s', async (trouble, shown, ranges) => {
  const bench = createExportingBench();
  bench.exporter.file = aFile(3 * PART_BYTES);
  const process = await begun(bench);
  bench.upload.faults = ['none', trouble];
  await process.answer(bench.asker, bench.accept(), 'consent-1');
  await bench.pass(30_000);
  expect(bench.shows()).toBe(shown);
  expect(bench.upload.ranges).toHaveLength(trouble === 'lost' ? 3 : ranges);
  if (shown === 'handed-over') expect(bench.upload.content().equals(bench.exporter.file)).toBe(true);
  expectNothingLeft(bench);
});

test('an upload that never gets through is given up, and the file is erased', async () => {
  const bench = createExportingBench();
  const process = await begun(bench);
  bench.upload.put = () => Promise.reject(fault('NO_ANSWER'));
  bench.upload.progress = () => Promise.reject(fault('NO_ANSWER'));
  await process.answer(bench.asker, bench.accept(), 'consent-1');
  await bench.pass(16 * MINUTE);
  expect(bench.shows()).toBe('upload-failed');
  expectNothingLeft(bench);
});

test('an upload that does not answer is asked nothing any more once nobody is signed in', async () => {
  const bench = createExportingBench();
  const process = await begun(bench);
  let asked = 0;
  bench.upload.put = () => Promise.reject(fault('NO_ANSWER'));
  bench.upload.progress = () => {
    asked += 1;
    return Promise.reject(fault('NO_ANSWER'));
  };
  await process.answer(bench.asker, bench.accept(), 'consent-1');
  await bench.pass(10_000);
  expect(asked).toBeGreaterThan(0);
  bench.state.isSignedIn = false;
  asked = 0;
  await bench.pass(16 * MINUTE);
  expect(asked).toBe(0);
  expect(bench.shows()).toBe('signed-out');
  expectNothingLeft(bench);
});

test('logging out erases what waits', async () => {
  const bench = createExportingBench();
  const process = await begun(bench);
  await process.end(bench.key, () => true, true);
  expect(bench.shows()).toBe('signed-out');
  expectNothingLeft(bench);
});

test.each(['fetched', 'offered'] as const)(
  'a chat that is gone is shown nothing of a file that is %s, and the audit log its end',
  async (when) => {
    const bench = createExportingBench();
    bench.exporter.notYet = when === 'fetched' ? 100 : 0;
    const process = await begun(bench);
    const shown = bench.announcer.cards.flatMap(({ views }) => views).length;
    await process.end(bench.key, () => true, false);
    await process.end(bench.key, () => true, false);
    expect(bench.announcer.cards.flatMap(({ views }) => views)).toHaveLength(shown);
    expect(bench.audit.events).toEqual(['posts-exported started', 'posts-exported signed-out']);
    expect(bench.exports.blobs.size).toBe(1);
  },
);

test('the end of a file is in the audit log of a chat that is gone although its parts cannot be erased', async () => {
  const bench = createExportingBench();
  const process = await begun(bench);
  bench.exports.eraseParts = () => Promise.reject(new StorageUnavailableError('storage is away'));
  await expect(process.end(bench.key, () => true, false)).rejects.toThrow(StorageUnavailableError);
  expect(bench.audit.events).toEqual(['posts-exported started', 'posts-exported signed-out']);
});

test('an export stops where nobody is signed in any more', async () => {
  const bench = createExportingBench();
  bench.exporter.notYet = 5;
  await begun(bench, 1);
  bench.state.isSignedIn = false;
  await bench.pass(30_000);
  expect(bench.shows()).toBe('signed-out');
  expectNothingLeft(bench);
});

test('of two copies of the job the file of one is offered, and the other leaves nothing', async () => {
  const bench = createExportingBench();
  bench.exporter.file = aFile(PART_BYTES + 5);
  bench.exporter.notYet = 1;
  const process = bench.start();
  await process.begin(bench.asker, bench.connection, aRequest());
  await bench.pass(1_000);
  const { signal } = new AbortController();
  const copy = process.follow({ kind: 'export', key: bench.key, exportId: 'id-1' }, signal);
  await bench.pass(20_000);
  await copy;
  expect(bench.exporter.started).toHaveLength(1);
  expect(bench.exports.blobs.size).toBe(3);
  await process.answer(bench.asker, bench.accept(), [...bench.files.offered.keys()].at(-1));
  await bench.pass(5_000);
  expect(bench.upload.content().equals(bench.exporter.file)).toBe(true);
  expect(bench.exports.blobs.size).toBe(0);
});

describe('a session that an export reads from', () => {
  async function reading() {
    const bench = createExportingBench();
    bench.exporter.notYet = 2;
    await rememberOpen(bench.store, bench.key, { id: 'explore-1', at: 0, signInId: bench.session.signInId });
    await begun(bench, 1);
    return bench;
  }
  const done = (bench: ExportingBench, id: string) => stopExplore(bench, bench.connection, id);
  const isKnown = (bench: ExportingBench): boolean =>
    findOpen(bench.store.stateOf(bench.key), 'explore-1') !== undefined;

  test('is stopped only afterwards, and known to be open until then', async () => {
    const bench = await reading();
    await done(bench, 'explore-1');
    await done(bench, 'another');
    expect(bench.stopped).toEqual(['another']);
    expect(isKnown(bench)).toBe(true);
    await bench.pass(20_000);
    expect(bench.shows()).toBe('offered');
    expect(bench.stopped).toEqual(['another', 'explore-1']);
    expect(isKnown(bench)).toBe(false);
    expect(bench.log.text()).not.toContain('explore-session-not-stopped');
  });

  test('stays known where it could not be stopped then', async () => {
    const bench = await reading();
    await done(bench, 'explore-1');
    bench.stopFaults.push(fault('FAILED', { status: 503 }));
    await bench.pass(20_000);
    expect(bench.shows()).toBe('offered');
    expect(isKnown(bench)).toBe(true);
  });

  test('is not stopped between its steps', async () => {
    const bench = createExportingBench();
    await rememberOpen(bench.store, bench.key, { id: 'explore-1', at: 0, signInId: bench.session.signInId });
    bench.exporter.startFaults = [fault('THROTTLED', { status: 429, retryAfterSeconds: 30, unsent: true })];
    await begun(bench, 5);
    expect(bench.exporter.started).toHaveLength(0);
    await done(bench, 'explore-1');
    await bench.pass(60_000);
    expect(bench.shows()).toBe('offered');
    expect(bench.stopped).toEqual(['explore-1']);
  });

  test('is stopped with the token of before where the sign-in is over by then', async () => {
    const bench = await reading();
    await done(bench, 'explore-1');
    bench.state.isSignedIn = false;
    await bench.pass(20_000);
    expect(bench.shows()).toBe('signed-out');
    expect(bench.stopped).toEqual(['explore-1']);
  });

  test('is stopped at once where a person stops what runs in it', async () => {
    const bench = await reading();
    await bench.connection.call((access) => bench.explorer.stop(access, 'explore-1'));
    expect(bench.stopped).toEqual(['explore-1']);
  });
});

test('one export is prepared at a time', async () => {
  const bench = createExportingBench();
  bench.exporter.notYet = 5;
  const process = await begun(bench, 1);
  expect(await process.begin(bench.asker, bench.connection, aRequest())).toBe('export-running');
});

test('nothing is exported without its audit entry, which says so where it is stored later', async () => {
  const bench = createExportingBench({ auditRequired: true });
  bench.audit.unavailable = true;
  expect(await bench.start().begin(bench.asker, bench.connection, aRequest())).toBe('export-unaudited');
  expect(bench.jobs.sent).toEqual([]);
  expect(bench.audit.records).toMatchObject([{ event: 'posts-exported', outcome: 'not-started' }]);
});

test('the sweep erases what no job has', async () => {
  const bench = createExportingBench();
  const process = await begun(bench);
  bench.jobs.handle({});
  await bench.clock.advance(60 * MINUTE);
  expect(await process.sweep(new AbortController().signal)).toBe(0);
  await bench.clock.advance(90 * MINUTE);
  expect(await process.sweep(new AbortController().signal)).toBe(2);
  expect(bench.exports.blobs.size).toBe(0);
});

const TWO_PARTS = aFile(PART_BYTES + 5);

/** Kills a process at its n-th effect and lets another one go on. */
async function diesAt(call: number, when: 'before' | 'after'): Promise<string | undefined> {
  const bench = createExportingBench();
  bench.exporter.file = TWO_PARTS;
  bench.exporter.notYet = 1;
  const death = dyingAt(call, when);
  const first = bench.start(death.around);
  await first.begin(bench.asker, bench.connection, aRequest()).catch(() => undefined);
  let hasAnswered = false;
  for (let step = 0; step < 100; step += 1) {
    if (death.at() !== undefined && bench.runs === 1) {
      bench.jobs.abandon(new Error('died'));
      bench.start();
    }
    await bench.pass(step < 70 ? 1_000 : 60_000);
    const offered = [...bench.files.offered.keys()].at(-1);
    if (offered !== undefined && !hasAnswered) {
      hasAnswered = true;
      const process = bench.runs === 1 ? first : bench.start();
      await process.answer(bench.asker, bench.accept(), offered).catch(() => (hasAnswered = false));
    }
    if (step > 70 && bench.exports.blobs.size === 0 && bench.jobs.queued.length === 0) break;
  }
  const what = `${when} ${call}: ${death.at()}`;
  // The posts were requested once, or the person was told that this is unknown.
  expect([what, bench.exporter.started.length <= 1]).toEqual([what, true]);
  expect([what, [...bench.exports.blobs.keys()]]).toEqual([what, []]);
  expect([what, [...bench.files.offered.keys()].filter((_, at) => at === 0 && bench.files.offers === 1)]).toEqual([
    what,
    [],
  ]);
  const last = bench.shows();
  const started = bench.announcer.cards.length > 0;
  expect([what, started ? ['handed-over', 'unclear'].includes(last ?? '') : true]).toEqual([what, true]);
  if (last === 'handed-over') {
    expect([what, bench.upload.content().equals(bench.exporter.file)]).toEqual([what, true]);
    expect([what, bench.files.given.length >= 1]).toEqual([what, true]);
  }
  return death.at();
}

test.each(['before', 'after'] as const)(
  'a process that dies %s any of its effects leaves nothing behind and sends nothing twice',
  async (when) => {
    let call = 1;
    while ((await diesAt(call, when)) !== undefined) call += 1;
    expect(call).toBeGreaterThan(20);
  },
  120_000,
);

test('the address of an upload is a secret', () => {
  expect(UPLOAD_URL).toContain('SECRET');
});
