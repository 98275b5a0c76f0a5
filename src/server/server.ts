/** HTTP: /api/messages, /healthz, /readyz (contract, HTTP). */
import type { AddressInfo } from 'node:net';
import restify from 'restify';
import type { Request, RequestHandler, Response } from 'restify';

import type { HttpAnswer as Answer } from '../chat/inbound/authorize-activity.ts';
import { parseJson, readBody } from './request-body.ts';
import type { Log } from '../core/platform.ts';

export interface Server {
  /** Listens; rejects where it cannot (port taken, no such address). */
  start(): Promise<{ readonly port: number }>;
  /** No new turns, what runs is finished, then every connection is closed; at most `graceMilliseconds`. */
  stop(): Promise<void>;
}

const BODY_LIMIT_BYTES = 1_048_576;
const HEADERS_LIMIT_MILLISECONDS = 10_000;
const REQUEST_LIMIT_MILLISECONDS = 20_000;
/** Longer than the idle time-out of the usual load balancers, so that it is they who close. */
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
  /** An activity's parsed body and `Authorization` header → the answer. */
  readonly receive: (body: unknown, authorization: string | undefined) => Promise<Answer>;
  /** Whether each part of storage answers. */
  readonly ready: () => Promise<{ readonly blobs: boolean; readonly queue: boolean }>;
  readonly log: Log;
  /** Absent: all addresses. */
  readonly host?: string | undefined;
  /** 0: any free one. */
  readonly port: number;
  readonly graceMilliseconds?: number | undefined;
}): Server {
  // No name: no Server header.
  const server = restify.createServer({ name: '' });
  const { server: http } = server;
  http.headersTimeout = HEADERS_LIMIT_MILLISECONDS;
  http.requestTimeout = REQUEST_LIMIT_MILLISECONDS;
  http.keepAliveTimeout = KEEP_ALIVE_MILLISECONDS;
  let stopping = false;
  let checking: Promise<Answer> | undefined;

  async function message(request: Request): Promise<Answer | undefined> {
    if (stopping) return STOPPING;
    const body = await readBody(request, BODY_LIMIT_BYTES);
    if (body.kind === 'cut-off') return undefined;
    if (body.kind === 'too-large') return TOO_LARGE;
    const parsed = parseJson(body.bytes);
    if (parsed === undefined) return NOT_JSON;
    return stopping ? STOPPING : receive(parsed.value, request.headers.authorization);
  }

  /** However many ask at a time, storage is asked once. */
  function readiness(): Promise<Answer> {
    if (stopping) return Promise.resolve(STOPPING);
    checking ??= checkStorage(ready).finally(() => {
      checking = undefined;
    });
    return checking;
  }

  /** A client that sent too much, or that must look for another instance, gets no second turn on its connection. */
  const reply = (response: Response, answer: Answer) => send(response, answer, stopping || answer === TOO_LARGE);

  function answering(answer: (request: Request) => Promise<Answer | undefined>): RequestHandler {
    return async (request, response) => {
      const given = await answer(request);
      if (given !== undefined) reply(response, given);
    };
  }

  server.post('/api/messages', answering(message));
  server.get(
    '/healthz',
    answering(async () => ALIVE),
  );
  server.get('/readyz', answering(readiness));
  server.on('restifyError', (_request: Request, response: Response, error: unknown, done: () => void) => {
    const status = statusOf(error);
    if (status >= 500)
      log.error(
        { event: 'request-failed', error: error instanceof Error ? error.name : typeof error },
        'a request failed',
      );
    if (!response.headersSent) reply(response, ANSWERS.get(status) ?? FAILED);
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

async function checkStorage(
  ready: () => Promise<{ readonly blobs: boolean; readonly queue: boolean }>,
): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), READY_LIMIT_MILLISECONDS);
  });
  const parts = await Promise.race([ready().catch(() => undefined), late]);
  clearTimeout(timer);
  const { blobs, queue } = parts ?? { blobs: false, queue: false };
  const silent = [...(blobs ? [] : ['blobs']), ...(queue ? [] : ['queue'])];
  if (silent.length === 0) return { status: 200, body: { status: 'ready' } };
  return {
    status: 503,
    body: { error: 'not-ready', message: `Storage does not answer: ${silent.join(' and ')}.`, notAnswering: silent },
    headers: { 'retry-after': '5' },
  };
}

/** Past restify's formatters, which would have a say in an Accept header. */
function send(response: Response, { status, body, headers }: Answer, close: boolean): void {
  const text = body === undefined ? '' : JSON.stringify(body);
  response.sendRaw(status, text, {
    ...(body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
    'content-length': String(Buffer.byteLength(text)),
    'cache-control': 'no-store',
    ...headers,
    ...(close ? { connection: 'close' } : {}),
  });
}

function refusal(status: number, error: string, message: string, headers?: Answer['headers']): Answer {
  return { status, body: { error, message }, headers };
}

const ALIVE: Answer = { status: 200, body: { status: 'ok' } };
const NOT_JSON = refusal(400, 'not-json', 'The body is not JSON in UTF-8; send one Bot Framework activity.');
const TOO_LARGE = refusal(413, 'too-large', 'The body is larger than 1 MB; send a smaller activity.');
const STOPPING = refusal(503, 'stopping', 'This instance is stopping; send it again.', { 'retry-after': '1' });
const FAILED = refusal(500, 'failed', 'The request failed; the log says why.');
const ANSWERS: ReadonlyMap<number, Answer> = new Map([
  [400, refusal(400, 'bad-request', 'The request cannot be read.')],
  [404, refusal(404, 'not-found', 'There is nothing here; activities go to POST /api/messages.')],
  [405, refusal(405, 'method-not-allowed', 'This path takes another method; activities go to POST /api/messages.')],
]);

function statusOf(error: unknown): number {
  const status: unknown = error instanceof Error ? Reflect.get(error, 'statusCode') : undefined;
  return typeof status === 'number' ? status : 500;
}
