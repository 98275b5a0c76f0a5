import { getEventListeners } from 'node:events';
import { systemClock } from '../../../src/core/platform.ts';

test('a sleep ends by itself and leaves no listener behind', async () => {
  const { signal } = new AbortController();
  const startedAt = performance.now();
  const sleeping = systemClock.sleep(30, signal);
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  await sleeping;
  // Timers count in whole milliseconds.
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(29);
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  await systemClock.sleep(1);
});

test('a signal cuts it short, with the reason itself', async () => {
  const ending = new AbortController();
  const reason = new Error('enough');
  const sleeping = systemClock.sleep(60_000, ending.signal);
  ending.abort(reason);
  await expect(sleeping).rejects.toBe(reason);
  await expect(systemClock.sleep(60_000, ending.signal)).rejects.toBe(reason);
  expect(getEventListeners(ending.signal, 'abort')).toHaveLength(0);
});
