import fc from 'fast-check';
import { MAX_SESSIONS, nextLook } from '../../../../src/restore/explore/search-order.ts';
import type { RestorePoint } from '../../../../src/restore/backups/catalog.ts';
import type { Look } from '../../../../src/restore/state/look.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 22, 2);

const pointAt = (backupTime: number): RestorePoint => ({
  id: `point-${backupTime}`,
  backupTime,
  repositoryId: 'repository',
  workloads: ['exchange'],
  hidden: false,
});

const daily = (days: number): readonly RestorePoint[] =>
  Array.from({ length: days }, (_, ago) => pointAt(NOW - ago * DAY));

/** Looks until the end, at a service whose backups have it where `has` says so. */
function lookFor(
  points: readonly RestorePoint[],
  has: (at: number) => boolean,
  { deleted = false, crashes = 0, showedDeleted = false } = {},
) {
  let look: Look = { id: 'look', from: points[0]?.backupTime ?? NOW, showedDeleted, sessions: 0, looked: [] };
  for (let died = 0; ;) {
    const next = nextLook(points, look);
    if (next.kind !== 'point' && next.kind !== 'deleted') return { look, next };
    look = { ...look, sessions: look.sessions + 1 };
    if (died < crashes) {
      died += 1;
      continue;
    }
    const looked =
      next.kind === 'deleted'
        ? { at: look.from, found: deleted, deleted: true }
        : { at: next.point.backupTime, found: has(next.point.backupTime) };
    look = { ...look, looked: [...look.looked, looked] };
  }
}

const daysOf = ({ looked }: Look) => looked.map(({ at }) => (NOW - at) / DAY);

describe('the order in which earlier backups are looked into', () => {
  it('begins with the deleted items of the backup that was searched, and ends there if they have it', () => {
    const { look, next } = lookFor(daily(180), () => true, { deleted: true });
    expect(next).toEqual({ kind: 'found-deleted' });
    expect(look.sessions).toBe(1);
  });

  it.each([
    [14, [0, 1, 2, 4, 8, 13]],
    [60, [0, 1, 2, 4, 8, 16, 32, 59]],
    [180, [0, 1, 2, 5, 12, 30, 73, 179]],
    [1_000, [0, 1, 3, 10, 32, 101, 318, 999]],
  ])('goes back further each time, as far as the first of %d daily backups', (days, expected) => {
    const { look, next } = lookFor(daily(days), () => false);
    expect(daysOf(look)).toEqual(expected);
    expect(next).toEqual({ kind: 'nothing' });
  });

  it('doubles the distance where there are several backups a day', () => {
    const hourly = Array.from({ length: 24 * 60 }, (_, hour) => pointAt(NOW - hour * 3_600_000));
    expect(daysOf(lookFor(hourly, () => false).look).slice(0, 4)).toEqual([0, 1, 2, expect.closeTo(4, 1)]);
    const gaps = fc.array(fc.integer({ min: 1, max: 12 * 60 }), { minLength: 1, maxLength: 500 });
    fc.assert(
      fc.property(gaps, (minutes) => {
        let at = NOW;
        const points = [pointAt(NOW), ...minutes.map((gap) => pointAt((at -= gap * 60_000)))];
        const days = daysOf(lookFor(points, () => false).look);
        for (const [index, ago] of days.entries())
          if (index > 0 && index < days.length - 1) expect(ago).toBeGreaterThanOrEqual(2 * (days[index - 1] ?? 0));
        expect(days.at(-1)).toBe((NOW - at) / DAY);
      }),
    );
  });

  it('takes a daily backup that is a little later than it should be', () => {
    const times = [0, 0.99, 2.01, 2.99, 3.98, 5, 6].map((ago) => pointAt(NOW - ago * DAY));
    expect(daysOf(lookFor(times, () => false).look)).toEqual(
      [0, 0.99, 2.01, 3.98, 6].map((ago) => expect.closeTo(ago)),
    );
  });

  it('goes on with the first backup where none is as old', () => {
    const { look } = lookFor(daily(6), () => false);
    expect(daysOf(look)).toEqual([0, 1, 2, 4, 5]);
  });

  it('looks at each of few backups', () => {
    const { look } = lookFor([pointAt(NOW), pointAt(NOW - 90 * DAY), pointAt(NOW - 400 * DAY)], () => false);
    expect(daysOf(look)).toEqual([0, 90, 400]);
  });

  it('comes back to the newest backup that has it', () => {
    const { look, next } = lookFor(daily(180), (at) => at <= NOW - 5 * DAY);
    expect(daysOf(look)).toEqual([0, 1, 2, 5, 3, 4]);
    expect(next).toEqual({ kind: 'found', at: NOW - 5 * DAY, exact: true });
  });

  it('says since when at least where eight sessions are not enough', () => {
    const { look, next } = lookFor(daily(180), (at) => at <= NOW - 33 * DAY);
    expect(look.sessions).toBe(MAX_SESSIONS);
    expect(next).toEqual({ kind: 'found', at: NOW - 51 * DAY, exact: false });
  });

  it('has nothing to look into where there is no earlier backup', () => {
    expect(lookFor(daily(1), () => false)).toMatchObject({ next: { kind: 'nothing' }, look: { sessions: 1 } });
  });

  it('finds the newest backup, says since when at least, or finds nothing, with at most eight sessions', () => {
    const agos = fc.uniqueArray(fc.integer({ min: 1, max: 180 * 24 }), { minLength: 1, maxLength: 300 });
    const hours = fc.integer({ min: 0, max: 180 * 24 });
    fc.assert(
      fc.property(agos, hours, hours, fc.integer({ min: 0, max: 9 }), (ago, one, other, crashes) => {
        const points = [0, ...ago.toSorted((a, b) => a - b)].map((hour) => pointAt(NOW - hour * 3_600_000));
        const [lastSeen, firstSeen] = [Math.min(one, other) || 1, Math.max(one, other) || 1];
        const has = (at: number) => at <= NOW - lastSeen * 3_600_000 && at >= NOW - firstSeen * 3_600_000;
        const { look, next } = lookFor(points, has, { crashes });
        expect(look.sessions).toBeLessThanOrEqual(MAX_SESSIONS);
        const looked = look.looked.map(({ at }) => at);
        const found = look.looked.filter((each) => each.found).map(({ at }) => at);
        if (next.kind === 'nothing') return expect(found).toEqual([]);
        const newest = points.find(({ backupTime }) => has(backupTime))?.backupTime;
        expect(next).toMatchObject({ kind: 'found', at: Math.max(...found) });
        if (next.kind !== 'found') return;
        expect(looked).toContain(next.at);
        if (next.exact) expect(next.at).toBe(newest);
        else expect(look.sessions).toBe(MAX_SESSIONS);
        expect(next.at).toBeLessThanOrEqual(newest ?? -Infinity);
      }),
      { numRuns: 2_000 },
    );
  });

  it('finds what was there from the first backup on, however many backups there are', () => {
    const agos = fc.uniqueArray(fc.integer({ min: 1, max: 3_000 * 24 }), { minLength: 1, maxLength: 1_000 });
    fc.assert(
      fc.property(agos, fc.nat(), fc.boolean(), (ago, chosen, showedDeleted) => {
        const points = [0, ...ago.toSorted((a, b) => a - b)].map((hour) => pointAt(NOW - hour * 3_600_000));
        const newest = points[1 + (chosen % ago.length)]?.backupTime ?? NaN;
        const { look, next } = lookFor(points, (at) => at <= newest, { showedDeleted });
        expect(next).toMatchObject({ kind: 'found', exact: expect.any(Boolean) as boolean });
        expect(look.sessions).toBeLessThanOrEqual(MAX_SESSIONS);
      }),
      { numRuns: 1_000 },
    );
  });

  it('finds the newest backup that has what was lost within the last eight days, of up to three years of daily ones', () => {
    for (let days = 2; days <= 1_100; days += 1) {
      for (let lastSeen = 1; lastSeen <= Math.min(8, days - 1); lastSeen += 1) {
        const { next } = lookFor(daily(days), (at) => at <= NOW - lastSeen * DAY);
        expect([days, lastSeen, next]).toEqual([
          days,
          lastSeen,
          { kind: 'found', at: NOW - lastSeen * DAY, exact: true },
        ]);
      }
    }
  });

  it('comes within two and a half times as long ago, with half a year of daily backups', () => {
    for (let days = 2; days <= 183; days += 1) {
      for (let lastSeen = 1; lastSeen < days; lastSeen += 1) {
        const { next } = lookFor(daily(days), (at) => at <= NOW - lastSeen * DAY);
        const at = next.kind === 'found' ? next.at : NaN;
        expect([days, lastSeen, (NOW - at) / DAY / lastSeen <= 2.5]).toEqual([days, lastSeen, true]);
      }
    }
  });
});
