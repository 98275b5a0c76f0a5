/** One blob whose ETag changes when a sign-in ends that another instance may follow; it contains nothing. */
import { ConflictError } from '../core/errors.ts';
import type { CancellationMark } from '../sign-in/state/ports.ts';
import type { StateContainer } from './azure/storage.ts';
import { readBlob, writeBlob } from './blobs/blob.ts';

const NAME = 'housekeeping/cancellations.json';

export function createCancellationMark(container: StateContainer): CancellationMark {
  const read = async () => {
    const found = await readBlob(container, NAME, 'reading the mark of cancellations');
    // Of unknown age: just now.
    return found && { version: found.version, changedAt: found.changedAt ?? Infinity };
  };
  return {
    read,
    async change() {
      try {
        await writeBlob(container, NAME, '{}', (await read())?.version, 'changing the mark of cancellations');
      } catch (error) {
        // Another instance has changed it since, which says the same.
        if (!(error instanceof ConflictError)) throw error;
      }
    },
  };
}
