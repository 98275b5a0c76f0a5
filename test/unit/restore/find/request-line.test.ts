import fc from 'fast-check';
import { foldText } from '../../../../src/core/text.ts';
import type { ScopeItem } from '../../../../src/restore/backups/entries/entry.ts';
import { readRequestLine } from '../../../../src/restore/find/request-line.ts';
import { CompressedScopeList } from '../../../../src/upstream/explorer/scope-list.ts';
import { failIfHung } from '../../../support/fail-if-hung.ts';
import { anyCodePoint } from '../../../support/code-points.ts';
import { aScopeItem, fakeScopeList } from '../../../fakes/explorer.ts';

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
const martin = { whose: ['Martin Duval'] };

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

describe('only a month may be a mistake behind a number', () => {
  const scopes = fakeScopeList([...people, aScopeItem({ id: 'martin', name: 'Martin Duval' })]);

  test.each([
    ['budget on Nov 21 of Martin', { words: 'budget', ...martin, asOf: 'Nov 21' }],
    ['budget as of Nov 21 of Martin Duval', { words: 'budget', ...martin, asOf: 'Nov 21' }],
    ['facture du mardi 17 de Martin', { words: 'facture', ...martin, asOf: 'mardi 17' }],
    ['facture en date du 3 de Martin', { words: 'facture', ...martin, asOf: 'du 3' }],
    ['kyoto on Monday 16 in files', { words: 'kyoto', workload: 'onedrive', asOf: 'Monday 16' }],
    ['kyoto as of Monday 16 in files', { words: 'kyoto', workload: 'onedrive', asOf: 'Monday 16' }],
    ['kyoto on the 16th in files', { words: 'kyoto', workload: 'onedrive', asOf: 'the 16th' }],
    ['Rechnung am Montag 16 mit Anhang', { words: 'Rechnung mit Anhang', asOf: 'Montag 16' }],
    ['Rechnung vom Freitag 20 mit Anhang', { words: 'Rechnung mit Anhang', asOf: 'Freitag 20' }],
    // The month is no day, and no word that is searched for.
    ['budget as of Monday 16 Febuary', { words: 'budget', unknownDay: 'Monday 16 Febuary' }],
  ])('%s', (line, expected) => {
    expect(read(line, { scopes })).toEqual(expected);
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
    ['prices as of a few days ago of anna', { words: 'prices', ...anna, unknownDay: 'a few days ago' }],
    ['prices as of never of anna', { words: 'prices as of never', ...anna }],
    ['prices as of a few days ago kyoto', { words: 'prices kyoto', unknownDay: 'a few days ago' }],
    ['as of yesterdy budget report', { words: 'budget report', unknownDay: 'yesterdy' }],
    ['budget as of the day before we moved', { words: 'budget as of the day before we moved' }],
    ['status as of project alpha', { words: 'status as of project alpha' }],
    ['status as of 3', { words: 'status as of 3' }],
    ['status as of invoice date', { words: 'status as of invoice date' }],
    ['status as of yesterdy', { words: 'status', unknownDay: 'yesterdy' }],
    ['status as of Noember 3', { words: 'status', unknownDay: 'Noember 3' }],
    ['status as of that Friday', { words: 'status', unknownDay: 'that Friday' }],
    ['Rechnung per stand lezten Freitag', { words: 'Rechnung', unknownDay: 'lezten Freitag' }],
    ['documents en date du 3 novemre', { words: 'documents', unknownDay: '3 novemre' }],
    ['Stand vom Projekt Alpha', { words: 'Stand vom Projekt Alpha' }],
    ['prix en date du contrat', { words: 'prix en date du contrat' }],
    ['precios a fecha del contrato', { words: 'precios a fecha del contrato' }],
    ['契約時点の価格', { words: '契約時点の価格' }],
    ['価格 数日前時点', { words: '価格', unknownDay: '数日前' }],
    ['as of 31 April', { words: undefined, asOf: '31 April' }],
    ['stand up meeting of anna', { words: 'stand up meeting', ...anna }],
    ['kyoto of anna on friday', { words: 'kyoto', ...anna, asOf: 'friday' }],
    ['kyoto of anna yesterday', { words: 'kyoto', ...anna, asOf: 'yesterday' }],
    ['yesterday', { words: 'yesterday' }],
    ['minutes of "anna lee"', { words: 'minutes of "anna lee"' }],
    ['minutes of “anna lee”', { words: 'minutes of “anna lee”' }],
    ['12" monitor of anna', { words: '12" monitor', ...anna }],
    ['12" monitor of anna and «offer»', { words: '12" monitor and «offer»', ...anna }],
    ['27″ monitor of anna and 24″ tv', { words: '27″ monitor and 24″ tv', ...anna }],
    ['"of «anna» lee"', { words: '"of «anna» lee"' }],
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
    ['Budget von gestern', undefined],
    ['budget d’hier', undefined],
    ['presupuesto de ayer', undefined],
    ['予算 昨日の', undefined],
    ['notes of norr (External)', 'norr (External)'],
    ['kyoto of Noor Haddad <noor.haddad@other.example>', 'Noor Haddad <noor.haddad@other.example>'],
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
            foldText(whose.typed)
              .split(/[^\p{L}\p{M}\p{N}]+/u)
              .find(Boolean) ?? '?';
          expect(foldText(`${name} ${detail}`)).toContain(first);
        }
      }
      for (const word of `${asOf} ${unknownDay}`.split(' ')) expect(line).toContain(word);
      if (whose === undefined && asOf === '' && unknownDay === '' && !/メールで|mail/i.test(line)) {
        expect(words.replaceAll(/\s/g, '')).toBe(line.replaceAll(/\s/g, ''));
      }
    }),
    { numRuns: 500, examples: [[['\u0300', 'anna', 'の']]] },
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
  const unknown = `${'of nobody '.repeat(90)}of anna`;
  expect(read(unknown, { scopes })).toEqual({ words: unknown.replace(' of anna', ''), ...anna });
  expect(lookups).toBe(1);
  // Each is in a name, but none begins a word of one.
  const within = ['adda', 'ddad', 'dad', 'oor', 'aria', 'ruz', 'ustom', 'tomer'];
  const pairs = within.flatMap((one) => within.map((other) => `of ${one} ${other}`));
  const line = `${pairs.join(' ')} of anna`;
  lookups = 0;
  expect(read(line, { scopes })).toEqual({ words: line });
  expect(lookups).toBe(30);
});

test('a line full of marks is read nearly as quickly as any other', () => {
  const list = new CompressedScopeList();
  for (const person of people) list.add(person);
  const scopes = list.done();
  const usual = [
    'kyoto of noor in mail as of 4 days ago',
    'Rechnung von noor im Postfach Stand vorgestern',
    'facture de noor dans les fichiers au 3 mars',
  ];
  const full = [
    'minutes of the meeting of the board on the budget in the plan of the office',
    'von der Besprechung am Montag im Büro vom Team in der Stadt von noor',
    'la copia de la carta del alcalde de la villa en el valle de la montaña',
  ];
  const costOf = (lines: readonly string[]): number => {
    const before = process.cpuUsage();
    for (let time = 0; time < 100; time += 1) for (const line of lines) readRequestLine(line, { ...context, scopes });
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const least = (lines: readonly string[]) => Math.min(...Array.from({ length: 4 }, () => costOf(lines)));
  least(usual);
  // Once it was four times as much.
  expect(least(full) / least(usual)).toBeLessThan(2.5);
});

describe('a whole name is that name, whatever signs, days and marks it holds', () => {
  const CALLED: readonly (readonly [string, ScopeItem['type']])[] = [
    ['Falk, Petra (External)', 'User'],
    ['Noor "Nora" Haddad', 'User'],
    ['Noor Haddad', 'User'],
    ['Sinéad O’Neill', 'User'],
    ['R&D / Labs', 'User'],
    ['Smith @ Work', 'User'],
    ['May Day', 'Team'],
    ['Team of Tomorrow', 'Team'],
    ['Q&A (EMEA)', 'Team'],
    ['Who’s next?', 'Team'],
    ['Das Team von morgen', 'Team'],
    ['Club du lundi', 'Team'],
    ['Equipo del 3 de mayo', 'Team'],
    ['昨日の会', 'Team'],
    ['Alpha: north', 'Site'],
    ['Harbour (archive)', 'Site'],
    ['Harbour', 'Site'],
    ['Plans in the making', 'Site'],
    ['2026', 'Site'],
    ['„Werft“ – Süd, Nord & Ost: alle Bereiche der Gruppe in der Region am Meer (intern)', 'Site'],
  ];
  const called = CALLED.map(([name, type], at): ScopeItem => {
    const detail = type === 'User' ? `p${at}@customer.example` : `https://customer.example/s${at}`;
    return { id: name, type, name, detail, echo: '{}' };
  });
  const scopes = fakeScopeList(called);
  const marks = [
    (name: string) => `budget of ${name}`,
    (name: string) => `Budget von ${name} in Dateien`,
    (name: string) => `of ${name}, in mail as of yesterday`,
    (name: string) => `budget de ${name}`,
    (name: string) => `presupuesto de ${name.toUpperCase()}`,
    (name: string) => `予算 ${name}の`,
  ];

  test.each(CALLED)('%s', (name) => {
    for (const line of marks) {
      const { whose, words = '' } = readRequestLine(line(name), { ...context, scopes });
      expect([line(name), whose?.kind === 'items' && whose.candidates.map((item) => item.name)]).toEqual([
        line(name),
        [name],
      ]);
      expect(['budget', 'Budget', 'presupuesto', '予算', '']).toContain(words);
    }
  });

  test.each([
    ['Alpha: north site', 'Alpha: north'],
    ['the site Harbour (archive)', 'Harbour (archive)'],
    ['falk external', 'Falk, Petra (External)'],
    ['Petra Falk (External)', 'Falk, Petra (External)'],
    ['Labs, R&D', 'R&D / Labs'],
  ])('of %s means %s', (typed, name) => {
    const { whose, words } = readRequestLine(`budget of ${typed}`, { ...context, scopes });
    expect(whose).toMatchObject({ candidates: [{ name }] });
    expect(words).toBe('budget');
  });

  test('a kind that was asked for tells those of one name apart', () => {
    const both = fakeScopeList(
      (['Site', 'Team'] as const).map((type) => aScopeItem({ id: type, type, name: 'Falk, Petra (External)' })),
    );
    const { whose } = readRequestLine('of Falk, Petra (External) in teams', { ...context, scopes: both });
    expect(whose).toMatchObject({ candidates: [{ type: 'Team' }] });
  });
});

describe('an address behind a name says who it is', () => {
  const noor = ['Noor Haddad'];
  test.each([
    ['kyoto of Noor Haddad <noor.haddad@customer.example>', { words: 'kyoto', whose: noor }],
    [
      'kyoto of Haddad, Noor <noor.haddad@customer.example>; in mail',
      { words: 'kyoto', whose: noor, workload: 'exchange' },
    ],
    ['kyoto of "Haddad, Noor" <noor.haddad@customer.example>', { words: 'kyoto', whose: noor }],
    ['kyoto of Noor (noor.haddad@customer.example)', { words: 'kyoto', whose: noor }],
    ['kyoto of <mailto:Noor.Haddad@customer.example>', { words: 'kyoto', whose: noor }],
    [
      'Kyoto von Noor Ali <noor.haddad@customer.example> Stand gestern',
      { words: 'Kyoto', whose: noor, asOf: 'gestern' },
    ],
    // Somebody else's address: not the person of that name.
    ['kyoto of Noor Haddad <noor.haddad@other.example>', { words: 'kyoto of Noor Haddad <noor.haddad@other.example>' }],
    ['minutes of meeting <anna@customer.example>', { words: 'minutes of meeting <anna@customer.example>' }],
  ])('%s', (line, expected) => {
    expect(read(line)).toEqual(expected);
  });
});

describe('an archive mailbox', () => {
  const mailbox = aScopeItem({ id: 'mailbox', name: 'Noor Haddad', detail: 'noor.haddad@customer.example' });
  const others = people.filter(({ name }) => name !== mailbox.name);
  const list = fakeScopeList([...others, mailbox, { ...mailbox, id: 'archive', isArchive: true }]);
  const asked = (line: string) => {
    const { whose, ...request } = readRequestLine(line, { ...context, scopes: list, access: 'administrator' });
    return { ...request, ids: whose?.kind === 'items' && whose.candidates.map(({ id }) => id) };
  };

  test.each([
    'kyoto of Noor Haddad archive',
    'kyoto of haddad online archive in mail',
    'kyoto in the archive of noor haddad',
    'Kyoto von Noor Haddad im Archiv',
    'Kyoto von Noor Haddad Archiv',
    'kyoto de Noor Haddad dans les archives',
    'kyoto de Noor Haddad en el archivo',
    'kyoto de Noor Haddad en el buzón de archivo',
    'kyoto haddadのアーカイブの',
  ])('%s', (line) => {
    expect(asked(line)).toMatchObject({ words: expect.stringMatching(/^kyoto$/i), ids: ['archive'] });
  });

  test('is told of where the mailbox alone was named', () => {
    expect(asked('kyoto of noor haddad')).toMatchObject({ ids: [mailbox.id], otherArchive: 'Noor Haddad' });
    expect(asked('kyoto of anna').otherArchive).toBeUndefined();
    expect(asked('kyoto in the archive of anna')).toMatchObject({ words: 'kyoto in the archive' });
    expect(asked('kyoto de anna en el archivo')).toMatchObject({ words: 'kyoto', workload: 'onedrive' });
    expect(asked('kyoto of anna archive')).toMatchObject({ words: 'kyoto archive', ids: ['anna@customer.example'] });
  });
});

test.each(['a', '1', ' ', '.', '-', '日', 'の', '"', '(', '\\"', 'of a ', 'as of 3 ', 'in mail '])(
  'a line of nothing but “%s” is read at once',
  (piece) => {
    for (const end of ['', '!', '\n']) {
      // As long as a date is read, and as long as a line is.
      for (const length of [50, 2_000]) {
        const line = `as of ${piece.repeat(length / piece.length)}${end}`;
        expect(failIfHung(() => readRequestLine(line, context))).toBeDefined();
      }
    }
  },
);
