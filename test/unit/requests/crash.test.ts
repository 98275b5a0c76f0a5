/** Storage fails at one call, before or after it has written, wherever that is: nothing is lost, and nobody has it twice. */
import { DAY, MINUTE } from '../../../src/core/durations.ts';
import { StorageUnavailableError } from '../../../src/core/errors.ts';
import { createRequestsBench, REQUEST, type RequestsBench } from '../../support/requests-bench.ts';

const counts = { total: 1, restored: 1, failed: 0, skipped: 0 };

/** @param landed the call is done, and only its answer is lost @returns how often storage was called */
function failAt(bench: RequestsBench, call: number, landed: boolean): () => number {
  const { records } = bench;
  const [read, write] = [records.read.bind(records), records.write.bind(records)];
  let calls = 0;
  const around = async <T>(work: () => Promise<T>): Promise<T> => {
    calls += 1;
    if (calls !== call) return work();
    if (landed) await work();
    throw new StorageUnavailableError('no answer');
  };
  records.read = (...args) => around(() => read(...args));
  records.write = (...args) => around(() => write(...args));
  return () => calls;
}

/** Presses again as a person does who is told that it did not work. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StorageUnavailableError)) throw error;
    return work();
  }
}

async function pass(bench: RequestsBench): Promise<void> {
  await bench.work();
  await bench.clock.advance(3 * MINUTE);
  await bench.work();
}

async function scenario(call: number, landed: boolean) {
  const bench = createRequestsBench();
  await bench.onDuty('olga', 'otto');
  const calls = failAt(bench, call, landed);
  await again(() => bench.askFor());
  await pass(bench);
  await again(() => bench.push('olga', 'take'));
  await pass(bench);
  await again(() => bench.push('olga', 'hand-back'));
  await pass(bench);
  await again(() => bench.push('otto', 'take'));
  await pass(bench);
  await again(() => bench.updates.restoreEnded(REQUEST, bench.asker('otto').key, { id: 'restore-1', counts }));
  await pass(bench);
  await bench.clock.advance(8 * DAY);
  await pass(bench);
  return { bench, calls: calls() };
}

test.each([false, true])(
  'at every call, its effect %p',
  async (landed) => {
    const { calls } = await scenario(0, landed);
    expect(calls).toBeGreaterThan(30);
    for (let call = 1; call <= calls; call += 1) {
      const { bench } = await scenario(call, landed);
      const told = bench.newsTo('anna');
      const once = told.filter((each, index) => each !== told[index - 1]);
      expect([call, once]).toEqual([call, ['taken', 'handed-back', 'taken', 'done']]);
      // Posted before that is stored: rather twice than never, but not more often.
      expect(told.length).toBeLessThanOrEqual(5);
      for (const name of ['olga', 'otto'] as const) {
        expect([call, bench.seenBy(name, 'request-card')]).toMatchObject([
          call,
          { request: { status: { how: 'done', by: { id: 'otto' } } } },
        ]);
      }
      expect(bench.seenBy('anna', 'request-own')).toMatchObject({ request: { status: { how: 'done' } } });
      expect(bench.request()?.run).toBeUndefined();
      expect(bench.jobs.queued).toEqual([]);
    }
  },
  60_000,
);

test.each([false, true])(
  'a request that nobody takes expires with its line in the audit log, its effect %p',
  async (landed) => {
    for (let call = 1, calls = 1; call <= calls; call += 1) {
      const bench = createRequestsBench();
      await bench.onDuty('olga');
      await bench.askFor();
      await pass(bench);
      await bench.clock.advance(8 * DAY);
      const made = failAt(bench, call, landed);
      await pass(bench);
      calls = made();

      const ends = bench.audit.records.filter(({ event }) => event === 'request-ended');
      expect([call, ends.map(({ outcome }) => outcome)]).toEqual([call, expect.arrayContaining(['expired'])]);
      expect(ends.length).toBeLessThanOrEqual(2);
      expect(bench.request()).not.toHaveProperty('isExpiryUnaudited', true);
      expect(bench.newsTo('anna')).toContain('expired');
    }
  },
);
