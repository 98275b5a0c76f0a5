/** Bodies of requests, as far as the stand-in reads them. Whether they are as documented has been checked before. */
import type { Call } from './router.ts';

interface Named {
  readonly id: string;
}
export type ScopeBody =
  | { readonly type: 'User'; readonly id: string; readonly user: Named }
  | { readonly type: 'Site'; readonly id: string; readonly site: Named }
  | { readonly type: 'Team'; readonly id: string; readonly team: Named };

export interface OperatorExploreBody {
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

/** A document or list item as it was listed. */
export interface FileBody {
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
