import fc from 'fast-check';
import { foldName, foldText } from '../../../src/core/text.ts';
import type { ScopeItem, ScopeType } from '../../../src/restore/backups/entries/entry.ts';
import type { ScopeList } from '../../../src/restore/backups/catalog.ts';
import { CompressedScopeList } from '../../../src/upstream/explorer/scope-list.ts';
import { anyCodePoint } from '../../support/code-points.ts';

function createScopeList(items: readonly ScopeItem[]): ScopeList {
  const builder = new CompressedScopeList();
  for (const one of items) builder.add(one);
  return builder.done();
}

function user(name: string, detail = `${name.toLowerCase().replaceAll(' ', '.')}@customer.example`): ScopeItem {
  const id = `id-of-${name}-with-some-length`;
  const echo = JSON.stringify({ id, type: 'User', user: { id, displayName: name, name: detail } });
  return { id, type: 'User', name, detail, echo };
}

const TYPES = ['User', 'Site', 'Team'] as const;

const names = (found: readonly ScopeItem[]): readonly string[] => found.map(({ name }) => name);

const PEOPLE = ['Anna Berg', 'Bergson Miller', 'Jürgen Groß', 'Søren Łukasz', 'Étienne Lefèvre', '山田 太郎', 'Ольга'];
const people = createScopeList(PEOPLE.map((name) => user(name)));

describe('search', () => {
  test.each([
    ['anna', ['Anna Berg']],
    ['ANNA berg', ['Anna Berg']],
    ['berg anna', ['Anna Berg']],
    ['jurgen', ['Jürgen Groß']],
    ['gross', ['Jürgen Groß']],
    ['soren lukasz', ['Søren Łukasz']],
    ['etienne', ['Étienne Lefèvre']],
    ['山田', ['山田 太郎']],
    ['ОЛЬГА', ['Ольга']],
    ['anna.berg@cust', ['Anna Berg']],
    ['anna miller', []],
    ['*', []],
  ])('finds by %p', (typed, expected) => {
    expect(names(people.search(typed, ['User'], 25))).toEqual(expected);
  });

  test('puts those first whose name begins with the first word', () => {
    expect(names(people.search('berg', ['User'], 25))).toEqual(['Bergson Miller', 'Anna Berg']);
    expect(names(people.search('berg', ['User'], 1))).toEqual(['Bergson Miller']);
  });

  test('gives the first of the type where nothing was typed', () => {
    expect(names(people.search('  ', ['User'], 2))).toEqual(['Anna Berg', 'Bergson Miller']);
    expect(people.search('', ['Site'], 25)).toEqual([]);
  });

  test('does not find a word that begins in the name and ends in the address', () => {
    const list = createScopeList([user('Ann', 'abel@customer.example'), user('Eve', 'eve@customer.example')]);
    expect(list.search('annabel', ['User'], 25)).toEqual([]);
    expect(list.search('exampleeve', ['User'], 25)).toEqual([]);
  });
});

const item: fc.Arbitrary<ScopeItem> = fc.record({
  id: fc.oneof(fc.uuid(), fc.string({ unit: anyCodePoint, maxLength: 12 })),
  type: fc.constantFrom('User', 'Site', 'Team'),
  name: fc.oneof(fc.string({ unit: fc.constantFrom(...Array.from('abAB äß\n')) }), fc.string({ unit: anyCodePoint })),
  detail: fc.oneof(fc.string({ unit: fc.constantFrom(...Array.from('ab@.')) }), fc.string({ unit: 'grapheme' })),
  echo: fc.string({ unit: anyCodePoint }),
});
/** As a service answers, and as none does. */
const items = fc.array(
  fc.oneof(
    item,
    item.map((made) => ({ ...made, echo: JSON.stringify({ ...made, links: [`/v8/${made.id}`, `${made.name}s`] }) })),
  ),
  { maxLength: 40 },
);

function naive(all: readonly ScopeItem[], typed: string, types: readonly ScopeType[]): readonly ScopeItem[] {
  // A dash joins words, too: "Anna-Lena" is found by either.
  const words = foldText(typed).split(/[ -]/).filter(Boolean);
  const matching = all.filter(
    (one) =>
      types.includes(one.type) &&
      words.every((word) => foldName(one.name).includes(word) || foldName(one.detail).includes(word)),
  );
  const [first = ''] = words;
  const begins = (one: ScopeItem): boolean => foldName(one.name).startsWith(first);
  return [...matching.filter(begins), ...matching.filter((one) => !begins(one))];
}

describe('whatever the objects are', () => {
  test('each comes back byte for byte', () => {
    fc.assert(
      fc.property(items, (all) => {
        const list = createScopeList(all);
        for (const one of all) expect(list.find(one.id)).toEqual(all.find(({ id }) => id === one.id));
        expect(list.find('not there, I hope')).toBeUndefined();
        for (const type of TYPES) {
          const expected = all.filter((one) => one.type === type);
          expect(list.search('', [type], all.length)).toEqual(expected);
          expect(list.counts[type]).toBe(expected.length);
        }
      }),
    );
  });

  const typed = fc.oneof(
    fc.string({ unit: fc.constantFrom(...Array.from('aAbBäsß @.')) }),
    fc.string({ unit: 'grapheme' }),
  );

  test('a search for one type finds what looking at each would', () => {
    fc.assert(
      fc.property(items, typed, fc.constantFrom(...TYPES), fc.nat(30), (all, words, type, most) => {
        const expected = naive(all, words, [type]).slice(0, most);
        expect(createScopeList(all).search(words, [type], most)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  test('a search for several finds the best of each, and as many as there are or as were asked for', () => {
    fc.assert(
      fc.property(items, typed, fc.shuffledSubarray([...TYPES]), fc.nat(30), (all, words, types, most) => {
        const found = createScopeList(all).search(words, types, most);
        expect(found).toHaveLength(Math.min(most, naive(all, words, types).length));
        expect(naive(found, words, types)).toEqual(found);
        for (const type of types) {
          const best = naive(all, words, [type]);
          const ofType = found.filter((one) => one.type === type);
          expect(ofType).toEqual(best.slice(0, ofType.length));
          expect(ofType.length).toBeGreaterThanOrEqual(Math.min(best.length, Math.floor(most / types.length)));
        }
      }),
      { numRuns: 500 },
    );
  });

  test('objects of many shapes and lengths come back too, also from several blocks', () => {
    const shape = (index: number): ScopeItem => ({
      ...user(`Person ${index}`),
      echo: `${'{'.repeat((index * 7919) % 90_000)}${String(index).repeat(index % 17)}${'}'.repeat(index * 37)}`,
    });
    const all = Array.from({ length: 150 }, (_, index) => shape(index));
    const list = createScopeList(all);
    for (const one of all) expect(list.find(one.id)).toEqual(one);
  });
});

test('an empty list finds nothing', () => {
  const list = createScopeList([]);
  expect(list.search('', ['User'], 25)).toEqual([]);
  expect(list.search('anna', ['User'], 25)).toEqual([]);
  expect(list.find('anna')).toBeUndefined();
  expect(list.counts).toEqual({ User: 0, Site: 0, Team: 0 });
});
