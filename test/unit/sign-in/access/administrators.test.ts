import type { PersonKey } from '../../../../src/core/person.ts';
import { dyingAt, ProcessDied } from '../../../fakes/intercept.ts';
import { aFault, anAddress, anAsker, aPersonKey, aPersonState, aSession } from '../../../support/builders.ts';
import { createDomain, type Domain } from '../../../support/domain.ts';

const ADMINS = ['admin-1', 'admin-2', 'admin-3'];
const key = aPersonKey();

async function signedIn(choices: Parameters<typeof createDomain>[0] = {}): Promise<Domain> {
  const domain = createDomain({ adminUserIds: ADMINS, ...choices });
  domain.store.put(key, aPersonState({ session: aSession() }));
  for (const id of ['admin-1', 'admin-2']) {
    await domain.administrators.save(id, anAddress({ conversationId: `a:${id}`, userId: `29:${id}` }));
  }
  return domain;
}

const notMe = (domain: Domain, asker = anAsker()): Promise<unknown> =>
  domain.clock.run(domain.sessions.logOut(asker, { sessionId: 'session-0', cardId: 'card-0', notMe: true }));

const notified = (domain: Domain): readonly string[] =>
  domain.announcer.cards
    .filter(({ views }) => views[0]?.kind === 'not-me-report')
    .map(({ address }) => address.conversationId);

/** Lets jobs run, an attempt every five seconds. */
async function work(domain: Domain, seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 5) {
    await domain.clock.run(domain.jobs.idle());
    await domain.clock.advance(5_000);
    await domain.clock.run(domain.jobs.runDue());
  }
}

test('notifies every administrator who has talked to the bot, once, and nobody else', async () => {
  const domain = await signedIn();
  await notMe(domain);
  await work(domain, 60);
  expect(notified(domain)).toEqual(['a:admin-1', 'a:admin-2']);
  expect(domain.store.stateOf(key)).toMatchObject({ usedAt: expect.any(Number) as number });
  expect(domain.store.stateOf(key)?.reports).toBeUndefined();
  expect(domain.store.stateOf(key)?.session).toBeUndefined();
});

test('does not notify an administrator who is suspended, nor one who is by then', async () => {
  const suspension = { name: '', at: 0, by: { personId: 'x', name: '' } };
  const domain = await signedIn();
  await domain.suspensions.write('admin-1', { personId: 'admin-1', ...suspension }, undefined);
  const post = domain.announcer.post.bind(domain.announcer);
  domain.announcer.post = async () => {
    throw aFault('FAILED', { status: 502 });
  };
  await expect(notMe(domain)).resolves.toMatchObject({ view: { administrators: 1 } });
  await domain.suspensions.write('admin-2', { personId: 'admin-2', ...suspension }, undefined);
  domain.announcer.post = post;
  await work(domain, 60);
  expect(notified(domain)).toEqual([]);
  expect(domain.store.stateOf(key)?.reports).toBeUndefined();
});

test('does not notify the administrator who reports', async () => {
  const domain = await signedIn({ adminUserIds: [...ADMINS, key.personId] });
  await domain.administrators.save(key.personId, anAddress());
  await notMe(domain);
  await work(domain, 10);
  expect(notified(domain)).toEqual(['a:admin-1', 'a:admin-2']);
});

test('shows the person how many administrators are notified', async () => {
  const domain = await signedIn();
  await expect(notMe(domain)).resolves.toMatchObject({ view: { kind: 'logged-out', notMe: true, administrators: 2 } });
  const alone = await signedIn({ adminUserIds: [] });
  await expect(notMe(alone)).resolves.toMatchObject({ view: { notMe: true, administrators: 0 } });
  expect(alone.jobs.sent).toEqual([]);
});

test('notifies the others when one cannot be reached, and that one later', async () => {
  const domain = await signedIn();
  domain.announcer.next = ['is delivered', 'fails'];
  await notMe(domain);
  await work(domain, 30);
  expect(notified(domain).toSorted()).toEqual(['a:admin-1', 'a:admin-2']);
});

test('erases the address of an administrator whose conversation is unreachable', async () => {
  const domain = await signedIn();
  domain.announcer.next = ['is delivered', 'is unreachable'];
  await notMe(domain);
  await work(domain, 30);
  expect(notified(domain)).toEqual(['a:admin-2']);
  expect(await domain.administrators.all()).toEqual(['admin-2']);
});

describe.each(['before', 'after'] as const)('a process that dies %s', (when) => {
  const effects = Array.from({ length: 16 }, (_, index) => index + 1);

  test.each(effects)('effect %s loses neither the log-out nor the report of it', async (nth) => {
    const death = dyingAt(nth, when);
    const domain = await signedIn({ adminUserIds: ['admin-1'], around: death.around });
    await notMe(domain).catch(() => undefined);
    await domain.clock.run(domain.jobs.idle());
    domain.jobs.abandon(new ProcessDied('the process died'));
    // What was posted and not noted is posted again: rather twice than never.
    const twice = notified(domain).length === 1 && domain.store.stateOf(key)?.reports !== undefined;
    const next = domain.another({ adminUserIds: ['admin-1'] });
    await work(domain, 130);
    const isOut = domain.store.stateOf(key)?.session === undefined;
    expect(notified(domain)).toEqual(isOut ? Array.from({ length: twice ? 2 : 1 }, () => 'a:admin-1') : []);
    expect(domain.store.stateOf(key)?.reports).toBeUndefined();
    if (!isOut) await domain.clock.run(next.sessions.logOut(anAsker(), { sessionId: 'session-0', notMe: true }));
    expect(domain.store.stateOf(key)?.session).toBeUndefined();
  });
});

test('a job whose report no longer exists does nothing', async () => {
  const domain = await signedIn();
  const other: PersonKey = aPersonKey({ conversationId: 'a:elsewhere' });
  await domain.jobHandlers.report({ kind: 'report', key: other, reportId: 'x' }, new AbortController());
  await domain.jobHandlers.report({ kind: 'report', key, reportId: 'x' }, new AbortController());
  expect(notified(domain)).toEqual([]);
});
