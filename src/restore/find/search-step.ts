/** The steps that search, browse folders and show versions. */
import { whileSame, type ExploreQueries } from './explore-query.ts';
import type { Container, Entry } from '../model/catalog.ts';
import type { Explorer } from '../ports.ts';
import type { Form, Location, Remark, Source } from '../model/task.ts';
import { goTo, hasFolders, inside, pageOf, withPage, type TaskChange, type ReadyTask } from './task-transitions.ts';
import type { TaskUpdate } from './task-update.ts';
import { formOf, rulesOf } from '../workloads/index.ts';

/** Each stages changes of the task. All throw UpstreamError, SessionRefusedError, StorageUnavailableError. */
export interface SearchSteps {
  /** Shows the form again where nothing is found. */
  search(update: TaskUpdate, form: Form): Promise<void>;
  browse(update: TaskUpdate): Promise<void>;
  /** A container's id, or a folder's key. */
  open(update: TaskUpdate, what: string): Promise<void>;
  up(update: TaskUpdate): Promise<void>;
  page(update: TaskUpdate, number: number): Promise<void>;
  versions(update: TaskUpdate, key: string): Promise<void>;
  /** An entry that the task's cards have shown. */
  entry(update: TaskUpdate, key: string): Entry | undefined;
}

const noVersions: TaskChange = (task) => ({ ...task, remark: { code: 'no-versions' } });
const movedOn: TaskChange = (task) => ({ ...task, remark: { code: 'page-moved-on' } });
const toForm =
  (remark?: Remark): TaskChange =>
  (task) => ({ ...goTo(task, 'search'), remark: remark ?? task.remark });

const rootOf = ({ id, name }: Container): Location => ({ containerId: id, containerName: name, folders: [] });

export function createSearchSteps({
  queries,
  explorer,
}: {
  readonly queries: ExploreQueries;
  readonly explorer: Pick<Explorer, 'versions'>;
}): SearchSteps {
  const entry: SearchSteps['entry'] = (update, key) => {
    const { page, versions, list } = update.task;
    const shown = [...(page?.entries ?? []), ...(versions?.entries ?? []), ...list];
    if (versions !== undefined) shown.push(versions.of);
    return shown.find((found) => found.key === key) ?? queries.findEntry(update, key);
  };

  async function openAt(update: TaskUpdate, location: Location): Promise<void> {
    const source: Source = { kind: 'folder', location };
    const found = await queries.fetch(update, source, false);
    if (found.kind !== 'found') return;
    const { task, results } = found;
    const remark: Remark | undefined = results.entries.length === 0 ? { code: 'folder-empty' } : undefined;
    update.stage(whileSame(task, (now) => withPage(now, pageOf(results, source, 0), remark)));
  }

  async function choose(update: TaskUpdate, containers: readonly Container[], task: ReadyTask): Promise<void> {
    const [only] = containers;
    if (only !== undefined && containers.length === 1) return openAt(update, rootOf(only));
    const source: Source = { kind: 'folder', location: undefined };
    const page = { ...pageOf({ entries: [], more: false }, source, 0), found: containers.length };
    update.stage(whileSame(task, (now) => withPage(now, page)));
  }

  async function browse(update: TaskUpdate): Promise<void> {
    const looked = await queries.explore(update, async (session, task) => ({
      containers: await queries.containers(update, session, task),
      task,
    }));
    if (looked === undefined) return;
    const { containers, task } = looked;
    if (containers.length > 0) return choose(update, containers, task);
    update.stage(whileSame(task, toForm(await queries.explainEmpty(update))));
  }

  return {
    entry,
    browse,

    async search(update, typed) {
      const { workload } = update.task;
      const form = workload === undefined ? typed : formOf(workload, typed);
      update.stage(whileSame(update.task, (now) => ({ ...goTo(now, 'search'), form })));
      const source: Source = { kind: 'search', form };
      const found = await queries.fetch(update, source, true);
      if (found.kind === 'unready') return;
      if (found.kind === 'mistake') return update.stage(toForm(found.remark));
      const { task, results } = found;
      if (results.entries.length > 0) {
        return update.stage(whileSame(task, (now) => withPage(now, pageOf(results, source, 0))));
      }
      const remark = await queries.explainEmpty(update);
      update.stage(whileSame(task, (now) => toForm(remark)({ ...now, page: undefined })));
    },

    async open(update, what) {
      const { containers, page } = update.task;
      const container = containers?.find(({ id }) => id === what);
      if (container !== undefined) return openAt(update, rootOf(container));
      const folder = entry(update, what);
      if (folder === undefined || !hasFolders([folder])) return update.stage(movedOn);
      const { containerId } = folder;
      const here = page?.location;
      // Found by a search or on the list: the folders above it are unknown.
      const name = containers?.find(({ id }) => id === containerId)?.name ?? '';
      const above = here?.containerId === containerId ? here : { containerId, containerName: name, folders: [] };
      return openAt(update, inside(above, folder));
    },

    async up(update) {
      const { page, containers } = update.task;
      const location = page?.location;
      if (location === undefined) return update.stage(toForm());
      if (location.folders.length > 0) return openAt(update, { ...location, folders: location.folders.slice(0, -1) });
      if ((containers?.length ?? 0) > 1) return browse(update);
      update.stage(toForm());
    },

    async page(update, number) {
      const source = update.task.page?.source;
      if (source === undefined) return update.stage(toForm());
      if (source.kind === 'folder' && source.location === undefined) return browse(update);
      const found = await queries.fetch(update, source, false);
      if (found.kind === 'unready') return;
      if (found.kind === 'mistake') return update.stage(toForm(found.remark));
      const { task, results } = found;
      update.stage(whileSame(task, (now) => withPage(now, pageOf(results, source, number))));
    },

    async versions(update, key) {
      const of = entry(update, key);
      if (of === undefined) return update.stage(movedOn);
      const { workload } = update.task;
      const hasVersions = workload !== undefined && rulesOf(workload).hasVersions && of.kind === 'document';
      if (!hasVersions) return update.stage(noVersions);
      const looked = await queries.explore(update, async (session, task) => ({
        entries: await session.use((access, exploreId) => explorer.versions(access, exploreId, of)),
        task,
      }));
      if (looked === undefined) return;
      const { entries, task } = looked;
      const shown: TaskChange = (now) => ({ ...now, versions: { of, entries }, step: 'versions' });
      update.stage(whileSame(task, entries.length === 0 ? noVersions : shown));
    },
  };
}
