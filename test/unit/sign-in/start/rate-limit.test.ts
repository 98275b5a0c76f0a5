import { recentStarts, StartLimits } from '../../../../src/sign-in/start/rate-limit.ts';

const MINUTE = 60_000;

function aBench() {
  const clock = { at: 1_000_000_000_000, now: () => clock.at };
  const limits = new StartLimits(clock);
  const take = (person = 'ada', tenant = 'contoso', recent: readonly number[] = []) =>
    limits.take(person, tenant, recent);
  const takeMany = (count: number, person?: string) => Array.from({ length: count }, () => take(person).kind);
  return { clock, take, takeMany };
}

test('forty codes in ten minutes are allowed; the next is refused with the time of the next allowed one', () => {
  const { clock, take, takeMany } = aBench();
  expect(new Set(takeMany(40))).toEqual(new Set(['allowed']));
  expect(take()).toEqual({ kind: 'limited', whose: 'person', againAt: clock.at + 10 * MINUTE });
  clock.at += 10 * MINUTE;
  expect(take()).toEqual({ kind: 'allowed' });
});

test('a refused start does not count', () => {
  const { clock, take, takeMany } = aBench();
  takeMany(40);
  clock.at += 9 * MINUTE;
  takeMany(50);
  clock.at += MINUTE;
  expect(take()).toEqual({ kind: 'allowed' });
});

test('stored starts count, so neither a restart nor a second instance resets the limit', () => {
  const { clock, take } = aBench();
  const stored = Array.from({ length: 40 }, (_, index) => clock.at - 5 * MINUTE + index);
  expect(take('ada', 'contoso', stored)).toMatchObject({ kind: 'limited', whose: 'person' });
  expect(
    take(
      'ada',
      'contoso',
      stored.map((at) => at - 6 * MINUTE),
    ),
  ).toEqual({ kind: 'allowed' });
});

test('a tenant may start two a second, across all of its people', () => {
  const { clock, take } = aBench();
  for (let person = 0; person < 120; person += 1) expect(take(`person-${person}`).kind).toBe('allowed');
  expect(take('one-more')).toEqual({ kind: 'limited', whose: 'tenant', againAt: clock.at + MINUTE });
  expect(take('one-more', 'fabrikam')).toEqual({ kind: 'allowed' });
});

test('starts in the future, from a clock that ran ahead, do not count', () => {
  const { clock, take } = aBench();
  expect(
    take(
      'ada',
      'contoso',
      Array.from({ length: 60 }, () => clock.at + MINUTE),
    ),
  ).toEqual({ kind: 'allowed' });
});

test('stores only the starts that count', () => {
  const now = 1_000_000_000_000;
  expect(recentStarts([now - 11 * MINUTE, now - MINUTE], now)).toEqual([now - MINUTE, now]);
  expect(
    recentStarts(
      Array.from({ length: 50 }, () => now - 1),
      now,
    ),
  ).toHaveLength(40);
});
