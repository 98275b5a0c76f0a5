/** Records in memory, with versions as storage has them. */
import { ConflictError, StorageUnavailableError } from '../../src/core/errors.ts';
import type { SharedRecords } from '../../src/durable/record.ts';

export interface FakeRecords<State> extends SharedRecords<State> {
  readonly states: ReadonlyMap<string, State>;
  away: boolean;
  /** Until this is cleared, no record opens. */
  unreadable: boolean;
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
    unreadable: false,
    get states() {
      return new Map([...stored].map(([id, { state }]) => [id, state]));
    },
    async read(id) {
      await reach();
      const found = stored.get(id);
      if (found === undefined) return { kind: 'absent' };
      return records.unreadable ? { kind: 'unreadable', version: found.version } : { kind: 'found', ...found };
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
      return records.unreadable ? [] : [...stored.values()].map(({ state }) => state);
    },
    async isEmpty() {
      await reach();
      return stored.size === 0;
    },
    async erase(id, only) {
      await reach();
      const found = stored.get(id);
      if (found !== undefined && only !== undefined && found.version !== only) return false;
      stored.delete(id);
      return true;
    },
    sweep: () => Promise.resolve(0),
  };
  return records;
}
