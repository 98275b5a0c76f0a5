/** Why a command or press about restores is not done: answered on a card of its own. */
import type { AccessKind } from '../backups/entries/access-kind.ts';
import type { Trouble } from '../backups/service-error.ts';

export type RestoreNotice =
  /** Results are private. */
  | { readonly code: 'personal-only' }
  /** `access`: of the session that has ended, or of what is to go on; absent where there was none. `organizationKey`: of the latter. */
  | {
      readonly code: 'sign-in-first';
      readonly access?: AccessKind | undefined;
      readonly organizationKey?: string | undefined;
    }
  /** Signed in app-only, and no longer one of the administrators. */
  | { readonly code: 'administrator-only' }
  /** The service no longer accepts the session. */
  | { readonly code: 'session-refused'; readonly access: AccessKind }
  | { readonly code: 'no-task' }
  | { readonly code: 'task-outdated' }
  | { readonly code: 'list-empty' }
  | { readonly code: 'restore-unknown' }
  /** A request for approval that is gone, or that the person may not decide. */
  | { readonly code: 'approval-unknown' }
  /** A session of somebody else, or one that the service no longer has. */
  | { readonly code: 'session-unknown' }
  /** `AUDIT=required`: the entry of a restore could not be stored, so it was not started. */
  | { readonly code: 'audit-unavailable' }
  | { readonly code: 'already-restoring'; readonly restoreId: string }
  /** The file was handed over, declined or erased, or is somebody else's. */
  | { readonly code: 'export-over' }
  /** A newer search of the person is done instead. */
  | { readonly code: 'search-replaced' }
  /** Neither a restore operator nor an administrator. */
  | { readonly code: 'operators-only' }
  | { readonly code: 'service'; readonly trouble: Trouble; readonly detail?: string | undefined };
