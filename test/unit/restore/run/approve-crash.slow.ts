/** A process that dies, a copy of it, and storage that is away, from the code of a restore to the call that it approves. */
import {
  approvalShown,
  asker,
  codeShown,
  createApprovingBench,
  EVERY_WAY,
  nothingUnapproved,
  restoring,
  somebodyApproves,
  use,
  WAYS,
  withAdministratorsTask,
} from '../../../support/approving-bench.ts';
import { everywhere } from '../../../support/dying-restores.ts';
import { serviceTakes } from '../../../support/restoring-bench.ts';

const MINUTE = 60_000;

test.each(EVERY_WAY)(
  'wherever the process dies, a restore %s is approved before it is made once, or the person is asked',
  async (_, way) => {
    const unclear: string[] = [];
    const codes = new Set<number>();
    const places = await everywhere({
      create: () => createApprovingBench(way.outside),
      async before(bench) {
        withAdministratorsTask(bench, way.task);
        serviceTakes(bench, 30);
        somebodyApproves(bench);
      },
      act: (_, process) => process.begin(asker, 'task-1', 'card-0'),
      check(bench, where) {
        codes.add(bench.explorer.codes.size);
        if (bench.shown()?.kind === 'restore-unclear') {
          unclear.push(where);
          expect([where, bench.explorer.restored]).toEqual([where, []]);
          return;
        }
        nothingUnapproved(bench, where, way);
        expect([where, bench.explorer.restored.length]).toEqual([where, 1]);
        expect([where, bench.shown()]).toMatchObject([where, { kind: 'restore-ended', result: 'success' }]);
      },
    });
    const isByCertificate = way === WAYS['by a certificate'];
    const steps = isByCertificate
      ? 'store.write announcer.edit store.read jobs.sendOwned store.write announcer.edit job.start store.read announcer.edit'
      : 'explorer.requestRestoreCode store.write announcer.edit store.read explorer.isCodeUsed store.read store.write announcer.edit';
    expect(places.join(' ')).toContain(`${steps} explorer.sessions`);
    // A code that was lost with the process is asked for anew; no more than that.
    expect(codes).toEqual(new Set(isByCertificate ? [0] : [1, 2]));
    expect(unclear.map((where) => where.replace(/ \d+ /, ' '))).toEqual([
      'before explorer.restore',
      'after store.write',
    ]);
  },
);

test.each([
  ['by a code', WAYS['by a code']],
  ['by a certificate', WAYS['by a certificate']],
] as const)('wherever the process dies, what nobody approves %s sends nothing and leaves nothing', async (_, way) => {
  await everywhere({
    create: () => createApprovingBench(way.outside),
    async before(bench) {
      withAdministratorsTask(bench, way.task);
      await Promise.resolve();
    },
    act: (_, process) => process.begin(asker, 'task-1', 'card-0'),
    check(bench, where) {
      nothingUnapproved(bench, where, way);
      expect([where, bench.explorer.restored]).toEqual([where, []]);
      expect([where, bench.shown()]).toMatchObject([where, { kind: 'restore-ended', trouble: 'approval-expired' }]);
    },
  });
});

test.each([
  ['new-code', 'by a code'],
  ['new-code', 'by a code, elsewhere'],
  ['stop', 'by a code'],
  ['stop', 'by a certificate'],
  ['signed-in', 'by a certificate'],
] as const)(
  'wherever the process of a press of %s dies, for what is approved %s, it is done once',
  async (kind, name) => {
    const way = WAYS[name];
    await everywhere({
      create: () => createApprovingBench(way.outside),
      async before(bench) {
        await restoring(bench, way.task);
        serviceTakes(bench, 5);
      },
      act(bench, process) {
        const view = bench.shown();
        const shown = view?.kind === 'restore-approval' ? view.code?.askedAt : undefined;
        // Where the card shows no code, there is no such button.
        if (kind !== 'stop' && (shown === undefined || bench.explorer.codes.size > 1)) return Promise.resolve();
        if (kind === 'new-code') somebodyApproves(bench);
        return process.press(asker, bench.restore().id, kind === 'stop' ? { kind } : { kind, asked: shown ?? 0 });
      },
      check(bench, where) {
        if (bench.shown()?.kind === 'restore-unclear')
          return expect([where, bench.explorer.restored]).toEqual([where, []]);
        nothingUnapproved(bench, where, way);
        const result = kind === 'stop' ? 'stopped' : 'success';
        expect([where, bench.shown()]).toMatchObject([where, { kind: 'restore-ended', result }]);
        expect([where, bench.explorer.restored.length]).toEqual([where, kind === 'stop' ? 0 : 1]);
      },
    });
  },
);

test('a copy of the message, while the first one still waits, asks for no second code and sends nothing twice', async () => {
  const bench = createApprovingBench();
  serviceTakes(bench, 30);
  await restoring(bench);
  bench.jobs.redeliver();
  void bench.jobs.runDue();
  await bench.clock.advance(20_000);
  use(bench, codeShown(bench));
  await bench.drain();
  expect(bench.explorer.codes.size).toBe(1);
  expect(bench.explorer.restored).toHaveLength(1);
  nothingUnapproved(bench, 'copy');
});

test('two runs that ask for a code at once show one of them, and it is the one that approves', async () => {
  const bench = createApprovingBench();
  serviceTakes(bench, 30);
  const waiting: (() => void)[] = [];
  bench.explorer.during.requestRestoreCode = () => new Promise((resolve) => waiting.push(resolve));
  await restoring(bench);
  bench.jobs.redeliver();
  void bench.jobs.runDue();
  await bench.clock.settle();
  expect(waiting).toHaveLength(2);
  for (const give of waiting) give();
  await bench.clock.settle();
  expect(codeShown(bench)).toBe('CODE-1');
  expect(JSON.stringify(bench.announcer.cards)).not.toContain('CODE-2');
  use(bench, 'CODE-1');
  await bench.drain();
  expect(bench.explorer.restored).toMatchObject([{ credentials: { userCode: 'CODE-1' } }]);
});

test('while storage is away the code stays in memory; one that expires there is replaced', async () => {
  const bench = createApprovingBench();
  serviceTakes(bench, 5);
  bench.explorer.during.requestRestoreCode = async () => {
    if (bench.explorer.codes.size === 0) bench.store.away = true;
  };
  await restoring(bench);
  await bench.clock.advance(MINUTE);
  expect(approvalShown(bench).code).toBeUndefined();
  bench.store.away = false;
  await bench.clock.advance(MINUTE);
  expect(codeShown(bench)).toBe('CODE-1');

  const other = createApprovingBench();
  serviceTakes(other, 5);
  other.explorer.during.requestRestoreCode = async () => {
    if (other.explorer.codes.size === 0) other.store.away = true;
  };
  await restoring(other);
  await other.clock.advance(16 * MINUTE);
  other.store.away = false;
  await other.clock.advance(MINUTE);
  expect(codeShown(other)).toBe('CODE-2');
});

test('a card that cannot be edited shows the code as soon as it can', async () => {
  const bench = createApprovingBench();
  serviceTakes(bench, 5);
  bench.explorer.during.requestRestoreCode = async () => void (bench.announcer.mode = 'fails');
  await restoring(bench);
  expect(approvalShown(bench).code).toBeUndefined();
  bench.announcer.mode = 'is delivered';
  await bench.clock.advance(6_000);
  use(bench, codeShown(bench));
  await bench.drain();
  expect(bench.explorer.restored).toHaveLength(1);
});
