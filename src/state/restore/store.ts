import type { Version } from '../../core/optimistic-update.ts';
import type { RestoreState } from '../../restore/model/restore.ts';
import type { FoundRestores, RestoreArchive, RestoreStore } from '../../restore/ports.ts';
import type { StoredState } from '../../sign-in/ports.ts';
import { callLimit, storageUnavailable } from '../azure/calls.ts';
import { restoreName, RESTORES, toStateName } from '../blobs/names.ts';
import { StateRepository, type RepositoryOptions } from '../blobs/repository.ts';
import type { Sealer } from '../encryption.ts';
import { createRestoreCodec, type RestoreContent } from './codec.ts';

export interface RestoreStoreOptions extends RepositoryOptions {
  readonly sealer: Sealer;
  /** Of a written state. */
  readonly maxBytes?: number | undefined;
}

const MAX_BYTES = 8 * 1_048_576;

const repositoryOf = (options: RestoreStoreOptions): StateRepository<RestoreContent> =>
  new StateRepository(options, {
    prefix: RESTORES,
    noun: 'a restore state',
    decode: createRestoreCodec(options.sealer).decode,
    maxBytes: MAX_BYTES,
  });

/** Drops the older half of the ended restores. @returns undefined where none has ended */
function withFewerEnded(state: RestoreState): RestoreState | undefined {
  const ended = state.restores.filter(({ endedAt }) => endedAt !== undefined);
  if (ended.length === 0) return undefined;
  // Newest first, as they are stored.
  const dropped = new Set(ended.slice(Math.floor(ended.length / 2)));
  return { ...state, restores: state.restores.filter((restore) => !dropped.has(restore)) };
}

/** One blob per person and conversation, sealed as a whole. A state that would be too large to be read is shortened. */
export function createRestoreStore(options: RestoreStoreOptions): RestoreStore {
  const { log, maxBytes = MAX_BYTES } = options;
  const repository = repositoryOf(options);
  const codec = createRestoreCodec(options.sealer);

  async function encode(state: RestoreState, name: string): Promise<string> {
    const body = await codec.encode(state, name);
    if (body.length <= maxBytes) return body;
    const fewer = withFewerEnded(state);
    if (fewer === undefined) throw new RangeError(`A restore state of ${body.length} bytes is too large to be stored.`);
    log.warn(
      { event: 'restore-state-shortened', blob: name, bytes: body.length },
      'a restore state is too large; its oldest ended restores are dropped',
    );
    return encode(fewer, name);
  }

  return {
    read: (key) => repository.open(restoreName(key)),

    async write(key, state, over) {
      const name = restoreName(key);
      return repository.write(name, await encode(state, name), over);
    },

    async erase(key) {
      await repository.erase(restoreName(key));
    },
  };
}

export interface StoredRestoreArchive extends RestoreArchive {
  /** Of one person, by any of their ids, in every conversation. */
  ofPerson(personIds: readonly string[]): AsyncIterable<readonly StoredState[]>;
  open(name: string): Promise<FoundRestores>;
  /** @param version erases it only while it has this version */
  erase(name: string, version?: Version): Promise<boolean>;
}

/** The restore states of everybody. */
export function createRestoreArchive(options: RestoreStoreOptions): StoredRestoreArchive {
  const repository = repositoryOf(options);
  return {
    everything: () => repository.everything(),
    ofPerson: (personIds) => repository.ofPerson(personIds),
    open: (name) => repository.open(name),

    async hasPerson(name) {
      try {
        return await options.container.getBlobClient(toStateName(name)).exists(callLimit());
      } catch (error) {
        throw storageUnavailable('looking for a state', error);
      }
    },

    erase: (name, version) => repository.erase(name, version),
  };
}
