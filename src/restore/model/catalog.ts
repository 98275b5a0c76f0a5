/** What can be found and restored: workloads, scope items, restore points, containers and entries. */

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

export interface ScopeList {
  /** How many there are of each type. */
  readonly counts: { readonly User: number; readonly Site: number; readonly Team: number };
  /** About how many bytes it holds. */
  readonly bytes: number;
  find(id: string): ScopeItem | undefined;
  /**
   * Those of a type whose name or address holds every word of `typed`, whatever its case or accents; in the order of
   * the list, those whose name begins with it first. All of the type where nothing was typed.
   *
   * @param most how many are wanted
   */
  search(typed: string, type: ScopeItem['type'], most: number): readonly ScopeItem[];
}
