/** The messages, and what each viewer sees of them. */
import { type StoredState, notStored } from '../stand-in/stored-state.ts';
import { threadIn } from './conversations.ts';
import type { ChatEvents } from './chat-events.ts';
import type { ChatBot, ChatPerson, Conversation, DeliveryState, FileOffer, Json, Message } from './types.ts';

const CARD = 'application/vnd.microsoft.card.adaptive';
const OFFER = 'application/vnd.microsoft.teams.card.file.consent';
const FILE = 'application/vnd.microsoft.teams.card.file.info';

type Content = Pick<Message, 'text' | 'textFormat' | 'summary' | 'cards' | 'offer' | 'file'>;
type Mutable<T> = { -readonly [K in keyof T]: T[K] };
interface Stored extends Mutable<Message> {
  /** Cards that an invoke response shows instead of the posted one, by viewer. */
  readonly views: Map<string, Json>;
  /** Viewers whose client has refreshed this version. */
  readonly refreshedFor: Set<string>;
}

/** Maps and sets as lists. */
type KeptMessage = Omit<Stored, 'card' | 'views' | 'refreshedFor'> & {
  readonly views: readonly (readonly [viewerId: string, card: Json])[];
  readonly refreshedFor: readonly string[];
};

/** The newest messages of each conversation. */
type KeptMessages = readonly KeptMessage[];

const KEPT_OF_EACH = 100;

export interface Messages {
  /** In order of arrival; of one thread if the ID names one. */
  in(conversationId: string): readonly Message[];
  find(conversationId: string, messageId: string): Message | undefined;
  /** The message with the cards that this viewer sees. */
  seenBy(message: Message, viewerId: string): Message;
  addFromBot(conversation: Conversation, threadId: string | undefined, activity: Json): Message;
  addFromPerson(
    conversation: Conversation,
    said: {
      readonly person: ChatPerson;
      readonly text: string;
      readonly threadId: string | undefined;
      readonly delivery: DeliveryState;
    },
  ): Message;
  /** Everybody sees the new content, whatever view they had. */
  edit(message: Message, activity: Json): void;
  remove(message: Message): void;
  setDelivery(message: Message, delivery: DeliveryState): void;
  setView(message: Message, viewerId: string, card: Json): void;
  /** Whether this viewer's client would refresh the card now by itself. */
  refreshDue(message: Message, viewerId: string): boolean;
  markRefreshed(message: Message, viewerId: string): void;
  /** A new id, a Teams-like one: epoch milliseconds, never twice. */
  newId(): string;
}

export function createMessages({
  bot,
  chatEvents,
  now,
  kept = notStored(),
}: {
  readonly bot: ChatBot;
  readonly chatEvents: ChatEvents;
  readonly now: () => number;
  readonly kept?: StoredState<KeptMessages> | undefined;
}): Messages {
  const stored = new Map<string, Stored[]>();
  for (const message of kept.previous ?? []) {
    stored.set(message.conversationId, [...(stored.get(message.conversationId) ?? []), restored(message)]);
  }
  let lastId = 0;

  const save = () => {
    kept.save(() =>
      [...stored.values()].flatMap((messages) =>
        messages.slice(-KEPT_OF_EACH).map(({ card: _card, ...message }) => ({
          ...message,
          views: [...message.views],
          refreshedFor: [...message.refreshedFor],
        })),
      ),
    );
  };
  const own = (message: Message): Stored => {
    const found = stored.get(message.conversationId)?.find((each) => each.id === message.id);
    if (!found) throw new Error(`no message ${message.id}`);
    return found;
  };
  const tell = (message: Message, change: 'posted' | 'edited' | 'deleted' | 'delivery' | 'view', viewer?: string) => {
    const { conversationId, id: messageId } = message;
    save();
    chatEvents.add({ kind: 'message', conversationId, messageId, change, viewer });
  };
  const newId = () => {
    lastId = Math.max(lastId + 1, Math.floor(now()));
    return String(lastId);
  };
  const add = (
    conversation: Conversation,
    threadId: string | undefined,
    from: Message['from'],
    content: Content,
    delivery: DeliveryState,
  ): Message => {
    const id = newId();
    const message: Stored = {
      id,
      conversationId: conversation.id,
      threadId: conversation.kind === 'channel' ? (threadId ?? id) : undefined,
      from,
      ...content,
      card: content.cards[0],
      sentAt: now(),
      editedAt: undefined,
      deleted: false,
      version: 0,
      delivery,
      views: new Map(),
      refreshedFor: new Set(),
    };
    stored.set(conversation.id, [...(stored.get(conversation.id) ?? []), message]);
    tell(message, 'posted');
    return snapshot(message);
  };

  return {
    in(conversationId) {
      const thread = threadIn(conversationId);
      return (stored.get(conversationId.split(';')[0] ?? '') ?? [])
        .filter((message) => thread === undefined || message.threadId === thread)
        .map(snapshot);
    },
    find(conversationId, messageId) {
      const found = stored.get(conversationId.split(';')[0] ?? '')?.find((message) => message.id === messageId);
      return found && snapshot(found);
    },
    seenBy(message, viewerId) {
      const view = own(message).views.get(viewerId);
      return view ? { ...message, cards: [view, ...message.cards.slice(1)], card: view } : message;
    },
    addFromBot(conversation, threadId, activity) {
      const from = { id: `28:${bot.appId}`, name: bot.name, kind: 'bot' } as const;
      return add(conversation, threadId, from, contentOf(activity), { kind: 'none' });
    },
    addFromPerson(conversation, { person, text, threadId, delivery }) {
      const from = { id: person.teamsUserId, name: person.name, kind: 'person' } as const;
      return add(conversation, threadId, from, contentOf({ text, textFormat: 'plain' }), delivery);
    },
    edit(message, activity) {
      const target = own(message);
      Object.assign(target, contentOf(activity), { editedAt: now(), version: target.version + 1 });
      target.card = target.cards[0];
      target.views.clear();
      target.refreshedFor.clear();
      tell(target, 'edited');
    },
    remove(message) {
      const target = own(message);
      Object.assign(target, contentOf({}), { deleted: true, card: undefined });
      target.views.clear();
      tell(target, 'deleted');
    },
    setDelivery(message, delivery) {
      own(message).delivery = delivery;
      tell(message, 'delivery');
    },
    setView(message, viewerId, card) {
      own(message).views.set(viewerId, card);
      tell(message, 'view', viewerId);
    },
    refreshDue(message, viewerId) {
      const target = own(message);
      const refresh = target.card?.['refresh'] as
        | { readonly action?: Json; readonly userIds?: readonly string[] }
        | undefined;
      if (!refresh?.action || target.refreshedFor.has(viewerId)) return false;
      return refresh.userIds === undefined || refresh.userIds.includes(viewerId);
    },
    markRefreshed(message, viewerId) {
      own(message).refreshedFor.add(viewerId);
      save();
    },
    newId,
  };
}

function restored(message: KeptMessage): Stored {
  const underWay = message.delivery.kind === 'sending' || message.delivery.kind === 'retrying';
  const delivery = underWay ? ({ kind: 'failed', reason: 'the local stack was stopped' } as const) : message.delivery;
  const { cards, views, refreshedFor } = message;
  return { ...message, card: cards[0], delivery, views: new Map(views), refreshedFor: new Set(refreshedFor) };
}

function snapshot(stored: Stored): Message {
  const { views: _views, refreshedFor: _refreshedFor, ...message } = stored;
  return message;
}

function contentOf(activity: Json): Content {
  const attachments = Array.isArray(activity['attachments']) ? (activity['attachments'] as readonly Json[]) : [];
  const summary = activity['summary'];
  const attached = (type: string) => attachments.find(({ contentType }) => contentType === type);
  const [offered, file] = [attached(OFFER), attached(FILE)];
  return {
    offer: offered && ({ name: offered['name'], ...(offered['content'] as Json) } as unknown as FileOffer),
    file: file && { name: String(file['name']), contentUrl: String(file['contentUrl']) },
    text: typeof activity['text'] === 'string' ? activity['text'] : '',
    textFormat: typeof activity['textFormat'] === 'string' ? activity['textFormat'] : 'markdown',
    summary: typeof summary === 'string' ? summary : undefined,
    cards: attachments
      .filter((attachment) => attachment['contentType'] === CARD)
      .map((attachment) => attachment['content'] as Json),
  };
}
