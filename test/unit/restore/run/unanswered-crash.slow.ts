/** A process that dies at each of its effects while it is unclear whether an administrator's call was accepted. */
import {
  asker,
  createApprovingBench,
  EVERY_WAY,
  nothingUnapproved,
  somebodyApproves,
  WAYS,
  withAdministratorsTask,
  type ApprovingBench,
  type Way,
} from '../../../support/approving-bench.ts';
import { aFault } from '../../../support/builders.ts';
import { everywhere } from '../../../support/dying-restores.ts';
import { serviceTakes, type Bench, type RestoreProcess } from '../../../support/restoring-bench.ts';

const begin = (_: Bench, process: RestoreProcess): Promise<unknown> => process.begin(asker, 'task-1', 'card-0');

function aScene(bench: ApprovingBench, { task }: Way, seconds: number): void {
  withAdministratorsTask(bench, task);
  serviceTakes(bench, seconds);
  somebodyApproves(bench);
}

/** What was sent went once, each time with an approval of its own. */
function sentAtMostOnce(bench: ApprovingBench, where: string): void {
  expect([where, new Set(bench.sentWith).size]).toEqual([where, bench.sentWith.length]);
  expect([where, bench.explorer.restored.length <= 1]).toEqual([where, true]);
  expect([where, bench.queued().length]).toEqual([where, 0]);
}

test.each(EVERY_WAY)(
  'wherever the process dies, a call %s whose answer was lost is found once, or the person is asked',
  async (_, way) => {
    const unclear: string[] = [];
    await everywhere({
      create: () => createApprovingBench(way.outside),
      async before(bench) {
        aScene(bench, way, 90);
        bench.explorer.faults.restore = [{ afterwards: aFault('NO_ANSWER') }];
        await Promise.resolve();
      },
      act: begin,
      check(bench, where) {
        sentAtMostOnce(bench, where);
        if (bench.shown()?.kind === 'restore-unclear') {
          unclear.push(where);
          // Where it died before sending, the fault met nothing.
          return expect([where, bench.explorer.restored]).toEqual([where, []]);
        }
        expect([where, bench.shown()]).toMatchObject([where, { kind: 'restore-ended', result: 'success' }]);
        expect([where, bench.explorer.restored.length]).toEqual([where, 1]);
        nothingUnapproved(bench, where, way);
      },
    });
    expect(unclear).toHaveLength(2);
  },
);

const AT_ONCE = aFault('REFUSED', { status: 403, description: 'The role is missing.' });
const TOO_LATE = aFault('FAILED', { status: 500, description: 'AADSTS50076: you must use MFA.' });

test.each([
  ['at once', 'by a code', AT_ONCE],
  ['perhaps too late', 'by a code', TOO_LATE],
  ['at once', 'by a certificate', AT_ONCE],
  ['perhaps too late', 'by a certificate', TOO_LATE],
] as const)(
  'wherever the process dies, an approval that was refused %s %s is never used again',
  async (_, name, refusal) => {
    const way = WAYS[name];
    // Nobody can sign in instead.
    const isOver = name === 'by a certificate';
    const end = isOver ? { result: 'refused', trouble: 'approval-certificate' } : { result: 'success' };
    await everywhere({
      create: () => createApprovingBench(way.outside),
      async before(bench) {
        aScene(bench, way, 5);
        bench.explorer.faults.restore = [refusal];
        await Promise.resolve();
      },
      act: begin,
      check(bench, where) {
        sentAtMostOnce(bench, where);
        if (bench.shown()?.kind === 'restore-unclear')
          return expect([where, bench.explorer.restored]).toEqual([where, []]);
        nothingUnapproved(bench, where, way);
        expect([where, bench.shown()]).toMatchObject([where, { kind: 'restore-ended', ...end }]);
        expect([where, bench.explorer.restored.length]).toEqual([where, isOver ? 0 : 1]);
      },
    });
  },
);

test.each([
  ['look', 'by a code'],
  ['give-up', 'by a code'],
  ['give-up', 'by a certificate'],
  ...EVERY_WAY.map(([name]) => ['send-again', name] as const),
] as const)(
  'wherever the process dies, %s on an unclear call %s sends nothing without a new approval',
  async (kind, name) => {
    const way = WAYS[name];
    await everywhere({
      create: () => createApprovingBench(way.outside),
      async before(bench) {
        aScene(bench, way, 5);
        bench.explorer.faults.restore = [aFault('TIMED_OUT')];
        await bench.clock.run(begin(bench, bench.process()));
        await bench.drain();
        expect(bench.shown()?.kind).toBe('restore-unclear');
      },
      act: (bench, process) => process.press(asker, bench.restore().id, { kind }),
      check(bench, where) {
        sentAtMostOnce(bench, where);
        const { kind: shown } = bench.shown() ?? {};
        const expected = { look: ['restore-unclear'], 'give-up': ['restore-ended'] } as const;
        const allowed: readonly string[] =
          kind === 'send-again' ? ['restore-ended', 'restore-unclear'] : expected[kind];
        expect([where, allowed.includes(shown ?? '')]).toEqual([where, true]);
        // What may go on is not cut off.
        const left = kind === 'give-up' ? ['session-1'] : [];
        if (shown === 'restore-ended') nothingUnapproved(bench, where, way, left);
      },
    });
  },
);
