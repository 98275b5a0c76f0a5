import { isNamed, matching } from '../../../src/sign-in/live-sessions.ts';
import type { AdminPerson } from '../../../src/sign-in/state/views.ts';

const person = (id: string, name: string, account?: string): AdminPerson => ({ id, name, account, sessions: [] });
const people = [
  person('zoe', 'Zoë O’Neill', 'zoe@customer.example'),
  person('noda', '野田 太郎', 'noda@customer.example'),
  person('jr', 'John Smith Jr.'),
  person('lovelace', 'Ada Lovelace', 'ada@customer.example'),
  person('byron', 'Ada Byron', 'byron@customer.example'),
];

test.each([
  ["zoe o'neill", 'zoe'],
  ['Zoë O’Neill'.normalize('NFD'), 'zoe'],
  ['“Zoë O’Neill”', 'zoe'],
  ['«\u00A0Zoë O’Neill\u00A0»', 'zoe'],
  ['@Zoë O’Neill', 'zoe'],
  ['Zoë O’Neill.', 'zoe'],
  ['Zoë O’Neill <zoe@customer.example>', 'zoe'],
  ['<zoe@customer.example>', 'zoe'],
  ['mailto:zoe@customer.example', 'zoe'],
  ['ZOE@customer.example;', 'zoe'],
  ['野田太郎', 'noda'],
  ['John Smith Jr', 'jr'],
  ['Ada', undefined],
  ['_zoe@customer.example', undefined],
  ['John Smith Jr*', undefined],
  ['Ada Lovelace <other@customer.example>', undefined],
  ['', undefined],
  ['“”', undefined],
])('%s names %s', (typed, id) => {
  expect(
    matching(people, typed)
      .filter((one) => isNamed(one, typed))
      .map((one) => one.id),
  ).toEqual(id === undefined ? [] : [id]);
});

test('part of a name, or a name beside another address, is asked about', () => {
  const idsOf = (typed: string) => matching(people, typed).map(({ id }) => id);
  expect(idsOf('“ada”')).toEqual(['lovelace', 'byron']);
  expect(idsOf('Ada Lovelace <other@customer.example>')).toEqual(['lovelace']);
  expect(idsOf('nobody@customer.example')).toEqual([]);
  expect(idsOf('“”')).toEqual([]);
});

test('an object id may be of anybody', () => {
  const id = '3F2504E0-4F89-41D3-9A0C-0305E82C3301';
  const [found, ...others] = matching(people, `“${id}”.`);
  expect([found, others]).toEqual([{ id: id.toLowerCase(), name: '', sessions: [] }, []]);
  expect(isNamed(person(id.toLowerCase(), ''), `“${id}”.`)).toBe(true);
});
