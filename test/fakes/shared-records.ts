/** Records in memory, with versions as storage has them. */
import { ConflictError, StorageUnavailableError } from '../../src/core/errors.ts';
import type { SharedRecords } from '../../src/state/shared-records.ts';

export interface FakeRecords<State> extends SharedRecords<State> {
  readonly states: ReadonlyMap<string, State>;
  away: boolean;
}

export function createFakeRecords<State>(): FakeRecords<State> {
  const stored = new Map<string, { readonly version: string; readonly state: State }>();
  let writes = 0;
  const reach = async (): Promise<void> => {
    await Promise.resolve();
    if (records.away) throw new StorageUnavailableError('away');
  };
  const records: FakeRecords<State> = {
    away: false,
    get states() {
      return new Map([...stored].map(([id, { state }]) => [id, state]));
    },
    async read(id) {
      await reach();
      const found = stored.get(id);
      return found === undefined ? { kind: 'absent' } : { kind: 'found', ...found };
    },
    async write(id, state, over) {
      await reach();
      if (stored.get(id)?.version !== over) throw new ConflictError('another version');
      const version = `version-${(writes += 1)}`;
      stored.set(id, { version, state: structuredClone(state) });
      return version;
    },
    async all() {
      await reach();
      return [...stored.values()].map(({ state }) => state);
    },
    isEmpty: async () => stored.size === 0,
    async erase(id, only) {
      await reach();
      return only === undefined || stored.get(id)?.version === only ? stored.delete(id) : false;
    },
    sweep: () => Promise.resolve(0),
  };
  return records;
}
