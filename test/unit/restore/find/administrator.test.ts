/** What an administrator finds: everybody's data, in one session of a kind and day, out of which the names come. */
import { renderView } from '../../../../src/cards/render.ts';
import { UpstreamError } from '../../../../src/core/errors.ts';
import type { ExploreRequest, ServiceOrganization } from '../../../../src/restore/state/ports.ts';
import type { View } from '../../../../src/sign-in/state/views.ts';
import { aBackup, anEntry, aPoint, notFound } from '../../../fakes/explorer.ts';
import { CONTOSO, createAdministrator, createAdministratorOutside, mailbox } from '../../../support/administrator.ts';
import { aFault, aPersonState, aSession } from '../../../support/builders.ts';
import { aContext } from '../../../support/views.ts';
import { asker, createChat, factsOf, key, remarkOf, type Chat } from '../../../support/restore-tasks.ts';

const opened = ({ explorer }: Chat): readonly ExploreRequest[] =>
  explorer.calls.filter(({ method }) => method === 'openExplore').map(({ asked }) => asked as ExploreRequest);

const titles = (view: object): readonly string[] =>
  'entries' in view ? (view.entries as { containerId: string }[]).map(({ containerId }) => containerId) : [];

describe('a line', () => {
  test('finds what somebody has, with one command', async () => {
    const chat = createAdministrator();
    const view = await chat.find('kyoto of zoe');
    expect([view.kind, remarkOf(view), titles(view)]).toEqual(['task-results', undefined, ['m-zoe']]);
    expect(opened(chat)).toHaveLength(1);
    expect(opened(chat)[0]).toMatchObject({ workload: 'exchange', showDeleted: false });
  });

  test.each([
    ['kyoto of everybody', ['m-noor', 'm-zoe']],
    ['kyoto of noor in mail', ['m-noor']],
    ['kyoto as of 18 november of zoe', ['m-zoe']],
  ])('%s finds %j', async (line, expected) => {
    const chat = createAdministrator();
    expect(titles(await chat.find(line)).toSorted()).toEqual(expected);
  });

  test('of everybody says whose each is', async () => {
    const chat = createAdministrator();
    const view = await chat.find('kyoto of everybody');
    expect(view).toMatchObject({ task: { scope: { everybody: true } } });
    expect(view).toMatchObject({
      entries: expect.arrayContaining([
        expect.objectContaining({ containerId: 'm-noor', containerName: 'Noor Haddad' }),
        expect.objectContaining({ containerId: 'm-zoe', containerName: 'Zoe Kim' }),
      ]),
    });
  });

  test('of everybody takes what at most twenty people have', async () => {
    const chat = createAdministrator();
    const people = Array.from({ length: 21 }, (_, at) => mailbox(`m-${at}`, `Person ${at}`));
    const entries = people.map(({ id }) => ({
      folderId: 'inbox',
      entry: anEntry({ id: `of-${id}`, containerId: id, title: 'Kyoto' }),
    }));
    chat.explorer.backups.set('organization', aBackup({ exchange: people, entries }));
    await chat.find('kyoto of everybody');
    const view = await chat.press({ kind: 'select', what: 'all' });
    expect(remarkOf(view)).toEqual({ code: 'too-many-owners', most: 20 });
    expect(chat.task().ticked).toHaveLength(20);
  });

  test('that names a site looks it up among the sites', async () => {
    const chat = createAdministrator();
    const view = await chat.find('budget of the marketing site');
    expect(opened(chat).map(({ workload }) => workload)).toEqual(['sharepoint']);
    expect(view).toMatchObject({ task: { workload: 'sharepoint', scope: { name: 'Marketing' } } });
  });

  test('finds the files of somebody whose own site, seen before, has the same id', async () => {
    const chat = createAdministrator();
    const [drive, ...others] = CONTOSO.onedrive ?? [];
    if (drive === undefined) throw new Error('there is no drive');
    chat.explorer.backups.set('organization', aBackup({ onedrive: [drive, ...others], sharepoint: [drive] }));
    expect(await chat.find('budget of the site noor')).toMatchObject({ task: { workload: 'sharepoint' } });
    expect(await chat.find('budget of noor in files')).toMatchObject({ task: { workload: 'onedrive' } });
    expect(chat.task()).toMatchObject({ scope: { item: { type: 'User' } } });
  });

  test('that names somebody searches the mailbox, says that there is an archive, and searches that one when it is named', async () => {
    const chat = createAdministrator();
    const [noor] = CONTOSO.exchange ?? [];
    if (noor === undefined) throw new Error('there is no mailbox');
    const archive = { ...noor, id: 'm-archive', isArchive: true };
    const entries = [noor, archive].map(({ id }) => ({
      folderId: 'inbox',
      entry: anEntry({ id: `of-${id}`, containerId: id, title: 'Kyoto' }),
    }));
    chat.explorer.backups.set('organization', aBackup({ exchange: [noor, archive], entries }));
    const told = { code: 'archive-too', typed: noor.name };
    for (const [line, id, remark] of [
      ['kyoto of noor', noor.id, told],
      ['kyoto of noor archive', archive.id, undefined],
      ['kyoto in the archive of noor', archive.id, undefined],
    ] as const) {
      const view = await chat.find(line);
      expect([line, titles(view), remarkOf(view)]).toEqual([line, [id], remark]);
    }
    expect(remarkOf(await chat.find('of noor'))).toEqual(told);
  });

  test('that names nobody known keeps its words and asks whose data', async () => {
    const chat = createAdministrator();
    const view = await chat.find('minutes of meeting');
    expect(view).toMatchObject({ kind: 'task-search', form: { words: 'minutes of meeting' } });
    expect(remarkOf(view)).toEqual({ code: 'whose-data', unknownName: 'meeting' });
  });

  test('that names a site that is not there leaves the kind, whose data and the day as they were', async () => {
    const chat = createAdministrator();
    await chat.find('kyoto of zoe as of 18 november');
    const { point } = chat.task();
    const view = await chat.find('kyoto of the finance site');
    expect(point).toMatchObject({ kind: 'at' });
    expect(view).toMatchObject({ task: { workload: 'exchange', scope: { name: 'Zoe Kim' }, point } });
    expect(view).toMatchObject({ form: { words: 'kyoto of the finance site' } });
  });

  test('of an operator never means everybody', async () => {
    const chat = createChat();
    await chat.find();
    const view = await chat.press({ kind: 'search', scope: 'organization', form: { words: 'kyoto' } });
    expect(remarkOf(view)).toEqual({ code: 'no-such-scope', typed: 'organization' });
  });
});

test('whose data was searched last is offered in the same organization alone', async () => {
  const outside = createAdministratorOutside();
  const likely = async (chat: Chat) => {
    const view = await chat.find();
    await chat.press({ kind: 'done' });
    return view.kind === 'task-search' && view.likely.map(({ name }) => name);
  };
  const chat = createChat(outside);
  await chat.find('kyoto of zoe');
  const { scope } = chat.task();
  await chat.press({ kind: 'done' });
  expect(await likely(chat)).toEqual(['Zoe Kim']);
  const before = chat.state();

  const organization = 'fabrikam.onmicrosoft.com';
  const session = aSession({ flow: 'app-only', organization });
  outside.people.put(key, aPersonState({ session, address: asker.address }));
  const elsewhere = createChat({ ...outside, organization: { key: organization } });
  expect(await likely(elsewhere)).toEqual([]);
  // Stored by an earlier version, which did not know of which organization they are.
  elsewhere.store.put(key, { restores: [], recentScopes: before?.recentScopes ?? [] });
  expect(await likely(elsewhere)).toEqual([]);
  expect(scope).toMatchObject({ kind: 'item', item: { name: 'Zoe Kim' } });
});

describe('a line in teams', () => {
  const createTeams = () => {
    const chat = createAdministrator();
    const team = { id: 't-sales', name: 'Sales', detail: 'sales@contoso.example', isArchive: false };
    const entry = anEntry({ id: 'plan', kind: 'file', containerId: team.id, title: 'Plan' });
    chat.explorer.backups.set('organization', aBackup({ teams: [team], entries: [{ folderId: 'inbox', entry }] }));
    return chat;
  };
  const asked = ({ explorer }: Chat) =>
    explorer.calls
      .filter(({ method }) => method === 'search')
      .map(({ asked: search }) => {
        const { which, query } = search as { readonly which: string; readonly query: string };
        return `${which} ${query}`;
      });
  const refused = () => new UpstreamError('backup service', 'REFUSED', { status: 400 });

  test.each([
    ['hasattachment:true', ['posts hasattachment:true']],
    ['attachment:plan*', ['posts attachment:plan*']],
    ['subject:plan', ['posts subject:plan']],
    ['name:plan', ['tabs name:plan']],
    ['ext:xlsx', ['files ext:xlsx']],
    ['author:"Anna Lee"', ['posts author:"Anna Lee"', 'files author:"Anna Lee"']],
    ['System.Document.LastAuthor:anna', ['files System.Document.LastAuthor:anna']],
    ['plan', ['posts plan', 'files plan', 'tabs plan']],
  ])('with %s searches what knows it: %j', async (words, expected) => {
    const chat = createTeams();
    await chat.find(`${words} of the sales team in teams`);
    expect(asked(chat)).toEqual(expected);
  });

  test('with a search word of another kind says so, and asks nothing of the service', async () => {
    const chat = createTeams();
    const view = await chat.find('hasattachments:true of the sales team in teams');
    expect(remarkOf(view)).toEqual({ code: 'no-search-word', typed: 'hasattachments:' });
    expect(asked(chat)).toEqual([]);
  });

  test.each([
    ['in the line', 'subject:budget OR filename:budget', {}],
    ['on the form', undefined, { from: 'Anna', name: 'budget' }],
  ])(
    'with what no search knows together, %s, says so, asks nothing of the service and looks in no other backup',
    async (_, words, fields) => {
      const chat = createTeams();
      await chat.find('of the sales team in teams');
      const view = await chat.press({ kind: 'search', form: { words, ...fields } });
      expect(remarkOf(view)).toEqual({ code: 'no-common-search' });
      const sessions = chat.explorer.allSessions.length;
      chat.explorer.backups.get('organization')?.points.push(aPoint({ workloads: ['teams'] }));
      // Of an older card.
      await chat.press({ kind: 'look-back' });
      await chat.clock.run(chat.jobs.idle());
      expect(chat.explorer.allSessions).toHaveLength(sessions);
      expect(chat.task()).toMatchObject({ step: 'search', remark: { code: 'no-common-search' } });
      expect(asked(chat)).toEqual([]);
    },
  );

  test.each([
    ['author:plan OR filename:budget', ['files'], ['posts']],
    ['plan OR (subject:budget AND author:plan)', ['posts'], ['files', 'tabs']],
    ['(author:plan OR filename:budget) filename:plan', ['files'], undefined],
    ['OR filename:budget', ['files'], undefined],
    ['filename:budget OR filename:plan', ['files'], undefined],
    ['filename:budget AND author:plan', ['files'], undefined],
    ['author:"one OR filename:two"', ['posts', 'files'], undefined],
  ])('with %s searches %j, and says that %j might have some, too', async (words, searched, leftOut) => {
    const chat = createTeams();
    const view = await chat.find(`${words} of the sales team in teams`);
    expect(asked(chat).map((one) => one.split(' ')[0])).toEqual(searched);
    const { remark, also = [] } = factsOf(view) ?? {};
    const said = [remark, ...also].find((one) => one?.code === 'kinds-left-out');
    expect(said).toEqual(leftOut && { code: 'kinds-left-out', which: leftOut });
  });

  test('of which one search is refused shows what the others found, and says which was not searched', async () => {
    const chat = createTeams();
    chat.explorer.faults.search = [refused()];
    const view = await chat.find('plan of the sales team in teams');
    expect(titles(view)).toEqual(['t-sales', 't-sales']);
    expect(remarkOf(view)).toEqual({ code: 'kinds-unsearched', which: ['posts'] });
    chat.explorer.faults.search = [refused()];
    const empty = await chat.find('nowhere of the sales team in teams');
    expect(empty).toMatchObject({
      task: { remark: { code: 'nothing-found' }, also: [{ code: 'kinds-unsearched', which: ['posts'] }] },
    });
  });

  test('of which every search is refused, or one fails otherwise, is told as before', async () => {
    const chat = createTeams();
    chat.explorer.faults.search = [refused(), refused(), refused()];
    expect(remarkOf(await chat.find('plan of the sales team in teams'))).toMatchObject({ code: 'query-refused' });
    chat.explorer.faults.search = [new UpstreamError('backup service', 'TIMED_OUT')];
    expect(remarkOf(await chat.find('plan of the sales team in teams'))).toMatchObject({
      code: 'service',
      trouble: 'timeout',
    });
  });
});

describe('a line that takes long because the backup of the organization is opened', () => {
  test('has a card that says so, on which the results stand afterwards', async () => {
    const chat = createAdministrator();
    chat.explorer.during.openExplore = () => chat.clock.sleep(40_000);
    const view = await chat.find('kyoto of zoe');
    expect(view.kind).toBe('task-results');
    expect(chat.announcer.cards).toHaveLength(1);
    const [card] = chat.announcer.cards;
    expect(card?.cardId).toBe(chat.task().cardId);
    expect(card?.views.map(({ kind }) => kind)).toEqual(['task-search', 'task-results']);
    expect(card?.views[0]).toMatchObject({ isOpening: true, form: { words: 'kyoto of zoe' } });
  });

  test('has one of its own where that card was used meanwhile, and the search goes on in the same session', async () => {
    const chat = createAdministrator();
    chat.explorer.during.openExplore = () => chat.clock.sleep(40_000);
    const finding = chat.wizard.find(asker, 'kyoto of zoe');
    await chat.clock.advance(10_000);
    const { id, cardId } = chat.task();
    const everywhere = {
      kind: 'search',
      scope: 'organization',
      workload: 'exchange',
      form: { words: 'kyoto' },
    } as const;
    const pressing = chat.wizard.press(asker, id, everywhere, cardId);
    await chat.clock.run(Promise.allSettled([finding, pressing]));
    expect(opened(chat)).toHaveLength(1);
    expect(chat.explorer.working).toHaveLength(1);
  });
});

describe('the form', () => {
  test('is there at once, and its names once the session is open, which the search uses', async () => {
    const chat = createAdministrator();
    const gate = Promise.withResolvers<void>();
    chat.explorer.during.openExplore = () => gate.promise;
    const view = await chat.find();
    expect(view).toMatchObject({ kind: 'task-search', isOpening: true, choices: [{ value: 'organization' }] });
    expect(await chat.wizard.suggest(asker, 'noor', 5)).toEqual([]);

    gate.resolve();
    await chat.clock.settle();
    expect((await chat.wizard.suggest(asker, 'noor', 5)).map(({ value }) => value)).toEqual(['m-noor', 'm-noor-old']);
    const found = await chat.press({ kind: 'search', scope: 'm-zoe', workload: 'exchange', form: { words: 'kyoto' } });
    expect(titles(found)).toEqual(['m-zoe']);
    expect(opened(chat)).toHaveLength(1);
  });

  test('that is shown again while the session is opened does not take the place of a search', async () => {
    const chat = createAdministrator();
    const gate = Promise.withResolvers<void>();
    chat.explorer.during.openExplore = () => gate.promise;
    await chat.find();
    for (let again = 0; again < 3; again += 1) await chat.press({ kind: 'search', workload: 'exchange', form: {} });
    const { id, cardId } = chat.task();
    const named = { kind: 'search', scope: 'zoe', workload: 'exchange', form: { words: 'kyoto' } } as const;
    const searching = chat.wizard.press(asker, id, named, cardId);
    await chat.clock.settle();
    gate.resolve();
    expect((await chat.clock.run(searching)).view.kind).toBe('task-results');
    expect(opened(chat)).toHaveLength(1);
  });

  test('takes a typed name', async () => {
    const chat = createAdministrator();
    await chat.find();
    const view = await chat.press({ kind: 'search', scope: 'zoe', workload: 'exchange', form: { words: 'kyoto' } });
    expect(titles(view)).toEqual(['m-zoe']);
  });

  test('says who is not in the backup', async () => {
    const chat = createAdministrator();
    await chat.find();
    const view = await chat.press({ kind: 'search', scope: 'quentin', workload: 'exchange', form: { words: 'kyoto' } });
    expect(remarkOf(view)).toEqual({ code: 'not-in-backup', typed: 'quentin' });
  });

  test('looks up who is not in the backup in the one that is chosen then, and searches there', async () => {
    const chat = createAdministrator();
    chat.explorer.has = ({ id }, { at = Infinity }) => id !== 'm-zoe' || at < Date.UTC(2026, 10, 18, 23);
    await chat.find();
    const absent = await chat.press({ kind: 'search', scope: 'zoe', workload: 'exchange', form: { words: 'kyoto' } });
    expect(absent).toMatchObject({ chosen: 'zoe', isElsewhere: true });
    // The form sends it again.
    const form = { words: 'kyoto' };
    const day = await chat.press({ kind: 'search', scope: 'zoe', workload: 'exchange', form, next: 'points' });
    expect(day.kind).toBe('task-point');
    const again = await chat.press({ kind: 'point', typed: 'latest', showDeleted: false });
    expect(remarkOf(again)).toEqual({ code: 'not-in-backup', typed: 'zoe' });
    await chat.press({ kind: 'search', scope: 'zoe', workload: 'exchange', form, next: 'points' });
    const view = await chat.press({ kind: 'point', typed: '18 november', showDeleted: false });
    expect(titles(view)).toEqual(['m-zoe']);
    expect(chat.task().named).toBeUndefined();
  });

  test('forgets a name that was not found once somebody else is chosen', async () => {
    const chat = createAdministrator();
    await chat.find();
    await chat.press({ kind: 'search', scope: 'quentin', workload: 'exchange', form: { words: 'kyoto' } });
    const form = { words: 'kyoto' };
    await chat.press({ kind: 'search', scope: 'noor', workload: 'exchange', form, next: 'points' });
    const view = await chat.press({ kind: 'point', typed: 'latest', showDeleted: false });
    expect(titles(view)).toEqual(['m-noor']);
  });

  test('goes on from a person to another one in the same session', async () => {
    const chat = createAdministrator();
    await chat.find('kyoto of zoe');
    const view = await chat.find('kyoto of noor');
    expect(titles(view)).toEqual(['m-noor']);
    expect(opened(chat)).toHaveLength(1);
  });

  test('of everybody is searched, not opened', async () => {
    const chat = createAdministrator();
    await chat.find('kyoto of everybody');
    expect(remarkOf(await chat.press({ kind: 'browse' }))).toEqual({ code: 'whose-data' });
    expect(remarkOf(await chat.press({ kind: 'missing' }))).toEqual({ code: 'whose-data' });
    expect(chat.explorer.methods).not.toContain('containers');
  });

  test('keeps the person in another kind where that has one of the name, and asks where it has several', async () => {
    const chat = createAdministrator();
    await chat.find('kyoto of noor');
    const files = await chat.press({ kind: 'search', scope: 'm-noor', workload: 'onedrive', form: { words: 'kyoto' } });
    expect(files).toMatchObject({ task: { workload: 'onedrive', scope: { name: 'Noor Haddad' } } });
    expect(remarkOf(files)).toEqual({ code: 'nothing-found' });
    await chat.find('kyoto of zoe in mail');
    const which = await chat.press({ kind: 'search', scope: 'm-zoe', workload: 'onedrive', form: { words: 'kyoto' } });
    expect(remarkOf(which)).toEqual({ code: 'which-scope', typed: 'Zoe Kim' });
    expect(which).toMatchObject({ likely: [{ value: 'd-zoe' }, { value: 'd-zoe-2' }] });
  });

  test('asks whose data after a site, where mail is chosen', async () => {
    const chat = createAdministrator();
    await chat.find('budget of the marketing site');
    const view = await chat.press({ kind: 'search', scope: 's-marketing', workload: 'exchange', form: { words: 'x' } });
    expect(remarkOf(view)).toEqual({ code: 'whose-data' });
    expect(view).toMatchObject({ task: { workload: 'exchange', scope: undefined } });
  });

  test('offers whose data was searched last, which needs no session of its own', async () => {
    const chat = createAdministrator();
    await chat.find('kyoto of zoe');
    await chat.press({ kind: 'done' });
    const view = await chat.find();
    expect(view).toMatchObject({ likely: [{ value: 'm-zoe', name: 'Zoe Kim' }] });
    const found = await chat.press({ kind: 'search', scope: 'm-zoe', form: { words: 'kyoto' } });
    expect(titles(found)).toEqual(['m-zoe']);
  });

  test('does not take an id of another session for somebody else of the same id', async () => {
    const chat = createAdministrator();
    await chat.find('kyoto of zoe');
    const ofOthers = { exchange: [mailbox('m-zoe', 'Noor Haddad'), mailbox('m-1', 'Zoe Kim')] };
    chat.explorer.backups.set('organization', aBackup({ ...CONTOSO, ...ofOthers }));
    const view = await chat.press({
      kind: 'search',
      scope: 'm-zoe',
      workload: 'exchange',
      asOf: '18 november',
      form: { words: 'kyoto' },
    });
    expect(chat.task().containers).toMatchObject([{ id: 'm-1', name: 'Zoe Kim' }]);
    expect(titles(view)).toEqual([]);
  });
});

describe('a day', () => {
  const refusing = (chat: Chat, status = 403): Chat => {
    const { tenant } = chat.explorer;
    chat.explorer.tenant = {
      ...tenant,
      firstBackupAt: Date.UTC(2026, 9, 1, 20),
      lastBackupAt: Date.UTC(2026, 10, 19, 22),
    };
    // What the session has, although it does not say so.
    const points = [aPoint({ backupTime: Date.UTC(2026, 9, 1, 20) })];
    chat.explorer.backups.set('organization', aBackup({ ...CONTOSO, points }));
    chat.explorer.faults.restorePoints = [new UpstreamError('backup service', 'REFUSED', { status })];
    return chat;
  };

  test('is a backup where the service tells which there are', async () => {
    const chat = createAdministrator();
    await chat.find('kyoto of zoe as of 18 november');
    expect(opened(chat).at(-1)?.at).toBe(Date.UTC(2026, 10, 18, 22));
    const { restore } = chat.audit.records.findLast(({ event }) => event === 'backup-opened') ?? {};
    expect(restore).toEqual({
      workload: 'exchange',
      scope: 'organization',
      point: '2026-11-18T22:00:00.000Z',
      pointId: 'point-2',
    });
  });

  /** An administrator who opens Zoe's mailbox as of a day, after half an hour in which a backup was deleted. */
  async function afterDeleting(
    id: string,
    line: string,
    faults: readonly (UpstreamError | undefined)[] = [],
  ): Promise<Chat> {
    const chat = createAdministrator();
    await chat.find(line);
    await chat.press({ kind: 'add', entries: chat.task().page?.entries.map(({ key }) => key) ?? [] });
    const left = aBackup().points.filter((point) => point.id !== id);
    chat.explorer.backups.set('organization', aBackup({ ...CONTOSO, points: left }));
    await chat.clock.advance(35 * 60_000);
    await chat.jobs.runDue();
    await chat.clock.settle();
    chat.explorer.faults.restorePoints = [...faults];
    await chat.press({ kind: 'browse' });
    return chat;
  }

  test.each([
    ['was chosen', 'point-2', 'kyoto of zoe as of 18 november'],
    ['was the latest one', 'point-1', 'kyoto of zoe'],
  ])('is not replaced by an older one where its backup %s and no longer exists', async (_, id, line) => {
    const chat = await afterDeleting(id, line);
    expect(chat.task().remark).toMatchObject({ code: 'service', trouble: 'backup-gone' });
    expect(opened(chat)).toHaveLength(1);
  });

  test('is not replaced either where the service is busy when it is asked again, nor at the next press', async () => {
    const busy = aFault('TIMED_OUT');
    const chat = await afterDeleting('point-2', 'kyoto of zoe as of 18 november', [undefined, busy, busy]);
    await chat.press({ kind: 'browse' });
    expect(chat.task().remark).toMatchObject({ code: 'service', trouble: 'backup-gone' });
    expect(opened(chat)).toHaveLength(1);
  });

  test('is opened again where another backup was deleted', async () => {
    const chat = await afterDeleting('point-1', 'kyoto of zoe as of 18 november');
    expect(chat.task().remark).toBeUndefined();
    expect(opened(chat).map(({ at }) => at)).toEqual([Date.UTC(2026, 10, 18, 22), Date.UTC(2026, 10, 18, 22)]);
  });

  test.each([401, 403, 404])(
    'is its end in the zone of the person where points are refused with %i',
    async (status) => {
      const chat = refusing(createAdministrator(), status);
      const view = await chat.find('kyoto of zoe as of 3 november');
      expect(titles(view)).toEqual(['m-zoe']);
      // In Berlin.
      expect(opened(chat).map(({ at }) => at)).toEqual([Date.UTC(2026, 10, 3, 23) - 1]);
      expect(view).toMatchObject({ task: { point: { isAssumed: true } } });
      const { restore } = chat.audit.records.findLast(({ event }) => event === 'backup-opened') ?? {};
      expect(restore).toEqual({ workload: 'exchange', scope: 'organization', point: '2026-11-03T22:59:59.999Z' });
    },
  );

  test('is none where the organization has no backup, which is said at once', async () => {
    const chat = refusing(createAdministrator(), 403);
    chat.explorer.tenant = { id: 'organization-1', name: 'contoso.onmicrosoft.com', isBackedUp: false };
    const view = await chat.find('kyoto of everybody as of 3 november');
    expect(remarkOf(view)).toEqual({ code: 'no-points' });
    // What is open is the latest, for the names of the form.
    expect(chat.explorer.methods).not.toContain('search');
  });

  test('is asked again of a service that was only busy', async () => {
    const chat = refusing(createAdministrator(), 409);
    await chat.find('kyoto of zoe as of 3 november');
    await chat.clock.advance(600_000);
    await chat.find('kyoto of zoe as of 4 november');
    expect(chat.explorer.methods.filter((method) => method === 'restorePoints')).toHaveLength(2);
    expect(opened(chat).at(-1)?.at).toBe(Date.UTC(2026, 9, 1, 20));
  });

  test('is asked of the service once where it refuses, and the session stays signed in', async () => {
    const chat = refusing(createAdministrator(), 401);
    await chat.find('kyoto of zoe as of 3 november');
    await chat.clock.advance(600_000);
    await chat.find('kyoto of zoe as of 4 november');
    expect(chat.explorer.methods.filter((method) => method === 'restorePoints')).toHaveLength(1);
    expect(chat.people.stateOf(key)?.session).toBeDefined();
  });

  test('is all that a look into earlier ones says of what it finds, and its card', async () => {
    const chat = refusing(createAdministrator());
    const found = [anEntry({ id: 'kyoto-zoe', containerId: 'm-zoe', title: 'Kyoto' })];
    chat.explorer.finds = (_query, request) => ((request?.at ?? 0) < Date.UTC(2026, 10, 16) ? found : []);
    await chat.find('kyoto of zoe');
    await chat.press({ kind: 'look-back' });
    await chat.clock.settle();
    const { remark } = chat.task();
    // In Berlin.
    expect(remark).toEqual({
      code: 'last-seen',
      at: Date.UTC(2026, 10, 15, 23) - 1,
      exact: true,
      isAssumed: true,
    });
    const shown = chat.announcer.shows(chat.task().cardId ?? '');
    const texts = JSON.stringify(renderView(shown as View, aContext({ zone: 'Europe/Berlin' })).card);
    expect(texts).toContain('15 Nov 2026');
    expect(texts).not.toMatch(/23:59|00:00/);
  });

  test('may be chosen before whose data it is', async () => {
    const chat = refusing(createAdministrator());
    await chat.find();
    const view = await chat.press({ kind: 'search', next: 'points', workload: 'exchange', form: {} });
    expect(view).toMatchObject({ kind: 'task-point', isAssumed: true, moreDays: 30 });
    expect(view).toMatchObject({ days: expect.arrayContaining([{ day: '2026-11-18', points: [expect.anything()] }]) });
  });

  test('without any backup leaves the rest of its line understood', async () => {
    const chat = createAdministrator();
    const view = await chat.find('kyoto of zoe as of 1 january 2020');
    expect(remarkOf(view)).toEqual({ code: 'no-point-before', typed: '1 january 2020' });
    expect(view).toMatchObject({
      task: { scope: { name: 'Zoe Kim' } },
      form: { words: 'kyoto', asOf: '1 january 2020' },
    });
  });

  test('before the first backup is said to have none', async () => {
    const chat = refusing(createAdministrator());
    chat.explorer.tenant = { ...chat.explorer.tenant, firstBackupAt: undefined };
    const view = await chat.find('kyoto of everybody as of 18 september');
    expect(remarkOf(view)).toEqual({ code: 'empty-before-first-backup' });
  });

  test('on which nobody has any of that kind, though the backup before it has, is not said to be before the first', async () => {
    const chat = createAdministrator();
    chat.explorer.has = (_, { at = Infinity }) => at < Date.UTC(2026, 10, 18);
    const view = await chat.find('kyoto of everybody as of 18 november');
    expect(remarkOf(view)).toEqual({ code: 'place-absent' });
    await chat.press({ kind: 'look-back' });
    await chat.clock.settle();
    expect(chat.task()).toMatchObject({ step: 'results', point: { id: 'point-3' }, page: { found: 2 } });
  });

  test.each(['known', 'assumed'])('is looked for that has whom the latest backup no longer has (%s)', async (days) => {
    const chat = days === 'known' ? createAdministrator() : refusing(createAdministrator());
    await chat.find('kyoto of zoe');
    await chat.press({ kind: 'done' });
    // Under another id.
    const before = { ...mailbox('m-former', 'Zoe Kim') };
    const { points = [] } = chat.explorer.backups.get('organization') ?? {};
    const entries = [{ folderId: 'inbox', entry: anEntry({ id: 'old', containerId: 'm-former', title: 'Kyoto' }) }];
    chat.explorer.backups.set(
      'organization',
      aBackup({ exchange: [mailbox('m-noor', 'Noor Haddad'), before], points, entries }),
    );
    const last = Date.UTC(2026, 10, 18, 23);
    chat.explorer.has = ({ id }, { at = Infinity }) => id !== 'm-former' || at < last;
    await chat.find();
    const view = await chat.press({ kind: 'search', scope: 'm-zoe', workload: 'exchange', form: { words: 'kyoto' } });
    expect(remarkOf(view)).toEqual({ code: 'place-absent' });
    await chat.press({ kind: 'look-back' });
    await chat.clock.settle();
    expect(chat.task()).toMatchObject({
      step: 'results',
      remark: { code: 'last-seen', exact: true },
      containers: [{ id: 'm-former' }],
      page: { found: 1, entries: [{ containerId: 'm-former' }] },
    });
    expect(chat.explorer.working).toHaveLength(1);
  });

  test('is not looked for that has whom no backup has', async () => {
    const chat = createAdministrator();
    await chat.find('kyoto of zoe');
    await chat.press({ kind: 'done' });
    const points = aBackup().points.slice(0, 1);
    chat.explorer.backups.set('organization', aBackup({ exchange: [mailbox('m-noor', 'Noor Haddad')], points }));
    await chat.clock.advance(600_000);
    await chat.find();
    const view = await chat.press({ kind: 'search', scope: 'm-zoe', workload: 'exchange', form: { words: 'kyoto' } });
    expect(remarkOf(view)).toEqual({ code: 'not-in-backup', typed: 'Zoe Kim' });
  });

  test('a backup that was opened while its card was being posted is shown on that card, and on no other', async () => {
    const outside = createAdministratorOutside();
    const chat = createChat(outside, async (label, call) => {
      if (label === 'announcer.post') await outside.clock.sleep(2_000);
      return call();
    });
    chat.explorer.during.openExplore = () => chat.clock.sleep(5_000);
    const found = chat.find('kyoto of zoe');
    await chat.clock.advance(10_000);
    expect((await found).kind).toBe('task-results');
    expect(chat.announcer.cards).toHaveLength(1);
    expect(chat.task().cardId).toBe(chat.announcer.cards[0]?.cardId);
  });

  test('latest is now, or a minute after the last backup by a clock that is ahead; and again after a reopening', async () => {
    const chat = createAdministrator();
    const lastBackupAt = chat.clock.now() + 3_600_000;
    chat.explorer.tenant = { ...chat.explorer.tenant, lastBackupAt };
    await chat.find('kyoto of zoe');
    expect(opened(chat).map(({ at }) => at)).toEqual([lastBackupAt + 60_000]);

    const { explore } = chat.task();
    chat.explorer.drop(explore?.id ?? '');
    await chat.clock.advance(1_000_000);
    await chat.press({ kind: 'search', scope: 'm-noor', form: { words: 'kyoto' } });
    expect(opened(chat).map(({ at }) => at)).toEqual([lastBackupAt + 60_000, lastBackupAt + 60_000]);
  });
});

describe('a session of another organization', () => {
  test('is stopped, audited, and shows nothing', async () => {
    const chat = createAdministrator();
    const { tenant } = chat.explorer;
    chat.explorer.during.exploredOrganization = async () => {
      chat.explorer.tenant = { id: 'organization-2', name: 'fabrikam.onmicrosoft.com' };
    };
    const view = await chat.find('kyoto of zoe');
    expect(remarkOf(view)).toMatchObject({ code: 'service', trouble: 'other-organization' });
    expect(chat.explorer.working).toEqual([]);
    expect(chat.explorer.methods).not.toContain('exploredScope');
    expect(chat.audit.records.findLast(({ event }) => event === 'backup-opened')).toMatchObject({
      outcome: 'other-organization',
      flow: 'app-only',
    });
    chat.explorer.during.exploredOrganization = async () => {
      chat.explorer.tenant = { ...tenant, id: 'known-by-another-id' };
    };
    expect(titles(await chat.find('kyoto of zoe'))).toEqual(['m-zoe']);
  });

  test.each([
    ['another name', { name: 'fabrikam.onmicrosoft.com' }],
    ['a server of their own', { type: 'OnPremises' }],
  ])('shows no days either, and opens nothing, where it says so itself: %s', async (_, changes) => {
    const chat = createAdministrator();
    Object.assign(chat.explorer, { tenant: { ...chat.explorer.tenant, ...changes } });
    expect(remarkOf(await chat.find('kyoto of zoe'))).toMatchObject({ code: 'service', trouble: 'other-organization' });
    const days = await chat.run(chat.wizard.points(asker));
    expect(days).toMatchObject({ days: [], task: { remark: { code: 'service', trouble: 'other-organization' } } });
    expect(chat.explorer.methods).not.toContain('openExplore');
    expect(chat.explorer.methods).not.toContain('restorePoints');
  });

  test.each([
    ['only its id', { id: 'organization-1' }, true],
    ['only another id', { id: 'organization-2' }, false],
    ['only its name', { name: 'Contoso.onmicrosoft.com' }, true],
    ['nothing', {}, false],
  ])('is told from the own one where the service gives %s', async (_, explored, isOwn) => {
    const chat = createAdministrator();
    chat.explorer.during.exploredOrganization = async () => {
      chat.explorer.tenant = explored as ServiceOrganization;
    };
    const view = await chat.find('kyoto of zoe');
    if (isOwn) expect(titles(view)).toEqual(['m-zoe']);
    else expect(remarkOf(view)).toMatchObject({ code: 'service', trouble: 'other-organization' });
  });

  test('is suspected where the service does not say', async () => {
    const chat = createAdministrator();
    chat.explorer.faults.exploredOrganization = [notFound()];
    const view = await chat.find('kyoto of zoe');
    expect(remarkOf(view)).toMatchObject({ code: 'service' });
    expect(chat.explorer.working).toEqual([]);
  });
});

test('looks into earlier backups open at most eight sessions, each closed but the one that has it', async () => {
  const chat = createAdministrator();
  const points = Array.from({ length: 40 }, (_, day) => ({
    id: `p-${day}`,
    backupTime: Date.UTC(2026, 10, 19, 22) - day * 86_400_000,
    workloads: ['exchange'] as const,
    hidden: false,
  }));
  chat.explorer.backups.set('organization', aBackup({ ...CONTOSO, points }));
  const goneSince = Date.UTC(2026, 10, 10);
  chat.explorer.finds = (_query, request) =>
    (request?.at ?? 0) < goneSince ? [anEntry({ id: 'kyoto-zoe', containerId: 'm-zoe', title: 'Kyoto' })] : [];
  const nothing = await chat.find('kyoto of zoe');
  expect(remarkOf(nothing)).toEqual({ code: 'nothing-found' });
  await chat.press({ kind: 'look-back' });
  await chat.clock.settle();
  expect(chat.task()).toMatchObject({ step: 'results', remark: { code: 'last-seen' } });
  expect(opened(chat).length).toBeLessThanOrEqual(9);
  expect(chat.explorer.working).toHaveLength(1);
});
