/** What each button of a task's card does: steps search, browse, list and configure. */
import { onUpstreamError } from '../../core/errors.ts';
import { asFolder, rootOf, type Entry, type Location } from '../backups/entries/entry.ts';
import { merged } from '../backups/list.ts';
import { isSelectedHere, listedHere, type Remark, type Source } from '../state/task.ts';
import type { Form } from '../backups/entries/form.ts';
import type { FileExports } from '../export/file-exports.ts';
import type { RestorePorts } from '../state/ports.ts';
import type { Boxes, TaskPress } from '../state/presses.ts';
import { formOf, kindRules, type Workload } from '../backups/workloads/index.ts';
import { confirmInto } from './confirm/confirm-into.ts';
import type { LookBack } from './earlier/look-back.ts';
import { handOut } from './hand-out.ts';
import type { ExploreQueries } from './task/explore-queries.ts';
import { RequestSteps } from './request-steps.ts';
import type { RestorePointCache } from '../explore/restore-points.ts';
import { ANYWHERE } from './task/explored-scope.ts';
import type { ScopeCache } from '../explore/scope/scope-cache.ts';
import {
  goTo,
  isFilledIn,
  searchingEverywhere,
  toSearchHere,
  whileSame,
  withAdded,
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

const backTo =
  (step: 'search', remark?: Remark): TaskChange =>
  (task) => ({ ...goTo(task, step), remark: remark ?? task.remark });

/** Each step stages changes of the task and throws UpstreamError, SessionRefusedError, StorageUnavailableError. */
export class TaskSteps {
  readonly #ports: Ports;
  readonly #requests: RequestSteps;

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#requests = new RequestSteps(ports);
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
        return this.#browse(update);
      case 'look-back':
        return this.#ports.lookBack.begin(update);
      case 'missing':
        return this.#findMissing(update, press);
      case 'page':
        return this.#showPage(update, press.page);
      case 'open':
        return this.#open(update, press.entry);
      case 'up':
        return this.#up(update);
      case 'versions':
        return this.#showVersions(update, press.entry);
      case 'add':
        return this.#add(update, press.entries ?? []);
      case 'remove':
        return update.stage(withRemoved(press.entries ?? []));
      case 'list-page':
        return update.stage((task) => goTo(task, 'list'));
      case 'choose-options':
        return toConfirm(this.#ports, update);
      case 'select':
        return this.#select(update, press.what);
      case 'export':
        return handOut(this.#ports, update, press, undefined);
      case 'download':
        return handOut(this.#ports, update, press, this.#shownEntry(update, press.entry));
      case 'restore':
        return confirmInto(this.#ports, update, press);
    }
  }

  async #submit(update: TaskUpdate, press: Extract<TaskPress, { kind: 'search' }>): Promise<void> {
    const { scope: before } = update.task;
    if (press.everywhere === true) update.stage(searchingEverywhere);
    const isComplete = await this.#requests.request(update, press);
    // An administrator may choose the day before whose data it is, and another day for a name that this backup does not have.
    const { remark, access, named } = update.task;
    const isDayNext =
      isComplete || (policyOf(access).findsNamesInSession && (remark?.code === 'whose-data' || named !== undefined));
    if (press.next === 'points' && isDayNext)
      return update.stage((task) => goTo({ ...task, remark: undefined }, 'point'));
    if (!isComplete) return;
    if (press.next === 'browse') return this.#browse(update);
    // A person's own button fills in the form, and **Search everywhere** an empty one.
    const isOther = press.everywhere === true || (press.scope !== undefined && update.task.scope !== before);
    if (isFilledIn(press.form) || !isOther) await this.#search(update, press.form);
  }

  /** Runs the search that was waiting for a restore point or a sign-in. */
  async continueSearch(update: TaskUpdate): Promise<void> {
    const { task } = update;
    if (task.scope !== undefined && isFilledIn(task.form)) await this.#search(update, task.form);
  }

  async readLine(update: TaskUpdate, line: string): Promise<void> {
    await this.#nameContainers(update);
    const request = await this.#requests.readLine(update, line);
    if (request === undefined) return;
    await this.continueSearch(update);
    const { unknownName, unknownDay, otherArchive } = request;
    update.stage((task) => {
      const { remark } = task;
      const isSearched = remark === undefined || remark.code === 'nothing-found';
      if (isSearched && unknownDay !== undefined)
        return { ...task, remark: { code: 'day-unknown', typed: unknownDay } };
      if (isSearched && otherArchive !== undefined)
        return { ...task, remark: { code: 'archive-too', typed: otherArchive } };
      return remark?.code === 'nothing-found' ? { ...task, remark: { ...remark, unknownName } } : task;
    });
  }

  /** `restore scope noor`. */
  async chooseScope(update: TaskUpdate, typed: string): Promise<void> {
    await this.#nameContainers(update);
    // A line that waits on the form for whose data it is about goes on.
    const { asked: workload, form: typedForm } = update.task;
    const { asOf, ...form } = typedForm;
    if (await this.#requests.request(update, { scope: typed, asOf, workload, form })) await this.continueSearch(update);
  }

  async #chooseKind(update: TaskUpdate, workload: Workload): Promise<void> {
    const { asOf: _day, ...form } = update.task.form;
    if (await this.#requests.request(update, { workload, form })) await this.continueSearch(update);
  }

  async #choosePoint(update: TaskUpdate, press: Extract<TaskPress, { kind: 'point' }>): Promise<void> {
    if (!(await this.#requests.choosePoint(update, press))) return;
    const { named, form: typed } = update.task;
    const { asOf: _day, ...form } = typed;
    if (named === undefined || (await this.#requests.request(update, { scope: named, form })))
      await this.continueSearch(update);
  }

  async #search(update: TaskUpdate, typed: Form): Promise<void> {
    const { queries } = this.#ports;
    const { workload, access } = update.task;
    const form = workload === undefined ? typed : formOf(workload, typed, access);
    update.stage(whileSame(update.task, (task) => ({ ...goTo(task, 'search'), form })));
    const task = update.readyTask();
    if (task === undefined) return;
    const source: Source = { kind: 'search', form, within: task.within };
    const found = await queries.fetch(update, task, source, true);
    if ('code' in found) return update.stage(backTo('search', found));
    const [which, ...others] = found.unsearched ?? [];
    const partly: Remark | undefined =
      which === undefined ? undefined : { code: 'kinds-unsearched', which: [which, ...others] };
    if (found.entries.length > 0) {
      return update.stage(
        whileSame(task, (present) =>
          withPage({ ...present, ticked: undefined }, source, found, 0, partly ?? present.remark),
        ),
      );
    }
    const remark = partly ?? (await queries.explainEmpty(update, task));
    update.stage(
      whileSame(task, (present) => backTo('search', remark)({ ...present, page: undefined, ticked: undefined })),
    );
  }

  /** Shows the mailboxes or drives, or the root of the only one. */
  async #browse(update: TaskUpdate): Promise<void> {
    const { queries } = this.#ports;
    const task = update.readyTask();
    if (task === undefined) return;
    // Everybody's is searched, not opened.
    if (task.scope.kind === 'organization') return update.stage(backTo('search', { code: 'whose-data' }));
    const containers = await queries.containers(update, task);
    const [only] = containers;
    if (only === undefined)
      return update.stage(whileSame(task, backTo('search', await queries.explainEmpty(update, task))));
    if (containers.length === 1) return this.#showFolder(update, rootOf(only));
    update.stage(whileSame(task, (present) => withPage(present, { kind: 'folder' }, { entries: [], more: false }, 0)));
  }

  /** @param pressed a container's id, or a folder's key */
  async #open(update: TaskUpdate, pressed: string): Promise<void> {
    const { containers, page } = update.task;
    const container = containers?.find(({ id }) => id === pressed);
    if (container !== undefined) return this.#showFolder(update, rootOf(container));
    const folder = this.#shownEntry(update, pressed);
    const { workload, access } = update.task;
    if (folder === undefined || kindRules(workload, folder, access).opens !== true) {
      return update.stage(withRemark({ code: 'page-moved-on' }));
    }
    const { containerId } = folder;
    // Found by a search or on the list: the folders above it are unknown.
    const ofHolder = update.task.scope?.kind === 'organization' ? folder.containerName : undefined;
    const containerName = containers?.find((other) => other.id === containerId)?.name ?? ofHolder ?? '';
    const isBelow = page?.location?.containerId === containerId || page?.entries.includes(folder) === true;
    const above = (isBelow ? page?.location : undefined) ?? { containerId, containerName, folders: [] };
    return this.#showFolder(update, { ...above, folders: [...above.folders, asFolder(folder)] });
  }

  async #up(update: TaskUpdate): Promise<void> {
    const { page, containers } = update.task;
    const isSearch = page?.source.kind === 'search';
    const location = isSearch ? page.source.within : page?.location;
    if (location !== undefined && (isSearch || page?.source.missing !== undefined))
      return this.#showFolder(update, location);
    if (location !== undefined && location.folders.length > 0) {
      return this.#showFolder(update, { ...location, folders: location.folders.slice(0, -1) });
    }
    if (location !== undefined && (containers?.length ?? 0) > 1) return this.#browse(update);
    update.stage(backTo('search'));
  }

  /** **What is missing?** from the folder that is open or was searched, or from the only mailbox or drive. */
  async #findMissing(update: TaskUpdate, { deleted, entry }: Extract<TaskPress, { kind: 'missing' }>): Promise<void> {
    const { queries, lookBack } = this.#ports;
    const task = update.readyTask();
    if (task === undefined) return;
    const open = task.page?.location ?? task.within;
    if (open !== undefined && entry === undefined) return lookBack.beginComparison(update, open, deleted === true);
    const containers = await queries.containers(update, task);
    const chosen = containers.length === 1 ? containers[0] : containers.find(({ id }) => id === entry);
    if (chosen !== undefined) return lookBack.beginComparison(update, rootOf(chosen), deleted === true);
    const isAbsent = containers.length === 0 && task.scope.kind !== 'organization';
    if (isAbsent && (await queries.explainEmpty(update, task)).code === 'place-absent')
      return lookBack.beginComparison(update, ANYWHERE, deleted === true);
    await this.#browse(update);
    if (containers.length > 0) update.stage(whileSame(task, withRemark({ code: 'which-container' })));
  }

  async #showPage(update: TaskUpdate, number: number): Promise<void> {
    const source = update.task.page?.source;
    if (source === undefined) return update.stage(backTo('search'));
    const isContainers = source.kind === 'folder' && source.location === undefined;
    return isContainers ? this.#browse(update) : this.#show(update, source, number);
  }

  #showFolder(update: TaskUpdate, location: Location): Promise<void> {
    return this.#show(update, { kind: 'folder', location }, 0);
  }

  async #show(update: TaskUpdate, source: Source, number: number): Promise<void> {
    const task = update.readyTask();
    if (task === undefined) return;
    const found = await this.#ports.queries.fetch(update, task, source, false);
    if ('code' in found) return update.stage(backTo('search', found));
    const isEmptyFolder = source.kind === 'folder' && found.entries.length === 0;
    const remark: Remark | undefined = isEmptyFolder ? { code: 'folder-empty' } : undefined;
    update.stage(whileSame(task, (present) => withPage(present, source, found, number, remark)));
  }

  async #showVersions(update: TaskUpdate, key: string): Promise<void> {
    const { queries, explorer } = this.#ports;
    const of = this.#shownEntry(update, key);
    if (of === undefined) return update.stage(withRemark({ code: 'page-moved-on' }));
    const task = update.readyTask();
    if (task === undefined) return;
    const noVersions = withRemark({ code: 'no-versions' });
    if (kindRules(task.workload, of, task.access).versions !== true) return update.stage(noVersions);
    const entries = await queries.explore(update, task, (session) =>
      session.use((access, exploreId) => explorer.versions(access, task.workload, exploreId, of)),
    );
    const shown: TaskChange = (present) => ({ ...present, versions: { of, entries }, step: 'versions' });
    update.stage(whileSame(task, entries.length === 0 ? noVersions : shown));
  }

  /** What is ticked stays so on other pages. */
  #tick(update: TaskUpdate, { entries = [], unticked = [] }: Boxes): void {
    if (entries.length + unticked.length === 0) return;
    const on = entries.flatMap((key) => this.#shownEntry(update, key) ?? []);
    update.stage(whileSame(update.task, withTicked(on, unticked)));
  }

  async #select(update: TaskUpdate, what: 'page' | 'all' | 'none'): Promise<void> {
    const { page } = update.task;
    if (what === 'none') return update.stage((task) => ({ ...task, ticked: undefined }));
    if (page === undefined) return update.stage(withRemark({ code: 'page-moved-on' }));
    if (what === 'page') return update.stage(whileSame(update.task, withTicked(page.entries)));
    const task = update.readyTask();
    if (task === undefined) return;
    const found = await this.#ports.queries.fetch(update, task, page.source, false);
    update.stage('code' in found ? withRemark(found) : whileSame(task, withTicked(found.entries)));
  }

  #add(update: TaskUpdate, keys: readonly string[]): void {
    const { ticked = [] } = update.task;
    const entries = merged(
      ticked,
      keys.flatMap((key) => this.#shownEntry(update, key) ?? []),
    );
    if (entries.length > 0) return update.stage(whileSame(update.task, (task) => withAdded(task, entries)));
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

  #shownEntry(update: TaskUpdate, key: string): Entry | undefined {
    const { page, versions } = update.task;
    const shown = [...(page?.entries ?? []), ...(versions?.entries ?? []), ...listedHere(update.task)];
    if (versions !== undefined) shown.push(versions.of);
    return shown.find((entry) => entry.key === key) ?? this.#ports.queries.findEntry(update, key);
  }
}
