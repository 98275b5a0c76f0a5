/** HTTP to the chat service and its sign-in: a bounded pool per origin, time and size limits, no redirects, no retries. */
import type { UpstreamFault } from '../../core/errors.ts';
import type { Clock } from '../../core/platform.ts';
import { requestBuffered } from '../../proxy/request-buffered.ts';
import { readRetryAfter } from '../../core/retry.ts';
import { TimeoutError, withTimeout } from '../../core/time-limit.ts';
import { createAgent } from '../../proxy/agent.ts';
import { ProxyError, type ProxySettings } from '../../proxy/routes.ts';
import { isUnsent } from '../../proxy/unsent.ts';

export interface ChannelRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
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
  | {
      /** `not-sent`: it may be sent again. `lost`: without a whole response, it may have been processed. */
      readonly kind: 'not-sent' | 'lost';
      readonly fault: UpstreamFault;
      readonly reason?: string | undefined;
    };

export type ChannelHttp = ReturnType<typeof createChannelHttp>;

const CALL_LIMIT_MILLISECONDS = 10_000;
const SIZE_LIMIT_BYTES = 1_048_576;

export function createChannelHttp({
  clock,
  proxy,
}: {
  readonly clock: Clock;
  readonly proxy?: ProxySettings | undefined;
}) {
  const agent = createAgent(proxy);

  return {
    async send({
      method,
      url,
      timeLimitMilliseconds = CALL_LIMIT_MILLISECONDS,
      ...request
    }: ChannelRequest): Promise<ChannelReply> {
      const { origin, pathname, search } = new URL(url);
      const path = `${pathname}${search}`;
      const headers = { accept: 'application/json', 'user-agent': 'restore-bot', ...request.headers };
      const options = { origin, path, method, headers, body: request.body ?? null };
      try {
        const {
          status,
          headers: received,
          body,
        } = await withTimeout(timeLimitMilliseconds, (signal) =>
          requestBuffered(agent, options, { sizeLimitBytes: SIZE_LIMIT_BYTES, signal }),
        );
        if (body === undefined) return { kind: 'lost', fault: 'TOO_LARGE' };
        const [retryAfter] = [received['retry-after']].flat();
        const retryAfterSeconds = readRetryAfter(retryAfter, clock.now());
        return { kind: 'answered', status, text: body.toString('utf8'), retryAfterSeconds };
      } catch (error) {
        return failureOf(error);
      }
    },
    /** Closes every connection; calls under way are lost. */
    close: (): Promise<void> => agent.destroy(),
  };
}

const ABOUT_CERTIFICATES = /CERT|UNABLE_TO_|HOSTNAME_MISMATCH|ERR_TLS/;

function failureOf(error: unknown): ChannelReply {
  const kind = isUnsent(error) ? 'not-sent' : 'lost';
  if (error instanceof TimeoutError) return { kind, fault: 'TIMED_OUT' };
  const { code } = error as { readonly code?: unknown };
  const reason = typeof code === 'string' ? code : undefined;
  if (error instanceof ProxyError && error.code === 'PROXY_TIMED_OUT') return { kind, fault: 'TIMED_OUT', reason };
  const isUntrusted = reason !== undefined && ABOUT_CERTIFICATES.test(reason);
  return { kind, fault: isUntrusted ? 'UNTRUSTED' : 'NO_ANSWER', reason };
}

/** @param status of an answer that is no success */
export function faultOf(status: number): UpstreamFault {
  if (status === 429) return 'THROTTLED';
  if (status >= 500 || status === 412) return 'FAILED';
  return status >= 300 && status < 400 ? 'REDIRECTED' : 'REFUSED';
}
