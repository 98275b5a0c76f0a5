import fc from 'fast-check';
import { hasGrown, mayRestore, onlyNewSession, shownIn } from '../../../../src/restore/run/calls/what-changed.ts';
import type { Reading } from '../../../../src/restore/run/calls/read-progress.ts';
import type { SessionEvent } from '../../../../src/restore/state/restore.ts';
import type { ServiceSession, Statistics } from '../../../../src/restore/state/ports.ts';
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
  const call = { containerId: 'mailbox-1', containerName: 'Ada Lovelace' };

  test.each<[string, Reading, boolean]>([
    ['that restores nothing', { statistics: statistics(), events: [] }, false],
    ['that tells nothing', {}, false],
    ['that counts items without naming anything', { statistics: statistics({ total: 2 }) }, false],
    [
      'that names the mailbox, and no items yet',
      { statistics: statistics({ total: 2, holders: ['Ada Lovelace'] }) },
      true,
    ],
    ['that names another mailbox', { statistics: statistics({ total: 2, holders: ['mailbox-2', 'Mika Tan'] }) }, false],
    ['that names one of the items', { events: [anEvent({ itemName: title }), anEvent({ itemName: 'x' })] }, true],
    [
      'that has the id of one',
      { statistics: statistics({ total: 2, items: [{ id, name: '', status: 'success' }] }) },
      true,
    ],
    ['that names others', { events: [anEvent({ itemName: 'Budget' })] }, false],
    [
      'that names others of the same mailbox',
      { statistics: statistics({ total: 1, holders: ['mailbox-1'] }), events: [anEvent({ itemName: 'Budget' })] },
      false,
    ],
    [
      'that names others while browsing',
      {
        statistics: statistics({ total: 1, holders: ['mailbox-1'] }),
        events: [anEvent({ itemName: 'Budget', isRestore: false })],
      },
      true,
    ],
  ])('%s may be the restore or not', (_, reading, expected) => {
    expect(mayRestore(reading, call, items)).toBe(expected);
  });

  const budget = anEvent({ itemName: 'Budget' });
  const counted = (...holders: readonly string[]): Reading => ({ statistics: statistics({ total: 40, holders }) });

  test.each<[string, Reading, boolean]>([
    ['nothing', { events: [] }, false],
    ['items alone, which nobody here knows', { events: [budget] }, false],
    ['nothing, and counts', counted(), false],
    ['the name of the mailbox', counted('x', 'Ada Lovelace'), true],
    ['its address', counted('ada@contoso.com'), true],
    ['its id', { events: [budget, anEvent({ itemName: 'mailbox-1' })] }, true],
    ['its address as where items go', { events: [{ ...budget, target: 'ada@contoso.com' }] }, true],
    ['the site or team of items', { events: [{ ...budget, siteId: 'mailbox-1' }] }, true],
    [
      'what is restored by its id, and where it goes otherwise',
      { events: [{ ...budget, itemName: 'mailbox-1', target: 'Outbox' }] },
      true,
    ],
    ['another site or team', { events: [{ ...budget, teamId: 'team-2' }] }, false],
    ['another mailbox', counted('mailbox-2', 'Mika Tan'), false],
    [
      'another mailbox, which has an item of the name',
      { ...counted('Mika Tan'), events: [anEvent({ itemName: 'Ada Lovelace' })] },
      false,
    ],
  ])('that names %s may be the restore of a whole mailbox or not', (_, reading, expected) => {
    const whole = { key: 'k', kind: 'mailbox', containerId: 'mailbox-1', id: 'mailbox-1', title: 'Ada Lovelace' };
    const entry = { ...whole, location: 'ada@contoso.com' };
    expect(mayRestore(reading, { ...call, whole: true }, [entry])).toBe(expected);
  });

  test.each<[string, Reading, boolean]>([
    ['the address of its drive alone', { events: [{ ...budget, target: 'https://my.contoso.com/ada' }] }, true],
    ['the address of another drive', { events: [{ ...budget, target: 'https://my.contoso.com/mika' }] }, false],
    ['the folder as what its items are in', counted('folder-1', 'Reports'), true],
    ['a folder of the same name', counted('folder-2', 'Reports'), false],
  ])('that names %s may be the restore of a whole folder of a OneDrive or not', (_, reading, expected) => {
    const drive = { containerId: 'drive-1', containerName: 'Ada Lovelace', whole: true } as const;
    const folder = { key: 'k', kind: 'folder', containerId: 'drive-1', id: 'folder-1', title: 'Reports' };
    expect(mayRestore(reading, { ...drive, containerDetail: 'https://my.contoso.com/ada' }, [folder])).toBe(expected);
  });

  test('may name where the restore goes instead of where its items were', () => {
    const target = { id: 'm-2', type: 'User', name: 'Mika Tan', detail: 'mika@contoso.com', echo: '{}' } as const;
    const whole = { ...call, whole: true } as const;
    for (const name of [target.id, target.name, target.detail]) {
      expect(mayRestore(counted(name), whole, [], target)).toBe(true);
      expect(mayRestore(counted(name), whole, [])).toBe(false);
    }
  });
});
