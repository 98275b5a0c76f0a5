import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from './sign-in/ports.ts';

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(milliseconds, signal) {
    try {
      await sleep(milliseconds, undefined, signal === undefined ? {} : { signal });
    } catch (error) {
      // Node wraps the reason; the heart branches on it.
      throw signal?.aborted === true ? signal.reason : error;
    }
  },
};
