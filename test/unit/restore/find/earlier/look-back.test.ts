import type { ExploreRequest } from '../../../../../src/restore/state/ports.ts';
import { UpstreamError } from '../../../../../src/core/errors.ts';
import { aBackup, anEntry, aPoint, notFound } from '../../../../fakes/explorer.ts';
import { dyingAt } from '../../../../fakes/intercept.ts';
import { aPersonState, aSession } from '../../../../support/builders.ts';
import {
  asker,
  createChat,
  createTasksOutside,
  key,
  startFinding,
  type Chat,
} from '../../../../support/restore-tasks.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;
const NEWEST = Date.UTC(2026, 10, 19, 22);

const invoice = anEntry({ id: 'invoice', title: 'Invoice' });

/** A mailbox with 180 daily backups, which has an invoice where `has` says so. */
function outsideWith(has: (request: { readonly ago: number; readonly showDeleted: boolean }) => boolean) {
  const outside = createTasksOutside();
  const points = Array.from({ length: 180 }, (_, ago) =>
    aPoint({ id: `point-${ago}`, backupTime: NEWEST - ago * DAY }),
  );
  outside.explorer.backups.set('user-1', aBackup({ points }));
  outside.explorer.finds = (_, request?: ExploreRequest) => {
    const ago = request?.at === undefined ? 0 : (NEWEST - request.at) / DAY;
    return has({ ago, showDeleted: request?.showDeleted === true }) ? [invoice] : [];
  };
  return outside;
}

async function searched(outside: ReturnType<typeof outsideWith>): Promise<Chat> {
  const chat = createChat(outside);
  await chat.find();
  await chat.press({
    kind: 'search',
    scope: 'user-1',
    workload: 'exchange',
    asOf: 'latest',
    form: { words: 'invoice' },
  });
  return chat;
}

async function signInAnew(chat: Chat): Promise<void> {
  const session = aSession({ signInId: 'sign-in-1', accessToken: 'SECRET-service-access-1' });
  chat.people.put(key, aPersonState({ session, address: asker.address }));
  delete chat.explorer.during.search;
  await chat.clock.run(chat.wizard.lifecycle.resume(key));
}

/** @returns sessions that looking back has opened */
async function lookBack(chat: Chat) {
  const before = chat.explorer.allSessions.length;
  const shown = await chat.press({ kind: 'look-back' });
  await chat.clock.run(chat.jobs.idle());
  await chat.clock.settle();
  const { cardId } = chat.task();
  return { shown, card: chat.announcer.shows(cardId ?? ''), opened: chat.explorer.allSessions.slice(before) };
}

describe('looking in earlier backups', () => {
  it('is offered where nothing was found, and shows what it does', async () => {
    const chat = await searched(outsideWith(({ ago }) => ago >= 5));
    expect(chat.task()).toMatchObject({ step: 'search', remark: { code: 'nothing-found' } });
    const { shown } = await lookBack(chat);
    expect(shown).toMatchObject({ kind: 'task-earlier', maxSessions: 8 });
  });

  it('continues in the newest backup that has it, in the session that found it', async () => {
    const chat = await searched(outsideWith(({ ago }) => ago >= 5));
    const { card, opened } = await lookBack(chat);
    expect(card).toMatchObject({
      kind: 'task-results',
      found: 1,
      entries: [{ id: 'invoice' }],
      task: {
        point: { kind: 'at', id: 'point-5' },
        remark: { code: 'last-seen', at: NEWEST - 5 * DAY, exact: true },
      },
    });
    expect(opened.map(({ request }) => request?.at && (NEWEST - request.at) / DAY)).toEqual([0, 1, 2, 5, 3, 4]);
    expect(chat.explorer.working.map(({ id }) => id)).toEqual([chat.task().explore?.id]);
    expect(chat.explorer.working[0]?.request?.at).toBe(NEWEST - 5 * DAY);
    await chat.press({ kind: 'page', page: 0 });
    expect(chat.explorer.allSessions).toHaveLength(opened.length + 1);
  });

  it('looks into the deleted items of the same backup first', async () => {
    const chat = await searched(outsideWith(({ showDeleted }) => showDeleted));
    const { card, opened } = await lookBack(chat);
    expect(card).toMatchObject({ kind: 'task-results', task: { remark: { code: 'found-deleted' } } });
    expect(opened).toHaveLength(1);
    expect(chat.task()).toMatchObject({ showDeleted: true, point: { kind: 'latest' } });
  });

  it('opens at most eight sessions in 180 days of backups, and closes each', async () => {
    const chat = await searched(outsideWith(({ ago }) => ago >= 33));
    const { card, opened } = await lookBack(chat);
    expect(opened).toHaveLength(8);
    expect(card).toMatchObject({ task: { remark: { code: 'last-seen', at: NEWEST - 51 * DAY, exact: false } } });
    await chat.press({ kind: 'done' });
    expect(chat.explorer.working).toEqual([]);
  });

  it('says which backups it looked into in vain, and keeps the task where it was', async () => {
    const chat = await searched(outsideWith(() => false));
    const { card, opened } = await lookBack(chat);
    const lookedAt = [1, 2, 5, 12, 30, 73, 179].map((ago) => NEWEST - ago * DAY);
    expect(card).toMatchObject({ kind: 'task-search', task: { remark: { code: 'nothing-earlier', lookedAt } } });
    expect(opened).toHaveLength(8);
    expect(chat.task()).toMatchObject({ point: { kind: 'latest' }, showDeleted: false, form: { words: 'invoice' } });
    expect(chat.explorer.working.map(({ id }) => id)).toEqual([chat.task().explore?.id]);
  });

  it('records each backup that it opens', async () => {
    const chat = await searched(outsideWith(({ ago }) => ago >= 2));
    const before = chat.audit.records.length;
    await lookBack(chat);
    const points = chat.audit.records.slice(before).map(({ event, restore }) => [event, restore?.pointId]);
    expect(points).toEqual(['point-0', 'point-1', 'point-2'].map((point) => ['backup-opened', point]));
  });

  describe('for a search in an open folder', () => {
    /** The folder has another id in older backups, and the first ones do not have it. */
    async function searchedInFolder(first: number): Promise<Chat> {
      const outside = outsideWith(() => false);
      const folderOf = (ago: number) => anEntry({ id: ago < 3 ? 'trips' : 'former', kind: 'folder', title: 'Trips' });
      const { points = [] } = outside.explorer.backups.get('user-1') ?? {};
      const entries = [{ entry: folderOf(0) }, { entry: folderOf(3) }];
      outside.explorer.backups.set('user-1', aBackup({ points, entries }));
      const agoOf = (request?: ExploreRequest) => (request?.at === undefined ? 0 : (NEWEST - request.at) / DAY);
      outside.explorer.shows = ({ entry }, request) =>
        entry.id === folderOf(agoOf(request)).id && agoOf(request) <= first;
      outside.explorer.finds = (_, request) => (agoOf(request) >= 5 ? [invoice] : []);
      const chat = createChat(outside);
      await chat.find();
      const where = { scope: 'user-1', workload: 'exchange', asOf: 'latest' } as const;
      await chat.press({ kind: 'search', next: 'browse', ...where, form: {} });
      await chat.press({ kind: 'open', entry: 'k-trips' });
      await chat.press({ kind: 'go', to: 'search', here: true });
      await chat.press({ kind: 'search', form: { words: 'invoice' } });
      expect(chat.task()).toMatchObject({ step: 'search', remark: { code: 'nothing-found' } });
      return chat;
    }
    const placesAsked = (chat: Chat) =>
      chat.explorer.calls
        .filter(({ method }) => method === 'search')
        .map(({ asked }) => (asked as { readonly folder?: { readonly id: string } }).folder?.id);

    it('searches the folder of the same name in each backup, in one session each', async () => {
      const chat = await searchedInFolder(180);
      const { card, opened } = await lookBack(chat);
      expect(card).toMatchObject({
        kind: 'task-results',
        within: { folders: [{ id: 'former', name: 'Trips' }] },
        task: { point: { id: 'point-5' }, remark: { code: 'last-seen', exact: true } },
      });
      expect(opened).toHaveLength(6);
      expect(placesAsked(chat)).toEqual(['trips', 'trips', 'trips', 'trips', 'former', 'former', 'former']);
      expect(chat.explorer.working.map(({ id }) => id)).toEqual([chat.task().explore?.id]);
    });

    it('finds nothing in backups that do not have it, and still searches there afterwards', async () => {
      const chat = await searchedInFolder(2);
      const { card } = await lookBack(chat);
      expect(card).toMatchObject({
        kind: 'task-search',
        within: { folders: [{ id: 'trips' }] },
        task: { remark: { code: 'nothing-earlier' } },
      });
      expect(new Set(placesAsked(chat))).toEqual(new Set(['trips']));
    });
  });

  describe('for a mailbox that the latest backup does not have', () => {
    /** It is gone for so many days, and in the backups before it the invoice, too. */
    function goneFor({ days = 5, invoice = 5, archive = false }) {
      const outside = outsideWith(({ ago }) => ago >= invoice);
      const { points = [], exchange = [] } = outside.explorer.backups.get('user-1') ?? {};
      const more = archive ? [{ id: 'mailbox-2', name: 'Archive', isArchive: true }] : [];
      const entries = [{ entry: anEntry({ id: 'inbox', kind: 'folder', title: 'Inbox' }) }];
      outside.explorer.backups.set('user-1', aBackup({ points, exchange: [...exchange, ...more], entries }));
      outside.explorer.has = (_, { at }) => at !== undefined && at <= NEWEST - days * DAY;
      return outside;
    }
    const browse = { kind: 'search', scope: 'user-1', workload: 'exchange', next: 'browse' } as const;

    it('continues with what was searched for in the newest backup that has the mailbox', async () => {
      const chat = await searched(goneFor({}));
      expect(chat.task()).toMatchObject({ step: 'search', remark: { code: 'place-absent' } });
      const { shown, card, opened } = await lookBack(chat);
      expect(shown).toMatchObject({ kind: 'task-earlier' });
      expect(card).toMatchObject({
        kind: 'task-results',
        source: 'search',
        entries: [{ id: 'invoice' }],
        task: {
          point: { kind: 'at', id: 'point-5' },
          remark: { code: 'last-seen', at: NEWEST - 5 * DAY, exact: true },
        },
      });
      expect(opened.length).toBeLessThanOrEqual(8);
      expect(chat.explorer.working.map(({ id }) => id)).toEqual([chat.task().explore?.id]);
      await chat.press({ kind: 'select', what: 'all' });
      expect(await chat.press({ kind: 'choose-options' })).toMatchObject({ kind: 'task-summary', items: 1 });
    });

    it('says there that nothing was found, and looks further back from it', async () => {
      const chat = await searched(goneFor({ invoice: 9 }));
      const { card } = await lookBack(chat);
      expect(card).toMatchObject({
        kind: 'task-search',
        form: { words: 'invoice' },
        task: { point: { id: 'point-5' }, remark: { code: 'nothing-found' } },
      });
      const { card: further } = await lookBack(chat);
      expect(further).toMatchObject({
        kind: 'task-results',
        task: { point: { id: 'point-9' }, remark: { code: 'last-seen' } },
      });
    });

    it.each([
      ['opens it', false, { location: { containerId: 'mailbox-1' }, entries: [{ id: 'inbox' }] }],
      ['lists it with its archive', true, { containers: [{ id: 'mailbox-1' }, { id: 'mailbox-2' }] }],
    ])('%s where it was to be opened', async (_, archive, expected) => {
      const chat = createChat(goneFor({ archive }));
      await chat.find();
      const nothing = await chat.press({ ...browse, form: {} });
      expect(nothing).toMatchObject({ kind: 'task-search', task: { remark: { code: 'place-absent' } } });
      const { card } = await lookBack(chat);
      expect(card).toMatchObject({
        kind: 'task-results',
        source: 'folder',
        task: { point: { id: 'point-5' }, remark: { code: 'last-seen' } },
        ...expected,
      });
      expect(chat.explorer.working.map(({ id }) => id)).toEqual([chat.task().explore?.id]);
      expect(await chat.press({ kind: 'open', entry: archive ? 'mailbox-1' : 'k-inbox' })).toMatchObject({
        kind: 'task-results',
      });
    });

    it('says which backups do not have it either', async () => {
      const chat = createChat(goneFor({ days: 500 }));
      await chat.find();
      await chat.press({ ...browse, form: {} });
      const { card, opened } = await lookBack(chat);
      expect(opened).toHaveLength(8);
      expect(card).toMatchObject({
        kind: 'task-search',
        task: { point: { kind: 'latest' }, remark: { code: 'nothing-earlier', ofPlace: true } },
      });
    });

    it('looks further back from a chosen day, too', async () => {
      const chat = createChat(goneFor({ days: 9 }));
      await chat.find();
      const view = await chat.press({ ...browse, asOf: '2026-11-14', form: {} });
      expect(view).toMatchObject({ task: { point: { id: 'point-5' }, remark: { code: 'place-absent' } } });
      const { card, opened } = await lookBack(chat);
      expect(card).toMatchObject({ kind: 'task-results', source: 'folder', task: { remark: { code: 'last-seen' } } });
      expect(chat.task()).toMatchObject({ point: { id: 'point-9' } });
      expect(opened.length).toBeLessThanOrEqual(8);
    });

    it('continues wherever a process died, and opens at most eight sessions', async () => {
      for (const when of ['before', 'after'] as const) {
        for (let effect = 1; ; effect += 1) {
          const outside = goneFor({});
          const chat = createChat(outside);
          await chat.find();
          await chat.press({ ...browse, form: {} });
          const before = outside.explorer.allSessions.length;
          startFinding(outside);
          outside.jobs.handle({});
          await chat.press({ kind: 'look-back' });
          const death = dyingAt(effect, when);
          startFinding(outside, death.around, death);
          await outside.clock.advance(MINUTE);
          await outside.clock.run(outside.jobs.runDue());
          const at = death.at();
          if (at === undefined) break;
          startFinding(outside);
          for (let minutes = 0; minutes < 3; minutes += 1) {
            await outside.clock.advance(MINUTE);
            await outside.clock.run(outside.jobs.runDue());
            await outside.clock.settle();
          }
          const where = `${when} ${effect} ${at}`;
          const { task } = outside.store.stateOf(key) ?? {};
          expect([where, task]).toMatchObject([where, { step: 'results', point: { id: 'point-5' } }]);
          expect([where, outside.explorer.allSessions.length - before <= 8]).toEqual([where, true]);
          // What was open is closed by who takes over, at once; but for one whose id was known to nobody yet, and one that
          // was being closed when the look had ended: that is left to its idle job.
          const isUnknown = ['explorer.openExplore', 'store.read', 'store.write', 'explorer.stop'].includes(at);
          const left = outside.explorer.working.filter(({ id }) => id !== task?.explore?.id).length;
          expect([where, left <= (isUnknown ? 1 : 0)]).toEqual([where, true]);
        }
      }
    }, 60_000);
  });

  describe('from the results of a search', () => {
    const letter = anEntry({ id: 'letter', title: 'Invoice, once more' });
    /** The invoice under another id in each backup. */
    const somethingElse = (has: Parameters<typeof outsideWith>[0]) => {
      const outside = outsideWith(() => true);
      outside.explorer.finds = (_, request?: ExploreRequest) => {
        const ago = request?.at === undefined ? 0 : (NEWEST - request.at) / DAY;
        const here = anEntry({ id: `invoice-${ago}`, title: 'Invoice' });
        return has({ ago, showDeleted: request?.showDeleted === true }) ? [here, letter] : [here];
      };
      return outside;
    };

    it('looks for what is not among them, and lists that alone, page by page', async () => {
      const outside = somethingElse(({ ago }) => ago >= 5);
      const chat = await searched(outside);
      expect(chat.task()).toMatchObject({ step: 'results', page: { found: 1 } });
      const { card, opened } = await lookBack(chat);
      expect(card).toMatchObject({
        kind: 'task-results',
        beyond: true,
        found: 1,
        entries: [{ id: 'letter' }],
        task: { point: { id: 'point-5' }, remark: { code: 'last-seen', exact: true } },
      });
      expect(opened.length).toBeLessThanOrEqual(8);
      // Also in another process, which has no results in memory.
      const again = await createChat(outside).press({ kind: 'page', page: 0 });
      expect(again).toMatchObject({ beyond: true, entries: [{ id: 'letter' }] });
      expect(await chat.press({ kind: 'select', what: 'all' })).toMatchObject({ ticked: ['k-letter'] });
      expect(await chat.press({ kind: 'choose-options' })).toMatchObject({ kind: 'task-summary', items: 1 });
    });

    it('keeps the list, and what is ticked goes onto it', async () => {
      const outside = somethingElse(({ ago }) => ago >= 5);
      const chat = await searched(outside);
      const [here] = chat.task().page?.entries ?? [];
      await chat.press({ kind: 'look-back', entries: [here?.key ?? ''] });
      await chat.clock.run(chat.jobs.idle());
      await chat.clock.settle();
      expect(chat.task().list).toMatchObject([{ point: { kind: 'latest' }, entries: [{ id: 'invoice-0' }] }]);
      expect(chat.announcer.shows(chat.task().cardId ?? '')).toMatchObject({ entries: [{ id: 'letter' }] });
    });

    it('keeps them where there is nothing else', async () => {
      const chat = await searched(somethingElse(() => false));
      const { card } = await lookBack(chat);
      expect(card).toMatchObject({
        kind: 'task-results',
        beyond: false,
        entries: [{ id: 'invoice-0' }],
        task: { point: { kind: 'latest' }, remark: { code: 'nothing-earlier' } },
      });
    });

    it('finds it among the deleted items first', async () => {
      const chat = await searched(somethingElse(({ showDeleted }) => showDeleted));
      const { card } = await lookBack(chat);
      expect(card).toMatchObject({ entries: [{ id: 'letter' }], task: { remark: { code: 'found-deleted' } } });
    });

    it('does nothing where more was found than is listed', async () => {
      const outside = outsideWith(() => true);
      outside.explorer.finds = () => Array.from({ length: 2_001 }, (_, at) => anEntry({ id: `invoice-${at}` }));
      const chat = await searched(outside);
      expect(await chat.press({ kind: 'look-back' })).toMatchObject({ kind: 'task-results', tooMany: true });
      expect(chat.task().look).toBeUndefined();
    });
  });

  it('is not begun twice', async () => {
    const chat = await searched(outsideWith(({ ago }) => ago >= 5));
    chat.explorer.during.search = () => chat.clock.sleep(1_000);
    const { id, cardId } = chat.task();
    const twice = [1, 2].map(() => chat.wizard.press(asker, id, { kind: 'look-back' }, cardId));
    await chat.clock.run(Promise.all(twice));
    await chat.clock.run(chat.jobs.idle());
    await chat.clock.settle();
    expect(chat.jobs.queued.filter(({ job }) => job.kind === 'look-back')).toEqual([]);
    expect(chat.explorer.allSessions).toHaveLength(7);
  });

  it.each(['deleted', 'first', 'later'] as const)('ends at once with Stop while it looks (%s)', async (when) => {
    const chat = await searched(outsideWith(({ ago }) => ago >= 5));
    const stopAt = { deleted: 1, first: 2, later: 6 }[when];
    const { promise, resolve } = Promise.withResolvers<void>();
    let searches = 0;
    chat.explorer.during.search = async () => {
      searches += 1;
      if (searches === stopAt) await promise;
    };
    await chat.press({ kind: 'look-back' });
    const stopped = await chat.press({ kind: 'go', to: 'results' });
    expect(stopped.kind).toBe(when === 'later' ? 'task-results' : 'task-search');
    resolve();
    await chat.clock.run(chat.jobs.idle());
    await chat.clock.settle();
    expect(searches).toBe(stopAt);
    expect(chat.explorer.working.map(({ id }) => id)).toEqual([chat.task().explore?.id]);
    expect(chat.announcer.shows(chat.task().cardId ?? '')?.kind).not.toBe('task-earlier');
  });

  it('ends with what the service said where it refuses', async () => {
    const chat = await searched(outsideWith(({ ago }) => ago >= 5));
    chat.explorer.faults.openExplore = [notFound()];
    const { card } = await lookBack(chat);
    expect(card).toMatchObject({ kind: 'task-search', task: { remark: { code: 'service', trouble: 'not-found' } } });
    expect(chat.jobs.queued.filter(({ job }) => job.kind === 'look-back')).toEqual([]);
  });

  it.each(['stop', 'done', 'log-out'] as const)('cuts off the search that runs within a second (%s)', async (how) => {
    const outside = outsideWith(({ ago }) => ago >= 5);
    const chat = await searched(outside);
    chat.explorer.during.search = () => new Promise(() => undefined);
    await chat.press({ kind: 'look-back' });
    const open = chat.explorer.working.length;
    // On another instance.
    const other = createChat(outside);
    if (how === 'stop') await other.press({ kind: 'go', to: 'results' });
    else if (how === 'done') await other.press({ kind: 'done' });
    else outside.store.put(key, { restores: [], recentScopes: [] });
    await chat.clock.run(chat.jobs.idle());
    await chat.clock.settle();
    expect(open).toBe(2);
    expect(chat.jobs.queued.filter(({ job }) => job.kind === 'look-back')).toEqual([]);
    expect(chat.explorer.working.map(({ id }) => id)).not.toContain(chat.explorer.allSessions.at(-1)?.id);
  });

  it('counts a session that is opened because the service dropped the one before', async () => {
    const chat = await searched(outsideWith(() => false));
    let searches = 0;
    chat.explorer.during.search = async () => {
      searches += 1;
      if (searches === 3) chat.explorer.drop(chat.explorer.allSessions.at(-1)?.id ?? '');
    };
    const { card, opened } = await lookBack(chat);
    expect(opened).toHaveLength(8);
    const lookedAt = [1, 3, 8, 23, 64, 179].map((ago) => NEWEST - ago * DAY);
    expect(card).toMatchObject({ kind: 'task-search', task: { remark: { code: 'nothing-earlier', lookedAt } } });
  });

  it('ends with what the service said where it drops one session after the other', async () => {
    const chat = await searched(outsideWith(() => false));
    chat.explorer.during.search = async () => chat.explorer.drop(chat.explorer.allSessions.at(-1)?.id ?? '');
    const { card, opened } = await lookBack(chat);
    expect(opened).toHaveLength(2);
    expect(card).toMatchObject({ kind: 'task-search', task: { remark: { code: 'service', trouble: 'not-found' } } });
  });

  it('ends with Done', async () => {
    const chat = await searched(outsideWith(() => false));
    const { promise, resolve } = Promise.withResolvers<void>();
    chat.explorer.during.search = () => promise;
    await chat.press({ kind: 'look-back' });
    await chat.press({ kind: 'done' });
    resolve();
    await chat.clock.run(chat.jobs.idle());
    await chat.clock.settle();
    expect(chat.explorer.working).toEqual([]);
    expect(chat.state()?.task).toBeUndefined();
  });

  it('opens at most eight sessions where a copy of its job runs beside it', async () => {
    const chat = await searched(outsideWith(() => false));
    const before = chat.explorer.allSessions.length;
    chat.explorer.during.search = () => chat.clock.sleep(100);
    const press = chat.wizard.press(asker, chat.task().id, { kind: 'look-back' }, chat.task().cardId);
    await chat.clock.run(press);
    const job = { kind: 'look-back', key, lookId: chat.task().look?.id ?? '' } as const;
    await chat.clock.run(
      Promise.all([startFinding(chat).feature.jobHandlers['look-back'](job, new AbortController()), chat.jobs.idle()]),
    );
    await chat.clock.settle();
    expect(chat.explorer.allSessions.length - before).toBeLessThanOrEqual(8);
    expect(chat.task()).toMatchObject({ step: 'search', remark: { code: 'nothing-earlier' } });
  });

  it('shows its end where the chat service failed at it, and goes on on one card where its card was deleted', async () => {
    const chat = await searched(outsideWith(({ ago }) => ago >= 5));
    const edit = chat.announcer.edit.bind(chat.announcer);
    let failures = 0;
    chat.announcer.edit = async (...sent) => {
      const [, , , view] = sent;
      if ((view.kind as string) === 'task-earlier' || (failures += 1) > 1) return edit(...sent);
      throw new UpstreamError('chat service', 'FAILED', { status: 502 });
    };
    chat.announcer.lose(chat.task().cardId ?? '');
    const posted = chat.announcer.cards.length;
    await chat.press({ kind: 'look-back' });
    await chat.clock.run(chat.jobs.idle());
    await chat.clock.advance(MINUTE);
    await chat.clock.run(chat.jobs.runDue());
    expect(failures).toBe(2);
    expect(chat.announcer.cards).toHaveLength(posted + 1);
    expect(chat.announcer.shows(chat.task().cardId ?? '')).toMatchObject({ kind: 'task-results' });
  });

  it('goes on with a renewed token', async () => {
    const chat = await searched(outsideWith(({ ago }) => ago >= 5));
    chat.renewal.token = 'renewed';
    chat.explorer.refusedTokens.add(chat.people.stateOf(key)?.session?.accessToken ?? '');
    const { card } = await lookBack(chat);
    expect(card).toMatchObject({ kind: 'task-results', task: { point: { id: 'point-5' } } });
  });

  it('ends where the service refuses the session, and the search is run again after the next sign-in', async () => {
    const chat = await searched(outsideWith(({ ago }) => ago >= 5));
    const { promise, resolve } = Promise.withResolvers<void>();
    chat.explorer.during.search = () => promise;
    await chat.press({ kind: 'look-back' });
    chat.explorer.refusedTokens.add(chat.people.stateOf(key)?.session?.accessToken ?? '');
    resolve();
    await chat.clock.run(chat.jobs.idle());
    await chat.clock.settle();
    expect(chat.task()).toMatchObject({ step: 'search', waitsForSignIn: true, form: { words: 'invoice' } });
    expect(chat.jobs.queued.filter(({ job }) => job.kind === 'look-back')).toEqual([]);
    await signInAnew(chat);
    expect(chat.announcer.shows(chat.task().cardId ?? '')).toMatchObject({
      kind: 'task-search',
      task: { remark: { code: 'nothing-found' } },
    });
    const { card } = await lookBack(chat);
    expect(card).toMatchObject({ kind: 'task-results', task: { point: { id: 'point-5' } } });
  });

  it('that stood still when the session was refused ends with the next sign-in, which runs the search again', async () => {
    const outside = outsideWith(({ ago }) => ago >= 5);
    const chat = await searched(outside);
    // Its job is in the queue, and its process is gone.
    outside.jobs.handle({});
    await chat.press({ kind: 'look-back' });
    const job = { kind: 'look-back', key, lookId: chat.task().look?.id ?? '' } as const;
    await chat.clock.run(chat.wizard.lifecycle.pause(key, 'sign-in-0'));
    expect(chat.task()).toMatchObject({ step: 'earlier', waitsForSignIn: true });
    const next = createChat(outside);
    await signInAnew(next);
    expect(next.task()).toMatchObject({ step: 'search', signInId: 'sign-in-1', remark: { code: 'nothing-found' } });
    const opened = next.explorer.allSessions.length;
    await next.clock.run(startFinding(outside).feature.jobHandlers['look-back'](job, new AbortController()));
    expect(next.explorer.allSessions).toHaveLength(opened);
  });

  it('continues wherever a process died, and leaves no session open', async () => {
    const places = new Set<string>();
    for (const when of ['before', 'after'] as const) {
      for (let effect = 1; ; effect += 1) {
        const outside = outsideWith(({ ago }) => ago >= 5);
        const chat = await searched(outside);
        const before = outside.explorer.allSessions.length;
        // The job is in the queue, and its process is gone.
        startFinding(outside);
        outside.jobs.handle({});
        await chat.press({ kind: 'look-back' });
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
        expect([where, task]).toMatchObject([where, { step: 'results', point: { id: 'point-5' } }]);
        expect([where, outside.announcer.shows(task?.cardId ?? '')?.kind]).toEqual([where, 'task-results']);
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
    expect([...places].toSorted()).toEqual([
      'announcer.edit',
      'explorer.openExplore',
      'explorer.restorePoints',
      'explorer.search',
      'explorer.stop',
      'jobs.send',
      'people.read',
      'store.read',
      'store.write',
    ]);
  }, 60_000);
});
