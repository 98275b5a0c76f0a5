/** A stored record and how it changes: read, decide, write only over the version read, and repeat after a conflict. */
import { ConflictError, StateUnreadableError, StorageUnavailableError } from '../core/errors.ts';
import type { PersonKey } from '../core/person.ts';

/** The ETag of a blob. */
export type Version = string;

export type Found<Content> = { readonly kind: 'found'; readonly version: Version } & Content;

export type Opened<Content> =
  | { readonly kind: 'absent' }
  | Found<Content>
  /**
   * The blob does not decrypt: tampered with, moved, or its key was removed. Counts as no state. `isNewer`: it does decrypt, and a newer
   * version of the bot has just written it.
   */
  | { readonly kind: 'unreadable'; readonly version: Version; readonly isNewer?: boolean };

/** @typeParam Key names the record: by default one of a person in a conversation */
export interface Versioned<State, Key = PersonKey> {
  read(key: Key): Promise<Opened<{ readonly state: State }>>;
  /** Writes only over the given version, or only where there is none. @throws ConflictError */
  write(key: Key, state: State, over: Version | undefined): Promise<Version>;
}

/** Records that belong to no single person, by ids of their own. All methods throw StorageUnavailableError. */
export interface SharedRecords<State> extends Versioned<State, string> {
  /** Those that open; for folders that stay small. */
  all(): Promise<readonly State[]>;
  /** Whether there is none, not even one that does not open: one request. */
  isEmpty(): Promise<boolean>;
  /** @param only erases it only while it has this version @returns false where it has another; true also where there is none */
  erase(id: string, only?: Version): Promise<boolean>;
  /** For the daily sweep. @returns how many were erased */
  sweep(unchangedSince: number, signal: AbortSignal): Promise<number>;
}

/** The state when it was last read or written. An unreadable blob counts as none, and may be overwritten. */
export interface Loaded<State> {
  readonly state: State | undefined;
  readonly unreadable: boolean;
  readonly version: Version | undefined;
}

export type Decided<R, State> =
  | { readonly kind: 'write'; readonly state: State; readonly result: R }
  | { readonly kind: 'keep'; readonly result: R };

export const keep = <R>(result: R): Decided<R, never> => ({ kind: 'keep', result });
export const write = <R, State>(state: State, result: R): Decided<R, State> => ({ kind: 'write', state, result });

export interface Changed<R, State> {
  readonly result: R;
  /** The state now, to continue from without another read. */
  readonly loaded: Loaded<State>;
}

const TRIES = 20;

/**
 * Changes a record. `decide` is called again after each conflict: what it does beside deciding is what each write needs before it.
 *
 * @param loaded replaces the first read
 * @throws StorageUnavailableError, and ConflictError after twenty conflicts in a row
 */
export async function changeState<R, State, Key = PersonKey>(
  store: Versioned<State, Key>,
  key: Key,
  decide: (state: State | undefined) => Decided<R, State> | Promise<Decided<R, State>>,
  loaded?: Loaded<State>,
): Promise<Changed<R, State>> {
  let from = loaded ?? (await readState(store, key));
  for (let attempt = 1; ; attempt += 1) {
    const decided = await decide(from.state);
    const { result } = decided;
    if (decided.kind === 'keep') return { result, loaded: from };
    const { state } = decided;
    try {
      const version = await store.write(key, state, from.version);
      return { result, loaded: { state, unreadable: false, version } };
    } catch (error) {
      if (!(error instanceof ConflictError) || attempt === TRIES) throw error;
    }
    from = await readState(store, key);
  }
}

/** @throws StorageUnavailableError for what a newer version has just written: it is neither absent nor to be overwritten or erased */
export function throwIfNewer(found: { readonly kind: string; readonly isNewer?: boolean | undefined }): void {
  if (found.kind === 'unreadable' && found.isNewer === true)
    throw new StorageUnavailableError('A newer version of the bot has written this record.');
}

/** @throws StorageUnavailableError also as `throwIfNewer` does */
export async function readState<State, Key = PersonKey>(
  store: Pick<Versioned<State, Key>, 'read'>,
  key: Key,
): Promise<Loaded<State>> {
  const found = await store.read(key);
  throwIfNewer(found);
  return loadedOf(found);
}

const loadedOf = <State>(found: Opened<{ readonly state: State }>): Loaded<State> => ({
  state: found.kind === 'found' ? found.state : undefined,
  unreadable: found.kind === 'unreadable',
  version: found.kind === 'absent' ? undefined : found.version,
});

/**
 * For the handler of a job, which is done once it returns.
 *
 * @throws StateUnreadableError
 */
export async function readForJob<State, Key = PersonKey>(
  store: Pick<Versioned<State, Key>, 'read'>,
  key: Key,
): Promise<Loaded<State>> {
  const found = await store.read(key);
  if (found.kind === 'unreadable') throw new StateUnreadableError();
  return loadedOf(found);
}
