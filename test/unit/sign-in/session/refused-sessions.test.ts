import { StorageUnavailableError } from '../../../../src/core/errors.ts';
import type { PersonState, Session } from '../../../../src/sign-in/state/model.ts';
import { START } from '../../../fakes/clock.ts';
import { SOMEBODY } from '../../../fakes/identity-provider.ts';
import { aFault, anAsker, aPersonKey, aPersonState, aSession, noAnswer, refused } from '../../../support/builders.ts';
import { createDomain, onOver, type Choices, type Domain } from '../../../support/domain.ts';

const key = aPersonKey();
const asker = anAsker();
const TOKEN = { accessToken: 'SECRET-service-access-0' };
const UNAUTHORIZED = aFault('REFUSED', { status: 401 });

/** A person is signed in, and neither the service nor the identity provider renews the session. */
function refusedSession(
  choices: Choices = {},
  session: Partial<Session> = {},
  state: Partial<PersonState> = {},
): Domain {
  const domain = createDomain(choices);
  domain.store.put(key, aPersonState({ session: aSession({ ...TOKEN, ...session }), ...state }));
  domain.service.operator = UNAUTHORIZED;
  domain.service.renewFaults = Array.from({ length: 9 }, () => aFault('REFUSED', { status: 400 }));
  domain.identityProvider.refreshes = Array.from({ length: 9 }, () => refused('invalid_grant'));
  return domain;
}

const settle = (domain: Domain): Promise<string> => domain.clock.run(domain.refusedSessions.settle(key, TOKEN));
const sessionOf = (domain: Domain): Session | undefined => domain.store.stateOf(key)?.session;

describe('a session that the service refuses and that cannot be renewed', () => {
  test('ends at once: tokens erased, cards updated, one audit line', async () => {
    const domain = refusedSession({}, { noticeCardId: 'card-of-notice' });

    await expect(settle(domain)).resolves.toBe('over');
    await domain.jobs.idle();

    expect(JSON.stringify(domain.store.stateOf(key))).not.toContain('SECRET');
    expect(domain.announcer.shows('card-0')).toMatchObject({ kind: 'session-ended', refused: true });
    expect(domain.announcer.shows('card-of-notice')).toMatchObject({ kind: 'session-ended', refused: true });
    expect(domain.audit.events).toEqual(['renewal-refused refused', 'session-refused']);
    expect(domain.store.stateOf(key)?.ended).toBeUndefined();
    expect(domain.jobs.queued).toEqual([]);
  });

  test('leaves nothing to do for its own jobs', async () => {
    const domain = refusedSession();
    await settle(domain);
    await domain.jobs.idle();
    const acts = domain.announcer.acts.length;

    await domain.clock.advance(3600_000);
    await domain.jobHandlers.warn({ kind: 'warn', key, sessionId: 'session-0', dueAt: START });
    await domain.jobHandlers.expire({ kind: 'expire', key, sessionId: 'session-0', dueAt: START + 3600_000 });

    expect(domain.announcer.acts).toHaveLength(acts);
    expect(domain.audit.events).not.toContain('expired');
  });

  test('tells that a refused session is over', async () => {
    const called: unknown[] = [];
    const domain = refusedSession({
      onSession: onOver(async ({ key: who, why, session }) => void called.push([why, who, session.signInId])),
    });

    await settle(domain);
    await domain.jobs.idle();

    expect(called).toEqual([['refused', key, 'sign-in-0']]);
  });

  test('ends once, however many notice it, here and in another instance', async () => {
    const domain = refusedSession();
    const other = domain.another();

    const outcomes = await domain.clock.run(
      Promise.all([
        domain.refusedSessions.settle(key, TOKEN),
        domain.refusedSessions.settle(key, TOKEN),
        other.refusedSessions.settle(key, TOKEN),
      ]),
    );
    await domain.clock.run(domain.jobs.idle());

    expect(outcomes).toEqual(['over', 'over', 'over']);
    expect(domain.audit.events.filter((event) => event === 'session-refused')).toHaveLength(1);
  });

  test.each([
    ['before the write', ['is away']],
    ['after it, its answer being lost', ['loses its answer']],
  ] as const)('is ended all the same when storage fails %s', async (_, outcome) => {
    const domain = refusedSession();
    domain.store.writes = ['works', 'works', ...outcome];
    await expect(settle(domain)).rejects.toThrow(StorageUnavailableError);

    await expect(settle(domain)).resolves.toBe('over');
    await domain.jobs.idle();

    expect(sessionOf(domain)).toBeUndefined();
    expect(domain.announcer.shows('card-0')).toMatchObject({ kind: 'session-ended' });
    expect(domain.audit.events.filter((event) => event === 'session-refused')).toHaveLength(1);
  });

  test('is shown by another process if this one dies after the write', async () => {
    const domain = refusedSession({
      around: (name, call) => (name === 'job.start' ? new Promise(() => undefined) : call()),
    });
    await settle(domain);
    expect(domain.announcer.acts).toEqual([]);

    domain.another({});
    domain.jobs.abandon(new Error('The process died.'));
    await domain.clock.run(domain.jobs.runDue());

    expect(domain.announcer.shows('card-0')).toMatchObject({ kind: 'session-ended', refused: true });
    expect(domain.audit.events).toContain('session-refused');
  });

  test('does not edit a card that a new sign-in uses', async () => {
    const domain = refusedSession();
    domain.announcer.next = ['fails'];
    await settle(domain);
    await domain.jobs.idle();
    const state = domain.store.stateOf(key);
    if (state !== undefined)
      domain.store.put(key, { ...state, session: aSession({ id: 'newer', signInId: 'sign-in-1' }) });

    await domain.clock.advance(10_000);
    await domain.clock.run(domain.jobs.runDue());

    expect(domain.announcer.shows('card-0')).toBeUndefined();
    expect(sessionOf(domain)?.id).toBe('newer');
  });
});

describe('a session is kept', () => {
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
    async (_, { renewFaults, refreshes }: Partial<Domain['service'] & Domain['identityProvider']>, outcome) => {
      const domain = refusedSession();
      if (renewFaults !== undefined) domain.service.renewFaults = renewFaults;
      if (refreshes !== undefined) domain.identityProvider.refreshes = refreshes;

      await expect(settle(domain)).resolves.toBe(outcome);
      await domain.jobs.idle();

      expect(sessionOf(domain)).toBeDefined();
      expect(domain.audit.events).not.toContain('session-refused');
    },
  );

  test('while storage is unavailable', async () => {
    const domain = refusedSession();
    domain.store.away = true;
    await expect(settle(domain)).rejects.toThrow(StorageUnavailableError);
    domain.store.away = false;
    expect(sessionOf(domain)).toBeDefined();
  });

  test('while the queue is unavailable', async () => {
    const domain = refusedSession();
    domain.jobs.away = true;
    await expect(settle(domain)).rejects.toThrow(StorageUnavailableError);
    expect(sessionOf(domain)).toBeDefined();
  });

  test('when another instance has renewed it meanwhile', async () => {
    const domain = refusedSession();
    domain.store.put(key, aPersonState({ session: aSession({ id: 'newer', accessToken: 'SECRET-newer' }) }));

    await expect(settle(domain)).resolves.toBe('renewed');

    expect(domain.service.renewals).toEqual([]);
  });

  test('when another instance renews it between the refusal and the end', async () => {
    const domain = refusedSession();
    const newer = aSession({ id: 'newer', renewedFrom: 'session-0', accessToken: 'SECRET-newer' });
    const send = domain.jobs.sendOwned.bind(domain.jobs);
    const renewing = { id: 'somebody', until: START + 60_000 };
    domain.jobs.sendOwned = async (job) => {
      domain.store.put(key, aPersonState({ session: aSession({ ...TOKEN, renewing }) }));
      void domain.clock.sleep(5_000).then(() => domain.store.put(key, aPersonState({ session: newer })));
      return send(job);
    };

    await expect(settle(domain)).resolves.toBe('renewed');

    expect(sessionOf(domain)?.id).toBe('newer');
    expect(domain.announcer.shows('card-0')).toBeUndefined();
  });

  test('when the process died between sending the job and the write', async () => {
    const domain = refusedSession();
    await domain.jobHandlers.expire({ kind: 'expire', key, sessionId: 'session-0', dueAt: START });
    expect(sessionOf(domain)).toBeDefined();
  });
});

describe('**Renew**', () => {
  const renew = (domain: Domain) => domain.clock.run(domain.refusedSessions.renew(key, 'session-0'));

  test('ends a session that the service no longer accepts', async () => {
    const domain = refusedSession();
    await expect(renew(domain)).resolves.toMatchObject({
      kind: 'none',
      view: { kind: 'session-ended', refused: true },
    });
    expect(sessionOf(domain)).toBeUndefined();
  });

  test.each([
    ['the service still accepts', true, {}],
    ['the service says nothing about', aFault('FAILED', { status: 500 }), {}],
    ['the service takes long to answer about', 'hangs', {}],
    ['is app-only and still accepted', true, { flow: 'app-only' }],
    ['is app-only and may not ask', aFault('REFUSED', { status: 403 }), { flow: 'app-only' }],
  ] as const)('that is refused leaves a session that %s', async (_, operator, session) => {
    const domain = refusedSession({ adminUserIds: [SOMEBODY.oid] }, session);
    domain.service.operator = operator;
    await expect(renew(domain)).resolves.toMatchObject({ kind: 'refused', view: { kind: 'renewal-refused' } });
    expect(sessionOf(domain)).toBeDefined();
  });
});

test.each([
  ['accepted where it gives what was asked for', true, {}, true],
  ['accepted where it says that the person is no operator', false, {}, true],
  ['accepted of an app-only session', true, { flow: 'app-only' }, true],
  ['refused where it answers 401', UNAUTHORIZED, {}, false],
  ['refused of an app-only session where it answers 401', UNAUTHORIZED, { flow: 'app-only' }, false],
  ['not known to be accepted where it fails', aFault('FAILED', { status: 500 }), {}, false],
  ['not known to be accepted where it takes long to answer', 'hangs', {}, false],
] as const)('after a 401 of the service a token is %s', async (_, operator, session, isAccepted) => {
  const domain = refusedSession({ adminUserIds: [SOMEBODY.oid] }, session);
  domain.service.operator = operator;
  await expect(domain.clock.run(domain.refusedSessions.isAccepted(key, aSession(session)))).resolves.toBe(isAccepted);
  expect(sessionOf(domain)).toBeDefined();
});

test.each(['over', 'renewed'])(
  'after a 401 the service is not asked about a token whose session is %s',
  async (what) => {
    const calls: string[] = [];
    const domain = createDomain({
      around: (label, call) => {
        calls.push(label);
        return call();
      },
    });
    const session = what === 'over' ? undefined : aSession({ accessToken: 'SECRET-newer' });
    domain.store.put(key, aPersonState({ session }));
    await expect(domain.clock.run(domain.refusedSessions.isAccepted(key, aSession()))).resolves.toBe(false);
    expect(calls.filter((label) => label.startsWith('service.'))).toEqual([]);
  },
);

describe('an app-only session that the service no longer accepts', () => {
  test('ends when it is renewed', async () => {
    const domain = refusedSession({ adminUserIds: [SOMEBODY.oid] }, { flow: 'app-only' });
    const { kind, view } = await domain.clock.run(domain.refusedSessions.renew(key, 'session-0'));
    expect([kind, view.kind]).toEqual(['none', 'session-ended']);
    expect(sessionOf(domain)).toBeUndefined();
  });

  test('ends when its status is requested', async () => {
    const domain = refusedSession({ adminUserIds: [SOMEBODY.oid] }, { flow: 'app-only' });
    const { view } = await domain.clock.run(domain.sessions.status(asker));
    expect(view).toMatchObject({ kind: 'session-ended', refused: true });
    expect(sessionOf(domain)).toBeUndefined();
  });
});

describe('the status', () => {
  const status = async (domain: Domain) => (await domain.clock.run(domain.sessions.status(asker))).view;

  test('says that a session has ended that the service refuses', async () => {
    const domain = refusedSession();
    expect(await status(domain)).toMatchObject({ kind: 'session-ended', refused: true });
    expect(sessionOf(domain)).toBeUndefined();
    expect(await status(domain)).toMatchObject({ kind: 'status', session: undefined });
  });

  test('shows the session that was renewed because the service refused the token', async () => {
    const domain = refusedSession();
    domain.service.renewFaults = [];
    domain.service.duringRenewal = async () => void (domain.service.operator = true);
    expect(await status(domain)).toMatchObject({ kind: 'status', session: { isOperator: true } });
    expect(sessionOf(domain)?.accessToken).toBe('SECRET-service-access-1');
  });

  test('shows the stored session while its renewal is impossible for the moment', async () => {
    const domain = refusedSession();
    domain.service.renewFaults = [aFault('FAILED', { status: 503 })];
    expect(await status(domain)).toMatchObject({ kind: 'status', session: { sessionId: 'session-0' } });
  });
});

test('a silent renewal ends a session that the service no longer accepts, without a warning', async () => {
  const domain = refusedSession({ autoRenew: true });
  await domain.clock.advance(50 * 60_000);
  await domain.clock.run(domain.jobHandlers.warn({ kind: 'warn', key, sessionId: 'session-0', dueAt: START }));
  await domain.jobs.idle();
  expect(sessionOf(domain)).toBeUndefined();
  expect(domain.announcer.acts).toEqual(['edit card-0 session-ended']);
});

test('**Sign in** starts a sign-in once the session is over', async () => {
  const domain = refusedSession();
  await settle(domain);
  const { view } = await domain.clock.run(domain.signIns.begin(asker, { flow: 'operator' }));
  expect(view.kind).toBe('sign-in');
});
