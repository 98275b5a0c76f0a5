/**
 * What is asked of the queue all along, past the storage library: every pending sign-in has its message kept invisible, and
 * every second somebody looks whether there is anything.
 */
import type { QuickAsk } from './fast-requests.ts';

export interface QuickMessages {
  /**
   * @returns the new receipt; undefined where it is for the library to ask
   * @throws what undici throws, and for a status of 500 and above: whether it was done nobody knows, and it is not to be
   *   repeated
   */
  keep(
    message: { readonly id: string; readonly receipt: string },
    invisibleSeconds: number,
    signal: AbortSignal,
  ): Promise<string | undefined>;
  /** @returns whether nothing can be received now; false also where nobody knows. Never throws */
  isEmpty(signal: AbortSignal): Promise<boolean>;
}

const HEADERS_LIMIT_MILLISECONDS = 5_000;
const LIST = /<QueueMessagesList *[/>]/;

export function createQuickMessages(ask: QuickAsk): QuickMessages {
  return {
    async keep({ id, receipt }, invisibleSeconds, signal) {
      const answer = await ask({
        method: 'PUT',
        path: `messages/${encodeURIComponent(id)}`,
        query: `popreceipt=${encodeURIComponent(receipt)}&visibilitytimeout=${invisibleSeconds}`,
        headersLimitMilliseconds: HEADERS_LIMIT_MILLISECONDS,
        signal,
      });
      if (answer === undefined) return undefined;
      const { status, headers } = answer;
      if (status >= 500) {
        throw Object.assign(new Error('storage failed'), { code: headers['x-ms-error-code'], statusCode: status });
      }
      const renewed = headers['x-ms-popreceipt'];
      return status === 204 && typeof renewed === 'string' ? renewed : undefined;
    },

    async isEmpty(signal) {
      try {
        const answer = await ask({
          method: 'GET',
          path: 'messages',
          query: 'peekonly=true&numofmessages=1',
          headersLimitMilliseconds: HEADERS_LIMIT_MILLISECONDS,
          signal,
        });
        if (answer?.status !== 200 || answer.body === undefined) return false;
        const text = answer.body.toString('utf8');
        return LIST.test(text) && !text.includes('<QueueMessage>');
      } catch {
        // The library asks, and tells what is wrong.
        return false;
      }
    },
  };
}
