/** A process that dies at each of its effects in turn, and a fresh one in which the person goes on. */
import type { TaskPress } from '../../../../src/restore/state/presses.ts';
import type { RestoreReply } from '../../../../src/restore/state/views.ts';
import { shownOf } from '../../../../src/restore/run/record/create-restore.ts';
import type { Wizard } from '../../../../src/restore/find/wizard.ts';
import { aBackup, anEntry, someMessages } from '../../../fakes/explorer.ts';
import { dyingAt } from '../../../fakes/intercept.ts';
import { asker, createChat, createTasksOutside, key, type Chat } from '../../../support/restore-tasks.ts';

const MINUTE = 60_000;

/** What somebody does, act by act; an act that failed is done again. */
type Act = (wizard: Wizard, chat: Chat) => Promise<RestoreReply>;

const press =
  (button: TaskPress): Act =>
  (wizard, chat) => {
    const { id, cardId } = chat.task();
    return wizard.press(asker, id, button, cardId);
  };

const ACTS: readonly Act[] = [
  (wizard) => wizard.find(asker, 'invoice'),
  press({ kind: 'search', scope: 'user-1', asOf: 'latest', workload: 'exchange', form: { words: 'invoice' } }),
  press({ kind: 'page', page: 1 }),
  press({ kind: 'add', entries: ['k-message-10', 'k-message-11'] }),
  press({ kind: 'browse' }),
  press({ kind: 'add', entries: ['k-inbox'] }),
  press({ kind: 'choose-options' }),
  // Asks once more.
  (wizard, chat) =>
    press({
      kind: 'restore',
      shown: shownOf(chat.task()),
      options: { changedItems: true, deletedItems: true, markRestoredAsUnread: true },
      reason: 'ticket 4711',
    })(wizard, chat),
];

function outside() {
  const all = createTasksOutside();
  const inbox = { entry: anEntry({ id: 'inbox', kind: 'folder', title: 'Inbox' }) };
  all.explorer.backups.set('user-1', aBackup({ entries: [inbox, ...someMessages(23)] }));
  return all;
}

test('a task continues wherever a process died, and no explore session stays open', async () => {
  const places = new Set<string>();
  for (const when of ['before', 'after'] as const) {
    for (let effect = 1; ; effect += 1) {
      const around = outside();
      const death = dyingAt(effect, when);
      const first = createChat(around, death.around);
      const second = createChat(around);
      let next = 0;
      for (; next < ACTS.length && death.at() === undefined; next += 1) {
        await around.clock.run(Promise.allSettled([ACTS[next]?.(first.wizard, first)]));
        await around.clock.settle();
      }
      const at = death.at();
      if (at === undefined) break;
      places.add(at);
      const where = `${when} ${effect} ${at}`;

      // The press that saw no answer is made again.
      let view;
      for (const act of ACTS.slice(next - 1)) view = await second.run(act(second.wizard, second));

      expect([where, view]).toMatchObject([
        where,
        {
          kind: 'task-summary',
          items: 23,
          reason: 'ticket 4711',
          task: { listed: 3, scope: { name: 'Ada Lovelace' } },
        },
      ]);
      expect([where, second.announcer.shows(second.task().cardId ?? '')?.kind]).not.toEqual([where, 'task-moved']);

      await second.press({ kind: 'done' });
      await around.clock.advance(31 * MINUTE);
      await around.jobs.runDue();
      await around.clock.settle();
      // One whose id was known to nobody yet is left to the service.
      const isUnknown = ['explorer.openExplore', 'store.read', 'store.write'].includes(at);
      expect([where, around.explorer.working.length <= (isUnknown ? 1 : 0)]).toEqual([where, true]);
    }
  }

  expect([...places].toSorted()).toEqual([
    'announcer.post',
    'explorer.containers',
    'explorer.effectiveScope',
    'explorer.folders',
    'explorer.isOperator',
    'explorer.items',
    'explorer.openExplore',
    'explorer.restorePoints',
    'explorer.search',
    'jobs.send',
    'people.read',
    'store.read',
    'store.write',
  ]);
}, 60_000);

test('an idle job that died anywhere stops the session on redelivery', async () => {
  for (const when of ['before', 'after'] as const) {
    for (let effect = 1; ; effect += 1) {
      const around = outside();
      const chat = createChat(around);
      for (const act of ACTS.slice(0, 2)) await chat.run(act(chat.wizard, chat));
      await around.clock.advance(30 * MINUTE);
      const death = dyingAt(effect, when);
      const job = { kind: 'explore-idle', key, exploreId: 'session-1', dueAt: around.clock.now() } as const;
      await Promise.allSettled([createChat(around, death.around).runIdleJob(job)]);
      const at = death.at();
      if (at === undefined) break;

      await createChat(around).runIdleJob(job);

      expect([`${when} ${effect} ${at}`, around.explorer.working]).toEqual([`${when} ${effect} ${at}`, []]);
      expect(around.store.stateOf(key)?.task).toMatchObject({ step: 'results' });
    }
  }
});

test('a log-out that died anywhere closes the task when it is repeated', async () => {
  for (const when of ['before', 'after'] as const) {
    for (let effect = 1; ; effect += 1) {
      const around = outside();
      const chat = createChat(around);
      for (const act of ACTS.slice(0, 2)) await chat.run(act(chat.wizard, chat));
      const session = around.people.stateOf(key)?.session;
      if (session === undefined) throw new Error('There is no session.');
      const death = dyingAt(effect, when);
      const first = createChat(around, death.around);
      await first.over('logged-out', session).catch(() => undefined);
      const at = death.at();
      if (at === undefined) break;

      await chat.over('logged-out', session);

      expect([`${when} ${effect} ${at}`, around.store.stateOf(key)?.task]).toEqual([
        `${when} ${effect} ${at}`,
        undefined,
      ]);
      expect(around.explorer.working).toEqual([]);
    }
  }
});
