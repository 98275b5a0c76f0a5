/** Browsing: mailboxes and drives, folders, pages of what was found, versions of a document. */
import { asFolder, insideOf, openEntry, placeOf, rootOf, type Entry, type Location } from '../backups/entries/entry.ts';
import { kindRules } from '../backups/workloads/index.ts';
import { newestFirst } from '../backups/workloads/workload.ts';
import type { RestorePorts } from '../state/ports.ts';
import type { TaskPress } from '../state/presses.ts';
import { isCompared, type Remark, type Source } from '../state/task.ts';
import { backTo, goTo, whileSame, withPage, withRemark, type TaskChange } from '../state/task-transitions.ts';
import type { LookBack } from './earlier/look-back.ts';
import type { ExploreQueries } from './task/explore-queries.ts';
import { ANYWHERE } from './task/explored-scope.ts';
import type { TaskUpdate } from './task/task-update.ts';

type Ports = Pick<RestorePorts, 'explorer'> & { readonly queries: ExploreQueries; readonly lookBack: LookBack };

/** As many as SharePoint keeps of a document by default: they are stored with the task. */
const MAX_VERSIONS = 500;

/** Each step stages changes of the task and throws UpstreamError, SessionRefusedError, StorageUnavailableError. */
export class BrowseSteps {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Shows the mailboxes or drives, or the root of the only one. */
  async browse(update: TaskUpdate, number = 0): Promise<void> {
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
    update.stage(
      whileSame(task, (present) => {
        const { page, ...shown } = withPage(present, { kind: 'folder' }, { entries: [], more: false }, 0);
        return { ...shown, page: page && { ...page, number } };
      }),
    );
  }

  /** @param pressed a container's id, or a folder's key */
  async open(update: TaskUpdate, pressed: string): Promise<void> {
    const { containers } = update.task;
    const container = containers?.find(({ id }) => id === pressed);
    if (container !== undefined) return this.#showFolder(update, rootOf(container));
    const folder = this.#ports.queries.shownEntry(update, pressed);
    const { workload, access } = update.task;
    if (folder === undefined || kindRules(workload, folder, access).opens !== true) {
      return update.stage(withRemark({ code: 'page-moved-on' }));
    }
    const { containerId } = folder;
    const ofHolder = update.task.scope?.kind === 'organization' ? folder.containerName : undefined;
    const containerName = containers?.find((other) => other.id === containerId)?.name ?? ofHolder ?? '';
    const above = this.#above(update, folder) ?? { containerId, containerName, folders: [] };
    return this.#showFolder(update, { ...above, folders: [...above.folders, asFolder(folder)] });
  }

  /** The open folder, where the entry is in it; what was found, listed or is missing may lie anywhere. */
  #above({ task: { page } }: TaskUpdate, entry: Entry): Location | undefined {
    if (page?.location === undefined) return undefined;
    if (!isCompared(page.source) && page.entries.includes(entry)) return page.location;
    const isSameHolder = placeOf(page.location).containerId === entry.containerId;
    const { path } = insideOf(openEntry(page.location));
    const isIn = path !== undefined && JSON.stringify(path) === JSON.stringify(entry.path);
    return isSameHolder && isIn ? page.location : undefined;
  }

  async up(update: TaskUpdate): Promise<void> {
    const { page, containers } = update.task;
    const isSearch = page?.source.kind === 'search';
    const location = isSearch ? page.source.within : page?.location;
    if (location !== undefined && (isSearch || page?.source.missing !== undefined))
      return this.#showFolder(update, location);
    if (location !== undefined && location.folders.length > 0) {
      return this.#showFolder(update, { ...location, folders: location.folders.slice(0, -1) });
    }
    if (location !== undefined && (containers?.length ?? 0) > 1) return this.browse(update);
    update.stage(backTo('search'));
  }

  /** **What is missing?** from the folder that is open or was searched, or from the only mailbox or drive. */
  async findMissing(update: TaskUpdate, { deleted, entry }: Extract<TaskPress, { kind: 'missing' }>): Promise<void> {
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
    await this.browse(update);
    if (containers.length > 0) update.stage(whileSame(task, withRemark({ code: 'which-container' })));
  }

  async showPage(update: TaskUpdate, number: number): Promise<void> {
    const source = update.task.page?.source;
    if (source === undefined) return update.stage(backTo('search'));
    const isContainers = source.kind === 'folder' && source.location === undefined;
    return isContainers ? this.browse(update, number) : this.#show(update, source, number);
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

  async showVersions(update: TaskUpdate, press: Extract<TaskPress, { kind: 'versions' }>): Promise<void> {
    const { queries, explorer } = this.#ports;
    const { entry: key, page: number } = press;
    // Another page of what is there already.
    if (number !== undefined && update.task.versions?.of.key === key)
      return update.stage(({ versions, ...task }) =>
        goTo({ ...task, versions: versions && { ...versions, number } }, 'versions'),
      );
    const of = queries.shownEntry(update, key);
    if (of === undefined) return update.stage(withRemark({ code: 'page-moved-on' }));
    const task = update.readyTask();
    if (task === undefined) return;
    const noVersions = withRemark({ code: 'no-versions' });
    if (kindRules(task.workload, of, task.access).versions !== true) return update.stage(noVersions);
    const all = await queries.explore(update, task, (session) =>
      session.use((access, exploreId) => explorer.versions(access, task.workload, exploreId, of)),
    );
    const entries = all.toSorted(newestFirst).slice(0, MAX_VERSIONS);
    const versions = { of, entries, more: all.length > MAX_VERSIONS, number };
    const shown: TaskChange = (present) => ({ ...present, versions, step: 'versions' });
    update.stage(whileSame(task, entries.length === 0 ? noVersions : shown));
  }
}
