/** What the calls of a restore come to: counts, result, what failed and what of it can be tried again. Pure. */
import type { Entry } from '../model/catalog.ts';
import type { CallProgress, Counts, FailedItem, Restore, RestoreCall } from '../model/restore.ts';

export type Ended = Extract<CallProgress, { kind: 'ended' }>;
export type Result = Ended['result'];

export const nothingOf = (total: number): Counts => ({ total, restored: 0, failed: 0, skipped: 0 });

/** How many it was asked to restore. */
export const itemsOf = ({ calls }: Restore): number => calls.reduce((sum, { keys }) => sum + keys.length, 0);

function callCounts({ keys, progress }: RestoreCall): Counts {
  if (progress.kind === 'ended') return progress.counts;
  return (progress.kind === 'running' ? progress.counts : undefined) ?? nothingOf(keys.length);
}

export function countsOf({ calls }: Restore): Counts {
  return calls.map(callCounts).reduce(
    (sum, each) => ({
      total: sum.total + each.total,
      restored: sum.restored + each.restored,
      failed: sum.failed + each.failed,
      skipped: sum.skipped + each.skipped,
    }),
    nothingOf(0),
  );
}

export const endedCalls = ({ calls }: Restore): readonly Ended[] =>
  calls.map(({ progress }) => progress).filter((progress) => progress.kind === 'ended');

export function resultOf(restore: Restore): Result {
  const results = new Set(endedCalls(restore).map(({ result }) => result));
  if (results.has('stopped')) return 'stopped';
  const [only] = results;
  if (results.size === 1 && only !== undefined) return only;
  return results.has('success') || results.has('warning') ? 'warning' : 'failed';
}

const SEVERITY = { failed: 0, warning: 1, skipped: 2 } as const;

/** What failed first. */
export function failuresOf(restore: Restore): readonly FailedItem[] {
  const all = endedCalls(restore).flatMap(({ failures }) => failures);
  return all.toSorted((a, b) => SEVERITY[a.status] - SEVERITY[b.status]);
}

function retryableKeys({ keys, progress }: RestoreCall): readonly string[] {
  if (progress.kind !== 'ended') return [];
  if (progress.result === 'refused') return keys;
  if (progress.sessionId === undefined) return [];
  const failed = progress.failures.filter(({ status }) => status === 'failed').map(({ key }) => key);
  const named = failed.filter((key) => key !== undefined);
  const { restored, skipped } = progress.counts;
  // The whole failed before any item was told of.
  const asOne = progress.result === 'failed' && failed.length === 0 && restored === 0 && skipped === 0;
  return asOne ? keys : named;
}

/** What failed and can be told by name; not what was skipped, stopped or given up. */
export function retryableOf(restore: Restore): readonly Entry[] {
  const keys = new Set(restore.calls.flatMap(retryableKeys));
  return restore.entries.filter(({ key }) => keys.has(key));
}
