import { LimitedLog } from '../../../src/log/limited-log.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { createRecordingLog } from '../../fakes/records.ts';

test('each kind of entry is written once a minute, with how many were left out', async () => {
  const clock = createFakeClock();
  const log = createRecordingLog();
  const limited = new LimitedLog({ clock, log });
  for (let count = 0; count < 100; count += 1) limited.warn({ event: 'refused', count }, 'refused: signature');
  limited.warn({ event: 'refused' }, 'refused: expired');
  await clock.advance(60_000);
  limited.warn({ event: 'refused' }, 'refused: signature');
  expect(log.lines).toMatchObject([
    { level: 'warn', fields: { event: 'refused', count: 0, suppressed: 0 }, message: 'refused: signature' },
    { fields: { suppressed: 0 }, message: 'refused: expired' },
    { fields: { suppressed: 99 }, message: 'refused: signature' },
  ]);
});
