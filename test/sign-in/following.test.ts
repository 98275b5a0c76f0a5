import { AbandonedError, createFollowing } from '../../src/sign-in/following.ts';

test('ends the follower of that sign-in alone', () => {
  const following = createFollowing();
  const first = following.add('sign-in-1');
  const second = following.add('sign-in-2');

  following.end('sign-in-1');

  expect(first.signal.reason).toBeInstanceOf(AbandonedError);
  expect(second.signal.aborted).toBe(false);
});

test('ending what nobody follows here does nothing', () => {
  const following = createFollowing();
  const { signal, done } = following.add('sign-in-1');
  done();

  following.end('sign-in-1');
  following.end('never-seen');

  expect(signal.aborted).toBe(false);
});

test('a follower that is done does not take away the next one of the same sign-in', () => {
  const following = createFollowing();
  const first = following.add('sign-in-1');
  const second = following.add('sign-in-1');
  first.done();

  following.end('sign-in-1');

  expect(second.signal.aborted).toBe(true);
});
