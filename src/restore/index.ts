/** Finding and restoring as one feature: its use cases, its jobs, and what sign-in calls of it. */
import type { Job } from '../core/jobs.ts';
import type { PersonKey } from '../core/person.ts';
import type { Session } from '../sign-in/model.ts';
import { Wizard } from './find/wizard.ts';
import type { RestorePorts } from './ports.ts';
import { createPrivateLog } from './private-log.ts';
import { createRestoreSweep } from './retention.ts';
import { RestoreService } from './run/service.ts';
import { OperatorAccess } from './service-session/operator-access.ts';

type JobOf<Kind extends Job['kind']> = Extract<Job, { kind: Kind }>;

export interface RestoreFeature {
  readonly wizard: Wizard;
  readonly restores: RestoreService;
  /** Handlers of the feature's jobs. */
  readonly jobs: {
    readonly restore: (job: JobOf<'restore'>, signal: AbortSignal, messageId?: string) => Promise<void>;
    readonly exploreIdle: (job: JobOf<'explore-idle'>) => Promise<void>;
  };
  /** What sign-in calls when a session begins, ends or may be renewed, and in its daily sweep. */
  readonly hooks: {
    readonly closing: (key: PersonKey, session: Session) => Promise<void>;
    readonly expired: (key: PersonKey, signInId: string) => Promise<void>;
    readonly refused: (key: PersonKey, signInId: string) => Promise<void>;
    readonly isNeeded: (key: PersonKey) => Promise<boolean>;
    readonly signedIn: (key: PersonKey) => Promise<void>;
    readonly sweepRestores: (signal: AbortSignal) => Promise<number>;
  };
}

export interface RestoreFeatureInputs extends RestorePorts {
  readonly stateRetentionDays: number;
}

export function createRestoreFeature(inputs: RestoreFeatureInputs): RestoreFeature {
  const ports: RestorePorts = { ...inputs, log: createPrivateLog(inputs.log) };
  const access = new OperatorAccess(ports);
  const restores = new RestoreService({ ...ports, access });
  const wizard = new Wizard({ ...ports, access, restores });
  return {
    wizard,
    restores,
    jobs: {
      restore: (job, signal, messageId) => restores.follow(job, signal, messageId),
      exploreIdle: (job) => wizard.idleJobs.handle(job),
    },
    hooks: {
      closing: (key, session) => wizard.closer.logOut(key, session),
      expired: (key, signInId) => wizard.closer.expireSignIn(key, signInId),
      refused: (key, signInId) => wizard.resumer.pause(key, signInId),
      isNeeded: (key) => restores.isActive(key),
      async signedIn(key) {
        await restores.resume(key);
        await wizard.resumer.resume(key);
      },
      sweepRestores: createRestoreSweep(inputs),
    },
  };
}
