import { createStoredJobs } from '../../../src/restore/stored-jobs.ts';
import { createFakeExportStore } from '../../fakes/exports.ts';
import { createFakeRestoreStore } from '../../fakes/restore-store.ts';
import { anExport, aPersonKey, aRestore, aRestoreState, aTask } from '../../support/builders.ts';

const key = aPersonKey();

function bench(state = aRestoreState()) {
  const store = createFakeRestoreStore();
  store.put(key, state);
  const exports = createFakeExportStore({ now: () => 500 });
  return { store, jobs: createStoredJobs({ store, exports, clock: { now: () => 500 } as never }), exports };
}

test('a restore is followed by the message that its state names, and by no copy of it', async () => {
  const { jobs } = bench(aRestoreState({ restores: [aRestore({ id: 'restore-1', jobId: 'message-1' })] }));
  const job = { kind: 'restore', key, restoreId: 'restore-1' } as const;
  expect(await jobs.restore(job, 'message-1')).toEqual(job);
  expect(await jobs.restore(job, 'message-2')).toBeUndefined();
  expect(await jobs.restore({ ...job, restoreId: 'restore-2' }, 'message-1')).toBeUndefined();
});

test('only a service session of the stored task or of a running restore is looked at', async () => {
  const task = aTask({ explore: { id: 'of-the-task' } as never });
  const restores = [
    aRestore({ id: '1', exploreId: 'of-a-restore', endedAt: undefined }),
    aRestore({ id: '2', exploreId: 'ended', endedAt: 1 }),
  ];
  const { jobs } = bench(aRestoreState({ task, restores }));
  const idle = (exploreId: string) => jobs['explore-idle']({ kind: 'explore-idle', key, exploreId, dueAt: 9_999_999 });
  expect(await idle('of-the-task')).toMatchObject({ exploreId: 'of-the-task', dueAt: 500 });
  expect(await idle('of-a-restore')).toMatchObject({ exploreId: 'of-a-restore', dueAt: 500 });
  expect(await idle('ended')).toBeUndefined();
  expect(await idle('of-somebody-else')).toBeUndefined();
});

test('a look goes on only while the task shows it, by its own job', async () => {
  const look = { id: 'look-1', from: 9, showedDeleted: false, sessions: 1, looked: [] };
  const asked = (step: 'earlier' | 'results', lookId = 'look-1') => {
    const { jobs } = bench(aRestoreState({ task: aTask({ look, step }) }));
    return jobs['look-back']({ kind: 'look-back', key, lookId });
  };
  expect(await asked('earlier')).toEqual({ kind: 'look-back', key, lookId: 'look-1' });
  // **Stop**, or a later look.
  expect(await asked('results')).toBeUndefined();
  expect(await asked('earlier', 'look-2')).toBeUndefined();
  expect(await bench().jobs['look-back']({ kind: 'look-back', key, lookId: 'look-1' })).toBeUndefined();
});

test('an export is followed as long as it is stored', async () => {
  const { jobs, exports } = bench();
  await exports.record('export-1').write(key, anExport({ id: 'export-1' }), undefined);
  const job = { kind: 'export', key, exportId: 'export-1' } as const;
  expect(await jobs.export(job, 'message-1')).toEqual(job);
  expect(await jobs.export({ ...job, exportId: 'export-2' }, 'message-1')).toBeUndefined();
  // Only by the message that its record names.
  await exports.record('export-3').write(key, anExport({ id: 'export-3', jobId: 'message-3' }), undefined);
  expect(await jobs.export({ ...job, exportId: 'export-3' }, 'message-1')).toBeUndefined();
  const due = { ...job, kind: 'export-due', dueAt: 9_999_999 } as const;
  expect(await jobs['export-due'](due)).toEqual({ ...due, dueAt: 500 });
  expect(await jobs['export-due']({ ...due, exportId: 'export-2' })).toBeUndefined();
});

test('a state that cannot be read here may be readable for another instance', async () => {
  const { jobs, store } = bench();
  store.spoil(key);
  await expect(jobs.restore({ kind: 'restore', key, restoreId: 'x' }, 'm')).rejects.toThrow('cannot be read');
});
