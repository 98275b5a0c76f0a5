/** Offers the file to the person who asked for it, and uploads it to where they allowed it (Teams' file consent). */
import { onUpstreamError, UpstreamError } from '../../core/errors.ts';
import { isLoopback, isOrIsUnder, parseUnambiguousUrl } from '../../core/net.ts';
import { readState } from '../../durable/record.ts';
import { BACK_OFF, backOffMilliseconds, orRetryAfter } from '../../core/retry.ts';
import { sendDue } from '../../durable/due-job.ts';
import {
  dueAtOf,
  FETCH_MILLISECONDS,
  PART_BYTES,
  type ExportOutcome,
  type ExportProgress,
  type FileExport,
} from '../state/export.ts';
import type { Connection } from '../access/service-access.ts';
import { SessionRefusedError } from '../access/session-work.ts';
import type { UploadAnswer } from './ports.ts';
import {
  advance,
  auditRecord,
  end,
  permitted,
  showExport,
  withoutCard,
  type ExportAt,
  type ExportPorts,
  type ExportRun,
} from './run.ts';

type Next = Promise<FileExport | undefined>;

/** The job that reminds is sent before the card that waits for an answer. @returns undefined: the answer starts a new run */
export async function offer(ports: ExportPorts, run: ExportRun, present: ExportAt<'offered'>): Next {
  const { files, clock } = ports;
  const { key, id } = run;
  const { progress, address, name, what } = present;
  if (progress.consentId !== undefined) return undefined;
  const now = clock.now();
  await sendDue(ports, { kind: 'export-due', key, exportId: id, dueAt: dueAtOf(present) });
  const { bytes } = progress.file;
  const card = { exportId: id, name, what, bytes, at: now };
  const delivery = await files.offer(address, key, card).catch(withoutCard(ports, run));
  if (delivery === undefined) return end(ports, run, 'interrupted');
  if (delivery.kind === 'unreachable') return end(ports, run, 'expired');
  const { cardId: consentId } = delivery;
  // A press may have been faster.
  const withCard = <P extends object>(offered: P) => ({ ...offered, consentId });
  const offered = await advance(ports, run, 'offered', withCard);
  if (offered?.progress.kind === 'accepted') return advance(ports, run, 'accepted', withCard);
  if (offered?.progress.kind === 'ended') return advance(ports, run, 'ended', withCard);
  if (offered !== undefined) await showExport(ports, run, offered);
  return undefined;
}

/** Where the file may go: https at these hosts and those under them, or http on a loopback host that is listed. */
export function mayUploadTo(uploadUrl: string, allowedHosts: readonly string[]): boolean {
  const url = parseUnambiguousUrl(uploadUrl);
  if (url === undefined) return false;
  const { protocol, hostname, port } = url;
  if (protocol === 'http:') return isLoopback(hostname) && allowedHosts.includes(hostname);
  return protocol === 'https:' && port === '' && allowedHosts.some((host) => isOrIsUnder(hostname, host));
}

/** From where another run stopped, if one did: the upload itself says what is missing. */
export async function upload(ports: ExportPorts, run: ExportRun, present: ExportAt<'accepted'>): Next {
  const { progress } = present;
  const giveUpAt = progress.at + FETCH_MILLISECONDS;
  let answer: UploadAnswer | ExportOutcome = { kind: 'missing', from: 0 };
  if (progress.begun === true) {
    answer = await ask(ports, run, present, giveUpAt);
  } else {
    const begun = await advance(ports, run, 'accepted', (accepted) => ({ ...accepted, begun: true }));
    if (begun?.progress.kind !== 'accepted') return begun;
    await showExport(ports, run, begun);
  }
  const outcome = await sendRanges(ports, run, answer, giveUpAt);
  if (outcome === undefined) return latest(ports, run);
  const ended = await end(ports, run, outcome);
  const isSaid = ended?.progress.kind === 'ended' && ended.progress.outcome === outcome;
  if (outcome !== 'handed-over' || isSaid) return ended;
  // It was ended, or erased, while its last range was on the way: whoever did that says so, and that it has left is said here.
  ports.audit.record(auditRecord(run.key, present, outcome, progress.file.bytes));
  return undefined;
}

const latest = async ({ exports }: ExportPorts, { key, id }: ExportRun): Next =>
  (await readState(exports.record(id), key)).state;

/** Ranges that a working upload never needs, for one that asks for the same again and again. */
const SPARE_RANGES = 20;

/** @returns undefined where something else has ended it before all of it had arrived */
async function sendRanges(
  ports: ExportPorts,
  run: ExportRun,
  first: UploadAnswer | ExportOutcome,
  giveUpAt: number,
): Promise<ExportOutcome | undefined> {
  let answer = first;
  for (let sent = 0; ; sent += 1) {
    if (typeof answer === 'string') return answer;
    // It has left, whatever has become of the export and of the right to it.
    if (answer.kind === 'complete') return 'handed-over';
    run.signal.throwIfAborted();
    const present = await latest(ports, run);
    if (present?.progress.kind !== 'accepted') return undefined;
    const connection = await permitted(ports, run, present);
    if (typeof connection === 'string') return connection;
    const { file } = present.progress;
    switch (answer.kind) {
      case 'name-taken':
        return 'name-taken';
      case 'refused':
        ports.log.warn(
          { event: 'export-upload-refused', reference: run.id, status: answer.status },
          'the place that Teams named for a file refused it',
        );
        return 'upload-refused';
      case 'gone':
        return 'upload-failed';
      case 'there':
        answer = await ask(ports, run, present as ExportAt<'accepted'>, giveUpAt);
        if (typeof answer !== 'string' && answer.kind === 'there') return 'upload-failed';
        continue;
      case 'missing': {
        if (sent > Math.ceil(file.bytes / PART_BYTES) * 2 + SPARE_RANGES) return 'upload-failed';
        answer = await sendRange(
          ports,
          run,
          { present: present as ExportAt<'accepted'>, connection },
          answer.from,
          giveUpAt,
        );
      }
    }
  }
}

async function sendRange(
  ports: ExportPorts,
  run: ExportRun,
  { present, connection }: { readonly present: ExportAt<'accepted'>; readonly connection: Connection },
  from: number,
  giveUpAt: number,
): Promise<UploadAnswer | ExportOutcome> {
  const { exports, upload: uploads } = ports;
  let sent = present;
  const { uploadUrl, file, last } = present.progress;
  if (from >= file.bytes) return { kind: 'gone' };
  const index = Math.floor(from / PART_BYTES);
  const part = await exports.readPart(run.key, { exportId: run.id, batch: file.batch, index });
  const content = part?.subarray(from - index * PART_BYTES);
  if (content === undefined || content.byteLength === 0) return 'interrupted';
  if (from + content.byteLength >= file.bytes && last !== true) {
    const stored = await advance(ports, run, 'accepted', (accepted) => ({ ...accepted, last: true }));
    // Ended meanwhile: the next round finds out.
    if (stored?.progress.kind !== 'accepted') return { kind: 'missing', from };
    sent = stored as ExportAt<'accepted'>;
  }
  const range = { content, from, total: file.bytes };
  try {
    return await whileOpen(connection, run, (signal) => uploads.put(uploadUrl, range, signal));
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    noteFailure(ports, run, error);
    // Whether it arrived is unknown.
    return ask(ports, run, sent, giveUpAt, error);
  }
}

/** The end of the session cuts it off. @throws what `call` throws */
const whileOpen = <T>(
  connection: Connection,
  run: ExportRun,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T | 'signed-out'> =>
  connection
    .call(({ signal: over }) => call(over === undefined ? run.signal : AbortSignal.any([run.signal, over])))
    .catch((error: unknown) => {
      if (error instanceof SessionRefusedError) return 'signed-out';
      throw error;
    });

function noteFailure({ log }: ExportPorts, { id: reference, signal }: ExportRun, error: UpstreamError): void {
  signal.throwIfAborted();
  log.info({ event: 'export-upload-retried', reference, error }, 'a range of a file could not be uploaded');
}

/**
 * What is missing, as soon as the upload answers. That it has ended proves that all has arrived only here, after the last range
 * was sent: an upload session is over once its file is complete.
 *
 * @param before why the call before failed @returns an outcome where the export may not go on
 */
async function ask(
  ports: ExportPorts,
  run: ExportRun,
  present: ExportAt<'accepted'>,
  giveUpAt: number,
  before?: UpstreamError,
): Promise<UploadAnswer | ExportOutcome> {
  const { uploadUrl, last } = present.progress;
  const { upload: uploads, clock } = ports;
  let error = before;
  for (let failures = before === undefined ? 0 : 1; ; failures += 1) {
    if (error !== undefined) {
      const wait = orRetryAfter(backOffMilliseconds(BACK_OFF.upstream, failures), error);
      if (clock.now() + wait > giveUpAt) return { kind: 'gone' };
      await clock.sleep(wait, run.signal);
    }
    const connection = await permitted(ports, run, present);
    if (typeof connection === 'string') return connection;
    const answer = await whileOpen(connection, run, (signal) => uploads.progress(uploadUrl, signal)).catch(
      onUpstreamError((failure) => {
        noteFailure(ports, run, failure);
        error = failure;
        return undefined;
      }),
    );
    if (typeof answer === 'object' && answer.kind === 'gone' && last === true) return { kind: 'complete' };
    if (answer !== undefined) return answer;
  }
}

/** Whoever allows the file says where it goes. */
export const acceptedBy = (
  offered: Extract<ExportProgress, { kind: 'offered' }>,
  { uploadUrl, target }: Pick<Extract<ExportProgress, { kind: 'accepted' }>, 'uploadUrl' | 'target'>,
  consentId: string | undefined,
  now: number,
): ExportProgress => ({
  kind: 'accepted',
  at: now,
  file: offered.file,
  consentId: consentId ?? offered.consentId,
  uploadUrl,
  target,
});
