import { z } from 'zod';
import { ConflictError } from '../core/errors.ts';
import type { AdministratorAddresses } from '../sign-in/ports.ts';
import type { Log } from '../core/platform.ts';
import type { Version } from '../core/optimistic-update.ts';
import type { Address } from '../core/person.ts';
import { short } from './person/store.ts';
import { SealError, type Sealer } from './encryption.ts';
import { eraseBlob, readBlob, writeBlob, type StateContainer } from './blobs/blob.ts';
import { addressSchema } from './person/schema.ts';
import { CALL_LIMIT_MILLISECONDS, storageAway, within } from './azure/errors.ts';

const FOLDER = 'administrators/';
const TRIES = 5;

const storedSchema = z.object({
  version: z.literal(1),
  objectId: z.string(),
  address: addressSchema,
  sealed: z.string(),
});

const nameOf = (objectId: string): string => `${FOLDER}${short(objectId)}.json`;
const toMetadata = (objectId: string): string => Buffer.from(objectId).toString('base64url');
const fromMetadata = (value: string): string => Buffer.from(value, 'base64url').toString();

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/**
 * One blob an administrator: where their personal chat is. There is no secret in it; the seal, empty as it is, makes
 * sure that nobody else has written where reports go.
 */
export function createAdministrators(dependencies: {
  readonly container: StateContainer;
  readonly sealer: Sealer;
  readonly log: Log;
}): AdministratorAddresses {
  const { container, sealer, log } = dependencies;
  const boundTo = (objectId: string, address: Address): string =>
    `${nameOf(objectId)}\n${JSON.stringify([objectId, addressSchema.parse(address)])}`;

  async function isOurs(objectId: string, { address, sealed }: z.infer<typeof storedSchema>): Promise<boolean> {
    try {
      await sealer.open(sealed, boundTo(objectId, address));
      return true;
    } catch (error) {
      if (error instanceof SealError) return false;
      throw error;
    }
  }

  async function look(
    objectId: string,
  ): Promise<{ readonly version: Version | undefined; readonly address: Address | undefined }> {
    const found = await readBlob(container, nameOf(objectId), "reading an administrator's address");
    if (found === undefined) return { version: undefined, address: undefined };
    const stored = storedSchema.safeParse(parse(found.body));
    if (stored.success && stored.data.objectId === objectId && (await isOurs(objectId, stored.data))) {
      return { version: found.version, address: stored.data.address };
    }
    log.warn({ blob: nameOf(objectId) }, "an administrator's address does not open and counts as none");
    return { version: found.version, address: undefined };
  }

  return {
    async keep(objectId, address) {
      const sealed = await sealer.seal({}, boundTo(objectId, address));
      const body = JSON.stringify({ version: 1, objectId, address, sealed });
      for (let attempt = 1; ; attempt += 1) {
        const there = await look(objectId);
        if (there.address !== undefined && boundTo(objectId, there.address) === boundTo(objectId, address)) return;
        try {
          const metadata = { person: toMetadata(objectId) };
          await writeBlob(
            container,
            nameOf(objectId),
            body,
            there.version,
            "keeping an administrator's address",
            metadata,
          );
          return;
        } catch (error) {
          if (!(error instanceof ConflictError) || attempt === TRIES) throw error;
        }
      }
    },

    find: async (objectId) => (await look(objectId)).address,

    async erase(objectId) {
      await eraseBlob(container, nameOf(objectId), "erasing an administrator's address");
    },

    async all() {
      const ids: string[] = [];
      try {
        const listing = container.listBlobsFlat({
          ...within(CALL_LIMIT_MILLISECONDS),
          prefix: FOLDER,
          includeMetadata: true,
        });
        for await (const { name, metadata } of listing) {
          const objectId = fromMetadata(metadata?.['person'] ?? '');
          if (nameOf(objectId) === name) ids.push(objectId);
        }
      } catch (error) {
        throw storageAway('listing administrators', error);
      }
      return ids;
    },
  };
}
