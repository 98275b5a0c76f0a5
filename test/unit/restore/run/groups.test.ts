/** A restore of several people, kinds and days: one group after the other, each in a session of its own. */
import type { ListGroup } from '../../../../src/restore/backups/list.ts';
import { restoreStateSchema } from '../../../../src/restore/state/restore.ts';
import { START } from '../../../fakes/clock.ts';
import { aBackup, aScopeItem } from '../../../fakes/explorer.ts';
import { dyingAt, ProcessDied } from '../../../fakes/intercept.ts';
import { aFault, anAsker, aRestore, aRestoreGroup, aRestoreState, entries } from '../../../support/builders.ts';
import { createBench, key, serviceTakes, withTask, type Bench } from '../../../support/restoring-bench.ts';

const asker = anAsker();
const ada = aScopeItem();
const grace = aScopeItem({ id: 'user-2', name: 'Grace Hopper', detail: 'grace@contoso.example' });
const options = {
  exchange: { changedItems: false, deletedItems: true, markRestoredAsUnread: false },
  onedrive: { documentAction: 'Keep', allVersions: false },
};

const group = (changes: Partial<ListGroup>): ListGroup => ({
  scope: { kind: 'item', item: ada },
  workload: 'exchange',
  point: { kind: 'latest' },
  showDeleted: false,
  containers: [{ id: 'mailbox-1', name: 'Mailbox', isArchive: false }],
  entries: entries(2),
  ...changes,
});

/** Mail and files of two people, and one's own mail, which the task shows. */
const LIST: readonly ListGroup[] = [
  group({ entries: entries(2) }),
  group({
    workload: 'onedrive',
    point: { kind: 'at', id: 'point-1', backupTime: Date.UTC(2026, 10, 19, 22) },
    entries: entries(1, 'drive-1').map((entry) => ({ ...entry, kind: 'document' })),
  }),
  group({ scope: { kind: 'item', item: grace }, entries: entries(3, 'mailbox-2') }),
  group({ scope: { kind: 'own', name: 'Olga Operator' }, showDeleted: true, entries: entries(1, 'mailbox-3') }),
];
const ITEMS = 7;

function prepared(): Bench {
  const bench = createBench();
  bench.explorer.scopeItems = [ada, grace];
  for (const id of ['user-1', 'user-2']) bench.explorer.backups.set(id, aBackup());
  return bench;
}

async function begun(bench: Bench, list: readonly ListGroup[] = LIST): Promise<void> {
  await withTask(bench, { list, options });
  await bench.clock.run(bench.process().begin(asker, 'task-1', 'card-0'));
}

test('each group is sent once, of its own person, kind and day, with the options of its kind', async () => {
  const bench = prepared();
  serviceTakes(bench, 20);
  let open = 0;
  bench.explorer.during.openExplore = async () => {
    // What is asked for now is opened after this.
    open = Math.max(open, bench.explorer.working.filter(({ request }) => request !== undefined).length + 1);
  };
  await begun(bench);
  await bench.drain();

  const asked = (exploreId: string) => bench.explorer.allSessions.find(({ id }) => id === exploreId)?.request;
  const sent = bench.explorer.restored.map(({ exploreId, ...call }) => ({ ...call, in: asked(exploreId) }));
  const none = { showDeleted: false };
  expect(sent).toMatchObject([
    { workload: 'exchange', options: options.exchange, in: { scope: { id: 'user-1' }, at: undefined, ...none } },
    {
      workload: 'onedrive',
      options: options.onedrive,
      in: { scope: { id: 'user-1' }, at: Date.UTC(2026, 10, 19, 22), ...none },
    },
    { workload: 'exchange', options: options.exchange, in: { scope: { id: 'user-2' } } },
    { workload: 'exchange', options: options.exchange, in: { workload: 'exchange', showDeleted: true } },
  ]);
  expect(sent.map(({ entries: items }) => items.map(({ id }) => id))).toEqual(
    LIST.map(({ entries: items }) => items.map(({ id }) => id)),
  );
  expect(sent.map(({ reason }) => reason?.slice(-2))).toEqual(['1)', '2)', '3)', '4)']);
  // The task had one open.
  expect(open).toBe(2);
  expect(bench.explorer.working).toEqual([]);
  expect(bench.announcer.cards).toHaveLength(1);
  expect(bench.shown()).toMatchObject({
    kind: 'restore-ended',
    result: 'success',
    restore: {
      counts: { total: ITEMS, restored: ITEMS },
      groups: [
        { scope: { name: 'Ada Lovelace' }, workload: 'exchange', counts: { total: 2, restored: 2 } },
        { scope: { name: 'Ada Lovelace' }, workload: 'onedrive', counts: { total: 1, restored: 1 } },
        { scope: { name: 'Grace Hopper' }, counts: { total: 3, restored: 3 } },
        { scope: { own: true }, counts: { total: 1, restored: 1 } },
      ],
    },
  });
});

test('the audit has a line of the start and of the end for each group, under one reference', async () => {
  const bench = prepared();
  serviceTakes(bench, 5);
  await begun(bench);
  await bench.drain();

  const { id } = bench.restore();
  const lines = (event: string) =>
    bench.audit.records.filter((record) => record.event === event && record.reference === id);
  expect(lines('restore-started').map(({ restore }) => restore)).toMatchObject([
    { workload: 'exchange', scope: 'user-1', items: 2 },
    { workload: 'onedrive', scope: 'user-1', point: '2026-11-19T22:00:00.000Z', items: 1 },
    { workload: 'exchange', scope: 'user-2', items: 3 },
    { workload: 'exchange', scope: 'own', items: 1 },
  ]);
  expect(lines('restore-ended')).toMatchObject(
    [2, 1, 3, 1].map((restored) => ({ outcome: 'success', restore: { restored, failed: 0 } })),
  );
});

test('what failed is named with whose it is, and retried in its own group alone', async () => {
  const bench = prepared();
  const failing = 'mailbox-2-item-1';
  serviceTakes(bench, 5, ({ id, restores }) => {
    const isFailing = restores?.entries.some((entry) => entry.id === failing) === true;
    const items = [{ id: failing, name: 'x', status: 'failed' }] as const;
    return isFailing
      ? bench.explorer.finish(id, { restored: 2, failed: 1, items }, 'warning')
      : bench.explorer.finish(id);
  });
  await begun(bench);
  await bench.drain();

  expect(bench.shown()).toMatchObject({ result: 'warning', retryable: 1, failures: [{ group: 2, status: 'failed' }] });
  const ended = bench.audit.records.filter(({ event }) => event === 'restore-ended');
  expect(ended.map(({ outcome }) => outcome)).toEqual(['success', 'success', 'warning', 'success']);

  serviceTakes(bench, 5);
  await bench.clock.run(bench.process().press(asker, bench.restore().id, { kind: 'retry-failed' }));
  await bench.drain();
  expect(bench.restore().groups).toMatchObject([{ scope: { item: { id: 'user-2' } }, workload: 'exchange' }]);
  expect(bench.explorer.restored.at(-1)).toMatchObject({ entries: [{ id: failing }] });
  expect(bench.explorer.restored).toHaveLength(5);
  expect(bench.explorer.working).toEqual([]);
});

test('Stop stops the group that runs, and those after it are never sent', async () => {
  const bench = prepared();
  await begun(bench);
  await bench.clock.advance(6_000);
  await bench.clock.run(bench.process().press(asker, bench.restore().id, { kind: 'stop' }));
  await bench.drain();

  expect(bench.explorer.restored).toHaveLength(1);
  expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'stopped' });
  expect(bench.explorer.working).toEqual([]);
});

test('the session of a place of which nothing is restored is stopped at once', async () => {
  const bench = prepared();
  await begun(bench, LIST.slice(0, 3));
  await bench.clock.advance(1_000);
  expect(bench.explorer.working.map(({ id }) => id)).not.toContain('session-1');
});

test.each([403, 404])('a group that is no longer seen (%i) is not cut off before the next one', async (status) => {
  const bench = prepared();
  bench.explorer.restoresInExplore = true;
  await begun(bench, LIST.slice(0, 2));
  await bench.clock.advance(2_000);
  bench.explorer.faults.session = Array.from({ length: 100 }, () => aFault('REFUSED', { status }));
  await bench.drain();
  const sent = bench.explorer.restored.map(({ exploreId }) => exploreId);
  expect(sent).toHaveLength(2);
  expect(bench.explorer.working.map(({ id }) => id)).toEqual(sent);
});

test('a group that the service refuses does not keep the others from being restored', async () => {
  const bench = prepared();
  bench.explorer.scopeItems = [ada];
  serviceTakes(bench, 5);
  await begun(bench);
  await bench.drain();

  expect(bench.explorer.restored).toHaveLength(3);
  expect(bench.shown()).toMatchObject({ result: 'warning', trouble: 'access-denied', retryable: 3 });
  expect(bench.explorer.working).toEqual([]);
});

const started = (bench: Bench): readonly unknown[] =>
  bench.audit.records.flatMap(({ event, restore }) => (event === 'restore-started' ? [restore?.scope] : []));

test('the start is in audit and log with the first call that is sent, where the groups before it cannot be opened', async () => {
  const bench = prepared();
  bench.explorer.scopeItems = [grace];
  serviceTakes(bench, 5);
  let startedBefore: readonly unknown[] | undefined;
  bench.explorer.during.restore = async () => void (startedBefore ??= started(bench));
  await begun(bench);
  await bench.drain();

  expect(bench.explorer.restored).toMatchObject([{ containerId: 'mailbox-2' }, { containerId: 'mailbox-3' }]);
  const each = ['user-1', 'user-1', 'user-2', 'own'];
  expect(startedBefore).toEqual(each);
  expect(started(bench)).toEqual(each);
  const ended = bench.audit.records.filter(({ event }) => event === 'restore-ended');
  expect(ended.map(({ outcome }) => outcome)).toEqual(['refused', 'refused', 'success', 'success']);
  const logged = bench.log.lines.filter(({ fields }) => 'event' in fields && fields.event === 'restore-started');
  expect(logged).toHaveLength(1);
});

test('nothing is said to have started where no group can be opened', async () => {
  const bench = prepared();
  bench.explorer.scopeItems = [];
  await begun(bench, LIST.slice(0, 3));
  await bench.drain();
  expect(bench.explorer.restored).toEqual([]);
  expect(started(bench)).toEqual([]);
  expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'refused' });
});

test('a first call that the service refused has started the restore: another process does not say so again', async () => {
  const bench = prepared();
  bench.explorer.faults.restore = [aFault('REFUSED', { status: 400 })];
  serviceTakes(bench, 5);
  await withTask(bench, { list: LIST.slice(0, 2), options });
  let isDead = false;
  const dying = bench.process(async (label, call) => {
    isDead ||= label === 'explorer.openExplore' && bench.explorer.methods.includes('restore');
    if (isDead) throw new ProcessDied(label);
    return call();
  });
  await bench.clock.run(dying.begin(asker, 'task-1', 'card-0'));
  await bench.clock.advance(300_000);
  expect(bench.restore().calls).toMatchObject([
    { progress: { kind: 'ended', result: 'refused' } },
    { progress: { kind: 'planned' } },
  ]);
  bench.process();
  await bench.drain();
  expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'warning' });
  expect(started(bench)).toEqual(['user-1', 'user-1']);
});

test('wherever the process dies, what is restored behind a group that cannot be opened has an entry of its start', async () => {
  const without: string[] = [];
  for (const when of ['before', 'after'] as const) {
    for (let effect = 1; ; effect += 1) {
      const bench = prepared();
      bench.explorer.scopeItems = [grace];
      serviceTakes(bench, 5);
      await withTask(bench, { list: LIST.slice(1, 3), options });
      const death = dyingAt(effect, when);
      const first = bench.process(death.around);
      await bench.clock.run(first.begin(asker, 'task-1', 'card-0').catch(() => undefined));
      await bench.clock.advance(300_000);
      const at = death.at();
      if (at === undefined) break;
      const second = bench.process();
      await bench.clock.run(second.begin(asker, 'task-1', 'card-0'));
      await bench.drain();
      const isRestored = bench.explorer.restored.length > 0;
      if (isRestored && !started(bench).includes('user-2')) without.push(`${when} ${effect} ${at}`);
    }
  }
  expect(without).toEqual([]);
}, 60_000);

test('an answer that is lost is looked for in the session of its own group', async () => {
  const bench = prepared();
  let calls = 0;
  bench.explorer.during.restore = async () => {
    calls += 1;
    if (calls === 3) bench.explorer.faults.restore = [{ afterwards: aFault('NO_ANSWER') }];
  };
  serviceTakes(bench, 5);
  await begun(bench);
  await bench.drain();

  expect(bench.explorer.restored).toHaveLength(4);
  expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
});

test('wherever the process dies, nothing of a mixed list is restored twice, lost, or left open', async () => {
  const unclear: string[] = [];
  const left = new Set<string>();
  for (const when of ['before', 'after'] as const) {
    for (let effect = 1; ; effect += 1) {
      const bench = prepared();
      serviceTakes(bench, 5);
      await withTask(bench, { list: LIST.slice(0, 3), options });
      const death = dyingAt(effect, when);
      const first = bench.process(death.around);
      await bench.clock.run(first.begin(asker, 'task-1', 'card-0').catch(() => undefined));
      await bench.clock.advance(300_000);
      const at = death.at();
      if (at === undefined) break;
      const where = `${when} ${effect} ${at}`;

      const second = bench.process();
      await bench.clock.run(second.begin(asker, 'task-1', 'card-0'));
      await bench.drain();

      const sent = bench.explorer.restored.flatMap(({ entries: items }) => items.map(({ id }) => id));
      expect([where, new Set(sent).size]).toEqual([where, sent.length]);
      const shown = bench.shown();
      if (shown?.kind === 'restore-unclear') {
        unclear.push(where);
        continue;
      }
      expect([where, shown]).toMatchObject([where, { kind: 'restore-ended', result: 'success' }]);
      expect([where, sent.length]).toEqual([where, 6]);
      // What is stored as open is stopped by its job, or by the next one.
      const watched = bench.store.stateOf(key)?.openSessions?.map(({ id }) => id) ?? [];
      const open = bench.explorer.working.map(({ id }) => id).filter((id) => id !== 'session-1');
      if (open.some((id) => !watched.includes(id))) left.add(`${when} ${at}`);
    }
  }
  // Nobody can tell whether a call was sent: before and after each of the three.
  expect(unclear).toHaveLength(6);
  // Its id was known to nobody yet: the service ends it.
  const reads = ['before store.read', 'after store.read'];
  expect(left).toEqual(new Set(['after explorer.openExplore', ...reads, 'before store.write']));
}, 60_000);

test('a restore that a version before groups has stored is read as one group, also while it goes on', async () => {
  const { groups, calls, ...restore } = aRestore({ groups: [aRestoreGroup({ exploreId: 'session-1' })] });
  const stored = {
    ...restore,
    ...groups[0],
    calls: calls.map((call) => ({ ...call, group: undefined })),
  };
  const read = restoreStateSchema.parse({ restores: [stored], recentScopes: [] });
  expect(read.restores).toEqual([{ ...restore, groups, calls }]);

  const bench = prepared();
  serviceTakes(bench, 5);
  bench.store.put(key, aRestoreState({ restores: read.restores }));
  await bench.clock.run(bench.process().follow({ kind: 'restore', key, restoreId: restore.id }, new AbortController()));
  expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
  expect(bench.restore().startedAt).toBe(START);
});
