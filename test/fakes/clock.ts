import type { Clock } from '../../src/core/platform.ts';

export interface FakeClock extends Clock {
  /** Milliseconds of every sleep and time limit asked for, in order. */
  readonly slept: readonly number[];
  /** Lets the time pass, sleep by sleep, until `work` is settled. Fails when `work` waits for what never comes. */
  run<T>(work: Promise<T>): Promise<T>;
  /** Advances the time, waking sleepers in order and completing the work of each before the next. */
  advance(milliseconds: number): Promise<void>;
  /** Sets the clock, as an administrator does: `now` differs, and no time passes. */
  set(byMilliseconds: number): void;
  /** Runs everything that needs no time to pass. */
  settle(): Promise<void>;
}

/** A day far from daylight saving changes. */
export const START = Date.UTC(2026, 10, 20, 12);

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

export interface FakeClockOptions {
  readonly start?: number;
  /** Every sleep ends at once and advances the clock: for code with real input and output between its sleeps. */
  readonly sleepsAtOnce?: boolean;
}

/** Time that advances only when a test lets it; nothing really waits. */
export function createFakeClock({ start = START, sleepsAtOnce = false }: FakeClockOptions = {}): FakeClock {
  let now = start;
  let setBy = 0;
  const slept: number[] = [];
  const sleepers = new Set<Sleeper>();

  // The fakes do no input and output: all pending work is microtasks, which run before this resolves.
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  function earliest(until: number): Sleeper | undefined {
    let found: Sleeper | undefined;
    for (const sleeper of sleepers) {
      if (sleeper.at <= until && (found === undefined || sleeper.at < found.at)) found = sleeper;
    }
    return found;
  }

  function wake(sleeper: Sleeper): void {
    now = Math.max(now, sleeper.at);
    sleepers.delete(sleeper);
    sleeper.wake();
  }

  function after(milliseconds: number, act: () => void): () => void {
    slept.push(milliseconds);
    if (sleepsAtOnce) now += milliseconds;
    const sleeper: Sleeper = { at: now + milliseconds, wake: act };
    sleepers.add(sleeper);
    if (sleepsAtOnce) queueMicrotask(() => sleepers.delete(sleeper) && act());
    return () => void sleepers.delete(sleeper);
  }

  return {
    slept,
    now: () => now + setBy,
    elapsed: () => now,
    set: (milliseconds) => void (setBy += milliseconds),

    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted === true) return reject(signal.reason as Error);
        const cancel = after(milliseconds, () => {
          signal?.removeEventListener('abort', stop);
          resolve();
        });
        const stop = (): void => {
          cancel();
          reject(signal?.reason as Error);
        };
        signal?.addEventListener('abort', stop, { once: true });
      }),

    after,

    async run(work) {
      const settled = Promise.allSettled([work]);
      const PENDING = Symbol('pending');
      for (;;) {
        await settle();
        if ((await Promise.race([settled, Promise.resolve(PENDING)])) !== PENDING) return work;
        const next = earliest(Infinity);
        if (next === undefined) throw new Error('The work waits for something that never comes.');
        wake(next);
      }
    },

    async advance(milliseconds) {
      const end = now + milliseconds;
      if (sleepsAtOnce) {
        now = end;
        return;
      }
      await settle();
      for (let next = earliest(end); next !== undefined; next = earliest(end)) {
        wake(next);
        await settle();
      }
      now = end;
    },

    settle,
  };
}
