/** The clock, the log and random ids. */
import { hash, randomBytes } from 'node:crypto';

export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
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

export const systemClock: Clock = {
  now: () => Date.now(),
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
