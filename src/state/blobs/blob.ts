/** Blobs that fit into memory, most of them a few thousand characters, read whole and written conditionally. */
import { text } from 'node:stream/consumers';
import type { ContainerClient } from '@azure/storage-blob';
import { ConflictError } from '../../core/errors.ts';
import type { Version } from '../../core/optimistic-update.ts';
import { withTimeout } from '../../core/time-limit.ts';
import { CALL_LIMIT_MILLISECONDS, callLimit, storageCode, storageUnavailable } from '../azure/calls.ts';
import type { SmallBlob, StateContainer } from '../azure/storage.ts';

const MAX_BYTES = 1_048_576;

async function download(
  container: ContainerClient,
  name: string,
  maxBytes: number,
  abortSignal: AbortSignal,
): Promise<SmallBlob> {
  const { etag, contentLength, readableStreamBody } = await container
    .getBlobClient(name)
    .download(0, undefined, { abortSignal, maxRetryRequests: 1 });
  if (etag === undefined || readableStreamBody === undefined) throw new Error('an answer without ETag or body');
  if ((contentLength ?? 0) <= maxBytes) return { version: etag, body: await text(readableStreamBody) };
  // An unread body would hold its connection.
  readableStreamBody.on('error', () => undefined);
  (readableStreamBody as { destroy?: () => void }).destroy?.();
  return { version: etag, body: '' };
}

/**
 * @param operation for the error, such as `reading a state`
 * @param maxBytes the body of a larger blob is not read
 * @returns undefined where there is none
 * @throws StorageUnavailableError
 */
export async function readBlob(
  container: StateContainer,
  name: string,
  operation: string,
  maxBytes = MAX_BYTES,
): Promise<SmallBlob | undefined> {
  try {
    return await withTimeout(CALL_LIMIT_MILLISECONDS, async (signal) => {
      const fast = await container.fast?.read(name, maxBytes, signal);
      if (fast === undefined) return download(container, name, maxBytes, signal);
      return fast === 'absent' ? undefined : fast;
    });
  } catch (error) {
    if (storageCode(error) === 'BlobNotFound') return undefined;
    throw storageUnavailable(operation, error);
  }
}

/** After a lost response the write is repeated and conflicts with its own first attempt. */
async function versionIfOurs(container: StateContainer, name: string, body: string): Promise<Version | undefined> {
  const signal = AbortSignal.timeout(CALL_LIMIT_MILLISECONDS);
  const found = await download(container, name, Buffer.byteLength(body), signal).catch(() => undefined);
  return found?.body === body ? found.version : undefined;
}

/**
 * Writes JSON only over the given version, or only where there is no blob.
 *
 * @param operation for the error
 * @throws ConflictError after somebody else's write, StorageUnavailableError
 */
export async function writeBlob(
  container: StateContainer,
  name: string,
  body: string,
  over: Version | undefined,
  operation: string,
  metadata: Readonly<Record<string, string>> = {},
): Promise<Version> {
  try {
    return await withTimeout(CALL_LIMIT_MILLISECONDS, async (abortSignal) => {
      const fast = await container.fast?.write(name, body, over, metadata, abortSignal);
      if (fast !== undefined) return fast;
      const { etag } = await container.getBlockBlobClient(name).upload(body, Buffer.byteLength(body), {
        abortSignal,
        conditions: over === undefined ? { ifNoneMatch: '*' } : { ifMatch: over },
        blobHTTPHeaders: { blobContentType: 'application/json' },
        metadata,
      });
      if (etag === undefined) throw new Error('an answer without ETag');
      return etag;
    });
  } catch (error) {
    const code = storageCode(error);
    if (code !== 'ConditionNotMet' && code !== 'BlobAlreadyExists') throw storageUnavailable(operation, error);
    const ours = await versionIfOurs(container, name, body);
    if (ours !== undefined) return ours;
    throw new ConflictError('Another process wrote this blob first.');
  }
}

/**
 * @param only erases it only while it has this version
 * @returns false when it has another version @throws StorageUnavailableError
 */
export async function eraseBlob(
  container: ContainerClient,
  name: string,
  operation: string,
  only?: Version,
): Promise<boolean> {
  try {
    const conditions = only === undefined ? {} : { conditions: { ifMatch: only } };
    await container.getBlobClient(name).delete({ ...callLimit(), ...conditions });
    return true;
  } catch (error) {
    const code = storageCode(error);
    if (code === 'BlobNotFound') return true;
    if (code === 'ConditionNotMet') return false;
    throw storageUnavailable(operation, error);
  }
}
