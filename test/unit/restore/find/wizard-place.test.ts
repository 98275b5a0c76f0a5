import type { Stored } from '../../../fakes/explorer.ts';
import { aBackup, anEntry, someMessages } from '../../../fakes/explorer.ts';
import { toSearchHere } from '../../../../src/restore/state/task-transitions.ts';
import type { Task } from '../../../../src/restore/state/task.ts';
import { createChat, createReadyChat, remarkOf, type Chat } from '../../../support/restore-tasks.ts';

const inbox = anEntry({ id: 'inbox', kind: 'folder', title: 'Inbox' });
const trips = anEntry({ id: 'trips', kind: 'folder', title: 'Trips' });
const elsewhere: Stored = { folderId: 'inbox', entry: anEntry({ id: 'elsewhere', title: 'Invoice of the inbox' }) };
const entries: readonly Stored[] = [
  { entry: inbox },
  { entry: trips, folderId: 'inbox' },
  elsewhere,
  ...someMessages(12, {}, 'trips'),
];

const form = { words: 'invoice' };
const here = { kind: 'go', to: 'search', here: true } as const;
const mailboxName = 'Mailbox';
const inTrips = {
  containerId: 'mailbox-1',
  containerName: mailboxName,
  folders: [
    { id: 'inbox', name: 'Inbox' },
    { id: 'trips', name: 'Trips' },
  ],
};

async function having(stored: readonly Stored[] = entries): Promise<Chat> {
  const chat = await createReadyChat();
  for (const id of ['user-1', 'own']) chat.explorer.backups.set(id, aBackup({ entries: [...stored] }));
  return chat;
}

/** With the form open for a search in a folder of a folder. */
async function onForm(): Promise<Chat> {
  const chat = await having();
  await chat.press({ kind: 'browse' });
  await chat.press({ kind: 'open', entry: 'k-inbox' });
  await chat.press({ kind: 'open', entry: 'k-trips' });
  await chat.press(here);
  return chat;
}

const asked = (chat: Chat) =>
  chat.explorer.calls.filter(({ method }) => method === 'search').map((call) => call.asked as Record<string, unknown>);

describe('a search in the place that is open', () => {
  test('is made in the mailbox', async () => {
    const chat = await having();
    await chat.press({ kind: 'browse' });
    expect(await chat.press(here)).toMatchObject({
      kind: 'task-search',
      within: { containerName: mailboxName, folders: [] },
    });

    await chat.press({ kind: 'search', form });

    expect(asked(chat)).toMatchObject([{ containerId: 'mailbox-1' }]);
    expect(asked(chat)[0]).not.toHaveProperty('folder');
  });

  test('is made in the folder, and both cards say where', async () => {
    const chat = await having();
    await chat.press({ kind: 'browse' });
    await chat.press({ kind: 'open', entry: 'k-inbox' });
    await chat.press({ kind: 'open', entry: 'k-trips' });

    const opened = await chat.press(here);
    const found = await chat.press({ kind: 'search', form });

    expect(opened).toMatchObject({ kind: 'task-search', within: inTrips });
    expect(found).toMatchObject({ kind: 'task-results', source: 'search', within: inTrips, found: 12 });
    expect(asked(chat)).toMatchObject([{ containerId: 'mailbox-1', folder: { id: 'trips' } }]);
  });

  test('has pages, ticks and everything at a press without another search, and **Change** keeps the place', async () => {
    const chat = await onForm();
    await chat.press({ kind: 'search', form });

    const second = await chat.press({ kind: 'page', page: 1 });
    const all = await chat.press({ kind: 'select', what: 'all' });
    const change = await chat.press({ kind: 'go', to: 'search' });

    expect(second).toMatchObject({ page: 1, pages: 2, within: inTrips });
    expect(all).toMatchObject({ ticked: [expect.anything(), expect.anything()], elsewhere: 10 });
    expect(asked(chat)).toHaveLength(1);
    expect(change).toMatchObject({ kind: 'task-search', form, within: inTrips });
    await createChat(chat).press({ kind: 'search', form });
    expect(asked(chat)[1]).toMatchObject({ folder: { id: 'trips' } });
  });

  test('is left by **Up** to the place, which asks for another place when it is searched again', async () => {
    const chat = await onForm();
    await chat.press({ kind: 'search', form });

    const up = await chat.press({ kind: 'up' });
    const above = await chat.press({ kind: 'up' });
    const change = await chat.press({ kind: 'go', to: 'search' });

    expect(up).toMatchObject({ kind: 'task-results', source: 'folder', location: inTrips });
    expect(above).toMatchObject({ location: { folders: [{ id: 'inbox' }] } });
    expect(change).toMatchObject({ kind: 'task-search', within: undefined });
  });

  test('that finds nothing stays there until **Search everywhere**', async () => {
    const chat = await onForm();

    const nothing = await chat.press({ kind: 'search', form: { words: 'inbox' } });
    const found = await chat.press({ kind: 'search', everywhere: true, form: { words: 'inbox' } });

    expect(nothing).toMatchObject({ kind: 'task-search', within: inTrips });
    expect(remarkOf(nothing)).toEqual({ code: 'nothing-found' });
    expect(found).toMatchObject({ kind: 'task-results', within: undefined, found: 1 });
    expect(asked(chat)[1]).not.toHaveProperty('containerId');
  });

  test('that finds nothing leads to a comparison of that place', async () => {
    const chat = await onForm();
    await chat.press({ kind: 'search', form: { words: 'inbox' } });

    await chat.press({ kind: 'missing' });

    expect(chat.task().look).toMatchObject({ comparison: { location: inTrips } });
  });

  test('is given up by **Search everywhere** on an empty form, without a remark', async () => {
    const chat = await onForm();

    const view = await chat.press({ kind: 'search', everywhere: true, form: {} });

    expect(view).toMatchObject({ kind: 'task-search', within: undefined });
    expect(remarkOf(view)).toBeUndefined();
    expect(asked(chat)).toEqual([]);
  });

  test.each([
    ['person', { scope: 'own' }],
    ['kind', { workload: 'onedrive' }],
    ['day', { asOf: '2026-11-18' }],
  ] as const)('is one everywhere once another %s is chosen', async (_, changes) => {
    const chat = await onForm();

    const view = await chat.press({ kind: 'search', form, ...changes });

    expect(['task-results', 'task-search']).toContain(view.kind);
    expect(remarkOf(view)?.code).not.toBe('service');
    expect(asked(chat)).toHaveLength(1);
    expect(asked(chat)[0]).not.toHaveProperty('containerId');
    expect(chat.task().within).toBeUndefined();
  });

  test.each([undefined, 'invoice', 'invoice of ada'])('is none after `restore find` %s', async (line) => {
    const chat = await onForm();

    await chat.find(line);

    expect(chat.task().within).toBeUndefined();
    for (const call of asked(chat)) expect(call).not.toHaveProperty('containerId');
  });

  test('survives another process, and the choice of a backup that is not made', async () => {
    const chat = createChat(await onForm());

    await chat.press({ kind: 'go', to: 'point' });
    await chat.press({ kind: 'go', to: 'search' });

    expect(await chat.press({ kind: 'search', form })).toMatchObject({ within: inTrips, found: 12 });
  });

  test.each([
    ['teams', ['channel'], ['channel']],
    ['teams', ['private channel', 'posts', 'post'], ['private channel']],
    ['teams', ['channel', 'files', 'folder'], ['channel']],
    ['teams', ['post'], []],
    ['sharepoint', ['site', 'library', 'folder'], ['site', 'library', 'folder']],
    ['sharepoint', ['list', 'item'], ['list']],
    ['onedrive', ['folder'], ['folder']],
  ] as const)('of %s, opened at %j, is in %j', (workload, opened, searched) => {
    const folders = opened.map((kind) => ({ id: kind, name: kind, kind }));
    const page = { location: { containerId: 'c', containerName: '', folders } } as unknown as Task['page'];
    const task = { workload, page, scope: { kind: 'item', item: { name: 'Tour guides' } } } as unknown as Task;

    const { within } = toSearchHere(task);

    expect(within?.folders.map(({ name }) => name)).toEqual(searched);
    expect(within?.containerName).toBe('Tour guides');
  });
});
