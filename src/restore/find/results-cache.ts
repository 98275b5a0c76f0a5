/** Search results and folder listings in memory, so that paging asks nothing of the service. */
import { BoundedMap } from '../../core/bounded-map.ts';
import type { Entry } from '../model/catalog.ts';

/** Everything that one search or one folder returned. */
export interface Results {
  readonly entries: readonly Entry[];
  /** More exist than were fetched. */
  readonly more: boolean;
}

/** A task, and which data it looks at. */
export interface Place {
  readonly taskId: string;
  readonly where: string;
}

/** About a kilobyte each. */
const MAX_ENTRIES = 50_000;

export class ResultsCache {
  readonly #stored: BoundedMap<string, { readonly place: Place; readonly results: Results }>;

  constructor(max = MAX_ENTRIES) {
    // One more for the results themselves, which may be empty.
    this.#stored = new BoundedMap({ max, weigh: ({ results }) => results.entries.length + 1 });
  }

  /** @param what names the search or folder within its place */
  get(place: Place, what: string): Results | undefined {
    return this.#stored.get(this.#name(place, what))?.results;
  }

  put(place: Place, what: string, results: Results): void {
    this.#stored.set(this.#name(place, what), { place, results });
  }

  /** An entry of any results of the place. */
  find({ taskId, where }: Place, key: string): Entry | undefined {
    for (const [, { place, results }] of this.#stored) {
      if (place.taskId !== taskId || place.where !== where) continue;
      const entry = results.entries.find((found) => found.key === key);
      if (entry !== undefined) return entry;
    }
    return undefined;
  }

  /** Once the task has ended. */
  drop(taskId: string): void {
    for (const [name, { place }] of this.#stored) if (place.taskId === taskId) this.#stored.delete(name);
  }

  #name({ taskId, where }: Place, what: string): string {
    return JSON.stringify([taskId, where, what]);
  }
}
