/** Keeps messages of a queue invisible, past the storage library: every pending sign-in has its message kept all along. */
import type { QuickAsk } from './quick-requests.ts';

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
}

const HEADERS_LIMIT_MILLISECONDS = 5_000;

export function createQuickMessages(ask: QuickAsk): QuickMessages {
  return {
    async keep({ id, receipt }, invisibleSeconds, signal) {
      const response = await ask({
        method: 'PUT',
        path: `messages/${encodeURIComponent(id)}`,
        query: `popreceipt=${encodeURIComponent(receipt)}&visibilitytimeout=${invisibleSeconds}`,
        headersLimitMilliseconds: HEADERS_LIMIT_MILLISECONDS,
        signal,
      });
      if (response === undefined) return undefined;
      const { statusCode, headers, body } = response;
      await body.dump();
      if (statusCode >= 500) {
        throw Object.assign(new Error('storage failed'), { code: headers['x-ms-error-code'], statusCode });
      }
      const renewed = headers['x-ms-popreceipt'];
      return statusCode === 204 && typeof renewed === 'string' ? renewed : undefined;
    },
  };
}
