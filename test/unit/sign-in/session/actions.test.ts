import { StorageUnavailableError } from '../../../../src/core/errors.ts';
import type { PersonState } from '../../../../src/sign-in/state/model.ts';
import { START } from '../../../fakes/clock.ts';
import { createDomain, onOver, type Choices, type Domain } from '../../../support/domain.ts';
import {
  aFault,
  anAddress,
  anAsker,
  anEndedSignIn,
  anOrganization,
  aPersonKey,
  aPersonState,
  aRedeemedSignIn,
  aSession,
  aWaitingSignIn,
} from '../../../support/builders.ts';

const asker = anAsker();
const key = aPersonKey();
const notice = (code: string): unknown => ({ view: { kind: 'notice', notice: { code } }, kind: 'render' });

function domainWith(state: Partial<PersonState>, choices: Choices = {}): Domain {
  const domain = createDomain(choices);
  domain.store.put(key, aPersonState(state));
  return domain;
}

describe('the status', () => {
  test('of a session shows it, and whether the person is an operator', async () => {
    const domain = domainWith({ session: aSession() });

    const { view } = await domain.clock.run(domain.sessions.status(asker));

    expect(view).toMatchObject({
      kind: 'status',
      session: { account: 'olga@contoso.example', expiresAt: START + 3_600_000, renewable: true, isOperator: true },
    });
  });

  test('on the card of the session is that card again', async () => {
    const domain = domainWith({ session: aSession() });

    const shown = await Promise.all(['card-0', 'another'].map((cardId) => domain.sessions.status(asker, cardId)));

    expect(shown.map(({ view }) => view.kind)).toEqual(['signed-in', 'status']);
  });

  test('does not wait long for a service that does not answer', async () => {
    for (const operator of ['hangs', aFault('FAILED', { status: 503 })] as const) {
      const domain = domainWith({ session: aSession() });
      domain.service.operator = operator;

      const { view } = await domain.clock.run(domain.sessions.status(asker));

      expect(view.kind === 'status' ? view.session?.isOperator : 'no status').toBeUndefined();
      expect(domain.clock.now() - START).toBeLessThan(2000);
    }
  });

  test('of a pending sign-in shows its step, without the code', async () => {
    const waiting = domainWith({ signIn: aWaitingSignIn() });
    const redeemed = domainWith({ signIn: aRedeemedSignIn() });

    const first = await waiting.sessions.status(asker);
    const second = await redeemed.sessions.status(asker);

    expect(first.view).toMatchObject({ pending: { step: 'waiting', expiresAt: START + 900_000 } });
    expect(second.view).toMatchObject({ pending: { step: 'redeemed' } });
    expect(JSON.stringify([first, second])).not.toContain('SECRET');
  });

  test.each([
    ['nothing', {}],
    ['a sign-in that ended', { signIn: anEndedSignIn() }],
    ['a code that is outlived', { signIn: aWaitingSignIn({ expiresAt: START }) }],
    ['a session that has ended', { session: aSession({ expiresAt: START }) }],
  ])('of %s is that nobody is signed in', async (_, state) => {
    const { view } = await domainWith(state).sessions.status(asker);

    expect(view).toMatchObject({ kind: 'status', session: undefined, pending: undefined });
  });

  test('of a state that does not decrypt says so', async () => {
    const domain = domainWith({ session: aSession() });
    domain.store.spoil(key);

    await expect(domain.sessions.status(asker)).resolves.toMatchObject({ view: { unreadable: true } });
  });

  test('of an organization that has left the settings says that the session ends, and ends it', async () => {
    const domain = domainWith({ session: aSession() }, { organizations: [anOrganization({ key: 'another.example' })] });

    await expect(domain.sessions.status(asker)).resolves.toMatchObject({
      view: { kind: 'session-ended', organization: 'contoso.onmicrosoft.com', notAllowed: 'ending' },
    });
    await domain.clock.run(domain.jobs.idle());
    expect(domain.store.stateOf(key)?.session).toBeUndefined();
    expect(domain.audit.events).toEqual(['not-allowed unreachable']);
  });

  test('is unavailable while storage is unavailable', async () => {
    const domain = domainWith({});
    domain.store.away = true;

    await expect(domain.sessions.status(asker)).rejects.toThrow(StorageUnavailableError);
  });
});

describe('logging out', () => {
  test('revokes the token, erases every token, and says so on the card', async () => {
    const domain = domainWith({ session: aSession({ noticeCardId: 'card-of-notice' }) });

    const reply = await domain.sessions.logOut(asker, {});

    expect(reply).toMatchObject({
      kind: 'render',
      view: { kind: 'logged-out', revoked: 'yes', reference: 'sign-in-0' },
    });
    expect(domain.service.logOuts).toEqual(['SECRET-service-access-0']);
    expect(JSON.stringify(domain.store.stateOf(key))).not.toContain('SECRET');
    expect(domain.announcer.acts).toEqual(['edit card-0 logged-out', 'edit card-of-notice logged-out']);
    expect(domain.audit.events).toEqual(['logged-out yes']);
  });

  test('by the button of its card answers on that card', async () => {
    const domain = domainWith({ session: aSession() });

    await expect(domain.sessions.logOut(asker, { sessionId: 'session-0', cardId: 'card-0' })).resolves.toMatchObject({
      kind: 'delivered',
      view: { kind: 'logged-out' },
    });
  });

  describe('while a restore runs', () => {
    const isNeeded = () => Promise.resolve(true);
    const appOnly = () => domainWith({ session: aSession({ flow: 'app-only' }) }, { isNeeded });

    test.each([
      ['restore logout', {}],
      ['Log out', { sessionId: 'session-0', cardId: 'card-0' }],
      ['This was not me', { sessionId: 'session-0', cardId: 'card-0', notMe: true }],
    ])('%s of an administrator first asks whether to go on, and ends nothing', async (_name, by) => {
      const domain = appOnly();

      const asked = await domain.sessions.logOut(asker, by);

      const notMe = 'notMe' in by;
      expect(asked).toMatchObject({ kind: 'render', view: { kind: 'log-out-warning', notMe } });
      expect([domain.service.logOuts, domain.store.written, domain.audit.events]).toEqual([[], [], []]);

      await expect(domain.sessions.logOut(asker, { ...by, anyway: true })).resolves.toMatchObject({
        view: { kind: 'logged-out', ...(notMe && { notMe }) },
      });
      expect(domain.store.stateOf(key)?.session).toBeUndefined();
    });

    test('an operator is not asked: their restores go on at the service', async () => {
      const domain = domainWith({ session: aSession() }, { isNeeded });

      await expect(domain.sessions.logOut(asker, {})).resolves.toMatchObject({ view: { kind: 'logged-out' } });
    });

    test('that has ended, an administrator is not asked', async () => {
      const domain = domainWith(
        { session: aSession({ flow: 'app-only' }) },
        { isNeeded: () => Promise.resolve(false) },
      );

      await expect(domain.sessions.logOut(asker, {})).resolves.toMatchObject({ view: { kind: 'logged-out' } });
    });
  });

  test('by the button of an older session does nothing', async () => {
    const domain = domainWith({ session: aSession() });

    await expect(domain.sessions.logOut(asker, { sessionId: 'older' })).resolves.toEqual(notice('card-outdated'));
    expect(domain.service.logOuts).toEqual([]);
    expect(domain.store.written).toEqual([]);
  });

  test.each([
    ['unreachable', aFault('NO_ANSWER')],
    ['unreachable', aFault('FAILED', { status: 503 })],
    ['refused', aFault('REFUSED', { status: 403 })],
    ['yes', aFault('REFUSED', { status: 401 })],
  ])('is honest: %s after %s', async (revoked, fault) => {
    const domain = domainWith({ session: aSession() });
    domain.service.logOutFaults = [fault];

    await expect(domain.sessions.logOut(asker, {})).resolves.toMatchObject({ view: { revoked } });
    expect(domain.store.stateOf(key)?.session).toBeUndefined();
    expect(domain.audit.events).toEqual([`logged-out ${revoked}`]);
  });

  test('from an organization that has left the settings erases the tokens', async () => {
    const domain = domainWith({ session: aSession() }, { organizations: [anOrganization({ key: 'another.example' })] });

    await expect(domain.sessions.logOut(asker, {})).resolves.toMatchObject({ view: { revoked: 'unreachable' } });
    expect(domain.store.stateOf(key)?.session).toBeUndefined();
  });

  test('cancels a pending sign-in too', async () => {
    const domain = createDomain();
    await domain.signIns.begin(asker, { flow: 'operator' });
    const state = domain.store.stateOf(key);
    domain.store.put(key, aPersonState({ ...state, session: aSession({ signInId: 'before' }) }));

    await domain.sessions.logOut(asker, {});
    await domain.clock.advance(60_000);

    expect(domain.store.stateOf(key)?.signIn).toBeUndefined();
    expect(domain.store.stateOf(key)?.session).toBeUndefined();
    expect(domain.identityProvider.redemptions).toEqual([]);
    expect(domain.announcer.shows('card-1')).toEqual({ kind: 'notice', notice: { code: 'cancelled' } });
  });

  test('without a session cancels a pending sign-in', async () => {
    const domain = domainWith({ signIn: aWaitingSignIn({ cardId: 'card-0' }) });

    await expect(domain.sessions.logOut(asker, {})).resolves.toEqual(notice('cancelled'));
    expect(JSON.stringify(domain.store.stateOf(key))).not.toContain('SECRET');
    expect(domain.announcer.acts).toEqual(['edit card-0 notice']);
  });

  test('without a session or a sign-in says so', async () => {
    await expect(domainWith({}).sessions.logOut(asker, {})).resolves.toEqual(notice('not-signed-in'));
    await expect(createDomain().sessions.logOut(asker, {})).resolves.toEqual(notice('not-signed-in'));
  });

  test('erases a state that does not decrypt', async () => {
    const domain = domainWith({ session: aSession() });
    domain.store.spoil(key);

    await expect(domain.sessions.logOut(asker, {})).resolves.toEqual(notice('state-unreadable'));
    await expect(domain.store.read(key)).resolves.toEqual({ kind: 'absent' });
  });

  test('succeeds when a card cannot be edited', async () => {
    const domain = domainWith({ session: aSession() });
    domain.announcer.mode = 'fails';

    await expect(domain.sessions.logOut(asker, {})).resolves.toMatchObject({ view: { kind: 'logged-out' } });
    expect(domain.store.stateOf(key)?.session).toBeUndefined();
  });

  test('twice at once happens once', async () => {
    const domain = domainWith({ session: aSession() });

    await Promise.all([domain.sessions.logOut(asker, {}), domain.sessions.logOut(asker, {})]);

    expect(domain.store.stateOf(key)?.session).toBeUndefined();
    expect(domain.service.live.size).toBe(0);
  });

  test('by **This was not me** says so', async () => {
    const domain = domainWith({ session: aSession() });

    await expect(domain.sessions.logOut(asker, { sessionId: 'session-0', notMe: true })).resolves.toMatchObject({
      view: { kind: 'logged-out', notMe: true },
    });
    expect(domain.audit.events).toEqual(['not-me yes']);
  });
});

/** While the log-out waits for the service: a new sign-in has become a session. */
test.each([
  [false, 'logged-out yes'],
  [true, 'not-me yes'],
])('the audit log has it also where storage did not say that it had erased the session (%p)', async (notMe, line) => {
  const domain = domainWith({ session: aSession(), signIn: aWaitingSignIn() });
  domain.store.writes = ['loses its answer'];
  const logOut = () => domain.clock.run(domain.sessions.logOut(asker, { notMe }));
  await expect(logOut()).rejects.toThrow(StorageUnavailableError);
  await expect(logOut()).resolves.toEqual(notice('not-signed-in'));
  await domain.clock.run(domain.jobs.runDue());
  expect(domain.audit.events).toEqual(['sign-in-ended cancelled', line]);
});

function signedInMeanwhile(by: Partial<PersonState> = {}): Domain {
  const replaced = aSession({ noticeCardId: 'notice-0' });
  const newer = aSession({ id: 'newer', signInId: 'newer', cardId: 'card-1', accessToken: 'SECRET-newer' });
  const state = { session: newer, replaced: [replaced], ...by };
  const domain: Domain = domainWith(
    { session: replaced, signIn: aRedeemedSignIn({ id: 'newer', cardId: 'card-1' }) },
    {
      async around(label, call) {
        const result = await call();
        if (label === 'service.logOut' && domain.service.logOuts.length === 1)
          domain.store.put(key, aPersonState(state));
        return result;
      },
    },
  );
  return domain;
}

describe('logging out while a new sign-in becomes a session', () => {
  test('by the command ends that one too, before it is erased', async () => {
    const domain = signedInMeanwhile();

    const { view } = await domain.sessions.logOut(asker, {});

    expect(view).toMatchObject({ kind: 'logged-out', revoked: 'yes', reference: 'newer' });
    expect(domain.service.logOuts).toEqual(['SECRET-service-access-0', 'SECRET-newer']);
    expect(JSON.stringify(domain.store.stateOf(key))).not.toContain('SECRET');
    expect(domain.announcer.shows('card-1')?.kind).toBe('logged-out');
    expect(domain.announcer.shows('card-0')).toMatchObject({ kind: 'session-ended', replaced: { revoked: 'yes' } });
    expect(domain.audit.events).toEqual(['logged-out yes', 'replaced yes']);
  });

  test('by a button ends its session only, and says that another sign-in has taken its place', async () => {
    const domain = signedInMeanwhile();

    const reply = await domain.sessions.logOut(asker, { sessionId: 'session-0', cardId: 'card-0' });

    expect(reply).toMatchObject({ kind: 'delivered', view: { kind: 'session-ended', replaced: { revoked: 'yes' } } });
    expect(domain.service.logOuts).toEqual(['SECRET-service-access-0']);
    expect(domain.store.stateOf(key)?.session?.id).toBe('newer');
    expect(domain.store.stateOf(key)?.replaced).toBeUndefined();
    expect(domain.announcer.acts).toEqual(['edit card-0 session-ended', 'edit notice-0 session-ended']);
  });

  test('cancels a sign-in that is pending when the session has expired by then', async () => {
    const signIn = aWaitingSignIn({ id: 'newer', cardId: 'card-1' });
    const domain = signedInMeanwhile({ session: undefined, replaced: undefined, signIn });

    await expect(domain.sessions.logOut(asker, {})).resolves.toMatchObject({ view: { kind: 'logged-out' } });

    expect(domain.store.stateOf(key)?.signIn).toBeUndefined();
    expect(domain.announcer.shows('card-1')).toEqual({ kind: 'notice', notice: { code: 'cancelled' } });
  });
});

describe('logging out while a replaced session is not ended yet', () => {
  const older = aSession({ id: 'older', signInId: 'older', flow: 'app-only', accessToken: 'SECRET-older' });
  const newer = aSession({ cardId: 'card-1' });
  const both = (choices: Choices = {}) =>
    domainWith({ session: newer, replaced: [{ ...older, expiresAt: START + 7_200_000 }] }, choices);

  test('ends both, and is honest about the one that could not be revoked', async () => {
    const domain = both();
    domain.service.logOut = async (_organization, token) => {
      if (token === older.accessToken) throw aFault('NO_ANSWER');
    };

    const { view } = await domain.sessions.logOut(asker, {});

    expect(view).toMatchObject({ kind: 'logged-out', revoked: 'unreachable', expiresAt: START + 7_200_000 });
    expect(domain.announcer.shows('card-0')).toMatchObject({ replaced: { revoked: 'unreachable' } });
    expect(JSON.stringify(domain.store.stateOf(key))).not.toContain('SECRET');
    expect(domain.audit.events).toEqual(['logged-out yes', 'replaced unreachable']);
  });

  test('asks first where a restore may end with it, and then ends both', async () => {
    const domain = both({ mayStillRestore: async () => true });

    const asked = await domain.sessions.logOut(asker, {});
    const session = { sessionId: 'session-0' };
    expect(asked).toMatchObject({ view: { kind: 'log-out-warning', session, all: true, others: 1 } });
    await domain.sessions.logOut(asker, { ...session, cardId: 'card-9', anyway: true, all: true });

    expect(domain.service.logOuts.toSorted()).toEqual(['SECRET-older', 'SECRET-service-access-0']);
    expect(JSON.stringify(domain.store.stateOf(key))).not.toContain('SECRET');
  });

  test('does not ask where it is an operator’s: their restores go on at the service', async () => {
    const replaced = [aSession({ id: 'older', signInId: 'older' })];
    const domain = domainWith({ session: newer, replaced }, { mayStillRestore: async () => true });

    await expect(domain.sessions.logOut(asker, {})).resolves.toMatchObject({ view: { kind: 'logged-out' } });
  });

  test('by its button asks first too, and leaves the present session', async () => {
    const domain = both({ mayStillRestore: async () => true });
    const pressed = { sessionId: 'older', cardId: 'card-0' };

    await expect(domain.sessions.logOut(asker, pressed)).resolves.toMatchObject({
      view: { kind: 'log-out-warning', session: { sessionId: 'older' } },
    });
    await domain.sessions.logOut(asker, { ...pressed, anyway: true });

    expect(domain.service.logOuts).toEqual(['SECRET-older']);
    expect(domain.store.stateOf(key)).toMatchObject({ session: { id: 'session-0' } });
  });

  test('**This was not me** on its card is reported, and leaves the present session', async () => {
    const domain = both({ adminUserIds: ['admin'] });
    await domain.administrators.save('admin', anAddress({ conversationId: 'a:admin' }));

    const pressed = { sessionId: 'older', cardId: 'card-0', notMe: true };
    const { view } = await domain.sessions.logOut(asker, pressed);

    expect(view).toMatchObject({ kind: 'logged-out', notMe: true, administrators: 1, reference: 'older' });
    expect(domain.store.stateOf(key)?.session?.id).toBe('session-0');
    expect(domain.audit.events).toEqual(['not-me yes']);
  });

  test.each([{}, { anyway: true }])('by the button of the present session ends that one only (%j)', async (by) => {
    const domain = both();

    await domain.sessions.logOut(asker, { sessionId: 'session-0', cardId: 'card-1', ...by });

    expect(domain.service.logOuts).toEqual(['SECRET-service-access-0']);
    expect(domain.store.stateOf(key)?.replaced).toHaveLength(1);
  });
});

describe('before the token is revoked', () => {
  test('the closing hook is called', async () => {
    const acts: string[] = [];
    const domain = domainWith(
      { session: aSession() },
      {
        around: (label, call) => {
          acts.push(label);
          return call();
        },
        onSession: onOver(async ({ key: who, open }) => {
          expect([who, open?.accessToken]).toEqual([key, 'SECRET-service-access-0']);
          acts.push('closing');
        }),
      },
    );

    await domain.sessions.logOut(asker, {});

    expect(acts.slice(0, 4)).toEqual(['store.read', 'closing', 'service.logOut', 'store.write']);
  });

  test('the closing hook is not called by the button of an older session, nor when nobody is signed in', async () => {
    let closed = 0;
    const closing = async (): Promise<void> => void (closed += 1);
    await domainWith({ session: aSession() }, { onSession: onOver(closing) }).sessions.logOut(asker, {
      sessionId: 'older',
    });
    await domainWith({}, { onSession: onOver(closing) }).sessions.logOut(asker, {});
    expect(closed).toBe(0);
  });

  test.each([
    ['fails', () => Promise.reject(new Error('SECRET of nobody'))],
    [
      'throws at once',
      () => {
        throw new Error('broken');
      },
    ],
    ['never ends', () => new Promise<void>(() => undefined)],
  ])('closing that %s does not hinder the log-out, nor for longer than five seconds', async (_, closing) => {
    const domain = domainWith({ session: aSession() }, { onSession: onOver(closing) });

    const { view } = await domain.clock.run(domain.sessions.logOut(asker, {}));

    expect(view).toMatchObject({ kind: 'logged-out', revoked: 'yes' });
    expect(domain.store.stateOf(key)?.session).toBeUndefined();
    expect(domain.clock.now() - START).toBeLessThanOrEqual(5000);
    expect(domain.log.lines.filter(({ level }) => level === 'warn')).toMatchObject([
      { fields: { reference: 'sign-in-0' } },
    ]);
  });

  test('a closing hook that fails after its time limit does no harm', async () => {
    const domain: Domain = domainWith(
      { session: aSession() },
      { onSession: () => domain.clock.sleep(8000).then(() => Promise.reject(new Error('late'))) },
    );

    await domain.clock.run(domain.sessions.logOut(asker, {}));
    await domain.clock.advance(10_000);

    expect(domain.store.stateOf(key)?.session).toBeUndefined();
  });
});

describe('notices', () => {
  test('are turned off, and on again', async () => {
    const domain = domainWith({ session: aSession() });

    await expect(domain.sessions.setNotices(asker, false)).resolves.toEqual(notice('no-more-notices'));
    expect(domain.store.stateOf(key)).toMatchObject({ noNotices: true, session: { id: 'session-0' } });

    await expect(domain.sessions.setNotices(asker, true)).resolves.toEqual(notice('notices-again'));
    expect(domain.store.stateOf(key)?.noNotices).toBeUndefined();
  });

  test('are not written when nothing changes', async () => {
    const domain = domainWith({ noNotices: true });

    await domain.sessions.setNotices(asker, false);

    expect(domain.store.written).toEqual([]);
  });
});

describe('a conversation that the bot leaves', () => {
  test('is erased for everybody in it, and polling ends', async () => {
    const domain = createDomain();
    await domain.signIns.begin(asker, { flow: 'operator' });
    const others = aPersonKey({ personId: 'oid-of-another' });
    const elsewhere = aPersonKey({ conversationId: 'another conversation' });
    domain.store.put(others, aPersonState({ session: aSession() }));
    domain.store.put(elsewhere, aPersonState({ session: aSession() }));

    await domain.uninstall.leave({ conversationId: key.conversationId, at: START });
    await domain.clock.advance(60_000);

    expect(domain.store.stateOf(key)).toBeUndefined();
    expect(domain.store.stateOf(others)).toBeUndefined();
    expect(domain.store.stateOf(elsewhere)).toBeDefined();
    expect(domain.identityProvider.redemptions).toEqual([]);
    expect(domain.service.logOuts).toEqual(['SECRET-service-access-0']);
  });

  test('is erased also if its state does not decrypt', async () => {
    const domain = domainWith({});
    domain.store.spoil(key);

    await domain.uninstall.leave({ conversationId: key.conversationId, at: START });

    await expect(domain.store.read(key)).resolves.toEqual({ kind: 'absent' });
  });
});

test('what a log-out ended is in the audit log although its cards cannot be edited for long', async () => {
  const domain = createDomain({
    around: (label, call) => (label === 'announcer.edit' ? new Promise(() => undefined) : call()),
  });
  const replaced = [aSession({ id: 'session-1', signInId: 'sign-in-1', cardId: 'card-1' })];
  const signIn = aWaitingSignIn({ id: 'sign-in-2', cardId: 'card-2' });
  domain.store.put(key, aPersonState({ session: aSession({ cardId: 'card-0' }), replaced, signIn }));

  void domain.sessions.logOut(asker, { anyway: true });
  await domain.clock.settle();

  expect(domain.audit.events).toEqual(['sign-in-ended cancelled', 'logged-out yes', 'replaced yes']);
});
