/** HTTP to the services outside: one bounded pool per origin and trust, limits on time and size, errors that can be logged. */
import { isUtf8 } from 'node:buffer';
import { buffer } from 'node:stream/consumers';

import { Pool } from 'undici';

import { UpstreamError, type Upstream } from '../../core/errors.ts';
import type { Clock } from '../../core/platform.ts';
import { requestBuffered, type BufferedResponse } from '../../proxy/request-buffered.ts';
import { BACK_OFF, readRetryAfter, retry } from '../../core/retry.ts';
import { TimeoutError, withTimeout } from '../../core/time-limit.ts';
import { CALL_BY_CALL } from '../../proxy/agent.ts';
import { createRoutes, type ProxySettings } from '../../proxy/routes.ts';
import { scrub, type HttpAnswer } from './answers.ts';
import { ByteBudget } from './byte-budget.ts';
import { toUpstreamError } from './faults.ts';
import { connectorFor, type Trust } from './tls.ts';

/** Of a successful answer, before its body. */
interface AnswerHead {
  readonly status: number;
  readonly contentType?: string | undefined;
}

export interface HttpRequest {
  readonly upstream: Upstream;
  /** GET is retried after transient faults unless `isOnce`, POST never unless `isSafe`, PUT never. */
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  /** What measurements call it, where the path does not say. */
  readonly operation?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sent form-encoded, in this order. */
  readonly form?: Readonly<Record<string, string>> | undefined;
  /** Sent as JSON, where there is no `form`. */
  readonly json?: object | undefined;
  /** Sent as it is, where there is neither. */
  readonly content?: Uint8Array | undefined;
  /** A GET that spends something, such as a code in its address. */
  readonly isOnce?: boolean | undefined;
  /** A POST that only reads (RFC 9110, section 9.2.1): retried once after transient faults. */
  readonly isSafe?: boolean | undefined;
  readonly trust?: Trust | undefined;
  /** Whose connections it uses: those of one pool are never taken by calls of another. */
  readonly pool?: PoolName | undefined;
  /** Of the whole call: connecting, waiting, reading, retrying. */
  readonly timeLimitMilliseconds?: number | undefined;
  /** Answers that may be longer than a megabyte are read within a budget that all of them share. */
  readonly sizeLimitBytes?: number | undefined;
  /**
   * Takes the body of a successful answer chunk by chunk instead of `text`, which is empty then: for bodies too large to
   * be held whole. Called again for each attempt; what it leaves unread closes the connection.
   */
  readonly takeBody?: ((body: AsyncIterable<Uint8Array>, head: AnswerHead) => Promise<void>) | undefined;
  /**
   * A download that `takeBody` passes on as it comes, holding no more than this at a time: it has a budget of its own, so that slow
   * ones keep nobody's search waiting.
   */
  readonly heldBytes?: number | undefined;
  /** False: nothing is followed, for an address that is itself a right. */
  readonly followsRedirects?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sign-ins, renewals and log-outs (`tokens`) wait for no search, and running restores (`restores`) for neither
 * (docs/decisions/one-person-does-not-starve-others.md).
 */
type PoolName = 'tokens' | 'restores' | 'listings';

export type Http = ReturnType<typeof createHttp>;

export interface HttpOptions {
  readonly clock: Clock;
  readonly proxy?: ProxySettings | undefined;
  /** Per origin and pool; further calls wait for one, within their time limit. */
  readonly connections?: number | undefined;
  /** Of long answers that are read at the same time. */
  readonly budgetBytes?: number | undefined;
  /** Of a call that names none. */
  readonly timeLimitMilliseconds?: number | undefined;
}

const SIZE_LIMIT_BYTES = 1_048_576;
const BUDGET_BYTES = 64 * 1_048_576;
/** Of downloads: three at a time. */
const DOWNLOADS_BYTES = 32 * 1_048_576;
/** The next one waits for one of them. */
const DOWNLOAD_WAIT_MILLISECONDS = 30_000;
/** A streamed answer is never held whole, so that one of them cannot take all of the budget. */
const LARGEST_SHARE = 1 / 4;
/** Above the usual polling interval, so that a poll finds its connection again. */
const KEEP_ALIVE_MILLISECONDS = 15_000;
const MAX_REDIRECTS = 3;
/** An upstream whose `Retry-After` is longer is not called again within the call. */
const LONGEST_WAIT_MILLISECONDS = 5_000;

/** An answer whose status is transient, while it is being decided whether to retry. */
class TransientAnswer extends UpstreamError {
  readonly answer: HttpAnswer;

  constructor(upstream: Upstream, answer: HttpAnswer) {
    super(upstream, 'NO_ANSWER', { retryAfterSeconds: answer.retryAfterSeconds });
    this.answer = answer;
  }
}

export function createHttp({
  clock,
  proxy,
  connections = 16,
  budgetBytes = BUDGET_BYTES,
  timeLimitMilliseconds = 30_000,
}: HttpOptions) {
  const routes = createRoutes(proxy);
  const budgets = {
    answers: new ByteBudget(budgetBytes, clock),
    downloads: new ByteBudget(DOWNLOADS_BYTES, clock, DOWNLOAD_WAIT_MILLISECONDS),
  };
  const pools = new Map<string, Pool>();
  let closed = false;

  function poolFor(origin: string, name: PoolName, trust: Trust): Pool {
    const key = JSON.stringify([origin, name, trust.fingerprint256 ?? null, trust.ca ?? null]);
    const existing = pools.get(key);
    if (existing !== undefined) return existing;
    const pool = new Pool(origin, {
      ...CALL_BY_CALL,
      connections,
      connect: connectorFor(trust, routes),
      keepAliveTimeout: KEEP_ALIVE_MILLISECONDS,
    });
    pools.set(key, pool);
    return pool;
  }

  /** One request and its redirects to the same origin. */
  async function attempt(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> {
    const { upstream, method, pool = 'tokens', trust = {} } = request;
    let url = new URL(request.url);
    for (let redirects = 0; ; redirects += 1) {
      if (closed) {
        const description = 'The connections are closed.';
        throw new UpstreamError(upstream, 'NO_ANSWER', { description, unsent: true });
      }
      const response = await exchange(poolFor(url.origin, pool, trust), budgets, request, url, signal);
      const { status, headers } = response;
      if (status < 300 || status >= 400) {
        const answer = answerOf(upstream, response, clock.now());
        if (status >= 500 || status === 429 || status === 408) throw new TransientAnswer(upstream, answer);
        return answer;
      }
      const next = URL.parse(first(headers['location']) ?? '', url.href);
      const isFollowed = method === 'GET' && request.followsRedirects !== false && next?.origin === url.origin;
      if (!isFollowed || redirects === MAX_REDIRECTS) {
        const host = scrub(next?.host, [], 253);
        const description = `It redirects ${host === undefined ? 'elsewhere' : `to ${host}`}, which is not followed.`;
        throw new UpstreamError(upstream, 'REDIRECTED', { status, description });
      }
      url = next;
    }
  }

  return {
    /** @throws UpstreamError (NO_ANSWER, TIMED_OUT, UNTRUSTED, TOO_LARGE, CROWDED, REDIRECTED), or the reason of `signal` */
    async send(request: HttpRequest): Promise<HttpAnswer> {
      const { upstream, method, isSafe, isOnce, signal: cancelled } = request;
      const retries = method === 'GET' && isOnce !== true ? 2 : Number(isSafe === true);
      const call = (signal: AbortSignal): Promise<HttpAnswer> =>
        retry(() => attempt(request, signal), {
          backOff: BACK_OFF.upstreamCall,
          clock,
          signal,
          shouldRetry: ({ error, failures, waitMilliseconds }) =>
            failures <= retries &&
            waitMilliseconds <= LONGEST_WAIT_MILLISECONDS &&
            ['NO_ANSWER', 'TIMED_OUT'].includes(toUpstreamError(upstream, error).code),
        });
      try {
        return await withTimeout(request.timeLimitMilliseconds ?? timeLimitMilliseconds, call, { signal: cancelled });
      } catch (error) {
        if (error instanceof TransientAnswer) return error.answer;
        cancelled?.throwIfAborted();
        throw toUpstreamError(upstream, error);
      }
    },
    /** Closes every connection at once; calls in progress end with NO_ANSWER. */
    async close(): Promise<void> {
      closed = true;
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
    },
  };
}

interface Budgets {
  readonly answers: ByteBudget;
  readonly downloads: ByteBudget;
}

/** A download takes its place before it is sent: where there is none, nothing was asked of the service. */
async function exchange(
  pool: Pool,
  budgets: Budgets,
  request: HttpRequest,
  url: URL,
  signal: AbortSignal,
): Promise<BufferedResponse> {
  const { upstream, heldBytes } = request;
  if (heldBytes === undefined) return read(pool, budgets.answers, request, url, signal);
  const release = await budgets.downloads.reserve(heldBytes, signal).catch((error: unknown) => {
    throw error instanceof TimeoutError ? new UpstreamError(upstream, 'CROWDED', { unsent: true }) : error;
  });
  return read(pool, undefined, request, url, signal).finally(release);
}

/** @param budget of long answers that are held; absent: what is held is accounted for */
async function read(
  pool: Pool,
  budget: ByteBudget | undefined,
  {
    upstream,
    method,
    headers: extra,
    form,
    json,
    content: raw,
    takeBody,
    sizeLimitBytes = SIZE_LIMIT_BYTES,
  }: HttpRequest,
  { pathname, search }: URL,
  signal: AbortSignal,
): Promise<BufferedResponse> {
  const text = form === undefined ? json && JSON.stringify(json) : new URLSearchParams(form).toString();
  const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded';
  const contentType = text === undefined ? {} : { 'content-type': type };
  const options = {
    method,
    path: `${pathname}${search}`,
    headers: { accept: 'application/json', 'user-agent': 'restore-bot', ...contentType, ...extra },
    body: text ?? raw ?? null,
  };
  if (sizeLimitBytes <= SIZE_LIMIT_BYTES && takeBody === undefined) {
    return requestBuffered(pool, options, { sizeLimitBytes, signal });
  }
  const { statusCode: status, headers, body } = await pool.request({ ...options, signal });
  const isSuccessful = status >= 200 && status < 300;
  const limit = isSuccessful ? sizeLimitBytes : SIZE_LIMIT_BYTES;
  const limited = limitSize(body, limit, () => new UpstreamError(upstream, 'TOO_LARGE', { status }));
  // Without a length it may become as long as it is allowed to.
  const length = Math.min(Number(first(headers['content-length'])) || limit, limit);
  const release = await budget
    ?.reserve(Math.min(length, budget.bytes * LARGEST_SHARE), signal)
    .catch((error: unknown) => {
      body.on('error', () => undefined).destroy();
      throw error instanceof TimeoutError ? new UpstreamError(upstream, 'CROWDED', { status }) : error;
    });
  try {
    if (!isSuccessful || takeBody === undefined) return { status, headers, body: await buffer(limited) };
    await takeBody(limited, { status, contentType: first(headers['content-type']) });
    return { status, headers, body: Buffer.alloc(0) };
  } finally {
    // Nobody may have begun to read it; its connection would wait for that for ever.
    if (!body.readableEnded) body.on('error', () => undefined).destroy();
    release?.();
  }
}

function answerOf(upstream: Upstream, { status, headers, body }: BufferedResponse, now: number): HttpAnswer {
  if (body === undefined) throw new UpstreamError(upstream, 'TOO_LARGE', { status });
  return {
    status,
    text: isUtf8(body) ? body.toString('utf8') : undefined,
    retryAfterSeconds: readRetryAfter(first(headers['retry-after']), now),
    dateMilliseconds: Date.parse(first(headers['date']) ?? '') || undefined,
  };
}

/** The chunks of a body as they come. @throws what `tooLarge` returns once they exceed the limit */
export async function* limitSize(body: AsyncIterable<Uint8Array>, limitBytes: number, tooLarge: () => UpstreamError) {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    // Leaving the loop destroys the stream and its connection.
    if (size > limitBytes) throw tooLarge();
    yield chunk;
  }
}

const first = (header: string | readonly string[] | undefined): string | undefined => [header].flat()[0];
