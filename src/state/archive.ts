import type { ContainerClient } from '@azure/storage-blob';
import type { Archive, Log, StoredState } from '../sign-in/ports.ts';
import { FOLDER, short } from './conversation-store.ts';
import type { Sealer } from './sealed.ts';
import { eraseBlob, readBlob } from './small-blob.ts';
import { createStateCodec } from './state-codec.ts';
import { CALL_LIMIT_MILLISECONDS, storageAway, within } from './storage-fault.ts';

/** What one request brings; as much as Azure gives. */
const PAGE = 5_000;

/** The states of everybody, a page of names in memory at a time. Blobs are named by hashes, of a person's id too. */
export function createArchive(dependencies: {
  readonly container: ContainerClient;
  readonly sealer: Sealer;
  readonly log: Log;
  /** Names in a page; 5,000 at most. */
  readonly pageSize?: number | undefined;
}): Archive {
  const { container, log, pageSize = PAGE } = dependencies;
  const codec = createStateCodec(dependencies.sealer);

  async function* everything(): AsyncGenerator<readonly StoredState[]> {
    let continuationToken: string | undefined;
    do {
      const page = await nextPage(continuationToken);
      ({ continuationToken } = page);
      yield page.states;
    } while (continuationToken !== undefined);
  }

  /** Each with its own time limit: a listing of many pages may take long. */
  async function nextPage(
    from: string | undefined,
  ): Promise<{ readonly states: readonly StoredState[]; readonly continuationToken: string | undefined }> {
    try {
      const pages = container
        .listBlobsFlat({ ...within(CALL_LIMIT_MILLISECONDS), prefix: FOLDER })
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

  return {
    everything,

    async *ofPerson(personIds) {
      const endings = personIds.map((id) => `/${short(id)}.json`);
      for await (const page of everything()) {
        yield page.filter(({ name }) => endings.some((ending) => name.endsWith(ending)));
      }
    },

    async open(name) {
      const found = await readBlob(container.getBlockBlobClient(name), 'reading a state');
      if (found === undefined) return { kind: 'absent' };
      const { version, body } = found;
      const decoded = await codec.decode(body, name);
      if (decoded.kind === 'state') return { kind: 'found', key: decoded.key, state: decoded.state, version };
      log.warn({ blob: name, why: decoded.why }, 'a stored state does not open and counts as none');
      return { kind: 'unreadable', version };
    },

    erase: (name, version) => eraseBlob(container.getBlockBlobClient(name), 'erasing a state', version),
  };
}
