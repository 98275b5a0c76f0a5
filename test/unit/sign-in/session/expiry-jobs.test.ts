import { StorageAwayError, UpstreamError } from '../../../../src/core/errors.ts';
import type { Job } from '../../../../src/core/jobs.ts';
import type { PersonState, Session } from '../../../../src/sign-in/model.ts';
import { START } from '../../../fakes/clock.ts';
import { createHeart, type Choices, type Heart } from '../../../support/heart.ts';
import { aFault, aPersonKey, aPersonState, aSession, refused } from '../../../support/builders.ts';

const key = aPersonKey();
const MINUTE = 60_000;
const WARN_AT = START + 50 * MINUTE;
const EXPIRE_AT = START + 60 * MINUTE;
const warning: Extract<Job, { kind: 'warn' }> = { kind: 'warn', key, sessionId: 'session-0', dueAt: WARN_AT };
const expiry: Extract<Job, { kind: 'expire' }> = { kind: 'expire', key, sessionId: 'session-0', dueAt: EXPIRE_AT };

/** Somebody signed in an hour before the end; the time is `at`. */
async function at(
  time: number,
  choices: Choices = {},
  session: Partial<Session> = {},
  state: Partial<PersonState> = {},
): Promise<Heart> {
  const heart = createHeart(choices);
  heart.store.put(key, aPersonState({ session: aSession(session), ...state }));
  await heart.clock.advance(time - START);
  return heart;
}

const sessionOf = (heart: Heart): Session | undefined => heart.store.stateOf(key)?.session;

describe('the warning', () => {
  test('comes once, however often its job does', async () => {
    const heart = await at(WARN_AT);

    await heart.clock.run(heart.jobHandlers.warn(warning));
    await heart.clock.run(heart.jobHandlers.warn(warning));

    expect(heart.announcer.acts).toEqual(['post expiring']);
    expect(heart.announcer.cards[0]?.views).toMatchObject([
      { session: { sessionId: 'session-0', expiresAt: EXPIRE_AT } },
    ]);
    expect(sessionOf(heart)).toMatchObject({ warnedAt: WARN_AT, noticeCardId: 'card-1', cardId: 'card-0' });
  });

  test('comes once from two instances at once', async () => {
    const heart = await at(WARN_AT);
    const other = heart.another();

    await heart.clock.run(Promise.all([heart.jobHandlers.warn(warning), other.jobHandlers.warn(warning)]));
    await heart.clock.advance(MINUTE);
    await heart.clock.run(heart.jobs.runDue());

    expect(heart.announcer.acts).toEqual(['post expiring']);
    expect(heart.jobs.queued).toEqual([]);
  });

  test('that is due later is sent on', async () => {
    const heart = await at(WARN_AT - 5000);

    await heart.jobHandlers.warn(warning);

    expect(heart.announcer.acts).toEqual([]);
    expect(heart.jobs.sent).toEqual([{ job: warning, delaySeconds: 5 }]);
  });

  test('that is due in weeks is sent on for as long as the queue can hold it', async () => {
    const heart = await at(START);

    await heart.jobHandlers.warn({ ...warning, dueAt: START + 30 * 24 * 60 * MINUTE });

    expect(heart.jobs.sent[0]?.delaySeconds).toBe(6 * 24 * 3600);
  });

  test.each([
    ['a session that was renewed meanwhile', { id: 'newer' }, {}],
    ['somebody who wants none', {}, { noNotices: true }],
    ['a session that has ended', { expiresAt: WARN_AT }, {}],
  ])('is not for %s', async (_, session, state) => {
    const heart = await at(WARN_AT, {}, session, state);

    await heart.clock.run(heart.jobHandlers.warn(warning));

    expect(heart.announcer.acts).toEqual([]);
    expect(heart.jobs.sent).toEqual([]);
  });

  test('does nothing where nobody is signed in any more', async () => {
    const heart = createHeart();
    await heart.clock.advance(60 * MINUTE);

    await heart.jobHandlers.warn(warning);

    expect(heart.announcer.acts).toEqual([]);
  });

  test('that could not be posted is posted a minute later', async () => {
    const heart = await at(WARN_AT);
    heart.announcer.next = ['fails'];
    await expect(heart.clock.run(heart.jobHandlers.warn(warning))).rejects.toThrow(UpstreamError);

    await heart.clock.run(heart.jobHandlers.warn(warning));
    await heart.clock.advance(MINUTE);
    await heart.clock.run(heart.jobs.runDue());

    expect(heart.announcer.cards).toHaveLength(1);
    expect(heart.jobs.queued).toEqual([]);
  });

  test.each([1, 2])('a lost answer to write %s posts it once all the same', async (nth) => {
    const heart = await at(WARN_AT);
    heart.store.writes = nth === 1 ? ['loses its answer'] : ['works', 'loses its answer'];

    await heart.clock.run(heart.jobHandlers.warn(warning).catch(() => heart.jobHandlers.warn(warning)));
    await heart.clock.advance(2 * MINUTE);
    await heart.clock.run(heart.jobs.runDue());

    expect(heart.announcer.cards).toHaveLength(1);
  });

  test('to a conversation that is gone erases what is kept for it', async () => {
    const heart = await at(WARN_AT);
    heart.announcer.mode = 'is unreachable';

    await heart.clock.run(heart.jobHandlers.warn(warning));

    expect(heart.store.stateOf(key)).toBeUndefined();
  });

  test('keeps the wish to be told nothing over a new sign-in', async () => {
    const heart = await at(WARN_AT, {}, {}, { noNotices: true });

    await heart.clock.run(heart.jobHandlers.warn(warning));

    expect(heart.store.stateOf(key)?.noNotices).toBe(true);
  });
});

describe('the silent renewal', () => {
  const autoRenew = { autoRenew: true, maxSessionHours: 12 };

  test('takes the place of the warning', async () => {
    const heart = await at(WARN_AT, autoRenew);

    await heart.clock.run(heart.jobHandlers.warn(warning));

    expect(heart.announcer.acts).toEqual(['edit card-0 signed-in']);
    expect(sessionOf(heart)).toMatchObject({ accessToken: 'SECRET-service-access-1', signedInAt: START });
    expect(heart.jobs.sent.map(({ job }) => job.kind)).toEqual(['warn', 'expire']);
  });

  test('goes on by itself until the longest time, and then warns', async () => {
    const heart = createHeart({ autoRenew: true, maxSessionHours: 3 });
    heart.store.put(key, aPersonState({ session: aSession() }));
    await heart.jobs.send(warning, 3000);
    await heart.jobs.send(expiry, 3600);

    for (let minute = 0; minute < 5 * 60; minute += 1) {
      await heart.clock.advance(MINUTE);
      await heart.clock.run(heart.jobs.runDue());
    }

    const warnings = heart.announcer.acts.filter((act) => act === 'post expiring');
    expect(warnings).toHaveLength(1);
    expect(heart.service.renewals.length).toBeGreaterThanOrEqual(3);
    expect(heart.store.stateOf(key)?.session).toBeUndefined();
    expect(heart.announcer.shows('card-0')?.kind).toBe('session-ended');
    expect(heart.jobs.queued).toEqual([]);
  });

  test('that is refused is followed by the warning', async () => {
    const heart = await at(WARN_AT, autoRenew);
    heart.service.renewFaults = [aFault('REFUSED', { status: 400 })];
    heart.identityProvider.refreshes = [refused('invalid_grant')];

    await heart.clock.run(heart.jobHandlers.warn(warning));

    expect(heart.announcer.acts).toEqual(['post expiring']);
  });

  test('is not tried beyond the longest time', async () => {
    const heart = await at(WARN_AT, autoRenew, { signedInAt: WARN_AT - 12 * 60 * MINUTE });

    await heart.clock.run(heart.jobHandlers.warn(warning));

    expect(heart.service.renewals).toEqual([]);
    expect(heart.announcer.acts).toEqual(['post expiring']);
  });
});

describe('a session that something running needs', () => {
  const isNeeded = async (): Promise<boolean> => true;

  test('is renewed instead of the warning, although nobody set that', async () => {
    const asked: unknown[] = [];
    const heart = await at(WARN_AT, { isNeeded: async (who) => asked.push(who) > 0 });

    await heart.clock.run(heart.jobHandlers.warn(warning));

    expect(asked).toEqual([key]);
    expect(heart.announcer.acts).toEqual(['edit card-0 signed-in']);
    expect(sessionOf(heart)).toMatchObject({ accessToken: 'SECRET-service-access-1', signedInAt: START });
  });

  test('is warned of as ever when it is needed no longer', async () => {
    const heart = await at(WARN_AT, { isNeeded: async () => false });

    await heart.clock.run(heart.jobHandlers.warn(warning));

    expect(heart.service.renewals).toEqual([]);
    expect(heart.announcer.acts).toEqual(['post expiring']);
  });

  test('is warned of when the renewal is refused', async () => {
    const heart = await at(WARN_AT, { isNeeded });
    heart.service.renewFaults = [aFault('REFUSED', { status: 400 })];
    heart.identityProvider.refreshes = [refused('invalid_grant')];

    await heart.clock.run(heart.jobHandlers.warn(warning));

    expect(heart.announcer.acts).toEqual(['post expiring']);
  });

  test('is not renewed beyond the longest time', async () => {
    const heart = await at(WARN_AT, { isNeeded }, { signedInAt: WARN_AT - 12 * 60 * MINUTE });

    await heart.clock.run(heart.jobHandlers.warn(warning));

    expect(heart.service.renewals).toEqual([]);
    expect(heart.announcer.acts).toEqual(['post expiring']);
  });

  test('is asked about again while storage is away', async () => {
    let away = true;
    const heart = await at(WARN_AT, {
      isNeeded: () => (away ? Promise.reject(new StorageAwayError('away')) : Promise.resolve(true)),
    });
    await expect(heart.clock.run(heart.jobHandlers.warn(warning))).rejects.toThrow(StorageAwayError);
    expect(heart.announcer.acts).toEqual([]);

    away = false;
    await heart.clock.run(heart.jobHandlers.warn(warning));

    expect(heart.service.renewals).toHaveLength(1);
  });
});

describe('the end', () => {
  test('erases the tokens and says so on the card and on the notice', async () => {
    const heart = await at(EXPIRE_AT, {}, { noticeCardId: 'card-of-notice' });

    await heart.jobHandlers.expire(expiry);

    expect(heart.announcer.acts).toEqual(['edit card-0 session-ended', 'edit card-of-notice session-ended']);
    expect(JSON.stringify(heart.store.stateOf(key))).not.toContain('SECRET');
    expect(heart.audit.events).toEqual(['expired']);
  });

  test('is told once, however often its job comes', async () => {
    const heart = await at(EXPIRE_AT);

    await heart.jobHandlers.expire(expiry);
    await heart.jobHandlers.expire(expiry);

    expect(heart.announcer.acts).toEqual(['edit card-0 session-ended']);
    expect(heart.audit.events).toEqual(['expired']);
  });

  test('that is due later is sent on', async () => {
    const heart = await at(EXPIRE_AT - 60_000);

    await heart.jobHandlers.expire(expiry);

    expect(sessionOf(heart)).toBeDefined();
    expect(heart.jobs.sent).toEqual([{ job: expiry, delaySeconds: 60 }]);
  });

  test('of an old session does nothing to the one that was renewed', async () => {
    const heart = await at(EXPIRE_AT, {}, { id: 'newer', expiresAt: EXPIRE_AT + 60 * MINUTE });

    await heart.jobHandlers.expire(expiry);

    expect(sessionOf(heart)?.id).toBe('newer');
    expect(heart.announcer.acts).toEqual([]);
    expect(heart.audit.events).toEqual([]);
  });

  test('erases the tokens also while the chat service is away, and tells it later', async () => {
    const heart = await at(EXPIRE_AT);
    heart.announcer.next = ['fails'];
    await heart.jobHandlers.expire(expiry).catch(() => undefined);
    expect(JSON.stringify(heart.store.stateOf(key))).not.toContain('SECRET');

    await heart.jobHandlers.expire(expiry);

    expect(heart.announcer.acts.at(-1)).toBe('edit card-0 session-ended');
    expect(heart.audit.events).toEqual(['expired']);
  });

  test('ends what was begun with the sign-in', async () => {
    const ended: unknown[] = [];
    const heart = await at(EXPIRE_AT, { expired: async (...of) => void ended.push(...of) });

    await heart.jobHandlers.expire(expiry);

    expect(ended).toEqual([key, 'sign-in-0']);
    expect(heart.announcer.acts).toEqual(['edit card-0 session-ended']);
  });

  test('of an old session ends nothing that was begun with the sign-in', async () => {
    const ended: unknown[] = [];
    const newer = { id: 'newer', expiresAt: EXPIRE_AT + 60 * MINUTE };
    const heart = await at(EXPIRE_AT, { expired: async (...of) => void ended.push(...of) }, newer);

    await heart.jobHandlers.expire(expiry);

    expect(ended).toEqual([]);
  });

  test('ends what was begun with the sign-in later, where storage was away for that alone', async () => {
    let away = true;
    const expired = (): Promise<void> => (away ? Promise.reject(new StorageAwayError('away')) : Promise.resolve());
    const heart = await at(EXPIRE_AT, { expired });
    await expect(heart.jobHandlers.expire(expiry)).rejects.toThrow(StorageAwayError);
    expect(JSON.stringify(heart.store.stateOf(key))).not.toContain('SECRET');

    away = false;
    await heart.jobHandlers.expire(expiry);

    expect(heart.announcer.acts).toEqual(['edit card-0 session-ended']);
    expect(heart.audit.events).toEqual(['expired']);
  });

  test('does not end a pending sign-in', async () => {
    const heart = await at(EXPIRE_AT);
    await heart.signIns.begin(
      { key, person: aPersonState().person, address: aPersonState().address },
      { flow: 'operator' },
    );

    await heart.jobHandlers.expire(expiry);

    expect(heart.store.stateOf(key)).toMatchObject({ signIn: { kind: 'waiting' } });
  });

  test('waits for storage', async () => {
    const heart = await at(EXPIRE_AT);
    heart.store.away = true;

    await expect(heart.jobHandlers.expire(expiry)).rejects.toMatchObject({ code: 'STORAGE_AWAY' });
  });

  test('of a conversation that is gone erases all of it', async () => {
    const heart = await at(EXPIRE_AT);
    heart.announcer.mode = 'is unreachable';

    await heart.jobHandlers.expire(expiry);

    expect(JSON.stringify(heart.store.stateOf(key) ?? {})).not.toContain('SECRET');
  });
});
