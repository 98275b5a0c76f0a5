import { StorageUnavailableError, type UpstreamError } from '../../../../src/core/errors.ts';
import { InterruptedError } from '../../../../src/jobs/ownership.ts';
import { START } from '../../../fakes/clock.ts';
import { granted } from '../../../fakes/identity-provider.ts';
import { ProcessDied } from '../../../fakes/intercept.ts';
import { aFault, anAsker, aRedeemedSignIn, aWaitingSignIn, refused } from '../../../support/builders.ts';
import { createDomain, type Domain, type Process } from '../../../support/domain.ts';
import { followed, job, key, lastCard, waiting } from './followed-sign-in.ts';

describe('an unavailable service', () => {
  const down = (count: number): UpstreamError[] =>
    Array.from({ length: count }, () => aFault('FAILED', { status: 503 }));

  test('is retried with the stored answer, without a second redemption', async () => {
    const domain = waiting();
    domain.identityProvider.polls = [granted()];
    domain.service.exchangeFaults = down(7);

    await followed(domain);

    expect(domain.announcer.acts).toEqual(['edit card-0 finishing', 'edit card-0 signed-in']);
    expect(domain.identityProvider.redemptions).toHaveLength(1);
    expect(new Set(domain.service.exchanges.map(({ assertion }) => assertion)).size).toBe(1);
  });

  test('fails the sign-in once the stored answer has expired', async () => {
    const domain = waiting();
    domain.identityProvider.polls = [granted({ expiresInSeconds: 300 })];
    domain.service.exchangeFaults = down(1000);

    await followed(domain);

    expect(lastCard(domain)).toMatchObject({ failure: { reason: 'service-unreachable' } });
    expect(domain.clock.now() - START).toBeLessThanOrEqual(306_000);
  });

  test('is not called with an expired answer', async () => {
    const domain = waiting({}, { signIn: aRedeemedSignIn({ answerExpiresAt: START }) });

    await followed(domain);

    expect(domain.service.exchanges).toEqual([]);
    expect(lastCard(domain)).toMatchObject({ failure: { reason: 'service-unreachable' } });
  });

  test('together with an unavailable chat service does not prevent the outcome', async () => {
    const domain = waiting();
    domain.identityProvider.polls = [granted()];
    domain.service.exchangeFaults = down(4);
    domain.announcer.next = ['fails'];

    await followed(domain);

    expect(domain.announcer.acts).toEqual(['edit card-0 finishing', 'edit card-0 signed-in']);
  });

  test('is shown on a card that later shows the outcome, also if it was posted anew', async () => {
    const domain = waiting();
    domain.announcer.lose('card-0');
    domain.identityProvider.polls = [granted()];
    domain.service.exchangeFaults = down(4);

    await followed(domain);

    expect(domain.announcer.cards).toHaveLength(1);
    expect(lastCard(domain)?.kind).toBe('signed-in');
  });
});

describe('unavailable storage', () => {
  test('does not stop the polling', async () => {
    const domain = waiting();
    const following = domain.follow(job, new AbortController());
    await domain.clock.advance(0);
    domain.store.away = true;

    await domain.clock.advance(120_000);

    // The first one waited: storage could not tell whether a code of the same person was polled for a moment before.
    const [first] = domain.identityProvider.redemptions;
    expect(first?.at).toBe(START + 6_000 + 26_000);
    expect(domain.identityProvider.redemptions.length).toBe(15);
    domain.store.away = false;
    domain.identityProvider.polls = [granted()];
    await domain.clock.run(following);
    expect(domain.store.stateOf(key)?.session).toBeDefined();
  });

  test('does not stop the polling when the identity provider asks for a longer interval', async () => {
    const domain = waiting();
    domain.identityProvider.polls = [refused('slow_down'), refused('authorization_pending'), granted()];
    domain.store.writes = ['is away'];

    await followed(domain);

    expect(domain.identityProvider.redemptions.map(({ at }) => at - START)).toEqual([6_000, 17_000, 28_000]);
    expect(lastCard(domain)?.kind).toBe('signed-in');
  });

  test('stops the polling while another instance may take the sign-in over before a poll would end', async () => {
    const domain = waiting();
    const controller = new AbortController();
    const ownership = { isOverdue: false };
    const following = domain.follow(job, controller, 'message-1', ownership);
    const pollsWithin = async (milliseconds: number): Promise<number> => {
      const before = domain.identityProvider.redemptions.length;
      await domain.clock.advance(milliseconds);
      return domain.identityProvider.redemptions.length - before;
    };

    expect(await pollsWithin(18_000)).toBe(3);
    ownership.isOverdue = true;
    expect(await pollsWithin(20_000)).toBe(0);
    ownership.isOverdue = false;
    expect(await pollsWithin(1_000)).toBe(1);
    ownership.isOverdue = true;
    await domain.clock.advance(20_000);
    controller.abort(new InterruptedError('lost'));
    await expect(following).rejects.toThrow(InterruptedError);
    expect(await pollsWithin(60_000)).toBe(0);
  });

  test('an answer is kept in memory until it can be stored, and used only then', async () => {
    const domain = waiting();
    domain.identityProvider.polls = [granted()];
    const following = domain.follow(job, new AbortController());
    await domain.clock.advance(5000);
    domain.store.away = true;
    await domain.clock.advance(600_000);

    expect(domain.identityProvider.redemptions).toHaveLength(1);
    expect(domain.service.exchanges).toEqual([]);

    domain.store.away = false;
    await domain.clock.run(following);
    expect(domain.service.exchanges).toHaveLength(1);
    expect(lastCard(domain)?.kind).toBe('signed-in');
  });

  test('a session is kept in memory until it can be stored', async () => {
    const domain = waiting();
    domain.identityProvider.polls = [granted()];
    domain.store.writes = ['works', 'is away', 'is away', 'is away'];

    await followed(domain);

    expect(domain.service.exchanges).toHaveLength(1);
    expect(domain.store.stateOf(key)?.session?.accessToken).toBe('SECRET-service-access-1');
  });

  test('no poll is sent for a sign-in that cannot be read', async () => {
    const domain = waiting();
    domain.store.away = true;

    await expect(followed(domain)).rejects.toMatchObject({ code: 'STORAGE_AWAY' });
    expect(domain.identityProvider.redemptions).toEqual([]);
  });

  test.each([1, 2, 3])('a lost response to write %s changes nothing', async (nth) => {
    const domain = waiting({}, { signIn: aWaitingSignIn() });
    domain.identityProvider.polls = [granted()];
    domain.store.writes = [...Array.from({ length: nth - 1 }, () => 'works' as const), 'loses its answer'];

    const work = domain.follow(job, new AbortController());
    await domain.clock.run(work.catch(() => domain.follow(job, new AbortController())));

    expect(domain.identityProvider.redemptions).toHaveLength(1);
    expect(domain.service.exchanges).toHaveLength(1);
    expect(domain.service.live.size).toBe(1);
    expect(domain.announcer.cards).toHaveLength(1);
    expect(lastCard(domain)?.kind).toBe('signed-in');
  });

  test('a lost response to the write of an outcome changes nothing', async () => {
    const domain = waiting();
    domain.identityProvider.polls = [refused('access_denied')];
    domain.store.writes = ['loses its answer'];

    await followed(domain);

    expect(domain.announcer.acts).toEqual(['edit card-0 not-signed-in']);
  });
});

describe('storage that is unavailable to the instance that redeems the code', () => {
  /**
   * The first instance redeems the code but cannot store the answer. It loses the job to a second one, which finds the code
   * spent and ends the sign-in. `meanwhile` comes before storage is back.
   */
  async function lateAnswer(
    meanwhile: (second: Process, domain: Domain) => Promise<unknown> = () => Promise.resolve(),
    afterwards: (label: string, domain: Domain) => void = () => undefined,
  ): Promise<Domain> {
    let isAway = false;
    const domain: Domain = createDomain({
      around(label, call) {
        if (isAway && label.startsWith('store.')) return Promise.reject(new StorageUnavailableError('away'));
        if (label !== 'store.read') afterwards(label, domain);
        return call();
      },
    });
    domain.identityProvider.polls = [granted()];
    await domain.signIns.begin(anAsker(), { flow: 'operator' });
    isAway = true;
    await domain.clock.advance(41_000);
    const second = domain.another({});
    domain.jobs.abandon(new InterruptedError('lost'));
    await domain.clock.run(domain.jobs.runDue());
    expect(lastCard(domain)).toMatchObject({ failure: { reason: 'code-unknown' } });
    expect(domain.jobs.queued).toEqual([]);
    await meanwhile(second, domain);
    isAway = false;
    await domain.clock.run(domain.jobs.idle());
    return domain;
  }

  test('does not keep the person from being signed in, though a second one has ended the sign-in meanwhile', async () => {
    const domain = await lateAnswer();

    expect(domain.store.stateOf(key)?.session?.accessToken).toBe('SECRET-service-access-1');
    expect(domain.service.exchanges).toHaveLength(1);
    expect(lastCard(domain)?.kind).toBe('signed-in');
    expect(domain.jobs.queued.map(({ job: { kind } }) => kind)).toEqual(['warn', 'expire']);
  });

  test('does not bring back a sign-in that the person has replaced meanwhile', async () => {
    const domain = await lateAnswer(async (second, { identityProvider }) => {
      identityProvider.polls = [refused('access_denied')];
      await second.signIns.begin(anAsker(), { flow: 'operator' });
    });

    expect(domain.store.stateOf(key)).toMatchObject({ signIn: { kind: 'ended', failure: { reason: 'declined' } } });
    expect(domain.store.stateOf(key)?.session).toBeUndefined();
    expect(domain.service.exchanges).toEqual([]);
  });

  test('has the job of its answer sent before the answer is written', async () => {
    const before: number[] = [];
    await lateAnswer(undefined, (label, { jobs }) => {
      if (label === 'store.write' && jobs.sent.length > 1) before.push(jobs.sent.length);
    });

    expect(before[0]).toBe(2);
  });

  test('leaves the sign-in ended, and its job without effect, where it dies before the answer is written', async () => {
    const domain = await lateAnswer(undefined, (label, { jobs }) => {
      if (label === 'store.write' && jobs.sent.length > 1) throw new ProcessDied(label);
    });
    await domain.clock.run(domain.jobs.drain());

    expect(domain.store.stateOf(key)?.signIn).toMatchObject({ kind: 'ended', failure: { reason: 'code-unknown' } });
    expect(domain.jobs.queued).toEqual([]);
    expect(domain.service.exchanges).toEqual([]);
    expect(lastCard(domain)?.kind).toBe('not-signed-in');
  });
});
