/**
 * Every text of the cards, in English. The other languages follow its shape.
 * Texts hold no markdown: most are shown where none is read. A sentence with a time is shown in a `TextBlock`, which
 * reads markdown, so it holds nothing that comes from outside.
 */
import type { Place } from '../../../core/person.ts';
import type { Notice } from '../../../sign-in/state/views.ts';
import type { FormatNumber } from '../quantities.ts';
import { administration, administrationCommands, administrationNotices } from './administration.ts';
import { approvals } from './approvals.ts';
import { fourEyes } from './four-eyes.ts';
import { exports } from './exports.ts';
import { failures, failuresByWay } from './failures.ts';
import { pages } from './pages.ts';
import { requests } from './requests.ts';
import { restore } from './restore.ts';
import { forget, notMeReport, sessions, somebodyElseReport, timeLeft } from './sessions.ts';

const SHARED_PLACE =
  'Mention me first. What you start is yours alone: no one else here can see your code or use your session.';

export const english = (n: FormatNumber) => ({
  buttons: {
    'new-code': 'New code',
    'use-code': 'Use a code',
    cancel: 'Cancel',
    'show-code': 'Show my code',
    renew: 'Renew',
    'log-out': 'Log out',
    'not-me': 'This was not me',
    'try-again': 'Try again',
    'sign-in-again': 'Sign in again',
    'sign-in': 'Sign in',
    'no-notices': 'Turn off notices',
    notices: 'Turn on notices',
    'forget-me': 'Erase',
    keep: 'Keep',
    'choose-organization': 'Continue',
    'other-organization': 'Another organization',
    status: 'Status',
    help: 'Help',
    'all-commands': 'All commands',
    find: 'Find items to restore',
    sessions: 'Recent restores',
    'stop-session': 'Stop',
    ask: 'Ask for a restore',
  },
  open: (host: string) => `Open ${host}`,
  forWhom: (name: string) => `For ${name}`,
  /** A title, which has no sign at its end, and what follows it, where both are read out as one. */
  inOneLine: (title: string, text: string) => `${title}. ${text}`,
  somebody: 'Someone',
  flow: { operator: 'Restore operator', 'app-only': 'Administrator (app-only)' },
  facts: {
    account: 'Account',
    userId: 'User ID',
    tenantId: 'Tenant ID',
    organization: 'Organization',
    service: 'Service',
    kind: 'Type',
    until: 'Valid until',
    askedBy: 'Requested by',
    person: 'Person',
    renewal: 'Renewal',
    rights: 'Rights',
    remaining: 'Time left',
    reminders: 'Notices',
    when: 'Reported',
    where: 'Where',
    signedIn: 'Signed in',
    whoHelps: 'Who can help',
    approverId: 'Approved by (user ID)',
    approverTenant: 'Approved by (tenant ID)',
    started: 'Started',
    ended: 'Ended',
    reason: 'Reason',
  },
  renewable: { yes: 'Possible without a new sign-in', no: 'Only with a new sign-in' },
  /** On the status card. */
  remindersOff: 'Off in this chat',
  operator: {
    yes: 'You are a restore operator at the service',
    no: "You aren't a restore operator at the service",
    administrator: "You can look into everyone's data, and each restore needs an approval",
  },
  /** A day as `Intl` writes it. */
  calendarDay: (day: string) => day,
  dateAndTime: (date: string, time: string) => `${date}, ${time}`,
  momentOfWeek: (weekday: string, date: string, time: string) => `${weekday} · ${date}, ${time}`,
  reference: (id: string) => `Reference: ${id}`,
  correlation: (id: string) => `Correlation ID for the provider's support: ${id}`,
  quotedLabel: 'Message from the service',

  signIn: {
    title: 'Sign in to restore data',
    summary: 'Enter the code to sign in',
    intro: (host: string) => `Open ${host}, enter this code, and sign in with your work account.`,
    introWithoutLink: 'Enter this code on the sign-in page, and sign in with your work account.',
    codeLabel: 'Your code',
    until: (time: string) => `Valid until ${time}`,
    warningFirst: 'Continue only if you just asked for this yourself.',
    warningThen: 'Never enter a code that someone sent you.',
    browser: {
      summary: 'Sign in to continue',
      intro: 'Select Sign in. A page opens in your browser: choose your work account there.',
      warning: "Only you can finish this sign-in. Don't pass the link on.",
      open: 'Sign in',
      show: 'Show my link',
      orCode: 'On another device, or if the page does not open, use a code.',
    },
  },
  pages,
  signInForOthers: (name: string) => `${name} is signing in`,
  moved: {
    title: 'Continues on another card',
    summary: 'The sign-in continues on another card',
    text: 'The sign-in continues on another card in this chat. “restore login” shows it again.',
  },
  finishing: {
    title: 'Almost there',
    summary: 'Your sign-in is approved and being completed',
    text: "You've approved the sign-in. The backup service is slow to respond. I'll keep trying, and this card will show the result.",
  },
  signedIn: {
    title: 'Signed in',
    summary: (organization: string) => `Signed in to ${organization}`,
    summaryForOthers: (name: string) => `${name} is signed in`,
    intro: "You're signed in to the backup service.",
    introAdministrator:
      "You're signed in to the backup service as administrator. You can look into everyone's data, and each restore needs an approval of its own.",
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
    failuresByWay,
  },
  status: {
    titleSignedIn: "You're signed in",
    titleAlready: "You're already signed in",
    titleNone: "You're not signed in",
    titlePending: "Your sign-in isn't finished",
    titleUnreadable: 'Please sign in again',
    already: 'Renew the session, log out, or sign in again to replace it.',
    alreadyElsewhere: "This isn't the sign-in you asked for. The new one replaces it once you approve it.",
    none: 'Sign in when you want to restore something.',
    waiting: 'Approve it on the sign-in page to finish.',
    alsoWaiting: 'A new sign-in is pending. Approve it on the sign-in page to finish.',
    redeemed: "You've approved the sign-in. I'm completing it with the backup service. This takes a moment.",
    pendingUntil: (time: string) => `You can finish it until ${time}.`,
    unreadable: "I couldn't read your saved sign-in, so you're logged out. It's no longer used.",
  },
  ...sessions,
  choose: {
    title: 'Which organization?',
    intro: 'You can sign in to more than one. Choose where you want to restore.',
    introAppOnly: 'You can sign in app-only to more than one. Choose where you want to restore.',
    label: 'Organization',
    placeholder: 'Type to search',
    error: 'Choose an organization to continue.',
    more: (shown: number, all: number) =>
      `Showing the first ${n(shown)} of ${n(all)}. For another one, write “restore login” and its name.`,
    signInTo: (organization: string) => `Sign in to ${organization}`,
    signInAsOperatorTo: (organization: string) => `Sign in as operator to ${organization}`,
    signInAppOnlyTo: (organization: string) => `Sign in app-only to ${organization}`,
    titleForOthers: 'A sign-in is pending',
    forOthers: (name: string) => `${name} is choosing where to sign in.`,
    choose: 'Choose',
  },
  help: {
    title: 'What I can do',
    summary: 'What I can do for you',
    welcomeTitle: "Hello, I'm the restore bot",
    welcomeSummary: "Hello, I'm the restore bot",
    lead: 'I find deleted mail, files, SharePoint and Teams data in your backup and restore them. If you may restore data yourself, sign in; if not, ask an operator.',
    leadAsk: 'An operator can restore deleted mail, files, SharePoint and Teams data for you. Ask for it here.',
    /** In a group chat or channel: the session is of that place alone, and what is found is private. */
    leadSignedInHere:
      "You're signed in here. To find and restore, open a personal chat with me and sign in there, or ask an operator.",
    leadSignedIn: "You're signed in. Find what you want to restore.",
    leadAdministrator:
      "You're signed in as administrator. Find what you want to restore for anyone in your organization.",
    /** What somebody may do beside restoring. */
    roles: {
      operator: 'You can also get the requests of others: write “restore on duty”.',
      approver: 'You can approve the restores of others. Each request comes to you here as a card.',
      administrator:
        'As administrator, you can end the sessions of others and suspend people: write “restore admin sessions”.',
    },
    notUnderstood: (typed: string) => `I don't know the command “${typed}”.`,
    search: (typed: string) => `Search for “${typed}”`,
    nearTitle: 'Did you mean this?',
    near: (typed: string, command: string) => `I don't know the command “${typed}”. Did you mean “${command}”?`,
    commands: {
      login: ['restore login', 'Sign in as restore operator'],
      loginSeveral: ['restore login [organization]', 'Sign in as restore operator; you may name the organization'],
      appOnly: ['restore login app-only', 'Sign in as administrator, for an organization with app-only authentication'],
      appOnlySeveral: [
        'restore login app-only [organization]',
        'Sign in as administrator, for an organization with app-only authentication',
      ],
      status: ['restore status', 'Who is signed in, where, and until when'],
      renew: ['restore renew', 'Continue for longer without a new sign-in'],
      cancel: ['restore cancel', 'Cancel a pending sign-in'],
      logout: ['restore logout', 'Log out and erase every token'],
      forget: ['restore forget me', 'Erase everything I store about you, after asking'],
      find: [
        'restore find [words]',
        'Find deleted mail, files, SharePoint or Teams data in the backup and restore them',
      ],
      scope: ['restore scope [name]', 'Choose whose data to search'],
      points: ['restore points', 'Choose a backup by date'],
      list: ['restore list', 'Show what you have selected so far'],
      sessions: ['restore sessions', 'Recent restores, running and finished'],
      ask: ['restore ask', 'Ask an operator to restore something for you'],
      onDuty: ['restore on duty', 'As operator: get the requests of others'],
      offDuty: ['restore off duty', 'As operator: get no more requests'],
      ...administrationCommands,
      help: ['restore help', 'What I can do, and all commands'],
    },
    how: {
      personal: 'You can leave out “restore” here.',
      'group chat': SHARED_PLACE,
      channel: SHARED_PLACE,
    } satisfies Record<Place, string>,
  },
  restore: restore(n),
  exports: exports(n),
  requests: requests(n),
  approvals: approvals(n),
  administration: administration(n),
  fourEyes: fourEyes(n),
  timeLeft,
  forget: forget(n),
  notMeReport,
  somebodyElseReport,
  /** Of the message itself, whatever it shows. */
  sending: {
    instead:
      "I couldn't show the answer here: Teams didn't accept the message. What you started goes on. Write “restore status” for your sign-in or “restore sessions” for your restores, or write your request again, and narrow it if it was a search.",
    repeated:
      "Teams didn't confirm my last message, so this one may be here twice. Use this one: the one above is no longer updated.",
    shortened: 'Shortened, because the whole message was too large for Teams.',
  },
  notices: {
    'not-signed-in': {
      title: "You're not signed in",
      text: "You don't have a session in this chat. Sign in to start one.",
    },
    'nothing-to-cancel': { title: 'Nothing to cancel', text: 'You have no pending sign-in in this chat.' },
    cancelled: {
      title: 'Sign-in cancelled',
      text: 'The sign-in was cancelled and can no longer be finished. You can start again at any time.',
    },
    renewed: { title: 'Session renewed', text: 'Your session continues without a new sign-in.' },
    'needs-personal-chat': {
      title: "I can't show this here",
      text: "This app can't show a card to you alone. Open a personal chat with me and write “restore login” to sign in, or “restore ask” to ask an operator for something.",
    },
    'not-your-card': {
      title: "This card isn't yours",
      text: 'Only the person who started it can use its buttons. Write “restore login” to start your own sign-in.',
    },
    'card-outdated': {
      title: 'This card is out of date',
      text: 'Something has changed since this card was sent. Select Status to see the latest.',
    },
    'storage-away': {
      title: 'Please try again shortly',
      text: "I can't read or save my data right now, so this has to wait. A sign-in in progress continues by itself.",
    },
    'no-object-id': {
      title: "I can't identify you",
      text: "This app doesn't say who you are, so I can't sign you in. Write to me from Microsoft Teams with your work account.",
    },
    'too-many-sign-ins': {
      title: 'Too many new sign-ins',
      text: 'If a sign-in of yours is still pending, it still works: “restore login” shows it again.',
    },
    'app-only-not-allowed': {
      title: "App-only sign-in isn't available to you",
      text: 'It is for named administrators. You can sign in as restore operator instead.',
    },
    'app-only-personal-only': {
      title: 'Only in a personal chat',
      text: 'You can start an app-only sign-in only in a personal chat with me. Open one and write “restore login app-only”.',
    },
    'app-only-off': {
      title: "App-only sign-in isn't set up",
      text: 'Sign in as restore operator, or ask the people who run this bot to set APP_ONLY_APPLICATION_ID.',
    },
    ...administrationNotices,
    'unknown-organization': {
      title: 'Organization not available to you',
      text: 'Check the spelling, or sign in without a name.',
    },
    'no-organization': {
      title: 'No organization is available to you yet',
      text: 'No backup service is set up for the tenant of your account. Ask the people who run this bot to add it.',
    },
    'state-unreadable': {
      title: 'Please sign in again',
      text: "I couldn't read your saved sign-in, so you're logged out. Sign in to continue.",
    },
    working: { title: 'One moment', text: "I'm still working on it. The answer will appear here by itself." },
    'took-too-long': {
      title: 'That took too long',
      text: "I couldn't answer in time. Select the button again in a moment.",
    },
    'no-more-notices': {
      title: 'Notices are off',
      text: "I'll no longer write to you here before a session ends. You can turn notices on again from Status.",
    },
    'notices-again': {
      title: 'Notices are on',
      text: "I'll write to you here again before a session ends.",
    },
    kept: { title: 'Nothing was erased', text: 'Everything is as it was.' },
    'went-wrong': {
      title: 'Something went wrong',
      text: 'This is a fault on our side, not yours. Try again. If it happens again, give the reference to the people who run this bot.',
    },
  } satisfies Record<Notice['code'], { title: string; text: string }>,
  tooManySignIns: {
    person: 'You have started too many sign-ins in the last ten minutes.',
    tenant: 'Too many people in your organization are signing in right now.',
    again: (moment: string) => `You can start a new one after ${moment}.`,
  },
  unknownOrganization: {
    youWrote: (name: string) => `You wrote “${name}”.`,
    near: (names: string) => `Did you mean: ${names}?`,
    choices: (names: string) => `You can choose from: ${names}`,
    andMore: (names: string, more: number) => `You can choose from: ${names}, and ${n(more)} more`,
  },
});

/** What every language must say. */
export type Words = ReturnType<typeof english>;
