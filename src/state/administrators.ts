import { z } from 'zod';
import { ConflictError } from '../core/errors.ts';
import type { Version } from '../core/optimistic-update.ts';
import { addressSchema, type Address } from '../core/person.ts';
import type { Log } from '../core/platform.ts';
import type { AdministratorAddresses } from '../sign-in/ports.ts';
import type { StateContainer } from './azure/storage.ts';
import { eraseBlob, readBlob, writeBlob } from './blobs/blob.ts';
import { listBlobs } from './blobs/list.ts';
import { administratorName, ADMINISTRATORS, fromMetadata, toMetadata } from './blobs/names.ts';
import { SealError, type Sealer } from './encryption.ts';

const TRIES = 5;

const storedSchema = z.object({
  version: z.literal(1),
  objectId: z.string(),
  address: addressSchema,
  sealed: z.string(),
});

function parse(body: string): z.infer<typeof storedSchema> | undefined {
  try {
    return storedSchema.parse(JSON.parse(body));
  } catch {
    return undefined;
  }
}

/**
 * One blob per administrator, with the address of their personal chat. It contains no secret; its empty seal
 * authenticates the address that reports are sent to.
 */
export function createAdministrators(dependencies: {
  readonly container: StateContainer;
  readonly sealer: Sealer;
  readonly log: Log;
}): AdministratorAddresses {
  const { container, sealer, log } = dependencies;
  const contextOf = (objectId: string, address: Address): string =>
    `${administratorName(objectId)}\n${JSON.stringify([objectId, addressSchema.parse(address)])}`;

  async function isAuthentic({ objectId, address, sealed }: z.infer<typeof storedSchema>): Promise<boolean> {
    try {
      await sealer.open(sealed, contextOf(objectId, address));
      return true;
    } catch (error) {
      if (error instanceof SealError) return false;
      throw error;
    }
  }

  async function read(
    objectId: string,
  ): Promise<{ readonly version: Version | undefined; readonly address: Address | undefined }> {
    const name = administratorName(objectId);
    const found = await readBlob(container, name, "reading an administrator's address");
    if (found === undefined) return { version: undefined, address: undefined };
    const stored = parse(found.body);
    if (stored?.objectId === objectId && (await isAuthentic(stored))) {
      return { version: found.version, address: stored.address };
    }
    log.warn({ event: 'administrator-address-unreadable', blob: name }, "an administrator's address cannot be read");
    return { version: found.version, address: undefined };
  }

  return {
    async save(objectId, address) {
      const name = administratorName(objectId);
      const context = contextOf(objectId, address);
      const body = JSON.stringify({ version: 1, objectId, address, sealed: await sealer.seal({}, context) });
      for (let attempt = 1; ; attempt += 1) {
        const stored = await read(objectId);
        if (stored.address !== undefined && contextOf(objectId, stored.address) === context) return;
        try {
          const operation = "writing an administrator's address";
          await writeBlob(container, name, body, stored.version, operation, toMetadata(objectId));
          return;
        } catch (error) {
          if (!(error instanceof ConflictError) || attempt === TRIES) throw error;
        }
      }
    },

    find: async (objectId) => (await read(objectId)).address,

    async erase(objectId) {
      await eraseBlob(container, administratorName(objectId), "erasing an administrator's address");
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
