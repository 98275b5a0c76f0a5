/** Remembers what came already, for ten minutes and for at most ten thousand things. */
export interface Once {
  /** @returns true the first time it is asked of `name` */
  first(name: string): boolean;
}

const KEPT_MILLISECONDS = 10 * 60_000;
const KEPT = 10_000;

export function createOnce(clock: { now(): number }): Once {
  const seenAt = new Map<string, number>();
  return {
    first(name) {
      const now = clock.now();
      for (const [oldest, at] of seenAt) {
        if (seenAt.size < KEPT && now - at < KEPT_MILLISECONDS) break;
        seenAt.delete(oldest);
      }
      if (seenAt.has(name)) return false;
      seenAt.set(name, now);
      return true;
    },
  };
}
