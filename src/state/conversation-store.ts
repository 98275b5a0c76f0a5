import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { BlockBlobClient, ContainerClient } from '@azure/storage-blob';
import { ConflictError } from '../errors.ts';
import type { Log, PersonStore } from '../sign-in/ports.ts';
import type { PersonKey } from '../sign-in/sign-in.ts';
import type { Sealer } from './sealed.ts';
import { createStateCodec } from './state-codec.ts';
import { CALL_LIMIT_MILLISECONDS, storageAway, storageCode, within } from './storage-fault.ts';

/** A state has a few thousand characters; whatever is larger was not written here. */
const MAX_BYTES = 1_048_576;

/** Ids may be long and of any characters, blob names not. */
const short = (id: string): string => createHash('sha256').update(id).digest('base64url');

const folderOf = (conversationId: string): string => `conversations/${short(conversationId)}/`;

/** Where one person's state in one conversation lies within the container. */
export const blobNameOf = ({ conversationId, personId }: PersonKey): string =>
  `${folderOf(conversationId)}${short(personId)}.json`;

/** Metadata goes into a header, where ids of any characters can't. */
const toMetadata = (personId: string): string => Buffer.from(personId).toString('base64url');
const fromMetadata = (value: string): string => Buffer.from(value, 'base64url').toString();

async function download(blob: BlockBlobClient): Promise<{ readonly version: string; readonly body: string }> {
  const { etag, contentLength, readableStreamBody } = await blob.download(0, undefined, {
    ...within(CALL_LIMIT_MILLISECONDS),
    maxRetryRequests: 1,
  });
  if (etag === undefined || readableStreamBody === undefined) throw new Error('an answer without ETag or body');
  if ((contentLength ?? 0) > MAX_BYTES) {
    (readableStreamBody as { destroy?: () => void }).destroy?.();
    return { version: etag, body: '' };
  }
  return { version: etag, body: await text(readableStreamBody) };
}

/**
 * One blob a person and conversation. One request a read, one a write; the person's id is also in the blob's metadata,
 * so that one request lists everybody in a conversation, those whose blob does not open too.
 */
export function createPersonStore(dependencies: {
  readonly container: ContainerClient;
  readonly sealer: Sealer;
  readonly log: Log;
}): PersonStore {
  const { container, log } = dependencies;
  const codec = createStateCodec(dependencies.sealer);
  const blobOf = (name: string): BlockBlobClient => container.getBlockBlobClient(name);

  /** The library repeats a write whose answer got lost, and is then told of a conflict with its own first try. */
  async function versionIfOurs(blob: BlockBlobClient, body: string): Promise<string | undefined> {
    const there = await download(blob).catch(() => undefined);
    return there?.body === body ? there.version : undefined;
  }

  return {
    async read(key) {
      const name = blobNameOf(key);
      let found: Awaited<ReturnType<typeof download>>;
      try {
        found = await download(blobOf(name));
      } catch (error) {
        if (storageCode(error) === 'BlobNotFound') return { kind: 'absent' };
        throw storageAway('reading a state', error);
      }
      const { version } = found;
      const decoded = await codec.decode(found.body, name);
      if (decoded.kind === 'state') return { kind: 'found', state: decoded.state, version };
      log.warn({ blob: name, why: decoded.why }, 'a stored state does not open and counts as none');
      return { kind: 'unreadable', version };
    },

    async write(key, state, over) {
      const name = blobNameOf(key);
      const blob = blobOf(name);
      const body = await codec.encode(key, state, name);
      try {
        const { etag } = await blob.upload(body, Buffer.byteLength(body), {
          ...within(CALL_LIMIT_MILLISECONDS),
          conditions: over === undefined ? { ifNoneMatch: '*' } : { ifMatch: over },
          blobHTTPHeaders: { blobContentType: 'application/json' },
          metadata: { person: toMetadata(key.personId) },
        });
        if (etag === undefined) throw new Error('an answer without ETag');
        return etag;
      } catch (error) {
        const code = storageCode(error);
        if (code !== 'ConditionNotMet' && code !== 'BlobAlreadyExists') throw storageAway('writing a state', error);
        const ours = await versionIfOurs(blob, body);
        if (ours !== undefined) return ours;
        throw new ConflictError('Somebody else wrote this state first.');
      }
    },

    async erase(key) {
      try {
        await blobOf(blobNameOf(key)).delete(within(CALL_LIMIT_MILLISECONDS));
      } catch (error) {
        if (storageCode(error) !== 'BlobNotFound') throw storageAway('erasing a state', error);
      }
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
