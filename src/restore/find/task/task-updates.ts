/** Presses and commands on tasks: opens an update, lets a step stage changes, saves them, and converts the task to its view. */
import { onUpstreamError, UpstreamError } from '../../../core/errors.ts';
import { TimeoutError, withTimeout } from '../../../core/time-limit.ts';
import { displayName } from '../../../sign-in/state/presenter.ts';
import { remarkOf, troubleOf, type ServiceOperation } from '../../backups/service-error.ts';
import type { Task } from '../../state/task.ts';
import { isRefused } from '../../export/refusals.ts';
import { recentScopesOf } from '../../state/restore.ts';
import type { RestorePorts } from '../../state/ports.ts';
import { stopExplore } from '../../explore/explore-session.ts';
import { mayContinueTask, type AuthorizedRequest, type Connection } from '../../access/service-access.ts';
import { SessionRefusedError } from '../../access/session-work.ts';
import type { TaskView } from '../../state/task-views.ts';
import type { RestorePointCache } from '../../explore/restore-points.ts';
import { SCOPE_MILLISECONDS, type ScopeCache } from '../../explore/scope/scope-cache.ts';
import { goTo, newTask, withoutScope, withFirst } from '../../state/task-transitions.ts';
import { TaskUpdate, type UpdateOptions } from './task-update.ts';
import { taskView, type ViewContext } from './task-view.ts';
import { policyOf } from '../../access/kinds/policy.ts';

export type TaskStep = (update: TaskUpdate) => Promise<void> | void;

type Ports = Pick<
  RestorePorts,
  | 'explorer'
  | 'store'
  | 'people'
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

  async begin(request: AuthorizedRequest, options?: Pick<UpdateOptions, 'askedAt'>): Promise<TaskUpdate> {
    const { clock, newId } = this.#ports;
    const { connection, loaded } = request;
    const { session } = connection;
    const matches = (task: Task): boolean => mayContinueTask(session, task);
    const present = loaded.state?.task;
    if (present !== undefined && matches(present)) {
      return new TaskUpdate(this.#ports, { ...request, ...options, task: present, matches });
    }
    let facts: Pick<Task, 'isOperator' | 'waitsForSignIn'>;
    try {
      facts = { isOperator: await this.isOperator(connection) };
    } catch (error) {
      if (!(error instanceof SessionRefusedError)) throw error;
      facts = { isOperator: true, waitsForSignIn: true };
    }
    const task = { ...newTask(session, { id: newId(), ...facts }, clock.now()), ...facts };
    return new TaskUpdate(this.#ports, { ...request, ...options, task, matches });
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
