import type { Entry } from '../../../../../src/restore/backups/entries/entry.ts';
import type { Explorer, ExploreRequest } from '../../../../../src/restore/state/ports.ts';
import type { RestoreView } from '../../../../../src/restore/state/views.ts';
import { aBackup, anEntry, aPoint, aScopeItem, notFound, type Stored } from '../../../../fakes/explorer.ts';
import { dyingAt } from '../../../../fakes/intercept.ts';
import { aPersonState, aSession } from '../../../../support/builders.ts';
import {
  asker,
  createChat,
  createTasksOutside,
  key,
  remarkOf,
  startFinding,
  type Chat,
  type TasksOutside,
} from '../../../../support/restore-tasks.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;
const NEWEST = Date.UTC(2026, 10, 19, 22);

interface Life {
  /** Days before the latest backup. */
  readonly from?: number;
  /** From this day on it is no longer there; `purged`: not among the deleted items either. */
  readonly gone?: number;
  readonly purged?: boolean;
}

/** A mailbox with daily backups: Inbox with Projects in it, and a folder that the system keeps. */
function outsideWith(lives: Readonly<Record<string, Life & { folder?: string }>>, days = 60): TasksOutside {
  const outside = createTasksOutside();
  const points = Array.from({ length: days }, (_, ago) =>
    aPoint({ id: `point-${ago}`, backupTime: NEWEST - ago * DAY }),
  );
  const folder = (id: string, folderId?: string, system?: 'recoverable'): Stored => ({
    entry: anEntry({ id, kind: 'folder', title: id, system }),
    folderId,
  });
  const items = Object.entries(lives).map(([id, { folder: folderId = 'Inbox' }], index) => ({
    entry: anEntry({ id, title: id, at: NEWEST - index * MINUTE }),
    folderId,
  }));
  const folders = [folder('Inbox'), folder('Projects', 'Inbox'), folder('Purges', undefined, 'recoverable')];
  outside.explorer.backups.set('user-1', aBackup({ points, entries: [...folders, ...items] }));
  outside.explorer.shows = ({ entry }, request?: ExploreRequest) => {
    const { from = Infinity, gone = -Infinity, purged = false } = lives[entry.id] ?? {};
    const ago = request?.at === undefined ? 0 : (NEWEST - request.at) / DAY;
    return ago <= from && (ago > gone || (request?.showDeleted === true && !purged));
  };
  return outside;
}

/** Opens the mailbox, and the folders by their names. */
async function opened(outside: TasksOutside, asOf = 'latest', ...folders: readonly string[]): Promise<Chat> {
  const chat = createChat(outside);
  await chat.find();
  const press = { kind: 'search', scope: 'user-1', workload: 'exchange', asOf, form: {}, next: 'browse' } as const;
  await chat.press(press);
  for (const name of folders) await chat.press({ kind: 'open', entry: `k-${name}` });
  return chat;
}

async function settled(chat: Chat): Promise<RestoreView | undefined> {
  await chat.clock.run(chat.jobs.idle());
  await chat.clock.settle();
  return chat.announcer.shows(chat.task().cardId ?? '') as RestoreView | undefined;
}

async function compared(chat: Chat, deleted?: true) {
  const before = chat.explorer.allSessions.length;
  const shown = await chat.press({ kind: 'missing', deleted });
  return { shown, card: await settled(chat), opened: chat.explorer.allSessions.slice(before) };
}

const daysOf = (sessions: readonly { readonly request?: ExploreRequest | undefined }[]) =>
  sessions.map(({ request }) => (request?.at === undefined ? 0 : (NEWEST - request.at) / DAY));

const sessionIdsOf = (chat: Chat) => chat.explorer.working.map(({ id }) => id);

const KYOTO = { kyoto: { gone: 3 }, stays: {}, ryokan: { gone: 3, folder: 'Projects' } };

describe('what is missing', () => {
  it('is listed from the backup of a week ago, with what subfolders have lost, and restored from it', async () => {
    const chat = await opened(outsideWith(KYOTO), 'latest', 'Inbox');
    const { shown, card, opened: sessions } = await compared(chat);
    expect(shown).toMatchObject({ kind: 'task-earlier', comparedWith: NEWEST });
    expect(card).toMatchObject({
      kind: 'task-results',
      found: 2,
      missing: { at: NEWEST - 7 * DAY, latest: NEWEST, deleted: false, renamed: 0, isCut: false },
      task: { point: { kind: 'at', id: 'point-7' } },
      entries: [
        { id: 'kyoto', path: ['Inbox'] },
        { id: 'ryokan', path: ['Inbox', 'Projects'] },
      ],
    });
    // The session that browses the latest backup is used for it, and closed like all but the one that found them.
    expect(daysOf(sessions)).toEqual([7]);
    expect(sessionIdsOf(chat)).toEqual([chat.task().explore?.id]);
    await chat.press({ kind: 'select', what: 'all' });
    const confirm = await chat.press({ kind: 'choose-options' });
    expect(confirm).toMatchObject({ kind: 'task-summary', items: 2, task: { point: { id: 'point-7' } } });
  });

  it('since the day that was chosen', async () => {
    const chat = await opened(outsideWith(KYOTO), '2026-11-14', 'Inbox');
    const { card, opened: sessions } = await compared(chat);
    expect(card).toMatchObject({ missing: { at: NEWEST - 5 * DAY }, found: 2, task: { point: { id: 'point-5' } } });
    // That day's backup is open already.
    expect(daysOf(sessions)).toEqual([0]);
    expect(sessionIdsOf(chat)).toEqual([chat.task().explore?.id]);
  });

  it('is looked for further back until something is missing', async () => {
    const chat = await opened(outsideWith({ map: { from: 20, gone: 9 } }), 'latest', 'Inbox');
    const { card, opened: sessions } = await compared(chat);
    expect(card).toMatchObject({ found: 1, missing: { at: NEWEST - 14 * DAY } });
    expect(daysOf(sessions)).toEqual([7, 14]);
    expect(sessionIdsOf(chat)).toEqual([chat.task().explore?.id]);
  });

  it('is compared with a still earlier backup on request', async () => {
    const chat = await opened(outsideWith({ ...KYOTO, old: { gone: 12 } }), 'latest', 'Inbox');
    await compared(chat);
    const { card } = await compared(chat);
    expect(card).toMatchObject({ found: 3, missing: { at: NEWEST - 14 * DAY } });
  });

  it('is among the deleted items where no backup shows it', async () => {
    const chat = await opened(outsideWith({ short: { from: 3, gone: 2 } }), 'latest', 'Inbox');
    const { card } = await compared(chat);
    expect(card).toMatchObject({ found: 1, missing: { deleted: true, at: NEWEST }, entries: [{ id: 'short' }] });
    expect(chat.task()).toMatchObject({ showDeleted: true });
  });

  it('can be looked for among the deleted items at once', async () => {
    const chat = await opened(outsideWith({ ...KYOTO, purged: { gone: 2, purged: true } }), 'latest', 'Inbox');
    const { card } = await compared(chat, true);
    expect(card).toMatchObject({ found: 2, missing: { deleted: true } });
  });

  it('says so where nothing is missing, and which backups were compared', async () => {
    const chat = await opened(outsideWith({ stays: {} }), 'latest', 'Inbox');
    const { card, opened: sessions } = await compared(chat);
    const lookedAt = [7, 14, 28, 56, 59].map((ago) => NEWEST - ago * DAY);
    expect(card).toMatchObject({
      kind: 'task-results',
      missing: undefined,
      entries: [{ id: 'Projects' }, { id: 'stays' }],
      task: { remark: { code: 'nothing-missing', lookedAt, latest: NEWEST, deleted: true }, point: { kind: 'latest' } },
    });
    expect(daysOf(sessions)).toEqual([7, 14, 28, 56, 59, 0]);
    expect(sessionIdsOf(chat)).toEqual([chat.task().explore?.id]);
  });

  it('is what it was where deleted items are none, which says nothing of other backups', async () => {
    const chat = await opened(outsideWith({ purged: { gone: 3, purged: true } }), 'latest', 'Inbox');
    await compared(chat);
    const { shown, card } = await compared(chat, true);
    expect(shown).toMatchObject({ kind: 'task-earlier', seenAt: undefined });
    expect(card).toMatchObject({
      missing: { at: NEWEST - 7 * DAY },
      entries: [{ id: 'purged' }],
      task: { remark: { code: 'nothing-missing', lookedAt: [], latest: NEWEST, deleted: true } },
    });
  });

  it('does not count the backup that had something among those that have nothing more', async () => {
    const chat = await opened(outsideWith({ purged: { from: 10, gone: 3, purged: true } }), 'latest', 'Inbox');
    await compared(chat);
    const { card } = await compared(chat);
    const lookedAt = [14, 28, 56, 59].map((ago) => NEWEST - ago * DAY);
    expect(card).toMatchObject({ task: { remark: { code: 'nothing-missing', lookedAt, deleted: true } } });
  });

  it('counts what lies in a folder of the system as missing', async () => {
    const outside = outsideWith({ ...KYOTO, copy: { from: 2, folder: 'Purges' } });
    const { entries } = outside.explorer.backups.get('user-1') ?? aBackup();
    const at = entries.findIndex(({ entry }) => entry.id === 'copy');
    // It was moved there, under another id.
    entries[at] = { entry: anEntry({ id: 'copy', title: 'kyoto', at: NEWEST }), folderId: 'Purges' };
    const { card } = await compared(await opened(outside));
    expect(card).toMatchObject({ found: 2, entries: [{ id: 'kyoto' }, { id: 'ryokan' }] });
  });

  it('is offered where a search found nothing, for the only mailbox', async () => {
    const chat = await opened(outsideWith(KYOTO));
    const nothing = await chat.press({ kind: 'search', form: { words: 'kyotto' } });
    expect(remarkOf(nothing)).toEqual({ code: 'nothing-found' });
    const { card } = await compared(chat);
    expect(card).toMatchObject({ kind: 'task-results', found: 2, location: { containerId: 'mailbox-1', folders: [] } });
  });

  it('is all of a mailbox that the latest backup does not have', async () => {
    const outside = outsideWith({ kyoto: {}, ryokan: { folder: 'Projects' } });
    outside.explorer.has = (_, { at = NEWEST }) => at <= NEWEST - 5 * DAY;
    const chat = await opened(outside);
    expect(chat.task()).toMatchObject({ step: 'search', remark: { code: 'place-absent' } });
    const { card, opened: sessions } = await compared(chat);
    expect(card).toMatchObject({
      kind: 'task-results',
      found: 2,
      missing: { at: NEWEST - 7 * DAY, latest: NEWEST },
      location: { containerId: 'mailbox-1', containerName: 'Mailbox', folders: [] },
      task: { point: { id: 'point-7' }, remark: undefined },
      entries: [{ id: 'kyoto' }, { id: 'ryokan', path: ['Inbox', 'Projects'] }],
    });
    expect(daysOf(sessions)).toEqual([7]);
    expect(sessionIdsOf(chat)).toEqual([chat.task().explore?.id]);
    const { card: further } = await compared(chat);
    expect(further).toMatchObject({
      found: 2,
      missing: { at: NEWEST - 14 * DAY },
      location: { containerName: 'Mailbox' },
    });
  });

  it('says so where no backup has the mailbox', async () => {
    const outside = outsideWith(KYOTO, 1);
    outside.explorer.has = () => false;
    const chat = await opened(outside);
    expect(remarkOf(await chat.press({ kind: 'missing' }))).toEqual({ code: 'no-points' });
    expect(chat.task().look).toBeUndefined();
  });

  it('asks which mailbox where there are several', async () => {
    const outside = outsideWith(KYOTO);
    outside.explorer.backups.get('user-1')?.exchange.push({ id: 'archive-1', name: 'Mailbox', isArchive: true });
    const chat = await opened(outside);
    await chat.press({ kind: 'search', form: { words: 'kyotto' } });
    const shown = await chat.press({ kind: 'missing' });
    expect(shown).toMatchObject({ kind: 'task-results', task: { remark: { code: 'which-container' } } });
    await chat.press({ kind: 'missing', entry: 'mailbox-1' });
    expect(await settled(chat)).toMatchObject({ found: 2, location: { containerId: 'mailbox-1' } });
  });

  it('finds a folder by its name where its id is another one', async () => {
    const outside = outsideWith(KYOTO);
    const { shows } = outside.explorer;
    const entries = outside.explorer.backups.get('user-1')?.entries ?? [];
    entries.push(
      { entry: anEntry({ id: 'old-inbox', kind: 'folder', title: 'Inbox' }) },
      { entry: anEntry({ id: 'stays', title: 'stays' }), folderId: 'old-inbox' },
      { entry: anEntry({ id: 'lost', title: 'lost' }), folderId: 'old-inbox' },
    );
    outside.explorer.shows = (stored, request) => {
      const isOld = (request?.at ?? NEWEST) < NEWEST - DAY;
      if (['Inbox', 'old-inbox'].includes(stored.entry.id)) return isOld === (stored.entry.id === 'old-inbox');
      return shows?.(stored, request) ?? true;
    };
    const { card } = await compared(await opened(outside, 'latest', 'Inbox'));
    expect(card).toMatchObject({ found: 1, entries: [{ id: 'lost' }] });
  });

  it('is all of a folder that is gone itself', async () => {
    const outside = outsideWith({ plan: { folder: 'Projects' } });
    const { shows } = outside.explorer;
    outside.explorer.shows = (stored, request) => {
      if (stored.entry.id === 'Projects') return request?.at !== undefined && request.at < NEWEST - 2 * DAY;
      return shows?.(stored, request) ?? true;
    };
    const { card } = await compared(await opened(outside));
    expect(card).toMatchObject({ found: 1, entries: [{ id: 'plan', path: ['Inbox', 'Projects'] }] });
  });

  it('is found on any page of a large folder', async () => {
    const many = Object.fromEntries(Array.from({ length: 2_500 }, (_, index) => [`mail-${index}`, {}]));
    const { card } = await compared(await opened(outsideWith({ ...many, lost: { gone: 3 } }), 'latest', 'Inbox'));
    expect(card).toMatchObject({ found: 1, entries: [{ id: 'lost' }], missing: { isCut: false } });
  });

  it('is found in whatever opens: the channels of a team, with their posts and files', async () => {
    const outside = createTasksOutside();
    const team = (id: string, kind: string, folderId?: string, changes = {}): Stored => ({
      entry: anEntry({ id, kind, title: id, containerId: 'team-1', ...changes }),
      folderId,
    });
    const isLatest = (request: ExploreRequest | undefined) => (request?.at ?? NEWEST) === NEWEST;
    outside.explorer.scopeItems.push(aScopeItem({ id: 'team-1', type: 'Team', name: 'Northern lights' }));
    outside.explorer.backups.set(
      'team-1',
      aBackup({
        teams: [{ id: 'team-1', name: 'Northern lights', isArchive: false }],
        points: [0, 7].map((ago) => aPoint({ id: `p-${ago}`, backupTime: NEWEST - ago * DAY, workloads: ['teams'] })),
        entries: [
          ...['General', 'Old'].flatMap((name) => [
            team(name, 'channel'),
            team(`posts of ${name}`, 'posts', name),
            team(`files of ${name}`, 'files', name),
          ]),
          team('deleted', 'post', 'posts of General'),
          team('kept', 'post', 'posts of General'),
          team('reply', 'reply', 'kept'),
          team('plan.docx', 'file', 'files of Old'),
        ],
      }),
    );
    outside.explorer.shows = ({ entry }, request) => entry.id !== 'Old' || !isLatest(request);
    const items = outside.explorer.items.bind(outside.explorer);
    outside.explorer.items = async (access, at, slice, signal) => {
      const page = await items(access, at, slice, signal);
      const request = outside.explorer.allSessions.find(({ id }) => id === at.exploreId)?.request;
      const mark = ({ id }: Entry) => (id === 'deleted' && isLatest(request) ? true : undefined);
      return { ...page, results: page.results.map((entry) => ({ ...entry, isDeleted: mark(entry) })) };
    };
    const chat = createChat(outside);
    await chat.find();
    await chat.press({ kind: 'search', scope: 'team-1', workload: 'teams', form: {}, next: 'browse' });
    const { card } = await compared(chat);
    expect(card).toMatchObject({
      found: 2,
      entries: [
        { id: 'deleted', path: ['General', 'posts of General'] },
        { id: 'plan.docx', path: ['Old', 'files of Old'] },
      ],
    });
  });

  /** A team's page; of its only posts, `lost` is in the older of two backups alone. */
  async function browsingTeam(lost: string): Promise<Chat> {
    const outside = createTasksOutside();
    outside.explorer.scopeItems.push(aScopeItem({ id: 'team-1', type: 'Team', name: 'Northern lights' }));
    const points = [0, 7].map((ago) =>
      aPoint({ id: `p-${ago}`, backupTime: NEWEST - ago * DAY, workloads: ['teams'] }),
    );
    const stored = (id: string, kind: string, folderId?: string): Stored => ({
      entry: anEntry({ id, kind, title: id, containerId: 'team-1', within: 'general' }),
      folderId,
    });
    const entries = [
      stored('General', 'channel'),
      stored('Posts', 'posts', 'General'),
      stored('Ferries', 'post', 'Posts'),
      stored('Prices', 'post', 'Posts'),
      stored('Sold out', 'reply', 'Ferries'),
    ];
    const teams = [{ id: 'team-1', name: 'Northern lights', isArchive: false }];
    outside.explorer.backups.set('team-1', aBackup({ teams, points, entries }));
    outside.explorer.shows = ({ entry }, request) => entry.id !== lost || (request?.at ?? NEWEST) < NEWEST;
    const chat = createChat(outside);
    await chat.find();
    await chat.press({ kind: 'search', scope: 'team-1', workload: 'teams', form: {}, next: 'browse' });
    return chat;
  }

  it('of a team is opened where it lies, not in the place that was compared', async () => {
    const chat = await browsingTeam('Ferries');
    expect((await compared(chat)).card).toMatchObject({ found: 1, entries: [{ id: 'Ferries' }] });
    const post = await chat.press({ kind: 'open', entry: 'k-Ferries' });
    expect(post).toMatchObject({
      location: { folders: [{ id: 'Ferries', path: ['General', 'Posts'] }] },
      entries: [{ id: 'Sold out', path: ['General', 'Posts', 'Ferries'] }],
    });
  });

  it('of a post that is open is that of all posts of its channel', async () => {
    const chat = await browsingTeam('Prices');
    for (const name of ['General', 'Posts', 'Ferries']) await chat.press({ kind: 'open', entry: `k-${name}` });
    expect((await compared(chat)).card).toMatchObject({
      found: 1,
      entries: [{ id: 'Prices', path: ['General', 'Posts'] }],
      location: { folders: [{ id: 'General' }, { id: 'Posts' }] },
    });
    const prices = await chat.press({ kind: 'open', entry: 'k-Prices' });
    expect(prices).toMatchObject({ location: { folders: [{ id: 'General' }, { id: 'Posts' }, { id: 'Prices' }] } });
  });

  it('is not said to be nothing where no backup has the folder at the place', async () => {
    const outside = outsideWith(KYOTO);
    const entries = outside.explorer.backups.get('user-1')?.entries ?? [];
    const guides = anEntry({ id: 'Guides', kind: 'folder', title: 'Guides' });
    entries.push({ entry: guides, folderId: 'Inbox' });
    // Found by a search: what it lies in is unknown.
    outside.explorer.finds = () => [guides];
    const chat = await opened(outside);
    await chat.press({ kind: 'search', form: { words: 'guides' } });
    await chat.press({ kind: 'open', entry: guides.key });
    const { card } = await compared(chat);
    expect(card).toMatchObject({ task: { remark: { code: 'place-not-found' } } });
  });

  it('of a site keeps the names of the libraries of its subsites', async () => {
    const outside = createTasksOutside();
    const ofSite = (id: string, kind: string, containerId: string, folderId?: string): Stored => ({
      entry: anEntry({ id, kind, title: id, containerId }),
      folderId,
    });
    outside.explorer.scopeItems.push(aScopeItem({ id: 'site-1', type: 'Site', name: 'Kyoto' }));
    const points = [0, 7].map((ago) =>
      aPoint({ id: `p-${ago}`, backupTime: NEWEST - ago * DAY, workloads: ['sharepoint'] }),
    );
    const entries = [
      ofSite('site-2', 'site', 'site-2'),
      ofSite('Documents', 'library', 'site-2', 'site-2'),
      ofSite('Guides', 'folder', 'site-2', 'Documents'),
      ofSite('one.docx', 'document', 'site-2', 'Documents'),
      ofSite('two.docx', 'document', 'site-2', 'Guides'),
      ofSite('Plans', 'library', 'site-1'),
      ofSite('zoo.docx', 'document', 'site-1', 'Plans'),
    ];
    outside.explorer.backups.set('site-1', aBackup({ points, entries }));
    // The fake knows no containers within others.
    const listed =
      (areDocuments: boolean): Explorer['items'] =>
      (_access, { folder, exploreId }) => {
        const request = outside.explorer.allSessions.find(({ id }) => id === exploreId)?.request;
        const isThere = ({ entry: { kind } }: Stored) =>
          (kind === 'document') === areDocuments && (kind !== 'document' || (request?.at ?? NEWEST) < NEWEST);
        const results = entries.filter((stored) => stored.folderId === folder?.id && isThere(stored));
        return Promise.resolve({ results: results.map(({ entry }) => entry), more: false });
      };
    outside.explorer.items = listed(true);
    outside.explorer.folders = listed(false);
    const chat = createChat(outside);
    await chat.find();
    await chat.press({ kind: 'search', scope: 'site-1', workload: 'sharepoint', form: {}, next: 'browse' });
    expect((await compared(chat)).card).toMatchObject({
      found: 3,
      entries: [
        { id: 'one.docx', path: ['Documents'], containerName: 'site-2' },
        { id: 'two.docx', path: ['Documents', 'Guides'], containerName: 'site-2' },
        { id: 'zoo.docx', path: ['Plans'] },
      ],
    });
  });

  it('is not guessed where the latest backup has too much to compare', async () => {
    const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`mail-${index}`, {}]));
    const chat = await opened(outsideWith(many), 'latest', 'Inbox');
    const { card } = await compared(chat);
    expect(card).toMatchObject({ task: { remark: { code: 'too-many-to-compare', most: 10_000 } } });
    expect(sessionIdsOf(chat)).toEqual([chat.task().explore?.id]);
  });

  it('is not guessed where the service announces more of the latest backup than it returns', async () => {
    const outside = outsideWith(KYOTO);
    const items = outside.explorer.items.bind(outside.explorer);
    let isPartial = false;
    outside.explorer.items = (...asked) => (isPartial ? Promise.resolve({ results: [], more: true }) : items(...asked));
    const chat = await opened(outside, 'latest', 'Inbox');
    isPartial = true;
    const { card } = await compared(chat);
    expect(card).toMatchObject({ missing: undefined, task: { remark: { code: 'too-many-to-compare' } } });
  });

  it('is cut where the earlier backup has too much, and says so', async () => {
    const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`mail-${index}`, { gone: 3 }]));
    const { card } = await compared(await opened(outsideWith(many), 'latest', 'Inbox'));
    expect(card).toMatchObject({ found: 2_000, missing: { isCut: true } });
  });

  it('survives paging and a new process without asking the service again', async () => {
    const many = Object.fromEntries(Array.from({ length: 23 }, (_, index) => [`mail-${index}`, { gone: 3 }]));
    const outside = outsideWith(many);
    const chat = await opened(outside, 'latest', 'Inbox');
    await compared(chat);
    const asked = outside.explorer.methods.length;
    const restarted = createChat(outside);
    const page = await restarted.press({ kind: 'page', page: 2 });
    expect(page).toMatchObject({ kind: 'task-results', page: 2, missing: { at: NEWEST - 7 * DAY } });
    expect(page).toHaveProperty('entries.length', 3);
    expect(outside.explorer.methods.slice(asked)).toEqual([]);
    const folder = await restarted.press({ kind: 'up' });
    expect(folder).toMatchObject({
      kind: 'task-results',
      missing: undefined,
      location: { folders: [{ id: 'Inbox' }] },
    });
    expect(restarted.task().missing).toBeUndefined();
  });

  it('continues in a new session where the service has dropped the one that was open', async () => {
    const chat = await opened(outsideWith(KYOTO), 'latest', 'Inbox');
    chat.explorer.drop(chat.task().explore?.id ?? '');
    const { card } = await compared(chat);
    expect(card).toMatchObject({ found: 2, missing: { at: NEWEST - 7 * DAY } });
  });

  it('ends with what the service said where it refuses', async () => {
    const chat = await opened(outsideWith(KYOTO), 'latest', 'Inbox');
    chat.explorer.faults.folders = [notFound(), notFound()];
    const { card } = await compared(chat);
    expect(card).toMatchObject({ kind: 'task-results', task: { remark: { code: 'service', trouble: 'not-found' } } });
    expect(chat.jobs.queued.filter(({ job }) => job.kind === 'look-back')).toEqual([]);
  });

  it.each([1, 2, 3])('ends at once with Stop while it reads (%s)', async (stopAt) => {
    const chat = await opened(outsideWith(KYOTO), 'latest', 'Inbox');
    const { promise, resolve } = Promise.withResolvers<void>();
    let reads = 0;
    chat.explorer.during.items = async () => {
      reads += 1;
      if (reads === stopAt) await promise;
    };
    await chat.press({ kind: 'missing' });
    const stopped = await chat.press({ kind: 'go', to: 'results' });
    expect(stopped).toMatchObject({ kind: 'task-results', entries: [{ id: 'Projects' }, { id: 'stays' }] });
    await chat.clock.advance(2_000);
    resolve();
    await settled(chat);
    // Nothing more is read once the look has ended.
    expect(reads).toBe(stopAt);
    expect(sessionIdsOf(chat)).toEqual([chat.task().explore?.id]);
    expect(chat.task()).toMatchObject({ step: 'results', point: { kind: 'latest' } });
  });

  it('opens at most eight sessions where a copy of its job runs beside it', async () => {
    const chat = await opened(outsideWith({ stays: {} }, 400), 'latest', 'Inbox');
    const before = chat.explorer.allSessions.length;
    chat.explorer.during.items = () => chat.clock.sleep(100);
    await chat.press({ kind: 'missing' });
    const job = { kind: 'look-back', key, lookId: chat.task().look?.id ?? '' } as const;
    await chat.clock.run(
      Promise.all([startFinding(chat).feature.jobHandlers['look-back'](job, new AbortController()), chat.jobs.idle()]),
    );
    await chat.clock.settle();
    expect(chat.explorer.allSessions.length - before).toBeLessThanOrEqual(8);
    expect(chat.task()).toMatchObject({ step: 'results', remark: { code: 'nothing-missing' } });
  });

  it('ends where the service refuses the session, and the folder offers it again after the next sign-in', async () => {
    const chat = await opened(outsideWith(KYOTO), 'latest', 'Inbox');
    const { promise, resolve } = Promise.withResolvers<void>();
    chat.explorer.during.items = () => promise;
    await chat.press({ kind: 'missing' });
    chat.explorer.refusedTokens.add(chat.people.stateOf(key)?.session?.accessToken ?? '');
    resolve();
    await settled(chat);
    expect(chat.task()).toMatchObject({ step: 'results', waitsForSignIn: true });
    expect(chat.jobs.queued.filter(({ job }) => job.kind === 'look-back')).toEqual([]);
  });

  it('that stood still when the session was refused shows the folder after the next sign-in', async () => {
    const outside = outsideWith(KYOTO);
    const chat = await opened(outside, 'latest', 'Inbox');
    // Its job is in the queue, and its process is gone.
    outside.jobs.handle({});
    await chat.press({ kind: 'missing' });
    await chat.clock.run(chat.wizard.lifecycle.pause(key, 'sign-in-0'));
    expect(chat.task()).toMatchObject({ step: 'earlier', waitsForSignIn: true });
    const session = aSession({ signInId: 'sign-in-1', accessToken: 'SECRET-service-access-1' });
    outside.people.put(key, aPersonState({ session, address: asker.address }));
    const next = createChat(outside);
    await next.clock.run(next.wizard.lifecycle.resume(key));
    expect(next.announcer.shows(next.task().cardId ?? '')).toMatchObject({
      kind: 'task-results',
      missing: undefined,
      entries: [{ id: 'Projects' }, { id: 'stays' }],
    });
    expect((await compared(next)).card).toMatchObject({ found: 2, missing: { at: NEWEST - 7 * DAY } });
  });

  it('continues wherever a process died, and leaves no session open', async () => {
    const places = new Set<string>();
    for (const when of ['before', 'after'] as const) {
      for (let effect = 1; ; effect += 1) {
        const outside = outsideWith({ map: { from: 20, gone: 9 } });
        const chat = await opened(outside, 'latest', 'Inbox');
        const before = outside.explorer.allSessions.length;
        startFinding(outside);
        outside.jobs.handle({});
        await chat.press({ kind: 'missing' });
        const death = dyingAt(effect, when);
        startFinding(outside, death.around, death);
        await outside.clock.advance(MINUTE);
        await outside.clock.run(outside.jobs.runDue());
        const at = death.at();
        if (at === undefined) break;
        places.add(at);
        startFinding(outside);
        for (let minutes = 0; minutes < 3; minutes += 1) {
          await outside.clock.advance(MINUTE);
          await outside.clock.run(outside.jobs.runDue());
          await outside.clock.settle();
        }
        const where = `${when} ${effect} ${at}`;
        const { task } = outside.store.stateOf(key) ?? {};
        expect([where, outside.announcer.shows(task?.cardId ?? '')?.kind]).toEqual([where, 'task-results']);
        expect([where, task]).toMatchObject([
          where,
          { step: 'results', point: { id: 'point-14' }, missing: [{ id: 'map' }] },
        ]);
        expect([where, outside.explorer.allSessions.length - before <= 8]).toEqual([where, true]);
        await createChat(outside).press({ kind: 'done' });
        await outside.clock.advance(31 * MINUTE);
        await outside.clock.run(outside.jobs.runDue());
        await outside.clock.settle();
        // Only one that nobody was told of is left to the service.
        const known = new Set(outside.jobs.sent.map(({ job }) => (job.kind === 'explore-idle' ? job.exploreId : '')));
        expect([where, outside.explorer.working.filter(({ id }) => known.has(id))]).toEqual([where, []]);
      }
    }
    expect(places).toContain('explorer.items');
    expect(places).toContain('explorer.openExplore');
    expect(places).toContain('store.write');
  }, 60_000);
});
