/** A planned call is sent: written down first, asked once, and what came of it is kept before anything else. */
import { UpstreamError } from '../../core/errors.ts';
import type { Audit } from '../../core/audit.ts';
import type { Clock, Log } from '../../core/platform.ts';
import type { Jobs } from '../../core/jobs.ts';
import { exploreRequest, sendIdleJob } from '../service-session/explore-session.ts';
import { endFaults, isMine, progressIn, type Step, type TakeStep } from './followed.ts';
import type { Explorer } from '../ports.ts';
import { callReason } from './call-reference.ts';
import { askForRestore, type Asked } from './ask-service.ts';
import { recordStart } from './audit.ts';
import type { KnownRestores, RestoreChange, RestoreChanges } from './update.ts';
import type { Trouble } from '../model/service-error.ts';
import type { CallProgress, Restore } from '../model/restore.ts';
import { refusedCall, withProgress } from './transitions.ts';
import { troubleOf } from '../model/service-error.ts';

export interface SendDependencies {
  readonly explorer: Pick<Explorer, 'openExplore' | 'restore' | 'session'>;
  readonly changes: RestoreChanges;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: () => string;
}

const FIRST_BACK_OFF_SECONDS = 5;
const LONGEST_BACK_OFF_SECONDS = 60;
/** After that the person is told that nothing could be started, and may try again. */
const PATIENCE_MILLISECONDS = 60 * 60_000;

/** Older, the right to send may be somebody else's: nobody sends again before having looked for longer than this. */
const FRESH_MILLISECONDS = 20_000;

type Sending = Extract<CallProgress, { kind: 'sending' }>;

const KEEP: RestoreChange<undefined> = { result: undefined };

export function createSend({ explorer, changes, jobs, audit, clock, log, newId }: SendDependencies): TakeStep {
  /** Ends a call that was never sent. */
  const refuse = async ({ followed, known, current }: Step, trouble: Trouble): Promise<KnownRestores> =>
    (
      await changes.surely(
        'the end of a restore call',
        followed.key,
        followed.id,
        (restore) => {
          if (restore === undefined || progressIn(restore, current.index)?.kind !== 'planned') return KEEP;
          const refused = refusedCall(current.call, clock.now(), trouble);
          return { next: withProgress(restore, current.index, refused), result: undefined };
        },
        known,
      )
    ).known;

  /** Nothing reached the service: waits, longer each time. */
  async function waitOrGiveUp(step: Step, error: unknown): Promise<KnownRestores> {
    const { followed } = step;
    followed.faults += 1;
    followed.faultySince ??= clock.now();
    log.warn({ reference: followed.id, error, faults: followed.faults }, 'a restore could not be started yet');
    if (clock.now() - followed.faultySince > PATIENCE_MILLISECONDS && error instanceof UpstreamError) {
      return refuse(step, troubleOf(error));
    }
    const asked = error instanceof UpstreamError ? (error.retryAfterSeconds ?? 0) : 0;
    const seconds = Math.min(FIRST_BACK_OFF_SECONDS * 2 ** Math.min(followed.faults - 1, 10), LONGEST_BACK_OFF_SECONDS);
    await clock.sleep(Math.max(asked, seconds) * 1000, followed.signal);
    return changes.read(followed.key);
  }

  async function open(step: Step): Promise<KnownRestores> {
    const { connection, followed, known, restore, current } = step;
    try {
      const request = exploreRequest(restore);
      const { id: exploreId } = await connection.call((access) => explorer.openExplore(access, request));
      // Before its id is written down: somebody stops it even if that comes to nothing.
      await sendIdleJob({ jobs, clock }, connection, exploreId);
      const decide = (present: Restore | undefined): RestoreChange<undefined> =>
        present === undefined || present.exploreId !== '' || progressIn(present, current.index)?.kind !== 'planned'
          ? KEEP
          : { next: { ...present, exploreId }, result: undefined };
      return (await changes.change(followed.key, followed.id, decide, known)).known;
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      return error.transient || error.code === 'UNTRUSTED' ? waitOrGiveUp(step, error) : refuse(step, troubleOf(error));
    }
  }

  /** The right to send it: nobody else does once this is written. */
  async function claim({ followed, known, current }: Step): Promise<{
    readonly claimed: Sending | undefined;
    readonly known: KnownRestores;
  }> {
    const sending: Sending = { kind: 'sending', at: clock.now(), by: newId() };
    const decide = (restore: Restore | undefined): RestoreChange<Sending | undefined> => {
      const progress = progressIn(restore, current.index);
      // The write had succeeded and only its answer was lost.
      if (progress?.kind === 'sending' && progress.by === sending.by) return { result: sending };
      if (restore === undefined || progress?.kind !== 'planned' || restore.stopping === true) return KEEP;
      if (!isMine(restore, followed.messageId)) return KEEP;
      return { next: withProgress(restore, current.index, sending), result: sending };
    };
    const written = await changes.surely('that a restore is sent', followed.key, followed.id, decide, known);
    return { claimed: written.result, known: written.known };
  }

  /** Puts what is known about a call that was sent in its place, unless it is known already. */
  async function settle(
    { followed, current: { index } }: Step,
    { by, at }: Sending,
    progress: CallProgress,
    known: KnownRestores | undefined,
  ): Promise<KnownRestores> {
    const decide = (restore: Restore | undefined): RestoreChange<undefined> => {
      const present = progressIn(restore, index);
      if (restore === undefined) return KEEP;
      if (present?.kind === 'sending' && present.by === by) {
        return { next: withProgress(restore, index, progress), result: undefined };
      }
      // Somebody else looked for it meanwhile, in vain, and follows it no longer: whoever knows better goes on.
      if (present?.kind === 'unclear' && present.at === at) {
        const jobId = present.next === undefined ? (followed.messageId ?? restore.jobId) : restore.jobId;
        return { next: { ...withProgress(restore, index, progress), jobId }, result: undefined };
      }
      return KEEP;
    };
    return (await changes.surely('what became of a restore call', followed.key, followed.id, decide, known)).known;
  }

  /** Whether the session that was to be restored from is over; a service that does not say so has it. */
  async function isExploreOver({ connection, restore }: Step): Promise<boolean> {
    try {
      return (await connection.call((access) => explorer.session(access, restore.exploreId))).state === 'stopped';
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      return troubleOf(error) === 'not-found';
    }
  }

  async function afterRefusal(
    step: Step,
    sending: Sending,
    { error, trouble }: Extract<Asked, { kind: 'refused' }>,
    known: KnownRestores,
  ): Promise<KnownRestores> {
    const { followed, current } = step;
    const { index } = current;
    const mayBeOver = trouble === 'not-found' || trouble === 'conflict';
    const back = await settle(step, sending, { kind: 'planned' }, known);
    if (mayBeOver && followed.reopenedFor !== index && (await isExploreOver(step))) {
      followed.reopenedFor = index;
      const decide = (restore: Restore | undefined): RestoreChange<undefined> =>
        restore === undefined || restore.exploreId !== step.restore.exploreId
          ? KEEP
          : { next: { ...restore, exploreId: '' }, result: undefined };
      return (await changes.change(followed.key, followed.id, decide, back)).known;
    }
    log.warn({ reference: followed.id, error, call: index + 1 }, 'the backup service refused a restore');
    return refuse({ ...step, known: back }, trouble);
  }

  return async (step) => {
    const { connection, followed, restore, current } = step;
    const { index, call } = current;
    if (restore.exploreId === '') return open(step);
    followed.signal.throwIfAborted();
    const { claimed, known } = await claim(step);
    if (claimed === undefined) return known;
    if (followed.signal.aborted || clock.now() - claimed.at > FRESH_MILLISECONDS) {
      // Nothing was sent: whoever follows it may, and somebody may have looked for it already.
      const back = await settle(step, claimed, { kind: 'planned' }, known);
      followed.signal.throwIfAborted();
      return back;
    }
    if (index === 0) recordStart({ audit, log }, followed, restore);
    const keys = new Set(call.keys);
    const asked = await askForRestore(explorer, connection, {
      workload: restore.workload,
      exploreId: restore.exploreId,
      containerId: call.containerId,
      entries: restore.entries.filter(({ key }) => keys.has(key)),
      options: restore.options,
      reason: callReason(restore.reason, restore.id, index),
    });
    switch (asked.kind) {
      case 'running':
        endFaults(followed);
        return settle(step, claimed, { kind: 'running', sessionId: asked.sessionId, at: claimed.at }, known);
      case 'refused':
        endFaults(followed);
        return afterRefusal(step, claimed, asked, known);
      case 'unsent': {
        const back = await settle(step, claimed, { kind: 'planned' }, known);
        return waitOrGiveUp({ ...step, known: back }, asked.error);
      }
      case 'signed-out':
        await settle(step, claimed, { kind: 'planned' }, known);
        throw asked.error;
      case 'lost':
        log.warn({ reference: followed.id, error: asked.error }, 'the answer to a restore was lost; looking for it');
        return known;
    }
  };
}
