/** Blobs that fit into memory, most of a few thousand characters, read whole and written conditionally. */
import { text } from 'node:stream/consumers';
import type { BlockBlobClient, Metadata } from '@azure/storage-blob';
import { ConflictError } from '../errors.ts';
import type { Version } from '../sign-in/ports.ts';
import { CALL_LIMIT_MILLISECONDS, storageAway, storageCode, within } from './storage-fault.ts';

export interface SmallBlob {
  readonly version: Version;
  /** Empty where it is larger than was asked for. */
  readonly body: string;
}

const MAX_BYTES = 1_048_576;

/** What is not read must not hold its connection. */
function discard(body: NodeJS.ReadableStream): void {
  body.on('error', () => undefined);
  (body as { destroy?: () => void }).destroy?.();
}

async function download(blob: BlockBlobClient, maxBytes: number): Promise<SmallBlob> {
  const { etag, contentLength, readableStreamBody } = await blob.download(0, undefined, {
    ...within(CALL_LIMIT_MILLISECONDS),
    maxRetryRequests: 1,
  });
  if (etag === undefined || readableStreamBody === undefined) throw new Error('an answer without ETag or body');
  if ((contentLength ?? 0) > maxBytes) {
    discard(readableStreamBody);
    return { version: etag, body: '' };
  }
  return { version: etag, body: await text(readableStreamBody) };
}

/**
 * @param doing for the error
 * @param maxBytes more than anything written there; the body of a larger one is not read
 * @returns undefined where there is none
 * @throws StorageAwayError
 */
export async function readBlob(
  blob: BlockBlobClient,
  doing: string,
  maxBytes = MAX_BYTES,
): Promise<SmallBlob | undefined> {
  try {
    return await download(blob, maxBytes);
  } catch (error) {
    if (storageCode(error) === 'BlobNotFound') return undefined;
    throw storageAway(doing, error);
  }
}

/** The library repeats a write whose answer got lost, and is then told of a conflict with its own first try. */
async function versionIfOurs(blob: BlockBlobClient, body: string): Promise<Version | undefined> {
  const there = await download(blob, Buffer.byteLength(body)).catch(() => undefined);
  return there?.body === body ? there.version : undefined;
}

/**
 * Writes JSON only over the version named, or only where nothing is.
 *
 * @param doing for the error
 * @throws ConflictError when somebody else was first, StorageAwayError
 */
export async function writeBlob(
  blob: BlockBlobClient,
  body: string,
  over: Version | undefined,
  doing: string,
  metadata?: Metadata,
): Promise<Version> {
  try {
    const { etag } = await blob.upload(body, Buffer.byteLength(body), {
      ...within(CALL_LIMIT_MILLISECONDS),
      conditions: over === undefined ? { ifNoneMatch: '*' } : { ifMatch: over },
      blobHTTPHeaders: { blobContentType: 'application/json' },
      ...(metadata === undefined ? {} : { metadata }),
    });
    if (etag === undefined) throw new Error('an answer without ETag');
    return etag;
  } catch (error) {
    const code = storageCode(error);
    if (code !== 'ConditionNotMet' && code !== 'BlobAlreadyExists') throw storageAway(doing, error);
    const ours = await versionIfOurs(blob, body);
    if (ours !== undefined) return ours;
    throw new ConflictError('Somebody else wrote this blob first.');
  }
}

/** Erases it, whatever its version where none is named. @returns false when it is another version @throws StorageAwayError */
export async function eraseBlob(blob: BlockBlobClient, doing: string, only?: Version): Promise<boolean> {
  try {
    const conditions = only === undefined ? {} : { conditions: { ifMatch: only } };
    await blob.delete({ ...within(CALL_LIMIT_MILLISECONDS), ...conditions });
    return true;
  } catch (error) {
    const code = storageCode(error);
    if (code === 'BlobNotFound') return true;
    if (code === 'ConditionNotMet') return false;
    throw storageAway(doing, error);
  }
}
