/** Explore sessions at the service: opened when first needed, reopened once if dropped, stopped when no longer used. */
import { UpstreamError } from '../../core/errors.ts';
import { delaySeconds } from '../../sign-in/session/schedule.ts';
import { whereOf, type ReadyTask } from '../find/task-transitions.ts';
import { troubleOf } from '../model/service-error.ts';
import type { Explore } from '../model/task.ts';
import type { Access, ExploreRequest, RestorePorts } from '../ports.ts';
import { EXPLORE_REASON } from '../run/transitions.ts';
import { rulesOf } from '../workloads/index.ts';
import type { Connection } from './operator-access.ts';

const IDLE_MILLISECONDS = 30 * 60_000;
/** Before the sign-in ends, while its token can still stop the session. */
const BEFORE_END_MILLISECONDS = 20_000;
/** Leaves time to store the id of a session that was just opened. */
const MIN_IDLE_MILLISECONDS = 10_000;

/** When an explore session last used at `usedAt` is to be stopped, epoch milliseconds. */
export const idleAt = (usedAt: number, sessionExpiresAt: number): number =>
  Math.min(usedAt + IDLE_MILLISECONDS, sessionExpiresAt - BEFORE_END_MILLISECONDS);

/** Ensures that the session is stopped eventually, even if this process dies. @throws StorageUnavailableError */
export async function sendIdleJob(
  { jobs, clock }: Pick<RestorePorts, 'jobs' | 'clock'>,
  { key, session }: Connection,
  exploreId: string,
): Promise<void> {
  const now = clock.now();
  const dueAt = Math.max(idleAt(now, session.expiresAt), now + MIN_IDLE_MILLISECONDS);
  await jobs.send({ kind: 'explore-idle', key, exploreId, dueAt }, delaySeconds(dueAt, now));
}

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
    // Required to list a document's earlier versions (API, section F, 11).
    showAllVersions: rulesOf(workload).hasVersions,
    reason: EXPLORE_REASON,
  };
}

type Ports = Pick<RestorePorts, 'explorer' | 'jobs' | 'clock' | 'log'>;

export class ExploreSessions {
  readonly #ports: Ports;
  /** So that two presses at once open one session. */
  readonly #opening = new Map<string, Promise<Explore>>();

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Best effort: the service ends sessions that are left open. Never throws. */
  async stop(connection: Connection, exploreId: string): Promise<void> {
    const { explorer, log } = this.#ports;
    try {
      await connection.call((access) => explorer.stop(access, exploreId));
    } catch (error) {
      const trouble = error instanceof UpstreamError ? troubleOf(error) : undefined;
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
      if (error instanceof UpstreamError && troubleOf(error) === 'not-found') return true;
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

/** A task's explore session during one press. */
export class TaskExplore {
  readonly #sessions: ExploreSessions;
  readonly #connection: Connection;
  readonly #task: ReadyTask;
  readonly #beforeOpening: () => Promise<Explore | undefined>;
  #explore: Explore | undefined;
  #ready: Promise<Explore> | undefined;
  #wasDropped = false;

  /**
   * @param beforeOpening stores what was chosen, since opening takes a while. Returns the task's session by then: another
   *   press may have opened one
   */
  constructor(
    sessions: ExploreSessions,
    connection: Connection,
    task: ReadyTask,
    beforeOpening: () => Promise<Explore | undefined>,
  ) {
    this.#sessions = sessions;
    this.#connection = connection;
    this.#task = task;
    this.#beforeOpening = beforeOpening;
    this.#explore = task.explore;
    this.#ready = task.explore && Promise.resolve(task.explore);
  }

  /** What is open now. */
  get explore(): Explore | undefined {
    return this.#explore;
  }

  /** Whether the service had dropped the task's session. */
  get wasDropped(): boolean {
    return this.#wasDropped;
  }

  /**
   * Works with an open session, and again with a new one if the service has dropped it.
   *
   * @throws UpstreamError, SessionRefusedError, StorageUnavailableError
   */
  async use<T>(work: (access: Access, exploreId: string) => Promise<T>): Promise<T> {
    const present = await (this.#ready ??= this.#open(undefined));
    try {
      return await this.#connection.call((access) => work(access, present.id));
    } catch (error) {
      const trouble = error instanceof UpstreamError ? troubleOf(error) : undefined;
      // The service may also report a conflict for a session that is over (API, section C3).
      if (trouble !== 'not-found' && trouble !== 'conflict') throw error;
      if (!(await this.#replace(present))) throw error;
    }
    const replacement = await this.#ready;
    return this.#connection.call((access) => work(access, replacement.id));
  }

  async #open(instead: string | undefined): Promise<Explore> {
    const theirs = await this.#beforeOpening();
    const isUsable = theirs !== undefined && theirs.id !== instead;
    this.#explore = isUsable ? theirs : await this.#sessions.open(this.#connection, this.#task, instead);
    return this.#explore;
  }

  /** @returns whether there is another session to try with */
  async #replace(gone: Explore): Promise<boolean> {
    // Several calls of one press may fail; the first one reopens.
    if (this.#explore?.id !== gone.id) return true;
    if (!this.#wasDropped && !(await this.#sessions.isOver(this.#connection, gone.id))) return false;
    if (this.#wasDropped) return (await this.#ready)?.id !== gone.id;
    this.#wasDropped = true;
    this.#ready = this.#open(gone.id);
    await this.#ready;
    return true;
  }
}
