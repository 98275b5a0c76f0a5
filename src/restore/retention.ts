/** Part of the daily sweep: restore states contain subjects and names, and are erased sooner than other state. */
import type { Clock } from '../core/platform.ts';
import type { StoredState } from '../sign-in/ports.ts';
import type { FoundRestores, RestoreArchive } from './ports.ts';

export interface RestoreSweepDependencies {
  readonly archive: RestoreArchive;
  readonly clock: Pick<Clock, 'now'>;
  readonly stateRetentionDays: number;
}

const DAY_MILLISECONDS = 86_400_000;
/** Without a change for so long, tasks and outcomes are erased. */
const RETENTION_DAYS = 7;
const PARALLEL = 8;

/** A restore without an outcome, or a blob that an earlier key may still decrypt. */
const isUnfinished = (found: FoundRestores): boolean =>
  found.kind !== 'found' || found.state.restores.some(({ endedAt }) => endedAt === undefined);

/**
 * Erases states whose person has been erased and states unchanged for a week; states with an unfinished restore, or that
 * do not decrypt, after the full retention.
 *
 * @returns a function that says how many it erased; it throws StorageUnavailableError, and what `signal` was aborted with
 */
export function createRestoreSweep({
  archive,
  clock,
  stateRetentionDays,
}: RestoreSweepDependencies): (signal: AbortSignal) => Promise<number> {
  async function isOver({ name, changedAt }: StoredState, found: FoundRestores): Promise<boolean> {
    if (!(await archive.hasPerson(name))) return true;
    const days = (clock.now() - changedAt) / DAY_MILLISECONDS;
    return days > (isUnfinished(found) ? stateRetentionDays : Math.min(RETENTION_DAYS, stateRetentionDays));
  }

  async function sweepOne(stored: StoredState): Promise<boolean> {
    const { name, changedAt } = stored;
    const fresh = clock.now() - changedAt <= Math.min(RETENTION_DAYS, stateRetentionDays) * DAY_MILLISECONDS;
    // Nearly all of them: saves opening the blob.
    if (fresh && (await archive.hasPerson(name))) return false;
    const found = await archive.open(name);
    if (found.kind === 'absent' || !(await isOver(stored, found))) return false;
    // Only this version: a state that is being used is kept.
    return archive.erase(name, found.version);
  }

  return async (signal) => {
    let erased = 0;
    for await (const page of archive.everything()) {
      for (let start = 0; start < page.length; start += PARALLEL) {
        signal.throwIfAborted();
        const outcomes = await Promise.all(page.slice(start, start + PARALLEL).map(sweepOne));
        erased += outcomes.filter(Boolean).length;
      }
    }
    return erased;
  };
}
