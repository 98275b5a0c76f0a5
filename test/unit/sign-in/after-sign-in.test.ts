/** What waited for a sign-in goes on once somebody is signed in, and is told of it. */
import { StorageAwayError } from '../../../src/core/errors.ts';
import type { FollowJob } from '../../../src/sign-in/follow/sign-in-job.ts';
import type { PersonState } from '../../../src/sign-in/model.ts';
import { granted } from '../../fakes/identity-provider.ts';
import {
  aPersonKey,
  aPersonState,
  aRedeemedSignIn,
  aSession,
  aWaitingSignIn,
  refused,
} from '../../support/builders.ts';
import { createHeart, type Choices, type Heart } from '../../support/heart.ts';

const key = aPersonKey();
const job: FollowJob = { kind: 'follow', key, signInId: 'sign-in-0' };

function having(state: Partial<PersonState>, choices: Choices): Heart {
  const heart = createHeart(choices);
  heart.store.put(key, aPersonState(state));
  return heart;
}

const followed = (heart: Heart, controller = new AbortController()): Promise<void> =>
  heart.clock.run(heart.follow(job, controller));

test('is asked once the session is written and its card says so', async () => {
  const seen: unknown[] = [];
  const heart: Heart = having(
    { signIn: aRedeemedSignIn({ cardId: 'card-0' }) },
    {
      signedIn: async (who) => {
        seen.push([who, heart.store.stateOf(key)?.session?.signInId, [...heart.announcer.acts]]);
      },
    },
  );

  await followed(heart);

  expect(seen).toEqual([[key, 'sign-in-0', ['edit card-0 signed-in']]]);
});

test('is not asked after a sign-in that came to nothing', async () => {
  let asked = 0;
  const signedIn = async (): Promise<void> => void (asked += 1);
  const heart = having({ signIn: aWaitingSignIn({ cardId: 'card-0' }) }, { signedIn });
  heart.identityProvider.polls = [refused('authorization_declined')];

  await followed(heart);

  expect(asked).toBe(0);
});

test('is not asked of a conversation that is gone', async () => {
  let asked = 0;
  const signedIn = async (): Promise<void> => void (asked += 1);
  const heart = having({ signIn: aWaitingSignIn({ cardId: 'card-0' }) }, { signedIn });
  heart.identityProvider.polls = [granted()];
  heart.announcer.mode = 'is unreachable';

  await followed(heart);

  expect(asked).toBe(0);
  expect(heart.store.stateOf(key)).toBeUndefined();
});

test('is asked again when the job comes again, be it after a process that died over it', async () => {
  let asked = 0;
  const signedIn = async (): Promise<void> => void (asked += 1);
  const heart = having({ session: aSession() }, { signedIn });

  await followed(heart);
  await followed(heart);

  expect(asked).toBe(2);
});

test('that fails is in the log, and the sign-in has succeeded all the same', async () => {
  const heart = having({ session: aSession() }, { signedIn: () => Promise.reject(new Error('broken')) });

  await followed(heart);

  expect(heart.announcer.acts).toEqual(['edit card-0 signed-in']);
  expect(heart.log.lines.filter(({ level }) => level === 'warn')).toMatchObject([
    { fields: { reference: 'sign-in-0' }, message: 'what waited for a sign-in does not go on by itself' },
  ]);
});

test('waits for storage', async () => {
  let tries = 0;
  const signedIn = async (): Promise<void> => {
    tries += 1;
    if (tries < 4) throw new StorageAwayError('away');
  };
  const heart = having({ session: aSession() }, { signedIn });

  await followed(heart);

  expect(tries).toBe(4);
  expect(heart.log.lines.filter(({ level }) => level === 'warn')).toEqual([]);
});

test('that waits while the process stops is left to whoever gets the job next', async () => {
  const heart = having({ session: aSession() }, { signedIn: () => Promise.reject(new StorageAwayError('away')) });
  const stopping = new AbortController();
  const following = heart.follow(job, stopping);
  await heart.clock.advance(1000);
  stopping.abort(new Error('The process stops.'));
  heart.end();

  await expect(heart.clock.run(following)).rejects.toThrow('The process ends.');
});
