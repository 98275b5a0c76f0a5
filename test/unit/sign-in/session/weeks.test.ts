/** Sessions of weeks, on time that a test lets pass. */
import { START } from '../../../fakes/clock.ts';
import { aPersonKey, aPersonState, aSession } from '../../../support/builders.ts';
import { createDomain, type Domain } from '../../../support/domain.ts';
import { scheduleExpiry } from '../../../../src/sign-in/state/schedule.ts';

const key = aPersonKey();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

async function signedIn(lifetime: number, choices: Parameters<typeof createDomain>[0] = {}): Promise<Domain> {
  const domain = createDomain(choices);
  const session = aSession({ expiresAt: START + lifetime });
  domain.store.put(key, aPersonState({ session }));
  await scheduleExpiry({ ...domain, expiryWarningSeconds: 600 }, key, session);
  return domain;
}

/** Workers look at the queue every minute. @returns when each card was posted or edited first */
async function pass(domain: Domain, span: number): Promise<ReadonlyMap<string, number>> {
  const seen = new Map<string, number>();
  for (let passed = 0; passed < span; passed += 60_000) {
    await domain.clock.advance(60_000);
    await domain.clock.run(domain.jobs.runDue());
    for (const act of domain.announcer.acts) if (!seen.has(act)) seen.set(act, domain.clock.now() - START);
  }
  return seen;
}

test('a session of forty days is warned about ten minutes before its end, once, and ends', async () => {
  const domain = await signedIn(40 * DAY);
  const seen = await pass(domain, 41 * DAY);
  expect(domain.announcer.acts).toEqual(['post expiring', 'edit card-0 session-ended', 'edit card-1 session-ended']);
  expect(seen.get('post expiring')).toBe(40 * DAY - 600_000);
  expect(seen.get('edit card-0 session-ended')).toBe(40 * DAY);
  expect(domain.store.stateOf(key)?.session).toBeUndefined();
  expect(domain.jobs.queued).toEqual([]);
  // None was sent further ahead than the queue holds.
  expect(Math.max(...domain.jobs.sent.map(({ delaySeconds }) => Number(delaySeconds)))).toBeLessThan(7 * 86_400);
});

test('a session of hours is renewed silently for two weeks, and then warned about and ended', async () => {
  const domain = await signedIn(8 * HOUR, { autoRenew: true, maxSessionHours: 14 * 24 });
  domain.service.tokens = { expiresInSeconds: (8 * HOUR) / 1000 };
  const seen = await pass(domain, 15 * DAY);
  const renewals = domain.service.renewals.length;
  const confirmed = domain.identityProvider.refreshRequests.length;
  expect(renewals + confirmed).toBe(Math.ceil((14 * DAY) / (8 * HOUR - 600_000)) - 1);
  expect(confirmed).toBeGreaterThanOrEqual(13);
  expect(new Set(domain.service.renewals.map(({ refreshToken }) => refreshToken)).size).toBe(renewals);
  expect(domain.announcer.acts.filter((act) => act === 'post expiring')).toHaveLength(1);
  expect(seen.get('post expiring')).toBe(14 * DAY - 600_000);
  expect(seen.get('edit card-0 session-ended')).toBe(14 * DAY);
  expect(domain.audit.events.filter((event) => event === 'renewed success')).toHaveLength(renewals + confirmed);
  expect(domain.store.stateOf(key)?.session).toBeUndefined();
});
