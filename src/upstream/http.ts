/** HTTP to the services outside: one bounded pool per origin and trust, limits on time and size, errors that can be logged. */
import type { Socket } from 'node:net';
import { callbackify } from 'node:util';

import { Pool, buildConnector } from 'undici';
import type { Dispatcher } from 'undici';

import { requestBuffered } from '../core/request-buffered.ts';
import type { BufferOptions, BufferedResponse } from '../core/request-buffered.ts';
import { UpstreamError } from '../core/errors.ts';
import type { Upstream } from '../core/errors.ts';
import { connectBy, createRoutes } from '../proxy/routes.ts';
import type { ProxySettings, Routes } from '../proxy/routes.ts';
import type { Clock } from '../core/platform.ts';
import { decodeUtf8, pieces, readBytes } from './body.ts';
import { PinMismatchError, codeOf, isAboutDates, isVerdict, toUpstreamError } from './faults.ts';
import { readRetryAfter } from '../core/retry.ts';
import { scrub } from './scrub.ts';
import { withTimeout } from '../core/time-limit.ts';
import { pinning, trusting } from './trust.ts';
import type { Trust } from './trust.ts';

export interface HttpDependencies {
  readonly clock: Clock;
  /** Connections per origin; calls beyond wait for one, within their time limit. */
  readonly connections?: number | undefined;
  /** Of a whole call that names none: connecting, waiting, reading, repeating. */
  readonly timeLimitMilliseconds?: number | undefined;
  readonly sizeLimitBytes?: number | undefined;
  /** Through which hosts outside are reached; TLS goes through it from end to end. */
  readonly proxy?: ProxySettings | undefined;
}

export interface HttpRequest {
  readonly upstream: Upstream;
  /** GET is repeated on transient faults, POST never unless `isSafe`. */
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sent form-encoded, in this order. */
  readonly form?: Readonly<Record<string, string>> | undefined;
  /** Sent as JSON, where there is no `form`. */
  readonly json?: unknown;
  /** A POST that only reads (RFC 9110, section 9.2.1): repeated once on transient faults. */
  readonly isSafe?: boolean | undefined;
  readonly trust?: Trust | undefined;
  readonly timeLimitMilliseconds?: number | undefined;
  readonly sizeLimitBytes?: number | undefined;
  /**
   * Takes the body of a successful answer piece by piece instead of `text`, which is empty then: for bodies too large to
   * be held whole. Called anew for each attempt; has to read to the end, or throw an UpstreamError.
   */
  readonly takeBody?: ((body: AsyncIterable<Uint8Array>) => Promise<void>) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Any answer that is no redirect, whatever its status. */
export interface HttpAnswer {
  readonly status: number;
  /** The whole body, a byte order mark included; undefined if it is not UTF-8. */
  readonly text: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The upstream's clock by its `Date` (RFC 9110, section 6.6.1), in epoch milliseconds. */
  readonly dateMilliseconds: number | undefined;
}

export interface Http {
  /** @throws UpstreamError (NO_ANSWER, TIMED_OUT, UNTRUSTED, TOO_LARGE, REDIRECTED), or what `signal` was aborted with */
  send(request: HttpRequest): Promise<HttpAnswer>;
  /** Closes every connection at once; calls under way end with NO_ANSWER. */
  close(): Promise<void>;
}

const CONNECTIONS = 16;
const TIME_LIMIT_MILLISECONDS = 30_000;
const SIZE_LIMIT_BYTES = 1_048_576;
const CONNECT_LIMIT_MILLISECONDS = 10_000;
/** Above the usual polling interval, so that a poll finds its connection again. */
const KEEP_ALIVE_MILLISECONDS = 15_000;
const MOST_REDIRECTS = 3;
/** Before the second and the third attempt of a GET, and the second of a POST that is safe. */
const PAUSES_MILLISECONDS: readonly number[] = [200, 1_000];
/** An upstream that asks for more patience is not asked again within the call. */
const LONGEST_PAUSE_MILLISECONDS = 5_000;

export function createHttp({
  clock,
  connections = CONNECTIONS,
  timeLimitMilliseconds = TIME_LIMIT_MILLISECONDS,
  sizeLimitBytes = SIZE_LIMIT_BYTES,
  proxy,
}: HttpDependencies): Http {
  const routes = createRoutes(proxy);
  const pools = new Map<string, Pool>();
  let closed = false;

  function poolFor(origin: string, trust: Trust): Pool {
    const key = JSON.stringify([origin, trust.fingerprint256 ?? null, trust.ca ?? null]);
    const known = pools.get(key);
    if (known !== undefined) return known;
    const pool = new Pool(origin, {
      connections,
      pipelining: 1,
      allowH2: false,
      connect: connectorFor(trust, routes),
      keepAliveTimeout: KEEP_ALIVE_MILLISECONDS,
      // The call's own limit covers both.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    pools.set(key, pool);
    return pool;
  }

  /** One request and its redirects to the same origin. */
  async function attempt(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> {
    const { upstream, method, trust = {}, takeBody } = request;
    const content = contentOf(request);
    let url = new URL(request.url);
    for (let redirects = 0; ; redirects += 1) {
      if (closed) throw new UpstreamError(upstream, 'NO_ANSWER', { description: 'The connections are closed.' });
      const options: Dispatcher.DispatchOptions = {
        method,
        path: `${url.pathname}${url.search}`,
        headers: {
          accept: 'application/json',
          'user-agent': 'restore-bot',
          ...(content === undefined ? {} : { 'content-type': content.type }),
          ...request.headers,
        },
        body: content?.body ?? null,
      };
      const pool = poolFor(url.origin, trust);
      const asking = { sizeLimitBytes: request.sizeLimitBytes ?? sizeLimitBytes, signal };
      const { status, headers, body } =
        takeBody === undefined
          ? await requestBuffered(pool, options, asking)
          : await askInPieces(pool, options, asking, upstream, takeBody);
      if (status < 300 || status >= 400) {
        if (body === undefined) throw new UpstreamError(upstream, 'TOO_LARGE', { status });
        const retryAfterSeconds = readRetryAfter(first(headers['retry-after']), clock.now());
        const date = Date.parse(first(headers['date']) ?? '');
        const dateMilliseconds = Number.isNaN(date) ? undefined : date;
        return { status, text: decodeUtf8(body), retryAfterSeconds, dateMilliseconds };
      }
      const next = URL.parse(first(headers['location']) ?? '', url.href);
      if (method !== 'GET' || next === null || next.origin !== url.origin || redirects === MOST_REDIRECTS) {
        const where = next === null ? 'elsewhere' : `to ${scrub(next.host, [], 253) ?? 'elsewhere'}`;
        throw new UpstreamError(upstream, 'REDIRECTED', {
          status,
          description: `It redirects ${where}, which is not followed.`,
        });
      }
      url = next;
    }
  }

  async function attempts(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> {
    for (const pause of pausesOf(request)) {
      const outcome = await settle(attempt(request, signal), request.upstream);
      const wait = Math.max(pause, (outcome.retryAfterSeconds ?? 0) * 1_000);
      const again = signal.aborted ? false : worthRepeating(outcome) && wait <= LONGEST_PAUSE_MILLISECONDS;
      if (!again) {
        if (outcome instanceof UpstreamError) throw outcome;
        return outcome;
      }
      await clock.sleep(wait, signal);
    }
    return attempt(request, signal);
  }

  return {
    async send(request) {
      const { upstream, signal, timeLimitMilliseconds: limit = timeLimitMilliseconds } = request;
      try {
        return await withTimeout(limit, (either) => attempts(request, either), { signal });
      } catch (error) {
        signal?.throwIfAborted();
        throw toUpstreamError(upstream, error);
      }
    },
    async close() {
      closed = true;
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
    },
  };
}

/** As `requestBuffered`, but the body of a success goes to `takeBody` as it comes, and is empty then. */
async function askInPieces(
  pool: Pool,
  options: Dispatcher.DispatchOptions,
  { sizeLimitBytes, signal }: BufferOptions,
  upstream: Upstream,
  takeBody: NonNullable<HttpRequest['takeBody']>,
): Promise<BufferedResponse> {
  const { statusCode: status, headers, body } = await pool.request({ ...options, signal });
  if (status < 200 || status >= 300) return { status, headers, body: await readBytes(body, sizeLimitBytes) };
  await takeBody(pieces(body, sizeLimitBytes, () => new UpstreamError(upstream, 'TOO_LARGE', { status })));
  return { status, headers, body: Buffer.alloc(0) };
}

function connectorFor({ ca, fingerprint256 }: Trust, routes: Routes): buildConnector.connector {
  const options = { allowH2: false, timeout: CONNECT_LIMIT_MILLISECONDS };
  const direct =
    fingerprint256 === undefined
      ? buildConnector(ca === undefined ? options : { ...options, secureContext: trusting(ca) })
      : pinnedConnector(fingerprint256, options, routes);
  return connectBy(routes, direct, CONNECT_LIMIT_MILLISECONDS);
}

/** Hands undici a socket only after the pinned certificate was presented and verified on that very connection. */
function pinnedConnector(
  fingerprint256: string,
  options: buildConnector.BuildOptions,
  routes: Routes,
): buildConnector.connector {
  let prepared: Promise<buildConnector.connector> | undefined;

  async function prepare({ protocol, hostname, port, servername }: buildConnector.Options) {
    if (protocol !== 'https:') throw new PinMismatchError(undefined);
    const socket = await routes({ protocol, hostname, port })?.(CONNECT_LIMIT_MILLISECONDS);
    const destination = { host: hostname, port: Number(port || 443), servername, socket };
    const tls = await pinning(fingerprint256, destination, CONNECT_LIMIT_MILLISECONDS);
    // A resumed session would skip the look at the certificate.
    return buildConnector({ ...options, ...tls, maxCachedSessions: 0 });
  }

  async function open(target: buildConnector.Options): Promise<Socket> {
    prepared ??= prepare(target);
    const connect = await prepared.catch((error: unknown) => {
      prepared = undefined;
      throw error;
    });
    const { promise, resolve, reject } = Promise.withResolvers<Socket>();
    connect(target, (...[error, socket]) => {
      const code = codeOf(error);
      if (error === null) resolve(socket);
      else reject(isVerdict(code) && !isAboutDates(code) ? new PinMismatchError(undefined) : error);
    });
    return promise;
  }

  return (target, callback) => {
    callbackify(open)(target, (error, socket) => (error ? callback(error, null) : callback(null, socket)));
  };
}

function contentOf({ form, json }: HttpRequest): { readonly type: string; readonly body: string } | undefined {
  if (form !== undefined) {
    return { type: 'application/x-www-form-urlencoded', body: new URLSearchParams(form).toString() };
  }
  return json === undefined ? undefined : { type: 'application/json', body: JSON.stringify(json) };
}

function pausesOf({ method, isSafe }: HttpRequest): readonly number[] {
  if (method === 'GET') return PAUSES_MILLISECONDS;
  return isSafe === true ? PAUSES_MILLISECONDS.slice(0, 1) : [];
}

function settle(attempt: Promise<HttpAnswer>, upstream: Upstream): Promise<HttpAnswer | UpstreamError> {
  return attempt.catch((error: unknown) => toUpstreamError(upstream, error));
}

function worthRepeating(outcome: HttpAnswer | UpstreamError): boolean {
  if (outcome instanceof UpstreamError) return outcome.code === 'NO_ANSWER' || outcome.code === 'TIMED_OUT';
  return outcome.status >= 500 || outcome.status === 429 || outcome.status === 408;
}

const first = (header: string | readonly string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : header?.[0];
