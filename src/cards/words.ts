/**
 * Every word the cards say, in English. Another language is another object of type `Words`.
 * No markdown in here: the words go where none is read. Sentences that take a time are shown in a `TextBlock`,
 * so they take nothing that comes from outside.
 */
import type { Place } from '../sign-in/sign-in.ts';
import type { Notice } from '../sign-in/views.ts';
import { failures } from './words-failures.ts';

const flowNames = { operator: 'Restore operator', 'app-only': 'App-only' };

const english = {
  buttons: {
    'new-code': 'New code',
    cancel: 'Cancel',
    'show-code': 'Show my code',
    renew: 'Renew',
    'log-out': 'Log out',
    'not-me': 'This was not me',
    'try-again': 'Try again',
    'sign-in-again': 'Sign in again',
    'sign-in': 'Sign in',
    'no-notices': "Don't tell me",
    'choose-organization': 'Continue',
    status: 'Status',
    help: 'Help',
  },
  open: (host: string) => `Open ${host}`,
  forWhom: (name: string) => `For ${name}`,
  somebody: 'Somebody',
  flow: flowNames,
  facts: {
    account: 'Account',
    userId: 'User id',
    tenantId: 'Tenant id',
    organization: 'Organization',
    service: 'Service',
    kind: 'Kind',
    until: 'Until',
    askedBy: 'Asked by',
    person: 'Person',
    renewal: 'Renewal',
    rights: 'Rights',
    whoHelps: 'Who can help',
    signedInAs: 'Signed in as',
  },
  renewable: { yes: 'Possible without a new sign-in', no: 'Only by a new sign-in' },
  operator: {
    yes: 'The service knows you as restore operator',
    no: 'The service does not know you as restore operator',
  },
  reference: (id: string) => `Reference: ${id}`,
  correlation: (id: string) => `Correlation id for the provider's support: ${id}`,
  saidByService: 'What the service said',

  signIn: {
    title: 'Sign in to restore data',
    summary: 'Your sign-in is waiting for you',
    intro: (host: string) => `Open ${host}, enter this code, and sign in with your work account.`,
    introWithoutLink: 'Enter this code on the sign-in page, and sign in with your work account.',
    codeLabel: 'Your code',
    until: (time: string) => `Works until ${time}`,
    warningFirst: 'Only go on if you yourself just asked for this.',
    warningThen: 'Never enter a code that somebody sent you.',
  },
  signInForOthers: (name: string) => `${name} is signing in`,
  movedBelow: {
    title: 'This sign-in moved',
    summary: 'The sign-in goes on in a newer card below',
    said: 'The sign-in goes on in a newer card further down.',
  },
  finishing: {
    title: 'Almost there',
    summary: 'Your sign-in is approved and being finished',
    said: 'You have approved the sign-in. The backup service is slow to answer; I go on trying, and this card will tell you how it ends.',
  },
  signedIn: {
    title: 'Signed in',
    summary: (organization: string) => `Signed in to ${organization}`,
    summaryForOthers: (name: string) => `${name} is signed in`,
    intro: 'You are signed in to the backup service.',
    introForOthers: (name: string) => `${name} is signed in to the backup service.`,
    details: 'Details',
  },
  notSignedIn: {
    whoHelps: {
      you: 'You',
      administrator: 'Your Microsoft 365 administrator',
      'backup administrator': 'Your backup administrator',
      us: 'The people who run this bot',
    },
    failures,
  },
  status: {
    titleSignedIn: 'You are signed in',
    titleAlready: 'You are already signed in',
    titleNone: 'You are not signed in',
    titlePending: 'Your sign-in is not finished',
    titleUnreadable: 'Please sign in again',
    already: 'Renew the session, log out, or sign in again to replace it.',
    none: 'Sign in when you want to restore something.',
    waiting: 'A sign-in waits for you to enter its code and approve it.',
    alsoWaiting: 'A new sign-in waits for you to enter its code and approve it.',
    redeemed: 'You have approved the sign-in. I am finishing it with the backup service; that takes a moment.',
    codeUntil: (time: string) => `Its code works until ${time}.`,
    unreadable:
      'What I had stored for you could not be opened, so it counts as signed out. Nothing of it is used any more.',
  },
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
    notMe: [
      'This is on record for your administrators. Tell them, and name the reference below.',
      'If somebody else may have used your account, change its password and look through its recent sign-ins.',
    ],
  },
  choose: {
    title: 'Which organization?',
    intro: 'You can sign in to more than one. Choose where you want to restore.',
    introAppOnly: 'You can sign in app-only to more than one. Choose where you want to restore.',
    label: 'Organization',
    placeholder: 'Type to search',
    error: 'Choose an organization to go on.',
    more: (shown: number, all: number) =>
      `The first ${shown} of ${all} are listed. For another one, write restore login and its name.`,
  },
  help: {
    title: 'What I can do',
    summary: 'What I can do for you',
    welcomeTitle: 'Hello, I am the restore bot',
    welcomeSummary: 'Hello, I am the restore bot',
    welcome:
      'I sign you in to your backup service, so that you can restore deleted mail and files. Sign in to begin; your tokens stay sealed with me and are erased when you log out.',
    notUnderstood: (typed: string) => `I do not know “${typed}”. These are the commands:`,
    nearTitle: 'Did you mean this?',
    near: (typed: string, command: string) => `I do not know “${typed}”. Did you mean “${command}”?`,
    commands: {
      login: ['restore login', 'Sign in as restore operator'],
      loginSeveral: ['restore login [organization]', 'Sign in as restore operator; you may name the organization'],
      appOnly: ['restore login app-only', 'Sign in for an organization with app-only authentication'],
      appOnlySeveral: [
        'restore login app-only [organization]',
        'Sign in for an organization with app-only authentication',
      ],
      status: ['restore status', 'Who is signed in, where, and until when'],
      renew: ['restore renew', 'Go on for longer without a new sign-in'],
      cancel: ['restore cancel', 'Stop a sign-in that is waiting'],
      logout: ['restore logout', 'Log out and erase every token'],
      help: ['restore help', 'Show this list'],
    },
    how: {
      personal: 'Here you may leave out “restore”.',
      'group chat':
        'Mention me first. What you start stays yours: nobody else here can see your code or use your session.',
      channel: 'Mention me first. What you start stays yours: nobody else here can see your code or use your session.',
    } satisfies Record<Place, string>,
  },
  notices: {
    'not-signed-in': {
      title: 'You are not signed in',
      said: 'There is no session of yours here. Sign in to start one.',
    },
    'nothing-to-cancel': { title: 'Nothing to cancel', said: 'No sign-in of yours is waiting here.' },
    cancelled: {
      title: 'Sign-in cancelled',
      said: 'The sign-in was stopped, and its code leads nowhere any more. Start again whenever you like.',
    },
    renewed: { title: 'Renewed', said: 'Your session goes on without a new sign-in.' },
    'code-needs-personal-chat': {
      title: 'I cannot show your code here',
      said: 'This chat client cannot show a card to you alone. Open a personal chat with me and write restore login there.',
    },
    'not-your-card': {
      title: 'This card is not yours',
      said: 'Only the person who started it can press its buttons. Write restore login to start your own sign-in.',
    },
    'card-outdated': {
      title: 'This card is out of date',
      said: 'Things have moved on since it was sent. The status tells how they stand.',
    },
    'storage-away': {
      title: 'Please try again shortly',
      said: 'I cannot reach my storage right now, so this has to wait. A sign-in that is under way goes on by itself.',
    },
    'no-object-id': {
      title: 'I cannot tell who you are',
      said: 'This chat client does not say who you are, so I may not sign you in. Write to me from Microsoft Teams with your work account.',
    },
    'app-only-not-allowed': {
      title: 'App-only sign-in is not open to you',
      said: 'It is for named administrators. You can sign in as restore operator instead.',
    },
    'app-only-personal-only': {
      title: 'Only in a personal chat',
      said: 'An app-only sign-in can only be started in a personal chat with me. Open one and write restore login app-only.',
    },
    'app-only-off': {
      title: 'App-only sign-in is not set up',
      said: 'Sign in as restore operator, or ask the people who run this bot to set APP_ONLY_APPLICATION_ID.',
    },
    'unknown-organization': {
      title: 'No such organization for you',
      said: 'Check the spelling, or sign in without a name.',
    },
    'no-organization': {
      title: 'No organization for you yet',
      said: 'No backup service is set up for the tenant of your account. Ask the people who run this bot to add it.',
    },
    'state-unreadable': {
      title: 'Please sign in again',
      said: 'What I had stored for you could not be opened, so it counts as signed out. Sign in to go on.',
    },
    working: { title: 'One moment', said: 'I am still working on it. The answer comes by itself.' },
    'no-more-notices': {
      title: 'No more reminders',
      said: 'I will not write to you here any more before a session ends.',
    },
    'went-wrong': {
      title: 'Something went wrong',
      said: 'That is a fault on our side, not yours. Try again; if it happens again, give the reference to the people who run this bot.',
    },
  } satisfies Record<Notice['code'], { title: string; said: string }>,
  unknownOrganization: {
    youWrote: (name: string) => `You wrote “${name}”.`,
    choices: (names: string) => `You can choose from: ${names}`,
    andMore: (names: string, more: number) => `You can choose from: ${names}, and ${more} more`,
  },
};

export type Words = typeof english;

/** The catalogue for a locale; English where there is none. */
export function wordsFor(_locale: string | undefined): Words {
  return english;
}
