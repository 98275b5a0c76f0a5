/** What differs between workloads. Each has a file beside this one and an entry in index.ts. */
import type { Entry, RestoreOptions, ScopeItem, Workload } from '../model/catalog.ts';
import type { Remark } from '../model/task.ts';

export interface WorkloadRules {
  readonly workload: Workload;
  /** What people call it after `in`, in five languages: folded words, separated by spaces. */
  readonly names: readonly string[];
  /** Types of scope items that have it (API, section B). A person's own data always has it. */
  readonly scopeTypes: readonly ScopeItem['type'][];
  readonly hasVersions: boolean;
  /** Fields of its search form, beside words and dates, with their names in the search language (API, section D5). */
  readonly criteria: readonly (readonly ['from' | 'to' | 'subject' | 'name' | 'changedBy', string])[];
  readonly dateCriterion: string;
  /** Limits a search to items with attachments, where there are any. */
  readonly attachmentsQuery?: string;
  readonly defaults: RestoreOptions;
  readonly compare: (one: Entry, other: Entry) => number;
  /** Whether it overwrites what exists. */
  overwrites(options: RestoreOptions): boolean;
  /** The chosen options without invalid ones, and a remark about those. */
  readOptions(
    options: RestoreOptions,
    list: readonly Entry[],
  ): { readonly options: RestoreOptions; readonly remark?: Remark | undefined };
}

export const byTitle = (one: Entry, other: Entry): number => one.title.localeCompare(other.title);

/** People's folders first, then those that the system keeps for itself. */
export const byFolder = (one: Entry, other: Entry): number =>
  Number(one.system !== undefined) - Number(other.system !== undefined) || byTitle(one, other);

/** Entries without a date come last. */
export const newestFirst = (one: Entry, other: Entry): number =>
  (other.at ?? -Infinity) === (one.at ?? -Infinity) ? 0 : (other.at ?? -Infinity) - (one.at ?? -Infinity);
