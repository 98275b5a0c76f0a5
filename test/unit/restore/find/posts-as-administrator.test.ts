/** An administrator who picks single posts: all posts of their channel are restored, on the days of those that were picked. */
import type { Entry } from '../../../../src/restore/backups/entries/entry.ts';
import type { ListGroup } from '../../../../src/restore/backups/list.ts';
import { anEntry } from '../../../fakes/explorer.ts';
import { aPerson, aPersonState, aSession, aTask } from '../../../support/builders.ts';
import { createChat, createTasksOutside, key, remarkOf, type Chat } from '../../../support/restore-tasks.ts';

const post = (id: string, day: string, changes: Partial<Entry> = {}): Entry =>
  anEntry({
    id,
    kind: 'post',
    within: 'offers',
    containerId: 'team-1',
    at: Date.parse(`${day}T09:00:00Z`),
    ...changes,
  });
const file = anEntry({ id: 'plan', kind: 'file', within: 'offers', containerId: 'team-1' });

/** On the card of the list, which holds these. */
function listing(...entries: readonly Entry[]): Chat {
  const session = aSession({ flow: 'app-only' });
  const chat = createChat({ ...createTasksOutside(), adminUserIds: [aPerson().objectId ?? ''] });
  chat.people.put(key, aPersonState({ session }));
  const group: ListGroup = {
    scope: { kind: 'organization', name: 'contoso' },
    workload: 'teams',
    point: { kind: 'at', id: 'point-1', backupTime: Date.parse('2026-03-01T00:00:00Z') },
    showDeleted: false,
    entries: [...entries],
  };
  const { list: _, ...task } = aTask({ ...group, access: 'administrator', isOperator: true, step: 'list' });
  chat.store.put(key, { restores: [], recentScopes: [], task: { ...task, list: [group] } });
  return chat;
}

const confirmed = ({
  groups,
  choices,
  folders,
}: Extract<Awaited<ReturnType<Chat['press']>>, { kind: 'task-summary' }>) => ({
  among: groups.flatMap(({ first }) => first.map(({ title }) => title)),
  items: groups.map(({ items }) => items),
  folders,
  values: choices[0]?.values,
  notes: choices[0]?.notes,
});

async function confirm(chat: Chat) {
  const view = await chat.press({ kind: 'choose-options' });
  if (view.kind !== 'task-summary') throw new Error(`${view.kind}: ${JSON.stringify(remarkOf(view))}`);
  return confirmed(view);
}

test('posts of a channel are restored once, on their days; what else was picked stays', async () => {
  const reply = post('two', '2026-02-17', { kind: 'reply', path: ['Offers', 'Posts', 'Ferries'] });
  const chat = listing(post('one', '2026-02-14'), reply, post('far', '2026-02-01', { within: 'general' }), file);

  const { among, folders, values, notes } = await confirm(chat);

  expect(among).toEqual(['Offers › Posts', 'Posts', file.title]);
  expect(folders).toBe(0);
  expect(values).toMatchObject({ teamsPostsFrom: '2026-02-01', teamsPostsTo: '2026-02-17', teamsMissing: true });
  expect(notes).toContain('postsTogether');
  // The list itself is as it was picked.
  expect(chat.task().list[0]?.entries.map(({ kind }) => kind)).toEqual(['post', 'reply', 'post', 'file']);
});

test('other posts suggest other days', async () => {
  const chat = listing(post('one', '2026-02-14'));
  const first = await confirm(chat);
  expect(first.values).toMatchObject({ teamsPostsFrom: '2026-02-14', teamsPostsTo: '2026-02-14' });

  const [group] = chat.task().list;
  if (group === undefined) throw new Error('There is a list.');
  const list = [{ ...group, entries: [post('two', '2026-02-20')] }];
  chat.store.put(key, { restores: [], recentScopes: [], task: { ...chat.task(), list, step: 'list' } });

  expect((await confirm(chat)).values).toMatchObject({ teamsPostsFrom: '2026-02-20', teamsPostsTo: '2026-02-20' });
});
