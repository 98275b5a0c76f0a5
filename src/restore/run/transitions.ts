/** How a task becomes a restore, how its calls change, what they add up to, and their reference at the service. Pure. */
import type { Asker } from '../../core/person.ts';
import { digestOf } from '../../core/platform.ts';
import type { Session } from '../../sign-in/model.ts';
import type { Entry } from '../model/entry.ts';
import type {
  CallProgress,
  Counts,
  EndedCall,
  FailedItem,
  Restore,
  RestoreCall,
  RestoreGroup,
  RestoreState,
} from '../model/restore.ts';
import type { Trouble } from '../model/service-error.ts';
import { isSameWhere, limitOf } from '../model/list.ts';
import { groupsOf, type Task } from '../model/task.ts';
import { groupOf, kindRules, type Workload } from '../workloads/index.ts';

export type RestoreResult = EndedCall['result'];

const RETENTION_MILLISECONDS = 7 * 86_400_000;
const MAX_ENDED = 20;

export const findRestore = (state: RestoreState | undefined, id: string): Restore | undefined =>
  state?.restores.find((restore) => restore.id === id);

/** An explore session that an unfinished restore uses must stay open. */
export const isRestoredFrom = (state: RestoreState | undefined, exploreId: string): boolean =>
  state?.restores.some(
    ({ groups, endedAt }) => endedAt === undefined && groups.some((group) => group.exploreId === exploreId),
  ) === true;

export function isRestorable(task: Task): boolean {
  const groups = groupsOf(task);
  const isComplete = groups.every(
    ({ workload, entries }) =>
      task.options?.[workload] !== undefined &&
      entries.every((entry) => kindRules(workload, entry).restores === 'itself'),
  );
  return task.step === 'summary' && groups.length > 0 && isComplete && limitOf(groups) === undefined;
}

/** Identifies everything that a task's confirm card shows: it restores nothing once something else would be restored. */
export function shownOf(task: Task): string {
  const groups = groupsOf(task).map(({ scope, workload, point, showDeleted, containers, entries }) => [
    [scope, workload, point, showDeleted, task.options?.[workload]],
    entries.map(({ containerId, key, title }) => [containerId, key, title]),
    containers?.map(({ id, name }) => [id, name]),
  ]);
  return digestOf(JSON.stringify([task.organization, groups]));
}

interface RestoreStart extends Pick<Restore, 'id' | 'cardId' | 'jobId' | 'startedAt' | 'audited'> {
  readonly asker: Asker;
  readonly session: Session;
}

interface PlannedGroup {
  readonly group: RestoreGroup;
  /** Of containers, by id. */
  readonly names: ReadonlyMap<string, string>;
}

function restoreOf(
  { organization, reason }: Pick<Restore, 'organization' | 'reason'>,
  { id, asker, session, cardId, jobId, startedAt, audited }: RestoreStart,
  planned: readonly PlannedGroup[],
): Restore {
  const { signInId, userId } = session;
  const start = { id, signInId, userId, address: asker.address, startedAt, audited, cardId, jobId };
  // One call for what can be restored together, in the order in which they were picked.
  const calls = planned.flatMap(({ group: { workload, entries }, names }, group) =>
    [...Map.groupBy(entries, (entry) => groupOf(workload, entry)).values()].map((together) => {
      const containerId = together[0]?.containerId ?? '';
      return {
        group,
        containerId,
        containerName: names.get(containerId) ?? together[0]?.containerName ?? containerId,
        keys: together.map(({ key }) => key),
        whole: together.some((entry) => kindRules(workload, entry).whole) || undefined,
        progress: { kind: 'planned' as const },
      };
    }),
  );
  return { ...start, organization, reason, groups: planned.map(({ group }) => group), calls };
}

/** @returns the restore that replaces the task; both changes belong into the same write */
export function createRestore(task: Task, start: RestoreStart): Restore {
  const { id: taskId, explore, options } = task;
  const planned = groupsOf(task).map(({ containers, ...group }): PlannedGroup => {
    const exploreId = isSameWhere(group, task) ? (explore?.id ?? '') : '';
    const names = new Map(containers?.map(({ id, name }) => [id, name]));
    return { group: { ...group, exploreId, options: options?.[group.workload] ?? {} }, names };
  });
  return { ...restoreOf(task, start, planned), taskId };
}

/** Restores the failed items again, with a reference and a card of its own. */
export function createRetry(restore: Restore, start: RestoreStart): Restore {
  const planned = restore.groups.map((group, index): PlannedGroup => {
    const calls = restore.calls.filter((call) => call.group === index);
    const names = new Map(calls.map(({ containerId, containerName }) => [containerId, containerName]));
    const entries = retryableEntries(group, calls);
    return { group: { ...group, opened: undefined, exploreId: '', entries }, names };
  });
  return restoreOf(
    restore,
    start,
    planned.filter(({ group }) => group.entries.length > 0),
  );
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

/** @throws Error for a call without a group, which nothing writes */
export function groupOfCall({ groups }: Restore, { group }: RestoreCall): RestoreGroup {
  const found = groups[group];
  if (found === undefined) throw new Error('A call of a restore has no group.');
  return found;
}

export function entriesOfCall(restore: Restore, call: RestoreCall): readonly Entry[] {
  const keys = new Set(call.keys);
  return groupOfCall(restore, call).entries.filter(({ key }) => keys.has(key));
}

/** Of each group its part of the restore, in order. */
export const partsOf = (
  restore: Pick<Restore, 'groups' | 'calls'>,
): readonly { readonly group: RestoreGroup; readonly part: Part }[] =>
  restore.groups.map((group, index) => ({
    group,
    part: { calls: restore.calls.filter((call) => call.group === index) },
  }));

/** The first group that is done and whose explore session is open; -1 where there is none. */
export const finishedSession = ({ groups, calls }: Restore): number =>
  partsOf({ groups, calls }).findIndex(({ group, part }) => group.exploreId !== '' && isDone(part));

/** Replaces the explore session of a group. @returns undefined where it has another one by now */
export function withSession(
  restore: Restore,
  before: Pick<RestoreCall, 'group'> & Pick<RestoreGroup, 'exploreId'>,
  session: Pick<RestoreGroup, 'exploreId' | 'opened'>,
): Restore | undefined {
  if (restore.groups[before.group]?.exploreId !== before.exploreId) return undefined;
  return {
    ...restore,
    groups: restore.groups.map((group, at) => (at === before.group ? { ...group, ...session } : group)),
  };
}

/** The first call that has not ended: they run one after the other. */
export function currentCall({ calls }: Restore) {
  for (const [index, call] of calls.entries()) {
    const { progress } = call;
    if (progress.kind !== 'ended') return { index, call, progress };
  }
  return undefined;
}

/** The current call where it is unknown if the service started it, and the person has to decide. */
export function unclearCall(restore: Restore) {
  const current = currentCall(restore);
  if (current?.progress.kind !== 'unclear' || current.progress.next !== undefined) return undefined;
  return { ...current, progress: current.progress };
}

/** How often the current call was searched for in vain, where its response was lost. */
export function searchesOf(restore: Restore): number | undefined {
  const progress = currentCall(restore)?.progress;
  return progress?.kind === 'sending' || progress?.kind === 'unclear' ? progress.looks : undefined;
}

/** Whether a job follows it, which needs the sign-in. */
export const isActive = (restore: Restore): boolean =>
  restore.endedAt === undefined && restore.unwatched !== true && unclearCall(restore) === undefined;

/** How many items the service reports about; unknown where it restores all that is in what was sent. */
export const expectedOf = ({ keys, whole }: Pick<RestoreCall, 'keys' | 'whole'>): number | undefined =>
  whole ? undefined : keys.length;

const noCounts = (total: number): Counts => ({ total, restored: 0, failed: 0, skipped: 0 });

/**
 * A call that ended before the service reported anything: `stopped` before it was sent, `refused` by the service, which
 * did nothing, or `unknown` after **Don't send again**, and then never retried, since it may have been restored.
 */
export function endedCall(
  { keys }: RestoreCall,
  at: number,
  result: 'stopped' | 'refused' | 'unknown',
  trouble?: Trouble,
): EndedCall {
  const counts = { ...noCounts(keys.length), failed: result === 'refused' ? keys.length : 0 };
  return { kind: 'ended', at, result, counts, failures: [], remarks: [], trouble };
}

/** **Stop**: calls that have not been sent will not be. */
export function cancelPlannedCalls(restore: Restore, at: number): Restore {
  const calls = restore.calls.map((call) =>
    call.progress.kind === 'planned' ? { ...call, progress: endedCall(call, at, 'stopped') } : call,
  );
  return { ...restore, stopping: true, calls };
}

/** All calls have ended: only entries that can be retried are still needed. */
export const endRestore = (restore: Restore, endedAt: number): Restore => ({
  ...restore,
  endedAt,
  unwatched: undefined,
  groups: partsOf(restore).map(({ group, part }) => ({ ...group, entries: retryableEntries(group, part.calls) })),
});

/** All calls, or those of one group. */
export type Part = Pick<Restore, 'calls'>;

export const isDone = ({ calls }: Part): boolean => calls.every(({ progress }) => progress.kind === 'ended');

/** The kind of what is restored, where all is of one. */
export function kindOf({ groups }: Restore): Workload | 'several' {
  const [first, ...others] = groups.map(({ workload }) => workload);
  return first === undefined || others.some((workload) => workload !== first) ? 'several' : first;
}

export const itemCount = ({ calls }: Part): number => calls.reduce((sum, { keys }) => sum + keys.length, 0);

export function totalCounts({ calls }: Part): Counts {
  const counts = calls.map(
    ({ keys, progress }) => ('counts' in progress ? progress.counts : undefined) ?? noCounts(keys.length),
  );
  const sum = (field: keyof Counts): number => counts.reduce((total, each) => total + each[field], 0);
  return { total: sum('total'), restored: sum('restored'), failed: sum('failed'), skipped: sum('skipped') };
}

export const endedCalls = ({ calls }: Part): readonly EndedCall[] =>
  calls.map(({ progress }) => progress).filter((progress) => progress.kind === 'ended');

export function overallResult(restore: Part): RestoreResult {
  const results = new Set(endedCalls(restore).map(({ result }) => result));
  // What nobody knows is never counted among what is known.
  if (results.has('unknown')) return 'unknown';
  if (results.has('stopped')) return 'stopped';
  const [only] = results;
  if (results.size === 1 && only !== undefined) return only;
  return results.has('success') || results.has('warning') ? 'warning' : 'failed';
}

const SEVERITY = { failed: 0, missing: 1, warning: 2, skipped: 3 } as const;

export function failedItems({ calls }: Restore): readonly (FailedItem & Pick<RestoreCall, 'group'>)[] {
  const all = calls.flatMap(({ group, progress }) =>
    progress.kind === 'ended' ? progress.failures.map((item) => ({ ...item, group })) : [],
  );
  return all.toSorted((one, other) => SEVERITY[one.status] - SEVERITY[other.status]);
}

function retryableKeys({ keys, progress }: RestoreCall): readonly string[] {
  if (progress.kind !== 'ended') return [];
  if (progress.result === 'refused') return keys;
  if (progress.sessionId === undefined) return [];
  const failed = progress.failures
    .filter(({ status }) => status === 'failed' || status === 'missing')
    .map(({ key }) => key);
  const { restored, skipped } = progress.counts;
  // The call failed as a whole before any item was reported.
  const isWhole = progress.result === 'failed' && failed.length === 0 && restored === 0 && skipped === 0;
  return isWhole ? keys : failed.filter((key) => key !== undefined);
}

/** Failed and missing entries that the service identified; not those that were skipped, or stopped here, or abandoned. */
function retryableEntries({ entries }: RestoreGroup, calls: readonly RestoreCall[]): readonly Entry[] {
  const keys = new Set(calls.flatMap(retryableKeys));
  return entries.filter(({ key }) => keys.has(key));
}

export const retryableCount = (restore: Restore): number =>
  partsOf(restore).reduce((sum, { group, part }) => sum + retryableEntries(group, part.calls).length, 0);

/** A call's `reason` ends in a reference, by which its session is found again at the service. */

/** The service documents no limit, but may truncate, and would cut off the reference. In UTF-16 units. */
const MAX_REASON_LENGTH = 255;
export const EXPLORE_REASON = 'Looking for something to restore (restore-bot explore)';
const REFERENCE = /\s*\(restore-bot [^\s()]+\)$/;

/** `(restore-bot 7K3QX9M2T4AB-1)`; `index` counts the calls of a restore from 0. */
export const callReference = (restoreId: string, index: number): string => `(restore-bot ${restoreId}-${index + 1})`;

/** @returns the typed reason, shortened if necessary, followed by the whole reference */
export function callReason(typed: string | undefined, restoreId: string, index: number): string {
  const reference = callReference(restoreId, index);
  let reason = '';
  // By characters, so that no surrogate pair is split.
  for (const character of (typed ?? '').trim()) {
    if (reason.length + character.length + 1 + reference.length > MAX_REASON_LENGTH) break;
    reason += character;
  }
  return reason === '' ? reference : `${reason} ${reference}`;
}

export const typedReason = (reason: string | undefined): string | undefined =>
  reason?.replace(REFERENCE, '') || undefined;

/** @returns undefined where the press no longer applies */
export function decisionOf(
  press: 'look' | 'send-again' | 'give-up',
  before: Restore,
  at: number,
): ((restore: Restore) => Restore | undefined) | undefined {
  if (unclearCall(before) === undefined) {
    if (press !== 'look' || before.unwatched !== true) return undefined;
    return (restore) => (restore.unwatched === true ? restore : undefined);
  }
  return (restore) => {
    const unclear = unclearCall(restore);
    if (unclear === undefined) return undefined;
    const { index, call, progress } = unclear;
    if (press === 'give-up') return withProgress(restore, index, endedCall(call, at, 'unknown', 'unclear'));
    return withProgress(restore, index, { ...progress, next: press === 'look' ? 'look' : 'send' });
  };
}
