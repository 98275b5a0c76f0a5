import type { SessionListener, SessionUse } from '../../../src/sign-in/state/session-events.ts';
import { StorageUnavailableError } from '../../../src/core/errors.ts';
import { ActiveJob } from '../../../src/sign-in/state/cancellation.ts';
import { askToErase, erasePerson } from '../../../src/sign-in/privacy.ts';
import type { Reply } from '../../../src/sign-in/state/views.ts';
import { createFakeArchive } from '../../fakes/archive.ts';
import {
  aFault,
  anAddress,
  anAsker,
  aPersonKey,
  aPersonState,
  aSession,
  aWaitingSignIn,
  CONTOSO,
} from '../../support/builders.ts';
import { createDomain, type Domain } from '../../support/domain.ts';

const [here, there] = [aPersonKey(), aPersonKey({ conversationId: '19:group' })];
const byChannelId = aPersonKey({ conversationId: 'a:old', personId: '29:olga' });
const somebodyElse = aPersonKey({ personId: 'somebody-else' });
const KEYS = [here, there, byChannelId, somebodyElse];

function bench(
  sessionUse: Partial<SessionUse> = {},
  onSession?: SessionListener,
): {
  domain: Domain;
  ask: () => Promise<Reply>;
  erase: (...otherRecords: Parameters<typeof erasePerson>[0]['otherRecords']) => Promise<Reply>;
  /** Ids whose jobs that were set aside were erased. */
  erasedJobs: string[];
  archive: ReturnType<typeof createFakeArchive>;
} {
  const domain = createDomain({ ...(onSession && { onSession }) });
  const archive = createFakeArchive(domain.store, KEYS);
  const erasedJobs: string[] = [];
  const jobsSetAside = { eraseSetAside: async (ids: readonly string[]) => erasedJobs.push(...ids) };
  return {
    domain,
    archive,
    erasedJobs,
    ask: () => askToErase({ archive, sessionUse, clock: domain.clock }, anAsker()),
    erase: (...otherRecords) => erasePerson({ ...domain, archive, otherRecords, jobsSetAside, sessionUse }, anAsker()),
  };
}

test.each([
  ['of an administrator who restores in another conversation warns', 'app-only', there, true],
  ['of an administrator whose restores have ended does not', 'app-only', here, false],
  ['of an operator who restores does not: their restores go on at the service', 'operator', there, false],
] as const)('the question %s', async (_name, flow, restoring, warns) => {
  const { domain, ask } = bench({
    isNeeded: async ({ conversationId }) => conversationId === restoring.conversationId,
  });
  domain.store.put(here, aPersonState());
  domain.store.put(there, aPersonState({ session: aSession({ flow }) }));
  domain.store.put(somebodyElse, aPersonState({ session: aSession({ flow: 'app-only' }) }));

  await expect(ask()).resolves.toEqual({ kind: 'render', view: { kind: 'forget-me', restoring: warns } });
  expect(domain.store.written).toEqual([]);
});

test('ends and erases everything of the person, by each of their ids, and nothing of others', async () => {
  const { domain, erase, erasedJobs } = bench();
  domain.store.put(here, aPersonState({ session: aSession({ noticeCardId: 'notice-0' }) }));
  domain.store.put(there, aPersonState({ signIn: aWaitingSignIn({ cardId: 'card-1' }) }));
  domain.store.put(byChannelId, aPersonState());
  domain.store.put(somebodyElse, aPersonState({ session: aSession() }));
  await domain.administrators.save(here.personId, anAddress());
  const following = domain.activeJobs.add('sign-in-0', new ActiveJob(new AbortController()));

  const { view } = await erase();
  expect(erasedJobs).toEqual([here.personId, byChannelId.personId]);
  expect(view).toEqual({
    kind: 'forgotten',
    conversations: 3,
    revoked: 1,
    notRevoked: 0,
    livesUntil: undefined,
    administrator: true,
  });
  expect(KEYS.map((key) => domain.store.stateOf(key) !== undefined)).toEqual([false, false, false, true]);
  expect(domain.service.logOuts).toEqual(['SECRET-service-access-0']);
  expect(following.signal.aborted).toBe(true);
  expect(domain.announcer.acts.toSorted()).toEqual([
    'edit card-0 logged-out',
    'edit card-1 notice',
    'edit notice-0 logged-out',
  ]);
  expect(domain.audit.events).toEqual(['forgotten yes', 'sign-in-ended forgotten', 'forgotten', 'forgotten']);
  expect(await domain.administrators.all()).toEqual([]);
});

test('the audit log also has the end that the service caused, where the job that says it finds nothing any more', async () => {
  const { domain, erase } = bench();
  const ended = { id: 'session-1', signInId: 'sign-in-1', flow: 'operator', organization: CONTOSO } as const;
  domain.store.put(here, aPersonState({ ended: { ...ended, cardIds: [], refused: true } }));
  await erase();
  expect(domain.audit.events).toEqual(['session-refused', 'forgotten']);
});

test.each([
  ['a request', true, false, ['forgotten']],
  ['the address of an administrator', false, true, ['forgotten']],
  ['nothing', false, false, []],
] as const)('the audit log names whoever was never signed in where %s is erased', async (_, found, address, events) => {
  const { domain, erase } = bench();
  if (address) await domain.administrators.save(here.personId, anAddress());
  await erase({ erase: () => Promise.resolve(found) });
  expect(domain.audit.events).toEqual(events);
});

test('erases also sessions that cannot be revoked, and says until when their tokens are valid', async () => {
  const { domain, erase } = bench();
  const session = aSession();
  domain.store.put(here, aPersonState({ session }));
  domain.service.logOutFaults = [aFault('NO_ANSWER')];
  const { view } = await erase();
  expect(view).toMatchObject({ conversations: 1, revoked: 0, notRevoked: 1, livesUntil: session.expiresAt });
  expect(domain.store.stateOf(here)).toBeUndefined();
});

test('ends a session too that is renewed meanwhile', async () => {
  const { domain, erase, archive } = bench();
  domain.store.put(here, aPersonState({ session: aSession() }));
  archive.beforeErase = async () => {
    archive.beforeErase = () => Promise.resolve();
    domain.store.put(here, aPersonState({ session: aSession({ accessToken: 'SECRET-renewed' }) }));
  };
  await erase();
  expect(domain.service.logOuts).toEqual(['SECRET-service-access-0', 'SECRET-renewed']);
  expect(domain.store.stateOf(here)).toBeUndefined();
});

test('ends sessions too that another sign-in replaced, and warns while one is kept for a restore', async () => {
  const { domain, ask, erase } = bench({ mayStillRestore: async () => true });
  const replaced = [aSession({ id: 'older', flow: 'app-only', cardId: 'older', accessToken: 'SECRET-older' })];
  domain.store.put(here, aPersonState({ session: aSession(), replaced }));
  await expect(ask()).resolves.toMatchObject({ view: { restoring: true } });
  domain.service.logOutFaults = [aFault('NO_ANSWER')];
  const { view } = await erase();
  expect(view).toMatchObject({ conversations: 1, revoked: 1, notRevoked: 1 });
  expect(domain.service.logOuts.toSorted()).toEqual(['SECRET-older', 'SECRET-service-access-0']);
  expect(domain.announcer.shows('older')?.kind).toBe('logged-out');
  expect(domain.audit.events.toSorted()).toEqual(['forgotten unreachable', 'forgotten yes']);
});

test('tells that the session is over before the token is revoked, and not without a session', async () => {
  const closed: unknown[] = [];
  const { domain, erase } = bench({}, async (event) => {
    if (event.kind !== 'over') return;
    const { key, why, open } = event;
    closed.push([key, why, open?.id, domain.service.logOuts.length, domain.store.stateOf(key) !== undefined]);
  });
  domain.store.put(here, aPersonState({ session: aSession() }));
  domain.store.put(there, aPersonState({ signIn: aWaitingSignIn() }));
  await erase();
  expect(closed).toEqual([[here, 'erased', 'session-0', 0, true]]);
});

test('erases a state that does not decrypt, and continues when a card cannot be edited', async () => {
  const { domain, erase } = bench();
  domain.store.spoil(here);
  domain.store.put(there, aPersonState({ session: aSession() }));
  domain.announcer.mode = 'fails';
  const { view } = await erase();
  expect(view).toMatchObject({ conversations: 2, revoked: 1 });
});

test('the audit log has it also where storage did not say that it had erased the state', async () => {
  const { domain, archive, erase } = bench();
  domain.store.put(here, aPersonState({ session: aSession(), signIn: aWaitingSignIn() }));
  const erased = archive.erase.bind(archive);
  archive.erase = async (...args) => {
    archive.erase = erased;
    await erased(...args);
    throw new StorageUnavailableError('the answer was lost');
  };
  await expect(erase()).rejects.toThrow(StorageUnavailableError);
  await erase();
  expect(domain.audit.events).toEqual(['sign-in-ended forgotten', 'forgotten yes']);
});

test('says that there was nothing to erase', async () => {
  const { erase } = bench();
  expect((await erase()).view).toMatchObject({ conversations: 0, administrator: false });
});

test('what a newer version has just written is not erased: its sessions could not be ended', async () => {
  const { domain, archive, erase } = bench();
  domain.store.put(here, aPersonState());
  archive.open = async () => ({ kind: 'unreadable', version: '1', isNewer: true });
  await expect(erase()).rejects.toThrow(StorageUnavailableError);
  expect(domain.store.stateOf(here)).toBeDefined();
});
