import { renderView } from '../../../../src/cards/render.ts';
import { LANGUAGES, wordsFor } from '../../../../src/cards/text/index.ts';
import type { View } from '../../../../src/sign-in/state/views.ts';
import {
  aChoiceView,
  aContext,
  aNotSignedInView,
  aSignInView,
  someChoices,
  USER_CODE,
} from '../../../support/views.ts';
import { asSent, markdownOf, ofType, plainTextOf, titlesOf } from '../inspect.ts';

const channel = aContext({ place: 'channel' });
const show = (view: View, context = aContext()): object => renderView(view, context).card;
const textOf = (card: object): string => [...plainTextOf(card), ...markdownOf(card), ...titlesOf(card)].join('\n');

test('shows the code large, in monospace and alone in its text', () => {
  const { card } = renderView(aSignInView(), aContext());
  const [code, ...others] = ofType(card, 'TextBlock').filter((block) => block['text'] === USER_CODE);
  expect(others).toEqual([]);
  expect(code).toMatchObject({ size: 'ExtraLarge', fontType: 'Monospace' });
});

test.each(['*A*-_B_', '[A](B)', '1. A', '- A', '<b>A</b>', 'A\\B', '`AB`'])(
  'shows the code %s exactly, without reading it as markdown',
  (userCode) => {
    const { card } = renderView(aSignInView({ userCode }), aContext());
    expect(plainTextOf(card)).toContain(userCode);
    expect(markdownOf(card)).not.toContain(userCode);
  },
);

test('says who requested it, for which organization, when the code expires, and what to beware of', () => {
  const { card } = renderView(aSignInView(), aContext());
  expect(plainTextOf(card)).toEqual(expect.arrayContaining(['Contoso', 'Anna Lee']));
  expect(markdownOf(card)).toContain('Valid until {{TIME(2026-11-20T10:00:00Z)}}');
  expect(plainTextOf(card).join(' ')).toMatch(/Continue only if you just asked.*Never enter a code/);
});

test.each([
  ['https://microsoft.com/devicelogin', 'Open microsoft.com'],
  ['https://login.microsoftonline.us/common/oauth2/deviceauth', 'Open login.microsoftonline.us'],
  ['http://127.0.0.1:4000/t/device', 'Open 127.0.0.1:4000'],
  ['https://microsoft.com.sign-in.and.so.on.and.on.evil.example/', 'Open …m.sign-in.and.so.on.and.on.evil.example'],
])('opens %s by a button that names its host', (verificationUri, title) => {
  const { card } = renderView(aSignInView({ verificationUri }), aContext());
  expect(ofType(card, 'Action.OpenUrl')).toMatchObject([{ title, url: verificationUri }]);
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'https://microsoft.com@evil.example/', 'no address', ''])(
  'has no button that opens %j',
  (verificationUri) => {
    const { card } = renderView(aSignInView({ verificationUri }), aContext());
    expect(titlesOf(card)).toEqual(['New code', 'Cancel']);
    expect(ofType(card, 'Action.OpenUrl')).toEqual([]);
  },
);

test('shows others only who is signing in', () => {
  const { card, summary } = renderView(aSignInView(), aContext({ place: 'group chat' }));
  const showCode = {
    title: 'Show my code',
    verb: 'show-code',
    data: { verb: 'show-code', owner: 'mark-of-anna', id: 'sign-in-1' },
  };
  expect(asSent(card)).toEqual({
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.5',
    fallbackText: 'Anna Lee is signing in',
    speak: 'Anna Lee is signing in',
    refresh: {
      action: {
        type: 'Action.Execute',
        ...showCode,
        fallback: { type: 'Action.Submit', title: showCode.title, data: showCode.data },
      },
      userIds: ['29:anna'],
    },
    body: [{ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: 'Anna Lee is signing in', weight: 'Bolder' }] }],
    actions: [
      {
        type: 'Action.Execute',
        style: 'default',
        ...showCode,
        fallback: { type: 'Action.Submit', title: showCode.title, style: 'default', data: showCode.data },
      },
    ],
  });
  expect(summary).toBe('Anna Lee is signing in');
});

test('shows the whole card to its owner only in a shared place', () => {
  const { card } = renderView(aSignInView(), aContext({ place: 'channel', audience: 'owner' }));
  expect(titlesOf(card)).toEqual(['Open microsoft.com', 'New code', 'Cancel']);
  expect(asSent(card)).not.toHaveProperty('refresh');
});

test.each([
  ['Anna Lee', 'Anna Lee is signing in'],
  ['', 'Someone is signing in'],
])('uses the name of the requester if the context has none: %j', (askedBy, expected) => {
  const context = aContext({ place: 'channel', owner: { userId: '29:anna', id: 'mark-of-anna' } });
  expect(renderView(aSignInView({ askedBy }), context).summary).toBe(expected);
  expect(JSON.stringify(renderView({ kind: 'status' }, context).card)).not.toContain('For ');
});

test('is refreshed by its owner’s client in a personal chat, too', () => {
  const { card } = renderView(aSignInView(), aContext({ audience: 'owner' }));
  expect(asSent(card)).toMatchObject({
    refresh: { action: { type: 'Action.Execute', verb: 'show-code', data: { id: 'sign-in-1' } }, userIds: ['29:anna'] },
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
    ['expired', '53003'],
    ['expired', '530033'],
    ['device-required', 'compliant'],
    ['not-assigned', 'Users and groups'],
    ['verification-host', 'ALLOWED_VERIFICATION_HOSTS'],
    ['service-untrusted', 'BACKUP_SERVICE_FINGERPRINT256'],
  ] as const)('names the setting that helps against %s', (reason, setting) => {
    expect(textOf(show(aNotSignedInView({ reason })))).toContain(setting);
  });

  test.each([
    ['browser', 'conditional-access', 'sign-in logs'],
    ['browser', 'device-required', 'managed device'],
    ['both', 'expired', 'select Sign in'],
    ['both', 'conditional-access', 'select Sign in'],
    ['both', 'device-required', 'select Sign in'],
    ['administrator', 'expired', 'excluded from the policy'],
    ['administrator', 'conditional-access', 'excluded from the policy'],
    ['administrator', 'device-required', 'excluded from the Conditional Access policies'],
    ['administrator', 'app-not-approved', 'excluded from the policy'],
  ] as const)('by the way %s advises what helps there against %s', (way, reason, advice) => {
    const text = textOf(show(aNotSignedInView({ reason }, way)));
    expect(text).toContain(advice);
    const wrong = {
      browser: /\bcode\b/i,
      both: /device code flow|turns on sign-in/i,
      administrator: /restore operator|turns on sign-in|this application|select Sign in/i,
    };
    expect(text).not.toMatch(wrong[way]);
  });

  test.each(LANGUAGES)('does not say to others in %s that somebody is suspended', (locale) => {
    const suspended = aNotSignedInView({ reason: 'suspended' });
    const { title, text, next } = wordsFor(locale).notSignedIn.failures.suspended;
    const others = renderView(suspended, aContext({ place: 'channel', locale }));
    const hers = textOf(show(suspended, aContext({ place: 'channel', audience: 'owner', locale })));
    const shown = `${textOf(others.card)}\n${JSON.stringify(others.card)}\n${others.summary}`;
    for (const sentence of [title, text, next]) {
      expect(shown).not.toContain(sentence);
      expect(hers).toContain(sentence);
    }
    expect(shown).toContain(wordsFor(locale).renewalRefused.next['not-allowed']);
    expect(titlesOf(others.card)).toEqual([]);
  });

  test('shows neither a cause nor who can help for a cancelled sign-in', () => {
    expect(textOf(show(aNotSignedInView({ reason: 'cancelled' })))).not.toMatch(/Who can help|fault|wrong/);
  });

  test('tries again for the same flow and organization', () => {
    const [again] = ofType(show(aNotSignedInView({ reason: 'declined' })), 'Action.Execute');
    expect(again?.['data']).toMatchObject({ flow: 'operator', organization: 'contoso.onmicrosoft.com' });
  });
});

describe('choosing an organization', () => {
  const inputOf = (card: object) => ofType(card, 'Input.ChoiceSet')[0];

  test('has a filtered list that requires an answer', () => {
    expect(inputOf(show(aChoiceView()))).toMatchObject({
      id: 'organization',
      style: 'filtered',
      label: 'Organization',
      isRequired: true,
      errorMessage: 'Choose an organization to continue.',
      choices: someChoices(5).map(({ organization, displayName }) => ({ title: displayName, value: organization })),
    });
  });

  test('preselects the last choice, even if not all choices fit', () => {
    const last = 'customer-400.onmicrosoft.com';
    const card = show(aChoiceView(someChoices(500), last));
    const input = inputOf(card);
    expect(input?.['value']).toBe(last);
    expect(input?.['choices']).toContainEqual({ title: 'Customer 400', value: last });
    expect(textOf(card)).toMatch(/Showing the first \d+ of 500/);
  });

  test('preselects nothing if the last choice is no longer offered', () => {
    expect(inputOf(show(aChoiceView(someChoices(3), 'gone.onmicrosoft.com')))?.['value']).toBe('');
  });

  test('distinguishes two organizations of the same name', () => {
    const choices = ['a', 'b'].map((key) => ({ organization: `${key}.onmicrosoft.com`, displayName: 'Contoso' }));
    expect(inputOf(show(aChoiceView(choices)))?.['choices']).toEqual([
      { title: 'Contoso (a.onmicrosoft.com)', value: 'a.onmicrosoft.com' },
      { title: 'Contoso (b.onmicrosoft.com)', value: 'b.onmicrosoft.com' },
    ]);
  });
});

test('the choices are shown to their owner only', () => {
  const posted = show(aChoiceView(), channel);
  expect(textOf(posted)).not.toContain('Fabrikam');
  expect(titlesOf(posted)).toEqual(['Choose']);
  const owners = show(aChoiceView(), aContext({ place: 'channel', audience: 'owner' }));
  expect(JSON.stringify(ofType(owners, 'Input.ChoiceSet'))).toContain('Fabrikam');
});
