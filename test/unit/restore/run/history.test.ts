import { DAY } from '../../../../src/core/durations.ts';
import { EXPLORE_REASON } from '../../../../src/restore/explore/call-reference.ts';
import type { SessionList } from '../../../../src/restore/state/presses.ts';
import type { ServiceSession } from '../../../../src/restore/state/ports.ts';
import { START } from '../../../fakes/clock.ts';
import { SOMEBODY } from '../../../fakes/identity-provider.ts';
import { notFound } from '../../../fakes/explorer.ts';
import {
  aFault,
  anAsker,
  anOrganization,
  aPersonState,
  aRestore,
  aRestoreState,
  aSession,
  aTask,
} from '../../../support/builders.ts';
import { createApprovingBench } from '../../../support/approving-bench.ts';
import { createBench, key, withTask, type Bench } from '../../../support/restoring-bench.ts';

const asker = anAsker();

const session = (id: string, changes: Partial<ServiceSession> = {}): ServiceSession => ({
  id,
  initiatedBy: 'Olga Operator',
  kind: 'exchange',
  createdAt: START,
  state: 'working',
  result: 'success',
  ...changes,
});

function listing(bench: Bench, sessions: readonly ServiceSession[]): void {
  bench.explorer.sessions = async () => ({ results: sessions, more: false });
}

const list = (bench: Bench, filter?: SessionList) => bench.clock.run(bench.process().history.list(asker, filter));

async function listed(bench: Bench, filter?: SessionList) {
  const { view } = await list(bench, filter);
  if (view.kind !== 'restore-sessions') throw new Error(view.kind);
  return view;
}

const rows = async (bench: Bench) => (await listed(bench)).rows;

const call = aRestore().calls[0] ?? ({} as never);

describe('recent sessions', () => {
  test('of an administrator are those that the bot opened for them, since all are the organization’s', async () => {
    const bench = createApprovingBench();
    const running = { kind: 'running', sessionId: 'mine', at: START } as const;
    bench.store.put(
      key,
      aRestoreState({ restores: [aRestore({ access: 'administrator', calls: [{ ...call, progress: running }] })] }),
    );
    listing(bench, [session('mine', { initiatedBy: 'contoso' }), session('anothers', { initiatedBy: 'contoso' })]);
    bench.explorer.session = async (_, id) => session(id, { initiatedBy: 'contoso' });

    expect(await listed(bench)).toMatchObject({ access: 'administrator', rows: [{ sessionId: 'mine' }] });
    const stopped = await bench.clock.run(bench.process().history.stop(asker, 'anothers', {}));
    expect(stopped.view).toMatchObject({ notice: { code: 'session-unknown' } });
    expect(bench.explorer.methods).not.toContain('whoAmI');
    expect(bench.explorer.methods).not.toContain('stop');
  });

  test('are matched with stored restores, by session id and by reference', async () => {
    const bench = createBench();
    const running = { kind: 'running', sessionId: 'of-one', at: START } as const;
    const restores = [
      aRestore({ id: 'one', exploreId: 'explored', calls: [{ ...call, progress: running }] }),
      aRestore({ id: 'two', calls: [{ ...call, progress: { kind: 'unclear', at: START, looks: 1 } }] }),
    ];
    bench.store.put(
      key,
      aRestoreState({ restores, task: aTask({ explore: { id: 'open', workload: 'exchange', openedAt: 1 } }) }),
    );
    listing(bench, [
      session('of-one', { createdAt: 5 }),
      session('lost', { createdAt: 4, reason: 'Ticket (restore-bot two-1)', scopeName: 'Ada' }),
      session('open', { createdAt: 3 }),
      session('explored', { createdAt: 2 }),
      session('foreign', { createdAt: 1, reason: 'By the portal', state: 'stopped', result: 'warning', endedAt: 9 }),
      session('other', { createdAt: 0, kind: undefined, kindName: 'Vpp' }),
    ]);
    expect(await rows(bench)).toMatchObject([
      { sessionId: 'of-one', state: 'running', stoppable: true },
      { sessionId: 'lost', state: 'running', reason: 'Ticket', scopeName: 'Ada' },
      { sessionId: 'open', state: 'looking', stoppable: false },
      { sessionId: 'explored', state: 'looking', stoppable: false },
      { sessionId: 'foreign', state: 'warning', stoppable: false, reason: 'By the portal', endedAt: 9 },
      { sessionId: 'other', state: 'running', stoppable: true },
    ]);
  });

  test('are pages of ten, the newest first, without ended explore sessions', async () => {
    const bench = createBench();
    bench.store.put(key, aRestoreState({ restores: [aRestore({ exploreId: 's-3', endedAt: bench.clock.now() })] }));
    const all = Array.from({ length: 25 }, (_, index) => session(`s-${index}`, { state: 'stopped' }));
    bench.explorer.sessions = async (_, { offset, limit }) => ({
      results: all.slice(offset, offset + limit),
      more: offset + limit < all.length,
    });
    const names = (from: number, to: number) => all.slice(from, to).map(({ id }) => id);
    const first = await listed(bench);
    expect(first.rows.map(({ sessionId }) => sessionId)).toEqual(names(0, 11).filter((id) => id !== 's-3'));
    expect(first.next).toBe(11);
    const second = await listed(bench, { starts: [11] });
    expect(second.rows.map(({ sessionId }) => sessionId)).toEqual(names(11, 21));
    const third = await listed(bench, { starts: [11, second.next ?? 0] });
    expect(third.rows.map(({ sessionId }) => sessionId)).toEqual(names(21, 25));
    expect(third.next).toBeUndefined();
  });

  test('are filtered by kind and state here, and by period at the service', async () => {
    const bench = createBench();
    const asked: unknown[] = [];
    const kinds = ['exchange', 'onedrive', 'sharepoint', 'teams'] as const;
    const results = kinds.flatMap((kind) => [
      session(`${kind}-failed`, { kind, state: 'stopped', result: 'failed' }),
      session(`${kind}-running`, { kind }),
    ]);
    bench.explorer.sessions = async (_, request) => {
      asked.push(request.from);
      return { results, more: false };
    };
    const shown = async (filter: SessionList) => (await listed(bench, filter)).rows.map(({ sessionId }) => sessionId);
    for (const kind of kinds) expect(await shown({ kind })).toEqual([`${kind}-failed`, `${kind}-running`]);
    expect(await shown({ state: 'failed' })).toEqual(kinds.map((kind) => `${kind}-failed`));
    expect(await shown({ kind: 'teams', state: 'running' })).toEqual(['teams-running']);
    expect(await shown({ state: 'success' })).toEqual([]);
    asked.length = 0;
    await shown({ days: 7 });
    await shown({});
    expect(asked).toEqual([bench.clock.now() - 7 * 86_400_000, undefined]);
  });

  test('that hardly any match are not looked for without end: the next page continues', async () => {
    const bench = createBench();
    let calls = 0;
    bench.explorer.sessions = async (_, { limit }) => {
      calls += 1;
      return { results: Array.from({ length: limit }, (_, index) => session(`s-${index}`)), more: true };
    };
    expect(await listed(bench, { kind: 'teams', starts: [500] })).toMatchObject({ rows: [], next: 1_500 });
    expect(calls).toBe(10);
  });

  test('are one row each where one moved to the next page meanwhile, which begins where the service said', async () => {
    const bench = createBench();
    const offsets: number[] = [];
    bench.explorer.sessions = async (_, { offset }) => {
      offsets.push(offset);
      if (offset === 0) return { results: [session('s-1'), session('s-2')], more: true, next: 3 };
      return { results: [session('s-2'), session('s-3')], more: false };
    };
    const { rows } = await listed(bench, {});
    expect(rows.map(({ sessionId }) => sessionId)).toEqual(['s-1', 's-2', 's-3']);
    expect(offsets).toEqual([0, 3]);
  });

  test('are shown with their events, page by page, to their person alone', async () => {
    const bench = createBench();
    const access = {
      kind: 'operator' as const,
      organization: anOrganization(),
      accessToken: 'SECRET-service-access-0',
    };
    const exploring = { workload: 'exchange', showDeleted: false, showAllVersions: false } as const;
    const { id } = await bench.explorer.openExplore(access, exploring);
    const events = Array.from({ length: 12 }, (_, index) => ({
      id: `event-${index}`,
      status: 'success' as const,
      message: `Restored item ${index}.`,
      startedAt: START,
      isRestore: true,
    }));
    bench.explorer.change(id, { events, details: 'Two of three.', state: 'stopped', endedAt: START });
    const show = async (page: number) =>
      (await bench.clock.run(bench.process().history.show(asker, id, page, { days: 7 }))).view;

    const row = { sessionId: id, kind: 'exchange', details: 'Two of three.' };
    const first = { kind: 'restore-session', row, events: events.slice(0, 10), page: 0, more: true, list: { days: 7 } };
    expect(await show(0)).toMatchObject(first);
    expect(await show(1)).toMatchObject({ events: events.slice(10), page: 1, more: false });
    bench.explorer.change(id, { initiatedBy: 'Somebody Else' });
    expect(await show(0)).toMatchObject({ notice: { code: 'session-unknown' } });
    expect(bench.explorer.methods.filter((method) => method === 'events')).toHaveLength(2);
  });

  test('are the person’s own: begun here, or by them elsewhere', async () => {
    const bench = createBench();
    const running = { kind: 'running', sessionId: 'of-one', at: START } as const;
    const restores = [
      aRestore({ id: 'one', exploreId: 'explored', calls: [{ ...call, progress: running }] }),
      aRestore({ id: 'two', calls: [{ ...call, progress: { kind: 'unclear', at: START, looks: 1 } }] }),
    ];
    bench.store.put(key, aRestoreState({ restores }));
    const others = { initiatedBy: 'Somebody Else' };
    listing(bench, [
      session('of-one', others),
      session('lost', { ...others, reason: 'Ticket (restore-bot two-1)' }),
      session('explored', others),
      session('by-name', { initiatedBy: 'OLGA\u00a0OPERATOR' }),
      session('by-id', { initiatedBy: 'user-me' }),
      session('theirs', others),
      session('theirs-through-the-bot', { ...others, reason: EXPLORE_REASON }),
      session('nobodys', { initiatedBy: undefined }),
    ]);
    expect((await rows(bench)).map(({ sessionId }) => sessionId)).toEqual([
      'of-one',
      'lost',
      'explored',
      'by-name',
      'by-id',
    ]);
  });

  test('need a sign-in that the service accepts', async () => {
    const bench = createBench();
    bench.explorer.faults.sessions = [
      aFault('REFUSED', { status: 403, reason: 'ResourceAccessDenied', description: 'No.' }),
    ];
    expect((await list(bench)).view).toMatchObject({
      notice: { code: 'service', trouble: 'access-denied', detail: 'No.' },
    });
    bench.explorer.refusedTokens.add('SECRET-service-access-0');
    bench.renewals = 'refused';
    bench.renewals = 'unreachable';
    expect((await list(bench)).view).toMatchObject({ notice: { code: 'service', trouble: 'unreachable' } });
    expect(bench.people.stateOf(key)?.session).toBeDefined();
    bench.renewals = 'refused';
    expect((await list(bench)).view).toMatchObject({ notice: { code: 'session-refused' } });
    expect(bench.people.stateOf(key)?.session).toBeUndefined();
    bench.people.put(key, aPersonState());
    expect((await list(bench)).view).toMatchObject({ notice: { code: 'sign-in-first' } });
  });
});

test('calls side by side whose token is refused share one renewal', async () => {
  const bench = createBench();
  bench.explorer.refusedTokens.add('SECRET-service-access-0');
  await listed(bench);
  const tokens = bench.explorer.calls.map(({ accessToken }) => accessToken);
  expect(new Set(tokens)).toEqual(new Set(['SECRET-service-access-0', 'SECRET-renewed-1']));
});

describe('Stop in the list', () => {
  const stop = (bench: Bench, sessionId: string) => bench.clock.run(bench.process().history.stop(asker, sessionId));

  test('on a stored restore stops that restore', async () => {
    const bench = createBench();
    await withTask(bench);
    await bench.clock.run(bench.process().begin(asker, 'task-1', 'card-0'));
    await bench.clock.advance(6_000);
    const progress = bench.restore().calls[0]?.progress;
    const sessionId = progress?.kind === 'running' ? progress.sessionId : '';
    expect((await stop(bench, sessionId)).view).toMatchObject({ kind: 'restore-sessions', stopped: sessionId });
    expect(bench.restore().stopping).toBe(true);
    expect(bench.audit.records).toContainEqual(
      expect.objectContaining({ event: 'session-stopped', reference: sessionId, outcome: 'success' }),
    );
    await bench.drain();
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'stopped' });
  });

  test.each([
    ['of its own', false],
    ['that was opened for it', true],
  ])('on a restore of another sign-in stops its session %s with the present one', async (_, restoresInExplore) => {
    const bench = createBench({ adminUserIds: [SOMEBODY.oid] });
    bench.explorer.restoresInExplore = restoresInExplore;
    await withTask(bench);
    await bench.clock.run(bench.process().begin(asker, 'task-1', 'card-0'));
    await bench.clock.advance(6_000);
    const progress = bench.restore().calls[0]?.progress;
    const sessionId = progress?.kind === 'running' ? progress.sessionId : '';
    const tomorrow = { expiresAt: START + DAY };
    bench.people.put(key, aPersonState({ session: aSession({ flow: 'app-only', ...tomorrow }) }));
    expect((await stop(bench, sessionId)).view).toMatchObject({ kind: 'restore-sessions', stopped: sessionId });
    expect(bench.explorer.methods).toContain('stop');
    expect(bench.explorer.working.map(({ id }) => id)).not.toContain(sessionId);
    expect(bench.audit.records).toContainEqual(
      expect.objectContaining({ event: 'session-stopped', reference: sessionId, flow: 'app-only', outcome: 'success' }),
    );
    await bench.drain();
    bench.people.put(key, aPersonState({ session: aSession(tomorrow) }));
    await bench.clock.run(bench.process().resume(key));
    await bench.drain();
    expect(bench.shown()?.kind).toBe('restore-ended');
  });

  test('between two calls in one session stops what is still to be sent in it', async () => {
    const bench = createBench();
    const [call] = aRestore().calls;
    if (call === undefined) throw new Error('The restore has a call.');
    const counts = { total: 3, restored: 3, failed: 0, skipped: 0 };
    const ended = { kind: 'ended', sessionId: 'shared', at: START, result: 'success', counts } as const;
    const calls = [{ ...call, progress: { ...ended, failures: [], remarks: [] } }, call];
    bench.store.put(key, aRestoreState({ restores: [aRestore({ exploreId: 'shared', calls })] }));
    expect((await stop(bench, 'shared')).view).toMatchObject({ kind: 'restore-sessions', stopped: 'shared' });
    expect(bench.restore().calls[1]?.progress).toMatchObject({ kind: 'ended', result: 'stopped' });
  });

  test('on another session stops that session, and on one that has ended in the meantime shows the list', async () => {
    const bench = createBench();
    const access = {
      kind: 'operator' as const,
      organization: anOrganization(),
      accessToken: 'SECRET-service-access-0',
    };
    const { id } = await bench.explorer.openExplore(access, {
      workload: 'exchange',
      showDeleted: false,
      showAllVersions: false,
    });
    expect((await stop(bench, id)).view).toMatchObject({ stopped: id, rows: [{ sessionId: id, stoppable: false }] });
    bench.explorer.faults.stop = [notFound()];
    expect((await stop(bench, id)).view).toMatchObject({ kind: 'restore-sessions', stopped: id });
    bench.explorer.faults.stop = [aFault('FAILED', { status: 500 })];
    expect((await stop(bench, id)).view).toMatchObject({ notice: { code: 'service' } });
    const stopped = { event: 'session-stopped', reference: id, restore: { workload: 'exchange' }, flow: 'operator' };
    expect(bench.audit.records.filter(({ event }) => event === 'session-stopped')).toMatchObject([
      { ...stopped, outcome: 'success' },
      { ...stopped, outcome: 'not-found' },
      { ...stopped, outcome: 'unknown' },
    ]);
  });

  test('with a forged id stops nothing, says so and is audited', async () => {
    const bench = createBench();
    const access = {
      kind: 'operator' as const,
      organization: anOrganization(),
      accessToken: 'SECRET-service-access-0',
    };
    const exploring = { workload: 'exchange', showDeleted: false, showAllVersions: false } as const;
    const { id } = await bench.explorer.openExplore(access, exploring);
    const { id: ofBot } = await bench.explorer.openExplore(access, { ...exploring, reason: EXPLORE_REASON });
    for (const theirs of [id, ofBot]) bench.explorer.change(theirs, { initiatedBy: 'Somebody Else' });
    const unknown = { kind: 'restore-notice', notice: { code: 'session-unknown' } };

    expect((await stop(bench, id)).view).toMatchObject(unknown);
    expect((await stop(bench, ofBot)).view).toMatchObject(unknown);
    expect((await stop(bench, 'gone')).view).toMatchObject(unknown);
    bench.explorer.faults.session = [aFault('REFUSED', { status: 403, reason: 'ResourceAccessDenied' })];
    expect((await stop(bench, id)).view).toMatchObject(unknown);

    expect(bench.explorer.methods).not.toContain('stop');
    expect(bench.explorer.working).toHaveLength(2);
    expect(bench.audit.records.map(({ event, reference, outcome }) => [event, reference, outcome])).toEqual([
      ['session-stopped', id, 'not-own'],
      ['session-stopped', ofBot, 'not-own'],
      ['session-stopped', 'gone', 'not-own'],
      ['session-stopped', id, 'not-own'],
    ]);
  });

  test('is not offered for explore sessions, also where no stored state contains them', async () => {
    const bench = createBench();
    const access = {
      kind: 'operator' as const,
      organization: anOrganization(),
      accessToken: 'SECRET-service-access-0',
    };
    const looking = {
      workload: 'exchange',
      showDeleted: false,
      showAllVersions: false,
      reason: EXPLORE_REASON,
    } as const;
    const { id } = await bench.explorer.openExplore(access, looking);
    const other = await bench.explorer.openExplore(access, { ...looking, reason: 'Somebody else, elsewhere' });
    await bench.explorer.stop(access, id);
    await bench.explorer.stop(access, other.id);

    const { view } = await bench.clock.run(bench.process().history.list(asker));

    expect(view).toMatchObject({ kind: 'restore-sessions', rows: [{ sessionId: other.id }] });
  });

  test('never stops the explore session of a task or a restore', async () => {
    const bench = createBench();
    const task = await withTask(bench);
    await stop(bench, task.explore?.id ?? '');
    expect(bench.explorer.working).toHaveLength(1);
    expect(bench.explorer.methods).not.toContain('stop');
  });
});
