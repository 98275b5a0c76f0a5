/** Texts about what administrators do with everyone's sessions, in English. */
import type { FormatNumber } from '../quantities.ts';

const sessionCount = (n: FormatNumber, count: number): string => (count === 1 ? 'one session' : `${n(count)} sessions`);

export const administration = (n: FormatNumber) => ({
  title: 'Who is signed in',
  personTitle: 'A person and their sessions',
  nobody: 'Nobody is signed in, and nobody is suspended.',
  signedIn: (count: number) => (count === 1 ? 'One person is signed in.' : `${n(count)} people are signed in.`),
  choose: 'Select a person to end their sessions or to suspend them.',
  unnamed: 'Unknown name',
  states: {
    signedIn: 'Signed in',
    suspended: 'Suspended',
    none: 'Not signed in',
  },
  since: (moment: string) => `since ${moment}`,
  until: (moment: string) => `until ${moment}`,
  suspendedBy: (name: string, moment: string) => `Suspended by ${name} · ${moment}`,
  suspending:
    "Suspending also ends the person's sessions. They can't sign in anywhere until an administrator lifts it.",
  buttons: {
    end: 'End',
    endAll: 'End all',
    endAllSure: 'Yes, end all',
    keepAll: 'No, keep them',
    suspend: 'Suspend',
    lift: 'Lift suspension',
  },
  asks: 'End the sessions of everyone who is signed in, your own included?',
  asksEffect:
    "I'll stop following what they restore, and files waiting for them are erased. Everyone is told, and can sign in again.",
  outcomes: {
    suspended: "This person is suspended. I'm ending their sessions and telling them.",
    'already-suspended': 'This person was already suspended.',
    lifted: 'The suspension is lifted. This person can sign in again.',
    'not-suspended': 'This person is not suspended.',
    yourself: "You can't suspend yourself: another administrator can.",
    ended: (count: number) =>
      count === 0
        ? 'There was no session left to end.'
        : `I'm ending ${sessionCount(n, count)} and telling the people concerned.`,
    'unknown-person': (typed: string) =>
      `Nobody here is called “${typed}”. Someone who isn't signed in can be suspended by their object ID.`,
    several: (typed: string) => `Whom do you mean by “${typed}”? Select the person.`,
  },
});

export const administrationCommands = {
  adminSessions: ['restore admin sessions', 'Who is signed in, and who is suspended; end their sessions'],
  adminSuspend: ['restore admin suspend [person]', 'End the sessions of a person and refuse new ones'],
  adminLift: ['restore admin lift [person]', 'Let a suspended person sign in again'],
};

export const endedByAdministrator = {
  ended: 'An administrator has ended it. I have erased its tokens.',
  suspended: 'An administrator has suspended you. I have ended the session and erased its tokens.',
};

const askThem = 'Only your administrators can lift this. Ask them if you need to restore something.';

export const suspendedFailure = {
  title: 'You are suspended',
  text: "An administrator has suspended you, so you can't sign in.",
  who: 'nobody',
  next: askThem,
} as const;

export const administrationNotices = {
  'administrators-only': {
    title: 'For administrators',
    text: 'Only the administrators of this bot can see or end the sessions of others. For your own, write “restore status”.',
  },
  'administrators-personal-only': {
    title: 'Only in a personal chat',
    text: 'The sessions of others are shown only in a personal chat with me. Open one and write “restore admin sessions”.',
  },
  'administrator-suspended': {
    title: 'You are suspended',
    text: 'Another administrator has suspended you. Until that is lifted, you can neither see nor change the sessions of others.',
  },
  suspended: {
    title: 'You are suspended',
    text: `An administrator has suspended you: your sessions end, and you can't sign in any more. ${askThem}`,
  },
  'suspension-lifted': {
    title: 'You can sign in again',
    text: 'An administrator has lifted your suspension.',
  },
};
