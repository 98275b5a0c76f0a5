/**
 * A process between the bot and the backup service: `node large-service.ts URL`. Every search finds 10,000 mails, 58 MB in all,
 * of which a page has as many as were asked for. A file that is saved has 45 MB, of which the first four come at once and the rest in
 * half an hour. Everything else passes through. Reports its own URL to its parent.
 */
import { createServer, request as forward, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const FOUND = 10_000;
const BYTES_EACH = 5_800;
/** What a search over a whole mailbox takes. */
const SEARCH_MILLISECONDS = 1_000;

const mail = (n: number): string =>
  JSON.stringify({
    id: `item-${n}`,
    mailboxId: 'mailbox-1',
    itemClass: 'IPM.Note',
    subject: `Offer ${n}`,
    from: 'Sales',
    received: '2026-03-01T10:00:00Z',
    sizeBytes: 20_000,
    to: 'somebody@example.org; '.repeat(Math.ceil((BYTES_EACH - 200) / 22)),
  });
const MAILS = Array.from({ length: FOUND }, (_, n) => mail(n));

async function answerSearch(query: URLSearchParams, response: ServerResponse): Promise<void> {
  await sleep(SEARCH_MILLISECONDS);
  const limit = Number(query.get('limit') ?? 30);
  const offset = Number(query.get('offset') ?? 0);
  const next = offset + limit < FOUND ? { next: { href: '/next' } } : {};
  const page = MAILS.slice(offset, offset + limit).join(',');
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(
    `{"offset":${offset},"limit":${limit},"setId":"set-1","_links":${JSON.stringify(next)},"results":[${page}]}`,
  );
}

const FILE_BYTES = 45_000_000;
/** Less than the bot stores at a time, so that it holds them. */
const AT_ONCE = Buffer.alloc(4_000_000, 'a');
const TRICKLED = Buffer.alloc(2_500, 'b');
const TRICKLE_MILLISECONDS = 100;

async function trickleFile(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': FILE_BYTES });
  response.write(AT_ONCE);
  while (!response.destroyed) {
    await sleep(TRICKLE_MILLISECONDS);
    response.write(TRICKLED);
  }
}

const { port: targetPort } = new URL(process.argv[2] ?? '');
const server = createServer((incoming, outgoing) => {
  const { method, url = '/' } = incoming;
  const { pathname, searchParams } = new URL(url, 'http://service');
  if (method === 'POST' && /\/search(Exchange)?$/.test(pathname)) {
    incoming.resume();
    void answerSearch(searchParams, outgoing);
    return;
  }
  if (method === 'POST' && pathname.endsWith('/save')) {
    incoming.resume();
    void trickleFile(outgoing);
    return;
  }
  const headers = { ...incoming.headers, host: `127.0.0.1:${targetPort}` };
  const onward = forward({ host: '127.0.0.1', port: targetPort, method, path: url, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(outgoing);
  });
  onward.on('error', () => incoming.socket.destroy());
  incoming.pipe(onward);
});
process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
