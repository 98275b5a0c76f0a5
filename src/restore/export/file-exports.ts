/**
 * **Export** and **Download**: posts, or one item, become a file that the person who asked gets into the chat
 * (docs/decisions/files-are-handed-over.md).
 * A job fetches the file into sealed blobs and offers it, once somebody else has approved it where that is needed; another one uploads
 * it once the person has allowed that.
 */
import { HOUR } from '../../core/durations.ts';
import { readForJob, readState } from '../../durable/record.ts';
import type { JobOf } from '../../core/jobs.ts';
import { onUpstreamError, StorageUnavailableError } from '../../core/errors.ts';
import type { Asker, PersonKey } from '../../core/person.ts';
import { postponeIfEarly, sendDue } from '../../durable/due-job.ts';
import { Once } from '../../durable/once.ts';
import { isCopy, startJob } from '../../durable/start-job.ts';
import type { Entry, Named } from '../backups/entries/entry.ts';
import type { Origin } from '../backups/catalog.ts';
import { stopExplore } from '../explore/explore-session.ts';
import { closeRequest, pinned } from '../four-eyes/pass.ts';
import {
  dueAtOf,
  FILE_LIFE_MILLISECONDS,
  type ExportOutcome,
  type ExportProgress,
  type HandedFile,
  type FileExport,
} from '../state/export.ts';
import { fileNeedsApproval, isAudited } from '../access/gate.ts';
import { isPersonal, type Connection } from '../access/service-access.ts';
import { noticeReply, type RestoreReply } from '../state/views.ts';
import { fileHash } from './approval.ts';
import { fetched } from './fetch.ts';
import { waitForApproval } from './held.ts';
import { askOnce, fetchAlone, releaseFetching } from './one-at-a-time.ts';
import { acceptedBy, mayUploadTo, offer, upload } from './hand-over.ts';
import {
  advance,
  auditRecord,
  change,
  end,
  ending,
  exportView,
  from,
  permitted,
  showExport,
  withoutCard,
  type ExportAt,
  type ExportPorts,
  type ExportRun,
  type Transition,
} from './run.ts';

/** What a person wants to have as a file. */
export interface ExportRequest extends Pick<FileExport, 'exploreId' | 'name' | 'what' | 'own' | 'reason'> {
  /** Of posts: JSON texts, as the service sent them; absent: all of the channel. */
  readonly echoes?: readonly string[] | undefined;
  /** The item. */
  readonly entry?: Entry | undefined;
  /** Where it is taken from, to open it again. */
  readonly origin: Origin;
  /** Subjects of the posts. */
  readonly titles?: readonly string[] | undefined;
  /** Whose mailbox, drive, site or team it is, where it was found in everybody's data. */
  readonly holder?: Named | undefined;
}

/** Whether an export has begun, or waits for an approval, as the remark on the task's card says it. */
type Begun = 'exporting' | 'asking' | 'asking-unclear' | 'export-running' | 'export-unaudited';

/** The answer to a consent card, from `fileConsent/invoke`. */
export type ConsentAnswer =
  | { readonly kind: 'declined'; readonly exportId: string }
  | {
      readonly kind: 'accepted';
      readonly exportId: string;
      /** Secret. */
      readonly uploadUrl: string;
      /** Undefined: no card can lead to the file. */
      readonly target: HandedFile | undefined;
    };

export type ExportInputs = ExportPorts & {
  /** `ALLOWED_UPLOAD_HOSTS`. */
  readonly allowedUploadHosts: readonly string[];
  /** `AUDIT=required`: nothing is exported before its entry is stored. */
  readonly auditRequired: boolean;
};

/** Longer than any export lasts that does not wait for an approval. */
const SWEPT_MILLISECONDS = 2 * HOUR;
/** How that ends which nothing has happened to in time. */
const LATE: Partial<Record<ExportProgress['kind'], ExportOutcome>> = {
  held: 'second-expired',
  offered: 'expired',
  accepted: 'upload-failed',
};

/** All methods throw StorageUnavailableError. */
export class FileExports {
  readonly #ports: ExportInputs;
  /** Whose end. */
  readonly #recorded: Once;

  constructor(ports: ExportInputs) {
    this.#ports = ports;
    this.#recorded = new Once(ports.clock);
  }

  /** The jobs are sent first: without its record they do nothing, but a record without them would stay. */
  async begin(asker: Asker, connection: Connection, request: ExportRequest): Promise<Begun> {
    const { key } = asker;
    const begun = this.#newExport(asker, connection, request);
    // What waits for an approval takes its turn once it has that.
    const { id, fourEyes } = begun;
    if (fourEyes !== undefined)
      return askOnce(this.#ports, key, { id, hash: fourEyes.hash }, () => this.#begin(key, begun));
    return fetchAlone(this.#ports, key, begun, () => this.#begin(key, begun));
  }

  async #begin(key: PersonKey, begun: FileExport): Promise<Begun> {
    const isHeld = begun.fourEyes !== undefined;
    if (!(await this.#auditStart(key, begun, isHeld ? 'requested' : 'started'))) {
      await releaseFetching(this.#ports, key, begun.id);
      return 'export-unaudited';
    }
    await sendDue(this.#ports, { kind: 'export-due', key, exportId: begun.id, dueAt: dueAtOf(begun) });
    const write = async (jobId: string | undefined) => {
      await this.#ports.exports.record(begun.id).write(key, { ...begun, jobId }, undefined);
      return { result: undefined, isNeeded: true };
    };
    // The job posts the card.
    const job = { kind: 'export', key, exportId: begun.id } as const;
    return startJob(this.#ports, job, write, () => (isHeld ? 'asking' : 'exporting'));
  }

  #newExport({ address }: Asker, { session, kind: access }: Connection, request: ExportRequest): FileExport {
    const { clock, newId } = this.#ports;
    const { organization, userId, account } = session;
    const { exploreId, name, what, own, reason, echoes, entry, origin, titles, holder } = request;
    const facts = {
      id: newId(),
      organization,
      access,
      userId,
      account,
      address,
      name,
      what,
      own,
      reason,
      startedAt: clock.now(),
    };
    if (!fileNeedsApproval(this.#ports, own))
      return { ...facts, exploreId, progress: { kind: 'planned', echoes, entry } };
    const held = { kind: 'held', echoes, entry, titles, holder } as const;
    const asked = { ...facts, exploreId: '', origin: pinned(origin, access), progress: held };
    return { ...asked, fourEyes: { hash: fileHash(asked), askedAt: facts.startedAt } };
  }

  /**
   * The answer to the card that offers a file.
   *
   * @param cardId of that card @returns `delivered` where the export's own card says it
   */
  async answer(asker: Asker, answer: ConsentAnswer, cardId: string | undefined): Promise<RestoreReply> {
    const { exports, files, clock } = this.#ports;
    const { key, address } = asker;
    const { exportId: id } = answer;
    // Only the person who asked has a record of this name.
    const { state } = await readState(exports.record(id), key);
    if (state?.progress.kind !== 'offered' || clock.now() >= state.progress.at + FILE_LIFE_MILLISECONDS) {
      if (state?.progress.kind === 'accepted') return { kind: 'delivered', view: exportView(state) };
      if (cardId !== undefined && isPersonal(asker)) {
        await files.withdraw(address, cardId).catch(onUpstreamError(() => undefined));
      }
      return noticeReply({ code: 'export-over' });
    }
    const transition = await this.#answered(asker, state, answer, cardId);
    // Of two presses at the same time the first one counts.
    const write = async (jobId: string | undefined) => {
      const named: Transition = (present) => {
        const next = transition(present);
        return next && { ...next, jobId };
      };
      return { result: state, isNeeded: (await change(this.#ports, { key, id }, named)).changed };
    };
    return startJob(this.#ports, { kind: 'export', key, exportId: id }, write, () => ({
      kind: 'delivered',
      view: exportView(state),
    }));
  }

  async #answered(
    { key }: Asker,
    offered: FileExport,
    answer: ConsentAnswer,
    cardId: string | undefined,
  ): Promise<Transition> {
    const { clock, log, allowedUploadHosts } = this.#ports;
    const ended = (outcome: ExportOutcome) => ending(outcome, clock.now(), { consentId: cardId });
    if (answer.kind === 'declined') return ended('declined');
    const permission = await permitted(this.#ports, { key }, offered);
    if (typeof permission === 'string') return ended(permission);
    if (mayUploadTo(answer.uploadUrl, allowedUploadHosts))
      return from('offered', (progress) => acceptedBy(progress, answer, cardId, clock.now()));
    const host = URL.parse(answer.uploadUrl)?.host.slice(0, 253);
    const fields = { event: 'export-upload-host-refused', reference: offered.id, host };
    log.warn(fields, 'a file was not uploaded, because its place is at a host that is not allowed');
    return ended('foreign-host');
  }

  /** Handler of `export` jobs: takes one step after the other from what is stored. */
  async follow({ key, exportId: id }: JobOf<'export'>, signal: AbortSignal, messageId?: string): Promise<void> {
    const { exports } = this.#ports;
    const run: ExportRun = { key, id, signal };
    let { state } = await readForJob(exports.record(id), key);
    if (state !== undefined && isCopy(state, messageId)) return;
    if (state !== undefined && state.cardId === undefined) {
      await showExport(this.#ports, run, state);
      state = (await readState(exports.record(id), key)).state;
    }
    const isFetched = state !== undefined && state.progress.kind !== 'accepted' && state.progress.kind !== 'ended';
    let last = state;
    while (state !== undefined) {
      signal.throwIfAborted();
      // Another run has taken over: what was decided has started it.
      if (isCopy(state, messageId)) break;
      last = state;
      state = await this.#step(run, state, messageId);
    }
    if (!isFetched) return;
    await releaseFetching(this.#ports, key, id);
    await this.#closeOwn(run, last);
  }

  /** What was opened for it alone. */
  async #closeOwn({ key }: ExportRun, last: FileExport | undefined): Promise<void> {
    if (last?.fourEyes === undefined || last.exploreId === '') return;
    const connection = await this.#ports.access.connectFor(key, last);
    if (connection !== undefined) await stopExplore(this.#ports, connection, last.exploreId);
  }

  /** @returns the export after the step; undefined once nothing is left to do */
  #step(run: ExportRun, present: FileExport, messageId: string | undefined): Promise<FileExport | undefined> {
    const { kind } = present.progress;
    switch (kind) {
      case 'held':
        return waitForApproval(this.#ports, run, present as ExportAt<typeof kind>);
      case 'planned':
      case 'waiting':
        return fetched(this.#ports, run, present, messageId);
      case 'starting':
        // Another run has died while it sent this.
        return end(this.#ports, run, 'unclear');
      case 'offered':
        return offer(this.#ports, run, present as ExportAt<typeof kind>);
      case 'accepted':
        return upload(this.#ports, run, present as ExportAt<typeof kind>);
      case 'ended':
        return this.#finish(run, present as ExportAt<typeof kind>);
    }
  }

  /** Handler of `export-due` jobs: reminds of a file that waits, and ends what took too long. */
  async due(job: JobOf<'export-due'>, signal: AbortSignal): Promise<void> {
    const { exports } = this.#ports;
    const { key, exportId: id } = job;
    const run: ExportRun = { key, id, signal };
    const { state } = await readForJob(exports.record(id), key);
    // Of a download that was broken off.
    if (state === undefined) return exports.eraseParts(key, id);
    const { progress } = state;
    const dueAt = dueAtOf(state);
    if (await postponeIfEarly(this.#ports, { ...job, dueAt })) return;
    if (progress.kind === 'offered' && progress.reminded !== true) {
      const reminded = await advance(this.#ports, run, 'offered', (offered) => ({ ...offered, reminded: true }));
      if (reminded === undefined) return;
      await sendDue(this.#ports, { ...job, dueAt: dueAtOf(reminded) });
      if (reminded.progress.kind === 'offered') await showExport(this.#ports, run, reminded);
      return;
    }
    const ended = await end(this.#ports, run, LATE[progress.kind] ?? 'interrupted');
    if (ended?.progress.kind === 'ended') await this.#finish(run, ended as ExportAt<'ended'>);
  }

  /**
   * The session is over: files are erased at once. What waits for an approval goes on waiting, and needs no session.
   *
   * @param isOver whether nobody may continue an export @param isShown false where the chat is gone
   */
  async end(key: PersonKey, isOver: (present: FileExport) => boolean, isShown: boolean): Promise<void> {
    const { exports, sessionsInUse, log } = this.#ports;
    for (const present of await exports.all(key)) {
      const { id, exploreId, progress } = present;
      if (progress.kind === 'held' || !isOver(present)) continue;
      const run: ExportRun = { key, id, signal: new AbortController().signal };
      const ended = await end(this.#ports, run, 'signed-out');
      // First: of a chat that is gone the record is erased next, whatever fails here.
      if (ended?.progress.kind === 'ended') this.#auditEnd(run, ended as ExportAt<'ended'>);
      await exports.eraseParts(key, id);
      await sessionsInUse.release(exploreId);
      try {
        if (isShown && ended?.progress.kind === 'ended') await this.#finish(run, ended as ExportAt<'ended'>);
      } catch (error) {
        if (error instanceof StorageUnavailableError) throw error;
        log.warn({ event: 'export-card-failed', reference: id, error }, 'the card of an export could not be edited');
      }
    }
  }

  /** Part of the daily sweep: what no job has erased. @returns how many blobs */
  sweep(signal: AbortSignal): Promise<number> {
    const { exports, clock } = this.#ports;
    return exports.sweep(clock.now() - SWEPT_MILLISECONDS, signal);
  }

  /** What was handed over is in the audit log although nobody can be told. The posts first; the record, with what is left to say, last. */
  async #finish(run: ExportRun, present: ExportAt<'ended'>): Promise<undefined> {
    const { exports, files } = this.#ports;
    const { key, id } = run;
    const { progress, address, fourEyes } = present;
    const { outcome, consentId, target } = progress;
    this.#auditEnd(run, present);
    const isExpired = outcome === 'second-expired';
    if (fourEyes !== undefined) await closeRequest(this.#ports, id, isExpired ? 'expired' : 'withdrawn');
    await exports.eraseParts(key, id);
    if (consentId !== undefined) await files.withdraw(address, consentId).catch(withoutCard(this.#ports, run));
    if (target !== undefined) {
      await files.give(address, target).catch(withoutCard(this.#ports, run));
      await advance(this.#ports, run, 'ended', (ended) => ({ ...ended, target: undefined }));
    }
    await showExport(this.#ports, run, present);
    await exports.erase(key, id);
  }

  #auditEnd({ key, id: reference }: ExportRun, present: ExportAt<'ended'>): void {
    const { outcome, bytes } = present.progress;
    if (!this.#recorded.isFirst(reference)) return;
    this.#ports.audit.record(auditRecord(key, present, outcome, bytes));
    this.#ports.log.info({ event: 'export-ended', reference, outcome, bytes }, 'an export has ended');
  }

  /** @returns whether it may begin */
  async #auditStart(key: PersonKey, planned: FileExport, outcome: 'started' | 'requested'): Promise<boolean> {
    const { audit, auditRequired } = this.#ports;
    const started = auditRecord(key, planned, outcome);
    if (auditRequired) return isAudited(this.#ports, planned.id, [started], [auditRecord(key, planned, 'not-started')]);
    audit.record(started);
    return true;
  }
}
