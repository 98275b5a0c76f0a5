/** What differs between workloads. Each has a file beside this one and an entry in index.ts. */
import type { Entry, ScopeItem, Workload } from '../model/catalog.ts';
import type { OptionsOfWorkload } from './options.ts';

export interface WorkloadRules extends OptionsOfWorkload {
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
  /** Of searches in the service's language; the same in all of ours. */
  readonly examples: readonly string[];
  readonly compare: (one: Entry, other: Entry) => number;
}

export const byTitle = (one: Entry, other: Entry): number => one.title.localeCompare(other.title);

/** People's folders first, then those that the system keeps for itself. */
export const byFolder = (one: Entry, other: Entry): number =>
  Number(one.system !== undefined) - Number(other.system !== undefined) || byTitle(one, other);

/** Entries without a date come last. */
export const newestFirst = (one: Entry, other: Entry): number =>
  (other.at ?? -Infinity) === (one.at ?? -Infinity) ? 0 : (other.at ?? -Infinity) - (one.at ?? -Infinity);
