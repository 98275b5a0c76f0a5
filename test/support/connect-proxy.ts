/** A minimal HTTP proxy that supports only CONNECT. */
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

import type { Identity } from './certificates.ts';

export interface ConnectProxy {
  /** Without credentials. */
  readonly url: string;
  readonly port: number;
  /** `host:port` of each CONNECT, oldest first. */
  readonly asked: readonly string[];
  /** `Proxy-Authorization` of each. */
  readonly credentials: readonly (string | undefined)[];
  close(): Promise<void>;
}

export interface ConnectProxyOptions {
  /** The target of every tunnel, whatever host was requested. */
  readonly leadsTo?: number;
  /** Answers with this instead of a tunnel. */
  readonly refuses?: number;
  /** Never answers. */
  readonly silent?: boolean;
  /** The proxy itself speaks TLS. */
  readonly tls?: Identity;
  /** How its URL calls this machine; 127.0.0.1 by default. */
  readonly host?: string;
}

export async function startConnectProxy(options: ConnectProxyOptions = {}): Promise<ConnectProxy> {
  const { leadsTo, refuses, silent = false, tls, host = '127.0.0.1' } = options;
  const asked: string[] = [];
  const credentials: (string | undefined)[] = [];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
  };
  const server = tls === undefined ? createServer() : createTlsServer({ ...tls });
  server.on('connection', keep);
  server.on('connect', (request, socket: Socket) => {
    asked.push(request.url ?? '');
    credentials.push(request.headers['proxy-authorization']);
    keep(socket);
    if (silent) return;
    if (refuses !== undefined) {
      socket.end(`HTTP/1.1 ${refuses} No\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const [, port = ''] = /:(\d+)$/.exec(request.url ?? '') ?? [];
    const behind = connect({ host: '127.0.0.1', port: leadsTo ?? Number(port) }, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      behind.pipe(socket).pipe(behind);
    });
    keep(behind);
    behind.once('close', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls === undefined ? 'http' : 'https'}://${host}:${port}`,
    port,
    asked,
    credentials,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
