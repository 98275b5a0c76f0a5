import { SearchReplacedError, SearchTurns } from '../../../../../src/restore/explore/search/search-turns.ts';

/** A search that lasts until it is ended. */
function startSearch(turns: SearchTurns, person: string) {
  const end = Promise.withResolvers<string>();
  const search = { isStarted: false, end: end.resolve, fail: end.reject, outcome: undefined as unknown };
  turns
    .run(person, () => {
      search.isStarted = true;
      return end.promise;
    })
    .then(
      (value) => (search.outcome = value),
      (error: unknown) => (search.outcome = error),
    );
  return search;
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('two run, the newest waits, and the one that waited before it is never started', async () => {
  const turns = new SearchTurns();
  const [first, second, third, fourth] = Array.from({ length: 4 }, () => startSearch(turns, 'ada'));
  await settle();
  expect([first, second, third, fourth].map((search) => search?.isStarted)).toEqual([true, true, false, false]);
  expect(third?.outcome).toBeInstanceOf(SearchReplacedError);
  second?.end('found');
  await settle();
  expect(second?.outcome).toBe('found');
  expect(fourth?.isStarted).toBe(true);
});

test('a search that fails makes room as well', async () => {
  const turns = new SearchTurns();
  const [first, , third] = Array.from({ length: 3 }, () => startSearch(turns, 'ada'));
  first?.fail(new Error('no answer'));
  await settle();
  expect(first?.outcome).toMatchObject({ message: 'no answer' });
  expect(third?.isStarted).toBe(true);
});

test('nobody waits for somebody else', async () => {
  const turns = new SearchTurns();
  for (let count = 0; count < 40; count += 1) startSearch(turns, 'ada');
  const other = startSearch(turns, 'ben');
  await settle();
  expect(other.isStarted).toBe(true);
});

test('after any number of searches two run at a time again', async () => {
  const turns = new SearchTurns();
  const searches = Array.from({ length: 5 }, () => startSearch(turns, 'ada'));
  for (const search of searches) search.end('found');
  await settle();
  const again = Array.from({ length: 3 }, () => startSearch(turns, 'ada'));
  await settle();
  expect(again.map(({ isStarted }) => isStarted)).toEqual([true, true, false]);
});
