/** A process that dies at each of its effects in turn, and a fresh one that takes up what it left. */
import type { FollowJob } from '../../../src/sign-in/follow/sign-in-job.ts';
import { START } from '../../fakes/clock.ts';
import { aFault, aPersonKey, aPersonState, aSession, aWaitingSignIn, refused } from '../../support/builders.ts';
import { granted, type PollAnswer } from '../../fakes/identity-provider.ts';
import { dyingAt } from '../../fakes/intercept.ts';
import { createDomain, startProcess, type Domain } from '../../support/domain.ts';

const key = aPersonKey();
const job: FollowJob = { kind: 'follow', key, signInId: 'sign-in-0' };

interface Aftermath {
  readonly domain: Domain;
  /** What the first process died of; undefined where it lived on to the end. */
  readonly at: string | undefined;
}

/** A first process dies at its n-th effect; after it a fresh one does the same job to its end. */
async function aftermath(polls: readonly PollAnswer[], effect: number, when: 'before' | 'after'): Promise<Aftermath> {
  const domain = createDomain();
  domain.store.put(key, aPersonState({ signIn: aWaitingSignIn() }));
  domain.identityProvider.polls = [...polls];
  domain.service.exchangeFaults = [aFault('FAILED', { status: 503 })];
  const death = dyingAt(effect, when);
  const first = startProcess(domain, { around: death.around, lookup: 'directory' });
  await domain.clock.run(first.follow(job, new AbortController()).catch(() => undefined));
  first.end();
  const second = startProcess(domain, { lookup: 'directory' });
  await domain.clock.run(second.follow(job, new AbortController()));
  return { domain, at: death.at() };
}

/** @returns what there is to die of, in order */
async function everywhere(
  polls: readonly PollAnswer[],
  check: (domain: Domain, where: string) => void,
): Promise<readonly string[]> {
  const places: string[] = [];
  for (const when of ['before', 'after'] as const) {
    for (let effect = 1; ; effect += 1) {
      const { domain, at } = await aftermath(polls, effect, when);
      if (at === undefined) break;
      if (when === 'before') places.push(at);
      check(domain, `${when} ${effect} ${at}`);
    }
  }
  return places;
}

/** Where an answer that only memory held dies with the process. */
const LOST: ReadonlySet<string> = new Set([
  'after 4 identityProvider.redeemDeviceCode',
  'before 5 suspensions.read',
  'after 5 suspensions.read',
  'before 6 store.write',
]);

test('an approved sign-in succeeds once, or says clearly that its answer was lost with the process', async () => {
  const places = await everywhere([granted()], (domain, where) => {
    const state = domain.store.stateOf(key);
    const shown = domain.announcer.cards.at(-1)?.views.at(-1);
    if (LOST.has(where)) {
      expect([where, shown]).toMatchObject([where, { kind: 'not-signed-in', failure: { reason: 'code-unknown' } }]);
      expect([where, state?.session]).toEqual([where, undefined]);
      return;
    }
    expect([where, shown?.kind]).toEqual([where, 'signed-in']);
    expect([where, state?.session?.signInId, state?.signIn]).toEqual([where, 'sign-in-0', undefined]);
    expect([where, domain.identityProvider.redemptions.length]).toEqual([where, 1]);
    expect([where, domain.service.live.has(state?.session?.accessToken ?? '')]).toEqual([where, true]);
  });

  expect(places).toEqual([
    'store.read',
    'announcer.post',
    'store.write',
    'identityProvider.redeemDeviceCode',
    'suspensions.read',
    'store.write',
    'identityProvider.refresh',
    'directory.whoIs',
    'service.exchange',
    'service.exchange',
    'store.write',
    'jobs.send',
    'jobs.send',
    'suspensions.read',
    'announcer.edit',
  ]);
});

test('a declined sign-in ends on a card that says so', async () => {
  await everywhere([refused('access_denied'), refused('access_denied')], (domain, where) => {
    expect([where, domain.announcer.cards.at(-1)?.views.at(-1)]).toMatchObject([
      where,
      { kind: 'not-signed-in', failure: { reason: 'declined' } },
    ]);
    expect([where, domain.store.stateOf(key)?.signIn?.kind]).toEqual([where, 'ended']);
  });
});

test('a renewal that dies anywhere leaves a session that can be renewed, and no refresh token is sent twice', async () => {
  const places: string[] = [];
  for (const when of ['before', 'after'] as const) {
    for (let effect = 1; ; effect += 1) {
      const domain = createDomain();
      domain.store.put(key, aPersonState({ session: aSession() }));
      const death = dyingAt(effect, when);
      const first = startProcess(domain, { around: death.around });
      await domain.clock.run(first.renewals.renew(key).catch(() => undefined));
      first.end();
      const at = death.at();
      if (at === undefined) break;
      const where = `${when} ${effect} ${at}`;
      if (when === 'before') places.push(at);
      await domain.clock.advance(180_000);

      const { kind } = await domain.clock.run(startProcess(domain).renewals.renew(key));

      const session = domain.store.stateOf(key)?.session;
      const sent = domain.service.renewals.map(({ refreshToken }) => refreshToken);
      expect([where, kind]).toEqual([where, 'renewed']);
      expect([where, new Set(sent).size]).toEqual([where, sent.length]);
      expect([where, domain.service.live.has(session?.accessToken ?? '')]).toEqual([where, true]);
      const ends = domain.jobs.queued.filter(({ job }) => job.kind === 'expire' && job.sessionId === session?.id);
      expect([where, ends.length]).toEqual([where, 1]);
    }
  }

  expect(places).toEqual([
    'suspensions.read',
    'store.read',
    'store.write',
    'service.renew',
    'jobs.send',
    'jobs.send',
    'store.read',
    'store.write',
    'store.read',
    'announcer.edit',
  ]);
});

test('a renewal that dies anywhere while the identity provider has to confirm the person never goes without it', async () => {
  const day = 24 * 3_600_000;
  for (const when of ['before', 'after'] as const) {
    for (let effect = 1; ; effect += 1) {
      const choices = { maxSessionHours: 100 };
      const domain = createDomain(choices);
      domain.store.put(key, aPersonState({ session: aSession({ signedInAt: START - day }) }));
      const death = dyingAt(effect, when);
      const first = startProcess(domain, { ...choices, around: death.around });
      await domain.clock.run(first.renewals.renew(key).catch(() => undefined));
      first.end();
      if (death.at() === undefined) break;
      const where = `${when} ${effect} ${death.at()}`;
      await domain.clock.advance(180_000);

      const second = startProcess(domain, choices);
      await domain.clock.run(second.renewals.renew(key));

      const session = domain.store.stateOf(key)?.session;
      expect([where, session?.renewing]).toEqual([where, undefined]);
      expect([where, session?.confirmedAt]).not.toEqual([where, undefined]);
      expect([where, domain.identityProvider.refreshRequests.length]).not.toEqual([where, 0]);
      expect([where, domain.service.live.has(session?.accessToken ?? '')]).toEqual([where, true]);
      // Afterwards the service's refresh token is enough again, if the first renewal had ended.
      for (const _ of domain.service.renewals) expect([where, session?.confirmedAt]).toEqual([where, START]);
    }
  }
});

test('an expiry that dies anywhere is shown and leaves no token', async () => {
  for (const when of ['before', 'after'] as const) {
    for (let effect = 1; ; effect += 1) {
      const domain = createDomain();
      domain.store.put(key, aPersonState({ session: aSession() }));
      const expiry = { kind: 'expire', key, sessionId: 'session-0', dueAt: START + 3_600_000 } as const;
      await domain.clock.advance(3_600_000);
      const death = dyingAt(effect, when);
      const first = startProcess(domain, { around: death.around });
      await domain.clock.run(first.jobHandlers.expire(expiry).catch(() => undefined));
      first.end();
      if (death.at() === undefined) break;
      const where = `${when} ${effect} ${death.at()}`;

      await domain.clock.run(startProcess(domain).jobHandlers.expire(expiry));

      expect([where, domain.announcer.shows('card-0')?.kind]).toEqual([where, 'session-ended']);
      expect([where, JSON.stringify(domain.store.stateOf(key)).includes('SECRET')]).toEqual([where, false]);
      expect([where, domain.audit.events]).toEqual([where, expect.arrayContaining(['expired'])]);
    }
  }
});
