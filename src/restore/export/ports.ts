/** What handing files over needs from outside. Implemented by upstream/, state/ and chat/; faked in tests. */
import type { Delivery } from '../../durable/announcer.ts';
import type { Versioned } from '../../durable/record.ts';
import type { Address, PersonKey } from '../../core/person.ts';
import type { Exported, HandedFile, FileExport } from '../state/export.ts';
import type { Access } from '../state/ports.ts';

/** Where posts are exported from: all of a channel, or some of its posts. */
export interface PostsPlace {
  readonly exploreId: string;
  readonly teamId: string;
  readonly channelId: string;
  /** JSON texts, as the service sent them. */
  readonly echoes?: readonly string[] | undefined;
}

/** The export endpoints for operators. @throws UpstreamError */
export interface PostsExporter {
  /** Not idempotent. @returns the task's id */
  start(access: Access, place: PostsPlace): Promise<string>;
  /**
   * Spends a new authorization code; never repeated.
   *
   * @param ofPosts whether the task was started for some posts
   * @returns whether there was a file: `take` is called for one, and may have been for a part of it where this throws
   */
  download(
    access: Access,
    task: PostsPlace & { readonly taskId: string; readonly ofPosts: boolean },
    take: (body: AsyncIterable<Uint8Array>) => Promise<void>,
    signal: AbortSignal,
  ): Promise<'ready' | 'not-ready'>;
}

export type UploadAnswer =
  /** The first byte that is missing. */
  | { readonly kind: 'missing'; readonly from: number }
  | { readonly kind: 'complete' }
  /** 416: it has this range already. */
  | { readonly kind: 'there' }
  /** The session has ended: its file is complete, or it took too long. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'name-taken' }
  | { readonly kind: 'refused'; readonly status: number };

/** An upload session in somebody's OneDrive. @throws UpstreamError where the same call may succeed later */
export interface FileUpload {
  put(
    uploadUrl: string,
    range: { readonly content: Uint8Array; readonly from: number; readonly total: number },
    signal: AbortSignal,
  ): Promise<UploadAnswer>;
  /** What has to be sent next. */
  progress(uploadUrl: string, signal: AbortSignal): Promise<UploadAnswer>;
}

export interface FileOffer {
  readonly exportId: string;
  /** Of the channel, or of the item. */
  readonly name: string;
  readonly what: Exported;
  readonly at: number;
  readonly bytes: number;
}

/** Cards of Teams' file consent, in personal chats. @throws UpstreamError when the chat service keeps failing */
export interface FileCards {
  offer(address: Address, key: PersonKey, offer: FileOffer): Promise<Delivery>;
  give(address: Address, file: HandedFile): Promise<Delivery>;
  /** A card that is gone already counts as removed. */
  withdraw(address: Address, cardId: string): Promise<void>;
}

/** Sealed blobs under `exports/`, each of one person in one conversation. All methods throw StorageUnavailableError. */
export interface ExportStore {
  record(exportId: string): Versioned<FileExport>;
  /** Those of a person, parts left out. */
  all(key: PersonKey): Promise<readonly FileExport[]>;
  writePart(key: PersonKey, part: PartName, content: Uint8Array): Promise<void>;
  /** @returns undefined where there is none, or none that can be read */
  readPart(key: PersonKey, part: PartName): Promise<Uint8Array | undefined>;
  /** Those of one batch, those of all but one, or all. */
  eraseParts(
    key: PersonKey,
    exportId: string,
    which?: { readonly only?: string; readonly keep?: string },
  ): Promise<void>;
  /** The record and all parts. */
  erase(key: PersonKey, exportId: string): Promise<void>;
  /** Everything unchanged since then, of everybody. @returns how many blobs */
  sweep(unchangedSince: number, signal: AbortSignal): Promise<number>;
}

export interface PartName {
  readonly exportId: string;
  readonly batch: string;
  /** From 0, in the order of the file. */
  readonly index: number;
}
