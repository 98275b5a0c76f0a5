/** What a `conversationUpdate` or `installationUpdate` says about the bot itself. */
import type { Activity } from 'botbuilder';

/** `unknown`: an event of Teams that is not in the table, which changes nothing. */
export type Membership = 'joined' | 'left' | 'unchanged' | 'unknown';

/**
 * `channelData.eventType` of Teams. With `members` the lists of members say it. A bot that is taken out of one shared or private
 * channel is named in `membersRemoved` there, although it stays in the team.
 */
const TEAM_EVENTS: ReadonlyMap<string, 'members' | 'left' | 'unchanged'> = new Map([
  ['teamMemberAdded', 'members'],
  ['teamMemberRemoved', 'members'],
  ['teamDeleted', 'left'],
  ['teamHardDeleted', 'left'],
  ['teamRestored', 'unchanged'],
  ['teamRenamed', 'unchanged'],
  ['teamArchived', 'unchanged'],
  ['teamUnarchived', 'unchanged'],
  ['channelCreated', 'unchanged'],
  ['channelRenamed', 'unchanged'],
  ['channelDeleted', 'unchanged'],
  ['channelRestored', 'unchanged'],
  ['channelMemberAdded', 'unchanged'],
  ['channelMemberRemoved', 'unchanged'],
  ['channelShared', 'unchanged'],
  ['channelUnshared', 'unchanged'],
]);

export function membershipOf(activity: Activity): Membership {
  const { type, action, recipient, membersAdded, membersRemoved } = activity;
  if (type === 'installationUpdate') return action === 'add' ? 'joined' : action === 'remove' ? 'left' : 'unchanged';
  const eventType: unknown = activity.channelData?.eventType;
  // Absent outside teams.
  const isAbsent = eventType === undefined || eventType === null;
  const event = isAbsent ? 'members' : typeof eventType === 'string' ? TEAM_EVENTS.get(eventType) : undefined;
  if (event === undefined) return 'unknown';
  if (event !== 'members') return event;
  const isBot = ({ id }: { readonly id: string }): boolean => id === recipient?.id;
  if (membersAdded?.some(isBot) === true) return 'joined';
  return membersRemoved?.some(isBot) === true ? 'left' : 'unchanged';
}
