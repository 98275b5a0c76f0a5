/** Bytes that may be taken at the same time: whoever wants more than is left waits, in the order of asking. */
import type { Clock } from '../../core/platform.ts';
import { withTimeout } from '../../core/time-limit.ts';

/** How long a turn that waits for a search can spare. */
const WAIT_MILLISECONDS = 5_000;

interface Waiting {
  readonly bytes: number;
  readonly grant: () => void;
}

export class ByteBudget {
  readonly bytes: number;
  readonly #clock: Pick<Clock, 'after'>;
  readonly #waitMilliseconds: number;
  readonly #waiting = new Set<Waiting>();
  #free: number;

  constructor(bytes: number, clock: Pick<Clock, 'after'>, waitMilliseconds = WAIT_MILLISECONDS) {
    this.#waitMilliseconds = waitMilliseconds;
    this.bytes = bytes;
    this.#free = bytes;
    this.#clock = clock;
  }

  /**
   * @param bytes at most all of them
   * @returns gives them back; to be called once
   * @throws TimeoutError when they do not become free in time; the signal's reason
   */
  async reserve(bytes: number, signal: AbortSignal): Promise<() => void> {
    const release = (): void => {
      this.#free += bytes;
      this.#grant();
    };
    if (this.#waiting.size === 0 && bytes <= this.#free) {
      this.#free -= bytes;
      return release;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting: Waiting = { bytes, grant: resolve };
    this.#waiting.add(waiting);
    try {
      await withTimeout(this.#waitMilliseconds, () => promise, { clock: this.#clock, signal });
      return release;
    } catch (error) {
      // Granted at the very moment of the time-out.
      if (!this.#waiting.delete(waiting)) release();
      throw error;
    } finally {
      this.#grant();
    }
  }

  #grant(): void {
    for (const waiting of this.#waiting) {
      if (waiting.bytes > this.#free) return;
      this.#waiting.delete(waiting);
      this.#free -= waiting.bytes;
      waiting.grant();
    }
  }
}
