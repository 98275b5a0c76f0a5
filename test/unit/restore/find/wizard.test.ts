import { ownerOf } from '../../../../src/restore/backups/list.ts';
import { START } from '../../../fakes/clock.ts';
import { aBackup, aPoint, aScopeItem, anEntry, someMessages } from '../../../fakes/explorer.ts';
import { aFault, anAddress, anAsker, aPersonState, aRestoreGroup, aSession } from '../../../support/builders.ts';
import {
  asker,
  createChat,
  createReadyChat,
  factsOf,
  key,
  remarkOf,
  type Chat,
} from '../../../support/restore-tasks.ts';

const fault503 = () => aFault('FAILED', { status: 503 });

function withMessages(chat: Chat, count: number): Chat {
  chat.explorer.backups.set('user-1', aBackup({ entries: someMessages(count) }));
  return chat;
}

describe('who may', () => {
  test('restores in a personal chat alone', async () => {
    const { wizard } = createChat();
    const inChannel = anAsker({ address: anAddress({ place: 'channel' }) });

    for (const reply of [
      await wizard.find(inChannel, 'invoice'),
      await wizard.scope(inChannel, undefined),
      await wizard.points(inChannel),
      await wizard.list(inChannel),
      await wizard.press(inChannel, 'task-1', { kind: 'browse' }, 'card-1'),
    ]) {
      expect(reply).toEqual({ kind: 'render', view: { kind: 'restore-notice', notice: { code: 'personal-only' } } });
    }
    await expect(wizard.suggest(inChannel, 'ada', 5)).resolves.toEqual([]);
  });

  test.each([
    ['without a session is asked to sign in', undefined, { code: 'sign-in-first' }],
    ['with one that has ended too', aSession({ expiresAt: START }), { code: 'sign-in-first', access: 'operator' }],
    [
      'with an app-only one that has ended too, as before',
      aSession({ flow: 'app-only', expiresAt: START }),
      { code: 'sign-in-first', access: 'administrator' },
    ],
    [
      'with an app-only session, without being an administrator, can not',
      aSession({ flow: 'app-only' }),
      { code: 'administrator-only' },
    ],
  ])('%s', async (_, session, notice) => {
    const chat = createChat();
    chat.people.put(key, aPersonState({ session }));

    expect(await chat.find('invoice')).toEqual({ kind: 'restore-notice', notice });
    await expect(chat.wizard.suggest(asker, 'ada', 5)).resolves.toEqual([]);
  });

  test('learns that the service no longer accepts the session', async () => {
    const chat = createChat();
    chat.explorer.refusedTokens.add('SECRET-service-access-0');

    expect(await chat.find('invoice')).toEqual({
      kind: 'restore-notice',
      notice: { code: 'session-refused', access: 'operator' },
    });
  });

  test('goes on with a renewed token, and uses it from then on', async () => {
    const chat = withMessages(await createReadyChat(), 3);
    chat.explorer.refusedTokens.add('SECRET-service-access-0');
    chat.renewal.token = 'SECRET-service-access-1';
    const before = chat.explorer.calls.length;

    const view = await chat.find('invoice');

    expect(view).toMatchObject({ kind: 'task-results', found: 3 });
    const tokens = chat.explorer.calls.slice(before).map(({ accessToken }) => accessToken);
    expect(tokens.filter((token) => token === 'SECRET-service-access-0')).toHaveLength(1);
  });
});

describe('an operator who types words', () => {
  test('chooses whose data, and sees what was found in the mail of the latest backup', async () => {
    const chat = withMessages(createChat(), 23);

    const first = await chat.find('invoice');
    const second = await chat.press({ kind: 'search', scope: 'user-1', form: { words: 'invoice' } });

    expect(first).toMatchObject({
      kind: 'task-search',
      form: { words: 'invoice' },
      choices: [{ value: 'own' }, { value: 'user-1', name: 'Ada Lovelace' }],
      counts: [{ type: 'User', count: 1 }],
    });
    expect(remarkOf(first)).toEqual({ code: 'whose-data' });
    expect(second).toMatchObject({
      kind: 'task-results',
      task: {
        scope: { own: false, name: 'Ada Lovelace' },
        organization: 'Contoso',
        workload: 'exchange',
        point: { kind: 'latest' },
        listed: 0,
      },
      source: 'search',
      form: { words: 'invoice' },
      page: 0,
      pages: 3,
      found: 23,
      tooMany: false,
    });
    expect(second.kind === 'task-results' && second.entries.map(({ title }) => title).slice(0, 2)).toEqual([
      'Invoice 0',
      'Invoice 1',
    ]);
  });

  test('has one card, which is posted once and stays the same', async () => {
    const chat = withMessages(createChat(), 3);

    await chat.find('invoice');
    await chat.press({ kind: 'search', scope: 'user-1', form: {} });

    expect(chat.announcer.acts).toEqual(['post task-search']);
    expect(chat.task().cardId).toBe('card-1');
  });

  test('gets a new card with each command, and the older one says so', async () => {
    const chat = withMessages(createChat(), 3);

    await chat.find('invoice');
    await chat.find('invoices');

    expect(chat.announcer.acts).toEqual(['post task-search', 'post task-search', 'edit card-1 task-moved']);
    expect(chat.task()).toMatchObject({ cardId: 'card-2', form: { words: 'invoices' } });
  });

  test('who is ready already sees what was found at once', async () => {
    const chat = withMessages(await createReadyChat(), 3);

    expect(await chat.find('invoice')).toMatchObject({ kind: 'task-results', found: 3 });
    expect(await chat.find('invoice')).toMatchObject({ kind: 'task-results', found: 3 });
    expect(chat.explorer.methods.filter((method) => method === 'openExplore')).toHaveLength(1);
  });

  test('is found again after a card that could not be posted', async () => {
    const chat = withMessages(await createReadyChat(), 3);
    chat.announcer.next = ['fails'];

    const { kind, view } = await chat.clock.run(chat.wizard.find(asker, 'invoice'));

    expect([kind, view.kind]).toEqual(['render', 'task-results']);
    await chat.press({ kind: 'page', page: 0 }, 'card-replied');
    expect(chat.task().cardId).toBe('card-replied');
  });
});

describe('one line', () => {
  test('says it all: whose data, which and as of when', async () => {
    const chat = withMessages(createChat(), 3);

    const view = await chat.find('invoice of ada as of 18 november in mail');

    const point = { kind: 'at', id: 'point-2' };
    expect(view).toMatchObject({
      kind: 'task-results',
      task: { scope: { name: 'Ada Lovelace' }, workload: 'exchange', point },
      form: { words: 'invoice' },
      found: 3,
    });
    expect(chat.announcer.acts).toEqual(['post task-results']);
  });

  test('that names nobody keeps whose data and which day was looked at; one that does begins with the latest backup', async () => {
    const chat = withMessages(await createReadyChat(), 3);
    await chat.find('invoice as of 18 november');

    expect(await chat.find('invoice 1')).toMatchObject({ task: { point: { kind: 'at', id: 'point-2' } }, found: 1 });
    expect(await chat.find('invoice 2 of ada')).toMatchObject({ task: { point: { kind: 'latest' } }, found: 1 });
  });

  test.each([
    ['the same backup, where it has that kind too', ['exchange', 'onedrive'], 'earlier-that-day'],
    ['else the last one of that day', ['exchange'], 'files-that-day'],
  ] as const)('that asks for another kind keeps the day: %s', async (_which, workloads, expected) => {
    const chat = createChat();
    const at = (hour: number) => Date.UTC(2026, 10, 17, hour);
    const points = [
      aPoint({ id: 'newest' }),
      aPoint({ id: 'files-that-day', backupTime: at(20), workloads: ['onedrive'] }),
      aPoint({ id: 'earlier-that-day', backupTime: at(9), workloads }),
    ];
    chat.explorer.backups.set('user-1', aBackup({ points }));
    await chat.find('invoice of ada');
    await chat.press({ kind: 'point', choice: 'earlier-that-day', showDeleted: false });
    const files = { workload: 'onedrive', point: { kind: 'at', id: expected } };

    expect(await chat.press({ kind: 'workload', workload: 'onedrive' })).toMatchObject({ task: files });
    await chat.press({ kind: 'workload', workload: 'exchange' });
    await chat.press({ kind: 'point', choice: 'earlier-that-day', showDeleted: false });
    expect(await chat.find('invoice in files')).toMatchObject({ task: files, form: { words: 'invoice' } });
  });

  test('that asks for another kind without a backup as early searches none', async () => {
    const chat = createChat();
    const points = [aPoint({ id: 'newest' }), aPoint({ id: 'point-2', backupTime: 0, workloads: ['exchange'] })];
    chat.explorer.backups.set('user-1', aBackup({ points }));
    await chat.find('invoice of ada');
    await chat.press({ kind: 'point', choice: 'point-2', showDeleted: false });
    const searches = chat.explorer.methods.filter((method) => method === 'search').length;

    const view = await chat.press({ kind: 'workload', workload: 'onedrive' });

    expect(view).toMatchObject({ kind: 'task-search', form: { words: 'invoice', asOf: '1970-01-01' } });
    expect(remarkOf(view)).toEqual({ code: 'no-point-before', typed: '1970-01-01' });
    expect(chat.explorer.methods.filter((method) => method === 'search')).toHaveLength(searches);
  });

  test('with an ambiguous name offers the candidates and keeps the rest', async () => {
    const chat = withMessages(createChat(), 3);
    chat.explorer.scopeItems.push(aScopeItem({ id: 'user-2', name: 'Ada Byron' }));

    const which = await chat.find('invoice of ada as of 18 november');
    const form = { words: 'invoice' };
    const found = await chat.press({ kind: 'search', scope: 'user-1', asOf: '18 november', form });

    expect(which).toMatchObject({
      kind: 'task-search',
      form: { words: 'invoice', asOf: '18 november' },
      likely: [{ value: 'user-1' }, { value: 'user-2' }],
    });
    expect(remarkOf(which)).toEqual({ code: 'which-scope', typed: 'ada' });
    expect(found).toMatchObject({ kind: 'task-results', task: { point: { id: 'point-2' } }, found: 3 });
  });

  test.each([2, 0])(
    'as of what is no day searches the latest backup without it, and says so (%d found)',
    async (messages) => {
      const chat = withMessages(createChat(), messages);

      const view = await chat.find('invoice of ada as of some days ago');

      expect(view).toMatchObject({ task: { point: { kind: 'latest' } }, form: { words: 'invoice' } });
      const { remark, also = [] } = factsOf(view) ?? {};
      expect([remark, ...also].at(-1)).toEqual({ code: 'day-unknown', typed: 'some days ago' });
      expect(also).toHaveLength(messages === 0 ? 1 : 0);
    },
  );

  test('as of a day that has not come, or that no calendar has, searches nothing', async () => {
    const chat = withMessages(createChat(), 3);

    for (const [typed, code] of [
      ['tomorrow', 'future-date'],
      ['31 April', 'no-such-date'],
    ]) {
      const view = await chat.find(`invoice of ada as of ${typed}`);
      expect(view).toMatchObject({ kind: 'task-search', form: { words: 'invoice', asOf: typed } });
      expect(remarkOf(view)).toEqual({ code, typed });
    }
    expect(chat.explorer.methods).not.toContain('search');
  });

  test('with a name that nobody has says so where its words find nothing', async () => {
    const chat = createChat();
    await chat.find('invoice of ada');

    const view = await chat.find('invoice of zelda');

    expect(view).toMatchObject({ task: { scope: { name: 'Ada Lovelace' } }, form: { words: 'invoice of zelda' } });
    expect(remarkOf(view)).toEqual({ code: 'nothing-found', unknownName: 'zelda' });
  });

  test('as of a day without a backup keeps everything on the form', async () => {
    const chat = withMessages(createChat(), 3);

    const view = await chat.find('invoice of ada as of 1 march 2020');

    expect(view).toMatchObject({
      kind: 'task-search',
      task: { scope: { name: 'Ada Lovelace' } },
      form: { words: 'invoice', asOf: '1 march 2020' },
    });
    expect(remarkOf(view)).toEqual({ code: 'no-point-before', typed: '1 march 2020' });
    expect(chat.explorer.methods).not.toContain('openExplore');
  });

  test('stays as typed while it is unknown who is in the scope', async () => {
    const chat = createChat();
    chat.explorer.during.effectiveScope = () => new Promise(() => undefined);

    const view = await chat.find('invoice of ada');

    expect(view).toMatchObject({ kind: 'task-search', form: { words: 'invoice of ada' } });
    expect(remarkOf(view)).toEqual({ code: 'service', trouble: 'timeout' });
  });

  test('that cannot name anybody is not delayed by a large scope', async () => {
    const chat = withMessages(await createReadyChat(), 3);
    chat.explorer.during.effectiveScope = () => new Promise(() => undefined);
    const before = chat.clock.now();

    expect(await chat.find('invoice')).toMatchObject({ kind: 'task-results', found: 3 });
    expect(chat.clock.now()).toBe(before);
  });

  test('an empty form about the same person as before is answered', async () => {
    const chat = createChat();
    await chat.find('of ada');

    const view = await chat.press({ kind: 'search', scope: ownerOf(chat.task().scope), form: {} });

    expect(view).toMatchObject({ kind: 'task-search', task: { scope: { name: 'Ada Lovelace' } } });
    expect(remarkOf(view)?.code).toBe('no-keywords');
  });

  test('about somebody, without words, fills in the form', async () => {
    const view = await createChat().find('of ada');

    expect(view).toMatchObject({ kind: 'task-search', task: { scope: { name: 'Ada Lovelace' } }, form: {} });
    expect(remarkOf(view)).toBeUndefined();
  });
});

describe('somebody who is no operator', () => {
  test('has their own data and no choice', async () => {
    const chat = createChat();
    chat.explorer.operator = false;

    const view = await chat.find('invoice');

    const own = { isOperator: false, scope: { own: true, name: 'olga@contoso.example' } };
    expect(view).toMatchObject({
      kind: 'task-search',
      task: { ...own, remark: { code: 'nothing-found' } },
      choices: [],
    });
    expect(await chat.press({ kind: 'search', scope: 'user-1', form: { words: 'invoice' } })).toMatchObject({
      task: own,
    });
    const opened = chat.explorer.calls.find(({ method }) => method === 'openExplore');
    expect(opened?.asked).toMatchObject({ workload: 'exchange', showDeleted: false });
    expect(opened?.asked).not.toHaveProperty('scope.id');
  });

  test('is taken for one where the service does not say', async () => {
    const chat = createChat();
    chat.explorer.faults.isOperator = [fault503()];

    expect(await chat.find()).toMatchObject({ kind: 'task-search' });
    expect(chat.task().isOperator).toBe(true);
  });
});

describe('the scope', () => {
  const people = Array.from({ length: 60 }, (_, index) =>
    aScopeItem({ id: `user-${index}`, name: `Person ${index}`, detail: `person${index}@contoso.example` }),
  );

  test('is offered with the recent ones first, and those are buttons while nobody is chosen', async () => {
    const chat = createChat();
    chat.explorer.scopeItems = [...people, aScopeItem({ id: 'site-1', type: 'Site', name: 'Intranet' })];
    await chat.find();
    await chat.press({ kind: 'search', scope: 'user-41', form: {} });
    await chat.press({ kind: 'search', scope: 'user-7', form: {} });
    await chat.press({ kind: 'done' });

    const form = await chat.find();

    expect(form).toMatchObject({ kind: 'task-search', chosen: undefined });
    expect(form.kind === 'task-search' && form.likely.map(({ value }) => value)).toEqual(['user-7', 'user-41']);
    expect(form.kind === 'task-search' && form.choices.map(({ value }) => value).slice(0, 4)).toEqual([
      'user-7',
      'user-41',
      'own',
      'user-0',
    ]);
    expect(form.kind === 'task-search' && form.choices).toHaveLength(25);
    const chosen = await chat.press({ kind: 'search', scope: 'user-41', form: {} });
    expect(chosen).toMatchObject({ kind: 'task-search', chosen: 'user-41', likely: [] });
    expect(remarkOf(chosen)).toBeUndefined();
  });

  test('is fetched once a sign-in', async () => {
    const chat = createChat();
    await chat.find();
    await chat.press({ kind: 'search', scope: 'user-1', form: {} });
    await chat.press({ kind: 'go', to: 'search' });
    await chat.wizard.suggest(asker, 'ada', 5);

    expect(chat.explorer.methods.filter((method) => method === 'effectiveScope')).toHaveLength(1);
  });

  test('may be named instead of picked, and an ambiguous name offers whom it may mean', async () => {
    const chat = createChat();
    chat.explorer.scopeItems = [...people.slice(0, 3), aScopeItem({ id: 'ada', name: 'Ada Person' })];
    await chat.find('invoice');

    const which = await chat.run(chat.wizard.scope(asker, 'person'));
    const one = await chat.run(chat.wizard.scope(asker, 'ada'));
    const nobody = await chat.run(chat.wizard.scope(asker, 'Zuse'));

    expect(which).toMatchObject({ kind: 'task-search', likely: [{ value: 'user-0' }, {}, {}, { value: 'ada' }] });
    expect(remarkOf(which)).toEqual({ code: 'which-scope', typed: 'person' });
    expect(one).toMatchObject({ task: { scope: { name: 'Ada Person' }, remark: { code: 'no-points' } } });
    expect(remarkOf(nobody)).toEqual({ code: 'no-such-scope', typed: 'Zuse' });
    expect(chat.task().form).toEqual({ words: 'invoice' });
  });

  test('is named without a change of the day', async () => {
    const chat = createChat();
    chat.explorer.scopeItems.push(aScopeItem({ id: 'user-2', name: 'Bob Person' }));
    chat.explorer.backups.set(
      'user-2',
      aBackup({ points: aBackup().points.map((one) => ({ ...one, id: `${one.id}b` })) }),
    );
    await chat.find('invoice of ada as of 18 november');

    const view = await chat.run(chat.wizard.scope(asker, 'bob'));

    expect(view).toMatchObject({ task: { scope: { name: 'Bob Person' }, point: { id: 'point-2b' } } });
    expect(view).toMatchObject({ form: { words: 'invoice' } });
  });

  test('that was not chosen is asked for once more', async () => {
    const chat = createChat();
    await chat.find();

    const view = await chat.press({ kind: 'search', asOf: 'yesterday', form: { words: 'invoice' } });

    expect(view).toMatchObject({ kind: 'task-search', form: { words: 'invoice', asOf: 'yesterday' } });
    expect(remarkOf(view)).toEqual({ code: 'whose-data' });
  });

  test('that the service can not say leaves one’s own data, and says why', async () => {
    const chat = createChat();
    chat.explorer.faults.effectiveScope = [fault503(), fault503()];

    const view = await chat.find();

    expect(view).toMatchObject({ kind: 'task-search', choices: [{ value: 'own' }], counts: [] });
    expect(remarkOf(view)).toMatchObject({ code: 'service' });
    expect(await chat.press({ kind: 'search', scope: 'own', form: {} })).toMatchObject({
      kind: 'task-search',
      task: { scope: { own: true } },
    });
  });

  test('that takes long to fetch is not waited for: the type-ahead has it once it is there', async () => {
    const chat = createChat();
    let answer = (): void => undefined;
    chat.explorer.during.effectiveScope = () => new Promise((resolve) => (answer = resolve));

    const view = await chat.find();

    expect(view).toMatchObject({ kind: 'task-search', choices: [{ value: 'own' }], counts: [] });
    expect(remarkOf(view)).toEqual({ code: 'service', trouble: 'timeout' });
    expect(chat.clock.now() - START).toBe(6000);
    answer();
    await chat.clock.settle();
    await expect(chat.wizard.suggest(asker, 'ada', 5)).resolves.toHaveLength(1);
  });

  test('that is another one lets go of what was found, and keeps the list', async () => {
    const chat = withMessages(await createReadyChat(), 3);
    await chat.find('invoice');
    await chat.press({ kind: 'add', entries: ['k-message-0'] });
    const [explore] = chat.explorer.working;

    const view = await chat.press({ kind: 'search', scope: 'own', form: { words: 'invoice' } });

    expect(remarkOf(view)).toEqual({ code: 'nothing-found' });
    expect(chat.task()).toMatchObject({ scope: { kind: 'own' } });
    expect(chat.task().page).toBeUndefined();
    expect(chat.task().list).toMatchObject([
      { scope: { kind: 'item' }, containers: [{ name: 'Mailbox' }], entries: [{ key: 'k-message-0' }] },
    ]);
    expect(chat.explorer.working.map(({ id }) => id)).not.toContain(explore?.id);
    expect(chat.explorer.working).toHaveLength(1);
  });
});

describe('the type-ahead', () => {
  test('answers from memory', async () => {
    const chat = createChat();
    await chat.find();

    await expect(chat.wizard.suggest(asker, 'love', 5)).resolves.toEqual([
      { value: 'user-1', type: 'User', name: 'Ada Lovelace', detail: 'ada@contoso.example' },
    ]);
    await expect(chat.wizard.suggest(asker, 'olga', 5)).resolves.toMatchObject([{ value: 'own' }]);
  });

  test('waits a second and a half for what is not there yet, and finds it with the next letter', async () => {
    const chat = createChat();
    let answer = (): void => undefined;
    chat.explorer.during.effectiveScope = () => new Promise((resolve) => (answer = resolve));

    const first = await chat.clock.run(chat.wizard.suggest(asker, 'ada', 5));
    answer();
    await chat.clock.settle();

    expect(first).toEqual([]);
    expect(chat.clock.now() - START).toBe(1500);
    await expect(chat.wizard.suggest(asker, 'ada', 5)).resolves.toHaveLength(1);
    expect(chat.explorer.methods).toEqual(['effectiveScope']);
  });

  test('has nothing to say when storage or the service is away', async () => {
    const chat = createChat();
    chat.explorer.faults.effectiveScope = [fault503()];
    await expect(chat.clock.run(chat.wizard.suggest(asker, 'ada', 5))).resolves.toEqual([]);
    chat.people.away = true;
    await expect(chat.clock.run(chat.wizard.suggest(asker, 'ada', 5))).resolves.toEqual([]);
  });
});

describe('the point', () => {
  test('that was chosen stays so where the service no longer lists it', async () => {
    const chat = await createReadyChat();
    await chat.press({ kind: 'point', choice: 'point-3', showDeleted: false });
    const { points } = aBackup();
    chat.explorer.backups.set('user-1', aBackup({ points: points.slice(0, 2) }));
    await chat.clock.advance(600_000);
    await chat.run(chat.wizard.points(asker));

    expect(await chat.press({ kind: 'point', choice: 'point-3', showDeleted: true })).toMatchObject({
      kind: 'task-search',
      task: { point: { kind: 'at', id: 'point-3' } },
      showDeleted: true,
    });
  });

  test.each([true, false])(
    'that another instance has read of is no other one here; chosen here: %s',
    async (isHere) => {
      const chat = await createReadyChat();
      await chat.run(chat.wizard.points(asker));
      const newest = aPoint({ id: 'point-0', backupTime: chat.clock.now() });
      chat.explorer.backups.set('user-1', aBackup({ entries: someMessages(3), points: [...aBackup().points, newest] }));
      const other = createChat(chat);
      await other.run(other.wizard.points(asker));
      await (isHere ? chat : other).press({ kind: 'point', choice: 'point-0', showDeleted: false });
      const view = await chat.press({ kind: 'search', form: { words: 'invoice' } });

      expect([view.kind, remarkOf(view)]).toEqual(['task-results', undefined]);
      expect(chat.explorer.calls.find(({ method }) => method === 'openExplore')?.asked).toMatchObject({
        at: newest.backupTime,
      });
    },
  );

  test('is chosen from the days that have one', async () => {
    const chat = await createReadyChat();

    const days = await chat.run(chat.wizard.points(asker));
    const chosen = await chat.press({ kind: 'point', choice: 'point-2', showDeleted: true });

    expect(days).toMatchObject({ kind: 'task-point', moreDays: 0, showDeleted: false });
    expect(days.kind === 'task-point' && days.days.map(({ day }) => day)).toEqual([
      '2026-11-19',
      '2026-11-18',
      '2026-11-17',
    ]);
    expect(chosen).toMatchObject({ kind: 'task-search', task: { point: { kind: 'at', id: 'point-2' } } });
    await chat.find('invoice');
    expect(chat.explorer.calls.find(({ method }) => method === 'openExplore')?.asked).toMatchObject({
      at: Date.UTC(2026, 10, 18, 22),
      repositoryId: 'repository-1',
      showDeleted: true,
    });
  });

  test.each([
    ['before 19 November 2026', { point: { kind: 'at', id: 'point-2' } }],
    ['2026-11-17', { point: { kind: 'at', id: 'point-3' } }],
    ['latest', { point: { kind: 'latest' } }],
    ['31 April', { remark: { code: 'no-such-date', typed: '31 April' } }],
    ['tomorrow', { remark: { code: 'future-date', typed: 'tomorrow' } }],
    ['2026-11-18T23:00', { point: { kind: 'at', id: 'point-2' } }],
    ['before 2020-01-01', { remark: { code: 'no-point-before', typed: 'before 2020-01-01' } }],
  ])('may be typed: %s', async (typed, facts) => {
    const chat = await createReadyChat();
    await chat.run(chat.wizard.points(asker));

    expect(await chat.press({ kind: 'point', choice: 'latest', typed, showDeleted: false })).toMatchObject({
      task: facts,
    });
  });

  test.each([
    [{ kind: 'point', showDeleted: false }, { code: 'nothing-chosen' }],
    [{ kind: 'point', choice: 'gone', showDeleted: false }, { code: 'nothing-chosen' }],
  ] as const)('that is none is asked for again: %j', async (press, remark) => {
    const chat = await createReadyChat();
    await chat.run(chat.wizard.points(asker));

    const view = await chat.press(press);

    expect([view.kind, remarkOf(view)]).toEqual(['task-point', remark]);
  });

  test('without a restore point is reported', async () => {
    const chat = await createReadyChat();
    chat.explorer.backups.set('user-1', aBackup({ points: [] }));

    expect(remarkOf(await chat.run(chat.wizard.points(asker)))).toEqual({ code: 'no-points' });
  });

  test('that differs keeps the list and repeats the search', async () => {
    const chat = withMessages(await createReadyChat(), 3);
    await chat.find('invoice');
    await chat.press({ kind: 'add', entries: ['k-message-0'] });

    const view = await chat.press({ kind: 'point', choice: 'point-3', showDeleted: false });

    expect(view).toMatchObject({
      kind: 'task-results',
      found: 3,
      task: { listed: 1 },
      listed: ['k-message-0'],
    });
    expect(chat.explorer.working).toHaveLength(1);
    expect(chat.explorer.allSessions).toHaveLength(2);
  });
});

describe('the end', () => {
  test('comes with Done: the explore session is stopped, the card says so', async () => {
    const chat = withMessages(await createReadyChat(), 3);
    await chat.find('invoice');
    const { id } = chat.task();

    expect(await chat.press({ kind: 'done' })).toEqual({ kind: 'task-closed', why: 'done', access: 'operator' });
    expect(chat.explorer.working).toEqual([]);
    expect(chat.state()?.task).toBeUndefined();
    expect(await chat.run(chat.wizard.press(asker, id, { kind: 'done' }, 'card-1'))).toMatchObject({
      notice: { code: 'no-task' },
    });
  });

  test('comes with a log-out', async () => {
    const chat = withMessages(await createReadyChat(), 3);
    await chat.find('invoice');
    const { cardId = '' } = chat.task();

    await chat.over('logged-out');

    expect(chat.explorer.working).toEqual([]);
    expect(chat.state()?.task).toBeUndefined();
    expect(chat.announcer.shows(cardId)).toEqual({ kind: 'task-closed', why: 'logged-out', access: 'operator' });
  });

  test('with a log-out does not wait long for the service, and is repeated where storage is away', async () => {
    const chat = withMessages(await createReadyChat(), 3);
    await chat.find('invoice');
    chat.explorer.during.stop = () => new Promise(() => undefined);
    const before = chat.clock.now();

    await chat.over('logged-out');

    expect(chat.clock.now() - before).toBe(5000);
    expect(chat.state()?.task).toBeUndefined();
    chat.store.away = true;
    await expect(chat.over('logged-out')).rejects.toMatchObject({ code: 'STORAGE_AWAY' });
  });

  test('comes with the end of its sign-in, also where nothing was ever opened', async () => {
    const chat = createChat();
    await chat.find();
    const { id, cardId = '', explore } = chat.task();
    expect([cardId === '', explore]).toEqual([false, undefined]);

    await chat.over('expired', aSession(), false);
    await chat.over('expired', aSession(), false);

    expect(chat.state()?.task).toBeUndefined();
    expect(chat.announcer.shows(cardId)).toEqual({ kind: 'task-closed', why: 'expired', access: 'operator' });
    expect(chat.announcer.acts.filter((act) => act.includes('task-closed'))).toHaveLength(1);
    expect(await chat.run(chat.wizard.press(asker, id, { kind: 'done' }, cardId))).toMatchObject({
      notice: { code: 'sign-in-first' },
    });
  });

  test('of another sign-in’s task is not come when one has ended, and waits while storage is away', async () => {
    const chat = await createReadyChat();

    await chat.over('expired', aSession({ signInId: 'sign-in-1' }), false);
    expect(chat.state()?.task).toBeDefined();

    chat.store.away = true;
    await expect(chat.over('expired', aSession(), false)).rejects.toMatchObject({
      code: 'STORAGE_AWAY',
    });
  });

  test('of another sign-in’s task is none of a log-out’s', async () => {
    const chat = await createReadyChat();

    await chat.over('logged-out', aSession({ signInId: 'sign-in-1' }));

    expect(chat.state()?.task).toBeDefined();
  });

  test('leaves a new sign-in to begin anew', async () => {
    const chat = withMessages(await createReadyChat(), 3);
    await chat.find('invoice');
    const { id } = chat.task();
    chat.people.put(key, aPersonState({ session: aSession({ signInId: 'sign-in-1' }) }));

    expect(await chat.press({ kind: 'page', page: 0 })).toMatchObject({ notice: { code: 'task-outdated' } });
    expect(await chat.find('invoice')).toMatchObject({ kind: 'task-search' });
    expect(chat.task()).toMatchObject({ signInId: 'sign-in-1', list: [] });
    expect(chat.task().id).not.toBe(id);
  });
});

describe('a press on what is no more', () => {
  test('says so, and what to do', async () => {
    const chat = await createReadyChat();
    const press = (taskId: string) => chat.run(chat.wizard.press(asker, taskId, { kind: 'browse' }, 'card-9'));

    expect(await press('task-99')).toMatchObject({ notice: { code: 'task-outdated' } });
    await chat.press({ kind: 'done' });
    expect(await press('task-99')).toMatchObject({ notice: { code: 'no-task' } });
    expect(await chat.run(chat.wizard.list(asker))).toMatchObject({ notice: { code: 'no-task' } });
  });

  test('names the restore that the task has become', async () => {
    const chat = withMessages(await createReadyChat(), 1);
    await chat.find('invoice');
    const { id } = chat.task();
    const entry = anEntry();
    chat.store.put(key, {
      recentScopes: [],
      restores: [
        {
          id: 'restore-1',
          taskId: id,
          signInId: 'sign-in-0',
          organization: 'contoso.onmicrosoft.com',
          access: 'operator',
          userId: 'olga',
          address: asker.address,
          groups: [aRestoreGroup({ exploreId: 'session-1', entries: [entry] })],
          calls: [],
          startedAt: START,
        },
      ],
    });

    const view = await chat.run(chat.wizard.press(asker, id, { kind: 'browse' }, 'card-1'));

    expect(view).toMatchObject({ notice: { code: 'already-restoring', restoreId: 'restore-1' } });
  });
});
