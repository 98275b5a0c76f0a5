import { hash } from 'node:crypto';
import type { Log } from '../../core/platform.ts';
import type { PersonStore } from '../../sign-in/ports.ts';
import type { PersonKey } from '../../core/person.ts';
import type { Sealer } from '../encryption.ts';
import { eraseBlob, readBlob, writeBlob, type StateContainer } from '../blobs/blob.ts';
import { createStateCodec } from './codec.ts';
import { CALL_LIMIT_MILLISECONDS, limited, storageAway, within } from '../azure/errors.ts';

/** Ids may be long and of any characters, blob names not. */
export const short = (id: string): string => hash('sha256', id, 'base64url');

/** Where all states lie. */
export const FOLDER = 'conversations/';

const folderOf = (conversationId: string): string => `${FOLDER}${short(conversationId)}/`;

/** Where one person's state in one conversation lies within the container. */
export const blobNameOf = ({ conversationId, personId }: PersonKey): string =>
  `${folderOf(conversationId)}${short(personId)}.json`;

/** Metadata goes into a header, where ids of any characters can't. */
const toMetadata = (personId: string): string => Buffer.from(personId).toString('base64url');
const fromMetadata = (value: string): string => Buffer.from(value, 'base64url').toString();

/**
 * One blob a person and conversation. One request a read, one a write; the person's id is also in the blob's metadata,
 * so that one request lists everybody in a conversation, those whose blob does not open too.
 */
export function createPersonStore(dependencies: {
  readonly container: StateContainer;
  readonly sealer: Sealer;
  readonly log: Log;
}): PersonStore {
  const { container, log } = dependencies;
  const codec = createStateCodec(dependencies.sealer);

  return {
    async read(key) {
      const name = blobNameOf(key);
      const found = await readBlob(container, name, 'reading a state');
      if (found === undefined) return { kind: 'absent' };
      const { version } = found;
      const decoded = await codec.decode(found.body, name);
      if (decoded.kind === 'state') return { kind: 'found', state: decoded.state, version };
      log.warn({ blob: name, why: decoded.why }, 'a stored state does not open and counts as none');
      return { kind: 'unreadable', version };
    },

    isStill: (key, version) =>
      limited(CALL_LIMIT_MILLISECONDS, ({ abortSignal }) =>
        container.quick.isStill(blobNameOf(key), version, abortSignal),
      ),

    async write(key, state, over) {
      const name = blobNameOf(key);
      const body = await codec.encode(key, state, name);
      return writeBlob(container, name, body, over, 'writing a state', { person: toMetadata(key.personId) });
    },

    async erase(key) {
      await eraseBlob(container, blobNameOf(key), 'erasing a state');
    },

    async peopleIn(conversationId) {
      const people: PersonKey[] = [];
      try {
        const listing = container.listBlobsFlat({
          ...within(CALL_LIMIT_MILLISECONDS),
          prefix: folderOf(conversationId),
          includeMetadata: true,
        });
        for await (const { name, metadata } of listing) {
          const key = { conversationId, personId: fromMetadata(metadata?.['person'] ?? '') };
          if (blobNameOf(key) === name) people.push(key);
          else log.warn({ blob: name }, 'a stored state does not name its person and is left out');
        }
      } catch (error) {
        throw storageAway('listing the people of a conversation', error);
      }
      return people;
    },
  };
}
