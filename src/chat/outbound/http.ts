/** HTTP to the chat service and its sign-in: a bounded pool per origin, time and size limits, no redirects, no retries. */
import { Agent, buildConnector } from 'undici';

import { requestBuffered } from '../../core/request-buffered.ts';
import { readRetryAfter } from '../../core/retry.ts';
import { TimeoutError, withTimeout } from '../../core/time-limit.ts';
import type { UpstreamFault } from '../../core/errors.ts';
import { connectBy, createRoutes } from '../../proxy/routes.ts';
import type { ProxySettings } from '../../proxy/routes.ts';
import { ProxyError } from '../../proxy/tunnel.ts';
import type { Clock } from '../../core/platform.ts';

export interface ChannelRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
  readonly timeLimitMilliseconds?: number | undefined;
}

export type ChannelReply =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly text: string;
      readonly retryAfterSeconds: number | undefined;
    }
  /** The request never left, so it may be sent again. */
  | { readonly kind: 'not-sent'; readonly fault: UpstreamFault; readonly reason: string | undefined }
  /** The response is missing or incomplete; the request may have been processed. */
  | { readonly kind: 'lost'; readonly fault: UpstreamFault; readonly reason: string | undefined };

export interface ChannelHttp {
  /** Never throws. */
  send(request: ChannelRequest): Promise<ChannelReply>;
  /** Closes every connection; calls under way are lost. */
  close(): Promise<void>;
}

const CONNECTIONS_PER_ORIGIN = 16;
const CONNECT_LIMIT_MILLISECONDS = 5_000;
const CALL_LIMIT_MILLISECONDS = 10_000;
const SIZE_LIMIT_BYTES = 1_048_576;

export function createChannelHttp({
  clock,
  proxy,
}: {
  readonly clock: Clock;
  readonly proxy?: ProxySettings | undefined;
}): ChannelHttp {
  const direct = buildConnector({ timeout: CONNECT_LIMIT_MILLISECONDS, allowH2: false });
  const agent = new Agent({
    connections: CONNECTIONS_PER_ORIGIN,
    pipelining: 1,
    allowH2: false,
    connect: connectBy(createRoutes(proxy), direct, CONNECT_LIMIT_MILLISECONDS),
    // The time limit of the whole call covers both.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  return {
    async send({ method, url, headers, body, timeLimitMilliseconds = CALL_LIMIT_MILLISECONDS }) {
      const { origin, pathname, search } = new URL(url);
      try {
        const answer = await withTimeout(timeLimitMilliseconds, (signal) =>
          requestBuffered(
            agent,
            {
              origin,
              path: `${pathname}${search}`,
              method,
              headers: { accept: 'application/json', 'user-agent': 'restore-bot', ...headers },
              body: body ?? null,
            },
            { sizeLimitBytes: SIZE_LIMIT_BYTES, signal },
          ),
        );
        if (answer.body === undefined) return { kind: 'lost', fault: 'TOO_LARGE', reason: undefined };
        const retryAfter = answer.headers['retry-after'];
        return {
          kind: 'answered',
          status: answer.status,
          text: answer.body.toString('utf8'),
          retryAfterSeconds: readRetryAfter(typeof retryAfter === 'string' ? retryAfter : undefined, clock.now()),
        };
      } catch (error) {
        if (error instanceof TimeoutError) return { kind: 'lost', fault: 'TIMED_OUT', reason: undefined };
        return classifyError(error);
      }
    },
    close: () => agent.destroy(),
  };
}

const BEFORE_SENDING = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const ABOUT_CERTIFICATES = /CERT|UNABLE_TO_|HOSTNAME_MISMATCH|ERR_TLS/;

function classifyError(error: unknown): ChannelReply {
  if (error instanceof ProxyError) {
    const fault = error.code === 'PROXY_TIMED_OUT' ? 'TIMED_OUT' : 'NO_ANSWER';
    return { kind: 'not-sent', fault, reason: error.code };
  }
  const code = codeOf(error);
  if (code !== undefined && ABOUT_CERTIFICATES.test(code))
    return { kind: 'not-sent', fault: 'UNTRUSTED', reason: code };
  const kind = code !== undefined && BEFORE_SENDING.has(code) ? 'not-sent' : 'lost';
  return { kind, fault: 'NO_ANSWER', reason: code };
}

function codeOf(error: unknown): string | undefined {
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code : undefined;
}
