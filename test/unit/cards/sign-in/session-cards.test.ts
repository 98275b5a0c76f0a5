import { renderView } from '../../../../src/cards/render.ts';
import { LANGUAGES, wordsFor } from '../../../../src/cards/text/index.ts';
import type { View } from '../../../../src/sign-in/state/views.ts';
import {
  aContext,
  aForgottenView,
  aLoggedOutView,
  aRenewalRefusedView,
  aSessionFacts,
} from '../../../support/views.ts';
import { markdownOf, ofType, plainTextOf, titlesOf } from '../inspect.ts';

const channel = aContext({ place: 'channel' });
const show = (view: View, context = aContext()): object => renderView(view, context).card;
const textOf = (card: object): string => [...plainTextOf(card), ...markdownOf(card), ...titlesOf(card)].join('\n');

describe('signed in', () => {
  const view: View = { kind: 'signed-in', session: aSessionFacts() };

  test('hides both ids behind Details', () => {
    const card = show(view);
    expect(ofType(card, 'Container').find(({ id }) => id === 'details')).toMatchObject({ isVisible: false });
    expect(textOf(card)).toContain('5f0c2d3e-9a41-4f7e-8b1a-2c6d7e8f9a0b');
    expect(textOf(card)).toContain('0b8d7c6f-5e4d-4c3b-a2a1-908f7e6d5c4b');
  });

  test('names account, organization, kind and end, in the reader’s own time', () => {
    const card = show(view);
    expect(plainTextOf(card)).toEqual(expect.arrayContaining(['anna.lee@contoso.com', 'Contoso', 'Restore operator']));
    expect(markdownOf(card)).toContain('{{DATE(2026-11-20T17:30:00Z, SHORT)}}, {{TIME(2026-11-20T17:30:00Z)}}');
  });

  test('shows others only who is signed in and until when', () => {
    const card = show(view, channel);
    expect(plainTextOf(card)).toEqual(['Anna Lee is signed in to the backup service.']);
    expect(markdownOf(card).join('\n')).toContain('{{DATE(2026-11-20T17:30:00Z, SHORT)}}');
    expect(titlesOf(card)).toEqual(['Renew', 'Log out', 'This was not me']);
  });

  test('shows its owner in a shared place everything', () => {
    const card = show(view, aContext({ place: 'channel', audience: 'owner' }));
    expect(plainTextOf(card)).toEqual(expect.arrayContaining(['anna.lee@contoso.com', 'Contoso']));
    expect(titlesOf(card)).toContain('Details');
  });

  test('tells an administrator what the session reaches and what each restore takes, and offers finding', () => {
    const card = show({ kind: 'signed-in', session: aSessionFacts({ flow: 'app-only' }) });
    expect(titlesOf(card)[0]).toBe('Find items to restore');
    expect(textOf(card)).toMatch(/as administrator.*everyone's data.*an approval of its own/);
  });

  test('carries the session in every button', () => {
    const [find, ...ofSession] = ofType(show(view), 'Action.Execute');
    expect(find).toMatchObject({ verb: 'find', style: 'positive', data: { owner: 'mark-of-anna' } });
    for (const { data } of ofSession) expect(data).toMatchObject({ owner: 'mark-of-anna', id: 'session-1' });
  });
});

const fabrikam = { organization: 'Fabrikam', organizationKey: 'fabrikam.onmicrosoft.com' };

test.each([
  ['operator', 'operator', 'Sign in to Fabrikam'],
  ['operator', 'app-only', 'Sign in app-only to Fabrikam'],
  ['app-only', 'operator', 'Sign in as operator to Fabrikam'],
] as const)('a person who is signed in as %s and requests %s elsewhere is offered "%s"', (flow, requested, title) => {
  const session = aSessionFacts({ flow });
  const view: View = { kind: 'status', session, alreadySignedIn: true, instead: { flow: requested, ...fabrikam } };
  expect(titlesOf(show(view))).toContain(title);
  expect(titlesOf(show(view))).not.toContain('Sign in again');
  expect(textOf(show(view, channel))).not.toContain('Fabrikam');
});

describe('logged out', () => {
  test('says that the service ended the session too', () => {
    const card = show(aLoggedOutView());
    expect(textOf(card)).toContain('The backup service has also ended the session.');
    expect(textOf(card)).not.toContain('{{');
  });

  test.each(['unreachable', 'refused'] as const)(
    'says until when the token stays valid if the service is %s',
    (revoked) => {
      const card = show(aLoggedOutView({ revoked }));
      expect(textOf(card)).toContain('I have erased every token');
      expect(markdownOf(card).join()).toContain('{{TIME(2026-11-20T17:30:00Z)}}');
    },
  );

  test.each(LANGUAGES)('says in %s what it cannot end, and where to end it', (locale) => {
    const context = aContext({ locale });
    const { identityProvider } = wordsFor(locale).loggedOut;
    expect(identityProvider).toMatch(/My Account/);
    for (const view of [
      aLoggedOutView(),
      aLoggedOutView({ revoked: 'refused' }),
      aLoggedOutView({ notMe: true, administrators: 2 }),
      aForgottenView(),
      aForgottenView({ revoked: 0, notRevoked: 1 }),
    ]) {
      expect(plainTextOf(show(view, context))).toContain(identityProvider);
    }
    const nobody = aForgottenView({ revoked: 0 });
    expect(plainTextOf(show(nobody, context))).not.toContain(identityProvider);
  });

  test('says what happens next after This was not me', () => {
    expect(textOf(show(aLoggedOutView({ notMe: true })))).toMatch(/recorded for your administrators/);
  });
});

test('names no end of a session whose renewal response was lost', () => {
  expect(textOf(show(aRenewalRefusedView('outcome-unknown')))).not.toContain('{{');
  expect(textOf(show(aRenewalRefusedView('refused')))).toContain('{{TIME(2026-11-20T17:30:00Z)}}');
  const blocked = { ...aRenewalRefusedView('refused'), because: 'conditional-access' as const };
  expect(textOf(show(blocked))).toMatch(/Conditional Access policy .* “Device code flow”/s);
});

test('a warning before signing out leads with staying, or with what keeps the account safe', () => {
  const shown = {
    kind: 'log-out-warning',
    session: aSessionFacts({ flow: 'app-only' }),
    all: false,
    others: 0,
  } as const;
  const warning = (notMe: boolean) =>
    ofType(show({ ...shown, notMe }), 'Action.Execute').map(({ verb, style, title, data }) => ({
      verb,
      style,
      title,
      data,
    }));
  const data = expect.objectContaining({ id: 'session-1', anyway: true }) as object;
  const stay = { verb: 'status', title: 'Stay signed in' };
  expect(warning(false)).toMatchObject([
    { ...stay, style: 'positive' },
    { verb: 'log-out', title: 'Log out anyway', style: 'destructive', data },
  ]);
  expect(warning(true)).toMatchObject([{ verb: 'not-me', title: 'Log out anyway', style: 'positive', data }, stay]);
});

test('a warning before everything is signed out says so where there is more, and its button carries it', () => {
  const warning = { kind: 'log-out-warning', session: aSessionFacts({ flow: 'app-only' }), notMe: false } as const;
  const all = show({ ...warning, all: true, others: 1 });
  expect(textOf(all)).toContain('other sessions');
  expect(ofType(all, 'Action.Execute').at(-1)).toMatchObject({ data: { anyway: true, all: true } });
  const one = show({ ...warning, all: false, others: 0 });
  expect(textOf(one)).not.toContain('other sessions');
  expect(ofType(one, 'Action.Execute').at(-1)).not.toMatchObject({ data: { all: true } });
});

test('the status of an administrator says what the session reaches', () => {
  const card = show({ kind: 'status', session: aSessionFacts({ flow: 'app-only' }) });
  expect(textOf(card)).toContain("You can look into everyone's data, and each restore needs an approval");
});
