import { StateUnreadableError, StorageUnavailableError } from '../../../src/core/errors.ts';
import type { SignInAnnouncer } from '../../../src/sign-in/state/ports.ts';
import type { PersonKey } from '../../../src/core/person.ts';
import { uninstallWhenUnreachable } from '../../../src/sign-in/uninstall.ts';
import { ActiveJob } from '../../../src/sign-in/state/cancellation.ts';
import type { Delivery } from '../../../src/durable/announcer.ts';
import {
  aFault,
  anAddress,
  aPersonKey,
  aPersonState,
  aSession,
  aWaitingSignIn,
  CONTOSO,
} from '../../support/builders.ts';
import { storageUnavailable } from '../../../src/state/azure/calls.ts';
import { createDomain, onOver, type Choices, type Domain } from '../../support/domain.ts';
import { START } from '../../fakes/clock.ts';

const CHANNEL = '19:channel';
const olga = aPersonKey({ conversationId: CHANNEL });
const nils = aPersonKey({ conversationId: CHANNEL, personId: 'nils' });
const thread = anAddress({ conversationId: `${CHANNEL};messageid=1`, place: 'channel' });

function inChannel(): Domain {
  const domain = createDomain();
  domain.store.put(olga, aPersonState({ address: thread, session: aSession() }));
  domain.store.put(nils, aPersonState({ signIn: aWaitingSignIn() }));
  return domain;
}

const present = ({ store }: Domain): readonly boolean[] => [olga, nils].map((key) => store.stateOf(key) !== undefined);

/** An announcer whose deliveries find the conversation unreachable. */
function unreachable(domain: Domain, reason: string): SignInAnnouncer {
  const answer = async (): Promise<Delivery> => ({ kind: 'unreachable', reason });
  return uninstallWhenUnreachable({ post: answer, edit: answer, retire: answer }, domain.uninstall);
}

test.each(['BotNotInConversationRoster', 'BotDisabledByAdmin', 'MessageWritesBlocked'])(
  'after %s everybody of the conversation is erased, revoked, and no longer followed',
  async (reason) => {
    const domain = inChannel();
    const following = domain.activeJobs.add('sign-in-0', new ActiveJob(new AbortController()));
    await unreachable(domain, reason).edit(thread, olga, 'card-0', { kind: 'forget-me' });
    expect(present(domain)).toEqual([false, false]);
    expect(domain.service.logOuts).toEqual(['SECRET-service-access-0']);
    expect(following.signal.aborted).toBe(true);
    expect(domain.audit.events.toSorted()).toEqual(['left yes', 'sign-in-ended left']);
  },
);

test('the audit log also has the end that the service caused, where the job that says it finds nothing any more', async () => {
  const domain = inChannel();
  const ended = { id: 'session-1', signInId: 'sign-in-1', flow: 'operator', organization: CONTOSO } as const;
  const [unaudited, audited] = [
    { ...ended, cardIds: [], refused: true },
    { ...ended, cardIds: [], isAudited: true as const },
  ];
  domain.store.put(nils, aPersonState({ ended: unaudited, endedBefore: [audited] }));
  await domain.uninstall.leave({ conversationId: CHANNEL, personId: nils.personId, at: START });
  expect(domain.audit.events.toSorted()).toEqual(['left yes', 'session-refused']);
});

test.each([
  [403, 0],
  [undefined, 1],
])(
  'where storage answers HTTP %p to the erasure, each attempt adds %i lines to the audit log',
  async (statusCode, lines) => {
    const around: Choices['around'] = (label, call) =>
      label === 'store.eraseVersion' ? Promise.reject(storageUnavailable('erasing a state', { statusCode })) : call();
    const domain = createDomain({ around });
    domain.store.put(nils, aPersonState({ signIn: aWaitingSignIn() }));
    const leaving = domain.uninstall.leave({ conversationId: CHANNEL, personId: nils.personId, at: START });
    await expect(leaving).rejects.toThrow(StorageUnavailableError);
    expect(domain.audit.events).toHaveLength(lines);
  },
);

test('after a post was deleted in a channel only its own person is erased', async () => {
  const domain = inChannel();
  await unreachable(domain, 'ConversationNotFound').post(thread, olga, { kind: 'forget-me' });
  expect(present(domain)).toEqual([false, true]);
});

test('other records hear of a chat that was left, and not of one that cannot be written to: they note that themselves', async () => {
  const erased: unknown[] = [];
  const erase = async (isErased: (key: PersonKey) => boolean, madeUntil?: number) =>
    erased.push([isErased(olga), madeUntil]) > 0;
  const domain = createDomain({ otherRecords: [{ erase }] });
  await unreachable(domain, 'MessageWritesBlocked').post(thread, olga, { kind: 'forget-me' });
  expect(erased).toEqual([]);
  await domain.uninstall.leave({ conversationId: CHANNEL, personId: olga.personId, at: START });
  // What was made later belongs to the app that was added again.
  expect(erased).toEqual([[true, START]]);
});

test('closes what the session has opened before its token is revoked and the state erased, whatever becomes of that', async () => {
  const domain = inChannel();
  const order: string[] = [];
  domain.sessionEvents.listen(
    onOver(async ({ why }) => {
      order.push(`${why}, ${domain.store.stateOf(olga) === undefined ? 'erased' : 'stored'}`);
      order.push(`${domain.service.logOuts.length} revoked`);
      throw aFault('FAILED', { status: 503 });
    }),
  );
  await domain.uninstall.leave({ conversationId: CHANNEL, at: START });
  expect(order).toEqual(['uninstalled, stored', '0 revoked']);
  expect(domain.service.logOuts).toHaveLength(1);
  expect(present(domain)).toEqual([false, false]);
});

test('removed from a team, erases everybody in all its channels, and nobody of other teams', async () => {
  const domain = createDomain();
  const at = (conversationId: string, teamId?: string, session = aSession()) => {
    const key = aPersonKey({ conversationId });
    domain.store.put(key, aPersonState({ session, address: { ...thread, conversationId, teamId } }));
    return key;
  };
  const general = at('19:general', 'team');
  const another = at('19:another', 'team', aSession({ accessToken: 'SECRET-another' }));
  const others = [at('19:of-another-team', 'other-team'), at('19:group'), at('a:personal')];

  await domain.uninstall.leave({ conversationId: '19:general', teamId: 'team', at: START });

  expect([general, another].map((key) => domain.store.stateOf(key))).toEqual([undefined, undefined]);
  expect(others.map((key) => domain.store.stateOf(key) !== undefined)).toEqual([true, true, true]);
  expect(domain.service.logOuts.toSorted()).toEqual(['SECRET-another', 'SECRET-service-access-0']);
});

test('a session that is stored while the state is read is revoked too, and erased', async () => {
  const domain = inChannel();
  domain.sessionEvents.listen(async () => {
    if (domain.service.logOuts.length === 0 && domain.store.stateOf(olga)?.session?.id === 'session-0') {
      domain.store.put(olga, aPersonState({ session: aSession({ id: 'renewed', accessToken: 'SECRET-renewed' }) }));
    }
  });
  await domain.uninstall.leave({ conversationId: CHANNEL, at: START });
  expect(domain.service.logOuts).toEqual(['SECRET-service-access-0', 'SECRET-renewed']);
  expect(present(domain)).toEqual([false, false]);
});

test('sessions that another sign-in replaced are revoked too', async () => {
  const domain = inChannel();
  domain.store.put(olga, aPersonState({ session: aSession(), replaced: [aSession({ accessToken: 'SECRET-older' })] }));
  await domain.uninstall.leave({ conversationId: CHANNEL, at: START });
  expect(domain.service.logOuts).toEqual(['SECRET-service-access-0', 'SECRET-older']);
});

test('erases also sessions that cannot be revoked', async () => {
  const domain = inChannel();
  domain.service.logOutFaults = [aFault('TIMED_OUT')];
  await domain.uninstall.leave({ conversationId: CHANNEL, at: START });
  expect(present(domain)).toEqual([false, false]);
  expect(domain.audit.events).toEqual(['sign-in-ended left', 'left unreachable']);
});

test('unavailable storage does not make a delivery fail', async () => {
  const domain = inChannel();
  domain.store.away = true;
  const delivery = await unreachable(domain, 'gone').post(thread, olga, { kind: 'forget-me' });
  expect(delivery).toMatchObject({ kind: 'unreachable' });
  await expect(domain.uninstall.leave({ conversationId: CHANNEL, at: START })).rejects.toThrow('away');
});

test('the audit log has it also where storage did not say that it had erased the state', async () => {
  const domain = inChannel();
  const eraseVersion = domain.store.eraseVersion.bind(domain.store);
  domain.store.eraseVersion = async (key, version) => {
    const isErased = await eraseVersion(key, version);
    if (key.personId !== olga.personId) return isErased;
    throw new StorageUnavailableError('the answer was lost');
  };
  const departure = { conversationId: CHANNEL, at: START };
  await expect(domain.uninstall.leave(departure)).rejects.toThrow(StorageUnavailableError);
  await domain.uninstall.leave(departure);
  expect(domain.audit.events.toSorted()).toEqual(['left yes', 'sign-in-ended left']);
});

test('the address of an administrator is erased with their personal chat, and with no other', async () => {
  const domain = createDomain();
  await domain.administrators.save('admin', anAddress({ conversationId: 'a:admin' }));
  await domain.uninstall.leave({ conversationId: '19:group', personId: 'admin', at: START });
  expect(await domain.administrators.all()).toEqual(['admin']);
  await domain.uninstall.leave({ conversationId: 'a:admin', personId: 'admin', at: START });
  expect(await domain.administrators.all()).toEqual([]);
});

test('the address of an administrator who has added the app again is left by the job of the removal before', async () => {
  const domain = createDomain();
  domain.administrators.savedAt = START + 1;
  await domain.administrators.save('admin', anAddress({ conversationId: 'a:admin' }));
  const departure = { conversationId: 'a:admin', personId: 'admin' };
  await domain.uninstall.leave({ ...departure, at: START });
  expect(await domain.administrators.all()).toEqual(['admin']);
  await domain.uninstall.leave({ ...departure, at: START + 2 });
  expect(await domain.administrators.all()).toEqual([]);
});

describe('the job of a removal', () => {
  const departure = { conversationId: CHANNEL, at: START };

  test('goes on where the process died, and names nobody', async () => {
    const domain = inChannel();
    domain.jobs.handle({ left: () => Promise.reject(new Error('The process is gone.')) });
    await domain.uninstall.order(departure);
    await domain.jobs.idle();
    expect(present(domain)).toEqual([true, true]);
    expect(JSON.stringify(domain.jobs.queued)).not.toContain(CHANNEL);
    domain.another();
    await domain.clock.advance(5_000);
    await domain.jobs.runDue();
    expect(present(domain)).toEqual([false, false]);
    expect(domain.service.logOuts).toEqual(['SECRET-service-access-0']);
  });

  test('leaves whoever has signed in since, where the app was added again', async () => {
    const domain = inChannel();
    const recentStarts = [START - 1, START + 1];
    domain.store.put(olga, aPersonState({ address: thread, session: aSession(), recentStarts }));
    await domain.uninstall.order(departure);
    await domain.jobs.idle();
    expect(present(domain)).toEqual([true, false]);
  });

  test('does nothing that nobody has ordered', async () => {
    const domain = inChannel();
    const forged = { kind: 'left', leaveId: 'x', order: JSON.stringify(departure) } as const;
    await expect(domain.uninstall.carryOut(forged)).rejects.toThrow(StateUnreadableError);
    expect(present(domain)).toEqual([true, true]);
  });
});
