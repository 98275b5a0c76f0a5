/** Commands of the app in the menu of a message (message extensions), and the dialogs that they open. */
import type { Delivery } from './delivery.ts';
import type { Messages } from './messages.ts';
import type { PersonActs, Whereabouts } from './person-acts.ts';
import type { BotAnswer, Json, Message } from './types.ts';

interface Choosing extends Whereabouts {
  readonly messageId: string;
  /** In `composeExtensions` of the app's manifest. */
  readonly commandId: string;
}

/** What Teams shows for an answer; `error` where it would not accept it. */
export type Dialog =
  | { readonly kind: 'card'; readonly title: string; readonly card: Json }
  | { readonly kind: 'message' | 'error'; readonly text: string };

interface DialogResult extends BotAnswer {
  readonly dialog: Dialog;
}

export interface MessageActs {
  /** @throws Error where the message is not there */
  choose(choosing: Choosing): Promise<DialogResult>;
  /** @param data of the button in the dialog, with what was entered */
  submit(choosing: Choosing & { readonly data: Json }): Promise<DialogResult>;
}

export function createMessageActs({
  acts,
  messages,
  delivery,
}: {
  readonly acts: PersonActs;
  readonly messages: Messages;
  readonly delivery: Delivery;
}): MessageActs {
  const invoke = async (name: string, { messageId, commandId, ...where }: Choosing, data?: Json) => {
    const message = messages.find(acts.placeOf(where).id, messageId);
    if (!message || message.deleted) throw new Error(`no message ${messageId} in this conversation`);
    const value = {
      commandId,
      commandContext: 'message',
      requestId: messages.newId(),
      messagePayload: payloadOf(message),
      context: { theme: 'default' },
      ...(data && { data }),
    };
    const activity = acts.activity({ ...where, threadId: message.threadId }, { type: 'invoke', name, value });
    const { status, body } = await delivery.deliverOnce(activity);
    return { status, body, dialog: dialogOf({ status, body }) };
  };
  return {
    choose: (choosing) => invoke('composeExtension/fetchTask', choosing),
    submit: ({ data, ...choosing }) => invoke('composeExtension/submitAction', choosing, data),
  };
}

/** MessageActionsPayload, with the whole message, as Teams sends it. */
const payloadOf = ({ id, conversationId, from, text, sentAt, threadId }: Message): Json => ({
  id,
  replyToId: threadId === id ? undefined : threadId,
  createdDateTime: new Date(sentAt).toISOString(),
  messageType: 'message',
  importance: 'normal',
  locale: 'en-us',
  linkToMessage: `https://teams.microsoft.com/l/message/${encodeURIComponent(conversationId)}/${id}`,
  from: { user: { userIdentityType: 'aadUser', displayName: from.name }, device: null, conversation: null },
  body: { contentType: 'html', content: text },
  attachments: [],
  mentions: [],
  reactions: [],
});

function dialogOf({ status, body }: BotAnswer): Dialog {
  const failed = { kind: 'error', text: 'Unable to reach the app. Please try again.' } as const;
  const task = status === 200 ? ((body as Json | undefined)?.['task'] as Json | undefined) : undefined;
  if (task?.['type'] === 'message') return { kind: 'message', text: String(task['value']) };
  const { title, card } = (task?.['value'] ?? {}) as Json;
  const content = (card as Json | undefined)?.['content'] as Json | undefined;
  return task?.['type'] === 'continue' && content ? { kind: 'card', title: String(title), card: content } : failed;
}
