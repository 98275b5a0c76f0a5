/** The clock, the log and random ids. */
import { hash, randomBytes } from 'node:crypto';

export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Milliseconds since some moment, for what must not depend on the clock being set: never goes back. */
  elapsed(): number;
  /** Resolves after `milliseconds`; rejects with the signal's reason once aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Calls `act` after `milliseconds`. @returns cancels that */
  after(milliseconds: number, act: () => void): () => void;
}

type LogLine = (fields: object, message: string) => void;

/** As in pino. Fields must not contain secrets; the log also redacts known names. */
export type Log = Readonly<Record<'debug' | 'info' | 'warn' | 'error', LogLine>>;

/** A wait that a signal can end. Listens to the signal itself to save memory: thousands wait for hours. */
class Sleeper {
  readonly #resolve: () => void;
  readonly #reject: (reason: unknown) => void;
  readonly #signal: AbortSignal;
  readonly #timer: NodeJS.Timeout;

  constructor(milliseconds: number, signal: AbortSignal, resolve: () => void, reject: (reason: unknown) => void) {
    this.#resolve = resolve;
    this.#reject = reject;
    this.#signal = signal;
    this.#timer = setTimeout(Sleeper.#wake, milliseconds, this);
  }

  static #wake(this: void, sleeper: Sleeper): void {
    sleeper.#signal.removeEventListener('abort', sleeper);
    sleeper.#resolve();
  }

  handleEvent(): void {
    clearTimeout(this.#timer);
    this.#reject(this.#signal.reason);
  }
}

/** By how much the two clocks of a process may differ without one of them having been set or stopped. */
const DRIFT_MILLISECONDS = 1_000;

/**
 * Elapsed time by two clocks that each miss something: one may be set back, the other stands still while the machine is suspended.
 *
 * @param now may be set @param uptime may stand still
 */
export function createElapsed(now: () => number, uptime: () => number): () => number {
  let lead = now() - uptime();
  let suspended = 0;
  return () => {
    const up = uptime();
    const ahead = now() - up - lead;
    if (Math.abs(ahead) > DRIFT_MILLISECONDS) {
      lead += ahead;
      suspended += Math.max(0, ahead);
    }
    return up + suspended;
  };
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: createElapsed(
    () => Date.now(),
    // Not `performance`, which takes a hundredth of a start to load.
    () => process.uptime() * 1_000,
  ),
  // Not timers/promises, which wraps the signal's reason in a new error.
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal === undefined) setTimeout(resolve, milliseconds);
      else if (signal.aborted) reject(signal.reason as Error);
      else {
        const sleeper = new Sleeper(milliseconds, signal, resolve, reject);
        signal.addEventListener('abort', sleeper, { once: true });
      }
    }),
  after(milliseconds, act) {
    const timer = setTimeout(act, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Crockford's base 32: no letters that look like digits, so that a reference can be read out on the phone. */
const ID_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A random id of 60 bits, such as `7K3QX9M2T4AB`. */
export function newId(): string {
  return Array.from(randomBytes(12), (byte) => ID_LETTERS[byte % ID_LETTERS.length]).join('');
}

/** Short and opaque; another text has another one. */
export const digestOf = (text: string): string => hash('sha256', text, 'base64url').slice(0, 22);
