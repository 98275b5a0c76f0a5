/**
 * Tasks and restores, one blob per person and conversation: sealed whole, because subjects and names are personal data.
 * Erasing a person's state erases their restore state first, so that none is left behind.
 */
import type { Version } from '../durable/record.ts';
import { ConflictError } from '../core/errors.ts';
import type { PersonKey } from '../core/person.ts';
import { restoreStateSchema, type RestoreState } from '../restore/state/restore.ts';
import type { RestoreArchive, RestoreStore, StoredVersion } from '../restore/state/ports.ts';
import type { Archive, PersonStore } from '../sign-in/state/ports.ts';
import { callLimit, callStorage } from './azure/calls.ts';
import { isRestoreName, restoreName, RESTORES, toRestoreName, toStateName } from './blobs/names.ts';
import { createCodec, StateRepository, type RepositoryOptions } from './blobs/repository.ts';
import type { Sealer } from './blobs/encryption.ts';
import type { StoredExports } from './export-store.ts';
import { createArchive } from './person-store.ts';

/** The seal is bound to the blob's name and version, so that neither can be changed. Compressed, because entries are alike. */
export function createRestoreCodec(sealer: Sealer) {
  const codec = createCodec(sealer, {
    contextOf: (blobName, { version }) => `${blobName}\n${version}`,
    parse(_, sealed) {
      const { data: state } = restoreStateSchema.safeParse(sealed);
      return state && { state };
    },
    compression: 'compressed',
  });
  return { ...codec, encode: (state: RestoreState, blobName: string) => codec.seal(blobName, {}, state) };
}

const MAX_BYTES = 8 * 1_048_576;

type Options = RepositoryOptions & {
  /** Called before a state with restores that have not ended is erased, whoever erases it. */
  readonly beforeErasing?: ((key: PersonKey, state: RestoreState) => Promise<void>) | undefined;
};

export class StoredRestores extends StateRepository<{ readonly state: RestoreState }> implements RestoreArchive {
  readonly #container: RepositoryOptions['container'];
  readonly #sealer: Sealer;
  readonly #people: Pick<Archive, 'open'>;
  readonly #beforeErasing: Options['beforeErasing'];

  constructor(options: Options) {
    super(options, {
      prefix: RESTORES,
      noun: 'a restore state',
      unreadableEvent: 'state-unreadable',
      codec: createRestoreCodec(options.sealer),
      maxBytes: MAX_BYTES,
    });
    this.#container = options.container;
    this.#sealer = options.sealer;
    this.#people = createArchive(options);
    this.#beforeErasing = options.beforeErasing;
  }

  /** What changes while it is announced is announced again: the last word is of what was erased. */
  override async erase(name: string, only?: Version): Promise<boolean> {
    for (;;) {
      const announced = await this.#announceErasing(name, only);
      if (await super.erase(name, only ?? announced)) return true;
      if (only !== undefined || announced === undefined) return false;
    }
  }

  /** Only the person's own state, which is erased after it, says whose it is. @returns the version that was read */
  async #announceErasing(name: string, only: Version | undefined): Promise<Version | undefined> {
    if (this.#beforeErasing === undefined) return undefined;
    const found = await this.open(name);
    if (found.kind !== 'found' || (only !== undefined && found.version !== only)) return undefined;
    const { state, version } = found;
    if (state.restores.every(({ endedAt }) => endedAt !== undefined)) return version;
    const person = await this.#people.open(toStateName(name));
    if (person.kind === 'found') await this.#beforeErasing(person.key, state);
    return version;
  }

  async shorten(name: string, state: RestoreState, { version, changedAt }: StoredVersion): Promise<void> {
    const body = await createRestoreCodec(this.#sealer).encode(state, name);
    try {
      await this.write(name, body, version, { changed: String(changedAt) });
    } catch (error) {
      // Whoever has written it since has shortened it, too.
      if (!(error instanceof ConflictError)) throw error;
    }
  }

  hasPerson(name: string): Promise<boolean> {
    const state = this.#container.getBlobClient(toStateName(name));
    return callStorage('looking for a state', () => state.exists(callLimit()));
  }
}

/** Drops the older half of the ended restores. @returns undefined where none has ended */
function withFewerEnded(state: RestoreState): RestoreState | undefined {
  const all = state.restores.filter(({ endedAt }) => endedAt !== undefined);
  const announced = all.filter(({ endAnnounced }) => endAnnounced === true);
  // Of others something is still to be said.
  const ended = announced.length > 0 ? announced : all;
  if (ended.length === 0) return undefined;
  // Newest first, as they are stored.
  const dropped = new Set(ended.slice(Math.floor(ended.length / 2)));
  return { ...state, restores: state.restores.filter((restore) => !dropped.has(restore)) };
}

/** @param options.maxBytes of a written state: one that would be too large to be read is shortened */
export function createRestoreStore(options: Options & { readonly maxBytes?: number | undefined }): RestoreStore {
  const { sealer, log, maxBytes = MAX_BYTES } = options;
  const repository = new StoredRestores(options);
  const codec = createRestoreCodec(sealer);

  async function encode(state: RestoreState, name: string): Promise<string> {
    const body = await codec.encode(state, name);
    if (body.length <= maxBytes) return body;
    const fewer = withFewerEnded(state);
    if (fewer === undefined) throw new RangeError(`A restore state of ${body.length} bytes is too large to be stored.`);
    const fields = { event: 'restore-state-shortened', blob: name, bytes: body.length };
    log.warn(fields, 'a restore state is too large; its oldest ended restores are dropped');
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

/** The store, with methods that erase both states and what is being exported. */
export const withRestores = (
  store: PersonStore,
  restores: Pick<RestoreStore, 'erase'>,
  exports: Pick<StoredExports, 'eraseOf'>,
): PersonStore => ({
  ...store,
  async erase(key) {
    await exports.eraseOf(key);
    await restores.erase(key);
    await store.erase(key);
  },
  async eraseVersion(key, version) {
    // A person who returned in the meantime keeps both.
    const present = await store.read(key);
    if (present.kind !== 'absent' && present.version !== version) return false;
    await exports.eraseOf(key);
    await restores.erase(key);
    return store.eraseVersion(key, version);
  },
});

/**
 * The archive, with an `erase` that erases both states. `ofPerson` also lists restore states, as unreadable ones: they
 * are usually gone by then, erased together with the state beside them.
 */
export const archiveWithRestores = (
  archive: Archive,
  restores: StoredRestores,
  exports: Pick<StoredExports, 'eraseBeside'>,
): Archive => ({
  everything: () => archive.everything(),

  async *ofPerson(personIds) {
    yield* archive.ofPerson(personIds);
    yield* restores.ofPerson(personIds);
  },

  async open(name) {
    if (!isRestoreName(name)) return archive.open(name);
    const found = await restores.open(name);
    return found.kind === 'found' ? { kind: 'unreadable', version: found.version } : found;
  },

  async erase(name, version) {
    if (isRestoreName(name)) return restores.erase(name, version);
    // A person who returned in the meantime keeps both.
    const present = await archive.open(name);
    if (present.kind !== 'absent' && present.version !== version) return false;
    await exports.eraseBeside(name);
    await restores.erase(toRestoreName(name));
    return archive.erase(name, version);
  },
});
