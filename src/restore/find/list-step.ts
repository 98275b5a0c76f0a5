/** The list, its options and the reason: what a press comes to on the task's card. */
import { expand } from './expand-folders.ts';
import type { Finding } from './search-step.ts';
import { whileSame, type Lookup } from './explore-query.ts';
import type { Entry, RestoreOptions } from '../model/catalog.ts';
import type { Explorer, Listing as At } from '../ports.ts';
import type { Remark } from '../model/task.ts';
import { MOST_LISTED, withAdded, withOptions, withRemoved } from './task-list.ts';
import { hasFolders, type Change, type ReadyTask } from './task-transitions.ts';
import type { Turn } from './task-update.ts';
import { rulesOf } from '../workloads/index.ts';

/** Each plans on the turn's task. All throw UpstreamError, SessionRefusedError, StorageAwayError. */
export interface Listing {
  add(turn: Turn, keys: readonly string[]): void;
  remove(turn: Turn, keys: readonly string[]): void;
  /** Counts the folders out. */
  chooseOptions(turn: Turn): Promise<void>;
  options(turn: Turn, options: RestoreOptions): void;
}

export interface ListingDependencies {
  readonly explorer: Pick<Explorer, 'items' | 'folders'>;
  readonly lookup: Lookup;
  readonly finding: Pick<Finding, 'entry'>;
}

const remarked =
  (remark: Remark): Change =>
  (task) => ({ ...task, remark });

export function createListing({ explorer, lookup, finding }: ListingDependencies): Listing {
  /** @returns what is to be restored, or why it can't be */
  async function countOut(turn: Turn, list: readonly Entry[]): Promise<{ task: ReadyTask; read: Counted } | undefined> {
    return lookup.exploring(turn, async (session, task) => {
      // For the names of what is written to.
      await lookup.containers(turn, session, task);
      if (!hasFolders(list)) return { task, read: { kind: 'items' } };
      const { workload } = task;
      const at = (exploreId: string, { containerId, id }: Entry): At => ({
        workload,
        exploreId,
        containerId,
        folderId: id,
      });
      const contents = {
        items: (folder: Entry, slice: { offset: number; limit: number }) =>
          session.use((access, id) => explorer.items(access, at(id, folder), slice)),
        folders: (folder: Entry, slice: { offset: number; limit: number }) =>
          session.use((access, id) => explorer.folders(access, at(id, folder), slice)),
      };
      const expanded = await expand(list, contents, MOST_LISTED);
      if (expanded.kind === 'too-many') return { task, read: { code: 'folders-too-full', most: MOST_LISTED } };
      const { entries } = expanded;
      return { task, read: entries.length === 0 ? { code: 'folder-empty' } : { kind: 'items', expanded: entries } };
    });
  }

  return {
    add(turn, keys) {
      if (keys.length === 0) return turn.plan(remarked({ code: 'nothing-chosen' }));
      const entries = keys.flatMap((key) => finding.entry(turn, key) ?? []);
      if (entries.length === 0) return turn.plan(remarked({ code: 'page-moved-on' }));
      turn.plan(whileSame(turn.task(), (now) => withAdded(now, entries)));
    },

    remove(turn, keys) {
      if (keys.length === 0) return turn.plan(remarked({ code: 'nothing-chosen' }));
      turn.plan((now) => withRemoved(now, keys));
    },

    async chooseOptions(turn) {
      const { list, workload } = turn.task();
      if (list.length === 0 || workload === undefined) {
        return turn.plan((now) => ({ ...now, step: 'list', remark: { code: 'nothing-chosen' } }));
      }
      const looked = await countOut(turn, list);
      if (looked === undefined) return;
      const { task, read } = looked;
      if ('code' in read) return turn.plan(whileSame(task, (now) => ({ ...now, step: 'list', remark: read })));
      const rules = rulesOf(workload);
      const counted = keysOf(list);
      turn.plan(
        whileSame(task, (now) => {
          // Somebody put something on it meanwhile: it is to be counted anew.
          if (keysOf(now.list) !== counted) return { ...now, step: 'list' };
          const { options } = rules.readOptions(now.options ?? rules.defaults, list);
          return { ...now, expanded: read.expanded, options, step: 'options' };
        }),
      );
    },

    options(turn, typed) {
      turn.plan((now) => {
        // An outdated card of another workload.
        if (typed.workload !== now.workload) return now;
        const { options, remark } = rulesOf(now.workload).readOptions(typed, now.list);
        return remark === undefined ? withOptions(now, options) : { ...now, options, step: 'options', remark };
      });
    },
  };
}

type Counted = { readonly kind: 'items'; readonly expanded?: readonly Entry[] } | Remark;

const keysOf = (list: readonly Entry[]): string => JSON.stringify(list.map(({ key }) => key));
