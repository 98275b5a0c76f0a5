import type { Clock } from './platform.ts';

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

/** @returns what comes of the work within that time, or nothing; the work goes on all the same. @throws what it throws */
export async function soon<T>(clock: Clock, milliseconds: number, work: Promise<T>): Promise<T | undefined> {
  const waited = new AbortController();
  const late = clock.sleep(milliseconds, waited.signal).then(
    () => undefined,
    () => undefined,
  );
  return Promise.race([work, late]).finally(() => waited.abort());
}

/** A call ran out of its time. `code` as Node names it, so that it maps like any other. */
export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';
  readonly code = 'ETIMEDOUT';
  readonly limitMilliseconds: number;

  constructor(limitMilliseconds: number) {
    super('The time limit is over.');
    this.limitMilliseconds = limitMilliseconds;
  }
}

/**
 * Runs `work` with a signal that is aborted by `signal`, with its reason, or after `limitMilliseconds`, with a
 * TimeLimitError, and rejects with that reason then, without waiting for `work` to notice.
 */
export async function withinLimit<T>(
  limitMilliseconds: number,
  signal: AbortSignal | undefined,
  work: (either: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const either = new AbortController();
  // undici heeds a signal only once a request has its connection, so that waiting for one has to be ended here.
  const ended = Promise.withResolvers<never>();
  const end = (reason: unknown): void => {
    either.abort(reason);
    ended.reject(reason);
  };
  // Not AbortSignal.any: the caller's signal may outlive thousands of calls.
  const abort = (): void => end(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  const timer = setTimeout(() => end(new TimeLimitError(limitMilliseconds)), limitMilliseconds);
  try {
    return await Promise.race([work(either.signal), ended.promise]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}
