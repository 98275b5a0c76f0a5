/** What is kept of one person's restoring in one conversation: the task under way, and restores that were started. */
import type { Address } from '../../core/person.ts';
import type { Container, Entry, RestoreOptions, ScopeItem, Workload } from './catalog.ts';

/** Whose data. */
export type Scope =
  { readonly kind: 'own'; readonly name: string } | { readonly kind: 'item'; readonly item: ScopeItem };

/** As of when. */
export type Point =
  | { readonly kind: 'latest' }
  | {
      readonly kind: 'at';
      readonly id: string;
      /** Epoch milliseconds. */
      readonly backupTime: number;
      readonly repositoryId?: string | undefined;
    };

/** What the form holds, as it was typed; dates `2026-03-01` in the person's own zone, both included. */
export interface Form {
  /** Words, or the search language for who knows it. */
  readonly words?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly subject?: string | undefined;
  /** OneDrive: part of the file's name. */
  readonly name?: string | undefined;
  /** OneDrive: who changed it last. */
  readonly changedBy?: string | undefined;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly hasAttachments?: boolean | undefined;
}

/** What the card shows. */
export type Step =
  | 'scope'
  | 'workload'
  | 'point'
  /** The form; also where nothing has been looked for yet. */
  | 'search'
  | 'results'
  /** Older versions of one document. */
  | 'versions'
  | 'list'
  | 'options'
  | 'reason'
  | 'summary';

/** An explore session at the service. */
export interface Explore {
  readonly id: string;
  readonly workload: Workload;
  readonly openedAt: number;
}

/** A folder one looks into, from the container down. */
export interface Location {
  readonly containerId: string;
  readonly containerName: string;
  /** Outermost first; empty at the container's root. */
  readonly folders: readonly { readonly id: string; readonly name: string }[];
}

/** What is listed: a search's finds, or a folder's contents. */
export type Source =
  | { readonly kind: 'search'; readonly form: Form }
  /** `undefined`: the containers themselves. */
  | { readonly kind: 'folder'; readonly location: Location | undefined };

/** The page that the card shows; ten entries. */
export interface ResultsPage {
  readonly source: Source;
  /** From 0. */
  readonly number: number;
  readonly entries: readonly Entry[];
  /** How many were found in all, up to what is fetched at once. */
  readonly found: number;
  /** More exist than were fetched: the newest of those are shown, and one should narrow. */
  readonly tooMany: boolean;
  /** A folder on the page leads deeper, a document may have versions. */
  readonly location?: Location | undefined;
}

/** One task: finding and choosing, up to **Restore**. */
export interface Task {
  /** Random; names the task in card buttons and jobs. */
  readonly id: string;
  /** The sign-in it goes on with: somebody else's may see other data. */
  readonly signInId: string;
  readonly organization: string;
  /** Object id of who is signed in; absent in tasks of earlier versions, which end with their sign-in. */
  readonly userId?: string | undefined;
  /** The service refused its session: it continues with the person's next sign-in. */
  readonly waitsForSignIn?: boolean | undefined;
  /** True also where the service did not say: it decides. */
  readonly isOperator: boolean;
  readonly startedAt: number;
  /** Epoch milliseconds of the person's last act on it. */
  readonly usedAt: number;
  readonly cardId?: string | undefined;
  readonly step: Step;
  readonly scope?: Scope | undefined;
  readonly workload?: Workload | undefined;
  readonly point?: Point | undefined;
  readonly showDeleted: boolean;
  readonly explore?: Explore | undefined;
  /** Mailboxes or drives of the explore session, once they were asked for; always before the options are. */
  readonly containers?: readonly Container[] | undefined;
  /** Words that wait for scope, workload and point; then what the form shows. */
  readonly form: Form;
  readonly page?: ResultsPage | undefined;
  /** Older versions that the card shows, and of which document. */
  readonly versions?: { readonly of: Entry; readonly entries: readonly Entry[] } | undefined;
  readonly list: readonly Entry[];
  readonly options?: RestoreOptions | undefined;
  readonly reason?: string | undefined;
  /** What the folders of the list came to; counted before the options are asked for. */
  readonly expanded?: readonly Entry[] | undefined;
  /** Said once on the card, then gone. */
  readonly remark?: Remark | undefined;
}

/** What went otherwise than expected, shown on the task's card beside what it asks. */
export type Remark =
  | { readonly code: 'nothing-found' }
  | { readonly code: 'empty-before-first-backup'; readonly firstAt?: number | undefined }
  | { readonly code: 'no-such-date'; readonly typed: string }
  | { readonly code: 'dates-reversed' }
  | { readonly code: 'query-refused'; readonly detail?: string | undefined }
  | { readonly code: 'query-too-long' }
  | { readonly code: 'nothing-chosen' }
  | { readonly code: 'page-moved-on' }
  | { readonly code: 'added'; readonly count: number }
  | { readonly code: 'removed'; readonly count: number }
  | { readonly code: 'list-full'; readonly most: number }
  /** With all that is in them; at most so many may be restored at once. */
  | { readonly code: 'folders-too-full'; readonly most: number }
  | { readonly code: 'folder-empty' }
  | { readonly code: 'no-versions' }
  | { readonly code: 'no-points' }
  | { readonly code: 'no-point-before'; readonly typed: string }
  | { readonly code: 'no-such-scope'; readonly typed: string }
  | { readonly code: 'scope-taken-away' }
  | { readonly code: 'item-gone' }
  | { readonly code: 'reopened' }
  | { readonly code: 'list-emptied' }
  | { readonly code: 'folder-name'; readonly typed: string }
  /** The service refused or failed; by `errorCode` first. */
  | { readonly code: 'service'; readonly trouble: Trouble; readonly detail?: string | undefined };

/** What is wrong at the service, in terms of what a person can do about it. */
export type Trouble =
  | 'access-denied'
  | 'not-found'
  | 'validation'
  | 'proxy-offline'
  | 'timeout'
  | 'conflict'
  | 'transfer'
  | 'restore-only'
  | 'unreachable'
  | 'throttled'
  /** Nobody knows whether the service began it, and the person left it at that. */
  | 'unclear'
  | 'unknown';

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
}
