/** A session whose place another sign-in takes is ended at the service and on its cards. */
import type { PersonState, Session } from '../../../../src/sign-in/state/model.ts';
import { START } from '../../../fakes/clock.ts';
import { granted } from '../../../fakes/identity-provider.ts';
import { dyingAt } from '../../../fakes/intercept.ts';
import { createDomain, onOver, startProcess, type Choices, type Domain } from '../../../support/domain.ts';
import { aFault, anAsker, aPersonKey, aPersonState, aSession, aWaitingSignIn } from '../../../support/builders.ts';

const key = aPersonKey();
const follow = { kind: 'follow', key, signInId: 'sign-in-1' } as const;
const REPLACED = { kind: 'session-ended', replaced: { revoked: 'yes', tokenExpiresAt: START + 3_600_000 } };
/** The scheduled ends of the sessions are not run. */
const MINUTES = 180_000;

/** Somebody who is signed in has asked to sign in again. */
function signingInAgain(
  choices: Choices = {},
  session: Partial<Session> = {},
  state: Partial<PersonState> = {},
): Domain {
  const domain = createDomain(choices);
  const before = aSession({ noticeCardId: 'notice-0', ...session });
  const signIn = aWaitingSignIn({ id: 'sign-in-1', cardId: 'card-1' });
  domain.store.put(key, aPersonState({ session: before, signIn, ...state }));
  domain.identityProvider.polls = [granted()];
  return domain;
}

async function signInAgain(domain: Domain): Promise<void> {
  await domain.clock.run(domain.follow(follow, new AbortController()));
  await domain.jobs.idle();
}

test('after the new sign-in its token is revoked, nothing of it stays stored, and both its cards say so', async () => {
  const domain = signingInAgain();

  await signInAgain(domain);

  expect(domain.service.logOuts).toEqual(['SECRET-service-access-0']);
  expect(domain.announcer.acts).toEqual([
    'edit card-1 signed-in',
    'edit card-0 session-ended',
    'edit notice-0 session-ended',
  ]);
  expect(domain.announcer.shows('card-0')).toMatchObject(REPLACED);
  const { session, ...rest } = domain.store.stateOf(key) ?? {};
  expect(domain.service.live.has(session?.accessToken ?? '')).toBe(true);
  expect(JSON.stringify(rest)).not.toContain('SECRET');
  expect(domain.audit.events).toEqual(['signed-in success', 'replaced yes']);
});

test('its cards say when the service could not be told', async () => {
  const domain = signingInAgain();
  domain.service.logOutFaults = [aFault('NO_ANSWER')];

  await signInAgain(domain);

  expect(domain.announcer.shows('card-0')).toMatchObject({ replaced: { revoked: 'unreachable' } });
  expect(domain.audit.events).toEqual(['signed-in success', 'replaced unreachable']);
});

test('a card that the new session uses is left to it', async () => {
  const domain = signingInAgain({}, { cardId: 'card-1' });

  await signInAgain(domain);

  expect(domain.announcer.shows('card-1')?.kind).toBe('signed-in');
  expect(domain.announcer.acts).toEqual(['edit card-1 signed-in', 'edit notice-0 session-ended']);
});

test('a card that a pending sign-in uses is left to it by a renewal, and so is the card of the notice', async () => {
  for (const card of ['card-0', 'notice-0']) {
    const domain = createDomain();
    const signIn = aWaitingSignIn({ id: 'sign-in-1', cardId: card });
    domain.store.put(key, aPersonState({ session: aSession({ noticeCardId: 'notice-0' }), signIn }));

    await expect(domain.clock.run(domain.renewals.renew(key))).resolves.toMatchObject({ kind: 'renewed' });

    expect([card, domain.announcer.shows(card)]).toEqual([card, undefined]);
    expect(domain.announcer.acts).toHaveLength(1);
  }
});

test('a log-out of one that was replaced leaves the card of the present session as it is', async () => {
  const domain = createDomain();
  const replaced = [aSession({ noticeCardId: 'notice-0' })];
  const session = aSession({ id: 'session-1', signInId: 'sign-in-1', cardId: 'card-0' });
  domain.store.put(key, aPersonState({ session, replaced }));

  await domain.clock.run(domain.sessions.logOut(anAsker(), { sessionId: 'session-0', cardId: 'older-card' }));

  expect(domain.announcer.acts).toEqual(['edit notice-0 session-ended']);
});

test('one that has expired meanwhile is over without a call', async () => {
  const domain = signingInAgain({}, { expiresAt: START });

  await signInAgain(domain);

  expect(domain.service.logOuts).toEqual([]);
  expect(domain.announcer.shows('card-0')).toMatchObject({ kind: 'session-ended', replaced: undefined });
  expect(domain.audit.events).toEqual(['signed-in success', 'expired']);
});

test('all are ended that several sign-ins have replaced', async () => {
  const older = aSession({ id: 'older', signInId: 'older', cardId: 'older', accessToken: 'SECRET-older' });
  const domain = signingInAgain({}, {}, { replaced: [older] });

  await signInAgain(domain);

  expect(domain.service.logOuts.toSorted()).toEqual(['SECRET-older', 'SECRET-service-access-0']);
  expect(domain.announcer.shows('older')).toMatchObject(REPLACED);
  expect(domain.announcer.shows('card-0')).toMatchObject(REPLACED);
  expect(domain.store.stateOf(key)?.replaced).toBeUndefined();
});

test('tells that it is over while its token still works, and once more when it is erased', async () => {
  const told: unknown[] = [];
  const domain = signingInAgain({
    onSession: onOver(async ({ why, open }) => void told.push([why, open?.id, domain.service.logOuts.length])),
  });

  await signInAgain(domain);

  expect(told).toEqual([
    ['replaced', 'session-0', 0],
    ['replaced', undefined, 1],
  ]);
});

test('while the chat service is unavailable its tokens are erased, and the cards are updated later', async () => {
  const domain = signingInAgain();
  domain.announcer.next = ['is delivered', 'fails'];

  await signInAgain(domain);
  expect(domain.store.stateOf(key)?.replaced).toBeUndefined();
  await domain.clock.advance(MINUTES);
  await domain.jobs.runDue();

  expect(domain.announcer.shows('card-0')).toMatchObject(REPLACED);
  expect(domain.service.logOuts).toHaveLength(1);
  expect(domain.audit.events).toEqual(['signed-in success', 'replaced yes']);
});

describe('while a restore may still run with it at the service', () => {
  const restoringWith = (mayStillRestore: () => boolean, flow: Session['flow'] = 'app-only') =>
    signingInAgain(
      { mayStillRestore: async () => mayStillRestore(), adminUserIds: [aPersonState().person.objectId ?? ''] },
      { flow },
    );

  test.each(['operator', 'app-only'] as const)('one of kind %s is kept until the restore has ended', async (flow) => {
    let restoring = true;
    const domain = restoringWith(() => restoring, flow);
    await signInAgain(domain);
    await domain.clock.advance(MINUTES);
    await domain.jobs.runDue();
    expect([domain.service.logOuts, domain.announcer.acts]).toEqual([[], ['edit card-1 signed-in']]);

    restoring = false;
    await domain.clock.advance(60_000);
    await domain.jobs.runDue();

    expect(domain.service.logOuts).toEqual(['SECRET-service-access-0']);
    expect(domain.announcer.shows('card-0')).toMatchObject(REPLACED);
  });

  test('what else runs with it is stopped at once, with its token', async () => {
    const told: unknown[] = [];
    const onSession = onOver(async ({ why, open }) => void told.push([why, open?.id]));
    const domain = signingInAgain({ onSession, mayStillRestore: async () => true });
    await signInAgain(domain);
    expect(told).toEqual([['replaced', 'session-0']]);
    expect(domain.service.logOuts).toEqual([]);
  });

  test('it ends with its token at the latest', async () => {
    const domain = restoringWith(() => true);
    await signInAgain(domain);
    await domain.clock.advance(3_600_000);
    await domain.jobs.runDue();

    expect(domain.announcer.shows('card-0')).toMatchObject({ kind: 'session-ended', replaced: undefined });
    expect(domain.store.stateOf(key)?.replaced).toBeUndefined();
  });
});

test('a process that dies anywhere after the new session is stored leaves neither a live token nor an old card', async () => {
  const places: string[] = [];
  for (const when of ['before', 'after'] as const) {
    for (let effect = 1; ; effect += 1) {
      const domain = signingInAgain();
      // As sent when the session began.
      await domain.jobs.send({ kind: 'expire', key, sessionId: 'session-0', dueAt: START + 3_600_000 }, 3600);
      const death = dyingAt(effect, when);
      const first = startProcess(domain, { around: death.around });
      await domain.clock.run(first.follow(follow, new AbortController()).catch(() => undefined));
      await domain.jobs.idle();
      first.end();
      const at = death.at();
      if (at === undefined) break;
      if (when === 'before') places.push(at);
      const isStored = domain.store.stateOf(key)?.session?.signInId === 'sign-in-1';
      const second = startProcess(domain);
      await domain.clock.run(second.follow(follow, new AbortController()));
      await domain.clock.advance(MINUTES);
      await domain.jobs.runDue();

      const where = `${when} ${effect} ${at}`;
      const [revoked, state] = [domain.service.logOuts, domain.store.stateOf(key)];
      if (!isStored && state?.session?.signInId !== 'sign-in-1') continue;
      expect([where, revoked.includes('SECRET-service-access-0')]).toEqual([where, true]);
      expect([where, domain.announcer.shows('card-0')]).toMatchObject([where, { kind: 'session-ended' }]);
      expect([where, domain.announcer.shows('notice-0')]).toMatchObject([where, { kind: 'session-ended' }]);
      expect([where, state?.replaced, state?.ended]).toEqual([where, undefined, undefined]);
    }
  }
  expect(places).toContain('service.logOut');
});

test('where no job was left to end it, that of its expiry does', async () => {
  const domain = createDomain();
  const replaced = [aSession()];
  domain.store.put(
    key,
    aPersonState({ session: aSession({ id: 'newer', signInId: 'newer', cardId: 'newer' }), replaced }),
  );
  await domain.clock.advance(3_600_000);

  await domain.jobHandlers.expire({ kind: 'expire', key, sessionId: 'session-0', dueAt: START + 3_600_000 });

  expect(domain.store.stateOf(key)).toMatchObject({ session: { id: 'newer' } });
  expect(domain.store.stateOf(key)?.replaced).toBeUndefined();
  expect(domain.announcer.shows('card-0')?.kind).toBe('session-ended');
});

test('a refusal by the service that is noticed too late does not end the new session', async () => {
  const domain = createDomain();
  const session = aSession({ id: 'newer', signInId: 'newer', accessToken: 'SECRET-newer' });
  domain.store.put(key, aPersonState({ session, replaced: [aSession()] }));

  await expect(domain.refusedSessions.settle(key, aSession())).resolves.toBe('renewed');

  expect(domain.store.stateOf(key)?.session?.id).toBe('newer');
});
