import { FOR_ANYBODY, type Verb } from '../../../../src/cards/layout/verbs.ts';
import { renderView } from '../../../../src/cards/render.ts';
import type { HelpFacts, View } from '../../../../src/sign-in/state/views.ts';
import { aContext, aHelpView, someChoices } from '../../../support/views.ts';
import { markdownOf, ofType, plainTextOf, titlesOf } from '../inspect.ts';

const channel = aContext({ place: 'channel' });
const show = (view: View, context = aContext()): object => renderView(view, context).card;
const textOf = (card: object): string => [...plainTextOf(card), ...markdownOf(card), ...titlesOf(card)].join('\n');

describe('help', () => {
  test('leads with the most common actions, and has all commands behind a button', () => {
    const welcome = { kind: 'welcome', help: { appOnly: true, severalOrganizations: true } } as const;
    for (const view of [aHelpView(), aHelpView({ typed: 'what can you do?' }), welcome]) {
      expect(textOf(show(view))).not.toContain('restore login');
      expect(titlesOf(show(view))).toEqual(['Sign in', 'Find items to restore', 'Ask for a restore', 'All commands']);
    }
    expect(titlesOf(show(aHelpView(), channel))).toEqual(['Sign in', 'Ask for a restore', 'All commands']);
    expect(textOf(show(aHelpView({ typed: 'what can you do?' })))).toContain(
      "I don't know the command “what can you do?”.",
    );
  });

  test('the welcome is for everybody who sees it', () => {
    const welcome = { kind: 'welcome', help: aHelpView().help } as const;
    const owners = (context = aContext()) =>
      new Set(ofType(show(welcome, context), 'Action.Execute').map(({ data }) => (data as { owner: string }).owner));
    expect(owners()).toEqual(new Set([aContext().owner.id]));
    expect(owners(channel)).toEqual(new Set(['']));
    expect(textOf(show(welcome, channel))).not.toContain(channel.owner.name);
    const pressed = ofType(show(welcome, channel), 'Action.Execute').map(({ verb }) => verb as Verb);
    expect(pressed.filter((verb) => !FOR_ANYBODY.has(verb))).toEqual([]);
  });

  test('leads with finding after signing in, where that is possible', () => {
    for (const signedIn of ['operator', 'app-only'] as const) {
      expect(titlesOf(show(aHelpView({ signedIn })))[0]).toBe('Find items to restore');
    }
    expect(textOf(show(aHelpView({ signedIn: 'app-only' })))).toContain('for anyone in your organization');
  });

  test('says in shared places to whoever is signed in there where they can find, and has a button to ask', () => {
    for (const all of [false, true]) {
      const titles = titlesOf(show(aHelpView({ signedIn: 'operator', all }), channel));
      expect(titles).toEqual(['Ask for a restore', 'Status', ...(all ? [] : ['All commands'])]);
    }
    const text = textOf(show(aHelpView({ signedIn: 'operator' }), channel));
    expect(text).toContain('open a personal chat with me');
    expect(text).not.toContain('sign in; if not');
    const welcome = (help: HelpFacts) => show({ kind: 'welcome', help }, channel);
    const { help } = aHelpView();
    for (const own of [{ signedIn: 'operator' }, { isNoOperator: true }] as const) {
      expect(welcome({ ...help, ...own })).toEqual(welcome(help));
    }
  });

  test('leads whom the service takes for no operator to asking, and lists nothing that they cannot use', () => {
    const titles = titlesOf(show(aHelpView({ isNoOperator: true })));
    expect(titles).toEqual(['Ask for a restore', 'Sign in', 'All commands']);
    const all = textOf(show(aHelpView({ isNoOperator: true, all: true })));
    expect(all.indexOf('restore ask')).toBeLessThan(all.indexOf('restore login'));
    for (const command of ['restore find', 'restore on duty', 'restore renew']) expect(all).not.toContain(command);
  });

  test('says beside restoring what a person may do, to them alone', () => {
    const duty = 'write “restore on duty”';
    const approving = 'You can approve the restores of others.';
    const sessions = 'write “restore admin sessions”';
    const all = [duty, approving, sessions];
    const said = (view: View, context = aContext()) => all.filter((each) => textOf(show(view, context)).includes(each));
    expect(said(aHelpView())).toEqual([]);
    expect(said(aHelpView({ isNoOperator: true, approver: true }))).toEqual([approving]);
    expect(said(aHelpView({ signedIn: 'operator' }))).toEqual([duty]);
    const roles = aHelpView({ signedIn: 'app-only', approver: true, administrator: true });
    expect(said(roles)).toEqual(all);
    expect(titlesOf(show(roles)).slice(-2)).toEqual(['Go on duty', 'Who is signed in']);
    expect(said(roles, channel)).toEqual([]);
  });

  test('lists app-only only for those who may use it', () => {
    expect(textOf(show(aHelpView({ all: true })))).not.toContain('app-only');
    expect(textOf(show(aHelpView({ all: true, appOnly: true })))).toContain('restore login app-only');
  });

  test.each(['status', 'restore status'])('offers %s as the probable command', (didYouMean) => {
    const [first] = ofType(show(aHelpView({ typed: 'stauts', didYouMean })), 'Action.Execute');
    expect(first).toMatchObject({ title: 'restore status', verb: 'command', data: { command: 'restore status' } });
  });

  test('offers a command that is run exactly as it was probably meant', () => {
    const didYouMean = 'restore login Contoso  {{DATE}} *Ltd*';
    const [first] = ofType(show(aHelpView({ typed: 'restroe login', didYouMean })), 'Action.Execute');
    expect(first).toMatchObject({ data: { command: didYouMean } });
    expect(first?.['title']).not.toContain('{{');
  });

  test('offers to search for what was typed, once signed in and where it can be searched', () => {
    const search = 'restore find kyoto';
    const typed = { typed: 'kyoto', search } as const;
    const searches = (view: View, context = aContext()) =>
      ofType(show(view, context), 'Action.Execute').filter(({ title }) => title === 'Search for “kyoto”');
    const found = aHelpView({ ...typed, signedIn: 'operator' });
    expect(searches(found)).toMatchObject([{ verb: 'command', data: { command: search } }]);
    expect(titlesOf(show(found))[0]).toBe('Search for “kyoto”');
    expect(searches(aHelpView({ ...typed, signedIn: 'operator', didYouMean: 'restore status' }))).toHaveLength(1);
    expect(searches(aHelpView(typed))).toEqual([]);
    expect(searches(found, channel)).toEqual([]);
  });

  test.each(['find [words]', 'scope [name]', 'points', 'list', 'sessions'])(
    'lists restore %s in a personal chat only',
    (command) => {
      const view = aHelpView({ all: true });
      expect(textOf(show(view))).toContain(`restore ${command}`);
      expect(textOf(show(view, channel))).not.toContain(`restore ${command}`);
    },
  );

  test('says in shared places that the bot has to be mentioned', () => {
    expect(textOf(show(aHelpView(), channel))).toContain('Mention me first');
  });
});

test('names the organizations of a person to that person only', () => {
  const view: View = {
    kind: 'notice',
    notice: { code: 'unknown-organization', name: 'xyz', flow: 'operator', near: [], choices: someChoices(2) },
  };
  expect(textOf(show(view))).toContain('Contoso, Fabrikam');
  expect(textOf(show(view, channel))).not.toContain('Fabrikam');
});

test('similar names are offered as buttons, and all names behind another one', () => {
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
  expect(textOf(show(view, channel))).not.toContain('Fabrikam');
});
