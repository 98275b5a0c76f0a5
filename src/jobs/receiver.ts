import type { Clock, Log } from '../core/platform.ts';
import type { Owned } from './job-queue.ts';

/** Looks at the queue again and again, for as long as the process runs. */
export interface Receiver {
  start(): void;
  /** Looks at once instead of after its pause. */
  wake(): void;
  /** Resolves once it looks no more, which `stopping` asks for. */
  ended(): Promise<void>;
}

/** What one request may bring. */
const MAX_MESSAGES = 32;
const BUSY_PAUSE_MILLISECONDS = 1_000;
const IDLE_PAUSE_MILLISECONDS = 2_000;
const FIRST_BACK_OFF_MILLISECONDS = 1_000;
const MAX_BACK_OFF_MILLISECONDS = 10_000;

/**
 * @param dependencies.take gets each message, and when the request that brought it was sent
 * @param dependencies.room how many more may be taken now
 * @param dependencies.busy whether anything runs, so that more is likely to come
 */
export function createReceiver(dependencies: {
  readonly receive: (max: number) => Promise<readonly Owned[]>;
  readonly take: (owned: Owned, askedAt: number) => void;
  readonly room: () => number;
  readonly busy: () => boolean;
  readonly clock: Clock;
  readonly log: Log;
  readonly random: () => number;
  readonly stopping: AbortSignal;
}): Receiver {
  const { receive, take, room, busy, clock, log, random, stopping } = dependencies;
  let pause = new AbortController();
  let looking: Promise<void> | undefined;
  let faults = 0;

  /** @returns how long to wait before the next look, in milliseconds */
  async function look(): Promise<number> {
    const max = Math.min(room(), MAX_MESSAGES);
    if (max <= 0) return IDLE_PAUSE_MILLISECONDS;
    const askedAt = clock.now();
    try {
      const messages = await receive(max);
      if (faults > 0) log.info({ faults }, 'jobs are received again');
      faults = 0;
      for (const message of messages) take(message, askedAt);
      if (messages.length === max) return 0;
      const longest = messages.length > 0 || busy() ? BUSY_PAUSE_MILLISECONDS : IDLE_PAUSE_MILLISECONDS;
      return longest * (0.75 + 0.25 * random());
    } catch (error) {
      if (faults === 0) log.warn({ err: error }, 'no jobs are received while storage is away');
      faults += 1;
      return Math.min(FIRST_BACK_OFF_MILLISECONDS * 2 ** (faults - 1), MAX_BACK_OFF_MILLISECONDS);
    }
  }

  async function lookAgainAndAgain(): Promise<void> {
    while (!stopping.aborted) {
      pause = new AbortController();
      const milliseconds = await look();
      // Only a wake-up cuts the pause short, and it may have come while the look was under way.
      if (!stopping.aborted) await clock.sleep(milliseconds, pause.signal).catch(() => undefined);
    }
  }

  return {
    start() {
      looking ??= lookAgainAndAgain();
    },
    wake: () => pause.abort(),
    ended: async () => looking,
  };
}
