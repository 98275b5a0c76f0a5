/** A backup service whose searches take as long as the test says, from `hold` on; every other call is forwarded at once. */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SlowService {
  readonly url: string;
  /** Searches that wait, and the most that waited at the same time. */
  readonly waiting: number;
  readonly mostWaiting: number;
  /** Searches that came since, each counted once however many pages it has. */
  readonly searches: number;
  hold(): void;
  /** Answers the searches that wait, and all later ones at once. */
  release(): void;
  stop(): Promise<void>;
}

const isSearch = ({ method, url = '' }: IncomingMessage): boolean => method === 'POST' && /\/search\?/i.test(url);

/** @param target address of the service, which is asked on */
export async function startSlowService(target: string): Promise<SlowService> {
  let isHeld = false;
  const released = Promise.withResolvers<void>();
  let [waiting, mostWaiting, searches] = [0, 0, 0];

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    if (isHeld && isSearch(incoming)) {
      searches += Number(incoming.url?.includes('offset=0') === true);
      waiting += 1;
      mostWaiting = Math.max(mostWaiting, waiting);
      const closed = new Promise<void>((resolve) => void response.once('close', resolve));
      await Promise.race([released.promise, closed]);
      waiting -= 1;
    }
    const { method, url = '', headers } = incoming;
    const forwarded = request(new URL(url, target), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    incoming.pipe(forwarded);
  }

  const server = createServer((incoming, response) => void serve(incoming, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get waiting() {
      return waiting;
    },
    get mostWaiting() {
      return mostWaiting;
    },
    get searches() {
      return searches;
    },
    hold: () => void (isHeld = true),
    release: released.resolve,
    async stop() {
      released.resolve();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
