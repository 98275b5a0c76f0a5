/** The steps that choose whose data, which workload, and as of when. */
import type { RestorePorts } from '../ports.ts';
import type { SearchSteps } from './search-step.ts';
import type { RestorePointCache } from './restore-points.ts';
import type { Point, RestorePoint, Scope, ScopeItem, ScopeList, Workload } from '../model/catalog.ts';
import type { TaskPress } from './wizard-actions.ts';
import { choosePoint, usable } from './restore-points.ts';
import type { Remark } from '../model/task.ts';
import type { ScopeCache } from './scope-cache.ts';
import { goTo, isFilled, nextStep, withPoint, withScope, withWorkload, type TaskChange } from './task-transitions.ts';
import type { TaskUpdate } from './task-update.ts';
import { SCOPE_TYPES } from '../workloads/index.ts';

type PointPress = Extract<TaskPress, { kind: 'point' }>;

/** Each stages changes of the task. All throw UpstreamError, SessionRefusedError, StorageUnavailableError. */
export interface ChooseSteps {
  /** @param choice `own`, a scope item's id, or a typed name */
  scope(update: TaskUpdate, choice: string | undefined): Promise<void>;
  workload(update: TaskUpdate, workload: Workload): Promise<void>;
  point(update: TaskUpdate, press: PointPress): Promise<void>;
  /** Runs the search that was waiting for these choices. */
  readonly continue: (update: TaskUpdate) => Promise<void>;
}

type Ports = Pick<RestorePorts, 'clock'> & {
  readonly scopes: ScopeCache;
  readonly points: RestorePointCache;
  readonly search: Pick<SearchSteps, 'search'>;
};

const remarked =
  (remark: Remark): TaskChange =>
  (task) => ({ ...task, remark });

export const ownScope = (account: string): Scope => ({ kind: 'own', name: account });

/** The only item that matches a name. */
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

export function createChooseSteps({ scopes, points, search, clock }: Ports): ChooseSteps {
  async function continueSearch(update: TaskUpdate): Promise<void> {
    const task = update.task;
    if (nextStep(task) === 'search' && isFilled(task.form)) await search.search(update, task.form);
  }

  async function readPoint(update: TaskUpdate, press: PointPress): Promise<Point | Remark> {
    const { scope, workload, point, showDeleted } = update.task;
    const { choice, typed } = press;
    if (choice === 'latest' && typed === undefined) return { kind: 'latest' };
    if (choice === undefined && typed === undefined) {
      // Only **Show deleted** was changed.
      return showDeleted === press.showDeleted ? { code: 'nothing-chosen' } : (point ?? { kind: 'latest' });
    }
    if (scope === undefined || workload === undefined) return { code: 'nothing-chosen' };
    const fitting = usable(await points.get(update.connection, scope), workload);
    if (typed === undefined) {
      const chosen = fitting.find(({ id }) => id === choice);
      return chosen === undefined ? { code: 'nothing-chosen' } : pointOf(chosen);
    }
    const chosen = choosePoint(fitting, typed, update.asker.address.zone, clock.now());
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
    continue: continueSearch,

    async scope(update, choice) {
      const { isOperator } = update.task;
      if (!isOperator) return update.stage((now) => goTo(now, 'workload'));
      if (choice === undefined) return update.stage(remarked({ code: 'nothing-chosen' }));
      if (choice === 'own') {
        const own = ownScope(update.connection.session.account);
        update.stage((now) => withScope(now, own));
        return continueSearch(update);
      }
      const list = await scopes.get(update.connection);
      const item = list.find(choice) ?? named(list, choice);
      if (item === undefined || !SCOPE_TYPES.includes(item.type)) {
        return update.stage(remarked({ code: 'no-such-scope', typed: choice }));
      }
      update.rememberScope(item);
      update.stage((now) => withScope(now, { kind: 'item', item }));
      return continueSearch(update);
    },

    async workload(update, workload) {
      update.stage((now) => withWorkload(now, workload));
      return continueSearch(update);
    },

    async point(update, press) {
      const read = await readPoint(update, press);
      if ('code' in read) return update.stage(remarked(read));
      const { showDeleted } = press;
      update.stage((now) => withPoint(now, read, showDeleted));
      return continueSearch(update);
    },
  };
}
