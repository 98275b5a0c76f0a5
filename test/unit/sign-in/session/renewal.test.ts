import type { Renewed } from '../../../../src/sign-in/session/renewal.ts';
import type { Session } from '../../../../src/sign-in/model.ts';
import { START } from '../../../fakes/clock.ts';
import { fakeAccessToken, granted, SOMEBODY } from '../../../fakes/identity-provider.ts';
import { createHeart, startProcess, type Choices, type Heart } from '../../../support/heart.ts';
import {
  aFault,
  anAsker,
  anOrganization,
  aPersonKey,
  aPersonState,
  aSession,
  noAnswer,
  refused,
} from '../../../support/builders.ts';

const key = aPersonKey();
const MINUTE = 60_000;

/** Somebody is signed in; ten minutes have passed since. */
async function signedIn(session: Partial<Session> = {}, choices: Choices = {}): Promise<Heart> {
  const heart = createHeart(choices);
  heart.store.put(key, aPersonState({ session: aSession(session) }));
  await heart.clock.advance(10 * MINUTE);
  return heart;
}

const renewed = (heart: Heart, sessionId?: string): Promise<Renewed> =>
  heart.clock.run(heart.renewals.renew(key, sessionId));

const sessionOf = (heart: Heart): Session | undefined => heart.store.stateOf(key)?.session;

describe('renewing', () => {
  test('takes the service’s refresh token, and the identity provider is not asked', async () => {
    const heart = await signedIn();

    await expect(renewed(heart)).resolves.toMatchObject({ kind: 'renewed', view: { kind: 'signed-in' } });

    expect(heart.service.renewals).toEqual([{ flow: 'operator', refreshToken: 'SECRET-service-refresh-0' }]);
    expect(heart.identityProvider.refreshRequests).toEqual([]);
    expect(sessionOf(heart)).toMatchObject({
      signInId: 'sign-in-0',
      signedInAt: START,
      issuedAt: START + 10 * MINUTE,
      expiresAt: START + 70 * MINUTE,
      accessToken: 'SECRET-service-access-1',
      refreshToken: 'SECRET-service-refresh-1',
      identityRefreshToken: 'SECRET-refresh-0',
      cardId: 'card-0',
    });
    expect(sessionOf(heart)?.id).not.toBe('session-0');
    expect(sessionOf(heart)?.renewing).toBeUndefined();
    expect(heart.announcer.acts).toEqual(['edit card-0 signed-in']);
    expect(heart.audit.events).toEqual(['renewed success']);
  });

  test('asks at the path that issued the session', async () => {
    const heart = await signedIn({ flow: 'app-only' });

    await renewed(heart);

    expect(heart.service.renewals[0]?.flow).toBe('app-only');
  });

  test('sends the notices of the new session, by its new name', async () => {
    const heart = await signedIn();

    await renewed(heart);

    const sessionId = sessionOf(heart)?.id;
    expect(heart.jobs.sent.map(({ job, delaySeconds }) => [job, delaySeconds])).toEqual([
      [{ kind: 'warn', key, sessionId, dueAt: START + 60 * MINUTE }, 3000],
      [{ kind: 'expire', key, sessionId, dueAt: START + 70 * MINUTE }, 3600],
    ]);
  });

  test('keeps the refresh token it had where the service gives no new one', async () => {
    const heart = await signedIn();
    heart.service.tokens = { refreshToken: undefined };

    await renewed(heart);

    expect(sessionOf(heart)?.refreshToken).toBe('SECRET-service-refresh-0');
  });

  test('goes by a refresh at the identity provider where the service refuses', async () => {
    const heart = await signedIn();
    heart.service.renewFaults = [aFault('REFUSED', { status: 400 })];

    await expect(renewed(heart)).resolves.toMatchObject({ kind: 'renewed' });

    expect(heart.identityProvider.refreshRequests).toEqual([
      { clientId: 'operator-application', scope: aSession().scope, refreshToken: 'SECRET-refresh-0' },
    ]);
    expect(heart.service.exchanges).toEqual([
      {
        flow: 'operator',
        clientId: 'oid-of-olga.tid-of-contoso',
        assertion: fakeAccessToken(SOMEBODY, 'refreshed-1'),
      },
    ]);
    expect(sessionOf(heart)?.identityRefreshToken).toBe('SECRET-refresh-refreshed-1');
  });

  test('goes by the identity provider where the service gave no refresh token', async () => {
    const heart = await signedIn({ refreshToken: undefined });

    await expect(renewed(heart)).resolves.toMatchObject({ kind: 'renewed' });
    expect(heart.service.renewals).toEqual([]);
  });

  test('of an app-only session hands the whole new answer on', async () => {
    const heart = await signedIn({ flow: 'app-only', refreshToken: undefined });
    const answer = granted({ accessToken: fakeAccessToken(SOMEBODY, 'x') });
    heart.identityProvider.refreshes = [answer];

    await renewed(heart);

    expect(heart.service.exchanges).toEqual([
      {
        flow: 'app-only',
        clientId: 'contoso.onmicrosoft.com',
        assertion: answer.kind === 'granted' ? answer.grant.answer : 'none',
      },
    ]);
  });
});

test('a card that was gone and is posted anew is the one that is edited from then on', async () => {
  const heart = await signedIn();
  heart.announcer.lose('card-0');

  await renewed(heart);
  await renewed(heart);

  expect(heart.announcer.acts).toEqual(['edit card-0 signed-in', 'edit card-1 signed-in']);
  expect(heart.announcer.cards).toHaveLength(1);
  expect(sessionOf(heart)?.cardId).toBe('card-1');
});

test('a card that cannot be edited does not undo the renewal', async () => {
  const heart = await signedIn();
  heart.announcer.mode = 'fails';

  await expect(renewed(heart)).resolves.toMatchObject({ kind: 'renewed' });
});

describe('a renewal that comes to nothing', () => {
  const table: readonly [string, string, Partial<Session>, (heart: Heart) => void][] = [
    [
      'refused by both',
      'refused',
      {},
      (heart) => {
        heart.service.renewFaults = [aFault('REFUSED', { status: 400 })];
        heart.identityProvider.refreshes = [refused('invalid_grant')];
      },
    ],
    [
      'refused by the service twice',
      'refused',
      {},
      (heart) => {
        heart.service.renewFaults = [aFault('REFUSED', { status: 400 })];
        heart.service.exchangeFaults = [aFault('REFUSED', { status: 403 })];
      },
    ],
    [
      'refused by the service, and the identity provider is down',
      'unreachable',
      {},
      (heart) => {
        heart.service.renewFaults = [aFault('REFUSED', { status: 400 })];
        heart.identityProvider.refreshes = [noAnswer()];
      },
    ],
    [
      'refused by the service, which is the only one to ask',
      'refused',
      { identityRefreshToken: undefined },
      (heart) => {
        heart.service.renewFaults = [aFault('REFUSED', { status: 400 })];
      },
    ],
    ['possible nowhere', 'not-possible', { refreshToken: undefined, identityRefreshToken: undefined }, () => undefined],
  ];

  test.each(table)('%s says %s, and the session lives on', async (_, reason, session, prepare) => {
    const heart = await signedIn(session);
    prepare(heart);

    await expect(renewed(heart)).resolves.toMatchObject({ kind: 'refused', view: { kind: 'renewal-refused', reason } });

    expect(sessionOf(heart)).toMatchObject({ id: 'session-0', accessToken: 'SECRET-service-access-0' });
    expect(sessionOf(heart)?.renewing).toBeUndefined();
    expect(heart.audit.events).toEqual([`renewal-refused ${reason}`]);
  });

  test('of an organization that left the settings says so', async () => {
    const heart = await signedIn({}, { organizations: [anOrganization({ organization: 'another.example' })] });

    await expect(renewed(heart)).resolves.toMatchObject({ view: { reason: 'not-possible' } });
  });

  test('can be tried again', async () => {
    const heart = await signedIn();
    heart.service.renewFaults = [aFault('FAILED', { status: 503 })];
    heart.identityProvider.refreshes = [noAnswer()];
    await renewed(heart);

    await expect(renewed(heart)).resolves.toMatchObject({ kind: 'renewed' });
  });

  test('never sends a refresh token twice after a lost answer', async () => {
    const heart = await signedIn();
    heart.service.renewFaults = [aFault('TIMED_OUT')];
    heart.identityProvider.refreshes = [refused('invalid_grant')];
    await renewed(heart);
    await renewed(heart);

    expect(heart.service.renewals).toHaveLength(1);
  });
});

describe('nothing to renew', () => {
  test.each([
    ['nobody signed in', undefined, undefined, 'not-signed-in'],
    ['a session that has ended', aSession({ expiresAt: START + 10 * MINUTE }), undefined, 'not-signed-in'],
    ['a button of an older session', aSession(), 'older', 'card-outdated'],
  ])('%s', async (_, session, sessionId, code) => {
    const heart = createHeart();
    heart.store.put(key, aPersonState({ session }));
    await heart.clock.advance(10 * MINUTE);

    await expect(renewed(heart, sessionId)).resolves.toMatchObject({ view: { kind: 'notice', notice: { code } } });
    expect(heart.service.renewals).toEqual([]);
  });
});

describe('at once', () => {
  test('many make one call, and all hear its outcome', async () => {
    const heart = await signedIn();
    const other = heart.another();
    heart.service.duringRenewal = () => heart.clock.sleep(4000);

    const all = [heart.renewals, heart.renewals, other.renewals].map((renewals) => renewals.renew(key, 'session-0'));
    const outcomes = await heart.clock.run(Promise.all(all));

    expect(heart.service.renewals).toHaveLength(1);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['renewed', 'renewed', 'renewed']);
    expect(new Set(outcomes.map(({ session }) => session?.expiresAt)).size).toBe(1);
    expect(heart.audit.events).toEqual(['renewed success']);
  });

  test('many hear of a refusal alike', async () => {
    const heart = await signedIn({ identityRefreshToken: undefined });
    heart.service.duringRenewal = () => heart.clock.sleep(4000);
    heart.service.renewFaults = [aFault('REFUSED', { status: 400 })];

    const outcomes = await heart.clock.run(Promise.all([heart.renewals.renew(key), heart.renewals.renew(key)]));

    expect(heart.service.renewals).toHaveLength(1);
    expect(outcomes.map(({ view }) => view.kind)).toEqual(['renewal-refused', 'renewal-refused']);
  });

  test('a log-out wins, and what the service issued too late is revoked', async () => {
    const heart = await signedIn();
    heart.service.duringRenewal = async () => {
      heart.service.duringRenewal = () => Promise.resolve();
      await heart.sessions.logOut(anAsker(), {});
    };

    await expect(renewed(heart)).resolves.toMatchObject({ kind: 'none' });

    expect(sessionOf(heart)).toBeUndefined();
    expect(heart.service.live.size).toBe(0);
    expect(heart.service.logOuts).toEqual(['SECRET-service-access-0', 'SECRET-service-access-1']);
  });
});

describe('whoever dies renewing', () => {
  test('is taken for dead after a while, and the service’s refresh token is not sent a second time', async () => {
    const heart = await signedIn();
    // Its process is gone before the service answers.
    heart.service.duringRenewal = () => new Promise(() => undefined);
    void heart.renewals.renew(key);
    await heart.clock.settle();
    expect(heart.service.renewals).toHaveLength(1);
    const next = startProcess(heart);
    await heart.clock.advance(3 * MINUTE);

    await expect(heart.clock.run(next.renewals.renew(key))).resolves.toMatchObject({ kind: 'renewed' });

    expect(heart.service.renewals).toHaveLength(1);
    expect(heart.service.exchanges).toHaveLength(1);
  });
});

describe('storage that loses its answers', () => {
  test.each([1, 2])(
    'a lost answer to write %s spends no refresh token twice and leaves the session renewable',
    async (nth) => {
      const heart = await signedIn();
      heart.store.writes = [...Array.from({ length: nth - 1 }, () => 'works' as const), 'loses its answer'];

      await heart.clock.run(heart.renewals.renew(key).catch(() => undefined));
      await heart.clock.advance(3 * MINUTE);
      await expect(renewed(heart)).resolves.toMatchObject({ kind: 'renewed' });

      const sent = heart.service.renewals.map(({ refreshToken }) => refreshToken);
      expect(new Set(sent).size).toBe(sent.length);
      expect(heart.service.live.has(sessionOf(heart)?.accessToken ?? '')).toBe(true);
    },
  );

  test('what was issued is kept in memory until it can be stored', async () => {
    const heart = await signedIn();
    heart.service.duringRenewal = async () => {
      heart.store.away = true;
      await Promise.resolve();
    };
    const renewing = heart.renewals.renew(key);
    await heart.clock.advance(5 * MINUTE);
    expect(sessionOf(heart)?.id).toBe('session-0');

    heart.store.away = false;
    await expect(heart.clock.run(renewing)).resolves.toMatchObject({ kind: 'renewed' });
    expect(sessionOf(heart)?.accessToken).toBe('SECRET-service-access-1');
    expect(heart.service.renewals).toHaveLength(1);
  });
});
