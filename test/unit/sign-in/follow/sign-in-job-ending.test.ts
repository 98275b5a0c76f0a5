import type { FollowJob } from '../../../../src/sign-in/follow/sign-in-job.ts';
import type { PersonState } from '../../../../src/sign-in/model.ts';
import { START } from '../../../fakes/clock.ts';
import { granted } from '../../../fakes/identity-provider.ts';
import { createHeart, type Choices, type Heart } from '../../../support/heart.ts';
import { aFault, anAsker, aPersonKey, aPersonState, aWaitingSignIn } from '../../../support/builders.ts';

const asker = anAsker();
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

describe('giving up', () => {
  test('during the exchange ends it at once, and no token is used or left', async () => {
    const heart = waiting();
    heart.identityProvider.polls = [granted()];
    heart.service.duringExchange = (signal) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
    const following = heart.follow(job, new AbortController());
    await heart.clock.advance(10_000);

    await heart.signIns.cancel(asker);
    await heart.clock.run(following);

    expect(heart.announcer.acts).toEqual(['edit card-0 not-signed-in']);
    expect(heart.store.stateOf(key)?.session).toBeUndefined();
    expect(JSON.stringify(heart.store.stateOf(key))).not.toContain('SECRET');
    expect(heart.audit.events).toEqual(['sign-in-ended cancelled']);
  });

  test('too late for the service has its tokens revoked', async () => {
    const heart = waiting();
    heart.identityProvider.polls = [granted()];
    // The service issues its tokens all the same.
    heart.service.duringExchange = async () => void (await heart.signIns.cancel(asker));

    await followed(heart);

    expect(heart.service.logOuts).toEqual(['SECRET-service-access-1']);
    expect(heart.service.live.size).toBe(0);
    expect(heart.store.stateOf(key)?.session).toBeUndefined();
    expect(lastCard(heart)).toMatchObject({ failure: { reason: 'cancelled' } });
  });

  test('a token that cannot be revoked then does not fail the job', async () => {
    const heart = waiting();
    heart.identityProvider.polls = [granted()];
    heart.service.duringExchange = async () => void (await heart.signIns.cancel(asker));
    heart.service.logOutFaults = [aFault('NO_ANSWER')];

    await followed(heart);

    expect(heart.store.stateOf(key)?.session).toBeUndefined();
  });

  test('between two tries ends the tries', async () => {
    const heart = waiting();
    heart.identityProvider.polls = [granted()];
    heart.service.exchangeFaults = Array.from({ length: 100 }, () => aFault('NO_ANSWER'));
    const following = heart.follow(job, new AbortController());
    await heart.clock.advance(60_000);
    const tries = heart.service.exchanges.length;

    await heart.signIns.cancel(asker);
    await heart.clock.run(following);

    expect(heart.service.exchanges).toHaveLength(tries);
  });

  test('on another instance is seen between two tries', async () => {
    const heart = waiting();
    const other = heart.another();
    heart.identityProvider.polls = [granted()];
    heart.service.exchangeFaults = Array.from({ length: 100 }, () => aFault('NO_ANSWER'));
    const following = heart.follow(job, new AbortController());
    await heart.clock.advance(10_000);

    await other.signIns.cancel(asker);
    await heart.clock.run(following);

    expect(heart.clock.now() - START).toBeLessThan(120_000);
    expect(heart.store.stateOf(key)?.signIn).toMatchObject({ failure: { reason: 'cancelled' } });
  });

  test('an answer to what was cancelled is thrown away', async () => {
    const heart = waiting();
    const other = heart.another();
    heart.identityProvider.polls = [granted()];
    const following = heart.follow(job, new AbortController());
    await heart.clock.advance(3000);
    await other.signIns.cancel(asker);

    await heart.clock.run(following);

    expect(heart.service.exchanges).toEqual([]);
    expect(JSON.stringify(heart.store.stateOf(key))).not.toContain('SECRET');
  });
});

describe('ending the process', () => {
  const stopping = new Error('stopping');

  test('ends the wait and leaves the sign-in as it is', async () => {
    const heart = waiting();
    const controller = new AbortController();
    const following = heart.follow(job, controller);
    await heart.clock.advance(3000);

    controller.abort(stopping);

    await expect(following).rejects.toBe(stopping);
    expect(heart.store.stateOf(key)?.signIn?.kind).toBe('waiting');
    expect(heart.announcer.acts).toEqual([]);
  });

  test('loses no answer that is on its way', async () => {
    const heart = waiting();
    heart.identityProvider.polls = [granted()];
    const controller = new AbortController();
    const redeem = heart.identityProvider.redeemDeviceCode.bind(heart.identityProvider);
    heart.identityProvider.redeemDeviceCode = async (organization, request, signal) => {
      const answer = await redeem(organization, request, signal);
      controller.abort(stopping);
      signal?.throwIfAborted();
      return answer;
    };

    await expect(followed(heart, controller)).rejects.toBe(stopping);

    expect(heart.store.stateOf(key)?.signIn?.kind).toBe('redeemed');
    await heart.clock.run(heart.another().follow(job, new AbortController()));
    expect(lastCard(heart)?.kind).toBe('signed-in');
    expect(heart.identityProvider.redemptions).toHaveLength(1);
  });

  test('ends an exchange, which the next process repeats', async () => {
    const heart = waiting();
    heart.identityProvider.polls = [granted()];
    const controller = new AbortController();
    heart.service.duringExchange = async (signal) => {
      controller.abort(stopping);
      signal?.throwIfAborted();
    };

    await expect(followed(heart, controller)).rejects.toBe(stopping);
    heart.service.duringExchange = () => Promise.resolve();
    await heart.clock.run(heart.another().follow(job, new AbortController()));

    expect(heart.service.live.size).toBe(1);
    expect(lastCard(heart)?.kind).toBe('signed-in');
  });
});

describe('two followers of one sign-in', () => {
  test('the one that finds the code spent does not end what the other one finishes', async () => {
    const heart = waiting();
    const other = heart.another();
    heart.identityProvider.polls = [granted()];
    heart.service.exchangeFaults = [aFault('NO_ANSWER'), aFault('NO_ANSWER'), aFault('NO_ANSWER')];
    const first = heart.follow(job, new AbortController());
    await heart.clock.advance(1000);
    const second = other.follow(job, new AbortController());

    await heart.clock.run(Promise.all([first, second]));

    expect(heart.store.stateOf(key)?.session).toBeDefined();
    expect(heart.service.live).toEqual(new Set([heart.store.stateOf(key)?.session?.accessToken]));
    expect(lastCard(heart)?.kind).toBe('signed-in');
    expect(heart.announcer.acts.filter((act) => act.endsWith('not-signed-in'))).toEqual([]);
  });

  test('an answer beats the end that the other one saw first', async () => {
    const heart = waiting();
    const other = heart.another();
    let release = (): void => undefined;
    const redeem = heart.identityProvider.redeemDeviceCode.bind(heart.identityProvider);
    heart.identityProvider.polls = [granted()];
    heart.identityProvider.redeemDeviceCode = async (...call) => {
      const answer = await redeem(...call);
      if (answer.kind === 'granted') await new Promise<void>((resolve) => (release = resolve));
      return answer;
    };
    const first = heart.follow(job, new AbortController());
    await heart.clock.advance(1000);
    const second = other.follow(job, new AbortController());
    await heart.clock.run(second);
    release();

    await heart.clock.run(first);

    expect(heart.store.stateOf(key)?.session).toBeDefined();
    expect(lastCard(heart)?.kind).toBe('signed-in');
  });
});
