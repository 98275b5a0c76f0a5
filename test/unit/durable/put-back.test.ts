import type { Job } from '../../../src/core/jobs.ts';
import { withPutBack } from '../../../src/durable/put-back.ts';
import { granted } from '../../fakes/identity-provider.ts';
import { createFakeExports } from '../../fakes/exports.ts';
import type { FakeJobs } from '../../fakes/jobs.ts';
import { anAsker, anExport, aSession } from '../../support/builders.ts';
import { createDomain } from '../../support/domain.ts';
import { createRestoreOutside, key, startRestoreProcess } from '../../support/restore-process.ts';
import { createReadyChat } from '../../support/restore-tasks.ts';
import { createBench, serviceTakes, withTask } from '../../support/restoring-bench.ts';

const asker = anAsker();

/** Its process is gone; later it is set aside, and put back by hand. */
function putBack(jobs: FakeJobs, kind: Job['kind']): void {
  jobs.abandon(new Error('The process is gone.'));
  jobs.putBack(kind);
}

describe('a job that was set aside and put back continues', () => {
  test('to follow a sign-in', async () => {
    const domain = createDomain();
    await domain.signIns.begin(asker, { flow: 'operator' });
    await domain.clock.settle();
    putBack(domain.jobs, 'follow');
    domain.identityProvider.polls = [granted()];
    await Promise.all([domain.jobs.runDue(), domain.clock.advance(60_000)]);
    expect(domain.store.stateOf(key)?.session).toBeDefined();
  });

  test('to follow a restore', async () => {
    const bench = createBench();
    await withTask(bench);
    serviceTakes(bench, 60);
    await bench.clock.run(bench.process().begin(asker, 'task-1', 'card-0'));
    await bench.clock.advance(20_000);
    putBack(bench.jobs, 'restore');
    await bench.drain();
    expect(bench.explorer.restored).toHaveLength(1);
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
  });

  test('to look into earlier backups', async () => {
    const chat = await createReadyChat();
    await chat.press({ kind: 'search', scope: 'user-1', workload: 'exchange', form: { words: 'nowhere' } });
    chat.explorer.during.search = () => chat.clock.sleep(60_000);
    const pressing = chat.wizard.press(asker, chat.task().id, { kind: 'look-back' }, chat.task().cardId);
    await chat.clock.run(pressing);
    putBack(chat.jobs, 'look-back');
    delete chat.explorer.during.search;
    await chat.clock.run(chat.jobs.runDue());
    await chat.clock.settle();
    expect(chat.task()).toMatchObject({ step: 'search', remark: { code: 'nothing-earlier' } });
  });

  test('to fetch a file', async () => {
    const outside = createRestoreOutside(aSession(), 'id');
    const files = createFakeExports(outside.clock);
    const renewals = { renew: async () => ({ kind: 'refused', reason: 'refused', view: {} }) as never };
    const { feature } = startRestoreProcess({ ...outside, files }, { around: (_, call) => call(), renewals });
    const present = anExport({ jobId: 'message-1' });
    await files.exports.record(present.id).write(key, present, undefined);
    const job = { kind: 'export', key, exportId: present.id } as const;
    const follow = (formerIds?: readonly string[]) =>
      outside.clock.run(
        feature.jobHandlers.export(job, new AbortController(), 'message-2', { isOverdue: false, formerIds }),
      );
    await follow(['message-0']);
    expect(files.exports.stateOf(key, present.id)).toEqual(present);
    await follow(['message-0', 'message-1']);
    expect(files.exports.stateOf(key, present.id)).not.toEqual(present);
  });
});

test('of two copies that are put back the first one counts', () => {
  const formerIds = ['message-1'];
  const first = withPutBack({ jobId: 'message-1' }, { messageId: 'message-2', formerIds });
  expect(first).toEqual({ jobId: 'message-2' });
  expect(first && withPutBack(first, { messageId: 'message-3', formerIds })).toBeUndefined();
});
