/** A proxy before an upstream that counts requests and injects faults. */
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const FAULT_KINDS = [
  'refusing',
  'resetting',
  'slow',
  'silent',
  'garbage',
  'throttling',
  'failing',
  'cut off',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface FaultyProxy {
  readonly url: string;
  readonly port: number;
  /** When each request came, epoch milliseconds. */
  readonly askedAt: readonly number[];
  /** Injects this fault from now on; undefined: none. */
  misbehave(kind: FaultKind | undefined): Promise<void>;
  close(): Promise<void>;
}

const SLOW_MILLISECONDS = 1_500;
const GARBAGE = '<!doctype html><title>502</title>{"access_token":';

export async function startFaultyProxy(target: { readonly url: string }): Promise<FaultyProxy> {
  const { port: targetPort } = new URL(target.url);
  const askedAt: number[] = [];
  let fault: FaultKind | undefined;

  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method, url: path } = incoming;
    // The upstream's own address is not rewritten.
    const headers = { ...incoming.headers, host: `127.0.0.1:${targetPort}` };
    const onward = forward({ host: '127.0.0.1', port: targetPort, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => incoming.socket.destroy());
    incoming.pipe(onward);
  }

  function answer(incoming: IncomingMessage, outgoing: ServerResponse, status: number, body: string): void {
    incoming.resume();
    outgoing.writeHead(status, { 'content-type': 'text/html', 'retry-after': '1' });
    outgoing.end(body);
  }

  function act(incoming: IncomingMessage, outgoing: ServerResponse): void {
    switch (fault) {
      case undefined:
        return pass(incoming, outgoing);
      case 'refusing':
      case 'resetting':
        incoming.socket.resetAndDestroy();
        return undefined;
      case 'slow':
        incoming.pause();
        setTimeout(() => pass(incoming, outgoing), SLOW_MILLISECONDS);
        return undefined;
      case 'silent':
        incoming.resume();
        return undefined;
      case 'garbage':
        return answer(incoming, outgoing, 200, GARBAGE);
      case 'throttling':
        return answer(incoming, outgoing, 429, '');
      case 'failing':
        return answer(incoming, outgoing, 503, 'Service Unavailable');
      case 'cut off':
        incoming.resume();
        outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': '400' });
        outgoing.write('{"token_type":"Be', () => incoming.socket.destroy());
        return undefined;
    }
  }

  const server = createServer((incoming, outgoing) => {
    askedAt.push(Date.now());
    incoming.on('error', () => undefined);
    outgoing.on('error', () => undefined);
    act(incoming, outgoing);
  });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject);
        resolve();
      });
    });
  const stopListening = (): Promise<void> =>
    new Promise((resolve) => {
      if (!server.listening) return resolve();
      server.close(() => resolve());
      server.closeAllConnections();
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    askedAt,
    async misbehave(kind) {
      fault = kind;
      // Open requests are not affected: a fault begins with the next request.
      if (kind === 'refusing') await stopListening();
      else if (!server.listening) await listen(port);
    },
    async close() {
      fault = undefined;
      await stopListening();
    },
  };
}
