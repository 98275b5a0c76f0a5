/** What happens to a task besides presses: its card, its end with **Done**, a log-out or its sign-in, and its next sign-in. */
import { HOUR } from '../../core/durations.ts';
import type { Attempt } from '../../durable/announcer.ts';
import { StorageUnavailableError, UpstreamError } from '../../core/errors.ts';
import { changeState, keep, readState, write, type Decided, type Loaded } from '../../durable/record.ts';
import type { Address, Asker, PersonKey } from '../../core/person.ts';
import type { SessionOver } from '../../sign-in/state/session-events.ts';
import { NO_RESTORES, type RestoreState } from '../state/restore.ts';
import { withoutSession, type Task } from '../state/task.ts';
import type { RestorePorts } from '../state/ports.ts';
import { isRestoredFrom } from '../state/restore-transitions.ts';
import { stopExplore } from '../explore/explore-session.ts';
import type { AuthorizedRequest, ServiceAccess } from '../access/service-access.ts';
import type { TaskView } from '../state/task-views.ts';
import type { RestoreReply, RestoreView } from '../state/views.ts';
import type { ResultsCache } from '../explore/results-cache.ts';
import type { ScopeCache } from '../explore/scope/scope-cache.ts';
import { undefinedIfReplaced } from '../explore/search/search-turns.ts';
import type { TaskSteps } from './task-steps.ts';
import { goTo, ownScope, withScope } from '../state/task-transitions.ts';
import { showTaskCard, storeTaskCard } from './task/task-card.ts';
import type { TaskUpdate } from './task/task-update.ts';
import type { TaskUpdates } from './task/task-updates.ts';

/** How long a person who has to sign in still expects what they asked for. */
const WAITING_MILLISECONDS = HOUR;

type Ports = Pick<RestorePorts, 'explorer' | 'store' | 'people' | 'organizations' | 'announcer' | 'clock' | 'log'> & {
  readonly access: ServiceAccess;
  readonly scopes: ScopeCache;
  readonly results: ResultsCache;
  readonly updates: TaskUpdates;
  readonly steps: TaskSteps;
  readonly find: (asker: Asker, waiting: WaitingFind) => Promise<RestoreReply>;
};

/** What somebody who was not signed in wanted to find. */
export type WaitingFind = NonNullable<RestoreState['waitingFind']>;

/** All methods but `post` and `editMoved` throw StorageUnavailableError. A card that cannot be sent is logged. */
export class TaskLifecycle {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /**
   * Posts a new card and stores its id with the task. If that fails, the caller has to show the view, unless the attempt was
   * the only one.
   *
   * @param inUse a former card of the task that shows something else by now
   */
  async post(update: TaskUpdate, view: TaskView, inUse?: string, attempt?: Attempt): Promise<RestoreReply> {
    const { announcer, store, log } = this.#ports;
    const { asker, task, loaded } = update;
    const { address, key } = asker;
    try {
      const delivery = await announcer.post(address, key, view, attempt);
      if (delivery.kind === 'unreachable') return { kind: 'delivered', view };
      const { cardId } = delivery;
      // What runs meanwhile goes on with it.
      update.stage((present) => ({ ...present, cardId }));
      const former = new Set([...update.formerCards, await storeTaskCard(store, key, task.id, cardId, loaded)]);
      for (const used of [cardId, inUse]) former.delete(used);
      await this.editMoved(update, former);
      return { kind: 'delivered', view };
    } catch (error) {
      // The first press on the card makes it the task's.
      if (error instanceof StorageUnavailableError) return { kind: 'delivered', view };
      if (!(error instanceof UpstreamError)) throw error;
      log.warn({ event: 'task-card-failed', error }, 'the card of a task could not be posted');
      return { kind: 'render', view };
    }
  }

  /** Shows the view on the task's card. @returns undefined where there is none, or it cannot be edited */
  async edit(update: TaskUpdate, view: TaskView): Promise<RestoreReply | undefined> {
    if (update.task.cardId === undefined) return undefined;
    try {
      await showTaskCard(this.#ports, update, view);
    } catch (error) {
      if (!(error instanceof StorageUnavailableError)) {
        this.#ports.log.warn({ event: 'task-card-failed', error }, 'the card of a task could not be edited');
        return undefined;
      }
    }
    return { kind: 'delivered', view };
  }

  /** Says on former cards that the task continues elsewhere. */
  async editMoved({ asker }: TaskUpdate, cardIds: Iterable<string | undefined>): Promise<void> {
    for (const cardId of cardIds) await this.#retire(asker.address, asker.key, cardId, { kind: 'task-moved' });
  }

  /** **Done**. @returns undefined when the task no longer exists */
  async done(request: AuthorizedRequest, taskId: string, cardId?: string): Promise<RestoreReply | undefined> {
    const { asker, connection, loaded } = request;
    const task = await this.#end(asker.key, taskId, loaded, { waitingFind: undefined });
    if (task === undefined) return undefined;
    const view = { kind: 'task-closed', why: 'done', access: task.access } as const;
    if (task.cardId !== cardId) await this.#retire(asker.address, asker.key, task.cardId, view);
    const { explore } = task;
    // Not awaited: if this fails, the session's job stops it.
    if (explore !== undefined && !isRestoredFrom(loaded.state, explore.id)) {
      void stopExplore(this.#ports, connection, explore.id);
    }
    return { kind: 'render', view };
  }

  /** What becomes of the task of a session that is over. @returns the explore session that it has open */
  async sessionOver({ key, why, session: { signInId } }: SessionOver): Promise<string | undefined> {
    const { store, scopes } = this.#ports;
    scopes.drop(signInId);
    if (why === 'refused') {
      await this.pause(key, signInId);
      return undefined;
    }
    const task = (await readState(store, key)).state?.task;
    if (task === undefined || task.signInId !== signInId) return undefined;
    const ended = await this.#end(key, task.id);
    if (ended !== undefined && why !== 'uninstalled')
      await this.#announceEnd(key, ended, why === 'logged-out' || why === 'erased' ? 'logged-out' : 'expired');
    return task.explore?.id;
  }

  /** There is no token: the job of an open explore session takes care of it. */
  async expire(key: PersonKey, { id, signInId }: Pick<Task, 'id' | 'signInId'>): Promise<void> {
    this.#ports.scopes.drop(signInId);
    const ended = await this.#end(key, id);
    if (ended !== undefined) await this.#announceEnd(key, ended, 'expired');
  }

  /** Stores what somebody who is not signed in wants to find: `resume` finds it after the sign-in. */
  async remember(key: PersonKey, words: string | undefined): Promise<void> {
    const waitingFind = { words, askedAt: this.#ports.clock.now() };
    await this.#change(key, (state) => write({ ...NO_RESTORES, ...state, waitingFind }, undefined));
  }

  /** The service has refused the session of that sign-in: the task waits for a new one, and its card asks for it. */
  async pause(key: PersonKey, signInId: string): Promise<void> {
    const { people } = this.#ports;
    const task = await this.#change<Task | undefined>(key, (state) => {
      const present = state?.task;
      if (state === undefined || present?.signInId !== signInId) return keep(undefined);
      if (present.waitsForSignIn === true) return keep(present);
      const next = { ...present, waitsForSignIn: true };
      return write({ ...state, task: next }, next);
    });
    const { state: person } = await readState(people, key);
    if (task === undefined || person === undefined) return;
    // Signed in again in the meantime.
    if (person.session !== undefined) return this.resume(key);
    const isUsedBySignIn = person.signIn?.kind !== 'ended' && person.signIn?.cardId === task.cardId;
    if (isUsedBySignIn) return;
    const notice = { code: 'session-refused', access: task.access } as const;
    const view = { kind: 'restore-notice', notice } as const;
    await this.#logFailure(async () => {
      if (task.cardId !== undefined) await this.#ports.announcer.edit(person.address, key, task.cardId, view);
    });
  }

  /**
   * After a sign-in: finds what was waiting, or continues the task on a new card below the sign-in's. May be called again.
   *
   * @throws also UpstreamError, SessionRefusedError
   */
  async resume(key: PersonKey): Promise<void> {
    const { access, store, people, announcer, updates, steps, find, clock } = this.#ports;
    const [found, { state: person }, loaded] = await Promise.all([
      access.find(key),
      readState(people, key),
      readState(store, key),
    ]);
    const { task, waitingFind } = loaded.state ?? {};
    if (found.kind === 'refused' || person?.address.place !== 'personal') return;
    const asker: Asker = { key, person: person.person, address: person.address };
    const { askedAt = 0 } = waitingFind ?? {};
    // Unless they have gone on meanwhile, where a process died before this.
    const isExpected =
      waitingFind !== undefined && clock.now() - askedAt < WAITING_MILLISECONDS && (task?.askedAt ?? 0) <= askedAt;
    if (isExpected) {
      const reply = await find(asker, waitingFind);
      // There is no turn that would show it.
      if (reply.kind === 'render') await announcer.post(asker.address, key, reply.view, 'only');
    }
    if (waitingFind !== undefined) await this.#forget(key, waitingFind);
    if (isExpected) return;
    const { connection } = found;
    const { session } = connection;
    if (task === undefined || (task.signInId === session.signInId && task.cardId !== undefined)) return;
    const update = updates.open({ asker, connection, loaded }, task.id);
    if (update === undefined) return;
    // The explore session was opened with the old token, and the card may be the sign-in's by now.
    const replaced = { cardId: undefined, remark: undefined, also: undefined };
    // A look into earlier backups has ended; the search is run again and offers it, as the page of the folder does.
    const before = task.look?.comparison === undefined || task.page === undefined ? 'search' : 'results';
    const step = task.step === 'earlier' ? before : task.step;
    update.stage((present) => ({ ...goTo(withoutSession(present), step), ...replaced }));
    const resuming = updates.run(update, async () => {
      // Unknown when the task was begun.
      if (task.scope === undefined && task.isOperator && !(await updates.isOperator(connection))) {
        update.stage((present) => withScope({ ...present, isOperator: false }, ownScope(session)));
      }
      if (step === 'search') await steps.continueSearch(update);
    });
    // Replaced by a press, which shows the task.
    const exists = await resuming.catch(undefinedIfReplaced);
    if (exists === true) await this.post(update, await updates.view(update), session.cardId, 'only');
  }

  /** It was done, or is too old. */
  #forget(key: PersonKey, { askedAt }: WaitingFind): Promise<undefined> {
    return this.#change(key, (state) =>
      state?.waitingFind?.askedAt === askedAt
        ? write({ ...state, waitingFind: undefined }, undefined)
        : keep(undefined),
    );
  }

  #retire(address: Address, key: PersonKey, cardId: string | undefined, view: RestoreView): Promise<void> {
    return this.#logFailure(async () => {
      if (cardId !== undefined) await this.#ports.announcer.retire(address, key, cardId, view);
    });
  }

  #logFailure(edit: () => Promise<void>): Promise<void> {
    return edit().catch((error: unknown) => {
      this.#ports.log.warn({ event: 'task-card-failed', error }, 'the card of a task could not be edited');
    });
  }

  /** At the person's last known address. */
  async #announceEnd(key: PersonKey, { cardId, access }: Task, why: 'expired' | 'logged-out'): Promise<void> {
    const { people, log } = this.#ports;
    if (cardId === undefined) return;
    try {
      const { address, session, signIn } = (await readState(people, key)).state ?? {};
      // A sign-in may already use the card.
      const isInUse = [session?.cardId, signIn?.kind === 'ended' ? undefined : signIn?.cardId].includes(cardId);
      if (address !== undefined && !isInUse)
        await this.#retire(address, key, cardId, { kind: 'task-closed', why, access });
    } catch (error) {
      log.warn({ event: 'task-card-failed', error }, 'the address for the card of a task could not be read');
    }
  }

  /** @param loaded replaces the first read @param also ends with it @returns the task, unless it had ended before */
  async #end(
    key: PersonKey,
    taskId: string,
    loaded?: Loaded<RestoreState>,
    also: Partial<Pick<RestoreState, 'waitingFind'>> = {},
  ): Promise<Task | undefined> {
    const end = (state: RestoreState | undefined): Decided<Task | undefined, RestoreState> =>
      state?.task?.id === taskId ? write({ ...state, ...also, task: undefined }, state.task) : keep(undefined);
    const ended = await this.#change(key, end, loaded);
    if (ended !== undefined) this.#ports.results.drop(taskId);
    return ended;
  }

  async #change<R = undefined>(
    key: PersonKey,
    decide: (state: RestoreState | undefined) => Decided<R, RestoreState>,
    loaded?: Loaded<RestoreState>,
  ): Promise<R> {
    return (await changeState(this.#ports.store, key, decide, loaded)).result;
  }
}
