/** Activity ↔ Address: where to write, in nobody's SDK's terms. Pure. */
import type { Activity } from 'botbuilder';

import type { Asker } from '../../sign-in/start/begin.ts';
import type { Address, Person, PersonKey, Place } from '../../core/person.ts';

/** Only the fields an outgoing activity takes from its address. */
export type Outgoing = Pick<Activity, 'channelId' | 'serviceUrl' | 'conversation'> &
  Partial<Pick<Activity, 'from' | 'recipient' | 'locale'>>;

/** Teams appends `;messageid=…` to a channel's id to name the thread. */
export function withoutThread(conversationId: string): string {
  return conversationId.replace(/;messageid=[^;]*/i, '');
}

/** Clients that name no kind of conversation say at least whether it is a group. */
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

/** Lower case; empty where the activity names none. */
export function tenantOf({ conversation, channelData }: Activity): string {
  const named: unknown = conversation.tenantId ?? channelData?.tenant?.id;
  return typeof named === 'string' ? named.toLowerCase() : '';
}

export function addressOf(activity: Activity): Address {
  const { channelId, serviceUrl, conversation, from, recipient, locale } = activity;
  return {
    channelId: channelId ?? '',
    serviceUrl,
    // With its thread, so that an answer comes where the question was.
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

/** Messages carry it in `clientInfo`, some clients as `localTimezone`; what is no zone known here counts as none. */
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

/** Who asks, and from where. */
export function readAsker(activity: Activity): Asker {
  return { key: keyOf(activity), person: personOf(activity), address: addressOf(activity) };
}

/** Address → what an activity of ours says about from, to and where. */
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
