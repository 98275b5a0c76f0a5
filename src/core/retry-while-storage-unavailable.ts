/** What is in memory and nowhere else is kept until storage takes it. */
import { StorageAwayError } from './errors.ts';
import type { Clock, Log } from '../sign-in/ports.ts';

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
