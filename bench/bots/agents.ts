/**
 * The Microsoft 365 Agents SDK with express, as in its samples. The location of the channel's signing keys cannot be configured, so it
 * runs without authentication, which is an advantage for it.
 */
import {
  ActivityHandler,
  CloudAdapter,
  ConversationState,
  MessageFactory,
  type StoreItems,
} from '@microsoft/agents-hosting';
import { ContainerClient } from '@azure/storage-blob';
import { text } from 'node:stream/consumers';
import express from 'express';
import type { Environment } from '../../src/settings/reader.ts';
import { statusCard } from './card.ts';

/** The SDK's blob storage package is not available from every registry; this does the same with the same library. */
const storageIn = (container: ContainerClient) => ({
  async read(keys: string[]): Promise<StoreItems> {
    const items: StoreItems = {};
    for (const key of keys) {
      try {
        const { readableStreamBody, etag } = await container.getBlockBlobClient(encodeURIComponent(key)).download(0);
        if (readableStreamBody === undefined) continue;
        items[key] = { ...(JSON.parse(await text(readableStreamBody)) as object), eTag: etag };
      } catch (error) {
        if ((error as { statusCode?: number }).statusCode !== 404) throw error;
      }
    }
    return items;
  },
  async write(changes: StoreItems): Promise<void> {
    for (const [key, value] of Object.entries(changes)) {
      const body = JSON.stringify(value);
      await container.getBlockBlobClient(encodeURIComponent(key)).upload(body, Buffer.byteLength(body));
    }
  },
  async delete(): Promise<void> {},
});

/** Renders a card for the code cache, as our build does. Everything is imported statically, as in the samples. */
export async function loadApp(): Promise<void> {
  statusCard(0);
}

export async function runBot({ PORT, CONNECTION_STRING = '' }: Environment): Promise<void> {
  const state = new ConversationState(storageIn(new ContainerClient(CONNECTION_STRING, 'agents')));
  const accessor = state.createProperty<{ count: number }>('bench');
  const adapter = new CloudAdapter();

  const bot = new ActivityHandler();
  bot.onMessage(async (context, next) => {
    const stored = await accessor.get(context, { count: 0 });
    if (context.activity.text === 'count') stored.count += 1;
    const contentType = 'application/vnd.microsoft.card.adaptive';
    await context.sendActivity(MessageFactory.attachment({ contentType, content: statusCard(stored.count) }));
    await state.saveChanges(context, false);
    await next();
  });

  const server = express();
  server.use(express.json());
  const receive = async (request: never, response: never): Promise<void> => {
    await adapter.process(request, response, (context) => bot.run(context));
  };
  server.post('/api/messages', receive as never);
  const listening = server.listen(Number(PORT), '127.0.0.1', () => {
    const address = listening.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    process.stdout.write(`{"msg":"listening","port":${port}}\n`);
  });
}
