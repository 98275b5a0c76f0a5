/** Retries with named back-off policies, and `Retry-After`. */
import { HOUR } from './durations.ts';
import { StorageUnavailableError, UpstreamError } from './errors.ts';
import type { Clock, Log } from './platform.ts';

/** The wait grows by `factor`, 2 if absent, from the first to the longest. */
export interface BackOff {
  readonly firstMilliseconds: number;
  readonly longestMilliseconds: number;
  readonly factor?: number;
}

export const BACK_OFF = {
  /** A write that a person waits for. */
  storageWrite: { firstMilliseconds: 500, longestMilliseconds: 5_000 },
  storageAtStart: { firstMilliseconds: 500, longestMilliseconds: 15_000 },
  deleteMessage: { firstMilliseconds: 500, longestMilliseconds: 15_000 },
  receiveMessages: { firstMilliseconds: 1_000, longestMilliseconds: 10_000 },
  auditLog: { firstMilliseconds: 1_000, longestMilliseconds: 60_000 },
  /** A job whose handler failed, and one that found storage unavailable. */
  failedJob: { firstMilliseconds: 5_000, longestMilliseconds: 300_000 },
  interruptedJob: { firstMilliseconds: 5_000, longestMilliseconds: 30_000 },
  /** Identity provider, directory, and repeated calls to the backup service. */
  upstream: { firstMilliseconds: 2_000, longestMilliseconds: 30_000 },
  /** Within one HTTP call. */
  upstreamCall: { firstMilliseconds: 200, longestMilliseconds: 1_000, factor: 5 },
  tokenExchange: { firstMilliseconds: 1_000, longestMilliseconds: 60_000 },
  restoreCall: { firstMilliseconds: 5_000, longestMilliseconds: 60_000 },
  chatMessage: { firstMilliseconds: 500, longestMilliseconds: 8_000 },
} as const satisfies Readonly<Record<string, BackOff>>;

/** @param failures in a row, 1 or more */
export function backOffMilliseconds(backOff: BackOff, failures: number): number {
  const { firstMilliseconds, longestMilliseconds, factor = 2 } = backOff;
  return Math.min(firstMilliseconds * factor ** (failures - 1), longestMilliseconds);
}

/** @returns the wait, or what the failed call's `Retry-After` asked for where that is longer */
export function orRetryAfter(milliseconds: number, error: unknown): number {
  const seconds = error instanceof UpstreamError ? (error.retryAfterSeconds ?? 0) : 0;
  return Math.max(milliseconds, seconds * 1_000);
}

interface FailedAttempt {
  readonly error: unknown;
  /** In a row, this one included. */
  readonly failures: number;
  /** Until the next attempt: the back-off, or the upstream's `Retry-After` if that is longer. */
  readonly waitMilliseconds: number;
}

/**
 * @param options.shouldRetry may end the retries by throwing an error of its own
 * @throws the last error where it is not retried, or the signal's reason
 */
export async function retry<T>(
  attempt: () => Promise<T>,
  options: {
    readonly backOff: BackOff;
    readonly shouldRetry: (failure: FailedAttempt) => boolean | Promise<boolean>;
    readonly clock: Pick<Clock, 'sleep'>;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<T> {
  const { backOff, shouldRetry, clock, signal } = options;
  for (let failures = 1; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      const waitMilliseconds = orRetryAfter(backOffMilliseconds(backOff, failures), error);
      if (!(await shouldRetry({ error, failures, waitMilliseconds }))) throw error;
      await clock.sleep(waitMilliseconds, signal);
    }
  }
}

/** For calls that are safe to repeat. */
export type RetryCall = <T>(call: () => Promise<T>) => Promise<T>;

/** Repeats a call while an upstream is unavailable and its result would still be in time. */
export function createUpstreamRetry(dependencies: {
  readonly clock: Clock;
  /** Epoch milliseconds after which the result is of no use. */
  readonly until: number;
  readonly signal: AbortSignal;
  /** Called before each further attempt; may end the retries by throwing. */
  readonly beforeRetry?: () => Promise<void>;
}): RetryCall {
  const { clock, until, signal, beforeRetry } = dependencies;
  return (call) =>
    retry(call, {
      backOff: BACK_OFF.upstream,
      clock,
      signal,
      async shouldRetry({ error, waitMilliseconds }) {
        if (!(error instanceof UpstreamError) || !error.transient) return false;
        if (clock.now() + waitMilliseconds >= until) return false;
        await beforeRetry?.();
        return true;
      },
    });
}

/**
 * Retries a write while storage is unavailable, for up to an hour; the data exists only in memory until then. The write
 * has to be conditional: another instance may own the job by the time it succeeds. `what` is for the log, and so is the
 * reference of the sign-in or restore.
 */
export type RetryWhileStorageUnavailable = <T>(what: string, reference: string, write: () => Promise<T>) => Promise<T>;

/** Refresh tokens live for weeks, but the person has stopped waiting by then. */
const GIVE_UP_MILLISECONDS = HOUR;

export function createRetryWhileStorageUnavailable(dependencies: {
  readonly clock: Clock;
  readonly log: Log;
  /** Aborted when the process ends; data in memory is lost then. */
  readonly ending: AbortSignal;
}): RetryWhileStorageUnavailable {
  const { clock, log, ending } = dependencies;
  return (what, reference, write) => {
    const startedAt = clock.now();
    return retry(write, {
      backOff: BACK_OFF.storageWrite,
      clock,
      signal: ending,
      shouldRetry({ error, failures }) {
        if (!(error instanceof StorageUnavailableError) || clock.now() - startedAt > GIVE_UP_MILLISECONDS) return false;
        if (failures === 1) {
          log.error(
            { event: 'storage-write-waiting', reference, error },
            `storage is unavailable; ${what} stays in memory until it can be written`,
          );
        }
        return true;
      },
    });
  };
}

const MAX_RETRY_AFTER_SECONDS = 3_600;

/**
 * `Retry-After` (RFC 9110, section 10.2.3) as whole seconds from `nowMilliseconds`, 0 to 3,600, from either form, delay
 * or date. Undefined where it is absent or neither.
 */
export function readRetryAfter(header: string | undefined, nowMilliseconds: number): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : secondsUntil(text, nowMilliseconds);
  if (Number.isNaN(seconds)) return undefined;
  return Math.min(Math.max(Math.ceil(seconds), 0), MAX_RETRY_AFTER_SECONDS);
}

function secondsUntil(date: string, nowMilliseconds: number): number {
  // Date.parse reads "-1" and "1.5" as years; every form of an HTTP-date begins with a weekday and ends in the year or GMT.
  return /^[A-Za-z]{3,9},? /.test(date) ? (Date.parse(date) - nowMilliseconds) / 1_000 : Number.NaN;
}
