/** How a task becomes a restore, how its calls change, and what they add up to. Pure. */
import type { Asker } from '../../core/person.ts';
import type { Session } from '../../sign-in/model.ts';
import type { Entry, Point, RestoreOptions, Scope, Workload } from '../model/catalog.ts';
import type { CallProgress, Counts, FailedItem, Restore, RestoreCall, RestoreState } from '../model/restore.ts';
import type { Trouble } from '../model/service-error.ts';
import { entriesOf, type Task } from '../model/task.ts';

export type EndedCall = Extract<CallProgress, { kind: 'ended' }>;
export type RestoreResult = EndedCall['result'];

const RETENTION_MILLISECONDS = 7 * 86_400_000;
const MAX_ENDED = 20;

export const findRestore = (state: RestoreState | undefined, id: string): Restore | undefined =>
  state?.restores.find((restore) => restore.id === id);

/** An explore session that an unfinished restore uses must stay open. */
export const isRestoredFrom = (state: RestoreState | undefined, exploreId: string): boolean =>
  state?.restores.some((restore) => restore.exploreId === exploreId && restore.endedAt === undefined) === true;

/** A task that is complete enough to be restored. */
export interface RestorableTask extends Task {
  readonly scope: Scope;
  readonly workload: Workload;
  readonly point: Point;
  readonly options: RestoreOptions;
}

/** Whether everything has been chosen, and the summary shows it. */
export function isRestorable(task: Task): task is RestorableTask {
  const { step, scope, workload, point, options } = task;
  if (step !== 'summary' || scope === undefined || workload === undefined || point === undefined) return false;
  return options?.workload === workload && entriesOf(task).every(({ kind }) => kind !== 'folder');
}

/** One call per container, in the order in which they were picked. */
function planCalls(entries: readonly Entry[], nameOf: (containerId: string) => string): readonly RestoreCall[] {
  return [...Map.groupBy(entries, ({ containerId }) => containerId)].map(([containerId, group]) => ({
    containerId,
    containerName: nameOf(containerId),
    keys: group.map(({ key }) => key),
    progress: { kind: 'planned' },
  }));
}

export interface RestoreStart {
  readonly id: string;
  readonly asker: Asker;
  readonly session: Session;
  readonly cardId?: string | undefined;
  readonly jobId?: string | undefined;
  readonly startedAt: number;
}

/** @returns the restore that replaces the task; both changes belong into the same write */
export function createRestore(
  task: RestorableTask,
  { id, asker, session, cardId, jobId, startedAt }: RestoreStart,
): Restore {
  const nameOf = (containerId: string): string =>
    task.containers?.find((container) => container.id === containerId)?.name ?? containerId;
  return {
    id,
    taskId: task.id,
    signInId: session.signInId,
    organization: task.organization,
    userId: session.userId,
    address: asker.address,
    scope: task.scope,
    workload: task.workload,
    point: task.point,
    exploreId: task.explore?.id ?? '',
    showDeleted: task.showDeleted,
    options: task.options,
    reason: task.reason,
    entries: entriesOf(task),
    calls: planCalls(entriesOf(task), nameOf),
    startedAt,
    cardId,
    jobId,
  };
}

/** Restores the failed items again, with a reference and a card of its own. */
export function createRetry(restore: Restore, { id, asker, session, jobId, startedAt }: RestoreStart): Restore {
  const entries = retryableEntries(restore);
  const names = new Map(restore.calls.map(({ containerId, containerName }) => [containerId, containerName]));
  const { organization, scope, workload, point, showDeleted, options, reason } = restore;
  return {
    id,
    signInId: session.signInId,
    organization,
    userId: session.userId,
    address: asker.address,
    scope,
    workload,
    point,
    exploreId: '',
    showDeleted,
    options,
    reason,
    entries,
    calls: planCalls(entries, (containerId) => names.get(containerId) ?? containerId),
    startedAt,
    jobId,
  };
}

/** Adds or replaces a restore. Ended ones are kept for a week, at most twenty of them. */
export function withRestore(state: RestoreState | undefined, restore: Restore, now: number): RestoreState {
  const present = state?.restores ?? [];
  const exists = present.some(({ id }) => id === restore.id);
  const all = exists ? present.map((other) => (other.id === restore.id ? restore : other)) : [restore, ...present];
  let ended = 0;
  const restores = all.filter(({ id, endedAt }) => {
    if (endedAt === undefined) return true;
    ended += 1;
    return id === restore.id || (ended <= MAX_ENDED && now - endedAt < RETENTION_MILLISECONDS);
  });
  return { ...state, restores, recentScopes: state?.recentScopes ?? [] };
}

export function withProgress(restore: Restore, index: number, progress: CallProgress): Restore {
  return { ...restore, calls: restore.calls.map((call, at) => (at === index ? { ...call, progress } : call)) };
}

export interface CurrentCall {
  readonly index: number;
  readonly call: RestoreCall;
}

/** The first call that has not ended: they run one after the other. */
export function currentCall({ calls }: Restore): CurrentCall | undefined {
  const index = calls.findIndex(({ progress }) => progress.kind !== 'ended');
  const call = calls[index];
  return call === undefined ? undefined : { index, call };
}

/** Whether it is unknown if the service started the current call, and the person has to decide. */
export function isUnclear(restore: Restore): boolean {
  const progress = currentCall(restore)?.call.progress;
  return progress?.kind === 'unclear' && progress.next === undefined;
}

/** Whether a job follows it, which needs the sign-in. */
export const isActive = (restore: Restore): boolean =>
  restore.endedAt === undefined && restore.unwatched !== true && !isUnclear(restore);

const noCounts = (total: number): Counts => ({ total, restored: 0, failed: 0, skipped: 0 });

const endedWithout = (result: RestoreResult, at: number, counts: Counts, trouble?: Trouble): EndedCall => ({
  kind: 'ended',
  at,
  result,
  counts,
  failures: [],
  remarks: [],
  ...(trouble === undefined ? {} : { trouble }),
});

const allFailed = ({ keys }: RestoreCall): Counts => ({ ...noCounts(keys.length), failed: keys.length });

/** The service did not accept the call and did nothing. */
export const refusedCall = (call: RestoreCall, at: number, trouble: Trouble): EndedCall =>
  endedWithout('refused', at, allFailed(call), trouble);

/** **Don't send again** on an unclear call. None of it is retried, since it may have been restored. */
export const abandonedCall = (call: RestoreCall, at: number): EndedCall =>
  endedWithout('failed', at, allFailed(call), 'unclear');

/** **Stop**: calls that have not been sent will not be. */
export function cancelPlannedCalls(restore: Restore, at: number): Restore {
  const calls = restore.calls.map((call) =>
    call.progress.kind === 'planned'
      ? { ...call, progress: endedWithout('stopped', at, noCounts(call.keys.length)) }
      : call,
  );
  return { ...restore, stopping: true, calls };
}

/** All calls have ended: only entries that can be retried are still needed. */
export const endRestore = (restore: Restore, endedAt: number): Restore => ({
  ...restore,
  endedAt,
  unwatched: undefined,
  entries: retryableEntries(restore),
});

/** How many items were requested. */
export const itemCount = ({ calls }: Restore): number => calls.reduce((sum, { keys }) => sum + keys.length, 0);

function callCounts({ keys, progress }: RestoreCall): Counts {
  if (progress.kind === 'ended') return progress.counts;
  return (progress.kind === 'running' ? progress.counts : undefined) ?? noCounts(keys.length);
}

export function totalCounts({ calls }: Restore): Counts {
  return calls.map(callCounts).reduce(
    (sum, counts) => ({
      total: sum.total + counts.total,
      restored: sum.restored + counts.restored,
      failed: sum.failed + counts.failed,
      skipped: sum.skipped + counts.skipped,
    }),
    noCounts(0),
  );
}

export const endedCalls = ({ calls }: Restore): readonly EndedCall[] =>
  calls.map(({ progress }) => progress).filter((progress) => progress.kind === 'ended');

export function overallResult(restore: Restore): RestoreResult {
  const results = new Set(endedCalls(restore).map(({ result }) => result));
  if (results.has('stopped')) return 'stopped';
  const [only] = results;
  if (results.size === 1 && only !== undefined) return only;
  return results.has('success') || results.has('warning') ? 'warning' : 'failed';
}

const SEVERITY = { failed: 0, warning: 1, skipped: 2 } as const;

/** Failed items first, then warnings, then skipped ones. */
export function failedItems(restore: Restore): readonly FailedItem[] {
  const all = endedCalls(restore).flatMap(({ failures }) => failures);
  return all.toSorted((one, other) => SEVERITY[one.status] - SEVERITY[other.status]);
}

function retryableKeys({ keys, progress }: RestoreCall): readonly string[] {
  if (progress.kind !== 'ended') return [];
  if (progress.result === 'refused') return keys;
  if (progress.sessionId === undefined) return [];
  const failed = progress.failures.filter(({ status }) => status === 'failed').map(({ key }) => key);
  const { restored, skipped } = progress.counts;
  // The call failed as a whole before any item was reported.
  const isWhole = progress.result === 'failed' && failed.length === 0 && restored === 0 && skipped === 0;
  return isWhole ? keys : failed.filter((key) => key !== undefined);
}

/** Failed entries that the service identified; not those that were skipped, stopped or abandoned. */
export function retryableEntries(restore: Restore): readonly Entry[] {
  const keys = new Set(restore.calls.flatMap(retryableKeys));
  return restore.entries.filter(({ key }) => keys.has(key));
}
