import { ConflictError } from '../../src/core/errors.ts';
import type { Suspensions } from '../../src/sign-in/state/ports.ts';
import type { Suspension } from '../../src/sign-in/state/suspension.ts';

export interface FakeSuspensions extends Suspensions {
  /** Until this is cleared, no record opens. */
  unreadable: boolean;
}

/** Suspensions, in memory, written conditionally as blobs are. */
export function createFakeSuspensions(): FakeSuspensions {
  const records = new Map<string, { readonly state: Suspension; readonly version: string }>();
  let versions = 0;
  const suspensions: FakeSuspensions = {
    unreadable: false,
    async read(personId) {
      await Promise.resolve();
      const found = records.get(personId);
      if (found === undefined) return { kind: 'absent' };
      const { version } = found;
      return suspensions.unreadable ? { kind: 'unreadable', version } : { kind: 'found', ...found };
    },
    async write(personId, state, over) {
      await Promise.resolve();
      if (records.get(personId)?.version !== over) throw new ConflictError('changed since');
      const version = `v${(versions += 1)}`;
      records.set(personId, { state: structuredClone(state), version });
      return version;
    },
    async erase(personId, only) {
      await Promise.resolve();
      if (only !== undefined && records.get(personId)?.version !== only) return false;
      return records.delete(personId);
    },
    async isEmpty() {
      await Promise.resolve();
      return records.size === 0;
    },
    async all() {
      await Promise.resolve();
      return suspensions.unreadable ? [] : [...records.values()].map(({ state }) => state);
    },
  };
  return suspensions;
}
