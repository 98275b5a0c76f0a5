import type { ScopeItem } from '../../../../src/restore/model/catalog.ts';
import type { Form } from '../../../../src/restore/model/task.ts';
import { formOf, rulesOf, SCOPE_TYPES, workloadsOf } from '../../../../src/restore/workloads/index.ts';
import { aScopeItem, anEntry } from '../../../fakes/explorer.ts';

const exchange = rulesOf('exchange');
const onedrive = rulesOf('onedrive');

test.each<[ScopeItem['type'], readonly string[]]>([
  ['User', ['exchange', 'onedrive']],
  ['Site', []],
  ['Team', []],
])('a scope of type %s has %j', (type, workloads) => {
  expect(workloadsOf({ kind: 'item', item: aScopeItem({ type }) })).toEqual(workloads);
});

test('one’s own data have every workload', () => {
  expect(workloadsOf({ kind: 'own', name: 'olga' })).toEqual(['exchange', 'onedrive']);
  expect(SCOPE_TYPES).toEqual(['User']);
});

test('versions are a drive’s', () => {
  expect([exchange.hasVersions, onedrive.hasVersions]).toEqual([false, true]);
});

test('mail comes newest first, what has no date last; documents come by name', () => {
  const entries = [
    anEntry({ id: 'none', title: 'b' }),
    anEntry({ id: 'old', title: 'c', at: 1 }),
    anEntry({ id: 'new', title: 'a', at: 2 }),
  ];

  expect(entries.toSorted((one, other) => exchange.compare(one, other)).map(({ id }) => id)).toEqual([
    'new',
    'old',
    'none',
  ]);
  expect(entries.toSorted((one, other) => onedrive.compare(one, other)).map(({ title }) => title)).toEqual([
    'a',
    'b',
    'c',
  ]);
});

test('a form keeps what its workload asks for and what was filled in', () => {
  const form: Form = { words: 'plan', from: 'Ada', name: 'plan.docx', subject: ' ', hasAttachments: true };

  expect(formOf('exchange', form)).toEqual({ words: 'plan', from: 'Ada', hasAttachments: true });
  expect(formOf('onedrive', form)).toEqual({ words: 'plan', name: 'plan.docx' });
  expect(formOf('exchange', { hasAttachments: false })).toEqual({});
});

describe('options of Exchange', () => {
  const options = {
    workload: 'exchange',
    changedItems: true,
    deletedItems: true,
    markRestoredAsUnread: false,
  } as const;

  test.each([
    'Restored',
    '  Restored  ',
    'Wiederhergestellt am 3. März',
    '復元',
    'Noor "Kyoto"',
    'a: b?',
    'x'.repeat(100),
  ])('take the folder %j', (folder) => {
    expect(exchange.readOptions({ ...options, folder }, [])).toEqual({
      options: { ...options, folder: folder.trim() },
    });
  });

  test.each(['', '   ', 'a/b', 'a\\b', 'a\nb', 'x'.repeat(101)])(
    'say what is wrong with the folder %j, and keep the rest',
    (folder) => {
      expect(exchange.readOptions({ ...options, changedItems: false, folder }, [])).toEqual({
        options: { ...options, changedItems: false, folder: undefined },
        remark: { code: 'folder-name', typed: folder },
      });
    },
  );
});

test('options of OneDrive restore every version only where none was chosen by hand', () => {
  const options = { workload: 'onedrive', documentAction: 'Overwrite', allVersions: true } as const;

  expect(onedrive.readOptions(options, [anEntry()])).toEqual({ options });
  expect(onedrive.readOptions(options, [anEntry({ version: '2.0' })])).toEqual({
    options: { ...options, allVersions: false },
  });
});

test('options of another workload are not taken', () => {
  expect(exchange.readOptions(onedrive.defaults, []).options).toEqual(exchange.defaults);
  expect(onedrive.readOptions(exchange.defaults, []).options).toEqual(onedrive.defaults);
});
