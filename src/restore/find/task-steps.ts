/** What each button of a task's card does: steps search, browse, list and configure. */
import { onUpstreamError } from '../../core/errors.ts';
import { merged, ownerOf } from '../backups/list.ts';
import { isSelectedHere, type Source } from '../state/task.ts';
import type { Form } from '../backups/entries/form.ts';
import type { FileExports } from '../export/file-exports.ts';
import type { RestorePorts } from '../state/ports.ts';
import type { Boxes, SearchRequest, TaskPress } from '../state/presses.ts';
import { formOf, type Workload } from '../backups/workloads/index.ts';
import { BrowseSteps } from './browse-steps.ts';
import { confirmInto } from './confirm/confirm-into.ts';
import type { LookBack } from './earlier/look-back.ts';
import { handOut } from './hand-out.ts';
import type { ExploreQueries } from './task/explore-queries.ts';
import type { RequestLine } from './request-line.ts';
import { RequestSteps } from './request-steps.ts';
import type { RestorePointCache } from '../explore/restore-points.ts';
import type { ScopeCache } from '../explore/scope/scope-cache.ts';
import {
  backTo,
  goTo,
  isFilledIn,
  searchingEverywhere,
  toSearchHere,
  whileSame,
  withAdded,
  withAllTicked,
  withAlso,
  withoutDay,
  withPage,
  withRemark,
  withRemoved,
  withTicked,
  type TaskChange,
} from '../state/task-transitions.ts';
import type { TaskUpdate } from './task/task-update.ts';
import { toConfirm } from './confirm/to-confirm.ts';
import { policyOf } from '../access/kinds/policy.ts';

type Ports = Pick<
  RestorePorts,
  'explorer' | 'clock' | 'reasonRule' | 'restoreElsewhere' | 'exportPosts' | 'downloads' | 'approvalRule'
> & {
  readonly queries: ExploreQueries;
  readonly lookBack: LookBack;
  readonly scopes: ScopeCache;
  readonly points: RestorePointCache;
  readonly fileExports: Pick<FileExports, 'begin'>;
};

/** After these another person, kind or day may be chosen. */
const LEAVING: ReadonlySet<TaskPress['kind']> = new Set(['search', 'workload', 'point', 'look-back']);

const nothingChosen = { code: 'nothing-chosen' } as const;

/** What a line says beside what was found. */
const withSaid =
  ({ unknownName, unknownDay, otherArchive }: RequestLine): TaskChange =>
  (task) => {
    const { remark } = task;
    const named = remark?.code === 'nothing-found' ? { ...task, remark: { ...remark, unknownName } } : task;
    const dated = unknownDay === undefined ? named : withAlso({ code: 'day-unknown', typed: unknownDay })(named);
    return otherArchive === undefined ? dated : withAlso({ code: 'archive-too', typed: otherArchive })(dated);
  };

/** Each step stages changes of the task and throws UpstreamError, SessionRefusedError, StorageUnavailableError. */
export class TaskSteps {
  readonly #ports: Ports;
  readonly #requests: RequestSteps;
  readonly #folders: BrowseSteps;

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#requests = new RequestSteps(ports);
    this.#folders = new BrowseSteps(ports);
  }

  async press(update: TaskUpdate, press: Exclude<TaskPress, { kind: 'done' }>): Promise<void> {
    if (press.kind !== 'remove') this.#tick(update, press);
    if (LEAVING.has(press.kind)) await this.#nameContainers(update);
    switch (press.kind) {
      case 'go':
        return update.stage((task) => (press.here === true ? toSearchHere(task) : goTo(task, press.to)));
      case 'workload':
        return this.#chooseKind(update, press.workload);
      case 'point':
        return this.#choosePoint(update, press);
      case 'search':
        return this.#submit(update, press);
      case 'browse':
        return this.#folders.browse(update);
      case 'look-back':
        return this.#ports.lookBack.begin(update);
      case 'missing':
        return this.#folders.findMissing(update, press);
      case 'page':
        return this.#folders.showPage(update, press.page);
      case 'open':
        return this.#folders.open(update, press.entry);
      case 'up':
        return this.#folders.up(update);
      case 'versions':
        return this.#folders.showVersions(update, press);
      case 'add':
        return this.#add(update, press.entries ?? []);
      case 'remove':
        return update.choose(withRemoved(press.entries ?? []));
      case 'list-page':
        return update.stage((task) => goTo(task, 'list'));
      case 'choose-options':
        return toConfirm(this.#ports, update);
      case 'select':
        return this.#select(update, press.what);
      case 'export':
        return handOut(this.#ports, update, press, undefined);
      case 'download':
        return handOut(this.#ports, update, press, this.#ports.queries.shownEntry(update, press.entry));
      case 'restore':
        return confirmInto(this.#ports, update, press);
    }
  }

  async #submit(update: TaskUpdate, press: Extract<TaskPress, { kind: 'search' }>): Promise<void> {
    this.#ports.queries.startAnew(update);
    const { scope: before } = update.task;
    if (press.everywhere === true) update.stage(searchingEverywhere);
    const said = await this.#requests.submit(update, press);
    // An administrator may choose the day before whose data it is, and another day for a name that this backup does not have.
    const { remark, access, named } = update.task;
    const isDayNext =
      said !== undefined ||
      (policyOf(access).findsNamesInSession && (remark?.code === 'whose-data' || named !== undefined));
    if (press.next === 'points' && isDayNext)
      return update.stage((task) => goTo({ ...task, remark: undefined, also: undefined }, 'point'));
    if (said === undefined) return;
    if (press.next === 'browse') {
      await this.#folders.browse(update);
      return update.stage(withSaid(said));
    }
    // A person's own button fills in the form, and **Search everywhere** an empty one.
    const isOther =
      press.everywhere === true || (press.scope !== undefined && ownerOf(update.task.scope) !== ownerOf(before));
    await this.#searchAndTell(update, said, !isOther);
  }

  /** Goes on with what was waiting for a sign-in. */
  async continueSearch(update: TaskUpdate): Promise<void> {
    const { pending, named, called, asked: workload, form: typed } = update.task;
    const { scope = named, showDeleted } = pending ?? {};
    if (scope === undefined && workload === undefined && Object.values(typed).every((value) => value === undefined))
      return;
    await this.#continue(update, { scope, called, workload, asOf: typed.asOf, showDeleted, form: withoutDay(typed) });
  }

  async readLine(update: TaskUpdate, words: string): Promise<void> {
    await this.#nameContainers(update);
    await this.#continue(update, { form: { words } });
  }

  /** `restore scope noor`. */
  async chooseScope(update: TaskUpdate, typed: string): Promise<void> {
    await this.#nameContainers(update);
    // A line that waits on the form for whose data it is about goes on.
    const { asked: workload, form } = update.task;
    await this.#continue(update, { scope: typed, asOf: form.asOf, workload, form: withoutDay(form) });
  }

  #chooseKind(update: TaskUpdate, workload: Workload): Promise<void> {
    return this.#continue(update, { workload, form: withoutDay(update.task.form) });
  }

  async #choosePoint(update: TaskUpdate, press: Extract<TaskPress, { kind: 'point' }>): Promise<void> {
    if (!(await this.#requests.choosePoint(update, press))) return;
    const { named: scope, called, line, scope: present, form } = update.task;
    if ((scope ?? line ?? present) === undefined) return;
    await this.#continue(update, { scope, called, asOf: this.#requests.dayOf(update), form: withoutDay(form) });
  }

  async #continue(update: TaskUpdate, request: SearchRequest): Promise<void> {
    this.#ports.queries.startAnew(update);
    const said = await this.#requests.request(update, request);
    if (said !== undefined) await this.#searchAndTell(update, said, false);
  }

  /** @param isAsked also with an empty form, to which something is said then */
  async #searchAndTell(update: TaskUpdate, said: RequestLine, isAsked: boolean): Promise<void> {
    const { form } = update.task;
    const isSearched = isAsked || isFilledIn(form) ? await this.#search(update, form) : true;
    update.stage(isSearched ? withSaid(said) : (task) => ({ ...task, form: { ...task.form, asOf: said.unknownDay } }));
  }

  /** @returns false where the person has to correct it first */
  async #search(update: TaskUpdate, typed: Form): Promise<boolean> {
    const { queries } = this.#ports;
    const { workload, access } = update.task;
    const form = workload === undefined ? typed : formOf(workload, typed, access);
    update.stage(whileSame(update.task, (task) => ({ ...goTo(task, 'search'), form })));
    const task = update.readyTask();
    if (task === undefined) return false;
    const source: Source = { kind: 'search', form, within: task.within };
    const found = await queries.fetch(update, task, source, true);
    if ('code' in found) {
      update.stage(backTo('search', found));
      return false;
    }
    const unticked: TaskChange = (present) => ({ ...present, ticked: undefined });
    if (found.entries.length > 0) {
      update.stage(whileSame(task, (present) => withPage(unticked(present), source, found, 0)));
    } else {
      const remark = await queries.explainEmpty(update, task);
      update.stage(whileSame(task, (present) => backTo('search', remark)({ ...unticked(present), page: undefined })));
    }
    const { unsearched: refused = [], leftOut = [] } = found;
    if (refused.length > 0) update.stage(whileSame(task, withAlso({ code: 'kinds-unsearched', which: refused })));
    if (leftOut.length > 0) update.stage(whileSame(task, withAlso({ code: 'kinds-left-out', which: leftOut })));
    return true;
  }

  /** What is ticked stays so on other pages. */
  #tick(update: TaskUpdate, { entries = [], unticked = [] }: Boxes): void {
    if (entries.length + unticked.length === 0) return;
    const on = entries.flatMap((key) => this.#ports.queries.shownEntry(update, key) ?? []);
    update.choose(whileSame(update.task, withTicked(on, unticked)));
  }

  async #select(update: TaskUpdate, what: 'page' | 'all' | 'none'): Promise<void> {
    const { page } = update.task;
    if (what === 'none') return update.choose((task) => ({ ...task, ticked: undefined }));
    if (page === undefined) return update.stage(withRemark({ code: 'page-moved-on' }));
    if (what === 'page') return update.choose(whileSame(update.task, withAllTicked(page.entries)));
    const task = update.readyTask();
    if (task === undefined) return;
    const found = await this.#ports.queries.fetch(update, task, page.source, false);
    if ('code' in found) return update.stage(withRemark(found));
    update.choose(whileSame(task, withAllTicked(found.entries)));
  }

  #add(update: TaskUpdate, keys: readonly string[]): void {
    const { ticked = [] } = update.task;
    const entries = merged(
      ticked,
      keys.flatMap((key) => this.#ports.queries.shownEntry(update, key) ?? []),
    );
    if (entries.length > 0) return update.choose(whileSame(update.task, (task) => withAdded(task, entries)));
    update.stage(withRemark(keys.length === 0 ? nothingChosen : { code: 'page-moved-on' }));
  }

  /** While its session is open: the confirm card names the mailboxes or drives of what is selected here. */
  async #nameContainers(update: TaskUpdate): Promise<void> {
    const { task, connection } = update;
    const { workload, explore } = task;
    // That of whom an administrator has chosen was named before it was read.
    if (workload === undefined || explore === undefined || policyOf(task.access).isOrganizationWide) return;
    if (task.containers !== undefined || !isSelectedHere(task)) return;
    const containers = await connection
      .call((access) => this.#ports.explorer.containers(access, workload, explore.id))
      .catch(onUpstreamError(() => undefined));
    if (containers !== undefined) update.stage(whileSame(task, (present) => ({ ...present, containers })));
  }
}
