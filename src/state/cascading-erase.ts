/** Whoever erases what is kept of a person erases their restores too: those first, so that none is left behind alone. */
import type { RestoreStore } from '../restore/ports.ts';
import type { Archive, PersonStore } from '../sign-in/ports.ts';
import type { StoredRestoreArchive } from './restore/archive.ts';
import { isRestoreName, restoreNameBeside } from './restore/names.ts';

/** The store, whose `erase` erases both states. */
export function withRestores(store: PersonStore, restores: Pick<RestoreStore, 'erase'>): PersonStore {
  return {
    ...store,
    async erase(key) {
      await restores.erase(key);
      await store.erase(key);
    },
  };
}

/**
 * The archive, whose `erase` erases both states. Of a person it knows restore states too, to be erased like what does
 * not open: mostly they are gone by then, together with the state beside which they lay.
 */
export function archiveWithRestores(
  archive: Archive,
  restores: Pick<StoredRestoreArchive, 'ofPerson' | 'open' | 'erase'>,
): Archive {
  return {
    ...archive,

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
      // Who came back meanwhile keeps both.
      const present = await archive.open(name);
      if (present.kind !== 'absent' && present.version !== version) return false;
      await restores.erase(restoreNameBeside(name));
      return archive.erase(name, version);
    },
  };
}
