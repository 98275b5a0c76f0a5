import { renderView } from '../../../src/cards/render.ts';
import type { View } from '../../../src/sign-in/views.ts';
import {
  aChoiceView,
  aContext,
  aHelpView,
  aLoggedOutView,
  aNotSignedInView,
  aRenewalRefusedView,
  aSessionFacts,
  someChoices,
} from '../../support/views.ts';
import { markdownOf, ofType, plainTextOf, titlesOf } from './inspect.ts';

const channel = aContext({ place: 'channel' });
const show = (view: View, context = aContext()): object => renderView(view, context).card;
const textOf = (card: object): string => [...plainTextOf(card), ...markdownOf(card)].join('\n');

describe('signed in', () => {
  const view: View = { kind: 'signed-in', session: aSessionFacts() };

  test('hides the two ids behind Details', () => {
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

  test('tells others the same: who, where, in which way and until when', () => {
    const card = show(view, channel);
    expect(plainTextOf(card)).toEqual(
      expect.arrayContaining(['Anna Lee is signed in to the backup service.', 'anna.lee@contoso.com', 'Contoso']),
    );
    expect(titlesOf(card)).toEqual(['Renew', 'Log out', 'This was not me', 'Details']);
  });

  test('offers nothing to restore to who signed in app-only', () => {
    const card = show({ kind: 'signed-in', session: aSessionFacts({ flow: 'app-only' }) });
    expect(titlesOf(card)).not.toContain('Find items to restore');
  });

  test('carries the session in every button', () => {
    const [find, ...ofSession] = ofType(show(view), 'Action.Execute');
    expect(find).toMatchObject({ verb: 'find', style: 'positive', data: { owner: 'mark-of-anna' } });
    for (const { data } of ofSession) expect(data).toMatchObject({ owner: 'mark-of-anna', id: 'session-1' });
  });
});

describe('not signed in', () => {
  test('quotes the upstream and gives its correlation id', () => {
    const text = textOf(
      show(aNotSignedInView({ reason: 'service-refused', detail: 'Licence *exceeded*.', correlationId: 'c-1' })),
    );
    expect(text).toContain('Licence *exceeded*.');
    expect(text).toContain('c-1');
  });

  test.each([
    ['public-client-flow-off', 'Allow public client flows'],
    ['consent-required', 'Grant admin consent'],
    ['conditional-access', 'Device code flow'],
    ['expired', 'Conditional Access'],
    ['verification-host', 'ALLOWED_VERIFICATION_HOSTS'],
    ['service-untrusted', 'BACKUP_SERVICE_FINGERPRINT256'],
  ] as const)('names the setting that helps against %s', (reason, setting) => {
    expect(textOf(show(aNotSignedInView({ reason })))).toContain(setting);
  });

  test('says which account signed in, but not to others', () => {
    const view = aNotSignedInView({ reason: 'someone-else', account: 'bob@contoso.com' });
    expect(textOf(show(view))).toContain('bob@contoso.com');
    expect(textOf(show(view, channel))).not.toContain('bob@contoso.com');
  });

  test('blames nobody for a cancelled sign-in', () => {
    expect(textOf(show(aNotSignedInView({ reason: 'cancelled' })))).not.toMatch(/Who can help|fault|wrong/);
  });

  test('tries again for the same flow and organization', () => {
    const [again] = ofType(show(aNotSignedInView({ reason: 'declined' })), 'Action.Execute');
    expect(again?.['data']).toMatchObject({ flow: 'operator', organization: 'contoso.onmicrosoft.com' });
  });
});

describe('logged out', () => {
  test('says that the service ended the session too', () => {
    const card = show(aLoggedOutView());
    expect(textOf(card)).toContain('The backup service has also ended the session.');
    expect(textOf(card)).not.toContain('{{');
  });

  test.each(['unreachable', 'refused'] as const)(
    'says until when the token lives on if the service is %s',
    (revoked) => {
      const card = show(aLoggedOutView({ revoked }));
      expect(textOf(card)).toContain('I have erased every token');
      expect(markdownOf(card).join()).toContain('{{TIME(2026-11-20T17:30:00Z)}}');
    },
  );

  test('says what happens next after This was not me', () => {
    expect(textOf(show(aLoggedOutView({ notMe: true })))).toMatch(/recorded for your administrators/);
  });
});

test('promises no end of a session whose renewal was lost', () => {
  expect(textOf(show(aRenewalRefusedView('outcome-unknown')))).not.toContain('{{');
  expect(textOf(show(aRenewalRefusedView('refused')))).toContain('{{TIME(2026-11-20T17:30:00Z)}}');
});

describe('choosing an organization', () => {
  const inputOf = (card: object) => ofType(card, 'Input.ChoiceSet')[0];

  test('asks by a filtered list that must be answered', () => {
    expect(inputOf(show(aChoiceView()))).toMatchObject({
      id: 'organization',
      style: 'filtered',
      label: 'Organization',
      isRequired: true,
      errorMessage: 'Choose an organization to continue.',
      choices: someChoices(5).map(({ organization, displayName }) => ({ title: displayName, value: organization })),
    });
  });

  test('remembers the last choice, even where not all find room', () => {
    const last = 'customer-400.onmicrosoft.com';
    const card = show(aChoiceView(someChoices(500), last));
    const input = inputOf(card);
    expect(input?.['value']).toBe(last);
    expect(input?.['choices']).toContainEqual({ title: 'Customer 400', value: last });
    expect(textOf(card)).toMatch(/Showing the first \d+ of 500/);
  });

  test('forgets a last choice that is none any more', () => {
    expect(inputOf(show(aChoiceView(someChoices(3), 'gone.onmicrosoft.com')))?.['value']).toBe('');
  });

  test('tells two of one name apart', () => {
    const choices = ['a', 'b'].map((key) => ({ organization: `${key}.onmicrosoft.com`, displayName: 'Contoso' }));
    expect(inputOf(show(aChoiceView(choices)))?.['choices']).toEqual([
      { title: 'Contoso (a.onmicrosoft.com)', value: 'a.onmicrosoft.com' },
      { title: 'Contoso (b.onmicrosoft.com)', value: 'b.onmicrosoft.com' },
    ]);
  });
});

describe('help', () => {
  test('leads with what one usually wants, and has the whole list behind a button', () => {
    const welcome = { kind: 'welcome', help: { appOnly: true, severalOrganizations: true } } as const;
    for (const view of [aHelpView(), aHelpView({ typed: 'what can you do?' }), welcome]) {
      expect(textOf(show(view))).not.toContain('restore login');
      expect(titlesOf(show(view))).toEqual(['Sign in', 'Find items to restore', 'Status', 'All commands']);
    }
    expect(titlesOf(show(aHelpView(), channel))).toEqual(['Sign in', 'Status', 'All commands']);
    expect(textOf(show(aHelpView({ typed: 'what can you do?' })))).toContain(
      "I don't know the command “what can you do?”.",
    );
  });

  test('leads with finding once somebody is signed in, where that is possible', () => {
    expect(titlesOf(show(aHelpView({ signedIn: 'operator' })))[0]).toBe('Find items to restore');
    expect(titlesOf(show(aHelpView({ signedIn: 'operator' }), channel))).toEqual(['Status', 'All commands']);
    expect(titlesOf(show(aHelpView({ signedIn: 'app-only' })))).toEqual(['Status', 'All commands']);
  });

  test('lists app-only only for those who may', () => {
    expect(textOf(show(aHelpView({ all: true })))).not.toContain('app-only');
    expect(textOf(show(aHelpView({ all: true, appOnly: true })))).toContain('restore login app-only');
  });

  test.each(['status', 'restore status'])('offers %s as the command that was meant', (didYouMean) => {
    const [first] = ofType(show(aHelpView({ typed: 'stauts', didYouMean })), 'Action.Execute');
    expect(first).toMatchObject({ title: 'restore status', verb: 'command', data: { command: 'restore status' } });
  });

  test.each(['find [words]', 'scope [name]', 'points', 'list', 'sessions'])(
    'tells of restore %s in a personal chat alone',
    (command) => {
      const view = aHelpView({ all: true });
      expect(textOf(show(view))).toContain(`restore ${command}`);
      expect(textOf(show(view, channel))).not.toContain(`restore ${command}`);
    },
  );

  test('tells how to be heard where others talk', () => {
    expect(textOf(show(aHelpView(), channel))).toContain('Mention me first');
  });
});

test('names a person’s organizations to that person only', () => {
  const view: View = {
    kind: 'notice',
    notice: { code: 'unknown-organization', name: 'xyz', flow: 'operator', near: [], choices: someChoices(2) },
  };
  expect(textOf(show(view))).toContain('Contoso, Fabrikam');
  expect(textOf(show(view, channel))).not.toContain('Fabrikam');
});
