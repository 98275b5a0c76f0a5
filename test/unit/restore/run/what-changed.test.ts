import fc from 'fast-check';
import { hasGrown, mayRestore, onlyNewSession, shownIn } from '../../../../src/restore/run/what-changed.ts';
import type { Reading } from '../../../../src/restore/run/progress.ts';
import type { SessionEvent } from '../../../../src/restore/model/restore.ts';
import type { ServiceSession, Statistics } from '../../../../src/restore/ports.ts';
import { entries } from '../../../support/builders.ts';

const aSession = (changes: Partial<ServiceSession> = {}): ServiceSession => ({
  id: 'session-1',
  kind: 'exchange',
  createdAt: 0,
  state: 'working',
  result: 'success',
  organization: 'contoso.onmicrosoft.com',
  initiatedBy: 'restore-bot',
  ...changes,
});
const statistics = (changes: Partial<Statistics> = {}): Statistics => ({
  total: 0,
  restored: 0,
  failed: 0,
  skipped: 0,
  warnings: [],
  errors: [],
  items: [],
  ...changes,
});
const anEvent = (changes: Partial<SessionEvent> = {}): SessionEvent => ({
  id: 'event-1',
  status: 'success',
  message: '',
  startedAt: 0,
  isRestore: true,
  ...changes,
});
const like = aSession();
const nobodys = (): boolean => false;

const someSessions = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 4 }), { maxLength: 30 });

describe('the only new session', () => {
  test('is none that was there before, whatever else there is', () => {
    fc.assert(
      fc.property(someSessions, fc.integer({ min: 0, max: 30 }), (ids, count) => {
        const sessions = ids.map((id) => aSession({ id }));
        const fresh = ids.slice(count);
        const found = onlyNewSession({ sessions: ids.slice(0, count) }, sessions, like, nobodys);
        expect(found?.id).toBe(fresh.length === 1 ? fresh[0] : undefined);
      }),
    );
  });

  test('is found wherever it stands among old ones, those of others and those that the bot opened', () => {
    const others: readonly Partial<ServiceSession>[] = [
      { kind: 'onedrive' },
      { kind: undefined, kindName: 'Something new' },
      { organization: 'fabrikam.onmicrosoft.com' },
      { initiatedBy: 'somebody else' },
    ];
    fc.assert(
      fc.property(someSessions, fc.array(fc.nat(7), { minLength: 1 }), fc.nat(), (ids, roles, place) => {
        const all = ids.map((id, index) => ({ id, role: roles[index % roles.length] ?? 0 }));
        const sessions = all.map(({ id, role }) => aSession({ id, ...others[role] }));
        const before = all.filter(({ role }) => role > 5).map(({ id }) => id);
        const opened = new Set(all.filter(({ role }) => role === 4 || role === 5).map(({ id }) => id));
        const now = sessions.toSpliced(place % (sessions.length + 1), 0, aSession({ id: 'ours!' }));
        const known = all.filter(({ role }) => role !== 1).length;
        const found = onlyNewSession({ sessions: before }, now, like, (id) => opened.has(id));
        // One of a kind that the bot does not know may be of this one.
        expect(found?.id).toBe(known === all.length ? 'ours!' : undefined);
      }),
    );
  });

  test('is unknown where it is unknown what was there', () => {
    expect(onlyNewSession({}, [aSession()], like, nobodys)).toBeUndefined();
  });

  test('may lack what the service does not tell', () => {
    const bare = aSession({ organization: undefined, initiatedBy: undefined });
    expect(onlyNewSession({ sessions: [] }, [bare], like, nobodys)).toBe(bare);
    const own = { kind: 'exchange' } as const;
    expect(onlyNewSession({ sessions: [] }, [like], own, nobodys)).toBe(like);
  });
});

describe('the session that was opened for a restore', () => {
  test('has grown where anything that was known is more, and only then', () => {
    const count = fc.option(fc.nat(5), { nil: undefined });
    fc.assert(
      fc.property(count, count, count, count, (total, events, totalNow, eventsNow) => {
        const isTotal = total !== undefined && totalNow !== undefined && totalNow > total;
        const isEvents = events !== undefined && eventsNow !== undefined && eventsNow > events;
        expect(hasGrown({ total, events }, { total: totalNow, events: eventsNow })).toBe(isTotal || isEvents);
      }),
    );
  });

  test.each<[string, Reading, ReturnType<typeof shownIn>]>([
    ['nothing that it tells', {}, { total: undefined, events: undefined }],
    ['no events', { statistics: statistics({ total: 4 }) }, { total: 4, events: undefined }],
    ['events of browsing', { events: [anEvent({ isRestore: false })] }, { total: 0, events: 0 }],
    ['an event of the whole restore', { events: [anEvent()] }, { total: 0, events: 1 }],
    ['events of items', { statistics: statistics(), events: [anEvent({ itemName: 'a' })] }, { total: 1, events: 1 }],
  ])('shows %s', (_, reading, shown) => {
    expect(shownIn(reading)).toEqual(shown);
  });
});

describe('another session', () => {
  const items = entries(2);
  const [{ id, title } = { id: '', title: '' }] = items;

  test.each<[string, Reading, boolean]>([
    ['that restores nothing', { statistics: statistics(), events: [] }, false],
    ['that tells nothing', {}, false],
    ['that counts items without naming them', { statistics: statistics({ total: 2 }) }, true],
    ['that names one of the items', { events: [anEvent({ itemName: title }), anEvent({ itemName: 'x' })] }, true],
    [
      'that has the id of one',
      { statistics: statistics({ total: 2, items: [{ id, name: '', status: 'success' }] }) },
      true,
    ],
    ['that names others', { events: [anEvent({ itemName: 'Budget' })] }, false],
    [
      'that names others while browsing',
      { statistics: statistics({ total: 1 }), events: [anEvent({ itemName: 'Budget', isRestore: false })] },
      true,
    ],
  ])('%s may be the restore or not', (_, reading, expected) => {
    expect(mayRestore(reading, items, false)).toBe(expected);
  });

  test('that restores a whole names what nobody here knows', () => {
    expect(mayRestore({ events: [anEvent({ itemName: 'Budget' })] }, items, true)).toBe(true);
    expect(mayRestore({ events: [] }, items, true)).toBe(false);
  });
});
