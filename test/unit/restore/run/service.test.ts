import { ConflictError } from '../../../../src/core/errors.ts';
import {
  aFault,
  anAddress,
  anAsker,
  aPersonState,
  aRestore,
  aRestoreState,
  aSession,
  entries,
  CONTOSO,
} from '../../../support/builders.ts';
import { anEntry } from '../../../fakes/explorer.ts';
import { createBench, key, serviceTakes, withTask, type Bench } from '../../../support/restoring-bench.ts';

const asker = anAsker();
const DAY = 86_400_000;
const CALL = {
  group: 0,
  containerId: 'mailbox-1',
  containerName: 'Mailbox',
  keys: entries(3).map((entry) => entry.key),
};

/** Restored but for the first, which failed. */
const partly =
  ({ explorer }: Bench) =>
  ({ id }: { readonly id: string }) =>
    explorer.finish(
      id,
      {
        total: 3,
        restored: 1,
        failed: 1,
        skipped: 1,
        items: [
          { id: 'mailbox-1-item-0', name: 'Subject', status: 'failed', why: 'Mailbox is full.' },
          { id: 'mailbox-1-item-1', name: 'Subject', status: 'skipped' },
        ],
      },
      'warning',
    );

/** A process whose effects are listed. */
function watched(bench: Bench) {
  const effects: string[] = [];
  const restoring = bench.process((label, call) => {
    effects.push(label);
    return call();
  });
  return { restoring, effects };
}

describe('Restore', () => {
  test('turns the task into a restore in one write, sends it once and shows the outcome on the same card', async () => {
    const bench = createBench();
    const task = await withTask(bench);
    serviceTakes(bench, 12);
    const restoring = bench.process();

    const reply = await bench.clock.run(restoring.begin(asker, 'task-1', 'card-0'));

    expect(reply).toMatchObject({
      kind: 'delivered',
      view: { kind: 'restore-running', restore: { counts: { total: 3 } } },
    });
    const [first] = bench.store.written;
    expect(first?.task).toBeUndefined();
    expect(first?.restores).toHaveLength(1);
    await bench.drain();
    const restore = bench.restore();
    expect(bench.explorer.restored).toEqual([
      {
        workload: 'exchange',
        exploreId: task.explore?.id,
        containerId: 'mailbox-1',
        entries: entries(3),
        options: task.options?.exchange,
        reason: `Ticket 4711 (restore-bot ${restore.id}-1)`,
      },
    ]);
    expect(bench.shown()).toMatchObject({
      kind: 'restore-ended',
      result: 'success',
      restore: { restoreId: restore.id, counts: { total: 3, restored: 3, failed: 0, skipped: 0 } },
    });
    expect(restore).toMatchObject({ endAnnounced: true, groups: [{ entries: [] }] });
    expect(bench.announcer.cards).toHaveLength(1);
    expect(bench.explorer.working).toEqual([]);
    expect(bench.audit.events).toEqual(['restore-started', 'restore-ended success']);
    expect(bench.audit.records[1]?.restore).toEqual({
      workload: 'exchange',
      scope: 'own',
      point: 'latest',
      items: 3,
      reason: 'Ticket 4711',
      restored: 3,
      failed: 0,
      skipped: 0,
    });
  });

  test('reads the state once and writes it once before its job starts', async () => {
    const bench = createBench();
    await withTask(bench);
    serviceTakes(bench, 5);
    const { restoring, effects } = watched(bench);

    await bench.clock.run(restoring.begin(asker, 'task-1', 'card-0'));

    const untilStarted = effects.slice(0, effects.indexOf('job.start'));
    expect(untilStarted).toEqual(['store.read', 'jobs.sendOwned', 'store.write', 'announcer.edit']);
  });

  test('pressed twice, at once or later, restores once', async () => {
    const bench = createBench();
    await withTask(bench);
    serviceTakes(bench, 30);
    const [one, other] = [bench.process(), bench.process()];

    const replies = await bench.clock.run(
      Promise.all([one.begin(asker, 'task-1', 'card-0'), other.begin(asker, 'task-1', 'card-0')]),
    );
    const later = await bench.clock.run(one.begin(asker, 'task-1', 'card-0'));
    const onOlderCard = await bench.clock.run(one.begin(asker, 'task-1', 'card-9'));
    await bench.drain();

    expect([...replies, later].map(({ view }) => view.kind)).toEqual(Array(3).fill('restore-running'));
    expect(onOlderCard.view).toMatchObject({ notice: { code: 'already-restoring', restoreId: bench.restore().id } });
    expect(bench.explorer.restored).toHaveLength(1);
    expect(bench.store.stateOf(key)?.restores).toHaveLength(1);
    const afterwards = await bench.clock.run(other.begin(asker, 'task-1', 'card-9'));
    expect(afterwards.view.kind).toBe('restore-ended');
  });

  test('is written once although the response to the write was lost', async () => {
    const bench = createBench();
    await withTask(bench);
    serviceTakes(bench, 10);
    bench.store.writes = ['loses its answer'];
    await expect(bench.clock.run(bench.process().begin(asker, 'task-1', 'card-0'))).rejects.toThrow('lost');
    await bench.drain();

    expect(bench.explorer.restored).toHaveLength(1);
    expect(bench.shown()?.kind).toBe('restore-ended');
  });

  test('is followed although its own write was reported as a conflict', async () => {
    const bench = createBench();
    await withTask(bench);
    serviceTakes(bench, 10);
    let writes = 0;
    const restoring = bench.process(async (label, call) => {
      const answer = await call();
      writes += label === 'store.write' ? 1 : 0;
      if (label === 'store.write' && writes === 1) throw new ConflictError('The write was repeated below.');
      return answer;
    });
    const { view } = await bench.clock.run(restoring.begin(asker, 'task-1', 'card-0'));
    await bench.drain();
    expect(view.kind).toBe('restore-running');
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
  });

  test('sends one call for each mailbox, one after the other', async () => {
    const bench = createBench();
    bench.explorer.backups.get('own')?.exchange.push({ id: 'archive-1', name: 'Archive', isArchive: true });
    await withTask(bench, { list: [...entries(2), ...entries(2, 'archive-1')] });
    serviceTakes(bench, 20);
    let most = 0;
    bench.explorer.during.restore = async () => {
      most = Math.max(most, bench.explorer.working.filter(({ restores }) => restores !== undefined).length);
    };
    await bench.clock.run(bench.process().begin(asker, 'task-1', 'card-0'));
    await bench.drain();

    expect(bench.explorer.restored.map(({ containerId, entries: sent }) => [containerId, sent.length])).toEqual([
      ['mailbox-1', 2],
      ['archive-1', 2],
    ]);
    expect(bench.explorer.restored.map(({ reason }) => reason?.slice(-2))).toEqual(['1)', '2)']);
    expect(most).toBe(0);
    expect(bench.shown()).toMatchObject({
      kind: 'restore-ended',
      result: 'success',
      restore: { counts: { total: 4 } },
    });
  });

  test.each([
    ['of another sign-in', { signInId: 'sign-in-9' }],
    ['with another id', { id: 'task-9' }],
  ] as const)('of a task %s is refused', async (_, changes) => {
    const bench = createBench();
    await withTask(bench, changes);
    const { view } = await bench.clock.run(bench.process().begin(asker, 'task-1', 'card-0'));
    expect(view).toEqual({ kind: 'restore-notice', notice: { code: 'task-outdated' } });
    expect(bench.explorer.restored).toEqual([]);
    expect(bench.queued()).toEqual([]);
    expect(bench.store.stateOf(key)?.task?.id).toBe(changes['id' as keyof typeof changes] ?? 'task-1');
  });

  test.each([
    ['that has left the summary', { step: 'list' }, 'task-list'],
    ['whose folders are not expanded', { list: [anEntry({ kind: 'folder' })] }, 'task-list'],
    ['with an empty list', { list: [] }, 'task-search'],
  ] as const)('of a task %s restores nothing and shows the task', async (_, changes, kind) => {
    const bench = createBench();
    await withTask(bench, changes);
    const { view } = await bench.clock.run(bench.process().begin(asker, 'task-1', 'card-0'));
    expect(view).toMatchObject({ kind, task: { remark: { code: 'card-outdated' } } });
    expect(bench.explorer.restored).toEqual([]);
    expect(bench.queued()).toEqual([]);
  });

  test('without a sign-in asks for one and leaves the task', async () => {
    const bench = createBench();
    await withTask(bench);
    bench.people.put(key, aPersonState());
    const { view } = await bench.clock.run(bench.process().begin(asker, 'task-1', 'card-0'));
    expect(view).toMatchObject({ notice: { code: 'sign-in-first' } });
    expect(bench.store.stateOf(key)?.task?.id).toBe('task-1');
  });

  test('opens an explore session where none is open, and once more where the service has dropped it', async () => {
    const bench = createBench();
    await withTask(bench, { explore: undefined });
    serviceTakes(bench, 5);
    await bench.clock.run(bench.process().begin(asker, 'task-1', 'card-0'));
    await bench.drain();
    expect(bench.explorer.calls.find(({ method }) => method === 'openExplore')?.asked).toMatchObject({
      workload: 'exchange',
      showDeleted: true,
    });
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });

    const dropped = createBench();
    const task = await withTask(dropped);
    dropped.explorer.drop(task.explore?.id ?? '');
    serviceTakes(dropped, 5);
    await dropped.clock.run(dropped.process().begin(asker, 'task-1', 'card-0'));
    await dropped.drain();
    expect(dropped.explorer.restored).toHaveLength(1);
    expect(dropped.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
  });
});

describe('Stop', () => {
  test('stops the running call and those not sent yet, and shows what was restored until then', async () => {
    const bench = createBench();
    bench.explorer.backups.get('own')?.exchange.push({ id: 'archive-1', name: 'Archive', isArchive: true });
    await withTask(bench, { list: [...entries(2), ...entries(2, 'archive-1')] });
    const restoring = bench.process();
    await bench.clock.run(restoring.begin(asker, 'task-1', 'card-0'));
    await bench.clock.advance(7_000);
    const running = bench.explorer.working.find(({ restores }) => restores !== undefined);
    bench.explorer.change(running?.id ?? '', {
      statistics: { total: 2, restored: 1, failed: 0, skipped: 0, warnings: [], errors: [], items: [] },
    });

    const reply = await bench.clock.run(restoring.press(asker, bench.restore().id, { kind: 'stop' }));
    await bench.drain();

    expect(reply).toMatchObject({ kind: 'delivered', view: { kind: 'restore-running', stopping: true } });
    expect(bench.explorer.calls.filter(({ method }) => method === 'stop')[0]?.asked).toBe(running?.id);
    expect(bench.explorer.restored).toHaveLength(1);
    expect(bench.shown()).toMatchObject({
      kind: 'restore-ended',
      result: 'stopped',
      retryable: 0,
      restore: { counts: { total: 4, restored: 1 } },
    });
    expect(bench.audit.events.at(-1)).toBe('restore-ended stopped');
  });

  test('reads the state once before it is written', async () => {
    const bench = createBench();
    await withTask(bench);
    const { restoring, effects } = watched(bench);
    await bench.clock.run(restoring.begin(asker, 'task-1', 'card-0'));
    await bench.clock.advance(7_000);
    effects.length = 0;

    await bench.clock.run(restoring.press(asker, bench.restore().id, { kind: 'stop' }));

    expect(effects.slice(0, 3)).toEqual(['store.read', 'store.write', 'explorer.stop']);
  });

  test('is done by the job where the press could not do it', async () => {
    const bench = createBench();
    await withTask(bench);
    const restoring = bench.process();
    await bench.clock.run(restoring.begin(asker, 'task-1', 'card-0'));
    await bench.clock.advance(7_000);
    bench.explorer.faults.stop = [aFault('FAILED', { status: 503 })];
    await bench.clock.run(restoring.press(asker, bench.restore().id, { kind: 'stop' }));
    await bench.drain();
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'stopped' });
  });

  const stops = (bench: Bench) => bench.audit.records.filter(({ event }) => event === 'session-stopped');

  test.each([
    ['waits for its answer', 'sending', 3_000],
    ['is searched for', 'sending', 12_000],
    ['runs', 'running', 60_000],
  ] as const)('while the call %s is audited once, with the session that was stopped', async (_, kind, after) => {
    const bench = createBench();
    await withTask(bench);
    bench.explorer.during.restore = () => bench.clock.sleep(10_000);
    bench.explorer.faults.restore = [{ afterwards: aFault('NO_ANSWER') }];
    bench.explorer.faults.sessions = [aFault('NO_ANSWER')];
    const restoring = bench.process();
    await bench.clock.run(restoring.begin(asker, 'task-1', 'card-0'));
    await bench.clock.advance(after);
    expect(bench.restore().calls).toMatchObject([{ progress: { kind } }]);
    await bench.clock.run(restoring.press(asker, bench.restore().id, { kind: 'stop' }));
    await bench.drain();
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'stopped' });
    const [session] = bench.explorer.allSessions.filter(({ restores }) => restores !== undefined);
    const stopped = { reference: session?.id, outcome: 'success', flow: 'operator', restore: { workload: 'exchange' } };
    expect(stops(bench)).toMatchObject([stopped]);
  });

  test('that the job does is audited once, also where another process goes on while the service stops it', async () => {
    const bench = createBench();
    await withTask(bench);
    bench.explorer.during.restore = () => bench.clock.sleep(10_000);
    const restoring = bench.process();
    await bench.clock.run(restoring.begin(asker, 'task-1', 'card-0'));
    await bench.clock.advance(5_000);
    await bench.clock.run(restoring.press(asker, bench.restore().id, { kind: 'stop' }));
    const stop = bench.explorer.stop.bind(bench.explorer);
    // It takes its time.
    bench.explorer.stop = () => Promise.resolve();
    await bench.clock.advance(10_000);
    expect(bench.restore().calls).toMatchObject([{ progress: { kind: 'running' } }]);
    expect(stops(bench)).toHaveLength(1);
    bench.jobs.abandon(new Error('The process stops.'));
    bench.process();
    bench.explorer.stop = stop;
    await bench.drain();
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'stopped' });
    expect(stops(bench)).toHaveLength(1);
  });

  test('ends at once what the service will not take for another hour', async () => {
    const bench = createBench();
    await withTask(bench);
    bench.explorer.faults.restore = [aFault('THROTTLED', { status: 429, retryAfterSeconds: 3_600 })];
    const restoring = bench.process();
    await bench.clock.run(restoring.begin(asker, 'task-1', 'card-0'));
    await bench.clock.advance(20_000);
    expect(bench.restore().calls).toMatchObject([{ progress: { kind: 'planned' } }]);
    await bench.clock.run(restoring.press(asker, bench.restore().id, { kind: 'stop' }));
    await bench.clock.advance(10_000);
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'stopped' });
    expect(bench.audit.events).toEqual(['restore-started', 'restore-ended stopped']);
  });

  test('without a sign-in says so below the card, which stays', async () => {
    const bench = createBench();
    await withTask(bench);
    const restoring = bench.process();
    await bench.clock.run(restoring.begin(asker, 'task-1', 'card-0'));
    await bench.clock.advance(7_000);
    bench.people.put(key, aPersonState());
    const reply = await bench.clock.run(restoring.press(asker, bench.restore().id, { kind: 'stop' }));
    expect(reply).toMatchObject({ kind: 'delivered', view: { kind: 'restore-running' } });
    expect(bench.announcer.cards.at(-1)?.views).toEqual([
      { kind: 'restore-notice', notice: { code: 'sign-in-first', access: 'operator', organizationKey: CONTOSO } },
    ]);
    expect(bench.restore().stopping).toBeUndefined();
  });
});

describe('What has ended', () => {
  test('is shown, with what failed, where the session is over', async () => {
    const bench = createBench();
    await withTask(bench);
    serviceTakes(bench, 5, partly(bench));
    const restoring = bench.process();
    await bench.clock.run(restoring.begin(asker, 'task-1', 'card-0'));
    await bench.drain();
    bench.people.put(key, aPersonState());
    const press = { kind: 'failures-page', page: 0 } as const;
    const reply = await bench.clock.run(restoring.press(asker, bench.restore().id, press));
    expect(reply).toMatchObject({ kind: 'render', view: { kind: 'restore-ended', result: 'warning' } });
  });
});

describe('Retry failed', () => {
  async function ended(changes: Parameters<typeof createBench>[0] = {}): Promise<Bench> {
    const bench = createBench(changes);
    await withTask(bench);
    serviceTakes(bench, 5, partly(bench));
    await bench.clock.run(bench.process().begin(asker, 'task-1', 'card-0'));
    await bench.drain();
    return bench;
  }

  test('restores the failed items once more, with a reference and a card of its own', async () => {
    const bench = await ended();
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'warning', retryable: 1 });
    const { id } = bench.restore();
    const restoring = bench.process();
    serviceTakes(bench, 5);

    const replies = await bench.clock.run(
      Promise.all([
        restoring.press(asker, id, { kind: 'retry-failed' }),
        restoring.press(asker, id, { kind: 'retry-failed' }),
      ]),
    );
    const later = await bench.clock.run(restoring.press(asker, id, { kind: 'retry-failed' }));
    await bench.drain();

    for (const { kind, view } of [...replies, later]) {
      expect(kind).toBe('render');
      expect(view).toMatchObject({ kind: 'restore-ended', restore: { restoreId: id }, retryable: 0 });
    }
    expect(bench.store.stateOf(key)?.restores).toHaveLength(2);
    const retry = bench.restore();
    expect(bench.explorer.restored).toHaveLength(2);
    expect(bench.explorer.restored[1]).toMatchObject({
      entries: [{ id: 'mailbox-1-item-0' }],
      reason: `Ticket 4711 (restore-bot ${retry.id}-1)`,
    });
    expect(bench.shown('card-1')).toMatchObject({
      kind: 'restore-ended',
      restore: { restoreId: retry.id, counts: { total: 1 } },
    });
    expect(bench.restore(id).retriedBy).toBe(retry.id);
  });

  test('is over a week after the end, although nothing else was restored, and the press begins nothing', async () => {
    for (const auditRequired of [false, true]) {
      const bench = await ended({ auditRequired });
      const { id } = bench.restore();
      await bench.clock.advance(8 * DAY);
      bench.people.put(key, aPersonState({ session: aSession({ expiresAt: bench.clock.now() + DAY }) }));
      const recorded = bench.audit.records.length;
      const reply = await bench.clock.run(bench.process().press(asker, id, { kind: 'retry-failed' }));
      expect(reply).toMatchObject({ view: { kind: 'restore-notice', notice: { code: 'restore-unknown' } } });
      await bench.drain();
      expect(bench.explorer.restored).toHaveLength(1);
      expect(bench.audit.records).toHaveLength(recorded);
    }
  });

  test('tells whose request it is what the restores of the chain add up to, whenever one of them ends', async () => {
    const told: unknown[] = [];
    const bench = await ended({ requestEnded: async (...of) => void told.push(of) });
    // Nothing could be said about its end yet.
    const first = { ...bench.restore(), requestId: 'request-1', endAnnounced: undefined };
    bench.store.put(key, aRestoreState({ restores: [first] }));
    serviceTakes(bench, 5);
    await bench.clock.run(bench.process().press(asker, first.id, { kind: 'retry-failed' }));
    await bench.drain();
    expect(bench.restore().chain).toBe(first.id);
    const counts = { total: 3, restored: 2, failed: 0, skipped: 1, unsized: undefined };
    expect(told).toEqual([['request-1', key, { id: first.id, counts }]]);
  });

  test('posts its card by its job where the chat service failed', async () => {
    const bench = await ended();
    bench.announcer.next = ['fails'];
    serviceTakes(bench, 5);
    await bench.clock.run(bench.process().press(asker, bench.restore().id, { kind: 'retry-failed' }));
    await bench.drain();
    expect(bench.shown('card-1')?.kind).toBe('restore-ended');
  });
});

test('failures are shown in pages of twenty, failed items first', async () => {
  const bench = createBench();
  const failures = Array.from({ length: 45 }, (_, index) => ({
    title: `item ${index}`,
    status: index < 5 ? ('skipped' as const) : ('failed' as const),
  }));
  const counts = { total: 45, restored: 0, failed: 40, skipped: 5 };
  const progress = { kind: 'ended', sessionId: 's', at: 1, result: 'warning', counts, failures, remarks: [] } as const;
  const restore = aRestore({ calls: [{ ...CALL, progress }], endedAt: bench.clock.now(), endAnnounced: true });
  bench.store.put(key, aRestoreState({ restores: [restore] }));
  const page = (number: number) =>
    bench.clock.run(bench.process().press(asker, 'restore-1', { kind: 'failures-page', page: number }));

  expect((await page(0)).view).toMatchObject({ page: 0, pages: 3, failures: { length: 20 } });
  expect((await page(2)).view).toMatchObject({ page: 2, failures: { length: 5, 0: { status: 'skipped' } } });
  expect((await page(99)).view).toMatchObject({ page: 2 });
  expect((await page(Number.NaN)).view).toMatchObject({ page: 0 });
  const done = await bench.clock.run(bench.process().press(asker, 'restore-1', { kind: 'done' }));
  expect(done).toMatchObject({ view: { kind: 'restore-ended', closed: true }, kind: 'render' });
});

test('restores are shown and changed in a personal chat only', async () => {
  const bench = createBench();
  bench.store.put(key, aRestoreState({ restores: [aRestore()] }));
  const inGroup = anAsker({ address: anAddress({ place: 'group chat' }) });
  const restoring = bench.process();
  for (const reply of [
    await restoring.press(inGroup, aRestore().id, { kind: 'stop' }),
    await restoring.history.list(inGroup),
    await restoring.history.stop(inGroup, 'session-1'),
  ]) {
    expect(reply).toEqual({ kind: 'render', view: { kind: 'restore-notice', notice: { code: 'personal-only' } } });
  }
  expect(bench.explorer.calls).toEqual([]);
});

test('a press on a restore that no longer exists says so', async () => {
  const bench = createBench();
  for (const kind of ['stop', 'look', 'send-again', 'give-up', 'retry-failed', 'done'] as const) {
    const { view } = await bench.clock.run(bench.process().press(asker, 'gone', { kind }));
    expect(view).toMatchObject({ notice: { code: 'restore-unknown' } });
  }
});

describe('a sign-in that ends', () => {
  const expired = aPersonState({ session: aSession({ expiresAt: 1 }) });
  const anew = aPersonState({
    session: aSession({ signInId: 'sign-in-2', expiresAt: 9e15, accessToken: 'SECRET-new' }),
  });

  async function unwatched(): Promise<Bench> {
    const bench = createBench();
    await withTask(bench);
    await bench.clock.run(bench.process().begin(asker, 'task-1', 'card-0'));
    await bench.clock.advance(7_000);
    expect(await bench.process().isActive(key)).toBe(true);
    bench.people.put(key, expired);
    await bench.drain();
    return bench;
  }

  test('leaves the restore running at the service and says so once', async () => {
    const bench = await unwatched();
    expect(bench.shown()?.kind).toBe('restore-unwatched');
    expect(bench.announcer.acts.filter((act) => act.endsWith('unwatched'))).toHaveLength(1);
    expect(await bench.process().isActive(key)).toBe(false);
    const [operator, administrator] = [aSession(), aSession({ flow: 'app-only' })];
    expect(await bench.process().mayStillRun(key, operator)).toBe(true);
    expect(await bench.process().mayStillRun(key, administrator)).toBe(false);
    expect(bench.explorer.working.filter(({ restores }) => restores !== undefined)).toHaveLength(1);
  });

  test('is followed by the outcome after a new sign-in', async () => {
    const bench = await unwatched();
    const restoring = bench.process();
    await bench.clock.run(restoring.resume(key));
    expect(bench.queued()).toEqual([]);
    bench.people.put(key, anew);
    serviceTakes(bench, 0);
    await bench.clock.run(restoring.resume(key));
    await bench.drain();
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
    expect(bench.explorer.restored).toHaveLength(1);
    await bench.clock.run(restoring.resume(key));
    expect(bench.queued()).toEqual([]);
  });

  test('does not let another account continue, and Check again asks for a sign-in as the same person', async () => {
    const bench = await unwatched();
    bench.people.put(key, aPersonState({ session: aSession({ userId: 'somebody-else', expiresAt: 9e15 }) }));
    const restoring = bench.process();
    await bench.clock.run(restoring.resume(key));
    expect(bench.queued()).toEqual([]);
    const reply = await bench.clock.run(restoring.press(asker, bench.restore().id, { kind: 'look' }));
    expect(reply).toMatchObject({ kind: 'delivered', view: { kind: 'restore-unwatched' } });
    expect(bench.announcer.cards.at(-1)?.views.at(-1)).toMatchObject({ notice: { code: 'sign-in-first' } });
  });

  test('continues to the outcome after Check again, on the card where it was pressed', async () => {
    const bench = await unwatched();
    bench.people.put(key, anew);
    serviceTakes(bench, 0);
    const address = anAddress({ serviceUrl: 'https://elsewhere.example/' });
    const { id } = bench.restore();
    await bench.clock.run(bench.process().press({ ...asker, address }, id, { kind: 'look' }));
    expect(bench.restore().address).toEqual(address);
    await bench.drain();
    expect(bench.shown()?.kind).toBe('restore-ended');
  });

  test('lets the next sign-in stop the restore', async () => {
    const bench = await unwatched();
    bench.people.put(key, anew);
    await bench.clock.run(bench.process().press(asker, bench.restore().id, { kind: 'stop' }));
    await bench.drain();
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'stopped' });
  });

  test('by a refused token is renewed once, and sent again only because it was refused', async () => {
    const bench = createBench();
    await withTask(bench);
    serviceTakes(bench, 5);
    bench.explorer.refusedTokens.add('SECRET-service-access-0');
    await bench.clock.run(bench.process().begin(asker, 'task-1', 'card-0'));
    await bench.drain();
    expect(bench.explorer.restored).toHaveLength(1);
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
  });

  test('that cannot be renewed now is retried, and the restore is sent', async () => {
    const bench = createBench();
    await withTask(bench);
    serviceTakes(bench, 5);
    bench.explorer.refusedTokens.add('SECRET-service-access-0');
    bench.renewals = 'unreachable';
    await bench.clock.run(bench.process().begin(asker, 'task-1', 'card-0'));
    await bench.clock.advance(30_000);
    expect(bench.people.stateOf(key)?.session).toBeDefined();
    expect(bench.shown()?.kind).toBe('restore-running');
    bench.renewals = 'renewed';
    await bench.drain();
    expect(bench.explorer.restored).toHaveLength(1);
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
  });

  test('while the restore runs ends the session, and the card asks for a sign-in', async () => {
    const bench = createBench();
    await withTask(bench);
    serviceTakes(bench, 60);
    await bench.clock.run(bench.process().begin(asker, 'task-1', 'card-0'));
    await bench.clock.advance(10_000);
    bench.explorer.refusedTokens.add('SECRET-service-access-0');
    bench.renewals = 'refused';
    await bench.drain();
    expect(bench.people.stateOf(key)?.session).toBeUndefined();
    expect(bench.shown()?.kind).toBe('restore-unwatched');
  });

  test('before anything was sent ends the restore, which is begun again after the next one', async () => {
    const bench = createBench();
    await withTask(bench);
    bench.explorer.refusedTokens.add('SECRET-service-access-0');
    bench.renewals = 'refused';
    await bench.clock.run(bench.process().begin(asker, 'task-1', 'card-0'));
    await bench.drain();
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'refused', trouble: 'session-over' });
    bench.people.put(key, anew);
    await bench.clock.run(bench.process().resume(key));
    await bench.drain();
    expect(bench.explorer.restored).toEqual([]);
    serviceTakes(bench, 5);
    await bench.clock.run(bench.process().press(asker, bench.restore().id, { kind: 'retry-failed' }));
    await bench.drain();
    expect(bench.explorer.restored).toHaveLength(1);
  });
});

test('the state of a conversation that can no longer be written to is erased', async () => {
  const bench = createBench();
  await withTask(bench);
  serviceTakes(bench, 30);
  await bench.clock.run(bench.process().begin(asker, 'task-1', 'card-0'));
  bench.announcer.mode = 'is unreachable';
  await bench.drain();
  expect(bench.store.stateOf(key)).toBeUndefined();
});

test('an outcome that the chat service does not accept is shown later, on a new card where the old one is missing', async () => {
  const bench = createBench();
  await withTask(bench);
  serviceTakes(bench, 5);
  await bench.clock.run(bench.process().begin(asker, 'task-1', 'card-0'));
  bench.announcer.next = ['fails', 'fails'];
  bench.announcer.lose('card-0');
  await bench.drain();
  expect(bench.shown('card-1')).toMatchObject({ kind: 'restore-ended' });
  expect(bench.restore()).toMatchObject({ endAnnounced: true, cardId: 'card-1' });
});

test('no token, subject or name is in a log line, an audit line or a job', async () => {
  const bench = createBench();
  const secret = 'Quarterly SUBJECT of Ada';
  await withTask(bench, { list: [anEntry({ title: secret, who: 'SECRET-Ada' })] });
  serviceTakes(bench, 5, partly(bench));
  bench.explorer.faults.session = [aFault('FAILED', { status: 503 }), aFault('NO_ANSWER')];
  bench.explorer.faults.restore = [aFault('NO_ANSWER', { unsent: true })];
  await bench.clock.run(bench.process().begin(asker, 'task-1', 'card-0'));
  const queued = JSON.stringify(bench.queued());
  await bench.drain();
  const said = bench.log.text() + JSON.stringify(bench.audit.records) + queued;
  expect(said).toContain('restore started');
  expect(said).not.toMatch(/SUBJECT|SECRET|Ada/);
});
