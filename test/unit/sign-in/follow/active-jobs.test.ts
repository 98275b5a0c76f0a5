import { AbandonedError, ActiveJobs } from '../../../../src/sign-in/follow/active-jobs.ts';

test('abandoning a sign-in ends its job alone', () => {
  const activeJobs = new ActiveJobs();
  const first = activeJobs.add('sign-in-1', new AbortController());
  const second = activeJobs.add('sign-in-2', new AbortController());

  activeJobs.abandon('sign-in-1');

  expect(first.signal.reason).toBeInstanceOf(AbandonedError);
  expect(second.signal.aborted).toBe(false);
});

test('abandoning a sign-in that no job of this process follows does nothing', () => {
  const activeJobs = new ActiveJobs();
  const activeJob = activeJobs.add('sign-in-1', new AbortController());
  activeJobs.remove('sign-in-1', activeJob);

  activeJobs.abandon('sign-in-1');
  activeJobs.abandon('never-seen');

  expect(activeJob.signal.aborted).toBe(false);
});

test('a job that is removed leaves the next one of the same sign-in', () => {
  const activeJobs = new ActiveJobs();
  const first = activeJobs.add('sign-in-1', new AbortController());
  const second = activeJobs.add('sign-in-1', new AbortController());
  activeJobs.remove('sign-in-1', first);

  activeJobs.abandon('sign-in-1');

  expect(second.signal.aborted).toBe(true);
});

describe('an active job', () => {
  function add() {
    const activeJobs = new ActiveJobs();
    const job = new AbortController();
    return { activeJobs, job, activeJob: activeJobs.add('sign-in-1', job) };
  }

  test('ends with its controller, for the same reason, and is not abandoned', () => {
    const { job, activeJob } = add();
    const reason = new Error('stopping');

    job.abort(reason);

    expect(activeJob.signal.reason).toBe(reason);
    expect(activeJob.isAbandoned).toBe(false);
  });

  test('lets a running call end when its controller is aborted', async () => {
    const { job, activeJob } = add();

    const called = await activeJob.call(async (abandoned) => {
      job.abort(new Error('stopping'));
      return abandoned.aborted;
    });

    expect(called).toBe(false);
    expect(activeJob.signal.aborted).toBe(true);
  });

  test.each([false, true])(
    'cuts a call off when it is abandoned, its controller aborted before: %s',
    async (interrupted) => {
      const { activeJobs, job, activeJob } = add();
      if (interrupted) job.abort(new Error('stopping'));

      const reason = await activeJob.call(async (abandoned) => {
        activeJobs.abandon('sign-in-1');
        return abandoned.reason as unknown;
      });

      expect(reason).toBeInstanceOf(AbandonedError);
      expect(activeJob.isAbandoned).toBe(true);
    },
  );

  test('makes no further call once it is abandoned', async () => {
    const { activeJobs, activeJob } = add();
    activeJobs.abandon('sign-in-1');

    await expect(activeJob.call(() => Promise.resolve('called'))).rejects.toBeInstanceOf(AbandonedError);
  });
});
