import { renderView } from '../../../../src/cards/render.ts';
import { aContext, aSignInView, USER_CODE } from '../../../support/views.ts';
import { asSent, markdownOf, ofType, plainTextOf, titlesOf } from '../inspect.ts';

test('shows the code large, in monospace and alone in its text', () => {
  const { card } = renderView(aSignInView(), aContext());
  const [code, ...others] = ofType(card, 'TextBlock').filter((block) => block['text'] === USER_CODE);
  expect(others).toEqual([]);
  expect(code).toMatchObject({ size: 'ExtraLarge', fontType: 'Monospace' });
});

test.each(['*A*-_B_', '[A](B)', '1. A', '- A', '<b>A</b>', 'A\\B', '`AB`'])(
  'shows the code %s exactly, where no markdown is read',
  (userCode) => {
    const { card } = renderView(aSignInView({ userCode }), aContext());
    expect(plainTextOf(card)).toContain(userCode);
    expect(markdownOf(card)).not.toContain(userCode);
  },
);

test('says who asked, for which organization, when the code ends, and to beware', () => {
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

test('tells others who is signing in and nothing else', () => {
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

test('shows the owner alone the whole card in a shared place', () => {
  const { card } = renderView(aSignInView(), aContext({ place: 'channel', audience: 'owner' }));
  expect(titlesOf(card)).toEqual(['Open microsoft.com', 'New code', 'Cancel']);
  expect(asSent(card)).not.toHaveProperty('refresh');
});

test.each([
  ['Anna Lee', 'Anna Lee is signing in'],
  ['', 'Someone is signing in'],
])('takes the name of who asked where the context has none: %j', (askedBy, said) => {
  const context = aContext({ place: 'channel', owner: { userId: '29:anna', id: 'mark-of-anna' } });
  expect(renderView(aSignInView({ askedBy }), context).summary).toBe(said);
  expect(JSON.stringify(renderView({ kind: 'status' }, context).card)).not.toContain('For ');
});

test('asks its person’s client, in a personal chat too, how things stand now', () => {
  const { card } = renderView(aSignInView(), aContext({ audience: 'owner' }));
  expect(asSent(card)).toMatchObject({
    refresh: { action: { type: 'Action.Execute', verb: 'show-code', data: { id: 'sign-in-1' } }, userIds: ['29:anna'] },
  });
});
