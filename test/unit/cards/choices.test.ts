import { renderView } from '../../../src/cards/render.ts';
import type { View } from '../../../src/sign-in/views.ts';
import { aChoiceView, aContext, aSessionFacts, someChoices } from '../../support/views.ts';
import { markdownOf, ofType, plainTextOf, titlesOf } from './inspect.ts';

const show = (view: View, context = aContext()): object => renderView(view, context).card;
const textOf = (card: object): string => [...plainTextOf(card), ...markdownOf(card), ...titlesOf(card)].join('\n');
const fabrikam = { organization: 'Fabrikam', organizationKey: 'fabrikam.onmicrosoft.com' };

test('where others read along, a choice shows nobody the choices until its person presses', () => {
  const channel = aContext({ place: 'channel' });
  const posted = show(aChoiceView(), channel);
  expect(textOf(posted)).not.toContain('Fabrikam');
  expect(titlesOf(posted)).toEqual(['Choose']);
  const own = show(aChoiceView(), aContext({ place: 'channel', audience: 'owner' }));
  expect(JSON.stringify(ofType(own, 'Input.ChoiceSet'))).toContain('Fabrikam');
});

test.each([
  ['operator', 'operator', 'Sign in to Fabrikam'],
  ['operator', 'app-only', 'Sign in app-only to Fabrikam'],
  ['app-only', 'operator', 'Sign in as operator to Fabrikam'],
] as const)('who is signed in as %s and asks for %s elsewhere is offered "%s"', (flow, wanted, title) => {
  const session = aSessionFacts({ flow });
  const view: View = { kind: 'status', session, alreadySignedIn: true, instead: { flow: wanted, ...fabrikam } };
  expect(titlesOf(show(view))).toContain(title);
  expect(titlesOf(show(view))).not.toContain('Sign in again');
  expect(textOf(show(view, aContext({ place: 'channel' })))).not.toContain('Fabrikam');
});

test('near names come as buttons, and all names by another one', () => {
  const near = someChoices(2);
  const view: View = {
    kind: 'notice',
    notice: { code: 'unknown-organization', name: 'x', flow: 'app-only', near, choices: someChoices(5) },
  };
  expect(titlesOf(show(view))).toEqual([
    'Sign in app-only to Contoso',
    'Sign in app-only to Fabrikam',
    'Another organization',
  ]);
  expect(textOf(show(view, aContext({ place: 'channel' })))).not.toContain('Fabrikam');
});
