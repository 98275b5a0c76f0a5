/** Recognizes activities that Teams delivers again. Remembers 10,000 ids for ten minutes. */
import { BoundedMap } from '../../core/bounded-map.ts';

export interface Deduplicator {
  /** @returns true the first time it is called with this id */
  isNew(id: string): boolean;
}

const REMEMBERED_MILLISECONDS = 10 * 60_000;
const REMEMBERED_IDS = 10_000;

export function createDeduplicator(clock: { now(): number }): Deduplicator {
  const seen = new BoundedMap<string, true>({
    max: REMEMBERED_IDS,
    lifetimeMilliseconds: REMEMBERED_MILLISECONDS,
    clock,
  });
  return {
    isNew(id) {
      if (seen.has(id)) return false;
      seen.set(id, true);
      return true;
    },
  };
}
