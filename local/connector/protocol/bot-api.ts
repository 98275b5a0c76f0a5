/** The calls of the bot: the `/v3` part of the Bot Connector, as status and body. */
import { threadIn, type Conversations } from '../conversations.ts';
import type { ChatEvents } from '../chat-events.ts';
import type { Messages } from '../messages.ts';
import type { CallKind, ChatBot, ChatPerson, Conversation, Json } from '../types.ts';

export interface ApiAnswer {
  readonly status: number;
  readonly body?: unknown;
}

export interface ApiRequest {
  readonly kind: Exclude<CallKind, 'token' | 'metadata' | 'keys' | 'upload'>;
  readonly conversationId?: string | undefined;
  readonly activityId?: string | undefined;
  /** Members: only this one (`29:…`). */
  readonly memberId?: string | undefined;
  /** Members: a page of them; the first has all. */
  readonly paged?: boolean | undefined;
  readonly body: Json;
}

/** Teams refuses messages of about 100 KB. */
const MAX_MESSAGE_BYTES = 102_400;

const ROUTE =
  /^\/+v3\/conversations(?:\/(?<conversation>[^/]+)\/(?<part>activities|members|pagedmembers)(?:\/(?<item>[^/]+))?)?\/?$/;

/** The call of a method and path, or undefined. */
export function readRequest(method: string, path: string, body: Json): ApiRequest | undefined {
  const parts = ROUTE.exec(path)?.groups;
  if (!parts) return undefined;
  const conversationId = parts['conversation'] && decodeURIComponent(parts['conversation']);
  const item = parts['item'] && decodeURIComponent(parts['item']);
  if (conversationId === undefined) return method === 'POST' ? { kind: 'create-conversation', body } : undefined;
  if (parts['part'] !== 'activities') {
    return method === 'GET'
      ? { kind: 'members', conversationId, memberId: item, paged: parts['part'] === 'pagedmembers', body: {} }
      : undefined;
  }
  const kinds =
    item === undefined ? { POST: 'post' as const } : ({ POST: 'reply', PUT: 'update', DELETE: 'delete' } as const);
  const kind = (kinds as Readonly<Record<string, 'post' | 'reply' | 'update' | 'delete' | undefined>>)[method];
  return kind && { kind, conversationId, activityId: item, body };
}

export function createBotApi({
  bot,
  people,
  conversations,
  messages,
  chatEvents,
  serviceUrl,
}: {
  readonly bot: ChatBot;
  readonly people: readonly ChatPerson[];
  readonly conversations: Conversations;
  readonly messages: Messages;
  readonly chatEvents: ChatEvents;
  readonly serviceUrl: () => string;
}): (request: ApiRequest) => ApiAnswer {
  const post = (conversation: Conversation, threadId: string | undefined, activity: Json): ApiAnswer => {
    if (Buffer.byteLength(JSON.stringify(activity)) > MAX_MESSAGE_BYTES) {
      return problem(413, 'MessageSizeTooBig', 'Message size too large');
    }
    if (activity['type'] === 'typing') {
      chatEvents.add({ kind: 'typing', conversationId: conversation.id, threadId });
      return { status: 202, body: { id: messages.newId() } };
    }
    if (activity['type'] !== 'message') return { status: 200, body: { id: messages.newId() } };
    const { text, ...rest } = activity;
    if (text && Array.isArray(activity['attachments']) && activity['attachments'].length > 0) {
      // Teams splits a message with text and a card, and returns no ID.
      messages.addFromBot(conversation, threadId, { ...activity, attachments: [] });
      messages.addFromBot(conversation, threadId, rest);
      return { status: 201, body: {} };
    }
    return { status: 201, body: { id: messages.addFromBot(conversation, threadId, activity).id } };
  };

  const create = (body: Json): ApiAnswer => {
    const activity = body['activity'] as Json | undefined;
    const channelId = (body['channelData'] as { readonly channel?: { readonly id?: string } } | undefined)?.channel?.id;
    const memberId = (body['members'] as readonly { readonly id?: string }[] | undefined)?.[0]?.id;
    const member = people.find((person) => person.teamsUserId === memberId);
    if (channelId === undefined && !member) return problem(400, 'BadSyntax', 'No such member or channel');
    const conversation =
      channelId === undefined ? member && conversations.personal(member) : conversations.find(channelId);
    if (!conversation) return problem(404, 'ConversationNotFound', 'Conversation not found.');
    if (conversation.bot === 'removed') return notFound();
    const posted = activity ? post(conversation, undefined, activity) : undefined;
    if (posted && posted.status >= 400) return posted;
    const activityId = (posted?.body as { readonly id?: string } | undefined)?.id;
    const thread = conversation.kind === 'channel' && activityId !== undefined ? `;messageid=${activityId}` : '';
    return { status: 201, body: { id: `${conversation.id}${thread}`, activityId, serviceUrl: serviceUrl() } };
  };

  return (request) => {
    if (request.kind === 'create-conversation') return create(request.body);
    const conversation = conversations.find(request.conversationId ?? '');
    if (!conversation) return problem(404, 'ConversationNotFound', 'Conversation not found.');
    if (conversation.bot === 'removed') return notFound();
    if (request.kind === 'members') return members(conversation, request);
    const threadId = threadIn(request.conversationId ?? '');
    if (request.kind === 'post') return post(conversation, threadId, request.body);
    const message = messages.find(conversation.id, request.activityId ?? '');
    if (request.kind === 'reply') return post(conversation, threadId ?? message?.threadId, request.body);
    if (!message || message.deleted) {
      return problem(404, 'ActivityNotFoundInConversation', 'The activity is not in this conversation.');
    }
    if (message.from.id !== `28:${bot.appId}`) return problem(403, 'Forbidden', 'The message is not the bot’s own.');
    if (request.kind === 'delete') {
      messages.remove(message);
      return { status: 200 };
    }
    messages.edit(message, request.body);
    return { status: 200, body: { id: message.id } };
  };
}

function members(conversation: Conversation, { memberId, paged }: ApiRequest): ApiAnswer {
  const all = conversation.members.map((person) => ({
    id: person.teamsUserId,
    name: person.name,
    objectId: person.objectId,
    aadObjectId: person.objectId,
    tenantId: person.tenantId,
    userPrincipalName: person.signInName,
    email: person.signInName,
    userRole: 'user',
  }));
  if (memberId === undefined) return { status: 200, body: paged === true ? { members: all } : all };
  const found = all.find((member) => [member.id, member.objectId].includes(memberId));
  return found ? { status: 200, body: found } : problem(404, 'MemberNotFoundInConversation', 'Member not found.');
}

function notFound(): ApiAnswer {
  return problem(403, 'BotNotInConversationRoster', 'The bot is not part of the conversation roster.');
}

function problem(status: number, code: string, message: string): ApiAnswer {
  return { status, body: { error: { code, message } } };
}
