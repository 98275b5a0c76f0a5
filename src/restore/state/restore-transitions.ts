/** How the calls of a restore change, and what they add up to. Pure. */
import type { Entry } from '../backups/entries/entry.ts';
import type {
  CallProgress,
  Counts,
  EndedCall,
  FailedItem,
  Restore,
  RestoreCall,
  RestoreGroup,
  RestoreState,
} from './restore.ts';
import { withoutPeople } from './four-eyes.ts';
import type { Trouble } from '../backups/service-error.ts';
import type { Workload } from '../backups/workloads/index.ts';
import type { Unanswered } from './views.ts';
import { landingOf } from './landing.ts';
import { policyOf } from '../access/kinds/policy.ts';

export type RestoreResult = EndedCall['result'];

export const findRestore = (state: RestoreState | undefined, id: string): Restore | undefined =>
  state?.restores.find((restore) => restore.id === id);

/** A call may go on in the session that nobody follows any more. */
const mayGoOnIn = ({ calls }: HasCalls, exploreId: string): boolean =>
  calls.some(({ progress }) => {
    return progress.kind === 'ended' && progress.result === 'unknown' && progress.sessionId === exploreId;
  });

/** Whether a call of it that has not ended needs the explore session. */
const needs = ({ groups, calls, endedAt }: Restore, exploreId: string): boolean =>
  endedAt === undefined &&
  calls.some(({ group, progress }) => progress.kind !== 'ended' && groups[group]?.exploreId === exploreId);

/** An explore session that must stay open: a restore needs it, or one may go on in it that nobody follows any more. */
export const isRestoredFrom = (state: RestoreState | undefined, exploreId: string): boolean =>
  state?.restores.some((restore) => needs(restore, exploreId) || mayGoOnIn(restore, exploreId)) === true;

/** Adds or replaces a restore. */
export function withRestore(state: RestoreState | undefined, restore: Restore): RestoreState {
  const present = state?.restores ?? [];
  const exists = present.some(({ id }) => id === restore.id);
  const restores = exists ? present.map((other) => (other.id === restore.id ? restore : other)) : [restore, ...present];
  return { ...state, restores, recentScopes: state?.recentScopes ?? [] };
}

export function withProgress(
  restore: Restore,
  index: number,
  progress: CallProgress,
  changes: Partial<Pick<RestoreCall, 'sent' | 'sentAgain' | 'sentTwice' | 'approvedBy' | 'folder'>> = {},
): Restore {
  const calls = restore.calls.map((call, at) => (at === index ? { ...call, ...changes, progress } : call));
  return { ...restore, calls };
}

/** Whether no call before it was sent. Versions before did not note which were: most of them have a session. */
export const isFirstSent = ({ calls }: Pick<Restore, 'calls'>, index: number): boolean =>
  calls.slice(0, index).every(({ sent, progress }) => {
    const isKnown = progress.kind === 'ended' && (progress.sessionId !== undefined || progress.result === 'unknown');
    return sent !== true && !isKnown;
  });

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
): readonly { readonly group: RestoreGroup; readonly part: HasCalls }[] =>
  restore.groups.map((group, index) => ({
    group,
    part: { calls: restore.calls.filter((call) => call.group === index) },
  }));

/** The first group that is done and whose explore session is open for nothing; -1 where there is none. */
export const finishedSession = ({ groups, calls }: Restore): number =>
  partsOf({ groups, calls }).findIndex(
    ({ group: { exploreId }, part }) => exploreId !== '' && allEnded(part) && !mayGoOnIn(part, exploreId),
  );

/** Replaces the explore session of a group, which voids its approval. @returns undefined where it has another one by now */
export function withExploreSession(
  restore: Restore,
  before: Pick<RestoreCall, 'group'> & Pick<RestoreGroup, 'exploreId'>,
  session: Pick<RestoreGroup, 'exploreId' | 'opened'>,
): Restore | undefined {
  if (restore.groups[before.group]?.exploreId !== before.exploreId) return undefined;
  return {
    ...restore,
    groups: restore.groups.map((group, at) =>
      at === before.group ? { ...group, ...session, approval: undefined } : group,
    ),
  };
}

/** Where a call has ended in its group's explore session, whose counts include it: the group's next call gets another one. */
export function withoutUsedSession(restore: Restore, index: number, sessionId: string): Restore {
  const group = restore.calls[index]?.group ?? -1;
  const isNeeded = restore.calls.some((later) => later.group === group && later.progress.kind === 'planned');
  const opened = restore.groups[group]?.opened;
  const replaced = isNeeded && withExploreSession(restore, { group, exploreId: sessionId }, { exploreId: '', opened });
  return replaced || restore;
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

/**
 * **Don't send again**. The service may be restoring an administrator's call in the session that was opened for it, and end
 * that with the session: this is left open, and what was not sent yet gets another one.
 */
export function abandonedCall(restore: Restore, index: number, call: RestoreCall, at: number): Restore {
  const ended = endedCall(call, at, 'unknown', 'unclear');
  if (!policyOf(restore.access).needsCode) return withProgress(restore, index, ended);
  const { exploreId, opened } = groupOfCall(restore, call);
  const left = withProgress(restore, index, { ...ended, sessionId: exploreId });
  return withExploreSession(left, { group: call.group, exploreId }, { exploreId: '', opened }) ?? left;
}

/** The current call while it is searched for. */
export function searchedFor(restore: Restore): Unanswered | undefined {
  const progress = currentCall(restore)?.progress;
  if (progress?.kind !== 'sending' && progress?.kind !== 'unclear') return undefined;
  const { looks, said } = progress;
  const old = progress.kind === 'unclear' ? progress.old : undefined;
  return looks === undefined ? undefined : { looks, said, old };
}

/**
 * Somebody else has to approve it, or has: its next call is not sent, and nothing is open for it at the service. It does without the
 * sign-in for now.
 */
export function isHeld(restore: Restore): boolean {
  const current = currentCall(restore);
  if (restore.fourEyes === undefined || restore.endedAt !== undefined || current?.progress.kind !== 'planned')
    return false;
  return groupOfCall(restore, current.call).exploreId === '';
}

/** Nobody has approved it yet. */
export const isUndecided = (restore: Restore): boolean => isHeld(restore) && restore.fourEyes?.approved === undefined;

/** Whether a job follows it, which needs the sign-in. */
export const isActive = (restore: Restore): boolean =>
  restore.endedAt === undefined &&
  restore.unwatched !== true &&
  unclearCall(restore) === undefined &&
  !isUndecided(restore);

/** How many items the service reports about; unknown where it restores all that is in what was sent. */
export const expectedOf = ({ keys, whole }: Pick<RestoreCall, 'keys' | 'whole'>): number | undefined =>
  whole ? undefined : keys.length;

const noCounts = (call: RestoreCall): Counts => ({ total: expectedOf(call) ?? 0, restored: 0, failed: 0, skipped: 0 });

const countsOf = ({ progress }: RestoreCall): Counts | undefined =>
  'counts' in progress ? progress.counts : undefined;

/** Whether it is known how much it restores. */
export const isCounted = ({ calls }: HasCalls): boolean =>
  calls.every((call) => expectedOf(call) !== undefined || countsOf(call) !== undefined);

/**
 * A call that ended before the service reported anything: `stopped` before it was sent, `refused` by the service, which
 * did nothing, or `unknown` after **Don't send again**, and then never retried, since it may have been restored.
 */
export function endedCall(
  call: RestoreCall,
  at: number,
  result: 'stopped' | 'refused' | 'unknown',
  trouble?: Trouble,
): EndedCall {
  const { total, ...none } = noCounts(call);
  const counts = { ...none, total, failed: result === 'refused' ? total : 0 };
  return { kind: 'ended', at, result, counts, failures: [], remarks: [], trouble };
}

/** One that was to be sent once more may have been restored the first time, whatever ends it now. */
export const unsentCall = (call: RestoreCall, at: number, end: EndedCall): EndedCall =>
  call.sentAgain === true ? { ...endedCall(call, at, 'unknown', 'unclear'), remarks: end.remarks } : end;

/** Calls that have not been sent will not be, and nothing is left to approve. Where none was sent, the restore has ended. */
export function endPlannedCalls(restore: Restore, at: number, end: (call: RestoreCall) => EndedCall): Restore {
  const left = {
    ...restore,
    groups: restore.groups.map((group) => ({ ...group, approval: undefined })),
    calls: restore.calls.map((call) =>
      call.progress.kind === 'planned'
        ? { ...call, sentAgain: undefined, progress: unsentCall(call, at, end(call)) }
        : call,
    ),
  };
  return left.endedAt === undefined && currentCall(left) === undefined ? endRestore(left, at) : left;
}

export const cancelPlannedCalls = (restore: Restore, at: number): Restore => ({
  ...endPlannedCalls(restore, at, (call) => endedCall(call, at, 'stopped')),
  stopping: true,
});

/** It is searched for all the same, to stop it or to ask again. */
function withoutSendingAgain(restore: Restore): Restore {
  const { index, progress } = currentCall(restore) ?? {};
  return index !== undefined && progress?.kind === 'unclear' && progress.next === 'send'
    ? withProgress(restore, index, { ...progress, next: 'look' })
    : restore;
}

/** **Stop**. @returns undefined where that was pressed before, or it has ended */
export const stopRestore = (restore: Restore, at: number): Restore | undefined =>
  restore.endedAt !== undefined || restore.stopping === true
    ? undefined
    : cancelPlannedCalls(withoutSendingAgain(restore), at);

/** What runs is stopped by the press, which writes that into the audit log. */
export function stopByPress(restore: Restore, at: number): Restore | undefined {
  const stopping = stopRestore(restore, at);
  const { index, progress } = (stopping && currentCall(stopping)) ?? {};
  return stopping !== undefined && index !== undefined && progress?.kind === 'running'
    ? withProgress(stopping, index, { ...progress, stopAudited: true })
    : stopping;
}

/** All calls have ended: only entries that can be retried are still needed. */
export const endRestore = (restore: Restore, endedAt: number): Restore => ({
  ...restore,
  endedAt,
  unwatched: undefined,
  fourEyes: restore.fourEyes && withoutPeople(restore.fourEyes),
  groups: partsOf(restore).map(({ group, part }) => {
    const landing = landingOf(restore, group, part.calls);
    return { ...group, approval: undefined, landing, entries: retryableEntries(group, part.calls) };
  }),
});

/** Its state is erased before its end: what was sent goes on at the service, with the counts of now, and the rest is never sent. */
export function erasedRestore(restore: Restore, at: number): Restore {
  const end = (call: RestoreCall): EndedCall => {
    const { progress } = call;
    if (progress.kind === 'ended') return progress;
    if (progress.kind === 'planned') return unsentCall(call, at, endedCall(call, at, 'stopped'));
    const unknown = endedCall(call, at, 'unknown');
    if (progress.kind !== 'running') return unknown;
    const { sessionId, assumed, counts = unknown.counts } = progress;
    return { ...unknown, sessionId, assumed, counts };
  };
  return endRestore({ ...restore, calls: restore.calls.map((call) => ({ ...call, progress: end(call) })) }, at);
}

/** All calls, or those of one group. */
export type HasCalls = Pick<Restore, 'calls'>;

const allEnded = ({ calls }: HasCalls): boolean => calls.every(({ progress }) => progress.kind === 'ended');

/** The kind of what is restored, where all is of one. */
export function kindOf({ groups }: Restore): Workload | 'several' {
  const [first, ...others] = groups.map(({ workload }) => workload);
  return first === undefined || others.some((workload) => workload !== first) ? 'several' : first;
}

export const itemCount = ({ calls }: HasCalls): number => calls.reduce((sum, { keys }) => sum + keys.length, 0);

/** How much of it is restored with all that is in it. */
export const wholeCount = ({ calls }: HasCalls): number =>
  calls.reduce((sum, { keys, whole }) => sum + (whole === true ? keys.length : 0), 0);

export function totalCounts({ calls }: HasCalls): Counts {
  const counts = calls.map((call) => countsOf(call) ?? noCounts(call));
  const sum = (field: keyof Counts): number => counts.reduce((total, each) => total + each[field], 0);
  return { total: sum('total'), restored: sum('restored'), failed: sum('failed'), skipped: sum('skipped') };
}

export const endedCalls = ({ calls }: HasCalls): readonly EndedCall[] =>
  calls.map(({ progress }) => progress).filter((progress) => progress.kind === 'ended');

export function overallResult(restore: HasCalls): RestoreResult {
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

export function retryableKeys({ keys, whole, progress }: RestoreCall): readonly string[] {
  if (progress.kind !== 'ended') return [];
  if (progress.result === 'refused') return keys;
  if (progress.sessionId === undefined) return [];
  const failed = progress.failures
    .filter(({ status }) => status === 'failed' || status === 'missing')
    .map(({ key }) => key);
  const { restored, skipped } = progress.counts;
  const isUntouched = progress.result === 'failed' && restored === 0 && skipped === 0;
  // All or nothing: what was restored already would be restored twice.
  if (whole) return isUntouched ? keys : [];
  // The call failed as a whole before any item was reported, or nobody knows which items those are that were.
  const isVague = failed.length === 0 || failed.includes(undefined);
  return isUntouched && isVague ? keys : failed.filter((key) => key !== undefined);
}

/** Failed and missing entries that the service identified; not those that were skipped, or stopped here, or abandoned. */
export function retryableEntries({ entries }: RestoreGroup, calls: readonly RestoreCall[]): readonly Entry[] {
  const keys = new Set(calls.flatMap(retryableKeys));
  return entries.filter(({ key }) => keys.has(key));
}

/** Failed items of which the service did not say which of several they are, or that were not asked for by themselves. */
export const leftOutCount = ({ calls }: Restore): number =>
  calls
    .filter((call) => call.whole !== true && retryableKeys(call) !== call.keys)
    .flatMap(({ progress }) => (progress.kind === 'ended' ? progress.failures : []))
    .filter(({ key, status }) => key === undefined && (status === 'failed' || status === 'missing')).length;

export const retryableCount = (restore: Restore): number =>
  partsOf(restore).reduce((sum, { group, part }) => sum + retryableEntries(group, part.calls).length, 0);
