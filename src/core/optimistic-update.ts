/** Read, decide, write only over what was read; again when somebody else was first. */
import { ConflictError } from './errors.ts';
import type { PersonKey } from './person.ts';

/** An opaque mark of one version of a blob (its ETag). */
export type Version = string;

/** A store of one state a person and conversation, each with its version. */
export interface Versioned<State> {
  read(
    key: PersonKey,
  ): Promise<
    | { readonly kind: 'absent' }
    | { readonly kind: 'found'; readonly state: State; readonly version: Version }
    | { readonly kind: 'unreadable'; readonly version: Version }
  >;
  /** Writes only over the version named, or only where nothing is. @throws ConflictError */
  write(key: PersonKey, state: State, over: Version | undefined): Promise<Version>;
}

/** What was there when it was last looked at. A blob that does not open counts as nothing, and may be written over. */
export interface Loaded<State> {
  readonly state: State | undefined;
  readonly unreadable: boolean;
  readonly version: Version | undefined;
}

export type Decided<R, State> =
  { readonly kind: 'write'; readonly state: State; readonly result: R } | { readonly kind: 'keep'; readonly result: R };

export interface Changed<R, State> {
  readonly result: R;
  /** What is there now, to go on from without reading again. */
  readonly known: Loaded<State>;
}

const TRIES = 20;

/**
 * Changes the state of one person in one conversation. `decide` must be free of effects: it is asked again after each
 * conflict.
 *
 * @param known spares the first read
 * @throws StorageAwayError, and ConflictError after twenty conflicts in a row
 */
export async function changeState<R, State>(
  store: Versioned<State>,
  key: PersonKey,
  decide: (state: State | undefined) => Decided<R, State>,
  known?: Loaded<State>,
): Promise<Changed<R, State>> {
  let from = known ?? (await readState(store, key));
  for (let attempt = 1; ; attempt += 1) {
    const decided = decide(from.state);
    const { result } = decided;
    if (decided.kind === 'keep') return { result, known: from };
    const { state } = decided;
    try {
      const version = await store.write(key, state, from.version);
      return { result, known: { state, unreadable: false, version } };
    } catch (error) {
      if (!(error instanceof ConflictError) || attempt === TRIES) throw error;
    }
    from = await readState(store, key);
  }
}

/** @throws StorageAwayError */
export async function readState<State>(store: Pick<Versioned<State>, 'read'>, key: PersonKey): Promise<Loaded<State>> {
  const found = await store.read(key);
  return {
    state: found.kind === 'found' ? found.state : undefined,
    unreadable: found.kind === 'unreadable',
    version: found.kind === 'absent' ? undefined : found.version,
  };
}
