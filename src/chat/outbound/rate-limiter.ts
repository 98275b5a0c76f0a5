/** Teams' limits per bot and conversation, kept by the bot itself. */
import type { Clock } from '../../core/platform.ts';

export interface Pace {
  /**
   * Milliseconds to wait before the next send to a conversation, its place in the row then taken; undefined, and nothing
   * taken, where that would be more than `atMostMilliseconds`.
   */
  reserve(conversationId: string, atMostMilliseconds: number): number | undefined;
  /** Conversations remembered. */
  readonly size: number;
}

/** spec/teams-platform: sends in milliseconds. */
const WINDOWS: readonly (readonly [sends: number, milliseconds: number])[] = [
  [7, 1_000],
  [8, 2_000],
  [60, 30_000],
  [1_800, 3_600_000],
];
const LONGEST_WINDOW = 3_600_000;
const MOST_SENDS = 1_800;
const CONVERSATIONS_AT_MOST = 50_000;

export function createPace({ now }: Pick<Clock, 'now'>): Pace {
  /** When each conversation was or will be sent to, ascending; the conversation used last comes last. */
  const conversations = new Map<string, number[]>();

  /** Forgets whom nothing was sent to for an hour, and the longest idle beyond the bound. */
  function forgetIdle(): void {
    for (const [conversationId, sends] of conversations) {
      const idle = (sends.at(-1) ?? 0) < now() - LONGEST_WINDOW;
      if (!idle && conversations.size <= CONVERSATIONS_AT_MOST) return;
      conversations.delete(conversationId);
    }
  }

  return {
    reserve(conversationId, atMostMilliseconds) {
      const sends = conversations.get(conversationId) ?? [];
      const at = earliest(sends, now());
      const wait = at - now();
      if (wait > atMostMilliseconds) return undefined;
      sends.push(at);
      if (sends.length > MOST_SENDS) sends.shift();
      conversations.delete(conversationId);
      conversations.set(conversationId, sends);
      forgetIdle();
      return wait;
    },
    get size() {
      return conversations.size;
    },
  };
}

/** The first moment, not before the last send, at which every window has room. */
function earliest(sends: readonly number[], now: number): number {
  let at = Math.max(now, sends.at(-1) ?? 0);
  for (const [count, milliseconds] of WINDOWS) {
    const oldest = sends.at(-count);
    if (oldest !== undefined && sends.length >= count) at = Math.max(at, oldest + milliseconds);
  }
  return at;
}
