import { StorageUnavailableError } from '../../../../src/core/errors.ts';
import { SessionInUseError } from '../../../../src/restore/explore/explore-session.ts';
import { withNewest } from '../../../../src/restore/state/task-transitions.ts';
import { START } from '../../../fakes/clock.ts';
import { aBackup, aPoint, someMessages } from '../../../fakes/explorer.ts';
import { aFault, aPersonState, aRestoreGroup, aSession, aTask } from '../../../support/builders.ts';
import { asker, createReadyChat, key, remarkOf, type Chat } from '../../../support/restore-tasks.ts';

const MINUTE = 60_000;

async function found(session = aSession({ expiresAt: START + 8 * 60 * MINUTE })): Promise<Chat> {
  const chat = await createReadyChat();
  chat.people.put(key, aPersonState({ session }));
  chat.explorer.backups.set('user-1', aBackup({ entries: someMessages(23) }));
  await chat.find('invoice');
  return chat;
}

async function pass(chat: Chat, minutes: number): Promise<void> {
  await chat.clock.advance(minutes * MINUTE);
  await chat.jobs.runDue();
  await chat.clock.settle();
}

const idleJobs = (chat: Chat) => chat.jobs.queued.filter(({ job }) => job.kind === 'explore-idle');

test('a session is opened when first needed, and its job is on the way before anybody knows it', async () => {
  const chat = await found();

  expect(chat.explorer.methods.filter((method) => method === 'openExplore')).toHaveLength(1);
  expect(idleJobs(chat)).toMatchObject([{ job: { exploreId: 'session-1', dueAt: START + 30 * MINUTE } }]);
});

test('a session whose job could not be sent is not left open', async () => {
  const chat = await createReadyChat();
  chat.jobs.away = true;

  await expect(chat.find('invoice')).rejects.toThrow(StorageUnavailableError);

  expect(chat.explorer.working).toEqual([]);
  expect(chat.task()).toMatchObject({ form: { words: 'invoice' } });
});

test('thirty minutes count from the last use', async () => {
  const chat = await found();
  await pass(chat, 20);
  await chat.press({ kind: 'page', page: 1 });

  await pass(chat, 10);
  expect(chat.explorer.working).toHaveLength(1);
  await pass(chat, 19);
  expect(chat.explorer.working).toHaveLength(1);
  await pass(chat, 1);

  expect(chat.explorer.working).toEqual([]);
  expect(chat.task()).toMatchObject({ step: 'results', page: { number: 1 }, cardId: 'card-2' });
  expect(idleJobs(chat)).toEqual([]);
});

test('a task that was left finds its place again, and its session is opened silently', async () => {
  const chat = await found();
  await pass(chat, 30);

  const view = await chat.press({ kind: 'search', form: { words: 'invoice' } });

  expect(view).toMatchObject({ kind: 'task-results', task: { remark: undefined } });
  expect(chat.explorer.working.map(({ id }) => id)).toEqual(['session-2']);
});

describe('what was the latest backup', () => {
  /** One that runs now. @returns of the backup before it */
  async function backUp(chat: Chat): Promise<number> {
    const { backupTime } = chat.task().explore?.opened ?? {};
    const backup = chat.explorer.backups.get('user-1');
    backup?.points.push(aPoint({ id: 'point-0', backupTime: chat.clock.now() }));
    await pass(chat, 30);
    expect(chat.task().explore).toBeUndefined();
    return backupTime ?? NaN;
  }
  const openedAt = (chat: Chat) =>
    chat.explorer.allSessions.findLast(({ request }) => request !== undefined)?.request?.at;

  test.each<[string, (chat: Chat) => Promise<unknown>]>([
    ['what is shown', (chat) => chat.press({ kind: 'browse' })],
    ['what is ticked', (chat) => chat.press({ kind: 'choose-options', entries: ['k-message-1'] })],
  ])('is opened again for %s, after half an hour and a newer backup', async (_, press) => {
    const chat = await found();
    const before = await backUp(chat);
    await press(chat);

    expect(openedAt(chat)).toBe(before);
    expect(chat.task()).toMatchObject({ explore: { opened: { backupTime: before } } });
  });

  test('is opened again where something on the list was found in it, also from another place and by a new search', async () => {
    const chat = await found();
    await chat.press({ kind: 'add', entries: ['k-message-1'] });
    const before = await backUp(chat);
    await chat.press({ kind: 'search', form: { words: 'invoice' } });
    expect(openedAt(chat)).toBe(before);

    await chat.press({ kind: 'search', scope: 'user-2', form: {} });
    await chat.press({ kind: 'search', form: { words: 'invoice' } });
    await chat.press({ kind: 'search', scope: 'user-1', form: { words: 'invoice' } });
    expect(openedAt(chat)).toBe(before);
    expect(chat.task().list).toMatchObject([{ opened: { backupTime: before } }]);
  });

  test('is the newest again for a new search, where nothing is selected', async () => {
    const chat = await found();
    await backUp(chat);
    await chat.press({ kind: 'search', form: { words: 'invoice' } });

    expect(openedAt(chat)).toBeUndefined();
    expect(chat.task().explore?.opened).toMatchObject({ id: 'point-0' });
  });

  test('is not replaced by an older one where it no longer exists: the person is told, and chooses', async () => {
    const chat = await found();
    await chat.press({ kind: 'add', entries: ['k-message-1'] });
    await backUp(chat);
    chat.explorer.backups.get('user-1')?.points.splice(0, 1);
    const sessions = chat.explorer.allSessions.length;
    const view = await chat.press({ kind: 'browse' });

    expect(remarkOf(view)).toMatchObject({ code: 'service', trouble: 'backup-gone' });
    expect(chat.explorer.allSessions).toHaveLength(sessions);
  });

  test('is known although its points were read before it was made', async () => {
    const chat = await createReadyChat();
    chat.explorer.backups.set('user-1', aBackup({ entries: someMessages(3) }));
    await chat.press({ kind: 'search', form: {}, next: 'points' });
    chat.explorer.backups.get('user-1')?.points.push(aPoint({ id: 'point-0', backupTime: START }));
    await chat.find('invoice');

    expect(chat.task().explore?.opened).toMatchObject({ id: 'point-0' });
  });

  test('is a time of today where the service tells neither its points nor when it opened it', async () => {
    const chat = await createReadyChat();
    chat.explorer.backups.set('user-1', aBackup({ entries: someMessages(3), points: [] }));
    chat.explorer.tellsTimes = false;
    await chat.find('invoice');

    expect(chat.task().explore?.opened).toEqual({ backupTime: START });
  });

  test('that is the newest again has mailboxes of its own', () => {
    const task = aTask({ list: [], opened: { backupTime: START }, explore: undefined, containers: [] });
    expect(withNewest(task)).toMatchObject({ opened: undefined, containers: undefined });
  });
});

test('a session is stopped just before its sign-in ends, and the task is closed once it has', async () => {
  const chat = await found(aSession({ expiresAt: START + 10 * MINUTE }));
  const { cardId = '' } = chat.task();

  await pass(chat, 10 - 1 / 3);
  expect(chat.explorer.working).toEqual([]);
  expect(chat.task().cardId).toBe(cardId);

  chat.people.put(key, aPersonState());
  await pass(chat, 1);
  expect(chat.state()?.task).toBeUndefined();
  expect(chat.announcer.shows(cardId)).toEqual({ kind: 'task-closed', why: 'expired', access: 'operator' });
});

test('a sign-in that was renewed meanwhile keeps its task', async () => {
  const chat = await found(aSession({ expiresAt: START + 10 * MINUTE }));
  await pass(chat, 5);
  chat.people.put(key, aPersonState({ session: aSession({ id: 'session-9', expiresAt: START + 70 * MINUTE }) }));

  await pass(chat, 5);
  expect(chat.explorer.working).toHaveLength(1);
  await pass(chat, 20);

  expect(chat.explorer.working).toEqual([]);
  expect(chat.task().step).toBe('results');
});

test('a job stops a session that no task ever had', async () => {
  const chat = await found();
  const { openSessions } = chat.state() ?? {};
  chat.store.put(key, { restores: [], recentScopes: [], openSessions, task: { ...chat.task(), explore: undefined } });

  await pass(chat, 30);

  expect(chat.explorer.working).toEqual([]);
  expect(chat.state()?.openSessions).toBeUndefined();
});

test('a message that names a session the bot has not opened stops nothing, and one that comes early waits', async () => {
  const chat = await found();
  const { key: owner } = asker;
  await chat.clock.run(chat.runIdleJob({ kind: 'explore-idle', key: owner, exploreId: 'of-a-restore', dueAt: 0 }));
  await chat.clock.run(chat.runIdleJob({ kind: 'explore-idle', key: owner, exploreId: 'session-1', dueAt: 0 }));
  expect(chat.explorer.methods).not.toContain('stop');
  expect(idleJobs(chat).map(({ job }) => job)).toMatchObject([
    { exploreId: 'session-1', dueAt: START + 30 * MINUTE },
    { exploreId: 'session-1', dueAt: START + 30 * MINUTE },
  ]);
});

test('one that a dead process has left without a job is stopped with the next one', async () => {
  const chat = await found();
  const state = chat.state();
  if (state === undefined) throw new Error('There is no state.');
  const left = { id: 'left-open', at: START - 5 * MINUTE, signInId: 'sign-in-0' };
  chat.store.put(key, { ...state, openSessions: [...(state.openSessions ?? []), left] });

  await pass(chat, 30);

  const stopped = chat.explorer.calls.filter(({ method }) => method === 'stop').map(({ asked }) => String(asked));
  expect(stopped.toSorted()).toEqual(['left-open', 'session-1']);
});

test('a session that a restore works with is stopped once that has ended', async () => {
  const chat = await found();
  const { explore, ...task } = chat.task();
  const restore = {
    id: 'restore-1',
    signInId: 'sign-in-0',
    organization: task.organization,
    access: 'operator',
    userId: 'olga',
    address: asker.address,
    groups: [aRestoreGroup({ exploreId: explore?.id ?? '', entries: [] })],
    calls: [{ group: 0, containerId: 'mailbox-1', containerName: 'Mailbox', keys: [], progress: { kind: 'planned' } }],
    startedAt: task.startedAt,
  } as const;
  const { openSessions } = chat.state() ?? {};
  chat.store.put(key, { recentScopes: [], openSessions, restores: [restore] });
  await pass(chat, 30);
  expect(chat.explorer.working).toHaveLength(1);

  chat.store.put(key, { recentScopes: [], openSessions, restores: [{ ...restore, endedAt: chat.clock.now() }] });
  await pass(chat, 30);

  expect(chat.explorer.working).toEqual([]);
});

test('a service that does not stop it is let be', async () => {
  const chat = await found();
  chat.explorer.faults.stop = [aFault('FAILED', { status: 503 })];

  await pass(chat, 30);

  expect(chat.task().explore).toBeUndefined();
  expect(idleJobs(chat)).toEqual([]);
});

test('an idle session that an export reads from is looked at again until it can be stopped', async () => {
  const chat = await found();
  const stop = chat.explorer.stop.bind(chat.explorer);
  chat.explorer.stop = () => Promise.reject(new SessionInUseError());
  await pass(chat, 31);
  expect(chat.explorer.working).toHaveLength(1);
  expect(idleJobs(chat)).toHaveLength(1);
  chat.explorer.stop = stop;
  await pass(chat, 2);
  expect(chat.explorer.working).toEqual([]);
  expect(idleJobs(chat)).toEqual([]);
});

test('a job that comes early, twice, or late does no harm', async () => {
  const chat = await found();
  const job = { kind: 'explore-idle', key, exploreId: 'session-1', dueAt: START + 30 * MINUTE } as const;

  await chat.runIdleJob(job);
  expect(chat.explorer.working).toHaveLength(1);
  await pass(chat, 31);
  await chat.runIdleJob(job);
  chat.people.put(key, aPersonState());
  await chat.runIdleJob(job);

  expect(chat.explorer.working).toEqual([]);
  expect(chat.state()?.task).toBeUndefined();
});

test('no log line names a person, a subject or a token', async () => {
  const chat = await found();
  chat.explorer.faults.search = [
    aFault('REFUSED', { status: 409, description: 'Invoice 1 of ada@contoso.example is locked.' }),
  ];
  await chat.press({ kind: 'search', form: { words: 'invoice' } });
  chat.explorer.faults.stop = [aFault('FAILED', { status: 500, description: 'ada@contoso.example is busy.' })];
  await chat.press({ kind: 'done' });

  expect(chat.log.lines.length).toBeGreaterThan(1);
  expect(chat.log.text()).not.toMatch(/ada|lovelace|invoice|secret/i);
  expect(JSON.stringify(chat.jobs.sent)).not.toMatch(/ada|lovelace|invoice|secret/i);
});
