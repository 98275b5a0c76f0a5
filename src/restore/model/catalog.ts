/** What can be found and restored: workloads, scopes, restore points, containers and entries. */

/** Exchange, OneDrive (`Vex`, `Veod` on the wire). */
export type Workload = 'exchange' | 'onedrive';

/** An element of `EffectiveScope` (API, section B). Sites and teams cannot be restored yet. */
export interface ScopeItem {
  readonly id: string;
  readonly type: 'User' | 'Site' | 'Team';
  /** Display name or title. */
  readonly name: string;
  /** E-mail address or URL. */
  readonly detail: string;
  /** The object as the service sent it, JSON text: sent back when a session is opened. */
  readonly echo: string;
}

/** API, section C1. */
export interface RestorePoint {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly backupTime: number;
  readonly repositoryId?: string | undefined;
  readonly workloads: readonly Workload[];
  /** A copy, retrieved or deleted: never offered. */
  readonly hidden: boolean;
}

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

/** A mailbox (primary or archive) or a drive. A restore call restores items of one container. */
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

/** An item, document or folder, or an earlier version of a document. */
export interface Entry {
  /** Short and opaque; identifies the entry within its task whenever it is found. */
  readonly key: string;
  readonly kind: EntryKind;
  readonly containerId: string;
  readonly id: string;
  /** Subject or name; may be empty. */
  readonly title: string;
  /** Sender, organizer or last editor. */
  readonly who?: string | undefined;
  /** When it was received, starts or was changed, epoch milliseconds. */
  readonly at?: number | undefined;
  readonly sizeBytes?: number | undefined;
  readonly to?: string | undefined;
  readonly cc?: string | undefined;
  readonly location?: string | undefined;
  readonly attachments?: readonly string[] | undefined;
  /** Of a document, unless it is the latest one at that restore point. */
  readonly version?: string | undefined;
  /** The document as the service sent it, JSON text: `operatorRestore` needs all of it. */
  readonly echo?: string | undefined;
}

/** Options of Exchange (API, section D1). */
export interface ExchangeOptions {
  readonly workload: 'exchange';
  readonly changedItems: boolean;
  readonly deletedItems: boolean;
  readonly markRestoredAsUnread: boolean;
  /** Name of the target folder; absent: the original location. */
  readonly folder?: string | undefined;
}

/** Options of OneDrive (API, section D2). */
export interface OneDriveOptions {
  readonly workload: 'onedrive';
  /** Whether an existing document is overwritten or kept beside the restored one. */
  readonly documentAction: 'Overwrite' | 'Keep';
  /** Restore all versions, or only the selected one. */
  readonly allVersions: boolean;
}

export type RestoreOptions = ExchangeOptions | OneDriveOptions;

export interface ScopeList {
  /** How many there are of each type. */
  readonly counts: { readonly User: number; readonly Site: number; readonly Team: number };
  /** Approximate size in memory. */
  readonly bytes: number;
  find(id: string): ScopeItem | undefined;
  /**
   * Items of a type whose name or address contains every word of `typed`, ignoring case and accents; names that begin
   * with the first word come first. All items of the type if nothing was typed.
   */
  search(typed: string, type: ScopeItem['type'], max: number): readonly ScopeItem[];
}
