import type { AppendBlobClient, ContainerClient } from '@azure/storage-blob';
import { callLimit, storageCode, storageUnavailable } from '../azure/calls.ts';

/** Another instance may create it at the same time. */
async function create(blob: AppendBlobClient): Promise<void> {
  try {
    await blob.create({
      ...callLimit(),
      conditions: { ifNoneMatch: '*' },
      blobHTTPHeaders: { blobContentType: 'application/x-ndjson' },
    });
  } catch (error) {
    if (storageCode(error) !== 'BlobAlreadyExists') throw error;
  }
}

/**
 * Appends to a blob, which is created when missing.
 *
 * @returns `full` when it accepts no more blocks @throws StorageUnavailableError
 */
export async function appendBlob(container: ContainerClient, name: string, text: string): Promise<'written' | 'full'> {
  const blob = container.getAppendBlobClient(name);
  const append = (): Promise<unknown> => blob.appendBlock(text, Buffer.byteLength(text), callLimit());
  try {
    await append().catch(async (error: unknown) => {
      if (storageCode(error) !== 'BlobNotFound') throw error;
      await create(blob);
      await append();
    });
    return 'written';
  } catch (error) {
    if (storageCode(error) === 'BlockCountExceedsLimit') return 'full';
    throw storageUnavailable('writing the audit log', error);
  }
}
