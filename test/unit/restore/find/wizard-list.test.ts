import { entriesIn } from '../../../../src/restore/backups/list.ts';
import { rulesOf } from '../../../../src/restore/backups/workloads/index.ts';
import { hasFolders } from '../../../../src/restore/state/task-transitions.ts';
import { aBackup, anEntry, someMessages, type Stored } from '../../../fakes/explorer.ts';
import { aFault, aTask } from '../../../support/builders.ts';
import { asker, createReadyChat, remarkOf, type Chat } from '../../../support/restore-tasks.ts';

const inbox = anEntry({ id: 'inbox', kind: 'folder', title: 'Inbox' });
const options = {
  changedItems: false,
  deletedItems: true,
  markRestoredAsUnread: false,
};

async function found(count: number, more: readonly Stored[] = []): Promise<Chat> {
  const chat = await createReadyChat();
  chat.explorer.backups.set('user-1', aBackup({ entries: [...someMessages(count), ...more] }));
  await chat.find('invoice');
  return chat;
}

const keys = (count: number, from = 0): readonly string[] =>
  Array.from({ length: count }, (_, index) => `k-message-${from + index}`);

describe('the list', () => {
  test('adds what is on the page, each entry once however often it is pressed', async () => {
    const chat = await found(23);

    const added = await chat.press({ kind: 'add', entries: keys(3) });
    const again = await chat.press({ kind: 'add', entries: keys(3) });

    expect(added).toMatchObject({
      kind: 'task-results',
      listed: keys(3),
      task: { listed: 3, remark: { code: 'added', count: 3 } },
    });
    expect(again).toEqual(added);
  });

  test('adds what an earlier page showed, and says when that is no longer known', async () => {
    const chat = await found(23);
    await chat.press({ kind: 'page', page: 2 });

    expect(await chat.press({ kind: 'add', entries: keys(2) })).toMatchObject({ task: { listed: 2 } });
    expect(remarkOf(await chat.press({ kind: 'add', entries: ['k-unknown'] }))).toEqual({ code: 'page-moved-on' });
    expect(remarkOf(await chat.press({ kind: 'add', entries: [] }))).toEqual({ code: 'nothing-chosen' });
    expect(entriesIn(chat.task().list)).toHaveLength(2);
  });

  test('adds nothing that was found in other data', async () => {
    const chat = await found(3);
    await chat.press({ kind: 'search', scope: 'own', form: {} });

    expect(remarkOf(await chat.press({ kind: 'add', entries: keys(1) }))).toEqual({ code: 'page-moved-on' });
    expect(chat.task().list).toEqual([]);
  });

  test('holds two thousand entries', async () => {
    const chat = await found(23);
    const list = Array.from({ length: 1999 }, (_, index) => anEntry({ id: `other-${index}` }));
    chat.store.put(asker.key, { restores: [], recentScopes: [], task: aTask({ ...chat.task(), list }) });

    expect(remarkOf(await chat.press({ kind: 'add', entries: keys(2) }))).toEqual({ code: 'list-full', most: 2000 });
    expect(entriesIn(chat.task().list)).toHaveLength(2000);
  });

  test('is shown ten entries per page, and entries are removed from it', async () => {
    const chat = await found(23);
    await chat.press({ kind: 'add', entries: keys(10) });
    await chat.press({ kind: 'page', page: 1 });
    await chat.press({ kind: 'add', entries: keys(5, 10) });

    const first = await chat.press({ kind: 'go', to: 'list' });
    const second = await chat.press({ kind: 'list-page', page: 1 });
    const removed = await chat.press({ kind: 'remove', entries: keys(6) });

    expect(first).toMatchObject({ kind: 'task-list', page: 0, pages: 2 });
    expect(second).toMatchObject({
      kind: 'task-list',
      page: 1,
      groups: [{ entries: keys(5, 10).map((key) => ({ key })) }],
    });
    expect(removed).toMatchObject({ kind: 'task-list', page: 0, pages: 1, task: { listed: 9 } });
    expect(remarkOf(removed)).toEqual({ code: 'removed', count: 6 });
    expect(remarkOf(await chat.press({ kind: 'remove', entries: [] }))).toEqual({ code: 'nothing-chosen' });
  });

  test('that is empty while items are ticked leads to where they were found', async () => {
    const chat = await found(3);
    await chat.press({ kind: 'choose-options', entries: keys(2) });

    expect(await chat.run(chat.wizard.list(asker))).toMatchObject({ kind: 'task-results' });
    expect(await chat.press({ kind: 'go', to: 'list' })).toMatchObject({ kind: 'task-results' });
    expect(await chat.press({ kind: 'list-page', page: 0 })).toMatchObject({ kind: 'task-results' });
    expect(chat.task().ticked).toHaveLength(2);
  });

  test('that is emptied while items are ticked leads there as well, and says what was removed', async () => {
    const chat = await found(5);
    await chat.press({ kind: 'add', entries: keys(1) });
    await chat.press({ kind: 'go', to: 'list', entries: keys(3, 1) });

    const removed = await chat.press({ kind: 'remove', entries: keys(1) });

    expect(removed).toMatchObject({ kind: 'task-results', ticked: keys(3, 1), task: { listed: 0 } });
    expect(remarkOf(removed)).toEqual({ code: 'removed', count: 1 });
    expect(await chat.press({ kind: 'choose-options' })).toMatchObject({ kind: 'task-summary', items: 3 });
  });

  test('that is emptied while nothing is ticked is shown empty', async () => {
    const chat = await found(5);
    await chat.press({ kind: 'add', entries: keys(1) });
    expect(await chat.press({ kind: 'remove', entries: keys(1) })).toMatchObject({ kind: 'task-list', groups: [] });
  });

  test('is posted as a new card by its command if it is not empty', async () => {
    const chat = await found(3);

    expect(await chat.run(chat.wizard.list(asker))).toMatchObject({ notice: { code: 'list-empty' } });
    await chat.press({ kind: 'add', entries: keys(1) });
    expect(await chat.run(chat.wizard.list(asker))).toMatchObject({
      kind: 'task-list',
      groups: [{ entries: [{ key: 'k-message-0' }] }],
    });
    expect(chat.announcer.acts.slice(-2)).toEqual(['post task-list', expect.stringMatching(/^edit .* task-moved$/)]);
  });
});

describe('the confirm card', () => {
  test('says how many there are, where they go, and the options with their safe defaults', async () => {
    const chat = await found(3);
    await chat.press({ kind: 'add', entries: keys(2) });

    expect(await chat.press({ kind: 'choose-options' })).toEqual({
      kind: 'task-summary',
      task: expect.anything() as unknown,
      shown: expect.any(String) as unknown,
      choices: [
        {
          workload: 'exchange',
          values: options,
          offered: rulesOf('exchange').options.map(({ name }) => name),
          notes: [],
        },
      ],
      items: 2,
      wholes: [],
      folders: 0,
      groups: [
        {
          scope: { own: false, type: 'User', name: 'Ada Lovelace', detail: 'ada@contoso.example' },
          workload: 'exchange',
          point: { kind: 'latest' },
          items: 2,
          wholes: [],
          containers: [{ name: 'Mailbox', detail: 'somebody@contoso.example' }],
          first: [{ title: 'Invoice 0' }, { title: 'Invoice 1' }],
        },
      ],
      reason: undefined,
      isReasonRequired: false,
      needsApproval: false,
      back: 'list',
    });
  });

  test('needs something selected', async () => {
    const chat = await found(3);

    expect(await chat.press({ kind: 'choose-options' })).toMatchObject({
      kind: 'task-results',
      task: { remark: { code: 'nothing-chosen' } },
    });
    expect(await chat.press({ kind: 'go', to: 'summary' })).toMatchObject({ kind: 'task-results' });
  });
});

describe('folders on the list', () => {
  test('are expanded before anything else is asked', async () => {
    const chat = await found(12, [{ entry: inbox }]);
    await chat.press({ kind: 'browse' });
    await chat.press({ kind: 'add', entries: ['k-inbox'] });
    await chat.press({ kind: 'go', to: 'summary' });

    const view = await chat.press({ kind: 'choose-options' });

    expect(view).toMatchObject({ kind: 'task-summary', items: 12, folders: 1, task: { listed: 1 } });
    expect(entriesIn(chat.task().expanded ?? [])).toHaveLength(12);
  });

  test('are counted without a document that is only read again before it is restored', async () => {
    const chat = await found(1);
    const [document, folder] = ['unclear', 'folder'].map((kind) => anEntry({ id: kind, kind }));
    const list = [document, folder].filter((entry) => entry !== undefined);
    const expanded = ['document-1', 'document-2'].map((id) => anEntry({ id, kind: 'document' }));
    const changes = { workload: 'onedrive', options: { onedrive: {} }, list, expanded } as const;
    chat.store.put(asker.key, { restores: [], recentScopes: [], task: aTask({ ...chat.task(), ...changes }) });

    const view = await chat.press({ kind: 'go', to: 'summary' });

    expect(view).toMatchObject({ kind: 'task-summary', items: 2, folders: 1 });
    // Both are read before they are restored.
    for (const access of ['operator', 'administrator'] as const)
      expect(hasFolders(access)({ workload: 'onedrive', entries: list.slice(0, 1) })).toBe(true);
  });

  test('that come to too many are to be made fewer', async () => {
    const chat = await found(2001, [{ entry: inbox }]);
    await chat.press({ kind: 'browse' });
    await chat.press({ kind: 'add', entries: ['k-inbox'] });

    expect(await chat.press({ kind: 'choose-options' })).toMatchObject({
      kind: 'task-results',
      task: { remark: { code: 'folders-too-full', most: 2000 } },
    });
  });

  test('that hold nothing, or are gone, leave the list as it is', async () => {
    const chat = await found(0, [{ entry: inbox }]);
    await chat.press({ kind: 'browse' });
    await chat.press({ kind: 'add', entries: ['k-inbox'] });

    expect(remarkOf(await chat.press({ kind: 'choose-options' }))).toEqual({ code: 'folder-empty' });
    chat.explorer.remove('inbox');
    expect(remarkOf(await chat.press({ kind: 'choose-options' }))).toEqual({ code: 'item-gone' });
    expect(entriesIn(chat.task().list)).toMatchObject([{ id: 'inbox' }]);
  });

  test('are counted anew where the list changes', async () => {
    const chat = await found(12, [{ entry: inbox }]);
    await chat.press({ kind: 'browse' });
    await chat.press({ kind: 'add', entries: ['k-inbox'] });
    await chat.press({ kind: 'choose-options' });

    await chat.press({ kind: 'remove', entries: ['k-elsewhere'] });

    expect(await chat.press({ kind: 'go', to: 'summary' })).toMatchObject({ kind: 'task-list' });
  });

  test('can be counted later where the service fails now', async () => {
    const chat = await found(2, [{ entry: inbox }]);
    await chat.press({ kind: 'browse' });
    await chat.press({ kind: 'add', entries: ['k-inbox'] });
    chat.explorer.faults.items = [aFault('TIMED_OUT')];

    expect(remarkOf(await chat.press({ kind: 'choose-options' }))).toMatchObject({
      code: 'service',
      trouble: 'timeout',
    });
    expect(await chat.press({ kind: 'choose-options' })).toMatchObject({ kind: 'task-summary', items: 2 });
  });
});

describe('ticks', () => {
  test('survive paging, going to the list and opening folders, and are taken back on any page', async () => {
    const chat = await found(23, [{ entry: inbox }]);

    const second = await chat.press({ kind: 'page', page: 1, entries: keys(2), unticked: keys(8, 2) });
    const first = await chat.press({ kind: 'page', page: 0, entries: keys(1, 10), unticked: keys(9, 11) });
    await chat.press({ kind: 'go', to: 'list', entries: keys(1), unticked: keys(9, 1) });
    const back = await chat.press({ kind: 'go', to: 'results' });
    await chat.press({ kind: 'browse' });

    expect(second).toMatchObject({ page: 1, ticked: [], elsewhere: 2, task: { listed: 0 } });
    expect(first).toMatchObject({ page: 0, ticked: keys(2), elsewhere: 1 });
    expect(back).toMatchObject({ ticked: keys(1), elsewhere: 1 });
    expect(chat.task().ticked?.map(({ key }) => key)).toEqual(['k-message-0', 'k-message-10']);
  });

  test('go straight to the confirm card with one press, and Back keeps them', async () => {
    const chat = await found(23);

    const confirm = await chat.press({ kind: 'choose-options', entries: keys(2) });

    expect(confirm).toMatchObject({ kind: 'task-summary', items: 2, back: 'results', task: { listed: 0 } });
    expect(await chat.press({ kind: 'go', to: 'results' })).toMatchObject({ ticked: keys(2) });
  });

  test('are restored together with the list, each entry once', async () => {
    const chat = await found(23);
    await chat.press({ kind: 'add', entries: keys(2) });

    expect(await chat.press({ kind: 'choose-options', entries: keys(2, 1) })).toMatchObject({ items: 3 });
    expect(entriesIn(chat.task().list)).toHaveLength(2);
  });

  test('are added to the list from all pages, and are no ticks then', async () => {
    const chat = await found(23);
    await chat.press({ kind: 'page', page: 1, entries: keys(2) });

    const added = await chat.press({ kind: 'add', entries: keys(1, 10) });

    expect(added).toMatchObject({ ticked: [], elsewhere: 0, task: { listed: 3, remark: { code: 'added', count: 3 } } });
  });

  test('stay what they are where the service has dropped the session: it is opened again as of the same backup', async () => {
    const chat = await found(23, [{ entry: inbox }]);
    await chat.press({ kind: 'page', page: 1, entries: keys(2) });
    chat.explorer.change(chat.task().explore?.id ?? '', { state: 'stopped' });

    const { opened } = chat.task().explore ?? {};
    expect(remarkOf(await chat.press({ kind: 'browse' }))).toBeUndefined();
    expect(chat.explorer.allSessions.at(-1)?.request?.at).toBe(opened?.backupTime);
    expect(chat.task()).toMatchObject({ ticked: [{}, {}], explore: { id: 'session-2', opened } });
  });

  test('are forgotten by a new search', async () => {
    const chat = await found(23);
    await chat.press({ kind: 'page', page: 1, entries: keys(2) });

    expect(await chat.find('invoice')).toMatchObject({ ticked: [], elsewhere: 0 });
    await chat.press({ kind: 'page', page: 1, entries: keys(2) });
    await chat.find('nothing of that kind');
    expect(chat.task().ticked).toBeUndefined();
  });

  test('are set on the page, on all that was found, and cleared', async () => {
    const chat = await found(23);

    expect(await chat.press({ kind: 'select', what: 'page' })).toMatchObject({ ticked: keys(10), elsewhere: 0 });
    expect(await chat.press({ kind: 'select', what: 'all' })).toMatchObject({ ticked: keys(10), elsewhere: 13 });
    expect(await chat.press({ kind: 'page', page: 1, entries: keys(9), unticked: keys(1, 9) })).toMatchObject({
      ticked: keys(10, 10),
      elsewhere: 12,
    });
    expect(await chat.press({ kind: 'select', what: 'none', entries: keys(10, 10) })).toMatchObject({
      ticked: [],
      elsewhere: 0,
    });
  });

  test('of two thousand reach the confirm card, and no more than that together with the list', async () => {
    const chat = await found(2000);

    await chat.press({ kind: 'select', what: 'all' });
    expect(await chat.press({ kind: 'choose-options' })).toMatchObject({ kind: 'task-summary', items: 2000 });

    await chat.press({ kind: 'select', what: 'none' });
    const list = [anEntry({ id: 'other' })];
    chat.store.put(asker.key, {
      restores: [],
      recentScopes: [],
      task: aTask({ ...chat.task(), list, step: 'results' }),
    });
    const full = await chat.press({ kind: 'select', what: 'all' });
    expect(remarkOf(full)).toEqual({ code: 'list-full', most: 2000 });
    expect(await chat.press({ kind: 'choose-options' })).toMatchObject({ items: 2000 });
  });
});
