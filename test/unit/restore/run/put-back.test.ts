/** Whoever can write storage puts an older state of a restore back: no call is sent a second time without a press. */
import type { Job } from '../../../../src/core/jobs.ts';
import type { RestoreGroup, RestoreState } from '../../../../src/restore/state/restore.ts';
import { DAY, HOUR, MINUTE } from '../../../../src/core/durations.ts';
import {
  asker as administrator,
  createApprovingBench,
  press,
  restoring,
  somebodyApproves,
  WAYS,
  withAdministratorsTask,
} from '../../../support/approving-bench.ts';
import { anAsker, aPersonState, aRestoreState, aSession, entries } from '../../../support/builders.ts';
import {
  createBench,
  key,
  serviceTakes,
  withTask,
  type Bench,
  type RestoreProcess,
} from '../../../support/restoring-bench.ts';

const asker = anAsker();

/** A restore of two calls that has ended, with every state it ever had. */
async function restored(): Promise<{
  bench: Bench;
  process: RestoreProcess;
  states: readonly RestoreState[];
  job: Job;
}> {
  const bench = createBench();
  serviceTakes(bench, 5);
  await withTask(bench, { list: [...entries(2), ...entries(1, 'mailbox-2')] });
  const states: RestoreState[] = [];
  const process = bench.process(async (label, call) => {
    const answer = await call();
    const state = label === 'store.write' ? bench.store.stateOf(key) : undefined;
    if (state !== undefined) states.push(structuredClone(state));
    return answer;
  });
  await bench.clock.run(process.begin(asker, 'task-1', 'card-0'));
  const job = bench.queued()[0]?.job;
  await bench.drain();
  if (job === undefined) throw new Error('There is no job.');
  expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
  expect(bench.explorer.restored).toHaveLength(2);
  return { bench, process, states: states.filter(({ restores }) => restores.length > 0), job };
}

/** As if it had been begun three hours ago. */
function makeOld(bench: Bench, changed: (group: RestoreGroup) => RestoreGroup = (group) => group): void {
  const restore = bench.restore();
  const groups = restore.groups.map(changed);
  bench.store.put(key, aRestoreState({ restores: [{ ...restore, groups, startedAt: restore.startedAt - 3 * HOUR }] }));
}

const codes = ({ explorer }: Bench): number =>
  explorer.methods.filter((method) => method === 'requestRestoreCode').length;

const follow = (bench: Bench, process: RestoreProcess, job: Job): Promise<unknown> =>
  bench.clock.run(process.follow(job as never, new AbortController()).catch((error: unknown) => error));

describe.each([
  ['a minute', MINUTE, true],
  ['three days', 3 * DAY, true],
  ['three days, when the service no longer lists it,', 3 * DAY, false],
])('%s later', (_, later, isListed) => {
  test.each(['by the process that sent it', 'by another one'])(
    'each of its states is put back and followed %s',
    async (by) => {
      const { states } = await restored();
      const shown = new Set<string | undefined>();
      for (const index of states.keys()) {
        const { bench, process, states: all, job } = await restored();
        const back = all[index];
        if (back === undefined) throw new Error('There is no such state.');
        await bench.clock.advance(later);
        if (!isListed) for (const { id } of bench.explorer.allSessions) bench.explorer.drop(id);
        bench.people.put(key, aPersonState({ session: aSession({ expiresAt: bench.clock.now() + DAY }) }));
        bench.store.put(key, back);

        await follow(bench, by.startsWith('by the') ? process : bench.process(), job);

        expect([index, bench.explorer.restored.length]).toEqual([index, 2]);
        shown.add(bench.shown()?.kind);
      }
      if (!isListed) expect([...shown]).toContain('restore-unclear');
    },
  );
});

/** By a process that dies of it. */
async function planned(): Promise<Bench> {
  const bench = createBench();
  serviceTakes(bench, 5);
  await withTask(bench, { list: entries(2) });
  let isDead = false;
  const first = bench.process(async (label, call) => {
    if (isDead) throw new Error('dead');
    isDead = label === 'store.write';
    return call();
  });
  await bench.clock.run(first.begin(asker, 'task-1', 'card-0').catch(() => undefined));
  return bench;
}

test('a call that another process had planned is sent, once it is known that the service does not have it', async () => {
  const bench = await planned();
  const before = bench.explorer.calls.length;
  bench.process();
  await bench.drain();
  expect(bench.explorer.methods.slice(before)).toEqual(expect.arrayContaining(['sessions', 'restore']));
  expect(bench.explorer.restored).toHaveLength(1);
  expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
});

test('a call that was planned for hours is not said to have been sent, nor to be searched for in vain more than once', async () => {
  const bench = await planned();
  makeOld(bench);
  bench.process();
  await bench.drain();
  expect(bench.shown()).toMatchObject({ kind: 'restore-unclear', looks: 1, old: true });
  expect(bench.explorer.methods).not.toContain('restore');
});

describe('an administrator’s call that was planned for hours', () => {
  async function waiting() {
    const bench = createApprovingBench();
    serviceTakes(bench, 5);
    await restoring(bench);
    bench.jobs.abandon(new Error('The process stops.'));
    await bench.clock.settle();
    return bench;
  }

  test('is decided about before a code is asked for it', async () => {
    const bench = await waiting();
    makeOld(bench, (group) => ({ ...group, approval: undefined }));
    const asked = codes(bench);
    const process = bench.process();
    await bench.drain();
    expect(bench.shown()).toMatchObject({ kind: 'restore-unclear', looks: 0, old: true });
    expect(codes(bench)).toBe(asked);
    await press(bench, process, { kind: 'send-again' });
    somebodyApproves(bench);
    await bench.drain();
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
  });

  test('is sent once somebody has approved it', async () => {
    const bench = await waiting();
    makeOld(bench);
    somebodyApproves(bench);
    bench.process();
    await bench.drain();
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
    expect(bench.explorer.restored).toHaveLength(1);
  });
});

test('three days later an administrator’s call by a certificate is not sent either, though its session is still open', async () => {
  const way = WAYS['by a certificate'];
  const again = async () => {
    const bench = createApprovingBench(way.outside);
    withAdministratorsTask(bench, way.task);
    serviceTakes(bench, 30);
    somebodyApproves(bench);
    bench.explorer.stop = async () => undefined;
    const states: RestoreState[] = [];
    const process = bench.process(async (label, call) => {
      const answer = await call();
      const state = label === 'store.write' ? bench.store.stateOf(key) : undefined;
      if (state !== undefined && state.restores.length > 0) states.push(structuredClone(state));
      return answer;
    });
    await bench.clock.run(process.begin(administrator, 'task-1', 'card-0'));
    const job = bench.queued()[0]?.job;
    await bench.drain();
    if (job === undefined) throw new Error('There is no job.');
    return { bench, job, states };
  };
  const { states } = await again();
  for (const index of states.keys()) {
    const { bench, job, states: all } = await again();
    const sent = bench.explorer.methods.filter((method) => method === 'restore').length;
    await bench.clock.advance(3 * DAY);
    const session = aSession({ flow: 'app-only', expiresAt: bench.clock.now() + DAY });
    bench.people.put(key, aPersonState({ session }));
    const back = all[index];
    if (back === undefined) throw new Error('There is no such state.');
    bench.store.put(key, back);
    const ending = new AbortController();
    const another = bench.process();
    // Nobody presses.
    bench.running = undefined;
    void another.follow(job as never, ending).catch(() => undefined);
    await bench.clock.advance(2 * MINUTE);
    ending.abort();
    const now = bench.explorer.methods.filter((method) => method === 'restore').length;
    expect([index, now]).toEqual([index, sent]);
  }
});
