/** What was found, kept in memory so that turning pages asks nobody; found anew where it is missing. */
import { BoundedMap } from '../../core/bounded-map.ts';
import type { Entry } from '../model/catalog.ts';

/** All that one search or one folder came to. */
export interface Results {
  readonly entries: readonly Entry[];
  /** More exist than were fetched. */
  readonly more: boolean;
}

/** Of which task, and of which of the data it has looked at. */
export interface Place {
  readonly taskId: string;
  readonly where: string;
}

export interface ResultsCache {
  /** @param what names the search or folder within its place */
  get(place: Place, what: string): Results | undefined;
  put(place: Place, what: string, results: Results): void;
  /** An entry of any results of the place. */
  find(place: Place, key: string): Entry | undefined;
  /** The task is over. */
  drop(taskId: string): void;
}

interface Kept {
  readonly place: Place;
  readonly results: Results;
}

/** About a kilobyte each. */
const MOST_ENTRIES = 50_000;

const nameOf = ({ taskId, where }: Place, what: string): string => JSON.stringify([taskId, where, what]);
/** What found nothing takes room all the same. */
const weightOf = ({ results }: Kept): number => results.entries.length + 1;

/** @param most how many entries are kept in all; what was used least recently goes first */
export function createResultsCache(most = MOST_ENTRIES): ResultsCache {
  const kept = new BoundedMap<string, Kept>({ max: most, weigh: weightOf });

  return {
    get(place, what) {
      return kept.get(nameOf(place, what))?.results;
    },
    put(place, what, results) {
      kept.set(nameOf(place, what), { place, results });
    },
    find({ taskId, where }, key) {
      for (const [, { place, results }] of kept) {
        if (place.taskId !== taskId || place.where !== where) continue;
        const entry = results.entries.find((found) => found.key === key);
        if (entry !== undefined) return entry;
      }
      return undefined;
    },
    drop(taskId) {
      for (const [name, { place }] of kept) {
        if (place.taskId === taskId) kept.delete(name);
      }
    },
  };
}
