import { AbandonedError, createActiveJobs } from '../../../../src/sign-in/follow/active-jobs.ts';

test('ends the activeJob of that sign-in alone', () => {
  const activeJobs = createActiveJobs();
  const first = activeJobs.add('sign-in-1', new AbortController());
  const second = activeJobs.add('sign-in-2', new AbortController());

  activeJobs.abandon('sign-in-1');

  expect(first.signal.reason).toBeInstanceOf(AbandonedError);
  expect(second.signal.aborted).toBe(false);
});

test('ending what nobody follows here does nothing', () => {
  const activeJobs = createActiveJobs();
  const activeJob = activeJobs.add('sign-in-1', new AbortController());
  activeJob.done();

  activeJobs.abandon('sign-in-1');
  activeJobs.abandon('never-seen');

  expect(activeJob.signal.aborted).toBe(false);
});

test('a activeJob that is done does not take away the next one of the same sign-in', () => {
  const activeJobs = createActiveJobs();
  const first = activeJobs.add('sign-in-1', new AbortController());
  const second = activeJobs.add('sign-in-1', new AbortController());
  first.done();

  activeJobs.abandon('sign-in-1');

  expect(second.signal.aborted).toBe(true);
});

describe('a activeJob', () => {
  function add() {
    const activeJobs = createActiveJobs();
    const job = new AbortController();
    return { activeJobs, job, activeJob: activeJobs.add('sign-in-1', job) };
  }

  test('is ended by its job, with the same reason, and is not given up by that', () => {
    const { job, activeJob } = add();
    const reason = new Error('stopping');

    job.abort(reason);

    expect(activeJob.signal.reason).toBe(reason);
    expect(activeJob.isAbandoned()).toBe(false);
  });

  test('lets a call end that is under way when its job is interrupted', async () => {
    const { job, activeJob } = add();

    const called = await activeJob.call(async (givenUp) => {
      job.abort(new Error('stopping'));
      return givenUp.aborted;
    });

    expect(called).toBe(false);
    expect(activeJob.signal.aborted).toBe(true);
  });

  test.each([false, true])(
    'cuts a call off when it is given up, its job interrupted before: %s',
    async (interrupted) => {
      const { activeJobs, job, activeJob } = add();
      if (interrupted) job.abort(new Error('stopping'));

      const reason = await activeJob.call(async (givenUp) => {
        activeJobs.abandon('sign-in-1');
        return givenUp.reason as unknown;
      });

      expect(reason).toBeInstanceOf(AbandonedError);
      expect(activeJob.isAbandoned()).toBe(true);
    },
  );

  test('that is given up calls nobody any more', async () => {
    const { activeJobs, activeJob } = add();
    activeJobs.abandon('sign-in-1');

    await expect(activeJob.call(() => Promise.resolve('called'))).rejects.toBeInstanceOf(AbandonedError);
  });
});
