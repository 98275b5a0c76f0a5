import fc from 'fast-check';

import { TASK_INPUTS } from '../../../../src/cards/verbs.ts';
import { readRestorePress, readTaskPress } from '../../../../src/chat/actions/parse-task-action.ts';
import { anyCodePoint } from '../../../support/code-points.ts';

test('turning the page takes along what was ticked', () => {
  const button = { kind: 'page', page: 3 };
  const inputs = { 'pick-a': 'true', 'pick-b': 'false' };
  expect(readTaskPress(button, inputs)).toEqual({ ...button, entries: ['a'] });
  expect(readTaskPress(button, {})).toEqual({ ...button, entries: [] });
});

describe('a button that carries everything itself', () => {
  test.each([
    { kind: 'go', to: 'search' },
    { kind: 'workload', workload: 'onedrive' },
    { kind: 'browse' },
    { kind: 'list-page', page: 0 },
    { kind: 'open', entry: 'AAMkAGI=' },
    { kind: 'versions', entry: 'e1' },
    { kind: 'up' },
    { kind: 'choose-options' },
    { kind: 'restore' },
    { kind: 'done' },
  ])('%j', (button) => {
    expect(readTaskPress(button, { words: 'x', 'pick-a': 'true' })).toEqual(button);
    expect(readTaskPress({ ...button, more: 'dropped' }, {})).toEqual(button);
  });

  test.each([
    { kind: 'stop' },
    { kind: 'look' },
    { kind: 'send-again' },
    { kind: 'give-up' },
    { kind: 'retry-failed' },
    { kind: 'failures-page', page: 1 },
  ])('%j', (press) => {
    expect(readRestorePress(press)).toEqual(press);
  });
});

describe('what the inputs hold', () => {
  test('is the chosen scope', () => {
    expect(readTaskPress({ kind: 'scope' }, { scope: 'own' })).toEqual({ kind: 'scope', choice: 'own' });
    for (const scope of [undefined, null, '', '  ', 5, ['own']]) {
      expect(readTaskPress({ kind: 'scope' }, { scope })).toEqual({ kind: 'scope' });
    }
  });

  test('is the chosen point, or words, or a day; words count more than a day', () => {
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

  test('is the form, as it was typed', () => {
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
      form: {
        words: 'subject:"annual report" AND \\\\server',
        from: 'ada@contoso.com',
        after: '2026-02-31',
        before: '2026-03-01',
        hasAttachments: true,
      },
    });
    expect(readTaskPress({ kind: 'search' }, { hasAttachments: 'false' })).toEqual({ kind: 'search', form: {} });
    expect(readTaskPress({ kind: 'search' }, { name: 'plan', changedBy: 'Noor' })).toEqual({
      kind: 'search',
      form: { name: 'plan', changedBy: 'Noor' },
    });
  });

  test('is never half a character', () => {
    const press = readTaskPress({ kind: 'search' }, { words: `${'x'.repeat(1_999)}😀 and more` });
    const words = press?.kind === 'search' ? (press.form.words ?? '') : '';
    expect(words).toHaveLength(2_000);
    expect(words.isWellFormed()).toBe(true);
  });

  test.each(['add', 'remove'] as const)('are the boxes that are ticked: %s', (kind) => {
    const inputs = { 'pick-a': 'true', 'pick-b': 'false', 'pick-c': true, 'pick-d': null, 'pick-': 'false', e: 'true' };
    expect(readTaskPress({ kind }, inputs)).toEqual({ kind, entries: ['a', 'c'] });
    expect(readTaskPress({ kind }, {})).toEqual({ kind, entries: [] });
    expect(readTaskPress({ kind }, { 'pick-': 'true' })).toBeUndefined();
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`pick-${index}`, 'true']));
    expect(readTaskPress({ kind }, many)).toBeUndefined();
  });

  test('are the options of Exchange', () => {
    const options = { kind: 'options', workload: 'exchange' };
    expect(
      readTaskPress(options, {
        changedItems: 'true',
        deletedItems: 'false',
        folder: 'Restored',
        documentAction: 'Keep',
      }),
    ).toEqual({
      kind: 'options',
      options: {
        workload: 'exchange',
        changedItems: true,
        deletedItems: false,
        markRestoredAsUnread: false,
        folder: 'Restored',
      },
    });
    expect(readTaskPress(options, { folder: '', markRestoredAsUnread: 'true' })).toEqual({
      kind: 'options',
      options: { workload: 'exchange', changedItems: false, deletedItems: false, markRestoredAsUnread: true },
    });
  });

  test('are the options of OneDrive; nothing is overwritten unless one says so', () => {
    const read = (documentAction: unknown) =>
      readTaskPress({ kind: 'options', workload: 'onedrive' }, { documentAction, allVersions: 'true', folder: 'x' });
    const options = { workload: 'onedrive', documentAction: 'Keep', allVersions: true };
    expect(read('Overwrite')).toEqual({ kind: 'options', options: { ...options, documentAction: 'Overwrite' } });
    for (const action of ['Keep', 'overwrite', '', null, undefined, 7]) {
      expect(read(action)).toEqual({ kind: 'options', options });
    }
  });

  test('is the reason', () => {
    expect(readTaskPress({ kind: 'reason' }, { reason: 'Deleted by mistake' })).toEqual({
      kind: 'reason',
      reason: 'Deleted by mistake',
    });
    expect(readTaskPress({ kind: 'reason' }, { reason: '' })).toEqual({ kind: 'reason' });
  });
});

test.each([
  ['nothing', undefined],
  ['text', 'restore'],
  ['a list', ['restore']],
  ['no kind', {}],
  ['an unknown kind', { kind: 'erase' }],
  ['a kind of the prototype', { kind: 'constructor' }],
  ['an unknown step', { kind: 'go', to: 'nowhere' }],
  ['an unknown workload', { kind: 'workload', workload: 'sharepoint' }],
  ['options of no workload', { kind: 'options' }],
  ['a page before the first', { kind: 'page', page: -1 }],
  ['half a page', { kind: 'page', page: 0.5 }],
  ['a page that is text', { kind: 'list-page', page: '1' }],
  ['a page without end', { kind: 'failures-page', page: Number.POSITIVE_INFINITY }],
  ['nothing to open', { kind: 'open' }],
  ['an empty key', { kind: 'open', entry: '' }],
  ['a key without end', { kind: 'versions', entry: 'x'.repeat(1_001) }],
])('%s is no press', (_name, button) => {
  expect(readTaskPress(button, {})).toBeUndefined();
  expect(readRestorePress(button)).toBeUndefined();
});

const texts = (press: object): readonly string[] =>
  Object.values(press).flatMap((value: unknown) => {
    if (typeof value === 'string') return [value];
    return typeof value === 'object' && value !== null ? texts(value) : [];
  });

test('whatever comes back is a press that can be kept, or none', () => {
  const kinds = ['go', 'scope', 'point', 'search', 'add', 'remove', 'options', 'reason', 'open', 'page', 'stop', 'x'];
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
    fc.constantFrom(...TASK_INPUTS, 'pick-a', 'pick-', 'pick-__proto__', '__proto__', 'constructor'),
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
