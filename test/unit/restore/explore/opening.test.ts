/** Restores that open an explore session of their own. */
import { aBackup, aPoint } from '../../../fakes/explorer.ts';
import { ProcessDied } from '../../../fakes/intercept.ts';
import type { RestorePoint } from '../../../../src/restore/backups/catalog.ts';
import type { Task } from '../../../../src/restore/state/task.ts';
import { aFault, anAsker, aTask, entries } from '../../../support/builders.ts';
import { createBench, key, serviceTakes, withTask, type Bench } from '../../../support/restoring-bench.ts';

const asker = anAsker();

/** @returns once **Restore** was pressed on a task whose explore session is to be opened anew */
async function restoreWithoutSession(stopAt?: string): Promise<Bench> {
  const bench = createBench();
  serviceTakes(bench, 10);
  await withTask(bench, { explore: undefined, list: entries(2) });
  let isDead = false;
  let isOpened = false;
  const restoring = bench.process(async (label, call) => {
    if (isDead || (isOpened && label === stopAt)) {
      isDead = true;
      throw new ProcessDied();
    }
    const answer = await call();
    isOpened ||= label === 'explorer.openExplore';
    return answer;
  });
  await bench.clock.run(restoring.begin(asker, 'task-1', 'card-0'));
  await bench.clock.advance(30_000);
  return bench;
}

const lastOpened = ({ explorer }: Bench): string | undefined =>
  explorer.allSessions.findLast(({ request }) => request !== undefined)?.id;

test('an idle job stops the session that a restore opened', async () => {
  const bench = await restoreWithoutSession();
  await bench.drain();
  const opened = lastOpened(bench);
  expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
  expect(bench.queued('explore-idle')).toMatchObject([{ job: { kind: 'explore-idle', key, exploreId: opened } }]);
});

test('where the process dies before its job is sent, the state has it', async () => {
  const bench = await restoreWithoutSession('jobs.send');
  expect(bench.restore().groups[0]?.exploreId).toBe('');
  expect(bench.store.stateOf(key)?.openSessions).toMatchObject([{ id: lastOpened(bench) }]);
});

test('what was found in the latest backup is restored from it, whatever was backed up since', async () => {
  const bench = createBench();
  serviceTakes(bench, 10);
  const opened = { id: 'point-1', backupTime: Date.UTC(2026, 10, 1), repositoryId: 'repository-1' };
  const task = aTask({ list: entries(2) });
  await withTask(bench, { explore: undefined, list: task.list.map((group) => ({ ...group, opened })) });
  await bench.clock.run(bench.process().begin(asker, 'task-1', 'card-0'));
  await bench.drain();
  const { backupTime: at, repositoryId } = opened;
  const { request } = bench.explorer.allSessions.find(({ id }) => id === lastOpened(bench)) ?? {};
  expect(request).toMatchObject({ at, repositoryId });
  expect(bench.restore().groups).toMatchObject([{ opened }]);
});

const gone = { id: 'gone', backupTime: Date.UTC(2026, 10, 21) };

test.each([
  ['found in what was the latest one', { opened: gone }, []],
  ['found in it, or approved of it', { point: { kind: 'at', ...gone } as const }, []],
  [
    'chosen, and the service is busy when it is asked again,',
    { point: { kind: 'at', ...gone } as const },
    [undefined, aFault('TIMED_OUT')],
  ],
])('what was %s is not restored from an older one where it no longer exists', async (_, place, faults) => {
  const bench = createBench();
  bench.explorer.faults.restorePoints = [...faults];
  serviceTakes(bench, 10);
  const task = aTask({ list: entries(2) });
  const backup = bench.explorer.backups.get('own') ?? aBackup();
  bench.explorer.backups.set('own', { ...backup, points: [aPoint()] });
  await withTask(bench, { explore: undefined, list: task.list.map((group) => ({ ...group, ...place })) });
  const before = lastOpened(bench);
  await bench.clock.run(bench.process().begin(asker, 'task-1', 'card-0'));
  await bench.drain();
  expect(lastOpened(bench)).toBe(before);
  expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'refused', trouble: 'backup-gone' });
});

describe('the audit log', () => {
  const older = { id: 'point-1', backupTime: Date.UTC(2026, 10, 1), workloads: ['exchange'], hidden: false } as const;
  const newest = { ...older, id: 'point-2', backupTime: Date.UTC(2026, 10, 2) };
  const hidden = { ...newest, id: 'copy', backupTime: Date.UTC(2026, 10, 3), hidden: true };
  const restored = async (points: readonly RestorePoint[], changes: Partial<Task> = {}): Promise<Bench> => {
    const bench = createBench();
    serviceTakes(bench, 10);
    const backup = bench.explorer.backups.get('own');
    bench.explorer.backups.set('own', { ...backup, entries: backup?.entries ?? [], points } as never);
    await withTask(bench, { explore: undefined, list: entries(2), ...changes });
    await bench.clock.run(bench.process().begin(asker, 'task-1', 'card-0'));
    await bench.drain();
    return bench;
  };

  test('names whose backup was opened, and the point that the latest one was, also of the restore', async () => {
    const { audit, explorer } = await restored([older, hidden, newest]);
    const opened = lastOpened({ explorer } as Bench);
    const point = { point: '2026-11-02T00:00:00.000Z', pointId: 'point-2' };
    expect(audit.records).toMatchObject([
      { event: 'backup-opened', key, reference: opened, restore: { workload: 'exchange', scope: 'own', ...point } },
      { event: 'restore-started', restore: { scope: 'own', items: 2, ...point } },
      { event: 'restore-ended', outcome: 'success', restore: { ...point, restored: 2 } },
    ]);
    expect(explorer.allSessions.findLast(({ id }) => id === opened)?.request?.at).toBeUndefined();
  });

  test('names an earlier point that was chosen', async () => {
    const point = { kind: 'at', id: older.id, backupTime: older.backupTime } as const;
    const { audit } = await restored([older, newest], { point });
    const named = { point: '2026-11-01T00:00:00.000Z', pointId: 'point-1' };
    expect(audit.records.map(({ restore }) => restore)).toMatchObject([named, named, named]);
  });

  test('says latest where the points cannot be read', async () => {
    const bench = createBench();
    serviceTakes(bench, 10);
    bench.explorer.faults.restorePoints = [aFault('TIMED_OUT')];
    await withTask(bench, { explore: undefined, list: entries(2) });
    await bench.clock.run(bench.process().begin(asker, 'task-1', 'card-0'));
    await bench.drain();
    expect(bench.audit.records[0]).toMatchObject({ event: 'backup-opened', restore: { point: 'latest' } });
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
    // The data of that time can be opened all the same.
    expect(bench.restore().groups[0]?.opened).toEqual({ backupTime: expect.any(Number) });
  });
});
