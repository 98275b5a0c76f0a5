/** What is said about people: what is kept of them, and what one of them reported. In English. Part of `words.ts`. */
import type { Place } from '../../../core/person.ts';
import type { Revoked } from '../../../sign-in/model.ts';

const conversations = (count: number): string => (count === 1 ? 'one conversation' : `${count} conversations`);
const sessions = (count: number): string => (count === 1 ? 'one session' : `${count} sessions`);

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
    revoked: (count: number) => `The backup service has ended ${sessions(count)} too.`,
    notRevoked: (count: number) =>
      `The backup service could not be told of ${sessions(count)}; nothing here holds their tokens any more.`,
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
