/** Records everything that clients send over TCP connections, whatever the protocol. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Tap {
  readonly port: number;
  /** All bytes that clients have sent, as Latin-1. */
  readonly sent: string;
  stop(): Promise<void>;
}

/** Forwards connections to a local port. */
export async function startTap(targetPort: number): Promise<Tap> {
  const chunks: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1');
    for (const [one, other] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(one);
      one.once('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.on('error', () => one.destroy());
    }
    client.on('data', (chunk) => chunks.push(Buffer.from(chunk)));
    client.pipe(target).pipe(client);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    get sent() {
      return Buffer.concat(chunks).toString('latin1');
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
