/**
 * A file that somebody else approves before it is fetched. It may wait for a day: nothing is open for it at the service, and other
 * files are fetched meanwhile. Once it is approved, it waits for its person's sign-in and for the file that is being fetched; from
 * then on it is as any other.
 */
import { HOUR } from '../../core/durations.ts';
import { onUpstreamError, UpstreamError } from '../../core/errors.ts';
import type { Asker, PersonKey } from '../../core/person.ts';
import { BACK_OFF } from '../../core/retry.ts';
import { readState } from '../../durable/record.ts';
import { sendDue } from '../../durable/due-job.ts';
import { startJob } from '../../durable/start-job.ts';
import { isPersonal, PERSONAL_ONLY, type Connection } from '../access/service-access.ts';
import { SessionRefusedError } from '../access/session-work.ts';
import { openExplore, stopExplore } from '../explore/explore-session.ts';
import type { Awaited, Awaiting } from '../four-eyes/pass.ts';
import type { OwnRequest } from '../state/four-eyes.ts';
import { noticeReply, type RestoreReply } from '../state/views.ts';
import { dueAtOf, type FileExport } from '../state/export.ts';
import { awaitedOf, passFile, withEyes } from './approval.ts';
import { claimFetching } from './one-at-a-time.ts';
import {
  auditRecord,
  change,
  end,
  ending,
  exportView,
  isBusy,
  permitted,
  refusalOf,
  showExport,
  waitToRepeat,
  type ExportAt,
  type ExportPorts,
  type ExportRun,
  type Transition,
} from './run.ts';

type Next = Promise<FileExport | undefined>;

/** Until another file of the person is fetched. */
const TURN_MILLISECONDS = 10_000;
/** How long the service may be unreachable: nobody waits for it at a card, and another approval takes people. */
const GIVE_UP_MILLISECONDS = HOUR;

/** @returns undefined while it waits: its job is started again */
export async function waitForApproval(ports: ExportPorts, run: ExportRun, present: ExportAt<'held'>): Next {
  const passage = await passFile(ports, run, present);
  switch (passage.kind) {
    case 'passed':
      return begin(ports, run, present);
    case 'waiting':
      await showExport(ports, run, present);
      return undefined;
    case 'changed':
      return (await change(ports, run, withEyes(passage.changes))).present;
    case 'refused':
      return end(ports, run, passage.trouble);
  }
}

async function begin(ports: ExportPorts, run: ExportRun, present: ExportAt<'held'>): Next {
  const { exports, clock, audit } = ports;
  const connection = await permitted(ports, run, present);
  if (connection === 'off') return end(ports, run, connection);
  if (connection === 'signed-out') return waitForSignIn(ports, run, present);
  if (!(await claimFetching(ports, run.key, run))) {
    await clock.sleep(TURN_MILLISECONDS, run.signal);
    return (await readState(exports.record(run.id), run.key)).state;
  }
  const exploreId = await open(ports, run, present, connection);
  if (typeof exploreId !== 'string') return exploreId.present;
  const startedAt = clock.now();
  const { echoes, entry } = present.progress;
  const progress = { kind: 'planned', echoes, entry } as const;
  const planned = (now: FileExport): FileExport => ({ ...now, exploreId, startedAt, progress });
  const dueAt = dueAtOf(planned(present));
  await sendDue(ports, { kind: 'export-due', key: run.key, exportId: run.id, dueAt });
  // Opening may have taken so long that another file was begun.
  const isFirst = await claimFetching(ports, run.key, run);
  const plan: Transition = (now) => (isFirst && now.progress.kind === 'held' ? planned(now) : undefined);
  const { changed, present: now } = await change(ports, run, plan);
  if (!changed || now === undefined) {
    await stopExplore(ports, connection, exploreId);
    return now;
  }
  audit.record(auditRecord(run.key, now, 'started'));
  await showExport(ports, run, now);
  return now;
}

/** Its job is started again then. */
async function waitForSignIn(ports: ExportPorts, run: ExportRun, present: FileExport): Promise<undefined> {
  await showExport(ports, run, present);
}

/** Where it was, as it was. @returns the session's id, or the export where there is none */
async function open(
  ports: ExportPorts,
  run: ExportRun,
  present: ExportAt<'held'>,
  connection: Connection,
): Promise<string | { readonly present: FileExport | undefined }> {
  const { clock, log } = ports;
  const { origin } = present;
  if (origin === undefined) return { present: await end(ports, run, 'interrupted') };
  try {
    const { id } = await openExplore(ports, connection, origin);
    delete run.failing;
    return id;
  } catch (error) {
    run.signal.throwIfAborted();
    if (error instanceof SessionRefusedError) return { present: await waitForSignIn(ports, run, present) };
    if (!(error instanceof UpstreamError)) throw error;
    log.warn({ event: 'export-not-started', reference: run.id, error }, 'the backup of an export could not be opened');
    const { outcome, trouble } = refusalOf(error);
    if (!error.transient && !isBusy(error)) return { present: await end(ports, run, outcome, trouble) };
    const until = (run.failing?.since ?? clock.now()) + GIVE_UP_MILLISECONDS;
    if (await waitToRepeat(ports, run, error, { backOff: BACK_OFF.restoreCall, until })) return { present };
    return { present: await (error.transient ? end(ports, run, 'not-reached') : end(ports, run, outcome, trouble)) };
  }
}

/** All methods throw StorageUnavailableError. */
export class HeldFiles implements Awaiting {
  readonly #ports: ExportPorts;

  constructor(ports: ExportPorts) {
    this.#ports = ports;
  }

  async awaited(key: PersonKey, id: string): Promise<Awaited | undefined> {
    const { state } = await readState(this.#ports.exports.record(id), key);
    return state && awaitedOf(state);
  }

  async named(key: PersonKey, id: string, people: (own: OwnRequest) => OwnRequest): Promise<void> {
    const { log } = this.#ports;
    const { changed, present } = await change(this.#ports, { key, id }, (now) => {
      const next = now.fourEyes && people(now.fourEyes);
      return JSON.stringify(next) === JSON.stringify(now.fourEyes) ? undefined : { ...now, fourEyes: next };
    });
    if (!changed || present?.progress.kind !== 'held') return;
    await showExport(this.#ports, { key, id }, present).catch(
      onUpstreamError((error) => {
        log.warn({ event: 'export-card-failed', reference: id, error }, 'the card of an export could not be edited');
      }),
    );
  }

  async decided(key: PersonKey, id: string): Promise<void> {
    await this.#startAgain(key, id, (held) => held);
  }

  /** **Withdraw**, on the card of one that waits. */
  async withdraw(asker: Asker, id: string): Promise<RestoreReply> {
    const { exports, clock } = this.#ports;
    const { key } = asker;
    if (!isPersonal(asker)) return PERSONAL_ONLY;
    await this.#startAgain(key, id, ending('withdrawn', clock.now()));
    const { state } = await readState(exports.record(id), key);
    return state === undefined ? noticeReply({ code: 'export-over' }) : { kind: 'delivered', view: exportView(state) };
  }

  /** After a sign-in: what was approved meanwhile. */
  async resume(key: PersonKey): Promise<void> {
    // Whatever the settings are now: what was asked under those of before waits.
    for (const { id, fourEyes } of await this.#ports.exports.all(key)) {
      if (fourEyes?.approved !== undefined) await this.decided(key, id);
    }
  }

  /** Of one that waits, and only while it does: afterwards one run does everything. */
  async #startAgain(key: PersonKey, id: string, transition: Transition): Promise<void> {
    const write = async (jobId: string | undefined) => {
      const named: Transition = (present) => {
        const next = present.progress.kind === 'held' ? transition(present) : undefined;
        return next && { ...next, jobId };
      };
      return { result: undefined, isNeeded: (await change(this.#ports, { key, id }, named)).changed };
    };
    await startJob(this.#ports, { kind: 'export', key, exportId: id }, write, () => undefined);
  }
}
