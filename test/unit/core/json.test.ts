import { countJson, parseJson, readJson, SIMPLE } from '../../../src/core/json.ts';

const keys = (count: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, k) => [k, 0])));
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

test.each([
  ['nothing', undefined, 'none'],
  ['an object', '\uFEFF{"a":[1]}', 'read'],
  ['no JSON', '{', 'none'],
  ['as many members as are allowed', keys(SIMPLE.values), 'read'],
  ['a member more', keys(SIMPLE.values + 1), 'not-simple'],
  ['as many levels as are allowed', nested(SIMPLE.levels), 'read'],
  ['a level more', nested(SIMPLE.levels + 1), 'not-simple'],
  ['signs within a text', JSON.stringify({ a: `"${'[{,\\"'.repeat(9_000)}` }), 'read'],
])('of %s: %s is %s', (_, text, kind) => {
  expect(readJson(text).kind).toBe(kind);
  if (kind !== 'read') expect(parseJson(text)).toBeUndefined();
});

test('what usually has more of them may say how many', () => {
  const limits = { levels: Infinity, values: 100_000 };
  const counted = [keys(70_000), nested(70_000)].map((text) => countJson(Buffer.from(text), limits).isSimple);
  expect(counted).toEqual([true, true]);
});

test('nothing is counted beyond the limit', () => {
  expect(countJson(Buffer.from(keys(1_000_000)))).toEqual({ values: SIMPLE.values + 1, isSimple: false });
});
