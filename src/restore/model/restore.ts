/** A restore that was started, and everything stored of one person in one conversation. */
import type { Address } from '../../core/person.ts';
import type { Entry, Point, RestoreOptions, Scope, ScopeItem, Workload } from './catalog.ts';
import type { Trouble } from './service-error.ts';
import type { Task } from './task.ts';

/** One `operatorRestore` call of a restore. */
export interface RestoreCall {
  readonly containerId: string;
  readonly containerName: string;
  /** Ids into the restore's `entries`. */
  readonly keys: readonly string[];
  readonly progress: CallProgress;
}

export type CallProgress =
  | { readonly kind: 'planned' }
  /** Stored before it is sent: after a crash it is unknown whether it was. */
  | {
      readonly kind: 'sending';
      readonly at: number;
      /** Random: identifies the claim of the run that sends it. */
      readonly by: string;
    }
  /** Not found among the service's sessions. The person decides. */
  | {
      readonly kind: 'unclear';
      readonly at: number;
      readonly looks: number;
      /** The person's decision: search again, or send unless it is found. */
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
      /** The service's own words about the whole call. */
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
  /** Of the entry, where the service identified it. */
  readonly key?: string | undefined;
  readonly title: string;
  readonly status: 'failed' | 'warning' | 'skipped';
  /** The service's own words. */
  readonly why?: string | undefined;
}

/** A restore: one card, one or more calls, followed to its end by a job. */
export interface Restore {
  /** Random. The reference on the card, in jobs, log and audit, and in the `reason` of its calls. */
  readonly id: string;
  /** Of the task it was started from: a second press of **Restore** finds it by this. */
  readonly taskId?: string | undefined;
  readonly signInId: string;
  readonly organization: string;
  /** The account that started it: another one does not continue it. */
  readonly userId: string;
  /** Of the conversation with its card. */
  readonly address: Address;
  readonly scope: Scope;
  readonly workload: Workload;
  readonly point: Point;
  /** Empty: opened when a call is sent. */
  readonly exploreId: string;
  /** For reopening the explore session. */
  readonly showDeleted: boolean;
  readonly options: RestoreOptions;
  /** As typed. */
  readonly reason?: string | undefined;
  /** After its end only those that can be retried. */
  readonly entries: readonly Entry[];
  readonly calls: readonly RestoreCall[];
  readonly startedAt: number;
  readonly cardId?: string | undefined;
  /** The queue message whose owner follows it. */
  readonly jobId?: string | undefined;
  readonly endedAt?: number | undefined;
  /** The card shows the outcome. */
  readonly told?: boolean | undefined;
  /** **Stop** was pressed. */
  readonly stopping?: boolean | undefined;
  /** Not monitored, because the sign-in has ended; it continues at the service. */
  readonly unwatched?: boolean | undefined;
  /** The restore that **Retry failed** started: a second press starts no other. */
  readonly retriedBy?: string | undefined;
}

/** Everything about one person in one conversation: one sealed blob. */
export interface RestoreState {
  readonly task?: Task | undefined;
  /** Newest first. Ended ones are kept for a week, at most twenty. */
  readonly restores: readonly Restore[];
  /** Newest first, at most five, of this organization. */
  readonly recentScopes: readonly ScopeItem[];
  /** `restore find` while nobody was signed in: it is done after the sign-in. */
  readonly waitingFind?: WaitingFind | undefined;
}

export interface WaitingFind {
  readonly words?: string | undefined;
  /** Epoch milliseconds. */
  readonly askedAt: number;
}
