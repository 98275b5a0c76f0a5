/** A task: what a person has chosen so far on the way to **Restore**. Stored as part of `RestoreState` (restore.ts). */
import type { Container, Entry, Point, RestoreOptions, Scope, Workload } from './catalog.ts';
import type { ServiceRemark } from './service-error.ts';

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

/** What is restored: the list, with its folders replaced by the items in them. */
export const entriesOf = ({ expanded, list }: Task): readonly Entry[] => expanded ?? list;

/** What went otherwise than expected, shown on the task's card beside what it asks. */
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
  /** With all that is in them; at most so many may be restored at once. */
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
