import { canExport, exportableOf } from '../../../../src/restore/export/exportable-posts.ts';
import type { Entry } from '../../../../src/restore/backups/entries/entry.ts';
import type { ListGroup } from '../../../../src/restore/backups/list.ts';
import type { Task } from '../../../../src/restore/state/task.ts';
import { aTask } from '../../../support/builders.ts';

const entry = (kind: string, id: string, within = 'channel-1'): Entry => ({
  key: id,
  kind,
  id,
  title: '',
  containerId: 'team-1',
  within,
  echo: `{"id":"${id}"}`,
});
const place = {
  scope: { kind: 'item', item: { id: 'team-1', type: 'Team', name: 'Tours', detail: '', echo: '{}' } },
  workload: 'teams',
  point: { kind: 'latest' },
  showDeleted: false,
} as const;
const group = (...entries: readonly Entry[]): ListGroup => ({ ...place, entries });

/** What a folder has lost. */
const lost = (task: Task): Task => {
  const missing = { at: 1, deleted: false, latest: 2, renamed: 0, isCut: false };
  return task.page === undefined ? task : { ...task, page: { ...task.page, source: { kind: 'folder', missing } } };
};

/** On a page of results. */
const onPage = (entries: readonly Entry[], ticked: readonly Entry[], folders: readonly Entry[] = []): Task =>
  aTask({
    ...place,
    step: 'results',
    list: [],
    ticked,
    page: {
      source: { kind: 'folder', location: undefined },
      number: 0,
      entries,
      found: entries.length,
      tooMany: false,
      location: {
        containerId: 'team-1',
        containerName: 'Tours',
        folders: folders.map(({ kind, id, within }) => ({ kind, id, within, name: id })),
      },
    },
  });

const posts = [entry('post', '1'), entry('reply', '2')];
const elsewhere = entry('post', '3', 'channel-2');
const channel = entry('private channel', 'channel-1');
const openPosts = [channel, entry('posts', 'posts of channel-1')];

test.each<[string, Task, object, boolean]>([
  ['ticked posts and replies', onPage(posts, posts), { kind: 'posts', channelId: 'channel-1', parts: posts }, true],
  ['the posts that are open', onPage(posts, [], openPosts), { kind: 'all', teamId: 'team-1' }, true],
  ['what is ticked among the posts that are open', onPage(posts, [...posts], openPosts), { kind: 'posts' }, true],
  ['posts that are missing, without a tick', lost(onPage(posts, [], openPosts)), { kind: 'none' }, true],
  ['posts that are missing and ticked', lost(onPage(posts, posts, openPosts)), { kind: 'posts', parts: posts }, true],
  ['a channel that is ticked', onPage([channel], [channel]), { kind: 'all', channelId: 'channel-1' }, true],
  ['nothing that is ticked', onPage(posts, []), { kind: 'none' }, true],
  [
    'replies of an open post without a tick',
    onPage(posts, [], [...openPosts, entry('post', '1')]),
    { kind: 'none' },
    true,
  ],
  ['posts of two channels', onPage(posts, [...posts, elsewhere]), { kind: 'mixed' }, true],
  ['a file among posts', onPage(posts, [...posts, entry('file', '9')]), { kind: 'mixed' }, true],
  ['files', onPage([entry('file', '9')], [entry('file', '9')]), { kind: 'mixed' }, false],
  ['the whole team', onPage([entry('team', '9')], [entry('team', '9')]), { kind: 'mixed' }, false],
  ['a list of posts', aTask({ ...place, step: 'list', list: [group(...posts)] }), { kind: 'posts' }, true],
  ['before **Restore**', aTask({ ...place, step: 'summary', list: [group(...posts)] }), { kind: 'posts' }, true],
  [
    'a list of two places',
    aTask({ ...place, step: 'list', list: [group(...posts), { ...group(elsewhere), showDeleted: true }] }),
    { kind: 'mixed' },
    false,
  ],
  [
    'a list of another day',
    aTask({ ...place, showDeleted: true, step: 'list', list: [group(...posts)] }),
    { kind: 'mixed' },
    false,
  ],
  ['the search form', aTask({ ...place, step: 'search', list: [group(...posts)] }), { kind: 'posts' }, false],
])('%s', (_, task, exportable, isOffered) => {
  expect(exportableOf(task)).toMatchObject(exportable);
  expect(canExport(task)).toBe(isOffered);
});
