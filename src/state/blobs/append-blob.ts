import type { AppendBlobClient, ContainerClient } from '@azure/storage-blob';
import { CALL_LIMIT_MILLISECONDS, storageAway, storageCode, within } from '../azure/errors.ts';

/** Appends text to a blob, which is made when missing. `full`: it takes no more blocks. @throws StorageAwayError */
export type AppendTo = (blobName: string, text: string) => Promise<'written' | 'full'>;

/** Another instance may make it at the same time: whoever comes second appends to what is there. */
async function create(blob: AppendBlobClient): Promise<void> {
  try {
    await blob.create({
      ...within(CALL_LIMIT_MILLISECONDS),
      conditions: { ifNoneMatch: '*' },
      blobHTTPHeaders: { blobContentType: 'application/x-ndjson' },
    });
  } catch (error) {
    if (storageCode(error) !== 'BlobAlreadyExists') throw error;
  }
}

async function append(blob: AppendBlobClient, text: string): Promise<void> {
  await blob.appendBlock(text, Buffer.byteLength(text), within(CALL_LIMIT_MILLISECONDS));
}

export function createAppendTo(container: ContainerClient): AppendTo {
  return async (blobName, text) => {
    const blob = container.getAppendBlobClient(blobName);
    try {
      await append(blob, text).catch(async (error: unknown) => {
        if (storageCode(error) !== 'BlobNotFound') throw error;
        await create(blob);
        await append(blob, text);
      });
      return 'written';
    } catch (error) {
      if (storageCode(error) === 'BlockCountExceedsLimit') return 'full';
      throw storageAway('writing the audit log', error);
    }
  };
}
