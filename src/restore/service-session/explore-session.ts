/** Explore sessions at the service: opened, stopped when no longer used. */
import { UpstreamError } from '../../core/errors.ts';
import type { JobOf } from '../../core/jobs.ts';
import { changeState, keep, readState, write } from '../../core/optimistic-update.ts';
import type { PersonKey } from '../../core/person.ts';
import type { Session } from '../../sign-in/model.ts';
import { delaySeconds, postponeIfEarly } from '../../sign-in/session/schedule.ts';
import { whereOf, type ReadyTask } from '../find/task-transitions.ts';
import type { Restore, RestoreState } from '../model/restore.ts';
import { troubleOf } from '../model/service-error.ts';
import type { Explore, Task } from '../model/task.ts';
import type { ExploreRequest, RestorePorts } from '../ports.ts';
import { EXPLORE_REASON, isRestoredFrom } from '../run/transitions.ts';
import { rulesOf } from '../workloads/index.ts';
import { mayContinueTask, type Connection, type OperatorAccess } from './operator-access.ts';

const IDLE_MILLISECONDS = 30 * 60_000;
/** Before the sign-in ends, while its token can still stop the session. */
const BEFORE_END_MILLISECONDS = 20_000;
/** Leaves time to store the id of a session that was just opened. */
const MIN_IDLE_MILLISECONDS = 10_000;
/** The end of a sign-in decides what happens to its task: so soon before it, the job waits for it. */
const ENDING_MILLISECONDS = 60_000;
/** A sign-in may be renewed at the last moment. */
const AFTER_END_MILLISECONDS = 15_000;
const RESTORE_CHECK_MILLISECONDS = 60_000;
/** How long a task waits for a sign-in after the service has refused its session. */
const WAITING_MILLISECONDS = 86_400_000;

/** When an explore session last used at `usedAt` is to be stopped, epoch milliseconds. */
const idleAt = (usedAt: number, { expiresAt }: Session): number =>
  Math.min(usedAt + IDLE_MILLISECONDS, expiresAt - BEFORE_END_MILLISECONDS);

export const troubleIn = (error: unknown) => (error instanceof UpstreamError ? troubleOf(error) : undefined);

/** Ensures that the session is stopped eventually, even if this process dies. @throws StorageUnavailableError */
export async function sendIdleJob(
  { jobs, clock }: Pick<RestorePorts, 'jobs' | 'clock'>,
  { key, session }: Connection,
  exploreId: string,
): Promise<void> {
  const now = clock.now();
  const dueAt = Math.max(idleAt(now, session), now + MIN_IDLE_MILLISECONDS);
  await jobs.send({ kind: 'explore-idle', key, exploreId, dueAt }, delaySeconds(dueAt, now));
}

/** @param of a task, or a restore that began as one */
export function exploreRequest(of: Pick<Restore, 'scope' | 'workload' | 'point' | 'showDeleted'>): ExploreRequest {
  const { scope, workload, point, showDeleted } = of;
  return {
    workload,
    at: point.kind === 'at' ? point.backupTime : undefined,
    repositoryId: point.kind === 'at' ? point.repositoryId : undefined,
    scope: scope.kind === 'item' ? scope.item : undefined,
    showDeleted,
    // Required to list a document's earlier versions (API, section F, 11).
    showAllVersions: rulesOf(workload).hasVersions,
    reason: EXPLORE_REASON,
  };
}

export class ExploreSessions {
  readonly #ports: Pick<RestorePorts, 'explorer' | 'jobs' | 'clock' | 'log'>;
  /** So that two presses at once open one session. */
  readonly #opening = new Map<string, Promise<Explore>>();

  constructor(ports: Pick<RestorePorts, 'explorer' | 'jobs' | 'clock' | 'log'>) {
    this.#ports = ports;
  }

  /** Best effort: the service ends sessions that are left open. Never throws. */
  async stop(connection: Connection, exploreId: string): Promise<void> {
    const { explorer, log } = this.#ports;
    try {
      await connection.call((access) => explorer.stop(access, exploreId));
    } catch (error) {
      const trouble = troubleIn(error);
      if (trouble === 'not-found') return;
      // Not an error of the service, whose text may name people and their mail.
      const cause = trouble === undefined ? { error } : { trouble };
      log.warn(
        { event: 'explore-session-not-stopped', reference: exploreId, ...cause },
        'an explore session could not be stopped; the service ends it in time',
      );
    }
  }

  async isOver(connection: Connection, exploreId: string): Promise<boolean> {
    const { explorer } = this.#ports;
    try {
      return (await connection.call((access) => explorer.session(access, exploreId))).state === 'stopped';
    } catch (error) {
      if (troubleIn(error) === 'not-found') return true;
      throw error;
    }
  }

  /** @param instead the id of a session that the service has dropped */
  open(connection: Connection, task: ReadyTask, instead: string | undefined): Promise<Explore> {
    const name = JSON.stringify([task.id, whereOf(task), instead]);
    const present = this.#opening.get(name);
    if (present !== undefined) return present;
    const opening = this.#open(connection, task).finally(() => this.#opening.delete(name));
    this.#opening.set(name, opening);
    return opening;
  }

  /** The job is sent before the id is stored. If the response with the id is lost, the service ends the session itself. */
  async #open(connection: Connection, task: ReadyTask): Promise<Explore> {
    const { explorer, clock } = this.#ports;
    const { id } = await connection.call((access) => explorer.openExplore(access, exploreRequest(task)));
    try {
      await sendIdleJob(this.#ports, connection, id);
    } catch (error) {
      await this.stop(connection, id);
      throw error;
    }
    return { id, workload: task.workload, openedAt: clock.now() };
  }
}

type Ports = Pick<RestorePorts, 'store' | 'jobs' | 'clock'> & {
  readonly access: OperatorAccess;
  readonly sessions: ExploreSessions;
  readonly expireTask: (key: PersonKey, task: Task) => Promise<void>;
};

/** Handles `explore-idle` jobs: stops a session that is no longer used, and closes the task of a sign-in that has ended. */
export class IdleJobHandler {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** @throws StorageUnavailableError, UpstreamError */
  async handle(job: JobOf<'explore-idle'>): Promise<void> {
    const { access, sessions, store, expireTask, clock } = this.#ports;
    const { key, exploreId } = job;
    if (await postponeIfEarly(this.#ports, job)) return;
    const now = clock.now();
    const [found, { state }] = await Promise.all([access.find(key), readState(store, key)]);
    const task = state?.task;
    const connection = found.kind === 'granted' ? found.connection : undefined;
    if (task !== undefined && (connection === undefined || !mayContinueTask(connection.session, task))) {
      const waitsUntil =
        connection === undefined && task.waitsForSignIn === true ? task.usedAt + WAITING_MILLISECONDS : 0;
      if (await postponeIfEarly(this.#ports, { ...job, dueAt: waitsUntil })) return;
      await expireTask(key, task);
    }
    // Without a token nothing can be stopped; the service ends the session.
    if (connection === undefined) return;
    const { session } = connection;
    if (isRestoredFrom(state, exploreId)) {
      const dueAt = Math.max(idleAt(now, session), now + RESTORE_CHECK_MILLISECONDS);
      await postponeIfEarly(this.#ports, { ...job, dueAt });
      return;
    }
    if (session.expiresAt - now <= ENDING_MILLISECONDS) {
      await postponeIfEarly(this.#ports, { ...job, dueAt: session.expiresAt + AFTER_END_MILLISECONDS });
    }
    const usedUntil = await this.#release(job, session);
    if (await postponeIfEarly(this.#ports, { ...job, dueAt: usedUntil })) return;
    // Also one whose id was never stored, because the process died.
    await sessions.stop(connection, exploreId);
  }

  /** Removes an idle session from its task. @returns when it is due if it has been used in the meantime, otherwise 0 */
  async #release({ key, exploreId }: JobOf<'explore-idle'>, session: Session): Promise<number> {
    const { store, clock } = this.#ports;
    const decide = (state: RestoreState | undefined) => {
      const task = state?.task;
      if (state === undefined || task?.explore?.id !== exploreId) return keep(0);
      const dueAt = idleAt(task.usedAt, session);
      return dueAt > clock.now() ? keep(dueAt) : write({ ...state, task: { ...task, explore: undefined } }, 0);
    };
    return (await changeState(store, key, decide)).result;
  }
}
