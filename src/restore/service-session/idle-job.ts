/** Handler of `explore-idle` jobs: stops an explore session that is no longer used, and closes tasks whose sign-in ended. */
import { changeState, readState, type Decided } from '../../core/optimistic-update.ts';
import type { Job } from '../../core/jobs.ts';
import type { PersonKey } from '../../core/person.ts';
import type { Session } from '../../sign-in/model.ts';
import { delaySeconds } from '../../sign-in/session/schedule.ts';
import type { TaskLifecycle } from '../find/task-lifecycle.ts';
import type { RestoreState } from '../model/restore.ts';
import type { RestorePorts } from '../ports.ts';
import { isRestoredFrom } from '../run/transitions.ts';
import { idleAt, type ExploreSessions } from './explore-session.ts';
import { mayContinueTask, SessionRefusedError, type OperatorAccess } from './operator-access.ts';

export type IdleJob = Extract<Job, { kind: 'explore-idle' }>;

/** A sign-in that ends so soon is waited for, because its end decides. */
const ENDING_MILLISECONDS = 60_000;
/** A sign-in may be renewed at the last moment. */
const AFTER_END_MILLISECONDS = 15_000;
const RESTORE_CHECK_MILLISECONDS = 60_000;
/** How long a task waits for a sign-in after the service has refused its session. */
const WAITING_MILLISECONDS = 86_400_000;

type Ports = Pick<RestorePorts, 'store' | 'jobs' | 'clock' | 'log'> & {
  readonly access: OperatorAccess;
  readonly sessions: ExploreSessions;
  readonly lifecycle: Pick<TaskLifecycle, 'expire'>;
};

export class IdleJobHandler {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** @throws StorageUnavailableError, UpstreamError */
  async handle(job: IdleJob): Promise<void> {
    const { access, sessions, store, lifecycle, clock, log } = this.#ports;
    const { key, exploreId } = job;
    if (job.dueAt > clock.now()) return this.#sendAgain(job, job.dueAt);
    const [found, { state }] = await Promise.all([access.find(key), readState(store, key)]);
    const task = state?.task;
    const session = found.kind === 'granted' ? found.session : undefined;
    if (task !== undefined && (session === undefined || !mayContinueTask(session, task))) {
      const dueAt = task.usedAt + WAITING_MILLISECONDS;
      if (session === undefined && task.waitsForSignIn === true && dueAt > clock.now()) {
        return this.#sendAgain(job, dueAt);
      }
      await lifecycle.expire(key, task);
    }
    // Without a token nothing can be stopped; the service ends the session.
    if (found.kind === 'refused' || session === undefined) return;
    if (isRestoredFrom(state, exploreId)) {
      const dueAt = Math.max(idleAt(clock.now(), session.expiresAt), clock.now() + RESTORE_CHECK_MILLISECONDS);
      return this.#sendAgain(job, dueAt);
    }
    if (session.expiresAt - clock.now() <= ENDING_MILLISECONDS) {
      await this.#sendAgain(job, session.expiresAt + AFTER_END_MILLISECONDS);
    }
    const usedUntil = await this.#release(key, exploreId, session);
    if (usedUntil !== undefined) return this.#sendAgain(job, usedUntil);
    try {
      // Also one whose id was never stored, because the process died.
      await sessions.stop(access.connect(key, found), exploreId);
    } catch (error) {
      if (!(error instanceof SessionRefusedError)) throw error;
      log.debug({ event: 'explore-session-not-stopped', reference: exploreId }, 'the service ends it in time');
    }
  }

  async #sendAgain(job: IdleJob, dueAt: number): Promise<void> {
    const { jobs, clock } = this.#ports;
    await jobs.send({ ...job, dueAt }, delaySeconds(dueAt, clock.now()));
  }

  /** Removes the session from its task. @returns when it is due, if it has been used in the meantime */
  async #release(key: PersonKey, exploreId: string, session: Session): Promise<number | undefined> {
    const { store, clock } = this.#ports;
    const decide = (state: RestoreState | undefined): Decided<number | undefined, RestoreState> => {
      const task = state?.task;
      if (state === undefined || task?.explore?.id !== exploreId) return { kind: 'keep', result: undefined };
      const dueAt = idleAt(task.usedAt, session.expiresAt);
      if (dueAt > clock.now()) return { kind: 'keep', result: dueAt };
      return { kind: 'write', state: { ...state, task: { ...task, explore: undefined } }, result: undefined };
    };
    return (await changeState(store, key, decide)).result;
  }
}
