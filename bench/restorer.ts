/** A person who finds and restores in the chat: types a line, and presses buttons of the card that comes back. */
import { randomUUID } from 'node:crypto';
import type { Pool } from 'undici';
import { findAction, invokeValue, outcomeOf } from '../local/connector/card-actions.ts';
import { clientInfo, messageFields, teamsActivity } from '../local/connector/teams-activity.ts';
import type { Conversation, Json } from '../local/connector/types.ts';
import { titleOf } from '../test/support/cards-seen.ts';
import type { Child } from './child.ts';
import { BENCH } from './names.ts';
import type { Operator } from './outside/operators.ts';
import type { Posted } from './outside/channel.ts';

const BOT = { appId: BENCH.appId, appPassword: '', name: 'Bot', tenantId: BENCH.tenantId };
const READER = { locale: 'en-GB', timezone: 'Europe/Berlin' };

interface Chat {
  readonly pool: Pool;
  readonly outside: Child;
  readonly channelUrl: string;
  /** Of the chat service's requests. */
  readonly token: string;
}

export class Restorer {
  readonly #chat: Chat;
  readonly #operator: Operator;
  #cardId = '';
  #card: Json = {};

  constructor(chat: Chat, operator: Operator) {
    this.#chat = chat;
    this.#operator = operator;
  }

  /** As it was last shown. */
  get card(): Json {
    return this.#card;
  }

  /** @returns milliseconds until the card was posted @throws Error unless it has that title */
  async type(text: string, title: string): Promise<number> {
    const { outside } = this.#chat;
    const { conversationId } = this.#operator;
    const typedAt = performance.now();
    await this.#send(messageFields({ bot: BOT, conversation: this.#conversation, reader: READER }, text, false));
    const milliseconds = performance.now() - typedAt;
    const posted = await outside.ask<Posted | null>('posted', conversationId);
    const { attachments } = JSON.parse(posted?.body ?? '{}') as { attachments?: readonly { content: Json }[] };
    this.#cardId = posted?.cardId ?? '';
    this.#show(attachments?.[0]?.content, title);
    return milliseconds;
  }

  /** @returns milliseconds until the card came @throws Error unless it has that title */
  async press(button: string, title: string, inputs: Json = {}): Promise<number> {
    const value = invokeValue(findAction(this.#card, { title: button }), inputs, 'manual');
    const fields = { type: 'invoke', name: 'adaptiveCard/action', value, replyToId: this.#cardId };
    const pressedAt = performance.now();
    const answer = await this.#send({ ...fields, entities: [clientInfo(READER)] });
    const milliseconds = performance.now() - pressedAt;
    const outcome = outcomeOf(answer);
    this.#show(outcome.kind === 'card' ? outcome.card : undefined, title);
    return milliseconds;
  }

  #show(card: Json | undefined, title: string): void {
    if (card === undefined || titleOf(card) !== title) throw new Error(`"${titleOf(card)}" came, not "${title}".`);
    this.#card = card;
  }

  get #conversation(): Conversation {
    const { person, conversationId: id } = this.#operator;
    return { id, kind: 'personal', name: '', tenantId: person.tenantId, members: [], bot: 'installed' };
  }

  async #send(fields: Json): Promise<{ readonly status: number; readonly body: unknown }> {
    const { pool, channelUrl, token } = this.#chat;
    const context = {
      bot: BOT,
      person: this.#operator.person,
      conversation: this.#conversation,
      serviceUrl: `${channelUrl}/`,
      team: '',
      reader: READER,
      id: randomUUID(),
      at: Date.now(),
    };
    const { statusCode: status, body } = await pool.request({
      method: 'POST',
      path: '/api/messages',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(teamsActivity(context, fields)),
    });
    const text = await body.text();
    if (status > 299) throw new Error(`The bot answered ${status}.`);
    return { status, body: text === '' ? undefined : JSON.parse(text) };
  }
}
