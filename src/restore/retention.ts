/** Part of the daily sweep: restore states contain subjects and names, and are erased sooner than other state. */
import { DAY } from '../core/durations.ts';
import type { StoredState } from '../sign-in/state/ports.ts';
import { forEachState } from '../sign-in/privacy.ts';
import type { RestorePorts } from './state/ports.ts';

/** Without a change for so long, tasks and outcomes are erased. */
const RETENTION_DAYS = 7;

/**
 * Erases states whose person has been erased and states unchanged for a week; states with an unfinished restore, or that
 * do not decrypt, after the full retention. Returns how many; throws StorageUnavailableError, or the reason of its signal.
 */
export function createRestoreSweep({
  archive,
  clock,
  stateRetentionDays,
}: Pick<RestorePorts, 'archive'> & { readonly clock: { now(): number }; readonly stateRetentionDays: number }) {
  const isUnused = ({ changedAt }: StoredState, days: number): boolean =>
    clock.now() - changedAt > Math.min(days, stateRetentionDays) * DAY;

  async function sweepOne(stored: StoredState): Promise<boolean> {
    const { name } = stored;
    // Nearly all of them: saves opening the blob.
    if (!isUnused(stored, RETENTION_DAYS) && (await archive.hasPerson(name))) return false;
    const found = await archive.open(name);
    if (found.kind === 'absent') return false;
    // A restore without an outcome, or a blob that an earlier key may still decrypt.
    const isUnfinished = found.kind !== 'found' || found.state.restores.some(({ endedAt }) => endedAt === undefined);
    const days = isUnfinished ? stateRetentionDays : RETENTION_DAYS;
    if (!isUnused(stored, days) && (await archive.hasPerson(name))) return false;
    // Only this version: a state that is being used is kept.
    return archive.erase(name, found.version);
  }

  return async (signal: AbortSignal): Promise<number> =>
    (await forEachState(archive.everything(), sweepOne, signal)).filter(Boolean).length;
}
