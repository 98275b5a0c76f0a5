import { createAcquaintances } from '../../../../src/sign-in/administrators.ts';
import {
  createForgetting,
  type Forgetting,
  type ForgettingDependencies,
} from '../../../../src/sign-in/privacy/erase-person.ts';
import { createOrganizations } from '../../../../src/sign-in/organizations/organizations.ts';
import { createFakeArchive } from '../../../fakes/archive.ts';
import {
  aFault,
  anAddress,
  anAsker,
  anOrganization,
  aPersonKey,
  aPersonState,
  aSession,
  aWaitingSignIn,
} from '../../../support/builders.ts';
import { createHeart, type Heart } from '../../../support/heart.ts';

const [here, there] = [aPersonKey(), aPersonKey({ conversationId: '19:group' })];
const byChannelId = aPersonKey({ conversationId: 'a:old', personId: '29:olga' });
const somebodyElse = aPersonKey({ personId: 'somebody-else' });
const KEYS = [here, there, byChannelId, somebodyElse];

function bench(closing?: ForgettingDependencies['closing']): {
  heart: Heart;
  forgetting: Forgetting;
  archive: ReturnType<typeof createFakeArchive>;
} {
  const heart = createHeart();
  const archive = createFakeArchive(heart.store, KEYS);
  const { service, clock, log } = heart;
  const organizations = createOrganizations({ organizations: [anOrganization()], service, clock, log });
  const acquaintances = createAcquaintances({ ...heart, adminUserIds: [here.personId] });
  return { heart, archive, forgetting: createForgetting({ ...heart, archive, organizations, acquaintances, closing }) };
}

test('asks first', () => {
  expect(bench().forgetting.ask().view).toEqual({ kind: 'forget-me' });
});

test('ends and erases everything of the person, by each of their ids, and nothing of others', async () => {
  const { heart, forgetting } = bench();
  heart.store.put(here, aPersonState({ session: aSession({ noticeCardId: 'notice-0' }) }));
  heart.store.put(there, aPersonState({ signIn: aWaitingSignIn({ cardId: 'card-1' }) }));
  heart.store.put(byChannelId, aPersonState());
  heart.store.put(somebodyElse, aPersonState({ session: aSession() }));
  await heart.administrators.keep(here.personId, anAddress());
  const following = heart.activeJobs.add('sign-in-0', new AbortController());

  const { view } = await forgetting.forget(anAsker());
  expect(view).toEqual({
    kind: 'forgotten',
    conversations: 3,
    revoked: 1,
    notRevoked: 0,
    livesUntil: undefined,
    administrator: true,
  });
  expect(KEYS.map((key) => heart.store.stateOf(key) !== undefined)).toEqual([false, false, false, true]);
  expect(heart.service.logOuts).toEqual(['SECRET-service-access-0']);
  expect(following.signal.aborted).toBe(true);
  expect(heart.announcer.acts.toSorted()).toEqual([
    'edit card-0 logged-out',
    'edit card-1 notice',
    'edit notice-0 logged-out',
  ]);
  expect(heart.audit.events).toEqual(['forgotten yes', 'forgotten', 'forgotten']);
  expect(await heart.administrators.all()).toEqual([]);
});

test('erases also what the service could not be told of, and says until when it lives', async () => {
  const { heart, forgetting } = bench();
  const session = aSession();
  heart.store.put(here, aPersonState({ session }));
  heart.service.logOutFaults = [aFault('NO_ANSWER')];
  const { view } = await forgetting.forget(anAsker());
  expect(view).toMatchObject({ conversations: 1, revoked: 0, notRevoked: 1, livesUntil: session.expiresAt });
  expect(heart.store.stateOf(here)).toBeUndefined();
});

test('ends what was renewed while it was at it too', async () => {
  const { heart, forgetting, archive } = bench();
  heart.store.put(here, aPersonState({ session: aSession() }));
  archive.beforeErase = async () => {
    archive.beforeErase = () => Promise.resolve();
    heart.store.put(here, aPersonState({ session: aSession({ accessToken: 'SECRET-renewed' }) }));
  };
  await forgetting.forget(anAsker());
  expect(heart.service.logOuts).toEqual(['SECRET-service-access-0', 'SECRET-renewed']);
  expect(heart.store.stateOf(here)).toBeUndefined();
});

test('closes what was opened with a session while its token still works, and nothing where there is none', async () => {
  const closed: unknown[] = [];
  const { heart, forgetting } = bench(async (key, session) => {
    closed.push([key, session.id, heart.service.logOuts.length, heart.store.stateOf(key) !== undefined]);
  });
  heart.store.put(here, aPersonState({ session: aSession() }));
  heart.store.put(there, aPersonState({ signIn: aWaitingSignIn() }));
  await forgetting.forget(anAsker());
  expect(closed).toEqual([[here, 'session-0', 0, true]]);
});

test('erases what does not open, and goes on where a card cannot be edited', async () => {
  const { heart, forgetting } = bench();
  heart.store.spoil(here);
  heart.store.put(there, aPersonState({ session: aSession() }));
  heart.announcer.mode = 'fails';
  const { view } = await forgetting.forget(anAsker());
  expect(view).toMatchObject({ conversations: 2, revoked: 1 });
});

test('says when there was nothing, also the second time', async () => {
  const { forgetting } = bench();
  expect((await forgetting.forget(anAsker())).view).toMatchObject({ conversations: 0, administrator: false });
});
