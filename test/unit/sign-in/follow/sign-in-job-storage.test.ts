import type { UpstreamError } from '../../../../src/core/errors.ts';
import type { FollowJob } from '../../../../src/sign-in/follow/sign-in-job.ts';
import type { PersonState } from '../../../../src/sign-in/model.ts';
import { START } from '../../../fakes/clock.ts';
import { granted } from '../../../fakes/identity-provider.ts';
import { createHeart, type Choices, type Heart } from '../../../support/heart.ts';
import {
  aFault,
  aPersonKey,
  aPersonState,
  aRedeemedSignIn,
  aWaitingSignIn,
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

describe('a service that is down', () => {
  const down = (count: number): UpstreamError[] =>
    Array.from({ length: count }, () => aFault('FAILED', { status: 503 }));

  test('is asked until it is up again, with the stored answer and no second redemption', async () => {
    const heart = waiting();
    heart.identityProvider.polls = [granted()];
    heart.service.exchangeFaults = down(7);

    await followed(heart);

    expect(heart.announcer.acts).toEqual(['edit card-0 finishing', 'edit card-0 signed-in']);
    expect(heart.identityProvider.redemptions).toHaveLength(1);
    expect(new Set(heart.service.exchanges.map(({ assertion }) => assertion)).size).toBe(1);
  });

  test('fails the sign-in once the answer has ended', async () => {
    const heart = waiting();
    heart.identityProvider.polls = [granted({ expiresInSeconds: 300 })];
    heart.service.exchangeFaults = down(1000);

    await followed(heart);

    expect(lastCard(heart)).toMatchObject({ failure: { reason: 'service-unreachable' } });
    expect(heart.clock.now() - START).toBeLessThanOrEqual(306_000);
  });

  test('is not asked at all with an answer that has ended', async () => {
    const heart = waiting({}, { signIn: aRedeemedSignIn({ answerExpiresAt: START }) });

    await followed(heart);

    expect(heart.service.exchanges).toEqual([]);
    expect(lastCard(heart)).toMatchObject({ failure: { reason: 'service-unreachable' } });
  });

  test('a chat service that is down too does not hinder the finish', async () => {
    const heart = waiting();
    heart.identityProvider.polls = [granted()];
    heart.service.exchangeFaults = down(4);
    heart.announcer.next = ['fails'];

    await followed(heart);

    expect(heart.announcer.acts).toEqual(['edit card-0 finishing', 'edit card-0 signed-in']);
  });

  test('the card that says so, where it had to be posted anew, is the one that tells the end', async () => {
    const heart = waiting();
    heart.announcer.lose('card-0');
    heart.identityProvider.polls = [granted()];
    heart.service.exchangeFaults = down(4);

    await followed(heart);

    expect(heart.announcer.cards).toHaveLength(1);
    expect(lastCard(heart)?.kind).toBe('signed-in');
  });
});

describe('storage that is away', () => {
  test('does not stop the polling', async () => {
    const heart = waiting();
    const following = heart.follow(job, new AbortController());
    await heart.clock.advance(0);
    heart.store.away = true;

    await heart.clock.advance(120_000);

    expect(heart.identityProvider.redemptions.length).toBe(20);
    heart.store.away = false;
    heart.identityProvider.polls = [granted()];
    await heart.clock.run(following);
    expect(heart.store.stateOf(key)?.session).toBeDefined();
  });

  test('an answer is kept in memory until it can be stored, and used only then', async () => {
    const heart = waiting();
    heart.identityProvider.polls = [granted()];
    const following = heart.follow(job, new AbortController());
    await heart.clock.advance(5000);
    heart.store.away = true;
    await heart.clock.advance(600_000);

    expect(heart.identityProvider.redemptions).toHaveLength(1);
    expect(heart.service.exchanges).toEqual([]);

    heart.store.away = false;
    await heart.clock.run(following);
    expect(heart.service.exchanges).toHaveLength(1);
    expect(lastCard(heart)?.kind).toBe('signed-in');
  });

  test('a session is kept in memory until it can be stored', async () => {
    const heart = waiting();
    heart.identityProvider.polls = [granted()];
    heart.store.writes = ['works', 'is away', 'is away', 'is away'];

    await followed(heart);

    expect(heart.service.exchanges).toHaveLength(1);
    expect(heart.store.stateOf(key)?.session?.accessToken).toBe('SECRET-service-access-1');
  });

  test('nothing is polled for a sign-in that cannot be read', async () => {
    const heart = waiting();
    heart.store.away = true;

    await expect(followed(heart)).rejects.toMatchObject({ code: 'STORAGE_AWAY' });
    expect(heart.identityProvider.redemptions).toEqual([]);
  });

  test.each([1, 2, 3])('a lost answer to write %s changes nothing', async (nth) => {
    const heart = waiting({}, { signIn: aWaitingSignIn() });
    heart.identityProvider.polls = [granted()];
    heart.store.writes = [...Array.from({ length: nth - 1 }, () => 'works' as const), 'loses its answer'];

    const work = heart.follow(job, new AbortController());
    await heart.clock.run(work.catch(() => heart.follow(job, new AbortController())));

    expect(heart.identityProvider.redemptions).toHaveLength(1);
    expect(heart.service.exchanges).toHaveLength(1);
    expect(heart.service.live.size).toBe(1);
    expect(heart.announcer.cards).toHaveLength(1);
    expect(lastCard(heart)?.kind).toBe('signed-in');
  });

  test('a lost answer to the write of an end changes nothing', async () => {
    const heart = waiting();
    heart.identityProvider.polls = [refused('access_denied')];
    heart.store.writes = ['loses its answer'];

    await followed(heart);

    expect(heart.announcer.acts).toEqual(['edit card-0 not-signed-in']);
  });
});
