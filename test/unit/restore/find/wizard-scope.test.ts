/** Sites and teams beside people: what is chosen, and which kinds of data follow from it. */
import { aBackup, anEntry, aScopeItem } from '../../../fakes/explorer.ts';
import { asker, createChat, remarkOf, type Chat } from '../../../support/restore-tasks.ts';

const SITE = aScopeItem({ id: 'site-1', type: 'Site', name: 'Marketing', detail: 'https://contoso.example/marketing' });
const SUBSITE = aScopeItem({ id: 'site-2', type: 'Site', name: 'Events', detail: 'https://contoso.example/m/events' });
const TEAM = aScopeItem({ id: 'team-1', type: 'Team', name: 'Marketing', detail: 'marketing@contoso.example' });

/** An operator of a person, a site, its subsite and a team, in whose data every search finds something. */
function createScopedChat(items = [aScopeItem(), SITE, SUBSITE, TEAM]): Chat {
  const chat = createChat();
  chat.explorer.scopeItems = [...items];
  for (const { id } of items) chat.explorer.backups.set(id, aBackup());
  chat.explorer.finds = () => [anEntry({ title: 'Budget' })];
  return chat;
}

/** What explore sessions were opened for. */
const opened = ({ explorer }: Chat) =>
  explorer.calls
    .filter(({ method }) => method === 'openExplore')
    .map(({ asked }) => {
      const { workload, scope } = asked as { workload: string; scope?: { id: string } };
      return [workload, scope?.id];
    });

describe('a site that somebody asked for', () => {
  const found = async (scope: string) => {
    const chat = createScopedChat();
    const request = { requestId: 'request-1', workload: 'sharepoint', asOf: undefined, words: 'budget' } as const;
    const called = { type: 'Site' } as const;
    return { chat, view: await chat.run(chat.wizard.findRequested(asker, { ...request, scope, called })) };
  };

  test('is opened under its whole name or address', async () => {
    for (const scope of ['marketing', SITE.detail])
      expect(opened((await found(scope)).chat)).toEqual([['sharepoint', 'site-1']]);
  });

  test.each([
    ['Market', 'which-scope'],
    ['Marketing site', 'which-scope'],
    ['Finance', 'no-such-scope'],
    ['site-1', 'no-such-scope'],
    ['own', 'no-such-scope'],
  ])('is asked about, or not found, where it was written in another way: %s', async (scope, code) => {
    const { chat, view } = await found(scope);
    expect(remarkOf(view)).toEqual({ code, typed: scope });
    expect(opened(chat)).toEqual([]);
  });
});

describe('a line', () => {
  test.each([
    ['budget of site marketing', ['sharepoint', 'site-1']],
    ['budget in the marketing team', ['teams', 'team-1']],
    ['budget of marketing in site', ['sharepoint', 'site-1']],
    ['budget of events', ['sharepoint', 'site-2']],
    ['budget of ada', ['exchange', 'user-1']],
    ['budget of ada in site', ['sharepoint', 'user-1']],
    ['budget of me in site', ['sharepoint', undefined]],
  ])('%s searches %j', async (line, expected) => {
    const chat = createScopedChat();
    const view = await chat.find(line);
    expect([view.kind, remarkOf(view)]).toEqual(['task-results', undefined]);
    expect(opened(chat)).toEqual([expected]);
  });

  test.each([
    ['budget of team marketing in mail', 'exchange', 'teams'],
    ['budget of site marketing in team', 'teams', 'sharepoint'],
    ['budget of me in team', 'teams', 'exchange'],
  ] as const)('%s searches what there is, and says so', async (line, asked, used) => {
    const chat = createScopedChat();
    const view = await chat.find(line);
    expect(view).toMatchObject({ kind: 'task-results', task: { workload: used } });
    expect(remarkOf(view)).toEqual({ code: 'other-kind', asked, used });
  });

  test('that names a person searches their mail, whatever was searched before', async () => {
    const chat = createScopedChat([
      aScopeItem(),
      aScopeItem({ id: 'user-2', name: 'Noor Haddad', detail: 'noor@contoso.example' }),
      SITE,
    ]);
    await chat.find('budget of site marketing');
    await chat.find('budget of ada');
    await chat.find('budget of ada in files');
    await chat.find('budget of noor');
    expect(opened(chat).map(([workload]) => workload)).toEqual(['sharepoint', 'exchange', 'onedrive', 'exchange']);
  });

  test('that may mean a site or a team offers both as buttons, and keeps kind and day', async () => {
    const chat = createScopedChat();
    const which = await chat.find('budget of marketing as of 18 november');
    expect(remarkOf(which)).toEqual({ code: 'which-scope', typed: 'marketing' });
    expect(which).toMatchObject({
      form: { words: 'budget', asOf: '18 november' },
      likely: [
        { value: 'site-1', type: 'Site' },
        { value: 'team-1', type: 'Team' },
      ],
    });
  });

  test('that is ambiguous within a kind keeps the kind for the name that is typed next', async () => {
    const other = aScopeItem({ ...SITE, id: 'site-3', detail: 'https://contoso.example/other' });
    const chat = createScopedChat([aScopeItem(), SITE, other, TEAM]);
    const which = await chat.find('budget of marketing in site');
    expect(which).toMatchObject({ asked: 'sharepoint', likely: [{ value: 'site-1' }, { value: 'site-3' }] });
    const found = await chat.run(chat.wizard.scope(asker, 'ada'));
    expect(found).toMatchObject({ kind: 'task-results', task: { workload: 'sharepoint' }, form: { words: 'budget' } });
    expect(chat.task().asked).toBeUndefined();
  });
});

describe('the form', () => {
  test('offers the kinds of whatever is in the scope, then those of what was chosen', async () => {
    const chat = createScopedChat();
    const counts = [
      { type: 'User', count: 1 },
      { type: 'Site', count: 2 },
      { type: 'Team', count: 1 },
    ];
    const everything = ['exchange', 'onedrive', 'sharepoint', 'teams'];
    expect(await chat.find()).toMatchObject({ counts: expect.arrayContaining(counts), task: { kinds: everything } });
    const kindsOf = async (scope: string) => {
      const view = await chat.press({ kind: 'search', scope, form: {} });
      return 'task' in view ? view.task.kinds : undefined;
    };
    expect(await kindsOf('site-1')).toEqual(['sharepoint']);
    expect(await kindsOf('team-1')).toEqual(['teams']);
    expect(await kindsOf('own')).toEqual(['exchange', 'onedrive', 'sharepoint']);
    expect(await kindsOf('user-1')).toEqual(['exchange', 'onedrive', 'sharepoint']);
  });

  test('corrects a kind that what was picked on it does not have', async () => {
    const chat = createScopedChat();
    await chat.find();
    const view = await chat.press({ kind: 'search', scope: 'team-1', workload: 'exchange', form: { words: 'budget' } });
    expect(view).toMatchObject({ kind: 'task-results', task: { workload: 'teams', scope: { type: 'Team' } } });
    expect(remarkOf(view)).toEqual({ code: 'other-kind', asked: 'exchange', used: 'teams' });
    // The kind of the team is no wish for the next one.
    const next = await chat.press({ kind: 'search', scope: 'user-1', form: { words: 'budget' } });
    expect([opened(chat), remarkOf(next)]).toEqual([
      [
        ['teams', 'team-1'],
        ['exchange', 'user-1'],
      ],
      undefined,
    ]);
  });

  test('works for an operator of sites alone', async () => {
    const chat = createScopedChat([SITE, SUBSITE]);
    const form = await chat.find();
    expect(form).toMatchObject({
      choices: [{ value: 'own' }, { value: 'site-1' }, { value: 'site-2' }],
      counts: [{ type: 'Site', count: 2 }],
      task: { kinds: ['exchange', 'onedrive', 'sharepoint'] },
    });
    await chat.press({ kind: 'search', scope: 'site-2', form: { words: 'budget' } });
    expect(opened(chat)).toEqual([['sharepoint', 'site-2']]);
  });

  test('has the last ones as buttons, whatever they are', async () => {
    const chat = createScopedChat();
    await chat.find();
    for (const scope of ['team-1', 'user-1', 'site-1']) await chat.press({ kind: 'search', scope, form: {} });
    await chat.press({ kind: 'done' });
    expect(await chat.find()).toMatchObject({
      likely: [
        { value: 'site-1', type: 'Site' },
        { value: 'user-1', type: 'User' },
        { value: 'team-1', type: 'Team' },
      ],
    });
  });
});

test('a team that was deleted meanwhile has to be chosen again, with the search as it was', async () => {
  const chat = createScopedChat();
  await chat.find('of team marketing');
  chat.explorer.scopeItems = [aScopeItem(), SITE];
  const view = await chat.find('budget');
  expect(remarkOf(view)).toEqual({ code: 'scope-taken-away' });
  expect(view).toMatchObject({ kind: 'task-search', form: { words: 'budget' }, likely: [] });
});
