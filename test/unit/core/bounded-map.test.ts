import { BoundedMap } from '../../../src/core/bounded-map.ts';

const keysOf = (map: BoundedMap<string, number>): readonly string[] => [...map].map(([key]) => key);

test('evicts the least recently used entry; `get` counts as a use, `has` does not', () => {
  const map = new BoundedMap<string, number>({ max: 3 });
  for (const [index, key] of ['a', 'b', 'c'].entries()) map.set(key, index);
  expect(map.get('a')).toBe(0);
  expect(map.has('b')).toBe(true);
  map.set('d', 3);
  expect(keysOf(map)).toEqual(['c', 'a', 'd']);
  map.set('c', 4);
  map.set('e', 5);
  expect(keysOf(map)).toEqual(['d', 'c', 'e']);
  expect(map.size).toBe(3);
});

test('drops an entry at the end of its lifetime, or at the time that was set for it', () => {
  const clock = { time: 0, now: () => clock.time };
  const map = new BoundedMap<string, number>({ max: 10, lifetimeMilliseconds: 100, clock });
  map.set('short', 1, 50);
  map.set('usual', 2);
  clock.time = 49;
  expect(map.get('short')).toBe(1);
  clock.time = 50;
  expect([map.has('short'), map.get('short'), map.get('usual')]).toEqual([false, undefined, 2]);
  clock.time = 100;
  expect(keysOf(map)).toEqual([]);
  map.set('new', 3);
  expect(map.size).toBe(1);
});

test('setting an entry again starts its lifetime anew', () => {
  const clock = { time: 0, now: () => clock.time };
  const map = new BoundedMap<string, number>({ max: 10, lifetimeMilliseconds: 100, clock });
  map.set('a', 1);
  clock.time = 60;
  map.set('a', 2);
  clock.time = 159;
  expect(map.get('a')).toBe(2);
  clock.time = 160;
  expect(map.get('a')).toBeUndefined();
});

test('limits the weight of all entries; the last one set stays, however heavy', () => {
  const map = new BoundedMap<string, number>({ max: 10, weigh: (value) => value });
  map.set('a', 4);
  map.set('b', 5);
  map.set('b', 6);
  expect(keysOf(map)).toEqual(['a', 'b']);
  map.set('c', 11);
  expect(keysOf(map)).toEqual(['c']);
  map.delete('c');
  map.set('d', 10);
  expect(keysOf(map)).toEqual(['d']);
});

test('entries can be deleted during iteration', () => {
  const map = new BoundedMap<string, number>({ max: 3 });
  for (const key of ['a', 'b', 'c']) map.set(key, 1);
  for (const [key] of map) if (key !== 'b') map.delete(key);
  expect(keysOf(map)).toEqual(['b']);
});

test('keeps the order of use, whichever entries are used, set again or deleted', () => {
  const map = new BoundedMap<string, number>({ max: 4 });
  for (const key of ['a', 'b', 'c', 'd']) map.set(key, 1);
  map.get('a');
  map.get('c');
  map.get('c');
  map.delete('d');
  expect(keysOf(map)).toEqual(['b', 'a', 'c']);
  map.set('b', 2);
  map.set('e', 1);
  map.set('f', 1);
  expect(keysOf(map)).toEqual(['c', 'b', 'e', 'f']);
  for (const key of ['f', 'c', 'e', 'b']) map.delete(key);
  map.set('g', 1);
  expect(keysOf(map)).toEqual(['g']);
});
