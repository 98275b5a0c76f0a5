import type { Clock } from './sign-in/ports.ts';

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  // Not timers/promises: it wraps the signal's reason in an error of its own, and a turn ends several of its waits.
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason as Error);
      const end = (): void => {
        signal?.removeEventListener('abort', cut);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      function cut(): void {
        clearTimeout(timer);
        reject(signal?.reason as Error);
      }
      signal?.addEventListener('abort', cut, { once: true });
      return undefined;
    }),
};
