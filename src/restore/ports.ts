/** What the second heart needs from outside. Implemented by upstream/, state/ and chat/; faked in tests. */
import type { Organization, StoredState, Version } from '../sign-in/ports.ts';
import type { PersonKey } from '../sign-in/model.ts';
import type { RestoreState } from './model/state.ts';
import type { ScopeList } from './find/scope/scope-index.ts';

/** With what the service is called: an operator's token, and where. */
export interface Access {
  readonly organization: Organization;
  /** Secret. */
  readonly accessToken: string;
}

/** Exchange, OneDrive (`Vex`, `Veod` on the wire). */
export type Workload = 'exchange' | 'onedrive';

/** One element of `EffectiveScope` (API, section B). Sites and teams are known, no workload here takes them yet. */
export interface ScopeItem {
  readonly id: string;
  readonly type: 'User' | 'Site' | 'Team';
  /** Display name or title. */
  readonly name: string;
  /** E-mail address or URL. */
  readonly detail: string;
  /** The typed object as the service gave it, JSON text: it is echoed back whole when a session is opened. */
  readonly echo: string;
}

/** API, section C1, as far as it is of use. */
export interface RestorePoint {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly backupTime: number;
  readonly repositoryId?: string | undefined;
  readonly workloads: readonly Workload[];
  /** A copy, a retrieved or a deleted one: never offered. */
  readonly hidden: boolean;
}

/** What an explore session is opened with (API, section C2). */
export interface ExploreRequest {
  readonly workload: Workload;
  /** Epoch milliseconds; absent: the latest. */
  readonly at?: number | undefined;
  readonly repositoryId?: string | undefined;
  /** Absent: the signed-in person's own data. */
  readonly scope?: ScopeItem | undefined;
  readonly showDeleted: boolean;
  readonly showAllVersions: boolean;
  readonly reason?: string | undefined;
}

/** API, section C2: `RESTRestoreSession`. */
export interface ServiceSession {
  readonly id: string;
  /** Absent: SharePoint or Teams, which this bot does not restore yet. */
  readonly workload?: Workload | undefined;
  readonly createdAt: number;
  readonly endedAt?: number | undefined;
  readonly state: 'working' | 'stopped';
  /** Only to be believed once stopped. */
  readonly result: 'success' | 'warning' | 'failed';
  readonly initiatedBy?: string | undefined;
  readonly scopeName?: string | undefined;
  readonly reason?: string | undefined;
  readonly details?: string | undefined;
}

/** API, section C3. */
export interface Statistics {
  readonly total: number;
  readonly restored: number;
  readonly failed: number;
  readonly skipped: number;
  readonly warnings: readonly string[];
  readonly errors: readonly string[];
  readonly items: readonly StatisticsItem[];
}

export interface StatisticsItem {
  readonly id?: string | undefined;
  readonly name: string;
  readonly status: 'failed' | 'warning' | 'success' | 'skipped';
  /** Why, in the service's own words. */
  readonly why?: string | undefined;
}

/** API, section C3: one of a session's events. */
export interface SessionEvent {
  readonly id: string;
  readonly status: 'running' | 'success' | 'warning' | 'failed' | 'cancelled' | 'skipped';
  readonly message: string;
  readonly itemName?: string | undefined;
  readonly startedAt: number;
  readonly isRestore: boolean;
}

/** A slice of a listing. There is never a total (API, section C4). */
export interface Page<T> {
  readonly results: readonly T[];
  /** Whether `_links.next` was there. */
  readonly more: boolean;
  /** Names the service's cached result; only searches of a mailbox, a drive or several take it again. */
  readonly setId?: string | undefined;
}

/** `limit` at most 10,000. */
export interface Slice {
  readonly offset: number;
  readonly limit: number;
  readonly setId?: string | undefined;
}

/** A mailbox (primary or archive) or a drive: what items lie in, and what a restore call is for. */
export interface Container {
  readonly id: string;
  readonly name: string;
  /** A mailbox's address, or a drive's URL. */
  readonly detail?: string | undefined;
  readonly isArchive: boolean;
}

export type EntryKind =
  | 'message'
  | 'appointment'
  | 'contact'
  | 'contact group'
  | 'task'
  | 'journal'
  | 'note'
  | 'discussion'
  | 'document'
  | 'folder';

/** One thing found: an item, a document, a folder, or an older version of a document. */
export interface Entry {
  /** Short and opaque; names it within its task, the same each time it is found. */
  readonly key: string;
  readonly kind: EntryKind;
  readonly containerId: string;
  readonly id: string;
  /** Subject or name; empty where it has none. */
  readonly title: string;
  /** From, organizer or who changed it last. */
  readonly who?: string | undefined;
  /** Received, starts or changed at, epoch milliseconds. */
  readonly at?: number | undefined;
  readonly sizeBytes?: number | undefined;
  /** What else is known, for the details toggle. */
  readonly to?: string | undefined;
  readonly cc?: string | undefined;
  readonly location?: string | undefined;
  readonly attachments?: readonly string[] | undefined;
  /** A document's version as the service names it; only where it is not the latest at that point. */
  readonly version?: string | undefined;
  /** The document as the service gave it, JSON text: `operatorRestore` takes it whole. */
  readonly echo?: string | undefined;
}

/** Where a search looks: everything in the session, one container, or a folder of it. */
export interface SearchPlace {
  readonly containerId?: string | undefined;
  readonly folderId?: string | undefined;
}

/** Options of Exchange (API, section D1). */
export interface ExchangeOptions {
  readonly workload: 'exchange';
  readonly changedItems: boolean;
  readonly deletedItems: boolean;
  readonly markRestoredAsUnread: boolean;
  /** Name of a folder for what is restored; absent: the original place. */
  readonly folder?: string | undefined;
}

/** Options of OneDrive (API, section D2). */
export interface OneDriveOptions {
  readonly workload: 'onedrive';
  /** What becomes of a document that is there already: overwritten, or kept beside the restored one. */
  readonly documentAction: 'Overwrite' | 'Keep';
  /** Restore every version, or the chosen one alone. */
  readonly allVersions: boolean;
}

export type RestoreOptions = ExchangeOptions | OneDriveOptions;

/** One `operatorRestore` call: items of one container. */
export interface RestoreRequest {
  readonly workload: Workload;
  readonly exploreId: string;
  readonly containerId: string;
  readonly entries: readonly Entry[];
  readonly options: RestoreOptions;
  /** Holds the reference by which it is found again. */
  readonly reason: string;
}

/**
 * The service's restore endpoints (API, sections B, C, D1, D2). GETs are repeated on transient faults, POSTs never.
 * @throws UpstreamError from each; its `reason` is the service's `errorCode`
 */
export interface Explorer {
  isOperator(access: Access, signal?: AbortSignal): Promise<boolean>;
  /** `GET …/LoggedInUser`. */
  whoAmI(access: Access, signal?: AbortSignal): Promise<{ readonly id: string; readonly name: string }>;
  /** `GET …/EffectiveScope`: may be large and slow. */
  effectiveScope(access: Access, signal?: AbortSignal): Promise<ScopeList>;
  /** `GET …/RestorePoints`, of a scope item or of the person's own data; unordered. */
  restorePoints(access: Access, scopeId: string | undefined, signal?: AbortSignal): Promise<readonly RestorePoint[]>;
  /** `POST /v8/Organization/OperatorExplore`. */
  openExplore(access: Access, request: ExploreRequest, signal?: AbortSignal): Promise<ServiceSession>;
  session(access: Access, sessionId: string, signal?: AbortSignal): Promise<ServiceSession>;
  /** Newest first. */
  sessions(
    access: Access,
    slice: Slice & { readonly from?: number | undefined },
    signal?: AbortSignal,
  ): Promise<Page<ServiceSession>>;
  stop(access: Access, sessionId: string, signal?: AbortSignal): Promise<void>;
  statistics(access: Access, sessionId: string, signal?: AbortSignal): Promise<Statistics>;
  events(access: Access, sessionId: string, slice: Slice, signal?: AbortSignal): Promise<Page<SessionEvent>>;
  /** Mailboxes or drives of the explore session. */
  containers(
    access: Access,
    workload: Workload,
    exploreId: string,
    signal?: AbortSignal,
  ): Promise<readonly Container[]>;
  /** Folders in a folder; `root` where none is named. */
  folders(access: Access, at: Listing, slice: Slice, signal?: AbortSignal): Promise<Page<Entry>>;
  /** Items or documents in a folder, without its folders. A mailbox has no items at its root. */
  items(access: Access, at: Listing, slice: Slice, signal?: AbortSignal): Promise<Page<Entry>>;
  search(
    access: Access,
    at: { readonly workload: Workload; readonly exploreId: string } & SearchPlace,
    query: string,
    slice: Slice,
    signal?: AbortSignal,
  ): Promise<Page<Entry>>;
  /** Earlier versions of a document, without the document itself. */
  versions(access: Access, exploreId: string, document: Entry, signal?: AbortSignal): Promise<readonly Entry[]>;
  /** `POST …/operatorRestore`. Never to be repeated blindly. @returns the session to follow */
  restore(access: Access, request: RestoreRequest, signal?: AbortSignal): Promise<{ readonly sessionId: string }>;
}

/** A folder to list. */
export interface Listing {
  readonly workload: Workload;
  readonly exploreId: string;
  readonly containerId: string;
  readonly folderId?: string | undefined;
}

export type FoundRestores =
  | { readonly kind: 'absent' }
  | { readonly kind: 'found'; readonly state: RestoreState; readonly version: Version }
  /** It does not open: counts as nothing, and may be written over. */
  | { readonly kind: 'unreadable'; readonly version: Version };

/** One sealed blob for each person and conversation, under `restores/`. All methods throw StorageAwayError. */
export interface RestoreStore {
  read(key: PersonKey): Promise<FoundRestores>;
  /** Writes only over the version named, or only where nothing is. @throws ConflictError */
  write(key: PersonKey, state: RestoreState, over: Version | undefined): Promise<Version>;
  erase(key: PersonKey): Promise<void>;
}

/** Restore states of everybody, page by page, for what looks beyond one person. @throws StorageAwayError */
export interface RestoreArchive {
  everything(): AsyncIterable<readonly StoredState[]>;
  open(name: string): Promise<FoundRestores>;
  /** Whether anything else is kept of the same person in the same conversation. */
  hasPerson(name: string): Promise<boolean>;
  /** Erases it only while it is of that version. @returns false when it has changed since */
  erase(name: string, version: Version): Promise<boolean>;
}
