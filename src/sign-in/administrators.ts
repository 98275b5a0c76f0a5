/** Where administrators can be written to, learnt when they talk to the bot in a personal chat. */
import { mayAppOnly } from './start/policy.ts';
import type { AdministratorAddresses } from './ports.ts';
import type { Clock } from '../core/platform.ts';
import type { Asker } from './start/begin.ts';

export interface Acquaintances {
  /** Keeps the address of an administrator who is met in a personal chat; does nothing otherwise. @throws StorageAwayError */
  meet(asker: Asker): Promise<void>;
  /** So that it is kept anew when they are met again. */
  forget(objectId: string): void;
}

export interface AcquaintancesDependencies {
  readonly administrators: Pick<AdministratorAddresses, 'keep'>;
  /** Object ids, lower case. */
  readonly adminUserIds: readonly string[];
  readonly clock: Pick<Clock, 'now'>;
}

/** So long an address is not held against the stored one again: another instance may have erased that. */
const REMEMBERED_MILLISECONDS = 10 * 60_000;

export function createAcquaintances(dependencies: AcquaintancesDependencies): Acquaintances {
  const { administrators, adminUserIds, clock } = dependencies;
  const kept = new Map<string, { readonly address: string; readonly until: number }>();
  return {
    async meet({ person, address }) {
      const objectId = person.objectId?.toLowerCase();
      if (objectId === undefined || address.place !== 'personal' || !mayAppOnly(adminUserIds, person)) return;
      const text = JSON.stringify(address);
      const known = kept.get(objectId);
      if (known?.address === text && known.until > clock.now()) return;
      await administrators.keep(objectId, address);
      kept.set(objectId, { address: text, until: clock.now() + REMEMBERED_MILLISECONDS });
    },
    forget: (objectId) => void kept.delete(objectId),
  };
}
