/** How many connections the server holds, and which of them gives way (docs/decisions/limits-before-authentication.md). */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import type { LimitedLog } from '../log/limited-log.ts';

/** Far more than a load balancer keeps open; one that sent headers only costs less than 100 KB. */
const MAX_CONNECTIONS = 512;
/** No client in use sends a request before the answer to its last one. */
const MAX_UNANSWERED = 16;

/** Options of the server. */
export const TIMES = {
  /** Slow headers, and slow bodies, are cut off within 10 s: at the first check after their limit. */
  headersTimeout: 7_000,
  requestTimeout: 8_000,
  /** Node's own is 30 s, which lets a slow request live that much longer. */
  connectionsCheckingInterval: 1_500,
  /** Longer than the idle time-out of common load balancers, so that they close the connection. */
  keepAliveTimeout: 65_000,
};

interface Connection {
  /** It has carried a valid token. */
  isTrusted: boolean;
  unanswered: number;
}

export class Connections {
  /** The oldest first. */
  readonly #open = new Map<Socket, Connection>();
  readonly #log: LimitedLog;

  constructor(server: Server, log: LimitedLog) {
    this.#log = log;
    // Above ours: for a burst that arrives before the connections that gave way are closed.
    server.maxConnections = 2 * MAX_CONNECTIONS;
    server.on('connection', (socket: Socket) => this.#add(socket));
    server.on('drop', () => this.#logLimit());
  }

  /** @returns false for a request that is not answered: too many were sent without waiting for an answer */
  admit({ socket }: IncomingMessage, response: ServerResponse): boolean {
    const connection = this.#open.get(socket);
    if (connection === undefined) return false;
    if (connection.unanswered >= MAX_UNANSWERED) {
      this.#close(socket);
      return false;
    }
    connection.unanswered += 1;
    response.once('close', () => {
      connection.unanswered -= 1;
    });
    return true;
  }

  /** A connection with a valid token never gives way to another. */
  trust(socket: Socket): void {
    const connection = this.#open.get(socket);
    if (connection !== undefined) connection.isTrusted = true;
  }

  /** The oldest connection without a valid token gives way, so that idle ones cannot keep others out. */
  #add(socket: Socket): void {
    this.#open.set(socket, { isTrusted: false, unanswered: 0 });
    socket.once('close', () => this.#open.delete(socket));
    if (this.#open.size <= MAX_CONNECTIONS) return;
    this.#logLimit();
    for (const [other, { isTrusted }] of this.#open) if (!isTrusted) return this.#close(other);
  }

  #close(socket: Socket): void {
    this.#open.delete(socket);
    socket.destroy();
  }

  #logLimit(): void {
    this.#log.warn(
      { event: 'connections-limited' },
      'too many connections at once; those without a valid token gave way',
    );
  }
}
