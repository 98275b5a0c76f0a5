import { START } from '../../../fakes/clock.ts';
import { granted } from '../../../fakes/identity-provider.ts';
import { aPersonKey, aPersonState, aRedeemedSignIn, aSession, aWaitingSignIn } from '../../../support/builders.ts';
import { createDomain } from '../../../support/domain.ts';

const key = aPersonKey();
const job = { kind: 'follow', key, signInId: 'sign-in-0' } as const;
const controller = new AbortController();

test.each([
  ['waiting', aWaitingSignIn({ cardId: 'card-0', jobId: 'message-1' })],
  ['redeemed', { ...aRedeemedSignIn(), cardId: 'card-0', jobId: 'message-1' }],
])('a copy of the message that follows a %s sign-in does nothing', async (_kind, signIn) => {
  const domain = createDomain();
  domain.store.put(key, aPersonState({ signIn }));

  await domain.clock.run(domain.follow(job, controller, 'message-2'));

  expect(domain.identityProvider.redemptions).toEqual([]);
  expect(domain.service.exchanges).toEqual([]);
  expect(domain.announcer.acts).toEqual([]);
  expect(domain.store.stateOf(key)?.signIn).toEqual(signIn);
});

test('a copy of the message that led to a session does not announce it, also not after that was put back', async () => {
  const domain = createDomain();
  const announces = async (messageId: string, formerIds?: readonly string[]): Promise<boolean> => {
    const before = domain.announcer.acts.length;
    await domain.clock.run(domain.follow(job, new AbortController(), messageId, { isOverdue: false, formerIds }));
    return domain.announcer.acts.length > before;
  };
  domain.store.put(key, aPersonState({ session: aSession({ signInId: 'sign-in-0', jobId: 'message-1' }) }));
  expect(await announces('message-2')).toBe(false);
  expect(await announces('message-1')).toBe(true);
  expect(await announces('message-3', ['message-1'])).toBe(true);
  expect(await announces('message-4', ['message-1'])).toBe(false);
});

test('its own message follows it, however often it is delivered', async () => {
  const domain = createDomain();
  domain.identityProvider.polls = [granted()];
  domain.store.put(key, aPersonState({ signIn: aWaitingSignIn({ cardId: 'card-0', jobId: 'message-1' }) }));

  await domain.clock.run(domain.follow(job, controller, 'message-1'));

  expect(domain.store.stateOf(key)?.session).toMatchObject({ signInId: 'sign-in-0' });
  expect(domain.clock.now()).toBeGreaterThan(START);
});
