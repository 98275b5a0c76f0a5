/** What differs between workloads. Each has a file beside this one and an entry in index.ts. */
import type { Entry, RestoreOptions, ScopeItem, Workload } from '../model/catalog.ts';
import type { FolderRef } from '../ports.ts';
import type { Form, Remark } from '../model/task.ts';

export interface WorkloadRules {
  readonly workload: Workload;
  /** Types of scope items that have it (API, section B). A person's own data always has it. */
  readonly scopeTypes: readonly ScopeItem['type'][];
  /** Whether earlier versions of an item can be restored. */
  readonly hasVersions: boolean;
  /** The fields of the search form. */
  readonly fields: readonly (keyof Form)[];
  readonly defaults: RestoreOptions;
  /** Whether the folder may contain items: some workloads have none beside the outermost folders. */
  holdsItems(at: Pick<FolderRef, 'folderId'>): boolean;
  /** The order in which the items of a folder are shown. */
  compare(one: Entry, other: Entry): number;
  /** The chosen options without invalid ones, and a remark about those. */
  readOptions(options: RestoreOptions, list: readonly Entry[]): ReadOptions;
}

export interface ReadOptions {
  readonly options: RestoreOptions;
  readonly remark?: Remark | undefined;
}

export const byTitle = (one: Entry, other: Entry): number => one.title.localeCompare(other.title);

/** Entries without a date come last. */
export const newestFirst = (one: Entry, other: Entry): number =>
  (other.at ?? -Infinity) === (one.at ?? -Infinity) ? 0 : (other.at ?? -Infinity) - (one.at ?? -Infinity);
