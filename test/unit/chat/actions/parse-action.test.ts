import { VERBS } from '../../../../src/cards/verbs.ts';
import { parseAction } from '../../../../src/chat/actions/parse-action.ts';

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

const OWN_DATA: ReadonlySet<string> = new Set(['task', 'restore', 'stop-session']);

test.each(VERBS.filter((verb) => !OWN_DATA.has(verb)))(
  '%s is read from an Action.Execute and from an Action.Submit alike',
  (verb) => {
    const expected = { ...data, verb, trigger: 'manual' };
    expect(parseAction(invoked({ verb, data: { ...data, verb } }))).toEqual(expected);
    expect(parseAction(invoked({ verb, id: 'x', data, title: 'x' }))).toEqual(expected);
    expect(parseAction({ ...data, verb, msteams: { type: 'messageBack' } })).toEqual(expected);
  },
);

test.each([
  [
    { verb: 'task', task: 't1', press: { kind: 'open', entry: 'e1' } },
    { verb: 'task', task: 't1', press: { kind: 'open', entry: 'e1' } },
  ],
  [
    { verb: 'task', task: 't1', press: { kind: 'add' }, 'pick-e1': 'true', 'pick-e2': 'false', words: 'budget' },
    { verb: 'task', task: 't1', press: { kind: 'add', entries: ['e1'] } },
  ],
  [
    { verb: 'restore', restore: 'r1', press: { kind: 'failures-page', page: 2 } },
    { verb: 'restore', restore: 'r1', press: { kind: 'failures-page', page: 2 } },
  ],
  [
    { verb: 'stop-session', session: 's1' },
    { verb: 'stop-session', session: 's1' },
  ],
])('%j comes back from an Action.Execute and from an Action.Submit alike', (carried, read) => {
  const { verb, ...rest } = carried;
  const expected = { ...read, owner: 'o1', trigger: 'manual' };
  expect(parseAction(invoked({ verb, data: { ...carried, owner: 'o1' } }))).toEqual(expected);
  expect(parseAction(invoked({ verb, data: { ...rest, owner: 'o1' } }))).toEqual(expected);
  expect(parseAction({ ...carried, owner: 'o1' })).toEqual(expected);
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
  ['a task that is not named', { verb: 'task', press: { kind: 'up' } }],
  ['a task that is named by a number', { verb: 'task', task: 5, press: { kind: 'up' } }],
  ['a task without a press', { verb: 'task', task: 't1' }],
  ['a task with a press of a restore', { verb: 'task', task: 't1', press: { kind: 'stop' } }],
  ['a restore that is not named', { verb: 'restore', press: { kind: 'stop' } }],
  ['a restore with a press of a task', { verb: 'restore', restore: 'r1', press: { kind: 'up' } }],
  ['a session that is not named', { verb: 'stop-session' }],
  ['data that is a list', invoked({ verb: 'status', data: [] })],
])('%s is no action of ours', (_name, value) => {
  expect(parseAction(value)).toBeUndefined();
});
