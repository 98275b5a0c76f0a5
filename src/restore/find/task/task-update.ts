/**
 * A press or command on a task: `TaskUpdates` opens an update, lets a step stage changes, saves them in one write, and
 * converts the task to its view. After a conflict the staged changes are applied again to what is stored by then.
 */
import { onUpstreamError, UpstreamError } from '../../../core/errors.ts';
import { changeState, type Decided, type Loaded } from '../../../durable/record.ts';
import type { Asker } from '../../../core/person.ts';
import { TimeoutError, withTimeout } from '../../../core/time-limit.ts';
import { displayName } from '../../../sign-in/state/presenter.ts';
import type { ScopeItem } from '../../backups/entries/entry.ts';
import { NO_RESTORES, recentScopesOf, type RestoreState } from '../../state/restore.ts';
import { remarkOf, troubleOf, type ServiceOperation } from '../../backups/service-error.ts';
import type { Explore, Task } from '../../state/task.ts';
import { isRefused } from '../../export/refusals.ts';
import type { RestorePorts } from '../../state/ports.ts';
import { isRestoredFrom } from '../../state/restore-transitions.ts';
import { stopExplore } from '../../explore/explore-session.ts';
import { mayContinueTask, type AuthorizedRequest, type Connection } from '../../access/service-access.ts';
import { SessionRefusedError } from '../../access/session-work.ts';
import type { TaskView } from '../../state/task-views.ts';
import type { RestorePointCache } from '../../explore/restore-points.ts';
import { SCOPE_MILLISECONDS, type ScopeCache } from '../../explore/scope/scope-cache.ts';
import {
  goTo,
  isReady,
  newTask,
  withLatest,
  withoutScope,
  withFirst,
  type ReadyTask,
  type TaskChange,
} from '../../state/task-transitions.ts';
import { taskView, type ViewContext } from './task-view.ts';
import { policyOf } from '../../access/kinds/policy.ts';

const MAX_RECENT_SCOPES = 5;

function recentScopesWith(state: RestoreState, { scope, organization }: Task): readonly ScopeItem[] {
  const recent = recentScopesOf(state, organization);
  if (scope?.kind !== 'item') return recent;
  return [scope.item, ...recent.filter(({ id }) => id !== scope.item.id)].slice(0, MAX_RECENT_SCOPES);
}

interface UpdateOptions {
  /** Cuts off its search. */
  readonly signal?: AbortSignal | undefined;
  /** Whether a session that the service has dropped is opened again; true where absent. */
  readonly reopens?: boolean | undefined;
  /** No press or command of the person: what they do meanwhile does not overtake it. */
  readonly inBackground?: boolean | undefined;
}

export type TaskStep = (update: TaskUpdate) => Promise<void> | void;

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
  readonly #inputs: TaskUpdateInputs;
  readonly #beganAt: number;
  readonly #formerCards = new Set<string>();
  readonly #sessions = new Set<string>();
  #opened: Explore | undefined;
  #loaded: Loaded<RestoreState>;
  #task: Task;
  #staged: Staged = [];

  constructor({ store, clock }: Pick<RestorePorts, 'store' | 'clock'>, inputs: TaskUpdateInputs) {
    this.asker = inputs.asker;
    this.connection = inputs.connection;
    this.#store = store;
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

  /** @returns false when the task no longer exists. @throws StorageUnavailableError */
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
    const { askedAt = 0 } = task;
    const usedAt = Math.max(task.usedAt, this.#beganAt);
    if (inBackground) return { ...apply(this.#staged), usedAt };
    const isOvertaken = askedAt !== initial.askedAt && askedAt > this.#beganAt;
    if (!isOvertaken) return { ...apply(this.#staged), usedAt, askedAt: this.#beganAt };
    const { list, ticked, expanded } = apply(this.#staged.filter(({ isChoice }) => isChoice));
    return goTo({ ...task, list, ticked, expanded, usedAt }, task.step);
  }

  #decide(state: RestoreState = NO_RESTORES): Decided<Task | undefined, RestoreState> {
    const { task: initial, matches, loaded } = this.#inputs;
    const { signInId } = this.connection.session;
    const before = state.task;
    const stored = before !== undefined && matches(before) ? before : undefined;
    if (stored === undefined && loaded.state?.task === initial) return { kind: 'keep', result: undefined };
    const base = stored ?? initial;
    const adopted = base.signInId === signInId ? base : { ...base, signInId, waitsForSignIn: undefined };
    const next = this.#changed(adopted);
    // Also of a task of another sign-in, which this one replaces.
    if (before?.cardId !== undefined && before.cardId !== next.cardId) this.#formerCards.add(before.cardId);
    if (before?.explore !== undefined && before.explore.id !== next.explore?.id) this.#sessions.add(before.explore.id);
    return {
      kind: 'write',
      state: {
        ...state,
        recentScopes: recentScopesWith(state, next),
        recentOrganization: next.organization,
        task: next,
      },
      result: next,
    };
  }
}

type Ports = Pick<
  RestorePorts,
  | 'explorer'
  | 'store'
  | 'organizations'
  | 'clock'
  | 'log'
  | 'newId'
  | 'reasonRule'
  | 'restoreElsewhere'
  | 'exportPosts'
  | 'downloads'
  | 'approvalRule'
  | 'withCertificate'
> & {
  readonly scopes: ScopeCache;
  readonly points: RestorePointCache;
};

export class TaskUpdates {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  async begin(request: AuthorizedRequest): Promise<TaskUpdate> {
    const { clock, newId } = this.#ports;
    const { connection, loaded } = request;
    const { session } = connection;
    const matches = (task: Task): boolean => mayContinueTask(session, task);
    const present = loaded.state?.task;
    if (present !== undefined && matches(present)) {
      return new TaskUpdate(this.#ports, { ...request, task: present, matches });
    }
    let facts: Pick<Task, 'isOperator' | 'waitsForSignIn'>;
    try {
      facts = { isOperator: await this.isOperator(connection) };
    } catch (error) {
      if (!(error instanceof SessionRefusedError)) throw error;
      facts = { isOperator: true, waitsForSignIn: true };
    }
    const task = { ...newTask(session, { id: newId(), ...facts }, clock.now()), ...facts };
    return new TaskUpdate(this.#ports, { ...request, task, matches });
  }

  /** Of this task. @returns undefined where it is no longer the person's */
  open(request: AuthorizedRequest, taskId: string, options?: UpdateOptions): TaskUpdate | undefined {
    const task = request.loaded.state?.task;
    if (task?.id !== taskId || !mayContinueTask(request.connection.session, task)) return undefined;
    return new TaskUpdate(this.#ports, { ...request, ...options, task, matches: ({ id }) => id === taskId });
  }

  /**
   * Lets `step` stage changes and saves them. Errors of the service become remarks.
   *
   * @returns false when the task no longer exists
   * @throws SessionRefusedError: what was staged until then is saved, and the task waits for a sign-in
   */
  async run(update: TaskUpdate, step: TaskStep, operation: ServiceOperation = 'other'): Promise<boolean> {
    try {
      await step(update);
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
    for (const exploreId of update.releasedSessions) void stopExplore(this.#ports, update.connection, exploreId);
    return exists;
  }

  async view(update: TaskUpdate, extra?: Pick<ViewContext, 'listPage'>): Promise<TaskView> {
    const { task, connection, asker, state } = update;
    const { reasonRule, exportPosts, downloads, restoreElsewhere, approvalRule, withCertificate } = this.#ports;
    return taskView(task, {
      organization: displayName(this.#ports.organizations, task.organization),
      session: connection.session,
      zone: asker.address.zone,
      reasonRule,
      exportPosts,
      downloads,
      restoreElsewhere,
      approvalRule,
      withCertificate,
      isRefused: isRefused(state, connection.session, task.workload),
      recentScopes: recentScopesOf(state, task.organization),
      ...(await this.#fetchChoices(update)),
      known: this.#ports.scopes.peek(
        connection.session.signInId,
        policyOf(task.access).findsNamesInSession ? task.explore?.id : undefined,
      ),
      ...extra,
    });
  }

  /** True for administrators, and where the service does not say: it checks each call. @throws SessionRefusedError */
  async isOperator(connection: Connection): Promise<boolean> {
    const { explorer, log } = this.#ports;
    if (policyOf(connection.kind).isOrganizationWide) return true;
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

  async #explain(update: TaskUpdate, error: UpstreamError, operation: ServiceOperation): Promise<void> {
    const trouble = troubleOf(error);
    // Not the error itself, whose text may name people and their data.
    this.#ports.log.warn(
      { event: 'task-step-failed', reference: update.task.id, trouble, status: error.status },
      'the service refused a step of a task',
    );
    // What was deleted is not found; an item that is gone is no reason to fetch the whole scope.
    const mayBeGone = trouble === 'access-denied' || (trouble === 'not-found' && operation !== 'item');
    const isScopeGone = mayBeGone && (await this.#isScopeGone(update));
    update.stage(isScopeGone ? withoutScope : withFirst(remarkOf(error, operation)));
  }

  async #isScopeGone({ task: { scope }, connection }: TaskUpdate): Promise<boolean> {
    if (scope?.kind !== 'item' || policyOf(connection.kind).findsNamesInSession) return false;
    const list = await this.#ports.scopes.refresh(connection).catch(onUpstreamError(() => undefined));
    return list !== undefined && list.find(scope.item.id) === undefined;
  }

  async #fetchChoices({
    task,
    connection,
    asker,
  }: TaskUpdate): Promise<Pick<ViewContext, 'scopes' | 'points' | 'remark'>> {
    const { scopes, points, clock } = this.#ports;
    const { step, scope, explore } = task;
    try {
      if (step === 'point' && (scope !== undefined || policyOf(connection.kind).isOrganizationWide)) {
        return { points: await points.get(connection, scope, asker.address.zone) };
      }
      // A large organization takes long: the picker is shown without its list, and type-ahead finds it later.
      if (step !== 'search' || !task.isOperator) return {};
      const { signInId } = connection.session;
      // An administrator's comes out of the session, which may not be open yet.
      if (policyOf(connection.kind).findsNamesInSession)
        return { scopes: explore && scopes.peek(signInId, explore.id) };
      if (scope !== undefined) return { scopes: scopes.peek(signInId) };
      const fetch = (): ReturnType<ScopeCache['get']> => scopes.get(connection);
      return { scopes: await withTimeout(SCOPE_MILLISECONDS, fetch, { clock }) };
    } catch (error) {
      if (error instanceof TimeoutError) return { remark: { code: 'service', trouble: 'timeout' } };
      if (error instanceof UpstreamError) return { remark: remarkOf(error) };
      throw error;
    }
  }
}
