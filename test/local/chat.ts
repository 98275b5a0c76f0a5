/** A started connector with a tiny bot behind it, and short words for using both. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startConnector, type Connector, type ConnectorOptions } from '../../local/connector.ts';
import type { ChatPerson, Json } from '../../local/connector/types.ts';
import { startTinyBot, type TinyBot, type Turn, type TurnAnswer } from './tiny-bot.ts';

export const HOME = '11111111-1111-4111-8111-111111111111';
export const APP_ID = '99999999-9999-4999-8999-999999999999';
export const SECRET = 'a-password-of-the-bot';
export const OK: TurnAnswer = { status: 200 };

export const ada = person('Ada Moreau', 'a', HOME);
export const ben = person('Ben Okafor', 'b', HOME);
export const eve = person('Eve Stranger', 'e', '22222222-2222-4222-8222-222222222222');

interface Chat {
  connector: Connector;
  bot: TinyBot;
  /** What the bot does; answers 200 unless changed. */
  onTurn: (turn: Turn, count: number) => TurnAnswer | Promise<TurnAnswer>;
}

/** The present test's; filled by `start`. */
export const chat = {} as Chat;

export const folders = {
  chatPageFolder: join(import.meta.dirname, '../../local/chat-page'),
  adaptiveCardsScript: fileURLToPath(import.meta.resolve('adaptivecards/dist/adaptivecards.min.js')),
};

/** Starts both, with waits short enough for tests. */
export async function start(options: Partial<ConnectorOptions> = {}): Promise<void> {
  chat.onTurn = () => OK;
  chat.bot = await startTinyBot({
    appId: APP_ID,
    connector: () => chat.connector,
    onTurn: (turn, count) => chat.onTurn(turn, count),
  });
  chat.connector = await startConnector({
    people: [ada, ben, eve],
    bot: { appId: APP_ID, appPassword: SECRET, name: 'Restore bot', tenantId: HOME },
    botEndpoint: () => chat.bot.endpoint,
    ...folders,
    delivery: { retryDelaysMilliseconds: [5, 5], answerWithinMilliseconds: 1_000 },
    ...options,
  });
}

export async function stop(): Promise<void> {
  await chat.connector.stop();
  await chat.bot.stop();
}

export function person(name: string, letter: string, tenantId: string): ChatPerson {
  const objectId = `${letter.repeat(8)}-0000-4000-8000-000000000000`;
  return { name, objectId, tenantId, teamsUserId: `29:1${letter.repeat(20)}`, about: 'Operator' };
}

export function personal() {
  return chat.connector.conversationFor(ada);
}

export function say(text: string) {
  return chat.connector.say({ person: ada, conversation: personal(), text });
}

export function activities(conversationId: string): string {
  return `/v3/conversations/${encodeURIComponent(conversationId)}/activities`;
}

export function conversationIds() {
  return chat.bot.turns.map(({ activity }) => (activity['conversation'] as Json)['id']);
}

export function changes() {
  return chat.connector.events.flatMap((event) => (event.kind === 'message' ? [event.change] : []));
}

export function cardActivity(summary: string, card: Json = {}): Json {
  const execute = {
    type: 'Action.Execute',
    title: 'Show',
    verb: 'show',
    data: { ref: 1 },
    fallback: { type: 'Action.Submit', title: 'Show', data: { verb: 'show' } },
  };
  const content = {
    type: 'AdaptiveCard',
    version: '1.5',
    body: [{ type: 'ActionSet', actions: [execute] }],
    actions: [{ type: 'Action.OpenUrl', title: 'Open', url: 'https://example.org/' }],
    ...card,
  };
  return {
    type: 'message',
    summary,
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }],
  };
}

export async function postCard(conversationId: string, card: Json = {}): Promise<string> {
  return idIn(await call('POST', activities(conversationId), cardActivity('Card', card)));
}

export function idIn({ body }: { readonly body: Json }): string {
  return String(body['id']);
}

export function askToken(changed: Readonly<Record<string, string>> = {}) {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: APP_ID,
    client_secret: SECRET,
    scope: `${chat.connector.oAuthScope}/.default`,
    ...changed,
  });
  return fetch(`${chat.connector.loginUrl}/oauth2/v2.0/token`, { method: 'POST', body: form });
}

export async function token(): Promise<string> {
  return ((await (await askToken()).json()) as { readonly access_token: string }).access_token;
}

export async function call(method: string, path: string, body?: Json, bearer?: string) {
  const response = await fetch(chat.connector.url + path, {
    method,
    headers: { authorization: `Bearer ${bearer ?? (await token())}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Json };
}

export function fromPage(path: string, order: Json, headers: Readonly<Record<string, string | undefined>> = {}) {
  const wanted = { origin: chat.connector.url, 'content-type': 'application/json', ...headers };
  const given = Object.entries(wanted).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return fetch(chat.connector.url + path, {
    method: 'POST',
    headers: Object.fromEntries(given),
    body: JSON.stringify({ person: ada.objectId, ...order }),
  });
}
