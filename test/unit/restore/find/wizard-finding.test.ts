import type { RestoreView } from '../../../../src/restore/state/views.ts';
import { aBackup, anEntry, notFound, someMessages, type Stored } from '../../../fakes/explorer.ts';
import { aFault } from '../../../support/builders.ts';
import { asker, createChat, createReadyChat, remarkOf, type Chat } from '../../../support/restore-tasks.ts';

const inbox = anEntry({ id: 'inbox', kind: 'folder', title: 'Inbox' });
const mailbox = { id: 'mailbox-1', name: 'Mailbox', isArchive: false };
const archive = { id: 'mailbox-2', name: 'Archive', isArchive: true };

async function having(entries: readonly Stored[], changes: Partial<ReturnType<typeof aBackup>> = {}): Promise<Chat> {
  const chat = await createReadyChat();
  chat.explorer.backups.set('user-1', aBackup({ entries: [...entries], ...changes }));
  return chat;
}

const searches = (chat: Chat) => chat.explorer.calls.filter(({ method }) => method === 'search');

/** Another process, whose effects are listed. */
function watched(chat: Chat) {
  const effects: string[] = [];
  const other = createChat(chat, async (label, call) => {
    effects.push(label);
    return call();
  });
  return { other, effects };
}

describe('a search', () => {
  test('on an open session is one call to the service, two reads at once and one write', async () => {
    const chat = await having(someMessages(30));
    await chat.find('invoice');
    const { other, effects } = watched(chat);

    await other.press({ kind: 'search', form: { words: 'invoice 1' } });

    expect(effects).toEqual(['people.read', 'store.read', 'explorer.search', 'store.write']);
  });

  test('is followed by presses that read the session and the task once, and write the task once', async () => {
    const chat = await having(someMessages(30));
    const { other, effects } = watched(chat);
    await other.find('invoice');
    const [first] = chat.task().page?.entries ?? [];

    const page = { kind: 'page', page: 1 } as const;
    const confirm = { kind: 'choose-options', entries: [first?.key ?? ''] } as const;
    const done = { kind: 'done' } as const;
    for (const press of [page, confirm, done]) {
      effects.length = 0;
      await other.press(press);
      const stored = effects.filter((effect) => /^(?:people|store)\./.test(effect));
      // **Done** closes the session at the service, and notes that afterwards.
      const after = press === done ? ['store.read', 'store.write'] : [];
      expect([press, stored]).toEqual([press, ['people.read', 'store.read', 'store.write', ...after]]);
    }
  });

  test('that was typed posts its card, and stores its id without another read', async () => {
    const chat = await having(someMessages(30));
    const { other, effects } = watched(chat);

    await other.find('invoice');

    expect(effects.slice(effects.indexOf('announcer.post'))).toEqual([
      'announcer.post',
      'store.write',
      'announcer.retire',
    ]);
  });

  test('shows ten results per page, newest first, and pages without calls', async () => {
    const chat = await having(someMessages(23));
    await chat.find('invoice');
    const before = chat.explorer.calls.length;

    const second = await chat.press({ kind: 'page', page: 1 });
    const last = await chat.press({ kind: 'page', page: 99 });
    const first = await chat.press({ kind: 'page', page: -3 });

    expect(second).toMatchObject({ kind: 'task-results', page: 1, pages: 3 });
    expect(second.kind === 'task-results' && second.entries.map(({ title }) => title)[0]).toBe('Invoice 10');
    expect(last).toMatchObject({ page: 2, entries: [{}, {}, {}] });
    expect(first).toMatchObject({ page: 0 });
    expect(chat.explorer.calls).toHaveLength(before);
    // Only what is shown is stored.
    expect(chat.task().page?.entries).toHaveLength(10);
  });

  test('is repeated for a page if another instance ran it', async () => {
    const chat = await having(someMessages(23));
    await chat.find('invoice');
    const another = createChat(chat);

    expect(await another.press({ kind: 'page', page: 2 })).toMatchObject({ kind: 'task-results', page: 2, found: 23 });
    expect(searches(chat)).toHaveLength(2);
    expect(chat.explorer.allSessions).toHaveLength(1);
  });

  test('that finds too many says so', async () => {
    const chat = await having(someMessages(2500));

    expect(await chat.find('invoice')).toMatchObject({ kind: 'task-results', found: 2000, tooMany: true, pages: 200 });
    expect(searches(chat)[0]?.asked).toMatchObject({ offset: 0, limit: 2000 });
  });

  test('by days keeps to the person’s own days', async () => {
    const at = [Date.UTC(2026, 9, 31, 22, 30), Date.UTC(2026, 9, 31, 23, 30), Date.UTC(2026, 10, 1, 22, 30)];
    const chat = await having(at.map((at, index) => ({ entry: anEntry({ id: `message-${index}`, at }) })));

    const view = await chat.press({ kind: 'search', form: { after: '2026-11-01', before: '2026-11-01' } });

    // In Berlin the day begins at 23:00 UTC.
    expect(view.kind === 'task-results' && view.entries.map(({ id }) => id)).toEqual(['message-2', 'message-1']);
  });

  test('that finds nothing shows a remark on the form, with what was typed', async () => {
    const chat = await having(someMessages(3));

    const view = await chat.press({ kind: 'search', form: { words: 'zebra', from: 'Ada' } });

    expect(view).toMatchObject({
      kind: 'task-search',
      form: { words: 'zebra', from: 'Ada' },
      task: { remark: { code: 'nothing-found' } },
    });
  });

  test('before the first backup says when that was', async () => {
    const chat = await having([], { exchange: [] });
    await chat.press({ kind: 'point', choice: 'point-3', showDeleted: false });
    // That one has been removed since, being too old.
    const { points } = aBackup();
    chat.explorer.backups.set('user-1', aBackup({ exchange: [], points: points.slice(0, 2) }));
    await chat.clock.advance(600_000);

    expect(remarkOf(await chat.find('invoice'))).toEqual({
      code: 'empty-before-first-backup',
      firstAt: Date.UTC(2026, 10, 18, 22),
    });
    expect(remarkOf(await chat.press({ kind: 'browse' }))).toMatchObject({ code: 'empty-before-first-backup' });
  });

  test.each(['latest', 'point-2'])('of a mailbox that the backup (%s) does not have says so', async (choice) => {
    const chat = await having([], { exchange: [] });
    await chat.press({ kind: 'point', choice, showDeleted: false });

    expect(remarkOf(await chat.find('invoice'))).toEqual({ code: 'place-absent' });
    expect(remarkOf(await chat.press({ kind: 'browse' }))).toEqual({ code: 'place-absent' });
  });

  test('of a mailbox that the first backup does not have yet names no other as the first', async () => {
    const chat = await having([], { exchange: [] });
    await chat.press({ kind: 'point', choice: 'point-3', showDeleted: false });

    expect(remarkOf(await chat.find('invoice'))).toEqual({ code: 'empty-before-first-backup' });
  });

  test.each([
    ['there is none', 0],
    ['there is one, which has nothing', 1],
    ['the service does not say which there are', 3],
  ])('of a mailbox without an earlier backup mentions no day: %s', async (why, count) => {
    const chat = await having([], { exchange: [], points: aBackup().points.slice(0, count) });
    if (why.includes('service')) {
      chat.explorer.during.restorePoints = async () => {
        throw aFault('NO_ANSWER');
      };
    }

    expect(remarkOf(await chat.find('invoice'))).toEqual({ code: 'no-points' });
    expect(remarkOf(await chat.press({ kind: 'browse' }))).toEqual({ code: 'no-points' });
  });

  test.each([
    [{}, { code: 'no-keywords' }],
    [{ words: '***' }, { code: 'no-keywords' }],
    [{ after: '2026-02-30' }, { code: 'no-such-date', typed: '2026-02-30' }],
    [{ after: '2026-03-02', before: '2026-03-01' }, { code: 'dates-reversed' }],
    [{ words: 'x'.repeat(1001) }, { code: 'query-too-long' }],
  ])('is not made for %j', async (form, remark) => {
    const chat = await having(someMessages(3));

    const view = await chat.press({ kind: 'search', form });

    expect([view.kind, remarkOf(view)]).toEqual(['task-search', remark]);
    expect(chat.explorer.allSessions).toEqual([]);
  });

  test.each(['"quoted"', String.raw`back\slash`, 'wild*card?', '復元 データ', "O'Brien", 'a:b:c', 'AND OR NOT', '((('])(
    'takes %j as words, and comes to a card',
    async (words) => {
      const chat = await having(someMessages(3));

      const view = await chat.find(words);

      expect(['task-results', 'task-search']).toContain(view.kind);
      expect(searches(chat)).toHaveLength(1);
    },
  );

  test('that the service refuses is for the person to correct', async () => {
    const chat = await having(someMessages(3));
    chat.explorer.faults.search = [aFault('REFUSED', { status: 400, reason: 'ParameterValidationFailure' })];

    const view = await chat.find('invoice');

    expect(view).toMatchObject({ kind: 'task-search', form: { words: 'invoice' } });
    expect(remarkOf(view)).toMatchObject({ code: 'query-refused' });
    expect(await chat.press({ kind: 'search', form: { words: 'invoice' } })).toMatchObject({ found: 3 });
  });

  test('of items without subject, sender or date shows them all the same', async () => {
    const chat = await having([{ entry: anEntry({ id: 'bare', title: '' }) }]);
    chat.explorer.finds = () => [anEntry({ id: 'bare', title: '' })];

    expect(await chat.find('anything')).toMatchObject({ entries: [{ id: 'bare', title: '' }] });
  });

  test.each([
    ['NO_ANSWER', {}, 'unreachable'],
    ['TIMED_OUT', {}, 'timeout'],
    ['THROTTLED', { status: 429 }, 'throttled'],
    ['FAILED', { status: 500, reason: 'ProxyOffline' }, 'proxy-offline'],
    ['REFUSED', { status: 409, reason: 'OrganizationTransfer' }, 'transfer'],
  ] as const)(
    'that fails with %s %j leaves the form, and the session for the next try',
    async (code, facts, trouble) => {
      const chat = await having(someMessages(3));
      chat.explorer.faults.search = [aFault(code, facts)];

      const view = await chat.find('invoice');

      expect([view.kind, remarkOf(view)]).toMatchObject(['task-search', { code: 'service', trouble }]);
      expect(await chat.press({ kind: 'search', form: { words: 'invoice' } })).toMatchObject({ found: 3 });
      expect(chat.explorer.allSessions).toHaveLength(1);
    },
  );
});

describe('a scope that was taken away', () => {
  test('has to be chosen again', async () => {
    const chat = await having(someMessages(3));
    chat.explorer.scopeItems = [];

    const view = await chat.find('invoice');

    expect(view).toMatchObject({ kind: 'task-search', task: { remark: { code: 'scope-taken-away' } } });
    expect(view.kind === 'task-search' && view.choices.map(({ value }) => value)).toEqual(['own']);
    expect(chat.task()).toMatchObject({ form: { words: 'invoice' } });
    expect(chat.task().scope).toBeUndefined();
  });

  test('has to be chosen again also where the service no longer finds it', async () => {
    const chat = await having(someMessages(3));
    chat.explorer.scopeItems = [];
    chat.explorer.faults.openExplore = [notFound()];

    expect(remarkOf(await chat.find('invoice'))).toEqual({ code: 'scope-taken-away' });
    expect(chat.task().scope).toBeUndefined();
  });

  test('stays chosen if it is there and something else was not found', async () => {
    const chat = await having(someMessages(3));
    chat.explorer.faults.openExplore = [notFound()];

    expect(remarkOf(await chat.find('invoice'))).toMatchObject({ code: 'service', trouble: 'not-found' });
    expect(chat.task().scope).toBeDefined();
  });

  test('stays chosen if something else was denied', async () => {
    const chat = await having(someMessages(3));
    chat.explorer.faults.search = [aFault('REFUSED', { status: 403, reason: 'ResourceAccessDenied' })];

    expect(remarkOf(await chat.find('invoice'))).toMatchObject({ code: 'service', trouble: 'access-denied' });
    expect(chat.task().scope).toBeDefined();
  });

  test('is distinguished from a service in its restore-only mode by the text of the response', async () => {
    const chat = createChat();
    const refusal = () =>
      aFault('REFUSED', { status: 403, description: 'Only restore operator authentication is enabled.' });
    chat.explorer.faults.isOperator = [refusal()];
    chat.explorer.faults.effectiveScope = [refusal()];

    expect(remarkOf(await chat.find())).toMatchObject({ code: 'service', trouble: 'restore-only' });
  });
});

describe('folders', () => {
  const deeper = anEntry({ id: 'deeper', kind: 'folder', title: 'Deeper' });
  const entries: Stored[] = [
    { entry: inbox },
    { entry: anEntry({ id: 'archive', kind: 'folder', title: 'Archive' }) },
    { entry: deeper, folderId: 'inbox' },
    ...someMessages(12),
  ];

  test('are opened, folders first, and left again', async () => {
    const chat = await having(entries);

    const root = await chat.press({ kind: 'browse' });
    const inside = await chat.press({ kind: 'open', entry: 'k-inbox' });
    const empty = await chat.press({ kind: 'open', entry: 'k-deeper' });
    const up = await chat.press({ kind: 'up' });
    const again = await chat.press({ kind: 'up' });
    const form = await chat.press({ kind: 'up' });

    expect(root).toMatchObject({
      source: 'folder',
      location: { containerId: 'mailbox-1', containerName: 'Mailbox', folders: [] },
      entries: [{ title: 'Archive' }, { title: 'Inbox' }],
    });
    expect(inside).toMatchObject({ location: { folders: [{ id: 'inbox', name: 'Inbox' }] }, found: 13, pages: 2 });
    expect(inside.kind === 'task-results' && inside.entries.map(({ kind }) => kind).slice(0, 2)).toEqual([
      'folder',
      'message',
    ]);
    const paths = (inside.kind === 'task-results' ? inside.entries : []).map(({ path }) => path);
    expect(new Set(paths.map((path) => path?.join('/')))).toEqual(new Set(['Inbox']));
    expect(empty).toMatchObject({ found: 0, task: { remark: { code: 'folder-empty' } } });
    expect(up).toMatchObject({ location: { folders: [{ id: 'inbox' }] } });
    expect(again).toMatchObject({ location: { folders: [] } });
    expect(form).toMatchObject({ kind: 'task-search' });
    expect(chat.explorer.methods.filter((method) => method === 'containers')).toHaveLength(1);
  });

  test('of several mailboxes begin with the choice of one', async () => {
    const chat = await having(entries, { exchange: [mailbox, archive] });

    const choice = await chat.press({ kind: 'browse' });
    const root = await chat.press({ kind: 'open', entry: 'mailbox-2' });
    const up = await chat.press({ kind: 'up' });

    expect(choice).toMatchObject({
      kind: 'task-results',
      containers: [{ id: 'mailbox-1' }, { id: 'mailbox-2' }],
      found: 2,
    });
    expect(root).toMatchObject({ location: { containerName: 'Archive' }, found: 0 });
    expect(up).toMatchObject({ containers: [{}, {}] });
    expect(await chat.press({ kind: 'page', page: 0 })).toMatchObject({ containers: [{}, {}] });
  });

  test('of more than fit on a card are offered page by page', async () => {
    const exchange = Array.from({ length: 40 }, (_, index) => ({ ...mailbox, id: `mailbox-${index}` }));
    const chat = await having(entries, { exchange });
    const idsOn = (view: RestoreView) =>
      view.kind === 'task-results' ? view.containers?.map(({ id }) => id) : undefined;

    const first = await chat.press({ kind: 'browse' });
    const second = await chat.press({ kind: 'page', page: 1 });

    expect(first).toMatchObject({ page: 0, pages: 2, found: 40 });
    expect(idsOn(first)).toHaveLength(25);
    expect(second).toMatchObject({ page: 1, pages: 2 });
    expect(idsOn(second)?.[0]).toBe('mailbox-25');
    expect(await chat.press({ kind: 'page', page: 9 })).toMatchObject({ page: 1 });
    expect(await chat.press({ kind: 'open', entry: 'mailbox-39' })).toMatchObject({ location: { folders: [] } });
  });

  test('that no longer exist are reported, and the rest stays', async () => {
    const chat = await having(entries);
    await chat.press({ kind: 'browse' });
    chat.explorer.remove('inbox');

    const view = await chat.press({ kind: 'open', entry: 'k-inbox' });

    expect(view).toMatchObject({
      kind: 'task-results',
      location: { folders: [] },
      task: { remark: { code: 'item-gone' } },
    });
    expect(chat.explorer.allSessions).toHaveLength(1);
  });

  test('that no card has shown cannot be opened', async () => {
    const chat = await having(entries);
    await chat.press({ kind: 'browse' });

    expect(remarkOf(await chat.press({ kind: 'open', entry: 'k-nowhere' }))).toEqual({ code: 'page-moved-on' });
    expect(remarkOf(await chat.press({ kind: 'open', entry: 'k-message-0' }))).toEqual({ code: 'page-moved-on' });
  });
});

describe('older versions', () => {
  const plan = anEntry({ id: 'plan', kind: 'document', containerId: 'drive-1', title: 'plan.docx' });
  const older = anEntry({ ...plan, key: 'k-plan-1', version: '1.0' });

  async function onDrive(): Promise<Chat> {
    const chat = await createReadyChat('onedrive');
    chat.explorer.backups.set(
      'user-1',
      aBackup({ entries: [{ entry: plan }], versions: new Map([['plan', [older]]]) }),
    );
    await chat.find('plan');
    return chat;
  }

  test('of a document are shown, and one takes the place of the newest on the list', async () => {
    const chat = await onDrive();
    await chat.press({ kind: 'add', entries: ['k-plan'] });

    const shown = await chat.press({ kind: 'versions', entry: 'k-plan' });
    const added = await chat.press({ kind: 'add', entries: ['k-plan-1'] });

    expect(shown).toMatchObject({ kind: 'task-versions', of: { id: 'plan' }, entries: [{ version: '1.0' }] });
    expect(added).toMatchObject({ kind: 'task-versions', task: { listed: 1, remark: { code: 'added', count: 1 } } });
    expect(added.kind === 'task-versions' && added.listed).toHaveLength(1);
    expect(chat.task().list).toMatchObject([{ entries: [{ key: 'k-plan-1' }] }]);
    expect(await chat.press({ kind: 'go', to: 'results' })).toMatchObject({ kind: 'task-results', listed: [] });
  });

  test('may be none', async () => {
    const chat = await onDrive();
    chat.explorer.backups.get('user-1')?.versions.clear();

    expect(remarkOf(await chat.press({ kind: 'versions', entry: 'k-plan' }))).toEqual({ code: 'no-versions' });
  });

  test('of which there are hundreds are shown page by page, newest first, and what is ticked stays so', async () => {
    const chat = await onDrive();
    const all = Array.from({ length: 501 }, (_, index) =>
      anEntry({ ...plan, key: `k-plan-${index}`, version: `${index}.0`, at: index }),
    );
    chat.explorer.backups.get('user-1')?.versions.set('plan', all);
    const first = await chat.press({ kind: 'versions', entry: 'k-plan' });
    const calls = chat.explorer.methods.length;
    const second = await chat.press({ kind: 'versions', entry: 'k-plan', page: 1, entries: ['k-plan-500'] });
    const last = await chat.press({ kind: 'versions', entry: 'k-plan', page: 99, entries: ['k-plan-490'] });

    const of = { kind: 'task-versions', of: { id: 'plan' }, pages: 50, more: true } as const;
    expect(first).toMatchObject({ ...of, page: 0 });
    expect(first.kind === 'task-versions' && first.entries.map(({ version }) => version).slice(0, 2)).toEqual([
      '500.0',
      '499.0',
    ]);
    expect(second).toMatchObject({ ...of, page: 1, ticked: [], elsewhere: 1 });
    // One version of it at a time.
    expect(last).toMatchObject({ ...of, page: 49, ticked: [], elsewhere: 1 });
    expect(last.kind === 'task-versions' && last.entries.at(-1)?.version).toBe('1.0');
    expect(chat.explorer.methods).toHaveLength(calls);
    expect(await chat.press({ kind: 'add', entries: [] })).toMatchObject({ ...of, page: 49, elsewhere: 0 });
    expect(chat.task().list).toMatchObject([{ entries: [{ key: 'k-plan-490' }] }]);
  });

  test('of a document that no longer exists are not available', async () => {
    const chat = await onDrive();
    chat.explorer.remove('plan');

    expect(remarkOf(await chat.press({ kind: 'versions', entry: 'k-plan' }))).toEqual({ code: 'item-gone' });
    expect(remarkOf(await chat.press({ kind: 'versions', entry: 'k-other' }))).toEqual({ code: 'page-moved-on' });
  });

  test('do not exist for mail', async () => {
    const chat = await having(someMessages(1));
    await chat.find('invoice');

    expect(remarkOf(await chat.press({ kind: 'versions', entry: 'k-message-0' }))).toEqual({ code: 'no-versions' });
    expect(chat.explorer.methods).not.toContain('versions');
  });
});

describe('an explore session that the service dropped', () => {
  test('is reopened once, with the same parameters, as of the same backup', async () => {
    const chat = await having(someMessages(3));
    await chat.find('invoice');
    chat.explorer.drop('session-1');

    const view = await chat.press({ kind: 'search', form: { words: 'invoice' } });

    expect(view).toMatchObject({ kind: 'task-results', found: 3 });
    expect(remarkOf(view)).toBeUndefined();
    const opened = chat.explorer.calls.filter(({ method }) => method === 'openExplore');
    expect(opened).toHaveLength(2);
    const { backupTime: at, repositoryId } = chat.task().explore?.opened ?? {};
    expect(opened[1]?.asked).toEqual({ ...Object(opened[0]?.asked), at, repositoryId });
    expect(chat.task().explore?.id).toBe('session-2');
  });

  test('and drops again is reported as an error of the service', async () => {
    const chat = await having(someMessages(3));
    await chat.find('invoice');
    chat.explorer.drop('session-1');
    chat.explorer.faults.search = [notFound(), notFound()];

    const view = await chat.press({ kind: 'search', form: { words: 'invoice' } });

    expect(remarkOf(view)).toMatchObject({ code: 'service', trouble: 'not-found' });
    expect(chat.explorer.allSessions).toHaveLength(2);
  });

  test('is not reopened if something else than the session is missing', async () => {
    const chat = await having([{ entry: inbox }]);
    await chat.press({ kind: 'browse' });
    chat.explorer.remove('inbox');

    await chat.press({ kind: 'open', entry: 'k-inbox' });

    expect(chat.explorer.methods.filter((method) => method === 'openExplore')).toHaveLength(1);
  });

  test('is stopped by the idle job after thirty minutes, and the task keeps its place', async () => {
    const chat = await having(someMessages(23));
    await chat.find('invoice');
    await chat.press({ kind: 'page', page: 1 });

    await chat.clock.advance(30 * 60_000);
    await chat.jobs.runDue();

    expect(chat.explorer.working).toEqual([]);
    expect(chat.task()).toMatchObject({ step: 'results', page: { number: 1 } });
    expect(await chat.run(chat.wizard.find(asker, 'invoice 1'))).toMatchObject({ kind: 'task-results' });
    expect(chat.explorer.working).toHaveLength(1);
  });
});
