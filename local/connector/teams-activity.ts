/** Activities as Teams writes them. Pure. */
import type { ChatBot, ChatPerson, Conversation, Json } from './types.ts';

export interface Reader {
  /** BCP 47, and an IANA time zone. */
  readonly locale: string;
  readonly timezone: string;
}

interface ActivityContext {
  readonly bot: ChatBot;
  readonly person: ChatPerson;
  readonly conversation: Conversation;
  /** Channels: the post that starts the thread. */
  readonly threadId?: string | undefined;
  readonly serviceUrl: string;
  readonly team: string;
  readonly reader: Reader;
  readonly id: string;
  readonly at: number;
}

/** An activity with the given fields and those that Teams adds. */
export function teamsActivity(context: ActivityContext, fields: Json): Json {
  const { bot, person, conversation, reader } = context;
  return {
    id: context.id,
    timestamp: new Date(context.at).toISOString(),
    localTimestamp: localTimestamp(context.at, reader.timezone),
    localTimezone: reader.timezone,
    locale: reader.locale,
    channelId: 'msteams',
    serviceUrl: context.serviceUrl,
    from: { id: person.teamsUserId, name: person.name, aadObjectId: person.objectId },
    recipient: { id: `28:${bot.appId}`, name: bot.name },
    conversation: {
      id:
        conversation.kind === 'channel' && context.threadId !== undefined
          ? `${conversation.id};messageid=${context.threadId}`
          : conversation.id,
      conversationType: conversation.kind,
      tenantId: conversation.tenantId,
      isGroup: conversation.kind !== 'personal',
    },
    channelData: channelData(conversation, context.team),
    ...fields,
  };
}

/** A typed message's own fields; in shared places with the bot mentioned. */
export function messageFields(
  context: Pick<ActivityContext, 'bot' | 'conversation' | 'reader'>,
  text: string,
  mentioned: boolean,
): Json {
  const { bot, reader } = context;
  const mention = `<at>${bot.name}</at>`;
  const addressed = mentioned && !text.includes(mention) ? `${mention} ${text}` : text;
  return {
    type: 'message',
    text: addressed,
    textFormat: 'plain',
    entities: [
      ...(mentioned ? [{ type: 'mention', text: mention, mentioned: { id: `28:${bot.appId}`, name: bot.name } }] : []),
      clientInfo(reader),
    ],
  };
}

/** What a client adds about itself to messages and invokes. */
export function clientInfo({ locale, timezone }: Reader): Json {
  return { type: 'clientInfo', locale, country: locale.split('-')[1], platform: 'Web', timezone };
}

/** The activities when the app is added or removed, in the order of Teams. */
export function installationActivities(
  context: Pick<ActivityContext, 'bot' | 'person' | 'conversation'>,
  action: 'add' | 'remove',
): readonly Json[] {
  const { bot, person } = context;
  const self = { id: `28:${bot.appId}`, name: bot.name };
  const update =
    action === 'add'
      ? {
          type: 'conversationUpdate',
          // A personal chat starts with both; elsewhere only the bot is added.
          membersAdded:
            context.conversation.kind === 'personal'
              ? [{ id: person.teamsUserId, aadObjectId: person.objectId }, self]
              : [self],
        }
      : { type: 'conversationUpdate', membersRemoved: [self] };
  const installation = { type: 'installationUpdate', action };
  // A removal in a personal chat sends only the installation update.
  return action === 'remove' && context.conversation.kind === 'personal' ? [installation] : [update, installation];
}

function channelData(conversation: Conversation, team: string): Json {
  const tenant = { id: conversation.tenantId };
  if (conversation.kind !== 'channel') return { tenant };
  return {
    tenant,
    teamsChannelId: conversation.id,
    teamsTeamId: conversation.id,
    channel: { id: conversation.id },
    team: { id: conversation.id, name: team },
  };
}

function localTimestamp(at: number, timezone: string): string {
  const zone = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find((part) => part.type === 'timeZoneName')?.value;
  const offset = zone?.replace('GMT', '') ?? '';
  const [hours = '0', minutes = '0'] = offset.split(':');
  const sign = offset.startsWith('-') ? -1 : 1;
  const shift = Number(hours) * 60 + sign * Number(minutes);
  return new Date(at + shift * 60_000).toISOString().replace('Z', offset === '' ? '+00:00' : offset);
}
