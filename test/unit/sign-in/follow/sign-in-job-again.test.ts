import { UpstreamError } from '../../../../src/core/errors.ts';
import { START } from '../../../fakes/clock.ts';
import { granted } from '../../../fakes/identity-provider.ts';
import { createDomain } from '../../../support/domain.ts';
import {
  aFault,
  anEndedSignIn,
  aPersonState,
  aRedeemedSignIn,
  aSession,
  aWaitingSignIn,
  noAnswer,
  refused,
} from '../../../support/builders.ts';
import { followed, job, key, lastCard, waiting } from './followed-sign-in.ts';

describe('a job that is repeated', () => {
  test('posts the card of a code that has none', async () => {
    const domain = waiting({}, { signIn: aWaitingSignIn() });
    domain.identityProvider.polls = [granted()];

    await followed(domain);

    expect(domain.announcer.acts).toEqual(['only post sign-in', 'edit card-1 signed-in']);
  });

  test('polls as slowly as the identity provider asked the process before it to', async () => {
    const domain = waiting();
    domain.identityProvider.polls = [refused('slow_down'), refused('slow_down')];
    const stopping = new AbortController();
    const first = domain.follow(job, stopping);
    await domain.clock.advance(60_000);
    stopping.abort(new Error('stopping'));
    await expect(domain.clock.run(first)).rejects.toThrow('stopping');
    const startedAt = domain.clock.now();
    domain.identityProvider.polls = [refused('authorization_pending'), granted()];

    await domain.clock.run(domain.another().follow(job, new AbortController()));

    const polls = domain.identityProvider.redemptions.map(({ at }) => at - startedAt).filter((at) => at > 0);
    expect(polls).toEqual([16_000, 32_000]);
  });

  test('posts no card for an expired code, and polls it once', async () => {
    const domain = waiting({}, { signIn: aWaitingSignIn({ expiresAt: START - 1 }) });

    await followed(domain);

    expect(domain.identityProvider.redemptions).toHaveLength(1);
    expect(domain.announcer.acts).toEqual(['post not-signed-in']);
  });

  test('does not redeem a code again whose answer is stored', async () => {
    const domain = waiting({}, { signIn: aRedeemedSignIn({ cardId: 'card-0' }) });

    await followed(domain);

    expect(domain.identityProvider.redemptions).toEqual([]);
    expect(lastCard(domain)?.kind).toBe('signed-in');
  });

  test('shows an outcome on the card', async () => {
    const domain = waiting({}, { signIn: anEndedSignIn({ cardId: 'card-0' }) });

    await followed(domain);

    expect(domain.announcer.acts).toEqual(['edit card-0 not-signed-in']);
  });

  test('shows a session on the card and sends its notices', async () => {
    const domain = waiting({}, { signIn: undefined, session: aSession() });

    await followed(domain);

    expect(domain.announcer.acts).toEqual(['edit card-0 signed-in']);
    expect(domain.jobs.sent).toHaveLength(2);
  });

  test.each([
    ['another sign-in', aPersonState({ signIn: aWaitingSignIn({ id: 'newer' }) })],
    ['another session', aPersonState({ session: aSession({ signInId: 'newer' }) })],
    ['neither', aPersonState()],
  ])('does nothing where there is %s by now', async (_, state) => {
    const domain = createDomain();
    domain.store.put(key, state);

    await followed(domain);

    expect(domain.store.written).toEqual([]);
    expect(domain.announcer.acts).toEqual([]);
    expect(domain.identityProvider.redemptions).toEqual([]);
  });

  test('is left to an instance that can read the state where it does not decrypt', async () => {
    const domain = waiting();
    domain.store.spoil(key);

    await expect(followed(domain)).rejects.toThrow('cannot be read');

    expect(domain.announcer.acts).toEqual([]);
    expect(domain.identityProvider.redemptions).toEqual([]);
  });
});

describe('a conversation that is unreachable', () => {
  test('is erased with all its tokens', async () => {
    for (const polls of [[granted()], [refused('access_denied')]]) {
      const domain = waiting();
      domain.identityProvider.polls = polls;
      domain.announcer.mode = 'is unreachable';

      await followed(domain);

      expect(domain.store.stateOf(key)).toBeUndefined();
    }
  });

  test('is not polled for once its card cannot be posted', async () => {
    const domain = waiting({}, { signIn: aWaitingSignIn() });
    domain.announcer.mode = 'is unreachable';

    await followed(domain);

    expect(domain.store.stateOf(key)).toBeUndefined();
    expect(domain.identityProvider.redemptions).toEqual([]);
  });

  test('has tokens revoked that the service issues later', async () => {
    const domain = waiting();
    domain.identityProvider.polls = [granted()];
    domain.service.exchangeFaults = [aFault('NO_ANSWER'), aFault('NO_ANSWER'), aFault('NO_ANSWER')];
    domain.announcer.mode = 'is unreachable';

    await followed(domain);

    expect(domain.store.stateOf(key)).toBeUndefined();
    expect(domain.service.live.size).toBe(0);
  });
});

describe('a chat service that fails', () => {
  test('has the outcome shown when the job is repeated', async () => {
    const domain = waiting();
    domain.identityProvider.polls = [granted()];
    domain.announcer.next = ['fails'];

    await expect(followed(domain)).rejects.toThrow(UpstreamError);
    await followed(domain);

    expect(lastCard(domain)?.kind).toBe('signed-in');
    expect(domain.service.exchanges).toHaveLength(1);
  });

  test.each([
    ['signed-in success', granted()],
    ['sign-in-ended declined', refused('access_denied')],
  ] as const)('for long leaves one entry in the audit log (%s)', async (entry, answer) => {
    const domain = waiting();
    domain.identityProvider.polls = [answer];
    domain.announcer.next = ['fails', 'fails', 'fails'];

    for (let attempt = 0; attempt < 3; attempt += 1) await expect(followed(domain)).rejects.toThrow(UpstreamError);
    await followed(domain);

    expect(domain.audit.events).toEqual([entry]);
    expect(domain.announcer.acts).toHaveLength(4);
  });

  test('does not prevent the polling of a code whose card could not be posted', async () => {
    const domain = waiting({}, { signIn: aWaitingSignIn() });
    domain.identityProvider.polls = [noAnswer(), granted()];
    domain.announcer.next = ['fails'];

    await followed(domain);

    expect(domain.announcer.acts).toEqual(['only post sign-in', 'post signed-in']);
  });
});
