import type { Clock } from '../sign-in/ports.ts';

/** @returns what comes of the work; undefined once it has taken that long: then it goes on, and nobody waits for it */
export async function atMost<T>(
  clock: Pick<Clock, 'sleep'>,
  milliseconds: number,
  work: Promise<T>,
): Promise<T | undefined> {
  const done = new AbortController();
  const late = clock.sleep(milliseconds, done.signal).then(
    () => undefined,
    () => undefined,
  );
  return Promise.race([work, late]).finally(() => done.abort());
}
