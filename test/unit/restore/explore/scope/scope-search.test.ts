import fc from 'fast-check';
import type { ScopeItem, ScopeType } from '../../../../../src/restore/backups/entries/entry.ts';
import { readRequestLine } from '../../../../../src/restore/find/request-line.ts';
import {
  isOnlyOne,
  itemsIdentified,
  itemsNamed,
  searchScope,
} from '../../../../../src/restore/explore/scope/scope-search.ts';
import { SCOPE_TYPES } from '../../../../../src/restore/backups/workloads/index.ts';
import { CompressedScopeList } from '../../../../../src/upstream/explorer/scope-list.ts';
import { anyCodePoint } from '../../../../support/code-points.ts';
import { aScopeItem } from '../../../../fakes/explorer.ts';

const items = (type: ScopeType, all: Readonly<Record<string, string>>): readonly ScopeItem[] =>
  Object.entries(all).map(([id, detail]) => aScopeItem({ id: `${type} ${id}`, type, name: id, detail }));

const ALL: readonly ScopeItem[] = [
  ...items('User', {
    'Noor Haddad': 'noor.haddad@customer.example',
    'Marketing Mailbox': 'marketing@customer.example',
    'Anna Lee': 'anna@customer.example',
    'Team Support': 'support@customer.example',
    'Jörg Müller': 'jorg@customer.example',
  }),
  ...items('Site', {
    Marketing: 'https://customer.example/sites/marketing',
    'Event planning': 'https://customer.example/sites/marketing/events',
    Budget: 'https://customer.example/sites/finance',
    'Budget 2026': 'https://customer.example/sites/budget-2026',
  }),
  ...items('Team', {
    Marketing: 'marketing-team@customer.example',
    'Kyoto launch': 'kyoto@customer.example',
    営業: 'sales@customer.example',
  }),
];

function listOf(all: readonly ScopeItem[]) {
  const list = new CompressedScopeList();
  for (const item of all) list.add(item);
  return list.done();
}
const scope = listOf(ALL);
const idsOf = (found: readonly ScopeItem[]): readonly string[] => found.map(({ id }) => id);

test.each([
  ['Noor Haddad', { type: 'User' }, ['User Noor Haddad']],
  ['noor.haddad@customer.example', { type: 'User', name: 'Anna Lee' }, ['User Noor Haddad']],
  ['a name that another one begins with', { type: 'User', name: 'Noor' }, []],
  ['Noor', { type: 'User' }, []],
  ['other@customer.example', { type: 'User', name: 'Noor Haddad' }, []],
  ['other@customer.example', { type: 'User', name: 'Zoe Kim' }, ['User Zoe Kim']],
  ['Marketing', { type: 'Team' }, ['Team Marketing']],
  ['Marketing', { type: 'User' }, []],
  ['team marketing', { type: 'Team' }, []],
] as const)('given by somebody else, %s of %j means %j', (identity, called, ids) => {
  const zoe = items('User', { 'Zoe Kim': 'https://customer.example/personal/zoe' });
  expect(idsOf(itemsIdentified(identity, called, listOf([...ALL, ...zoe])))).toEqual(ids);
});

describe('a typed name means', () => {
  test.each([
    ['marketing', ['Site Marketing', 'Team Marketing']],
    ['team marketing', ['Team Marketing']],
    ['Marketing-Team', ['Team Marketing']],
    ['marketing site', ['Site Marketing']],
    ['the team of Marketing', ['Team Marketing']],
    ['equipo de Marketing', ['Team Marketing']],
    ['l’équipe de Marketing', ['Team Marketing']],
    ['das Team von Marketing', ['Team Marketing']],
    ['Marketingのチーム', ['Team Marketing']],
    ['the team of', []],
    ['Joerg', ['User Jörg Müller']],
    ['joerg mueller', ['User Jörg Müller']],
    ['joerg@customer.example', []],
    ['équipe Marketing', ['Team Marketing']],
    ['sitio marketing', ['Site Marketing']],
    ['マーケティングチーム', []],
    ['営業チーム', ['Team 営業']],
    ['チーム営業', ['Team 営業']],
    ['people marketing', ['User Marketing Mailbox']],
    ['events', ['Site Event planning']],
    ['https://customer.example/sites/finance', ['Site Budget']],
    ['finance', ['Site Budget']],
    ['budget', ['Site Budget']],
    ['site bud', ['Site Budget', 'Site Budget 2026']],
    ['team support', ['User Team Support']],
    ['kyoto@customer.example', ['Team Kyoto launch']],
    ['sites', []],
    ['customer', []],
    ['team', []],
    ['', []],
  ])('%p: %j', (typed, expected) => {
    expect(idsOf(itemsNamed(typed, scope))).toEqual(expected);
  });

  test('the one that has the kind asked for, where several are called so', () => {
    expect(idsOf(itemsNamed('marketing', scope, 'sharepoint'))).toEqual(['Site Marketing']);
    expect(idsOf(itemsNamed('marketing', scope, 'teams'))).toEqual(['Team Marketing']);
    expect(idsOf(itemsNamed('kyoto', scope, 'exchange'))).toEqual(['Team Kyoto launch']);
  });
});

describe('a picker', () => {
  test('gives each type its share while nothing is typed', () => {
    const many = listOf(
      ['User', 'Site', 'Team'].flatMap((type) =>
        Array.from({ length: 50 }, (_, index) => aScopeItem({ id: `${type}${index}`, type: type as ScopeType })),
      ),
    );
    const types = searchScope(many, '', 15).map(({ type }) => type);
    expect(Map.groupBy(types, (type) => type)).toEqual(
      new Map(SCOPE_TYPES.map((type) => [type, Array.from({ length: 5 }, () => type)])),
    );
  });

  test.each([
    ['team', ['Team Marketing', 'Team Kyoto launch', 'Team 営業', 'User Team Support']],
    ['team k', ['Team Kyoto launch']],
    ['team mar', ['Team Marketing']],
    ['site mar', ['Site Marketing', 'Site Event planning']],
    ['team su', ['User Team Support']],
  ])('with %p offers %j first', (typed, expected) => {
    expect(idsOf(searchScope(scope, typed, 25)).slice(0, expected.length)).toEqual(expected);
  });
});

/** What a line means, with the ids of the candidates. */
function read(line: string) {
  const { whose, ...request } = readRequestLine(line, { scopes: scope, zone: 'Europe/Berlin', now: Date.now() });
  return whose === undefined
    ? request
    : { ...request, whose: whose.kind !== 'items' ? whose.kind : idsOf(whose.candidates) };
}

describe('a line', () => {
  const site = { whose: ['Site Marketing'] };
  const team = { whose: ['Team Marketing'] };
  test.each([
    ['budget of Marketing', { words: 'budget', whose: ['Site Marketing', 'Team Marketing'] }],
    ['budget of Marketing in site', { words: 'budget', ...site, workload: 'sharepoint' }],
    ['in team budget of Marketing', { words: 'budget', ...team, workload: 'teams' }],
    ['budget of the marketing team', { words: 'budget', ...team }],
    ['budget of team marketing in files', { words: 'budget', ...team, workload: 'onedrive' }],
    ['budget in the Marketing team as of yesterday', { words: 'budget', ...team, asOf: 'yesterday' }],
    ['as of yesterday of the Marketing team budget', { words: 'budget', ...team, asOf: 'yesterday' }],
    ['budget in site marketing', { words: 'budget', ...site }],
    ['Budget im Team Marketing', { words: 'Budget', ...team }],
    ['Budget vom Team Marketing', { words: 'Budget', ...team }],
    ['Budget der Site Marketing in der Site', { words: 'Budget der Site Marketing', workload: 'sharepoint' }],
    ["budget de l'équipe Marketing", { words: 'budget', ...team }],
    ["budget dans l'équipe Marketing", { words: 'budget', ...team }],
    ['budget du site Marketing', { words: 'budget', ...site }],
    ['presupuesto del equipo Marketing', { words: 'presupuesto', ...team }],
    ['presupuesto del equipo de Marketing', { words: 'presupuesto', ...team }],
    ['budget du site de Marketing', { words: 'budget', ...site }],
    ['budget de l’équipe de Marketing', { words: 'budget', ...team }],
    ['budget of the team of Marketing', { words: 'budget', ...team }],
    ['Budget von Joerg Mueller', { words: 'Budget', whose: ['User Jörg Müller'] }],
    ['presupuesto en el sitio Marketing', { words: 'presupuesto', ...site }],
    ['営業チームの 予算', { words: '予算', whose: ['Team 営業'] }],
    ['営業チームで 予算', { words: '予算', whose: ['Team 営業'] }],
    ['budget in the team', { words: 'budget', workload: 'teams' }],
    ['photos in the team event', { words: 'photos event', workload: 'teams' }],
    ['invoice of anna in team marketing', { words: 'invoice of anna', ...team }],
    ['invoices of "team marketing"', { words: 'invoices of "team marketing"' }],
  ])('%s', (line, expected) => {
    expect(read(line)).toEqual(expected);
  });
});

const PARTS = [
  ['invoice', { words: 'invoice' }],
  ['of the team Kyoto launch', { whose: ['Team Kyoto launch'] }],
  ['in team', { workload: 'teams' }],
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

test('no line reaches a person, site or team that it does not name, and no word of it is lost', () => {
  const marks = [
    'of',
    'of the',
    'in',
    'in the',
    'team',
    'site',
    'de l’',
    'du',
    'の',
    'で',
    'as of',
    '3',
    '"',
    '(',
    'OR',
  ];
  const names = [
    'marketing',
    'budget',
    'events',
    'kyoto',
    'noor',
    '営業',
    '営業チーム',
    'finance',
    'sites',
    'customer',
  ];
  const piece = fc.oneof(
    fc.constantFrom(...marks),
    fc.constantFrom(...names),
    fc.string({ unit: anyCodePoint, maxLength: 6 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const line = pieces.join(' ').replaceAll(/\s+/g, ' ');
      const {
        whose,
        words = '',
        workload,
        asOf,
        unknownDay,
      } = readRequestLine(line, { scopes: scope, zone: 'UTC', now: 0 });
      const candidates = whose?.kind === 'items' ? whose.candidates : [];
      for (const { name, detail } of candidates) {
        // The last part of its link, or what is before the address's domain.
        const own = `${name} ${detail.replace(/@.*|.*\//, '')}`.toLowerCase();
        const typed = whose?.kind === 'items' ? whose.typed.toLowerCase() : '';
        // In this order, though another part may stand between them: "of marketing in the sites team".
        let from = 0;
        for (const word of typed.split(' ')) {
          const at = line.toLowerCase().indexOf(word, from);
          expect([typed, word, at]).not.toEqual([typed, word, -1]);
          from = at + word.length;
        }
        const named = typed.split(/[\s@.,_/-]+|チーム|サイト/).filter((word) => word !== '' && own.includes(word));
        expect([typed, named.length]).not.toEqual([typed, 0]);
      }
      if (whose === undefined && workload === undefined && asOf === undefined && unknownDay === undefined) {
        expect(words.replaceAll(/\s/g, '')).toBe(line.replaceAll(/\s/g, ''));
      }
    }),
    { numRuns: 1_000 },
  );
});

test('somebody is the only one of a name where no other of the type has it', () => {
  const noor = aScopeItem({ id: 'noor', name: 'Noor Haddad', detail: 'noor@customer.example' });
  const other = aScopeItem({ id: 'other', name: 'NOOR HADDAD', detail: 'n.haddad@customer.example' });
  const team = aScopeItem({ id: 'team', type: 'Team', name: 'Noor Haddad', detail: 'team@customer.example' });
  const isOnly = (all: readonly ScopeItem[]): boolean => isOnlyOne({ kind: 'item', item: noor }, listOf(all));
  expect(isOnly([noor, team])).toBe(true);
  expect(isOnly([noor, other])).toBe(false);
  expect(isOnlyOne({ kind: 'item', item: noor }, undefined)).toBe(false);
});
