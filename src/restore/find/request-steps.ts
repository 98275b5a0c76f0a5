/** What the form and a typed line request: whose data, which, as of when. Stages it, or what is missing, on the task. */
import { undefinedIfTimedOut, withTimeout } from '../../core/time-limit.ts';
import type { Point, ScopeList } from '../model/catalog.ts';
import type { SearchRequest, TaskPress } from '../model/presses.ts';
import type { Remark, Task } from '../model/task.ts';
import type { RestorePorts } from '../ports.ts';
import { SCOPE_TYPES, workloadsOf, type Workload } from '../workloads/index.ts';
import { dayOf, readDay } from './dates/parse-date.ts';
import { mayNameSomebody, readRequestLine } from './request-line.ts';
import { choosePoint, isLatest, pointOf, usable, type RestorePointCache } from './restore-points.ts';
import { SCOPE_MILLISECONDS, type ScopeCache } from './scope/scope-cache.ts';
import { itemsNamed } from './scope/scope-search.ts';
import {
  goTo,
  ownScope,
  whileSame,
  withPoint,
  withRemark,
  withScope,
  withWorkload,
  type TaskChange,
} from './task-transitions.ts';
import type { TaskUpdate } from './task-update.ts';

type PointPress = Extract<TaskPress, { kind: 'point' }>;

type Ports = Pick<RestorePorts, 'clock'> & { readonly scopes: ScopeCache; readonly points: RestorePointCache };

const nothingChosen = { code: 'nothing-chosen' } as const;

/** What was chosen does not have every kind: then the first it has, and the card says so. */
function withKind(task: Task, asked: Workload): Task {
  const { scope, workload: used } = task;
  if (scope === undefined || used === undefined || workloadsOf(scope).includes(asked)) return withWorkload(task, asked);
  return { ...task, remark: task.remark ?? { code: 'other-kind', asked, used } };
}

/** All methods throw UpstreamError, SessionRefusedError, StorageUnavailableError. */
export class RequestSteps {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** `kyoto of noor in mail as of 4 days ago`. @returns whether there is something to search for */
  async readLine(update: TaskUpdate, line: string): Promise<boolean> {
    const { task, connection, asker } = update;
    const { clock } = this.#ports;
    const fetch = () => this.#ports.scopes.get(connection);
    let scopes: ScopeList | undefined;
    if (task.isOperator && mayNameSomebody(line)) {
      scopes = await withTimeout(SCOPE_MILLISECONDS, fetch, { clock }).catch(undefinedIfTimedOut);
      // The line stays on the form as it was typed.
      if (scopes === undefined) {
        update.stage(withRemark({ code: 'service', trouble: 'timeout' }));
        return false;
      }
    }
    const { zone } = asker.address;
    const { words, whose, workload, asOf } = readRequestLine(line, { scopes, zone, now: clock.now() });
    const [only, other] = whose?.kind === 'items' ? whose.candidates : [];
    const scope = whose?.kind === 'items' ? (other === undefined ? only?.id : whose.typed) : whose?.kind;
    // A line that names somebody and no day means the latest backup, whatever was looked at before.
    const day = asOf ?? (whose === undefined ? undefined : 'latest');
    const request = { scope, workload, asOf: day, form: { words } };
    return (await this.request(update, request)) && words !== undefined;
  }

  /**
   * The search form, or a line.
   *
   * @returns false where something is missing or could not be understood: it stays on the form, with a remark
   */
  async request(update: TaskUpdate, { scope, workload, asOf, showDeleted, form }: SearchRequest): Promise<boolean> {
    const unfinished = (remark: Remark | undefined): false => {
      const shown = { form: { ...form, asOf: isLatest(asOf ?? '') ? undefined : asOf }, asked: workload, remark };
      update.stage(whileSame(update.task, (task) => ({ ...goTo(task, 'search'), ...shown })));
      return false;
    };
    unfinished(undefined);
    if (scope !== undefined) {
      const remark = await this.#chooseScope(update, scope, workload);
      if (remark !== undefined) return unfinished(remark);
    }
    if (workload !== undefined) update.stage((task) => withKind(task, workload));
    const { scope: chosen, point = { kind: 'latest' } as const } = update.task;
    if (chosen === undefined) return unfinished({ code: 'whose-data' });
    const day = asOf === undefined ? point : await this.#pointTyped(update, asOf);
    if ('code' in day) return unfinished(day);
    const chooseDay: TaskChange = (task) =>
      withPoint({ ...task, form, asked: undefined }, day, showDeleted ?? task.showDeleted);
    update.stage(whileSame(update.task, chooseDay));
    return true;
  }

  /** @param choice `own`, a scope item's id, or a typed name @returns why nothing was chosen */
  async #chooseScope(update: TaskUpdate, choice: string, workload?: Workload): Promise<Remark | undefined> {
    if (!update.task.isOperator) return undefined;
    let scope = choice === 'own' ? ownScope(update.connection.session) : undefined;
    if (scope === undefined) {
      const list = await this.#ports.scopes.get(update.connection);
      const found = list.find(choice);
      const [item, other] = found === undefined ? itemsNamed(choice, list, workload) : [found];
      if (item === undefined || !SCOPE_TYPES.includes(item.type)) return { code: 'no-such-scope', typed: choice };
      if (other !== undefined) return { code: 'which-scope', typed: choice };
      scope = { kind: 'item', item };
    }
    const chosen = scope;
    update.stage((task) => withScope(task, chosen));
    return undefined;
  }

  /** @returns false where none was chosen: a remark says why */
  async choosePoint(update: TaskUpdate, press: PointPress): Promise<boolean> {
    const chosen = await this.#readPoint(update, press);
    if ('code' in chosen) {
      update.stage(withRemark(chosen));
      return false;
    }
    update.stage((task) => withPoint(task, chosen, press.showDeleted));
    return true;
  }

  async #readPoint(update: TaskUpdate, { choice, typed, showDeleted }: PointPress): Promise<Point | Remark> {
    const { task } = update;
    if (typed !== undefined) return this.#pointTyped(update, typed);
    if (choice === 'latest') return { kind: 'latest' };
    if (choice === undefined) {
      // Only **Show deleted** was changed.
      return task.showDeleted === showDeleted ? nothingChosen : (task.point ?? { kind: 'latest' });
    }
    const chosen = (await this.#usablePoints(update)).find(({ id }) => id === choice);
    return chosen === undefined ? nothingChosen : pointOf(chosen);
  }

  /** @param typed a day or words */
  async #pointTyped(update: TaskUpdate, typed: string): Promise<Point | Remark> {
    if (isLatest(typed)) return { kind: 'latest' };
    const { task, asker } = update;
    const { zone } = asker.address;
    const now = this.#ports.clock.now();
    const day = readDay(typed, zone, now);
    // The form shows the day of a point that was chosen from several of that day.
    const isSame = day.kind === 'day' && task.point?.kind === 'at' && dayOf(task.point.backupTime, zone) === day.day;
    return isSame && task.point !== undefined
      ? task.point
      : choosePoint(await this.#usablePoints(update), typed, zone, now);
  }

  async #usablePoints({ task: { scope, workload }, connection }: TaskUpdate) {
    if (scope === undefined || workload === undefined) return [];
    return usable(await this.#ports.points.get(connection, scope), workload);
  }
}
