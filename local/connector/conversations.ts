/** The conversations and their members. */
import { createHash } from 'node:crypto';
import { type StoredState, notStored } from '../stand-in/stored-state.ts';
import type { ChatEvents } from './chat-events.ts';
import type { ChatBot, ChatPerson, Conversation, ConversationKind } from './types.ts';

export interface Conversations {
  readonly all: readonly Conversation[];
  /** Takes ids with and without a thread's `;messageid=…`. */
  find(conversationId: string): Conversation | undefined;
  personal(person: ChatPerson): Conversation;
  readonly groupChat: Conversation;
  readonly channel: Conversation;
  setBot(conversation: Conversation, bot: Conversation['bot']): void;
}

/** Whether the bot is installed or removed, by conversation ID. */
type BotPlaces = Readonly<Record<string, Conversation['bot']>>;

export interface ConversationNames {
  readonly groupChat: string;
  readonly channel: string;
  readonly team: string;
}

/** Of the team that everybody of a tenant is in, which has the id of its only channel. */
export const teamIdOf = (tenantId: string): string => `19:${digest('channel', tenantId).slice(0, 32)}@thread.tacv2`;

/**
 * A personal chat for each person, and a group chat and a channel for the people of the bot's tenant.
 * IDs derive from the people's IDs, so that the bot's stored state still matches after a restart.
 */
export function createConversations({
  people,
  bot,
  names,
  chatEvents,
  kept = notStored(),
}: {
  readonly people: readonly ChatPerson[];
  readonly bot: ChatBot;
  readonly names: ConversationNames;
  readonly chatEvents: ChatEvents;
  readonly kept?: StoredState<BotPlaces> | undefined;
}): Conversations {
  const make = (kind: ConversationKind, id: string, name: string, tenantId: string, members: readonly ChatPerson[]) => {
    const conversation = { id, kind, name, tenantId, members, bot: kept.previous?.[id] ?? 'new' };
    byId.set(id, conversation);
    return conversation;
  };
  const byId = new Map<string, { -readonly [K in keyof Conversation]: Conversation[K] }>();
  const home = people.filter((person) => person.tenantId === bot.tenantId);

  for (const person of people) {
    make('personal', personalId(person, bot), bot.name, person.tenantId, [person]);
  }
  const groupChat = make(
    'groupChat',
    `19:${digest('group', bot.tenantId).slice(0, 32)}@thread.v2`,
    names.groupChat,
    bot.tenantId,
    home,
  );
  const channel = make('channel', teamIdOf(bot.tenantId), names.channel, bot.tenantId, home);

  const find = (conversationId: string) => byId.get(conversationId.split(';')[0] ?? '');
  return {
    all: [...byId.values()],
    find,
    personal(person) {
      const found = find(personalId(person, bot));
      if (!found) throw new Error(`${person.name} is none of the people this connector was started with`);
      return found;
    },
    groupChat,
    channel,
    setBot(conversation, state) {
      const found = byId.get(conversation.id);
      if (!found || found.bot === state) return;
      found.bot = state;
      kept.save(() => Object.fromEntries([...byId].map(([id, { bot }]) => [id, bot])));
      chatEvents.add({ kind: 'conversation', conversationId: conversation.id, bot: state });
    },
  };
}

/** The thread that a conversation id of a channel names. */
export function threadIn(conversationId: string): string | undefined {
  return /;messageid=([^;]+)/i.exec(conversationId)?.[1];
}

function personalId(person: ChatPerson, bot: ChatBot): string {
  return `a:1${digest(person.teamsUserId, bot.appId).slice(0, 48)}`;
}

function digest(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}
