/**
 * What a press or command changes about a task: a step stages changes, one write saves them. After a conflict the staged changes are
 * applied again to what is stored by then.
 */
import { changeState, keep, write, type Decided, type Loaded } from '../../../durable/record.ts';
import type { Asker } from '../../../core/person.ts';
import type { ScopeItem } from '../../backups/entries/entry.ts';
import { NO_RESTORES, recentScopesOf, type RestoreState } from '../../state/restore.ts';
import type { Explore, Task } from '../../state/task.ts';
import type { RestorePorts } from '../../state/ports.ts';
import { isRestoredFrom } from '../../state/restore-transitions.ts';
import type { AuthorizedRequest, Connection } from '../../access/service-access.ts';
import { SessionOverError } from '../../access/session-work.ts';
import { goTo, isReady, withLatest, type ReadyTask, type TaskChange } from '../../state/task-transitions.ts';

const MAX_RECENT_SCOPES = 5;

function recentScopesWith(state: RestoreState, { scope, organization }: Task): readonly ScopeItem[] {
  const recent = recentScopesOf(state, organization);
  if (scope?.kind !== 'item') return recent;
  return [scope.item, ...recent.filter(({ id }) => id !== scope.item.id)].slice(0, MAX_RECENT_SCOPES);
}

export interface UpdateOptions {
  /** Cuts off its search. */
  readonly signal?: AbortSignal | undefined;
  /** Whether a session that the service has dropped is opened again; true where absent. */
  readonly reopens?: boolean | undefined;
  /** No press or command of the person: what they do meanwhile does not overtake it. */
  readonly inBackground?: boolean | undefined;
  /** When the person asked for it; now, where absent. */
  readonly askedAt?: number | undefined;
}

interface TaskUpdateInputs extends AuthorizedRequest, UpdateOptions {
  /** Of the loaded state, or a new one, which the first `save` stores. */
  readonly task: Task;
  readonly matches: (stored: Task) => boolean;
}

type Staged = readonly { readonly change: TaskChange; readonly isChoice: boolean }[];

export class TaskUpdate {
  readonly asker: Asker;
  readonly connection: Connection;
  readonly #store: RestorePorts['store'];
  readonly #people: RestorePorts['people'];
  readonly #inputs: TaskUpdateInputs;
  readonly #beganAt: number;
  readonly #formerCards = new Set<string>();
  readonly #sessions = new Set<string>();
  #opened: Explore | undefined;
  #loaded: Loaded<RestoreState>;
  #task: Task;
  #staged: Staged = [];

  constructor({ store, people, clock }: Pick<RestorePorts, 'store' | 'people' | 'clock'>, inputs: TaskUpdateInputs) {
    this.asker = inputs.asker;
    this.connection = inputs.connection;
    this.#store = store;
    this.#people = people;
    this.#inputs = inputs;
    this.#beganAt = clock.now();
    this.#loaded = inputs.loaded;
    this.#task = inputs.task;
  }

  /** The task with all staged changes; after `save` as it is stored. */
  get task(): Task {
    return this.#task;
  }

  get options(): UpdateOptions {
    return this.#inputs;
  }

  /** As it was last read or written. */
  get loaded(): Loaded<RestoreState> {
    return this.#loaded;
  }

  get state(): RestoreState | undefined {
    return this.#loaded.state;
  }

  /** Cards that were the task's before this update made another one its card. */
  get formerCards(): readonly string[] {
    return [...this.#formerCards].filter((cardId) => cardId !== this.#task.cardId);
  }

  /** Explore sessions that this update opened or replaced and nothing uses any more. */
  get releasedSessions(): readonly string[] {
    const { state } = this;
    return [...this.#sessions].filter((id) => id !== state?.task?.explore?.id && !isRestoredFrom(state, id));
  }

  stage(change: TaskChange): void {
    this.#stage(change, false);
  }

  /** As `stage`, of what is selected, which counts also where a newer press was quicker. */
  choose(change: TaskChange): void {
    this.#stage(change, true);
  }

  /** The task if it has every choice that a search needs; otherwise the step of the missing choice is staged. */
  readyTask(): ReadyTask | undefined {
    this.stage(withLatest);
    if (isReady(this.#task)) return this.#task;
    this.stage((task) => goTo(task, 'search'));
    return undefined;
  }

  /** The last explore session that this update opened or replaced. */
  get openedSession(): Explore | undefined {
    return this.#opened;
  }

  sessionOpened(explore: Explore): void {
    this.#opened = explore;
    this.#sessions.add(explore.id);
  }

  /** The caller stops the session that this update opened last. */
  sessionLeft(): string | undefined {
    const id = this.#opened?.id;
    this.#opened = undefined;
    if (id !== undefined) this.#sessions.delete(id);
    return id;
  }

  /** @returns false when the task no longer exists. @throws StorageUnavailableError; SessionOverError where the person was erased */
  async save(): Promise<boolean> {
    const decide = (state: RestoreState | undefined) => this.#decide(state);
    const { loaded, result } = await changeState(this.#store, this.asker.key, decide, this.#loaded);
    this.#loaded = loaded;
    if (result === undefined) return false;
    this.#task = result;
    this.#staged = [];
    return true;
  }

  #stage(change: TaskChange, isChoice: boolean): void {
    this.#task = change(this.#task);
    this.#staged = [...this.#staged, { change, isChoice }];
  }

  /** With what was staged; of a press that a newer one has overtaken what was selected, for the person has moved on. */
  #changed(task: Task): Task {
    const { inBackground = false, task: initial } = this.#inputs;
    const apply = (staged: Staged) => staged.reduce((present, { change }) => change(present), task);
    const { askedAt: newest = 0 } = task;
    const { askedAt = this.#beganAt } = this.#inputs;
    const usedAt = Math.max(task.usedAt, this.#beganAt);
    if (inBackground) return { ...apply(this.#staged), usedAt };
    const isOvertaken = newest !== initial.askedAt && newest > askedAt;
    if (!isOvertaken) return { ...apply(this.#staged), usedAt, askedAt };
    const { list, ticked, expanded } = apply(this.#staged.filter(({ isChoice }) => isChoice));
    return goTo({ ...task, list, ticked, expanded, usedAt }, task.step);
  }

  async #decide(state: RestoreState = NO_RESTORES): Promise<Decided<Task | undefined, RestoreState>> {
    const { task: initial } = this.#inputs;
    const { signInId } = this.connection.session;
    const before = state.task;
    const stored = this.#ofThis(before);
    // It has ended since.
    if (stored === undefined && this.#ofThis(this.state?.task) !== undefined) return keep(undefined);
    // Erased since: nothing is stored of them again.
    if (stored === undefined && (await this.#people.read(this.asker.key)).kind === 'absent')
      throw new SessionOverError();
    const base = stored ?? initial;
    const adopted = base.signInId === signInId ? base : { ...base, signInId, waitsForSignIn: undefined };
    const next = this.#changed(adopted);
    // Also of a task of another sign-in, which this one replaces.
    if (before?.cardId !== undefined && before.cardId !== next.cardId) this.#formerCards.add(before.cardId);
    if (before?.explore !== undefined && before.explore.id !== next.explore?.id) this.#sessions.add(before.explore.id);
    const recentScopes = recentScopesWith(state, next);
    return write({ ...state, recentScopes, recentOrganization: next.organization, task: next }, next);
  }

  #ofThis(task: Task | undefined): Task | undefined {
    return task !== undefined && this.#inputs.matches(task) ? task : undefined;
  }
}
