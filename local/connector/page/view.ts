/** The chat page's view: conversations and messages as one person sees them. */
import type { Conversations } from '../conversations.ts';
import type { Messages } from '../messages.ts';
import type { ChatEvent, ChatPerson, Conversation, Json, Message } from '../types.ts';

export interface PageView {
  conversations(viewer: ChatPerson): readonly Json[];
  messages(viewer: ChatPerson, conversation: Conversation): readonly Json[];
  /** The event for the page, or undefined if it is not for this viewer. */
  event(viewer: ChatPerson, event: ChatEvent): Json | undefined;
}

export function createPageView({
  conversations,
  messages,
  team,
}: {
  readonly conversations: Conversations;
  readonly messages: Messages;
  readonly team: string;
}): PageView {
  const isMember = (viewer: ChatPerson, conversation: Conversation | undefined) =>
    conversation?.members.some((member) => member.teamsUserId === viewer.teamsUserId) === true;

  const showMessage = (viewer: ChatPerson, message: Message): Json => ({
    ...messages.seenBy(message, viewer.teamsUserId),
    own: message.from.id === viewer.teamsUserId,
    refreshDue: messages.refreshDue(message, viewer.teamsUserId),
  });
  const showConversation = ({ members, ...conversation }: Conversation): Json => ({
    ...conversation,
    team: conversation.kind === 'channel' ? team : undefined,
    people: members.length,
  });

  return {
    conversations: (viewer) =>
      conversations.all.filter((conversation) => isMember(viewer, conversation)).map(showConversation),
    messages: (viewer, conversation) =>
      messages
        .in(conversation.id)
        .filter((message) => !message.deleted)
        .map((message) => showMessage(viewer, message)),
    event(viewer, event) {
      if (event.kind === 'sent' || event.kind === 'called') return undefined;
      const conversation = conversations.find(event.conversationId);
      if (!conversation || !isMember(viewer, conversation)) return undefined;
      switch (event.kind) {
        case 'typing':
        case 'problem':
          return event;
        case 'conversation':
          return { kind: 'conversation', conversation: showConversation(conversation) };
        case 'message': {
          if (event.viewer !== undefined && event.viewer !== viewer.teamsUserId) return undefined;
          const message = messages.find(event.conversationId, event.messageId);
          return message && { kind: 'message', change: event.change, message: showMessage(viewer, message) };
        }
        default:
          return event satisfies never;
      }
    },
  };
}
