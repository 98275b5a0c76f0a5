/** An HTTP server on loopback whose requests arrive read, recorded and after any scripted fault. */
import { once } from 'node:events';
import { IncomingMessage, type RequestListener, type Server, type ServerResponse, createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { text } from 'node:stream/consumers';
import { type FaultList, type Faults, actOut, createFaults } from './faults.ts';
import { listenNear } from '../free-port.ts';

const MOST_BODY_BYTES = 4 * 1024 * 1024;
const KEPT_REQUESTS = 10_000;

export interface ReceivedRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: string;
  readonly headers: IncomingMessage['headers'];
  /** As it came, byte for byte (read as UTF-8). */
  readonly body: string;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
}

export interface Tls {
  readonly key: string;
  readonly cert: string;
}

export interface ServeOptions {
  /** 0 or absent: any. Occupied: another free one. */
  readonly port?: number | undefined;
  readonly tls?: Tls | undefined;
  readonly log?: StandInLog | undefined;
}

/** Gets a line for each request: method, path, status; never a body. */
export type StandInLog = (line: string) => void;

export interface Served {
  readonly url: string;
  readonly faults: Faults;
  /** What came in, oldest first; the newest 10,000. Holds secrets: for tests in this process alone. */
  readonly received: readonly ReceivedRequest[];
  /** Resolves when it no longer listens, for whatever reason. */
  readonly closed: Promise<unknown>;
  /** Ends open connections too. Safe to call twice. */
  stop(): Promise<void>;
}

export type Handler = (
  request: ReceivedRequest,
  raw: IncomingMessage,
  response: ServerResponse,
) => Promise<void> | void;

/** Listens on loopback; `handlerFor` is given the address that came out. */
export async function serve(options: ServeOptions, handlerFor: (url: string) => Handler): Promise<Served> {
  const faults = createFaults();
  const received: ReceivedRequest[] = [];
  const requests: { handle?: RequestListener } = {};
  const listener: RequestListener = (request, response) => requests.handle?.(request, response);
  const { tls } = options;
  const server: Server = tls === undefined ? createServer(listener) : createTlsServer({ ...tls }, listener);
  const port = await listenNear(server, options.port ?? 0);
  const closed = once(server, 'close');
  const url = `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`;

  const handler = handlerFor(url);
  requests.handle = (request, response) => {
    answer(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
      response.end();
    });
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const whole = request.url ?? '/';
    const queryAt = whole.indexOf('?');
    const read: ReceivedRequest = {
      method: request.method ?? 'GET',
      path: queryAt < 0 ? whole : whole.slice(0, queryAt),
      query: queryAt < 0 ? '' : whole.slice(queryAt + 1),
      headers: request.headers,
      body,
      receivedAt: Date.now(),
    };
    received.push(read);
    if (received.length > KEPT_REQUESTS) received.shift();
    response.once('close', () => options.log?.(`${read.method} ${read.path} ${response.statusCode}`));
    if (await faulty(faults, read, request, response)) return;
    await handler(read, request, response);
  }

  return {
    url,
    faults,
    received,
    closed,
    async stop() {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function faulty(
  faults: FaultList,
  read: ReceivedRequest,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const fault = faults.take(read);
  return fault !== undefined && (await actOut(fault, request, response));
}

async function readBody(request: IncomingMessage): Promise<string> {
  if (Number(request.headers['content-length'] ?? 0) > MOST_BODY_BYTES) throw new Error('body too large');
  return text(request);
}

/** The same request with its body still to be read, for a framework that reads it itself. */
export function unread(request: IncomingMessage, body: string): IncomingMessage {
  const copy = new IncomingMessage(request.socket);
  copy.method = request.method;
  copy.url = request.url;
  copy.headers = { ...request.headers };
  copy.rawHeaders = request.rawHeaders;
  copy.httpVersion = request.httpVersion;
  copy.httpVersionMajor = request.httpVersionMajor;
  copy.httpVersionMinor = request.httpVersionMinor;
  copy.complete = true;
  if (body !== '') copy.push(body);
  copy.push(null);
  return copy;
}

/** Answers with JSON. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  // Not chained: in a process that has loaded restify, writeHead returns nothing.
  const type = 'application/json; charset=utf-8';
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', ...headers });
  response.end(JSON.stringify(body));
}
