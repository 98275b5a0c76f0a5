/** HTTP: /api/messages, /healthz, /readyz (contract, HTTP). */
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import type { ChatAdapter } from '../chat/inbound/adapter.ts';
import { errorAnswer, type JsonResponse } from '../chat/inbound/authorize-activity.ts';
import { LimitedLog } from '../core/limited-log.ts';
import type { Clock, Log } from '../core/platform.ts';
import { undefinedIfTimedOut, withTimeout } from '../core/time-limit.ts';
import { Connections, TIMES } from './connections.ts';
import { JsonBodies } from './read-json.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<JsonResponse | undefined>;
type Readiness = () => Promise<{ readonly blobs: boolean; readonly queue: boolean }>;

const READY_LIMIT_MILLISECONDS = 5_000;
const READY_SHARED_MILLISECONDS = 1_000;
/** A client that is still sending reads its answer within this time; an earlier end would reset its connection. */
const LINGER_MILLISECONDS = 1_000;
const GRACE_MILLISECONDS = 8_000;

const ALIVE: JsonResponse = { status: 200, body: { status: 'ok' } };
const STOPPING = errorAnswer(503, 'stopping', 'This instance is stopping; send it again.', { 'retry-after': '1' });
const FAILED = errorAnswer(500, 'failed', 'The request failed; the log says why.');
const NOT_FOUND = errorAnswer(404, 'not-found', 'There is nothing here; activities go to POST /api/messages.');
const OTHER_METHOD = errorAnswer(
  405,
  'method-not-allowed',
  'This path takes another method; activities go to POST /api/messages.',
);

export function createServer({
  messages,
  ready,
  clock,
  log,
  host,
  port,
  graceMilliseconds = GRACE_MILLISECONDS,
}: {
  readonly messages: Pick<ChatAdapter, 'authenticate' | 'receive'>;
  readonly ready: Readiness;
  readonly clock: Clock;
  readonly log: Log;
  readonly host?: string | undefined;
  readonly port: number;
  readonly graceMilliseconds?: number | undefined;
}) {
  const http = createHttpServer(TIMES, (request, response) => void handle(request, response));
  // A body is asked for (`100 Continue`) once its sender is known.
  http.on('checkContinue', (request, response) => void handle(request, response));
  const limitedLog = new LimitedLog({ clock, log });
  const connections = new Connections(http, limitedLog);
  const bodies = new JsonBodies(limitedLog);
  let stopping = false;
  let checking: Promise<JsonResponse> | undefined;

  /** Nothing of the body is read before its sender is known. */
  async function receiveMessage(request: IncomingMessage, response: ServerResponse): Promise<JsonResponse | undefined> {
    if (stopping) return STOPPING;
    const sender = await messages.authenticate(request.headers);
    if (sender.kind === 'refused') return sender.answer;
    connections.trust(request.socket);
    return bodies.read(request, response, async (body) => (stopping ? STOPPING : messages.receive(body, sender)));
  }

  /** Storage is checked at most once a second; requests in between share its answer. */
  async function checkReadiness(): Promise<JsonResponse> {
    if (stopping) return STOPPING;
    if (checking === undefined) {
      checking = checkStorage(ready);
      const aSecond = sleep(READY_SHARED_MILLISECONDS, undefined, { ref: false });
      void Promise.all([checking, aSecond]).finally(() => {
        checking = undefined;
      });
    }
    return checking;
  }

  const routes = new Map<string | undefined, readonly [method: string, answer: Answer]>([
    ['/api/messages', ['POST', receiveMessage]],
    ['/healthz', ['GET', async () => ALIVE]],
    ['/readyz', ['GET', checkReadiness]],
  ]);

  async function answerTo(request: IncomingMessage, response: ServerResponse): Promise<JsonResponse | undefined> {
    const path = URL.parse(request.url ?? '', 'http://bot')?.pathname;
    const [method, answer] = routes.get(path) ?? [];
    if (answer === undefined) return NOT_FOUND;
    if (method !== request.method) return OTHER_METHOD;
    try {
      return await answer(request, response);
    } catch (error) {
      const name = error instanceof Error ? error.name : typeof error;
      log.error({ event: 'request-failed', error: name }, 'an HTTP request failed');
      return FAILED;
    }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!connections.admit(request, response)) return;
    const answer = await answerTo(request, response);
    // The sender of a 401 may be anybody; after a 503 the client has to find another instance.
    if (answer !== undefined) await send(request, response, answer, stopping || answer.status === 401);
  }

  return {
    /** Listens; rejects where it cannot (port taken, no such address). */
    async start(): Promise<{ readonly port: number }> {
      const listening = once(http, 'listening');
      http.listen(port, host);
      await listening;
      http.on('error', (error) =>
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

/** An unread body stays unread, which ends the connection. */
async function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, body, headers }: JsonResponse,
  close: boolean,
): Promise<void> {
  const text = body === undefined ? '' : JSON.stringify(body);
  response.writeHead(status, {
    ...(body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
    'content-length': String(Buffer.byteLength(text)),
    'cache-control': 'no-store',
    ...headers,
    ...(close || !request.complete ? { connection: 'close' } : {}),
  });
  if (request.complete) return void response.end(text);
  response.write(text);
  await sleep(LINGER_MILLISECONDS, undefined, { ref: false });
  response.end();
}
