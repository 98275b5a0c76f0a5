/** Blobs that fit into memory, most of a few thousand characters, read whole and written conditionally. */
import { text } from 'node:stream/consumers';
import type { ContainerClient } from '@azure/storage-blob';
import { ConflictError } from '../../core/errors.ts';
import type { Version } from '../../core/optimistic-update.ts';
import type { QuickBlobs, SmallBlob } from '../azure/fast-blobs.ts';
import { CALL_LIMIT_MILLISECONDS, limited, storageAway, storageCode, within } from '../azure/errors.ts';

/** The library's container, and the quick way to what is in it. */
export type StateContainer = ContainerClient & { readonly quick: QuickBlobs };

const MAX_BYTES = 1_048_576;

/** What is not read must not hold its connection. */
function discard(body: NodeJS.ReadableStream): void {
  body.on('error', () => undefined);
  (body as { destroy?: () => void }).destroy?.();
}

async function download(
  container: ContainerClient,
  name: string,
  maxBytes: number,
  limit: ReturnType<typeof within>,
): Promise<SmallBlob> {
  const { etag, contentLength, readableStreamBody } = await container
    .getBlobClient(name)
    .download(0, undefined, { ...limit, maxRetryRequests: 1 });
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
  container: StateContainer,
  name: string,
  doing: string,
  maxBytes = MAX_BYTES,
): Promise<SmallBlob | undefined> {
  return limited(CALL_LIMIT_MILLISECONDS, async (limit) => {
    const quick = await container.quick.read(name, maxBytes, limit.abortSignal);
    if (quick !== undefined) return quick === 'absent' ? undefined : quick;
    try {
      return await download(container, name, maxBytes, limit);
    } catch (error) {
      if (storageCode(error) === 'BlobNotFound') return undefined;
      throw storageAway(doing, error);
    }
  });
}

/** A write whose answer got lost is repeated, which is then told of a conflict with the first try. */
async function versionIfOurs(container: StateContainer, name: string, body: string): Promise<Version | undefined> {
  const limit = within(CALL_LIMIT_MILLISECONDS);
  const there = await download(container, name, Buffer.byteLength(body), limit).catch(() => undefined);
  return there?.body === body ? there.version : undefined;
}

/**
 * Writes JSON only over the version named, or only where nothing is.
 *
 * @param doing for the error
 * @throws ConflictError when somebody else was first, StorageAwayError
 */
export async function writeBlob(
  container: StateContainer,
  name: string,
  body: string,
  over: Version | undefined,
  doing: string,
  metadata: Readonly<Record<string, string>> = {},
): Promise<Version> {
  try {
    return await limited(CALL_LIMIT_MILLISECONDS, async (limit) => {
      const quick = await container.quick.write(name, body, over, metadata, limit.abortSignal);
      if (quick !== undefined) return quick;
      const { etag } = await container.getBlockBlobClient(name).upload(body, Buffer.byteLength(body), {
        ...limit,
        conditions: over === undefined ? { ifNoneMatch: '*' } : { ifMatch: over },
        blobHTTPHeaders: { blobContentType: 'application/json' },
        metadata,
      });
      if (etag === undefined) throw new Error('an answer without ETag');
      return etag;
    });
  } catch (error) {
    const code = storageCode(error);
    if (code !== 'ConditionNotMet' && code !== 'BlobAlreadyExists') throw storageAway(doing, error);
    const ours = await versionIfOurs(container, name, body);
    if (ours !== undefined) return ours;
    throw new ConflictError('Somebody else wrote this blob first.');
  }
}

/** Erases it, whatever its version where none is named. @returns false when it is another version @throws StorageAwayError */
export async function eraseBlob(
  container: ContainerClient,
  name: string,
  doing: string,
  only?: Version,
): Promise<boolean> {
  try {
    const conditions = only === undefined ? {} : { conditions: { ifMatch: only } };
    await container.getBlobClient(name).delete({ ...within(CALL_LIMIT_MILLISECONDS), ...conditions });
    return true;
  } catch (error) {
    const code = storageCode(error);
    if (code === 'BlobNotFound') return true;
    if (code === 'ConditionNotMet') return false;
    throw storageAway(doing, error);
  }
}
