/** People, and where they can be reached. */
import * as z from 'zod';
import type { Shape } from './shape.ts';

/** Identifies the state of one person in one conversation. */
export type PersonKey = Shape<typeof personKeySchema>;
export const personKeySchema = z.object({
  /** Conversation id without the message part that Teams adds in channels. */
  conversationId: z.string(),
  /** Entra object id, or the channel's user id where the activity carries none. */
  personId: z.string(),
});

export type Person = Shape<typeof personSchema>;
export const personSchema = z.object({
  /** Entra object id (`from.aadObjectId`); some clients do not send it. */
  objectId: z.string().optional(),
  tenantId: z.string(),
  name: z.string(),
});

/** Where to send messages. */
export type Address = Shape<typeof addressSchema>;
/** The order of the fields is part of the stored format: administrators' addresses are sealed in it. */
export const addressSchema = z.object({
  channelId: z.string(),
  serviceUrl: z.string(),
  conversationId: z.string(),
  place: z.enum(['personal', 'group chat', 'channel']),
  tenantId: z.string(),
  /** The person's and the bot's ids in the channel (`29:…`, `28:…`). */
  userId: z.string(),
  botId: z.string(),
  userName: z.string().optional(),
  locale: z.string().optional(),
  /** IANA time zone of the person's client, such as `Europe/Berlin`. */
  zone: z.string().optional(),
  /** Of a channel: the team. Absent where an older version stored it. */
  teamId: z.string().optional(),
});

export type Place = Address['place'];

/** With the language and the time zone of the person's client, as far as it says them now. */
export const withClientOf = (address: Address, { locale, zone }: Address): Address => ({
  ...address,
  locale: locale ?? address.locale,
  zone: zone ?? address.zone,
});

/** The sender of an activity. */
export interface Asker {
  readonly key: PersonKey;
  readonly person: Person;
  readonly address: Address;
}

/** Somebody in a team that the app is installed in. */
export interface TeamMember extends Person {
  /** In lower case. */
  readonly objectId: string;
  readonly userId: string;
}

/** Teams that the app is installed in, each reached as a person of the same tenant is. */
export interface TeamRoster {
  /** Read anew each time. @returns nobody where the bot is in no such team, which is logged @throws UpstreamError */
  members(teamId: string, via: Address): Promise<readonly TeamMember[]>;
  /** A member's personal chat. @returns undefined where the bot may not write to them @throws UpstreamError */
  chatWith(member: TeamMember, via: Address): Promise<Address | undefined>;
}
