import { UpstreamError } from '../../../../src/core/errors.ts';
import type { FollowJob } from '../../../../src/sign-in/follow/sign-in-job.ts';
import type { PersonState } from '../../../../src/sign-in/model.ts';
import { START } from '../../../fakes/clock.ts';
import { granted } from '../../../fakes/identity-provider.ts';
import { createHeart, type Choices, type Heart } from '../../../support/heart.ts';
import {
  aFault,
  anEndedSignIn,
  aPersonKey,
  aPersonState,
  aRedeemedSignIn,
  aSession,
  aWaitingSignIn,
  noAnswer,
  refused,
} from '../../../support/builders.ts';

const key = aPersonKey();
const job: FollowJob = { kind: 'follow', key, signInId: 'sign-in-0' };

/** A sign-in whose card stands, and nobody follows it yet. */
function waiting(choices: Choices = {}, state: Partial<PersonState> = {}): Heart {
  const heart = createHeart(choices);
  heart.store.put(key, aPersonState({ signIn: aWaitingSignIn({ cardId: 'card-0' }), ...state }));
  return heart;
}

const followed = (heart: Heart, controller = new AbortController()): Promise<void> =>
  heart.clock.run(heart.follow(job, controller));

const lastCard = (heart: Heart) => heart.announcer.cards.at(-1)?.views.at(-1);

describe('taken up again', () => {
  test('a code without a card gets one', async () => {
    const heart = waiting({}, { signIn: aWaitingSignIn() });
    heart.identityProvider.polls = [granted()];

    await followed(heart);

    expect(heart.announcer.acts).toEqual(['post sign-in', 'edit card-1 signed-in']);
  });

  test('a code that ended meanwhile gets no card of its own, and is asked for once', async () => {
    const heart = waiting({}, { signIn: aWaitingSignIn({ expiresAt: START - 1 }) });

    await followed(heart);

    expect(heart.identityProvider.redemptions).toHaveLength(1);
    expect(heart.announcer.acts).toEqual(['post not-signed-in']);
  });

  test('a stored answer is not redeemed again', async () => {
    const heart = waiting({}, { signIn: aRedeemedSignIn({ cardId: 'card-0' }) });

    await followed(heart);

    expect(heart.identityProvider.redemptions).toEqual([]);
    expect(lastCard(heart)?.kind).toBe('signed-in');
  });

  test('an end is told', async () => {
    const heart = waiting({}, { signIn: anEndedSignIn({ cardId: 'card-0' }) });

    await followed(heart);

    expect(heart.announcer.acts).toEqual(['edit card-0 not-signed-in']);
  });

  test('a session is told and its notices are sent', async () => {
    const heart = waiting({}, { signIn: undefined, session: aSession() });

    await followed(heart);

    expect(heart.announcer.acts).toEqual(['edit card-0 signed-in']);
    expect(heart.jobs.sent).toHaveLength(2);
  });

  test.each([
    ['another sign-in', aPersonState({ signIn: aWaitingSignIn({ id: 'newer' }) })],
    ['another session', aPersonState({ session: aSession({ signInId: 'newer' }) })],
    ['neither', aPersonState()],
  ])('does nothing where there is %s by now', async (_, state) => {
    const heart = createHeart();
    heart.store.put(key, state);

    await followed(heart);

    expect(heart.store.written).toEqual([]);
    expect(heart.announcer.acts).toEqual([]);
    expect(heart.identityProvider.redemptions).toEqual([]);
  });

  test('does nothing where the state does not open any more', async () => {
    const heart = waiting();
    heart.store.spoil(key);

    await followed(heart);

    expect(heart.announcer.acts).toEqual([]);
    expect(heart.identityProvider.redemptions).toEqual([]);
  });
});

describe('a conversation that is gone', () => {
  test('is erased with all its tokens', async () => {
    for (const polls of [[granted()], [refused('access_denied')]]) {
      const heart = waiting();
      heart.identityProvider.polls = polls;
      heart.announcer.mode = 'is unreachable';

      await followed(heart);

      expect(heart.store.stateOf(key)).toBeUndefined();
    }
  });

  test('is not polled for once its card cannot be posted', async () => {
    const heart = waiting({}, { signIn: aWaitingSignIn() });
    heart.announcer.mode = 'is unreachable';

    await followed(heart);

    expect(heart.store.stateOf(key)).toBeUndefined();
    expect(heart.identityProvider.redemptions).toEqual([]);
  });

  test('while the service is down has the tokens revoked that come in the end', async () => {
    const heart = waiting();
    heart.identityProvider.polls = [granted()];
    heart.service.exchangeFaults = [aFault('NO_ANSWER'), aFault('NO_ANSWER'), aFault('NO_ANSWER')];
    heart.announcer.mode = 'is unreachable';

    await followed(heart);

    expect(heart.store.stateOf(key)).toBeUndefined();
    expect(heart.service.live.size).toBe(0);
  });
});

describe('a chat service that fails', () => {
  test('has the outcome told by the job when it comes again', async () => {
    const heart = waiting();
    heart.identityProvider.polls = [granted()];
    heart.announcer.next = ['fails'];

    await expect(followed(heart)).rejects.toThrow(UpstreamError);
    await followed(heart);

    expect(lastCard(heart)?.kind).toBe('signed-in');
    expect(heart.service.exchanges).toHaveLength(1);
  });

  test('does not hinder the polling of a code whose card could not be posted', async () => {
    const heart = waiting({}, { signIn: aWaitingSignIn() });
    heart.identityProvider.polls = [noAnswer(), granted()];
    heart.announcer.next = ['fails'];

    await followed(heart);

    expect(heart.announcer.acts).toEqual(['post sign-in', 'post signed-in']);
  });
});
