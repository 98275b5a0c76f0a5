/** Restoring: started from a task, sent once, followed to its outcome, stopped, retried. */
import type { Asker, PersonKey } from '../../core/person.ts';
import type { RestorePorts } from '../ports.ts';
import { mayContinueRestore, type AuthorizedRequest, type OperatorAccess } from '../service-session/operator-access.ts';
import type { RestoreReply } from '../views.ts';
import { RestoreActions, type RestorePress } from './actions.ts';
import { RestoreStarter } from './begin.ts';
import { RestoreHistory } from './history.ts';
import { RestoreCards } from './restore-card.ts';
import { RestoreJobHandler, type RestoreJob } from './restore-job.ts';
import { isActive, isUnclear } from './transitions.ts';
import { RestoreUpdates } from './update.ts';

/** All throw StorageUnavailableError. Errors of the backup service are shown on the card. */
export interface RestoreService {
  /** **Restore** on the summary of a task: the task becomes a restore in one write, and its card is taken over. */
  begin(request: AuthorizedRequest, taskId: string, cardId: string | undefined): Promise<RestoreReply>;
  /** A button of a restore's card. */
  press(asker: Asker, restoreId: string, press: RestorePress): Promise<RestoreReply>;
  /** `restore sessions`. */
  sessions(asker: Asker): Promise<RestoreReply>;
  /** **Stop** in the list of sessions. */
  stopSession(asker: Asker, sessionId: string): Promise<RestoreReply>;
  /** Handler of `restore` jobs: returns once nothing is left to do, throws what interrupted it otherwise. */
  follow(job: RestoreJob, signal: AbortSignal, messageId?: string): Promise<void>;
  /** Whether a restore of the person is active, so that the session should be renewed. */
  isActive(key: PersonKey): Promise<boolean>;
  /** After a sign-in: follows restores again that were not monitored in the meantime. */
  resume(key: PersonKey): Promise<void>;
}

type Ports = Omit<RestorePorts, 'archive' | 'people' | 'refusedSessions'> & { readonly access: OperatorAccess };

export function createRestoreService(ports: Ports): RestoreService {
  const { access } = ports;
  const updates = new RestoreUpdates(ports);
  const cards = new RestoreCards({ ...ports, updates });
  const starter = new RestoreStarter({ ...ports, cards });
  const actions = new RestoreActions({ ...ports, updates, cards, starter });
  const history = new RestoreHistory({ ...ports, updates, actions });
  const job = new RestoreJobHandler({ ...ports, updates, cards });
  return {
    begin: (request, taskId, cardId) => starter.begin(request, taskId, cardId),
    press: (asker, restoreId, press) => actions.press(asker, restoreId, press),
    sessions: (asker) => history.list(asker),
    stopSession: (asker, sessionId) => history.stop(asker, sessionId),
    follow: (restoreJob, signal, messageId) => job.handle(restoreJob, signal, messageId),

    async isActive(key) {
      const { state } = await updates.read(key);
      return state?.restores.some(isActive) ?? false;
    },

    async resume(key) {
      const [found, { state }] = await Promise.all([access.find(key), updates.read(key)]);
      if (found.kind === 'refused') return;
      for (const restore of state?.restores ?? []) {
        // Its card already asks the person to decide.
        const isWaiting = isUnclear(restore) && restore.unwatched !== true;
        const isOpen = restore.told !== true && !isWaiting;
        if (isOpen && mayContinueRestore(found.session, restore)) await actions.follow(key, restore);
      }
    },
  };
}
