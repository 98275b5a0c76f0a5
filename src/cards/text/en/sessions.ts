/** Texts about sessions, people and time, in English. */
import type { Place } from '../../../core/person.ts';
import type { Revoked } from '../../../sign-in/state/model.ts';
import { endedByAdministrator } from './administration.ts';
import { spanIn, type FormatNumber } from '../quantities.ts';

export const sessions = {
  expiring: {
    title: 'Your session ends soon',
    summary: 'Your session at the backup service ends soon',
    until: (moment: string) => `You're signed in until ${moment}.`,
    next: "Renew it to continue working, or log out when you're done.",
    nextNotRenewable: "To continue after that, sign in again. Log out when you're done.",
  },
  sessionEnded: {
    title: 'Your session has ended',
    text: 'It expired, and I have erased its tokens.',
    longestLife: 'It reached the longest time that a session may last. I have erased its tokens.',
    refused: "The backup service no longer accepts it, and I couldn't renew it. I have erased its tokens.",
    replaced: 'Another sign-in has taken its place, and I have erased its tokens.',
    byAdministrator: endedByAdministrator,
    notAllowed:
      "Your organization's settings no longer let you sign in here. I have ended the session and erased its tokens.",
    next: 'Sign in when you want to restore something else.',
  },
  renewalRefused: {
    title: 'Session not renewed',
    summary: "Your session couldn't be renewed",
    reasons: {
      refused: 'The services that renew a session refused to renew yours.',
      unreachable: "I couldn't reach the services that renew a session.",
      'outcome-unknown': 'The response to the renewal was lost, so the session may or may not continue.',
      'not-possible': "This session can't be renewed.",
      'longest-life': "Your session has reached the longest time that a session may last, so it can't be renewed.",
      'not-allowed': "You may no longer sign in here, so your session can't be renewed.",
    },
    next: {
      refused: 'To continue after that, sign in again.',
      unreachable: 'Renew again in a few minutes, or sign in again.',
      'outcome-unknown': 'Sign in again to be sure that you have a valid session.',
      'not-possible': 'To continue after that, sign in again.',
      'longest-life': 'To continue after that, sign in again.',
      'not-allowed': 'Ask your administrators if you still need to restore something.',
    },
    until: (moment: string) => `Your current session is still valid until ${moment}.`,
  },
  logOutWarning: {
    title: "A restore isn't finished",
    text: "You're restoring as administrator, or a restore is waiting for its approval. If you log out now, the backup service may end it, and I can't follow it any further.",
    others: 'Logging out also ends your other sessions in this chat.',
    next: 'To be sure, wait until its card shows the result, or stop it there first.',
    nextNotMe: "If it wasn't you who signed in, log out anyway: your account comes first.",
    anyway: 'Log out anyway',
    stay: 'Stay signed in',
  },
  loggedOut: {
    title: 'Logged out',
    titleNotMe: "Logged out, because it wasn't you",
    erased: 'I have erased every token I had for this session.',
    revoked: {
      yes: 'The backup service has also ended the session.',
      unreachable: "I couldn't reach the backup service, so it doesn't know.",
      refused: 'The backup service refused to end the session.',
    },
    tokenValidUntil: (moment: string) =>
      `The session's token stays valid there until ${moment}, but it has been erased here.`,
    identityProvider:
      "This doesn't end your sign-in at the identity provider: to end that too, choose “Sign out everywhere” on your My Account page, or ask your administrator to revoke your sessions.",
    notNotified: 'This has been recorded for your administrators. Let them know, and give them the reference below.',
    notified: "This has been recorded, and I'm notifying your administrators. Use the reference below to ask about it.",
    notMe: ['If someone else may have used your account, change its password and check its recent sign-ins.'],
  },
};

const conversations = (n: FormatNumber, count: number): string =>
  count === 1 ? 'one conversation' : `${n(count)} conversations`;
const sessionCount = (n: FormatNumber, count: number): string => (count === 1 ? 'one session' : `${n(count)} sessions`);

export const forget = (n: FormatNumber) => ({
  title: 'Erase everything about you?',
  summary: 'Erase everything about you?',
  text: [
    'This ends your sign-ins and sessions in every conversation with me, and erases what I store about you there: your tokens, your address for messages, the organization you chose last, whether you want notices, and your requests for restores.',
    "The audit log stays: who signed in, where, and when, without any token. Your administrators decide how long it's kept.",
  ],
  restoring:
    "You're restoring as administrator, or a restore is waiting for its approval. If you erase everything now, the backup service may end it, and I can't follow it any further.",
  done: {
    title: 'Everything is erased',
    titleNothing: 'There was nothing to erase',
    nothing: 'I had nothing stored about you.',
    erased: (count: number) => `I have erased everything I stored about you, in ${conversations(n, count)}.`,
    address: "You won't receive reports to administrators until you write to me again.",
    revoked: (count: number) => `The backup service has also ended ${sessionCount(n, count)}.`,
    notRevoked: (count: number) =>
      `The backup service couldn't be told to end ${sessionCount(n, count)}. The tokens have been erased here.`,
    tokenValidUntil: (moment: string) => `They stay valid there until ${moment} at the latest.`,
    audit: "The audit log still shows who signed in, where, and when. Your administrators decide how long it's kept.",
  },
});

export const notMeReport = {
  title: 'Unrecognized sign-in reported',
  summary: (name: string) => `${name} reported an unrecognized sign-in`,
  text: (name: string) => `${name} selected “This was not me” on the card of a completed sign-in.`,
  places: {
    personal: 'In a personal chat with me',
    'group chat': 'In a group chat',
    channel: 'In a channel',
  } satisfies Record<Place, string>,
  revoked: {
    yes: 'I have ended the session at the backup service and erased its tokens.',
    unreachable: "I have erased the session's tokens. I couldn't reach the backup service, so it doesn't know.",
    refused: "I have erased the session's tokens. The backup service refused to end the session.",
  } satisfies Record<Revoked, string>,
  tokenValidUntil: (moment: string) => `The session's token stays valid there until ${moment}.`,
  next: [
    "Ask the person whether they know about it. Check the account's recent sign-ins. If someone else used it, have its password changed and its sessions revoked.",
    'Then look for the reference below in the audit log, and check at the backup service what was restored in the meantime.',
  ],
};

export const somebodyElseReport = {
  title: 'Sign-in approved by someone else',
  summary: (name: string) => `Someone else approved a sign-in that ${name} requested`,
  text: (name: string) =>
    `${name} requested a sign-in, and another account approved it. Nothing was saved, and no session was opened.`,
  causes: 'Perhaps someone used the wrong account. Perhaps someone was tricked into approving it (phishing).',
  next: [
    "Ask the person who approved it whether they know about this. If they don't, revoke their sessions in Microsoft Entra ID, and find out why the sign-in was requested.",
    'Then look for the reference below in the audit log.',
  ],
};

export const timeLeft = spanIn({
  less: 'Less than a minute',
  day: (count) => `${count} ${count === 1 ? 'day' : 'days'}`,
  hour: (count) => `${count} ${count === 1 ? 'hour' : 'hours'}`,
  minute: (count) => `${count} ${count === 1 ? 'minute' : 'minutes'}`,
  separator: ' ',
});
