/** Delivers activities to the bot: signs them, repeats late ones, retries failed ones. */
import { setTimeout as sleep } from 'node:timers/promises';
import { BotSilentError, type BotLink } from './bot-link.ts';
import type { ChatEvents } from './chat-events.ts';
import type { Signing } from './protocol/signing.ts';
import type { BotAnswer, Json } from './types.ts';

export interface DeliveryOptions {
  /** Teams waits about 15 s for an answer. */
  readonly answerWithinMilliseconds: number;
  /** Whether an unanswered message is sent again, as Teams does. */
  readonly resend: boolean;
  /** Waits before the retries after a failure. */
  readonly retryDelaysMilliseconds: readonly number[];
}

export interface Delivered extends BotAnswer {
  /** How often it was sent. */
  readonly attempts: number;
  /** The reason, where it failed. */
  readonly reason?: string | undefined;
}

export interface Delivery {
  /** `onRetry` is told why before each further try. */
  deliver(activity: Json, onRetry?: (reason: string) => void): Promise<Delivered>;
  /** Sent once: invokes are not repeated. */
  deliverOnce(activity: Json): Promise<Delivered>;
  stop(): void;
}

export function createDelivery({
  link,
  signing,
  chatEvents,
  options,
}: {
  readonly link: BotLink;
  readonly signing: Signing;
  readonly chatEvents: ChatEvents;
  readonly options: DeliveryOptions;
}): Delivery {
  const stopping = new AbortController();

  const send = async (activity: Json): Promise<Delivered & { readonly again: 'no' | 'at once' | 'later' }> => {
    const began = performance.now();
    const tell = (status: number) => {
      chatEvents.add({ kind: 'sent', activity, status, milliseconds: performance.now() - began });
    };
    try {
      const headers = { authorization: `Bearer ${await signing.sign()}` };
      const answer = await link.post(JSON.stringify(activity), headers, options.answerWithinMilliseconds);
      tell(answer.status);
      const well = answer.status >= 200 && answer.status < 300;
      const transient = answer.status === 0 || answer.status === 429 || answer.status >= 500;
      const reason = well ? undefined : (answer.reason ?? `the bot answered ${answer.status}`);
      return { ...answer, attempts: 1, reason, again: transient ? 'later' : 'no' };
    } catch (error) {
      if (!(error instanceof BotSilentError)) throw error;
      tell(0);
      const reason = 'the bot took too long';
      return { status: 0, body: undefined, attempts: 1, reason, again: options.resend ? 'at once' : 'no' };
    }
  };

  return {
    async deliver(activity, onRetry) {
      let result = await send(activity);
      for (const [index, delay] of options.retryDelaysMilliseconds.entries()) {
        if (result.again === 'no' || stopping.signal.aborted) break;
        onRetry?.(result.reason ?? '');
        if (result.again === 'later') await sleep(delay, undefined, { signal: stopping.signal }).catch(() => {});
        if (stopping.signal.aborted) break;
        result = { ...(await send(activity)), attempts: index + 2 };
      }
      const { again: _, ...delivered } = result;
      return delivered;
    },
    async deliverOnce(activity) {
      const { again: _, ...delivered } = await send(activity);
      return delivered;
    },
    stop() {
      stopping.abort();
      link.close();
    },
  };
}
