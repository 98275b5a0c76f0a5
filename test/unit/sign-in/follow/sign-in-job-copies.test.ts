import { START } from '../../../fakes/clock.ts';
import { granted } from '../../../fakes/identity-provider.ts';
import { aPersonKey, aPersonState, aRedeemedSignIn, aWaitingSignIn } from '../../../support/builders.ts';
import { createHeart } from '../../../support/heart.ts';

const key = aPersonKey();
const job = { kind: 'follow', key, signInId: 'sign-in-0' } as const;
const controller = new AbortController();

test.each([
  ['waiting', aWaitingSignIn({ cardId: 'card-0', jobId: 'message-1' })],
  ['redeemed', { ...aRedeemedSignIn(), cardId: 'card-0', jobId: 'message-1' }],
])('a copy of the message that follows a %s sign-in does nothing', async (_kind, signIn) => {
  const heart = createHeart();
  heart.store.put(key, aPersonState({ signIn }));

  await heart.clock.run(heart.follow(job, controller, 'message-2'));

  expect(heart.identityProvider.redemptions).toEqual([]);
  expect(heart.service.exchanges).toEqual([]);
  expect(heart.announcer.acts).toEqual([]);
  expect(heart.store.stateOf(key)?.signIn).toEqual(signIn);
});

test('the message itself follows it, however often it is handed out', async () => {
  const heart = createHeart();
  heart.identityProvider.polls = [granted()];
  heart.store.put(key, aPersonState({ signIn: aWaitingSignIn({ cardId: 'card-0', jobId: 'message-1' }) }));

  await heart.clock.run(heart.follow(job, controller, 'message-1'));

  expect(heart.store.stateOf(key)?.session).toMatchObject({ signInId: 'sign-in-0' });
  expect(heart.clock.now()).toBeGreaterThan(START);
});
