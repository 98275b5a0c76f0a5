/** A process that dies at each of its effects in turn, and a fresh one that takes up what it left. */
import { aFault, anAsker, entries } from '../../../support/builders.ts';
import { everywhere } from '../../../support/dying-restores.ts';
import {
  createBench,
  key,
  serviceTakes,
  withTask,
  type Bench,
  type RestoreProcess,
} from '../../../support/restoring-bench.ts';

const asker = anAsker();

const begin = (_: Bench, restoring: RestoreProcess): Promise<unknown> => restoring.begin(asker, 'task-1', 'card-0');

/** The card says how it ended, and each item was restored once. */
function endedOnce(bench: Bench, where: string, times: number, cardId = 'card-0'): void {
  expect([where, bench.explorer.restored.length]).toEqual([where, times]);
  expect([where, bench.shown(cardId)]).toMatchObject([where, { kind: 'restore-ended', result: 'success' }]);
  expect([where, bench.store.stateOf(key)?.restores.every(({ endAnnounced }) => endAnnounced === true)]).toEqual([
    where,
    true,
  ]);
  expect([where, bench.queued().length]).toEqual([where, 0]);
}

/** Died between writing down that it is sent and sending it: nobody can tell, so the person is asked. */
const UNSENT = 'explorer.restore';

test('wherever the process dies, a restore is made once or the person is asked', async () => {
  const unclear: string[] = [];
  const places = await everywhere({
    create: createBench,
    async before(bench) {
      await withTask(bench);
      serviceTakes(bench, 30);
    },
    act: begin,
    check(bench, where) {
      if (bench.shown()?.kind === 'restore-unclear') {
        unclear.push(where);
        expect([where, bench.explorer.restored]).toEqual([where, []]);
        expect([where, bench.queued().length]).toEqual([where, 0]);
        return;
      }
      endedOnce(bench, where, 1);
    },
  });

  expect(places.slice(0, 10)).toEqual([
    'store.read',
    'jobs.sendOwned',
    'store.write',
    'announcer.edit',
    'job.start',
    'store.read',
    'store.write',
    'explorer.restore',
    'store.write',
    'explorer.session',
  ]);
  expect(places.slice(-5)).toEqual(['announcer.edit', 'store.read', 'explorer.stop', 'store.read', 'store.write']);
  expect(unclear).toEqual([`before 8 ${UNSENT}`, 'after 7 store.write']);
});

test('wherever the process dies, a long restore ends with one short message', async () => {
  const twice: string[] = [];
  await everywhere({
    create: createBench,
    async before(bench) {
      await withTask(bench);
      serviceTakes(bench, 130);
    },
    act: begin,
    check(bench, where) {
      if (bench.shown()?.kind === 'restore-unclear') return;
      endedOnce(bench, where, 1);
      const messages = bench.announcer.acts.filter((act) => act === 'post restore-over').length;
      if (messages === 2) twice.push(where);
      else expect([where, messages]).toEqual([where, 1]);
    },
  });
  // Nobody can tell whether it was posted: rather twice than never.
  expect(twice.map((where) => where.replace(/ \d+ /, ' '))).toEqual(['before store.write', 'after announcer.post']);
});

test('wherever the process dies, a restore that waits for a decision says so in one short message', async () => {
  const twice: string[] = [];
  await everywhere({
    create: createBench,
    async before(bench) {
      bench.explorer.faults.restore = [aFault('TIMED_OUT')];
      bench.explorer.during.sessions = () => bench.clock.sleep(30_000);
      await withTask(bench);
    },
    act: begin,
    check(bench, where) {
      expect([where, bench.shown()?.kind]).toEqual([where, 'restore-unclear']);
      const messages = bench.announcer.acts.filter((act) => act === 'post restore-decision-due').length;
      if (messages === 2) twice.push(where);
      else expect([where, messages]).toEqual([where, 1]);
    },
  });
  // Nobody can tell whether it was posted: rather twice than never.
  expect(twice.map((where) => where.replace(/ \d+ /, ' '))).toEqual(['before store.write', 'after announcer.post']);
});

test('wherever the process dies, a channel gets its line', async () => {
  const twice: string[] = [];
  let lines = 0;
  await everywhere({
    create: () =>
      createBench({
        async postInChannel() {
          lines += 1;
          return { kind: 'delivered', cardId: 'line' };
        },
      }),
    async before(bench) {
      lines = 0;
      await withTask(bench);
      serviceTakes(bench, 5);
    },
    act: begin,
    check(bench, where) {
      if (bench.shown()?.kind === 'restore-unclear') return;
      endedOnce(bench, where, 1);
      if (lines === 2) twice.push(where);
      else expect([where, lines]).toEqual([where, 1]);
    },
  });
  expect(twice.map((where) => where.replace(/ \d+ /, ' '))).toEqual(['before store.write', 'after channel.post']);
});

test('wherever the process dies, each of several mailboxes is restored once', async () => {
  const unclear: string[] = [];
  await everywhere({
    create: createBench,
    async before(bench) {
      bench.explorer.backups.get('own')?.exchange.push({ id: 'archive-1', name: 'Archive', isArchive: true });
      await withTask(bench, { list: [...entries(1), ...entries(1, 'archive-1')], explore: undefined });
      serviceTakes(bench, 5);
    },
    act: begin,
    check(bench, where) {
      const sent = bench.explorer.restored.map(({ containerId }) => containerId);
      expect([where, new Set(sent).size]).toEqual([where, sent.length]);
      if (bench.shown()?.kind === 'restore-unclear') unclear.push(where);
      else endedOnce(bench, where, 2);
    },
  });
  expect(unclear).toHaveLength(4);
});

test('wherever the process dies, a call whose response was lost is found once', async () => {
  await everywhere({
    create: createBench,
    async before(bench) {
      bench.explorer.faults.restore = [{ afterwards: aFault('NO_ANSWER') }];
      await withTask(bench);
      serviceTakes(bench, 90);
    },
    act: begin,
    check(bench, where) {
      // Where it died before sending, the fault met nothing: that start is unclear.
      if (bench.shown()?.kind === 'restore-unclear') expect([where, bench.explorer.restored]).toEqual([where, []]);
      else endedOnce(bench, where, 1);
    },
  });
});

test.each(['look', 'send-again', 'give-up'] as const)(
  'wherever the process dies, %s on an unclear call ends it or asks again',
  async (kind) => {
    await everywhere({
      create: createBench,
      async before(bench) {
        bench.explorer.faults.restore = [aFault('TIMED_OUT')];
        await withTask(bench);
        serviceTakes(bench, 5);
        await bench.clock.run(bench.process().begin(asker, 'task-1', 'card-0'));
        await bench.drain();
      },
      act: (bench, restoring) => restoring.press(asker, bench.restore().id, { kind }),
      check(bench, where) {
        expect([where, bench.explorer.restored.length <= 1]).toEqual([where, true]);
        const { kind: shown } = bench.shown() ?? {};
        const wanted = kind === 'give-up' ? ['restore-ended'] : ['restore-ended', 'restore-unclear'];
        expect([where, wanted.includes(shown ?? '')]).toEqual([where, true]);
        if (shown === 'restore-unclear') expect([where, bench.explorer.restored]).toEqual([where, []]);
      },
    });
  },
);

test.each(['lives on', 'is gone as well'])(
  'Stop stops wherever its process dies while the follower %s',
  async (follower) => {
    await everywhere({
      create: createBench,
      async before(bench) {
        await withTask(bench);
        await bench.clock.run(bench.process().begin(asker, 'task-1', 'card-0'));
        await bench.clock.advance(6_000);
        if (follower !== 'lives on') bench.jobs.abandon(new Error('The process stops.'));
      },
      act: (bench, restoring) => restoring.press(asker, bench.restore().id, { kind: 'stop' }),
      check(bench, where) {
        expect([where, bench.shown()]).toMatchObject([where, { kind: 'restore-ended', result: 'stopped' }]);
        expect([where, bench.explorer.working]).toEqual([where, []]);
        expect([where, bench.explorer.restored.length]).toEqual([where, 1]);
      },
    });
  },
);

test('wherever the process dies, Retry failed makes one retry with one outcome', async () => {
  await everywhere({
    create: createBench,
    async before(bench) {
      await withTask(bench);
      const items = [{ id: 'mailbox-1-item-0', name: 'x', status: 'failed' }] as const;
      serviceTakes(bench, 1, ({ id }) => bench.explorer.finish(id, { restored: 2, failed: 1, items }, 'warning'));
      await bench.clock.run(bench.process().begin(asker, 'task-1', 'card-0'));
      await bench.drain();
      serviceTakes(bench, 5);
    },
    act: (bench, restoring) => {
      const first = bench.store.stateOf(key)?.restores.at(-1)?.id ?? '';
      return restoring.press(asker, first, { kind: 'retry-failed' });
    },
    check(bench, where) {
      expect([where, bench.store.stateOf(key)?.restores.length]).toEqual([where, 2]);
      const retry = bench.restore();
      const [progress] = retry.calls.map((call) => call.progress);
      // Died between writing down and sending: the person is asked on the retry's card.
      if (progress?.kind === 'unclear') {
        expect([where, bench.explorer.restored.length]).toEqual([where, 1]);
        expect([where, bench.shown(retry.cardId)?.kind]).toEqual([where, 'restore-unclear']);
        return;
      }
      endedOnceAs(bench, where, retry.cardId);
    },
  });
});

function endedOnceAs(bench: Bench, where: string, cardId: string | undefined): void {
  expect([where, bench.explorer.restored.length]).toEqual([where, 2]);
  expect([where, bench.shown(cardId)]).toMatchObject([where, { kind: 'restore-ended', result: 'success' }]);
}
