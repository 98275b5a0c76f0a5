import { StorageAwayError, UpstreamError } from './errors.ts';
import type { Clock, Log } from './platform.ts';

/** Asks again while an upstream is away, as long as the answer is worth something. */

/** For questions that spend nothing. @throws what the last try threw, or what the signal was aborted with */
export type Repeat = <R>(ask: () => Promise<R>) => Promise<R>;

const LONGEST_BACK_OFF_SECONDS = 30;

export function createRepeat({
  clock,
  until,
  signal,
  onFault,
}: {
  readonly clock: Clock;
  /** Epoch milliseconds after which nobody needs the answer. */
  readonly until: number;
  readonly signal: AbortSignal;
  /** Called before each further try; ends the tries by throwing. */
  readonly onFault: () => Promise<void>;
}): Repeat {
  return async (ask) => {
    for (let faults = 1; ; faults += 1) {
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof UpstreamError) || !error.transient) throw error;
        const seconds = Math.max(error.retryAfterSeconds ?? 0, Math.min(2 ** faults, LONGEST_BACK_OFF_SECONDS));
        if (clock.now() + seconds * 1_000 >= until) throw error;
        await onFault();
        await clock.sleep(seconds * 1_000, signal);
      }
    }
  };
}

/** What is in memory and nowhere else is kept until storage takes it. */

export type Surely = <R>(what: string, reference: string, write: () => Promise<R>) => Promise<R>;

const FIRST_WAIT_MILLISECONDS = 500;
const LONGEST_WAIT_MILLISECONDS = 5_000;
/** Refresh tokens live for weeks, but what waits an hour for storage is worth nothing to the person who waits for it. */
const GIVE_UP_MILLISECONDS = 60 * 60_000;

export interface SurelyDependencies {
  readonly clock: Clock;
  readonly log: Log;
  /** Aborted when the process ends for good: what is in memory then is lost. */
  readonly ending: AbortSignal;
}

/**
 * Repeats a write while storage is away, for up to an hour, whoever owns the job meanwhile: the write itself is
 * conditional.
 *
 * @returns a function that takes what is written (for the log), its reference, and the write
 */
export function createSurely({ clock, log, ending }: SurelyDependencies): Surely {
  return async (what, reference, write) => {
    const startedAt = clock.now();
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await write();
      } catch (error) {
        if (!(error instanceof StorageAwayError) || clock.now() - startedAt > GIVE_UP_MILLISECONDS) throw error;
        if (attempt === 0) log.error({ reference, error }, `storage is away; ${what} waits in memory until it is back`);
      }
      await clock.sleep(
        Math.min(FIRST_WAIT_MILLISECONDS * 2 ** Math.min(attempt, 10), LONGEST_WAIT_MILLISECONDS),
        ending,
      );
    }
  };
}

/** Nobody is made to wait longer than this on an upstream's word alone. */
const LONGEST_SECONDS = 3_600;

/**
 * `Retry-After` (RFC 9110, section 10.2.3) in whole seconds from `nowMilliseconds`, 0 to 3,600; both its forms, delay and
 * date. Undefined where it is absent or neither.
 */
export function readRetryAfter(header: string | undefined, nowMilliseconds: number): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : secondsUntil(text, nowMilliseconds);
  if (Number.isNaN(seconds)) return undefined;
  return Math.min(Math.max(Math.ceil(seconds), 0), LONGEST_SECONDS);
}

function secondsUntil(date: string, nowMilliseconds: number): number {
  // Date.parse takes "-1" and "1.5" for years; every form of an HTTP-date begins with a weekday and ends in the year or GMT.
  return /^[A-Za-z]{3,9},? /.test(date) ? (Date.parse(date) - nowMilliseconds) / 1_000 : Number.NaN;
}
