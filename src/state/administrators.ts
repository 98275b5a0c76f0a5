/**
 * One blob per administrator, with the address of their personal chat. It contains no secret; its seal has when it was saved, and
 * authenticates the address that reports are sent to.
 */
import * as z from 'zod';
import { BoundedMap } from '../core/bounded-map.ts';
import { ConflictError } from '../core/errors.ts';
import { systemClock, type Clock } from '../core/platform.ts';
import { addressSchema, type Address } from '../core/person.ts';
import type { AdministratorAddresses } from '../sign-in/state/ports.ts';
import { listBlobs } from './blobs/blob.ts';
import { administratorName, ADMINISTRATORS, fromMetadata, toMetadata } from './blobs/names.ts';
import { createCodec, StateRepository, type RepositoryOptions } from './blobs/repository.ts';
import type { Sealer } from './blobs/encryption.ts';

const TRIES = 5;
/** So many administrators and approvers write at about the same time. */
const MAX_CACHED = 1_000;
/** After so long an address is compared with the stored one again, which another instance may have erased. */
const CACHED_MILLISECONDS = 10 * 60_000;

const storedSchema = z.object({ objectId: z.string(), address: addressSchema });
const sealedSchema = z.object({ savedAt: z.number().optional() });

/** Sealed with the fields of the address in the order of its schema. */
const createAdministratorCodec = (sealer: Sealer) =>
  createCodec(sealer, {
    contextOf(blobName, plain) {
      const { data } = storedSchema.safeParse(plain);
      return `${blobName}\n${JSON.stringify([data?.objectId, data?.address])}`;
    },
    parse(plain, sealed) {
      const { data } = storedSchema.safeParse(plain);
      return data && { ...data, savedAt: sealedSchema.safeParse(sealed).data?.savedAt };
    },
  });

export const createAdministratorRepository = (options: RepositoryOptions) =>
  new StateRepository(options, {
    prefix: ADMINISTRATORS,
    noun: "an administrator's address",
    unreadableEvent: 'administrator-address-unreadable',
    codec: createAdministratorCodec(options.sealer),
    metadataOf: ({ objectId }) => toMetadata(objectId),
  });

/** That the app was added may be said without what a message says of the person's client. */
const completed = (address: Address, stored: Address | undefined): Address =>
  stored?.conversationId === address.conversationId
    ? {
        ...address,
        userName: address.userName ?? stored.userName,
        locale: address.locale ?? stored.locale,
        zone: address.zone ?? stored.zone,
      }
    : address;

/** In the order of the schema. */
const isEqual = (one: Address, other: Address): boolean =>
  JSON.stringify(addressSchema.parse(one)) === JSON.stringify(addressSchema.parse(other));

export function createAdministrators(
  options: RepositoryOptions & { readonly clock?: Pick<Clock, 'now'> },
): AdministratorAddresses {
  const { container, sealer, clock = systemClock } = options;
  const saved = new BoundedMap<string, string>({ max: MAX_CACHED, lifetimeMilliseconds: CACHED_MILLISECONDS, clock });
  const repository = createAdministratorRepository(options);
  const codec = createAdministratorCodec(sealer);

  return {
    async save(objectId, address, addedAt) {
      const name = administratorName(objectId);
      const content = JSON.stringify(storedSchema.parse({ objectId, address }));
      if (addedAt === undefined && saved.get(objectId) === content) return;
      // Until it is saved, so that each message tries it, too.
      saved.delete(objectId);
      for (let attempt = 1; ; attempt += 1) {
        const stored = await repository.open(name);
        const found = stored.kind === 'found' ? stored : undefined;
        const earlier = found?.savedAt ?? 0;
        // Storage was away when the app was added: what has been saved since is newer.
        if (addedAt !== undefined && earlier > addedAt) return;
        const whole = completed(address, found?.address);
        const isSame = found !== undefined && isEqual(whole, found.address);
        try {
          const over = stored.kind === 'absent' ? undefined : stored.version;
          if (!isSame || addedAt !== undefined) {
            const savedAt = Math.max(addedAt ?? clock.now(), earlier);
            const body = await codec.seal(name, { objectId, address: whole }, { savedAt });
            await repository.write(name, body, over, toMetadata(objectId));
          }
          saved.set(objectId, content);
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

    async erase(objectId, savedUntil = Infinity) {
      const name = administratorName(objectId);
      try {
        for (;;) {
          const stored = savedUntil === Infinity ? undefined : await repository.open(name);
          if (stored?.kind === 'absent') return;
          if (stored?.kind === 'found' && (stored.savedAt ?? 0) > savedUntil) return;
          if (await repository.erase(name, stored?.version)) return;
        }
      } finally {
        // The next message of that person stores it anew.
        saved.delete(objectId);
      }
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
