import type { Clock } from '../../../src/core/platform.ts';

/** The machine's clock. */
export const realClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason as Error);
      const stop = (): void => {
        clearTimeout(timer);
        reject(signal?.reason as Error);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop);
        resolve();
      }, milliseconds);
      signal?.addEventListener('abort', stop, { once: true });
    }),
};

export interface ManualClock extends Clock {
  /** Lets time pass, waking sleepers in order, each with what it does before the next. */
  advance(milliseconds: number): Promise<void>;
}

/** All that is ready to run, runs. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

export function createManualClock(start = Date.UTC(2026, 10, 20, 12)): ManualClock {
  let now = start;
  const sleepers = new Set<{ readonly at: number; readonly wake: () => void }>();
  return {
    now: () => now,
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted === true) return reject(signal.reason as Error);
        const stop = (): void => {
          sleepers.delete(sleeper);
          reject(signal?.reason as Error);
        };
        const sleeper = {
          at: now + milliseconds,
          wake() {
            signal?.removeEventListener('abort', stop);
            resolve();
          },
        };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', stop, { once: true });
      }),
    async advance(milliseconds) {
      const end = now + milliseconds;
      await settle();
      for (;;) {
        const [next] = [...sleepers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        now = Math.max(now, next.at);
        sleepers.delete(next);
        next.wake();
        await settle();
      }
      now = end;
    },
  };
}
