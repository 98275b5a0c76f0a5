/** **Restore** restores what its card shows, or nothing. */
import { confirmInto } from '../../../../src/restore/find/confirm/confirm-into.ts';
import { askedTarget, mayRestoreElsewhere, withConfirmed } from '../../../../src/restore/find/task/confirm.ts';
import { shownOf } from '../../../../src/restore/run/record/create-restore.ts';
import type { OptionValues } from '../../../../src/restore/backups/entries/option-values.ts';
import type { TaskPress } from '../../../../src/restore/state/presses.ts';
import type { Restore } from '../../../../src/restore/state/restore.ts';
import { taskSchema, type Task } from '../../../../src/restore/state/task.ts';
import type { ReasonRule } from '../../../../src/restore/state/ports.ts';
import type { RestoreView } from '../../../../src/restore/state/views.ts';
import { aBackup, anEntry, someMessages } from '../../../fakes/explorer.ts';
import { CONTOSO, createAdministratorOutside, mailbox } from '../../../support/administrator.ts';
import { aFault, aTask } from '../../../support/builders.ts';
import { createChat, createTasksOutside, remarkOf, type Chat } from '../../../support/restore-tasks.ts';

const options = {
  changedItems: false,
  deletedItems: true,
  markRestoredAsUnread: false,
};
const overwriting = { ...options, changedItems: true };

/** **Restore** on the card that is shown. */
const restoreOn = (
  view: RestoreView,
  changes: Partial<Extract<TaskPress, { kind: 'restore' }>> = {},
): Extract<TaskPress, { kind: 'restore' }> => ({
  kind: 'restore',
  shown: view.kind === 'task-summary' ? view.shown : undefined,
  options,
  ...changes,
});

/** A confirm card that shows one mail. */
async function confirming(reasonRule: ReasonRule = { required: false }, outside = createTasksOutside()) {
  const chat = createChat({ ...outside, reasonRule });
  chat.explorer.backups.set('user-1', aBackup({ entries: someMessages(3) }));
  await chat.find('invoice');
  await chat.press({ kind: 'search', scope: 'user-1', form: { words: 'invoice' } });
  await chat.press({ kind: 'add', entries: ['k-message-0'] });
  return { chat, card: await chat.press({ kind: 'choose-options' }) };
}

const restoresIn = (chat: Chat): readonly Restore[] | undefined => chat.state()?.restores;

function expectNothingRestored(chat: Chat): void {
  expect(restoresIn(chat)).toEqual([]);
  expect(chat.jobs.queued.filter(({ job }) => job.kind === 'restore')).toEqual([]);
}

test('with the options and the reason that are on the card', async () => {
  const { chat, card } = await confirming();

  const view = await chat.press(restoreOn(card, { options: { ...options, folder: ' Found ' }, reason: ' a\n b ' }));

  expect(view.kind).toBe('restore-running');
  expect(restoresIn(chat)).toMatchObject([
    { groups: [{ options: { ...options, folder: 'Found' }, entries: [{ key: 'k-message-0' }] }], reason: 'a b' },
  ]);
});

describe('on an older card', () => {
  test('it does not restore the mail, the overwriting and the folder that came later', async () => {
    const { chat, card } = await confirming();
    await chat.press({ kind: 'add', entries: ['k-message-1'] });
    const asked = { ...overwriting, folder: 'Found' };
    await chat.press(restoreOn(await chat.press({ kind: 'choose-options' }), { options: asked }));

    const view = await chat.press(restoreOn(card));

    expectNothingRestored(chat);
    expect(remarkOf(view)).toEqual({ code: 'card-outdated' });
    expect(view).toMatchObject({ kind: 'task-summary', items: 2, choices: [{ workload: 'exchange', values: asked }] });
    await chat.press(restoreOn(view));
    expect(restoresIn(chat)).toMatchObject([
      { groups: [{ entries: [{ key: 'k-message-0' }, { key: 'k-message-1' }], options }] },
    ]);
  });

  test("it does not overwrite in somebody else's mailbox", async () => {
    const { chat, card } = await confirming();
    await chat.press({ kind: 'search', scope: 'own', form: {} });
    chat.explorer.backups.set('own', aBackup({ entries: someMessages(3) }));
    await chat.find('invoice');
    await chat.press({ kind: 'add', entries: ['k-message-0'] });
    await chat.press(restoreOn(await chat.press({ kind: 'choose-options' }), { options: overwriting }));

    const view = await chat.press(restoreOn(card));

    expectNothingRestored(chat);
    expect(view).toMatchObject({ kind: 'task-summary', task: { scope: { own: true } } });
    expect(remarkOf(view)).toEqual({ code: 'card-outdated' });
  });

  test('it restores nothing where only an option was changed elsewhere', async () => {
    const { chat, card } = await confirming();
    await chat.press(restoreOn(card, { options: overwriting }));

    expect(remarkOf(await chat.press(restoreOn(card)))).toEqual({ code: 'card-outdated' });
    expectNothingRestored(chat);
  });

  test('of an earlier version it restores nothing', async () => {
    const { chat, card } = await confirming();
    const press = restoreOn(card, { shown: undefined, options: undefined });
    expect(remarkOf(await chat.press(press))).toEqual({ code: 'card-outdated' });
    expectNothingRestored(chat);
  });
});

describe('what overwrites', () => {
  test('is asked once more, with the number', async () => {
    const { chat, card } = await confirming();

    const asked = await chat.press(restoreOn(card, { options: overwriting, reason: 'INC1' }));

    expectNothingRestored(chat);
    expect(asked).toMatchObject({ kind: 'task-summary', choices: [{ values: overwriting }], reason: 'INC1' });
    expect(remarkOf(asked)).toEqual({ code: 'overwrites', count: 1 });
    await chat.press(restoreOn(asked, { options: overwriting, overwrite: true }));
    expect(restoresIn(chat)).toMatchObject([{ groups: [{ options: overwriting }] }]);
  });

  test('is asked again after something else was shown', async () => {
    const { chat, card } = await confirming();
    await chat.press(restoreOn(card, { options: overwriting }));
    await chat.press({ kind: 'go', to: 'list' });
    const again = await chat.press({ kind: 'choose-options' });

    expect(remarkOf(again)).toBeUndefined();
    const asked = await chat.press(restoreOn(again, { options: overwriting }));
    expect(remarkOf(asked)).toEqual({ code: 'overwrites', count: 1 });
    expectNothingRestored(chat);
  });

  test('keeps its reason while a file is asked about', async () => {
    const { chat, card } = await confirming({ required: true });
    await chat.press(restoreOn(card, { options: overwriting, reason: 'INC1' }));
    await chat.press({ kind: 'go', to: 'results' });
    const asked = await chat.press({ kind: 'download', entry: 'k-message-1' });
    expect(asked).toMatchObject({ kind: 'task-leave', reason: undefined });
    expect(await chat.press({ kind: 'choose-options' })).toMatchObject({ kind: 'task-summary', reason: 'INC1' });
  });

  test('stays asked about while the audit log is away', async () => {
    const outside = { ...createTasksOutside(), auditRequired: true };
    const { chat, card } = await confirming(undefined, outside);
    let view = await chat.press(restoreOn(card, { options: overwriting, reason: 'INC1' }));
    chat.audit.unavailable = true;
    for (const reason of ['INC1', 'INC2']) {
      view = await chat.press(restoreOn(view, { options: overwriting, reason, overwrite: true }));
      const [remark, also] = [{ code: 'overwrites', count: 1 }, [{ code: 'audit-unavailable' }]];
      expect(view).toMatchObject({ kind: 'task-summary', reason, task: { remark, also } });
    }
    const without = await chat.press(restoreOn(view, { overwrite: true }));
    expect(without).toMatchObject({ task: { remark: { code: 'audit-unavailable' }, also: [] } });
    view = await chat.press(restoreOn(without, { options: overwriting }));
    chat.audit.unavailable = false;
    await chat.press(restoreOn(view, { options: overwriting, overwrite: true }));
    expect(restoresIn(chat)).toMatchObject([{ groups: [{ options: overwriting }] }]);
  });

  test('is not asked where the person has turned it off again', async () => {
    const { chat, card } = await confirming();
    const asked = await chat.press(restoreOn(card, { options: overwriting }));
    await chat.press(restoreOn(asked, { overwrite: true }));
    expect(restoresIn(chat)).toMatchObject([{ groups: [{ options }] }]);
  });

  describe('is asked about all that the options say at the second press', () => {
    const entries = [
      anEntry({ key: 'k-1', id: '1', kind: 'document' }),
      anEntry({ key: 'k-2', id: '2', kind: 'item' }),
    ];
    const task = aTask({ workload: 'sharepoint', list: entries, options: { sharepoint: {} } });
    const press = (on: Task, given: OptionValues, overwrite?: true) =>
      withConfirmed({ kind: 'restore', shown: shownOf(on), options: given, overwrite }, { required: false }, false)(on);
    const items = { siteMissingItems: true, siteChangedItems: true };

    test('contents and permissions are counted apart', () => {
      expect(press(task, items).remark).toEqual({ code: 'overwrites', count: 1 });
      expect(press(task, { ...items, sitePermissions: true }).remark).toEqual({
        code: 'overwrites',
        count: 1,
        permissions: 2,
      });
    });

    test.each<[string, OptionValues, number, number | undefined]>([
      ['more items', { ...items, siteLastVersion: 'Overwrite' }, 2, undefined],
      ['permissions', { ...items, sitePermissions: true }, 1, 2],
    ])('%s', (_, more, count, permissions) => {
      const asked = press(task, items);
      const askedAgain = press(asked, more, true);
      expect(askedAgain.remark).toEqual({ code: 'overwrites', count, permissions });
      expect(press(askedAgain, more, true).remark).toBeUndefined();
      expect(press(askedAgain, items, true).remark).toBeUndefined();
      expect(press(task, more, true).remark).toEqual({ code: 'overwrites', count, permissions });
    });
  });
});

describe('what does not fit', () => {
  const pattern = /INC\d{7}/u;

  test.each([
    ['no reason', { required: true }, {}, 'reason-missing'],
    ['a reason of white space', { required: true }, { reason: ' \n ' }, 'reason-missing'],
    [
      'a reason of which nobody can see what is kept',
      { required: true },
      { reason: `${'\u200B'.repeat(300)}x` },
      'reason-missing',
    ],
    ['a reason that nobody can see', { required: true }, { reason: '\u200B\u2060\u3164\u2800' }, 'reason-missing'],
    ['a reason without a ticket', { required: false, pattern }, { reason: 'lost INC12' }, 'reason-pattern'],
    ['a name that no folder can have', { required: false }, { options: { ...options, folder: 'a/b' } }, 'unfit-option'],
    ['nothing to restore', { required: false }, { options: { ...options, deletedItems: false } }, 'restores-nothing'],
  ] as const)('restores nothing and keeps what was entered: %s', async (_, rule, changes, code) => {
    const { chat, card } = await confirming(rule);
    const view = await chat.press(
      restoreOn(card, {
        reason: 'lost',
        ...changes,
        ...(code === 'reason-missing' && !('reason' in changes) && { reason: undefined }),
      }),
    );
    expect(remarkOf(view)).toMatchObject({ code });
    expect(view).toMatchObject({ kind: 'task-summary', isReasonRequired: rule.required });
    expectNothingRestored(chat);

    await chat.press(restoreOn(view, { reason: 'INC0012345 lost' }));
    expect(restoresIn(chat)).toMatchObject([{ reason: 'INC0012345 lost' }]);
  });

  test.each([
    ['an empty reason where it is optional', { required: false, pattern }, undefined],
    ['a ticket anywhere in the reason', { required: true, pattern }, 'see INC0012345.'],
  ] as const)('is not %s', async (_, rule, reason) => {
    const { chat, card } = await confirming(rule);
    expect(await chat.press(restoreOn(card, { reason }))).toMatchObject({ kind: 'restore-running' });
  });
});

test.each([
  [undefined, 'reason-missing'],
  [' ', 'reason-missing'],
  ['Ticket 4711', undefined],
])('an administrator gives a reason, whether or not operators have to: %j', (reason, code) => {
  const task = aTask({ access: 'administrator', scope: { kind: 'organization', name: 'Contoso' } });
  const press = { kind: 'restore', shown: shownOf(task), options, reason, overwrite: true } as const;
  const confirmed = withConfirmed(press, { required: false }, false)(task);
  expect(confirmed.remark?.code).toBe(code);
  expect(withConfirmed(press, { required: false }, false)({ ...task, access: 'operator' }).remark).toBeUndefined();
});

describe('an administrator restores to somebody else', () => {
  const scope = { kind: 'organization', name: '' } as const;
  const target = { id: 'm-2', type: 'User', name: 'Mika Tan', detail: 'mika@contoso.com', echo: '{}' } as const;
  const task = aTask({ access: 'administrator', scope });
  const into = { ...task, target };
  const pressOn = (shownTask: typeof task, changes: Partial<Extract<TaskPress, { kind: 'restore' }>> = {}) =>
    ({ kind: 'restore', shown: shownOf(shownTask), options, reason: 'INC1', ...changes }) as const;
  const rule = { required: false };

  test('only where the settings let them, of the mail and files of one session', () => {
    const press = pressOn(task, { elsewhere: 'Mika' });
    expect(askedTarget(task, press, true)).toBe('Mika');
    expect(askedTarget(task, press, false)).toBeUndefined();
    expect(askedTarget({ ...task, access: 'operator' }, press, true)).toBeUndefined();
    expect(askedTarget(task, { ...press, shown: 'of another card' }, true)).toBeUndefined();
    expect(askedTarget(task, pressOn(task, { elsewhere: 'original' }), true)).toBeUndefined();
    expect(mayRestoreElsewhere({ ...task, point: { kind: 'at', id: 'p', backupTime: 5 } })).toBe(false);
  });

  test.each([
    ['exchange', '', { code: 'no-address', typed: 'Mika Tan' }],
    ['exchange', 'mika@contoso.com', { code: 'elsewhere', typed: 'Mika Tan (mika@contoso.com)' }],
    ['onedrive', '', { code: 'elsewhere', typed: 'Mika Tan' }],
  ] as const)(
    'of %s with the address “%s”: a mailbox is restored to by its address',
    async (workload, detail, remark) => {
      const of = aTask({
        access: 'administrator',
        scope,
        workload,
        list: [anEntry({ kind: 'folder' })],
        options: { [workload]: options },
      });
      let staged: Task = of;
      const update = { task: of, stage: (change: (before: Task) => Task) => (staged = change(of)) };
      const queries = { scopeList: () => Promise.resolve({ find: () => ({ ...target, detail }) }) };
      const ports = { reasonRule: rule, restoreElsewhere: true, queries };
      await confirmInto(ports as never, update as never, pressOn(of, { elsewhere: 'm-2' }));
      expect(staged.remark).toEqual(remark);
      expect(staged.target?.id).toBe(remark.code === 'elsewhere' ? 'm-2' : undefined);
    },
  );

  test('a name that nobody has looked up restores nothing', () => {
    for (const isOn of [true, false]) {
      const confirmed = withConfirmed(pressOn(task, { elsewhere: 'Mika', overwrite: true }), rule, isOn)(task);
      expect(confirmed).toMatchObject({
        target: undefined,
        remark: { code: isOn ? 'card-outdated' : 'elsewhere-off' },
      });
    }
  });

  test('is asked once more, on the card that names whose it becomes', () => {
    const asked = withConfirmed(pressOn(into, { elsewhere: 'm-2' }), rule, true)(into);
    expect(asked.remark).toEqual({ code: 'elsewhere', typed: 'Mika Tan (mika@contoso.com)' });
    const sure = { elsewhere: 'm-2', overwrite: true } as const;
    expect(withConfirmed(pressOn(into, sure), rule, true)(into).remark).toBeUndefined();
    expect(withConfirmed(pressOn(task, sure), rule, true)(into).remark?.code).toBe('card-outdated');
    expect(withConfirmed(pressOn(into, { ...sure, reason: '' }), rule, true)(into).remark?.code).toBe('reason-missing');
  });

  test.each(['original', undefined])('the original place (%s) takes the choice back, and says so', (elsewhere) => {
    const press = pressOn(into, { elsewhere, options: {}, overwrite: true });
    const back = withConfirmed(press, rule, true)(into);
    expect(back).toMatchObject({ target: undefined, reason: 'INC1', remark: { code: 'back-to-original' } });
    expect(back.options).toEqual(into.options);
    expect(withConfirmed(pressOn(back), rule, true)(back).remark).toBeUndefined();
    expect(withConfirmed(press, rule, true)({ ...into, list: [] }).remark?.code).toBe('card-outdated');
  });

  test('somebody else whom nobody has looked up takes the first one back', () => {
    const press = pressOn(into, { elsewhere: 'somebody else', overwrite: true });
    expect(withConfirmed(press, rule, true)(into)).toMatchObject({
      target: undefined,
      remark: { code: 'card-outdated' },
    });
  });

  test.each(['m-2', 'original'])('and no longer once the settings do not let them (%s)', (elsewhere) => {
    const press = pressOn(into, { elsewhere, overwrite: true });
    expect(withConfirmed(press, rule, false)(into)).toMatchObject({
      target: undefined,
      reason: 'INC1',
      remark: { code: 'elsewhere-off' },
    });
  });
});

test('Export keeps what was entered as well, of the card that is shown', async () => {
  const { chat, card } = await confirming();
  const { shown } = restoreOn(card);
  const view = await chat.press({ kind: 'export', shown, options: overwriting, reason: 'INC1' });
  expect(view).toMatchObject({ kind: 'task-summary', reason: 'INC1', choices: [{ values: overwriting }] });
  expect(remarkOf(view)).toEqual({ code: 'export-mixed' });
  const outdated = await chat.press({ kind: 'export', shown, options, reason: 'INC2' });
  expect(outdated).toMatchObject({ kind: 'task-summary', reason: 'INC1', choices: [{ values: overwriting }] });
});

describe('what was entered beside somebody to restore to', () => {
  const outside = () => ({ ...createAdministratorOutside(), restoreElsewhere: true });
  const entered = { options: { ...options, changedItems: true }, reason: 'INC1' };

  async function confirmingFor(typed: string) {
    const chat = createChat(outside());
    const exchange = [...(CONTOSO.exchange ?? []), mailbox('m-mika', 'Mika Tan'), mailbox('m-mika-2', 'Mika Berg')];
    const whole = anEntry({ id: 'kyoto-noor', containerId: 'm-noor', kind: 'mailbox', title: 'Kyoto' });
    chat.explorer.backups.set('organization', aBackup({ ...CONTOSO, exchange, entries: [{ entry: whole }] }));
    await chat.find('kyoto of noor');
    const card = await chat.press({ kind: 'choose-options', entries: ['k-kyoto-noor'] });
    return { chat, press: restoreOn(card, { ...entered, elsewhere: typed }) };
  }

  const kept = {
    kind: 'task-summary',
    reason: 'INC1',
    choices: [{ values: { changedItems: true } }],
  };

  test('stays where nobody is called so', async () => {
    const { chat, press } = await confirmingFor('Quentin');
    const view = await chat.press(press);
    expect(view).toMatchObject({ ...kept, elsewhere: { chosen: { value: 'Quentin', name: 'Quentin' } } });
    expect(remarkOf(view)).toEqual({ code: 'no-such-target', typed: 'Quentin' });
    const back = await chat.press(restoreOn(view, { ...entered, elsewhere: 'original' }));
    expect(back).toMatchObject({ ...kept, elsewhere: { chosen: undefined } });
    expect(remarkOf(back)).toMatchObject({ code: 'overwrites-whole' });
  });

  test('stays where several are, who are offered', async () => {
    const { chat, press } = await confirmingFor('Mika');
    const view = await chat.press(press);
    const likely = [{ value: 'm-mika' }, { value: 'm-mika-2' }];
    expect(view).toMatchObject({ ...kept, elsewhere: { chosen: { value: 'Mika' }, likely } });
    expect(remarkOf(view)).toEqual({ code: 'which-scope', typed: 'Mika' });
    const asked = await chat.press(restoreOn(view, { ...entered, elsewhere: 'm-mika-2' }));
    expect(asked).toMatchObject({ reason: 'INC1', choices: [], elsewhere: { chosen: { value: 'm-mika-2' } } });
    const back = await chat.press(restoreOn(asked, { options: {}, reason: 'INC1', elsewhere: 'original' }));
    expect(back).toMatchObject(kept);
    expect(remarkOf(back)).toEqual({ code: 'back-to-original' });
  });

  test('stays where the service fails', async () => {
    const { chat, press } = await confirmingFor('Mika Tan');
    chat.explorer.faults.exploredScope = [aFault('NO_ANSWER')];
    // Another process, which has no list yet.
    const view = await createChat(chat).press(press);
    expect(remarkOf(view)).toMatchObject({ code: 'service' });
    expect(view).toMatchObject({ ...kept, elsewhere: { chosen: { value: 'Mika Tan', name: 'Mika Tan' } } });
    const again = await chat.press(restoreOn(view, { ...entered, elsewhere: 'Mika Tan' }));
    expect(again).toMatchObject({ reason: 'INC1', elsewhere: { chosen: { value: 'm-mika' } } });
  });

  test('does not change another card', async () => {
    const { chat, press } = await confirmingFor('Quentin');
    const { options: before } = chat.task();
    await chat.press({ ...press, shown: 'of another card' });
    expect(chat.task()).toMatchObject({ options: before, remark: { code: 'card-outdated' } });
    expect([chat.task().reason, chat.task().typedTarget]).toEqual([undefined, undefined]);
  });
});

test.each(['options', 'reason'])('the step %s of an earlier version is read as the confirm card', (step) => {
  expect(taskSchema.parse({ ...aTask({ list: [anEntry()] }), step }).step).toBe('summary');
  expect(taskSchema.parse({ ...aTask(), step: 'of-a-later-version' }).step).toBe('search');
});
