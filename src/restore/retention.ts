/** Part of the daily sweep: restore states hold subjects and names, and go sooner than what else is kept of a person. */
import type { Clock } from '../core/platform.ts';
import type { StoredState } from '../sign-in/ports.ts';
import type { FoundRestores, RestoreArchive } from './ports.ts';

export interface RestoreSweepDependencies {
  readonly archive: RestoreArchive;
  readonly clock: Pick<Clock, 'now'>;
  readonly stateRetentionDays: number;
}

const DAY_MILLISECONDS = 86_400_000;
/** Untouched for so long, a task is forgotten and an outcome was seen. */
const KEPT_DAYS = 7;
const AT_ONCE = 8;

/** A restore whose outcome nobody knows yet; or what an earlier key may still open. */
const isUnfinished = (found: FoundRestores): boolean =>
  found.kind !== 'found' || found.state.restores.some(({ endedAt }) => endedAt === undefined);

/**
 * Erases what nothing else is kept beside, what has not changed for a week, and, once the whole retention has passed,
 * also where a restore never came to an end.
 *
 * @returns a function that says how many it erased; it throws StorageAwayError, and what `signal` was aborted with
 */
export function createRestoreSweep({
  archive,
  clock,
  stateRetentionDays,
}: RestoreSweepDependencies): (signal: AbortSignal) => Promise<number> {
  async function isOver({ name, changedAt }: StoredState, found: FoundRestores): Promise<boolean> {
    if (!(await archive.hasPerson(name))) return true;
    const days = (clock.now() - changedAt) / DAY_MILLISECONDS;
    return days > (isUnfinished(found) ? stateRetentionDays : Math.min(KEPT_DAYS, stateRetentionDays));
  }

  async function sweepOne(stored: StoredState): Promise<boolean> {
    const { name, changedAt } = stored;
    const fresh = clock.now() - changedAt <= Math.min(KEPT_DAYS, stateRetentionDays) * DAY_MILLISECONDS;
    // Nearly all of them: not worth opening.
    if (fresh && (await archive.hasPerson(name))) return false;
    const found = await archive.open(name);
    if (found.kind === 'absent' || !(await isOver(stored, found))) return false;
    // Only while it is as it was read: whoever uses it this moment keeps it.
    return archive.erase(name, found.version);
  }

  return async (signal) => {
    let erased = 0;
    for await (const page of archive.everything()) {
      for (let start = 0; start < page.length; start += AT_ONCE) {
        signal.throwIfAborted();
        const outcomes = await Promise.all(page.slice(start, start + AT_ONCE).map(sweepOne));
        erased += outcomes.filter(Boolean).length;
      }
    }
    return erased;
  };
}
