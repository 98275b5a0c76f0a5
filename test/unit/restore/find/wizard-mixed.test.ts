/** One list of several people, kinds and days: another choice keeps it, and **Restore…** shows all of it. */
import { entriesIn, LIST_LIMITS, type ListGroup } from '../../../../src/restore/backups/list.ts';
import { taskSchema } from '../../../../src/restore/state/task.ts';
import { aBackup, anEntry, aScopeItem, someMessages } from '../../../fakes/explorer.ts';
import { aTask } from '../../../support/builders.ts';
import { createChat, key, remarkOf, type Chat } from '../../../support/restore-tasks.ts';

const grace = aScopeItem({ id: 'user-2', name: 'Grace Hopper', detail: 'grace@contoso.example' });
const inbox = anEntry({ id: 'inbox', kind: 'folder', title: 'Inbox' });
const inGraces = { containerId: 'mailbox-2' };
const plan = anEntry({ id: 'plan', kind: 'document', title: 'Invoice plan', containerId: 'drive-1' });

/** Looking at Ada's mail, of which there are three; Grace has two in a folder; Ada has a document. */
async function ready(): Promise<Chat> {
  const chat = createChat();
  chat.explorer.scopeItems = [aScopeItem(), grace];
  chat.explorer.backups.set('user-1', aBackup({ entries: [...someMessages(3), { entry: plan }] }));
  chat.explorer.backups.set(
    'user-2',
    aBackup({
      exchange: [{ id: 'mailbox-2', name: 'Grace', isArchive: false }],
      entries: [
        { entry: { ...inbox, ...inGraces } },
        ...[0, 1].map((index) => ({
          entry: anEntry({ id: `hers-${index}`, title: `Invoice ${index}`, ...inGraces }),
          folderId: 'inbox',
        })),
      ],
    }),
  );
  await chat.find();
  await chat.press({ kind: 'search', scope: 'user-1', workload: 'exchange', form: {} });
  return chat;
}

const groupsOf = (chat: Chat) =>
  chat
    .task()
    .list.map(({ scope, workload, point, entries }) => [
      scope.kind === 'item' ? scope.item.id : 'own',
      workload,
      point.kind,
      entries.map(({ id }) => id),
    ]);

/** Two of Ada's mails ticked, then Grace's inbox added, then Ada's document ticked. */
async function mixed(): Promise<Chat> {
  const chat = await ready();
  await chat.find('invoice');
  await chat.press({
    kind: 'search',
    scope: 'user-2',
    form: {},
    next: 'browse',
    entries: ['k-message-0', 'k-message-1'],
  });
  await chat.press({ kind: 'add', entries: ['k-inbox'] });
  await chat.press({ kind: 'search', scope: 'user-1', workload: 'onedrive', form: { words: 'invoice' } });
  await chat.press({ kind: 'page', page: 0, entries: ['k-plan'] });
  return chat;
}

test('what was ticked goes onto the list when somebody else is chosen, and the card says so', async () => {
  const chat = await ready();
  await chat.find('invoice');

  const view = await chat.press({
    kind: 'search',
    scope: 'user-2',
    form: {},
    next: 'browse',
    entries: ['k-message-1'],
  });

  expect(remarkOf(view)).toEqual({ code: 'ticks-listed', count: 1 });
  expect(view).toMatchObject({ task: { listed: 1 }, ticked: [], elsewhere: 0 });
  expect(groupsOf(chat)).toEqual([['user-1', 'exchange', 'latest', ['message-1']]]);
  expect(chat.task().list[0]?.containers).toMatchObject([{ name: 'Mailbox' }]);
  expect(chat.explorer.working).toHaveLength(1);
});

test('the list names each place, and ticks of the present one are not on it', async () => {
  const chat = await mixed();

  expect(await chat.press({ kind: 'go', to: 'list' })).toMatchObject({
    kind: 'task-list',
    places: 2,
    groups: [
      { scope: { name: 'Ada Lovelace' }, here: false, entries: [{ id: 'message-0' }, { id: 'message-1' }] },
      { scope: { name: 'Grace Hopper' }, here: false, entries: [{ id: 'inbox' }] },
    ],
    elsewhere: 1,
  });
  const removed = await chat.press({ kind: 'remove', entries: ['k-message-1', 'k-inbox'] });
  expect(remarkOf(removed)).toEqual({ code: 'removed', count: 2 });
  expect(groupsOf(chat)).toEqual([['user-1', 'exchange', 'latest', ['message-0']]]);
});

test('Restore… counts folders out where they were found, and shows every group and the options of each kind once', async () => {
  const chat = await mixed();
  let open = 0;
  chat.explorer.during.items = async () => void (open = Math.max(open, chat.explorer.working.length));

  const card = await chat.press({ kind: 'choose-options' });

  expect(card).toMatchObject({
    kind: 'task-summary',
    items: 5,
    folders: 1,
    groups: [
      { scope: { name: 'Ada Lovelace' }, workload: 'exchange', items: 2, containers: [{ name: 'Mailbox' }] },
      { scope: { name: 'Grace Hopper' }, workload: 'exchange', items: 2, containers: [{ name: 'Grace' }] },
      { scope: { name: 'Ada Lovelace' }, workload: 'onedrive', items: 1, containers: [{ name: 'OneDrive' }] },
    ],
    choices: [{ workload: 'exchange' }, { workload: 'onedrive' }],
  });
  expect(open).toBe(2);
  // Of the sessions in which folders were expanded none is left open.
  expect(chat.explorer.working.map(({ id }) => id)).toEqual([chat.task().explore?.id]);
});

test('what destroys asks once more with the number of its kind, and Restore restores all of it', async () => {
  const chat = await mixed();
  const card = await chat.press({ kind: 'choose-options' });
  if (card.kind !== 'task-summary') throw new Error(card.kind);
  const options = { deletedItems: true, changedItems: true, documentAction: 'Keep' };
  const press = { kind: 'restore', shown: card.shown, options } as const;

  const asked = await chat.press(press);
  expect(remarkOf(asked)).toEqual({ code: 'overwrites', count: 4 });
  if (asked.kind !== 'task-summary') throw new Error(asked.kind);
  await chat.press({ ...press, shown: asked.shown, overwrite: true });

  expect(chat.state()?.restores).toMatchObject([
    {
      groups: [
        { scope: { item: { id: 'user-1' } }, options: { changedItems: true } },
        { scope: { item: { id: 'user-2' } }, options: { changedItems: true } },
        { workload: 'onedrive', options: { documentAction: 'Keep' } },
      ],
      calls: [{ group: 0, containerName: 'Mailbox' }, { group: 1, containerName: 'Grace' }, { group: 2 }],
    },
  ]);
});

test('a card on which one group has changed since restores nothing', async () => {
  const chat = await mixed();
  const card = await chat.press({ kind: 'choose-options' });
  if (card.kind !== 'task-summary') throw new Error(card.kind);
  await chat.press({ kind: 'go', to: 'list' });
  await chat.press({ kind: 'remove', entries: ['k-message-1'] });
  await chat.press({ kind: 'choose-options' });

  const options = { deletedItems: true };
  expect(remarkOf(await chat.press({ kind: 'restore', shown: card.shown, options }))).toEqual({
    code: 'card-outdated',
  });
  expect(chat.state()?.restores).toEqual([]);
});

test('an item is listed once: of another day it is marked, and its folder of another day leaves it out', async () => {
  const chat = await ready();
  const inside = ['message-0', 'other'].map((id) => ({
    entry: anEntry({ id, title: `Invoice ${id}` }),
    folderId: 'inbox',
  }));
  chat.explorer.backups.set('user-1', aBackup({ entries: [{ entry: inbox }, ...inside] }));
  await chat.find('invoice');
  await chat.press({ kind: 'add', entries: ['k-message-0'] });
  await chat.press({ kind: 'point', choice: 'point-3', showDeleted: false });
  const again = await chat.press({ kind: 'search', form: { words: 'invoice' } });
  expect(again).toMatchObject({ kind: 'task-results', listed: ['k-message-0'] });
  await chat.press({ kind: 'browse' });
  await chat.press({ kind: 'add', entries: ['k-inbox'] });

  expect(await chat.press({ kind: 'choose-options' })).toMatchObject({
    items: 2,
    groups: [
      { point: { kind: 'latest' }, items: 1 },
      { point: { kind: 'at', id: 'point-3' }, items: 1 },
    ],
  });
  expect(entriesIn(chat.task().expanded ?? []).map(({ id }) => id)).toEqual(['message-0', 'other']);
});

describe('a version of a document that was picked', () => {
  const folder = anEntry({ id: 'plans', kind: 'folder', title: 'Invoices', containerId: 'drive-1' });
  const older = { ...plan, key: 'k-plan-3', version: '3.0' };

  /** Looking at Ada's drive, with version 3.0 of her document on the list. */
  async function withVersion(): Promise<Chat> {
    const chat = await ready();
    const inside = [plan, anEntry({ ...plan, id: 'other', key: 'k-other' })].map((entry) => ({
      entry,
      folderId: 'plans',
    }));
    const versions = new Map([['plan', [older]]]);
    chat.explorer.backups.set('user-1', aBackup({ entries: [{ entry: folder }, ...inside], versions }));
    await chat.press({ kind: 'search', scope: 'user-1', workload: 'onedrive', form: { words: 'invoice' } });
    await chat.press({ kind: 'versions', entry: 'k-plan' });
    await chat.press({ kind: 'add', entries: ['k-plan-3'] });
    return chat;
  }
  const expandedOf = (chat: Chat) => entriesIn(chat.task().expanded ?? []).map(({ key }) => key);

  test.each(['latest', 'point-3'])('stays, and its folder (as of %s) leaves the document out', async (choice) => {
    const chat = await withVersion();
    await chat.press({ kind: 'point', choice, showDeleted: false });
    await chat.press({ kind: 'browse' });
    await chat.press({ kind: 'add', entries: ['k-plans'] });

    expect(await chat.press({ kind: 'choose-options' })).toMatchObject({ kind: 'task-summary', items: 2 });
    expect(expandedOf(chat)).toEqual(['k-plan-3', 'k-other']);
  });

  test.each(['page', 'all'] as const)('stays where %s of what was found is selected', async (what) => {
    const chat = await withVersion();
    await chat.press({ kind: 'go', to: 'results' });

    expect(await chat.press({ kind: 'select', what })).toMatchObject({ ticked: ['k-other'], task: { listed: 1 } });
    // It is ticked, not on the list.
    await chat.press({ kind: 'go', to: 'list' });
    await chat.press({ kind: 'remove', entries: ['k-plan-3'] });
    await chat.press({ kind: 'go', to: 'results' });
    await chat.press({ kind: 'select', what: 'none' });
    await chat.press({ kind: 'versions', entry: 'k-plan' });
    await chat.press({ kind: 'go', to: 'results', entries: ['k-plan-3'] });
    await chat.press({ kind: 'select', what });
    expect(chat.task().ticked?.map(({ key }) => key)).toEqual(['k-plan-3', 'k-other']);
  });

  test('is replaced where the document itself is ticked', async () => {
    const chat = await withVersion();
    await chat.press({ kind: 'go', to: 'results' });
    await chat.press({ kind: 'add', entries: ['k-plan'] });
    expect(entriesIn(chat.task().list).map(({ key }) => key)).toEqual(['k-plan']);
  });
});

test('what is on the list of somebody who is taken out of the scope leaves it, and the rest stays', async () => {
  const chat = await mixed();
  chat.explorer.scopeItems = [grace];

  const view = await chat.press({ kind: 'point', choice: 'point-3', showDeleted: false });

  expect(remarkOf(view)).toEqual({ code: 'scope-taken-away' });
  expect(groupsOf(chat)).toEqual([['user-2', 'exchange', 'latest', ['inbox']]]);
});

describe('the limits', () => {
  const listOf = (owners: number, items: number): readonly ListGroup[] =>
    Array.from({ length: owners }, (_, owner) => ({
      scope: { kind: 'item', item: aScopeItem({ id: `owner-${owner}` }) },
      workload: 'exchange',
      point: { kind: 'latest' },
      showDeleted: false,
      entries: Array.from({ length: items }, (__, index) => anEntry({ id: `o${owner}-${index}` })),
    }));
  const withList = async (list: readonly ListGroup[]): Promise<Chat> => {
    const chat = await ready();
    await chat.find('invoice');
    chat.store.put(key, { restores: [], recentScopes: [], task: { ...chat.task(), list } });
    return chat;
  };

  test('of people, sites and teams', async () => {
    const chat = await withList(listOf(LIST_LIMITS.owners, 1));
    expect(remarkOf(await chat.press({ kind: 'add', entries: ['k-message-0'] }))).toEqual({
      code: 'too-many-owners',
      most: 20,
    });
    expect(entriesIn(chat.task().list)).toHaveLength(20);
    expect(remarkOf(await chat.press({ kind: 'page', page: 0, entries: ['k-message-0'] }))).toEqual({
      code: 'too-many-owners',
      most: 20,
    });
    expect(chat.task().ticked).toEqual([]);
  });

  test('of places, each of which is on the confirm card', async () => {
    const [first] = listOf(1, 1);
    if (first === undefined) throw new Error();
    const days = Array.from({ length: LIST_LIMITS.places }, (_, day) => ({
      ...first,
      point: { kind: 'at', id: `point-${day}`, backupTime: day } as const,
      entries: [anEntry({ id: `d${day}` })],
    }));
    const chat = await withList(days);
    expect(remarkOf(await chat.press({ kind: 'add', entries: ['k-message-0'] }))).toEqual({
      code: 'too-many-places',
      most: 40,
    });
    expect(chat.task().list).toHaveLength(40);
  });

  test('of one owner, whatever the kind and the day, and of all together', async () => {
    const [first] = listOf(1, 1_999);
    if (first === undefined) throw new Error();
    const ofAda: ListGroup = {
      ...first,
      scope: { kind: 'item', item: aScopeItem() },
      point: { kind: 'at', id: 'point-9', backupTime: 1 },
    };
    const chat = await withList([...listOf(4, 2_000), ofAda]);
    const two = ['k-message-0', 'k-message-1'];
    expect(remarkOf(await chat.press({ kind: 'add', entries: two }))).toEqual({ code: 'list-full', most: 2_000 });
    expect(entriesIn(chat.task().list)).toHaveLength(10_000);

    const full = await withList([...listOf(5, 2_000)]);
    expect(remarkOf(await full.press({ kind: 'add', entries: two }))).toEqual({ code: 'too-many-items', most: 10_000 });
  });
});

test('a task that a version before groups has stored is read with its list in one group', () => {
  const [entry] = [anEntry()];
  const {
    list: _,
    expanded: __,
    ...task
  } = aTask({ containers: [{ id: 'mailbox-1', name: 'Mailbox', isArchive: false }] });
  const stored = { ...task, list: [inbox], expanded: [entry], remark: { code: 'list-emptied' } };

  const read = taskSchema.parse(stored);

  const { scope, workload, point, showDeleted, containers } = task;
  const group = { scope, workload, point, showDeleted, containers };
  expect(read).toMatchObject({ list: [{ ...group, entries: [inbox] }], expanded: [{ ...group, entries: [entry] }] });
  expect(read.remark).toBeUndefined();
  expect(taskSchema.parse({ ...task, list: [] }).list).toEqual([]);
});
