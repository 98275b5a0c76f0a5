/** The steps that search, browse folders and show versions. */
import type { Container, Entry } from '../model/catalog.ts';
import type { Form, Location, Remark, Source } from '../model/task.ts';
import type { Explorer } from '../ports.ts';
import { formOf, rulesOf } from '../workloads/index.ts';
import { NO_RESULTS, type ExploreQueries } from './explore-queries.ts';
import { goTo, hasFolders, pageOf, whileSame, withPage, withRemark, type TaskChange } from './task-transitions.ts';
import type { TaskUpdate } from './task-update.ts';

const toForm =
  (remark?: Remark): TaskChange =>
  (task) => ({ ...goTo(task, 'search'), remark: remark ?? task.remark });

const rootOf = ({ id, name }: Container): Location => ({ containerId: id, containerName: name, folders: [] });

/** Each step stages changes of the task and throws UpstreamError, SessionRefusedError, StorageUnavailableError. */
export class SearchSteps {
  readonly #queries: ExploreQueries;
  readonly #explorer: Pick<Explorer, 'versions'>;

  constructor({ queries, explorer }: { queries: ExploreQueries; explorer: Pick<Explorer, 'versions'> }) {
    this.#queries = queries;
    this.#explorer = explorer;
  }

  /** Shows the form again where nothing is found. */
  async search(update: TaskUpdate, typed: Form): Promise<void> {
    const { workload } = update.task;
    const form = workload === undefined ? typed : formOf(workload, typed);
    update.stage(whileSame(update.task, (task) => ({ ...goTo(task, 'search'), form })));
    const task = update.readyTask();
    if (task === undefined) return;
    const source: Source = { kind: 'search', form };
    const found = await this.#queries.fetch(update, task, source, true);
    if ('code' in found) return update.stage(toForm(found));
    if (found.entries.length > 0) {
      return update.stage(whileSame(task, (present) => withPage(present, pageOf(found, source, 0))));
    }
    const remark = await this.#queries.explainEmpty(update, task);
    update.stage(whileSame(task, (present) => toForm(remark)({ ...present, page: undefined })));
  }

  async browse(update: TaskUpdate): Promise<void> {
    const task = update.readyTask();
    if (task === undefined) return;
    const containers = await this.#queries.containers(update, task);
    const [only] = containers;
    if (only === undefined) {
      const remark = await this.#queries.explainEmpty(update, task);
      return update.stage(whileSame(task, toForm(remark)));
    }
    if (containers.length === 1) return this.#show(update, { kind: 'folder', location: rootOf(only) }, 0);
    const page = { ...pageOf(NO_RESULTS, { kind: 'folder' }, 0), found: containers.length };
    update.stage(whileSame(task, (present) => withPage(present, page)));
  }

  /** @param opened a container's id, or a folder's key */
  async open(update: TaskUpdate, opened: string): Promise<void> {
    const { containers, page } = update.task;
    const container = containers?.find(({ id }) => id === opened);
    if (container !== undefined) return this.#show(update, { kind: 'folder', location: rootOf(container) }, 0);
    const folder = this.entry(update, opened);
    if (folder === undefined || !hasFolders([folder])) return update.stage(withRemark({ code: 'page-moved-on' }));
    const { containerId, id, title } = folder;
    // Found by a search or on the list: the folders above it are unknown.
    const containerName = containers?.find((other) => other.id === containerId)?.name ?? '';
    const above =
      page?.location?.containerId === containerId ? page.location : { containerId, containerName, folders: [] };
    const location = { ...above, folders: [...above.folders, { id, name: title }] };
    return this.#show(update, { kind: 'folder', location }, 0);
  }

  async up(update: TaskUpdate): Promise<void> {
    const { page, containers } = update.task;
    const location = page?.location;
    if (location !== undefined && location.folders.length > 0) {
      const above = { ...location, folders: location.folders.slice(0, -1) };
      return this.#show(update, { kind: 'folder', location: above }, 0);
    }
    if (location !== undefined && (containers?.length ?? 0) > 1) return this.browse(update);
    update.stage(toForm());
  }

  async page(update: TaskUpdate, number: number): Promise<void> {
    const source = update.task.page?.source;
    if (source === undefined) return update.stage(toForm());
    const isContainers = source.kind === 'folder' && source.location === undefined;
    return isContainers ? this.browse(update) : this.#show(update, source, number);
  }

  async versions(update: TaskUpdate, key: string): Promise<void> {
    const of = this.entry(update, key);
    if (of === undefined) return update.stage(withRemark({ code: 'page-moved-on' }));
    const task = update.readyTask();
    if (task === undefined) return;
    const noVersions = withRemark({ code: 'no-versions' });
    if (!rulesOf(task.workload).hasVersions || of.kind !== 'document') return update.stage(noVersions);
    const entries = await this.#queries.explore(update, task, (session) =>
      session.use((access, exploreId) => this.#explorer.versions(access, exploreId, of)),
    );
    const shown: TaskChange = (present) => ({ ...present, versions: { of, entries }, step: 'versions' });
    update.stage(whileSame(task, entries.length === 0 ? noVersions : shown));
  }

  /** An entry that the task's cards have shown. */
  entry(update: TaskUpdate, key: string): Entry | undefined {
    const { page, versions, list } = update.task;
    const shown = [...(page?.entries ?? []), ...(versions?.entries ?? []), ...list];
    if (versions !== undefined) shown.push(versions.of);
    return shown.find((found) => found.key === key) ?? this.#queries.findEntry(update, key);
  }

  /** A page of a search or of a folder. */
  async #show(update: TaskUpdate, source: Source, number: number): Promise<void> {
    const task = update.readyTask();
    if (task === undefined) return;
    const found = await this.#queries.fetch(update, task, source, false);
    if ('code' in found) return update.stage(toForm(found));
    const isEmptyFolder = source.kind === 'folder' && found.entries.length === 0;
    const remark: Remark | undefined = isEmptyFolder ? { code: 'folder-empty' } : undefined;
    update.stage(whileSame(task, (present) => withPage(present, pageOf(found, source, number), remark)));
  }
}
