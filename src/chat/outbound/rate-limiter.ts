/** Enforces Teams' limits on messages per bot and conversation. */
import { BoundedMap } from '../../core/bounded-map.ts';
import type { Clock } from '../../core/platform.ts';

export interface RateLimiter {
  /**
   * Reserves the next slot of a conversation.
   *
   * @returns milliseconds to wait for it; undefined, with nothing reserved, when that is more than `atMostMilliseconds`
   */
  reserve(conversationId: string, atMostMilliseconds: number): number | undefined;
  /** Number of conversations tracked. */
  readonly size: number;
}

/** Microsoft Teams, "Optimize your bot with rate limiting": messages per thread. */
const WINDOWS: readonly (readonly [sends: number, milliseconds: number])[] = [
  [7, 1_000],
  [8, 2_000],
  [60, 30_000],
  [1_800, 3_600_000],
];
const LONGEST_WINDOW = 3_600_000;
const MOST_SENDS = 1_800;
const CONVERSATIONS_AT_MOST = 50_000;

export function createRateLimiter(clock: Pick<Clock, 'now'>): RateLimiter {
  /** Past and reserved sends of each conversation, ascending. */
  const conversations = new BoundedMap<string, number[]>({ max: CONVERSATIONS_AT_MOST, clock });

  return {
    reserve(conversationId, atMostMilliseconds) {
      const sends = conversations.get(conversationId) ?? [];
      const now = clock.now();
      const at = earliest(sends, now);
      const wait = at - now;
      if (wait > atMostMilliseconds) return undefined;
      sends.push(at);
      if (sends.length > MOST_SENDS) sends.shift();
      conversations.set(conversationId, sends, at + LONGEST_WINDOW);
      return wait;
    },
    get size() {
      return conversations.size;
    },
  };
}

/** The first time, not before the last send, at which no window is full. */
function earliest(sends: readonly number[], now: number): number {
  let at = Math.max(now, sends.at(-1) ?? 0);
  for (const [count, milliseconds] of WINDOWS) {
    const oldest = sends.at(-count);
    if (oldest !== undefined && sends.length >= count) at = Math.max(at, oldest + milliseconds);
  }
  return at;
}
