/** The second heart as a whole: what is asked of it, and what the first one asks of it in turn. */
import type { Organizations } from '../sign-in/organizations/organizations.ts';
import type { Announcer } from '../core/announcer.ts';
import type { Audit } from '../core/audit.ts';
import type { Clock, Log } from '../core/platform.ts';
import type { Jobs } from '../core/jobs.ts';
import type { PersonStore } from '../sign-in/ports.ts';
import type { PersonKey } from '../core/person.ts';
import type { Session } from '../sign-in/model.ts';
import type { Surely } from '../core/retry.ts';
import type { RefusedSessions } from '../sign-in/session/refused-sessions.ts';
import { createAccesses } from './service-session/operator-access.ts';
import type { Explorer, RestoreArchive, RestoreStore } from './ports.ts';
import { createRestoreSweep } from './retention.ts';
import { createRestoring, type Restoring } from './run/service.ts';
import { createTasks, type Tasks } from './find/wizard.ts';
import type { RestoreView } from './views.ts';
import { createWordlessLog } from './private-log.ts';

export interface Restores {
  readonly tasks: Tasks;
  readonly restoring: Restoring;
  /** What the first heart calls: sessions, forgetting, notices, following and the sweep take these as they are. */
  readonly hooks: {
    readonly closing: (key: PersonKey, session: Session) => Promise<void>;
    readonly expired: (key: PersonKey, signInId: string) => Promise<void>;
    readonly refused: (key: PersonKey, signInId: string) => Promise<void>;
    readonly isNeeded: (key: PersonKey) => Promise<boolean>;
    readonly signedIn: (key: PersonKey) => Promise<void>;
    readonly sweepRestores: (signal: AbortSignal) => Promise<number>;
  };
}

export interface RestoresDependencies {
  readonly explorer: Explorer;
  readonly restoreStore: RestoreStore;
  readonly restoreArchive: RestoreArchive;
  readonly store: Pick<PersonStore, 'read'>;
  readonly organizations: Pick<Organizations, 'get'>;
  readonly refusedSessions: Pick<RefusedSessions, 'settle' | 'end'>;
  readonly jobs: Jobs;
  readonly announcer: Announcer<RestoreView>;
  readonly audit: Audit;
  readonly surely: Surely;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: () => string;
  readonly stateRetentionDays: number;
}

export function createRestores({
  restoreStore,
  restoreArchive,
  store: people,
  log,
  ...others
}: RestoresDependencies): Restores {
  const rest = { ...others, log: createWordlessLog(log) };
  const accesses = createAccesses({ ...rest, store: people });
  const parts = { ...rest, accesses, store: restoreStore };
  const restoring = createRestoring(parts);
  const tasks = createTasks({ ...parts, people, restoring });
  return {
    tasks,
    restoring,
    hooks: {
      closing: (key, session) => tasks.close(key, session, 'logged-out'),
      expired: (key, signInId) => tasks.expire(key, signInId),
      refused: (key, signInId) => tasks.pause(key, signInId),
      isNeeded: (key) => restoring.isRunning(key),
      async signedIn(key) {
        await restoring.resume(key);
        await tasks.resume(key);
      },
      sweepRestores: createRestoreSweep({ ...rest, archive: restoreArchive }),
    },
  };
}
