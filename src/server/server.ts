/** HTTP: /api/messages, /healthz, /readyz; /sign-in and /signed-in where people sign in in the browser. */
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import restify, { type Request, type RequestHandler, type Response } from 'restify';

import type { ChatAdapter } from '../chat/inbound/adapter.ts';
import { errorAnswer, type JsonResponse } from '../chat/inbound/authorize-activity.ts';
import { LimitedLog } from '../log/limited-log.ts';
import type { Clock, Log } from '../core/platform.ts';
import { within } from '../core/time-limit.ts';
import { ANSWER_PATH, LINK_PATH } from '../sign-in/start/browser-request.ts';
import { Connections, TIMES } from './connections.ts';
import { Bodies, JSON_BODY } from './read-body.ts';
import {
  answerAgain,
  openLink,
  pageResponse,
  receiveAnswer,
  type PageResponse,
  type SignInPages,
} from './sign-in-pages.ts';

type Answer = (request: Request, response: ServerResponse) => Promise<JsonResponse | PageResponse | undefined>;
type Params = Readonly<Record<string, unknown>>;
type Readiness = () => Promise<{ readonly blobs: boolean; readonly queue: boolean }>;

const READY_LIMIT_MILLISECONDS = 5_000;
const READY_SHARED_MILLISECONDS = 1_000;
/** A client that is still sending reads its answer within this time; an earlier end would reset its connection. */
const LINGER_MILLISECONDS = 1_000;
const GRACE_MILLISECONDS = 8_000;

const ALIVE: JsonResponse = { status: 200, body: { status: 'ok' } };
const STOPPING = errorAnswer(503, 'stopping', 'This instance is stopping; send it again.', { 'retry-after': '1' });
const FAILED = errorAnswer(500, 'failed', 'The request failed; the log says why.');
const UNREADABLE = errorAnswer(400, 'bad-request', 'The request cannot be read.');
/** Nothing depends on what a client calls this host. */
const HOST = 'localhost';
const ANSWERS: ReadonlyMap<number, JsonResponse> = new Map([
  [400, UNREADABLE],
  [404, errorAnswer(404, 'not-found', 'There is nothing here; activities go to POST /api/messages.')],
  [405, errorAnswer(405, 'method-not-allowed', 'This path takes another method; activities go to POST /api/messages.')],
]);

export function createServer({
  messages,
  signInPages,
  ready,
  clock,
  log,
  host,
  port,
  graceMilliseconds = GRACE_MILLISECONDS,
}: {
  readonly messages: Pick<ChatAdapter, 'authenticate' | 'receive'>;
  /** Absent where nobody signs in in the browser. */
  readonly signInPages?: SignInPages | undefined;
  readonly ready: Readiness;
  readonly clock: Clock;
  readonly log: Log;
  readonly host?: string | undefined;
  readonly port: number;
  readonly graceMilliseconds?: number | undefined;
}) {
  // An empty name: no Server header.
  const router = restify.createServer({ name: '' });
  // restify's own HTTP server takes no options, and never listens: this one has limits, and hands the requests on.
  const http = createHttpServer(TIMES, route);
  // A body is asked for (`100 Continue`) once its sender is known.
  http.on('checkContinue', route);
  const limitedLog = new LimitedLog({ clock, log });
  const connections = new Connections(http, limitedLog);
  const bodies = new Bodies(limitedLog);
  let stopping = false;
  let checking: Promise<JsonResponse> | undefined;

  function route(request: IncomingMessage, response: ServerResponse): void {
    if (!connections.admit(request, response)) return;
    // restify finds the path in a URL that it makes of the host and the target, and throws where that is none.
    request.headers.host = HOST;
    if (URL.canParse(request.url ?? '', `http://${HOST}`)) router.server.emit('request', request, response);
    else void respond(request, response, UNREADABLE);
  }

  /** Nothing of the body is read before its sender is known. */
  async function receiveMessage(request: IncomingMessage, response: ServerResponse): Promise<JsonResponse | undefined> {
    if (stopping) return STOPPING;
    const sender = await messages.authenticate(request.headers);
    if (sender.kind === 'refused') return sender.answer;
    connections.trust(request.socket);
    return bodies.read(request, response, JSON_BODY, async (body) =>
      stopping ? STOPPING : messages.receive(body, sender),
    );
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

  /** Closes the connection of a sender who may be anybody (401), and of a client that has to find another instance. */
  const respond = (
    request: IncomingMessage,
    response: ServerResponse,
    answer: JsonResponse | PageResponse,
  ): Promise<void> => send(request, response, answer, stopping || answer.status === 401);

  const handler =
    (answer: Answer): RequestHandler =>
    async (request, response) => {
      const given = await answer(request, response);
      if (given !== undefined) await respond(request, response, given);
    };

  router.post('/api/messages', handler(receiveMessage));
  router.get(
    '/healthz',
    handler(async () => ALIVE),
  );
  router.get('/readyz', handler(checkReadiness));
  if (signInPages !== undefined) {
    const unlessStopping =
      (answer: Answer): Answer =>
      async (request, response) =>
        stopping ? pageResponse({ kind: 'unavailable' }, request) : answer(request, response);
    router.get(
      // Not a named parameter, which has at most 100 characters.
      `${LINK_PATH}*`,
      handler(unlessStopping((request) => openLink(signInPages, request, String((request.params as Params)['*'])))),
    );
    router.get(ANSWER_PATH, handler(unlessStopping(async (request) => answerAgain(request))));
    router.post(
      ANSWER_PATH,
      handler(unlessStopping((request, response) => receiveAnswer(signInPages, bodies, request, response))),
    );
  }
  // Without its callback: restify's own answers would end the connection of a client that is still sending.
  router.on('restifyError', (request: Request, response: Response, error: unknown) => {
    const { name, statusCode = 500 } =
      error instanceof Error ? (error as Error & { statusCode?: number }) : { name: typeof error };
    if (statusCode >= 500) log.error({ event: 'request-failed', error: name }, 'an HTTP request failed');
    if (!response.headersSent) void respond(request, response, ANSWERS.get(statusCode) ?? FAILED);
  });

  return {
    /** Listens; rejects where it cannot (port taken, no such address), or was stopped before. */
    async start(): Promise<{ readonly port: number }> {
      if (stopping) throw new Error('The server was stopped before it listened.');
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
  const checked = await within(READY_LIMIT_MILLISECONDS, () => ready().catch(() => undefined));
  const { blobs, queue } = checked ?? { blobs: false, queue: false };
  const notAnswering = [...(blobs ? [] : ['blobs']), ...(queue ? [] : ['queue'])];
  if (notAnswering.length === 0) return { status: 200, body: { status: 'ready' } };
  const message = `Storage does not answer: ${notAnswering.join(' and ')}.`;
  return { status: 503, body: { error: 'not-ready', message, notAnswering }, headers: { 'retry-after': '5' } };
}

function contentOf(content: Pick<JsonResponse, 'body'> | Pick<PageResponse, 'page'>) {
  if ('page' in content) return { text: content.page, type: 'text/html' };
  return { text: content.body === undefined ? '' : JSON.stringify(content.body), type: 'application/json' };
}

/** An unread body stays unread, which ends the connection. */
async function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, ...content }: JsonResponse | PageResponse,
  close: boolean,
): Promise<void> {
  const { text, type } = contentOf(content);
  response.writeHead(status, {
    ...(text === '' ? {} : { 'content-type': `${type}; charset=utf-8` }),
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
