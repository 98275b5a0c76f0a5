/** Sends a planned call: the intention is stored first, the request is made once, and its result stored before all else. */
import { HOUR } from '../../../core/durations.ts';
import { onUpstreamError, UpstreamError } from '../../../core/errors.ts';
import { BACK_OFF, backOffMilliseconds, orRetryAfter } from '../../../core/retry.ts';
import type { CallProgress, Restore } from '../../state/restore.ts';
import { troubleOf, type Trouble } from '../../backups/service-error.ts';
import { openExplore } from '../../explore/explore-session.ts';
import { SessionRefusedError } from '../../access/session-work.ts';
import { approvedCode, refusedApproval, withRefusedApproval, servicesWords } from '../../state/code-approval.ts';
import { auditStart, forgetFailures, ownsRestore, progressIn, saveProgress, type CallContext } from './call-step.ts';
import { callReason } from '../../explore/call-reference.ts';
import { folderElsewhere } from '../../state/landing.ts';
import {
  currentCall,
  endedCall,
  unsentCall,
  entriesOfCall,
  findRestore,
  groupOfCall,
  isFirstSent,
  withProgress,
  withExploreSession,
} from '../../state/restore-transitions.ts';
import type { Change, LoadedRestores } from '../record/update.ts';
import { restoreHash } from '../record/create-restore.ts';
import { findCall } from './find-call.ts';
import { maySend } from './second-person.ts';
import { sendOnce } from './send-once.ts';
import { readBefore, type FoundRestore } from './what-changed.ts';
import { policyOf } from '../../access/kinds/policy.ts';

/** After that the person is told that the restore could not be started, and may retry it. */
const GIVE_UP_MILLISECONDS = HOUR;
/** Longer than a service may be unreachable, and than the calls of one restore take between them. */
const PLANNED_MILLISECONDS = 2 * HOUR;
/** A call answered with 429 was not taken, and is sent again so often. */
const MAX_THROTTLED = 3;
/**
 * How long a claim may be used. Another run that finds the claim searches for longer than this before it sends again, so
 * an older claim may no longer be exclusive.
 */
const CLAIM_MILLISECONDS = 20_000;
/** A service that waits for the sign-in within the call may do so until the code has expired. */
const AFTER_CODE_MILLISECONDS = 60_000;

type SendingClaim = Extract<CallProgress, { kind: 'sending' }>;
/** The restore with the result of a call. */
type Settled = (restore: Restore) => Restore;

export async function sendCall(context: CallContext): Promise<LoadedRestores> {
  const { ports, run, restore, call, index } = context;
  const group = groupOfCall(restore, call);
  const { workload, exploreId, options, target } = group;
  if (exploreId === '') return openForRestore(context);
  const code = approvedCode(restore, call);
  if (policyOf(restore.access).needsCode && code === undefined) throw new Error('Nobody has approved this restore.');
  run.signal.throwIfAborted();
  const known = await lookBefore(context);
  if (known !== undefined) return known;
  const before = code && (await readBefore(context));
  // The next round says why not.
  if (!(await maySend(ports, restore))) return ports.updates.read(run.key);
  const answerBy = code?.by === 'person' ? code.expiresAt + AFTER_CODE_MILLISECONDS : undefined;
  const folder = target && folderElsewhere(restore, group, call);
  // The exclusive right to send the call.
  const claim: SendingClaim = { kind: 'sending', at: ports.clock.now(), by: ports.newId(), before, answerBy };
  const take: Change<Restore> = (present) => {
    const isPlanned = progressIn(present, index)?.kind === 'planned' && ownsRestore(present, run.messageId);
    const isAllowed = present.stopping !== true && approvedCode(present, call)?.userCode === code?.userCode;
    const isSame = present.fourEyes === undefined || present.fourEyes.hash === restoreHash(present);
    return isPlanned && isAllowed && isSame
      ? withProgress(present, index, claim, { sent: true, approvedBy: code?.by, folder })
      : undefined;
  };
  const loaded = await ports.updates.save('the claim on a restore call', run, take, context.loaded);
  // By its name: the write may have succeeded although its response was lost.
  const stored = progressIn(findRestore(loaded.state, run.id), index);
  if (stored?.kind !== 'sending' || stored.by !== claim.by) return loaded;
  ports.unsentCalls.sent(run.id, index);
  const claimed = { ...context, loaded };
  const planned: Settled = (present) => withProgress(present, index, { kind: 'planned' });
  if (run.signal.aborted || ports.clock.now() - claim.at > CLAIM_MILLISECONDS) {
    const release: Settled = (present) =>
      withProgress(present, index, { kind: 'planned' }, { sent: call.sent, approvedBy: call.approvedBy });
    ports.unsentCalls.unsent(run.id, index);
    const released = await settle(claimed, claim, release);
    run.signal.throwIfAborted();
    return released;
  }
  if (isFirstSent(restore, index)) auditStart(ports, run, restore);
  const result = await sendOnce(context, {
    workload,
    exploreId,
    containerId: call.containerId,
    entries: entriesOfCall(restore, call),
    options,
    target: target && { item: target, folder: folder ?? '' },
    ...(code === undefined
      ? {
          reason: callReason(
            restore.reason,
            restore.id,
            index,
            restore.fourEyes?.approved?.by.map(({ objectId }) => objectId),
          ),
        }
      : {
          credentials: code.by === 'certificate' ? { kind: 'certificate' } : { kind: 'code', userCode: code.userCode },
        }),
    timeLimitMilliseconds: answerBy && Math.max(answerBy - claim.at, AFTER_CODE_MILLISECONDS),
  });
  if (result.kind === 'lost') {
    const fields = { event: 'restore-call-response-lost', reference: run.id, error: result.error };
    ports.log.warn(fields, 'the response to a restore call was lost; searching for its session');
    return noteAnswer(claimed, claim, result.error);
  }
  if (result.kind === 'running' || result.kind === 'refused') forgetFailures(run);
  if (result.kind === 'running') {
    const { sessionId } = result;
    const fields = { event: 'restore-call-accepted', reference: run.id, call: index + 1 };
    // What it tells an administrator is not documented.
    const told = before && { sessionsListed: before.sessions !== undefined, counted: before.total !== undefined };
    const accepted = { ...fields, ownSession: sessionId !== exploreId, ...told };
    ports.log.info(accepted, 'the backup service accepted a restore call');
    return settle(claimed, claim, (present) =>
      withProgress(present, index, { kind: 'running', sessionId, at: claim.at }),
    );
  }
  if (code !== undefined && result.kind === 'refused' && refusedApproval(result.error) !== undefined) {
    const { error } = result;
    const fields = { event: 'restore-approval-refused', reference: run.id, error, call: index + 1 };
    ports.log.warn(fields, 'the backup service refused the approval of a restore call');
    const at = ports.clock.now();
    return settle(claimed, claim, (present) => withRefusedApproval(present, index, at, servicesWords(error)));
  }
  ports.unsentCalls.unsent(run.id, index);
  const released = { ...context, loaded: await settle(claimed, claim, planned) };
  if (result.kind === 'refused') return afterRefusal(released, result.error);
  if (result.kind === 'unsendable') {
    const fields = { event: 'restore-call-unsendable', reference: run.id, error: result.error, call: index + 1 };
    ports.log.error(fields, 'no request could be made for a restore call');
    return endUnsent(released, 'unknown');
  }
  if (result.error instanceof SessionRefusedError) throw result.error;
  if (result.error instanceof UpstreamError && result.error.code === 'THROTTLED') {
    run.throttled += 1;
    if (run.throttled > MAX_THROTTLED) return endThrottled(released, result.error);
  }
  return waitOrGiveUp(released, result.error);
}

/**
 * A call that is stored as planned may have been sent by another process, or be of an older state that was put back: it is looked for at
 * the service by its reference, where it has one. If it is not there, it is sent; after two hours without any progress only where the
 * person says so.
 *
 * @returns undefined where it may be sent
 */
export async function lookBefore(context: CallContext): Promise<LoadedRestores | undefined> {
  const { ports, run, restore, index } = context;
  const { updates, clock, log } = ports;
  if (ports.unsentCalls.has(run.id, index)) return undefined;
  // An administrator's call has no reference by which it could be found.
  const isSearched = policyOf(restore.access).isReasonRecorded;
  let found: FoundRestore | 'blind' | undefined;
  try {
    found = isSearched ? await findCall(context, { at: restore.startedAt }) : undefined;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return waitOrGiveUp(context, error);
  }
  const at = clock.now();
  const isOld = at - lastProgressOf(restore) > PLANNED_MILLISECONDS;
  if (found === undefined && !isOld) {
    ports.unsentCalls.unsent(run.id, index);
    return undefined;
  }
  const fields = {
    event: 'restore-call-planned-before',
    reference: run.id,
    call: index + 1,
    found: found !== undefined,
  };
  log.warn(fields, 'a call that is stored as planned was there already, or is too old to be sent without being asked');
  const next: CallProgress =
    found === undefined || found === 'blind'
      ? { kind: 'unclear', at: restore.startedAt, looks: isSearched ? 1 : 0, old: true }
      : { kind: 'running', ...found, at: restore.startedAt };
  const change: Change<Restore> = (present) =>
    progressIn(present, index)?.kind === 'planned' ? withProgress(present, index, next) : undefined;
  return updates.save('what was found of a restore call', run, change, context.loaded);
}

/** When something last happened to it that lets its next call be sent. */
function lastProgressOf({ startedAt, decidedAt = startedAt, calls, groups }: Restore): number {
  const approved = groups.map(({ approval }) => (approval?.kind === 'approved' ? approval.at : startedAt));
  const ends = calls.map(({ progress }) => {
    // That the service no longer knows a call is no progress: of an older state that would be so, too.
    if (progress.kind === 'ended' && (progress.uncounted === true || progress.trouble !== undefined)) return startedAt;
    return 'at' in progress ? progress.at : startedAt;
  });
  return Math.max(startedAt, decidedAt, ...approved, ...ends);
}

/** An answer that does not say whether the call has started may say why. */
async function noteAnswer(context: CallContext, { by }: SendingClaim, error: unknown): Promise<LoadedRestores> {
  const said = error instanceof UpstreamError && error.code === 'FAILED' ? servicesWords(error) : undefined;
  if (said === undefined) return context.loaded;
  const isRefused = policyOf(context.restore.access).needsCode && refusedApproval(error) !== undefined;
  return saveProgress(context, 'the response to a restore call', (progress) =>
    progress.kind === 'sending' && progress.by === by
      ? { ...progress, said, refused: isRefused ? true : undefined }
      : undefined,
  );
}

function settle(
  { ports, run, index, loaded }: CallContext,
  { by, at }: SendingClaim,
  settled: Settled,
): Promise<LoadedRestores> {
  const change: Change<Restore> = (restore) => {
    const present = progressIn(restore, index);
    if (present?.kind === 'sending' && present.by === by) return settled(restore);
    if (present?.kind !== 'unclear' || present.at !== at) return undefined;
    // Another run has searched for the call in vain and stopped: this one has its result and takes the restore over.
    const jobId = present.next === undefined ? (run.messageId ?? restore.jobId) : restore.jobId;
    return { ...settled(restore), jobId };
  };
  return ports.updates.save('the result of a restore call', run, change, loaded);
}

async function afterRefusal(context: CallContext, error: UpstreamError): Promise<LoadedRestores> {
  const { ports, run, index } = context;
  const reopened = await openAgainIfOver(context, error);
  if (reopened !== undefined) return reopened;
  const fields = { event: 'restore-call-refused', reference: run.id, error, call: index + 1 };
  ports.log.warn(fields, 'the backup service refused a restore call');
  return endUnsent(context, troubleOf(error), true);
}

/** Once for each call. @returns undefined where the explore session was not the reason */
export async function openAgainIfOver(context: CallContext, error: UpstreamError): Promise<LoadedRestores | undefined> {
  const { ports, run, loaded, restore: sent, call, index } = context;
  const trouble = troubleOf(error);
  const mayBeOver = trouble === 'not-found' || trouble === 'conflict';
  if (!mayBeOver || run.reopenedFor === index || !(await isExploreOver(context))) return undefined;
  run.reopenedFor = index;
  const { group } = call;
  const { exploreId, opened } = groupOfCall(sent, call);
  const change: Change<Restore> = (restore) =>
    withExploreSession(restore, { group, exploreId }, { exploreId: '', opened });
  return ports.updates.change(run, change, loaded);
}

/** A service that no longer knows the session has ended it. */
const isExploreOver = ({ ports, connection, restore, call }: CallContext): Promise<boolean> =>
  connection
    .call((access) => ports.explorer.session(access, groupOfCall(restore, call).exploreId))
    .then(
      ({ state }) => state === 'stopped',
      onUpstreamError((error) => troubleOf(error) === 'not-found'),
    );

async function openForRestore(context: CallContext): Promise<LoadedRestores> {
  const { ports, connection, run, loaded, restore, call, index } = context;
  try {
    const { id: exploreId, opened } = await openExplore(ports, connection, groupOfCall(restore, call));
    const change: Change<Restore> = (present) =>
      progressIn(present, index)?.kind === 'planned'
        ? withExploreSession(present, { group: call.group, exploreId: '' }, { exploreId, opened })
        : undefined;
    return await ports.updates.change(run, change, loaded);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const mayRetry = error.transient || error.code === 'UNTRUSTED';
    return mayRetry ? waitOrGiveUp(context, error) : endUnsent(context, troubleOf(error));
  }
}

/** Nothing reached the service: waits, longer each time. */
async function waitOrGiveUp(context: CallContext, error: unknown): Promise<LoadedRestores> {
  const { ports, run } = context;
  const { updates, clock, log } = ports;
  run.failures += 1;
  run.failingSince ??= clock.now();
  const { failures, failingSince } = run;
  const fields = { event: 'restore-call-postponed', reference: run.id, error, failures };
  log.warn(fields, 'a restore call could not be sent yet');
  const isUpstream = error instanceof UpstreamError;
  if (isUpstream && clock.now() - failingSince > GIVE_UP_MILLISECONDS) return endUnsent(context, troubleOf(error));
  await waitAfter(context, error);
  return updates.read(run.key);
}

function waitAfter({ ports, run }: CallContext, error: unknown): Promise<void> {
  const backOff = backOffMilliseconds(BACK_OFF.restoreCall, run.failures);
  return ports.clock.sleep(orRetryAfter(backOff, error), run.signal);
}

/** The service answers, so that the next call has its own attempts; not before the service takes calls again. */
async function endThrottled(context: CallContext, error: UpstreamError): Promise<LoadedRestores> {
  const { ports, run } = context;
  const ended = await endUnsent(context, troubleOf(error));
  const restore = findRestore(ended.state, run.id);
  const isLast = restore === undefined || currentCall(restore) === undefined;
  if (!isLast) await waitAfter(context, error);
  run.failures = 0;
  run.failingSince = undefined;
  return isLast ? ended : ports.updates.read(run.key);
}

/** @param wentOut whether the service has got what it refuses */
function endUnsent(
  { ports, run, call, index, loaded }: CallContext,
  trouble: Trouble,
  wentOut = false,
): Promise<LoadedRestores> {
  run.throttled = 0;
  const at = ports.clock.now();
  const change: Change<Restore> = (present) =>
    progressIn(present, index)?.kind === 'planned'
      ? withProgress(
          present,
          index,
          unsentCall(call, at, endedCall(call, at, 'refused', trouble)),
          wentOut ? {} : { sentAgain: undefined },
        )
      : undefined;
  return ports.updates.save('the end of a restore call', run, change, loaded);
}
