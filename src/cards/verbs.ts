/** What a button asks for, and what it carries back. */
import type { TaskPress } from '../restore/find/wizard-actions.ts';
import type { RestorePress } from '../restore/run/actions.ts';
import type { FlowKind } from '../core/organization.ts';

/** Every verb a card of ours sends. */
export const VERBS = [
  'new-code',
  'cancel',
  'show-code',
  'renew',
  'log-out',
  'not-me',
  'try-again',
  'sign-in-again',
  'sign-in',
  'no-notices',
  'notices',
  'forget-me',
  'keep',
  'choose-organization',
  'other-organization',
  'command',
  'status',
  'help',
  /** **All commands**. */
  'all-commands',
  /** **Find items to restore**. */
  'find',
  /** A button of a restore task's card: `task`, `press`, and the card's inputs. */
  'task',
  /** A button of a restore's card: `restore`, `press`. */
  'restore',
  'sessions',
  /** **Stop** in the list of the service's sessions: `session`. */
  'stop-session',
] as const;

export type Verb = (typeof VERBS)[number];

/** Id of the choice card's input: its value comes back in the button's data under this name. */
export const ORGANIZATION_INPUT = 'organization';

/**
 * Ids of the inputs on a restore task's cards; their values come back flat in the button's data. A box beside an entry
 * is `pick-<key of the entry>`.
 */
export const TASK_INPUTS = [
  'scope',
  'point',
  'day',
  'pointWords',
  'showDeleted',
  'words',
  'from',
  'to',
  'subject',
  'name',
  'changedBy',
  'after',
  'before',
  'hasAttachments',
  'changedItems',
  'deletedItems',
  'markRestoredAsUnread',
  'folder',
  'documentAction',
  'allVersions',
  'reason',
] as const;
export type TaskInput = (typeof TASK_INPUTS)[number];
export const PICK_PREFIX = 'pick-';
/** `dataset` of the scope picker's type-ahead (`application/search`). */
export const SCOPE_DATASET = 'restore-scope';

/** The part of a press that a button itself carries; the rest comes from the inputs. */
export type TaskButton =
  | Extract<TaskPress, { kind: 'go' | 'workload' | 'browse' | 'page' | 'open' | 'up' | 'versions' | 'list-page' }>
  | {
      readonly kind: 'scope' | 'point' | 'search' | 'add' | 'remove' | 'choose-options' | 'reason' | 'restore' | 'done';
    }
  | { readonly kind: 'options'; readonly workload: 'exchange' | 'onedrive' };

/** The `data` of a button, the same for `Action.Execute` and its `Action.Submit` fallback. Holds no secret. */
export interface ButtonData {
  readonly verb: Verb;
  /** Opaque mark of the person whose card it is. */
  readonly owner: string;
  /** Sign-in id for `new-code`, `cancel` and `show-code`; session id for all that concerns a session. */
  readonly id?: string | undefined;
  readonly flow?: FlowKind | undefined;
  /** Key of the organization. */
  readonly organization?: string | undefined;
  /** For `sign-in` and `sign-in-again`: the code comes on a card of its own, so that the pressed one stays as it is. */
  readonly below?: true | undefined;
  /** What `command` runs, as if it had been typed. */
  readonly command?: string | undefined;
  readonly task?: string | undefined;
  readonly restore?: string | undefined;
  readonly press?: TaskButton | RestorePress | undefined;
  readonly session?: string | undefined;
}
