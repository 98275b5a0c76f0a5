/** Polls a running call until it has ended; its card is updated at intervals. (API, section C3) */
import { UpstreamError } from '../../core/errors.ts';
import type { CallProgress, Counts, Restore, RestoreCall } from '../model/restore.ts';
import type { RestorePorts } from '../ports.ts';
import { SessionRefusedError, type Connection, type OperatorAccess } from '../service-session/operator-access.ts';
import { isDone, outcomeOf, progressOf, type Reading } from './interpret-progress.ts';
import type { ProgressReader } from './read-progress.ts';
import type { RestoreCards } from './restore-card.ts';
import { findRestore, withProgress } from './transitions.ts';
import { ownsRestore, progressIn, type CallContext, type LoadedRestores, type RestoreUpdates } from './update.ts';

const FIRST_DELAY_SECONDS = 5;
const MAX_DELAY_SECONDS = 30;
/** Polls with the first delay, before it grows. */
const QUICK_POLLS = 6;
const DELAY_GROWTH = 1.25;
const CARD_UPDATE_MILLISECONDS = 10_000;
/** How long a started session may be missing from the service before it counts as forgotten. */
const MISSING_MILLISECONDS = 60_000;
/** Without a change for so long, a restore within the explore session counts as ended. */
const QUIET_MILLISECONDS = 120_000;
const FORBIDDEN = 403;
const NOT_FOUND = 404;

type Running = Extract<CallProgress, { kind: 'running' }>;

const delayAfter = (polls: number): number =>
  Math.min(FIRST_DELAY_SECONDS * DELAY_GROWTH ** Math.max(0, polls - QUICK_POLLS), MAX_DELAY_SECONDS) * 1000;

const isSame = (one: Counts | undefined, other: Counts | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const isPlannedAfter = (calls: readonly RestoreCall[], index: number): boolean =>
  calls.some(({ progress }, at) => at > index && progress.kind === 'planned');

type Ports = Pick<RestorePorts, 'explorer' | 'clock' | 'log'> & {
  readonly access: OperatorAccess;
  readonly reader: ProgressReader;
  readonly updates: RestoreUpdates;
  readonly cards: RestoreCards;
};

export class CallMonitor {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  async step(first: CallContext): Promise<LoadedRestores> {
    const { access, updates, clock } = this.#ports;
    const { run, current } = first;
    const requested = current.call.keys.length;
    let context = first;
    let isStopSent = false;
    let counts: Counts | undefined;
    let countsChangedAt = clock.now();
    let shownCounts: Counts | undefined;
    let shownAt = clock.now();
    let missingSince: number | undefined;

    for (let polls = 1; ; polls += 1) {
      const { connection, restore } = context;
      const running = progressIn(restore, current.index);
      if (running?.kind !== 'running') return context.loaded;
      const { sessionId } = running;
      const isShared = sessionId === restore.exploreId;
      if (restore.stopping === true && !isStopSent) isStopSent = await this.#stop(connection, run.id, sessionId);

      const reading = await this.#read(context, sessionId, isShared);
      if (reading === 'missing') {
        missingSince ??= clock.now();
        if (clock.now() - missingSince >= MISSING_MILLISECONDS) return this.#settle(context, running, {});
      } else missingSince = undefined;

      if (typeof reading === 'object') {
        const read = progressOf(reading, requested);
        if (!isSame(counts, read)) countsChangedAt = clock.now();
        counts = read;
        const isQuiet = clock.now() - countsChangedAt >= QUIET_MILLISECONDS;
        const isOver = isShared && isDone(reading, requested, isQuiet);
        if (reading.session?.state === 'stopped' || isOver) return this.#settle(context, running, reading);
        if (!isSame(shownCounts, counts) && clock.now() - shownAt >= CARD_UPDATE_MILLISECONDS) {
          shownAt = clock.now();
          if (await this.#showProgress(context, counts)) shownCounts = counts;
        }
      }

      await clock.sleep(delayAfter(polls), run.signal);
      const loaded = await updates.read(run.key);
      const present = findRestore(loaded.state, run.id);
      if (present === undefined || !ownsRestore(present, run.messageId)) return loaded;
      const renewed = await access.connectFor(run.key, present);
      if (renewed === undefined) return loaded;
      context = { ...context, connection: renewed, loaded, restore: present };
    }
  }

  /** @throws SessionRefusedError also where the person may no longer see the session */
  async #read(
    { connection, run }: CallContext,
    sessionId: string,
    isShared: boolean,
  ): Promise<Reading | 'missing' | 'unavailable'> {
    try {
      return await this.#ports.reader.read(connection, sessionId, isShared, run.signal);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      this.#ports.log.warn(
        { event: 'restore-progress-unavailable', reference: run.id, error },
        'the progress of a restore could not be read',
      );
      if (error.status === FORBIDDEN) throw new SessionRefusedError(error);
      return error.status === NOT_FOUND ? 'missing' : 'unavailable';
    }
  }

  /** @param reading empty where the service has forgotten the session */
  async #settle(context: CallContext, running: Running, { session }: Reading): Promise<LoadedRestores> {
    const { reader, updates, clock } = this.#ports;
    const { connection, run, restore, current } = context;
    const { index, call } = current;
    const { sessionId } = running;
    const reading = await reader.readFinal(connection, session, sessionId, run.signal);
    const keys = new Set(call.keys);
    const entries = restore.entries.filter(({ key }) => keys.has(key));
    const at = clock.now();
    const change = (present: Restore): Restore | undefined => {
      const progress = progressIn(present, index);
      if (progress?.kind !== 'running' || progress.sessionId !== sessionId) return undefined;
      const outcome = outcomeOf(reading, entries, present.stopping === true, progress.counts);
      const next = withProgress(present, index, {
        kind: 'ended',
        sessionId,
        at,
        ...outcome,
        ...(session === undefined && {
          result: outcome.result === 'success' ? 'success' : 'warning',
          trouble: 'not-found',
        }),
      });
      // The explore session's counts include this call: the next call needs a new one.
      const isReplaced = present.exploreId === sessionId && isPlannedAfter(present.calls, index);
      return isReplaced ? { ...next, exploreId: '' } : next;
    };
    const loaded = await updates.save('the outcome of a restore call', run, change, context.loaded);
    const isReleased = restore.exploreId === sessionId && findRestore(loaded.state, run.id)?.exploreId === '';
    if (isReleased) await this.#stop(connection, run.id, sessionId);
    return loaded;
  }

  /** @returns whether the card shows the counts now */
  async #showProgress({ run, current: { index } }: CallContext, counts: Counts): Promise<boolean> {
    const { updates, cards, log } = this.#ports;
    const { result: restore } = await updates.update(run, (present) => {
      const progress = progressIn(present, index);
      if (present === undefined || progress?.kind !== 'running') return { result: undefined };
      if (isSame(progress.counts, counts)) return { result: present };
      const next = withProgress(present, index, { ...progress, counts });
      return { next, result: next };
    });
    if (restore === undefined) return false;
    try {
      await cards.update(run.key, restore);
      return true;
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      log.warn({ event: 'restore-card-failed', reference: run.id, error }, 'the card of a restore was not updated');
      return false;
    }
  }

  /** @returns whether it no longer runs as far as the service is concerned; otherwise the next poll tries again */
  async #stop(connection: Connection, reference: string, sessionId: string): Promise<boolean> {
    const { explorer, log } = this.#ports;
    try {
      await connection.call((access) => explorer.stop(access, sessionId));
      return true;
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      log.warn({ event: 'restore-stop-failed', reference, error }, 'a restore could not be stopped yet');
      return error.status === NOT_FOUND;
    }
  }
}
