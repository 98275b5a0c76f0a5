import { UpstreamError } from '../../../src/core/errors.ts';
import { SessionRefusedError } from '../../../src/restore/access/session-work.ts';
import { createPrivateLog } from '../../../src/restore/private-log.ts';
import { createRecordingLog } from '../../fakes/records.ts';

const said = 'The item "Kyoto itinerary" of noor@contoso.com is locked.';
const refusal = (): UpstreamError =>
  new UpstreamError('backup service', 'REFUSED', { status: 409, reason: 'OperationConflict', description: said });

test('logs an error with its code, status and stable reason, without the sentence of the service', () => {
  const log = createRecordingLog();
  createPrivateLog(log).warn({ reference: 'restore-1', error: refusal() }, 'a restore could not be asked about');
  expect(log.lines).toMatchObject([
    {
      level: 'warn',
      fields: {
        reference: 'restore-1',
        error: { upstream: 'backup service', code: 'REFUSED', status: 409, reason: 'OperationConflict' },
      },
      message: 'a restore could not be asked about',
    },
  ]);
  expect(log.text()).not.toContain('Kyoto');
});

test('nor does it come as the cause of something else', () => {
  const log = createRecordingLog();
  const refused = new SessionRefusedError(refusal());
  createPrivateLog(log).warn({ error: new Error('a step failed', { cause: refused }) }, 'a step failed');
  expect(log.lines).toMatchObject([
    { fields: { error: { message: 'a step failed', cause: { code: 'SESSION_REFUSED', cause: { status: 409 } } } } },
  ]);
  expect(log.text()).not.toContain('Kyoto');
});

test('passes other values on unchanged', () => {
  const log = createRecordingLog();
  const error = new Error('a fault of ours');
  createPrivateLog(log).error({ error, calls: 2 }, 'a turn failed');
  expect(log.lines).toEqual([{ level: 'error', fields: { error, calls: 2 }, message: 'a turn failed' }]);
});
