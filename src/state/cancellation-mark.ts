/**
 * Blobs without content, which change when a sign-in ends that another instance may follow: one for all people, and one of 256 for
 * each person. Their ETag says that something ended, their time when.
 */
import { ConflictError } from '../core/errors.ts';
import type { PersonKey } from '../core/person.ts';
import type { CancellationMark } from '../sign-in/state/ports.ts';
import type { StateContainer } from './azure/storage.ts';
import { readBlob, writeBlob } from './blobs/blob.ts';
import { stateDigest } from './blobs/names.ts';

const OF_ALL = 'housekeeping/cancellations.json';
const ofSome = (key: PersonKey): string => `housekeeping/cancellations/${stateDigest(key).slice(0, 2)}.json`;

export function createCancellationMark(container: StateContainer): CancellationMark {
  const read = async (name: string) => {
    const found = await readBlob(container, name, 'reading the mark of cancellations');
    // Of unknown age: just now.
    return found && { version: found.version, changedAt: found.changedAt ?? Infinity };
  };
  const change = async (name: string): Promise<void> => {
    try {
      await writeBlob(container, name, '{}', (await read(name))?.version, 'changing the mark of cancellations');
    } catch (error) {
      // Another instance has changed it since, which says the same.
      if (!(error instanceof ConflictError)) throw error;
    }
  };
  return {
    read: () => read(OF_ALL),
    changedFor: async (key) => (await read(ofSome(key)))?.changedAt,
    async change(key) {
      await Promise.all([change(OF_ALL), change(ofSome(key))]);
    },
  };
}
