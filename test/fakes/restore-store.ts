import { ConflictError, StorageUnavailableError } from '../../src/core/errors.ts';
import type { RestoreArchive, RestoreStore } from '../../src/restore/state/ports.ts';
import type { RestoreState } from '../../src/restore/state/restore.ts';
import type { PersonKey } from '../../src/core/person.ts';
import { createJsonReader } from './read-json.ts';

export interface FakeRestoreStore extends RestoreStore {
  /** What is stored for a person now. */
  stateOf(key: PersonKey): RestoreState | undefined;
  /** Replaces the stored state. */
  put(key: PersonKey, state: RestoreState): void;
  /** Makes the stored state unreadable. */
  spoil(key: PersonKey): void;
  /** While true every call fails. */
  away: boolean;
  /** Results of the next writes, in order; `works` once they are used up. */
  writes: ('works' | 'loses its answer' | 'is away')[];
  /** The number of next writes that meet a conflicting change (to the same state). */
  conflicts: number;
  /** Every state ever written, oldest first. */
  readonly written: readonly RestoreState[];
}

interface Blob {
  readonly text: string | undefined;
  readonly version: string;
}

const nameOf = ({ conversationId, personId }: PersonKey): string => JSON.stringify([conversationId, personId]);

/** Blobs in memory with real ETag conflicts; states go through JSON, as they do on their way to a blob. */
export function createFakeRestoreStore(): FakeRestoreStore {
  const reader = createJsonReader();
  const parse = (text: string) => reader(text) as RestoreState;
  const blobs = new Map<string, Blob>();
  const written: string[] = [];
  let lastVersion = 0;

  function set(key: PersonKey, text: string | undefined): string {
    lastVersion += 1;
    const version = `"${lastVersion}"`;
    blobs.set(nameOf(key), { text, version });
    return version;
  }

  function answer(): void {
    if (store.away) throw new StorageUnavailableError('storage is away');
  }

  const store: FakeRestoreStore = {
    away: false,
    writes: [],
    conflicts: 0,
    get written() {
      return written.map(parse);
    },

    async read(key) {
      await Promise.resolve();
      answer();
      const blob = blobs.get(nameOf(key));
      if (blob === undefined) return { kind: 'absent' };
      if (blob.text === undefined) return { kind: 'unreadable', version: blob.version };
      return { kind: 'found', state: parse(blob.text), version: blob.version };
    },

    async write(key, state, over) {
      await Promise.resolve();
      answer();
      const present = blobs.get(nameOf(key));
      if (store.conflicts > 0) {
        store.conflicts -= 1;
        if (present !== undefined) set(key, present.text);
        throw new ConflictError('somebody else was first');
      }
      if (present?.version !== over) throw new ConflictError('somebody else was first');
      const outcome = store.writes.shift() ?? 'works';
      if (outcome === 'is away') throw new StorageUnavailableError('storage is away');
      const text = JSON.stringify(state);
      written.push(text);
      const version = set(key, text);
      if (outcome === 'loses its answer') throw new StorageUnavailableError('the answer was lost');
      return version;
    },

    async erase(key) {
      await Promise.resolve();
      answer();
      blobs.delete(nameOf(key));
    },

    stateOf(key) {
      const text = blobs.get(nameOf(key))?.text;
      return text === undefined ? undefined : parse(text);
    },
    put(key, state) {
      set(key, JSON.stringify(state));
    },
    spoil(key) {
      set(key, undefined);
    },
  };
  return store;
}

/** For tests without a sweep: it has nothing to erase. */
export const emptyRestoreArchive: RestoreArchive = {
  // eslint-disable-next-line require-yield
  async *everything() {
    await Promise.resolve();
  },
  open: () => Promise.resolve({ kind: 'absent' }),
  hasPerson: () => Promise.resolve(false),
  shorten: () => Promise.resolve(),
  erase: () => Promise.resolve(false),
};
