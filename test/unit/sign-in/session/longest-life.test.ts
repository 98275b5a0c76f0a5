/** How long a session may last: MAX_SESSION_HOURS after its sign-in, by today's settings, confirmed every 24 hours. */
import fc from 'fast-check';
import type { Session } from '../../../../src/sign-in/state/model.ts';
import { mayKeepSession } from '../../../../src/sign-in/access/policy.ts';
import { scheduleExpiry } from '../../../../src/sign-in/state/schedule.ts';
import { START } from '../../../fakes/clock.ts';
import { SOMEBODY } from '../../../fakes/identity-provider.ts';
import { createDomain, type Choices, type Domain } from '../../../support/domain.ts';
import {
  aFault,
  anOrganization,
  aPerson,
  aPersonKey,
  aPersonState,
  aSession,
  refused,
} from '../../../support/builders.ts';

const key = aPersonKey();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SIGN_IN_REFUSED = refused('invalid_grant');

async function signedIn(changes: Partial<Session> = {}, choices: Choices = {}): Promise<Domain> {
  const domain = createDomain(choices);
  const session = aSession(changes);
  domain.store.put(key, aPersonState({ session }));
  await scheduleExpiry({ ...domain, expiryWarningSeconds: 600 }, key, session);
  return domain;
}

const sessionOf = (domain: Domain): Session | undefined => domain.store.stateOf(key)?.session;
const renew = (domain: Domain) => domain.clock.run(domain.refusedSessions.renew(key));

/** Time passes by the minute, and due jobs run. */
async function pass(domain: Domain, span: number, eachMinute: () => Promise<unknown> = async () => undefined) {
  for (let passed = 0; passed < span; passed += MINUTE) {
    await domain.clock.advance(MINUTE);
    await eachMinute();
    await domain.clock.run(domain.jobs.runDue());
  }
}

test('a session that is renewed every seven minutes ends twelve hours after its sign-in, with notice', async () => {
  const domain = await signedIn();
  let minute = 0;
  await pass(domain, 12 * HOUR - MINUTE, async () => ((minute += 1) % 7 === 0 ? renew(domain) : undefined));
  expect(sessionOf(domain)?.expiresAt).toBe(START + 12 * HOUR);
  expect(domain.announcer.acts.filter((act) => act === 'post expiring')).toHaveLength(1);
  const token = sessionOf(domain)?.accessToken ?? '';
  expect(domain.service.live).toContain(token);

  await pass(domain, 2 * MINUTE);

  expect(sessionOf(domain)).toBeUndefined();
  // The service's token would have gone on for five minutes.
  expect(domain.service.logOuts).toEqual([token]);
  expect(domain.audit.events.at(-1)).toBe('expired yes');
  expect(domain.announcer.shows('card-0')).toMatchObject({ kind: 'session-ended', longestLife: { revoked: 'yes' } });
  await expect(renew(domain)).resolves.toMatchObject({ kind: 'none' });
});

test('no order of presses, token lifetimes and settings keeps a session beyond its longest life or unconfirmed', async () => {
  const minutes = (min: number, max: number) => fc.integer({ min, max }).map((count) => count * MINUTE);
  await fc.assert(
    fc.asyncProperty(
      fc.double({ min: 0.5, max: 60, noNaN: true }),
      fc.array(fc.tuple(minutes(1, 300), minutes(5, 600)), { minLength: 1, maxLength: 60 }),
      fc.boolean(),
      async (maxSessionHours, steps, autoRenew) => {
        const end = START + maxSessionHours * HOUR;
        const domain = await signedIn({ expiresAt: Math.min(START + HOUR, end) }, { maxSessionHours, autoRenew });
        for (const [pause, lifetime] of steps) {
          domain.service.tokens = { expiresInSeconds: lifetime / 1000 };
          await domain.clock.advance(pause);
          await domain.clock.run(domain.jobs.runDue());
          const before = sessionOf(domain);
          const confirmed = before?.confirmedAt ?? START;
          const { kind, view } = await renew(domain);
          const after = sessionOf(domain);
          if (after === undefined) continue;
          expect(after.expiresAt).toBeLessThanOrEqual(end);
          expect(domain.clock.now()).toBeLessThan(end);
          if (view.kind === 'signed-in') expect(view.session.expiresAt).toBeLessThanOrEqual(end);
          if (view.kind === 'signed-in') expect(view.session.renewable).toBe(after.expiresAt < end);
          expect(kind).toBe(before !== undefined && before.expiresAt >= end ? 'refused' : 'renewed');
          const spanBefore = (before?.tokenExpiresAt ?? before?.expiresAt ?? 0) - (before?.issuedAt ?? 0);
          const isDue = domain.clock.now() + spanBefore > confirmed + 24 * HOUR;
          if (kind === 'renewed' && isDue) expect(after.confirmedAt).toBe(domain.clock.now());
        }
      },
    ),
    { numRuns: 60 },
  );
});

describe('at the longest life', () => {
  const atTheEnd = { expiresAt: START + 12 * HOUR, issuedAt: START + 11.5 * HOUR, tokenExpiresAt: START + 13 * HOUR };

  test('renewing is refused without asking anybody, and says so', async () => {
    const domain = await signedIn(atTheEnd);
    await domain.clock.advance(11.9 * HOUR);

    await expect(renew(domain)).resolves.toMatchObject({
      kind: 'refused',
      view: { kind: 'renewal-refused', reason: 'longest-life', session: { renewable: false } },
    });

    expect([domain.service.renewals, domain.identityProvider.refreshRequests]).toEqual([[], []]);
    expect(domain.audit.events).toEqual(['renewal-refused longest-life']);
    expect(sessionOf(domain)).toMatchObject({ id: 'session-0', ...atTheEnd });
  });

  test('a session that an older version renewed beyond it is not renewed again', async () => {
    const domain = await signedIn({ issuedAt: START + 599 * HOUR, expiresAt: START + 600 * HOUR });
    await domain.clock.advance(599.5 * HOUR);

    await expect(renew(domain)).resolves.toMatchObject({ view: { reason: 'longest-life' } });
  });

  test('nothing is renewed after a 401: the session is over', async () => {
    const domain = await signedIn(atTheEnd);
    await domain.clock.advance(11.9 * HOUR);
    const session = aSession(atTheEnd);

    await expect(domain.clock.run(domain.refusedSessions.settle(key, session))).resolves.toBe('over');

    expect(domain.service.renewals).toEqual([]);
  });

  test('a service that cannot be reached is not waited for: the tokens are erased, and the card says what remains', async () => {
    const domain = await signedIn(atTheEnd);
    domain.service.logOutFaults = [aFault('NO_ANSWER')];
    await pass(domain, 12 * HOUR + MINUTE);

    expect(domain.store.stateOf(key)?.session).toBeUndefined();
    expect(domain.audit.events).toEqual(['expired unreachable']);
    const longestLife = { revoked: 'unreachable', tokenExpiresAt: atTheEnd.tokenExpiresAt };
    expect(domain.announcer.shows('card-0')).toMatchObject({ kind: 'session-ended', longestLife });
  });

  test('a crash after any step ends the session all the same', async () => {
    const job = { kind: 'expire', key, sessionId: 'session-0', dueAt: atTheEnd.expiresAt } as const;
    for (let step = 1; ; step += 1) {
      let calls = 0;
      const domain = await signedIn(atTheEnd);
      await domain.clock.advance(12 * HOUR);
      const dying = domain.another({
        around: async (_, call) => {
          calls += 1;
          if (calls > step) throw new Error('The process died.');
          return call();
        },
      });
      const isDead = await domain.clock.run(dying.jobHandlers.expire(job)).then(
        () => false,
        () => true,
      );
      await domain.clock.run(domain.another().jobHandlers.expire(job));

      expect([domain.store.stateOf(key)?.session, domain.store.stateOf(key)?.ended]).toEqual([undefined, undefined]);
      expect(domain.service.logOuts.length).toBeGreaterThanOrEqual(1);
      expect(domain.announcer.shows('card-0')).toMatchObject({
        kind: 'session-ended',
        longestLife: { revoked: 'yes' },
      });
      // By a process that died, and by the next one: rather twice than never.
      expect(isDead ? [1, 2] : [1]).toContain(domain.audit.events.filter((event) => event === 'expired yes').length);
      if (!isDead) break;
      expect(step).toBeLessThan(20);
    }
  });
});

describe('every 24 hours', () => {
  const late = { signedInAt: START - 23.5 * HOUR };
  const choices = { maxSessionHours: 100 };

  test('a renewal goes through the identity provider instead of the service’s refresh token', async () => {
    const domain = await signedIn(late, choices);

    await expect(renew(domain)).resolves.toMatchObject({ kind: 'renewed' });

    expect(domain.service.renewals).toEqual([]);
    expect(domain.service.exchanges).toHaveLength(1);
    expect(sessionOf(domain)?.confirmedAt).toBe(START);
    await domain.clock.advance(10 * MINUTE);
    await renew(domain);
    expect(domain.service.renewals).toHaveLength(1);
    expect(sessionOf(domain)?.confirmedAt).toBe(START);
  });

  test('nothing is renewed once the identity provider refuses, though the service would', async () => {
    const domain = await signedIn(late, choices);
    domain.identityProvider.refreshes = [SIGN_IN_REFUSED];

    await expect(renew(domain)).resolves.toMatchObject({ kind: 'refused', view: { reason: 'refused' } });

    expect(domain.service.renewals).toEqual([]);
  });

  test('a session without a refresh token of the identity provider needs a new sign-in', async () => {
    const domain = await signedIn({ ...late, identityRefreshToken: undefined }, choices);

    await expect(renew(domain)).resolves.toMatchObject({ kind: 'refused', view: { reason: 'not-possible' } });
  });

  test('the time of the confirmation survives a crash before the exchange', async () => {
    const domain = await signedIn(late, choices);
    domain.service.exchangeFaults = [aFault('REFUSED', { status: 403 })];
    await renew(domain);
    expect(sessionOf(domain)?.confirmedAt).toBe(START);
    await domain.clock.advance(10 * MINUTE);

    await expect(renew(domain)).resolves.toMatchObject({ kind: 'renewed' });

    expect(domain.identityProvider.refreshRequests).toHaveLength(1);
    expect(sessionOf(domain)?.confirmedAt).toBe(START);
  });
});

describe('a person who may no longer sign in there', () => {
  const appOnly = { flow: 'app-only' } as const;
  const administrator = { adminUserIds: [SOMEBODY.oid] };
  const cases: readonly [string, Partial<Session>, Choices, Choices][] = [
    ['left the administrators’ list', appOnly, administrator, { adminUserIds: ['somebody-else'] }],
    [
      'is in a tenant that is no longer allowed',
      {},
      { allowedTenants: [SOMEBODY.tid] },
      { allowedTenants: ['another-tenant'] },
    ],
    ['has an organization that has left the settings', {}, {}, { organizations: [anOrganization({ key: 'x' })] }],
    [
      'has an organization that serves other tenants now',
      {},
      {},
      { organizations: [anOrganization({ tenants: ['another-tenant'] })] },
    ],
    [
      'has an organization without app-only sign-in',
      appOnly,
      administrator,
      { ...administrator, organizations: [anOrganization({ appOnlyApplicationId: undefined })] },
    ],
    [
      'signed in with another account, which is not allowed any more',
      { userId: 'another-account' },
      { identityBinding: 'same-tenant' },
      { identityBinding: 'same-user' },
    ],
  ];

  test.each(cases)('%s: no kind of renewal prolongs the session', async (_, session, before, after) => {
    const allowed = await signedIn(session, before);
    await expect(renew(allowed)).resolves.toMatchObject({ kind: 'renewed' });

    const byHand = await signedIn(session, after);
    await expect(renew(byHand)).resolves.toMatchObject({
      kind: 'none',
      view: { kind: 'session-ended', notAllowed: 'ending' },
    });
    await byHand.clock.run(byHand.jobs.runDue());
    const silently = await signedIn(session, { ...after, autoRenew: true });
    await pass(silently, 51 * MINUTE);
    const notRenewed = await signedIn(session, after);
    await pass(notRenewed, 51 * MINUTE);
    const afterA401 = await signedIn(session, after);
    await expect(afterA401.clock.run(afterA401.refusedSessions.settle(key, aSession(session)))).resolves.toBe('over');

    for (const domain of [byHand, silently, notRenewed, afterA401]) {
      expect([domain.service.renewals, domain.service.exchanges]).toEqual([[], []]);
      expect(domain.identityProvider.refreshRequests).toEqual([]);
      expect(sessionOf(domain)).toBeUndefined();
    }
    // Nobody is asked to renew what ends at once.
    for (const domain of [silently, notRenewed]) {
      expect(domain.announcer.acts).toEqual(['edit card-0 session-ended']);
    }
  });

  test('is decided by the settings alone, letters’ case aside', () => {
    const { organizations } = createDomain();
    const policy = {
      organizations,
      identityBinding: 'same-user',
      adminUserIds: [],
      allowedTenants: ['tid-of-contoso'],
    };
    const person = aPerson({ tenantId: SOMEBODY.tid.toUpperCase(), objectId: SOMEBODY.oid.toUpperCase() });
    expect(mayKeepSession({ ...policy, identityBinding: 'same-user' }, person, aSession())).toBe(true);
  });
});
