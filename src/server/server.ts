/** HTTP: /api/messages, /healthz, /readyz (contract, HTTP). */
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import restify from 'restify';
import type { Request, RequestHandler, Response } from 'restify';

import type { HttpAnswer } from '../chat/inbound/authorize-activity.ts';
import type { Log } from '../core/platform.ts';
import { undefinedIfTimedOut, withTimeout } from '../core/time-limit.ts';

export interface Server {
  /** Listens; rejects where it cannot (port taken, no such address). */
  start(): Promise<{ readonly port: number }>;
  /** No new turns; running ones are finished, then every connection is closed; at most `graceMilliseconds`. */
  stop(): Promise<void>;
}

/** Whether each part of storage responds. */
export type Readiness = () => Promise<{ readonly blobs: boolean; readonly queue: boolean }>;

const BODY_LIMIT_BYTES = 1_048_576;
/** Beyond the limit a body is read and discarded up to this size, so that the client reads its response. */
const DISCARDED_AT_MOST_BYTES = 16_777_216;
const HEADERS_LIMIT_MILLISECONDS = 10_000;
const REQUEST_LIMIT_MILLISECONDS = 20_000;
/** Longer than the idle time-out of common load balancers, so that they close the connection. */
const KEEP_ALIVE_MILLISECONDS = 65_000;
const READY_LIMIT_MILLISECONDS = 5_000;
const GRACE_MILLISECONDS = 8_000;

export function createServer({
  receive,
  ready,
  log,
  host,
  port,
  graceMilliseconds = GRACE_MILLISECONDS,
}: {
  /** Takes an activity's parsed body and `Authorization` header. */
  readonly receive: (body: unknown, authorization: string | undefined) => Promise<HttpAnswer>;
  readonly ready: Readiness;
  readonly log: Log;
  /** All addresses where it is left out. */
  readonly host?: string | undefined;
  /** 0: any free one. */
  readonly port: number;
  readonly graceMilliseconds?: number | undefined;
}): Server {
  // An empty name: no Server header.
  const server = restify.createServer({ name: '' });
  const { server: http } = server;
  http.headersTimeout = HEADERS_LIMIT_MILLISECONDS;
  http.requestTimeout = REQUEST_LIMIT_MILLISECONDS;
  http.keepAliveTimeout = KEEP_ALIVE_MILLISECONDS;
  let stopping = false;
  let checking: Promise<HttpAnswer> | undefined;

  async function receiveMessage(request: Request): Promise<HttpAnswer | undefined> {
    if (stopping) return STOPPING;
    const body = await readBody(request, BODY_LIMIT_BYTES);
    if (body.kind === 'cut-off') return undefined;
    if (body.kind === 'too-large') return TOO_LARGE;
    const parsed = parseJson(body.bytes);
    if (parsed === undefined) return NOT_JSON;
    return stopping ? STOPPING : receive(parsed.value, request.headers.authorization);
  }

  /** Concurrent requests share one check of storage. */
  function checkReadiness(): Promise<HttpAnswer> {
    if (stopping) return Promise.resolve(STOPPING);
    checking ??= checkStorage(ready).finally(() => {
      checking = undefined;
    });
    return checking;
  }

  /** Closes the connection of a client that sent too much, or that has to find another instance. */
  const respond = (response: Response, answer: HttpAnswer) => send(response, answer, stopping || answer === TOO_LARGE);

  function handler(answer: (request: Request) => Promise<HttpAnswer | undefined>): RequestHandler {
    return async (request, response) => {
      const given = await answer(request);
      if (given !== undefined) respond(response, given);
    };
  }

  server.post('/api/messages', handler(receiveMessage));
  server.get(
    '/healthz',
    handler(async () => ALIVE),
  );
  server.get('/readyz', handler(checkReadiness));
  server.on('restifyError', (_request: Request, response: Response, error: unknown, done: () => void) => {
    const status = statusOf(error);
    const name = error instanceof Error ? error.name : typeof error;
    if (status >= 500) log.error({ event: 'request-failed', error: name }, 'an HTTP request failed');
    if (!response.headersSent) respond(response, ANSWERS.get(status) ?? FAILED);
    done();
  });

  return {
    start: () =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        const listening = () => {
          server.off('error', reject);
          server.on('error', (error: Error) =>
            log.error({ event: 'listener-failed', error: error.name }, 'the HTTP listener failed'),
          );
          resolve({ port: (http.address() as AddressInfo).port });
        };
        if (host === undefined) server.listen(port, listening);
        else server.listen(port, host, listening);
      }),
    async stop() {
      stopping = true;
      if (!http.listening) return;
      const closed = new Promise<void>((resolve) => {
        http.close(() => resolve());
      });
      http.closeIdleConnections();
      const late = setTimeout(() => http.closeAllConnections(), graceMilliseconds);
      await closed;
      clearTimeout(late);
    },
  };
}

async function checkStorage(ready: Readiness): Promise<HttpAnswer> {
  const checked = withTimeout(READY_LIMIT_MILLISECONDS, () => ready().catch(() => undefined));
  const { blobs, queue } = (await checked.catch(undefinedIfTimedOut)) ?? { blobs: false, queue: false };
  const notAnswering = [...(blobs ? [] : ['blobs']), ...(queue ? [] : ['queue'])];
  if (notAnswering.length === 0) return { status: 200, body: { status: 'ready' } };
  const message = `Storage does not answer: ${notAnswering.join(' and ')}.`;
  return { status: 503, body: { error: 'not-ready', message, notAnswering }, headers: { 'retry-after': '5' } };
}

type RequestBody =
  | { readonly kind: 'read'; readonly bytes: Uint8Array }
  | { readonly kind: 'too-large' }
  /** The client closed the connection before the end. */
  | { readonly kind: 'cut-off' };

/** Holds no more than the limit in memory. */
function readBody(request: IncomingMessage, limitBytes: number): Promise<RequestBody> {
  if (Number(request.headers['content-length'] ?? 0) > DISCARDED_AT_MOST_BYTES) {
    return Promise.resolve({ kind: 'too-large' });
  }
  return new Promise((resolve) => {
    let chunks: Uint8Array[] = [];
    let size = 0;
    const end = (body: RequestBody) => {
      request.off('data', take).off('end', finish).off('close', cutOff);
      resolve(body);
    };
    const take = (chunk: Uint8Array) => {
      size += chunk.byteLength;
      if (size <= limitBytes) chunks.push(chunk);
      else chunks = [];
      if (size > DISCARDED_AT_MOST_BYTES) end({ kind: 'too-large' });
    };
    const finish = () => {
      end(size > limitBytes ? { kind: 'too-large' } : { kind: 'read', bytes: Buffer.concat(chunks, size) });
    };
    const cutOff = () => end({ kind: 'cut-off' });
    request.on('data', take).on('end', finish).on('close', cutOff).on('error', cutOff);
  });
}

/** JSON in UTF-8, or undefined. */
function parseJson(bytes: Uint8Array): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    return undefined;
  }
}

/** Bypasses restify's formatters, which would interpret the Accept header. */
function send(response: Response, { status, body, headers }: HttpAnswer, close: boolean): void {
  const text = body === undefined ? '' : JSON.stringify(body);
  response.sendRaw(status, text, {
    ...(body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
    'content-length': String(Buffer.byteLength(text)),
    'cache-control': 'no-store',
    ...headers,
    ...(close ? { connection: 'close' } : {}),
  });
}

function refusal(status: number, error: string, message: string, headers?: HttpAnswer['headers']): HttpAnswer {
  return { status, body: { error, message }, headers };
}

const ALIVE: HttpAnswer = { status: 200, body: { status: 'ok' } };
const NOT_JSON = refusal(400, 'not-json', 'The body is not JSON in UTF-8; send one Bot Framework activity.');
const TOO_LARGE = refusal(413, 'too-large', 'The body is larger than 1 MB; send a smaller activity.');
const STOPPING = refusal(503, 'stopping', 'This instance is stopping; send it again.', { 'retry-after': '1' });
const FAILED = refusal(500, 'failed', 'The request failed; the log says why.');
const ANSWERS: ReadonlyMap<number, HttpAnswer> = new Map([
  [400, refusal(400, 'bad-request', 'The request cannot be read.')],
  [404, refusal(404, 'not-found', 'There is nothing here; activities go to POST /api/messages.')],
  [405, refusal(405, 'method-not-allowed', 'This path takes another method; activities go to POST /api/messages.')],
]);

function statusOf(error: unknown): number {
  const status: unknown = error instanceof Error ? Reflect.get(error, 'statusCode') : undefined;
  return typeof status === 'number' ? status : 500;
}
