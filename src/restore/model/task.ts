/** A task: what a person has chosen so far on the way to **Restore**. Stored as part of `RestoreState` (restore.ts). */
import type { Container, Entry, Point, RestoreOptions, Scope, Workload } from './catalog.ts';
import type { ServiceRemark } from './service-error.ts';

/** The search form as typed. Dates are `2026-03-01` in the person's time zone, both inclusive. */
export interface Form {
  /** Words, or a query in the service's search language. */
  readonly words?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly subject?: string | undefined;
  /** OneDrive: part of the file's name. */
  readonly name?: string | undefined;
  /** OneDrive: who modified it last. */
  readonly changedBy?: string | undefined;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly hasAttachments?: boolean | undefined;
}

/** What the task's card shows. */
export type Step =
  | 'scope'
  | 'workload'
  | 'point'
  | 'search'
  | 'results'
  /** Earlier versions of one document. */
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

/** An open folder, from its container down. */
export interface Location {
  readonly containerId: string;
  readonly containerName: string;
  /** Outermost first; empty at the container's root. */
  readonly folders: readonly { readonly id: string; readonly name: string }[];
}

/** Where results come from: a search or a folder. */
export type Source =
  | { readonly kind: 'search'; readonly form: Form }
  /** Without a location: the containers themselves. */
  | { readonly kind: 'folder'; readonly location: Location | undefined };

/** The page of results on the card. */
export interface ResultsPage {
  readonly source: Source;
  /** From 0. */
  readonly number: number;
  readonly entries: readonly Entry[];
  /** All results fetched. */
  readonly found: number;
  /** More exist than were fetched: the search should be narrowed. */
  readonly tooMany: boolean;
  readonly location?: Location | undefined;
}

export interface Task {
  /** Random; names the task in card buttons and jobs. */
  readonly id: string;
  /** The sign-in it belongs to: another account would see other data. */
  readonly signInId: string;
  readonly organization: string;
  /** Object id of the signed-in account; absent in tasks stored by earlier versions, which end with their sign-in. */
  readonly userId?: string | undefined;
  /** The service refused its session: it continues with the person's next sign-in. */
  readonly waitsForSignIn?: boolean | undefined;
  /** True also where the service did not say: it checks each call. */
  readonly isOperator: boolean;
  readonly startedAt: number;
  /** Epoch milliseconds of the last command or press. */
  readonly usedAt: number;
  readonly cardId?: string | undefined;
  readonly step: Step;
  readonly scope?: Scope | undefined;
  readonly workload?: Workload | undefined;
  readonly point?: Point | undefined;
  readonly showDeleted: boolean;
  readonly explore?: Explore | undefined;
  /** Mailboxes or drives of the explore session, once listed; always listed before the options are chosen. */
  readonly containers?: readonly Container[] | undefined;
  /** The search form, also while scope, workload or point are still to be chosen. */
  readonly form: Form;
  readonly page?: ResultsPage | undefined;
  readonly versions?: { readonly of: Entry; readonly entries: readonly Entry[] } | undefined;
  readonly list: readonly Entry[];
  readonly options?: RestoreOptions | undefined;
  readonly reason?: string | undefined;
  /** The list with its folders expanded; set before the options are chosen. */
  readonly expanded?: readonly Entry[] | undefined;
  /** Shown once. */
  readonly remark?: Remark | undefined;
}

/** What is restored: the list, with its folders replaced by the items in them. */
export const entriesOf = ({ expanded, list }: Task): readonly Entry[] => expanded ?? list;

/** A message on the task's card, beside what it asks. */
export type Remark =
  | { readonly code: 'nothing-found' }
  | { readonly code: 'empty-before-first-backup'; readonly firstAt?: number | undefined }
  | { readonly code: 'no-such-date'; readonly typed: string }
  | { readonly code: 'dates-reversed' }
  | { readonly code: 'query-too-long' }
  | { readonly code: 'nothing-chosen' }
  | { readonly code: 'page-moved-on' }
  | { readonly code: 'added'; readonly count: number }
  | { readonly code: 'removed'; readonly count: number }
  | { readonly code: 'list-full'; readonly most: number }
  /** The folders on the list hold more items than may be restored at once. */
  | { readonly code: 'folders-too-full'; readonly most: number }
  | { readonly code: 'folder-empty' }
  | { readonly code: 'no-versions' }
  | { readonly code: 'no-points' }
  | { readonly code: 'no-point-before'; readonly typed: string }
  | { readonly code: 'no-such-scope'; readonly typed: string }
  | { readonly code: 'scope-taken-away' }
  | { readonly code: 'reopened' }
  | { readonly code: 'list-emptied' }
  | { readonly code: 'folder-name'; readonly typed: string }
  | ServiceRemark;
