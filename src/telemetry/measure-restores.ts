/** Restores by outcome: how long they take from **Restore** to their end, and what became of their items. */
import { BoundedMap } from '../core/bounded-map.ts';
import type { RestoreStore } from '../restore/ports.ts';
import type { RestoreState } from '../restore/model/restore.ts';
import { totalCounts, overallResult } from '../restore/run/transitions.ts';
import type { Clock } from '../core/platform.ts';
import { outcomeOf } from './outcome.ts';
import type { Telemetry } from './telemetry.ts';

/** More restores than one instance ever follows; beyond, the oldest goes unmeasured. */
const MOST_REMEMBERED = 20_000;

/**
 * The restore store, each of its calls timed. Whoever writes the end of a restore has read or written it open before:
 * so it is measured once, whichever instances look at it afterwards.
 */
export function measureRestores(
  { telemetry, clock }: { readonly telemetry: Telemetry; readonly clock: Pick<Clock, 'now'> },
  store: RestoreStore,
): RestoreStore {
  const open = new BoundedMap<string, true>({ max: MOST_REMEMBERED });

  function remember({ restores }: RestoreState): void {
    for (const { id, endedAt } of restores) {
      if (endedAt === undefined) open.set(id, true);
      else open.delete(id);
    }
  }

  function record({ restores }: RestoreState): void {
    for (const restore of restores) {
      const { id, workload, startedAt, endedAt } = restore;
      if (endedAt === undefined || !open.has(id)) continue;
      const seconds = Math.max(0, endedAt - startedAt) / 1000;
      telemetry.record('restore.restores.duration', seconds, { workload, outcome: overallResult(restore) });
      const { restored, failed, skipped } = totalCounts(restore);
      for (const [outcome, count] of Object.entries({ restored, failed, skipped })) {
        if (count > 0) telemetry.record('restore.restores.items', count, { workload, outcome });
      }
    }
  }

  async function timed<T>(operation: string, work: () => Promise<T>): Promise<T> {
    const startedAt = clock.now();
    const end = (outcome: string): void =>
      telemetry.record('restore.restores.store', (clock.now() - startedAt) / 1000, { operation, outcome });
    try {
      const result = await work();
      end('done');
      return result;
    } catch (error) {
      end(outcomeOf(error));
      throw error;
    }
  }

  return {
    async read(key) {
      const found = await timed('read', () => store.read(key));
      if (found.kind === 'found') remember(found.state);
      return found;
    },
    async write(key, state, over) {
      const version = await timed('write', () => store.write(key, state, over));
      record(state);
      remember(state);
      return version;
    },
    erase: (key) => timed('erase', () => store.erase(key)),
  };
}
