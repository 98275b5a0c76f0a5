import { createApp } from '../../src/app.ts';
import { newId } from '../../src/core/platform.ts';
import { AuditLog } from '../../src/state/audit/log.ts';
import { createMeasures } from '../../src/telemetry/measures.ts';
import { createFakeClock } from '../fakes/clock.ts';
import { createRecordingLog } from '../fakes/records.ts';
import { read } from '../support/environment.ts';

afterEach(() => jest.restoreAllMocks());

test('at shutdown the audit log and telemetry end at the same time: each may take seconds', async () => {
  const log = createRecordingLog();
  const telemetry = Promise.withResolvers<void>();
  // Ends once telemetry is ending as well.
  jest.spyOn(AuditLog.prototype, 'close').mockReturnValue(telemetry.promise);
  const measures = createMeasures(undefined, { clock: createFakeClock(), log, newId });
  const stop = jest.spyOn(measures, 'stop').mockImplementation(async () => telemetry.resolve());

  await createApp(read(), log).stop();

  expect(stop).toHaveBeenCalledTimes(1);
});
