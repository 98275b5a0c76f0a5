/** A stand-in Bot Connector with a chat client, on loopback: for `npm run local` and for tests. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createBearerTokens } from './connector/protocol/bearer-tokens.ts';
import { createBotApi } from './connector/protocol/bot-api.ts';
import { createBotLink } from './connector/bot-link.ts';
import { createCardActs, type CardActs } from './connector/card-acts.ts';
import { createConversations, type ConversationNames } from './connector/conversations.ts';
import { createDrive, type Drive } from './connector/drive.ts';
import { createDelivery, type DeliveryOptions } from './connector/delivery.ts';
import { createFaults, type Faults } from './connector/faults.ts';
import { createChatEvents } from './connector/chat-events.ts';
import { answerJson, namesThisServer } from './connector/http.ts';
import { createMessageActs, type MessageActs } from './connector/message-actions.ts';
import { createMessages } from './connector/messages.ts';
import { createPageApi } from './connector/page/api.ts';
import { createPageFiles } from './connector/page/files.ts';
import { createPageView } from './connector/page/view.ts';
import { createPersonActs, idOf, type PersonActs } from './connector/person-acts.ts';
import { createProtocolRoutes, METADATA_PATH } from './connector/protocol/routes.ts';
import { createSigning, type TokenFields } from './connector/protocol/signing.ts';
import type {
  BotAnswer,
  ChatBot,
  ChatEvent,
  ChatPerson,
  ConnectorCall,
  Conversation,
  Message,
} from './connector/types.ts';
import { listenNear } from './free-port.ts';
import { IN_MEMORY, type StateFolder } from './stand-in/stored-state.ts';
import type { StandInLog } from './stand-in/serve.ts';

export interface ConnectorOptions {
  readonly people: readonly ChatPerson[];
  readonly bot: ChatBot;
  /** The bot's `/api/messages`; a function where it becomes known later. */
  readonly botEndpoint: string | (() => string);
  /** 0 or taken: a free one. */
  readonly port?: number | undefined;
  readonly chatPageFolder: string;
  /** Path of the `adaptivecards` package's `dist/adaptivecards.min.js`. */
  readonly adaptiveCardsScript: string;
  readonly names?: ConversationNames | undefined;
  readonly delivery?: Partial<DeliveryOptions> | undefined;
  readonly tokenLifetimeSeconds?: number | undefined;
  readonly issuer?: string | undefined;
  readonly log?: StandInLog | undefined;
  /** Conversations and messages are kept here; in memory unless given. */
  readonly state?: StateFolder | undefined;
  /** Epoch milliseconds. */
  readonly now?: (() => number) | undefined;
}

/** What the bot's settings need of the connector. */
interface ConnectorAddresses {
  /** Origin: also the chat page's address, and for `ALLOWED_SERVICE_URLS`. */
  readonly url: string;
  readonly openIdMetadataUrl: string;
  readonly issuer: string;
  /** `/oauth2/v2.0/token` hangs below it. */
  readonly loginUrl: string;
  readonly oAuthScope: string;
}

export interface Connector
  extends
    ConnectorAddresses,
    Pick<PersonActs, 'say' | 'open' | 'install' | 'uninstall' | 'activity'>,
    Pick<CardActs, 'press' | 'look' | 'search' | 'answerOffer'> {
  readonly messageActs: MessageActs;
  readonly serviceUrl: string;
  readonly groupChat: Conversation;
  readonly channel: Conversation;
  conversationFor(person: ChatPerson): Conversation;
  /** Everybody's messages, oldest first; of one thread where the id names one. Deleted ones are marked. */
  messages(conversation: Conversation | string): readonly Message[];
  /** The message with the cards this person sees. */
  seenBy(person: ChatPerson, message: Message): Message;
  /** See `createChatEvents`. */
  waitFor<T>(find: () => T | undefined | null | false, timeoutMilliseconds?: number): Promise<T>;
  readonly events: readonly ChatEvent[];
  /** Every request of the bot, in the order of their answers. */
  readonly calls: readonly ConnectorCall[];
  readonly faults: Faults;
  readonly drive: Pick<Drive, 'files' | 'unfinished'>;
  /** Ends every connector token: the bot has to ask for a new one. */
  revokeTokens(): void;
  /** Resolves when it no longer listens, for whatever reason. */
  readonly closed: Promise<unknown>;
  /** A token as the connector signs it, with the fields changed. */
  token(fields?: TokenFields): Promise<string>;
  /** One POST to the bot of whatever is given (text as it is). Without `token` a good one; `none`: no header. */
  post(activity: unknown, options?: { readonly token?: string | undefined }): Promise<BotAnswer>;
  stop(): Promise<void>;
}

const SCOPE = 'https://api.botframework.com';

/** Starts listening; nothing is sent to the bot before somebody does something. */
export async function startConnector(options: ConnectorOptions): Promise<Connector> {
  const { people, bot, state = IN_MEMORY } = options;
  const now = options.now ?? Date.now;
  const names = options.names ?? { groupChat: 'Restore crew', channel: 'Restores', team: 'IT Operations' };
  const address = { url: '' };
  const url = () => address.url;
  const serviceUrl = () => `${address.url}/`;
  const endpoint = () => (typeof options.botEndpoint === 'string' ? options.botEndpoint : options.botEndpoint());

  const chatEvents = createChatEvents({ now });
  const conversations = createConversations({ people, bot, names, chatEvents, kept: state.open('conversations') });
  const messages = createMessages({ bot, chatEvents, now, kept: state.open('messages') });
  const issuer = options.issuer ?? 'https://api.botframework.com';
  const signing = await createSigning({ issuer, audience: bot.appId, serviceUrl, now });
  const lifetimeSeconds = options.tokenLifetimeSeconds ?? 3600;
  const tokens = createBearerTokens({ bot, scope: `${SCOPE}/.default`, lifetimeSeconds, now });
  const link = createBotLink({ endpoint });
  const deliveryOptions = { ...TEAMS_LIKE, ...options.delivery };
  const delivery = createDelivery({ link, signing, chatEvents, options: deliveryOptions });
  const { team } = names;
  const acts = createPersonActs({ bot, team, conversations, messages, chatEvents, delivery, serviceUrl, now });
  const drive = createDrive({ url });
  const cardActs = createCardActs({ acts, messages, delivery, drive });
  const messageActs = createMessageActs({ acts, messages, delivery });
  const faults = createFaults();
  const calls: ConnectorCall[] = [];
  const api = createBotApi({ bot, people, conversations, messages, chatEvents, serviceUrl });
  const protocol = createProtocolRoutes({ signing, tokens, api, drive, faults, calls, chatEvents, url, now });
  const view = createPageView({ conversations, messages, team });
  const page = createPageApi({ bot, people, conversations, acts, cardActs, messageActs, view, chatEvents });
  const files = createPageFiles({ folder: options.chatPageFolder, adaptiveCardsScript: options.adaptiveCardsScript });

  const server = createServer((request, response) => {
    const asked = new URL(request.url ?? '/', 'http://localhost');
    response.once('close', () => options.log?.(`${request.method} ${asked.pathname} ${response.statusCode}`));
    const handle = async () => {
      if (!namesThisServer(request)) return answerJson(response, 421, { error: 'This server has another name.' });
      if (asked.pathname.startsWith('/page/')) return page.handle(request, response, asked);
      if (await protocol.handle(request, response, asked.pathname)) return undefined;
      if (request.method === 'GET' && drive.serve(response, asked.pathname)) return undefined;
      return files(request, response, asked.pathname);
    };
    handle().catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else answerJson(response, 500, { error: { code: 'ServiceError', message: String(error) } });
    });
  });
  const port = await listenNear(server, options.port ?? 0);
  address.url = `http://127.0.0.1:${port}`;
  const closed = once(server, 'close');

  return {
    url: url(),
    serviceUrl: serviceUrl(),
    openIdMetadataUrl: `${url()}${METADATA_PATH}`,
    issuer,
    loginUrl: `${url()}/${bot.tenantId}`,
    oAuthScope: SCOPE,
    messageActs,
    groupChat: conversations.groupChat,
    channel: conversations.channel,
    conversationFor: (person) => conversations.personal(person),
    messages: (conversation) => messages.in(idOf(conversation)),
    seenBy: (person, message) => messages.seenBy(message, person.teamsUserId),
    waitFor: (find, timeoutMilliseconds) => chatEvents.waitFor(find, timeoutMilliseconds),
    events: chatEvents.events,
    calls,
    faults,
    drive,
    closed,
    say: (saying) => acts.say(saying),
    open: (where) => acts.open(where),
    install: (where) => acts.install(where),
    uninstall: (where) => acts.uninstall(where),
    activity: (where, fields) => acts.activity(where, fields),
    press: (pressing) => cardActs.press(pressing),
    look: (looking) => cardActs.look(looking),
    search: (searching) => cardActs.search(searching),
    answerOffer: (answering) => cardActs.answerOffer(answering),
    revokeTokens: () => tokens.revokeAll(),
    token: (fields) => signing.sign(fields),
    async post(activity, { token } = {}) {
      const bearer = token ?? (await signing.sign());
      const body = typeof activity === 'string' ? activity : JSON.stringify(activity);
      const headers: Record<string, string> = bearer === 'none' ? {} : { authorization: `Bearer ${bearer}` };
      return link.post(body, headers, deliveryOptions.answerWithinMilliseconds);
    },
    async stop() {
      delivery.stop();
      page.stop();
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const TEAMS_LIKE: DeliveryOptions = {
  answerWithinMilliseconds: 15_000,
  resend: true,
  retryDelaysMilliseconds: [1_000, 2_000, 4_000],
};
