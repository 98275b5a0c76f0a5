/** `AUDIT=required`: nothing is restored before its audit entry is stored. */
import { dyingAt } from '../../../fakes/intercept.ts';
import { anAsker } from '../../../support/builders.ts';
import { createBench, key, serviceTakes, withTask, type Bench } from '../../../support/restoring-bench.ts';

const asker = anAsker();
const createStrictBench = (): Bench => createBench({ auditRequired: true });
const begin = (bench: Bench) => bench.clock.run(bench.process().begin(asker, 'task-1', 'card-0'));

test('the entry is stored before the restore is, and once', async () => {
  const bench = createStrictBench();
  await withTask(bench);
  serviceTakes(bench, 5);
  let eventsAtWrite: readonly string[] = [];
  const restoring = bench.process((label, call) => {
    if (label === 'store.write' && bench.store.written.length === 0) eventsAtWrite = bench.audit.events;
    return call();
  });

  const reply = await bench.clock.run(restoring.begin(asker, 'task-1', 'card-0'));
  await bench.drain();

  expect(reply).toMatchObject({ view: { kind: 'restore-running' } });
  expect(eventsAtWrite).toEqual(['restore-started']);
  expect(bench.audit.events).toEqual(['restore-started', 'restore-ended success']);
  const { id } = bench.restore();
  expect(bench.audit.records).toMatchObject([{ reference: id, restore: { items: 3 } }, { reference: id }]);
});

test('without it nothing is restored; the summary says so, keeps its question and its button, and a later press restores', async () => {
  const bench = createStrictBench();
  await withTask(bench);
  serviceTakes(bench, 5);
  bench.audit.unavailable = true;

  const refused = await begin(bench);
  await bench.drain();

  const task = { remark: { code: 'overwrites' }, also: [{ code: 'audit-unavailable' }] };
  expect(refused).toMatchObject({ view: { kind: 'task-summary', task } });
  expect(bench.explorer.restored).toEqual([]);
  expect(bench.store.stateOf(key)?.restores).toEqual([]);
  expect(bench.queued()).toEqual([]);
  // Its start may be stored after all.
  expect(bench.audit.events).toEqual(['restore-ended not-started']);
  expect(bench.log.lines).toMatchObject([{ level: 'error', fields: { event: 'restore-refused-unaudited' } }]);

  bench.audit.unavailable = false;
  await begin(bench);
  await bench.drain();
  expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
  expect(bench.explorer.restored).toHaveLength(1);
  expect(bench.audit.events).toEqual(['restore-ended not-started', 'restore-started', 'restore-ended success']);
});

test('of two presses at once, one restores, and the entry of the other says that it did not', async () => {
  const bench = createStrictBench();
  await withTask(bench);
  serviceTakes(bench, 5);
  const [one, other] = [bench.process(), bench.process()];
  await bench.clock.run(Promise.all([one.begin(asker, 'task-1', 'card-0'), other.begin(asker, 'task-1', 'card-0')]));
  await bench.drain();
  expect(bench.explorer.restored).toHaveLength(1);
  const { id } = bench.restore();
  const ended = bench.audit.records.filter(({ event }) => event === 'restore-ended');
  expect(ended).toMatchObject([{ outcome: 'not-started' }, { reference: id, outcome: 'success' }]);
  expect(ended[0]?.reference).not.toBe(id);
});

test('Retry failed restores nothing without its entry either, and can be pressed again', async () => {
  const bench = createStrictBench();
  await withTask(bench);
  const items = [{ id: 'mailbox-1-item-0', name: 'x', status: 'failed' }] as const;
  serviceTakes(bench, 1, ({ id }) => bench.explorer.finish(id, { restored: 2, failed: 1, items }, 'warning'));
  await begin(bench);
  await bench.drain();
  const { id } = bench.restore();
  const retry = () => bench.clock.run(bench.process().press(asker, id, { kind: 'retry-failed' }));

  bench.audit.unavailable = true;
  expect(await retry()).toMatchObject({ kind: 'delivered', view: { kind: 'restore-ended' } });
  expect(bench.announcer.cards.at(-1)).toMatchObject({ views: [{ notice: { code: 'audit-unavailable' } }] });
  await bench.drain();
  expect(bench.explorer.restored).toHaveLength(1);

  bench.audit.unavailable = false;
  await retry();
  await bench.drain();
  expect(bench.explorer.restored).toHaveLength(2);
  expect(bench.audit.events.slice(2)).toEqual([
    'restore-ended not-started',
    'restore-started',
    'backup-opened',
    'restore-ended warning',
  ]);
});

test('wherever the process dies, nothing is restored twice, or without an entry', async () => {
  for (const when of ['before', 'after'] as const) {
    for (let effect = 1; ; effect += 1) {
      const bench = createStrictBench();
      await withTask(bench);
      serviceTakes(bench, 5);
      const death = dyingAt(effect, when);
      const dying = bench.process(death.around);
      await bench.clock.run(dying.begin(asker, 'task-1', 'card-0').catch(() => undefined));
      await bench.clock.advance(300_000);
      const at = death.at();
      if (at === undefined) break;
      await begin(bench);
      await bench.drain();
      const where = `${when} ${effect} ${at}`;
      expect([where, bench.explorer.restored.length <= 1]).toEqual([where, true]);
      const started = bench.audit.records.filter(({ event }) => event === 'restore-started');
      const restored = bench.store.stateOf(key)?.restores.map(({ id }) => id) ?? [];
      expect([where, restored.length]).toEqual([where, 1]);
      expect([where, started.map(({ reference }) => reference)]).toEqual([where, expect.arrayContaining(restored)]);
    }
  }
});
