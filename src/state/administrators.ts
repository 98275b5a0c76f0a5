/**
 * One blob per administrator, with the address of their personal chat. It contains no secret; its empty seal
 * authenticates the address that reports are sent to.
 */
import { z } from 'zod';
import { ConflictError } from '../core/errors.ts';
import { addressSchema, type Address } from '../core/person.ts';
import type { AdministratorAddresses } from '../sign-in/ports.ts';
import { listBlobs } from './blobs/blob.ts';
import { administratorName, ADMINISTRATORS, fromMetadata, toMetadata } from './blobs/names.ts';
import { decodeEnvelope, StateRepository, VERSION, type RepositoryOptions } from './blobs/repository.ts';

const TRIES = 5;

const storedSchema = z.object({ objectId: z.string(), address: addressSchema });

/** With the fields of the address in the order of its schema. */
const contextOf = (objectId: string, address: Address): string =>
  `${administratorName(objectId)}\n${JSON.stringify([objectId, addressSchema.parse(address)])}`;

export function createAdministrators(options: RepositoryOptions): AdministratorAddresses {
  const { container, sealer } = options;
  const repository = new StateRepository(options, {
    prefix: ADMINISTRATORS,
    noun: "an administrator's address",
    unreadableEvent: 'administrator-address-unreadable',
    decode: (stored, name) =>
      decodeEnvelope(stored, async ({ sealed, ...plain }) => {
        const { data } = storedSchema.safeParse(plain);
        if (data === undefined || administratorName(data.objectId) !== name) return undefined;
        await sealer.open(sealed, contextOf(data.objectId, data.address));
        return { address: data.address };
      }),
  });

  return {
    async save(objectId, address) {
      const name = administratorName(objectId);
      const context = contextOf(objectId, address);
      const body = JSON.stringify({ version: VERSION, objectId, address, sealed: await sealer.seal({}, context) });
      for (let attempt = 1; ; attempt += 1) {
        const stored = await repository.open(name);
        if (stored.kind === 'found' && contextOf(objectId, stored.address) === context) return;
        try {
          const over = stored.kind === 'absent' ? undefined : stored.version;
          await repository.write(name, body, over, toMetadata(objectId));
          return;
        } catch (error) {
          if (!(error instanceof ConflictError) || attempt === TRIES) throw error;
        }
      }
    },

    async find(objectId) {
      const found = await repository.open(administratorName(objectId));
      return found.kind === 'found' ? found.address : undefined;
    },

    async erase(objectId) {
      await repository.erase(administratorName(objectId));
    },

    async all() {
      const ids: string[] = [];
      for await (const page of listBlobs(container, ADMINISTRATORS, { includeMetadata: true })) {
        for (const { name, metadata } of page) {
          const objectId = fromMetadata(metadata);
          if (administratorName(objectId) === name) ids.push(objectId);
        }
      }
      return ids;
    },
  };
}
