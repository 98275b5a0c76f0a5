/** A second tab, double presses, outdated cards: what is stored decides, and nothing is an error. */
import { StorageUnavailableError } from '../../../../src/core/errors.ts';
import { entriesIn } from '../../../../src/restore/backups/list.ts';
import type { TaskPress } from '../../../../src/restore/state/presses.ts';
import { aBackup, someMessages } from '../../../fakes/explorer.ts';
import { aRestoreGroup } from '../../../support/builders.ts';
import { asker, createChat, createReadyChat, key, type Chat } from '../../../support/restore-tasks.ts';

async function found(): Promise<Chat> {
  const chat = await createReadyChat();
  chat.explorer.backups.set('user-1', aBackup({ entries: someMessages(23) }));
  chat.explorer.backups.set('own', aBackup({ entries: someMessages(2) }));
  await chat.find('invoice');
  return chat;
}

const both = (chat: Chat, one: TaskPress, other: TaskPress) => {
  const { id, cardId } = chat.task();
  return chat.clock.run(
    Promise.all([chat.wizard.press(asker, id, one, cardId), chat.wizard.press(asker, id, other, cardId)]),
  );
};

test('two presses at once both count', async () => {
  const chat = await found();

  await both(chat, { kind: 'add', entries: ['k-message-0'] }, { kind: 'add', entries: ['k-message-1'] });

  expect(
    entriesIn(chat.task().list)
      .map(({ key }) => key)
      .toSorted(),
  ).toEqual(['k-message-0', 'k-message-1']);
});

describe('a command of a person who is erased in the meantime stores nothing', () => {
  /** As another instance does it, whose service still accepts the token. */
  async function erased(chat: Chat): Promise<void> {
    await chat.store.erase(key);
    await chat.people.erase(key);
  }

  test.each(['isOperator', 'openExplore', 'search'] as const)('during %s', async (method) => {
    const chat = createChat();
    chat.explorer.operator = false;
    chat.explorer.during[method] = () => erased(chat);

    await chat.run(chat.wizard.find(asker, 'invoice')).catch(() => undefined);

    expect(chat.state()?.task).toBeUndefined();
    expect(JSON.stringify(chat.state() ?? {})).not.toContain('invoice');
    expect(chat.explorer.working).toEqual([]);
  });

  test('who had restored something before', async () => {
    const chat = createChat();
    chat.explorer.operator = false;
    chat.store.put(key, { restores: [], recentScopes: [] });
    chat.explorer.during.isOperator = () => erased(chat);

    await chat.find('invoice');

    expect(chat.state()).toBeUndefined();
  });
});

test('a press on a task that has ended in the meantime changes nothing', async () => {
  const chat = await found();
  const { id, cardId } = chat.task();
  let late = (): void => undefined;
  chat.explorer.during.search = () => new Promise((resolve) => (late = resolve));
  const searching = chat.wizard.press(asker, id, { kind: 'search', form: { words: 'invoice 1' } }, cardId);
  await chat.clock.settle();
  delete chat.explorer.during.search;

  await chat.press({ kind: 'search', scope: 'own', form: { words: 'invoice' } });
  late();
  const { view } = await chat.clock.run(searching);

  // Whose data it shows is what it says.
  expect(view).toMatchObject({ kind: 'task-results', task: { scope: { own: true } }, found: 2 });
  expect(chat.task()).toMatchObject({ scope: { kind: 'own' }, page: { found: 2 } });
  await chat.clock.settle();
  expect(chat.explorer.working.map(({ id }) => id)).toEqual([chat.task().explore?.id]);
});

/** Holds its searches until `late` is called. */
async function pressedSlowly(chat: Chat, press: TaskPress) {
  const { id, cardId } = chat.task();
  const held = Promise.withResolvers<void>();
  chat.explorer.during.search = () => held.promise;
  const pressing = chat.wizard.press(asker, id, press, cardId);
  await chat.clock.settle();
  delete chat.explorer.during.search;
  await chat.clock.advance(1_000);
  const late = () => {
    held.resolve();
    return chat.clock.run(pressing);
  };
  return { late };
}

test('a slow search does not replace what a newer one has found', async () => {
  const chat = await found();
  const { late } = await pressedSlowly(chat, { kind: 'search', form: { words: 'invoice 1' } });

  await chat.press({ kind: 'search', form: { words: 'invoice' } });
  const { view } = await late();

  expect(view).toMatchObject({ kind: 'task-results', found: 23 });
  expect(chat.task()).toMatchObject({ form: { words: 'invoice' }, page: { found: 23 } });
});

test('a slow search does not lead back from where the person has gone on to', async () => {
  const chat = await found();
  const { late } = await pressedSlowly(chat, { kind: 'search', form: { words: 'invoice 1' } });

  await chat.press({ kind: 'choose-options', entries: ['k-message-0'] });
  const { view } = await late();

  expect(view).toMatchObject({ kind: 'task-summary' });
  expect(chat.task().step).toBe('summary');
});

test('what was ticked with a slow search counts, although the person has gone on', async () => {
  const chat = await found();
  const search = { kind: 'search', form: { words: 'invoice 1' } } as const;
  const { late } = await pressedSlowly(chat, { ...search, entries: ['k-message-1'] });

  await chat.press({ kind: 'page', page: 1 });
  await late();

  expect(chat.task().page?.number).toBe(1);
  expect(chat.task().ticked?.map(({ key }) => key)).toEqual(['k-message-1']);
});

test('a slow command does not lead back from what was pressed after it', async () => {
  const chat = await found();
  const held = Promise.withResolvers<void>();
  chat.explorer.during.search = () => held.promise;
  const finding = chat.wizard.find(asker, 'invoice 1');
  await chat.clock.settle();
  delete chat.explorer.during.search;
  await chat.clock.advance(1_000);

  await chat.press({ kind: 'choose-options', entries: ['k-message-0'] });
  held.resolve();
  await chat.clock.run(finding);

  expect(chat.task().step).toBe('summary');
});

test('two searches at once open one session', async () => {
  const chat = await found();
  await chat.press({ kind: 'search', scope: 'own', form: {} });
  await chat.press({ kind: 'point', choice: 'point-1', showDeleted: false });
  chat.explorer.drop(chat.task().explore?.id ?? '');
  const before = chat.explorer.allSessions.length;

  await both(chat, { kind: 'search', form: { words: 'invoice' } }, { kind: 'search', form: { words: 'invoice 1' } });

  await chat.clock.settle();
  expect(chat.explorer.allSessions.length - before).toBe(1);
  expect(chat.explorer.working.map(({ id }) => id)).toEqual([chat.task().explore?.id]);
});

test('of four searches at once two run, the newest is next, and the other one says so and changes nothing', async () => {
  const chat = await found();
  const { id, cardId } = chat.task();
  const held = Promise.withResolvers<void>();
  chat.explorer.during.search = () => held.promise;
  const searchFor = (words: string) => chat.wizard.press(asker, id, { kind: 'search', form: { words } }, cardId);
  const running = ['invoice 1', 'invoice 2', 'invoice 3', 'invoice'].map(searchFor);
  const { view } = await chat.clock.run(running[2] ?? Promise.reject(new Error('There is no third search.')));

  expect(view).toEqual({ kind: 'restore-notice', notice: { code: 'search-replaced' } });
  // One before, to reach the task, and the two that run.
  expect(chat.explorer.methods.filter((method) => method === 'search')).toHaveLength(3);
  expect(chat.task().form).not.toEqual({ words: 'invoice 3' });

  held.resolve();
  await chat.clock.run(Promise.all(running));
  expect(chat.explorer.methods.filter((method) => method === 'search')).toHaveLength(4);
  expect(chat.task()).toMatchObject({ form: { words: 'invoice' }, page: { found: 23 } });
  expect(chat.task().remark).toBeUndefined();
});

test('two commands at once begin one task', async () => {
  const chat = await found();
  await chat.press({ kind: 'done' });

  await chat.clock.run(Promise.all([chat.wizard.find(asker, 'invoice'), chat.wizard.find(asker, 'bill')]));

  expect(chat.task()).toMatchObject({ step: 'search' });
  expect(
    chat.announcer.cards.filter(({ cardId }) => chat.announcer.shows(cardId)?.kind === ('task-search' as string)),
  ).toHaveLength(1);
});

test('the pressed card becomes the task’s card, and the other one says that the task continues elsewhere', async () => {
  const chat = await found();
  const { cardId: first } = chat.task();
  await chat.find('invoice');
  const { cardId: second = '' } = chat.task();

  await chat.press({ kind: 'page', page: 1 }, first);

  expect(chat.task().cardId).toBe(first);
  expect(chat.announcer.shows(second)).toEqual({ kind: 'task-moved' });
});

test('a task that ends during a search stays ended, and its new session is stopped', async () => {
  const chat = await found();
  const { id, cardId } = chat.task();
  await chat.press({ kind: 'point', choice: 'point-1', showDeleted: false });
  chat.explorer.drop(chat.task().explore?.id ?? '');
  let late = (): void => undefined;
  chat.explorer.during.openExplore = () => new Promise((resolve) => (late = resolve));
  const searching = chat.wizard.press(asker, id, { kind: 'search', form: { words: 'invoice' } }, cardId);
  await chat.clock.settle();

  await chat.press({ kind: 'done' });
  late();
  const { view } = await chat.clock.run(searching);
  await chat.clock.settle();

  expect(view).toMatchObject({ notice: { code: 'no-task' } });
  expect(chat.state()?.task).toBeUndefined();
  expect(chat.explorer.working).toEqual([]);
});

test('a session that a restore has taken over is not stopped', async () => {
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
  chat.store.put(key, { recentScopes: [], restores: [restore], task: { ...task, explore } });

  await chat.press({ kind: 'done' });

  expect(chat.explorer.working.map(({ id }) => id)).toEqual([explore?.id]);
});

test('conflicts and lost responses lead to the same state', async () => {
  const chat = await found();
  chat.store.conflicts = 3;
  await chat.press({ kind: 'add', entries: ['k-message-0'] });
  expect(entriesIn(chat.task().list)).toHaveLength(1);

  chat.store.writes = ['loses its answer'];
  await expect(chat.press({ kind: 'add', entries: ['k-message-1'] })).rejects.toThrow(StorageUnavailableError);
  await chat.press({ kind: 'add', entries: ['k-message-1'] });

  expect(entriesIn(chat.task().list)).toHaveLength(2);
});

test('a state that cannot be decrypted counts as absent and is overwritten', async () => {
  const chat = await found();
  chat.store.spoil(key);

  expect(await chat.find('invoice')).toMatchObject({ kind: 'task-search' });
});
