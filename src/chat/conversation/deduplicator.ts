/** Recognizes activities that Teams delivers again. Remembers 10,000 ids for ten minutes. */
export interface Deduplicator {
  /** @returns true the first time it is called with this id */
  isNew(id: string): boolean;
}

const REMEMBERED_MILLISECONDS = 10 * 60_000;
const REMEMBERED_IDS = 10_000;

export function createDeduplicator(clock: { now(): number }): Deduplicator {
  const seenAt = new Map<string, number>();
  return {
    isNew(id) {
      const now = clock.now();
      for (const [oldest, at] of seenAt) {
        if (seenAt.size < REMEMBERED_IDS && now - at < REMEMBERED_MILLISECONDS) break;
        seenAt.delete(oldest);
      }
      if (seenAt.has(id)) return false;
      seenAt.set(id, now);
      return true;
    },
  };
}
