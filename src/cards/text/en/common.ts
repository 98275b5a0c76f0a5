/**
 * Every text of the cards, in English: the shape that the other languages follow.
 * No markdown: texts are shown where none is read. A sentence that takes a time is shown in a `TextBlock`, which reads
 * markdown, so it takes nothing that comes from outside.
 */
import type { Place } from '../../../core/person.ts';
import type { Notice } from '../../../sign-in/views.ts';
import { failures } from './failures.ts';
import { restore } from './restore.ts';
import { forget, notMeReport, sessions, timeLeft } from './sessions.ts';

export const english = {
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
    notices: 'Remind me again',
    'forget-me': 'Erase',
    keep: 'Keep',
    'choose-organization': 'Continue',
    'other-organization': 'Another organization',
    status: 'Status',
    help: 'Help',
    'all-commands': 'All commands',
    find: 'Find something to restore',
    sessions: 'The last restores',
    'stop-session': 'Stop',
  },
  open: (host: string) => `Open ${host}`,
  forWhom: (name: string) => `For ${name}`,
  somebody: 'Somebody',
  flow: { operator: 'Restore operator', 'app-only': 'App-only' },
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
    remaining: 'Time left',
    reminders: 'Reminders',
    when: 'Reported',
    where: 'Where',
    signedIn: 'Signed in',
    whoHelps: 'Who can help',
    signedInAs: 'Signed in as',
  },
  renewable: { yes: 'Possible without a new sign-in', no: 'Only by a new sign-in' },
  /** Said of the status card's session. */
  remindersOff: 'Off in this chat',
  operator: {
    yes: 'The service knows you as restore operator',
    no: 'The service does not know you as restore operator',
  },
  reference: (id: string) => `Reference: ${id}`,
  correlation: (id: string) => `Correlation id for the provider's support: ${id}`,
  saidByService: 'In its own words',

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
      you: 'You yourself',
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
    alreadyElsewhere:
      'That is another sign-in than the one you ask for. The new one replaces it once you have approved it.',
    none: 'Sign in when you want to restore something.',
    waiting: 'A sign-in waits for you to enter its code and approve it.',
    alsoWaiting: 'A new sign-in waits for you to enter its code and approve it.',
    redeemed: 'You have approved the sign-in. I am finishing it with the backup service; that takes a moment.',
    codeUntil: (time: string) => `Its code works until ${time}.`,
    unreadable:
      'What I had stored for you could not be opened, so it counts as signed out. Nothing of it is used any more.',
  },
  ...sessions,
  choose: {
    title: 'Which organization?',
    intro: 'You can sign in to more than one. Choose where you want to restore.',
    introAppOnly: 'You can sign in app-only to more than one. Choose where you want to restore.',
    label: 'Organization',
    placeholder: 'Type to search',
    error: 'Choose an organization to go on.',
    more: (shown: number, all: number) =>
      `The first ${shown} of ${all} are listed. For another one, write restore login and its name.`,
    signInTo: (organization: string) => `Sign in to ${organization}`,
    signInAsOperatorTo: (organization: string) => `Sign in as operator to ${organization}`,
    signInAppOnlyTo: (organization: string) => `Sign in app-only to ${organization}`,
    titleForOthers: 'A sign-in is waiting',
    forOthers: (name: string) => `${name} is choosing where to sign in.`,
    choose: 'Choose',
  },
  help: {
    title: 'What I can do',
    summary: 'What I can do for you',
    welcomeTitle: 'Hello, I am the restore bot',
    welcomeSummary: 'Hello, I am the restore bot',
    lead: 'I find deleted mail and files in your backup and restore them.',
    leadSignedIn: 'You are signed in. Find what you want to restore.',
    notUnderstood: (typed: string) => `I do not know “${typed}”.`,
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
      forget: ['restore forget me', 'Erase everything I keep about you, after asking'],
      find: ['restore find [words]', 'Find deleted mail or files in the backup, and restore them'],
      scope: ['restore scope [name]', 'Choose whose data to look through'],
      points: ['restore points', 'Choose as of when'],
      list: ['restore list', 'What you have picked so far'],
      sessions: ['restore sessions', 'The last restores, running and done'],
      help: ['restore help', 'What I can do, and all commands'],
    },
    how: {
      personal: 'Here you may leave out “restore”.',
      'group chat':
        'Mention me first. What you start stays yours: nobody else here can see your code or use your session.',
      channel: 'Mention me first. What you start stays yours: nobody else here can see your code or use your session.',
    } satisfies Record<Place, string>,
  },
  restore,
  timeLeft,
  forget,
  notMeReport,
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
    'too-many-sign-ins': {
      title: 'Too many new codes',
      said: 'If you have a code already, it still works: restore login shows it again.',
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
      said: 'I will not write to you here any more before a session ends. The status shows this, and lets you turn them on again.',
    },
    'notices-again': {
      title: 'Reminders are on',
      said: 'I will write to you here again before a session ends.',
    },
    kept: { title: 'Nothing was erased', said: 'All is as it was.' },
    'went-wrong': {
      title: 'Something went wrong',
      said: 'That is a fault on our side, not yours. Try again; if it happens again, give the reference to the people who run this bot.',
    },
  } satisfies Record<Notice['code'], { title: string; said: string }>,
  tooManySignIns: {
    person: 'You have asked for very many codes in the last ten minutes.',
    tenant: 'Very many people of your organization are signing in right now.',
    again: (moment: string) => `You can ask for a new code again from ${moment}.`,
  },
  unknownOrganization: {
    youWrote: (name: string) => `You wrote “${name}”.`,
    near: (names: string) => `Did you mean: ${names}?`,
    choices: (names: string) => `You can choose from: ${names}`,
    andMore: (names: string, more: number) => `You can choose from: ${names}, and ${more} more`,
  },
};
