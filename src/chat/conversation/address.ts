/** Who sent an activity and from where, and how they are addressed in return. */
import { hash } from 'node:crypto';
import type { Activity } from 'botbuilder';

import { BoundedMap } from '../../core/bounded-map.ts';
import type { Address, Asker, PersonKey, Place } from '../../core/person.ts';

export function readAsker(activity: Activity): Asker {
  const { channelId, serviceUrl, conversation, from, recipient } = activity;
  const objectId = from.aadObjectId?.toLowerCase() || undefined;
  const tenantId = tenantsOf(activity)[0] ?? '';
  return {
    // Teams appends `;messageid=…` to a channel's id to name the thread.
    key: { conversationId: conversation.id.replace(/;messageid=[^;]*/i, ''), personId: objectId ?? from.id },
    person: { objectId, tenantId, name: from.name ?? '' },
    address: {
      channelId: channelId ?? '',
      serviceUrl,
      // With the thread, so that the reply appears in it.
      conversationId: conversation.id,
      place: placeOf(activity),
      tenantId,
      userId: from.id,
      botId: recipient?.id ?? '',
      userName: from.name || undefined,
      locale: localeOf(activity),
      zone: zoneOf(activity),
      teamId: teamOf(activity),
    },
  };
}

/** Every tenant id in the activity, in lower case; the conversation's comes first. */
export function tenantsOf({ conversation, channelData }: Activity): readonly string[] {
  const tenants: readonly unknown[] = [conversation.tenantId, channelData?.tenant?.id];
  return tenants.filter((tenant) => typeof tenant === 'string').map((tenant) => tenant.toLowerCase());
}

function teamOf({ channelData }: Activity): string | undefined {
  const id: unknown = channelData?.team?.id;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** Only what is known to be personal is: in any other place, also of a type yet to be invented, others may read along. */
function placeOf({ conversation }: Activity): Place {
  // Clients that omit the type say whether it is a group.
  const { conversationType, isGroup } = conversation;
  const type = conversationType ?? ((isGroup as boolean | undefined) === false ? 'personal' : undefined);
  return type === 'personal' || type === 'channel' ? type : 'group chat';
}

const clientInfos = ({ entities }: Activity): readonly object[] =>
  entities?.filter(({ type }) => type === 'clientInfo') ?? [];

/** Some events carry it in `clientInfo` alone. */
function localeOf(activity: Activity): string | undefined {
  const named: readonly unknown[] = clientInfos(activity).map((info) => 'locale' in info && info.locale);
  return activity.locale ?? named.find((locale) => typeof locale === 'string');
}

/** Messages carry it in `clientInfo`, some clients in `localTimezone`. @returns the first known one; undefined where there is none */
function zoneOf(activity: Activity): string | undefined {
  const infos = clientInfos(activity).map((info) => 'timezone' in info && info.timezone);
  const named: readonly unknown[] = [...infos, activity.localTimezone];
  return named
    .map((zone) => (typeof zone === 'string' && zone.length <= 64 ? knownZone(zone) : undefined))
    .find((zone) => zone !== undefined);
}

/** Zones by the names that clients give them: checking a name takes longer than rendering a card. */
const knownZones = new BoundedMap<string, string>({ max: 1_000 });

function knownZone(name: string): string | undefined {
  const known = knownZones.get(name);
  if (known !== undefined) return known;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    knownZones.set(name, timeZone);
    return timeZone;
  } catch {
    return undefined;
  }
}

/** Remembers people's time zones: messages name them, button presses of some clients do not. */
export class TimeZones {
  readonly #zones = new BoundedMap<string, string>({ max: 10_000 });

  /** @returns the asker in the time zone of this activity, or else in that of the person's last message */
  recall(asker: Asker): Asker {
    const { key, address } = asker;
    const zone = address.zone ?? this.#zones.get(key.personId);
    if (zone === undefined) return asker;
    this.#zones.set(key.personId, zone);
    return { ...asker, address: { ...address, zone } };
  }
}

/**
 * Identifies a card's owner in its buttons: constant for one person in one conversation. It is neither a secret nor a
 * permission: a button always acts on the state of the person who presses it.
 */
export function ownerMark({ conversationId, personId }: PersonKey): string {
  return hash('sha256', `${conversationId}\n${personId}`, 'base64url').slice(0, 22);
}

export function outgoing(address: Address): Partial<Activity> {
  const { channelId, serviceUrl, conversationId, place, tenantId, userId, botId, locale } = address;
  return {
    channelId,
    serviceUrl,
    conversation: {
      id: conversationId,
      isGroup: place !== 'personal',
      conversationType: place === 'group chat' ? 'groupChat' : place,
      name: '',
      ...(tenantId === '' ? {} : { tenantId }),
    },
    ...(botId === '' ? {} : { from: { id: botId, name: '', role: 'bot' } }),
    ...(userId === '' ? {} : { recipient: { id: userId, name: '' } }),
    ...(locale === undefined ? {} : { locale }),
  };
}
