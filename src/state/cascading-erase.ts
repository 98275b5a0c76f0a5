/** Erasing a person's state erases their restore state first, so that none is left behind. */
import type { RestoreStore } from '../restore/ports.ts';
import type { Archive, PersonStore } from '../sign-in/ports.ts';
import { isRestoreName, toRestoreName } from './blobs/names.ts';
import type { StoredRestores } from './restore-store.ts';

/** The store, with an `erase` that erases both states. */
export const withRestores = (store: PersonStore, restores: Pick<RestoreStore, 'erase'>): PersonStore => ({
  ...store,
  async erase(key) {
    await restores.erase(key);
    await store.erase(key);
  },
});

/**
 * The archive, with an `erase` that erases both states. `ofPerson` also lists restore states, as unreadable ones: they
 * are usually gone by then, erased together with the state beside them.
 */
export const archiveWithRestores = (archive: Archive, restores: StoredRestores): Archive => ({
  everything: () => archive.everything(),

  async *ofPerson(personIds) {
    yield* archive.ofPerson(personIds);
    yield* restores.ofPerson(personIds);
  },

  async open(name) {
    if (!isRestoreName(name)) return archive.open(name);
    const found = await restores.open(name);
    return found.kind === 'absent' ? found : { kind: 'unreadable', version: found.version };
  },

  async erase(name, version) {
    if (isRestoreName(name)) return restores.erase(name, version);
    // A person who returned in the meantime keeps both.
    const present = await archive.open(name);
    if (present.kind !== 'absent' && present.version !== version) return false;
    await restores.erase(toRestoreName(name));
    return archive.erase(name, version);
  },
});
