import type { Activity } from 'botbuilder';
import { membershipOf, type Membership } from '../../../../src/chat/conversation/membership.ts';

const BOT = { id: '28:bot', name: 'Restore' };
const SOMEBODY = { id: '29:somebody', name: 'Somebody' };
const update = (fields: object): Activity =>
  ({ type: 'conversationUpdate', recipient: BOT, ...fields }) as unknown as Activity;
const inTeam = (eventType: unknown, fields: object = {}) =>
  update({ ...fields, channelData: { eventType, team: { id: 't' } } });

test.each<[string, Activity, Membership]>([
  ['the app is installed', update({ type: 'installationUpdate', action: 'add' }), 'joined'],
  ['the app is removed', update({ type: 'installationUpdate', action: 'remove' }), 'left'],
  ['the app is updated', update({ type: 'installationUpdate', action: 'add-upgrade' }), 'unchanged'],
  ['the bot is added to a group chat', update({ membersAdded: [SOMEBODY, BOT] }), 'joined'],
  ['the bot is removed from a group chat', update({ membersRemoved: [BOT] }), 'left'],
  ['somebody else is removed', update({ membersRemoved: [SOMEBODY] }), 'unchanged'],
  ['the bot is added to a team', inTeam('teamMemberAdded', { membersAdded: [BOT] }), 'joined'],
  ['the bot is removed from a team', inTeam('teamMemberRemoved', { membersRemoved: [BOT] }), 'left'],
  ['somebody leaves a team', inTeam('teamMemberRemoved', { membersRemoved: [SOMEBODY] }), 'unchanged'],
  ['the bot is added to a shared channel', inTeam('channelMemberAdded', { membersAdded: [BOT] }), 'unchanged'],
  ['the bot is removed from a shared channel', inTeam('channelMemberRemoved', { membersRemoved: [BOT] }), 'unchanged'],
  ['a channel is no longer shared', inTeam('channelUnshared', { membersRemoved: [BOT] }), 'unchanged'],
  ['a channel is deleted', inTeam('channelDeleted'), 'unchanged'],
  ['a team is archived', inTeam('teamArchived'), 'unchanged'],
  ['a team is deleted', inTeam('teamDeleted'), 'left'],
  ['an event that is not known', inTeam('channelMoved', { membersRemoved: [BOT] }), 'unknown'],
  ['an event that is no text', inTeam({ a: 1 }, { membersRemoved: [BOT] }), 'unknown'],
])('%s', (_, activity, expected) => {
  expect(membershipOf(activity)).toBe(expected);
});
