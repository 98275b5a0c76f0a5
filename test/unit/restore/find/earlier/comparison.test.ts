import fc from 'fast-check';
import { LatestEntries, nextComparison } from '../../../../../src/restore/find/earlier/comparison.ts';
import { MAX_SESSIONS } from '../../../../../src/restore/explore/search-order.ts';
import type { Entry } from '../../../../../src/restore/backups/entries/entry.ts';
import type { RestorePoint } from '../../../../../src/restore/backups/catalog.ts';
import type { Look } from '../../../../../src/restore/state/look.ts';
import { anEntry, aPoint } from '../../../../fakes/explorer.ts';

const DAY = 86_400_000;
const NEWEST = Date.UTC(2026, 10, 19, 22);
const location = { containerId: 'mailbox-1', containerName: 'Mailbox', folders: [] };

const pointAgo = (ago: number): RestorePoint => aPoint({ id: `point-${ago}`, backupTime: NEWEST - ago * DAY });
const daily = (days: number) => Array.from({ length: days }, (_, ago) => pointAgo(ago));

const aLook = (changes: Partial<Look> = {}): Look => ({
  id: 'look-1',
  from: NEWEST,
  showedDeleted: false,
  sessions: 0,
  looked: [],
  comparison: { location },
  ...changes,
});

/** Compares until nothing is left to compare with. @returns days before the latest backup, or `deleted` */
function orderOf(points: readonly RestorePoint[], begun: Partial<Look> = {}): readonly (number | 'deleted')[] {
  const order: (number | 'deleted')[] = [];
  for (let look = aLook(begun); ;) {
    const next = nextComparison(points, look, order.length === 0 ? 2 : 1);
    if (next.kind === 'nothing') return order;
    const at = next.kind === 'deleted' ? NEWEST : next.point.backupTime;
    order.push(next.kind === 'deleted' ? 'deleted' : Math.round((NEWEST - at) / DAY));
    const looked = [...look.looked, { at, found: false, deleted: next.kind === 'deleted' }];
    look = { ...look, sessions: look.sessions + (order.length === 1 ? 2 : 1), looked };
  }
}

describe('which backups are compared with the latest', () => {
  it('a week before it first, then twice as long each time, the first of all, and its own deleted items', () => {
    expect(orderOf(daily(180))).toEqual([7, 14, 28, 56, 112, 179, 'deleted']);
  });

  it('the day that was chosen first', () => {
    expect(orderOf(daily(30), { comparison: { location, since: NEWEST - 3 * DAY } })).toEqual([
      3,
      6,
      12,
      24,
      29,
      'deleted',
    ]);
  });

  it('an earlier one than the one that was compared before', () => {
    const looked = [{ at: NEWEST - 14 * DAY, found: false }];
    expect(orderOf(daily(30), { looked })).toEqual([28, 29, 'deleted']);
  });

  it('the oldest where there is none of a week ago', () => {
    expect(orderOf(daily(3))).toEqual([2, 'deleted']);
    expect(orderOf(daily(1))).toEqual(['deleted']);
  });

  it('deleted items alone', () => {
    expect(orderOf(daily(30), { comparison: { location, ofDeleted: true } })).toEqual(['deleted']);
  });

  it('each at most once, and never more sessions than a look may open', () => {
    const someDays = fc.uniqueArray(fc.nat(4_000), { maxLength: 200 });
    const since = fc.option(fc.nat(4_000), { nil: undefined });
    fc.assert(
      fc.property(someDays, since, (days, ago) => {
        const points = [0, ...days.filter((day) => day > 0)].toSorted((one, other) => one - other).map(pointAgo);
        const chosen = ago === undefined ? undefined : NEWEST - ago * DAY;
        const order = orderOf(points, { comparison: { location, since: chosen } });
        expect(order.length + 1).toBeLessThanOrEqual(MAX_SESSIONS);
        expect(new Set(order).size).toBe(order.length);
        expect(order).not.toContain(0);
        const times = order.filter((day) => day !== 'deleted');
        expect(times).toEqual(times.toSorted((one, other) => one - other));
      }),
    );
  });
});

describe('what is missing', () => {
  const mail = (id: string, title = id) => anEntry({ id, title, who: 'Kenji', at: 1_000 });

  /** @returns ids of what is missing, and how many are probably there under other ids */
  function compare(latest: readonly Entry[], earlier: readonly Entry[]) {
    const entries = new LatestEntries();
    entries.add(latest);
    const comparison = entries.compare();
    // As they are read: page by page.
    const gone = earlier.flatMap((entry) => comparison.goneOf([entry]));
    const { missing, renamed } = comparison.missingOf(gone);
    return { missing: missing.map(({ id }) => id), renamed };
  }

  it('is what the latest backup does not have, by id', () => {
    expect(compare([mail('a')], [mail('a', 'other title'), mail('b')])).toEqual({ missing: ['b'], renamed: 0 });
  });

  it('is not what it has under another id', () => {
    expect(compare([mail('new-a', 'a')], [mail('a'), mail('b')])).toEqual({ missing: ['b'], renamed: 1 });
  });

  it.each([
    ['kind', { kind: 'appointment' }],
    ['title', { title: 'other' }],
    ['time', { at: 2_000 }],
    ['person', { who: 'Yuki' }],
  ])('is what it has with another %s under another id', (_, changes) => {
    expect(compare([{ ...mail('new'), title: 'a', ...changes }], [mail('a')]).missing).toEqual(['a']);
  });

  it('is one of two that look the same', () => {
    const earlier = [mail('one', 'same'), mail('two', 'same')];
    expect(compare([mail('one', 'same')], earlier)).toEqual({ missing: ['two'], renamed: 0 });
  });

  it('is what remains of those that look the same under other ids', () => {
    const latest = [mail('new-1', 'same'), mail('new-2', 'same')];
    const { missing, renamed } = compare(
      latest,
      ['one', 'two', 'three'].map((id) => mail(id, 'same')),
    );
    expect([missing.length, renamed]).toEqual([1, 2]);
  });

  it('of two lists with random ids is a difference of sets where no two look the same', () => {
    const ids = fc.uniqueArray(fc.nat(50));
    fc.assert(
      fc.property(ids, ids, (before, after) => {
        const entries = (all: readonly number[]) => all.map((id) => mail(String(id)));
        const missing = before.filter((id) => !after.includes(id)).map(String);
        expect(compare(entries(after), entries(before))).toEqual({ missing, renamed: 0 });
      }),
    );
  });
});
