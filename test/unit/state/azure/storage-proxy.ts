import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Trouble =
  | { readonly kind: 'answer'; readonly status: number; readonly code: string }
  /** Takes the request and says nothing. */
  | { readonly kind: 'silence' }
  | { readonly kind: 'reset' }
  /** The request is done, its answer gets lost. */
  | { readonly kind: 'lost answer' };

export interface StorageProxy {
  readonly port: number;
  /** `PUT /account/container/blob?comp=…` of everything asked so far. */
  readonly requests: readonly string[];
  /** Of every answer that it passed on. */
  readonly statuses: readonly number[];
  /** Decides, for each request from now on, what befalls it. */
  trouble(decide: (request: string) => Trouble | undefined): void;
  close(): Promise<void>;
}

/** Stands before Azurite and makes the trouble that only real networks and Azure's limits make. */
export async function startStorageProxy(targetPort: number): Promise<StorageProxy> {
  const requests: string[] = [];
  const statuses: number[] = [];
  let decide: (request: string) => Trouble | undefined = () => undefined;

  function pass(incoming: IncomingMessage, outgoing: ServerResponse, lose: boolean): void {
    const { method, url, headers } = incoming;
    const onward = forward({ host: '127.0.0.1', port: targetPort, method, path: url, headers }, (answer) => {
      if (lose) {
        answer.resume().once('end', () => incoming.socket.destroy());
        return;
      }
      const { statusCode = 500 } = answer;
      statuses.push(statusCode);
      outgoing.writeHead(statusCode, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => incoming.socket.destroy());
    incoming.pipe(onward);
  }

  const server = createServer((incoming, outgoing) => {
    const line = `${incoming.method} ${incoming.url}`;
    requests.push(line);
    const trouble = decide(line);
    switch (trouble?.kind) {
      case undefined:
      case 'lost answer':
        pass(incoming, outgoing, trouble !== undefined);
        break;
      case 'reset':
        incoming.socket.destroy();
        break;
      case 'silence':
        incoming.resume();
        break;
      case 'answer': {
        incoming.resume();
        const { status, code } = trouble;
        outgoing.writeHead(status, { 'x-ms-error-code': code, 'content-type': 'application/xml' });
        outgoing.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`);
      }
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    statuses,
    trouble(next) {
      decide = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
