/** Finding and restoring as one feature: its use cases, its jobs, and what sign-in calls of it. */
import type { JobOf } from '../core/jobs.ts';
import type { PersonKey } from '../core/person.ts';
import type { SessionHooks } from '../sign-in/state/inputs.ts';
import { SessionsInUse } from './export/sessions-in-use.ts';
import { FileExports, type ExportInputs } from './export/file-exports.ts';
import { RestorePointCache } from './explore/restore-points.ts';
import { Wizard } from './find/wizard.ts';
import type { Task } from './state/task.ts';
import type { RestorePorts } from './state/ports.ts';
import { createPrivateLog } from './private-log.ts';
import { createRestoreSweep } from './retention.ts';
import { RestoreService } from './run/service.ts';
import { handleIdleJob } from './explore/explore-session.ts';
import { ServiceAccess } from './access/service-access.ts';
import { createStoredJobs } from './stored-jobs.ts';

type Inputs = RestorePorts &
  Omit<ExportInputs, 'access' | 'sessionsInUse'> & {
    readonly stateRetentionDays: number;
  };

export function createRestoreFeature(inputs: Inputs) {
  const sessionsInUse = new SessionsInUse();
  const explorer = sessionsInUse.around(inputs.explorer);
  const ports: Inputs = { ...inputs, explorer, log: createPrivateLog(inputs.log) };
  const access = new ServiceAccess(ports);
  const fileExports = new FileExports({ ...ports, access, sessionsInUse });
  const points = new RestorePointCache(ports);
  const restores = new RestoreService({ ...ports, access, points });
  const wizard = new Wizard({ ...ports, access, points, restores, fileExports });
  const { lifecycle, lookBack } = wizard;
  const expireTask = (key: PersonKey, task: Task) => lifecycle.expire(key, task);
  const sweepRestores = createRestoreSweep(inputs);
  return {
    wizard,
    restores,
    fileExports,
    storedJobs: createStoredJobs(ports),
    jobHandlers: {
      restore: (job: JobOf<'restore'>, { signal }: AbortController, messageId?: string) =>
        restores.follow(job, signal, messageId),
      'look-back': (job: JobOf<'look-back'>, { signal }: AbortController) => lookBack.follow(job, signal),
      export: (job: JobOf<'export'>, { signal }: AbortController) => fileExports.follow(job, signal),
      'export-due': (job: JobOf<'export-due'>, { signal }: AbortController) => fileExports.due(job, signal),
      'explore-idle': (job: JobOf<'explore-idle'>) => handleIdleJob({ ...ports, access, expireTask }, job),
    },
    /** What sign-in calls when a session begins, ends or may be renewed, and in its daily sweep. */
    hooks: {
      async closing(key, session) {
        await fileExports.logOut(key);
        await restores.logOut(key, session);
        await lifecycle.logOut(key, session);
      },
      leaving: (key, session) => lifecycle.leave(key, session),
      expired: (key, signInId) => lifecycle.expireSignIn(key, signInId),
      refused: (key, signInId) => lifecycle.pause(key, signInId),
      isNeeded: (key) => restores.isActive(key),
      mayStillRestore: (key, session) => restores.mayStillRun(key, session),
      async signedIn(key) {
        await restores.resume(key);
        await lifecycle.resume(key);
      },
      sweepRestores: async (signal) => (await sweepRestores(signal)) + (await fileExports.sweep(signal)),
    } satisfies SessionHooks,
  };
}
