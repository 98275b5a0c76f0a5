/** All of a mailbox is selected at its top: it is restored once, named as what it is, and asked about before it is overwritten. */
import { aBackup, aScopeItem, anEntry } from '../../../fakes/explorer.ts';
import { aPerson, aPersonState, aSession, aTask } from '../../../support/builders.ts';
import { createChat, createTasksOutside, key, remarkOf, type Chat } from '../../../support/restore-tasks.ts';

const noor = aScopeItem({ id: 'mailbox-1', name: 'Noor Haddad', detail: 'noor@contoso.example', echo: '{"id":"m"}' });
const inbox = anEntry({ id: 'inbox', kind: 'folder', title: 'Inbox' });

/** Looking for something of Noor's. */
function looking(access: 'administrator' | 'operator' = 'administrator'): Chat {
  const chat = createChat({ ...createTasksOutside(), adminUserIds: [aPerson().objectId ?? ''] });
  const flow = access === 'administrator' ? 'app-only' : 'operator';
  chat.people.put(key, aPersonState({ session: aSession({ flow }) }));
  const backup = aBackup({
    exchange: [{ id: 'mailbox-1', name: 'Noor Haddad', isArchive: false }],
    entries: [{ entry: inbox }, { entry: anEntry({ id: 'mail' }), folderId: 'inbox' }],
  });
  chat.explorer.backups.set('organization', backup).set('mailbox-1', backup);
  chat.explorer.scopeItems = [noor];
  const task = aTask({
    access,
    isOperator: true,
    scope: { kind: 'item', item: noor },
    workload: 'exchange',
    point: { kind: 'latest' },
    showDeleted: false,
    list: [],
    explore: undefined,
    containers: undefined,
  });
  chat.store.put(key, { restores: [], recentScopes: [], task });
  return chat;
}

const entriesOf = (view: object): readonly { readonly key: string; readonly kind: string; readonly title: string }[] =>
  'entries' in view ? (view.entries as never) : [];

async function selected(chat: Chat, ...kinds: readonly string[]) {
  const entries = entriesOf(await chat.press({ kind: 'browse' })).filter(({ kind }) => kinds.includes(kind));
  return chat.press({ kind: 'choose-options', entries: entries.map((entry) => entry.key) });
}

test('a mailbox begins with all of it, which its folders follow', async () => {
  const view = await looking().press({ kind: 'browse' });
  expect(entriesOf(view).map(({ kind, title }) => [kind, title])).toEqual([
    ['mailbox', 'Noor Haddad'],
    ['folder', 'Inbox'],
  ]);
});

test('a folder in it does not', async () => {
  const chat = looking();
  await chat.press({ kind: 'browse' });
  expect(entriesOf(await chat.press({ kind: 'open', entry: inbox.key })).map(({ kind }) => kind)).toEqual(['message']);
});

test('for operators it does not, either: they restore items', async () => {
  const view = await looking('operator').press({ kind: 'browse' });
  expect(entriesOf(view).map(({ kind }) => kind)).toEqual(['folder']);
});

test('of somebody among everybody it does, too', async () => {
  const chat = looking();
  const task = { ...chat.task(), scope: { kind: 'organization', name: 'contoso' } } as const;
  const location = { containerId: 'mailbox-1', containerName: 'Noor Haddad', folders: [] };
  const source = { kind: 'folder', location } as const;
  const page = { source, number: 0, entries: [], found: 0, tooMany: false, location };
  chat.store.put(key, { restores: [], recentScopes: [], task: { ...task, step: 'results', page } });
  const view = await chat.press({ kind: 'page', page: 0 });
  expect(entriesOf(view).map(({ kind }) => kind)).toEqual(['mailbox', 'folder']);
});

test('together with a folder it is restored once; the card says that it is a whole one, and offers its options', async () => {
  const view = await selected(looking(), 'mailbox', 'folder');
  expect(view).toMatchObject({
    kind: 'task-summary',
    items: 0,
    folders: 0,
    wholes: [{ workload: 'exchange', kind: 'mailbox', count: 1 }],
    groups: [{ items: 0, wholes: [{ kind: 'mailbox' }], containers: [{ name: 'Noor Haddad' }] }],
    choices: [{ notes: ['wholeMailbox'] }],
  });
});

test('a folder is not expanded, since the service restores all of it', async () => {
  const chat = looking();
  const view = await selected(chat, 'folder');
  expect(view).toMatchObject({ items: 0, folders: 0, wholes: [{ kind: 'folder', count: 1 }] });
  expect(view).toMatchObject({ choices: [{ offered: [], notes: ['withoutOptions'] }] });
  expect(chat.explorer.calls.filter(({ method }) => method === 'items')).toHaveLength(1);
});

test('before a whole one is overwritten, the card asks, without a number that nobody knows', async () => {
  const chat = looking();
  const view = await selected(chat, 'mailbox');
  const shown = view.kind === 'task-summary' ? view.shown : undefined;
  const options = { changedItems: true };
  const asked = await chat.press({ kind: 'restore', shown, options, reason: 'INC1' });
  expect(remarkOf(asked)).toEqual({ code: 'overwrites-whole' });
  expect(chat.explorer.restored).toEqual([]);
});

test('what everybody’s search found in the mailbox comes back with all of it, too', async () => {
  const chat = looking();
  const task = chat.task();
  const mail = anEntry({ id: 'mail' });
  const elsewhere = anEntry({ id: 'other', containerId: 'mailbox-2' });
  const everybody = { kind: 'organization', name: 'contoso' } as const;
  const place = { workload: 'exchange', point: { kind: 'latest' }, showDeleted: false } as const;
  const list = [{ ...place, scope: everybody, entries: [mail, elsewhere] }];
  chat.store.put(key, { restores: [], recentScopes: [], task: { ...task, list } });
  expect(await selected(chat, 'mailbox')).toMatchObject({ items: 1, wholes: [{ count: 1 }], groups: [{}, {}] });

  const other = looking();
  const only = [{ ...place, scope: everybody, entries: [mail] }];
  other.store.put(key, { restores: [], recentScopes: [], task: { ...task, list: only } });
  const view = await selected(other, 'mailbox');
  expect(view).toMatchObject({ items: 0, wholes: [{ count: 1 }] });
  expect(view.kind === 'task-summary' ? view.groups : []).toHaveLength(1);
});
