import fc from 'fast-check';
import { MAX_SESSIONS, nextLook } from '../../../../../src/restore/find/earlier/search-order.ts';
import type { RestorePoint } from '../../../../../src/restore/model/catalog.ts';
import type { Look } from '../../../../../src/restore/model/task.ts';

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
function lookFor(points: readonly RestorePoint[], has: (at: number) => boolean, { deleted = false, crashes = 0 } = {}) {
  let look: Look = { id: 'look', from: points[0]?.backupTime ?? NOW, showedDeleted: false, sessions: 0, looked: [] };
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

  it('goes back further each time', () => {
    const { look, next } = lookFor(daily(180), () => false);
    expect(daysOf(look)).toEqual([0, 1, 2, 4, 7, 14, 30, 60]);
    expect(next).toEqual({ kind: 'nothing' });
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
    expect(daysOf(look)).toEqual([0, 1, 2, 4, 7, 5]);
    expect(next).toEqual({ kind: 'found', at: NOW - 5 * DAY, exact: true });
  });

  it('says since when at least where eight sessions are not enough', () => {
    const { look, next } = lookFor(daily(180), (at) => at <= NOW - 33 * DAY);
    expect(look.sessions).toBe(MAX_SESSIONS);
    expect(next).toEqual({ kind: 'found', at: NOW - 60 * DAY, exact: false });
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

  it('finds what was there from the first backup on, with up to 60 days of daily backups', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 61, max: 180 }), (lastSeen, days) => {
        expect(lookFor(daily(days), (at) => at <= NOW - lastSeen * DAY).next.kind).toBe('found');
      }),
    );
  });
});
