/** Each of the three steps of a renewal, failing at each point. */
import { aFault, anAsker, aPersonKey, aPersonState, aSession, noAnswer, refused } from '../../../support/builders.ts';
import { granted, grantOf } from '../../../fakes/identity-provider.ts';
import type { Session } from '../../../../src/sign-in/state/model.ts';
import { START } from '../../../fakes/clock.ts';
import { createDomain, type Choices, type Domain } from '../../../support/domain.ts';

const key = aPersonKey();

function signedIn(changes: Parameters<typeof aSession>[0] = {}, choices: Choices = {}): Domain {
  const domain = createDomain(choices);
  domain.store.put(key, aPersonState({ session: aSession(changes) }));
  return domain;
}

const renew = (domain: Domain) => domain.clock.run(domain.renewals.renew(key));
const session = (domain: Domain) => domain.store.stateOf(key)?.session;
const REFUSED = aFault('REFUSED', { status: 400 });
const BUSY = aFault('FAILED', { status: 503 });
const LOST = aFault('NO_ANSWER');
const UNREAD = aFault('NOT_JSON', { status: 200 });
const GATEWAY = aFault('FAILED', { status: 504 });
const RESTARTING = aFault('FAILED', { status: 502 });
const ITS_OWN = aFault('FAILED', { status: 504, reason: 'ProxyOffline' });
const DOWN = aFault('NO_ANSWER', { unsent: true });

type Steps = readonly [service: typeof REFUSED, provider: ReturnType<typeof refused>, exchange?: typeof REFUSED];

test.each<[string, Steps, string]>([
  ['the service refuses, the provider refuses', [REFUSED, refused('invalid_grant')], 'refused'],
  ['the service refuses, the provider is away', [REFUSED, noAnswer()], 'unreachable'],
  ['the service refuses, and refuses the exchange', [REFUSED, granted(), REFUSED], 'refused'],
  ['the service is busy, the provider refuses', [BUSY, refused('invalid_grant')], 'unreachable'],
  ['the service’s answer is lost, the provider refuses', [LOST, refused('invalid_grant')], 'outcome-unknown'],
  ['the service’s answer is lost, the provider is away', [LOST, noAnswer()], 'outcome-unknown'],
  ['the service’s answer is lost, and it refuses the exchange', [LOST, granted(), REFUSED], 'outcome-unknown'],
  [
    'the service’s answer is half a document, the provider refuses',
    [UNREAD, refused('invalid_grant')],
    'outcome-unknown',
  ],
  ['a gateway waited in vain, the provider refuses', [GATEWAY, refused('invalid_grant')], 'outcome-unknown'],
  ['a gateway found no service, the provider refuses', [RESTARTING, refused('invalid_grant')], 'unreachable'],
  [
    'the service has its own reason for a 504, the provider refuses',
    [ITS_OWN, refused('invalid_grant')],
    'unreachable',
  ],
])('%s', async (_, [service, provider, exchange], reason) => {
  const domain = signedIn();
  domain.service.renewFaults = [service];
  domain.identityProvider.refreshes = [provider];
  domain.service.exchangeFaults = exchange === undefined ? [] : [exchange];
  await expect(renew(domain)).resolves.toMatchObject({ kind: 'refused', view: { kind: 'renewal-refused', reason } });
  expect(session(domain)).toMatchObject({
    id: 'session-0',
    accessToken: 'SECRET-service-access-0',
    notRenewed: reason,
  });
  // What may be spent is not tried again; what is not known to be, is kept.
  const expected = reason === 'outcome-unknown' ? undefined : 'SECRET-service-refresh-0';
  expect(session(domain)?.refreshToken).toBe(expected);
  expect(session(domain)?.renewing).toBeUndefined();
});

test('why the provider refuses is told, and stored for whoever waits for the same renewal', async () => {
  const domain = signedIn();
  domain.service.renewFaults = [REFUSED];
  domain.identityProvider.refreshes = [refused('invalid_grant', { errorCodes: [53_003], suberror: 'message_only' })];
  await expect(renew(domain)).resolves.toMatchObject({ view: { reason: 'refused', because: 'conditional-access' } });
  expect(session(domain)).toMatchObject({ notRenewed: 'refused', notRenewedBecause: 'conditional-access' });
});

test('an unreachable service costs no refresh at the provider', async () => {
  const domain = signedIn();
  domain.service.renewFaults = [DOWN];
  await expect(renew(domain)).resolves.toMatchObject({ view: { reason: 'unreachable' } });
  expect(domain.identityProvider.refreshRequests).toEqual([]);
  await expect(renew(domain)).resolves.toMatchObject({ kind: 'renewed' });
  expect(domain.service.renewals.map(({ refreshToken }) => refreshToken)).toEqual(
    Array(2).fill('SECRET-service-refresh-0'),
  );
});

test('a lost answer is replaced through the provider', async () => {
  const domain = signedIn();
  domain.service.renewFaults = [LOST];
  await expect(renew(domain)).resolves.toMatchObject({ kind: 'renewed' });
  expect(session(domain)).toMatchObject({ refreshToken: 'SECRET-service-refresh-1' });
});

test.each<[string, Partial<Session>, readonly (typeof REFUSED)[]]>([
  ['after a lost answer', {}, [LOST]],
  ['after a gateway’s page', {}, [UNREAD]],
  ['of a process that died', { renewing: { id: 'dead', until: 1 } }, []],
  [
    'of a process that died when it had the provider’s answer',
    { renewing: { id: 'dead', until: 1 }, answer: grantOf().answer, answerExpiresAt: START + 60_000 },
    [],
  ],
])('what may be spent is not kept beside the tokens of an exchange without another: %s', async (_, held, faults) => {
  const domain = signedIn(held);
  domain.service.renewFaults = [...faults];
  domain.service.tokens = { refreshToken: undefined };
  await expect(renew(domain)).resolves.toMatchObject({ kind: 'renewed' });
  expect(session(domain)?.accessToken).toBe('SECRET-service-access-1');
  expect(session(domain)?.refreshToken).toBeUndefined();
});

test('what a process that died may have spent is not sent after an exchange that failed either', async () => {
  const answered = { answer: grantOf().answer, answerExpiresAt: START + 60_000 };
  const domain = signedIn({ renewing: { id: 'dead', until: 1 }, ...answered });
  domain.service.exchangeFaults = Array.from({ length: 9 }, () => BUSY);
  await expect(renew(domain)).resolves.toMatchObject({ view: { reason: 'unreachable' } });
  expect(session(domain)?.refreshToken).toBeUndefined();
});

test('the provider’s answer is stored before it is used, and exchanged first the next time', async () => {
  const domain = signedIn();
  const grant = grantOf({ refreshToken: 'SECRET-refresh-newest' });
  domain.service.renewFaults = [REFUSED];
  domain.identityProvider.refreshes = [{ kind: 'granted', grant }];
  domain.service.exchangeFaults = Array.from({ length: 9 }, () => BUSY);
  await expect(renew(domain)).resolves.toMatchObject({ view: { reason: 'unreachable' } });
  expect(session(domain)).toMatchObject({ answer: grant.answer, identityRefreshToken: 'SECRET-refresh-newest' });

  domain.service.exchangeFaults = [];
  await expect(renew(domain)).resolves.toMatchObject({ kind: 'renewed' });
  expect(domain.identityProvider.refreshRequests).toHaveLength(1);
  expect(domain.service.renewals).toHaveLength(1);
  expect(session(domain)).toMatchObject({ identityRefreshToken: 'SECRET-refresh-newest', renewedFrom: 'session-0' });
  expect(session(domain)?.answer).toBeUndefined();
});

test('a stored answer that the service refuses, or that has expired, is requested anew', async () => {
  for (const left of [{ answerExpiresAt: 0 }, {}]) {
    const domain = signedIn();
    const { answer } = grantOf();
    const now = domain.clock.now();
    const held = { refreshToken: undefined, answer, answerExpiresAt: now + 60_000, ...left };
    domain.store.put(key, aPersonState({ session: aSession(held) }));
    domain.service.exchangeFaults = left.answerExpiresAt === 0 ? [] : [REFUSED];
    await expect(renew(domain)).resolves.toMatchObject({ kind: 'renewed' });
    expect(domain.identityProvider.refreshRequests).toHaveLength(1);
  }
});

test('an app-only session that is exchanged anew counts only if it is still the organization’s', async () => {
  const domain = signedIn({ flow: 'app-only' }, { adminUserIds: [key.personId], autoRenew: true });
  domain.service.renewFaults = [REFUSED];
  domain.service.tenant = { name: 'fabrikam.onmicrosoft.com', type: 'Office365' };

  await expect(renew(domain)).resolves.toMatchObject({
    view: { reason: 'refused', because: 'other-organization', way: 'administrator' },
  });

  expect(session(domain)).toMatchObject({ id: 'session-0', accessToken: 'SECRET-service-access-0' });
  expect([domain.service.exchanges.length, domain.service.logOuts.length]).toEqual([1, 1]);
});

test.each<[string, Partial<Session>, readonly (typeof REFUSED)[], string]>([
  ['the service renews it alone', {}, [], 'renewed'],
  ['it ends where the service refuses', {}, [REFUSED], 'refused'],
  [
    'an answer that is stored is not exchanged',
    { answer: grantOf().answer, answerExpiresAt: START + 60_000 },
    [],
    'renewed',
  ],
])(
  'of an app-only session, what the provider gave is dropped once AUTO_RENEW is off: %s',
  async (_, held, faults, kind) => {
    const domain = signedIn({ flow: 'app-only', ...held }, { adminUserIds: [key.personId] });
    expect(session(domain)?.identityRefreshToken).toBeDefined();
    domain.service.renewFaults = [...faults];

    await expect(renew(domain)).resolves.toMatchObject({ kind });

    expect(domain.identityProvider.refreshRequests).toEqual([]);
    expect(domain.service.exchanges).toEqual([]);
    const { identityRefreshToken, answer } = session(domain) ?? {};
    expect([identityRefreshToken, answer]).toEqual([undefined, undefined]);
  },
);

test('a renewal that both have refused is not offered again', async () => {
  const domain = signedIn();
  domain.service.renewFaults = [REFUSED];
  domain.identityProvider.refreshes = [refused('invalid_grant')];
  await renew(domain);
  await expect(domain.clock.run(domain.sessions.status(anAsker()))).resolves.toMatchObject({
    view: { session: { renewable: false } },
  });
});

test('a second press of the same button finds what the first one did', async () => {
  const domain = signedIn();
  const press = () => domain.clock.run(domain.renewals.renew(key, 'session-0'));
  const first = await press();
  const second = await press();
  expect([second.kind, second.session?.expiresAt]).toEqual(['renewed', first.session?.expiresAt]);
  expect(domain.service.renewals).toHaveLength(1);
  await expect(domain.clock.run(domain.renewals.renew(key, 'session-older'))).resolves.toMatchObject({
    kind: 'outdated',
  });
});

test('the notice of a renewed session says so and loses its buttons', async () => {
  const domain = signedIn({ noticeCardId: 'notice-0', warnedAt: 1 });
  await expect(renew(domain)).resolves.toMatchObject({ noticeCardId: 'notice-0' });
  expect(domain.announcer.acts).toEqual(['edit card-0 signed-in', 'edit notice-0 notice']);
  expect(session(domain)).not.toMatchObject({ warnedAt: 1 });
});
