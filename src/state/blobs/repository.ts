import type { Version } from '../../core/optimistic-update.ts';
import type { Log } from '../../core/platform.ts';
import type { StateContainer } from '../azure/storage.ts';
import { eraseBlob, readBlob, writeBlob } from './blob.ts';
import { listBlobs, type ListedBlob } from './list.ts';
import { personSuffix } from './names.ts';

/** @typeParam Content what a blob contains, such as a state and its key */
export type Decoded<Content> =
  ({ readonly kind: 'state' } & Content) | { readonly kind: 'unreadable'; readonly why: string };

export type Opened<Content> =
  | { readonly kind: 'absent' }
  | ({ readonly kind: 'found'; readonly version: Version } & Content)
  | { readonly kind: 'unreadable'; readonly version: Version };

export interface RepositoryOptions {
  readonly container: StateContainer;
  readonly log: Log;
  /** Names per listing request, at most 5,000. */
  readonly pageSize?: number | undefined;
}

/** Sealed blobs below one prefix, one per person and conversation. One request per read, one per write. */
export class StateRepository<Content> {
  readonly #options: RepositoryOptions;
  readonly #prefix: string;
  readonly #noun: string;
  readonly #decode: (stored: string, name: string) => Promise<Decoded<Content>>;
  readonly #maxBytes: number | undefined;

  /**
   * @param format.noun for errors, such as `a state`
   * @param format.decode the why of what is unreadable is a word for the log
   * @param format.maxBytes a larger blob counts as unreadable
   */
  constructor(
    options: RepositoryOptions,
    format: {
      readonly prefix: string;
      readonly noun: string;
      readonly decode: (stored: string, name: string) => Promise<Decoded<Content>>;
      readonly maxBytes?: number | undefined;
    },
  ) {
    this.#options = options;
    this.#prefix = format.prefix;
    this.#noun = format.noun;
    this.#decode = format.decode;
    this.#maxBytes = format.maxBytes;
  }

  /** A blob that cannot be read counts as none, and may be overwritten. @throws StorageUnavailableError */
  async open(name: string): Promise<Opened<Content>> {
    const { container, log } = this.#options;
    const blob = await readBlob(container, name, `reading ${this.#noun}`, this.#maxBytes);
    if (blob === undefined) return { kind: 'absent' };
    const { version, body } = blob;
    const decoded = await this.#decode(body, name);
    if (decoded.kind === 'state') return { ...decoded, kind: 'found', version };
    log.warn({ event: 'state-unreadable', blob: name, why: decoded.why }, 'a stored state cannot be read');
    return { kind: 'unreadable', version };
  }

  /** @param over the version to overwrite; undefined: only where there is none @throws ConflictError, StorageUnavailableError */
  write(
    name: string,
    body: string,
    over: Version | undefined,
    metadata?: Readonly<Record<string, string>>,
  ): Promise<Version> {
    return writeBlob(this.#options.container, name, body, over, `writing ${this.#noun}`, metadata);
  }

  /** @param only erases it only while it has this version @returns false when it has another @throws StorageUnavailableError */
  erase(name: string, only?: Version): Promise<boolean> {
    return eraseBlob(this.#options.container, name, `erasing ${this.#noun}`, only);
  }

  /** Of everybody, with one page of names in memory at a time. @throws StorageUnavailableError */
  everything(): AsyncGenerator<readonly ListedBlob[]> {
    return listBlobs(this.#options.container, this.#prefix, { pageSize: this.#options.pageSize });
  }

  /** Of one person, by any of their ids, in every conversation. @throws StorageUnavailableError */
  async *ofPerson(personIds: readonly string[]): AsyncGenerator<readonly ListedBlob[]> {
    const suffixes = personIds.map(personSuffix);
    for await (const page of this.everything()) {
      yield page.filter(({ name }) => suffixes.some((suffix) => name.endsWith(suffix)));
    }
  }
}
