/** The upper bound: node:http and undici with the same requests and nothing else. */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Pool } from 'undici';
import type { Environment } from '../../src/settings/reader.ts';
import { statusCard } from './card.ts';

export async function runBot({ PORT, CHANNEL_URL = '', STORAGE_URL = '' }: Environment): Promise<void> {
  const channel = new Pool(CHANNEL_URL, { connections: 64 });
  const storage = new Pool(STORAGE_URL, { connections: 64 });

  const server = createServer((request, response) => {
    void (async () => {
      const activity = JSON.parse(await text(request)) as { conversation: { id: string }; text?: string; from: object };
      const path = `/blob/raw/${encodeURIComponent(activity.conversation.id)}`;
      const { statusCode, body, headers } = await storage.request({ method: 'GET', path });
      const stored = statusCode === 200 ? ((await body.json()) as { count: number }) : { count: 0 };
      if (statusCode !== 200) await body.dump();
      if (activity.text === 'count') {
        const write = { method: 'PUT' as const, path, body: JSON.stringify({ count: stored.count + 1 }) };
        const etag = headers['etag'];
        const condition = typeof etag === 'string' ? { 'if-match': etag } : { 'if-none-match': '*' };
        await (await storage.request({ ...write, headers: condition })).body.dump();
      }
      const card = statusCard(stored.count);
      const reply = {
        type: 'message',
        attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content: card }],
      };
      const sent = await channel.request({
        method: 'POST',
        path: `/v3/conversations/${encodeURIComponent(activity.conversation.id)}/activities`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(reply),
      });
      await sent.body.dump();
      response.writeHead(200, { 'content-length': 0 });
      response.end();
    })();
  });
  server.listen(Number(PORT), '127.0.0.1', () => {
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    process.stdout.write(`{"msg":"listening","port":${port}}\n`);
  });
}
