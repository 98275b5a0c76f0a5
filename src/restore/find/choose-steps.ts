/** The steps that choose whose data, which workload, and as of when. */
import type { Point, RestorePoint, ScopeItem, ScopeList, Workload } from '../model/catalog.ts';
import type { Remark } from '../model/task.ts';
import type { RestorePorts } from '../ports.ts';
import type { TaskPress } from '../views.ts';
import { SCOPE_TYPES } from '../workloads/index.ts';
import { choosePoint, usable, type RestorePointCache } from './restore-points.ts';
import type { ScopeCache } from './scope-cache.ts';
import type { SearchSteps } from './search-steps.ts';
import {
  goTo,
  isFilledIn,
  nextStep,
  ownScope,
  withPoint,
  withRemark,
  withScope,
  withWorkload,
} from './task-transitions.ts';
import type { TaskUpdate } from './task-update.ts';

type PointPress = Extract<TaskPress, { kind: 'point' }>;

type Ports = Pick<RestorePorts, 'clock'> & {
  readonly scopes: ScopeCache;
  readonly points: RestorePointCache;
  readonly search: Pick<SearchSteps, 'search'>;
};

/** The only item that matches a name. */
function itemNamed(list: ScopeList, typed: string): ScopeItem | undefined {
  const [one, other] = SCOPE_TYPES.flatMap((type) => list.search(typed, type, 2));
  return other === undefined ? one : undefined;
}

const pointOf = ({ id, backupTime, repositoryId }: RestorePoint): Point => ({
  kind: 'at',
  id,
  backupTime,
  repositoryId,
});

/** Each step stages changes of the task and throws UpstreamError, SessionRefusedError, StorageUnavailableError. */
export class ChooseSteps {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** @param choice `own`, a scope item's id, or a typed name */
  async scope(update: TaskUpdate, choice: string | undefined): Promise<void> {
    if (!update.task.isOperator) return update.stage((task) => goTo(task, 'workload'));
    if (choice === undefined) return update.stage(withRemark({ code: 'nothing-chosen' }));
    if (choice === 'own') {
      const own = ownScope(update.connection.session);
      update.stage((task) => withScope(task, own));
      return this.continue(update);
    }
    const list = await this.#ports.scopes.get(update.connection);
    const item = list.find(choice) ?? itemNamed(list, choice);
    if (item === undefined || !SCOPE_TYPES.includes(item.type)) {
      return update.stage(withRemark({ code: 'no-such-scope', typed: choice }));
    }
    update.rememberScope(item);
    update.stage((task) => withScope(task, { kind: 'item', item }));
    return this.continue(update);
  }

  async workload(update: TaskUpdate, workload: Workload): Promise<void> {
    update.stage((task) => withWorkload(task, workload));
    return this.continue(update);
  }

  async point(update: TaskUpdate, press: PointPress): Promise<void> {
    const read = await this.#readPoint(update, press);
    if ('code' in read) return update.stage(withRemark(read));
    update.stage((task) => withPoint(task, read, press.showDeleted));
    return this.continue(update);
  }

  /** Runs the search that was waiting for these choices. */
  async continue(update: TaskUpdate): Promise<void> {
    const { task } = update;
    if (nextStep(task) === 'search' && isFilledIn(task.form)) await this.#ports.search.search(update, task.form);
  }

  async #readPoint(update: TaskUpdate, { choice, typed, showDeleted }: PointPress): Promise<Point | Remark> {
    const { task, connection, asker } = update;
    const { scope, workload } = task;
    const nothingChosen = { code: 'nothing-chosen' } as const;
    if (choice === 'latest' && typed === undefined) return { kind: 'latest' };
    if (choice === undefined && typed === undefined) {
      // Only **Show deleted** was changed.
      return task.showDeleted === showDeleted ? nothingChosen : (task.point ?? { kind: 'latest' });
    }
    if (scope === undefined || workload === undefined) return nothingChosen;
    const points = usable(await this.#ports.points.get(connection, scope), workload);
    if (typed === undefined) {
      const chosen = points.find(({ id }) => id === choice);
      return chosen === undefined ? nothingChosen : pointOf(chosen);
    }
    const chosen = choosePoint(points, typed, asker.address.zone, this.#ports.clock.now());
    switch (chosen.kind) {
      case 'latest':
        return chosen;
      case 'point':
        return pointOf(chosen.point);
      case 'no-such-date':
        return { code: 'no-such-date', typed };
      case 'none-before':
        return points.length === 0 ? { code: 'no-points' } : { code: 'no-point-before', typed };
    }
  }
}
