import type { FoundRestores, RestoreArchive } from '../../restore/ports.ts';
import type { Log } from '../../core/platform.ts';
import type { StoredState } from '../../sign-in/ports.ts';
import type { Version } from '../../core/optimistic-update.ts';
import { short } from '../person/store.ts';
import { openRestores } from './open-restores.ts';
import { createRestoreCodec } from './codec.ts';
import { personNameBeside, RESTORES_FOLDER } from './names.ts';
import type { Sealer } from '../encryption.ts';
import { eraseBlob, type StateContainer } from '../blobs/blob.ts';
import { statesBelow } from '../blobs/list.ts';
import { CALL_LIMIT_MILLISECONDS, storageAway, within } from '../azure/errors.ts';

export interface StoredRestoreArchive extends RestoreArchive {
  /** Those of a person, by any of their ids, whatever the conversation. */
  ofPerson(personIds: readonly string[]): AsyncIterable<readonly StoredState[]>;
  open(name: string): Promise<FoundRestores>;
  /** @param version absent: whatever it is */
  erase(name: string, version?: Version): Promise<boolean>;
}

/** The restore states of everybody, a page of names in memory at a time. */
export function createRestoreArchive(dependencies: {
  readonly container: StateContainer;
  readonly sealer: Sealer;
  readonly log: Log;
  /** Names in a page; 5,000 at most. */
  readonly pageSize?: number | undefined;
}): StoredRestoreArchive {
  const { container, log, pageSize } = dependencies;
  const codec = createRestoreCodec(dependencies.sealer);
  const everything = (): AsyncGenerator<readonly StoredState[]> => statesBelow(container, RESTORES_FOLDER, pageSize);

  return {
    everything,

    async *ofPerson(personIds) {
      const endings = personIds.map((id) => `/${short(id)}.json`);
      for await (const page of everything()) {
        yield page.filter(({ name }) => endings.some((ending) => name.endsWith(ending)));
      }
    },

    open: (name) => openRestores({ container, codec, log }, name),

    async hasPerson(name) {
      try {
        return await container.getBlobClient(personNameBeside(name)).exists(within(CALL_LIMIT_MILLISECONDS));
      } catch (error) {
        throw storageAway('looking for a state', error);
      }
    },

    erase: (name, version) => eraseBlob(container, name, 'erasing a restore state', version),
  };
}
