import { StorageUnavailableError } from '../../src/core/errors.ts';
import type { AdministratorAddresses } from '../../src/sign-in/state/ports.ts';
import type { Address } from '../../src/core/person.ts';

export interface FakeAdministrators extends AdministratorAddresses {
  away: boolean;
}

/** Addresses of administrators, in memory. */
export function createFakeAdministrators(): FakeAdministrators {
  const addresses = new Map<string, Address>();

  async function answer(): Promise<void> {
    await Promise.resolve();
    if (administrators.away) throw new StorageUnavailableError('storage is away');
  }

  const administrators: FakeAdministrators = {
    away: false,
    async save(objectId, address) {
      await answer();
      addresses.set(objectId, structuredClone(address));
    },
    async find(objectId) {
      await answer();
      return addresses.get(objectId);
    },
    async erase(objectId) {
      await answer();
      addresses.delete(objectId);
    },
    async all() {
      await answer();
      return [...addresses.keys()];
    },
  };
  return administrators;
}
