/** The steps of the list and its options; folders on the list are expanded to the items in them. */
import type { SearchSteps } from './search-step.ts';
import { whileSame, type ExploreQueries } from './explore-query.ts';
import type { Entry, RestoreOptions } from '../model/catalog.ts';
import type { Explorer, FolderRef, Page, Slice } from '../ports.ts';
import type { Remark } from '../model/task.ts';
import {
  hasFolders,
  MAX_LISTED,
  withAdded,
  withOptions,
  withRemoved,
  type ReadyTask,
  type TaskChange,
} from './task-transitions.ts';
import type { TaskUpdate } from './task-update.ts';
import { rulesOf } from '../workloads/index.ts';

/** Each stages changes of the task. All throw UpstreamError, SessionRefusedError, StorageUnavailableError. */
export interface ListSteps {
  add(update: TaskUpdate, keys: readonly string[]): void;
  remove(update: TaskUpdate, keys: readonly string[]): void;
  /** Expands the folders on the list. */
  chooseOptions(update: TaskUpdate): Promise<void>;
  options(update: TaskUpdate, options: RestoreOptions): void;
}

const remarked =
  (remark: Remark): TaskChange =>
  (task) => ({ ...task, remark });

export function createListSteps({
  explorer,
  queries,
  search,
}: {
  readonly explorer: Pick<Explorer, 'items' | 'folders'>;
  readonly queries: ExploreQueries;
  readonly search: Pick<SearchSteps, 'entry'>;
}): ListSteps {
  /** @returns what is to be restored, or why it can't be */
  async function expandList(
    update: TaskUpdate,
    list: readonly Entry[],
  ): Promise<{ task: ReadyTask; expanded: ListedItems } | undefined> {
    return queries.explore(update, async (session, task) => {
      // For the names of the mailboxes or drives on the summary.
      await queries.containers(update, session, task);
      if (!hasFolders(list)) return { task, expanded: {} };
      const { workload } = task;
      const at = (exploreId: string, { containerId, id }: Entry): FolderRef => ({
        workload,
        exploreId,
        containerId,
        folderId: id,
      });
      const contents = {
        items: (folder: Entry, slice: Slice) =>
          session.use((access, id) => explorer.items(access, at(id, folder), slice)),
        folders: (folder: Entry, slice: Slice) =>
          session.use((access, id) => explorer.folders(access, at(id, folder), slice)),
      };
      const result = await expand(list, contents, MAX_LISTED);
      if (result.kind === 'too-many') return { task, expanded: { code: 'folders-too-full', most: MAX_LISTED } };
      const { entries } = result;
      return { task, expanded: entries.length === 0 ? { code: 'folder-empty' } : { entries } };
    });
  }

  return {
    add(update, keys) {
      if (keys.length === 0) return update.stage(remarked({ code: 'nothing-chosen' }));
      const entries = keys.flatMap((key) => search.entry(update, key) ?? []);
      if (entries.length === 0) return update.stage(remarked({ code: 'page-moved-on' }));
      update.stage(whileSame(update.task, (now) => withAdded(now, entries)));
    },

    remove(update, keys) {
      if (keys.length === 0) return update.stage(remarked({ code: 'nothing-chosen' }));
      update.stage((now) => withRemoved(now, keys));
    },

    async chooseOptions(update) {
      const { list, workload } = update.task;
      if (list.length === 0 || workload === undefined) {
        return update.stage((now) => ({ ...now, step: 'list', remark: { code: 'nothing-chosen' } }));
      }
      const result = await expandList(update, list);
      if (result === undefined) return;
      const { task, expanded } = result;
      if ('code' in expanded)
        return update.stage(whileSame(task, (now) => ({ ...now, step: 'list', remark: expanded })));
      const rules = rulesOf(workload);
      const expandedKeys = keysOf(list);
      update.stage(
        whileSame(task, (now) => {
          // The list has changed in the meantime and has to be expanded again.
          if (keysOf(now.list) !== expandedKeys) return { ...now, step: 'list' };
          const { options } = rules.readOptions(now.options ?? rules.defaults, list);
          return { ...now, expanded: expanded.entries, options, step: 'options' };
        }),
      );
    },

    options(update, typed) {
      update.stage((now) => {
        // From an older card, of another workload.
        if (typed.workload !== now.workload) return now;
        const { options, remark } = rulesOf(now.workload).readOptions(typed, now.list);
        return remark === undefined ? withOptions(now, options) : { ...now, options, step: 'options', remark };
      });
    },
  };
}

/** Without `entries` the list holds no folders. */
type ListedItems = { readonly entries?: readonly Entry[] } | Remark;

const keysOf = (list: readonly Entry[]): string => JSON.stringify(list.map(({ key }) => key));

type Expanded =
  | { readonly kind: 'items'; readonly entries: readonly Entry[] }
  /** More than may be restored at once. */
  | { readonly kind: 'too-many' };

/** The contents of one folder, as the explore session lists them. */
export interface FolderContents {
  items(folder: Entry, slice: Slice): Promise<Page<Entry>>;
  folders(folder: Entry, slice: Slice): Promise<Page<Entry>>;
}

const EXPAND_PAGE = 1000;
const PARALLEL_FOLDERS = 4;
const MAX_FOLDERS = 2000;

const nameOf = ({ containerId, id }: Entry): string => JSON.stringify([containerId, id]);

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
 * The items of a list, each once: those picked individually first and as they were picked (a version of a document stays
 * that version), then those of the folders and their subfolders.
 *
 * @throws whatever `contents` throws
 */
export async function expand(list: readonly Entry[], contents: FolderContents, max: number): Promise<Expanded> {
  const items = new Map<string, Entry>();
  const seen = new Set<string>();
  let folders: Entry[] = [];

  const take = (entry: Entry): void => {
    const name = nameOf(entry);
    if (entry.kind !== 'folder') {
      if (!items.has(name)) items.set(name, entry);
    } else if (!seen.has(name)) {
      seen.add(name);
      folders.push(entry);
    }
  };
  for (const entry of list) take(entry);

  while (folders.length > 0) {
    if (items.size > max || seen.size > MAX_FOLDERS) return { kind: 'too-many' };
    const now = folders.slice(0, PARALLEL_FOLDERS);
    folders = folders.slice(PARALLEL_FOLDERS);
    const found = await Promise.all(
      now.map((folder) =>
        Promise.all([
          readAll((slice) => contents.items(folder, slice), max),
          readAll((slice) => contents.folders(folder, slice), MAX_FOLDERS),
        ]),
      ),
    );
    for (const entry of found.flat(2)) take(entry);
  }
  return items.size > max ? { kind: 'too-many' } : { kind: 'items', entries: [...items.values()] };
}
