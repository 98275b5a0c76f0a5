/** Plain POSTs to the bot, over connections that end with the connector. */
import { Agent, request } from 'node:http';
import { parseJson } from './http.ts';
import type { BotAnswer } from './types.ts';

export interface BotLink {
  /**
   * Status 0 where the bot could not be reached or cut the connection.
   * @throws BotSilentError after `timeoutMilliseconds`
   */
  post(
    body: string,
    headers: Readonly<Record<string, string>>,
    timeoutMilliseconds: number,
  ): Promise<BotAnswer & { readonly reason?: string | undefined }>;
  close(): void;
}

/** The bot did not answer in time; it may well have got the request. */
export class BotSilentError extends Error {
  override readonly name = 'BotSilentError';
  readonly code = 'BOT_SILENT';
}

export function createBotLink({ endpoint }: { readonly endpoint: () => string }): BotLink {
  const agent = new Agent({ keepAlive: true });
  return {
    post(body, headers, timeoutMilliseconds) {
      return new Promise((resolve, reject) => {
        const unreachable = (reason: string) => {
          clearTimeout(timer);
          resolve({ status: 0, body: undefined, reason });
        };
        const outgoing = request(
          endpoint(),
          {
            method: 'POST',
            agent,
            headers: {
              'content-type': 'application/json; charset=utf-8',
              'content-length': Buffer.byteLength(body),
              ...headers,
            },
          },
          (incoming) => {
            const parts: Buffer[] = [];
            incoming.on('data', (part: Buffer) => parts.push(part));
            incoming.on('error', () => unreachable('the connection was cut'));
            incoming.on('end', () => {
              clearTimeout(timer);
              const text = Buffer.concat(parts).toString('utf8');
              resolve({ status: incoming.statusCode ?? 0, body: text === '' ? undefined : (parseJson(text) ?? text) });
            });
          },
        );
        const timer = setTimeout(() => {
          reject(new BotSilentError(`no answer within ${timeoutMilliseconds} ms`));
          outgoing.destroy();
        }, timeoutMilliseconds);
        outgoing.on('error', (error: NodeJS.ErrnoException) => {
          unreachable(error.code === 'ECONNREFUSED' ? 'the bot is not running' : 'the connection was cut');
        });
        outgoing.end(body);
      });
    },
    close() {
      agent.destroy();
    },
  };
}
