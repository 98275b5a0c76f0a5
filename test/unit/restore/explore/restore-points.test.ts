import type { RestorePoint } from '../../../../src/restore/backups/catalog.ts';
import { choosePoint, daysOf, usable } from '../../../../src/restore/explore/restore-points.ts';

function point(at: string, over: Partial<RestorePoint> = {}): RestorePoint {
  return { id: at, backupTime: Date.parse(at), workloads: ['exchange', 'onedrive'], hidden: false, ...over };
}

const ZONE = 'Europe/Berlin';
const NOW = Date.parse('2026-03-20T12:00:00Z');
const POINTS = usable(
  [
    point('2026-02-27T02:00:00Z'),
    point('2026-03-19T02:00:00Z'),
    point('2026-02-28T02:00:00Z'),
    // Already March in Berlin.
    point('2026-02-28T23:30:00Z'),
    point('2026-03-01T10:00:00Z'),
    point('2026-03-01T22:30:00Z'),
    // Already the 2nd there.
    point('2026-03-01T23:30:00Z'),
    point('2026-03-05T02:00:00Z'),
  ],
  'exchange',
);

const chosen = (typed: string, zone: string | undefined = ZONE): unknown => {
  const choice = choosePoint(POINTS, typed, { zone, now: NOW });
  return 'id' in choice ? choice.id : choice;
};

describe('usable', () => {
  test('returns those of the workload, newest first, without hidden ones', () => {
    const points = [
      point('2026-01-01T00:00:00Z'),
      point('2026-01-03T00:00:00Z', { workloads: ['onedrive'] }),
      point('2026-01-04T00:00:00Z', { hidden: true }),
      point('2026-01-02T00:00:00Z', { workloads: ['exchange'] }),
    ];
    const ids = (workload: 'exchange' | 'onedrive') => usable(points, workload).map(({ id }) => id);
    expect(ids('exchange')).toEqual(['2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z']);
    expect(ids('onedrive')).toEqual(['2026-01-03T00:00:00Z', '2026-01-01T00:00:00Z']);
  });
});

describe('daysOf', () => {
  test('groups by the days of the zone, newest first', () => {
    const days = daysOf(POINTS, ZONE).map(({ day, points }) => [day, points.length]);
    expect(days).toEqual([
      ['2026-03-19', 1],
      ['2026-03-05', 1],
      ['2026-03-02', 1],
      ['2026-03-01', 3],
      ['2026-02-28', 1],
      ['2026-02-27', 1],
    ]);
    expect(daysOf(POINTS, 'UTC').find(({ day }) => day === '2026-03-01')?.points).toEqual([
      { id: '2026-03-01T23:30:00Z', backupTime: Date.parse('2026-03-01T23:30:00Z') },
      { id: '2026-03-01T22:30:00Z', backupTime: Date.parse('2026-03-01T22:30:00Z') },
      { id: '2026-03-01T10:00:00Z', backupTime: Date.parse('2026-03-01T10:00:00Z') },
    ]);
    expect(daysOf([], ZONE)).toEqual([]);
  });
});

describe('choosePoint', () => {
  test.each(['latest', ' The latest', 'NOW', 'neueste', 'le plus récent', 'el más reciente', '最新'])(
    'takes %p for the latest',
    (typed) => {
      expect(chosen(typed)).toEqual({ kind: 'latest' });
    },
  );

  test.each([
    // The last of the day, in the person's zone.
    ['2026-03-01', '2026-03-01T22:30:00Z'],
    ['1 March', '2026-03-01T22:30:00Z'],
    // None that day: the last before.
    ['2026-03-04', '2026-03-01T23:30:00Z'],
    ['yesterday', '2026-03-19T02:00:00Z'],
    ['2 weeks ago', '2026-03-05T02:00:00Z'],
    // Before that day begins.
    ['before 1 March', '2026-02-28T02:00:00Z'],
    ['vor dem 1. März', '2026-02-28T02:00:00Z'],
    ['avant le 1er mars', '2026-02-28T02:00:00Z'],
    ['antes del 1 de marzo', '2026-02-28T02:00:00Z'],
    ['3月1日より前', '2026-02-28T02:00:00Z'],
    ['before March', '2026-02-28T02:00:00Z'],
    ['before 1 March 11am', '2026-02-28T23:30:00Z'],
    ['before 1 March 11:01am', '2026-03-01T10:00:00Z'],
    ['until 1 March', '2026-03-01T22:30:00Z'],
    // A time of a day: the last one until then.
    ['2026-03-01T10:59', '2026-02-28T23:30:00Z'],
    ['1 March at 11am', '2026-03-01T10:00:00Z'],
    ['last night', '2026-03-19T02:00:00Z'],
  ])('%p means the point of %s', (typed, id) => {
    expect(chosen(typed)).toBe(id);
  });

  test('uses UTC days if the zone is unknown', () => {
    expect(chosen('2026-03-01', 'UTC')).toBe('2026-03-01T23:30:00Z');
    const choice = choosePoint(POINTS, '2026-03-01', { now: NOW });
    expect(choice).toMatchObject({ kind: 'at', id: '2026-03-01T23:30:00Z' });
  });

  test('returns a remark if the first backup came later', () => {
    expect(chosen('2026-02-26')).toEqual({ code: 'no-point-before', typed: '2026-02-26' });
    expect(chosen('before 27.2.2026')).toEqual({ code: 'no-point-before', typed: 'before 27.2.2026' });
    expect(choosePoint([], 'yesterday', { zone: ZONE, now: NOW })).toEqual({ code: 'no-points' });
  });

  test.each(['31 April', '30.2.2026', 'before 31 April', 'soon', '', 'before', 'before soon'])(
    '%p is no date',
    (typed) => {
      expect(chosen(typed)).toEqual({ code: 'no-such-date', typed });
    },
  );

  test.each(['2027-01-01', 'tomorrow', 'next Monday', 'before 1.1.2027'])('%p has not come yet', (typed) => {
    expect(chosen(typed)).toEqual({ code: 'future-date', typed });
  });
});
