import { StorageUnavailableError } from '../../src/core/errors.ts';
import type { AdministratorAddresses } from '../../src/sign-in/state/ports.ts';
import type { Address } from '../../src/core/person.ts';

export interface FakeAdministrators extends AdministratorAddresses {
  away: boolean;
  /** Of what is saved from now on. */
  savedAt: number;
}

/** Addresses of administrators, in memory. */
export function createFakeAdministrators(): FakeAdministrators {
  const addresses = new Map<string, Address & { readonly savedAt: number }>();

  async function answer(): Promise<void> {
    await Promise.resolve();
    if (administrators.away) throw new StorageUnavailableError('storage is away');
  }

  const administrators: FakeAdministrators = {
    away: false,
    savedAt: 0,
    async save(objectId, address, addedAt) {
      await answer();
      addresses.set(objectId, { ...structuredClone(address), savedAt: addedAt ?? administrators.savedAt });
    },
    async find(objectId) {
      await answer();
      const { savedAt: _savedAt, ...address } = addresses.get(objectId) ?? {};
      return addresses.has(objectId) ? (address as Address) : undefined;
    },
    async erase(objectId, savedUntil = Infinity) {
      await answer();
      if ((addresses.get(objectId)?.savedAt ?? 0) <= savedUntil) addresses.delete(objectId);
    },
    async all() {
      await answer();
      return [...addresses.keys()];
    },
  };
  return administrators;
}
