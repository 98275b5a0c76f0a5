/** The chat page's own HTTP calls and its stream of events. Only for pages of this very server. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import type { CardActs } from '../card-acts.ts';
import type { MessageActs } from '../message-actions.ts';
import type { Conversations } from '../conversations.ts';
import type { ChatEvents } from '../chat-events.ts';
import { answerJson, comesFromOwnPage, parseJson, readBody } from '../http.ts';
import type { PageView } from './view.ts';
import type { PersonActs } from '../person-acts.ts';
import type { ChatBot, ChatPerson } from '../types.ts';

const ORDER = z.object({
  person: z.string(),
  conversation: z.string(),
  locale: z.string().max(35).optional(),
  timezone: z.string().max(64).optional(),
  text: z.string().max(28_000).optional(),
  mention: z.boolean().optional(),
  threadId: z.string().optional(),
  cardId: z.string().optional(),
  action: z.record(z.string(), z.unknown()).optional(),
  inputs: z.record(z.string(), z.unknown()).optional(),
  dataset: z.string().max(200).optional(),
  answer: z.enum(['accept', 'decline']).optional(),
  commandId: z.string().max(64).optional(),
  data: z.record(z.string(), z.unknown()).optional(),
});
type Order = z.infer<typeof ORDER>;

interface PageApi {
  handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void>;
  /** Ends every stream. */
  stop(): void;
}

export function createPageApi({
  bot,
  people,
  conversations,
  acts,
  cardActs,
  messageActs,
  view,
  chatEvents,
}: {
  readonly bot: ChatBot;
  readonly people: readonly ChatPerson[];
  readonly conversations: Conversations;
  readonly acts: PersonActs;
  readonly cardActs: CardActs;
  readonly messageActs: MessageActs;
  readonly view: PageView;
  readonly chatEvents: ChatEvents;
}): PageApi {
  const streams = new Set<ServerResponse>();
  const personOf = (id: string | null) => people.find((person) => person.objectId === id);

  const stream = (response: ServerResponse, viewer: ChatPerson) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write('retry: 1000\n\n');
    streams.add(response);
    const unsubscribe = chatEvents.subscribe((event) => {
      const shown = view.event(viewer, event);
      if (shown) response.write(`data: ${JSON.stringify(shown)}\n\n`);
    });
    response.on('close', () => {
      unsubscribe();
      streams.delete(response);
    });
  };

  const look = (response: ServerResponse, url: URL) => {
    const viewer = personOf(url.searchParams.get('person'));
    if (url.pathname === '/page/people') {
      const shown = people.map(({ objectId, name, signInName, about }) => ({ id: objectId, name, signInName, about }));
      return answerJson(response, 200, { bot: { name: bot.name }, people: shown });
    }
    if (!viewer) return answerJson(response, 404, { error: 'Nobody of that id is here.' });
    if (url.pathname === '/page/events') return stream(response, viewer);
    if (url.pathname === '/page/conversations') return answerJson(response, 200, view.conversations(viewer));
    if (url.pathname !== '/page/messages') return answerJson(response, 404, { error: 'No such call.' });
    const where = { person: viewer, conversation: url.searchParams.get('conversation') ?? '' };
    return answerJson(response, 200, view.messages(viewer, acts.placeOf(where)));
  };

  const act = async (name: string, person: ChatPerson, order: Order): Promise<unknown> => {
    const conversation = conversations.find(order.conversation);
    if (!conversation) throw new Error('There is no such conversation.');
    const reader =
      order.locale === undefined || order.timezone === undefined
        ? undefined
        : { locale: order.locale, timezone: order.timezone };
    const where = { person, conversation, reader };
    const cardId = order.cardId ?? '';
    switch (name) {
      case 'say': {
        const { text = '', mention, threadId } = order;
        const { messageId, settled } = acts.begin({ ...where, text, mention, threadId });
        settled.catch((error: unknown) => {
          chatEvents.add({ kind: 'problem', conversationId: conversation.id, text: `Not sent: ${String(error)}` });
        });
        return { messageId };
      }
      case 'press':
        return cardActs.press({ ...where, cardId, action: order.action, inputs: order.inputs });
      case 'look':
        return (await cardActs.look({ ...where, cardId })) ?? {};
      case 'search': {
        const { choices } = await cardActs.search({
          ...where,
          cardId,
          dataset: order.dataset ?? '',
          text: order.text ?? '',
        });
        if (choices === undefined) throw new Error('Nothing could be looked up.');
        return { choices };
      }
      case 'answer-offer':
        if (order.answer === undefined) throw new Error('The call is not complete.');
        return cardActs.answerOffer({ ...where, cardId, answer: order.answer });
      case 'choose':
      case 'submit': {
        const { commandId = '', data = {} } = order;
        const choosing = { ...where, messageId: cardId, commandId };
        return name === 'choose' ? messageActs.choose(choosing) : messageActs.submit({ ...choosing, data });
      }
      case 'open':
        return acts.open(where);
      case 'install':
        return acts.install(where);
      case 'uninstall':
        return acts.uninstall(where);
      default:
        throw new Error('There is no such call.');
    }
  };

  return {
    async handle(request, response, url) {
      if (!comesFromOwnPage(request)) return answerJson(response, 403, { error: 'Only for the chat page itself.' });
      try {
        if (request.method === 'GET') return look(response, url);
        if (request.method !== 'POST' || request.headers['content-type']?.startsWith('application/json') !== true) {
          return answerJson(response, 415, { error: 'JSON is expected.' });
        }
        const order = ORDER.safeParse(parseJson(await readBody(request)));
        const person = personOf(order.data?.person ?? null);
        if (!order.success || !person) return answerJson(response, 400, { error: 'The call is not complete.' });
        return answerJson(response, 200, (await act(url.pathname.slice('/page/'.length), person, order.data)) ?? {});
      } catch (error) {
        return answerJson(response, 400, { error: error instanceof Error ? error.message : String(error) });
      }
    },
    stop() {
      for (const response of streams) response.end();
    },
  };
}
