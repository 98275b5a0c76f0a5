import type { ContainerClient } from '@azure/storage-blob';
import type { StoredState } from '../../sign-in/ports.ts';
import { CALL_LIMIT_MILLISECONDS, storageAway, within } from '../azure/errors.ts';

/** What one request brings; as much as Azure gives. */
const PAGE = 5_000;

interface ListedPage {
  readonly states: readonly StoredState[];
  readonly continuationToken: string | undefined;
}

/** Each with its own time limit: a listing of many pages may take long. */
async function nextPage(
  container: ContainerClient,
  prefix: string,
  pageSize: number,
  from: string | undefined,
): Promise<ListedPage> {
  try {
    const pages = container
      .listBlobsFlat({ ...within(CALL_LIMIT_MILLISECONDS), prefix })
      .byPage({ maxPageSize: pageSize, ...(from === undefined ? {} : { continuationToken: from }) });
    for await (const { segment, continuationToken } of pages) {
      const states = segment.blobItems.map(({ name, properties: { lastModified } }) => ({
        name,
        changedAt: lastModified.getTime(),
      }));
      return { states, continuationToken: continuationToken || undefined };
    }
    return { states: [], continuationToken: undefined };
  } catch (error) {
    throw storageAway('listing states', error);
  }
}

/**
 * All below a prefix, a page of names in memory at a time.
 *
 * @param pageSize 5,000 at most
 * @throws StorageAwayError
 */
export async function* statesBelow(
  container: ContainerClient,
  prefix: string,
  pageSize = PAGE,
): AsyncGenerator<readonly StoredState[]> {
  let continuationToken: string | undefined;
  do {
    const page = await nextPage(container, prefix, pageSize, continuationToken);
    ({ continuationToken } = page);
    yield page.states;
  } while (continuationToken !== undefined);
}
