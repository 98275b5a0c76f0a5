/** A restore and the retries of what failed of it, which add up. Pure. */
import type { EndedRestore } from './ports.ts';
import type { Counts, EndedCall, Restore, RestoreCall } from './restore.ts';
import { endedCalls, retryableKeys, totalCounts } from './restore-transitions.ts';

/** Stays the same once earlier restores of the chain are erased; those of earlier versions are found by what retried them. */
export function chainOf(restores: readonly Restore[], { id, chain = id }: Restore): string {
  const former = restores.find(({ retriedBy }) => retriedBy === chain);
  return former === undefined ? chain : chainOf(restores, former);
}

const REPORTED: ReadonlySet<EndedCall['result']> = new Set(['success', 'warning', 'failed']);

/** It has ended, and what it took on is not as it was. */
const hasTried = (restore: Restore): boolean =>
  restore.endedAt !== undefined &&
  endedCalls(restore).some(({ result, counts }) => REPORTED.has(result) || counts.restored + counts.skipped > 0);

const NONE: Counts = { total: 0, restored: 0, failed: 0, skipped: 0 };

/** Without what a retry took on. */
function countsBesideRetry(call: RestoreCall): Counts {
  const counts = totalCounts({ calls: [call] });
  const retried = new Set(retryableKeys(call));
  const { progress, keys } = call;
  if (progress.kind !== 'ended' || retried.size === 0) return counts;
  const { restored, skipped } = counts;
  if (retried.size === keys.length && restored + skipped === 0) return NONE;
  const listed = progress.failures.filter(({ key = '', status }) => status === 'failed' && retried.has(key)).length;
  const failed = Math.max(0, counts.failed - listed);
  return { ...counts, failed, total: Math.max(counts.total - retried.size, restored + skipped + failed) };
}

/** It brought back nothing of something, and the service never said how much that is. */
const isUnsized = ({ whole, progress }: RestoreCall): boolean =>
  whole === true &&
  progress.kind === 'ended' &&
  progress.counts.total === 0 &&
  (progress.result === 'failed' || !REPORTED.has(progress.result));

/**
 * What they have come to until now, whichever of them is announced: what the last one took on and did not try, or has not ended
 * with yet, counts as before it.
 *
 * @param restores of the person, newest first @param restore has ended
 */
export function endOfChain(restores: readonly Restore[], restore: Restore): EndedRestore {
  const id = chainOf(restores, restore);
  const links = restores.filter((other) => chainOf(restores, other) === id).toReversed();
  const last = Math.max(0, links.findLastIndex(hasTried));
  const before = links.slice(0, last).flatMap(({ calls }) => calls);
  const calls = links[last]?.calls ?? [];
  const counts = [...before.map(countsBesideRetry), totalCounts({ calls })];
  const sum = (field: keyof Counts): number => counts.reduce((total, each) => total + each[field], 0);
  const isOpen = calls.some(isUnsized) || before.some((call) => isUnsized(call) && retryableKeys(call).length === 0);
  const unsized = isOpen ? true : undefined;
  return {
    id,
    counts: { total: sum('total'), restored: sum('restored'), failed: sum('failed'), skipped: sum('skipped'), unsized },
  };
}
