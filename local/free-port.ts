/** Listens on loopback, on another port if the requested one is taken. */
import { createServer, type Server } from 'node:net';
import { errorCode } from './error-code.ts';

const TAKEN: ReadonlySet<string> = new Set(['EADDRINUSE', 'EACCES']);

/** Listens on 127.0.0.1 at `port`, or at any free port where that one is taken. Returns the port. */
export async function listenNear(server: Server, port: number): Promise<number> {
  try {
    return await listen(server, port);
  } catch (cause) {
    if (port === 0 || !TAKEN.has(errorCode(cause) ?? '')) throw cause;
    return listen(server, 0);
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: '127.0.0.1' }, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

/** A port that was free a moment ago: the chat must know the bot's port before the bot takes it. */
export async function freePort(first: number): Promise<number> {
  const probe = createServer();
  const port = await listenNear(probe, first);
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
