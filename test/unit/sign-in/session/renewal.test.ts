import type { Renewed } from '../../../../src/sign-in/session/renewal.ts';
import type { Session } from '../../../../src/sign-in/state/model.ts';
import { START } from '../../../fakes/clock.ts';
import { fakeAccessToken, granted, SOMEBODY } from '../../../fakes/identity-provider.ts';
import { createDomain, startProcess, type Choices, type Domain } from '../../../support/domain.ts';
import { aFault, anAsker, aPersonKey, aPersonState, aSession, noAnswer, refused } from '../../../support/builders.ts';

const key = aPersonKey();
const MINUTE = 60_000;
const ADMINISTRATOR = { adminUserIds: [SOMEBODY.oid] };

/** A person has been signed in for ten minutes. */
async function signedIn(session: Partial<Session> = {}, choices: Choices = {}): Promise<Domain> {
  const domain = createDomain(choices);
  domain.store.put(key, aPersonState({ session: aSession(session) }));
  await domain.clock.advance(10 * MINUTE);
  return domain;
}

const renewed = (domain: Domain, sessionId?: string): Promise<Renewed> =>
  domain.clock.run(domain.renewals.renew(key, sessionId));

const sessionOf = (domain: Domain): Session | undefined => domain.store.stateOf(key)?.session;

describe('renewing', () => {
  test('uses the service’s refresh token, without the identity provider', async () => {
    const domain = await signedIn();

    await expect(renewed(domain)).resolves.toMatchObject({ kind: 'renewed', view: { kind: 'signed-in' } });

    expect(domain.service.renewals).toEqual([{ flow: 'operator', refreshToken: 'SECRET-service-refresh-0' }]);
    expect(domain.identityProvider.refreshRequests).toEqual([]);
    expect(sessionOf(domain)).toMatchObject({
      signInId: 'sign-in-0',
      signedInAt: START,
      issuedAt: START + 10 * MINUTE,
      expiresAt: START + 70 * MINUTE,
      accessToken: 'SECRET-service-access-1',
      refreshToken: 'SECRET-service-refresh-1',
      identityRefreshToken: 'SECRET-refresh-0',
      cardId: 'card-0',
    });
    expect(sessionOf(domain)?.id).not.toBe('session-0');
    expect(sessionOf(domain)?.renewing).toBeUndefined();
    expect(domain.announcer.acts).toEqual(['edit card-0 signed-in']);
    expect(domain.audit.events).toEqual(['renewed success']);
  });

  test('uses the path that issued the session', async () => {
    const domain = await signedIn({ flow: 'app-only' }, ADMINISTRATOR);

    await renewed(domain);

    expect(domain.service.renewals[0]?.flow).toBe('app-only');
  });

  test('schedules the notices of the new session', async () => {
    const domain = await signedIn();

    await renewed(domain);

    const sessionId = sessionOf(domain)?.id;
    expect(domain.jobs.sent.map(({ job, delaySeconds }) => [job, delaySeconds])).toEqual([
      [{ kind: 'warn', key, sessionId, dueAt: START + 60 * MINUTE }, 3000],
      [{ kind: 'expire', key, sessionId, dueAt: START + 70 * MINUTE }, 3600],
    ]);
  });

  test('keeps its refresh token when the service returns none', async () => {
    const domain = await signedIn();
    domain.service.tokens = { refreshToken: undefined };

    await renewed(domain);

    expect(sessionOf(domain)?.refreshToken).toBe('SECRET-service-refresh-0');
  });

  test('uses a refresh at the identity provider when the service refuses', async () => {
    const domain = await signedIn();
    domain.service.renewFaults = [aFault('REFUSED', { status: 400 })];

    await expect(renewed(domain)).resolves.toMatchObject({ kind: 'renewed' });

    expect(domain.identityProvider.refreshRequests).toEqual([
      { clientId: 'operator-application', scope: aSession().scope, refreshToken: 'SECRET-refresh-0' },
    ]);
    expect(domain.service.exchanges).toEqual([
      {
        flow: 'operator',
        clientId: 'oid-of-olga.tid-of-contoso',
        assertion: fakeAccessToken(SOMEBODY, 'refreshed-1'),
      },
    ]);
    expect(sessionOf(domain)?.identityRefreshToken).toBe('SECRET-refresh-refreshed-1');
  });

  test('uses the identity provider when the service gave no refresh token', async () => {
    const domain = await signedIn({ refreshToken: undefined });

    await expect(renewed(domain)).resolves.toMatchObject({ kind: 'renewed' });
    expect(domain.service.renewals).toEqual([]);
  });

  test('of an app-only session sends the whole new answer', async () => {
    const choices = { ...ADMINISTRATOR, autoRenew: true };
    const domain = await signedIn({ flow: 'app-only', refreshToken: undefined }, choices);
    const answer = granted({ accessToken: fakeAccessToken(SOMEBODY, 'x') });
    domain.identityProvider.refreshes = [answer];

    await renewed(domain);

    expect(domain.service.exchanges).toEqual([
      {
        flow: 'app-only',
        clientId: 'contoso.onmicrosoft.com',
        assertion: answer.kind === 'granted' ? answer.grant.answer : 'none',
      },
    ]);
  });
});

test('edits the new card from then on when the old one was deleted', async () => {
  const domain = await signedIn();
  domain.announcer.lose('card-0');

  await renewed(domain);
  await renewed(domain);

  expect(domain.announcer.acts).toEqual(['edit card-0 signed-in', 'edit card-1 signed-in']);
  expect(domain.announcer.cards).toHaveLength(1);
  expect(sessionOf(domain)?.cardId).toBe('card-1');
});

test('succeeds when the card cannot be edited', async () => {
  const domain = await signedIn();
  domain.announcer.mode = 'fails';

  await expect(renewed(domain)).resolves.toMatchObject({ kind: 'renewed' });
});

describe('a renewal that fails', () => {
  const table: readonly [string, string, Partial<Session>, (domain: Domain) => void][] = [
    [
      'refused by both',
      'refused',
      {},
      (domain) => {
        domain.service.renewFaults = [aFault('REFUSED', { status: 400 })];
        domain.identityProvider.refreshes = [refused('invalid_grant')];
      },
    ],
    [
      'refused by the service twice',
      'refused',
      {},
      (domain) => {
        domain.service.renewFaults = [aFault('REFUSED', { status: 400 })];
        domain.service.exchangeFaults = [aFault('REFUSED', { status: 403 })];
      },
    ],
    [
      'refused by the service, and the identity provider is down',
      'unreachable',
      {},
      (domain) => {
        domain.service.renewFaults = [aFault('REFUSED', { status: 400 })];
        domain.identityProvider.refreshes = [noAnswer()];
      },
    ],
    [
      'refused by the service, which is the only one to ask',
      'refused',
      { identityRefreshToken: undefined },
      (domain) => {
        domain.service.renewFaults = [aFault('REFUSED', { status: 400 })];
      },
    ],
    ['possible nowhere', 'not-possible', { refreshToken: undefined, identityRefreshToken: undefined }, () => undefined],
  ];

  test.each(table)('%s says %s, and the session is kept', async (_, reason, session, prepare) => {
    const domain = await signedIn(session);
    prepare(domain);

    await expect(renewed(domain)).resolves.toMatchObject({
      kind: 'refused',
      view: { kind: 'renewal-refused', reason },
    });

    expect(sessionOf(domain)).toMatchObject({ id: 'session-0', accessToken: 'SECRET-service-access-0' });
    expect(sessionOf(domain)?.renewing).toBeUndefined();
    expect(domain.audit.events).toEqual([`renewal-refused ${reason}`]);
  });

  test('can be repeated', async () => {
    const domain = await signedIn();
    domain.service.renewFaults = [aFault('FAILED', { status: 503 })];
    domain.identityProvider.refreshes = [noAnswer()];
    await renewed(domain);

    await expect(renewed(domain)).resolves.toMatchObject({ kind: 'renewed' });
  });

  test('never sends a refresh token twice after a lost answer', async () => {
    const domain = await signedIn();
    domain.service.renewFaults = [aFault('TIMED_OUT')];
    domain.identityProvider.refreshes = [refused('invalid_grant')];
    await renewed(domain);
    await renewed(domain);

    expect(domain.service.renewals).toHaveLength(1);
  });
});

describe('nothing to renew', () => {
  test.each([
    ['nobody signed in', undefined, undefined, 'not-signed-in'],
    ['a session that has ended', aSession({ expiresAt: START + 10 * MINUTE }), undefined, 'not-signed-in'],
    ['a button of an older session', aSession(), 'older', 'card-outdated'],
  ])('%s', async (_, session, sessionId, code) => {
    const domain = createDomain();
    domain.store.put(key, aPersonState({ session }));
    await domain.clock.advance(10 * MINUTE);

    await expect(renewed(domain, sessionId)).resolves.toMatchObject({ view: { kind: 'notice', notice: { code } } });
    expect(domain.service.renewals).toEqual([]);
  });
});

describe('concurrent renewals', () => {
  test('make one call, and all return its result', async () => {
    const domain = await signedIn();
    const other = domain.another();
    domain.service.duringRenewal = () => domain.clock.sleep(4000);

    const all = [domain.renewals, domain.renewals, other.renewals].map((renewals) => renewals.renew(key, 'session-0'));
    const outcomes = await domain.clock.run(Promise.all(all));

    expect(domain.service.renewals).toHaveLength(1);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['renewed', 'renewed', 'renewed']);
    expect(new Set(outcomes.map(({ session }) => session?.expiresAt)).size).toBe(1);
    expect(domain.audit.events).toEqual(['renewed success']);
  });

  test('all return the same refusal', async () => {
    const domain = await signedIn({ identityRefreshToken: undefined });
    domain.service.duringRenewal = () => domain.clock.sleep(4000);
    domain.service.renewFaults = [aFault('REFUSED', { status: 400 })];

    const outcomes = await domain.clock.run(Promise.all([domain.renewals.renew(key), domain.renewals.renew(key)]));

    expect(domain.service.renewals).toHaveLength(1);
    expect(outcomes.map(({ view }) => view.kind)).toEqual(['renewal-refused', 'renewal-refused']);
  });

  test('lose against a log-out, and the late token is revoked', async () => {
    const domain = await signedIn();
    domain.service.duringRenewal = async () => {
      domain.service.duringRenewal = () => Promise.resolve();
      await domain.sessions.logOut(anAsker(), {});
    };

    await expect(renewed(domain)).resolves.toMatchObject({ kind: 'none' });

    expect(sessionOf(domain)).toBeUndefined();
    expect(domain.service.live.size).toBe(0);
    expect(domain.service.logOuts).toEqual(['SECRET-service-access-0', 'SECRET-service-access-1']);
  });
});

describe('a process that dies while it renews', () => {
  test('loses its claim after a while, and the service’s refresh token is not sent again', async () => {
    const domain = await signedIn();
    // Its process is gone before the service answers.
    domain.service.duringRenewal = () => new Promise(() => undefined);
    void domain.renewals.renew(key);
    await domain.clock.settle();
    expect(domain.service.renewals).toHaveLength(1);
    const next = startProcess(domain);
    await domain.clock.advance(3 * MINUTE);

    await expect(domain.clock.run(next.renewals.renew(key))).resolves.toMatchObject({ kind: 'renewed' });

    expect(domain.service.renewals).toHaveLength(1);
    expect(domain.service.exchanges).toHaveLength(1);
  });
});

describe('storage whose responses are lost', () => {
  test.each([1, 2])(
    'a lost answer to write %s spends no refresh token twice and leaves the session renewable',
    async (nth) => {
      const domain = await signedIn();
      domain.store.writes = [...Array.from({ length: nth - 1 }, () => 'works' as const), 'loses its answer'];

      await domain.clock.run(domain.renewals.renew(key).catch(() => undefined));
      await domain.clock.advance(3 * MINUTE);
      await expect(renewed(domain)).resolves.toMatchObject({ kind: 'renewed' });

      const sent = domain.service.renewals.map(({ refreshToken }) => refreshToken);
      expect(new Set(sent).size).toBe(sent.length);
      expect(domain.service.live.has(sessionOf(domain)?.accessToken ?? '')).toBe(true);
    },
  );

  test('the issued token is kept in memory until it can be stored', async () => {
    const domain = await signedIn();
    domain.service.duringRenewal = async () => {
      domain.store.away = true;
      await Promise.resolve();
    };
    const renewing = domain.renewals.renew(key);
    await domain.clock.advance(5 * MINUTE);
    expect(sessionOf(domain)?.id).toBe('session-0');

    domain.store.away = false;
    await expect(domain.clock.run(renewing)).resolves.toMatchObject({ kind: 'renewed' });
    expect(sessionOf(domain)?.accessToken).toBe('SECRET-service-access-1');
    expect(domain.service.renewals).toHaveLength(1);
  });
});
