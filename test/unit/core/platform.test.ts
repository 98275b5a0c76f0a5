import { getEventListeners } from 'node:events';
import { systemClock } from '../../../src/core/platform.ts';

afterEach(() => jest.useRealTimers());

test('a sleep ends after its time and leaves no listener', async () => {
  jest.useFakeTimers();
  const { signal } = new AbortController();
  let isOver = false;
  const sleeping = systemClock.sleep(30, signal).then(() => (isOver = true));
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(29);
  expect(isOver).toBe(false);
  await jest.advanceTimersByTimeAsync(1);
  await sleeping;
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});

test('a signal ends a sleep with its reason', async () => {
  const ending = new AbortController();
  const reason = new Error('enough');
  const sleeping = systemClock.sleep(60_000, ending.signal);
  ending.abort(reason);
  await expect(sleeping).rejects.toBe(reason);
  await expect(systemClock.sleep(60_000, ending.signal)).rejects.toBe(reason);
  expect(getEventListeners(ending.signal, 'abort')).toHaveLength(0);
});

test('calls after its time, unless that is cancelled', () => {
  jest.useFakeTimers();
  const called: string[] = [];
  systemClock.after(30, () => called.push('first'));
  const cancel = systemClock.after(30, () => called.push('second'));
  jest.advanceTimersByTime(29);
  expect(called).toEqual([]);
  cancel();
  jest.advanceTimersByTime(1);
  expect(called).toEqual(['first']);
});
