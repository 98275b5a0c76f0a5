import type { ContainerClient } from '@azure/storage-blob';
import { callLimit, storageUnavailable } from '../azure/calls.ts';

export interface ListedBlob {
  readonly name: string;
  /** Epoch milliseconds. */
  readonly changedAt: number;
  /** Empty unless asked for. */
  readonly metadata: Readonly<Record<string, string>>;
}

interface ListOptions {
  /** Names per request, at most 5,000. */
  readonly pageSize?: number | undefined;
  readonly includeMetadata?: boolean | undefined;
}

const MAX_PAGE_SIZE = 5_000;

interface Page {
  readonly blobs: readonly ListedBlob[];
  readonly continuationToken: string | undefined;
}

/** Each page has its own time limit: a long listing takes long. */
async function readPage(
  container: ContainerClient,
  prefix: string,
  { pageSize = MAX_PAGE_SIZE, includeMetadata = false }: ListOptions,
  from: string | undefined,
): Promise<Page> {
  try {
    const pages = container
      .listBlobsFlat({ ...callLimit(), prefix, includeMetadata })
      .byPage({ maxPageSize: pageSize, ...(from === undefined ? {} : { continuationToken: from }) });
    for await (const { segment, continuationToken } of pages) {
      const blobs = segment.blobItems.map(({ name, metadata = {}, properties: { lastModified } }) => ({
        name,
        changedAt: lastModified.getTime(),
        metadata,
      }));
      return { blobs, continuationToken: continuationToken || undefined };
    }
    return { blobs: [], continuationToken: undefined };
  } catch (error) {
    throw storageUnavailable(`listing ${prefix}`, error);
  }
}

/** All blobs below a prefix, with one page of names in memory at a time. @throws StorageUnavailableError */
export async function* listBlobs(
  container: ContainerClient,
  prefix: string,
  options: ListOptions = {},
): AsyncGenerator<readonly ListedBlob[]> {
  let continuationToken: string | undefined;
  do {
    const page = await readPage(container, prefix, options, continuationToken);
    ({ continuationToken } = page);
    yield page.blobs;
  } while (continuationToken !== undefined);
}
