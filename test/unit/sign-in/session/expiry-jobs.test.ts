import { StorageUnavailableError, UpstreamError } from '../../../../src/core/errors.ts';
import type { Job } from '../../../../src/core/jobs.ts';
import type { PersonState, Session } from '../../../../src/sign-in/state/model.ts';
import { START } from '../../../fakes/clock.ts';
import { createDomain, onOver, type Choices, type Domain } from '../../../support/domain.ts';
import { aFault, aPerson, aPersonKey, aPersonState, aSession, noAnswer, refused } from '../../../support/builders.ts';

const key = aPersonKey();
const MINUTE = 60_000;
const WARN_AT = START + 50 * MINUTE;
const EXPIRE_AT = START + 60 * MINUTE;
const warning: Extract<Job, { kind: 'warn' }> = { kind: 'warn', key, sessionId: 'session-0', dueAt: WARN_AT };
const expiry: Extract<Job, { kind: 'expire' }> = { kind: 'expire', key, sessionId: 'session-0', dueAt: EXPIRE_AT };

/** A person signed in an hour before the expiry; the time is `time`. */
async function at(
  time: number,
  choices: Choices = {},
  session: Partial<Session> = {},
  state: Partial<PersonState> = {},
): Promise<Domain> {
  const domain = createDomain(choices);
  domain.store.put(key, aPersonState({ session: aSession(session), ...state }));
  await domain.clock.advance(time - START);
  return domain;
}

const sessionOf = (domain: Domain): Session | undefined => domain.store.stateOf(key)?.session;

describe('the warning', () => {
  test('is posted once, however often its job is delivered', async () => {
    const domain = await at(WARN_AT);

    await domain.clock.run(domain.jobHandlers.warn(warning));
    await domain.clock.run(domain.jobHandlers.warn(warning));

    expect(domain.announcer.acts).toEqual(['post expiring']);
    expect(domain.announcer.cards[0]?.views).toMatchObject([
      { session: { sessionId: 'session-0', expiresAt: EXPIRE_AT } },
    ]);
    expect(sessionOf(domain)).toMatchObject({ warnedAt: WARN_AT, noticeCardId: 'card-1', cardId: 'card-0' });
  });

  test('is posted once by two instances at once', async () => {
    const domain = await at(WARN_AT);
    const other = domain.another();

    await domain.clock.run(Promise.all([domain.jobHandlers.warn(warning), other.jobHandlers.warn(warning)]));
    await domain.clock.advance(MINUTE);
    await domain.clock.run(domain.jobs.runDue());

    expect(domain.announcer.acts).toEqual(['post expiring']);
    expect(domain.jobs.queued).toEqual([]);
  });

  test.each([WARN_AT, 0])('whose job comes early is postponed, whatever it says about its time (%d)', async (dueAt) => {
    const domain = await at(WARN_AT - 5000);

    await domain.jobHandlers.warn({ ...warning, dueAt });

    expect(domain.announcer.acts).toEqual([]);
    expect(domain.jobs.sent).toEqual([{ job: warning, delaySeconds: 5 }]);
  });

  test('that is due in weeks is postponed by the longest delay of the queue', async () => {
    const domain = await at(START, {}, { expiresAt: START + 30 * 24 * 60 * MINUTE });

    await domain.jobHandlers.warn(warning);

    expect(domain.jobs.sent[0]?.delaySeconds).toBe(6 * 24 * 3600);
  });

  test.each([
    ['a session that was renewed meanwhile', { id: 'newer' }, {}],
    ['somebody who wants none', {}, { noNotices: true }],
    ['a session that has ended', { expiresAt: WARN_AT }, {}],
  ])('is not for %s', async (_, session, state) => {
    const domain = await at(WARN_AT, {}, session, state);

    await domain.clock.run(domain.jobHandlers.warn(warning));

    expect(domain.announcer.acts).toEqual([]);
    expect(domain.jobs.sent).toEqual([]);
  });

  test('is not posted when nobody is signed in', async () => {
    const domain = createDomain();
    await domain.clock.advance(60 * MINUTE);

    await domain.jobHandlers.warn(warning);

    expect(domain.announcer.acts).toEqual([]);
  });

  test('that could not be posted is posted a minute later', async () => {
    const domain = await at(WARN_AT);
    domain.announcer.next = ['fails'];
    await expect(domain.clock.run(domain.jobHandlers.warn(warning))).rejects.toThrow(UpstreamError);

    await domain.clock.run(domain.jobHandlers.warn(warning));
    await domain.clock.advance(MINUTE);
    await domain.clock.run(domain.jobs.runDue());

    expect(domain.announcer.cards).toHaveLength(1);
    expect(domain.jobs.queued).toEqual([]);
  });

  test.each([1, 2])('is posted once despite a lost response to write %s', async (nth) => {
    const domain = await at(WARN_AT);
    domain.store.writes = nth === 1 ? ['loses its answer'] : ['works', 'loses its answer'];

    await domain.clock.run(domain.jobHandlers.warn(warning).catch(() => domain.jobHandlers.warn(warning)));
    await domain.clock.advance(2 * MINUTE);
    await domain.clock.run(domain.jobs.runDue());

    expect(domain.announcer.cards).toHaveLength(1);
  });

  test('to an unreachable conversation erases its state', async () => {
    const domain = await at(WARN_AT);
    domain.announcer.mode = 'is unreachable';

    await domain.clock.run(domain.jobHandlers.warn(warning));

    expect(domain.store.stateOf(key)).toBeUndefined();
  });

  test('to an unreachable conversation leaves the tokens until they can be revoked', async () => {
    let isAway = true;
    const around: Choices['around'] = (label, call) =>
      isAway && label === 'administrators.find' ? Promise.reject(new StorageUnavailableError('away')) : call();
    const domain = await at(WARN_AT, { around });
    domain.announcer.mode = 'is unreachable';

    await domain.clock.run(domain.jobHandlers.warn(warning));
    expect([domain.service.logOuts, sessionOf(domain)?.id]).toEqual([[], 'session-0']);

    isAway = false;
    await domain.clock.advance(MINUTE);
    await domain.clock.run(domain.jobs.runDue());

    expect(domain.service.logOuts).toEqual(['SECRET-service-access-0']);
    expect(domain.store.stateOf(key)).toBeUndefined();
  });

  test('stays turned off after a new sign-in', async () => {
    const domain = await at(WARN_AT, {}, {}, { noNotices: true });

    await domain.clock.run(domain.jobHandlers.warn(warning));

    expect(domain.store.stateOf(key)?.noNotices).toBe(true);
  });
});

describe('the silent renewal', () => {
  const autoRenew = { autoRenew: true, maxSessionHours: 12 };

  test('replaces the warning', async () => {
    const domain = await at(WARN_AT, autoRenew);

    await domain.clock.run(domain.jobHandlers.warn(warning));

    expect(domain.announcer.acts).toEqual(['edit card-0 signed-in']);
    expect(sessionOf(domain)).toMatchObject({ accessToken: 'SECRET-service-access-1', signedInAt: START });
    expect(domain.jobs.sent.map(({ job }) => job.kind)).toEqual(['warn', 'expire']);
  });

  test('is repeated until the longest session time, then the warning is posted', async () => {
    const domain = createDomain({ autoRenew: true, maxSessionHours: 3 });
    domain.store.put(key, aPersonState({ session: aSession() }));
    await domain.jobs.send(warning, 3000);
    await domain.jobs.send(expiry, 3600);

    for (let minute = 0; minute < 5 * 60; minute += 1) {
      await domain.clock.advance(MINUTE);
      await domain.clock.run(domain.jobs.runDue());
    }

    const warnings = domain.announcer.acts.filter((act) => act === 'post expiring');
    expect(warnings).toHaveLength(1);
    expect(domain.service.renewals.length).toBeGreaterThanOrEqual(3);
    expect(domain.store.stateOf(key)?.session).toBeUndefined();
    expect(domain.announcer.shows('card-0')?.kind).toBe('session-ended');
    expect(domain.jobs.queued).toEqual([]);
  });

  test('that is refused is followed by the warning', async () => {
    const domain = await at(WARN_AT, autoRenew);
    domain.service.renewFaults = [aFault('REFUSED', { status: 400 })];
    domain.identityProvider.refreshes = [refused('invalid_grant')];

    await domain.clock.run(domain.jobHandlers.warn(warning));

    expect(domain.announcer.acts).toEqual(['post expiring']);
  });

  const BUSY = aFault('THROTTLED', { status: 429 });
  const LOST = aFault('NO_ANSWER');
  const renewalsIn = async (domain: Domain, minutes: number): Promise<number> => {
    await domain.clock.run(domain.jobHandlers.warn(warning));
    for (let minute = 0; minute < minutes; minute += 1) {
      await domain.clock.advance(MINUTE);
      await domain.clock.run(domain.jobs.runDue());
    }
    return domain.service.renewals.length;
  };

  test.each<[string, Partial<Session>, Partial<PersonState>, readonly UpstreamError[]]>([
    ['a busy service', {}, {}, [BUSY, BUSY]],
    ['an unreachable one', {}, {}, [aFault('NO_ANSWER', { unsent: true })]],
    ['an answer that was lost', {}, {}, [LOST]],
    ['a bad moment of a session whose warning is posted already', { noticeCardId: 'card-of-notice' }, {}, [BUSY]],
    ['a bad moment of somebody who wants no warnings', {}, { noNotices: true }, [BUSY]],
  ])('is tried again after %s', async (_, session, state, faults) => {
    const domain = await at(WARN_AT, autoRenew, session, state);
    domain.service.renewFaults = [...faults];
    domain.identityProvider.refreshes = faults.map(() => noAnswer());

    await renewalsIn(domain, 4);

    const isSilent = session.noticeCardId !== undefined || state.noNotices === true;
    expect(domain.announcer.acts.filter((act) => act === 'post expiring')).toHaveLength(isSilent ? 0 : 1);
    expect(sessionOf(domain)?.accessToken).not.toBe('SECRET-service-access-0');
    if (!isSilent) expect(domain.announcer.shows('card-1')).toMatchObject({ notice: { code: 'renewed' } });
    expect(domain.jobs.queued.filter(({ job }) => job.kind === 'warn' && job.sessionId === 'session-0')).toEqual([]);
  });

  test('is tried again once a minute until shortly before the end, also where the warning cannot be posted', async () => {
    const domain = await at(WARN_AT, autoRenew);
    domain.service.renewFaults = Array.from({ length: 30 }, () => BUSY);
    domain.identityProvider.refreshes = Array.from({ length: 30 }, () => noAnswer());
    domain.announcer.next = ['fails'];

    await domain.clock.run(domain.jobHandlers.warn(warning)).catch(() => undefined);

    await expect(renewalsIn(domain, 15)).resolves.toBe(11);
    expect(domain.announcer.acts.filter((act) => act === 'post expiring')).toHaveLength(2);
    expect(domain.jobs.queued).toEqual([]);
  });

  test('is not tried again where the service’s refresh token may be spent and there is no other', async () => {
    const domain = await at(WARN_AT, autoRenew, { identityRefreshToken: undefined });
    domain.service.renewFaults = [LOST];

    await expect(renewalsIn(domain, 5)).resolves.toBe(1);
    expect(sessionOf(domain)?.notRenewed).toBe('outcome-unknown');
    expect(domain.announcer.acts).toEqual(['post expiring']);
  });

  test('does not happen beyond the longest session time', async () => {
    const domain = await at(WARN_AT, autoRenew, { signedInAt: WARN_AT - 12 * 60 * MINUTE });

    await domain.clock.run(domain.jobHandlers.warn(warning));

    expect(domain.service.renewals).toEqual([]);
    expect(domain.announcer.acts).toEqual(['post expiring']);
  });
});

describe('a session that running work needs', () => {
  const isNeeded = async (): Promise<boolean> => true;

  test('is renewed instead of the warning, without AUTO_RENEW', async () => {
    const calls: unknown[] = [];
    const domain = await at(WARN_AT, { isNeeded: async (who) => calls.push(who) > 0 });

    await domain.clock.run(domain.jobHandlers.warn(warning));

    expect(calls).toEqual([key]);
    expect(domain.announcer.acts).toEqual(['edit card-0 signed-in']);
    expect(sessionOf(domain)).toMatchObject({ accessToken: 'SECRET-service-access-1', signedInAt: START });
  });

  test('is renewed by the service where it is app-only, and keeps no other refresh token', async () => {
    const adminUserIds = [aPerson().objectId ?? ''];
    const appOnly = { flow: 'app-only', identityRefreshToken: undefined } as const;
    const domain = await at(WARN_AT, { isNeeded, adminUserIds }, appOnly);

    await domain.clock.run(domain.jobHandlers.warn(warning));

    expect(domain.service.renewals).toMatchObject([{ flow: 'app-only' }]);
    expect(domain.identityProvider.refreshes).toEqual([]);
    expect(sessionOf(domain)).toMatchObject({ flow: 'app-only', accessToken: 'SECRET-service-access-1' });
  });

  test('is warned about when it is no longer needed', async () => {
    const domain = await at(WARN_AT, { isNeeded: async () => false });

    await domain.clock.run(domain.jobHandlers.warn(warning));

    expect(domain.service.renewals).toEqual([]);
    expect(domain.announcer.acts).toEqual(['post expiring']);
  });

  test('is warned about when the renewal is refused', async () => {
    const domain = await at(WARN_AT, { isNeeded });
    domain.service.renewFaults = [aFault('REFUSED', { status: 400 })];
    domain.identityProvider.refreshes = [refused('invalid_grant')];

    await domain.clock.run(domain.jobHandlers.warn(warning));

    expect(domain.announcer.acts).toEqual(['post expiring']);
  });

  test('is not renewed beyond the longest session time', async () => {
    const domain = await at(WARN_AT, { isNeeded }, { signedInAt: WARN_AT - 12 * 60 * MINUTE });

    await domain.clock.run(domain.jobHandlers.warn(warning));

    expect(domain.service.renewals).toEqual([]);
    expect(domain.announcer.acts).toEqual(['post expiring']);
  });

  test('is checked again after a storage outage', async () => {
    let away = true;
    const domain = await at(WARN_AT, {
      isNeeded: () => (away ? Promise.reject(new StorageUnavailableError('away')) : Promise.resolve(true)),
    });
    await expect(domain.clock.run(domain.jobHandlers.warn(warning))).rejects.toThrow(StorageUnavailableError);
    expect(domain.announcer.acts).toEqual([]);

    away = false;
    await domain.clock.run(domain.jobHandlers.warn(warning));

    expect(domain.service.renewals).toHaveLength(1);
  });
});

describe('the end', () => {
  test.each<[string, string, Partial<Session>, Partial<PersonState>]>([
    ['by itself', 'expired', {}, {}],
    [
      'of a replaced one',
      'replaced yes',
      {},
      { session: aSession({ id: 'newer', cardId: 'card-9' }), replaced: [aSession()] },
    ],
    ['by an administrator', 'ended-by-administrator yes', { endOrder: { why: 'ended', by: 'mika' } }, {}],
  ])('%s has its audit line, once, also where the answer to its write was lost', async (_, line, session, state) => {
    const domain = await at(line === 'expired' ? EXPIRE_AT : WARN_AT, {}, session, state);
    domain.store.writes = ['loses its answer'];
    const end = () => domain.clock.run(domain.jobHandlers.expire(expiry));

    await expect(end()).rejects.toThrow(StorageUnavailableError);
    domain.announcer.next = ['fails'];
    await expect(end()).rejects.toThrow(UpstreamError);
    await end();

    expect(domain.audit.events).toEqual([line]);
    expect(domain.store.stateOf(key)?.ended).toBeUndefined();
  });

  test('is said by the next process where this one died before the audit log had stored it, and shown all the same', async () => {
    const domain = await at(EXPIRE_AT);
    domain.audit.unavailable = true;
    domain.announcer.next = ['fails'];
    await expect(domain.clock.run(domain.jobHandlers.expire(expiry))).rejects.toThrow(UpstreamError);
    expect(domain.audit.events).toEqual([]);

    domain.audit.unavailable = false;
    await domain.clock.run(domain.another().jobHandlers.expire(expiry));

    expect(domain.audit.events).toEqual(['expired']);
    expect(domain.announcer.shows('card-0')?.kind).toBe('session-ended');
  });

  test('has one audit line of a process, however often that cannot be noted', async () => {
    const domain = await at(EXPIRE_AT);
    domain.store.writes = ['works', 'is away', 'is away'];
    const end = () => domain.clock.run(domain.jobHandlers.expire(expiry));

    await expect(end()).rejects.toThrow(StorageUnavailableError);
    await expect(end()).rejects.toThrow(StorageUnavailableError);
    await end();

    expect(domain.audit.events).toEqual(['expired']);
    expect(domain.store.stateOf(key)?.ended).toBeUndefined();
  });

  test('erases the tokens and says so on the card and on the notice', async () => {
    const domain = await at(EXPIRE_AT, {}, { noticeCardId: 'card-of-notice' });

    await domain.jobHandlers.expire(expiry);

    expect(domain.announcer.acts).toEqual(['edit card-0 session-ended', 'edit card-of-notice session-ended']);
    expect(JSON.stringify(domain.store.stateOf(key))).not.toContain('SECRET');
    expect(domain.audit.events).toEqual(['expired']);
  });

  test('is shown once, however often its job is delivered', async () => {
    const domain = await at(EXPIRE_AT);

    await domain.jobHandlers.expire(expiry);
    await domain.jobHandlers.expire(expiry);

    expect(domain.announcer.acts).toEqual(['edit card-0 session-ended']);
    expect(domain.audit.events).toEqual(['expired']);
  });

  test('whose job comes early is postponed', async () => {
    const domain = await at(EXPIRE_AT - 60_000);

    await domain.jobHandlers.expire(expiry);

    expect(sessionOf(domain)).toBeDefined();
    expect(domain.jobs.sent).toEqual([{ job: expiry, delaySeconds: 60 }]);
  });

  test('of an old session does nothing to the one that was renewed', async () => {
    const domain = await at(EXPIRE_AT, {}, { id: 'newer', expiresAt: EXPIRE_AT + 60 * MINUTE });

    await domain.jobHandlers.expire(expiry);

    expect(sessionOf(domain)?.id).toBe('newer');
    expect(domain.announcer.acts).toEqual([]);
    expect(domain.audit.events).toEqual([]);
  });

  test('erases the tokens while the chat service is unavailable, and updates the cards later', async () => {
    const domain = await at(EXPIRE_AT);
    domain.announcer.next = ['fails'];
    await domain.jobHandlers.expire(expiry).catch(() => undefined);
    expect(JSON.stringify(domain.store.stateOf(key))).not.toContain('SECRET');

    await domain.jobHandlers.expire(expiry);

    expect(domain.announcer.acts.at(-1)).toBe('edit card-0 session-ended');
    expect(domain.audit.events).toEqual(['expired']);
  });

  test('of several sessions is shown on the cards of each, also where a process died before it could', async () => {
    const [older, oldest] = ['older', 'oldest'].map((id) => aSession({ id, signInId: id, cardId: `card-of-${id}` }));
    const domain = await at(EXPIRE_AT, {}, {}, { replaced: [older, oldest].filter((each) => each !== undefined) });
    domain.announcer.next = ['fails', 'fails'];

    const ends = ['older', 'oldest', 'session-0'].map((sessionId) => ({ ...expiry, sessionId }));
    for (const end of ends) await domain.clock.run(domain.jobHandlers.expire(end)).catch(() => undefined);
    for (const end of ends) await domain.clock.run(domain.jobHandlers.expire(end));

    for (const cardId of ['card-of-older', 'card-of-oldest', 'card-0'])
      expect([cardId, domain.announcer.shows(cardId)]).toMatchObject([cardId, { kind: 'session-ended' }]);
    const { ended, endedBefore } = domain.store.stateOf(key) ?? {};
    expect([ended, endedBefore]).toEqual([undefined, undefined]);
    expect(domain.audit.events).toHaveLength(3);
  });

  test('has its audit line once, whichever instance shows it after an outage of the chat', async () => {
    const domain = await at(EXPIRE_AT);
    domain.announcer.next = ['fails', 'fails', 'fails'];
    for (const instance of [domain, domain.another(), domain.another()]) {
      await expect(domain.clock.run(instance.jobHandlers.expire(expiry))).rejects.toThrow(UpstreamError);
      await domain.clock.advance(3 * 60 * MINUTE);
    }

    await domain.clock.run(domain.jobHandlers.expire(expiry));

    expect(domain.audit.events).toEqual(['expired']);
    expect(domain.store.stateOf(key)?.ended).toBeUndefined();
  });

  test('that an earlier version of the bot has stored, which may have died before it audited it, has its audit line', async () => {
    const ended = { id: 'session-0', signInId: 'sign-in-0', flow: 'operator', organization: 'contoso' } as const;
    const domain = await at(EXPIRE_AT, {}, {}, { session: undefined, ended: { ...ended, cardIds: ['card-0'] } });

    await domain.clock.run(domain.jobHandlers.expire(expiry));

    expect(domain.announcer.acts).toEqual(['edit card-0 session-ended']);
    expect(domain.audit.events).toEqual(['expired']);
  });

  test('tells that an expired session is over', async () => {
    const ended: unknown[] = [];
    const domain = await at(EXPIRE_AT, {
      onSession: onOver(async ({ key: who, why, session }) => void ended.push(who, why, session.signInId)),
    });

    await domain.jobHandlers.expire(expiry);

    expect(ended).toEqual([key, 'expired', 'sign-in-0']);
    expect(domain.announcer.acts).toEqual(['edit card-0 session-ended']);
  });

  test('of an old session tells nothing', async () => {
    const ended: unknown[] = [];
    const newer = { id: 'newer', expiresAt: EXPIRE_AT + 60 * MINUTE };
    const domain = await at(
      EXPIRE_AT,
      { onSession: onOver(async ({ key: who, why, session }) => void ended.push(who, why, session.signInId)) },
      newer,
    );

    await domain.jobHandlers.expire(expiry);

    expect(ended).toEqual([]);
  });

  test('tells it again after a storage outage', async () => {
    let away = true;
    const expired = (): Promise<void> =>
      away ? Promise.reject(new StorageUnavailableError('away')) : Promise.resolve();
    const domain = await at(EXPIRE_AT, { onSession: expired });
    await expect(domain.jobHandlers.expire(expiry)).rejects.toThrow(StorageUnavailableError);
    expect(JSON.stringify(domain.store.stateOf(key))).not.toContain('SECRET');

    away = false;
    await domain.jobHandlers.expire(expiry);

    expect(domain.announcer.acts).toEqual(['edit card-0 session-ended']);
    expect(domain.audit.events).toEqual(['expired']);
  });

  test('does not end a pending sign-in', async () => {
    const domain = await at(EXPIRE_AT);
    await domain.signIns.begin(
      { key, person: aPersonState().person, address: aPersonState().address },
      { flow: 'operator' },
    );

    await domain.jobHandlers.expire(expiry);

    expect(domain.store.stateOf(key)).toMatchObject({ signIn: { kind: 'waiting' } });
  });

  test('waits for storage', async () => {
    const domain = await at(EXPIRE_AT);
    domain.store.away = true;

    await expect(domain.jobHandlers.expire(expiry)).rejects.toMatchObject({ code: 'STORAGE_AWAY' });
  });

  test('in an unreachable conversation erases its state', async () => {
    const domain = await at(EXPIRE_AT);
    domain.announcer.mode = 'is unreachable';

    await domain.jobHandlers.expire(expiry);

    expect(JSON.stringify(domain.store.stateOf(key) ?? {})).not.toContain('SECRET');
    expect(domain.audit.events).toEqual(['expired']);
  });
});
