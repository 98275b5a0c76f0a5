import { VERBS } from '../../src/cards/verbs.ts';
import { parseAction } from '../../src/chat/verbs.ts';

const data = {
  owner: 'o1',
  id: 'r1',
  flow: 'operator',
  organization: 'contoso.onmicrosoft.com',
  command: 'restore login',
};
const invoked = (action: object, more: object = {}) => ({
  action: { type: 'Action.Execute', ...action },
  trigger: 'manual',
  ...more,
});

test.each(VERBS)('%s is read from an Action.Execute and from an Action.Submit alike', (verb) => {
  const expected = { ...data, verb, trigger: 'manual' };
  expect(parseAction(invoked({ verb, data: { ...data, verb } }))).toEqual(expected);
  expect(parseAction(invoked({ verb, id: 'x', data, title: 'x' }))).toEqual(expected);
  expect(parseAction({ ...data, verb, msteams: { type: 'messageBack' } })).toEqual(expected);
});

test('a refresh that the client made by itself is told apart', () => {
  expect(parseAction(invoked({ verb: 'show-code', data: { owner: 'o1' } }, { trigger: 'automatic' }))).toMatchObject({
    trigger: 'automatic',
  });
});

test('an Action.Execute needs no data and no trigger', () => {
  expect(parseAction({ action: { type: 'Action.Execute', verb: 'help' } })).toEqual({
    verb: 'help',
    trigger: 'manual',
  });
});

test('an input that was left empty is absent', () => {
  const left = { verb: 'choose-organization', owner: 'o1', organization: '  ', id: null };
  expect(parseAction(left)).toEqual({ verb: 'choose-organization', owner: 'o1', trigger: 'manual' });
});

test.each([
  ['nothing', undefined],
  ['null', null],
  ['text', 'status'],
  ['a number', 5],
  ['a list', ['status']],
  ['nothing in it', {}],
  ['an unknown verb', { verb: 'erase-everything' }],
  ['a verb of the prototype', { verb: 'constructor' }],
  ['a verb that is no text', { verb: ['status'] }],
  ['an id that is no text', { verb: 'cancel', id: { toString: 'x' } }],
  ['an id that is too long', { verb: 'cancel', id: 'x'.repeat(101) }],
  ['a command that is too long', { verb: 'command', command: 'x'.repeat(301) }],
  ['an unknown flow', { verb: 'try-again', flow: 'admin' }],
  ['an action of another type', { action: { type: 'Action.Submit', verb: 'status' }, trigger: 'manual' }],
  ['an action that is no object', { action: 'status', verb: 'status' }],
  ['an unknown trigger', invoked({ verb: 'status' }, { trigger: 'later' })],
  ['two verbs', invoked({ verb: 'status', data: { verb: 'log-out' } })],
  ['data that is a list', invoked({ verb: 'status', data: [] })],
])('%s is no action of ours', (_name, value) => {
  expect(parseAction(value)).toBeUndefined();
});
