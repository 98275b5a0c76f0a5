/** The storage account as the rest of the project sees it. */
import type { ContainerClient } from '@azure/storage-blob';
import type { QueueClient } from '@azure/storage-queue';
import type { Version } from '../../core/optimistic-update.ts';

/** Which account, as read from the settings. */
export type StorageAccount =
  | { readonly kind: 'connection-string'; readonly connectionString: string }
  | { readonly kind: 'account'; readonly account: string; readonly suffix?: string | undefined };

export interface SmallBlob {
  readonly version: Version;
  /** Empty where it is larger than the limit. */
  readonly body: string;
}

/** Requests that bypass the library (fast-path.ts). `undefined`: the library has to do it. None of them throws. */
export interface FastBlobs {
  read(name: string, maxBytes: number, signal: AbortSignal): Promise<SmallBlob | 'absent' | undefined>;
  /** @param over the version to overwrite; undefined: only where there is no blob */
  write(
    name: string,
    body: string,
    over: Version | undefined,
    metadata: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Version | undefined>;
  /** @returns true only when the blob certainly still has this version */
  isUnchanged(name: string, version: Version, signal: AbortSignal): Promise<boolean>;
}

export interface FastMessages {
  /**
   * Extends a message's invisibility.
   *
   * @returns the new receipt; undefined: the library has to do it
   * @throws after a transport fault or a 5xx: it may have been done, and must not be repeated
   */
  extend(
    message: { readonly id: string; readonly receipt: string },
    invisibleSeconds: number,
    signal: AbortSignal,
  ): Promise<string | undefined>;
  /** @returns true only when there is certainly nothing to receive now. Never throws */
  isEmpty(signal: AbortSignal): Promise<boolean>;
}

export type StateContainer = ContainerClient & { readonly fast?: FastBlobs };
export type MessageQueue = QueueClient & { readonly fast?: FastMessages };

export interface Storage {
  readonly container: StateContainer;
  readonly queue: MessageQueue;
  /** Takes jobs that cannot be processed; created when first needed. */
  readonly poisonQueue: QueueClient;
  /** Creates container and queue where they are missing. Idempotent. @throws StorageUnavailableError */
  ensure(): Promise<void>;
  /** Whether each responds, and contains what is needed, within two seconds. Never throws. */
  probe(): Promise<{ readonly blobs: boolean; readonly queue: boolean }>;
}
