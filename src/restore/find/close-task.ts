/** How a task ends before anything is restored: **Done**, a log-out, the end of the sign-in. */
import { changeState, readState } from '../../core/optimistic-update.ts';
import type { PersonKey } from '../../core/person.ts';
import { undefinedIfTimedOut, withTimeout } from '../../core/time-limit.ts';
import type { Session } from '../../sign-in/model.ts';
import type { RestoreState } from '../model/restore.ts';
import type { Task } from '../model/task.ts';
import type { RestorePorts } from '../ports.ts';
import { isRestoredFrom } from '../run/transitions.ts';
import type { ExploreSessions } from '../service-session/explore-session.ts';
import type { AuthorizedRequest, Connection } from '../service-session/operator-access.ts';
import type { RestoreReply } from '../views.ts';
import type { ResultsCache } from './explore-queries.ts';
import type { ScopeCache } from './scope-cache.ts';
import type { TaskCards } from './task-card.ts';

/** A log-out does not wait longer for a service that does not respond. */
const STOP_MILLISECONDS = 5_000;

type Ports = Pick<RestorePorts, 'store' | 'organizations' | 'clock' | 'log'> & {
  readonly sessions: ExploreSessions;
  readonly cards: TaskCards;
  readonly results: ResultsCache;
  readonly scopes: ScopeCache;
};

export class TaskCloser {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** @returns undefined when the task no longer exists. @throws StorageUnavailableError */
  async done(
    { asker, connection, loaded }: AuthorizedRequest,
    taskId: string,
    cardId: string | undefined,
  ): Promise<RestoreReply | undefined> {
    const { sessions, cards } = this.#ports;
    const task = await this.#end(asker.key, taskId);
    if (task === undefined) return undefined;
    const view = { kind: 'task-closed', why: 'done' } as const;
    if (task.cardId !== undefined && task.cardId !== cardId) {
      await cards.edit(asker.address, asker.key, task.cardId, view);
    }
    const { explore } = task;
    // Not awaited: if this fails, the session's job stops it.
    if (explore !== undefined && !isRestoredFrom(loaded.state, explore.id)) void sessions.stop(connection, explore.id);
    return { kind: 'render', view };
  }

  /** Before a log-out, while the token still works. Never throws. */
  async logOut(key: PersonKey, session: Session): Promise<void> {
    const { store, cards, scopes, log } = this.#ports;
    scopes.drop(session.signInId);
    try {
      const { state } = await readState<RestoreState>(store, key);
      const task = state?.task;
      if (task?.signInId !== session.signInId) return;
      const { explore } = task;
      if (explore !== undefined && !isRestoredFrom(state, explore.id)) await this.#stop(key, session, explore.id);
      const ended = await this.#end(key, task.id);
      if (ended !== undefined) await cards.announceEnd(key, ended.cardId, 'logged-out');
    } catch (error) {
      log.warn({ event: 'task-not-closed', reference: session.signInId, error }, 'a task could not be closed');
    }
  }

  /** @throws StorageUnavailableError */
  async expireSignIn(key: PersonKey, signInId: string): Promise<void> {
    const { store, scopes } = this.#ports;
    scopes.drop(signInId);
    const { task } = (await readState<RestoreState>(store, key)).state ?? {};
    if (task?.signInId === signInId) await this.expire(key, task);
  }

  /** Without a token: the job of an open explore session takes care of it. @throws StorageUnavailableError */
  async expire(key: PersonKey, { id, signInId }: Pick<Task, 'id' | 'signInId'>): Promise<void> {
    this.#ports.scopes.drop(signInId);
    const ended = await this.#end(key, id);
    if (ended !== undefined) await this.#ports.cards.announceEnd(key, ended.cardId, 'expired');
  }

  /** @returns the task, unless it had ended before */
  async #end(key: PersonKey, taskId: string): Promise<Task | undefined> {
    const { result } = await changeState<Task | undefined, RestoreState>(this.#ports.store, key, (state) =>
      state?.task?.id === taskId
        ? { kind: 'write', state: { ...state, task: undefined }, result: state.task }
        : { kind: 'keep', result: undefined },
    );
    if (result !== undefined) this.#ports.results.drop(taskId);
    return result;
  }

  async #stop(key: PersonKey, session: Session, exploreId: string): Promise<void> {
    const { sessions, organizations, clock } = this.#ports;
    const organization = organizations.get(session.organization);
    if (organization === undefined) return;
    const { accessToken } = session;
    // Without renewal: the session is about to end.
    const connection: Connection = { key, session, call: (work) => work({ organization, accessToken }) };
    const stop = () => sessions.stop(connection, exploreId);
    await withTimeout(STOP_MILLISECONDS, stop, { clock }).catch(undefinedIfTimedOut);
  }
}
