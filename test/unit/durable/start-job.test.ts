import { StorageUnavailableError } from '../../../src/core/errors.ts';
import type { Job } from '../../../src/core/jobs.ts';
import { sendAllOwned, startJob } from '../../../src/durable/start-job.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { createFakeJobs } from '../../fakes/jobs.ts';
import { aPersonKey } from '../../support/builders.ts';

const job: Job = { kind: 'restore', key: aPersonKey(), restoreId: 'restore-1' };
const needed = { result: 'stored', isNeeded: true };

/** What happens, in its order. */
function aBench() {
  const jobs = createFakeJobs(createFakeClock());
  const happened: string[] = [];
  jobs.handle({ restore: async () => void happened.push('job ran') });
  const start = (write: () => Promise<typeof needed>, reply: (start: (() => void) | undefined) => Promise<void>) =>
    startJob({ jobs }, job, write, async (result, sooner) => {
      happened.push(result);
      await reply(sooner);
      await jobs.idle();
      happened.push('replied');
    });
  return { jobs, happened, start };
}

test('the job is in the queue before its record is written, and runs once the reply is given', async () => {
  const { jobs, happened, start } = aBench();

  await start(
    async () => {
      expect(jobs.queued).toMatchObject([{ job }]);
      return needed;
    },
    async () => undefined,
  );
  await jobs.idle();

  expect(happened).toEqual(['stored', 'replied', 'job ran']);
});

test('the reply may start it sooner, which happens once', async () => {
  const { jobs, happened, start } = aBench();

  await start(
    async () => needed,
    async (sooner) => sooner?.(),
  );
  await jobs.idle();

  expect(happened).toEqual(['stored', 'job ran', 'replied']);
});

test.each([
  ['does not need it', async () => ({ result: 'somebody was first', isNeeded: false })],
  ['was certainly not written', () => Promise.reject(new Error('conflict'))],
])('a job is discarded whose record %s', async (_, write) => {
  const { jobs, happened, start } = aBench();

  await start(write, async (sooner) => expect(sooner).toBeUndefined()).catch((error: unknown) =>
    happened.push(String(error)),
  );
  await jobs.idle();

  expect(happened).not.toContain('job ran');
  expect(jobs.queued).toEqual([]);
});

test('a job runs whose record may have been written, because the response of storage was lost', async () => {
  const { jobs, happened, start } = aBench();
  const lost = new StorageUnavailableError('the response was lost');

  await expect(
    start(
      () => Promise.reject(lost),
      async () => undefined,
    ),
  ).rejects.toBe(lost);
  await jobs.idle();

  expect(happened).toEqual(['job ran']);
});

test('the job runs where the reply fails, and the next process runs the job of a process that died before that', async () => {
  const { jobs, happened, start } = aBench();
  const write = async () => needed;

  await expect(start(write, () => Promise.reject(new Error('the chat service is away')))).rejects.toThrow(
    'chat service',
  );
  await jobs.idle();
  expect(happened).toEqual(['stored', 'job ran']);

  void start(write, () => new Promise(() => undefined));
  await Promise.resolve();
  jobs.abandon(new Error('the process dies'));
  await jobs.runDue();
  expect(happened.filter((what) => what === 'job ran')).toHaveLength(1);
});

test('of several jobs, those that were sent run although another could not be', async () => {
  const { jobs, happened } = aBench();
  let sent = 0;
  const sendOwned = async (each: Job) => {
    sent += 1;
    if (sent === 1) throw new StorageUnavailableError('away');
    return jobs.sendOwned(each);
  };

  await expect(sendAllOwned({ jobs: { sendOwned } }, [job, job, job])).rejects.toThrow(StorageUnavailableError);
  await jobs.idle();

  expect([happened, jobs.queued]).toEqual([['job ran', 'job ran'], []]);
});

test.each<[string, number, () => Promise<typeof needed>]>([
  ['was written', 1, async () => needed],
  ['may have been written', 1, () => Promise.reject(new StorageUnavailableError('away'))],
  ['does not need the job', 0, async () => ({ ...needed, isNeeded: false })],
  ['was certainly not written', 0, () => Promise.reject(new Error('conflict'))],
])('it is known where the record %s', async (_, times, write) => {
  const { jobs } = aBench();
  const onWritten = jest.fn();
  await startJob({ jobs }, job, write, () => undefined, onWritten).catch(() => undefined);
  await jobs.idle();
  expect(onWritten).toHaveBeenCalledTimes(times);
});
