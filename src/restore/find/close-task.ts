/** How a task ends before anything was restored: **Done**, a log-out, and the end of the sign-in. */
import type { Organizations } from '../../sign-in/organizations/organizations.ts';
import type { Clock, Log } from '../../core/platform.ts';
import type { PersonKey } from '../../core/person.ts';
import type { Session } from '../../sign-in/model.ts';
import { changeState, readState } from '../../core/optimistic-update.ts';
import type { AuthorizedRequest, Connection } from '../service-session/operator-access.ts';
import type { Explores } from '../service-session/explore-session.ts';
import type { RestoreStore } from '../ports.ts';
import type { RestoreReply } from '../views.ts';
import type { Task } from '../model/task.ts';
import type { RestoreState } from '../model/restore.ts';
import type { ResultsCache } from './results-cache.ts';
import type { Scopes } from './scope/scope-cache.ts';
import { undefinedIfTimedOut, withTimeout } from '../../core/time-limit.ts';
import type { TaskCards } from './task-card.ts';
import { isRestoredFrom } from '../run/transitions.ts';

export interface TaskEnds {
  /** @returns undefined when there is no such task. @throws StorageAwayError */
  done(entered: AuthorizedRequest, taskId: string, cardId: string | undefined): Promise<RestoreReply | undefined>;
  /** While the token still works. Never throws. */
  loggedOut(key: PersonKey, session: Session, why: 'logged-out'): Promise<void>;
  /** There is no token any more: an explore session, should one be open, is its own job's. @throws StorageAwayError */
  expired(key: PersonKey, signInId: string): Promise<void>;
}

export interface TaskEndsDependencies {
  readonly store: RestoreStore;
  readonly explores: Pick<Explores, 'stop'>;
  readonly organizations: Pick<Organizations, 'get'>;
  readonly cards: Pick<TaskCards, 'edit' | 'tell'>;
  readonly results: Pick<ResultsCache, 'drop'>;
  readonly scopes: Pick<Scopes, 'drop'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** A log-out does not wait long for a service that does not answer. */
const STOPPING_MILLISECONDS = 5_000;

/** Takes the task out of the state. @returns it, where it was still there */
export async function endTask(store: RestoreStore, key: PersonKey, taskId: string): Promise<Task | undefined> {
  const { result } = await changeState<Task | undefined, RestoreState>(store, key, (state) =>
    state?.task?.id === taskId
      ? { kind: 'write', state: { ...state, task: undefined }, result: state.task }
      : { kind: 'keep', result: undefined },
  );
  return result;
}

export function createTaskEnds(dependencies: TaskEndsDependencies): TaskEnds {
  const { store, explores, organizations, cards, results, scopes, clock, log } = dependencies;

  async function stopSoon(session: Session, key: PersonKey, exploreId: string): Promise<void> {
    const organization = organizations.get(session.organization);
    if (organization === undefined) return;
    const { accessToken } = session;
    // Not renewed for this: the session is given up.
    const connection: Connection = { key, session, call: (work) => work({ organization, accessToken }) };
    await withTimeout(STOPPING_MILLISECONDS, () => explores.stop(connection, exploreId), { clock }).catch(
      undefinedIfTimedOut,
    );
  }

  return {
    async done({ asker, connection, loaded: known }, taskId, cardId) {
      const task = await endTask(store, asker.key, taskId);
      if (task === undefined) return undefined;
      results.drop(task.id);
      const view = { kind: 'task-closed', why: 'done' } as const;
      if (task.cardId !== undefined && task.cardId !== cardId) {
        await cards.edit(asker.address, asker.key, task.cardId, view);
      }
      const { explore } = task;
      // In nobody's way; should it come to nothing, the session's job stops it.
      if (explore !== undefined && !isRestoredFrom(known.state, explore.id)) void explores.stop(connection, explore.id);
      return { kind: 'render', view };
    },

    async loggedOut(key, session, why) {
      scopes.drop(session.signInId);
      try {
        const { state } = await readState<RestoreState>(store, key);
        const task = state?.task;
        if (task?.signInId !== session.signInId) return;
        const { explore } = task;
        if (explore !== undefined && !isRestoredFrom(state, explore.id)) await stopSoon(session, key, explore.id);
        const ended = await endTask(store, key, task.id);
        if (ended === undefined) return;
        results.drop(ended.id);
        await cards.tell(key, ended.cardId, { kind: 'task-closed', why });
      } catch (error) {
        log.warn({ reference: session.signInId, error }, 'a restore task could not be closed');
      }
    },

    async expired(key, signInId) {
      scopes.drop(signInId);
      const { state } = await readState<RestoreState>(store, key);
      const task = state?.task;
      if (task?.signInId !== signInId) return;
      const ended = await endTask(store, key, task.id);
      if (ended === undefined) return;
      results.drop(ended.id);
      await cards.tell(key, ended.cardId, { kind: 'task-closed', why: 'expired' });
    },
  };
}
