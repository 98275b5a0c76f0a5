/** The actions of people in the chat client, and the activities they cause. */
import { threadIn, type Conversations } from './conversations.ts';
import type { Delivered, Delivery } from './delivery.ts';
import type { ChatEvents } from './chat-events.ts';
import type { Messages } from './messages.ts';
import { clientInfo, installationActivities, messageFields, teamsActivity, type Reader } from './teams-activity.ts';
import type { ChatBot, ChatPerson, Conversation, Json } from './types.ts';

/** A person in a conversation: part of every action. */
export interface Whereabouts {
  readonly person: ChatPerson;
  /** The conversation or its id, which in a channel may name a thread. */
  readonly conversation: Conversation | string;
  readonly reader?: Reader | undefined;
}

interface Saying extends Whereabouts {
  readonly text: string;
  /** Shared places: whether the bot is mentioned; true by default. Without a mention the bot receives nothing. */
  readonly mention?: boolean | undefined;
  /** Channels: the post to reply to; a new post without it. */
  readonly threadId?: string | undefined;
}

interface Said extends Delivered {
  readonly messageId: string;
}

export interface PersonActs {
  /** @throws Error where the conversation is unknown or the person is not in it */
  placeOf(where: Whereabouts): Conversation;
  /** Stores the message and resolves once its delivery is settled. Status 0 where nothing was delivered. */
  say(saying: Saying): Promise<Said>;
  /** The same, with the message's ID at once. */
  begin(saying: Saying): { readonly messageId: string; readonly settled: Promise<Said> };
  /** Opens the chat; the first time the app is installed there. */
  open(where: Whereabouts): Promise<void>;
  /** Adds the app, also after it was removed. */
  install(where: Whereabouts): Promise<void>;
  uninstall(where: Whereabouts): Promise<void>;
  /** An activity as this person's client would send it, with the fields given; for `post`. */
  activity(where: Whereabouts & { readonly threadId?: string | undefined }, fields: Json): Json;
}

export function createPersonActs({
  bot,
  team,
  conversations,
  messages,
  chatEvents,
  delivery,
  serviceUrl,
  now,
}: {
  readonly bot: ChatBot;
  readonly team: string;
  readonly conversations: Conversations;
  readonly messages: Messages;
  readonly chatEvents: ChatEvents;
  readonly delivery: Delivery;
  readonly serviceUrl: () => string;
  readonly now: () => number;
}): PersonActs {
  const placeOf = ({ person, conversation }: Whereabouts): Conversation => {
    const id = idOf(conversation);
    const found = conversations.find(id);
    if (!found) throw new Error(`no conversation ${id}`);
    if (!found.members.some((member) => member.teamsUserId === person.teamsUserId)) {
      throw new Error(`${person.name} is not in this conversation`);
    }
    return found;
  };
  const contextOf = (where: Whereabouts, id: string, threadId?: string) => ({
    bot,
    person: where.person,
    conversation: placeOf(where),
    threadId,
    serviceUrl: serviceUrl(),
    team,
    reader: where.reader ?? { locale: 'en-US', timezone: 'Europe/Berlin' },
    id,
    at: now(),
  });
  const begin = (saying: Saying) => {
    const conversation = placeOf(saying);
    if (conversation.bot === 'removed') throw new Error('the bot was removed from this chat');
    const mentioned = conversation.kind !== 'personal' && saying.mention !== false;
    const isAddressed = conversation.kind === 'personal' || mentioned;
    const threadId = saying.threadId ?? threadIn(idOf(saying.conversation));
    const context = contextOf(saying, '', threadId);
    const fields = messageFields(context, saying.text, mentioned);
    const message = messages.addFromPerson(conversation, {
      person: saying.person,
      text: String(fields['text']),
      threadId,
      delivery: isAddressed ? { kind: 'sending' } : { kind: 'none' },
    });
    const run = async (): Promise<Said> => {
      if (!isAddressed) return { status: 0, body: undefined, attempts: 0, messageId: message.id };
      const activity = teamsActivity({ ...context, id: message.id, threadId: message.threadId }, fields);
      const delivered = await delivery.deliver(activity, (reason) => {
        messages.setDelivery(message, { kind: 'retrying', reason });
      });
      messages.setDelivery(
        message,
        delivered.reason === undefined ? { kind: 'delivered' } : { kind: 'failed', reason: delivered.reason },
      );
      return { ...delivered, messageId: message.id };
    };
    return { messageId: message.id, settled: run() };
  };

  const change = async (where: Whereabouts, action: 'add' | 'remove') => {
    const conversation = placeOf(where);
    conversations.setBot(conversation, action === 'add' ? 'installed' : 'removed');
    for (const fields of installationActivities({ bot, person: where.person, conversation }, action)) {
      const delivered = await delivery.deliver(teamsActivity(contextOf(where, messages.newId()), fields));
      if (delivered.reason !== undefined) {
        const what = action === 'add' ? 'was not told that it was added' : 'was not told that it was removed';
        const text = `${bot.name} ${what}: ${delivered.reason}.`;
        chatEvents.add({ kind: 'problem', conversationId: conversation.id, text });
      }
    }
  };

  return {
    placeOf,
    begin,
    say: async (saying) => begin(saying).settled,
    async open(where) {
      if (placeOf(where).bot === 'new') await change(where, 'add');
    },
    async install(where) {
      if (placeOf(where).bot !== 'installed') await change(where, 'add');
    },
    async uninstall(where) {
      if (placeOf(where).bot !== 'removed') await change(where, 'remove');
    },
    activity(where, fields) {
      const context = contextOf(where, messages.newId(), where.threadId);
      return teamsActivity(context, { entities: [clientInfo(context.reader)], ...fields });
    },
  };
}

export function idOf(conversation: Conversation | string): string {
  return typeof conversation === 'string' ? conversation : conversation.id;
}
