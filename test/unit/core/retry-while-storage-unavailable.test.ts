import { ConflictError, StorageAwayError } from '../../../src/core/errors.ts';
import { createSurely, type Surely } from '../../../src/core/retry.ts';
import { createFakeClock, type FakeClock } from '../../fakes/clock.ts';
import { createRecordingLog, type RecordingLog } from '../../fakes/records.ts';

function aBench(): { clock: FakeClock; log: RecordingLog; ending: AbortController; surely: Surely } {
  const clock = createFakeClock();
  const log = createRecordingLog();
  const ending = new AbortController();
  return { clock, log, ending, surely: createSurely({ clock, log, ending: ending.signal }) };
}

test('writes again until storage is back, more and more seldom, and says so once', async () => {
  const { clock, log, surely } = aBench();
  let tries = 0;
  const write = async (): Promise<string> => {
    tries += 1;
    if (tries < 9) throw new StorageAwayError('away');
    return 'written';
  };

  await expect(clock.run(surely('a thing', 'sign-in-0', write))).resolves.toBe('written');
  expect(clock.slept).toEqual([500, 1000, 2000, 4000, 5000, 5000, 5000, 5000]);
  expect(log.lines).toHaveLength(1);
  expect(log.lines[0]).toMatchObject({ level: 'error', fields: { reference: 'sign-in-0' } });
});

test('hands on what is no outage', async () => {
  const { clock, surely } = aBench();

  await expect(clock.run(surely('x', 'r', () => Promise.reject(new ConflictError('again'))))).rejects.toThrow('again');
  expect(clock.slept).toEqual([]);
});

test('gives up after an hour', async () => {
  const { clock, surely } = aBench();

  await expect(clock.run(surely('x', 'r', () => Promise.reject(new StorageAwayError('away'))))).rejects.toThrow('away');
  expect(clock.slept.reduce((sum, slept) => sum + slept, 0)).toBeGreaterThan(3_600_000);
});

test('ends when the process ends', async () => {
  const { clock, ending, surely } = aBench();
  const written = surely('x', 'r', () => Promise.reject(new StorageAwayError('away')));
  await clock.advance(10_000);

  ending.abort(new Error('The process ends.'));

  await expect(written).rejects.toThrow('The process ends.');
});
