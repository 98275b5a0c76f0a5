import { systemClock, type Clock } from './platform.ts';

/** A call ran out of time. `code` is Node's, so that it is classified like any other time-out. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
  readonly code = 'ETIMEDOUT';
  readonly limitMilliseconds: number;

  constructor(limitMilliseconds: number) {
    super(`The time limit of ${limitMilliseconds} ms is over.`);
    this.limitMilliseconds = limitMilliseconds;
  }
}

/**
 * Runs `work` with a signal that is aborted at the time limit, with a TimeoutError, or together with `signal`, with its
 * reason. Rejects with that error at once: work that ignores its signal continues, and its outcome is dropped.
 */
export async function withTimeout<T>(
  limitMilliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
  options: { readonly clock?: Pick<Clock, 'after'>; readonly signal?: AbortSignal | undefined } = {},
): Promise<T> {
  const { clock = systemClock, signal } = options;
  signal?.throwIfAborted();
  const ending = new AbortController();
  // undici observes a signal only once a request has its connection, so the wait for a connection has to be ended here.
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const end = (reason: unknown): void => {
    ending.abort(reason);
    reject(reason);
  };
  // Not AbortSignal.any: the caller's signal may outlive thousands of calls.
  const abort = (): void => end(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  const cancelLimit = clock.after(limitMilliseconds, () => end(new TimeoutError(limitMilliseconds)));
  try {
    work(ending.signal).then(resolve, reject);
    return await promise;
  } finally {
    cancelLimit();
    signal?.removeEventListener('abort', abort);
  }
}

/** As `withTimeout`. @returns undefined at the time limit */
export const within = <T>(...limited: Parameters<typeof withTimeout<T>>): Promise<T | undefined> =>
  withTimeout(...limited).catch((error: unknown) => {
    if (!(error instanceof TimeoutError)) throw error;
    return undefined;
  });
