/**
 * Blobs: small ones, read whole and written conditionally; append blobs; listings. All functions throw
 * StorageUnavailableError, whose message contains `operation`, such as `reading a state`.
 */
import { text } from 'node:stream/consumers';
import type { ContainerClient } from '@azure/storage-blob';
import { ConflictError } from '../../core/errors.ts';
import type { Version } from '../../durable/record.ts';
import { withTimeout } from '../../core/time-limit.ts';
import type { StoredState } from '../../sign-in/state/ports.ts';
import {
  CALL_LIMIT_MILLISECONDS,
  callLimit,
  callStorage,
  changeTime,
  storageCode,
  storageUnavailable,
  type SmallBlob,
} from '../azure/calls.ts';
import type { StateContainer } from '../azure/storage.ts';

/** A larger blob counts as unreadable, unless its kind has a limit of its own. */
export const MAX_BYTES = 1_048_576;
const MAX_PAGE_SIZE = 5_000;

type Metadata = Readonly<Record<string, string>>;

async function download(
  container: ContainerClient,
  name: string,
  maxBytes: number,
  abortSignal: AbortSignal,
): Promise<SmallBlob> {
  const { etag, contentLength, readableStreamBody, metadata, lastModified } = await container
    .getBlobClient(name)
    .download(0, undefined, { abortSignal, maxRetryRequests: 1 });
  if (etag === undefined || readableStreamBody === undefined) throw new Error('a response without ETag or body');
  const changedAt = changeTime(metadata?.['changed'], lastModified?.getTime());
  if ((contentLength ?? 0) <= maxBytes) return { version: etag, body: await text(readableStreamBody), changedAt };
  // An unread body would hold its connection.
  readableStreamBody.on('error', () => undefined);
  (readableStreamBody as { destroy?: () => void }).destroy?.();
  return { version: etag, body: '', changedAt };
}

/** @param maxBytes the body of a larger blob is not read @returns undefined where there is none */
export async function readBlob(
  container: StateContainer,
  name: string,
  operation: string,
  maxBytes = MAX_BYTES,
): Promise<SmallBlob | undefined> {
  const found = await readChangedBlob(container, name, operation, maxBytes, undefined);
  return found === 'unchanged' ? undefined : found;
}

/** @param known a version that need not be read again: the blob may then be `unchanged` */
export async function readChangedBlob(
  container: StateContainer,
  name: string,
  operation: string,
  maxBytes = MAX_BYTES,
  known: Version | undefined,
): Promise<SmallBlob | 'unchanged' | undefined> {
  try {
    return await withTimeout(CALL_LIMIT_MILLISECONDS, async (signal) => {
      const fast = await container.fast?.read(name, maxBytes, signal, known);
      if (fast === undefined) return download(container, name, maxBytes, signal);
      return fast === 'absent' ? undefined : fast;
    });
  } catch (error) {
    if (storageCode(error) === 'BlobNotFound') return undefined;
    throw storageUnavailable(operation, error);
  }
}

/** After a lost response the write is repeated and conflicts with its own first attempt. */
async function versionIfOurs(
  container: StateContainer,
  name: string,
  body: string,
  operation: string,
): Promise<Version | undefined> {
  const signal = AbortSignal.timeout(CALL_LIMIT_MILLISECONDS);
  try {
    const found = await download(container, name, Buffer.byteLength(body), signal);
    return found.body === body ? found.version : undefined;
  } catch (error) {
    if (storageCode(error) === 'BlobNotFound') return undefined;
    // Not a conflict: who takes it for one acts as if nothing had been written.
    throw storageUnavailable(operation, error);
  }
}

/**
 * Writes JSON.
 *
 * @param over the version to overwrite; undefined: only where there is no blob
 * @throws ConflictError where another process has written it since
 */
export async function writeBlob(
  container: StateContainer,
  name: string,
  body: string,
  over: Version | undefined,
  operation: string,
  metadata: Metadata = {},
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
      if (etag === undefined) throw new Error('a response without ETag');
      return etag;
    });
  } catch (error) {
    const code = storageCode(error);
    if (code !== 'ConditionNotMet' && code !== 'BlobAlreadyExists') throw storageUnavailable(operation, error);
    const ours = await versionIfOurs(container, name, body, operation);
    if (ours !== undefined) return ours;
    throw new ConflictError('Another process wrote this blob first.');
  }
}

/** @param only erases it only while it has this version @returns false where it has another */
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

/** Appends lines of JSON to a blob, which is created when missing. @returns `full` when it accepts no more blocks */
export async function appendBlob(
  container: ContainerClient,
  name: string,
  lines: string,
  operation: string,
): Promise<'written' | 'full'> {
  const blob = container.getAppendBlobClient(name);
  const append = () => blob.appendBlock(lines, Buffer.byteLength(lines), callLimit());
  try {
    await append().catch(async (error: unknown) => {
      if (storageCode(error) !== 'BlobNotFound') throw error;
      const blobHTTPHeaders = { blobContentType: 'application/x-ndjson' };
      await blob.create({ ...callLimit(), conditions: { ifNoneMatch: '*' }, blobHTTPHeaders }).catch(ignoreExisting);
      await append();
    });
    return 'written';
  } catch (error) {
    if (storageCode(error) === 'BlockCountExceedsLimit') return 'full';
    throw storageUnavailable(operation, error);
  }
}

/** Another instance may have created it at the same time. The second code: a right to create, but not to overwrite. */
const EXISTS: ReadonlySet<string> = new Set(['BlobAlreadyExists', 'UnauthorizedBlobOverwrite']);

function ignoreExisting(error: unknown): void {
  if (!EXISTS.has(storageCode(error))) throw error;
}

export interface ListedBlob extends StoredState {
  readonly metadata: Metadata;
}

/** All blobs below a prefix, with one page of names in memory at a time. */
export async function* listBlobs(
  container: ContainerClient,
  prefix: string,
  options: { readonly pageSize?: number | undefined; readonly includeMetadata?: boolean } = {},
): AsyncGenerator<readonly ListedBlob[]> {
  const { pageSize: maxPageSize = MAX_PAGE_SIZE, includeMetadata = false } = options;
  let continuationToken: string | undefined;
  do {
    const settings = { maxPageSize, ...(continuationToken === undefined ? {} : { continuationToken }) };
    // Each page has its own time limit: a long listing takes long.
    const { done, value: page } = await callStorage(`listing ${prefix}`, () =>
      container
        .listBlobsFlat({ ...callLimit(), prefix, includeMetadata })
        .byPage(settings)
        .next(),
    );
    if (done === true) return;
    continuationToken = page.continuationToken || undefined;
    yield page.segment.blobItems.map(({ name, metadata = {}, properties: { lastModified } }) => ({
      name,
      changedAt: changeTime(metadata['changed'], lastModified.getTime()) ?? 0,
      metadata,
    }));
  } while (continuationToken !== undefined);
}
