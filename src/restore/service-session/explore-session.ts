/** Explore sessions at the service: opened when first needed, opened anew once when dropped, stopped when done with. */
import { UpstreamError } from '../../core/errors.ts';
import { delaySeconds } from '../../sign-in/session/schedule.ts';
import type { Clock, Log } from '../../core/platform.ts';
import type { Jobs } from '../../core/jobs.ts';
import type { Connection } from './operator-access.ts';
import type { Access, Explorer, ExploreRequest } from '../ports.ts';
import { EXPLORE_REASON } from '../run/call-reference.ts';
import type { Explore } from '../model/task.ts';
import { whereOf, type ReadyTask } from '../find/task-transitions.ts';
import { troubleOf } from '../model/service-error.ts';

/** A task's explore session for as long as one press takes. */
export interface Exploring {
  /**
   * Does the work with an open session, and once more with a new one where the service knows the old one no longer.
   *
   * @throws UpstreamError, SessionRefusedError, StorageAwayError
   */
  use<T>(work: (access: Access, exploreId: string) => Promise<T>): Promise<T>;
  /** What is open now. */
  explore(): Explore | undefined;
  /** The service had dropped the one that was there. */
  wasDropped(): boolean;
}

export interface Explores {
  /**
   * @param beforeOpening stores what was chosen: opening takes a while, and may be the last thing this process does. It
   *   answers with what the task has by then: somebody else may have opened a session for it
   */
  of(connection: Connection, task: ReadyTask, beforeOpening: () => Promise<Explore | undefined>): Exploring;
  /** Best effort: one that is not stopped here the service ends by itself. Never throws. */
  stop(connection: Connection, exploreId: string): Promise<void>;
}

export interface ExploresDependencies {
  readonly explorer: Pick<Explorer, 'openExplore' | 'session' | 'stop'>;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

const IDLE_MILLISECONDS = 30 * 60_000;
/** Before the session ends: while its token can still stop something. */
const BEFORE_END_MILLISECONDS = 20_000;
/** What was opened just now is not looked at before its id can have been written. */
const SHORTEST_MILLISECONDS = 10_000;

/** When an explore session that was used last at `usedAt` is to be stopped, epoch milliseconds. */
export const idleAt = (usedAt: number, sessionExpiresAt: number): number =>
  Math.min(usedAt + IDLE_MILLISECONDS, sessionExpiresAt - BEFORE_END_MILLISECONDS);

/** From then on the session is stopped in the end, whatever becomes of this process. @throws StorageAwayError */
export async function sendIdleJob(
  { jobs, clock }: Pick<ExploresDependencies, 'jobs' | 'clock'>,
  { key, session }: Connection,
  exploreId: string,
): Promise<void> {
  const now = clock.now();
  const dueAt = Math.max(idleAt(now, session.expiresAt), now + SHORTEST_MILLISECONDS);
  await jobs.send({ kind: 'explore-idle', key, exploreId, dueAt }, delaySeconds(dueAt, now));
}

/** What a task's explore session is opened with, each time. */
export function exploreRequest({
  scope,
  workload,
  point,
  showDeleted,
}: Pick<ReadyTask, 'scope' | 'workload' | 'point' | 'showDeleted'>): ExploreRequest {
  return {
    workload,
    at: point.kind === 'at' ? point.backupTime : undefined,
    repositoryId: point.kind === 'at' ? point.repositoryId : undefined,
    scope: scope.kind === 'item' ? scope.item : undefined,
    showDeleted,
    // Without it a document's earlier versions are not listed (API, section F, 11); mail has none.
    showAllVersions: workload === 'onedrive',
    reason: EXPLORE_REASON,
  };
}

export function createExplores({ explorer, jobs, clock, log }: ExploresDependencies): Explores {
  /** Two presses at once open one session. */
  const opening = new Map<string, Promise<Explore>>();

  const stop: Explores['stop'] = async (connection, exploreId) => {
    try {
      await connection.call((access) => explorer.stop(access, exploreId));
    } catch (error) {
      if (!(error instanceof UpstreamError)) {
        return log.warn({ reference: exploreId, error }, 'an explore session is left to the service to end');
      }
      const trouble = troubleOf(error);
      // Not the error itself: what the service says may name people and their mail.
      if (trouble !== 'not-found')
        log.warn({ reference: exploreId, trouble }, 'an explore session could not be stopped');
    }
  };

  /**
   * The job goes out before anybody writes the id down: from then on the session is stopped whatever becomes of this
   * process. One whose answer was lost on the way here nobody knows: the service ends it by itself.
   */
  async function open(connection: Connection, task: ReadyTask): Promise<Explore> {
    const { id } = await connection.call((access) => explorer.openExplore(access, exploreRequest(task)));
    try {
      await sendIdleJob({ jobs, clock }, connection, id);
    } catch (error) {
      await stop(connection, id);
      throw error;
    }
    return { id, workload: task.workload, openedAt: clock.now() };
  }

  function openOnce(connection: Connection, task: ReadyTask, instead: string | undefined): Promise<Explore> {
    const name = JSON.stringify([task.id, whereOf(task), instead]);
    const already = opening.get(name);
    if (already !== undefined) return already;
    const opened = open(connection, task).finally(() => opening.delete(name));
    opening.set(name, opened);
    return opened;
  }

  async function hasEnded(connection: Connection, exploreId: string): Promise<boolean> {
    try {
      return (await connection.call((access) => explorer.session(access, exploreId))).state === 'stopped';
    } catch (error) {
      if (error instanceof UpstreamError && troubleOf(error) === 'not-found') return true;
      throw error;
    }
  }

  return {
    stop,

    of(connection, task, beforeOpening) {
      let present = task.explore;
      let seat: Promise<Explore> | undefined = present === undefined ? undefined : Promise.resolve(present);
      let dropped = false;

      async function take(instead: string | undefined): Promise<Explore> {
        const theirs = await beforeOpening();
        present = theirs === undefined || theirs.id === instead ? await openOnce(connection, task, instead) : theirs;
        return present;
      }

      /** @returns whether there is a new one to try with */
      async function replace(gone: Explore): Promise<boolean> {
        // Several calls of one press may find it gone: it is opened anew by the first.
        if (present?.id !== gone.id) return true;
        if (!dropped && !(await hasEnded(connection, gone.id))) return false;
        if (dropped) return (await seat)?.id !== gone.id;
        dropped = true;
        seat = take(gone.id);
        await seat;
        return true;
      }

      return {
        explore: () => present,
        wasDropped: () => dropped,

        async use(work) {
          const now = await (seat ??= take(undefined));
          try {
            return await connection.call((access) => work(access, now.id));
          } catch (error) {
            const trouble = error instanceof UpstreamError ? troubleOf(error) : undefined;
            // A session that has ended may also be named a conflict; nothing but a look tells (API, section C3).
            if (trouble !== 'not-found' && trouble !== 'conflict') throw error;
            if (!(await replace(now))) throw error;
          }
          const again = await seat;
          return connection.call((access) => work(access, again.id));
        },
      };
    },
  };
}
