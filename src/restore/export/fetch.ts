/** Starts an export at the service, and fetches the file once it is ready. */
import { onUpstreamError, StorageUnavailableError, UpstreamError } from '../../core/errors.ts';
import { BACK_OFF, backOffMilliseconds, orRetryAfter } from '../../core/retry.ts';
import { readState } from '../../durable/record.ts';
import { isCopy } from '../../durable/start-job.ts';
import { stopExplore } from '../explore/explore-session.ts';
import { FETCH_MILLISECONDS, PART_BYTES, type ExportOutcome, type FileExport } from '../state/export.ts';
import { troubleOf } from '../backups/service-error.ts';
import type { Connection } from '../access/service-access.ts';
import { SessionRefusedError } from '../access/session-work.ts';
import { passFile } from './approval.ts';
import { rememberRefusal } from './refusals.ts';
import {
  advance,
  change,
  end,
  from,
  isBusy,
  permitted,
  refusalOf,
  waitToRepeat,
  type ExportAt,
  type ExportPorts,
  type ExportRun,
} from './run.ts';

type Next = Promise<FileExport | undefined>;

/** How long the service may be unreachable before the export is given up. */
const REACH_MILLISECONDS = 120_000;

/**
 * To the end of the download. The person may go on to other data meanwhile, or sign in again, which closes what they had opened:
 * the session is kept until then.
 *
 * @returns the export as it is then
 */
export function fetched(ports: ExportPorts, run: ExportRun, first: FileExport, messageId: string | undefined): Next {
  const { key, signal } = run;
  const { exploreId } = first;
  const work = async (): Next => {
    let present: FileExport | undefined = first;
    while (present !== undefined && !isCopy(present, messageId)) {
      signal.throwIfAborted();
      const { kind }: FileExport['progress'] = present.progress;
      if (kind === 'planned') present = await start(ports, run, present as ExportAt<typeof kind>);
      else if (kind === 'waiting') present = await fetchFile(ports, run, present as ExportAt<typeof kind>);
      else break;
    }
    return present;
  };
  return ports.sessionsInUse.keepWhile(exploreId, work, async (stop) => {
    // Another process goes on.
    if (signal.aborted) return;
    const connection = await ports.access.connectFor(key, first).catch(() => undefined);
    await (connection === undefined
      ? stop().catch(onUpstreamError(() => undefined))
      : stopExplore(ports, connection, exploreId));
  });
}

/**
 * Sends the start once, which for an item is the download itself: it is stored before, and not sent again where its
 * response was lost.
 */
async function start(ports: ExportPorts, run: ExportRun, present: ExportAt<'planned'>): Next {
  const { exporter, clock, log } = ports;
  const { exploreId, what } = present;
  const connection = await permitted(ports, run, present);
  if (typeof connection === 'string') return end(ports, run, connection);
  const { echoes, entry } = present.progress;
  const passage = await passFile(ports, run, present);
  if (passage.kind !== 'passed') return end(ports, run, passage.kind === 'refused' ? passage.trouble : 'second-void');
  const claim = from('planned', () => ({ kind: 'starting', echoes, entry }));
  const { changed, present: claimed } = await change(ports, run, claim);
  if (!changed) return claimed;
  const begin = async (): Promise<FileExport | undefined> => {
    if (what.kind === 'item') return save(ports, run, present, connection);
    const taskId = await connection.call((access) => exporter.start(access, { exploreId, ...what, echoes }));
    const waiting = { kind: 'waiting', taskId, at: clock.now() } as const;
    const store = () => advance(ports, run, 'starting', () => waiting);
    return ports.retryWhileStorageUnavailable('the start of an export', run.id, store);
  };
  const sent = await begin().catch((error: unknown) => {
    run.signal.throwIfAborted();
    if (error instanceof SessionRefusedError || error instanceof UpstreamError) return error;
    throw error;
  });
  if (!(sent instanceof Error)) return sent;
  log.warn({ event: 'export-not-started', reference: run.id, error: sent }, 'an export could not be started');
  if (sent instanceof SessionRefusedError) return end(ports, run, 'signed-out');
  const isUnsent = sent.unsent || sent.code === 'THROTTLED';
  const { outcome, trouble } = refusalOf(sent);
  if (isUnsent || isBusy(sent)) {
    const planned = await advance(ports, run, 'starting', () => ({ kind: 'planned', echoes, entry }));
    const until = present.startedAt + REACH_MILLISECONDS;
    if (await waitToRepeat(ports, run, sent, { backOff: BACK_OFF.upstream, until })) return planned;
    return isUnsent ? end(ports, run, 'not-reached') : end(ports, run, outcome, trouble);
  }
  if (sent.transient && outcome !== 'too-large') return end(ports, run, 'unclear');
  if (outcome !== 'refused') return end(ports, run, outcome, trouble);
  // Before the card says so.
  if (what.kind === 'item') await rememberRefusal(ports.store, run.key, connection.session, what.workload);
  // That the right is missing, which the trouble alone does not say.
  return end(ports, run, outcome);
}

/** Downloads an item. @throws UpstreamError, SessionRefusedError, StorageUnavailableError */
function save(
  ports: ExportPorts,
  run: ExportRun,
  { exploreId, what, progress }: ExportAt<'planned'>,
  connection: Connection,
): Next {
  const { entry } = progress;
  if (what.kind !== 'item' || entry === undefined) throw new Error('There is no item.');
  const request = { exploreId, workload: what.workload, entry };
  const work = async (parts: Parts): Promise<'ready'> => {
    await connection.call((access) => parts.taken((take) => ports.explorer.save(access, request, take, run.signal)));
    // There is nothing to hand over, and nothing says why.
    if (parts.bytes === 0) throw new UpstreamError('backup service', 'MALFORMED');
    return 'ready';
  };
  return takeFile(ports, run, 'starting', work).then(({ present }) => present);
}

/** Asks until the file is there. Nothing tells how far the service is, so that a refusal of the file means "not yet". */
async function fetchFile(ports: ExportPorts, run: ExportRun, present: ExportAt<'waiting'>): Next {
  const { clock } = ports;
  const giveUpAt = present.progress.at + FETCH_MILLISECONDS;
  for (let attempt = 1; ; attempt += 1) {
    run.signal.throwIfAborted();
    const connection = await permitted(ports, run, present);
    if (typeof connection === 'string') return end(ports, run, connection);
    let wait = backOffMilliseconds(BACK_OFF.upstream, attempt);
    const onError = (error: UpstreamError): void => {
      wait = orRetryAfter(wait, error);
    };
    const { result, present: now } = await takeFile(ports, run, 'waiting', (parts) =>
      download(ports, run, present, { connection, parts, onError }),
    );
    if (result === 'ready') return now;
    if (result !== 'not-ready') return end(ports, run, result);
    if (clock.now() + wait > giveUpAt) return end(ports, run, 'not-ready');
    await clock.sleep(wait, run.signal);
  }
}

/** @throws StorageUnavailableError */
async function download(
  { exporter, explorer, log }: ExportPorts,
  { id, signal }: ExportRun,
  present: ExportAt<'waiting'>,
  {
    connection,
    parts,
    onError,
  }: { readonly connection: Connection; readonly parts: Parts; readonly onError: (error: UpstreamError) => void },
): Promise<'ready' | ExportOutcome> {
  const { exploreId, what, progress } = present;
  if (what.kind === 'item') throw new Error('Only posts are waited for.');
  const task = { exploreId, ...what, taskId: progress.taskId, ofPosts: what.posts !== undefined };
  try {
    const result = await connection.call((access) =>
      parts.taken((take) => exporter.download(access, task, take, signal)),
    );
    return result === 'ready' && parts.bytes > 0 ? 'ready' : 'not-ready';
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SessionRefusedError) return 'signed-out';
    if (!(error instanceof UpstreamError)) throw error;
    log.info({ event: 'export-not-fetched', reference: id, error }, 'the file of an export could not be fetched');
    onError(error);
    const { outcome } = refusalOf(error);
    return outcome === 'gone' && (await isOpen(explorer, connection, present)) ? 'not-ready' : outcome;
  }
}

/** Whether the session still exists: without it nobody prepares the file. */
async function isOpen(
  explorer: ExportPorts['explorer'],
  connection: Connection,
  { exploreId }: FileExport,
): Promise<boolean> {
  try {
    const session = await connection.call((access) => explorer.session(access, exploreId));
    return session.state === 'working';
  } catch (error) {
    return !(error instanceof UpstreamError && troubleOf(error) === 'not-found');
  }
}

type Parts = ReturnType<typeof partsOf>;

/** The export has ended, so that nobody wants its file any more. */
class ExportEndedError extends Error {
  override readonly name = 'ExportEndedError';
  readonly code = 'EXPORT_ENDED';
}

/**
 * Owns the parts of a download until the stored record names them, and erases them otherwise, whatever happens.
 *
 * @param from the progress that the file follows
 * @returns what `work` said, and the export as it is then
 */
async function takeFile<Result extends string>(
  ports: ExportPorts,
  run: ExportRun,
  kind: 'starting' | 'waiting',
  work: (parts: Parts) => Promise<Result>,
): Promise<{ readonly result: Result | 'ready'; readonly present: FileExport | undefined }> {
  const { exports, clock, newId, retryWhileStorageUnavailable, log } = ports;
  const { key, id } = run;
  const batch = newId();
  const parts = partsOf(ports, run, kind, batch);
  let isNamed = false;
  try {
    const result = await work(parts);
    if (result !== 'ready') return { result, present: undefined };
    const offered = from(kind, () => ({ kind: 'offered', at: clock.now(), file: { batch, bytes: parts.bytes } }));
    const store = () => change(ports, run, offered);
    const { present } = await retryWhileStorageUnavailable('the file of an export', id, store);
    isNamed = present !== undefined && 'file' in present.progress && present.progress.file.batch === batch;
    return { result, present };
  } catch (error) {
    if (!(error instanceof ExportEndedError)) throw error;
    return { result: 'ready', present: undefined };
  } finally {
    // Where they are named: those of attempts that broke off.
    await exports.eraseParts(key, id, isNamed ? { keep: batch } : { only: batch }).catch((error: unknown) => {
      log.warn(
        { event: 'export-parts-not-erased', reference: id, error },
        'parts of a file are erased when its export is due',
      );
    });
  }
}

/** Stores the parts of a file as they come, while its export goes on. */
function partsOf(
  { exports }: ExportPorts,
  { key, id: exportId }: ExportRun,
  kind: 'starting' | 'waiting',
  batch: string,
) {
  const parts = {
    bytes: 0,
    /** @throws StorageUnavailableError where a part could not be stored, whatever the download makes of it; ExportEndedError */
    async taken<T>(work: (take: (body: AsyncIterable<Uint8Array>) => Promise<void>) => Promise<T>): Promise<T> {
      let ownError: StorageUnavailableError | ExportEndedError | undefined;
      const write = async (content: Uint8Array, index: number): Promise<void> => {
        try {
          const { state } = await readState(exports.record(exportId), key);
          if (state?.progress.kind !== kind) throw new ExportEndedError('The export has ended.');
          await exports.writePart(key, { exportId, batch, index }, content);
        } catch (error) {
          if (error instanceof StorageUnavailableError || error instanceof ExportEndedError) ownError = error;
          throw error;
        }
      };
      const take = async (body: AsyncIterable<Uint8Array>): Promise<void> => {
        parts.bytes = await inParts(body, write);
      };
      return work(take).catch((error: unknown) => {
        throw ownError ?? error;
      });
    },
  };
  return parts;
}

/** Calls `write` for each part as soon as it is full. @returns the length of all */
async function inParts(
  body: AsyncIterable<Uint8Array>,
  write: (content: Uint8Array, index: number) => Promise<void>,
): Promise<number> {
  let written = 0;
  let bytes = 0;
  let waiting: Uint8Array[] = [];
  const writeOne = async (all: Buffer): Promise<Buffer> => {
    await write(all.subarray(0, PART_BYTES), written);
    written += 1;
    return all.subarray(PART_BYTES);
  };
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    waiting.push(chunk);
    if (bytes - written * PART_BYTES < PART_BYTES) continue;
    let rest: Buffer = Buffer.concat(waiting);
    while (rest.byteLength >= PART_BYTES) rest = await writeOne(rest);
    waiting = [rest];
  }
  const rest = Buffer.concat(waiting);
  if (rest.byteLength > 0) await writeOne(rest);
  return bytes;
}
