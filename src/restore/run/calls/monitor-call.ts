/** Polls a running call until it has ended; its card is updated at intervals. */
import { onUpstreamError, type UpstreamError } from '../../../core/errors.ts';
import { orRetryAfter } from '../../../core/retry.ts';
import { troubleOf, type Trouble } from '../../backups/service-error.ts';
import type { Counts, Restore, RestoreCall } from '../../state/restore.ts';
import { stopExplore } from '../../explore/explore-session.ts';
import { auditStop, pause, progressIn, saveProgress, type CallContext } from './call-step.ts';
import { countedOf, isFinished, outcomeOf, progressOf } from './progress.ts';
import { readFinalProgress, readProgress, type Reading } from './read-progress.ts';
import {
  endedCall,
  entriesOfCall,
  expectedOf,
  findRestore,
  groupOfCall,
  isRestoredFrom,
  withoutUsedSession,
  withProgress,
} from '../../state/restore-transitions.ts';
import type { Change, LoadedRestores } from '../record/update.ts';

const FIRST_DELAY_SECONDS = 5;
const MAX_DELAY_SECONDS = 30;
/** Polls with the first delay, before it grows. */
const QUICK_POLLS = 6;
const DELAY_GROWTH = 1.25;
const CARD_UPDATE_MILLISECONDS = 10_000;
/** How long the service may not have a started session, or refuse to show it, before nothing more is expected. */
const MISSING_MILLISECONDS = 60_000;
/** Without a change for so long, a restore within the explore session counts as ended. */
const QUIET_MILLISECONDS = 120_000;
/**
 * The same for a whole mailbox or site, where the service alone knows how much there is: it may look through a large one
 * for minutes before it counts more, and what is stopped then is cut off.
 */
const QUIET_WHOLE_MILLISECONDS = 15 * 60_000;

const delayAfter = (polls: number): number =>
  Math.min(FIRST_DELAY_SECONDS * DELAY_GROWTH ** Math.max(0, polls - QUICK_POLLS), MAX_DELAY_SECONDS) * 1000;

const isSame = (one: Counts | undefined, other: Counts | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export async function monitorCall(first: CallContext): Promise<LoadedRestores> {
  const { ports, run, call, index } = first;
  const { updates, clock } = ports;
  let context = first;
  let isStopSent = false;
  let counts: Counts | undefined;
  let countsChangedAt = clock.now();
  let readAt = clock.now();
  let shownCounts: Counts | undefined;
  let shownAt = clock.now();
  let hiddenSince: number | undefined;
  /** The service asked for no call earlier. The first stop is sent at once. */
  let notBefore = 0;
  let stopNotBefore = 0;
  const quietMilliseconds = call.whole === true ? QUIET_WHOLE_MILLISECONDS : QUIET_MILLISECONDS;

  for (let polls = 1; ; polls += 1) {
    const { restore } = context;
    const running = progressIn(restore, index);
    if (running?.kind !== 'running') return context.loaded;
    const { sessionId } = running;
    counts ??= running.counts;
    const isShared = sessionId === groupOfCall(restore, call).exploreId;
    if (restore.stopping === true && !isStopSent && clock.now() >= stopNotBefore) {
      const stopped = await stopSession(context, sessionId, (error) => {
        stopNotBefore = clock.now() + orRetryAfter(0, error);
      });
      isStopSent = stopped !== undefined;
      // It had no session yet when **Stop** was pressed.
      if (stopped !== undefined && running.stopAudited !== true)
        context = await auditLateStop(context, sessionId, stopped);
    }

    const isEarly = clock.now() < notBefore;
    const { reading, trouble, failures = [] }: Poll = isEarly ? {} : await poll(context, sessionId, isShared);
    notBefore = Math.max(notBefore, ...failures.map((error) => clock.now() + orRetryAfter(0, error)));
    if (trouble !== undefined) {
      hiddenSince ??= clock.now();
      const isHidden = clock.now() - hiddenSince >= MISSING_MILLISECONDS;
      if (isHidden && trouble === 'not-found') return endCall(context, sessionId, {}, counts);
      if (isHidden) return endUnseen(context, sessionId, trouble);
    } else if (!isEarly) hiddenSince = undefined;

    if (reading !== undefined) {
      if (isTold(reading)) {
        // Nobody knows whether it was quiet while nobody could look.
        countsChangedAt += Math.max(0, clock.now() - readAt - MAX_DELAY_SECONDS * 1000);
        readAt = clock.now();
      }
      const read = latestCounts(counts, reading, call);
      if (!isSame(counts, read)) countsChangedAt = clock.now();
      counts = read;
      const isQuiet = clock.now() - countsChangedAt >= quietMilliseconds;
      const isOver = isShared && isFinished(reading, expectedOf(call), isQuiet);
      if (reading.session?.state === 'stopped' || isOver) return endCall(context, sessionId, reading, counts);
      if (!isSame(shownCounts, counts) && clock.now() - shownAt >= CARD_UPDATE_MILLISECONDS) {
        shownAt = clock.now();
        if (await showProgress(context, counts)) shownCounts = counts;
      }
    }

    const next = await pause(context, delayAfter(polls));
    if (next === undefined) return updates.read(run.key);
    context = next;
  }
}

interface Poll {
  readonly reading?: Reading;
  /** Why the service does not show it, which asking later or another sign-in would not change. */
  readonly trouble?: Trouble | undefined;
  readonly failures?: readonly UpstreamError[] | undefined;
}

const poll = (context: CallContext, sessionId: string, isShared: boolean): Promise<Poll> =>
  readProgress(context, sessionId, isShared).then(
    (reading) => ({ reading, failures: reading.failures }),
    onUpstreamError((error) => {
      const fields = { event: 'restore-progress-unavailable', reference: context.run.id, error };
      context.ports.log.warn(fields, 'the progress of a restore could not be read');
      const trouble = troubleOf(error);
      return { trouble: error.transient || trouble === 'unreachable' ? undefined : trouble, failures: [error] };
    }),
  );

/** The session alone says nothing about how far it is. */
const isTold = ({ statistics, events }: Reading): boolean => statistics !== undefined || events !== undefined;

/** What could not be read in full may count less than is known. */
function latestCounts(known: Counts | undefined, reading: Reading, call: RestoreCall): Counts {
  const read = progressOf(reading, expectedOf(call));
  const isPart = (reading.failures ?? []).length > 0;
  return known !== undefined && isPart && countedOf(read) < countedOf(known) ? known : read;
}

/**
 * Saves the outcome.
 *
 * @param reading empty where the service has forgotten the session
 * @param counts the last ones read, of which the card, and what is stored, may not have heard yet
 */
async function endCall(
  context: CallContext,
  sessionId: string,
  { session }: Reading,
  counts: Counts | undefined,
): Promise<LoadedRestores> {
  const { ports, run, loaded, restore, call, index } = context;
  const reading = await readFinalProgress(
    context,
    session,
    sessionId,
    sessionId === groupOfCall(restore, call).exploreId,
  );
  const entries = entriesOfCall(restore, call);
  const at = ports.clock.now();
  const change: Change<Restore> = (present) => {
    const progress = progressIn(present, index);
    if (progress?.kind !== 'running' || progress.sessionId !== sessionId) return undefined;
    const before = counts !== undefined && countedOf(counts) > 0 ? counts : progress.counts;
    const outcome = outcomeOf(reading, entries, present.stopping === true, before, call.whole);
    const { assumed } = progress;
    const trouble = session === undefined ? 'not-found' : undefined;
    const next = withProgress(present, index, { kind: 'ended', sessionId, assumed, at, ...outcome, trouble });
    return withoutUsedSession(next, index, sessionId);
  };
  const after = await ports.updates.save('the outcome of a restore call', run, change, loaded);
  const isReleased =
    groupOfCall(restore, call).exploreId === sessionId &&
    findRestore(after.state, run.id)?.groups[call.group]?.exploreId === '';
  if (isReleased && !isRestoredFrom(after.state, sessionId)) await stopExplore(ports, context.connection, sessionId);
  return after;
}

/** It goes on at the service, and nobody here may see how it ends: its session stays open. */
function endUnseen(
  { ports, run, loaded, call, index }: CallContext,
  sessionId: string,
  trouble: Trouble,
): Promise<LoadedRestores> {
  const change: Change<Restore> = (present) => {
    const progress = progressIn(present, index);
    if (progress?.kind !== 'running' || progress.sessionId !== sessionId) return undefined;
    const ended = endedCall(call, ports.clock.now(), 'unknown', trouble);
    const { assumed, counts = ended.counts } = progress;
    const unseen = withProgress(present, index, { ...ended, sessionId, assumed, counts, uncounted: true });
    return withoutUsedSession(unseen, index, sessionId);
  };
  return ports.updates.save('the lost access to a restore call', run, change, loaded);
}

/** @returns whether the card shows the counts now */
async function showProgress({ ports, run, index }: CallContext, counts: Counts): Promise<boolean> {
  const { state } = await ports.updates.change(run, (present) => {
    const progress = progressIn(present, index);
    if (progress?.kind !== 'running' || isSame(progress.counts, counts)) return undefined;
    return withProgress(present, index, { ...progress, counts });
  });
  const restore = findRestore(state, run.id);
  if (restore === undefined || progressIn(restore, index)?.kind !== 'running') return false;
  return (await ports.cards.tryUpdate(run.key, restore)) !== 'failed';
}

/** After a crash in between rather twice than never. @param outcome of stopping it */
async function auditLateStop(context: CallContext, sessionId: string, outcome: string): Promise<CallContext> {
  const { ports, connection, restore, call } = context;
  auditStop(ports, connection, { id: sessionId, kind: groupOfCall(restore, call).workload }, outcome);
  const loaded = await saveProgress(context, 'the record of a stop in the audit log', (progress) =>
    progress.kind === 'running' && progress.sessionId === sessionId && progress.stopAudited !== true
      ? { ...progress, stopAudited: true }
      : undefined,
  );
  return { ...context, loaded };
}

/** @returns how, once the service no longer runs it; otherwise the next poll tries again */
const stopSession = (
  { ports, connection, run }: CallContext,
  sessionId: string,
  onError: (error: UpstreamError) => void,
): Promise<'success' | 'not-found' | undefined> =>
  connection
    .call((access) => ports.explorer.stop(access, sessionId))
    .then(
      () => 'success' as const,
      onUpstreamError((error) => {
        const fields = { event: 'restore-stop-failed', reference: run.id, error };
        ports.log.warn(fields, 'a restore could not be stopped yet');
        onError(error);
        return troubleOf(error) === 'not-found' ? 'not-found' : undefined;
      }),
    );
