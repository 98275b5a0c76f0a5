import fc from 'fast-check';
import { countedOf, isFinished, outcomeOf, progressOf } from '../../../../src/restore/run/calls/progress.ts';
import { readProgress, type Reading } from '../../../../src/restore/run/calls/read-progress.ts';
import type { ServiceSession, Slice, Statistics, StatisticsItem } from '../../../../src/restore/state/ports.ts';
import type { SessionEvent } from '../../../../src/restore/state/restore.ts';
import { anEntry } from '../../../fakes/explorer.ts';

const three = [0, 1, 2].map((index) => anEntry({ id: `item-${index}` }));

const stopped = (changes: Partial<ServiceSession> = {}): ServiceSession => ({
  id: 'session-1',
  createdAt: 0,
  state: 'stopped',
  result: 'success',
  ...changes,
});

const statistics = (changes: Partial<Statistics> = {}): Statistics => ({
  total: 3,
  restored: 3,
  failed: 0,
  skipped: 0,
  warnings: [],
  errors: [],
  items: [],
  ...changes,
});

let events = 0;
const event = (changes: Partial<SessionEvent> = {}): SessionEvent => ({
  id: `event-${(events += 1)}`,
  status: 'success',
  message: 'Restored.',
  itemName: 'Subject of item-0',
  startedAt: events,
  isRestore: true,
  ...changes,
});

test('an event that is on two pages counts once, and a page that is repeated ends the reading', async () => {
  const [first, second, third] = [event(), event(), event()];
  const offsets: number[] = [];
  const explorer = {
    session: async () => stopped(),
    statistics: async () => statistics({ total: 0 }),
    events: async (_access: unknown, _id: string, { offset }: Slice) => {
      offsets.push(offset);
      const results = offset === 0 ? [first, second] : [second, third];
      return { results, more: true, next: offset + 3 };
    },
  };
  const connection = { call: async (work: (access: unknown) => unknown) => work(undefined) };
  const context = { ports: { explorer }, connection, run: {} } as unknown as Parameters<typeof readProgress>[0];
  expect((await readProgress(context, 'session-1', false)).events).toEqual([first, second, third]);
  expect(offsets).toEqual([0, 3, 6]);
});

const outcome = (reading: Reading, stopping = false) => outcomeOf(reading, three, stopping);

describe('the result', () => {
  test.each([
    ['all restored', stopped(), statistics(), 'success'],
    ['some failed', stopped({ result: 'warning' }), statistics({ restored: 2, failed: 1 }), 'warning'],
    ['some failed, reported as a success', stopped(), statistics({ restored: 2, failed: 1 }), 'warning'],
    ['all failed', stopped({ result: 'warning' }), statistics({ restored: 0, failed: 3 }), 'failed'],
    ['failed as a whole', stopped({ result: 'failed' }), statistics({ restored: 0 }), 'failed'],
    ['skipped only', stopped(), statistics({ restored: 0, skipped: 3 }), 'success'],
    ['some were never counted', stopped(), statistics({ restored: 2 }), 'warning'],
    ['a warning of the service', stopped({ result: 'warning' }), statistics(), 'warning'],
    [
      'the result of a working session is ignored',
      stopped({ state: 'working', result: 'failed' }),
      statistics(),
      'success',
    ],
  ] as const)('%s', (_, session, counted, result) => {
    expect(outcome({ session, statistics: counted }).result).toBe(result);
  });

  test('of a stopped call is stopped, unless all items were done before', () => {
    const session = stopped();
    expect(outcome({ session, statistics: statistics({ restored: 1 }) }, true).result).toBe('stopped');
    expect(outcome({ session, statistics: statistics() }, true).result).toBe('success');
  });

  test('is taken from the session where the service reports nothing else', () => {
    expect(outcome({ session: stopped() })).toMatchObject({ result: 'success', counts: { restored: 3 } });
    expect(outcome({ session: stopped({ result: 'failed' }) })).toMatchObject({
      result: 'failed',
      counts: { failed: 3 },
    });
    expect(outcome({ session: stopped({ result: 'warning' }) }).counts).toEqual({
      total: 3,
      restored: 0,
      failed: 0,
      skipped: 0,
    });
    expect(outcome({})).toMatchObject({ counts: { total: 3, restored: 0 } });
  });

  test('keeps the last counts where the service reports none at the end', () => {
    const before = { total: 3, restored: 2, failed: 0, skipped: 0 };
    expect(outcomeOf({}, three, false, before).counts).toEqual(before);
  });
});

describe('stopped by somebody else', () => {
  const cancelled = event({ itemName: undefined, status: 'cancelled', message: 'It was stopped.', isRestore: false });
  const session = stopped({ result: 'warning' });
  const missing = (index: number) => ({
    key: `k-item-${index}`,
    title: `Subject of item-${index}`,
    status: 'missing',
  });

  test('is stopped, and names what was not restored', () => {
    const reading = { session, statistics: statistics({ restored: 1 }), events: [event(), cancelled] };
    expect(outcome(reading)).toMatchObject({ result: 'stopped', failures: [missing(1), missing(2)] });
    expect(outcome(reading, true)).toMatchObject({ result: 'stopped', failures: [] });
  });

  test('after everything had its turn is no news', () => {
    expect(outcome({ session: stopped(), statistics: statistics(), events: [cancelled] }).result).toBe('success');
  });

  test('names nothing that may have been restored', () => {
    const reading = { session, statistics: statistics({ restored: 2 }), events: [event(), cancelled] };
    expect(outcome(reading)).toMatchObject({ result: 'stopped', failures: [] });
    const twins = [0, 1].map((index) => anEntry({ id: `twin-${index}`, title: 'Re: Hello' }));
    const one = { session, statistics: statistics({ total: 2, restored: 1 }), events: [cancelled] };
    const named = { ...one, events: [event({ itemName: 'Re: Hello' }), cancelled] };
    expect(outcomeOf(named, twins, false)).toMatchObject({ result: 'stopped', failures: [] });
    expect(outcomeOf(one, twins, false)).toMatchObject({ result: 'stopped', failures: [] });
  });
});

describe('where the service says nothing about the items', () => {
  const before = { total: 3, restored: 1, failed: 0, skipped: 0 };

  test('the last counts remain, and are said to be that', () => {
    const session = stopped({ result: 'warning' });
    expect(outcomeOf({ session }, three, false, before)).toMatchObject({ counts: before, uncounted: true });
    expect(outcomeOf({ session, events: [] }, three, false, before).uncounted).toBeUndefined();
  });

  test('a success means that everything was restored', () => {
    const ended = outcomeOf({ session: stopped() }, three, false, before);
    expect(ended).toMatchObject({ result: 'success', counts: { restored: 3 } });
    expect(ended.uncounted).toBeUndefined();
  });
});

describe('of a session that the service has forgotten, the result', () => {
  const before = { total: 3, restored: 1, failed: 0, skipped: 0 };
  const all = { ...before, restored: 3 };
  const none = { ...before, restored: 0 };

  test.each([
    ['is unknown where some items were not counted', before, false, 'unknown'],
    ['is unknown where some were not counted, and the others have failed', { ...none, failed: 1 }, false, 'unknown'],
    ['is told by the counts of all items', all, false, 'success'],
    ['is told by them, also where some have failed', { ...all, restored: 2, failed: 1 }, false, 'warning'],
    ['is told by them, also where all have failed', { ...none, failed: 3 }, false, 'failed'],
    ['is that it was stopped', before, true, 'stopped'],
    ['is that all was done before it was stopped', all, true, 'success'],
  ] as const)('%s', (_, counts, stopping, result) => {
    expect(outcomeOf({}, three, stopping, counts)).toMatchObject({ result, counts });
  });

  test('of a whole is unknown, because more of it may have followed', () => {
    expect(outcomeOf({}, three.slice(0, 1), false, all, true).result).toBe('unknown');
    expect(outcomeOf({}, three.slice(0, 1), false, { ...none, failed: 3 }, true).result).toBe('unknown');
    expect(outcomeOf({}, three.slice(0, 1), true, undefined, true).result).toBe('stopped');
  });

  test('is said to be uncertain where it is unknown, also beside counts', () => {
    expect(outcome({ statistics: statistics({ restored: 1 }) })).toMatchObject({ result: 'unknown', uncounted: true });
    expect(outcome({ statistics: statistics() }).uncounted).toBeUndefined();
  });
});

describe('failed items', () => {
  const item = (changes: Partial<StatisticsItem>): StatisticsItem => ({ name: 'x', status: 'failed', ...changes });

  test('are matched by id, or by a title that only one entry has', () => {
    const items = [
      item({ id: 'item-0', name: 'Other', why: 'Full.' }),
      item({ name: 'Subject of item-1', status: 'warning' }),
      item({ name: 'Subject of item-2', status: 'success' }),
      item({ id: 'foreign', name: 'Unknown' }),
    ];
    expect(outcome({ session: stopped(), statistics: statistics({ items, failed: 2, restored: 1 }) }).failures).toEqual(
      [
        { key: 'k-item-0', title: 'Subject of item-0', status: 'failed', why: 'Full.' },
        { key: 'k-item-1', title: 'Subject of item-1', status: 'warning', why: undefined },
        { key: undefined, title: 'Unknown', status: 'failed', why: undefined },
      ],
    );
  });

  test('come from the events where the statistics do not list them', () => {
    const reading = {
      session: stopped(),
      statistics: statistics({ restored: 1, failed: 1, skipped: 1 }),
      events: [
        event({ status: 'failed', message: 'Mailbox is full.' }),
        event({ itemName: 'Subject of item-1', status: 'skipped', message: 'Is there.' }),
        event({ itemName: 'Subject of item-2' }),
        event({ itemName: 'Opened', status: 'failed', isRestore: false }),
      ],
    };
    expect(outcome(reading).failures).toEqual([
      { key: 'k-item-0', title: 'Subject of item-0', status: 'failed', why: 'Mailbox is full.' },
      { key: 'k-item-1', title: 'Subject of item-1', status: 'skipped', why: 'Is there.' },
    ]);
  });

  test('are all listed that events name where the statistics name none', () => {
    const named = (itemName: string) => event({ itemName, status: 'warning' });
    const events = ['A', 'B', 'C'].map((name) => named(`elsewhere/${name}`));
    const reading = { session: stopped(), statistics: statistics({ restored: 3 }), events };
    expect(outcome(reading).failures).toHaveLength(3);
  });

  test('do not include those that a later event reports as restored', () => {
    const failed = event({ status: 'failed' });
    expect(outcome({ session: stopped(), events: [event({ startedAt: 1e9 }), failed] }).failures).toEqual([]);
  });

  test('are listed once, although statistics and events report them', () => {
    const items = [item({ id: 'item-0', why: 'Full.' })];
    const both = { session: stopped(), statistics: statistics({ restored: 2, failed: 1, items }) };
    expect(outcome({ ...both, events: [event({ status: 'failed' })] }).failures).toHaveLength(1);
    expect(
      outcome({ ...both, events: [event({ itemName: 'Inbox/Subject', status: 'failed' })] }).failures,
    ).toHaveLength(1);
  });

  describe('of one title in several folders', () => {
    const reports = [
      { name: 'Top', path: [] },
      { name: 'Asia', path: ['Journeys', 'Asia'] },
      { name: 'Old', path: ['Old', 'Journeys', 'Asia'] },
    ].map(({ name, path }) => anEntry({ id: name, title: 'report.docx', path }));
    const keysOf = (paths: readonly (string | undefined)[], entries = reports) => {
      const items = paths.map((path) => item({ name: 'report.docx', path }));
      return outcomeOf({ session: stopped(), statistics: statistics({ items }) }, entries, false).failures.map(
        ({ key }) => key,
      );
    };

    test.each([
      ['/Journeys/Asia/report.docx', 'k-Asia'],
      ['Journeys\\Asia\\Report.docx', 'k-Asia'],
      ['https://x.example/Documents/Journeys/Asia', 'k-Asia'],
      ['/Old/Journeys/Asia/report.docx', 'k-Old'],
      ['/JOURNEYS/Ａsia/report.docx', 'k-Asia'],
      ['/report.docx', 'k-Top'],
      ['/', 'k-Top'],
      ['/Elsewhere', undefined],
      [undefined, undefined],
    ])('are told by the path %p', (path, key) => {
      expect(keysOf([path])).toEqual([key]);
    });

    test('are not told by a path where the folder of one is unknown, unless all of them failed', () => {
      const unknown = reports.map(({ path, ...entry }) => (entry.id === 'Top' ? entry : { ...entry, path }));
      expect(keysOf(['/Journeys/Asia/report.docx'], unknown)).toEqual([undefined]);
      expect(keysOf(['/a', '/b', '/c'], unknown)).toEqual(['k-Top', 'k-Asia', 'k-Old']);
    });

    test('are told by the path of an event, too', () => {
      const failed = event({ itemName: 'report.docx', path: '/Journeys/Asia', status: 'failed' });
      const done = event({ itemName: 'report.docx', path: '/' });
      const { failures } = outcomeOf({ session: stopped(), events: [done, failed] }, reports, false);
      expect(failures.map(({ key }) => key)).toEqual(['k-Asia']);
    });
  });

  test('of one title are identified only where all of them failed', () => {
    const twins = [0, 1].map((index) => anEntry({ id: `twin-${index}`, title: 'Re: Hello' }));
    const failed = (): SessionEvent => event({ itemName: 'Re: Hello', status: 'failed' });
    const one = outcomeOf({ session: stopped(), events: [event({ itemName: 'Re: Hello' }), failed()] }, twins, false);
    expect(one.failures).toEqual([{ key: undefined, title: 'Re: Hello', status: 'failed', why: 'Restored.' }]);
    const all = outcomeOf({ session: stopped(), events: [failed(), failed()] }, twins, false);
    expect(all.failures.map(({ key }) => key)).toEqual(['k-twin-0', 'k-twin-1']);
  });
});

test('messages about the whole restore are remarks, each sentence once', () => {
  const reading = {
    session: stopped({ result: 'warning', details: 'Not said.' }),
    statistics: statistics({ errors: ['No licence. See the log.', 'No licence.'], warnings: ['Slow.'] }),
    events: [event({ itemName: undefined, status: 'failed', message: 'Proxy went away.' })],
  };
  expect(outcome(reading).remarks).toEqual(['No licence.', 'Slow.', 'Proxy went away.']);
  expect(outcome({ session: stopped({ result: 'failed', details: 'It broke.' }) }).remarks).toEqual(['It broke.']);
  expect(outcome({ session: stopped({ details: 'Fine.' }) }).remarks).toEqual([]);
});

test('the reason of a failed item is not repeated as a remark', () => {
  const items: readonly StatisticsItem[] = [
    { id: 'item-0', name: 'What? Rain', status: 'failed', why: 'It is locked.' },
    { id: 'item-1', name: 'Trains', status: 'failed' },
  ];
  const errors = ['Subject of item-0: It is locked.', 'Subject of item-1: No room.', 'Proxy went away.'];
  const reading = { session: stopped(), statistics: statistics({ restored: 1, failed: 2, items, errors }) };
  expect(outcome(reading).remarks).toEqual(['Subject of item-1: No room.', 'Proxy went away.']);
});

describe('a restore in the explore session', () => {
  const open = stopped({ state: 'working' });

  test('is done once all requested items are counted', () => {
    expect(isFinished({ session: open, statistics: statistics() }, 3, false)).toBe(true);
    expect(isFinished({ session: open, statistics: statistics({ restored: 2 }) }, 3, true)).toBe(false);
    expect(isFinished({ session: open, statistics: statistics({ total: 0, restored: 0 }) }, 3, true)).toBe(false);
    expect(isFinished({ session: open, statistics: statistics({ total: 2, restored: 2 }) }, 3, true)).toBe(false);
  });

  test('is done once its events have finished, immediately where there is one per item', () => {
    const running = event({ status: 'running' });
    const done = [0, 1, 2].map((index) => event({ itemName: `Subject of item-${index}` }));
    expect(isFinished({ session: open, events: done }, 3, false)).toBe(true);
    expect(isFinished({ session: open, events: [...done, running] }, 3, true)).toBe(false);
    expect(isFinished({ session: open, events: done.slice(1) }, 3, false)).toBe(false);
    expect(isFinished({ session: open, events: done.slice(1) }, 3, true)).toBe(true);
    expect(isFinished({ session: open, events: [event({ isRestore: false })] }, 3, true)).toBe(false);
  });
});

describe('what the service restores with all that is in it', () => {
  const open = stopped({ state: 'working' });
  const whole = (reading: Reading) => outcomeOf(reading, three.slice(0, 1), false, undefined, true);

  test('is as much as the service says', () => {
    expect(progressOf({ statistics: statistics({ total: 2, restored: 1 }) })).toMatchObject({ total: 2, restored: 1 });
    const all = whole({ session: stopped(), statistics: statistics({ total: 40, restored: 40 }) });
    expect(all).toMatchObject({ result: 'success', counts: { total: 40, restored: 40 } });
    const less = whole({ session: stopped(), statistics: statistics({ total: 40, restored: 39, failed: 1 }) });
    expect(less).toMatchObject({ result: 'warning', counts: { total: 40, restored: 39, failed: 1 } });
    expect(whole({ session: stopped() })).toMatchObject({ result: 'success', counts: { total: 1, restored: 1 } });
  });

  test('names what failed in it, not what needed no restoring', () => {
    const items = (['failed', 'skipped', 'success'] as const).map((status) => ({ id: status, name: status, status }));
    const reading = { session: stopped(), statistics: statistics({ restored: 1, failed: 1, skipped: 1, items }) };
    expect(whole(reading)).toMatchObject({ counts: { skipped: 1 }, failures: [{ title: 'failed' }] });
    expect(whole(reading).failures).toHaveLength(1);
  });

  test('is done once all is counted and nothing has changed for a while: the total may still grow', () => {
    const statisticsOfAll = statistics({ total: 2, restored: 2 });
    expect(isFinished({ session: open, statistics: statisticsOfAll }, undefined, false)).toBe(false);
    expect(isFinished({ session: open, statistics: statisticsOfAll }, undefined, true)).toBe(true);
    expect(isFinished({ session: open, statistics: statistics({ total: 0, restored: 0 }) }, undefined, true)).toBe(
      false,
    );
    expect(isFinished({ session: open, events: [event()] }, undefined, false)).toBe(false);
    expect(
      isFinished({ session: open, statistics: statistics({ total: 9 }), events: [event()] }, undefined, true),
    ).toBe(false);
    const running = event({ status: 'running' });
    expect(isFinished({ session: open, statistics: statisticsOfAll, events: [running] }, undefined, true)).toBe(false);
  });
});

const anyCount = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(NaN, Infinity, -1));
const anyItem = fc.record({
  id: fc.option(fc.constantFrom('item-0', 'item-1', 'x'), { nil: undefined }),
  name: fc.constantFrom('Subject of item-0', 'Subject of item-2', '', 'y'),
  status: fc.constantFrom('failed', 'warning', 'success', 'skipped'),
  why: fc.option(fc.string(), { nil: undefined }),
} as const);
const anyEvent = fc.record({
  id: fc.string(),
  status: fc.constantFrom('running', 'success', 'warning', 'failed', 'cancelled', 'skipped'),
  message: fc.string(),
  itemName: fc.option(fc.constantFrom('Subject of item-0', 'Subject of item-1', '', 'z'), { nil: undefined }),
  startedAt: fc.integer(),
  isRestore: fc.boolean(),
} as const);

test('whatever the service counts, the card shows whole numbers that add up to at most the total', () => {
  const anyStatistics = fc.record({
    total: anyCount,
    restored: anyCount,
    failed: anyCount,
    skipped: anyCount,
    warnings: fc.array(fc.string()),
    errors: fc.array(fc.string()),
    items: fc.array(anyItem),
  });
  const anyReading = fc.record(
    { statistics: anyStatistics, events: fc.array(anyEvent), session: fc.constant(stopped()) },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(anyReading, fc.boolean(), (reading, stopping) => {
      for (const counts of [progressOf(reading, 3), outcomeOf(reading, three, stopping).counts]) {
        for (const each of Object.values(counts)) expect(Number.isSafeInteger(each) && each >= 0).toBe(true);
        expect(countedOf(counts)).toBeLessThanOrEqual(counts.total);
      }
      const keys = outcomeOf(reading, three, stopping).failures.flatMap(({ key }) => (key === undefined ? [] : [key]));
      for (const key of keys) expect(three.map((entry) => entry.key)).toContain(key);
    }),
  );
});
