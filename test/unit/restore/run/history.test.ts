import { EXPLORE_REASON } from '../../../../src/restore/run/transitions.ts';
import type { ServiceSession } from '../../../../src/restore/ports.ts';
import { START } from '../../../fakes/clock.ts';
import { notFound } from '../../../fakes/explorer.ts';
import {
  aFault,
  anAsker,
  anOrganization,
  aPersonState,
  aRestore,
  aRestoreState,
  aTask,
} from '../../../support/builders.ts';
import { createBench, key, withTask, type Bench } from '../../../support/restoring-bench.ts';

const asker = anAsker();

const session = (id: string, changes: Partial<ServiceSession> = {}): ServiceSession => ({
  id,
  initiatedBy: 'Olga Operator',
  workload: 'exchange',
  createdAt: START,
  state: 'working',
  result: 'success',
  ...changes,
});

function listing(bench: Bench, sessions: readonly ServiceSession[]): void {
  bench.explorer.sessions = async () => ({ results: sessions, more: false });
}

const list = (bench: Bench) => bench.clock.run(bench.process().sessions(asker));

async function rows(bench: Bench) {
  const { view } = await list(bench);
  if (view.kind !== 'restore-sessions') throw new Error(view.kind);
  return view.rows;
}

const call = aRestore().calls[0] ?? ({} as never);

describe('recent sessions', () => {
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
      session('other', { createdAt: 0, workload: undefined }),
    ]);
    expect(await rows(bench)).toMatchObject([
      { sessionId: 'of-one', restoreId: 'one', state: 'running', stoppable: true },
      { sessionId: 'lost', restoreId: 'two', state: 'running', reason: 'Ticket', scopeName: 'Ada' },
      { sessionId: 'open', state: 'looking', stoppable: false },
      { sessionId: 'explored', state: 'looking', stoppable: false },
      { sessionId: 'foreign', state: 'warning', stoppable: false, reason: 'By the portal', endedAt: 9 },
      { sessionId: 'other', state: 'running', stoppable: true, restoreId: undefined },
    ]);
  });

  test('are the newest twenty, without ended explore sessions', async () => {
    const bench = createBench();
    bench.store.put(key, aRestoreState({ restores: [aRestore({ exploreId: 's-3', endedAt: 1 })] }));
    listing(
      bench,
      Array.from({ length: 40 }, (_, index) => session(`s-${index}`, { createdAt: index, state: 'stopped' })),
    );
    const shown = await rows(bench);
    expect(shown.map(({ sessionId }) => sessionId)).toEqual(
      Array.from({ length: 20 }, (_, index) => `s-${39 - index}`),
    );
    listing(bench, [session('s-3', { state: 'stopped' })]);
    expect(await rows(bench)).toEqual([]);
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
      session('by-name', { initiatedBy: 'OLGA OPERATOR' }),
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

describe('Stop in the list', () => {
  const stop = (bench: Bench, sessionId: string) => bench.clock.run(bench.process().stopSession(asker, sessionId));

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

  test('on another session stops that session, and on one that has ended in the meantime shows the list', async () => {
    const bench = createBench();
    const access = { organization: anOrganization(), accessToken: 'SECRET-service-access-0' };
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
    const access = { organization: anOrganization(), accessToken: 'SECRET-service-access-0' };
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
    const access = { organization: anOrganization(), accessToken: 'SECRET-service-access-0' };
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

    const { view } = await bench.clock.run(bench.process().sessions(asker));

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
