import { getEventListeners } from 'node:events';
import { createElapsed, systemClock } from '../../../src/core/platform.ts';

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

test('elapsed time counts a suspension, which the uptime leaves out, and not that the clock is set back', () => {
  let [wall, uptime] = [1_000_000, 0];
  const elapsed = createElapsed(
    () => wall,
    () => uptime,
  );
  const pass = (byWall: number, byUptime: number) => {
    wall += byWall;
    uptime += byUptime;
    return elapsed();
  };
  const both = (milliseconds: number) => pass(milliseconds, milliseconds);
  const suspended = [both(10), pass(60_000, 0), both(10)];
  const setBack = [pass(-3_600_000, 0), both(10), pass(60_000, 0)];
  expect([...suspended, ...setBack]).toEqual([10, 60_010, 60_020, 60_020, 60_030, 120_030]);
});
