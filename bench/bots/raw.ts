/**
 * The upper bound: node:http and undici with the same requests and nothing else. Their headers, the stored state and the message are as long
 * as ours, but nothing is verified, sealed, validated, limited or tried again.
 */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Pool } from 'undici';
import type { Environment } from '../../src/settings/reader.ts';
import { statusCard } from './card.ts';

/** Of what ours stores of somebody without a session. */
const STATE_BYTES = 720;
const PADDING = 'x'.repeat(STATE_BYTES);
/** What the stand-in for the identity provider issues has this length. */
const AUTHORIZATION = `Bearer ${'x'.repeat(43)}`;

interface Activity {
  readonly channelId: string;
  readonly serviceUrl: string;
  readonly conversation: { readonly id: string };
  readonly from: object;
  readonly recipient: object;
  readonly locale?: string;
  readonly text?: string;
}

export async function runBot({
  PORT,
  CHANNEL_URL = '',
  STORAGE_URL = '',
  CONNECTION_STRING = '',
}: Environment): Promise<void> {
  const channel = new Pool(CHANNEL_URL, { connections: 64 });
  const storage = new Pool(STORAGE_URL, { connections: 64 });
  const signature = /SharedAccessSignature=(.*)/.exec(CONNECTION_STRING)?.[1] ?? '';

  const server = createServer((request, response) => {
    void (async () => {
      const { text: said, ...activity } = JSON.parse(await text(request)) as Activity;
      const id = encodeURIComponent(activity.conversation.id);
      const path = `/blob/raw/conversations/${id}.json?${signature}`;
      const versioned = { 'x-ms-version': '2024-11-04' };
      const { statusCode, body, headers } = await storage.request({ method: 'GET', path, headers: versioned });
      const stored = statusCode === 200 ? ((await body.json()) as { count: number }) : { count: 0 };
      if (statusCode !== 200) await body.dump();
      if (said === 'count') {
        const state = JSON.stringify({ count: stored.count + 1, padding: PADDING });
        const etag = headers['etag'];
        const condition = typeof etag === 'string' ? { 'if-match': etag } : { 'if-none-match': '*' };
        const blob = { 'content-type': 'application/json', 'x-ms-blob-type': 'BlockBlob', 'x-ms-meta-kid': 'bench' };
        const write = { method: 'PUT' as const, path, body: state, headers: { ...versioned, ...blob, ...condition } };
        await (await storage.request(write)).body.dump();
      }
      const card = statusCard(stored.count);
      const reply = {
        type: 'message',
        channelId: activity.channelId,
        serviceUrl: activity.serviceUrl,
        conversation: activity.conversation,
        from: activity.recipient,
        recipient: activity.from,
        locale: activity.locale,
        summary: "You're not signed in",
        attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content: card }],
      };
      const sent = await channel.request({
        method: 'POST',
        path: `/v3/conversations/${id}/activities`,
        headers: {
          accept: 'application/json',
          'user-agent': 'restore-bot',
          'content-type': 'application/json; charset=utf-8',
          authorization: AUTHORIZATION,
        },
        body: JSON.stringify(reply),
      });
      await sent.body.dump();
      response.writeHead(200, { 'content-length': 0, 'cache-control': 'no-store' });
      response.end();
    })();
  });
  server.listen(Number(PORT), '127.0.0.1', () => {
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    process.stdout.write(`{"msg":"listening","port":${port}}\n`);
  });
}
