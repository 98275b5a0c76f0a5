/** The server with the chat adapter behind it, and turns that a test defines. */
import { ChatAdapter, type OnTurn } from '../../../src/chat/inbound/adapter.ts';
import { ActivityAuthorizer, type ChannelSettings } from '../../../src/chat/inbound/authorize-activity.ts';
import { createChannelHttp } from '../../../src/chat/outbound/http.ts';
import { ConnectorToken, type ConnectorTokenSettings } from '../../../src/chat/outbound/connector-token.ts';
import { BotConnector } from '../../../src/chat/outbound/connector.ts';
import { createServer } from '../../../src/server/server.ts';
import { createFakeClock, type FakeClock } from '../../fakes/clock.ts';
import { createRecordingLog, type RecordingLog } from '../../fakes/records.ts';
import type { Channel } from '../../support/channel.ts';

export interface Bot {
  readonly origin: string;
  readonly log: RecordingLog;
  readonly clock: FakeClock;
  readonly turns: string[];
  ready: { blobs: boolean; queue: boolean } | Error;
  /** How often storage was asked. */
  probes: number;
  onTurn: OnTurn;
  post(body: unknown, authorization?: string, headers?: Record<string, string>): Promise<Response>;
  stop(): Promise<void>;
}

export async function startBot(
  channel: Channel,
  overrides: Partial<ChannelSettings & ConnectorTokenSettings> = {},
): Promise<Bot> {
  const settings = channel.settings(overrides);
  const log = createRecordingLog();
  const clock = createFakeClock({ start: Date.now(), sleepsAtOnce: true });
  const http = createChannelHttp({ clock });
  const token = new ConnectorToken({ settings, http, clock });
  const connector = new BotConnector({ ...settings, token, http, clock, log });
  const adapter = new ChatAdapter({
    authorizer: new ActivityAuthorizer({ settings, http, clock, log }),
    connector,
    log,
    onTurn: async (context) => {
      bot.turns.push(context.activity.text);
      await bot.onTurn(context);
    },
  });
  const server = createServer({
    messages: adapter,
    ready: async () => {
      bot.probes += 1;
      if (bot.ready instanceof Error) throw bot.ready;
      return bot.ready;
    },
    clock,
    log,
    host: '127.0.0.1',
    port: 0,
    graceMilliseconds: 2_000,
  });
  const { port } = await server.start();
  const origin = `http://127.0.0.1:${port}`;
  const bot: Bot = {
    origin,
    log,
    clock,
    turns: [],
    ready: { blobs: true, queue: true },
    probes: 0,
    onTurn: async () => undefined,
    post: (body, authorization, headers = {}) =>
      fetch(`${origin}/api/messages`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(authorization === undefined ? {} : { authorization }),
          ...headers,
        },
        body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
      }),
    async stop() {
      await server.stop();
      await http.close();
    },
  };
  return bot;
}
