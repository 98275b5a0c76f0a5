/** What the process offers every part: the time and the log. */

export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Resolves after `milliseconds`; rejects with the signal's reason once aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** pino's shape. Fields must hold no secret; the log redacts known names all the same. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** A wait that a signal cuts short. A class that is its own listener: thousands wait at a time, for hours. */
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

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  // Not timers/promises: it wraps the signal's reason in an error of its own, and a turn ends several of its waits.
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal === undefined) setTimeout(resolve, milliseconds);
      else if (signal.aborted) reject(signal.reason as Error);
      else {
        const sleeper = new Sleeper(milliseconds, signal, resolve, reject);
        signal.addEventListener('abort', sleeper, { once: true });
      }
    }),
};
