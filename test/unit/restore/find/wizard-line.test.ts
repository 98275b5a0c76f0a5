/** What becomes of a line that could not be read at once, and what is said of what it names and nobody understands. */
import { aBackup, aScopeItem, someMessages } from '../../../fakes/explorer.ts';
import { aFault, aPersonState, aSession } from '../../../support/builders.ts';
import { createAdministrator } from '../../../support/administrator.ts';
import { asker, createChat, factsOf, key, remarkOf, type Chat } from '../../../support/restore-tasks.ts';

const LINE = 'invoice of ada as of 18 november';
const READ = {
  kind: 'task-results',
  task: { scope: { name: 'Ada Lovelace' }, point: { kind: 'at', id: 'point-2' } },
  form: { words: 'invoice' },
  found: 3,
};

function createFinding(count = 3): Chat {
  const chat = createChat();
  chat.explorer.scopeItems.push(aScopeItem({ id: 'user-2', name: 'Noor Haddad', detail: 'noor@contoso.example' }));
  for (const id of ['user-1', 'user-2'])
    chat.explorer.backups.set(id, aBackup({ entries: someMessages(count), points: aBackup().points }));
  return chat;
}

const searched = ({ explorer }: Chat) =>
  explorer.calls.filter(({ method }) => method === 'search').map(({ asked }) => (asked as { query: string }).query);

/** What is said, the remark first. */
const said = (view: Parameters<typeof factsOf>[0]) => {
  const { remark, also = [] } = factsOf(view) ?? {};
  return [remark, ...also].map((one) => one?.code);
};

describe('a line that names somebody while the scope is unknown', () => {
  async function waiting(line = LINE): Promise<Chat> {
    const chat = createFinding();
    chat.explorer.faults.effectiveScope = [aFault('FAILED', { status: 503 }), aFault('FAILED', { status: 503 })];
    const view = await chat.find(line);
    expect(view).toMatchObject({ kind: 'task-search', form: { words: line }, task: { remark: { code: 'service' } } });
    return chat;
  }
  const form = { words: LINE };

  test('is read when it is sent again', async () => {
    const chat = await waiting();
    expect(await chat.press({ kind: 'search', asOf: 'latest', workload: 'exchange', form })).toMatchObject(READ);
    expect(searched(chat)).toEqual(['invoice']);
  });

  test('is read as the client returns it', async () => {
    const chat = await waiting('invoice  of ada as of 18 november');
    expect(await chat.press({ kind: 'search', asOf: 'latest', form })).toMatchObject(READ);
  });

  test('also where the scope takes long', async () => {
    const chat = createFinding();
    let answer = (): void => undefined;
    chat.explorer.during.effectiveScope = () => new Promise((resolve) => (answer = resolve));
    await chat.find(LINE);
    answer();
    await chat.clock.settle();
    expect(await chat.press({ kind: 'search', asOf: 'latest', form })).toMatchObject(READ);
  });

  test.each([
    ['whose data', { scope: 'user-2' }, { scope: { name: 'Noor Haddad' }, point: { kind: 'at' } }],
    ['the kind', { workload: 'onedrive' }, { scope: { name: 'Ada Lovelace' }, workload: 'onedrive' }],
    ['the day', { asOf: '17 november' }, { scope: { name: 'Ada Lovelace' }, point: { id: 'point-3' } }],
  ] as const)('gives way to what was chosen beside it: %s', async (_what, chosen, task) => {
    const chat = await waiting();
    const view = await chat.press({ kind: 'search', asOf: 'latest', workload: 'exchange', ...chosen, form });
    expect(view).toMatchObject({ task });
    expect(searched(chat)).toEqual(['invoice']);
  });

  test('keeps what was chosen beside it where it still cannot be read', async () => {
    const chat = await waiting();
    const failing = () => aFault('FAILED', { status: 503 });
    chat.explorer.faults.effectiveScope = [failing(), failing()];
    const view = await chat.press({ kind: 'search', asOf: '17 november', workload: 'onedrive', form });
    expect(view).toMatchObject({ form: { words: LINE, asOf: '17 november' }, asked: 'onedrive' });
    const next = await chat.press({ kind: 'search', asOf: '17 november', workload: 'onedrive', form });
    expect(next).toMatchObject({ task: { workload: 'onedrive', point: { id: 'point-3' } } });
  });

  test('is read once whose data it is has been typed', async () => {
    const chat = await waiting();
    const view = await chat.run(chat.wizard.scope(asker, 'noor'));
    expect(view).toMatchObject({ ...READ, task: { scope: { name: 'Noor Haddad' }, point: { id: 'point-2' } } });
  });

  test('is read once a backup was chosen, which it does not replace', async () => {
    const before = createFinding();
    await before.find('invoice of noor');
    // As in another process, which does not have the list.
    const chat = createChat(before);
    chat.explorer.faults.effectiveScope = [aFault('FAILED', { status: 503 })];
    await chat.find(LINE);
    await chat.run(chat.wizard.points(asker));
    const view = await chat.press({ kind: 'point', typed: '17 november', showDeleted: false });
    expect(view).toMatchObject({ ...READ, task: { point: { id: 'point-3' } } });
  });

  test('is keywords once its words were changed', async () => {
    const chat = await waiting();
    const words = 'invoice of 2026';
    await chat.press({ kind: 'search', scope: 'user-2', asOf: 'latest', form: { words } });
    expect(chat.task().form.words).toBe(words);
    expect(chat.task().line).toBeUndefined();
  });
});

describe('a command that the service refuses with its session', () => {
  async function resumed(act: (chat: Chat) => Promise<unknown>, chat = createFinding(), during?: (chat: Chat) => void) {
    await chat.find('invoice of noor');
    const count = searched(chat).length;
    if (during === undefined) chat.explorer.refusedTokens.add('SECRET-service-access-0');
    else during(chat);
    expect(await act(chat)).toMatchObject({ notice: { code: 'session-refused' } });
    await chat.clock.run(chat.jobs.idle());
    const session = aSession({ id: 'session-1', signInId: 'sign-in-1', accessToken: 'SECRET-new' });
    chat.people.put(key, aPersonState({ session }));
    await chat.clock.run(chat.wizard.lifecycle.resume(key));
    return { view: chat.announcer.shows(chat.task().cardId ?? ''), searched: searched(chat).slice(count) };
  }

  test.each([LINE, 'of ada invoice as of 18 november'])('is done after the sign-in: restore find %s', async (line) => {
    const { view, searched: queries } = await resumed((chat) => chat.find(line));
    expect(view).toMatchObject(READ);
    expect(queries).toEqual(['invoice']);
  });

  test('is done with its day, where only that was typed', async () => {
    const { view } = await resumed((chat) => chat.find('invoice as of 18 november'));
    expect(view).toMatchObject({ ...READ, task: { scope: { name: 'Noor Haddad' }, point: { id: 'point-2' } } });
  });

  test('is done after the sign-in: restore scope', async () => {
    const chat = createFinding();
    // As in another process, which does not have the list.
    const { view } = await resumed(() => {
      const other = createChat(chat);
      return other.run(other.wizard.scope(asker, 'ada'));
    }, chat);
    expect(view).toMatchObject({ kind: 'task-results', task: { scope: { name: 'Ada Lovelace' } } });
  });

  test('is done after the sign-in: a press of **Search** that chose somebody else and deleted items', async () => {
    const chat = createFinding();
    const { view } = await resumed(() => {
      const other = createChat(chat);
      const form = { words: 'invoice' };
      return other.press({ kind: 'search', scope: 'user-1', asOf: '18 november', showDeleted: true, form });
    }, chat);
    expect(view).toMatchObject(READ);
    expect(chat.task().showDeleted).toBe(true);
  });

  test('is done after the sign-in: a request that was taken', async () => {
    const chat = createFinding();
    const request = { requestId: 'request-1', workload: undefined, asOf: '18 november', words: 'invoice' };
    const { view } = await resumed(() => {
      const other = createChat(chat);
      return other.run(
        other.wizard.findRequested(asker, { ...request, scope: 'Ada Lovelace', called: { type: 'User' } }),
      );
    }, chat);
    expect(view).toMatchObject(READ);
    expect(chat.task()).toMatchObject({ requestId: 'request-1', showDeleted: true });
  });
});

describe('what has been asked for by somebody', () => {
  const request = { requestId: 'request-1', workload: undefined, asOf: undefined, words: 'kyoto' };

  test.each([
    ['an operator', createFinding, 'Ada Lovelace', 'no-such-scope'],
    ['an administrator', createAdministrator, 'Zoe Kim', 'not-in-backup'],
  ] as const)(
    'is looked for under the whole name or address, and %s gets nobody similar',
    async (_who, create, name, unknown) => {
      const chat = create();
      const find = (scope: string) =>
        chat.run(chat.wizard.findRequested(asker, { ...request, scope, called: { type: 'User' } }));
      const view = await find(name);
      expect(factsOf(view)).toMatchObject({ scope: { name } });
      const [first = ''] = name.split(' ');
      for (const scope of [first, 'other@contoso.example', 'own', 'organization', 'user-1'])
        expect(remarkOf(await find(scope))).toEqual({ code: unknown, typed: scope });
    },
  );

  test('is not looked for under a similar name on another day either', async () => {
    const chat = createAdministrator();
    await chat.run(chat.wizard.findRequested(asker, { ...request, scope: 'Zoe', called: { type: 'User' } }));
    expect(remarkOf(await chat.press({ kind: 'point', typed: '18 november', showDeleted: true }))).toEqual({
      code: 'not-in-backup',
      typed: 'Zoe',
    });
    // What the form shows as it was given.
    const form = { words: 'kyoto' };
    expect(remarkOf(await chat.press({ kind: 'search', scope: 'Zoe', form }))).toMatchObject({ code: 'not-in-backup' });
    // Whoever types it means somebody of that name.
    expect(factsOf(await chat.press({ kind: 'search', scope: 'zoe', form }))).toMatchObject({
      scope: { name: 'Zoe Kim' },
    });
  });

  test('is no line, whatever was typed before', async () => {
    const chat = createFinding();
    chat.explorer.faults.effectiveScope = [aFault('FAILED', { status: 503 })];
    await chat.find('invoice of noor');
    await chat.run(
      chat.wizard.findRequested(asker, {
        ...request,
        words: 'invoice of noor',
        scope: 'Ada Lovelace',
        called: { type: 'User' },
      }),
    );
    expect(searched(chat)).toEqual(['invoice AND of AND noor']);
  });
});

test.each([
  ['found', 'invoice of ada', ['ticks-listed']],
  ['not found', 'kyoto of ada', ['nothing-found', 'ticks-listed']],
  ['of another kind', 'invoice of noor in files', ['nothing-found', 'ticks-listed']],
  ['of another kind, which that has not', 'kyoto of noor in team', ['nothing-found', 'other-kind']],
  ['of somebody unknown', 'kyoto of ada as of tomorrow', ['future-date', 'ticks-listed']],
])('what went onto the list is told beside what is %s', async (_what, line, codes) => {
  const chat = createFinding();
  await chat.find('invoice of noor');
  await chat.press({ kind: 'page', page: 0, entries: ['k-message-1'] });
  expect(said(await chat.find(line))).toEqual(codes);
});

test('that the service does not say whose data there is stands beside the question whose it is', async () => {
  const chat = createFinding();
  chat.explorer.faults.effectiveScope = [aFault('FAILED', { status: 503 }), aFault('FAILED', { status: 503 })];
  expect(said(await chat.find('invoice'))).toEqual(['whose-data', 'service']);
});

describe('a day that is none', () => {
  const DAY = 'a few days ago';

  test('is told beside that nothing was found, which earlier backups may have', async () => {
    const chat = createFinding(0);
    const view = await chat.find(`kyoto of ada as of ${DAY}`);
    expect(said(view)).toEqual(['nothing-found', 'day-unknown']);
    expect(await chat.press({ kind: 'look-back' })).toMatchObject({ kind: 'task-earlier' });
  });

  test.each([
    ['that the backup does not have the mailbox', ['place-absent', 'day-unknown'], `kyoto of noor as of ${DAY}`],
    ['that another kind is searched', ['other-kind', 'day-unknown'], `invoice of me in teams as of ${DAY}`],
  ])('is told beside %s', async (_what, codes, line) => {
    const chat = createFinding();
    chat.explorer.backups.set('user-2', aBackup({ exchange: [] }));
    chat.explorer.backups.set('own', aBackup({ entries: someMessages(1) }));
    expect(said(await chat.find(line))).toEqual(expect.arrayContaining(codes));
  });

  test('is told beside what went onto the list', async () => {
    const chat = createFinding();
    await chat.find('invoice of noor');
    await chat.press({ kind: 'page', page: 0, entries: ['k-message-1'] });
    expect(said(await chat.find(`invoice of ada as of ${DAY}`))).toEqual(['ticks-listed', 'day-unknown']);
  });

  test.each([
    ['nobody', `kyoto as of ${DAY}`, 'whose-data'],
    ['several', `kyoto of haddad as of ${DAY}`, 'which-scope'],
  ])('stays on the form while it is unknown whose data is meant: %s', async (_who, line, remark) => {
    const chat = createFinding();
    chat.explorer.scopeItems.push(aScopeItem({ id: 'user-3', name: 'Sami Haddad', detail: 'sami@contoso.example' }));
    const asked = await chat.find(line);
    expect(asked).toMatchObject({ form: { words: 'kyoto', asOf: DAY }, task: { remark: { code: remark } } });
    const view = await chat.press({ kind: 'search', scope: 'user-2', asOf: DAY, form: { words: 'kyoto' } });
    expect(remarkOf(view)).toEqual({ code: 'no-such-date', typed: DAY });
    expect(searched(chat)).toEqual([]);
  });

  test('stays on the form where the search cannot be made', async () => {
    const chat = createFinding();
    const view = await chat.find(`${'x'.repeat(1_001)} of ada as of ${DAY}`);
    expect(view).toMatchObject({ form: { asOf: DAY }, task: { remark: { code: 'query-too-long' } } });
  });
});
