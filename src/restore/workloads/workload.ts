/** What differs from workload to workload. One file beside this one for each; all.ts names them. */
import type { Entry, RestoreOptions, ScopeItem, Workload } from '../model/catalog.ts';
import type { FolderRef } from '../ports.ts';
import type { Form, Remark } from '../model/task.ts';

export interface WorkloadRules {
  readonly workload: Workload;
  /** Types of scope items that have it (API, section B); a person's own data always do. */
  readonly scopeTypes: readonly ScopeItem['type'][];
  /** Whether older versions of an item can be chosen. */
  readonly hasVersions: boolean;
  /** What the form asks for. */
  readonly fields: readonly (keyof Form)[];
  /** What the options are before anybody changes them. */
  readonly defaults: RestoreOptions;
  /** Whether items lie beside the outermost folders too. */
  holdsItems(at: Pick<FolderRef, 'folderId'>): boolean;
  /** The order in which the items of a folder are shown. */
  compare(one: Entry, other: Entry): number;
  /** What was chosen, made fit; without what can't be, and why. */
  readOptions(options: RestoreOptions, list: readonly Entry[]): ReadOptions;
}

export interface ReadOptions {
  readonly options: RestoreOptions;
  readonly remark?: Remark | undefined;
}

export const byTitle = (one: Entry, other: Entry): number => one.title.localeCompare(other.title);

/** What has no date comes last. */
export const newestFirst = (one: Entry, other: Entry): number =>
  (other.at ?? -Infinity) === (one.at ?? -Infinity) ? 0 : (other.at ?? -Infinity) - (one.at ?? -Infinity);
