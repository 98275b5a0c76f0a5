/** Types of the stand-in Bot Connector and its chat client. */

/** JSON as it goes over the wire. */
export type Json = Readonly<Record<string, unknown>>;

/** Somebody who can chat. */
export interface ChatPerson {
  readonly name: string;
  readonly signInName?: string | undefined;
  /** Entra object id and tenant id. */
  readonly objectId: string;
  readonly tenantId: string;
  /** The person's id in Teams, `29:…`. */
  readonly teamsUserId: string;
  /** Shown beside the name in the person switcher. */
  readonly about: string;
}

/** The bot's registration as the connector knows it. */
export interface ChatBot {
  readonly appId: string;
  /** Secret. */
  readonly appPassword: string;
  readonly name: string;
  /** Home tenant: the group chat and the channel are its own. */
  readonly tenantId: string;
}

export type ConversationKind = 'personal' | 'groupChat' | 'channel';

export interface Conversation {
  /** Without the `;messageid=…` that names a channel's thread. */
  readonly id: string;
  readonly kind: ConversationKind;
  readonly name: string;
  readonly tenantId: string;
  readonly members: readonly ChatPerson[];
  /** `new` until somebody opens it. */
  readonly bot: 'new' | 'installed' | 'removed';
}

/** How far a person's message got on its way to the bot. */
export type DeliveryState =
  | { readonly kind: 'none' } // the bot's own, or one that does not mention it
  | { readonly kind: 'sending' }
  | { readonly kind: 'delivered' }
  | { readonly kind: 'retrying'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

export interface Message {
  readonly id: string;
  readonly conversationId: string;
  /** Channels: the id of the post that the message belongs to, its own for the post itself. */
  readonly threadId?: string | undefined;
  readonly from: { readonly id: string; readonly name: string; readonly kind: 'bot' | 'person' };
  readonly text: string;
  readonly textFormat: string;
  readonly summary?: string | undefined;
  /** Contents of the attached Adaptive Cards. */
  readonly cards: readonly Json[];
  /** The first card. */
  readonly card?: Json | undefined;
  /** A file that the bot offers (Teams' file consent). */
  readonly offer?: FileOffer | undefined;
  /** A file that it has put into somebody's OneDrive. */
  readonly file?: { readonly name: string; readonly contentUrl: string } | undefined;
  readonly sentAt: number;
  readonly editedAt?: number | undefined;
  readonly deleted: boolean;
  /** Counts the edits. */
  readonly version: number;
  readonly delivery: DeliveryState;
}

export interface FileOffer {
  readonly name: string;
  readonly description: string;
  readonly sizeInBytes: number;
  readonly acceptContext: unknown;
  readonly declineContext: unknown;
}

/** A request the bot made. The bearer token is left out. */
export interface ConnectorCall {
  readonly kind: CallKind;
  readonly method: string;
  readonly path: string;
  readonly conversationId?: string | undefined;
  readonly activityId?: string | undefined;
  readonly body: unknown;
  /** Of the answer; 0 where the connection was cut or never answered. */
  readonly status: number;
  readonly at: number;
}

export type CallKind =
  | 'post'
  | 'reply'
  | 'update'
  | 'delete'
  | 'members'
  | 'create-conversation'
  | 'token'
  | 'metadata'
  | 'keys'
  | 'upload';

type ChatOccurrence =
  | {
      readonly kind: 'message';
      readonly conversationId: string;
      readonly messageId: string;
      readonly change: 'posted' | 'edited' | 'deleted' | 'delivery' | 'view';
      /** `view`: the only person whose view changed (`29:…`). */
      readonly viewer?: string | undefined;
    }
  | { readonly kind: 'typing'; readonly conversationId: string; readonly threadId?: string | undefined }
  | { readonly kind: 'conversation'; readonly conversationId: string; readonly bot: Conversation['bot'] }
  /** Something a person should see went wrong, beside a message's own delivery. */
  | { readonly kind: 'problem'; readonly conversationId: string; readonly text: string }
  /** One POST to the bot has ended; status 0 where no answer came. */
  | { readonly kind: 'sent'; readonly activity: Json; readonly status: number; readonly milliseconds: number }
  | { readonly kind: 'called'; readonly call: ConnectorCall };

/** Something that happened, in order. `at` is epoch milliseconds. */
export type ChatEvent = ChatOccurrence & { readonly at: number };
export type NewChatEvent = ChatOccurrence;

/** The bot's HTTP answer; status 0 where there was none. */
export interface BotAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** The outcome of pressing a card's button. */
export type PressOutcome =
  | { readonly kind: 'card'; readonly card: Json }
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'error'; readonly text: string };

export interface PressResult extends BotAnswer {
  readonly outcome: PressOutcome;
}
