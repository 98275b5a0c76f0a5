/** Asks again while an upstream is away, as long as the answer is worth something. */
import { UpstreamError } from './errors.ts';
import type { Clock } from '../sign-in/ports.ts';

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
