/** HTTP: /api/messages, /healthz, /readyz (contract, HTTP). */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import restify from 'restify';
import type { Request, RequestHandler, Response } from 'restify';

import { errorAnswer, type JsonResponse } from '../chat/inbound/authorize-activity.ts';
import type { Log } from '../core/platform.ts';
import { undefinedIfTimedOut, withTimeout } from '../core/time-limit.ts';

type Readiness = () => Promise<{ readonly blobs: boolean; readonly queue: boolean }>;

const BODY_LIMIT_BYTES = 1_048_576;
/** Beyond the limit a body is read and discarded up to this size, so that the client reads its response. */
const DISCARD_LIMIT_BYTES = 16_777_216;
const HEADERS_LIMIT_MILLISECONDS = 10_000;
const REQUEST_LIMIT_MILLISECONDS = 20_000;
/** Longer than the idle time-out of common load balancers, so that they close the connection. */
const KEEP_ALIVE_MILLISECONDS = 65_000;
const READY_LIMIT_MILLISECONDS = 5_000;
const GRACE_MILLISECONDS = 8_000;

const ALIVE: JsonResponse = { status: 200, body: { status: 'ok' } };
const NOT_JSON = errorAnswer(400, 'not-json', 'The body is not JSON in UTF-8; send one Bot Framework activity.');
const TOO_LARGE = errorAnswer(413, 'too-large', 'The body is larger than 1 MB; send a smaller activity.');
const STOPPING = errorAnswer(503, 'stopping', 'This instance is stopping; send it again.', { 'retry-after': '1' });
const FAILED = errorAnswer(500, 'failed', 'The request failed; the log says why.');
const ANSWERS: ReadonlyMap<number, JsonResponse> = new Map([
  [400, errorAnswer(400, 'bad-request', 'The request cannot be read.')],
  [404, errorAnswer(404, 'not-found', 'There is nothing here; activities go to POST /api/messages.')],
  [405, errorAnswer(405, 'method-not-allowed', 'This path takes another method; activities go to POST /api/messages.')],
]);

export function createServer({
  receive,
  ready,
  log,
  host,
  port,
  graceMilliseconds = GRACE_MILLISECONDS,
}: {
  /** Takes an activity's parsed body and `Authorization` header. */
  readonly receive: (body: unknown, authorization: string | undefined) => Promise<JsonResponse>;
  readonly ready: Readiness;
  readonly log: Log;
  readonly host?: string | undefined;
  readonly port: number;
  readonly graceMilliseconds?: number | undefined;
}) {
  // An empty name: no Server header.
  const server = restify.createServer({ name: '' });
  const { server: http } = server;
  http.headersTimeout = HEADERS_LIMIT_MILLISECONDS;
  http.requestTimeout = REQUEST_LIMIT_MILLISECONDS;
  http.keepAliveTimeout = KEEP_ALIVE_MILLISECONDS;
  let stopping = false;
  let checking: Promise<JsonResponse> | undefined;

  async function receiveMessage(request: Request): Promise<JsonResponse | undefined> {
    if (stopping) return STOPPING;
    const body = await readJson(request);
    if (body.kind === 'cut-off') return undefined;
    if (body.kind === 'refused') return body.answer;
    return stopping ? STOPPING : receive(body.value, request.headers.authorization);
  }

  /** Concurrent requests share one check of storage. */
  async function checkReadiness(): Promise<JsonResponse> {
    if (stopping) return STOPPING;
    checking ??= checkStorage(ready).finally(() => {
      checking = undefined;
    });
    return checking;
  }

  /** Closes the connection of a client that sent too much, or that has to find another instance. */
  const respond = (response: Response, answer: JsonResponse) =>
    send(response, answer, stopping || answer === TOO_LARGE);

  function handler(answer: (request: Request) => Promise<JsonResponse | undefined>): RequestHandler {
    return async (request, response) => {
      const given = await answer(request);
      if (given !== undefined) respond(response, given);
    };
  }

  const alive = handler(async () => ALIVE);
  server.post('/api/messages', handler(receiveMessage));
  server.get('/healthz', alive);
  server.get('/readyz', handler(checkReadiness));
  server.on('restifyError', (_request: Request, response: Response, error: unknown, done: () => void) => {
    const { name, statusCode = 500 } =
      error instanceof Error ? (error as Error & { statusCode?: number }) : { name: typeof error };
    if (statusCode >= 500) log.error({ event: 'request-failed', error: name }, 'an HTTP request failed');
    if (!response.headersSent) respond(response, ANSWERS.get(statusCode) ?? FAILED);
    done();
  });

  return {
    /** Listens; rejects where it cannot (port taken, no such address). */
    async start(): Promise<{ readonly port: number }> {
      const listening = once(server, 'listening');
      server.listen(port, host);
      await listening;
      server.on('error', (error: Error) =>
        log.error({ event: 'listener-failed', error: error.name }, 'the HTTP listener failed'),
      );
      return { port: (http.address() as AddressInfo).port };
    },
    /** No new turns; running ones are finished, then every connection is closed; at most `graceMilliseconds`. */
    async stop(): Promise<void> {
      stopping = true;
      if (!http.listening) return;
      const closed = once(http, 'close');
      http.close();
      const late = setTimeout(() => http.closeAllConnections(), graceMilliseconds);
      await closed;
      clearTimeout(late);
    },
  };
}

async function checkStorage(ready: Readiness): Promise<JsonResponse> {
  const checked = withTimeout(READY_LIMIT_MILLISECONDS, () => ready().catch(() => undefined));
  const { blobs, queue } = (await checked.catch(undefinedIfTimedOut)) ?? { blobs: false, queue: false };
  const notAnswering = [...(blobs ? [] : ['blobs']), ...(queue ? [] : ['queue'])];
  if (notAnswering.length === 0) return { status: 200, body: { status: 'ready' } };
  const message = `Storage does not answer: ${notAnswering.join(' and ')}.`;
  return { status: 503, body: { error: 'not-ready', message, notAnswering }, headers: { 'retry-after': '5' } };
}

type JsonBody =
  | { readonly kind: 'read'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly answer: JsonResponse }
  /** The client closed the connection before the end. */
  | { readonly kind: 'cut-off' };

/** Reads JSON in UTF-8; holds no more than the limit in memory. */
function readJson(request: IncomingMessage): Promise<JsonBody> {
  const tooLarge: JsonBody = { kind: 'refused', answer: TOO_LARGE };
  if (Number(request.headers['content-length'] ?? 0) > DISCARD_LIMIT_BYTES) return Promise.resolve(tooLarge);
  const { promise, resolve } = Promise.withResolvers<JsonBody>();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const take = (chunk: Uint8Array) => {
    size += chunk.byteLength;
    if (size <= BODY_LIMIT_BYTES) chunks.push(chunk);
    else chunks.length = 0;
    if (size > DISCARD_LIMIT_BYTES) resolve(tooLarge);
  };
  const finish = () => resolve(size > BODY_LIMIT_BYTES ? tooLarge : parseJson(Buffer.concat(chunks, size)));
  const cutOff = () => resolve({ kind: 'cut-off' });
  request.on('data', take).on('end', finish).on('close', cutOff).on('error', cutOff);
  return promise;
}

function parseJson(bytes: Uint8Array): JsonBody {
  try {
    return { kind: 'read', value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    return { kind: 'refused', answer: NOT_JSON };
  }
}

/** Bypasses restify's formatters, which would interpret the Accept header. */
function send(response: Response, { status, body, headers }: JsonResponse, close: boolean): void {
  const text = body === undefined ? '' : JSON.stringify(body);
  response.sendRaw(status, text, {
    ...(body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
    'content-length': String(Buffer.byteLength(text)),
    'cache-control': 'no-store',
    ...headers,
    ...(close ? { connection: 'close' } : {}),
  });
}
