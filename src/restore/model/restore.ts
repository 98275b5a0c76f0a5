/** A restore that was started, and everything stored of one person in one conversation. */
import type { Address } from '../../core/person.ts';
import type { Entry, Point, RestoreOptions, Scope, ScopeItem, Workload } from './catalog.ts';
import type { Trouble } from './service-error.ts';
import type { Task } from './task.ts';

/** One `operatorRestore` call of a restore, and what became of it. */
export interface RestoreCall {
  readonly containerId: string;
  readonly containerName: string;
  /** Ids into the restore's `entries`. */
  readonly keys: readonly string[];
  readonly progress: CallProgress;
}

export type CallProgress =
  | { readonly kind: 'planned' }
  /** Written before it is sent: found so after a crash, nobody knows whether it was. */
  | {
      readonly kind: 'sending';
      readonly at: number;
      /** Random: who wrote it knows by it that nobody else sends. */
      readonly by: string;
    }
  /** Looked for among the service's sessions and not found. The person decides. */
  | {
      readonly kind: 'unclear';
      readonly at: number;
      readonly looks: number;
      /** What the person wants of it: looked for once more, or sent unless it is found. Absent: nothing yet. */
      readonly next?: 'look' | 'send' | undefined;
    }
  | {
      readonly kind: 'running';
      readonly sessionId: string;
      readonly at: number;
      readonly counts?: Counts | undefined;
    }
  | {
      readonly kind: 'ended';
      readonly sessionId?: string | undefined;
      readonly at: number;
      readonly result: 'success' | 'warning' | 'failed' | 'stopped' | 'refused';
      readonly counts: Counts;
      readonly failures: readonly FailedItem[];
      /** Sentences of the service about the whole. */
      readonly remarks: readonly string[];
      readonly trouble?: Trouble | undefined;
    };

export interface Counts {
  readonly total: number;
  readonly restored: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface FailedItem {
  /** Of the entry, where it could be told which. */
  readonly key?: string | undefined;
  readonly title: string;
  readonly status: 'failed' | 'warning' | 'skipped';
  /** The service's own words. */
  readonly why?: string | undefined;
}

/** A restore that was begun: one card, one or several calls, followed to its end by a job. */
export interface Restore {
  /** Random; names it in jobs and buttons, and is the reference on the card, in log, audit and the calls' `reason`. */
  readonly id: string;
  /** Of the task that became it: a second press of **Restore** finds it by this. */
  readonly taskId?: string | undefined;
  readonly signInId: string;
  readonly organization: string;
  /** Who it was begun as, at the organization: somebody else's sign-in does not go on with it. */
  readonly userId: string;
  /** Where its card stands. */
  readonly address: Address;
  readonly scope: Scope;
  readonly workload: Workload;
  readonly point: Point;
  /** Empty: to be opened when a call is sent. */
  readonly exploreId: string;
  /** So that its session can be opened anew. */
  readonly showDeleted: boolean;
  readonly options: RestoreOptions;
  /** As typed. */
  readonly reason?: string | undefined;
  /** Once it has ended, those alone that can be tried again. */
  readonly entries: readonly Entry[];
  readonly calls: readonly RestoreCall[];
  readonly startedAt: number;
  readonly cardId?: string | undefined;
  /** The one message whose owner follows it. */
  readonly jobId?: string | undefined;
  readonly endedAt?: number | undefined;
  /** The outcome stands on the card. */
  readonly told?: boolean | undefined;
  /** **Stop** was pressed. */
  readonly stopping?: boolean | undefined;
  /** Nobody follows it, since the sign-in has ended; it goes on at the service. */
  readonly unwatched?: boolean | undefined;
  /** The restore that **Retry failed** made of it: a second press makes no second one. */
  readonly retriedBy?: string | undefined;
}

/** All of one person in one conversation: one sealed blob. */
export interface RestoreState {
  readonly task?: Task | undefined;
  /** Newest first. Ended ones are kept for a week, twenty at most. */
  readonly restores: readonly Restore[];
  /** Newest first, five at most, of this organization. */
  readonly recentScopes: readonly ScopeItem[];
  /** `restore find` while nobody was signed in: it is done after the sign-in. */
  readonly waitingFind?: WaitingFind | undefined;
}

export interface WaitingFind {
  readonly words?: string | undefined;
  /** Epoch milliseconds. */
  readonly askedAt: number;
}
