/** The steps of the list and its options; folders on the list are expanded to the items in them. */
import type { Entry, RestoreOptions } from '../model/catalog.ts';
import type { Remark } from '../model/task.ts';
import type { Explorer, Page, Slice } from '../ports.ts';
import { rulesOf } from '../workloads/index.ts';
import type { ExploreQueries } from './explore-queries.ts';
import type { SearchSteps } from './search-steps.ts';
import {
  goTo,
  hasFolders,
  MAX_LISTED,
  whileSame,
  withAdded,
  withRemark,
  withRemoved,
  type ReadyTask,
  type TaskChange,
} from './task-transitions.ts';
import type { TaskUpdate } from './task-update.ts';

interface Ports {
  readonly explorer: Pick<Explorer, 'items' | 'folders'>;
  readonly queries: ExploreQueries;
  readonly search: Pick<SearchSteps, 'entry'>;
}

const toList =
  (remark?: Remark): TaskChange =>
  (task) => ({ ...task, step: 'list', remark: remark ?? task.remark });

const keysOf = (list: readonly Entry[]): string => JSON.stringify(list.map(({ key }) => key));

/** Each step stages changes of the task and throws UpstreamError, SessionRefusedError, StorageUnavailableError. */
export class ListSteps {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  add(update: TaskUpdate, keys: readonly string[]): void {
    const entries = keys.flatMap((key) => this.#ports.search.entry(update, key) ?? []);
    if (entries.length === 0) {
      return update.stage(withRemark({ code: keys.length === 0 ? 'nothing-chosen' : 'page-moved-on' }));
    }
    update.stage(whileSame(update.task, (task) => withAdded(task, entries)));
  }

  remove(update: TaskUpdate, keys: readonly string[]): void {
    update.stage(keys.length === 0 ? withRemark({ code: 'nothing-chosen' }) : (task) => withRemoved(task, keys));
  }

  /** Expands the folders on the list. */
  async chooseOptions(update: TaskUpdate): Promise<void> {
    const { list } = update.task;
    if (list.length === 0) return update.stage(toList({ code: 'nothing-chosen' }));
    const task = update.readyTask();
    if (task === undefined) return;
    // For the names of the mailboxes or drives on the summary.
    await this.#ports.queries.containers(update, task);
    const expanded = hasFolders(list) ? await this.#expand(update, task) : list;
    if (expanded === undefined) {
      return update.stage(whileSame(task, toList({ code: 'folders-too-full', most: MAX_LISTED })));
    }
    if (expanded.length === 0) return update.stage(whileSame(task, toList({ code: 'folder-empty' })));
    const rules = rulesOf(task.workload);
    const choosing: TaskChange = (present) => {
      // The list has changed in the meantime and has to be expanded again.
      if (keysOf(present.list) !== keysOf(list)) return toList()(present);
      const { options } = rules.readOptions(present.options ?? rules.defaults, list);
      return { ...present, expanded: expanded === list ? undefined : expanded, options, step: 'options' };
    };
    update.stage(whileSame(task, choosing));
  }

  options(update: TaskUpdate, typed: RestoreOptions): void {
    update.stage((task) => {
      // From an older card, of another workload.
      if (typed.workload !== task.workload) return task;
      const { options, remark } = rulesOf(task.workload).readOptions(typed, task.list);
      return remark === undefined
        ? goTo({ ...task, options }, 'reason')
        : { ...task, options, step: 'options', remark };
    });
  }

  #expand(update: TaskUpdate, task: ReadyTask): Promise<readonly Entry[] | undefined> {
    const { explorer, queries } = this.#ports;
    const { workload } = task;
    return queries.explore(update, task, (session) => {
      const read =
        (what: 'items' | 'folders') =>
        ({ containerId, id: folderId }: Entry, slice: Slice): Promise<Page<Entry>> =>
          session.use((access, exploreId) =>
            explorer[what](access, { workload, exploreId, containerId, folderId }, slice),
          );
      return expand(task.list, { items: read('items'), folders: read('folders') }, MAX_LISTED);
    });
  }
}

/** The contents of one folder, as the explore session lists them. */
export interface FolderContents {
  items(folder: Entry, slice: Slice): Promise<Page<Entry>>;
  folders(folder: Entry, slice: Slice): Promise<Page<Entry>>;
}

const EXPAND_PAGE = 1000;
const PARALLEL_FOLDERS = 4;
const MAX_FOLDERS = 2000;

async function readAll(read: (slice: Slice) => Promise<Page<Entry>>, max: number): Promise<readonly Entry[]> {
  const found: Entry[] = [];
  for (let more = true; more && found.length <= max;) {
    const page = await read({ offset: found.length, limit: EXPAND_PAGE });
    found.push(...page.results);
    more = page.more && page.results.length > 0;
  }
  return found;
}

/**
 * The items of a list, each once: those selected individually first and as they were selected (a version of a document
 * stays that version), then those of the folders and their subfolders.
 *
 * @returns undefined where there are more than `max`
 * @throws whatever `contents` throws
 */
export async function expand(
  list: readonly Entry[],
  contents: FolderContents,
  max: number,
): Promise<readonly Entry[] | undefined> {
  const items = new Map<string, Entry>();
  const folders = new Map<string, Entry>();
  const add = (entry: Entry): void => {
    const name = JSON.stringify([entry.containerId, entry.id]);
    const seen = entry.kind === 'folder' ? folders : items;
    if (!seen.has(name)) seen.set(name, entry);
  };
  for (const entry of list) add(entry);
  for (let expanded = 0; expanded < folders.size;) {
    if (items.size > max || folders.size > MAX_FOLDERS) return undefined;
    const batch = [...folders.values()].slice(expanded, expanded + PARALLEL_FOLDERS);
    expanded += batch.length;
    const found = await Promise.all(
      batch.flatMap((folder) => [
        readAll((slice) => contents.items(folder, slice), max),
        readAll((slice) => contents.folders(folder, slice), MAX_FOLDERS),
      ]),
    );
    for (const entry of found.flat()) add(entry);
  }
  return items.size > max ? undefined : [...items.values()];
}
