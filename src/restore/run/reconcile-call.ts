/** A call of which nobody knows whether it was taken is looked for among the service's sessions, and never repeated. */
import { UpstreamError } from '../../core/errors.ts';
import type { Clock, Log } from '../../core/platform.ts';
import type { Connection } from '../service-session/connection.ts';
import { isMine, progressIn, type Step, type TakeStep } from './followed.ts';
import type { Explorer } from '../ports.ts';
import { countedOf, progressOf } from './interpret-progress.ts';
import { callReference } from './call-reference.ts';
import type { RestoreChange, RestoreChanges } from './update.ts';
import type { Readings } from './read-progress.ts';
import type { CallProgress, Restore } from '../model/restore.ts';
import { withProgress } from './transitions.ts';

export interface LookDependencies {
  readonly explorer: Pick<Explorer, 'sessions'>;
  readonly readings: Readings;
  readonly changes: RestoreChanges;
  readonly clock: Clock;
  readonly log: Log;
}

/** The service may list a session a little after it has begun, and takes its time when it is busy. */
const SECONDS_BETWEEN = { sending: [0, 5, 10, 20, 30], look: [0, 5, 10], send: [0, 5] } as const;
const FAULT_SECONDS = 20;
/** So long a look that fails is repeated; then the person is told. */
const PATIENCE_MILLISECONDS = 10 * 60_000;
/** Clocks differ. */
const BEFORE_MILLISECONDS = 10 * 60_000;
const PAGE = 100;
const MOST = 500;

type Wondering = Extract<CallProgress, { kind: 'sending' | 'unclear' }>;

const isWondering = (progress: CallProgress | undefined, at: number): progress is Wondering =>
  (progress?.kind === 'sending' || progress?.kind === 'unclear') && progress.at === at;

export function createRestoreLook({ explorer, readings, changes, clock, log }: LookDependencies): TakeStep {
  async function byReference(connection: Connection, reference: string, from: number): Promise<string | undefined> {
    for (let offset = 0; offset < MOST; offset += PAGE) {
      const page = await connection.call((access) => explorer.sessions(access, { offset, limit: PAGE, from }));
      const found = page.results.find(({ reason }) => reason?.includes(reference) === true);
      if (found !== undefined) return found.id;
      if (!page.more || page.results.length === 0) return undefined;
    }
    return undefined;
  }

  /** It may run in the explore session itself, which has another reason. Each call of a restore has one of its own. */
  async function inExplore({ connection, followed, restore, current }: Step): Promise<string | undefined> {
    const { exploreId } = restore;
    if (exploreId === '') return undefined;
    try {
      const reading = await readings.read(connection, exploreId, true, followed.signal);
      const isThere =
        countedOf(progressOf(reading, current.call.keys.length)) > 0 ||
        (reading.statistics?.total ?? 0) > 0 ||
        reading.events?.some(({ isRestore }) => isRestore) === true;
      return isThere ? exploreId : undefined;
    } catch (error) {
      if (error instanceof UpstreamError && !error.transient) return undefined;
      throw error;
    }
  }

  /** @returns the session; undefined when it is not there, as far as it could be looked for */
  async function find(step: Step, { kind, at, ...wondering }: Wondering): Promise<string | undefined> {
    const { connection, followed, restore, current } = step;
    const reference = callReference(restore.id, current.index);
    const next = 'next' in wondering ? wondering.next : undefined;
    const pauses: readonly number[] = SECONDS_BETWEEN[kind === 'sending' ? kind : (next ?? 'look')];
    const until = clock.now() + PATIENCE_MILLISECONDS;
    for (let look = 0; look < pauses.length && clock.now() < until;) {
      await clock.sleep((pauses[look] ?? 0) * 1000, followed.signal);
      try {
        const found = (await byReference(connection, reference, at - BEFORE_MILLISECONDS)) ?? (await inExplore(step));
        if (found !== undefined) return found;
        look += 1;
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error;
        log.warn({ reference: followed.id, error }, 'a restore could not be looked for');
        if (!error.transient) return undefined;
        await clock.sleep(FAULT_SECONDS * 1000, followed.signal);
      }
    }
    return undefined;
  }

  /** What is known after the look. Not found and wanted all the same: it may be sent. */
  function lookedFor(present: Wondering, sessionId: string | undefined): CallProgress {
    const { at } = present;
    if (sessionId !== undefined) return { kind: 'running', sessionId, at };
    if (present.kind === 'sending') return { kind: 'unclear', at, looks: 1 };
    return present.next === 'send' ? { kind: 'planned' } : { kind: 'unclear', at, looks: present.looks + 1 };
  }

  return async (step) => {
    const { followed, known, restore, current } = step;
    const { index } = current;
    const before = progressIn(restore, index);
    if (before?.kind !== 'sending' && before?.kind !== 'unclear') return known;
    const sessionId = await find(step, before);
    log.info({ reference: followed.id, found: sessionId !== undefined }, 'looked for a restore at the service');
    let written: CallProgress | undefined;
    const decide = (present: Restore | undefined): RestoreChange<undefined> => {
      const progress = progressIn(present, index);
      // Its answer came meanwhile, or it was looked for and decided on already.
      if (present === undefined || !isWondering(progress, before.at)) return { result: undefined };
      if (written !== undefined && JSON.stringify(progress) === JSON.stringify(written)) return { result: undefined };
      // Somebody else looks for it now, and decides.
      if (sessionId === undefined && !isMine(present, followed.messageId)) return { result: undefined };
      written = lookedFor(progress, sessionId);
      return { next: withProgress(present, index, written), result: undefined };
    };
    return (await changes.surely('what a look found', followed.key, followed.id, decide, known)).known;
  };
}
