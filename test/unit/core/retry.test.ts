import { ConflictError, StorageUnavailableError, UpstreamError } from '../../../src/core/errors.ts';
import {
  BACK_OFF,
  backOffMilliseconds,
  createRetryWhileStorageUnavailable,
  createUpstreamRetry,
  readRetryAfter,
  retry,
  type BackOff,
  type RetryWhileStorageUnavailable,
} from '../../../src/core/retry.ts';
import { createFakeClock, type FakeClock } from '../../fakes/clock.ts';
import { createRecordingLog, type RecordingLog } from '../../fakes/records.ts';

/** Fails with these errors, one each time, then succeeds. */
function failing(...errors: readonly Error[]): () => Promise<string> {
  const left = [...errors];
  return async () => {
    const error = left.shift();
    if (error !== undefined) throw error;
    return 'done';
  };
}
const times = (count: number, error: Error): readonly Error[] => Array.from({ length: count }, () => error);
const away = new StorageUnavailableError('away');
const throttled = (retryAfterSeconds?: number) => new UpstreamError('directory', 'THROTTLED', { retryAfterSeconds });

test('every back-off policy grows from its first wait to its longest, doubling unless it names another factor', () => {
  for (const policy of Object.values<BackOff>(BACK_OFF)) {
    expect(backOffMilliseconds(policy, 1)).toBe(policy.firstMilliseconds);
    expect(backOffMilliseconds(policy, 2)).toBe(
      Math.min((policy.factor ?? 2) * policy.firstMilliseconds, policy.longestMilliseconds),
    );
    expect(backOffMilliseconds(policy, 5_000)).toBe(policy.longestMilliseconds);
  }
});

describe('retry', () => {
  const backOff = { firstMilliseconds: 100, longestMilliseconds: 300 };

  test('waits longer each time, and tells how often it has failed', async () => {
    const clock = createFakeClock();
    const told: number[] = [];
    const shouldRetry = ({ failures }: { readonly failures: number }): boolean => told.push(failures) > 0;
    const attempt = failing(...times(4, new Error('no')));
    await expect(clock.run(retry(attempt, { backOff, shouldRetry, clock }))).resolves.toBe('done');
    expect(clock.slept).toEqual([100, 200, 300, 300]);
    expect(told).toEqual([1, 2, 3, 4]);
  });

  test('waits as long as the upstream asks, where that is longer', async () => {
    const clock = createFakeClock();
    const attempt = failing(throttled(7), throttled(0));
    await clock.run(retry(attempt, { backOff, shouldRetry: () => true, clock }));
    expect(clock.slept).toEqual([7_000, 200]);
  });

  test('throws the error that is not to be retried, or what the decision throws', async () => {
    const clock = createFakeClock();
    await expect(retry(failing(away), { backOff, shouldRetry: () => false, clock })).rejects.toBe(away);
    const shouldRetry = (): Promise<boolean> => Promise.reject(new Error('cancelled'));
    await expect(retry(failing(away), { backOff, shouldRetry, clock })).rejects.toThrow('cancelled');
  });
});

describe('calls to an upstream', () => {
  const call = (clock: FakeClock, seconds: number, beforeRetry = async (): Promise<void> => undefined) =>
    createUpstreamRetry({
      clock,
      until: clock.now() + seconds * 1_000,
      signal: new AbortController().signal,
      beforeRetry,
    });

  test('are repeated while the upstream is unavailable', async () => {
    const clock = createFakeClock();
    const beforeRetry = jest.fn(async () => undefined);
    await expect(clock.run(call(clock, 600, beforeRetry)(failing(...times(6, throttled()))))).resolves.toBe('done');
    expect(clock.slept).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    expect(beforeRetry).toHaveBeenCalledTimes(6);
  });

  test('are not repeated once the result would come too late', async () => {
    const clock = createFakeClock();
    await expect(clock.run(call(clock, 6)(failing(throttled(), throttled())))).rejects.toMatchObject({
      code: 'THROTTLED',
    });
    expect(clock.slept).toEqual([2_000]);
  });

  test('are not repeated where the upstream refuses', async () => {
    const clock = createFakeClock();
    const refused = new UpstreamError('directory', 'REFUSED');
    await expect(call(clock, 600)(failing(refused))).rejects.toBe(refused);
  });
});

describe('writes while storage is unavailable', () => {
  function aBench(): {
    readonly clock: FakeClock;
    readonly log: RecordingLog;
    readonly ending: AbortController;
    readonly write: RetryWhileStorageUnavailable;
  } {
    const clock = createFakeClock();
    const log = createRecordingLog();
    const ending = new AbortController();
    return { clock, log, ending, write: createRetryWhileStorageUnavailable({ clock, log, ending: ending.signal }) };
  }

  test('are repeated until storage is back, and logged once', async () => {
    const { clock, log, write } = aBench();
    const attempt = failing(...times(8, away));
    await expect(clock.run(write('a thing', 'sign-in-0', attempt))).resolves.toBe('done');
    expect(clock.slept).toEqual([500, 1000, 2000, 4000, 5000, 5000, 5000, 5000]);
    expect(log.lines).toHaveLength(1);
    expect(log.lines[0]).toMatchObject({
      level: 'error',
      fields: { event: 'storage-write-waiting', reference: 'sign-in-0' },
    });
  });

  test('are not repeated after any other error', async () => {
    const { clock, write } = aBench();
    await expect(clock.run(write('x', 'r', failing(new ConflictError('again'))))).rejects.toThrow('again');
    expect(clock.slept).toEqual([]);
  });

  test('are given up after an hour', async () => {
    const { clock, write } = aBench();
    await expect(clock.run(write('x', 'r', () => Promise.reject(away)))).rejects.toThrow('away');
    expect(clock.slept.reduce((sum, slept) => sum + slept, 0)).toBeGreaterThan(3_600_000);
  });

  test('end when the process ends', async () => {
    const { clock, ending, write } = aBench();
    const written = write('x', 'r', () => Promise.reject(away));
    await clock.advance(10_000);
    ending.abort(new Error('The process ends.'));
    await expect(written).rejects.toThrow('The process ends.');
  });
});

test.each<readonly [string | undefined, number | undefined]>([
  ['7', 7],
  [' 7 ', 7],
  ['0', 0],
  ['86400', 3_600],
  ['Fri, 20 Nov 2026 12:00:16 GMT', 16],
  ['Friday, 20-Nov-26 12:00:16 GMT', 16],
  ['Fri Nov 20 12:00:16 2026 GMT', 16],
  ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
  ['-1', undefined],
  ['1.5', undefined],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
])('Retry-After: %j is %j seconds', (header, seconds) => {
  expect(readRetryAfter(header, Date.UTC(2026, 10, 20, 12))).toBe(seconds);
});
