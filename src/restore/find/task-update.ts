/** A press or command on a task: begun, changed step by step, written over what was read, and shown. */
import { UpstreamError } from '../../core/errors.ts';
import { changeState, type Decided, type Loaded } from '../../core/optimistic-update.ts';
import type { Asker } from '../../core/person.ts';
import { undefinedIfTimedOut, withTimeout } from '../../core/time-limit.ts';
import { displayName } from '../../sign-in/presenter.ts';
import type { RestorePoint, ScopeItem, ScopeList } from '../model/catalog.ts';
import type { RestoreState } from '../model/restore.ts';
import { remarkOf, troubleOf, type ServiceOperation } from '../model/service-error.ts';
import type { Remark, Task } from '../model/task.ts';
import type { RestorePorts } from '../ports.ts';
import { isRestoredFrom } from '../run/transitions.ts';
import type { ExploreSessions } from '../service-session/explore-session.ts';
import {
  mayContinueTask,
  SessionRefusedError,
  type AuthorizedRequest,
  type Connection,
} from '../service-session/operator-access.ts';
import type { TaskView } from '../views.ts';
import type { RestorePointCache } from './restore-points.ts';
import type { ScopeCache } from './scope-cache.ts';
import { goTo, newTask, withoutScope, type TaskChange } from './task-transitions.ts';
import { taskView, type ViewContext } from './task-view.ts';

const MAX_RECENT_SCOPES = 5;
/** Shorter than a chat client waits for the response to a press. */
const SCOPE_MILLISECONDS = 6_000;

const EMPTY_STATE: RestoreState = { restores: [], recentScopes: [] };

interface TaskUpdateInputs extends AuthorizedRequest {
  /** Stored, or, where `isNew`, to be stored by the first `save`. */
  readonly task: Task;
  /** Whether a stored task is the one to change. */
  readonly matches: (stored: Task) => boolean;
  readonly isNew: boolean;
}

/** Stages changes of one task and writes them. Staged changes are applied again to whatever is stored by then. */
export class TaskUpdate {
  readonly asker: Asker;
  readonly connection: Connection;
  readonly #ports: Pick<RestorePorts, 'store' | 'clock'>;
  readonly #inputs: TaskUpdateInputs;
  readonly #usedAt: number;
  readonly #formerCards = new Set<string>();
  readonly #sessions = new Set<string>();
  #loaded: Loaded<RestoreState>;
  #task: Task;
  #staged: readonly TaskChange[] = [];
  #recentScope: ScopeItem | undefined;

  constructor(ports: Pick<RestorePorts, 'store' | 'clock'>, inputs: TaskUpdateInputs) {
    this.asker = inputs.asker;
    this.connection = inputs.connection;
    this.#ports = ports;
    this.#inputs = inputs;
    this.#usedAt = ports.clock.now();
    this.#loaded = inputs.loaded;
    this.#task = inputs.task;
  }

  /** The task with all staged changes; after `save` as it is stored. */
  get task(): Task {
    return this.#task;
  }

  /** The state as it was last read or written. */
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

  /** Writes nothing yet. */
  stage(change: TaskChange): void {
    this.#task = change(this.#task);
    this.#staged = [...this.#staged, change];
  }

  /** From now on this scope is offered first. */
  rememberScope(item: ScopeItem): void {
    this.#recentScope = item;
  }

  sessionOpened(exploreId: string): void {
    this.#sessions.add(exploreId);
  }

  /** @returns false when the task no longer exists. @throws StorageUnavailableError */
  async save(): Promise<boolean> {
    const changed = await changeState(
      this.#ports.store,
      this.asker.key,
      (state: RestoreState | undefined) => this.#decide(state),
      this.#loaded,
    );
    this.#loaded = changed.loaded;
    if (changed.result === undefined) return false;
    this.#task = changed.result;
    this.#staged = [];
    return true;
  }

  #decide(state: RestoreState = EMPTY_STATE): Decided<Task | undefined, RestoreState> {
    const { task: given, matches, isNew } = this.#inputs;
    const { signInId } = this.connection.session;
    const before = state.task;
    const stored = before !== undefined && matches(before) ? before : undefined;
    if (stored === undefined && !isNew) return { kind: 'keep', result: undefined };
    const base = stored ?? given;
    const adopted = base.signInId === signInId ? base : { ...base, signInId, waitsForSignIn: undefined };
    const next = { ...this.#staged.reduce((task, change) => change(task), adopted), usedAt: this.#usedAt };
    // Also of a task of another sign-in, which this one replaces.
    if (before?.cardId !== undefined && before.cardId !== next.cardId) this.#formerCards.add(before.cardId);
    if (before?.explore !== undefined && before.explore.id !== next.explore?.id) this.#sessions.add(before.explore.id);
    return { kind: 'write', state: { ...state, recentScopes: this.#recentScopes(state), task: next }, result: next };
  }

  #recentScopes({ task, recentScopes }: RestoreState): readonly ScopeItem[] {
    const { organization } = this.connection.session;
    const recent = task === undefined || task.organization === organization ? recentScopes : [];
    const first = this.#recentScope;
    if (first === undefined) return recent;
    return [first, ...recent.filter(({ id }) => id !== first.id)].slice(0, MAX_RECENT_SCOPES);
  }
}

interface Fetched<T> {
  readonly answer?: T;
  readonly remark?: Remark;
}

async function fetched<T>(work: Promise<T>): Promise<Fetched<T>> {
  try {
    return { answer: await work };
  } catch (error) {
    if (error instanceof UpstreamError) return { remark: remarkOf(error) };
    throw error;
  }
}

type Ports = Pick<RestorePorts, 'explorer' | 'store' | 'organizations' | 'clock' | 'log' | 'newId'> & {
  readonly scopes: ScopeCache;
  readonly points: RestorePointCache;
  readonly sessions: ExploreSessions;
};

/** Begins, runs and shows updates. */
export class TaskUpdates {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Of the person's task, or of a new one. */
  async begin(request: AuthorizedRequest): Promise<TaskUpdate> {
    const { clock, newId } = this.#ports;
    const { session } = request.connection;
    const matches = (task: Task): boolean => mayContinueTask(session, task);
    const present = request.loaded.state?.task;
    if (present !== undefined && matches(present)) {
      return new TaskUpdate(this.#ports, { ...request, task: present, matches, isNew: false });
    }
    const { signInId, organization, userId, account } = session;
    const isOperator = await this.#isOperatorOrRefused(request.connection);
    const facts = { id: newId(), signInId, organization, userId, account, now: clock.now() };
    const waitsForSignIn = isOperator === 'session-refused' || undefined;
    const task = { ...newTask({ ...facts, isOperator: isOperator !== false }), waitsForSignIn };
    return new TaskUpdate(this.#ports, { ...request, task, matches, isNew: true });
  }

  /** Of this task. @returns undefined where it is no longer the person's */
  open(request: AuthorizedRequest, taskId: string): TaskUpdate | undefined {
    const task = request.loaded.state?.task;
    if (task?.id !== taskId || !mayContinueTask(request.connection.session, task)) return undefined;
    return new TaskUpdate(this.#ports, { ...request, task, matches: ({ id }) => id === taskId, isNew: false });
  }

  /**
   * Lets `act` stage changes and saves them. Errors of the service become remarks.
   *
   * @returns false when the task no longer exists
   * @throws SessionRefusedError: what was staged until then is saved, and the task waits for a sign-in
   */
  async run(
    update: TaskUpdate,
    act: (update: TaskUpdate) => Promise<void> | void,
    operation: ServiceOperation = 'other',
  ): Promise<boolean> {
    try {
      await act(update);
    } catch (error) {
      if (error instanceof SessionRefusedError) {
        update.stage((task) => ({ ...goTo(task, task.step), waitsForSignIn: true }));
        await update.save();
      }
      if (!(error instanceof UpstreamError)) throw error;
      await this.#explain(update, error, operation);
    }
    update.stage((task) => goTo(task, task.step));
    const exists = await update.save();
    // Not awaited: if this fails, each session's job stops it.
    for (const exploreId of update.releasedSessions) void this.#ports.sessions.stop(update.connection, exploreId);
    return exists;
  }

  /** @throws SessionRefusedError */
  async view(update: TaskUpdate, extra?: Pick<ViewContext, 'typed' | 'listPage'>): Promise<TaskView> {
    const { task, connection, asker, state } = update;
    const { answer, remark } = (await this.#fetchChoices(update)) ?? {};
    return taskView(task, {
      organization: displayName(this.#ports.organizations, task.organization),
      account: connection.session.account,
      zone: asker.address.zone,
      recentScopes: state?.recentScopes ?? [],
      scopes: answer !== undefined && 'counts' in answer ? answer : undefined,
      points: answer !== undefined && !('counts' in answer) ? answer : undefined,
      remark,
      ...extra,
    });
  }

  /** True also where the service does not say: it checks each call. @throws SessionRefusedError */
  async isOperator(connection: Connection): Promise<boolean> {
    const { explorer, log } = this.#ports;
    try {
      return await connection.call((access) => explorer.isOperator(access));
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      const { signInId: reference } = connection.session;
      log.warn(
        { event: 'operator-check-failed', reference, trouble: troubleOf(error) },
        'the service did not say whether this is an operator',
      );
      return true;
    }
  }

  async #isOperatorOrRefused(connection: Connection): Promise<boolean | 'session-refused'> {
    try {
      return await this.isOperator(connection);
    } catch (error) {
      if (error instanceof SessionRefusedError) return 'session-refused';
      throw error;
    }
  }

  async #explain(update: TaskUpdate, error: UpstreamError, operation: ServiceOperation): Promise<void> {
    const trouble = troubleOf(error);
    // Not the error itself, whose text may name people and their data.
    this.#ports.log.warn(
      { event: 'task-step-failed', reference: update.task.id, trouble, status: error.status },
      'the service refused a step of a task',
    );
    if (trouble === 'access-denied' && (await this.#isScopeTakenAway(update))) return update.stage(withoutScope);
    const remark = remarkOf(error, operation);
    update.stage((task) => ({ ...task, remark }));
  }

  /** Whether the chosen scope is no longer among the operator's. */
  async #isScopeTakenAway({ task: { scope }, connection }: TaskUpdate): Promise<boolean> {
    if (scope?.kind !== 'item') return false;
    try {
      return (await this.#ports.scopes.refresh(connection)).find(scope.item.id) === undefined;
    } catch (error) {
      if (error instanceof UpstreamError) return false;
      throw error;
    }
  }

  /** What the scope picker and the choice of a restore point offer. */
  #fetchChoices({
    task: { step, scope },
    connection,
  }: TaskUpdate): Promise<Fetched<ScopeList | readonly RestorePoint[]>> | undefined {
    if (step === 'scope') return this.#fetchScope(connection);
    return step === 'point' && scope !== undefined ? fetched(this.#ports.points.get(connection, scope)) : undefined;
  }

  /** A large organization takes long: the picker is shown without its list, and type-ahead finds it later. */
  async #fetchScope(connection: Connection): Promise<Fetched<ScopeList>> {
    const { scopes, clock } = this.#ports;
    const list = await withTimeout(SCOPE_MILLISECONDS, () => fetched(scopes.get(connection)), { clock }).catch(
      undefinedIfTimedOut,
    );
    return list ?? { remark: { code: 'service', trouble: 'timeout' } };
  }
}
