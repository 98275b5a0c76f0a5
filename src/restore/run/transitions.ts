/** One restore: how a task becomes it, what becomes of its calls, and what they come to. Pure. */
import type { Asker } from '../../core/person.ts';
import type { Session } from '../../sign-in/model.ts';
import type { Entry, Point, RestoreOptions, Scope, Workload } from '../model/catalog.ts';
import { nothingOf, retryableOf, type Ended } from './result.ts';
import type { Trouble } from '../model/service-error.ts';
import type { Task } from '../model/task.ts';
import type { CallProgress, Restore, RestoreCall, RestoreState } from '../model/restore.ts';

const KEPT_MILLISECONDS = 7 * 86_400_000;
const MOST_KEPT = 20;

export const restoreIn = (state: RestoreState | undefined, id: string): Restore | undefined =>
  state?.restores.find((restore) => restore.id === id);

/** What a task has to say before it can be restored. */
export interface RestorableTask extends Task {
  readonly scope: Scope;
  readonly workload: Workload;
  readonly point: Point;
  readonly options: RestoreOptions;
}

/** Whether all was chosen, and is what the summary shows. */
export function isRestorable(task: Task): task is RestorableTask {
  const { step, scope, workload, point, options } = task;
  if (step !== 'summary' || scope === undefined || workload === undefined || point === undefined) return false;
  return options?.workload === workload && entriesOf(task).every(({ kind }) => kind !== 'folder');
}

/** What the list comes to. */
export const entriesOf = ({ expanded, list }: Task): readonly Entry[] => expanded ?? list;

/** One call for each container, in the order in which they were picked. */
function callsFor(entries: readonly Entry[], nameOf: (containerId: string) => string): readonly RestoreCall[] {
  const keys = new Map<string, string[]>();
  for (const { containerId, key } of entries) {
    const others = keys.get(containerId);
    if (others === undefined) keys.set(containerId, [key]);
    else others.push(key);
  }
  return [...keys].map(([containerId, each]) => ({
    containerId,
    containerName: nameOf(containerId),
    keys: each,
    progress: { kind: 'planned' },
  }));
}

export interface Begun {
  readonly id: string;
  readonly asker: Asker;
  readonly session: Session;
  readonly cardId?: string | undefined;
  readonly jobId?: string | undefined;
  readonly startedAt: number;
}

/** @returns the restore that the task becomes; the task itself is to be taken out of the state in the same write */
export function restoreOf(task: RestorableTask, { id, asker, session, cardId, jobId, startedAt }: Begun): Restore {
  const named = (containerId: string): string =>
    task.containers?.find(({ id: each }) => each === containerId)?.name ?? containerId;
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
    calls: callsFor(entriesOf(task), named),
    startedAt,
    cardId,
    jobId,
  };
}

/** What failed, once more: the same in everything else, with its own reference and card. */
export function retryOf(restore: Restore, { id, asker, session, jobId, startedAt }: Begun): Restore {
  const entries = retryableOf(restore);
  const names = new Map(restore.calls.map(({ containerId, containerName }) => [containerId, containerName]));
  const { organization, scope, workload, point, showDeleted, options, reason } = restore;
  const calls = callsFor(entries, (containerId) => names.get(containerId) ?? containerId);
  const { address } = asker;
  const { signInId, userId } = session;
  const whose = { id, signInId, organization, userId, address };
  const what = { scope, workload, point, exploreId: '', showDeleted, options, reason };
  return { ...whose, ...what, entries, calls, startedAt, jobId };
}

/** Puts a restore in or in its place; ended ones are kept for a week, twenty at most. */
export function withRestore(state: RestoreState | undefined, restore: Restore, now: number): RestoreState {
  const present = state?.restores ?? [];
  const isThere = present.some(({ id }) => id === restore.id);
  const all = isThere ? present.map((each) => (each.id === restore.id ? restore : each)) : [restore, ...present];
  let ended = 0;
  const restores = all.filter(({ id, endedAt }) => {
    if (endedAt === undefined) return true;
    ended += 1;
    return id === restore.id || (ended <= MOST_KEPT && now - endedAt < KEPT_MILLISECONDS);
  });
  return { ...state, restores, recentScopes: state?.recentScopes ?? [] };
}

export function withProgress(restore: Restore, index: number, progress: CallProgress): Restore {
  return { ...restore, calls: restore.calls.map((call, each) => (each === index ? { ...call, progress } : call)) };
}

export interface CurrentCall {
  readonly index: number;
  readonly call: RestoreCall;
}

/** Calls go one after the other: the first that has not ended. */
export function currentCall({ calls }: Restore): CurrentCall | undefined {
  const index = calls.findIndex(({ progress }) => progress.kind !== 'ended');
  const call = calls[index];
  return call === undefined ? undefined : { index, call };
}

/** Whether it waits for the person: nobody knows whether it was started. */
export function isUnclear(restore: Restore): boolean {
  const progress = currentCall(restore)?.call.progress;
  return progress?.kind === 'unclear' && progress.next === undefined;
}

/** Whether somebody follows it, so that the sign-in is needed. */
export const isGoing = (restore: Restore): boolean =>
  restore.endedAt === undefined && restore.unwatched !== true && !isUnclear(restore);

/** The service did not take the call, and did nothing. */
export function refusedCall({ keys }: RestoreCall, at: number, trouble: Trouble): Ended {
  const counts = { ...nothingOf(keys.length), failed: keys.length };
  return { kind: 'ended', at, result: 'refused', counts, failures: [], remarks: [], trouble };
}

/** **Leave it**: nobody knows, so nothing of it is tried again. */
export function givenUpCall({ keys }: RestoreCall, at: number): Ended {
  const counts = { ...nothingOf(keys.length), failed: keys.length };
  return { kind: 'ended', at, result: 'failed', counts, failures: [], remarks: [], trouble: 'unclear' };
}

/** **Stop**: what was not sent yet will not be. */
export function stopPlanned(restore: Restore, at: number): Restore {
  const calls = restore.calls.map((call): RestoreCall => {
    if (call.progress.kind !== 'planned') return call;
    const counts = nothingOf(call.keys.length);
    return { ...call, progress: { kind: 'ended', at, result: 'stopped', counts, failures: [], remarks: [] } };
  });
  return { ...restore, stopping: true, calls };
}

/** All calls have ended: what nobody needs any more goes, subjects and names first. */
export function endedRestore(restore: Restore, endedAt: number): Restore {
  return { ...restore, endedAt, unwatched: undefined, entries: retryableOf(restore) };
}
