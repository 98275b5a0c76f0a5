import type { CardContext } from '../../../src/cards/layout/context.ts';
import { renderView } from '../../../src/cards/render.ts';
import { VERBS } from '../../../src/cards/layout/verbs.ts';
import { checkEvery } from '../../support/check-every.ts';
import { aContext, everyView, USER_CODE } from '../../support/views.ts';
import { asSent, buttonsInView, markdownOf, nodesOf, ofType, titlesOf } from './inspect.ts';

const contexts: readonly (readonly [string, CardContext])[] = [
  ['a personal chat', aContext()],
  ['a group chat', aContext({ place: 'group chat' })],
  ['a channel', aContext({ place: 'channel' })],
  ['a channel, for its owner only', aContext({ place: 'channel', audience: 'owner' })],
];

const allViews = everyView();

describe.each(contexts)('every card in %s', (_place, context) => {
  const everyCard = allViews.map(([name, view]) => {
    const { card, summary } = renderView(view, context);
    return [name, { view, card, summary, text: JSON.stringify(card) }] as const;
  });

  test('is a complete Adaptive Card 1.5 and well below the size that Teams accepts', () => {
    checkEvery(everyCard, ({ card, text, summary }) => {
      expect(asSent(card)).toMatchObject({
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.5',
        fallbackText: summary,
        speak: summary,
      });
      expect(text).not.toContain('${');
      expect(text).not.toContain('undefined');
      expect(Buffer.byteLength(text)).toBeLessThan(22_000);
    });
  });

  test('has buttons whose verbs are known, each with a fallback that carries the same', () => {
    checkEvery(everyCard, ({ card, text, view }) => {
      const isNobodys = view.kind === 'welcome' && context.place !== 'personal';
      for (const action of ofType(card, 'Action.Execute')) {
        const { verb, title, data } = action;
        expect(VERBS).toContain(verb);
        expect(data).toMatchObject({ verb, owner: isNobodys ? '' : 'mark-of-anna' });
        expect(action['fallback']).toMatchObject({ type: 'Action.Submit', title, data });
      }
      expect(text.match(/Action\.Submit/g)?.length).toBe(text.match(/Action\.Execute/g)?.length);
      expect(buttonsInView(card).length).toBeLessThanOrEqual(4);
    });
  });

  test('has a summary of one line without the code', () => {
    checkEvery(everyCard, ({ summary }) => {
      expect(summary).toMatch(/^\S.{2,218}\S$/u);
      expect(summary).not.toContain(USER_CODE);
    });
  });

  test('shows the code on the sign-in card only, once, and only where no others see it', () => {
    checkEvery(everyCard, ({ view, text }) => {
      const hasCode = view.kind === 'sign-in' && view.userCode !== undefined;
      const allowed = hasCode && (context.place === 'personal' || context.audience === 'owner');
      expect(text.split(USER_CODE)).toHaveLength(allowed ? 2 : 1);
    });
  });

  test('wraps every text, and toggles only existing elements', () => {
    checkEvery(everyCard, ({ card }) => {
      for (const block of ofType(card, 'TextBlock')) expect(block['wrap']).toBe(true);
      const ids = nodesOf(card).flatMap((node) => node['id'] ?? []);
      for (const toggle of ofType(card, 'Action.ToggleVisibility')) {
        expect(ids).toEqual(expect.arrayContaining(toggle['targetElements'] as string[]));
      }
    });
  });

  test('has no markdown or card syntax in its text blocks', () => {
    const ownTimes = /\{\{(?:DATE|TIME)\(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ(?:, SHORT)?\)\}\}/g;
    checkEvery(everyCard, ({ card }) => {
      for (const words of markdownOf(card)) {
        expect(words.replace(ownTimes, '')).not.toMatch(/[*_`[\]<>#&{}\\]|^\s*(?:[-+]|\d+[.)])\s/u);
      }
    });
  });
});

test('each card has the buttons that people know', () => {
  const titles = Object.fromEntries(
    allViews
      .filter(([name]) => !name.startsWith('not-signed-in'))
      .map(([name, view]) => [name, titlesOf(renderView(view, aContext()).card)]),
  );
  expect(titles).toEqual({
    'sign-in': ['Open microsoft.com', 'New code', 'Cancel'],
    'sign-in-app-only': ['Open microsoft.com', 'New code', 'Cancel'],
    'sign-in-in-browser': ['Sign in', 'Cancel'],
    'sign-in-in-browser-or-with-code': ['Sign in', 'Use a code', 'Cancel'],
    'sign-in-in-browser-and-with-code': ['Open microsoft.com', 'Sign in', 'New code', 'Cancel'],
    'sign-in-of-several': ['Open microsoft.com', 'New code', 'Another organization', 'Cancel'],
    finishing: ['Cancel'],
    'sign-in-moved': [],
    'signed-in': ['Find items to restore', 'Renew', 'Log out', 'This was not me', 'Details'],
    'signed-in-app-only': ['Find items to restore', 'Sign in again', 'Log out', 'This was not me', 'Details'],
    'status-session': ['Find items to restore', 'Renew', 'Log out'],
    'status-remaining': ['Find items to restore', 'Renew', 'Log out', 'Turn on notices'],
    'status-no-operator': ['Find items to restore', 'Sign in again', 'Log out'],
    'status-already-elsewhere': [
      'Sign in app-only to Fabrikam',
      'Find items to restore',
      'Renew',
      'Log out',
      'Another organization',
    ],
    'status-already': ['Find items to restore', 'Renew', 'Log out', 'Sign in again'],
    'status-already-pending': ['Show my code', 'Find items to restore', 'Renew', 'Log out', 'Sign in again', 'Cancel'],
    'status-session-and-pending': ['Show my code', 'Find items to restore', 'Renew', 'Log out', 'Cancel'],
    'status-pending': ['Show my code', 'Cancel'],
    'status-redeemed': ['Cancel'],
    'status-none': ['Sign in'],
    'status-unreadable': ['Sign in'],
    expiring: ['Renew', 'Log out', 'Turn off notices'],
    'expiring-not-renewable': ['Sign in again', 'Log out', 'Turn off notices'],
    'session-ended': ['Sign in'],
    'session-ended-refused': ['Sign in'],
    'renewal-refused-refused': ['Sign in again', 'Log out'],
    'renewal-refused-unreachable': ['Sign in again', 'Renew', 'Log out'],
    'renewal-refused-outcome-unknown': ['Sign in again', 'Log out'],
    'renewal-refused-not-possible': ['Sign in again', 'Log out'],
    'renewal-refused-longest-life': ['Sign in again', 'Log out'],
    'renewal-refused-not-allowed': ['Log out'],
    'session-ended-longest-life': ['Sign in'],
    'session-ended-not-revoked': ['Sign in'],
    'session-ended-replaced-yes': ['Status'],
    'session-ended-replaced-refused': ['Status'],
    'session-ended-by-administrator-ended': ['Sign in'],
    'session-ended-by-administrator-suspended': [],
    'admin-people': ['Previous', 'Next', 'Update list', 'End all'],
    'admin-people-many': ['Previous', 'Next', 'Update list', 'End all'],
    'admin-people-none': ['Update list'],
    'admin-people-asks': ['No, keep them', 'Yes, end all'],
    'admin-people-unknown': ['Previous', 'Next', 'Update list', 'End all'],
    'admin-people-several': ['Previous', 'Next', 'Update list', 'End all'],
    'admin-person': ['End', 'Suspend', 'Back'],
    'admin-person-self': ['End', 'Back'],
    'admin-person-suspended': ['Lift suspension', 'Back'],
    'admin-person-already-suspended': ['Lift suspension', 'Back'],
    'admin-person-lifted': ['End', 'Suspend', 'Back'],
    'admin-person-not-suspended': ['End', 'Suspend', 'Back'],
    'admin-person-yourself': ['End', 'Back'],
    'admin-person-ended': ['End', 'Suspend', 'Back'],
    'logged-out-yes': ['Sign in again'],
    'logged-out-unreachable': ['Sign in again'],
    'logged-out-refused': ['Sign in again'],
    'logged-out-not-me': ['Sign in again'],
    'logged-out-not-me-told': ['Sign in again'],
    'logged-out-not-me-unreachable': ['Sign in again'],
    'not-me-report': [],
    'not-me-report-unreachable': [],
    'somebody-else-report': [],
    'forget-me': ['Erase', 'Keep'],
    'forget-me-restoring': ['Erase', 'Keep'],
    'log-out-warning': ['Stay signed in', 'Log out anyway'],
    'log-out-warning-not-me': ['Log out anyway', 'Stay signed in'],
    'status-app-only': ['Find items to restore', 'Renew', 'Log out'],
    forgotten: [],
    'forgotten-all': [],
    'forgotten-nothing': [],
    'choose-organization': ['Continue'],
    'choose-organization-of-500': ['Continue'],
    help: ['Sign in', 'Find items to restore', 'Ask for a restore', 'All commands'],
    'help-signed-in': ['Find items to restore', 'Recent restores', 'Status', 'All commands', 'Go on duty'],
    'help-signed-in-app-only': ['Find items to restore', 'Recent restores', 'Status', 'All commands', 'Go on duty'],
    'help-no-operator': ['Ask for a restore', 'Sign in', 'All commands'],
    'help-all-no-operator': ['Ask for a restore', 'Sign in'],
    'help-approver': ['Sign in', 'Find items to restore', 'Ask for a restore', 'All commands'],
    'help-roles': [
      'Find items to restore',
      'Recent restores',
      'Status',
      'All commands',
      'Go on duty',
      'Who is signed in',
    ],
    'help-all': ['Sign in', 'Find items to restore', 'Ask for a restore'],
    'help-full': ['Find items to restore', 'Recent restores', 'Status'],
    'help-not-understood': ['Sign in', 'Find items to restore', 'Ask for a restore', 'All commands'],
    'help-not-understood-signed-in': [
      'Search for “kyoto invoices”',
      'Recent restores',
      'Status',
      'All commands',
      'Go on duty',
    ],
    'help-did-you-mean-signed-in': ['restore status', 'Search for “stauts”', 'Help'],
    'help-did-you-mean': ['restore status', 'Help'],
    welcome: ['Sign in', 'Find items to restore', 'Ask for a restore', 'All commands'],
    'notice-not-signed-in': ['Sign in'],
    'notice-nothing-to-cancel': ['Status'],
    'notice-cancelled': ['Sign in'],
    'notice-renewed': [],
    'notice-needs-personal-chat': [],
    'notice-not-your-card': [],
    'notice-card-outdated': ['Status'],
    'notice-storage-away': ['Status'],
    'notice-no-object-id': [],
    'notice-app-only-not-allowed': ['Sign in'],
    'notice-administrators-only': ['Status'],
    'notice-administrators-personal-only': [],
    'notice-administrator-suspended': [],
    'notice-suspended': [],
    'notice-suspension-lifted': ['Sign in'],
    'notice-app-only-personal-only': [],
    'notice-app-only-off': ['Sign in'],
    'notice-too-many-sign-ins': ['Status'],
    'notice-unknown-organization': ['Sign in to Contoso', 'Another organization'],
    'notice-no-organization': [],
    'notice-state-unreadable': ['Sign in'],
    'notice-working': [],
    'notice-took-too-long': [],
    'notice-no-more-notices': ['Turn on notices'],
    'notice-notices-again': [],
    'notice-kept': [],
    'notice-went-wrong': ['Status'],
  });
});

test('every failure has its own remedy, a reference and another try', () => {
  // Of the other ways, only the advice is another.
  const failures = allViews.filter(([, view]) => view.kind === 'not-signed-in' && view.way === 'device-code');
  const summaries = failures.map(([name, view]) => {
    const { card, summary } = renderView(view, aContext());
    const isNoOperator = ['not-signed-in-not-operator', 'not-signed-in-not-assigned'].includes(name);
    // An administrator alone lifts that: each further attempt would fail at once, and count.
    const retry = name === 'not-signed-in-suspended' ? [] : ['Try again'];
    expect(titlesOf(card)).toEqual([...(isNoOperator ? ['Ask for a restore'] : []), ...retry]);
    expect(JSON.stringify(card)).toContain('Reference: f2b1c6de');
    return summary;
  });
  expect(new Set(summaries).size).toBe(failures.length);
});

test('accounts, ids and upstream sentences are hidden from others', () => {
  const shown = allViews.map(([, view]) => renderView(view, aContext({ place: 'channel' })).card);
  const text = JSON.stringify(shown);
  for (const secret of ['@contoso.com', '@fabrikam.com', '5f0c2d3e', '0b8d7c6f', 'AADSTS', 'assertion is not valid']) {
    expect(text).not.toContain(secret);
  }
});
