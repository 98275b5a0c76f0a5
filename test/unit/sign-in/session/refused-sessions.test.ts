import { StorageAwayError } from '../../../../src/core/errors.ts';
import type { PersonState, Session } from '../../../../src/sign-in/model.ts';
import { START } from '../../../fakes/clock.ts';
import { aFault, anAsker, aPersonKey, aPersonState, aSession, noAnswer, refused } from '../../../support/builders.ts';
import { createHeart, type Choices, type Heart } from '../../../support/heart.ts';

const key = aPersonKey();
const asker = anAsker();
const TOKEN = { accessToken: 'SECRET-service-access-0' };
const UNAUTHORIZED = aFault('REFUSED', { status: 401 });

/** Somebody is signed in, and neither the service nor the identity provider renews the session. */
function dead(choices: Choices = {}, session: Partial<Session> = {}, state: Partial<PersonState> = {}): Heart {
  const heart = createHeart(choices);
  heart.store.put(key, aPersonState({ session: aSession({ ...TOKEN, ...session }), ...state }));
  heart.service.operator = UNAUTHORIZED;
  heart.service.renewFaults = Array.from({ length: 9 }, () => aFault('REFUSED', { status: 400 }));
  heart.identityProvider.refreshes = Array.from({ length: 9 }, () => refused('invalid_grant'));
  return heart;
}

const settle = (heart: Heart): Promise<string> => heart.clock.run(heart.refusedSessions.settle(key, TOKEN));
const sessionOf = (heart: Heart): Session | undefined => heart.store.stateOf(key)?.session;

describe('a session that the service refuses and that cannot be renewed', () => {
  test('ends there and then: tokens erased, cards told, one audit line', async () => {
    const heart = dead({}, { noticeCardId: 'card-of-notice' });

    await expect(settle(heart)).resolves.toBe('over');
    await heart.jobs.idle();

    expect(JSON.stringify(heart.store.stateOf(key))).not.toContain('SECRET');
    expect(heart.announcer.shows('card-0')).toMatchObject({ kind: 'session-ended', refused: true });
    expect(heart.announcer.shows('card-of-notice')).toMatchObject({ kind: 'session-ended', refused: true });
    expect(heart.audit.events).toEqual(['renewal-refused refused', 'session-refused']);
    expect(heart.store.stateOf(key)?.ended).toBeUndefined();
    expect(heart.jobs.queued).toEqual([]);
  });

  test('leaves its own jobs with nothing to do', async () => {
    const heart = dead();
    await settle(heart);
    await heart.jobs.idle();
    const acts = heart.announcer.acts.length;

    await heart.clock.advance(3600_000);
    await heart.jobHandlers.warn({ kind: 'warn', key, sessionId: 'session-0', dueAt: START });
    await heart.jobHandlers.expire({ kind: 'expire', key, sessionId: 'session-0', dueAt: START + 3600_000 });

    expect(heart.announcer.acts).toHaveLength(acts);
    expect(heart.audit.events).not.toContain('expired');
  });

  test('lets what was begun with it wait, instead of ending it', async () => {
    const called: unknown[] = [];
    const heart = dead({
      refused: async (...of) => void called.push(['refused', ...of]),
      expired: async (...of) => void called.push(['expired', ...of]),
    });

    await settle(heart);
    await heart.jobs.idle();

    expect(called).toEqual([['refused', key, 'sign-in-0']]);
  });

  test('ends once, however many notice it, here and in another instance', async () => {
    const heart = dead();
    const other = heart.another();

    const outcomes = await heart.clock.run(
      Promise.all([
        heart.refusedSessions.settle(key, TOKEN),
        heart.refusedSessions.settle(key, TOKEN),
        other.refusedSessions.settle(key, TOKEN),
      ]),
    );
    await heart.clock.run(heart.jobs.idle());

    expect(outcomes).toEqual(['over', 'over', 'over']);
    expect(heart.audit.events.filter((event) => event === 'session-refused')).toHaveLength(1);
  });

  test.each([
    ['before the write', ['is away']],
    ['after it, its answer being lost', ['loses its answer']],
  ] as const)('is ended all the same when storage fails %s', async (_, outcome) => {
    const heart = dead();
    heart.store.writes = ['works', 'works', ...outcome];
    await expect(settle(heart)).rejects.toThrow(StorageAwayError);

    await expect(settle(heart)).resolves.toBe('over');
    await heart.jobs.idle();

    expect(sessionOf(heart)).toBeUndefined();
    expect(heart.announcer.shows('card-0')).toMatchObject({ kind: 'session-ended' });
  });

  test('is told of by another process where this one dies after the write', async () => {
    const heart = dead({
      around: (name, call) => (name === 'job.start' ? new Promise(() => undefined) : call()),
    });
    await settle(heart);
    expect(heart.announcer.acts).toEqual([]);

    heart.another({});
    heart.jobs.abandon(new Error('The process died.'));
    await heart.clock.run(heart.jobs.runDue());

    expect(heart.announcer.shows('card-0')).toMatchObject({ kind: 'session-ended', refused: true });
  });

  test('leaves a card alone on which somebody signs in anew already', async () => {
    const heart = dead();
    heart.announcer.next = ['fails'];
    await settle(heart);
    await heart.jobs.idle();
    const state = heart.store.stateOf(key);
    if (state !== undefined)
      heart.store.put(key, { ...state, session: aSession({ id: 'newer', signInId: 'sign-in-1' }) });

    await heart.clock.advance(10_000);
    await heart.clock.run(heart.jobs.runDue());

    expect(heart.announcer.shows('card-0')).toBeUndefined();
    expect(sessionOf(heart)?.id).toBe('newer');
  });
});

describe('a session stays', () => {
  test.each([
    ['the service does not answer', { renewFaults: [aFault('FAILED', { status: 503 })] }, 'unavailable'],
    ['the answer to the renewal is lost', { renewFaults: [aFault('TIMED_OUT')] }, 'unavailable'],
    ['the certificate is not trusted', { renewFaults: [aFault('UNTRUSTED')] }, 'unavailable'],
    ['a gateway has no such page', { renewFaults: [aFault('REFUSED', { status: 404 })] }, 'unavailable'],
    ['the identity provider does not answer', { refreshes: [noAnswer()] }, 'unavailable'],
    [
      'the identity provider says that it fails for now',
      { refreshes: [refused('temporarily_unavailable')] },
      'unavailable',
    ],
    ['the service renews it', { renewFaults: [] }, 'renewed'],
  ])(
    'while %s',
    async (_, { renewFaults, refreshes }: Partial<Heart['service'] & Heart['identityProvider']>, outcome) => {
      const heart = dead();
      if (renewFaults !== undefined) heart.service.renewFaults = renewFaults;
      if (refreshes !== undefined) heart.identityProvider.refreshes = refreshes;

      await expect(settle(heart)).resolves.toBe(outcome);
      await heart.jobs.idle();

      expect(sessionOf(heart)).toBeDefined();
      expect(heart.audit.events).not.toContain('session-refused');
    },
  );

  test('while storage is away', async () => {
    const heart = dead();
    heart.store.away = true;
    await expect(settle(heart)).rejects.toThrow(StorageAwayError);
    heart.store.away = false;
    expect(sessionOf(heart)).toBeDefined();
  });

  test('while the queue is away', async () => {
    const heart = dead();
    heart.jobs.away = true;
    await expect(settle(heart)).rejects.toThrow(StorageAwayError);
    expect(sessionOf(heart)).toBeDefined();
  });

  test('where another instance has renewed it meanwhile', async () => {
    const heart = dead();
    heart.store.put(key, aPersonState({ session: aSession({ id: 'newer', accessToken: 'SECRET-newer' }) }));

    await expect(settle(heart)).resolves.toBe('renewed');

    expect(heart.service.renewals).toEqual([]);
  });

  test('where another instance begins to renew it between the refusal and the end, and succeeds', async () => {
    const heart = dead();
    const newer = aSession({ id: 'newer', renewedFrom: 'session-0', accessToken: 'SECRET-newer' });
    const send = heart.jobs.sendOwned.bind(heart.jobs);
    const renewing = { id: 'somebody', until: START + 60_000 };
    heart.jobs.sendOwned = async (job) => {
      heart.store.put(key, aPersonState({ session: aSession({ ...TOKEN, renewing }) }));
      void heart.clock.sleep(5_000).then(() => heart.store.put(key, aPersonState({ session: newer })));
      return send(job);
    };

    await expect(settle(heart)).resolves.toBe('renewed');

    expect(sessionOf(heart)?.id).toBe('newer');
    expect(heart.announcer.shows('card-0')).toBeUndefined();
  });

  test('where a job to end it was sent and the process died before it was written', async () => {
    const heart = dead();
    await heart.jobHandlers.expire({ kind: 'expire', key, sessionId: 'session-0', dueAt: START });
    expect(sessionOf(heart)).toBeDefined();
  });
});

describe('**Renew**', () => {
  const renew = (heart: Heart) => heart.clock.run(heart.refusedSessions.renew(key, 'session-0'));

  test('ends a session that the service no longer accepts', async () => {
    const heart = dead();
    await expect(renew(heart)).resolves.toMatchObject({ kind: 'none', view: { kind: 'session-ended', refused: true } });
    expect(sessionOf(heart)).toBeUndefined();
  });

  test.each([
    ['the service still accepts', true, {}],
    ['the service says nothing about', aFault('FAILED', { status: 500 }), {}],
    ['the service takes long to answer about', 'hangs', {}],
    ['is app-only, which cannot be asked about', UNAUTHORIZED, { flow: 'app-only' }],
  ] as const)('that is refused leaves a session that %s', async (_, operator, session) => {
    const heart = dead({}, session);
    heart.service.operator = operator;
    await expect(renew(heart)).resolves.toMatchObject({ kind: 'refused', view: { kind: 'renewal-refused' } });
    expect(sessionOf(heart)).toBeDefined();
  });
});

describe('the status', () => {
  const status = async (heart: Heart) => (await heart.clock.run(heart.sessions.status(asker))).view;

  test('says that a session is over which the service refuses', async () => {
    const heart = dead();
    expect(await status(heart)).toMatchObject({ kind: 'session-ended', refused: true });
    expect(sessionOf(heart)).toBeUndefined();
    expect(await status(heart)).toMatchObject({ kind: 'status', session: undefined });
  });

  test('shows the session that was renewed because the service refused the token', async () => {
    const heart = dead();
    heart.service.renewFaults = [];
    heart.service.duringRenewal = async () => void (heart.service.operator = true);
    expect(await status(heart)).toMatchObject({ kind: 'status', session: { isOperator: true } });
    expect(sessionOf(heart)?.accessToken).toBe('SECRET-service-access-1');
  });

  test('shows the session as it is stored while nobody can say whether it is over', async () => {
    const heart = dead();
    heart.service.renewFaults = [aFault('FAILED', { status: 503 })];
    expect(await status(heart)).toMatchObject({ kind: 'status', session: { sessionId: 'session-0' } });
  });
});

test('a silent renewal ends a session that the service no longer accepts, and warns of nothing', async () => {
  const heart = dead({ autoRenew: true });
  await heart.clock.run(heart.jobHandlers.warn({ kind: 'warn', key, sessionId: 'session-0', dueAt: START }));
  await heart.jobs.idle();
  expect(sessionOf(heart)).toBeUndefined();
  expect(heart.announcer.acts).toEqual(['edit card-0 session-ended']);
});

test('**Sign in** starts a sign-in once the session is over', async () => {
  const heart = dead();
  await settle(heart);
  const { view } = await heart.clock.run(heart.signIns.begin(asker, { flow: 'operator' }));
  expect(view.kind).toBe('sign-in');
});
