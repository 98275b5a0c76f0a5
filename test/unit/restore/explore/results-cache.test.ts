import type { Source, Task } from '../../../../src/restore/state/task.ts';
import { ResultsCache } from '../../../../src/restore/explore/results-cache.ts';
import type { Results } from '../../../../src/restore/state/task-transitions.ts';
import { anEntry } from '../../../fakes/explorer.ts';

const here: Task = {
  id: 'task-1',
  signInId: 'sign-in-0',
  organization: 'contoso',
  access: 'operator',
  isOperator: true,
  startedAt: 0,
  usedAt: 0,
  step: 'search',
  scope: { kind: 'own', name: 'Ada' },
  workload: 'exchange',
  point: { kind: 'latest' },
  showDeleted: false,
  form: {},
  list: [],
};
const there: Task = { ...here, showDeleted: true };

const search = (words: string): Source => ({ kind: 'search', form: { words } });

const found = (...ids: string[]): Results => ({ entries: ids.map((id) => anEntry({ id })), more: false });

test('results are cached by their search and by the data that was searched', () => {
  const cache = new ResultsCache();
  const results = found('a', 'b');
  cache.put(here, search('invoice'), results);

  expect(cache.get(here, search('invoice'))).toBe(results);
  expect(cache.get(here, search('bill'))).toBeUndefined();
  expect(cache.get(there, search('invoice'))).toBeUndefined();
  expect(cache.get({ ...here, id: 'task-2' }, search('invoice'))).toBeUndefined();
});

test('an entry is found by its key, only in the data that the task works with', () => {
  const cache = new ResultsCache();
  cache.put(here, search('invoice'), found('a'));
  cache.put(here, search('bill'), found('b'));

  expect(cache.find(here, 'k-b')?.id).toBe('b');
  expect(cache.find(there, 'k-b')).toBeUndefined();
  expect(cache.find({ ...here, id: 'task-2' }, 'k-b')).toBeUndefined();
});

const long = (...ids: string[]): Results => ({
  entries: ids.map((id) => anEntry({ id, title: 'x'.repeat(100_000) })),
  more: false,
});

test('the results used least recently are evicted first, counted by the length of their texts', () => {
  const cache = new ResultsCache(350_000);
  cache.put(here, search('first'), long('a'));
  cache.put(here, search('second'), long('b'));
  cache.put(here, search('short'), found('c', 'd', 'e', 'f', 'g'));
  cache.get(here, search('first'));

  cache.put(here, search('third'), long('h', 'i'));

  expect(cache.get(here, search('first'))).toBeDefined();
  expect(cache.get(here, search('second'))).toBeUndefined();
  expect(cache.get(here, search('third'))).toBeDefined();
});

test('what the service gave for a document counts too', () => {
  const cache = new ResultsCache(150_000);
  cache.put(here, search('first'), { entries: [anEntry({ id: 'a', echo: 'x'.repeat(100_000) })], more: false });
  cache.put(here, search('second'), { entries: [anEntry({ id: 'b', echo: 'x'.repeat(100_000) })], more: false });
  expect(cache.get(here, search('first'))).toBeUndefined();
  expect(cache.get(here, search('second'))).toBeDefined();
});

test('the times of an entry count too', () => {
  const cache = new ResultsCache(2_000);
  const times = Array.from({ length: 40 }, (_, at) => ({ what: 'sent', at }) as const);
  cache.put(here, search('first'), { entries: [anEntry({ id: 'a', times })], more: false });
  cache.put(here, search('second'), found('b'));
  expect(cache.get(here, search('first'))).toBeUndefined();
});

test('empty results count too, and the newest results stay however large they are', () => {
  const cache = new ResultsCache(1_000);
  for (const what of ['first', 'second', 'third']) cache.put(here, search(what), found());
  expect(cache.get(here, search('first'))).toBeUndefined();

  cache.put(here, search('large'), found('a', 'b', 'c', 'd'));

  expect(cache.get(here, search('large'))).toBeDefined();
  expect(cache.get(here, search('third'))).toBeUndefined();
});

test('the results of a task that has ended are dropped', () => {
  const cache = new ResultsCache();
  const other = { ...here, id: 'task-2' };
  for (const place of [here, there, other]) cache.put(place, search('invoice'), found('a'));

  cache.drop('task-1');

  expect([cache.get(here, search('invoice')), cache.get(there, search('invoice'))]).toEqual([undefined, undefined]);
  expect(cache.get(other, search('invoice'))).toBeDefined();
});
