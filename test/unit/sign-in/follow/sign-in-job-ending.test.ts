import { START } from '../../../fakes/clock.ts';
import { granted } from '../../../fakes/identity-provider.ts';
import { aFault, anAsker, aWaitingSignIn } from '../../../support/builders.ts';
import type { Domain } from '../../../support/domain.ts';
import { followed, job, key, lastCard, waiting } from './followed-sign-in.ts';

const asker = anAsker();

describe('a cancellation', () => {
  const ends: readonly [string, (domain: Domain) => Promise<unknown>][] = [
    ['a cancellation', (domain) => domain.signIns.cancel(asker)],
    ['a log-out', (domain) => domain.sessions.logOut(asker, {})],
    [
      'the removal of the app',
      (domain) => domain.uninstall.leave({ conversationId: key.conversationId, at: Infinity }),
    ],
    ['erasing the person', (domain) => domain.erasePerson(asker)],
  ];

  test.each(
    ends.flatMap(([name, end]) => (['operator', 'app-only'] as const).map((flow) => [name, flow, end] as const)),
  )('during the exchange leaves no live token: %s, %s', async (_, flow, end) => {
    const signIn = aWaitingSignIn({ cardId: 'card-0', flow });
    const domain = waiting({ adminUserIds: [asker.person.objectId ?? ''], people: [key] }, { signIn });
    domain.identityProvider.polls = [granted()];
    const answered = Promise.withResolvers<void>();
    const signals: unknown[] = [];
    domain.service.duringExchange = (signal) => {
      signals.push(signal);
      return answered.promise;
    };
    const following = domain.follow(job, new AbortController());
    await domain.clock.advance(10_000);

    await domain.clock.run(end(domain));
    const shown = [...domain.announcer.acts];
    expect(signals).toMatchObject([{ aborted: false }]);
    answered.resolve();
    await domain.clock.run(following);

    expect([domain.service.logOuts.length, domain.service.live.size]).toEqual([1, 0]);
    expect(domain.announcer.acts).toEqual(shown);
    expect(domain.store.stateOf(key)?.session).toBeUndefined();
    expect(JSON.stringify(domain.store.stateOf(key) ?? {})).not.toContain('SECRET-service');
    expect(domain.audit.events.filter((event) => event.startsWith('sign-in-ended'))).toHaveLength(1);
  });

  test('during an exchange that fails is final: the card does not say that finishing takes longer', async () => {
    const domain = waiting();
    domain.identityProvider.polls = [granted()];
    domain.service.exchangeFaults = Array.from({ length: 100 }, () => aFault('NO_ANSWER'));
    domain.service.duringExchange = async () => {
      if (domain.service.exchanges.length === 3) await domain.signIns.cancel(asker);
    };

    await followed(domain);

    expect(domain.service.exchanges).toHaveLength(3);
    expect(domain.announcer.acts).toEqual(['edit card-0 not-signed-in']);
    expect(domain.audit.events).toEqual(['sign-in-ended cancelled']);
  });

  test('after the exchange has the tokens revoked', async () => {
    const domain = waiting();
    domain.identityProvider.polls = [granted()];
    // The service issues its tokens all the same.
    domain.service.duringExchange = async () => void (await domain.signIns.cancel(asker));

    await followed(domain);

    expect(domain.service.logOuts).toEqual(['SECRET-service-access-1']);
    expect(domain.service.live.size).toBe(0);
    expect(domain.store.stateOf(key)?.session).toBeUndefined();
    expect(lastCard(domain)).toMatchObject({ failure: { reason: 'cancelled' } });
  });

  test('whose token cannot be revoked does not fail the job', async () => {
    const domain = waiting();
    domain.identityProvider.polls = [granted()];
    domain.service.duringExchange = async () => void (await domain.signIns.cancel(asker));
    domain.service.logOutFaults = [aFault('NO_ANSWER')];

    await followed(domain);

    expect(domain.store.stateOf(key)?.session).toBeUndefined();
  });

  test('between two attempts ends them', async () => {
    const domain = waiting();
    domain.identityProvider.polls = [granted()];
    domain.service.exchangeFaults = Array.from({ length: 100 }, () => aFault('NO_ANSWER'));
    const following = domain.follow(job, new AbortController());
    await domain.clock.advance(60_000);
    const tries = domain.service.exchanges.length;

    await domain.signIns.cancel(asker);
    await domain.clock.run(following);

    expect(domain.service.exchanges).toHaveLength(tries);
  });

  test('on another instance is noticed between two attempts', async () => {
    const domain = waiting();
    const other = domain.another();
    domain.identityProvider.polls = [granted()];
    domain.service.exchangeFaults = Array.from({ length: 100 }, () => aFault('NO_ANSWER'));
    const following = domain.follow(job, new AbortController());
    await domain.clock.advance(10_000);

    await other.signIns.cancel(asker);
    await domain.clock.run(following);

    expect(domain.clock.now() - START).toBeLessThan(120_000);
    expect(domain.store.stateOf(key)?.signIn).toMatchObject({ failure: { reason: 'cancelled' } });
  });

  test('discards a later answer', async () => {
    const domain = waiting();
    const other = domain.another();
    domain.identityProvider.polls = [granted()];
    const following = domain.follow(job, new AbortController());
    await domain.clock.advance(3000);
    await other.signIns.cancel(asker);

    await domain.clock.run(following);

    expect(domain.service.exchanges).toEqual([]);
    expect(JSON.stringify(domain.store.stateOf(key))).not.toContain('SECRET');
  });
});

describe('a process that stops', () => {
  const stopping = new Error('stopping');

  test('ends the wait and leaves the sign-in unchanged', async () => {
    const domain = waiting();
    const controller = new AbortController();
    const following = domain.follow(job, controller);
    await domain.clock.advance(3000);

    controller.abort(stopping);

    await expect(following).rejects.toBe(stopping);
    expect(domain.store.stateOf(key)?.signIn?.kind).toBe('waiting');
    expect(domain.announcer.acts).toEqual([]);
  });

  test('loses no answer of a running poll', async () => {
    const domain = waiting();
    domain.identityProvider.polls = [granted()];
    const controller = new AbortController();
    const redeem = domain.identityProvider.redeemDeviceCode.bind(domain.identityProvider);
    domain.identityProvider.redeemDeviceCode = async (organization, request, signal) => {
      const answer = await redeem(organization, request, signal);
      controller.abort(stopping);
      signal?.throwIfAborted();
      return answer;
    };

    await expect(followed(domain, controller)).rejects.toBe(stopping);

    expect(domain.store.stateOf(key)?.signIn?.kind).toBe('redeemed');
    await domain.clock.run(domain.another().follow(job, new AbortController()));
    expect(lastCard(domain)?.kind).toBe('signed-in');
    expect(domain.identityProvider.redemptions).toHaveLength(1);
  });

  test('ends an exchange, which the next process repeats', async () => {
    const domain = waiting();
    domain.identityProvider.polls = [granted()];
    const controller = new AbortController();
    domain.service.duringExchange = async (signal) => {
      controller.abort(stopping);
      signal?.throwIfAborted();
    };

    await expect(followed(domain, controller)).rejects.toBe(stopping);
    domain.service.duringExchange = () => Promise.resolve();
    await domain.clock.run(domain.another().follow(job, new AbortController()));

    expect(domain.service.live.size).toBe(1);
    expect(lastCard(domain)?.kind).toBe('signed-in');
  });
});

describe('two jobs of one sign-in', () => {
  test('the one that finds the code spent does not end what the other one completes', async () => {
    const domain = waiting();
    const other = domain.another();
    domain.identityProvider.polls = [granted()];
    domain.service.exchangeFaults = [aFault('NO_ANSWER'), aFault('NO_ANSWER'), aFault('NO_ANSWER')];
    const first = domain.follow(job, new AbortController());
    await domain.clock.advance(1000);
    const second = other.follow(job, new AbortController());

    await domain.clock.run(Promise.all([first, second]));

    expect(domain.store.stateOf(key)?.session).toBeDefined();
    expect(domain.service.live).toEqual(new Set([domain.store.stateOf(key)?.session?.accessToken]));
    expect(lastCard(domain)?.kind).toBe('signed-in');
    expect(domain.announcer.acts.filter((act) => act.endsWith('not-signed-in'))).toEqual([]);
  });

  test('an answer replaces the failure that the other one stored first', async () => {
    const domain = waiting();
    const other = domain.another();
    let release = (): void => undefined;
    const redeem = domain.identityProvider.redeemDeviceCode.bind(domain.identityProvider);
    domain.identityProvider.polls = [granted()];
    domain.identityProvider.redeemDeviceCode = async (...call) => {
      const answer = await redeem(...call);
      if (answer.kind === 'granted') await new Promise<void>((resolve) => (release = resolve));
      return answer;
    };
    const first = domain.follow(job, new AbortController());
    await domain.clock.advance(1000);
    const second = other.follow(job, new AbortController());
    await domain.clock.run(second);
    release();

    await domain.clock.run(first);

    expect(domain.store.stateOf(key)?.session).toBeDefined();
    expect(lastCard(domain)?.kind).toBe('signed-in');
  });
});
