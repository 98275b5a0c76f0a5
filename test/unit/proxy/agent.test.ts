/** How many requests to one origin are under way at once, of the pools that turns use. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createChannelHttp } from '../../../src/chat/outbound/http.ts';
import { systemClock } from '../../../src/core/platform.ts';
import { requestBuffered } from '../../../src/proxy/request-buffered.ts';
import { createStorageHttp } from '../../../src/state/azure/transport.ts';
import { eventually } from '../../support/eventually.ts';

const AT_ONCE = 64;

const waiting: ServerResponse[] = [];
const server = createServer((_request, response) => void waiting.push(response));
let origin: string;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const channel = createChannelHttp({ clock: systemClock });
const storage = createStorageHttp(undefined).dispatcher;
const { signal } = new AbortController();

test.each([
  ['the chat service', () => channel.send({ method: 'POST', url: `${origin}/`, body: '{}' }), () => channel.close()],
  [
    'storage',
    () => requestBuffered(storage, { origin, path: '/', method: 'GET' }, { sizeLimitBytes: 1_000, signal }),
    () => storage.destroy(),
  ],
])('64 requests to %s are under way at once, the next one waits for the first answer', async (_name, send, close) => {
  const sent = Array.from({ length: AT_ONCE + 1 }, () => send());
  await eventually('as many requests as connections', async () => waiting.length >= AT_ONCE);
  expect(waiting).toHaveLength(AT_ONCE);
  waiting.shift()?.end();
  await eventually('the one that waited', async () => waiting.length === AT_ONCE);
  for (const response of waiting.splice(0)) response.end();
  expect(await Promise.all(sent)).toMatchObject(sent.map(() => ({ status: 200 })));
  await close();
});
