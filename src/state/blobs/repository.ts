import * as z from 'zod';
import { ConflictError, StorageUnavailableError } from '../../core/errors.ts';
import type { Found, Opened, Version } from '../../durable/record.ts';
import { MINUTE } from '../../core/durations.ts';
import { systemClock, type Log } from '../../core/platform.ts';
import { parseJson } from '../../core/json.ts';
import type { SmallBlob } from '../azure/calls.ts';
import type { StateContainer } from '../azure/storage.ts';
import { keyIdOf, SealError, type Sealer } from './encryption.ts';
import { eraseBlob, listBlobs, MAX_BYTES, readBlob, readChangedBlob, writeBlob, type ListedBlob } from './blob.ts';
import { personSuffix } from './names.ts';

/** @typeParam Content what a blob contains, such as a state and its key */
type Decoded<Content> =
  /** `kid` of the key that sealed it. */
  | ({ readonly kind: 'state'; readonly kid: string | undefined } & Content)
  /** `why` is a word for the log. `isNewer`: sealed with one of the keys, and of a form that is not known here. */
  | { readonly kind: 'unreadable'; readonly why: string; readonly isNewer?: boolean };

const VERSION = 1;
/** How long an update takes at most. After it, what a newer version has written was left behind by going back to this one. */
const UPDATE_MILLISECONDS = 10 * MINUTE;

const envelopeSchema = z.looseObject({ version: z.int(), sealed: z.string() });

/** A blob's JSON: a seal, and what is stored beside it in plain text. */
type Envelope = Readonly<z.infer<typeof envelopeSchema>>;

/** A blob's JSON without its seal, with the fields in the order in which they are stored. */
type Plain = Readonly<Record<string, unknown>> & Pick<Envelope, 'version'>;

interface CodecFormat<Content> {
  /** What the seal is bound to, so that neither the blob's name nor its plain part can be changed. */
  readonly contextOf: (blobName: string, plain: Plain) => string;
  /** @returns undefined for content of an unexpected shape */
  readonly parse: (plain: Plain, secrets: unknown) => Content | undefined;
  readonly compression?: 'compressed';
}

type Codec<Content> = ReturnType<typeof createCodec<Content>>;

export function createCodec<Content>(sealer: Sealer, { contextOf, parse, compression }: CodecFormat<Content>) {
  async function open(stored: string, blobName: string) {
    const json = parseJson(stored);
    if (!envelopeSchema.safeParse(json).success) throw new SyntaxError('not an envelope');
    // Not zod's result: JSON.parse keeps the order of the fields, and the seal is bound to the text of the plain part.
    const { sealed, ...plain } = json as Envelope;
    return { plain, ...(await sealer.open(sealed, contextOf(blobName, plain))) };
  }

  async function write(blobName: string, plain: Plain, secrets: object): Promise<string> {
    const sealed = await sealer.seal(secrets, contextOf(blobName, plain), compression);
    return JSON.stringify({ ...plain, sealed });
  }

  return {
    seal: (blobName: string, plain: object, secrets: object) =>
      write(blobName, { version: VERSION, ...plain }, secrets),

    /** The same content, also fields that only a newer version knows, sealed with the newest key. @throws SealError */
    async reseal(stored: string, blobName: string): Promise<string> {
      const { plain, secrets } = await open(stored, blobName);
      return write(blobName, plain, secrets as object);
    },

    async decode(stored: string, blobName: string): Promise<Decoded<Content>> {
      try {
        const { plain, kid, secrets } = await open(stored, blobName);
        const content = plain.version === VERSION ? parse(plain, secrets) : undefined;
        if (content === undefined) return { kind: 'unreadable', why: 'unexpected shape', isNewer: true };
        return { ...content, kind: 'state', kid };
      } catch (error) {
        if (error instanceof SealError) return { kind: 'unreadable', why: error.reason };
        if (error instanceof SyntaxError) return { kind: 'unreadable', why: 'not sealed' };
        throw error;
      }
    },
  };
}

export interface RepositoryOptions {
  readonly container: StateContainer;
  readonly sealer: Sealer;
  readonly log: Log;
  /** Names per listing request, at most 5,000. */
  readonly pageSize?: number | undefined;
}

interface Format<Content> {
  readonly prefix: string;
  /** For errors and the log, such as `a state`. */
  readonly noun: string;
  readonly unreadableEvent: string;
  readonly codec: Pick<Codec<Content>, 'decode' | 'reseal'>;
  readonly metadataOf?: (content: Content) => Readonly<Record<string, string>>;
  /** A larger blob counts as unreadable. */
  readonly maxBytes?: number | undefined;
}

/**
 * Sealed blobs below one prefix. One request per read, one per write; a blob that an older key has sealed is sealed with the
 * newest when it is read, once, by one more. Metadata has the `kid` of the key. All methods throw StorageUnavailableError.
 */
export class StateRepository<Content> {
  readonly #options: RepositoryOptions;
  readonly #format: Format<Content>;

  constructor(options: RepositoryOptions, format: Format<Content>) {
    this.#options = options;
    this.#format = format;
  }

  /**
   * A blob that cannot be read counts as none, and may be overwritten, unless a newer version has just written it.
   *
   * @param known what was found earlier; it is the result where storage still has its version
   */
  async open(name: string, known?: Found<Content>): Promise<Opened<Content>> {
    return (await this.#open(name, (kid) => kid !== this.#options.sealer.kid, known)).opened;
  }

  /** Seals a blob with the newest key, whichever has sealed it. @returns whether it was written */
  async reseal(name: string): Promise<boolean> {
    return (await this.#open(name, () => true)).resealed;
  }

  /** The `kid` of the key that seals a blob, whether or not that key is configured. */
  async keyOf(name: string): Promise<string | undefined> {
    const { container } = this.#options;
    const { noun, maxBytes } = this.#format;
    const blob = await readBlob(container, name, `reading ${noun}`, maxBytes);
    const { data } = envelopeSchema.safeParse(parseJson(blob?.body ?? ''));
    return data && keyIdOf(data.sealed);
  }

  async #open(name: string, isOutdated: (kid: string | undefined) => boolean, known?: Found<Content>) {
    const { container, log } = this.#options;
    const { noun, unreadableEvent: event, codec, maxBytes } = this.#format;
    const blob = await readChangedBlob(container, name, `reading ${noun}`, maxBytes, known?.version);
    if (blob === 'unchanged' && known !== undefined) return { opened: known, resealed: false } as const;
    if (blob === undefined || blob === 'unchanged') return { opened: { kind: 'absent' }, resealed: false } as const;
    const { version, body, changedAt } = blob;
    const decoded = await codec.decode(body, name);
    if (decoded.kind === 'unreadable') {
      const { why, isNewer = false } = decoded;
      log.warn({ event, blob: name, why }, `${noun} cannot be read`);
      const isUpdating = isNewer && systemClock.now() - (changedAt ?? 0) < UPDATE_MILLISECONDS;
      return { opened: { kind: 'unreadable', version, isNewer: isUpdating }, resealed: false } as const;
    }
    const { kid, ...content } = decoded;
    const newVersion = isOutdated(kid) ? await this.#reseal(name, blob, decoded) : undefined;
    const opened = { ...content, kind: 'found', version: newVersion ?? version } as unknown as Opened<Content>;
    return { opened, resealed: newVersion !== undefined };
  }

  /** Only over the version that was read; the blob keeps its age. @returns undefined where it has been written since */
  async #reseal(name: string, { version, body, changedAt }: SmallBlob, content: Content): Promise<Version | undefined> {
    const { codec, metadataOf } = this.#format;
    try {
      const age = changedAt === undefined ? {} : { changed: String(changedAt) };
      const metadata = { ...metadataOf?.(content), ...age };
      return await this.#put(name, await codec.reseal(body, name), version, metadata);
    } catch (error) {
      // The next read or the sweep repeats it.
      if (error instanceof ConflictError || error instanceof StorageUnavailableError) return undefined;
      throw error;
    }
  }

  /**
   * @param over the version to overwrite; undefined: only where there is none
   * @throws ConflictError; RangeError where it would be too large to be read again
   */
  async write(
    name: string,
    body: string,
    over: Version | undefined,
    metadata?: Readonly<Record<string, string>>,
  ): Promise<Version> {
    const { noun, maxBytes = MAX_BYTES } = this.#format;
    const bytes = Buffer.byteLength(body);
    if (bytes > maxBytes) throw new RangeError(`${noun} of ${bytes} bytes is too large to be stored`);
    return this.#put(name, body, over, metadata);
  }

  #put(
    name: string,
    body: string,
    over: Version | undefined,
    metadata?: Readonly<Record<string, string>>,
  ): Promise<Version> {
    const { container, sealer } = this.#options;
    return writeBlob(container, name, body, over, `writing ${this.#format.noun}`, { ...metadata, kid: sealer.kid });
  }

  /** @param only erases it only while it has this version @returns false where it has another */
  erase(name: string, only?: Version): Promise<boolean> {
    return eraseBlob(this.#options.container, name, `erasing ${this.#format.noun}`, only);
  }

  everything(): AsyncGenerator<readonly ListedBlob[]> {
    const { container, pageSize } = this.#options;
    return listBlobs(container, this.#format.prefix, { pageSize, includeMetadata: true });
  }

  /** Of one person, by any of their ids, in every conversation. */
  async *ofPerson(personIds: readonly string[]): AsyncGenerator<readonly ListedBlob[]> {
    const { container, pageSize } = this.#options;
    const suffixes = personIds.map(personSuffix);
    for await (const page of listBlobs(container, this.#format.prefix, { pageSize })) {
      yield page.filter(({ name }) => suffixes.some((suffix) => name.endsWith(suffix)));
    }
  }
}
