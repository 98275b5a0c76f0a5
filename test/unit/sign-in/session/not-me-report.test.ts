import type { PersonKey } from '../../../../src/core/person.ts';
import { dyingAt, ProcessDied } from '../../../fakes/intercept.ts';
import { anAddress, anAsker, aPersonKey, aPersonState, aSession } from '../../../support/builders.ts';
import { createHeart, type Heart } from '../../../support/heart.ts';

const ADMINS = ['admin-1', 'admin-2', 'admin-3'];
const key = aPersonKey();

async function signedIn(choices: Parameters<typeof createHeart>[0] = {}): Promise<Heart> {
  const heart = createHeart({ adminUserIds: ADMINS, ...choices });
  heart.store.put(key, aPersonState({ session: aSession() }));
  for (const id of ['admin-1', 'admin-2']) {
    await heart.administrators.keep(id, anAddress({ conversationId: `a:${id}`, userId: `29:${id}` }));
  }
  return heart;
}

const notMe = (heart: Heart, asker = anAsker()): Promise<unknown> =>
  heart.clock.run(heart.sessions.logOut(asker, { sessionId: 'session-0', cardId: 'card-0', notMe: true }));

const told = (heart: Heart): readonly string[] =>
  heart.announcer.cards
    .filter(({ views }) => views[0]?.kind === 'not-me-report')
    .map(({ address }) => address.conversationId);

/** Lets jobs run, an attempt every five seconds. */
async function work(heart: Heart, seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 5) {
    await heart.clock.run(heart.jobs.idle());
    await heart.clock.advance(5_000);
    await heart.clock.run(heart.jobs.runDue());
  }
}

test('tells every administrator who has talked to the bot, once, and nobody else', async () => {
  const heart = await signedIn();
  await notMe(heart);
  await work(heart, 60);
  expect(told(heart)).toEqual(['a:admin-1', 'a:admin-2']);
  expect(heart.store.stateOf(key)).toMatchObject({ usedAt: expect.any(Number) as number });
  expect(heart.store.stateOf(key)?.reports).toBeUndefined();
  expect(heart.store.stateOf(key)?.session).toBeUndefined();
});

test('does not tell the one who reports', async () => {
  const heart = await signedIn({ adminUserIds: [...ADMINS, key.personId] });
  await heart.administrators.keep(key.personId, anAddress());
  await notMe(heart);
  await work(heart, 10);
  expect(told(heart)).toEqual(['a:admin-1', 'a:admin-2']);
});

test('says to the person how many are told', async () => {
  const heart = await signedIn();
  await expect(notMe(heart)).resolves.toMatchObject({ view: { kind: 'logged-out', notMe: true, administrators: 2 } });
  const alone = await signedIn({ adminUserIds: [] });
  await expect(notMe(alone)).resolves.toMatchObject({ view: { notMe: true, administrators: 0 } });
  expect(alone.jobs.sent).toEqual([]);
});

test('tells the others when one cannot be told yet, and that one later', async () => {
  const heart = await signedIn();
  heart.announcer.next = ['is delivered', 'fails'];
  await notMe(heart);
  await work(heart, 30);
  expect(told(heart).toSorted()).toEqual(['a:admin-1', 'a:admin-2']);
});

test('forgets an administrator who cannot be written to any more', async () => {
  const heart = await signedIn();
  heart.announcer.next = ['is delivered', 'is unreachable'];
  await notMe(heart);
  await work(heart, 30);
  expect(told(heart)).toEqual(['a:admin-2']);
  expect(await heart.administrators.all()).toEqual(['admin-2']);
});

describe.each(['before', 'after'] as const)('a process that dies %s', (when) => {
  const effects = Array.from({ length: 16 }, (_, index) => index + 1);

  test.each(effects)('effect %s loses neither the log-out nor the report of it', async (nth) => {
    const death = dyingAt(nth, when);
    const heart = await signedIn({ adminUserIds: ['admin-1'], around: death.around });
    await notMe(heart).catch(() => undefined);
    await heart.clock.run(heart.jobs.idle());
    heart.jobs.abandon(new ProcessDied('the process died'));
    // What was posted and not noted is posted again: rather twice than never.
    const twice = told(heart).length === 1 && heart.store.stateOf(key)?.reports !== undefined;
    const next = heart.another({ adminUserIds: ['admin-1'] });
    await work(heart, 130);
    const isOut = heart.store.stateOf(key)?.session === undefined;
    expect(told(heart)).toEqual(isOut ? Array.from({ length: twice ? 2 : 1 }, () => 'a:admin-1') : []);
    expect(heart.store.stateOf(key)?.reports).toBeUndefined();
    if (!isOut) await heart.clock.run(next.sessions.logOut(anAsker(), { sessionId: 'session-0', notMe: true }));
    expect(heart.store.stateOf(key)?.session).toBeUndefined();
  });
});

test('a job whose report is gone does nothing', async () => {
  const heart = await signedIn();
  const other: PersonKey = aPersonKey({ conversationId: 'a:elsewhere' });
  await heart.jobHandlers.report({ kind: 'report', key: other, reportId: 'x' }, new AbortController());
  await heart.jobHandlers.report({ kind: 'report', key, reportId: 'x' }, new AbortController());
  expect(told(heart)).toEqual([]);
});
