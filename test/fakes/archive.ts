import type { PersonKey } from '../../src/core/person.ts';
import type { Archive, PersonStore } from '../../src/sign-in/state/ports.ts';
import { aPersonKey } from '../support/builders.ts';

export interface FakeArchive extends Archive {
  /** May be replaced, to do something before a state is erased. */
  beforeErase: () => Promise<void>;
}

/** The states of these keys in the fake store. */
export function createFakeArchive(
  store: PersonStore,
  keys: readonly PersonKey[] = [],
  { changedAt }: { readonly changedAt: number } = { changedAt: 0 },
): FakeArchive {
  const named = new Map(keys.map((key) => [JSON.stringify(key), key]));
  const archive: FakeArchive = {
    beforeErase: () => Promise.resolve(),
    async *everything() {
      yield [...named.keys()].map((name) => ({ name, changedAt }));
    },
    async *ofPerson(personIds) {
      for (const [name, { personId }] of named) if (personIds.includes(personId)) yield [{ name, changedAt }];
    },
    async open(name) {
      const key = named.get(name);
      const found = key && (await store.read(key));
      return key === undefined || found === undefined || found.kind !== 'found' ? (found as never) : { ...found, key };
    },
    async erase(name, version) {
      await archive.beforeErase();
      const key = named.get(name) ?? aPersonKey();
      const found = await store.read(key);
      if (found.kind !== 'absent' && found.version !== version) return false;
      await store.erase(key);
      return true;
    },
  };
  return archive;
}
