/** People, and where they can be reached. */

/** Identifies the state of one person in one conversation. */
export interface PersonKey {
  /** Conversation id without the message part that Teams adds in channels. */
  readonly conversationId: string;
  /** Entra object id, or the channel's user id where the activity carries none. */
  readonly personId: string;
}

export interface Person {
  /** Entra object id (`from.aadObjectId`); some clients do not send it. */
  readonly objectId?: string | undefined;
  readonly tenantId: string;
  readonly name: string;
}

/** Where to send messages, without types of an SDK. */
export interface Address {
  readonly channelId: string;
  readonly serviceUrl: string;
  readonly conversationId: string;
  readonly place: Place;
  readonly tenantId: string;
  /** The person's and the bot's ids in the channel (`29:…`, `28:…`). */
  readonly userId: string;
  readonly botId: string;
  /** The person's name in the channel. */
  readonly userName?: string | undefined;
  readonly locale?: string | undefined;
  /** IANA time zone of the person's client, such as `Europe/Berlin`. */
  readonly zone?: string | undefined;
}

export type Place = 'personal' | 'group chat' | 'channel';

/** Who sent an activity, and from where. */
export interface Asker {
  readonly key: PersonKey;
  readonly person: Person;
  readonly address: Address;
}
