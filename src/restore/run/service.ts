/** From **Restore** to the outcome: sent once, followed to its end, stopped, tried again. */
import type { Asker } from '../../core/person.ts';
import type { Organizations } from '../../sign-in/organizations/organizations.ts';
import type { Announcer } from '../../core/announcer.ts';
import type { Audit } from '../../core/audit.ts';
import type { Clock, Log } from '../../core/platform.ts';
import type { Job, Jobs } from '../../core/jobs.ts';
import type { Surely } from '../../core/retry.ts';
import type { Accesses } from '../service-session/operator-access.ts';
import { isOwn } from '../service-session/own-connection.ts';
import type { Explorer, RestoreStore } from '../ports.ts';
import type { RestorePress } from '../find/wizard-actions.ts';
import type { RestoreReply } from '../reply.ts';
import { createBeginnings } from './begin.ts';
import { createRestoreCards } from './restore-card.ts';
import { createRestoreChanges } from './update.ts';
import { createRestoreFollow } from './restore-job.ts';
import { createRestorePresses } from './actions.ts';
import { createRestoreSessions } from './history.ts';
import { isGoing, isUnclear } from './transitions.ts';
import type { RestoreView } from '../views.ts';

type RestoreJob = Extract<Job, { kind: 'restore' }>;

/** All throw StorageAwayError; what the services do wrong is on the card. */
export interface Restoring {
  /** **Restore** on the summary of that task: the task becomes a restore in one write, and its card goes on. */
  begin(asker: Asker, taskId: string, cardId: string | undefined): Promise<RestoreReply>;
  /** A button of a restore's card. */
  press(asker: Asker, restoreId: string, press: RestorePress, cardId: string | undefined): Promise<RestoreReply>;
  /** `restore sessions`. */
  sessions(asker: Asker): Promise<RestoreReply>;
  /** **Stop** in the list of sessions. */
  stopSession(asker: Asker, sessionId: string): Promise<RestoreReply>;
  /** Handler of `restore` jobs: returns once nothing is left to do, throws what ended it otherwise. */
  follow(job: RestoreJob, signal: AbortSignal, messageId?: string): Promise<void>;
  /** Whether a restore of the person's runs, so that its session is to be kept alive. @throws StorageAwayError */
  isRunning(key: Asker['key']): Promise<boolean>;
  /** Somebody signed in anew: restores that could not be watched meanwhile are followed again. @throws StorageAwayError */
  resume(key: Asker['key']): Promise<void>;
}

export interface RestoringDependencies {
  readonly explorer: Explorer;
  readonly accesses: Accesses;
  readonly store: RestoreStore;
  readonly jobs: Jobs;
  readonly announcer: Announcer<RestoreView>;
  readonly organizations: Pick<Organizations, 'get'>;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly log: Log;
  /** A new random name; never the same twice. */
  readonly newId: () => string;
  readonly surely: Surely;
}

export function createRestoring(dependencies: RestoringDependencies): Restoring {
  const { accesses } = dependencies;
  const changes = createRestoreChanges(dependencies);
  const cards = createRestoreCards({ ...dependencies, changes });
  const parts = { ...dependencies, changes, cards };
  const beginnings = createBeginnings(parts);
  const presses = createRestorePresses({ ...parts, beginnings });
  const sessions = createRestoreSessions({ ...parts, presses });
  return {
    begin: (asker, taskId, cardId) => beginnings.begin(asker, taskId, cardId),
    press: (asker, restoreId, press) => presses.press(asker, restoreId, press),
    sessions: (asker) => sessions.list(asker),
    stopSession: (asker, sessionId) => sessions.stop(asker, sessionId),
    follow: createRestoreFollow(parts),

    async isRunning(key) {
      const { state } = await changes.read(key);
      return state?.restores.some(isGoing) ?? false;
    },

    async resume(key) {
      const [looked, { state }] = await Promise.all([accesses.find(key), changes.read(key)]);
      if (looked.kind === 'refused') return;
      for (const restore of state?.restores ?? []) {
        // One that waits for the person says so on its card already.
        const isWaiting = isUnclear(restore) && restore.unwatched !== true;
        if (restore.told !== true && !isWaiting && isOwn(looked, restore)) await presses.takeUp(key, restore);
      }
    },
  };
}
