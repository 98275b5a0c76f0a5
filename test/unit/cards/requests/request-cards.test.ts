/** What cards of requests say and offer. */
import { renderView } from '../../../../src/cards/render.ts';
import type { RequestView } from '../../../../src/requests/views.ts';
import { checkEvery } from '../../../support/check-every.ts';
import { aRequestFacts, everyRequestView } from '../../../support/request-views.ts';
import { aContext } from '../../../support/views.ts';
import { markdownOf, nodesOf, ofType, plainTextOf } from '../inspect.ts';

type OperatorCard = Extract<RequestView, { kind: 'request-card' }>;

const BY = { id: 'olga', name: 'Olga Tan' };
const textOf = (view: RequestView): string => {
  const { card } = renderView(view, aContext());
  return [...plainTextOf(card), ...markdownOf(card)].join('\n');
};
const buttonsOf = (view: RequestView): readonly unknown[] =>
  ofType(renderView(view, aContext()).card, 'Action.Execute').map(({ title }) => title);

test('a remark that a sign-in helps with has its button first, whatever has become of the request', () => {
  const cards = everyRequestView().filter(
    (each): each is [string, OperatorCard] =>
      each[1].kind === 'request-card' &&
      /sign-in-first|other-organization|session-refused|-only/.test(each[1].remark?.code ?? ''),
  );
  expect(cards).toHaveLength(15);
  checkEvery(cards, (view) => {
    expect(buttonsOf(view)).toEqual(expect.arrayContaining([expect.stringMatching(/^Sign in/)]));
    expect(textOf(view)).toMatch(/[Ss]ign in/);
    expect(textOf(view)).not.toContain('Its search is open below');
  });
});

test('who has left the team is offered what they may still do with what they took, and nothing else', () => {
  const request = aRequestFacts({ status: { kind: 'taken', by: BY, at: 0 } });
  const view = { kind: 'request-card', request, isTaker: true, hasLeft: true } as const;
  expect(buttonsOf(view)).toEqual(['Decline', 'Hand back', 'Mark as done']);
  expect(textOf(view)).toContain("You've left the team on duty");
  const open = { ...view, request: aRequestFacts(), isTaker: false };
  expect(buttonsOf(open)).toEqual([]);
  expect(textOf(open)).toContain("You've left the team on duty");
});

test('a decline that was not carried out keeps its form open, with the reason that was typed', () => {
  const shown = (typedReason: string | undefined, remark: OperatorCard['remark']) => {
    const view = { kind: 'request-card', request: aRequestFacts(), isTaker: false, remark, typedReason } as const;
    const { card } = renderView(view, aContext());
    const form = nodesOf(card).find(({ id }) => id === 'form');
    const toggles = ofType(card, 'Action.ToggleVisibility').filter(({ title }) => title === 'Decline…');
    const [input] = ofType(card, 'Input.Text');
    const declines = ofType(card, 'Action.Execute').filter(({ title }) => title === 'Decline');
    return [form?.['isVisible'], toggles.length, input?.['value'], declines.length];
  };
  expect(shown(undefined, { code: 'sign-in-first' })).toEqual([false, 1, undefined, 1]);
  expect(shown('Not in the backup', { code: 'sign-in-first' })).toEqual([true, 0, 'Not in the backup', 1]);
  expect(shown('', { code: 'reason-missing' })).toEqual([true, 0, undefined, 1]);
});

test('who is signed in to another organization is offered those of the person who asks', () => {
  const offered = (remark: OperatorCard['remark']) => {
    const view = { kind: 'request-card', request: aRequestFacts(), isTaker: false, remark } as const;
    return ofType(renderView(view, aContext()).card, 'Action.Execute')
      .filter(({ verb }) => verb === 'sign-in' || verb === 'sign-in-again')
      .map(({ title, verb, data }) => [title, verb, nodesOf(data as object)[0]?.['organization']]);
  };
  const [contoso, fabrikam] = ['contoso.onmicrosoft.com', 'fabrikam.onmicrosoft.com'] as const;
  const organizations = [
    { organization: contoso, displayName: 'Contoso' },
    { organization: fabrikam, displayName: 'Fabrikam' },
  ];
  expect(offered({ code: 'other-organization', flow: 'operator', organizations })).toEqual([
    ['Sign in to Contoso', 'sign-in', contoso],
    ['Sign in to Fabrikam', 'sign-in', fabrikam],
  ]);
  expect(offered({ code: 'sign-in-first', organizationKey: fabrikam })).toEqual([['Sign in', 'sign-in', fabrikam]]);
  const refused = { code: 'session-refused', access: 'operator', organizationKey: fabrikam } as const;
  expect(offered(refused)).toEqual([['Sign in', 'sign-in', fabrikam]]);
  for (const code of ['operators-only', 'administrator-only'] as const)
    expect(offered({ code, organizationKey: fabrikam })).toEqual([['Sign in again', 'sign-in-again', fabrikam]]);
});

test.each([
  [{ kind: 'sharepoint', place: 'Marketing' }, 'no “Marketing” among'],
  [{ kind: 'exchange', place: 'Marketing' }, 'no “Anna Lee” among'],
  [{ place: 'Marketing' }, 'no “Anna Lee” among'],
] as const)('of %j the card names what was searched', (fields, said) => {
  const status = { kind: 'taken', by: BY, at: 0, isOutside: true } as const;
  const request = aRequestFacts({ status, fields: { what: 'plan', ...fields } });
  expect(textOf({ kind: 'request-card', request, isTaker: true })).toContain(said);
});

test('the form shows what was typed as it was typed, to be sent again', () => {
  const what = 'The plan for {{Kyoto}}:\n\n- ${budget}\n- hotels';
  const { card } = renderView({ kind: 'request-form', requestId: 'r1', fields: { what }, isEdit: true }, aContext());
  expect(ofType(card, 'Input.Text').map(({ value }) => value)).toEqual([what, undefined]);
});

test('the form of a change leads back, and to withdrawing, whatever is in it', () => {
  const view = { kind: 'request-form', requestId: 'r1', fields: { what: '' }, isEdit: true } as const;
  for (const remark of [undefined, 'what-missing'] as const) {
    const actions = ofType(renderView({ ...view, remark }, aContext()).card, 'Action.Execute');
    expect(actions.map(({ title, associatedInputs: inputs }) => [title, inputs])).toEqual([
      ['Save', 'auto'],
      ['Back', 'none'],
      ['Withdraw', 'none'],
    ]);
  }
  expect(buttonsOf({ ...view, isEdit: false })).toEqual(['Send request']);
});

test('operators see its lines below each other', () => {
  const linesOf = (what: string) => {
    const view = { kind: 'request-card', request: aRequestFacts({ fields: { what } }), isTaker: false } as const;
    const shown = plainTextOf(renderView(view, aContext()).card);
    const first = shown.findIndex((text) => text.startsWith('“'));
    return shown.slice(first, shown.findIndex((text) => text.endsWith('”')) + 1);
  };
  expect(linesOf('The plan:\n\n- {{budget}}\n- hotels')).toEqual(['“The plan:', '- { {budget}}', '- hotels”']);
  expect(linesOf('The plan')).toEqual(['“The plan”']);
  const lines = linesOf('a\n'.repeat(200));
  expect([lines.length, lines.at(-1)]).toEqual([10, `${'a '.repeat(191).trim()}”`]);
});

test.each([
  ['some failed', { total: 100, restored: 1, failed: 99, skipped: 0 }, true],
  ['it was stopped', { total: 10, restored: 4, failed: 0, skipped: 0 }, true],
  ['a mailbox was refused', { total: 4, restored: 4, failed: 0, skipped: 0, unsized: true as const }, true],
  ['the rest was there', { total: 10, restored: 4, failed: 0, skipped: 6 }, false],
])('what was restored in part is told as a part, with a way to ask for the rest: %s', (_, counts, isPart) => {
  const news = { kind: 'request-news', news: { kind: 'done', by: BY, counts }, what: 'plan' } as const;
  const status = { kind: 'ended', how: 'done', at: 0, by: BY, counts } as const;
  for (const view of [news, { kind: 'request-own', request: aRequestFacts({ status }) } as const]) {
    expect(textOf(view).includes('Olga Tan restored part of what you asked for.')).toBe(isPart);
    expect(textOf(view).includes('Your request is done')).toBe(!isPart);
  }
  expect(buttonsOf(news)).toEqual(isPart ? ['Ask for a restore'] : []);
});

test('who is declined can ask again', () => {
  const news = { kind: 'declined', by: BY, reason: 'Too old' } as const;
  expect(buttonsOf({ kind: 'request-news', news, what: 'plan' })).toEqual(['Ask for a restore']);
});

test('nobody else is on duty only where no team is', () => {
  const view = { kind: 'request-duty', until: 1, others: [] } as const;
  expect(textOf(view)).toContain('No one else is on duty.');
  expect(textOf({ ...view, team: { size: 5, isMember: false, unreachable: [] } })).not.toContain('No one else');
});

test('the members of a team who cannot be written to are not said to get requests', () => {
  const unreachable = [{ name: 'Olga Tan' }, { name: 'Otto Lind', reason: 'BotBlocked' }];
  const text = textOf({ kind: 'request-duty', until: 1, others: [], team: { size: 5, isMember: false, unreachable } });
  expect(text).toContain('3 of 5');
  expect(text).toContain("Olga Tan: the app isn't installed");
  expect(text).toContain("Otto Lind: I can't write to this person (BotBlocked)");
});

test.each([
  ['javascript:alert(1)', []],
  ['https://microsoft:support@teams.microsoft.com/l/message/19/1763629200000', []],
  ['https://teams.microsoft.com\\@evil.example/x', ['https://teams.microsoft.com/@evil.example/x']],
] as const)('a stored link opens only where it seems to lead: %s', (link, opened) => {
  const request = aRequestFacts({ fields: { what: 'plan', message: { at: 0, link } } });
  for (const view of [
    { kind: 'request-card', request, isTaker: true },
    { kind: 'request-own', request },
  ] as const)
    expect(ofType(renderView(view, aContext()).card, 'Action.OpenUrl').map(({ url }) => url)).toEqual(opened);
});

test('where duty begins and ends only in a personal chat, the card names neither command', () => {
  const text = textOf({ kind: 'request-notice', code: 'duty-personal-only' });
  expect(text).toContain('write the command there');
  expect(text).not.toContain('on duty');
});
