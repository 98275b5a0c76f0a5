/** What the stand-in service has backed up. Moments are epoch milliseconds. */

/** The owner of data: a person or a shared mailbox. */
export interface Owner {
  /** Of the scope item. */
  readonly scopeId: string;
  readonly userId: string;
  readonly name: string;
  readonly address: string;
  readonly type: 'User' | 'SharedMailbox';
  readonly hasArchive: boolean;
  readonly hasOneDrive: boolean;
  /** Days before today since which the OneDrive is no longer there; absent: it still is. */
  readonly driveGoneForDays?: number | undefined;
  /** False: excluded from what operators may restore. */
  readonly inScope: boolean;
  /** Days before today of the first backup; absent: as long as there are backups. 0: none yet. */
  readonly backedUpForDays?: number | undefined;
  /** What there is besides what everybody has. */
  readonly story?: 'kyoto' | 'confirmations' | 'few' | undefined;
}

export type FolderType = 'Journal' | 'Task' | 'StickyNote' | 'Contact' | 'Appointment' | 'None';
export type FolderCategory =
  | 'Inbox'
  | 'Outbox'
  | 'Sent'
  | 'Deleted'
  | 'Drafts'
  | 'Purges'
  | 'SyncIssues'
  | 'Junk'
  | 'None';

export interface MailFolder {
  readonly id: string;
  readonly name: string;
  readonly type: FolderType;
  readonly category: FolderCategory;
  readonly parentId: string | undefined;
  readonly mailboxId: string;
}

/** What goes wrong when it is restored. */
export interface Mishap {
  readonly status: 'Failed' | 'Warning';
  readonly why: string;
  /** Only the first attempt meets it. */
  readonly once: boolean;
}

interface Stored {
  readonly id: string;
  /** When it came to be where it is. */
  readonly at: number;
  readonly deletedAt?: number | undefined;
  /** Not among the deleted items of a backup either. */
  readonly purged?: boolean | undefined;
  readonly mishap?: Mishap | undefined;
}

export type ItemKind =
  | 'message'
  | 'appointment'
  | 'contact'
  | 'contact group'
  | 'task'
  | 'journal'
  | 'note'
  | 'discussion';

export interface MailItem extends Stored {
  readonly kind: ItemKind;
  readonly folderId: string;
  readonly mailboxId: string;
  /** When its owner changed what now lies in the mailbox. */
  readonly changedAt?: number | undefined;
  readonly sizeBytes: number;
  readonly body: string;
  /** The fields of the API, but for ids and links. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface Mailbox {
  readonly id: string;
  readonly owner: Owner;
  readonly isArchive: boolean;
  readonly folders: readonly MailFolder[];
  readonly items: readonly MailItem[];
  item(id: string): MailItem | undefined;
  folder(id: string): MailFolder | undefined;
}

export interface DocumentVersion {
  /** `3.0`. */
  readonly version: string;
  readonly versionId: number;
  readonly at: number;
  readonly by: string;
  readonly sizeBytes: number;
}

export interface DriveFolder extends Stored {
  readonly name: string;
  readonly parentId: string | undefined;
  readonly by: string;
}

export interface DriveDocument extends Stored {
  readonly name: string;
  readonly folderId: string | undefined;
  readonly createdBy: string;
  /** Oldest first, at least one. */
  readonly versions: readonly [DocumentVersion, ...DocumentVersion[]];
}

export interface Drive {
  readonly id: string;
  readonly owner: Owner;
  readonly name: string;
  readonly url: string;
  readonly folders: readonly DriveFolder[];
  readonly documents: readonly DriveDocument[];
  document(id: string): DriveDocument | undefined;
  folder(id: string): DriveFolder | undefined;
}

/** `RESTRbacSite`, without what every one of them has. */
export interface ScopeSite {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly parentUrl?: string | undefined;
  readonly isPersonal: boolean;
}

/** `RESTRbacTeam`. */
export interface ScopeTeam {
  readonly id: string;
  readonly displayName: string;
  readonly description: string;
  readonly mail: string;
}

export type ListedDrive = Pick<Drive, 'id' | 'owner' | 'name' | 'url'>;
