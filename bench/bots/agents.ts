/**
 * Microsoft 365 Agents SDK with express, as its samples put them together. It has no setting for where a channel's
 * signing keys are, so it runs without authentication: it is spared what the others do.
 */
import {
  ActivityHandler,
  CloudAdapter,
  ConversationState,
  MessageFactory,
  type StoreItems,
} from '@microsoft/agents-hosting';
import express, { type Response } from 'express';
import { Pool } from 'undici';
import { statusCard } from './card.ts';

const { STORAGE_URL = '' } = process.env;
const blobs = new Pool(STORAGE_URL, { connections: 64 });
const pathOf = (key: string): string => `/blob/agents/${encodeURIComponent(key)}`;

/** The SDK's own blob storage is a package of its own; this one is cheaper than that can be. */
const storage = {
  async read(keys: string[]): Promise<StoreItems> {
    const items: StoreItems = {};
    for (const key of keys) {
      const { statusCode, body, headers } = await blobs.request({ method: 'GET', path: pathOf(key) });
      if (statusCode === 200) items[key] = { ...((await body.json()) as object), eTag: String(headers['etag']) };
      else await body.dump();
    }
    return items;
  },
  async write(changes: StoreItems): Promise<StoreItems> {
    for (const [key, value] of Object.entries(changes)) {
      const { body } = await blobs.request({ method: 'PUT', path: pathOf(key), body: JSON.stringify(value) });
      await body.dump();
    }
    return changes;
  },
  async delete(): Promise<void> {},
};

const state = new ConversationState(storage);
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
server.post('/api/messages', async (request: never, response: Response) => {
  await adapter.process(request, response as never, (context) => bot.run(context));
});
const listening = server.listen(Number(process.env['PORT'] ?? 0), '127.0.0.1', () => {
  const address = listening.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  process.stdout.write(`{"msg":"listening","port":${port}}\n`);
});
