/** Converts between Bot Framework activities and SDK-neutral addresses. Pure. */
import type { Activity } from 'botbuilder';

import type { Address, Asker, Person, PersonKey, Place } from '../../core/person.ts';

/** The fields that an outgoing activity takes from its address. */
export type Outgoing = Pick<Activity, 'channelId' | 'serviceUrl' | 'conversation'> &
  Partial<Pick<Activity, 'from' | 'recipient' | 'locale'>>;

/** Teams appends `;messageid=…` to a channel's id to name the thread. */
export function withoutThread(conversationId: string): string {
  return conversationId.replace(/;messageid=[^;]*/i, '');
}

/** Clients that omit the conversation type still say whether it is a group. */
export function placeOf({ conversation }: Activity): Place {
  switch (conversation.conversationType) {
    case 'channel':
      return 'channel';
    case 'groupChat':
      return 'group chat';
    case 'personal':
      return 'personal';
    default:
      return conversation.isGroup ? 'group chat' : 'personal';
  }
}

/** In lower case; empty when the activity names none. */
export function tenantOf({ conversation, channelData }: Activity): string {
  const named: unknown = conversation.tenantId ?? channelData?.tenant?.id;
  return typeof named === 'string' ? named.toLowerCase() : '';
}

export function addressOf(activity: Activity): Address {
  const { channelId, serviceUrl, conversation, from, recipient, locale } = activity;
  return {
    channelId: channelId ?? '',
    serviceUrl,
    // Includes the thread, so that the reply appears in it.
    conversationId: conversation.id,
    place: placeOf(activity),
    tenantId: tenantOf(activity),
    userId: from.id,
    botId: recipient?.id ?? '',
    userName: from.name || undefined,
    locale: locale ?? undefined,
    zone: zoneOf(activity),
  };
}

/** Messages carry it in `clientInfo`, some clients in `localTimezone`. @returns undefined for an unknown zone */
export function zoneOf({ entities, localTimezone }: Activity): string | undefined {
  const info: unknown = entities?.find(({ type }) => type === 'clientInfo');
  const named = typeof info === 'object' && info !== null && 'timezone' in info ? info.timezone : localTimezone;
  if (typeof named !== 'string' || named.length > 64) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: named }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

export function personOf(activity: Activity): Person {
  const { aadObjectId, name } = activity.from;
  return { objectId: aadObjectId?.toLowerCase() || undefined, tenantId: tenantOf(activity), name: name ?? '' };
}

export function keyOf(activity: Activity): PersonKey {
  const { conversation, from } = activity;
  return {
    conversationId: withoutThread(conversation.id),
    personId: from.aadObjectId?.toLowerCase() || from.id,
  };
}

export function readAsker(activity: Activity): Asker {
  return { key: keyOf(activity), person: personOf(activity), address: addressOf(activity) };
}

/** The sender, recipient and conversation of an outgoing activity. */
export function outgoing({
  channelId,
  serviceUrl,
  conversationId,
  place,
  tenantId,
  userId,
  botId,
  locale,
}: Address): Outgoing {
  return {
    channelId,
    serviceUrl,
    conversation: {
      id: conversationId,
      isGroup: place !== 'personal',
      conversationType: CONVERSATION_TYPES[place],
      name: '',
      ...(tenantId === '' ? {} : { tenantId }),
    },
    ...(botId === '' ? {} : { from: { id: botId, name: '', role: 'bot' } }),
    recipient: { id: userId, name: '' },
    ...(locale === undefined ? {} : { locale }),
  };
}

const CONVERSATION_TYPES: Readonly<Record<Place, string>> = {
  personal: 'personal',
  'group chat': 'groupChat',
  channel: 'channel',
};
