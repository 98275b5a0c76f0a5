/** Where administrators can be written to, learnt when they talk to the bot in a personal chat. */
import { BoundedMap } from '../core/bounded-map.ts';
import { mayAppOnly } from './start/policy.ts';
import type { AdministratorAddresses } from './ports.ts';
import type { Clock } from '../core/platform.ts';
import type { Asker } from '../core/person.ts';

export interface AdministratorContacts {
  /** Keeps the address of an administrator who is met in a personal chat; does nothing otherwise. @throws StorageUnavailableError */
  meet(asker: Asker): Promise<void>;
  /** So that it is kept anew when they are met again. */
  forget(objectId: string): void;
}

export interface AdministratorContactsDependencies {
  readonly administrators: Pick<AdministratorAddresses, 'save'>;
  /** Object ids, lower case. */
  readonly adminUserIds: readonly string[];
  readonly clock: Pick<Clock, 'now'>;
}

/** So long an address is not held against the stored one again: another instance may have erased that. */
const REMEMBERED_MILLISECONDS = 10 * 60_000;

export function createAdministratorContacts(dependencies: AdministratorContactsDependencies): AdministratorContacts {
  const { administrators, adminUserIds, clock } = dependencies;
  const kept = new BoundedMap<string, string>({
    max: Math.max(1, adminUserIds.length),
    lifetimeMilliseconds: REMEMBERED_MILLISECONDS,
    clock,
  });
  return {
    async meet({ person, address }) {
      const objectId = person.objectId?.toLowerCase();
      if (objectId === undefined || address.place !== 'personal' || !mayAppOnly(adminUserIds, person)) return;
      const text = JSON.stringify(address);
      if (kept.get(objectId) === text) return;
      await administrators.save(objectId, address);
      kept.set(objectId, text);
    },
    forget: (objectId) => kept.delete(objectId),
  };
}
