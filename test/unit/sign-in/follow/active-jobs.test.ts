import { AbandonedError, createFollowing } from '../../../../src/sign-in/follow/active-jobs.ts';

test('ends the follower of that sign-in alone', () => {
  const following = createFollowing();
  const first = following.add('sign-in-1', new AbortController());
  const second = following.add('sign-in-2', new AbortController());

  following.end('sign-in-1');

  expect(first.signal.reason).toBeInstanceOf(AbandonedError);
  expect(second.signal.aborted).toBe(false);
});

test('ending what nobody follows here does nothing', () => {
  const following = createFollowing();
  const follower = following.add('sign-in-1', new AbortController());
  follower.done();

  following.end('sign-in-1');
  following.end('never-seen');

  expect(follower.signal.aborted).toBe(false);
});

test('a follower that is done does not take away the next one of the same sign-in', () => {
  const following = createFollowing();
  const first = following.add('sign-in-1', new AbortController());
  const second = following.add('sign-in-1', new AbortController());
  first.done();

  following.end('sign-in-1');

  expect(second.signal.aborted).toBe(true);
});

describe('a follower', () => {
  function add() {
    const following = createFollowing();
    const job = new AbortController();
    return { following, job, follower: following.add('sign-in-1', job) };
  }

  test('is ended by its job, with the same reason, and is not given up by that', () => {
    const { job, follower } = add();
    const reason = new Error('stopping');

    job.abort(reason);

    expect(follower.signal.reason).toBe(reason);
    expect(follower.isGivenUp()).toBe(false);
  });

  test('lets a call end that is under way when its job is interrupted', async () => {
    const { job, follower } = add();

    const called = await follower.call(async (givenUp) => {
      job.abort(new Error('stopping'));
      return givenUp.aborted;
    });

    expect(called).toBe(false);
    expect(follower.signal.aborted).toBe(true);
  });

  test.each([false, true])(
    'cuts a call off when it is given up, its job interrupted before: %s',
    async (interrupted) => {
      const { following, job, follower } = add();
      if (interrupted) job.abort(new Error('stopping'));

      const reason = await follower.call(async (givenUp) => {
        following.end('sign-in-1');
        return givenUp.reason as unknown;
      });

      expect(reason).toBeInstanceOf(AbandonedError);
      expect(follower.isGivenUp()).toBe(true);
    },
  );

  test('that is given up calls nobody any more', async () => {
    const { following, follower } = add();
    following.end('sign-in-1');

    await expect(follower.call(() => Promise.resolve('called'))).rejects.toBeInstanceOf(AbandonedError);
  });
});
