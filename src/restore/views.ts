/** What finding and restoring show: facts without words. cards/ turns them into Adaptive Cards and text. */
import type { Reply, View } from '../sign-in/views.ts';
import type { Container, Entry, Point, RestoreOptions, Scope, Workload } from './model/catalog.ts';
import type { Trouble } from './model/service-error.ts';
import type { Form, Location, Remark } from './model/task.ts';
import type { Counts, FailedItem } from './model/restore.ts';

/** Whose data, as every card of a task says it. */
export interface ScopeFacts {
  readonly own: boolean;
  readonly name: string;
  readonly detail?: string | undefined;
}

export const scopeFacts = (scope: Scope): ScopeFacts =>
  scope.kind === 'own'
    ? { own: true, name: scope.name }
    : { own: false, name: scope.item.name, detail: scope.item.detail };

/** What stands at the top of every card of a task: only what is chosen already. */
export interface TaskFacts {
  readonly taskId: string;
  /** Display name. */
  readonly organization: string;
  readonly isOperator: boolean;
  readonly scope?: ScopeFacts | undefined;
  readonly workload?: Workload | undefined;
  readonly point?: Point | undefined;
  /** How many are on the list. */
  readonly listed: number;
  readonly remark?: Remark | undefined;
}

export interface ScopeChoice {
  /** `own`, or the scope item's id. */
  readonly value: string;
  readonly name: string;
  readonly detail?: string | undefined;
}

export interface DayOfPoints {
  /** `2026-03-01` in the person's zone. */
  readonly day: string;
  readonly points: readonly { readonly id: string; readonly backupTime: number }[];
}

/** Steps of the one card, in the order in which they come. */
export type TaskView =
  | {
      readonly kind: 'task-scope';
      readonly task: TaskFacts;
      /** Recent ones first, then what matches what was typed, or the first of all; 25 at most. */
      readonly choices: readonly ScopeChoice[];
      /** Users in the scope; more than the choices: the client searches while one types. */
      readonly all: number;
      /** In the scope, and not restorable here yet. */
      readonly sites: number;
      readonly teams: number;
      readonly typed?: string | undefined;
    }
  | { readonly kind: 'task-workload'; readonly task: TaskFacts }
  | {
      readonly kind: 'task-point';
      readonly task: TaskFacts;
      /** Newest first; at most 20 days. */
      readonly days: readonly DayOfPoints[];
      /** More days than are shown: a date can be given. */
      readonly moreDays: number;
      readonly latestAt?: number | undefined;
      readonly firstAt?: number | undefined;
      readonly showDeleted: boolean;
    }
  | { readonly kind: 'task-search'; readonly task: TaskFacts; readonly form: Form }
  | {
      readonly kind: 'task-results';
      readonly task: TaskFacts;
      readonly source: 'search' | 'folder';
      readonly form?: Form | undefined;
      readonly location?: Location | undefined;
      /** Mailboxes or drives, where it is these that are shown. */
      readonly containers?: readonly Container[] | undefined;
      readonly entries: readonly Entry[];
      /** Keys of those on the list already. */
      readonly listed: readonly string[];
      /** From 0. */
      readonly page: number;
      readonly pages: number;
      readonly found: number;
      readonly tooMany: boolean;
    }
  | {
      readonly kind: 'task-versions';
      readonly task: TaskFacts;
      readonly of: Entry;
      readonly entries: readonly Entry[];
      /** Keys of those that are on the list. */
      readonly listed: readonly string[];
    }
  | {
      readonly kind: 'task-list';
      readonly task: TaskFacts;
      /** Of this page. */
      readonly entries: readonly Entry[];
      readonly page: number;
      readonly pages: number;
    }
  | {
      readonly kind: 'task-options';
      readonly task: TaskFacts;
      readonly options: RestoreOptions;
      /** What the list came to once its folders were counted out. */
      readonly items: number;
      /** How many folders were on it. */
      readonly folders: number;
      /** A document of a chosen version is on the list: all versions make no sense. */
      readonly hasVersions: boolean;
    }
  | { readonly kind: 'task-reason'; readonly task: TaskFacts; readonly reason?: string | undefined }
  | {
      readonly kind: 'task-summary';
      readonly task: TaskFacts;
      readonly options: RestoreOptions;
      readonly items: number;
      /** Mailboxes or drives that are written to. */
      readonly containers: readonly string[];
      readonly reason?: string | undefined;
      /** The first few: a version is not the document as it was last. */
      readonly first: readonly Pick<Entry, 'title' | 'version'>[];
    }
  /** The task's card above gave up its buttons; it goes on in a newer card. */
  | { readonly kind: 'task-moved' }
  /** **Done** before anything was restored, or nothing was done for long. */
  | { readonly kind: 'task-closed'; readonly why: 'done' | 'expired' | 'logged-out' };

export interface RestoreFacts {
  /** Also its reference. */
  readonly restoreId: string;
  readonly organization: string;
  readonly scope: ScopeFacts;
  readonly workload: Workload;
  readonly point: Point;
  readonly options: RestoreOptions;
  readonly reason?: string | undefined;
  readonly items: number;
  readonly startedAt: number;
  readonly counts: Counts;
}

/** What the one card becomes after **Restore**. */
export type RestoreProgressView =
  | { readonly kind: 'restore-running'; readonly restore: RestoreFacts; readonly stopping: boolean }
  /** It goes on at the service, but the sign-in has ended: sign in to learn how. */
  | { readonly kind: 'restore-unwatched'; readonly restore: RestoreFacts }
  /** The answer to its start was lost, and it is not among the service's sessions. */
  | { readonly kind: 'restore-unclear'; readonly restore: RestoreFacts; readonly looks: number }
  | {
      readonly kind: 'restore-ended';
      readonly restore: RestoreFacts;
      readonly result: 'success' | 'warning' | 'failed' | 'stopped' | 'refused';
      readonly endedAt: number;
      /** Of this page of twenty. */
      readonly failures: readonly FailedItem[];
      readonly page: number;
      readonly pages: number;
      /** How many of them can be tried again. */
      readonly retryable: number;
      readonly remarks: readonly string[];
      readonly trouble?: Trouble | undefined;
      /** **Done** was pressed: nothing is offered any more. */
      readonly closed?: boolean | undefined;
    };

/** One of the service's sessions, for `restore sessions`. */
export interface SessionRow {
  readonly sessionId: string;
  /** The restore of this conversation that it belongs to. */
  readonly restoreId?: string | undefined;
  readonly workload?: Workload | undefined;
  readonly scopeName?: string | undefined;
  readonly startedAt: number;
  readonly endedAt?: number | undefined;
  readonly state: 'running' | 'looking' | 'success' | 'warning' | 'failed';
  readonly reason?: string | undefined;
  /** A running restore that may be stopped. */
  readonly stoppable: boolean;
}

export type RestoreView =
  | TaskView
  | RestoreProgressView
  | {
      readonly kind: 'restore-sessions';
      readonly organization: string;
      readonly rows: readonly SessionRow[];
      /** **Stop** was pressed for this one. */
      readonly stopped?: string | undefined;
    }
  /** Why it can't be done, and what to do. */
  | { readonly kind: 'restore-notice'; readonly notice: RestoreNotice };

export type RestoreNotice =
  /** What is found is private. */
  | { readonly code: 'personal-only' }
  | { readonly code: 'sign-in-first' }
  /** An app-only session can't restore as an operator does. */
  | { readonly code: 'operator-only' }
  /** The service takes the token no longer, and a new one could not be had. */
  | { readonly code: 'session-refused' }
  | { readonly code: 'no-task' }
  | { readonly code: 'task-outdated' }
  | { readonly code: 'list-empty' }
  | { readonly code: 'restore-unknown' }
  | { readonly code: 'already-restoring'; readonly restoreId: string }
  | { readonly code: 'service'; readonly trouble: Trouble; readonly detail?: string | undefined };

export type RestoreReply = Reply<View | RestoreView>;

export const noticeReply = (notice: RestoreNotice): RestoreReply => ({
  kind: 'render',
  view: { kind: 'restore-notice', notice },
});
