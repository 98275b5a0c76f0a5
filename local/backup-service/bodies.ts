/** Bodies of requests, as far as the stand-in reads them. Whether they are as documented has been checked before. */
import type { Call } from './router.ts';

/** Those of a restore by an organization signed in as itself. */
export interface CredentialsBody {
  readonly userCode?: string;
  readonly applicationId?: string | null;
  readonly applicationCertificate?: string;
  readonly userName?: string;
}

export interface RestoreCodeBody {
  readonly targetApplicationId?: string | null;
}

export interface CheckCodeBody {
  readonly userCode: string;
}

interface Named {
  readonly id: string;
}
export type ScopeBody =
  | { readonly type: 'User'; readonly id: string; readonly user: Named }
  | { readonly type: 'Site'; readonly id: string; readonly site: Named }
  | { readonly type: 'Team'; readonly id: string; readonly team: Named };

/** `scope`, `repositoryId` and `reason`: of operators alone. */
export interface ExploreBody {
  readonly dateTime?: string | null;
  readonly type?: 'Vex' | 'Veod' | 'Vesp' | 'Vet' | null;
  readonly showDeleted?: boolean | null;
  readonly showAllVersions?: boolean | null;
  readonly scope?: ScopeBody;
  readonly repositoryId?: string | null;
  readonly reason?: string;
}

export interface SearchBody {
  /** Of a mixed search of Teams. */
  readonly type?: 'Tabs' | 'Files' | 'Posts';
  readonly query?: string;
}

export interface RestoreItemsBody {
  readonly items?: readonly { readonly id?: string }[];
  readonly changedItems?: boolean;
  readonly deletedItems?: boolean;
  readonly markRestoredAsUnread?: boolean;
  readonly folder?: string;
  readonly reason?: string;
}

/** Mail options of an organization signed in as itself. */
interface MailOptionsBody {
  readonly changedItems?: boolean | null;
  readonly deletedItems?: boolean | null;
  readonly markRestoredAsUnread?: boolean | null;
  readonly excludeDrafts?: boolean | null;
  readonly excludeDeletedItems?: boolean | null;
}

export interface RestoreMailboxesBody extends MailOptionsBody {
  readonly mailboxes?: readonly Named[];
}

export interface RestoreMailToBody extends MailOptionsBody {
  readonly items?: readonly { readonly id?: string }[];
  /** An address. */
  readonly mailbox: string;
  readonly folder?: string;
}

/** A document or list item as it was listed. */
interface FileBody {
  readonly id: string;
  readonly name: string;
  readonly createdBy: string;
  readonly creationTime: string;
  readonly modifiedBy: string;
  readonly modificationTime: string;
  readonly version?: string;
  readonly versionId?: number | null;
  readonly isFolder?: boolean;
}
type WhichVersions = 'All' | 'Last' | null;

export interface RestoreDocumentsBody {
  readonly documentAction: 'Overwrite' | 'Keep';
  readonly documentsRestoreConfigs: readonly {
    readonly document: FileBody & { readonly oneDriveId?: string; readonly sizeBytes: number };
    readonly documentVersion?: WhichVersions;
  }[];
  readonly reason?: string;
}

type DriveFileBody = RestoreDocumentsBody['documentsRestoreConfigs'][number]['document'];

/** Bodies of an organization signed in as itself, whichever of these fields they have. */
export interface RestoreDriveBody {
  readonly documents?: readonly DriveFileBody[];
  readonly folders?: readonly Named[];
  readonly oneDrives?: readonly Named[];
  readonly documentAction?: 'Overwrite' | 'Keep' | null;
}

/** Into a OneDrive, somebody else's or the same. */
export interface CopyDriveBody extends Pick<RestoreDriveBody, 'documents' | 'folders'> {
  readonly onedrive: Named;
  readonly folder?: string;
  readonly changedItems?: boolean | null;
  readonly deletedItems?: boolean | null;
}

export interface SiteRestoreOptions {
  readonly list?: string;
  readonly restorePermissions?: boolean | null;
  readonly sendSharedLinksNotification?: boolean | null;
  readonly documentVersion?: WhichVersions;
  readonly documentLastVersionAction?: 'Overwrite' | 'Merge' | null;
  readonly restoreChangedItems?: boolean | null;
  readonly restoreDeletedItems?: boolean | null;
  readonly reason?: string;
}
type SiteFileBody = FileBody & { readonly siteId?: string };

export interface RestoreSiteDocumentsBody extends SiteRestoreOptions {
  readonly documentsRestoreConfigs: readonly {
    readonly document: SiteFileBody;
    readonly documentVersion?: WhichVersions;
  }[];
}

export interface RestoreSiteItemsBody extends SiteRestoreOptions {
  readonly itemsRestoreConfigs: readonly {
    readonly item: SiteFileBody;
    readonly documentVersion?: WhichVersions;
  }[];
}

export interface SiteConfig {
  readonly given: SiteFileBody;
  readonly version: WhichVersions | undefined;
}

/** Bodies of an organization signed in as itself, whichever of these fields they have. */
export interface RestoreSiteBody extends Omit<
  SiteRestoreOptions,
  'restoreChangedItems' | 'restoreDeletedItems' | 'reason'
> {
  readonly documents?: readonly SiteFileBody[];
  readonly items?: readonly SiteFileBody[];
  readonly folders?: readonly Named[];
  readonly changedItems?: boolean | null;
  readonly deletedItems?: boolean | null;
  readonly restoreSubsites?: boolean | null;
  readonly alias?: string;
  /** Into another site. */
  readonly siteURL?: string;
}

interface ReasonBody {
  readonly reason?: string;
}

export interface RestoreChannelBody extends ReasonBody {
  readonly restoreChangedItems: boolean | null;
  readonly restoreMissingItems: boolean | null;
  readonly restoreMembers?: boolean | null;
}

export interface RestoreTeamBody extends RestoreChannelBody {
  readonly restoreSettings: boolean | null;
  readonly impersonationAccountName: string;
  readonly teams?: readonly { readonly id: string }[];
}

export interface RestoreTeamFilesBody extends ReasonBody {
  readonly channelId?: string;
  readonly files?: readonly {
    readonly id: string;
    readonly channelId: string;
    readonly version?: number;
    readonly fileType?: string;
  }[];
  readonly restoreChangedItems: boolean | null;
  readonly restoreMissingItems: boolean | null;
  readonly fileVersion: WhichVersions;
}

/** With numbers as their digits. */
export interface PostsBody extends ReasonBody {
  readonly posts?: readonly { readonly postId?: string; readonly channelId?: string }[] | null;
}

export interface RestorePostsBody extends PostsBody {
  readonly channelId: string;
  readonly from?: string | null;
  readonly to?: string | null;
}

export interface RestoreTabsBody extends ReasonBody {
  readonly tabs?: readonly { readonly id: string; readonly channelId?: string }[];
  readonly restoreChangedTabs: boolean;
  readonly restoreMissingTabs: boolean;
}

/** To be taken as the body of the call that is answered. */
export const readBody = ({ body }: Pick<Call, 'body'>): unknown => JSON.parse(body);
