import { RateLimiter } from '../../../../src/chat/outbound/rate-limiter.ts';

/** Reserves `count` slots at once. */
function reserve(count: number, limiter = new RateLimiter({ now: () => 0 })): readonly (number | undefined)[] {
  return Array.from({ length: count }, () => limiter.reserve('a', 3_600_000));
}

test('allows seven messages in a second, the eighth after one, the ninth after two', () => {
  expect(reserve(9)).toEqual([0, 0, 0, 0, 0, 0, 0, 1_000, 2_000]);
});

test.each([
  [7, 1_000],
  [8, 2_000],
  [60, 30_000],
  [1_800, 3_600_000],
])('never allows more than %i messages in %i ms', (most, milliseconds) => {
  const times = reserve(1_900).filter((time) => time !== undefined);
  const tooSoon = times.filter((time, index) => time - (times[index - most] ?? -Infinity) < milliseconds);
  expect(tooSoon).toEqual([]);
});

test('refuses a message that would wait too long, and reserves no slot for it', () => {
  const limiter = new RateLimiter({ now: () => 0 });
  reserve(7, limiter);
  expect(limiter.reserve('a', 999)).toBeUndefined();
  expect(limiter.reserve('a', 1_000)).toBe(1_000);
});

test('limits each conversation separately', () => {
  const limiter = new RateLimiter({ now: () => 0 });
  reserve(8, limiter);
  expect(limiter.reserve('b', 0)).toBe(0);
});

test('forgets a conversation that got no message for an hour', () => {
  let now = 0;
  const limiter = new RateLimiter({ now: () => now });
  for (let index = 0; index < 1_000; index += 1) limiter.reserve(`conversation ${index}`, 0);
  now = 3_600_001;
  limiter.reserve('b', 0);
  expect(limiter.size).toBe(1);
});

test('tracks at most fifty thousand conversations', () => {
  const limiter = new RateLimiter({ now: () => 0 });
  for (let index = 0; index < 60_000; index += 1) limiter.reserve(`conversation ${index}`, 0);
  expect(limiter.size).toBe(50_000);
});
