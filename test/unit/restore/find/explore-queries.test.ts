import { ResultsCache, type Results } from '../../../../src/restore/find/explore-queries.ts';
import { anEntry } from '../../../fakes/explorer.ts';

const here = { taskId: 'task-1', where: 'here' };
const there = { taskId: 'task-1', where: 'there' };

const found = (...ids: string[]): Results => ({ entries: ids.map((id) => anEntry({ id })), more: false });

test('what was found is found again, by its search and its place', () => {
  const cache = new ResultsCache();
  const results = found('a', 'b');
  cache.put(here, 'invoice', results);

  expect(cache.get(here, 'invoice')).toBe(results);
  expect(cache.get(here, 'bill')).toBeUndefined();
  expect(cache.get(there, 'invoice')).toBeUndefined();
  expect(cache.get({ ...here, taskId: 'task-2' }, 'invoice')).toBeUndefined();
});

test('an entry is found by its key, where the task looks and nowhere else', () => {
  const cache = new ResultsCache();
  cache.put(here, 'invoice', found('a'));
  cache.put(here, 'bill', found('b'));

  expect(cache.find(here, 'k-b')?.id).toBe('b');
  expect(cache.find(there, 'k-b')).toBeUndefined();
  expect(cache.find({ ...here, taskId: 'task-2' }, 'k-b')).toBeUndefined();
});

test('what was used least recently goes first, counted by entries', () => {
  const cache = new ResultsCache(6);
  cache.put(here, 'first', found('a'));
  cache.put(here, 'second', found('b'));
  cache.get(here, 'first');

  cache.put(here, 'third', found('c', 'd'));

  expect(cache.get(here, 'first')).toBeDefined();
  expect(cache.get(here, 'second')).toBeUndefined();
  expect(cache.get(here, 'third')).toBeDefined();
});

test('what found nothing counts too, and the newest stays however large it is', () => {
  const cache = new ResultsCache(2);
  for (const what of ['first', 'second', 'third']) cache.put(here, what, found());
  expect(cache.get(here, 'first')).toBeUndefined();

  cache.put(here, 'large', found('a', 'b', 'c', 'd'));

  expect(cache.get(here, 'large')).toBeDefined();
  expect(cache.get(here, 'third')).toBeUndefined();
});

test('nothing is left of a task that is over', () => {
  const cache = new ResultsCache();
  const other = { ...here, taskId: 'task-2' };
  for (const place of [here, there, other]) cache.put(place, 'invoice', found('a'));

  cache.drop('task-1');

  expect([cache.get(here, 'invoice'), cache.get(there, 'invoice')]).toEqual([undefined, undefined]);
  expect(cache.get(other, 'invoice')).toBeDefined();
});
