import fc from 'fast-check';
import type { ScopeItem } from '../../../../src/restore/backups/entries/entry.ts';
import { readRequestLine } from '../../../../src/restore/find/request-line.ts';
import { failIfHung } from '../../../support/fail-if-hung.ts';
import { anyCodePoint } from '../../../support/code-points.ts';
import { fakeScopeList } from '../../../fakes/explorer.ts';

const NAMES = {
  'Noor Haddad': 'noor.haddad@customer.example',
  'Noor Ali': 'noor.ali@customer.example',
  'Maria de la Cruz': 'maria@customer.example',
  'Anna Lee': 'anna@customer.example',
  'Customer Care': 'care@customer.example',
  '野田 太郎': 'noda@customer.example',
};
const people: readonly ScopeItem[] = Object.entries(NAMES).map(([name, detail]) => ({
  id: detail,
  type: 'User',
  name,
  detail,
  echo: '{}',
}));
const context = { scopes: fakeScopeList(people), zone: 'Europe/Berlin', now: Date.parse('2026-11-22T12:00:00Z') };

/** With the names of the candidates, or `own`. */
function read(line: string, changes: Partial<Parameters<typeof readRequestLine>[1]> = {}) {
  const { whose, unknownName: _name, ...request } = readRequestLine(line, { ...context, ...changes });
  if (whose === undefined) return request;
  return { ...request, whose: whose.kind !== 'items' ? whose.kind : whose.candidates.map(({ name }) => name) };
}

const anna = { whose: ['Anna Lee'] };

describe('a line is understood in five languages', () => {
  test.each([
    ['kyoto of anna in mail as of 4 days ago', { words: 'kyoto', ...anna, workload: 'exchange', asOf: '4 days ago' }],
    [
      'Rechnung von anna im Postfach Stand vorgestern',
      { words: 'Rechnung', ...anna, workload: 'exchange', asOf: 'vorgestern' },
    ],
    ["facture d'Anna dans les fichiers au 3 mars", { words: 'facture', ...anna, workload: 'onedrive', asOf: '3 mars' }],
    [
      'factura de Anna en archivos a fecha del 3 de marzo',
      { words: 'factura', ...anna, workload: 'onedrive', asOf: '3 de marzo' },
    ],
    ['野田さんの 京都 メールで 昨日時点', { words: '京都', whose: ['野田 太郎'], workload: 'exchange', asOf: '昨日' }],
  ])('%s', (line, expected) => {
    expect(read(line)).toEqual(expected);
  });
});

describe('a mark counts only where what it marks is known', () => {
  test.each([
    ['minutes of meeting', { words: 'minutes of meeting' }],
    ['offer of the customer care', { words: 'offer', whose: ['Customer Care'] }],
    ['offre de l’Anna Lee', { words: 'offre', ...anna }],
    ['Angebot vom customer care', { words: 'Angebot', whose: ['Customer Care'] }],
    ['invoice people', { words: 'invoice people' }],
    ['invoice of people', { words: 'invoice of people' }],
    ['invoice of people anna', { words: 'invoice', ...anna }],
    ['photos in the attic of anna', { words: 'photos in the attic', ...anna }],
    ['prices as of never of anna', { words: 'prices', ...anna, unknownDay: 'never' }],
    ['as of 31 April', { words: undefined, asOf: '31 April' }],
    ['stand up meeting of anna', { words: 'stand up meeting', ...anna }],
    ['kyoto of anna on friday', { words: 'kyoto', ...anna, asOf: 'friday' }],
    ['kyoto of anna yesterday', { words: 'kyoto', ...anna, asOf: 'yesterday' }],
    ['yesterday', { words: 'yesterday' }],
    ['minutes of "anna lee"', { words: 'minutes of "anna lee"' }],
    ['minutes of “anna lee”', { words: 'minutes of “anna lee”' }],
    ['12" monitor of anna', { words: '12" monitor', ...anna }],
    ['subject:"offer of noor" of anna', { words: 'subject:"offer of noor"', ...anna }],
    ['(minutes of anna)', { words: '(minutes of anna)' }],
    ['from:noor AND kyoto of anna', { words: 'from:noor AND kyoto', ...anna }],
    ['notes of', { words: 'notes of' }],
    ['of', { words: 'of' }],
    ['', { words: undefined }],
  ])('%s', (line, expected) => {
    expect(read(line)).toEqual(expected);
  });

  test.each([
    ['kyoto of norr', 'norr'],
    ['of norr hadad in mail as of yesterday', 'norr hadad'],
    ['Rechnung vom Steuerbüro', 'Steuerbüro'],
    ["facture d'Annick", 'Annick'],
    ['野口さんの 京都', '野口'],
    ['minutes of "anna lee"', undefined],
    ['copy of march of anna', undefined],
    ['invoice', undefined],
  ])('what “%s” marks as a name and nobody has is told', (line, unknownName) => {
    expect(readRequestLine(line, context).unknownName).toBe(unknownName);
    expect(readRequestLine(line, { ...context, scopes: undefined }).unknownName).toBeUndefined();
  });

  test('nobody is recognized while the list of people is unavailable', () => {
    expect(read('kyoto of anna in mail', { scopes: undefined })).toEqual({
      words: 'kyoto of anna',
      workload: 'exchange',
    });
  });

  test('the address part that everybody shares names nobody', () => {
    expect(read('of customer')).toEqual({ words: undefined, whose: ['Customer Care'] });
    expect(read('of example')).toEqual({ words: 'of example' });
  });
});

describe('a name', () => {
  test.each([
    ['noor', ['Noor Haddad', 'Noor Ali']],
    ['Noor Ali', ['Noor Ali']],
    ['haddad noor', ['Noor Haddad']],
    ['NOOR.ALI@customer.example', ['Noor Ali']],
    ['Maria de la Cruz', ['Maria de la Cruz']],
    ['mar', ['Maria de la Cruz']],
    ['me', 'own'],
  ])('%s names %p', (typed, whose) => {
    expect(read(`kyoto of ${typed} as of yesterday`)).toEqual({ words: 'kyoto', whose, asOf: 'yesterday' });
  });

  test('of two letters is not completed', () => {
    expect(read('of ma')).toEqual({ words: 'of ma' });
  });
});

const PARTS = [
  ['kyoto', { words: 'kyoto' }],
  ['of Maria de la Cruz', { whose: ['Maria de la Cruz'] }],
  ['in files', { workload: 'onedrive' }],
  ['as of 1 march', { asOf: '1 march' }],
] as const;

test('any order and subset of the parts is understood alike', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([...PARTS]), (parts) => {
      const line = parts.map(([text]) => text).join(' ');
      expect(read(line)).toEqual(Object.assign({ words: undefined }, ...parts.map(([, part]) => part)));
    }),
    { numRuns: 300 },
  );
});

test('no line reaches anybody whom it does not name, and every word is kept', () => {
  const piece = fc.oneof(
    fc.constantFrom('of', 'in', 'as of', 'anna', 'noor', '"', '(', ')', 'OR', 'mail', '3', 'days ago', 'の', '*', '@'),
    fc.string({ unit: anyCodePoint, maxLength: 6 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const line = pieces.join(' ').replaceAll(/\s+/g, ' ');
      const { whose, words = '', asOf = '', unknownDay = '' } = readRequestLine(line, context);
      if (whose?.kind === 'items') {
        expect(line).toContain(whose.typed);
        for (const { name, detail } of whose.candidates) {
          const first =
            whose.typed
              .toLowerCase()
              .split(/[\s@.,_-]+/)
              .find(Boolean) ?? '?';
          expect(`${name} ${detail}`.toLowerCase()).toContain(first);
        }
      }
      expect(line).toContain(asOf);
      for (const word of unknownDay.split(' ')) expect(line).toContain(word);
      if (whose === undefined && asOf === '' && unknownDay === '' && !/メールで|mail/i.test(line)) {
        expect(words.replaceAll(/\s/g, '')).toBe(line.replaceAll(/\s/g, ''));
      }
    }),
    { numRuns: 500 },
  );
});

test('a line full of marks looks up a bounded number of names, and what it then names is words', () => {
  let lookups = 0;
  const scopes: typeof context.scopes = {
    ...context.scopes,
    search(...asked) {
      lookups += 1;
      return context.scopes.search(...asked);
    },
  };
  const line = `${'of nobody '.repeat(90)}of anna`;
  expect(read(line, { scopes })).toEqual({ words: line });
  expect(lookups).toBe(30);
});

test.each(['a', '1', ' ', '.', '-', '日', 'の', '"', '(', '\\"', 'of a ', 'as of 3 ', 'in mail '])(
  'a line of nothing but “%s” is read at once',
  (piece) => {
    for (const end of ['', '!', '\n']) {
      // As long as a date is read, and as long as a line is.
      for (const length of [50, 1_000]) {
        const line = `as of ${piece.repeat(length / piece.length)}${end}`;
        expect(failIfHung(() => readRequestLine(line, context))).toBeDefined();
      }
    }
  },
);
