/** A SharePoint site of the sample data: libraries and lists, folders in them, documents and list items. */
import type { DocumentVersion, Mishap } from '../sample-data/types.ts';

interface Stored {
  readonly id: string;
  /** When it came to be where it is, epoch milliseconds. */
  readonly at: number;
  readonly deletedAt?: number | undefined;
  /** Not among the deleted items of a backup either. */
  readonly purged?: boolean | undefined;
}

export interface SiteList extends Stored {
  /** What lies in it: documents in a library, list items in a list. */
  readonly kind: 'library' | 'list';
  readonly name: string;
  /** What it was called until then. */
  readonly formerly?: { readonly name: string; readonly until: number } | undefined;
  readonly description: string;
}

export interface SiteFolder extends Stored {
  readonly list: SiteList;
  readonly name: string;
  /** The list or another folder. */
  readonly parentId: string;
  readonly by: string;
}

export interface SiteAttachment {
  readonly id: string;
  readonly name: string;
  readonly sizeBytes: number;
}

/** A document or a list item. */
export interface SiteObject extends Stored {
  readonly list: SiteList;
  readonly name: string;
  /** Of a list item. */
  readonly title: string;
  /** The list or a folder. */
  readonly parentId: string;
  readonly createdBy: string;
  /** Oldest first, at least one. */
  readonly versions: readonly [DocumentVersion, ...DocumentVersion[]];
  /** Of a list item. */
  readonly attachments: readonly SiteAttachment[];
  readonly mishap?: Mishap | undefined;
}

export interface Site {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  /** Absent: it is the first of its collection. */
  readonly parentId?: string | undefined;
  readonly lists: readonly SiteList[];
  readonly folders: readonly SiteFolder[];
  readonly objects: readonly SiteObject[];
  folder(id: string): SiteFolder | undefined;
  object(id: string): SiteObject | undefined;
}

/** As it was called at that moment. */
export function listName({ name, formerly }: SiteList, at: number): string {
  return formerly !== undefined && at < formerly.until ? formerly.name : name;
}

/** `/Documents/Guides/2026`: the list, as it was called then, and the folders down to this one. */
export function pathOf(site: Site, list: SiteList, parentId: string, at: number): string {
  const folder = site.folder(parentId);
  return folder === undefined ? `/${listName(list, at)}` : `${pathOf(site, list, folder.parentId, at)}/${folder.name}`;
}
