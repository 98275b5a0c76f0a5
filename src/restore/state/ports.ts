/** What finding and restoring need from outside. Implemented by upstream/, state/ and chat/; faked in tests. */
import type { Announcer, Delivery } from '../../durable/announcer.ts';
import type { Audit } from '../../core/audit.ts';
import type { Jobs } from '../../core/jobs.ts';
import type { SharedRecords, Version, Versioned } from '../../durable/record.ts';
import type { Organization } from '../../core/organization.ts';
import type { Address, PersonKey } from '../../core/person.ts';
import type { Clock, Log } from '../../core/platform.ts';
import type { RetryWhileStorageUnavailable } from '../../core/retry.ts';
import type { Organizations } from '../../sign-in/state/organizations.ts';
import type { Archive, PersonStore, Suspensions } from '../../sign-in/state/ports.ts';
import type { RefusedSessions } from '../../sign-in/session/refused-sessions.ts';
import type { View } from '../../sign-in/state/views.ts';
import type { AccessKind } from '../backups/entries/access-kind.ts';
import type { OptionValues } from '../backups/entries/option-values.ts';
import type { Container, Entry, ScopeItem } from '../backups/entries/entry.ts';
import type { RestorePoint, ScopeList } from '../backups/catalog.ts';
import type { Workload } from '../backups/workloads/index.ts';
import type { Counts, FailedItem, RestoreGroup, RestoreState, SessionEvent } from './restore.ts';
import type { ApprovalRequest, ApprovalRule, Approvers } from './four-eyes.ts';
import type { ChannelLineView, RestoreView } from './views.ts';

export interface RestorePorts {
  readonly explorer: Explorer;
  readonly store: RestoreStore;
  readonly archive: RestoreArchive;
  readonly people: Pick<PersonStore, 'read'>;
  readonly organizations: Pick<Organizations, 'get'>;
  readonly refusedSessions: Pick<RefusedSessions, 'isAccepted' | 'settle' | 'end' | 'endIfNotAllowed'>;
  readonly jobs: Jobs;
  readonly announcer: Announcer<RestoreView | View>;
  /** Posts in the channel of `RESTORE_CHANNEL`, reached as the address is. @throws UpstreamError */
  readonly postInChannel?: ((from: Address, view: ChannelLineView) => Promise<Delivery>) | undefined;
  /** A restore that was begun for somebody's request has ended. May be told twice. */
  readonly requestEnded?: ((requestId: string, by: PersonKey, restore: EndedRestore) => Promise<void>) | undefined;
  readonly audit: Audit;
  /** `AUDIT=required`: no restore is started before its entry is stored. */
  readonly auditRequired: boolean;
  readonly reasonRule: ReasonRule;
  /** `ALLOWED_VERIFICATION_HOSTS`: of the page where the code of a restore is entered. */
  readonly allowedVerificationHosts: readonly string[];
  /** Organizations whose `RESTORE_CERTIFICATE` stands in for the codes of restores. */
  readonly withCertificate: ReadonlySet<string>;
  /** `RESTORE_ELSEWHERE`. */
  readonly restoreElsewhere: boolean;
  /** `EXPORT_POSTS`. */
  readonly exportPosts: boolean;
  readonly downloads: Downloads;
  readonly approvalRule: ApprovalRule;
  readonly approvers: Approvers;
  /** Requests for a second person's approval, by the ids of their restores and exports. */
  readonly approvals: ApprovalStore;
  /** Whoever is suspended may approve nothing. */
  readonly suspensions: Pick<Suspensions, 'read'>;
  readonly retryWhileStorageUnavailable: RetryWhileStorageUnavailable;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: () => string;
}

/** `DOWNLOADS`: whose sessions may take single items out of a backup. */
export type Downloads = 'off' | 'operators' | 'all';

/** `REASON` and `REASON_PATTERN`. */
export interface ReasonRule {
  readonly required: boolean;
  /** What a reason has to contain. */
  readonly pattern?: { readonly source: string; test(reason: string): boolean } | undefined;
}

export interface Access {
  readonly kind: AccessKind;
  readonly organization: Organization;
  readonly accessToken: string;
  /** Aborted when the session ends: cuts off calls that have no effects. */
  readonly signal?: AbortSignal | undefined;
}

/** What an explore session is opened with (`RESTOperatorExploreOptions`, `RESTExploreOptions`). */
export interface ExploreRequest {
  readonly workload: Workload;
  /** Epoch milliseconds; absent: the latest. Never absent for administrators. */
  readonly at?: number | undefined;
  readonly repositoryId?: string | undefined;
  /** Absent: the signed-in person's own data; an administrator's session explores the whole organization. */
  readonly scope?: ScopeItem | undefined;
  readonly showDeleted: boolean;
  readonly showAllVersions: boolean;
  readonly reason?: string | undefined;
}

/** The organization of an administrator's session (`RESTLoggedInOrganization`). Times are epoch milliseconds. */
export interface ServiceOrganization {
  readonly id?: string | undefined;
  readonly name: string;
  /** `Office365`, `Hybrid`, `OnPremises`: in the service's own case. */
  readonly type?: string | undefined;
  readonly isBackedUp?: boolean | undefined;
  readonly firstBackupAt?: number | undefined;
  readonly lastBackupAt?: number | undefined;
}

export interface ExploredOrganization {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
}

/** With which a person approves the restores of one session at Microsoft (`RESTDeviceCodeResponse`). */
export interface RestoreCode {
  /** Secret until it is used. */
  readonly userCode: string;
  /** Not checked. */
  readonly verificationUri: string;
  readonly expiresInSeconds: number;
}

/** What each restore of an administrator needs. */
export type RestoreCredentials =
  | { readonly kind: 'code'; readonly userCode: string }
  /** That of the organization, which only the port knows. */
  | { readonly kind: 'certificate' };

/** `RESTRbacLoggedInUser`. */
export interface ServiceUser {
  readonly id: string;
  readonly name?: string | undefined;
}

/** `RESTRestoreSession`. */
export interface ServiceSession {
  readonly id: string;
  readonly kind?: Workload | undefined;
  readonly createdAt: number;
  readonly endedAt?: number | undefined;
  readonly state: 'working' | 'stopped';
  /** Only valid once stopped. */
  readonly result: 'success' | 'warning' | 'failed';
  /** The service's own words for its kind and its present state or result, where they are not documented. */
  readonly kindName?: string | undefined;
  readonly stateName?: string | undefined;
  readonly organization?: string | undefined;
  readonly initiatedBy?: string | undefined;
  readonly scopeName?: string | undefined;
  readonly reason?: string | undefined;
  readonly details?: string | undefined;
}

/** `RESTRestoreSessionStatistics`. */
export interface Statistics extends Counts {
  readonly warnings: readonly string[];
  readonly errors: readonly string[];
  readonly items: readonly StatisticsItem[];
  /** What they are in, as far as it is named: ids, names and addresses of mailboxes, drives, sites, lists, teams, channels. */
  readonly holders?: readonly string[] | undefined;
}

export interface StatisticsItem extends Pick<FailedItem, 'why'> {
  readonly id?: string | undefined;
  readonly name: string;
  /** Where it is, in the service's words. */
  readonly path?: string | undefined;
  readonly status: Exclude<FailedItem['status'], 'missing'> | 'success';
}

/** The service sends no totals. */
export interface Page<T> {
  readonly results: readonly T[];
  /** There is more, or the service says so and gives nothing new. */
  readonly more: boolean;
  /** The offset of what follows, where there is more: elements that cannot be read count, and are not among the results. */
  readonly next?: number | undefined;
  /** The service's cached result, for further pages of a search. */
  readonly setId?: string | undefined;
}

/** `limit` at most 10,000. */
export interface Slice {
  readonly offset: number;
  readonly limit: number;
  readonly setId?: string | undefined;
}

/** One restore call: what can be restored together (workloads/workload.ts). */
export interface RestoreRequest extends Pick<RestoreGroup, 'workload' | 'exploreId' | 'entries' | 'options'> {
  readonly containerId: string;
  /** Where the service may take longer than usual to answer. */
  readonly timeLimitMilliseconds?: number | undefined;
  /** Of operators only: with the reference by which the call is found again. */
  readonly reason?: string | undefined;
  /** Of administrators only. */
  readonly credentials?: RestoreCredentials | undefined;
  /** Another mailbox or OneDrive, and a folder in it, which need not exist; absent: the original place. */
  readonly target?: { readonly item: ScopeItem; readonly folder: string } | undefined;
}

export type SearchPlace = Omit<FolderRef, 'containerId'> & Partial<Pick<FolderRef, 'containerId'>>;

/** What to list: a container at its top, or something in it that opens. */
export interface FolderRef {
  readonly workload: Workload;
  readonly exploreId: string;
  readonly containerId: string;
  readonly folder?: Pick<Entry, 'id' | 'kind' | 'within'> | undefined;
}

/**
 * The service's restore endpoints. GETs are retried after transient faults, POSTs never.
 * @throws UpstreamError from each; its `reason` is the service's `errorCode`
 */
export interface Explorer {
  isOperator(access: Access): Promise<boolean>;
  /** `GET …/LoggedInUser`. */
  whoAmI(access: Access): Promise<ServiceUser>;
  /** `GET …/EffectiveScope`: large and slow in large organizations. */
  effectiveScope(access: Access): Promise<ScopeList>;
  /** `GET /v8/Organization`: administrators only. */
  organization(access: Access): Promise<ServiceOrganization>;
  /** `GET …/organization` of an explore session: administrators only. */
  exploredOrganization(access: Access, exploreId: string): Promise<ExploredOrganization>;
  /**
   * `GET …/RestorePoints`; unordered.
   *
   * @param scopeId of a scope item, absent for the person's own data; for administrators of the organization
   */
  restorePoints(access: Access, scopeId: string | undefined): Promise<readonly RestorePoint[]>;
  /** `POST /v8/Organization/OperatorExplore`; for administrators `POST /v8/Organization/Explore`. */
  openExplore(access: Access, request: ExploreRequest): Promise<ServiceSession>;
  session(access: Access, sessionId: string, signal?: AbortSignal): Promise<ServiceSession>;
  sessions(access: Access, slice: Slice & { readonly from?: number | undefined }): Promise<Page<ServiceSession>>;
  /** @param why `unused`: nobody is meant to notice. Otherwise whatever runs in it ends. */
  stop(access: Access, sessionId: string, why?: 'unused'): Promise<void>;
  statistics(access: Access, sessionId: string, signal?: AbortSignal): Promise<Statistics>;
  events(access: Access, sessionId: string, slice: Slice, signal?: AbortSignal): Promise<Page<SessionEvent>>;
  containers(access: Access, workload: Workload, exploreId: string): Promise<readonly Container[]>;
  /** All containers of an administrator's session, as scope items. */
  exploredScope(access: Access, workload: Workload, exploreId: string): Promise<ScopeList>;
  /** One of them. Refused where the session does not have it. */
  exploredItem(access: Access, workload: Workload, exploreId: string, id: string): Promise<ScopeItem | undefined>;
  /** What can be opened in it, or is expanded. */
  folders(access: Access, at: FolderRef, slice: Slice, signal?: AbortSignal): Promise<Page<Entry>>;
  /** Everything else in it. A mailbox has no items at its root. */
  items(access: Access, at: FolderRef, slice: Slice, signal?: AbortSignal): Promise<Page<Entry>>;
  /** @param which of the workload's searches */
  search(
    access: Access,
    at: SearchPlace,
    which: string,
    query: string,
    slice: Slice,
    signal?: AbortSignal,
  ): Promise<Page<Entry>>;
  /** Earlier versions of an entry that can be restored, without the entry itself. */
  versions(access: Access, workload: Workload, exploreId: string, entry: Entry): Promise<readonly Entry[]>;
  /** `POST …/save`: never repeated, for the service records each. */
  save(
    access: Access,
    item: { readonly exploreId: string; readonly workload: Workload; readonly entry: Entry },
    take: (body: AsyncIterable<Uint8Array>) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>;
  /** `POST …/organization/restoreDeviceCode`: administrators only. @param options of whom the code is for */
  requestRestoreCode(
    access: Access,
    exploreId: string,
    options: { readonly applicationId?: string | undefined },
  ): Promise<RestoreCode>;
  /** `POST /v8/DeviceCode/check`: whether somebody has signed in with it. */
  isCodeUsed(access: Access, userCode: string): Promise<boolean>;
  /**
   * For the audit log: what the body of the restore call says about how, by the service's names; no text that was typed, and no name.
   * Nothing is sent.
   */
  optionsSent(kind: AccessKind, request: Omit<RestoreRequest, 'exploreId'>): OptionValues;
  /** `POST …/operatorRestore`; for administrators `POST …/restore`. Not idempotent. @returns the session to follow */
  restore(access: Access, request: RestoreRequest): Promise<{ readonly sessionId: string }>;
}

/** One sealed blob per person and conversation, under `restores/`. All methods throw StorageUnavailableError. */
export interface RestoreStore extends Versioned<RestoreState> {
  erase(key: PersonKey): Promise<void>;
}

export type ApprovalStore = SharedRecords<ApprovalRequest>;

/** What a restore begun for a request, and all its retries, have come to. */
export interface EndedRestore {
  /** Of the first one. */
  readonly id: string;
  /** `unsized`: something was not restored of which the service never said how much it is. */
  readonly counts: Counts & { readonly unsized?: true | undefined };
}

export interface StoredVersion {
  readonly version: Version;
  /** Epoch milliseconds. */
  readonly changedAt: number;
}

/** Restore states of all persons, page by page, for the sweep. All methods throw StorageUnavailableError. */
export interface RestoreArchive extends Pick<Archive, 'everything' | 'erase'> {
  open(name: string): ReturnType<RestoreStore['read']>;
  /** Replaces what was read, which keeps its age; not what has been written since. */
  shorten(name: string, state: RestoreState, read: StoredVersion): Promise<void>;
  /** Whether the same person has other state in the same conversation. */
  hasPerson(name: string): Promise<boolean>;
}
