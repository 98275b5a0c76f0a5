/** What is said of a session that ends, goes on or does not, in English. Part of `words.ts`. */

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
