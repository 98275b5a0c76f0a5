/** Enforces Teams' limits on messages per bot and conversation. */
import { BoundedMap } from '../../core/bounded-map.ts';
import { HOUR } from '../../core/durations.ts';
import type { Clock } from '../../core/platform.ts';

/** Microsoft Teams, "Optimize your bot with rate limiting": messages per thread. */
const WINDOWS = [
  { count: 7, milliseconds: 1_000 },
  { count: 8, milliseconds: 2_000 },
  { count: 60, milliseconds: 30_000 },
  { count: 1_800, milliseconds: HOUR },
] as const;
const LONGEST_WINDOW = WINDOWS[3];
const MAX_CONVERSATIONS = 50_000;

export class RateLimiter {
  readonly #clock: Pick<Clock, 'now'>;
  /** Past and reserved sends of each conversation, ascending. */
  readonly #conversations: BoundedMap<string, number[]>;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
    this.#conversations = new BoundedMap({ max: MAX_CONVERSATIONS, clock });
  }

  get size(): number {
    return this.#conversations.size;
  }

  /**
   * Reserves the next slot of a conversation.
   *
   * @returns milliseconds to wait for it; undefined, with nothing reserved, when that is more than `maxMilliseconds`
   */
  reserve(conversationId: string, maxMilliseconds: number): number | undefined {
    const sends = this.#conversations.get(conversationId) ?? [];
    const now = this.#clock.now();
    // Not before the last reserved send, so that the order is kept.
    let at = Math.max(now, sends.at(-1) ?? 0);
    for (const { count, milliseconds } of WINDOWS) at = Math.max(at, (sends.at(-count) ?? -Infinity) + milliseconds);
    if (at - now > maxMilliseconds) return undefined;
    sends.push(at);
    if (sends.length > LONGEST_WINDOW.count) sends.shift();
    this.#conversations.set(conversationId, sends, at + LONGEST_WINDOW.milliseconds);
    return at - now;
  }
}
