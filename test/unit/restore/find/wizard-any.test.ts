/** Whatever is pressed in whatever order, on whatever card: a card comes of it, and no session is left open. */
import fc from 'fast-check';
import { accessKindSchema, flowOf, type AccessKind } from '../../../../src/restore/backups/entries/access-kind.ts';
import type { TaskPress } from '../../../../src/restore/state/presses.ts';
import { countOf } from '../../../../src/restore/backups/list.ts';
import { groupsOf, selectedOf } from '../../../../src/restore/state/task.ts';
import { kindRules } from '../../../../src/restore/backups/workloads/index.ts';
import { aBackup, anEntry, someMessages } from '../../../fakes/explorer.ts';
import { SOMEBODY } from '../../../fakes/identity-provider.ts';
import { aPersonState, aSession } from '../../../support/builders.ts';
import { asker, createChat, createTasksOutside, key, type Chat } from '../../../support/restore-tasks.ts';

const entry = fc.oneof(
  fc.constantFrom('k-inbox', 'k-message-0', 'k-message-11', 'k-plan', 'k-plan-1', 'mailbox-1', 'drive-1'),
  fc.string(),
);
const text = fc.option(fc.string({ maxLength: 30 }), { nil: undefined });
const day = fc.option(fc.oneof(fc.constantFrom('2026-11-01', '2026-02-30'), fc.string()), { nil: undefined });
const kindAlone = <K extends string>(kind: K) => fc.constant({ kind });

const presses: fc.Arbitrary<TaskPress> = fc.oneof(
  fc.record({
    kind: fc.constant('go' as const),
    to: fc.constantFrom(...(['point', 'search', 'results', 'versions', 'list', 'summary'] as const)),
  }),
  fc.record({ kind: fc.constant('workload' as const), workload: fc.constantFrom('exchange' as const, 'onedrive') }),
  fc.record({
    kind: fc.constant('point' as const),
    choice: fc.constantFrom('latest', 'point-1', 'point-9', undefined),
    typed: day,
    showDeleted: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('search' as const),
    scope: fc.oneof(fc.constantFrom('own', 'user-1', 'ada', 'mailbox-1', 'drive-1', 'organization'), text),
    workload: fc.constantFrom('exchange' as const, 'onedrive', undefined),
    asOf: fc.oneof(fc.constantFrom('', 'yesterday', 'latest'), day),
    next: fc.constantFrom('browse' as const, 'points', undefined),
    form: fc.record({ words: fc.oneof(fc.constantFrom('invoice', 'plan'), text), from: text, after: day, before: day }),
  }),
  fc.record({ kind: fc.constantFrom('page' as const, 'list-page' as const), page: fc.integer() }),
  fc.record({ kind: fc.constantFrom('open' as const, 'versions' as const, 'download' as const), entry }),
  fc.record({
    kind: fc.constantFrom('add' as const, 'remove' as const, 'choose-options' as const),
    entries: fc.array(entry, { maxLength: 4 }),
    unticked: fc.array(entry, { maxLength: 4 }),
  }),
  fc.record({ kind: fc.constant('select' as const), what: fc.constantFrom('page' as const, 'all', 'none') }),
  // Of another card: nothing is restored.
  fc.record({
    kind: fc.constant('restore' as const),
    shown: text,
    reason: text,
    options: fc.record({
      changedItems: fc.boolean(),
      deletedItems: fc.boolean(),
      folder: fc.string(),
      documentAction: fc.constantFrom('Keep', 'Overwrite', 'x'),
      allVersions: fc.boolean(),
    }),
  }),
  kindAlone('browse' as const),
  kindAlone('up' as const),
  kindAlone('choose-options' as const),
);

function having(access: AccessKind): Chat {
  const chat = createChat({ ...createTasksOutside(), adminUserIds: [SOMEBODY.oid] });
  chat.people.put(key, aPersonState({ session: aSession({ flow: flowOf(access) }) }));
  const plan = anEntry({ id: 'plan', kind: 'document', containerId: 'drive-1', title: 'plan' });
  const backup = aBackup({
    entries: [
      { entry: anEntry({ id: 'inbox', kind: 'folder', title: 'Inbox' }) },
      ...someMessages(12),
      { entry: plan },
    ],
    versions: new Map([['plan', [anEntry({ ...plan, key: 'k-plan-1', version: '1.0' })]]]),
  });
  for (const whose of ['user-1', 'organization']) chat.explorer.backups.set(whose, backup);
  return chat;
}

test.each(accessKindSchema.options)(
  'after any presses of an %s the card shows what is stored',
  async (access) => {
    await fc.assert(
      fc.asyncProperty(fc.array(presses, { maxLength: 25 }), async (all) => {
        const chat = having(access);
        await chat.find('invoice');
        for (const press of all) {
          const view = await chat.press(press);
          const task = chat.task();

          expect(view.kind).toMatch(/^task-/);
          expect(view).toMatchObject({ task: { taskId: task.id, listed: countOf(task.list) } });
          if (view.kind === 'task-summary') {
            const groups = groupsOf(task);
            // A whole counts as none of the items.
            const wholes = groups.flatMap(({ workload, entries }) =>
              entries.filter((entry) => kindRules(workload, entry, access).whole),
            );
            expect(view.items + wholes.length).toBe(countOf(groups));
            expect(countOf(groups)).toBeGreaterThan(0);
            const restores = groups.flatMap(({ workload, entries }) =>
              entries.map((entry) => kindRules(workload, entry, access).restores),
            );
            expect(new Set(restores)).toEqual(new Set(['itself']));
            expect(view.choices.map(({ workload }) => workload)).toEqual([
              ...new Set(groups.map(({ workload }) => workload)),
            ]);
          }
          // What is on the list lies in the data that its group names, and is there once.
          const selected = selectedOf(task).flatMap(({ workload, entries }) =>
            entries.map((entry) => ({ workload, entry })),
          );
          for (const { workload, entry } of selected) {
            expect(entry.containerId).toBe(workload === 'onedrive' ? 'drive-1' : 'mailbox-1');
          }
          expect(new Set(selected.map(({ entry }) => entry.id)).size).toBe(selected.length);
          expect(chat.explorer.working.map(({ id }) => id)).toEqual(
            task.explore === undefined ? [] : [task.explore.id],
          );
        }
        await chat.press({ kind: 'done' });
        expect(chat.explorer.working).toEqual([]);
      }),
      { numRuns: 60 },
    );
  },
  60_000,
);

test('the type-ahead responds to any input', async () => {
  const chat = having('operator');
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (typed) => {
      expect((await chat.wizard.suggest(asker, typed, 15)).length).toBeLessThanOrEqual(15);
    }),
  );
});
