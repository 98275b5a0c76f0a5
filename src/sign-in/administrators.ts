/** Stores where administrators can be written to, whenever they talk to the bot in a personal chat. */
import { BoundedMap } from '../core/bounded-map.ts';
import type { Asker } from '../core/person.ts';
import type { SignInInputs } from './inputs.ts';
import { mayAppOnly } from './start/policy.ts';

type Ports = Pick<SignInInputs, 'administrators' | 'adminUserIds' | 'clock'>;

/** After so long an address is compared with the stored one again, which another instance may have erased. */
const CACHED_MILLISECONDS = 10 * 60_000;

export class AdministratorContacts {
  readonly #ports: Ports;
  readonly #saved: BoundedMap<string, string>;

  constructor(ports: Ports) {
    const max = Math.max(1, ports.adminUserIds.length);
    this.#ports = ports;
    this.#saved = new BoundedMap({ max, lifetimeMilliseconds: CACHED_MILLISECONDS, clock: ports.clock });
  }

  /** Does nothing unless the asker is an administrator in a personal chat. @throws StorageUnavailableError */
  async save({ person, address }: Asker): Promise<void> {
    const { administrators, adminUserIds } = this.#ports;
    const objectId = person.objectId?.toLowerCase();
    if (objectId === undefined || address.place !== 'personal' || !mayAppOnly(adminUserIds, person)) return;
    const text = JSON.stringify(address);
    if (this.#saved.get(objectId) === text) return;
    await administrators.save(objectId, address);
    this.#saved.set(objectId, text);
  }

  /** The stored address was erased: the next message of the administrator stores it anew. */
  forget(objectId: string): void {
    this.#saved.delete(objectId);
  }
}
