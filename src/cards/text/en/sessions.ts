/** Texts about sessions, people and time, in English. */
import type { Place } from '../../../core/person.ts';
import type { Revoked } from '../../../sign-in/model.ts';
import { spanIn } from '../quantities.ts';

export const sessions = {
  expiring: {
    title: 'Your session ends soon',
    summary: 'Your session at the backup service ends soon',
    until: (moment: string) => `You are signed in until ${moment}.`,
    next: 'Renew it to go on working, or log out when you are done.',
    nextNotRenewable: 'It can only be prolonged by a new sign-in. Log out when you are done.',
  },
  sessionEnded: {
    title: 'Your session has ended',
    said: 'Its time was up, and I have erased its tokens.',
    refused: 'The backup service no longer accepts it, and I could not renew it. I have erased its tokens.',
    next: 'Sign in when you want to restore something more.',
  },
  renewalRefused: {
    title: 'Not renewed',
    summary: 'Your session could not be renewed',
    reasons: {
      refused: 'Neither the backup service nor the identity provider would prolong your session.',
      unreachable: 'The services that prolong a session could not be reached.',
      'outcome-unknown': 'The answer to the renewal was lost on its way, so the session may or may not go on.',
      'not-possible': 'This session was given nothing it could be renewed with.',
    },
    next: {
      refused: 'Sign in again to go on for longer.',
      unreachable: 'Renew again in a few minutes, or sign in again.',
      'outcome-unknown': 'Sign in again to be sure of a working session.',
      'not-possible': 'Sign in again to go on for longer.',
    },
    until: (moment: string) => `Your present session still works until ${moment}.`,
  },
  loggedOut: {
    title: 'Logged out',
    titleNotMe: 'Logged out, because it was not you',
    erased: 'I have erased every token I held for this session.',
    revoked: {
      yes: 'The backup service has ended the session too.',
      unreachable: 'The backup service could not be reached, so it was not told.',
      refused: 'The backup service would not end the session on its side.',
    },
    livesOn: (moment: string) => `Its token stays valid there until ${moment}, but nothing here holds it any more.`,
    toldNobody: 'This is on record for your administrators. Tell them, and name the reference below.',
    told: 'This is on record, and I am telling your administrators. The reference below names it.',
    notMe: ['If somebody else may have used your account, change its password and look through its recent sign-ins.'],
  },
};

const conversations = (count: number): string => (count === 1 ? 'one conversation' : `${count} conversations`);
const sessionCount = (count: number): string => (count === 1 ? 'one session' : `${count} sessions`);

export const forget = {
  title: 'Erase everything about you?',
  summary: 'Erase everything about you?',
  said: [
    'I would end your sign-ins and sessions in every conversation with me, and erase what I keep about you there: your tokens, where to write to you, the organization you chose last and whether you want reminders.',
    'The audit log stays: who signed in, where and when, without any token. How long it is kept is for your administrators to say.',
  ],
  done: {
    title: 'Everything is erased',
    titleNothing: 'There was nothing to erase',
    nothing: 'I kept nothing about you.',
    erased: (count: number) => `I have erased all that I kept about you, in ${conversations(count)}.`,
    address: 'I no longer know where to write to you about reports to administrators, until you write to me again.',
    revoked: (count: number) => `The backup service has ended ${sessionCount(count)} too.`,
    notRevoked: (count: number) =>
      `The backup service could not be told of ${sessionCount(count)}; nothing here holds their tokens any more.`,
    livesOn: (moment: string) => `There they stay valid until ${moment} at the latest.`,
    audit:
      'The audit log still has who signed in, where and when; how long it is kept is for your administrators to say.',
  },
};

export const notMeReport = {
  title: 'Somebody reports a sign-in that was not theirs',
  summary: (name: string) => `${name} reports a sign-in that was not theirs`,
  said: (name: string) => `${name} pressed “This was not me” on the card of a finished sign-in.`,
  places: {
    personal: 'In a personal chat with me',
    'group chat': 'In a group chat',
    channel: 'In a channel',
  } satisfies Record<Place, string>,
  revoked: {
    yes: 'I have logged the session out at the backup service and erased its tokens.',
    unreachable: 'I have erased the session’s tokens. The backup service could not be reached, so it was not told.',
    refused: 'I have erased the session’s tokens. The backup service would not end the session on its side.',
  } satisfies Record<Revoked, string>,
  livesOn: (moment: string) => `Its token stays valid there until ${moment}.`,
  next: [
    'Ask the person whether they know of it. Look through the account’s recent sign-ins, and have its password changed and its sessions revoked if somebody else was in.',
    'Then look in the audit log for the reference below, and at the backup service for what was restored meanwhile.',
  ],
};

export const timeLeft = spanIn({
  less: 'Less than a minute left',
  day: (count) => `${count} ${count === 1 ? 'day' : 'days'}`,
  hour: (count) => `${count} ${count === 1 ? 'hour' : 'hours'}`,
  minute: (count) => `${count} ${count === 1 ? 'minute' : 'minutes'}`,
  left: (parts) => `${parts.join(' ')} left`,
});
