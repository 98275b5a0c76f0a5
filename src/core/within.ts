import type { Clock } from '../sign-in/ports.ts';

/** @returns what comes of the work within that time, or nothing; the work goes on all the same. @throws what it throws */
export async function soon<T>(clock: Clock, milliseconds: number, work: Promise<T>): Promise<T | undefined> {
  const waited = new AbortController();
  const late = clock.sleep(milliseconds, waited.signal).then(
    () => undefined,
    () => undefined,
  );
  return Promise.race([work, late]).finally(() => waited.abort());
}
