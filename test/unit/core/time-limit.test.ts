import { getEventListeners } from 'node:events';
import { TimeoutError, within, withTimeout } from '../../../src/core/time-limit.ts';
import { createFakeClock } from '../../fakes/clock.ts';

const never = (): Promise<never> => new Promise(() => undefined);

test('returns the result, and stops waiting', async () => {
  const clock = createFakeClock();
  await expect(withTimeout(1_000, async () => 'done', { clock })).resolves.toBe('done');
  await expect(clock.run(never())).rejects.toThrow('never comes');
});

test('aborts the work at the limit and rejects with a time-out, even if the work does not notice', async () => {
  const clock = createFakeClock();
  let signal: AbortSignal | undefined;
  const result = withTimeout(
    1_000,
    (given) => {
      signal = given;
      return never();
    },
    { clock },
  );
  const outcome = result.catch((error: unknown) => error);
  await clock.advance(999);
  expect(signal?.aborted).toBe(false);
  await clock.advance(1);
  expect(await outcome).toMatchObject({ code: 'ETIMEDOUT', limitMilliseconds: 1_000 });
  expect(signal?.reason).toBeInstanceOf(TimeoutError);
});

test("rejects with the reason of the caller's signal, and leaves no listener on it", async () => {
  const calling = new AbortController();
  const reason = new Error('enough');
  const result = withTimeout(60_000, never, { signal: calling.signal, clock: createFakeClock() });
  calling.abort(reason);
  await expect(result).rejects.toBe(reason);
  expect(getEventListeners(calling.signal, 'abort')).toHaveLength(0);
  await expect(withTimeout(60_000, never, { signal: calling.signal })).rejects.toBe(reason);
});

test('what fails after the limit is dropped', async () => {
  const clock = createFakeClock();
  const work = Promise.withResolvers<never>();
  const result = within(10, () => work.promise, { clock });
  await expect(clock.run(result)).resolves.toBeUndefined();
  work.reject(new Error('late'));
  await clock.settle();
});

test('only a time-out becomes undefined', async () => {
  await expect(within(60_000, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
});
