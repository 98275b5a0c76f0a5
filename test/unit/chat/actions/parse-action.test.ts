import fc from 'fast-check';

import { VERBS } from '../../../../src/cards/layout/verbs.ts';
import { parseAction } from '../../../../src/chat/actions/parse-action.ts';
import { anyCodePoint } from '../../../support/code-points.ts';
import { TASK_INPUT_IDS } from '../../../support/task-inputs.ts';
import { OPTIONS } from '../../../../src/restore/backups/workloads/index.ts';

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

const OWN_DATA: ReadonlySet<string> = new Set([
  'task',
  'restore',
  'approval',
  'sessions',
  'session',
  'stop-session',
  'request',
  'administer',
]);

test.each(VERBS.filter((verb) => !OWN_DATA.has(verb)))(
  '%s is read from an Action.Execute and from an Action.Submit alike',
  (verb) => {
    const expected = { ...data, verb };
    expect(parseAction(invoked({ verb, data: { ...data, verb } }))).toEqual(expected);
    expect(parseAction(invoked({ verb, id: 'x', data, title: 'x' }))).toEqual(expected);
    expect(parseAction({ action: { data: { ...data, verb } } })).toEqual(expected);
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
    { verb: 'task', task: 't1', press: { kind: 'add', entries: ['e1'], unticked: ['e2'] } },
  ],
  [
    { verb: 'restore', restore: 'r1', press: { kind: 'failures-page', page: 2 } },
    { verb: 'restore', restore: 'r1', press: { kind: 'failures-page', page: 2 } },
  ],
  [
    { verb: 'administer', admin: { kind: 'end', person: 'p1' } },
    { verb: 'administer', admin: { kind: 'end', person: 'p1' } },
  ],
  [
    { verb: 'administer', admin: { kind: 'list', page: 2, person: 'p1' } },
    { verb: 'administer', admin: { kind: 'list', page: 2 } },
  ],
  [
    { verb: 'approval', restore: 'r1', press: { kind: 'decline' }, reason: ' Ask HR ' },
    { verb: 'approval', restore: 'r1', press: { kind: 'decline', reason: 'Ask HR' } },
  ],
  [
    { verb: 'stop-session', session: 's1' },
    { verb: 'stop-session', session: 's1' },
  ],
  [
    { verb: 'session', session: 's1', page: 3, list: { state: 'failed', starts: [10] } },
    { verb: 'session', session: 's1', page: 3, list: { state: 'failed', starts: [10] } },
  ],
  [
    { verb: 'sessions', sessionKind: 'onedrive', sessionState: 'any', sessionDays: '30' },
    { verb: 'sessions', list: { kind: 'onedrive', days: 30 } },
  ],
  // Paging keeps its list, whatever the inputs say.
  [
    { verb: 'sessions', list: { kind: 'teams', starts: [40] }, sessionKind: 'onedrive', sessionDays: '5' },
    { verb: 'sessions', list: { kind: 'teams', starts: [40] } },
  ],
  [
    { verb: 'sessions', sessionKind: null, sessionState: 'broken', sessionDays: 'yesterday' },
    { verb: 'sessions', list: {} },
  ],
  // An object that cannot become a number.
  [
    { verb: 'sessions', sessionDays: { toString: 1, valueOf: 1 } },
    { verb: 'sessions', list: {} },
  ],
])('%j comes back from an Action.Execute and from an Action.Submit alike', (carried, read) => {
  const { verb, ...rest } = carried;
  const expected = { ...read, owner: 'o1' };
  expect(parseAction(invoked({ verb, data: { ...carried, owner: 'o1' } }))).toEqual(expected);
  expect(parseAction(invoked({ verb, data: { ...rest, owner: 'o1' } }))).toEqual(expected);
  expect(parseAction({ ...carried, owner: 'o1' })).toEqual(expected);
});

test.each([
  { verb: 'show-code', id: 's1' },
  { verb: 'restore', restore: 'r1', press: { kind: 'failures-page', page: 0 } },
])('a refresh by %j that the client made by itself is told from a press', ({ verb, ...rest }) => {
  const data = { ...rest, owner: 'o1' };
  expect(parseAction(invoked({ verb, data }, { trigger: 'automatic' }))).toEqual({ verb, ...data, isRefresh: true });
  expect(parseAction({ verb, ...data, isRefresh: true })).toEqual({ verb, ...data });
});

test.each(['log-out', 'find', 'status'])('no card is refreshed by %s', (verb) => {
  expect(parseAction(invoked({ verb, data: { owner: 'o1' } }, { trigger: 'automatic' }))).toBeUndefined();
});

test('an Action.Execute needs no data and no trigger', () => {
  expect(parseAction({ action: { type: 'Action.Execute', verb: 'help' } })).toEqual({
    verb: 'help',
  });
});

test('an input that was left empty is absent', () => {
  const left = { verb: 'choose-organization', owner: 'o1', organization: '  ', id: null };
  expect(parseAction(left)).toEqual({ verb: 'choose-organization', owner: 'o1' });
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
  ['a session without an id', { verb: 'session', page: 1 }],
  ['a page before the first', { verb: 'session', session: 's1', page: -1 }],
  ['a list that none of its cards sends', { verb: 'sessions', list: { kind: 'everything' } }],
  ['data that is a list', invoked({ verb: 'status', data: [] })],
])('%s is not an action of this bot', (_name, value) => {
  expect(parseAction(value)).toBeUndefined();
});

/** The press of a task's button with these inputs, or of a restore's. */
const readTaskPress = (press: unknown, inputs: object) => {
  const action = parseAction({ ...inputs, verb: 'task', task: 't1', press });
  return action?.verb === 'task' ? action.press : undefined;
};
const readRestorePress = (press: unknown) => {
  const action = parseAction({ verb: 'restore', restore: 'r1', press });
  return action?.verb === 'restore' ? action.press : undefined;
};

test.each([
  { kind: 'page', page: 2 },
  { kind: 'select', what: 'all' },
  { kind: 'go', to: 'list' },
  { kind: 'browse' },
  { kind: 'open', entry: 'AAMkAGI=' },
  { kind: 'versions', entry: 'e1' },
  { kind: 'versions', entry: 'e1', page: 2 },
  { kind: 'up' },
  { kind: 'choose-options' },
])('the ticks of the card come with %j', (button) => {
  const inputs = { 'pick-a': 'true', 'pick-b': 'false', words: 'x' };
  expect(readTaskPress(button, inputs)).toEqual({ ...button, entries: ['a'], unticked: ['b'] });
  expect(readTaskPress(button, {})).toEqual(button);
  expect(readTaskPress({ ...button, more: 'dropped' }, {})).toEqual(button);
});

describe('a button that needs no inputs', () => {
  test.each([{ kind: 'done' }])('%j', (button) => {
    expect(readTaskPress(button, { words: 'x', 'pick-a': 'true' })).toEqual(button);
    expect(readTaskPress({ ...button, more: 'dropped' }, {})).toEqual(button);
  });

  test.each([
    { kind: 'stop' },
    { kind: 'look' },
    { kind: 'send-again' },
    { kind: 'send-again', about: { call: 1, at: 1_795_176_005_000 } },
    { kind: 'give-up' },
    { kind: 'retry-failed' },
    { kind: 'failures-page', page: 1 },
    { kind: 'new-code', asked: 1_795_176_005_000 },
    { kind: 'signed-in', asked: 1_795_176_005_000 },
  ])('%j', (press) => {
    expect(readRestorePress(press)).toEqual(press);
  });
});

describe('the values of the inputs', () => {
  test('give whose data, which and as of when; a person’s own button counts before the input', () => {
    const read = (button: object, inputs: object) => readTaskPress({ kind: 'search', ...button }, inputs);
    const nothing = { kind: 'search', showDeleted: false, form: {} };
    expect(read({}, { scope: 'own', workload: 'onedrive', asOf: ' yesterday ', showDeleted: 'true' })).toEqual({
      ...nothing,
      scope: 'own',
      workload: 'onedrive',
      asOf: 'yesterday',
      showDeleted: true,
    });
    expect(read({ scope: 'user-1', next: 'browse' }, { scope: 'own' })).toEqual({
      ...nothing,
      scope: 'user-1',
      next: 'browse',
    });
    expect(read({}, { asOf: '' })).toEqual({ ...nothing, asOf: 'latest' });
    for (const scope of [undefined, null, '', '  ', 5, ['own']]) expect(read({}, { scope })).toEqual(nothing);
    expect(read({}, { workload: 'public-folders' })).toEqual(nothing);
  });

  test('give the chosen point, words or a day; words take precedence over a day', () => {
    const read = (inputs: Record<string, unknown>) => readTaskPress({ kind: 'point' }, inputs);
    expect(read({ point: 'latest', day: '', pointWords: null })).toEqual({
      kind: 'point',
      choice: 'latest',
      showDeleted: false,
    });
    expect(read({ day: '2026-03-01', showDeleted: 'true' })).toEqual({
      kind: 'point',
      typed: '2026-03-01',
      showDeleted: true,
    });
    expect(read({ day: '2026-03-01', pointWords: ' before 1 March ', showDeleted: 'false' })).toEqual({
      kind: 'point',
      typed: 'before 1 March',
      showDeleted: false,
    });
  });

  test('give the search form as it was typed', () => {
    const inputs = {
      words: 'subject:"annual report" AND \\\\server',
      from: 'ada@contoso.com',
      to: '',
      subject: null,
      after: '2026-02-31',
      before: ' 2026-03-01 ',
      hasAttachments: 'true',
      folder: 'not of the form',
      'pick-a': 'true',
    };
    expect(readTaskPress({ kind: 'search' }, inputs)).toEqual({
      kind: 'search',
      showDeleted: false,
      form: {
        words: 'subject:"annual report" AND \\\\server',
        from: 'ada@contoso.com',
        after: '2026-02-31',
        before: '2026-03-01',
        hasAttachments: true,
      },
    });
    expect(readTaskPress({ kind: 'search' }, { hasAttachments: 'false' })).toMatchObject({ form: {} });
    expect(readTaskPress({ kind: 'search' }, { name: 'plan', changedBy: 'Noor' })).toMatchObject({
      form: { name: 'plan', changedBy: 'Noor' },
    });
  });

  test('are never cut within a character', () => {
    const press = readTaskPress({ kind: 'search' }, { words: `${'x'.repeat(1_999)}😀 and more` });
    const words = press?.kind === 'search' ? (press.form.words ?? '') : '';
    expect(words).toHaveLength(2_000);
    expect(words.isWellFormed()).toBe(true);
  });

  test.each(['add', 'remove'] as const)('give the ticked entries: %s', (kind) => {
    const inputs = { 'pick-a': 'true', 'pick-b': 'false', 'pick-c': true, 'pick-d': null, 'pick-': 'false', e: 'true' };
    expect(readTaskPress({ kind }, inputs)).toMatchObject({ kind, entries: ['a', 'c'] });
    expect(readTaskPress({ kind }, {})).toEqual({ kind });
    expect(readTaskPress({ kind }, { 'pick-': 'true' })).toBeUndefined();
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`pick-${index}`, 'true']));
    expect(readTaskPress({ kind }, many)).toBeUndefined();
  });

  const UNTOUCHED = Object.fromEntries(OPTIONS.flatMap(({ kind, name }) => (kind === 'toggle' ? [[name, false]] : [])));

  test('give the options of every workload', () => {
    const button = { kind: 'restore', shown: 'x', overwrite: true };
    const inputs = { changedItems: 'true', deletedItems: 'false', folder: 'Restored', documentAction: 'Keep' };
    expect(readTaskPress(button, inputs)).toEqual({
      kind: 'restore',
      shown: 'x',
      overwrite: true,
      options: { ...UNTOUCHED, changedItems: true, folder: 'Restored', documentAction: 'Keep' },
    });
    expect(readTaskPress(button, { folder: '', markRestoredAsUnread: 'true' })).toEqual({
      kind: 'restore',
      shown: 'x',
      overwrite: true,
      options: { ...UNTOUCHED, markRestoredAsUnread: true },
    });
  });

  test('give the reason', () => {
    expect(readTaskPress({ kind: 'restore' }, { reason: 'Deleted by mistake' })).toEqual({
      kind: 'restore',
      options: UNTOUCHED,
      reason: 'Deleted by mistake',
    });
    expect(readTaskPress({ kind: 'restore' }, { reason: '' })).toEqual({ kind: 'restore', options: UNTOUCHED });
    // Only the confirm card has options.
    const exported = { kind: 'export', shown: 'x' };
    expect(readTaskPress(exported, { reason: 'a' })).toEqual({ ...exported, options: UNTOUCHED, reason: 'a' });
    expect(readTaskPress({ kind: 'export' }, { reason: 'a' })).toEqual({ kind: 'export', reason: 'a' });
  });
});

test.each([
  ['nothing', undefined],
  ['text', 'restore'],
  ['a list', ['restore']],
  ['no kind', {}],
  ['an unknown kind', { kind: 'erase' }],
  ['a kind of the prototype', { kind: 'constructor' }],
  ['an unknown workload', { kind: 'workload', workload: 'public-folders' }],
  ['a restore whose mark is no text', { kind: 'restore', shown: 7 }],
  ['a page before the first', { kind: 'page', page: -1 }],
  ['half a page', { kind: 'page', page: 0.5 }],
  ['a page that is text', { kind: 'list-page', page: '1' }],
  ['a page without end', { kind: 'failures-page', page: Number.POSITIVE_INFINITY }],
  ['nothing to open', { kind: 'open' }],
  ['a code of no time', { kind: 'new-code' }],
  ['a code of a time that is text', { kind: 'signed-in', asked: '1795176005000' }],
  ['an empty key', { kind: 'open', entry: '' }],
  ['a key without end', { kind: 'versions', entry: 'x'.repeat(1_001) }],
])('%s is not a press', (_name, button) => {
  expect(readTaskPress(button, {})).toBeUndefined();
  expect(readRestorePress(button)).toBeUndefined();
});

const texts = (press: object): readonly string[] =>
  Object.values(press).flatMap((value: unknown) => {
    if (typeof value === 'string') return [value];
    return typeof value === 'object' && value !== null ? texts(value) : [];
  });

test('a step of another version leads to the form', () => {
  expect(readTaskPress({ kind: 'go', to: 'scope' }, {})).toEqual({ kind: 'go', to: 'search' });
});

test.each(['options', 'reason'])('**Continue** of an earlier version leads to the confirm card: %s', (kind) => {
  expect(readTaskPress({ kind, workload: 'exchange' }, { changedItems: 'true', reason: 'x' })).toEqual({
    kind: 'go',
    to: 'summary',
  });
});

test('any data is parsed into a press that can be stored, or into none', () => {
  const kinds = ['go', 'point', 'search', 'add', 'remove', 'options', 'reason', 'restore', 'open', 'page', 'stop', 'x'];
  const value = fc.oneof(
    fc.constantFrom('true', 'false', '', 'own', 'latest', 'exchange', 'onedrive', 'search', '2026-03-01', '\uD83D'),
    fc.jsonValue(),
    fc.string({ unit: anyCodePoint, maxLength: 50 }),
  );
  const button = fc.oneof(
    fc.record({ kind: fc.constantFrom(...kinds) }, { noNullPrototype: true }),
    fc.record({ kind: fc.constantFrom(...kinds), to: value, workload: value, page: value, entry: value }),
    fc.anything(),
  );
  const name = fc.oneof(
    fc.constantFrom(...TASK_INPUT_IDS, 'pick-a', 'pick-', 'pick-__proto__', '__proto__', 'constructor'),
    fc.string({ maxLength: 20 }),
  );
  fc.assert(
    fc.property(button, fc.dictionary(name, value), (carried, inputs) => {
      for (const press of [readTaskPress(carried, inputs), readRestorePress(carried)]) {
        if (press === undefined) continue;
        expect(kinds).toContain(press.kind);
        for (const text of texts(press)) {
          expect(text).not.toBe('');
          expect(text.length).toBeLessThanOrEqual(2_000);
        }
        expect(JSON.parse(JSON.stringify(press))).toEqual(press);
      }
    }),
  );
});

test.each([
  { verb: 'new-code', owner: { length: { valueOf: 0, toString: 0 } } },
  { verb: 'task', owner: 'x', task: { length: { valueOf: 0, toString: 0 } }, press: { kind: 'search' } },
])('what has a length that cannot be compared is no action: %p', (value) => {
  expect(parseAction(value)).toBeUndefined();
});
