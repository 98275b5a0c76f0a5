/** An upstream that answers what the test says, over real sockets, and remembers what it was asked. */
import { createServer as createPlainServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';

import type { Identity } from './certificates.ts';

export interface RecordedRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** The body's bytes as text, not decoded any further. */
  readonly body: string;
  readonly form: URLSearchParams;
}

export interface ScriptedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body?: string | Uint8Array | object;
  /** Milliseconds before the head is sent. */
  readonly delay?: number;
  /** The body again and again, until the client hangs up. */
  readonly endless?: boolean;
  /** The connection is cut after the head and this body. */
  readonly cutOff?: boolean;
  /** The head is sent, the body never ends. */
  readonly stall?: boolean;
  /** The connection is reset without an answer. */
  readonly reset?: boolean;
}

export type Step = ScriptedAnswer | ((request: RecordedRequest) => ScriptedAnswer | Promise<ScriptedAnswer>);

export interface ScriptedServer {
  /** `http://127.0.0.1:port` or `https://…`. */
  readonly url: string;
  readonly port: number;
  readonly requests: readonly RecordedRequest[];
  /** Sockets open at once, at most so far. */
  readonly mostSockets: number;
  readonly bytesSent: number;
  /** What the next requests are answered, in turn; the last step stays. */
  answer(...steps: readonly Step[]): void;
  close(): Promise<void>;
}

export interface ScriptedServerOptions {
  /** Speaks TLS as this. */
  readonly tls?: Identity;
  /** Any free one unless named. */
  readonly port?: number;
}

export async function startScriptedServer({
  tls,
  port: wanted = 0,
}: ScriptedServerOptions = {}): Promise<ScriptedServer> {
  const requests: RecordedRequest[] = [];
  const sockets = new Set<Socket>();
  let script: readonly Step[] = [{ status: 500, body: 'nothing scripted' }];
  let mostSockets = 0;
  let bytesSent = 0;

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await record(incoming);
    requests.push(request);
    const [step = {}, ...later] = script;
    if (later.length > 0) script = later;
    await play(typeof step === 'function' ? await step(request) : step, response);
  }

  async function play(answer: ScriptedAnswer, response: ServerResponse): Promise<void> {
    const { status = 200, headers = {}, body = '', delay = 0 } = answer;
    if (delay > 0) await sleep(delay);
    const { socket } = response;
    if (answer.reset === true) {
      if (socket !== null && 'resetAndDestroy' in socket && tls === undefined) socket.resetAndDestroy();
      else socket?.destroy();
      return;
    }
    const bytes = typeof body === 'string' ? Buffer.from(body) : body instanceof Uint8Array ? body : toJson(body);
    const whole = answer.endless !== true && answer.stall !== true && answer.cutOff !== true;
    const length = answer.cutOff === true ? bytes.length + 100 : bytes.length;
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(whole || answer.cutOff === true ? { 'content-length': String(length) } : {}),
      ...headers,
    });
    if (whole) {
      response.end(bytes);
      return;
    }
    response.write(bytes);
    if (answer.cutOff === true) setTimeout(() => socket?.destroy(), 10);
    while (answer.endless === true && !response.destroyed) {
      bytesSent += bytes.length;
      if (!response.write(bytes)) await sleep(1);
    }
  }

  // Closing the connection is all that is left to do when a step throws.
  const listener = (incoming: IncomingMessage, response: ServerResponse): void => {
    serve(incoming, response).catch(() => response.destroy());
  };
  const server = tls === undefined ? createPlainServer(listener) : createTlsServer({ ...tls }, listener);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    mostSockets = Math.max(mostSockets, sockets.size);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(wanted, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    port,
    requests,
    get mostSockets() {
      return mostSockets;
    },
    get bytesSent() {
      return bytesSent;
    },
    answer(...steps) {
      script = steps;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

async function record(incoming: IncomingMessage): Promise<RecordedRequest> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) if (chunk instanceof Uint8Array) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  const { method = '', url: path = '', headers } = incoming;
  return { method, path, headers, body, form: new URLSearchParams(body) };
}

const toJson = (body: object): Uint8Array => Buffer.from(JSON.stringify(body));

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    // An answer nobody waits for any more must not keep the process.
    setTimeout(resolve, milliseconds).unref();
  });
