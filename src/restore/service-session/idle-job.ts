/** Handler of `explore-idle` jobs: an explore session that nobody uses any more is stopped; its task keeps its place. */
import type { Clock, Log } from '../../core/platform.ts';
import type { Job, Jobs } from '../../core/jobs.ts';
import { delaySeconds } from '../../sign-in/session/schedule.ts';
import type { PersonKey } from '../../core/person.ts';
import type { Session } from '../../sign-in/model.ts';
import { changeState, readState, type Decided } from '../../core/optimistic-update.ts';
import { mayContinueTask, SessionRefusedError, type OperatorAccess } from './operator-access.ts';
import { idleAt, type Explores } from './explore-session.ts';
import type { RestoreStore } from '../ports.ts';
import type { RestoreState } from '../model/restore.ts';
import type { ResultsCache } from '../find/results-cache.ts';
import type { Scopes } from '../find/scope/scope-cache.ts';
import type { TaskCards } from '../find/task-card.ts';
import { endTask } from '../find/close-task.ts';
import { isRestoredFrom } from '../run/transitions.ts';

type IdleJob = Extract<Job, { kind: 'explore-idle' }>;

export interface ExploreIdleDependencies {
  readonly access: OperatorAccess;
  readonly explores: Pick<Explores, 'stop'>;
  readonly store: RestoreStore;
  readonly cards: Pick<TaskCards, 'tell'>;
  readonly results: Pick<ResultsCache, 'drop'>;
  readonly scopes: Pick<Scopes, 'drop'>;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

/** When the sign-in ends so soon, its end is the reason, and is looked at once it has come. */
const ENDING_MILLISECONDS = 60_000;
/** An expiring session may be being renewed right then. */
const AFTER_END_MILLISECONDS = 15_000;
const LATER_MILLISECONDS = 60_000;
/** How long a task waits for a sign-in after the service has refused its session. */
const WAITING_MILLISECONDS = 86_400_000;

/** @returns the handler; it throws StorageAwayError */
export function createExploreIdle(dependencies: ExploreIdleDependencies): (job: IdleJob) => Promise<void> {
  const { access, explores, store, cards, results, scopes, jobs, clock, log } = dependencies;

  async function again(job: IdleJob, dueAt: number): Promise<void> {
    await jobs.send({ ...job, dueAt }, delaySeconds(dueAt, clock.now()));
  }

  /** @returns when it is due, where somebody has used it meanwhile */
  async function letGo({ key, exploreId }: IdleJob, session: Session): Promise<number | undefined> {
    const decide = (state: RestoreState | undefined): Decided<number | undefined, RestoreState> => {
      const task = state?.task;
      if (state === undefined || task?.explore?.id !== exploreId) return { kind: 'keep', result: undefined };
      const dueAt = idleAt(task.usedAt, session.expiresAt);
      if (dueAt > clock.now()) return { kind: 'keep', result: dueAt };
      return { kind: 'write', state: { ...state, task: { ...task, explore: undefined } }, result: undefined };
    };
    return (await changeState(store, key, decide)).result;
  }

  async function close(key: PersonKey, taskId: string): Promise<void> {
    const task = await endTask(store, key, taskId);
    if (task === undefined) return;
    results.drop(taskId);
    scopes.drop(task.signInId);
    await cards.tell(key, task.cardId, { kind: 'task-closed', why: 'expired' });
  }

  return async (job) => {
    const { key, exploreId } = job;
    if (job.dueAt > clock.now()) return again(job, job.dueAt);
    const [looked, { state }] = await Promise.all([access.find(key), readState(store, key)]);
    const task = state?.task;
    const session = looked.kind === 'granted' ? looked.session : undefined;
    if (task !== undefined && (session === undefined || !mayContinueTask(session, task))) {
      // One that waits for a sign-in in vain is closed after a day.
      const dueAt = task.usedAt + WAITING_MILLISECONDS;
      if (session === undefined && task.waitsForSignIn === true && dueAt > clock.now()) return again(job, dueAt);
      // The sign-in that the task was begun with is over.
      await close(key, task.id);
    }
    // Without a token nothing can be stopped: the service has ended what it was asked to log out.
    if (looked.kind === 'refused' || session === undefined) return;
    if (isRestoredFrom(state, exploreId)) {
      // The restore's until it ends; whatever becomes of that, it is stopped in the end.
      return again(job, Math.max(idleAt(clock.now(), session.expiresAt), clock.now() + LATER_MILLISECONDS));
    }
    if (session.expiresAt - clock.now() <= ENDING_MILLISECONDS) {
      await again(job, session.expiresAt + AFTER_END_MILLISECONDS);
    }
    const usedUntil = await letGo(job, session);
    if (usedUntil !== undefined) return again(job, usedUntil);
    // Also one whose id never came to be written, because the process died.
    try {
      await explores.stop(access.connect(key, looked), exploreId);
    } catch (error) {
      if (!(error instanceof SessionRefusedError)) throw error;
      log.debug({ reference: exploreId }, 'an explore session is left to the service');
    }
  };
}
