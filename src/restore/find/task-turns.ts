/** How every press and command on a task goes: who asks, what is there, what is planned, written and shown. */
import { UpstreamError } from '../../core/errors.ts';
import type { Organizations } from '../../sign-in/organizations/organizations.ts';
import type { Clock, Log } from '../../core/platform.ts';
import { displayName } from '../../sign-in/presenter.ts';
import {
  mayContinueTask,
  SessionRefusedError,
  type AuthorizedRequest,
  type Connection,
  type OperatorAccess,
} from '../service-session/operator-access.ts';
import type { Explores } from '../service-session/explore-session.ts';
import type { PointLists } from './points/restore-point-cache.ts';
import type { Explorer, RestoreStore } from '../ports.ts';
import type { RestorePoint, ScopeList } from '../model/catalog.ts';
import type { Remark, Task } from '../model/task.ts';
import type { Scopes } from './scope/scope-cache.ts';
import { undefinedIfTimedOut, withTimeout } from '../../core/time-limit.ts';
import { goTo, newTask, withoutScope } from './task-transitions.ts';
import { taskView, type Around } from './task-view.ts';
import { remarkOf, troubleOf, type ServiceOperation } from '../model/service-error.ts';
import { createTurn, type Turn } from './task-update.ts';
import type { TaskView } from '../views.ts';

/** What a step shows besides what is stored. */
export type Aside = Pick<Around, 'typed' | 'listPage'>;

export interface TaskTurns {
  /** On the person's task of this sign-in, begun where there is none. @throws SessionRefusedError */
  onAny(entered: AuthorizedRequest): Promise<Turn>;
  /** On the task that is there, where it is that one. */
  on(entered: AuthorizedRequest, taskId: string): Turn | undefined;
  /** Where the service does not say it, the person counts as one: it decides with every call. @throws SessionRefusedError */
  isOperator(connection: Connection): Promise<boolean>;
  /**
   * Lets `act` plan and writes it; what the service does wrong is a remark.
   *
   * @returns false when the task is no more
   * @throws SessionRefusedError: what was planned until then is written, and waits for a sign-in
   */
  run(turn: Turn, act: (turn: Turn) => Promise<void> | void, doing: ServiceOperation): Promise<boolean>;
  /** What the card shows now. @throws SessionRefusedError */
  show(turn: Turn, aside?: Aside): Promise<TaskView>;
}

export interface TaskTurnsDependencies {
  readonly explorer: Pick<Explorer, 'isOperator'>;
  readonly access: OperatorAccess;
  readonly store: RestoreStore;
  readonly organizations: Pick<Organizations, 'get'>;
  readonly scopes: Scopes;
  readonly points: PointLists;
  readonly explores: Pick<Explores, 'stop'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: () => string;
}

/** Shorter than a chat client waits for the answer to a press. */
const SCOPE_MILLISECONDS = 6_000;

export function createTaskTurns(dependencies: TaskTurnsDependencies): TaskTurns {
  const { explorer, organizations, scopes, points, explores, clock, log, newId } = dependencies;

  const isOperator: TaskTurns['isOperator'] = async (connection) => {
    try {
      return await connection.call((access) => explorer.isOperator(access));
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      const { signInId: reference } = connection.session;
      log.warn({ reference, trouble: troubleOf(error) }, 'the service did not say whether this is an operator');
      return true;
    }
  };

  /** The task is begun also where the session turns out to be over: it waits for the sign-in. */
  async function isOperatorOrOver(connection: Connection): Promise<boolean | 'over'> {
    try {
      return await isOperator(connection);
    } catch (error) {
      if (error instanceof SessionRefusedError) return 'over';
      throw error;
    }
  }

  /** Something was refused: perhaps the whole scope, since it was chosen. @returns whether it is gone */
  async function isTakenAway(turn: Turn): Promise<boolean> {
    const { scope } = turn.task();
    if (scope?.kind !== 'item') return false;
    try {
      return (await scopes.refresh(turn.connection)).find(scope.item.id) === undefined;
    } catch (error) {
      if (error instanceof UpstreamError) return false;
      throw error;
    }
  }

  async function explain(turn: Turn, error: UpstreamError, doing: ServiceOperation): Promise<void> {
    const trouble = troubleOf(error);
    // Not the error itself: what the service says may name people and their mail.
    log.warn({ reference: turn.task().id, trouble, status: error.status }, 'the service refused a step of a task');
    if (trouble === 'access-denied' && (await isTakenAway(turn))) return turn.plan(withoutScope);
    const remark = remarkOf(error, doing);
    turn.plan((now) => ({ ...now, remark }));
  }

  type Asked<T> = { readonly answer?: T; readonly remark?: Remark };

  async function asked<T>(work: Promise<T>): Promise<Asked<T>> {
    try {
      return { answer: await work };
    } catch (error) {
      if (error instanceof UpstreamError) return { remark: remarkOf(error) };
      throw error;
    }
  }

  /** A whole organization may take long: the picker is shown without it, and its type-ahead has it once it is there. */
  async function scopeSoon({ connection }: Turn): Promise<Asked<ScopeList>> {
    const fetched = await withTimeout(SCOPE_MILLISECONDS, () => asked(scopes.get(connection)), { clock }).catch(
      undefinedIfTimedOut,
    );
    return fetched ?? { remark: { code: 'service', trouble: 'timeout' } };
  }

  /** For the scope picker and the choice of a point. */
  function material(turn: Turn): Promise<Asked<ScopeList | readonly RestorePoint[]>> | undefined {
    const { step, scope } = turn.task();
    if (step === 'scope') return scopeSoon(turn);
    if (step === 'point' && scope !== undefined) return asked(points.get(turn.connection, scope));
    return undefined;
  }

  return {
    isOperator,

    async onAny({ asker, connection, loaded: known }) {
      const { session } = connection;
      const means = (task: Task): boolean => mayContinueTask(session, task);
      const present = known.state?.task;
      if (present !== undefined && means(present)) {
        return createTurn(dependencies, { asker, connection, known, task: present, means, isNew: false });
      }
      const { signInId, organization, userId, account } = session;
      const facts = { id: newId(), signInId, organization, userId, account, now: clock.now() };
      const isOperatorHere = await isOperatorOrOver(connection);
      const waitsForSignIn = isOperatorHere === 'over' || undefined;
      const task = { ...newTask({ ...facts, isOperator: isOperatorHere !== false }), waitsForSignIn };
      return createTurn(dependencies, { asker, connection, known, task, means, isNew: true });
    },

    on({ asker, connection, loaded: known }, taskId) {
      const task = known.state?.task;
      if (task?.id !== taskId || !mayContinueTask(connection.session, task)) return undefined;
      const means = ({ id }: Task): boolean => id === taskId;
      return createTurn(dependencies, { asker, connection, known, task, means, isNew: false });
    },

    async run(turn, act, doing) {
      try {
        await act(turn);
      } catch (error) {
        if (error instanceof SessionRefusedError) {
          turn.plan((now) => ({ ...goTo(now, now.step), waitsForSignIn: true }));
          await turn.save();
        }
        if (!(error instanceof UpstreamError)) throw error;
        await explain(turn, error, doing);
      }
      turn.plan((now) => goTo(now, now.step));
      const isThere = await turn.save();
      // In nobody's way; should it come to nothing, the job of each session stops it.
      for (const exploreId of turn.letGo()) void explores.stop(turn.connection, exploreId);
      return isThere;
    },

    async show(turn, aside) {
      const task = turn.task();
      const { answer, remark } = (await material(turn)) ?? {};
      return taskView(task, {
        organization: displayName(organizations, task.organization),
        account: turn.connection.session.account,
        zone: turn.asker.address.zone,
        recentScopes: turn.state()?.recentScopes ?? [],
        scopes: answer !== undefined && 'counts' in answer ? answer : undefined,
        points: answer !== undefined && !('counts' in answer) ? answer : undefined,
        remark,
        ...aside,
      });
    },
  };
}
