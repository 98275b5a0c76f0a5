/** Starts an export at the service, and fetches the file once it is ready. */
import { StorageUnavailableError, UpstreamError } from '../../core/errors.ts';
import { BACK_OFF, backOffMilliseconds } from '../../core/retry.ts';
import type { PersonKey } from '../../core/person.ts';
import {
  FETCH_MILLISECONDS,
  PART_BYTES,
  type Exported,
  type ExportOutcome,
  type ExportProgress,
  type FileExport,
} from '../state/export.ts';
import { troubleOf, type Trouble } from '../backups/service-error.ts';
import type { Access } from '../state/ports.ts';
import type { Connection } from '../access/service-access.ts';
import { SessionRefusedError } from '../access/session-work.ts';
import type { ExportStore, PartName } from './ports.ts';
import { rememberRefusal } from './refusals.ts';
import { advance, change, end, from, type ExportAt, type ExportPorts, type ExportRun } from './run.ts';

type Next = Promise<FileExport | undefined>;

/** How long the service may be unreachable before the export is given up. */
const REACH_MILLISECONDS = 120_000;

/**
 * Sends the start once, which for an item is the download itself: it is stored before, and not sent again where its
 * response was lost.
 */
export async function start(ports: ExportPorts, run: ExportRun, present: ExportAt<'planned'>): Next {
  const { exporter, clock, log } = ports;
  const { exploreId, what } = present;
  const connection = await ports.access.connectFor(run.key, present);
  if (connection === undefined) return end(ports, run, 'signed-out');
  const { echoes, entry } = present.progress;
  const claimed = await advance(ports, run, 'planned', () => ({ kind: 'starting', echoes, entry }));
  if (claimed?.progress.kind !== 'starting') return claimed;
  const sent = await connection
    .call(async (access): Promise<ExportProgress> => {
      if (what.kind === 'item') return save(ports, run, present, access);
      const taskId = await exporter.start(access, { exploreId, ...what, echoes });
      return { kind: 'waiting', taskId, at: clock.now() };
    })
    .catch((error: unknown) => {
      run.signal.throwIfAborted();
      if (error instanceof SessionRefusedError || error instanceof UpstreamError) return error;
      throw error;
    });
  if (!(sent instanceof Error)) {
    const store = () => advance(ports, run, 'starting', () => sent);
    return ports.retryWhileStorageUnavailable('the start of an export', run.id, store);
  }
  log.warn({ event: 'export-not-started', reference: run.id, error: sent }, 'an export could not be started');
  if (sent instanceof SessionRefusedError) return end(ports, run, 'signed-out');
  const isUnsent = sent.unsent || sent.code === 'THROTTLED';
  if (!isUnsent) {
    const outcome = outcomeOf(sent, what);
    // Before the card says so.
    if (outcome === 'refused' && what.kind === 'item') {
      await rememberRefusal(ports.store, run.key, connection.session, what.workload);
    }
    return end(ports, run, outcome);
  }
  if (clock.now() - present.startedAt > REACH_MILLISECONDS) return end(ports, run, 'not-reached');
  const planned = await advance(ports, run, 'starting', () => ({ kind: 'planned', echoes, entry }));
  await clock.sleep(Math.max(BACK_OFF.upstream.firstMilliseconds, (sent.retryAfterSeconds ?? 0) * 1_000), run.signal);
  return planned;
}

/** Of an item anything but a missing right says nothing about others. */
function outcomeOf(error: UpstreamError, { kind }: Exported): ExportOutcome {
  if (error.code === 'TOO_LARGE') return 'too-large';
  if (error.transient) return 'unclear';
  const trouble = troubleOf(error);
  if (trouble === 'not-found') return 'gone';
  return kind !== 'item' || isDenied(trouble) ? 'refused' : 'not-ready';
}

const isDenied = (trouble: Trouble): boolean => trouble === 'access-denied' || trouble === 'restore-only';

/** Downloads an item. @throws UpstreamError, StorageUnavailableError */
async function save(
  { explorer, exports, clock, newId }: ExportPorts,
  { key, id, signal }: ExportRun,
  { exploreId, what, progress: { entry } }: ExportAt<'planned'>,
  access: Access,
): Promise<ExportProgress> {
  if (what.kind !== 'item' || entry === undefined) throw new Error('There is no item.');
  // Of each attempt its own.
  const batch = newId();
  const parts = partsOf(exports, key, { exportId: id, batch });
  const request = { exploreId, workload: what.workload, entry };
  await parts.taken((take) => explorer.save(access, request, take, signal));
  // There is nothing to hand over, and nothing says why.
  if (parts.bytes === 0) throw new UpstreamError('backup service', 'MALFORMED');
  return { kind: 'offered', at: clock.now(), file: { batch, bytes: parts.bytes } };
}

/** Asks until the file is there. Nothing tells how far the service is, so that a refusal of the file means "not yet". */
export async function fetchFile(ports: ExportPorts, run: ExportRun, present: ExportAt<'waiting'>): Next {
  const { exports, clock, newId } = ports;
  const giveUpAt = present.progress.at + FETCH_MILLISECONDS;
  for (let attempt = 1; ; attempt += 1) {
    run.signal.throwIfAborted();
    const connection = await ports.access.connectFor(run.key, present);
    if (connection === undefined) return end(ports, run, 'signed-out');
    const batch = newId();
    const result = await download(ports, run, present, { connection, batch });
    if (typeof result === 'number') {
      const file = { batch, bytes: result };
      const { changed, present: now } = await change(
        ports,
        run,
        from('waiting', () => ({ kind: 'offered', at: clock.now(), file })),
      );
      // Of attempts that broke off; or a copy of the job was faster, and its file is the one that is offered.
      await exports.eraseParts(run.key, run.id, changed ? { keep: batch } : { only: batch });
      return now;
    }
    await exports.eraseParts(run.key, run.id, { only: batch });
    if (result !== 'not-ready') return end(ports, run, result);
    const wait = backOffMilliseconds(BACK_OFF.upstream, attempt);
    if (clock.now() + wait > giveUpAt) return end(ports, run, 'not-ready');
    await clock.sleep(wait, run.signal);
  }
}

/** @returns the length of the file, in parts of which each is stored @throws StorageUnavailableError */
async function download(
  { exporter, exports, explorer, log }: ExportPorts,
  { key, id, signal }: ExportRun,
  present: ExportAt<'waiting'>,
  { connection, batch }: { readonly connection: Connection; readonly batch: string },
): Promise<number | ExportOutcome> {
  const { exploreId, what, progress } = present;
  if (what.kind === 'item') throw new Error('Only posts are waited for.');
  const task = { exploreId, ...what, taskId: progress.taskId, ofPosts: what.posts !== undefined };
  const parts = partsOf(exports, key, { exportId: id, batch });
  try {
    const result = await connection.call((access) =>
      parts.taken((take) => exporter.download(access, task, take, signal)),
    );
    return result === 'ready' && parts.bytes > 0 ? parts.bytes : 'not-ready';
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SessionRefusedError) return 'signed-out';
    if (!(error instanceof UpstreamError)) throw error;
    log.info({ event: 'export-not-fetched', reference: id, error }, 'the file of an export could not be fetched');
    if (error.code === 'TOO_LARGE') return 'too-large';
    const trouble = troubleOf(error);
    if (trouble === 'not-found') return (await isOpen(explorer, connection, present)) ? 'not-ready' : 'gone';
    return isDenied(trouble) ? 'refused' : 'not-ready';
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

/** Stores the parts of a file as they come. */
function partsOf(exports: ExportStore, key: PersonKey, name: Omit<PartName, 'index'>) {
  const parts = {
    bytes: 0,
    /** @throws StorageUnavailableError where a part could not be stored, whatever the download makes of it */
    async taken<T>(work: (take: (body: AsyncIterable<Uint8Array>) => Promise<void>) => Promise<T>): Promise<T> {
      let storageError: StorageUnavailableError | undefined;
      const write = async (content: Uint8Array, index: number): Promise<void> => {
        await exports.writePart(key, { ...name, index }, content).catch((error: unknown) => {
          if (error instanceof StorageUnavailableError) storageError = error;
          throw error;
        });
      };
      const take = async (body: AsyncIterable<Uint8Array>): Promise<void> => {
        parts.bytes = await inParts(body, write);
      };
      return work(take).catch((error: unknown) => {
        throw storageError ?? error;
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
