/** A running call is asked about until it has ended; its card keeps up, a little behind. (API, section C3) */
import { UpstreamError } from '../../core/errors.ts';
import type { Clock, Log } from '../../core/platform.ts';
import { SessionRefusedError, type Accesses } from '../service-session/operator-access.ts';
import type { Connection } from '../service-session/connection.ts';
import { isMine, progressIn, type Step, type TakeStep } from './followed.ts';
import { isDone, outcomeOf, progressOf, type Reading } from './interpret-progress.ts';
import { ownConnection } from '../service-session/own-connection.ts';
import type { Explorer } from '../ports.ts';
import type { RestoreCards } from './restore-card.ts';
import type { KnownRestores, RestoreChange, RestoreChanges } from './update.ts';
import type { Readings } from './read-progress.ts';
import type { CallProgress, Counts, Restore, RestoreCall } from '../model/restore.ts';
import { restoreIn, withProgress } from './transitions.ts';

export interface WatchDependencies {
  readonly explorer: Pick<Explorer, 'stop'>;
  readonly readings: Readings;
  readonly accesses: Pick<Accesses, 'find' | 'use'>;
  readonly changes: RestoreChanges;
  readonly cards: RestoreCards;
  readonly clock: Clock;
  readonly log: Log;
}

const FIRST_SECONDS = 5;
const LONGEST_SECONDS = 30;
const QUICK_POLLS = 6;
const GROWTH = 1.25;
const BETWEEN_EDITS_MILLISECONDS = 10_000;
/** A session may be listed a little after it was answered. */
const MISSING_MILLISECONDS = 60_000;
const QUIET_MILLISECONDS = 120_000;
const FORBIDDEN = 403;

type Running = Extract<CallProgress, { kind: 'running' }>;

const pauseAfter = (polls: number): number =>
  Math.min(FIRST_SECONDS * GROWTH ** Math.max(0, polls - QUICK_POLLS), LONGEST_SECONDS) * 1000;

const isSame = (one: Counts | undefined, other: Counts | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export function createWatch(dependencies: WatchDependencies): TakeStep {
  const { explorer, readings, accesses, changes, cards, clock, log } = dependencies;

  const quietly = async (reference: string, what: string, work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      log.warn({ reference, error }, what);
      return error.status === 404;
    }
  };

  const stop = (connection: Connection, reference: string, sessionId: string): Promise<boolean> =>
    quietly(reference, 'a restore could not be stopped yet', () =>
      connection.call((access) => explorer.stop(access, sessionId)),
    );

  /** The call has ended. `session` is undefined where the service has forgotten it. */
  async function settle(
    { connection, followed, restore, current: { index, call } }: Step,
    running: Running,
    { session }: Reading,
  ): Promise<KnownRestores> {
    const { sessionId } = running;
    const reading = await readings.readAll(connection, session, sessionId, followed.signal);
    const keys = new Set(call.keys);
    const entries = restore.entries.filter(({ key }) => keys.has(key));
    const at = clock.now();
    const decide = (present: Restore | undefined): RestoreChange<boolean> => {
      const progress = progressIn(present, index);
      if (present === undefined || progress?.kind !== 'running' || progress.sessionId !== sessionId) {
        return { result: false };
      }
      const stopping = present.stopping === true;
      const outcome = outcomeOf(reading, entries, stopping, progress.counts);
      const missing = session === undefined;
      const ended: CallProgress = {
        kind: 'ended',
        sessionId,
        at,
        ...outcome,
        ...(missing ? { result: outcome.result === 'success' ? 'success' : 'warning', trouble: 'not-found' } : {}),
      };
      const next = withProgress(present, index, ended);
      // What runs in the explore session is counted there: the next call gets one of its own.
      const isShared = present.exploreId === sessionId && isPlannedAfter(present.calls, index);
      return { next: isShared ? { ...next, exploreId: '' } : next, result: isShared };
    };
    const { result: isShared, known } = await changes.surely(
      'the outcome of a restore call',
      followed.key,
      followed.id,
      decide,
    );
    if (isShared) await stop(connection, followed.id, sessionId);
    return known;
  }

  /** @returns whether the card shows them now */
  async function tellProgress(step: Step, counts: Counts): Promise<boolean> {
    const { followed, current } = step;
    const { result: restore } = await changes.change(followed.key, followed.id, (present) => {
      const progress = progressIn(present, current.index);
      if (present === undefined || progress?.kind !== 'running') return { result: undefined };
      if (isSame(progress.counts, counts)) return { result: present };
      const next = withProgress(present, current.index, { ...progress, counts });
      return { next, result: next };
    });
    if (restore === undefined) return false;
    return quietly(followed.id, 'the card of a restore could not be edited', () => cards.tell(followed.key, restore));
  }

  return async (first) => {
    const { followed, current } = first;
    const { index } = current;
    let step = first;
    let isStopped = false;
    let toldAt = clock.now();
    let told: Counts | undefined;
    let seen: Counts | undefined;
    let seenAt = clock.now();
    let missingSince: number | undefined;

    for (let polls = 1; ; polls += 1) {
      const { connection, restore } = step;
      const running = progressIn(restore, index);
      if (running?.kind !== 'running') return step.known;
      const { sessionId } = running;
      const isShared = sessionId === restore.exploreId;
      if (restore.stopping === true && !isStopped) isStopped = await stop(connection, followed.id, sessionId);

      let reading: Reading | undefined;
      try {
        reading = await readings.read(connection, sessionId, isShared, followed.signal);
        missingSince = undefined;
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error;
        log.warn({ reference: followed.id, error }, 'a restore could not be asked about');
        if (error.status === FORBIDDEN) throw new SessionRefusedError('It may not be watched.', { cause: error });
        if (error.status === 404) {
          missingSince ??= clock.now();
          if (clock.now() - missingSince >= MISSING_MILLISECONDS) return settle(step, running, {});
        } else missingSince = undefined;
      }

      if (reading !== undefined) {
        const counts = progressOf(reading, current.call.keys.length);
        if (!isSame(seen, counts)) seenAt = clock.now();
        seen = counts;
        const isQuiet = clock.now() - seenAt >= QUIET_MILLISECONDS;
        const isOver = isShared && isDone(reading, current.call.keys.length, isQuiet);
        if (reading.session?.state === 'stopped' || isOver) return settle(step, running, reading);
        if (!isSame(told, counts) && clock.now() - toldAt >= BETWEEN_EDITS_MILLISECONDS) {
          toldAt = clock.now();
          if (await tellProgress(step, counts)) told = counts;
        }
      }

      await clock.sleep(pauseAfter(polls), followed.signal);
      const known = await changes.read(followed.key);
      const now = restoreIn(known.state, followed.id);
      if (now === undefined || !isMine(now, followed.messageId)) return known;
      const again = await ownConnection(accesses, followed.key, now);
      if (again === undefined) return known;
      step = { ...step, connection: again, known, restore: now };
    }
  };
}

const isPlannedAfter = (calls: readonly RestoreCall[], index: number): boolean =>
  calls.some(({ progress }, each) => each > index && progress.kind === 'planned');
