/** Load generator: people who send activities to a bot concurrently. */
import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import { ownerMark } from '../src/chat/conversation/address.ts';
import { requestBuffered } from '../src/proxy/request-buffered.ts';
import { atOnce } from './at-once.ts';
import { BENCH } from './names.ts';

export interface Person {
  readonly conversationId: string;
  readonly oid: string;
}

export const person = (number: number, group = 'p'): Person => ({
  conversationId: `a:${group}-${number}`,
  oid: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
});

/** A message, or a press of one of our buttons as a client without Universal Actions sends it. */
export type Act = { readonly text: string } | { readonly press: string };

export interface Load {
  /** Sends one activity. @returns the HTTP status */
  send(who: Person, act: Act): Promise<number>;
  /** Sends `count` activities from `next`, `lanes` concurrently. @returns seconds @throws Error unless all succeed */
  run(
    lanes: number,
    count: number,
    next: (index: number) => { readonly who: Person; readonly act: Act },
  ): Promise<number>;
  close(): Promise<void>;
}

export function createLoad(port: number, options: { readonly channelUrl: string; readonly token: string }): Load {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 256 });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${options.token}` };
  const { signal } = new AbortController();

  const activity = ({ conversationId, oid }: Person, act: Act): object => ({
    type: 'message',
    id: randomUUID(),
    timestamp: new Date().toISOString(),
    channelId: 'msteams',
    serviceUrl: `${options.channelUrl}/`,
    from: { id: `29:${oid}`, name: 'Bench Person', aadObjectId: oid },
    recipient: { id: `28:${BENCH.appId}`, name: 'Bot' },
    conversation: { id: conversationId, conversationType: 'personal', tenantId: BENCH.tenantId },
    channelData: { tenant: { id: BENCH.tenantId } },
    locale: 'en-GB',
    ...('text' in act
      ? { text: act.text, textFormat: 'plain' }
      : { value: { verb: act.press, owner: ownerMark({ conversationId, personId: oid }) }, replyToId: 'card-0' }),
  });

  const bodyOf = (who: Person, act: Act): string => JSON.stringify(activity(who, act));

  async function post(body: string): Promise<number> {
    const request = { method: 'POST', path: '/api/messages', headers, body } as const;
    const { status } = await requestBuffered(pool, request, { sizeLimitBytes: 1_048_576, signal });
    return status;
  }

  return {
    send: (who, act) => post(bodyOf(who, act)),
    async run(lanes, count, next) {
      const statuses = new Map<number, number>();
      // Before the clock starts: only the bot's part of a turn is of interest.
      const bodies = Array.from({ length: count }, (_, index) => {
        const { who, act } = next(index);
        return bodyOf(who, act);
      });
      const startedAt = performance.now();
      await atOnce(lanes, count, async (index) => {
        const status = await post(bodies[index] ?? '');
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      });
      const seconds = (performance.now() - startedAt) / 1000;
      const wrong = [...statuses].filter(([status]) => status < 200 || status > 299);
      if (wrong.length > 0)
        throw new Error(`A bot answered ${wrong.map(([status, times]) => `${status} (${times})`).join(', ')}.`);
      return seconds;
    },
    close: () => pool.close(),
  };
}
