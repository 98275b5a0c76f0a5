/** Who may act in an app-only session: the administrators, each time they press, in their own chat, on what is theirs. */
import { restorePressSchema, type RestorePress } from '../../../../src/restore/state/presses.ts';
import type { Restore } from '../../../../src/restore/state/restore.ts';
import { START } from '../../../fakes/clock.ts';
import { aBackup, someMessages } from '../../../fakes/explorer.ts';
import { SOMEBODY } from '../../../fakes/identity-provider.ts';
import {
  anAddress,
  anAsker,
  aPersonState,
  aRestore,
  aRestoreState,
  aSession,
  CONTOSO,
} from '../../../support/builders.ts';
import { codeShown, createApprovingBench, restoring, use } from '../../../support/approving-bench.ts';
import { asker, createChat, createTasksOutside, key, type Chat } from '../../../support/restore-tasks.ts';

/** Taken off the list by emptying it. */
function administering() {
  const adminUserIds = [SOMEBODY.oid];
  const chat = createChat({ ...createTasksOutside(), adminUserIds });
  chat.people.put(key, aPersonState({ session: aSession({ flow: 'app-only' }) }));
  chat.explorer.backups.set('organization', aBackup({ entries: someMessages(3) }));
  return { chat, adminUserIds };
}

const signIn = (
  { people }: Pick<Chat, 'people'>,
  flow: 'operator' | 'app-only',
  accessToken = aSession().accessToken,
) => people.put(key, aPersonState({ session: aSession({ flow, accessToken, signInId: `sign-in-${flow}` }) }));

const NOT_AN_ADMINISTRATOR = { kind: 'restore-notice', notice: { code: 'administrator-only' } };

test('an administrator is led into the wizard, as one, and is not asked whether they are an operator', async () => {
  const { chat } = administering();

  expect(await chat.find()).toMatchObject({ kind: 'task-search', task: { access: 'administrator', isOperator: true } });
  expect(chat.task().scope).toBeUndefined();
  expect(chat.explorer.methods).not.toContain('isOperator');
});

test('the session of somebody who was taken off the list ends with the next press', async () => {
  const { chat, adminUserIds } = administering();
  await chat.find();
  const before = chat.explorer.calls.length;
  adminUserIds.length = 0;

  expect(await chat.press({ kind: 'search', form: { words: 'invoice' } })).toEqual(NOT_AN_ADMINISTRATOR);
  await chat.clock.run(chat.jobs.idle());

  expect(chat.people.stateOf(key)?.session).toBeUndefined();
  expect(chat.state()?.task).toBeUndefined();
  expect(await chat.find('invoice')).toMatchObject({ notice: { code: 'sign-in-first' } });
  await expect(chat.wizard.suggest(asker, 'ada', 5)).resolves.toEqual([]);
  expect(chat.explorer.calls.slice(before).map(({ method }) => method)).toEqual(['stop']);
});

test('what somebody who is taken off the list has open is closed, and its token revoked after that', async () => {
  const { chat, adminUserIds } = administering();
  await chat.find();
  await chat.press({ kind: 'search', scope: 'organization', workload: 'exchange', form: { words: 'invoice' } });
  expect(chat.explorer.working).toHaveLength(1);
  adminUserIds.length = 0;

  await chat.find('invoice');
  await chat.clock.run(chat.jobs.idle());

  expect(chat.explorer.working).toEqual([]);
});

test.each(['group chat', 'channel'] as const)(
  'nothing is found in a %s, not even by an administrator',
  async (place) => {
    const { chat } = administering();
    await chat.find();
    const { id, cardId } = chat.task();
    const before = chat.explorer.calls.length;
    const there = anAsker({ address: anAddress({ place }) });
    const personal = { kind: 'restore-notice', notice: { code: 'personal-only' } };

    expect(await chat.run(chat.wizard.find(there, 'invoice'))).toEqual(personal);
    expect(await chat.run(chat.wizard.press(there, id, { kind: 'browse' }, cardId))).toEqual(personal);
    expect(chat.explorer.calls).toHaveLength(before);
  },
);

describe('an administrator’s task', () => {
  const MINUTE = 60_000;

  async function foundSomething({ chat } = administering()) {
    chat.explorer.backups.set('organization', aBackup({ entries: someMessages(3) }));
    await chat.find();
    await chat.press({ kind: 'search', scope: 'organization', workload: 'exchange', form: { words: 'invoice' } });
    expect(chat.explorer.working).toMatchObject([{ isTenant: true }]);
    return chat;
  }

  test('waits for a sign-in as administrator once the service refuses its session, and goes on with that', async () => {
    const chat = await foundSomething();
    const { id } = chat.task();
    chat.explorer.refusedTokens.add('SECRET-service-access-0');
    const over = { kind: 'restore-notice', notice: { code: 'session-refused', access: 'administrator' } };
    expect(await chat.press({ kind: 'search', form: { words: 'report' } })).toEqual(over);
    await chat.clock.run(chat.jobs.idle());

    const anew = { signInId: 'sign-in-1', accessToken: 'SECRET-new' };
    chat.people.put(key, aPersonState({ session: aSession(anew) }));
    await chat.clock.run(chat.wizard.lifecycle.resume(key));
    expect(chat.task()).toMatchObject({ id, signInId: 'sign-in-0' });

    chat.people.put(key, aPersonState({ session: aSession({ ...anew, flow: 'app-only' }) }));
    await chat.clock.run(chat.wizard.lifecycle.resume(key));
    expect(chat.task()).toMatchObject({ id, signInId: 'sign-in-1', access: 'administrator' });
  });

  test('leaves no session open that is no longer used', async () => {
    const chat = await foundSomething();

    await chat.clock.advance(31 * MINUTE);
    await chat.clock.run(chat.jobs.runDue());

    expect(chat.explorer.working).toEqual([]);
    expect(chat.audit.records.map(({ flow }) => flow)).toEqual(['app-only']);
  });

  test('leaves no session open of somebody who was taken off the list: their token still closes it', async () => {
    const { chat, adminUserIds } = administering();
    await foundSomething({ chat, adminUserIds });
    adminUserIds.length = 0;

    await chat.clock.advance(31 * MINUTE);
    await chat.clock.run(chat.jobs.runDue());

    expect(chat.explorer.working).toEqual([]);
    expect(chat.store.stateOf(key)?.task).toBeUndefined();
  });
});

test('the removal of the app also closes the backup of a restore that waits for its approval', async () => {
  const { chat } = administering();
  await chat.find();
  await chat.press({ kind: 'search', scope: 'organization', workload: 'exchange', form: { words: 'invoice' } });
  const exploreId = chat.explorer.working[0]?.id ?? '';
  const waiting = aRestore({ access: 'administrator', exploreId });
  chat.store.put(key, aRestoreState({ restores: [waiting] }));

  await chat.over('uninstalled');

  expect(chat.explorer.working).toEqual([]);
});

describe('a restore belongs to one kind of access', () => {
  const operators: Partial<Restore> = {
    calls: aRestore().calls.map((call) => ({ ...call, progress: { kind: 'running', sessionId: 'r', at: START } })),
  };

  test.each(['look', 'stop'] as const)(
    'an operator’s is not continued by **%s** in an administrator’s session: a sign-in as operator is asked for',
    async (kind) => {
      const bench = createApprovingBench();
      bench.store.put(key, aRestoreState({ restores: [aRestore({ ...operators, unwatched: true })] }));

      await bench.clock.run(bench.process().press(asker, 'restore-1', { kind }));

      expect(bench.announcer.cards.at(-1)?.views).toEqual([
        { kind: 'restore-notice', notice: { code: 'sign-in-first', access: 'operator', organizationKey: CONTOSO } },
      ]);
      expect(bench.explorer.methods).toEqual([]);
    },
  );

  test('an operator’s is neither followed nor tried again after a sign-in as administrator', async () => {
    const bench = createApprovingBench();
    bench.store.put(key, aRestoreState({ restores: [aRestore({ ...operators, unwatched: true })] }));
    const process = bench.process();

    await bench.clock.run(process.resume(key));
    await bench.clock.run(process.press(asker, 'restore-1', { kind: 'retry-failed' }));
    await bench.drain();

    expect(bench.restore()).toMatchObject({ unwatched: true, access: 'operator' });
    expect(bench.explorer.methods).toEqual([]);
  });

  test('an administrator’s is not sent with an operator’s token, though that replaced theirs at the last moment', async () => {
    const bench = createApprovingBench();
    await restoring(bench);
    bench.explorer.during.sessions = async () => {
      bench.explorer.refusedTokens.add('SECRET-service-access-0');
      signIn(bench, 'operator', 'SECRET-of-the-operator');
    };
    use(bench, codeShown(bench));
    await bench.drain();

    expect(bench.explorer.restored).toEqual([]);
    expect(bench.explorer.calls.map(({ accessToken }) => accessToken)).not.toContain('SECRET-of-the-operator');
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'refused' });
  });

  test('whoever presses **Retry failed** in a session of the other kind is told to sign in as the one of the restore', async () => {
    const bench = createApprovingBench();
    await restoring(bench);
    await bench.drain();
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', trouble: 'approval-expired', retryable: 3 });
    signIn(bench, 'operator');

    await bench.clock.run(bench.process().press(asker, bench.restore().id, { kind: 'retry-failed' }));

    expect(bench.announcer.cards.at(-1)?.views).toEqual([
      { kind: 'restore-notice', notice: { code: 'sign-in-first', access: 'administrator', organizationKey: CONTOSO } },
    ]);
    expect(bench.store.stateOf(key)?.restores).toHaveLength(1);
  });

  const presses = restorePressSchema.options.flatMap(({ shape: { kind } }): readonly RestorePress['kind'][] =>
    'options' in kind ? kind.options : [kind.value],
  );
  /** They only end or hide something. */
  const endings: readonly RestorePress['kind'][] = ['done', 'give-up'];

  test.each(presses)('%s of somebody taken off the list ends their session, and uses nothing of it', async (kind) => {
    const { chat, adminUserIds } = administering();
    chat.store.put(key, aRestoreState({ restores: [aRestore({ ...operators, access: 'administrator' })] }));
    adminUserIds.length = 0;

    const press = { kind, page: 1, asked: START } as RestorePress;
    const view = await chat.run(chat.restores.press(asker, 'restore-1', press));
    await chat.clock.run(chat.jobs.idle());

    const said = chat.announcer.cards.map(({ views }) => views[0]);
    if (endings.includes(kind)) expect(view.kind).toBe('restore-running');
    else expect(said).toContainEqual(NOT_AN_ADMINISTRATOR);
    expect(chat.explorer.methods).toEqual([]);
    expect(chat.people.stateOf(key)?.session).toBeUndefined();
  });
});

describe('a task belongs to one kind of access', () => {
  test.each([
    ['an administrator’s is not continued by an operator', 'app-only', 'operator'],
    ['an operator’s is not continued by an administrator', 'operator', 'app-only'],
  ] as const)('%s, though they are the same person', async (_, first, second) => {
    const { chat } = administering();
    signIn(chat, first);
    await chat.find();
    const { id, cardId } = chat.task();
    const before = chat.explorer.calls.length;
    signIn(chat, second);

    const view = await chat.run(chat.wizard.press(asker, id, { kind: 'browse' }, cardId));

    expect(view).toMatchObject({ kind: 'restore-notice', notice: { code: 'task-outdated' } });
    expect(chat.explorer.calls).toHaveLength(before);
  });

  test('also while it waits for a sign-in, of the same account', async () => {
    const { chat } = administering();
    await chat.find();
    const task = { ...chat.task(), waitsForSignIn: true };
    chat.store.put(key, { restores: [], recentScopes: [], task });
    signIn(chat, 'operator');

    expect(await chat.find()).toMatchObject({ task: { access: 'operator' } });
    expect(chat.task().id).not.toBe(task.id);
  });

  test('a press with the id of somebody else’s task does nothing', async () => {
    const { chat } = administering();
    await chat.find();

    const forged = await chat.run(chat.wizard.press(asker, 'task-of-mika', { kind: 'browse' }, 'card-1'));

    expect(forged).toMatchObject({ kind: 'restore-notice' });
    expect(chat.explorer.methods).not.toContain('containers');
  });
});
