import { searchWordsIn } from '../../../../../src/restore/explore/search/build-query.ts';
import { foldText } from '../../../../../src/core/text.ts';
import { LANGUAGES, wordsFor } from '../../../../../src/cards/text/index.ts';
import type { WorkloadWords } from '../../../../../src/cards/text/workload-words.ts';
import type { ScopeItem } from '../../../../../src/restore/backups/entries/entry.ts';
import type { Form } from '../../../../../src/restore/backups/entries/form.ts';
import {
  formOf,
  hasVersions,
  kindRules,
  rulesOf,
  SCOPE_TYPES,
  searchesOf,
  unknownWord,
  workloadNamed,
  WORKLOADS,
  workloadsOf,
} from '../../../../../src/restore/backups/workloads/index.ts';
import { aScopeItem, anEntry } from '../../../../fakes/explorer.ts';

const exchange = rulesOf('exchange');
const onedrive = rulesOf('onedrive');

test.each<[ScopeItem['type'], readonly string[]]>([
  ['User', ['exchange', 'onedrive', 'sharepoint']],
  ['Site', ['sharepoint']],
  ['Team', ['teams']],
])('a scope of type %s has %j', (type, workloads) => {
  expect(workloadsOf({ kind: 'item', item: aScopeItem({ type }) })).toEqual(workloads);
});

test('one’s own data have mail, files and the personal site', () => {
  expect(workloadsOf({ kind: 'own', name: 'olga' })).toEqual(['exchange', 'onedrive', 'sharepoint']);
  expect(SCOPE_TYPES).toEqual(['User', 'Site', 'Team']);
});

test('versions are a drive’s, a site’s and a team’s', () => {
  expect(WORKLOADS.filter((workload) => hasVersions(workload, 'operator'))).toEqual([
    'onedrive',
    'sharepoint',
    'teams',
  ]);
  expect(kindRules('onedrive', { kind: 'folder' }, 'operator').versions).toBeUndefined();
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

  expect(formOf('exchange', form, 'operator')).toEqual({ words: 'plan', from: 'Ada', hasAttachments: true });
  expect(formOf('onedrive', form, 'operator')).toEqual({ words: 'plan', name: 'plan.docx' });
  expect(formOf('exchange', { hasAttachments: false }, 'operator')).toEqual({});
});

test.each<[Form, readonly string[]]>([
  [{ words: 'budget' }, ['posts', 'files', 'tabs']],
  [{ name: 'plan', words: 'budget' }, ['files', 'tabs']],
  [{ name: 'plan', after: '2026-03-01' }, ['files']],
  [{ after: '2026-03-01' }, ['posts', 'files']],
  [{ from: 'Anna', hasAttachments: true }, ['posts']],
  [{ changedBy: 'Anna' }, ['files']],
])('in Teams %j searches %j', (form, searches) => {
  expect(searchesOf('teams', form, 'operator').map(([name]) => name)).toEqual(searches);
});

test('what forms and examples ask with, each search or workload declares', () => {
  for (const workload of WORKLOADS) {
    const { searches, examples } = rulesOf(workload);
    for (const { words, criteria, dateCriterion = '', attachmentsQuery = '' } of Object.values(searches)) {
      const asked = [...criteria.map(([, name]) => name), dateCriterion, attachmentsQuery.replace(/:.*/, '')];
      const known = new Set(words.join(' ').split(/\s+/));
      const isCanonical = (name: string) => name.includes('.');
      expect(asked.filter((name) => name !== '' && !isCanonical(name) && !known.has(name))).toEqual([]);
    }
    for (const example of examples) {
      const words = searchWordsIn(example);
      expect([example, words.length, unknownWord(workload, words, 'operator')]).toEqual([example, 2, undefined]);
      expect(searchesOf(workload, { words: example }, 'operator', words)).not.toEqual([]);
    }
  }
});

test.each(LANGUAGES)('every kind of entry is worded in %s, also as a whole', (language) => {
  for (const workload of WORKLOADS) {
    const words: WorkloadWords = wordsFor(language).restore.workloads[workload];
    const kinds = (['operator', 'administrator'] as const).flatMap((access) =>
      Object.entries(rulesOf(workload, access).kinds),
    );
    const wholes = kinds.filter(([, { whole }]) => whole);
    const namesOf = (all: typeof kinds) => [...new Set(all.map(([kind]) => kind))].toSorted();
    expect([workload, Object.keys(words.kinds).toSorted()]).toEqual([workload, namesOf(kinds)]);
    expect(Object.keys(words.wholes)).toEqual(expect.arrayContaining(namesOf(wholes)));
  }
});

test.each([
  ['Kanäle', 'teams'],
  ['Kanaele', 'teams'],
  ['Beiträge', 'teams'],
  ['Équipes', 'teams'],
  ['publicación', 'teams'],
  ['mail', 'exchange'],
] as const)('“%s” is a name of %s, however it is folded', (typed, workload) => {
  expect(workloadNamed(foldText(typed))).toBe(workload);
});
