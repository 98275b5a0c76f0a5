/** What was found, kept in memory so that turning pages asks nobody; found anew where it is missing. */
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
const weightOf = ({ entries }: Results): number => entries.length + 1;

/** @param most how many entries are kept in all; what was used least recently goes first */
export function createResultsCache(most = MOST_ENTRIES): ResultsCache {
  // In the order of their last use.
  const kept = new Map<string, Kept>();
  let count = 0;

  function remove(name: string): void {
    const held = kept.get(name);
    if (held === undefined) return;
    kept.delete(name);
    count -= weightOf(held.results);
  }

  function keep(name: string, held: Kept): void {
    remove(name);
    kept.set(name, held);
    count += weightOf(held.results);
    for (const oldest of kept.keys()) {
      if (count <= most || oldest === name) break;
      remove(oldest);
    }
  }

  return {
    get(place, what) {
      const name = nameOf(place, what);
      const held = kept.get(name);
      if (held !== undefined) keep(name, held);
      return held?.results;
    },
    put(place, what, results) {
      keep(nameOf(place, what), { place, results });
    },
    find({ taskId, where }, key) {
      for (const { place, results } of kept.values()) {
        if (place.taskId !== taskId || place.where !== where) continue;
        const entry = results.entries.find((found) => found.key === key);
        if (entry !== undefined) return entry;
      }
      return undefined;
    },
    drop(taskId) {
      for (const [name, { place }] of kept) {
        if (place.taskId === taskId) remove(name);
      }
    },
  };
}
