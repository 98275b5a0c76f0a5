/** Part of the daily sweep: restore states contain subjects and names, and are erased sooner than other state. */
import { DAY } from '../core/durations.ts';
import type { StoredState } from '../sign-in/state/ports.ts';
import { forEachState } from '../sign-in/privacy.ts';
import type { RestorePorts, RestoreStore } from './state/ports.ts';
import { withoutFormer } from './state/retention.ts';

/** Without a change for so long, tasks and outcomes are erased. */
const RETENTION_DAYS = 7;

/** No use of the store finds, or keeps, a restore whose time is over. */
export const withRetention = (store: RestoreStore, clock: { now(): number }): RestoreStore => ({
  async read(key) {
    const found = await store.read(key);
    return found.kind === 'found' ? { ...found, state: withoutFormer(found.state, clock.now()) } : found;
  },
  write: (key, state, over) => store.write(key, withoutFormer(state, clock.now()), over),
  erase: (key) => store.erase(key),
});

/**
 * Erases states whose person has been erased and states unchanged for a week; states with an unfinished restore, or that
 * do not decrypt, after the full retention. Of others, restores whose time is over. Returns how many; throws StorageUnavailableError, or the reason of its signal.
 */
export function createRestoreSweep({
  archive,
  clock,
  stateRetentionDays,
}: Pick<RestorePorts, 'archive'> & { readonly clock: { now(): number }; readonly stateRetentionDays: number }) {
  const isUnused = ({ changedAt }: StoredState, days: number): boolean =>
    clock.now() - changedAt > Math.min(days, stateRetentionDays) * DAY;

  async function sweepOne(stored: StoredState): Promise<boolean> {
    const { name, changedAt } = stored;
    // Its last write has shortened it: saves opening the blob.
    if (!isUnused(stored, 1) && (await archive.hasPerson(name))) return false;
    const found = await archive.open(name);
    if (found.kind === 'absent') return false;
    // A restore without an outcome, or a blob that an earlier key may still decrypt.
    const isUnfinished = found.kind !== 'found' || found.state.restores.some(({ endedAt }) => endedAt === undefined);
    const days = isUnfinished ? stateRetentionDays : RETENTION_DAYS;
    if (!isUnused(stored, days) && (await archive.hasPerson(name))) {
      const left = found.kind === 'found' ? withoutFormer(found.state, clock.now()) : undefined;
      if (found.kind === 'found' && left !== undefined && left !== found.state)
        await archive.shorten(name, left, { version: found.version, changedAt });
      return false;
    }
    // Only this version: a state that is being used is kept.
    return archive.erase(name, found.version);
  }

  return async (signal: AbortSignal): Promise<number> =>
    (await forEachState(archive.everything(), sweepOne, signal)).filter(Boolean).length;
}
