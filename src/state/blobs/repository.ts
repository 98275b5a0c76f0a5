import { z } from 'zod';
import type { Opened, Version } from '../../core/optimistic-update.ts';
import type { Log } from '../../core/platform.ts';
import type { StateContainer } from '../azure/storage.ts';
import { SealError, type Sealer } from '../encryption.ts';
import { eraseBlob, listBlobs, readBlob, writeBlob, type ListedBlob } from './blob.ts';
import { personSuffix } from './names.ts';

/** @typeParam Content what a blob contains, such as a state and its key */
export type Decoded<Content> =
  | ({ readonly kind: 'state' } & Content)
  /** `why` is a word for the log. */
  | { readonly kind: 'unreadable'; readonly why: string };

export const VERSION = 1;

const envelopeSchema = z.looseObject({ version: z.literal(VERSION), sealed: z.string() });

/** A blob's JSON: a seal, and what is stored beside it in plain text. */
type Envelope = Readonly<z.infer<typeof envelopeSchema>>;

/** @param open opens the seal, and may throw SealError; returns undefined for content of an unexpected shape */
export async function decodeEnvelope<Content>(
  stored: string,
  open: (envelope: Envelope) => Promise<Content | undefined>,
): Promise<Decoded<Content>> {
  try {
    const json: unknown = JSON.parse(stored);
    if (!envelopeSchema.safeParse(json).success) return { kind: 'unreadable', why: 'unknown version' };
    // Not zod's result: JSON.parse keeps the order of the fields, and the seal is bound to the text of the plain part.
    const content = await open(json as Envelope);
    return content === undefined ? { kind: 'unreadable', why: 'unexpected shape' } : { ...content, kind: 'state' };
  } catch (error) {
    if (error instanceof SealError) return { kind: 'unreadable', why: error.reason };
    if (error instanceof SyntaxError) return { kind: 'unreadable', why: 'unknown version' };
    throw error;
  }
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
  readonly decode: (stored: string, name: string) => Promise<Decoded<Content>>;
  /** A larger blob counts as unreadable. */
  readonly maxBytes?: number | undefined;
}

/** Sealed blobs below one prefix. One request per read, one per write. All methods throw StorageUnavailableError. */
export class StateRepository<Content> {
  readonly #options: RepositoryOptions;
  readonly #format: Format<Content>;

  constructor(options: RepositoryOptions, format: Format<Content>) {
    this.#options = options;
    this.#format = format;
  }

  /** A blob that cannot be read counts as none, and may be overwritten. */
  async open(name: string): Promise<Opened<Content>> {
    const { container, log } = this.#options;
    const { noun, unreadableEvent: event, decode, maxBytes } = this.#format;
    const blob = await readBlob(container, name, `reading ${noun}`, maxBytes);
    if (blob === undefined) return { kind: 'absent' };
    const { version, body } = blob;
    const decoded = await decode(body, name);
    if (decoded.kind === 'state') return { ...decoded, kind: 'found', version };
    log.warn({ event, blob: name, why: decoded.why }, `${noun} cannot be read`);
    return { kind: 'unreadable', version };
  }

  /** @param over the version to overwrite; undefined: only where there is none @throws ConflictError */
  write(
    name: string,
    body: string,
    over: Version | undefined,
    metadata?: Readonly<Record<string, string>>,
  ): Promise<Version> {
    return writeBlob(this.#options.container, name, body, over, `writing ${this.#format.noun}`, metadata);
  }

  /** @param only erases it only while it has this version @returns false where it has another */
  erase(name: string, only?: Version): Promise<boolean> {
    return eraseBlob(this.#options.container, name, `erasing ${this.#format.noun}`, only);
  }

  everything(): AsyncGenerator<readonly ListedBlob[]> {
    return listBlobs(this.#options.container, this.#format.prefix, { pageSize: this.#options.pageSize });
  }

  /** Of one person, by any of their ids, in every conversation. */
  async *ofPerson(personIds: readonly string[]): AsyncGenerator<readonly ListedBlob[]> {
    const suffixes = personIds.map(personSuffix);
    for await (const page of this.everything()) {
      yield page.filter(({ name }) => suffixes.some((suffix) => name.endsWith(suffix)));
    }
  }
}
