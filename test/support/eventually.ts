import { setTimeout as pause } from 'node:timers/promises';

/** Generous, because other tests run at the same time. */
const PATIENCE_MILLISECONDS = 20_000;
const LOOK_MILLISECONDS = 30;

/**
 * Asks again and again until there is something.
 *
 * @throws Error with `what` once patience is at its end
 */
export async function eventually<T>(
  what: string,
  find: () => T | Promise<T>,
  patienceMilliseconds = PATIENCE_MILLISECONDS,
): Promise<NonNullable<T>> {
  const until = performance.now() + patienceMilliseconds;
  for (;;) {
    const found = await find();
    if (found !== undefined && found !== null && found !== false) return found;
    if (performance.now() > until) throw new Error(`not seen within ${patienceMilliseconds} ms: ${what}`);
    await pause(LOOK_MILLISECONDS);
  }
}
