/** A process that dies at each of its effects while an administrator finds something, and one that goes on. */
import type { TaskPress } from '../../../../src/restore/state/presses.ts';
import type { Wizard } from '../../../../src/restore/find/wizard.ts';
import type { RestoreReply } from '../../../../src/restore/state/views.ts';
import { dyingAt } from '../../../fakes/intercept.ts';
import { createAdministratorOutside } from '../../../support/administrator.ts';
import { asker, createChat, type Chat } from '../../../support/restore-tasks.ts';

const MINUTE = 60_000;

type Act = (wizard: Wizard, chat: Chat) => Promise<RestoreReply>;

const press =
  (button: TaskPress): Act =>
  (wizard, chat) => {
    const { id, cardId } = chat.task();
    return wizard.press(asker, id, button, cardId);
  };

const ACTS: readonly Act[] = [
  // The session is opened meanwhile, out of which names come.
  (wizard) => wizard.find(asker, undefined),
  press({ kind: 'search', scope: 'zoe', asOf: 'latest', workload: 'exchange', form: { words: 'kyoto' } }),
  press({ kind: 'add', entries: ['k-kyoto-zoe'] }),
  (wizard) => wizard.find(asker, 'kyoto of noor'),
  press({ kind: 'choose-options', entries: ['k-kyoto-noor'] }),
];

test('finding goes on wherever a process died, and no session on everybody stays open', async () => {
  const places = new Set<string>();
  for (const when of ['before', 'after'] as const) {
    for (let effect = 1; ; effect += 1) {
      const around = createAdministratorOutside();
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
      let view;
      for (const act of ACTS.slice(next - 1)) view = await second.run(act(second.wizard, second));
      expect([where, view]).toMatchObject([where, { kind: 'task-summary', items: 2 }]);

      await second.press({ kind: 'done' });
      await around.clock.advance(31 * MINUTE);
      await around.jobs.runDue();
      await around.clock.settle();
      const known = new Set(around.jobs.sent.map(({ job }) => (job.kind === 'explore-idle' ? job.exploreId : '')));
      const left = around.explorer.working.filter(({ id }) => known.has(id));
      expect([where, left]).toEqual([where, []]);
      // Only one that nobody was told of is left to the service.
      expect(around.explorer.working.length).toBeLessThanOrEqual(1);
    }
  }
  expect([...places]).toEqual(
    expect.arrayContaining([
      'explorer.openExplore',
      'explorer.exploredOrganization',
      'explorer.exploredScope',
      'explorer.exploredItem',
      'explorer.organization',
      'jobs.send',
      'store.write',
    ]),
  );
}, 60_000);
