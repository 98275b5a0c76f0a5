/** Finding and restoring as one feature: its use cases and its jobs. */
import type { JobHandlers } from '../core/jobs.ts';
import { following, withPutBack } from '../durable/put-back.ts';
import type { PersonKey } from '../core/person.ts';
import type { SessionEvents, SessionUse } from '../sign-in/state/session-events.ts';
import { SessionsInUse } from './export/sessions-in-use.ts';
import { FileExports, type ExportInputs } from './export/file-exports.ts';
import { change } from './export/run.ts';
import { HeldFiles } from './export/held.ts';
import { RestorePointCache } from './explore/restore-points.ts';
import { ApprovalJobs } from './four-eyes/approval-job.ts';
import { FourEyes, type FourEyesInputs } from './four-eyes/four-eyes.ts';
import { Wizard } from './find/wizard.ts';
import type { Task } from './state/task.ts';
import type { RestorePorts } from './state/ports.ts';
import { createPrivateLog } from './private-log.ts';
import { createRestoreSweep, withRetention } from './retention.ts';
import { createRunPorts } from './run/calls/call-step.ts';
import { SessionHistory } from './run/calls/history.ts';
import { followRestore } from './run/restore-job.ts';
import { RestoreService } from './run/service.ts';
import { handleIdleJob } from './explore/explore-session.ts';
import { Operators } from './access/operators.ts';
import { ServiceAccess } from './access/service-access.ts';
import { SessionWork } from './access/session-work.ts';
import { createSessionListener } from './session-end.ts';

type Inputs = RestorePorts &
  Pick<FourEyesInputs, 'isGuest'> &
  Omit<ExportInputs, 'access' | 'points' | 'sessionsInUse'> & {
    readonly stateRetentionDays: number;
    readonly sessionEvents: Pick<SessionEvents, 'listen'>;
  };

export function createRestoreFeature(inputs: Inputs) {
  const sessionsInUse = new SessionsInUse();
  const explorer = sessionsInUse.around(inputs.explorer);
  const store = withRetention(inputs.store, inputs.clock);
  const ports: Inputs = { ...inputs, store, explorer, log: createPrivateLog(inputs.log) };
  const work = new SessionWork(ports);
  const access = new ServiceAccess({ ...ports, work });
  const points = new RestorePointCache(ports);
  const run = createRunPorts({ ...ports, access, points });
  const fileExports = new FileExports({ ...ports, access, points, sessionsInUse });
  const restores = new RestoreService(run);
  const heldFiles = new HeldFiles({ ...ports, access, points, sessionsInUse });
  const awaiting = { restore: restores, file: heldFiles };
  const fourEyes = new FourEyes({ ...ports, awaiting });
  const approvalJobs = new ApprovalJobs({ ...ports, access, awaiting });
  const wizard = new Wizard({ ...ports, access, points, run, fileExports });
  const { lifecycle, lookBack } = wizard;
  const expireTask = (key: PersonKey, task: Task) => lifecycle.expire(key, task);
  const sweepRestores = createRestoreSweep(inputs);
  inputs.sessionEvents.listen(
    createSessionListener({ ...ports, access, work, lifecycle, restores, run, fileExports, heldFiles }),
  );
  return {
    wizard,
    restores,
    sessionHistory: new SessionHistory(run, (asker, id) => restores.press(asker, id, { kind: 'stop' })),
    fourEyes,
    fileExports,
    heldFiles,
    operators: new Operators({ ...ports, access }),
    jobHandlers: {
      restore: following(
        ({ key, restoreId: id }, by) => run.updates.change({ key, id }, (present) => withPutBack(present, by)),
        (job, { signal }, messageId?) => followRestore(run, job, signal, messageId),
      ),
      approval: (job, { signal }, messageId?) => approvalJobs.follow(job, signal, messageId),
      'approval-due': (job, { signal }, messageId?) => approvalJobs.due(job, signal, messageId),
      'look-back': following(
        (job, by) => lookBack.adopt(job, by),
        (job, { signal }, messageId?) => lookBack.follow(job, signal, messageId),
      ),
      export: following(
        ({ key, exportId: id }, by) => change(ports, { key, id }, (present) => withPutBack(present, by)),
        (job, { signal }, messageId?) => fileExports.follow(job, signal, messageId),
      ),
      'export-due': (job, { signal }) => fileExports.due(job, signal),
      'explore-idle': (job) => handleIdleJob({ ...ports, access, expireTask }, job),
    } satisfies Partial<JobHandlers>,
    /** Of restores and files; of a person they are erased with the person's state. */
    sweeps: [sweepRestores, (signal: AbortSignal) => fileExports.sweep(signal)].map((sweep) => ({ sweep })),
    /** What sign-in asks before it ends or renews a session. */
    sessionUse: {
      isNeeded: (key) => restores.isActive(key),
      mayStillRestore: (key, session) => restores.mayStillRun(key, session),
    } satisfies SessionUse,
  };
}
