/** Whose data, which workload, as of when: what a press comes to on the task's card. */
import type { Clock } from '../../core/platform.ts';
import type { Finding } from './search-step.ts';
import type { PointLists } from './points/restore-point-cache.ts';
import type { Point, RestorePoint, Scope, ScopeItem, ScopeList, Workload } from '../model/catalog.ts';
import type { TaskPress } from './wizard-actions.ts';
import { choosePoint, usable } from './points/choose-restore-point.ts';
import type { Remark } from '../model/task.ts';
import type { Scopes } from './scope/scope-cache.ts';
import { goTo, isFilled, nextStep, withPoint, withScope, withWorkload, type Change } from './task-transitions.ts';
import type { Turn } from './task-update.ts';
import { SCOPE_TYPES } from '../workloads/index.ts';

type PointPress = Extract<TaskPress, { kind: 'point' }>;

/** Each plans on the turn's task. All throw UpstreamError, SessionRefusedError, StorageAwayError. */
export interface Choosing {
  /** @param choice `own`, a scope item's id, or a name that was typed instead of picked */
  scope(turn: Turn, choice: string | undefined): Promise<void>;
  workload(turn: Turn, workload: Workload): Promise<void>;
  point(turn: Turn, press: PointPress): Promise<void>;
  /** Looks for the words that wait, once everything is chosen. */
  goOn(turn: Turn): Promise<void>;
}

export interface ChoosingDependencies {
  readonly scopes: Scopes;
  readonly points: PointLists;
  readonly finding: Pick<Finding, 'search'>;
  readonly clock: Pick<Clock, 'now'>;
}

const remarked =
  (remark: Remark): Change =>
  (task) => ({ ...task, remark });

export const ownScope = (account: string): Scope => ({ kind: 'own', name: account });

/** The one that is meant by a name; nothing where none is, or several are. */
function named(list: ScopeList, typed: string): ScopeItem | undefined {
  const [one, other] = SCOPE_TYPES.flatMap((type) => list.search(typed, type, 2));
  return other === undefined ? one : undefined;
}

const pointOf = ({ id, backupTime, repositoryId }: RestorePoint): Point => ({
  kind: 'at',
  id,
  backupTime,
  repositoryId,
});

export function createChoosing({ scopes, points, finding, clock }: ChoosingDependencies): Choosing {
  async function goOn(turn: Turn): Promise<void> {
    const task = turn.task();
    if (nextStep(task) === 'search' && isFilled(task.form)) await finding.search(turn, task.form);
  }

  async function readPoint(turn: Turn, press: PointPress): Promise<Point | Remark> {
    const { scope, workload, point, showDeleted } = turn.task();
    const { choice, typed } = press;
    if (choice === 'latest' && typed === undefined) return { kind: 'latest' };
    if (choice === undefined && typed === undefined) {
      // Only the toggle was changed.
      return showDeleted === press.showDeleted ? { code: 'nothing-chosen' } : (point ?? { kind: 'latest' });
    }
    if (scope === undefined || workload === undefined) return { code: 'nothing-chosen' };
    const fitting = usable(await points.get(turn.connection, scope), workload);
    if (typed === undefined) {
      const chosen = fitting.find(({ id }) => id === choice);
      return chosen === undefined ? { code: 'nothing-chosen' } : pointOf(chosen);
    }
    const chosen = choosePoint(fitting, typed, turn.asker.address.zone, clock.now());
    switch (chosen.kind) {
      case 'latest':
        return { kind: 'latest' };
      case 'point':
        return pointOf(chosen.point);
      case 'no-such-date':
        return { code: 'no-such-date', typed };
      case 'none-before':
        return fitting.length === 0 ? { code: 'no-points' } : { code: 'no-point-before', typed };
    }
  }

  return {
    goOn,

    async scope(turn, choice) {
      const { isOperator } = turn.task();
      if (!isOperator) return turn.plan((now) => goTo(now, 'workload'));
      if (choice === undefined) return turn.plan(remarked({ code: 'nothing-chosen' }));
      if (choice === 'own') {
        const own = ownScope(turn.connection.session.account);
        turn.plan((now) => withScope(now, own));
        return goOn(turn);
      }
      const list = await scopes.get(turn.connection);
      const item = list.find(choice) ?? named(list, choice);
      if (item === undefined || !SCOPE_TYPES.includes(item.type)) {
        return turn.plan(remarked({ code: 'no-such-scope', typed: choice }));
      }
      turn.remember(item);
      turn.plan((now) => withScope(now, { kind: 'item', item }));
      return goOn(turn);
    },

    async workload(turn, workload) {
      turn.plan((now) => withWorkload(now, workload));
      return goOn(turn);
    },

    async point(turn, press) {
      const read = await readPoint(turn, press);
      if ('code' in read) return turn.plan(remarked(read));
      const { showDeleted } = press;
      turn.plan((now) => withPoint(now, read, showDeleted));
      return goOn(turn);
    },
  };
}
