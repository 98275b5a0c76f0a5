/** When a restore within its explore session, which stays open, counts as over. */
import type { SessionEvent } from '../../../../src/restore/state/restore.ts';
import { codeShown, createApprovingBench, restoring, use } from '../../../support/approving-bench.ts';
import { aFault, entries } from '../../../support/builders.ts';
import { serviceTakes, type Bench } from '../../../support/restoring-bench.ts';

const MINUTE = 60_000;

describe('a whole folder that is restored within the explore session', () => {
  async function running(): Promise<Bench> {
    const bench = createApprovingBench();
    bench.explorer.restoresInExplore = true;
    serviceTakes(bench, 100_000);
    await restoring(bench, { list: entries(1).map((entry) => ({ ...entry, kind: 'folder' })) });
    use(bench, codeShown(bench));
    await bench.clock.advance(5_000);
    expect(bench.restore().calls).toMatchObject([{ whole: true, progress: { kind: 'running' } }]);
    return bench;
  }

  const report = (bench: Bench, restored: number, events: readonly SessionEvent[] = []): void => {
    const statistics = { total: restored, restored, failed: 0, skipped: 0, warnings: [], errors: [], items: [] };
    for (const { id } of bench.explorer.working) bench.explorer.change(id, { statistics, events });
  };

  test('is not cut off while the service finds out for minutes what else there is', async () => {
    const bench = await running();
    report(bench, 40);
    await bench.clock.advance(14 * MINUTE);
    expect(bench.shown()?.kind).toBe('restore-running');
    report(bench, 90);
    await bench.clock.advance(14 * MINUTE);
    expect(bench.shown()?.kind).toBe('restore-running');
    expect(bench.explorer.working).toHaveLength(1);
    await bench.clock.advance(2 * MINUTE);
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', restore: { counts: { total: 90, restored: 90 } } });
  });

  test('is looked at no earlier than the service asks for, whichever call it refuses', async () => {
    const bench = await running();
    const asked = () => bench.explorer.calls.filter(({ method }) => method === 'session').length;
    for (const method of ['session', 'statistics', 'events'] as const) {
      bench.explorer.faults[method] = [aFault('THROTTLED', { status: 429, retryAfterSeconds: 300 })];
      await bench.clock.advance(35_000);
      const before = asked();
      await bench.clock.advance(4 * MINUTE);
      expect(asked()).toBe(before);
      await bench.clock.advance(2 * MINUTE);
      expect(asked()).toBeGreaterThan(before);
    }
  });

  test('is not over because nobody could look at it for long', async () => {
    const bench = await running();
    report(bench, 40);
    await bench.clock.advance(MINUTE);
    bench.explorer.faults.session = [aFault('THROTTLED', { status: 429, retryAfterSeconds: 3_000 })];
    await bench.clock.advance(52 * MINUTE);
    expect(bench.shown()?.kind).toBe('restore-running');
  });

  test.each([
    ['one look fails every five minutes', 'session', undefined, 90],
    ['the counts are refused for two minutes at a time', 'statistics', 120, 90],
  ] as const)('is over in the end where %s', async (_, method, retryAfterSeconds, minutes) => {
    const bench = await running();
    const events = [{ ...whole, status: 'success' as const, itemName: 'a', itemId: 'a' }];
    report(bench, 1, events);
    for (let at = 0; at < minutes && bench.shown()?.kind === 'restore-running'; at += 5) {
      bench.explorer.faults[method] = [aFault('THROTTLED', { status: 429, retryAfterSeconds })];
      await bench.clock.advance(5 * MINUTE);
    }
    expect(bench.shown()?.kind).toBe('restore-ended');
  });

  test('ends after a minute where the service refuses to show it, however late it may be asked again', async () => {
    const bench = await running();
    const refusal = aFault('REFUSED', { status: 403, retryAfterSeconds: 45 });
    bench.explorer.faults.session = Array.from({ length: 20 }, () => refusal);
    await bench.clock.advance(4 * MINUTE);
    expect(bench.shown()?.kind).toBe('restore-ended');
  });

  const whole: SessionEvent = { id: '1', status: 'success', message: 'Started', startedAt: 0, isRestore: true };

  test('is not over because nothing was counted for long', async () => {
    const bench = await running();
    report(bench, 0, [whole]);
    await bench.clock.advance(60 * MINUTE);
    expect(bench.shown()?.kind).toBe('restore-running');
  });

  test('is over where nothing was counted because it has failed', async () => {
    const bench = await running();
    report(bench, 0, [{ ...whole, status: 'failed', message: 'The mailbox is gone.' }]);
    await bench.clock.advance(16 * MINUTE);
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', remarks: ['The mailbox is gone.'] });
  });
});

describe('counts that cannot be read for a moment', () => {
  const counts = { total: 3, restored: 1, failed: 0, skipped: 0 };

  test.each([
    ['neither counts nor events', ['statistics', 'events']],
    ['no counts, and the events name no item', ['statistics']],
  ] as const)('stay as they were: %s', async (_, methods) => {
    const bench = createApprovingBench();
    serviceTakes(bench, 100_000);
    await restoring(bench);
    use(bench, codeShown(bench));
    await bench.clock.advance(5_000);
    const statistics = { ...counts, warnings: [], errors: [], items: [] };
    for (const { id } of bench.explorer.working) bench.explorer.change(id, { statistics });
    await bench.clock.advance(30_000);
    expect(bench.shown()).toMatchObject({ kind: 'restore-running', restore: { counts } });

    const away = Array.from({ length: 10 }, () => aFault('NO_ANSWER'));
    for (const method of methods) bench.explorer.faults[method] = [...away];
    await bench.clock.advance(30_000);
    expect(bench.shown()).toMatchObject({ kind: 'restore-running', restore: { counts } });

    // What was counted is not sent again because nobody could see it at the end.
    for (const method of ['statistics', 'events'] as const)
      bench.explorer.faults[method] = Array.from({ length: 100 }, () => aFault('NO_ANSWER'));
    for (const { id, isTenant } of bench.explorer.working)
      if (isTenant !== true) bench.explorer.finish(id, statistics, 'failed');
    await bench.clock.advance(2 * MINUTE);
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', retryable: 0, restore: { counts } });
  });
});
