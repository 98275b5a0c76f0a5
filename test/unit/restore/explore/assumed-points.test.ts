import { assumedPoints, latestTime } from '../../../../src/restore/explore/assumed-points.ts';
import { dayOf, endOfDay } from '../../../../src/restore/backups/dates/calendar.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const organization = (firstBackupAt?: number, lastBackupAt?: number) => ({
  name: 'contoso',
  firstBackupAt,
  lastBackupAt,
});
const iso = (points: ReturnType<typeof assumedPoints>) =>
  points.map(({ id, backupTime }) => [id, new Date(backupTime).toISOString()]);

test('each day from the last backup back to the first, at its end in the zone; the last backup itself is not cut', () => {
  const points = assumedPoints(
    organization(Date.UTC(2026, 10, 17, 23, 30), Date.UTC(2026, 10, 19, 22, 15, 30)),
    'Europe/Berlin',
    NOW,
  );
  expect(iso(points)).toEqual([
    ['2026-11-19', '2026-11-19T22:16:30.000Z'],
    ['2026-11-18', '2026-11-18T22:59:59.999Z'],
  ]);
  expect(points.every(({ isAssumed, hidden }) => isAssumed === true && !hidden)).toBe(true);
});

test('a last backup at the end of a day is of that day', () => {
  const points = assumedPoints(organization(NOW, Date.UTC(2026, 10, 19, 22, 59, 30)), 'Europe/Berlin', NOW);
  expect(iso(points)).toEqual([['2026-11-19', '2026-11-19T22:59:59.999Z']]);
});

test.each(['Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'Pacific/Apia', 'Australia/Lord_Howe', undefined])(
  'days of any length in %s end where the next one begins',
  (zone) => {
    const points = assumedPoints(organization(Date.UTC(2011, 0, 1), Date.UTC(2012, 11, 30)), zone, NOW).slice(1);
    for (const { id, backupTime } of points) expect([id, backupTime]).toEqual([id, endOfDay(id, zone)]);
    // Samoa skipped one.
    expect(points.length).toBeGreaterThan(725);
  },
);

test('without a first backup a year is assumed, without a last one today; ten years at most', () => {
  expect(assumedPoints(organization(), 'UTC', NOW)).toHaveLength(366);
  expect(assumedPoints(organization(), 'UTC', NOW)[0]?.id).toBe(dayOf(NOW, 'UTC'));
  expect(assumedPoints(organization(0, NOW), 'UTC', NOW)).toHaveLength(3_653);
});

test('nothing is assumed where the service says that there is no backup, and tells no time of one', () => {
  const never = { ...organization(), isBackedUp: false };
  expect(assumedPoints(never, 'UTC', NOW)).toEqual([]);
  expect(assumedPoints({ ...never, isBackedUp: true }, 'UTC', NOW)).toHaveLength(366);
  const stopped = { ...never, lastBackupAt: NOW - 86_400_000 };
  expect(assumedPoints(stopped, 'UTC', NOW)[0]?.id).toBe(dayOf(NOW - 86_400_000, 'UTC'));
});

test('latest is now, or a minute after the last backup of a clock that is ahead', () => {
  expect(latestTime(organization(), NOW)).toBe(NOW);
  expect(latestTime(organization(0, NOW - 1), NOW)).toBe(NOW + 59_999);
  expect(latestTime(organization(0, NOW - 3_600_000), NOW)).toBe(NOW);
});
