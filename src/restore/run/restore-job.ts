/**
 * The job that follows a restore from **Restore** to its outcome. Each round takes the next step from what is stored, so
 * that another process continues wherever one has died.
 */
import { HOUR } from '../../core/durations.ts';
import { onUpstreamError } from '../../core/errors.ts';
import type { JobOf } from '../../core/jobs.ts';
import type { Restore } from '../state/restore.ts';
import { stopExplore } from '../explore/explore-session.ts';
import { continuing, type Connection } from '../access/service-access.ts';
import { SessionOverError, SessionRefusedError } from '../access/session-work.ts';
import type { ApprovalTrouble } from '../backups/service-error.ts';
import { closeRequest } from '../four-eyes/pass.ts';
import { endUnsent } from '../state/code-approval.ts';
import { approveCall } from './calls/approve-call.ts';
import {
  auditEnd,
  auditStart,
  forgetFailures,
  needsMessage,
  ownsRestore,
  saveProgress,
  type CallContext,
  type RestoreRun,
  type RunPorts,
} from './calls/call-step.ts';
import { monitorCall } from './calls/monitor-call.ts';
import { reconcileCall } from './calls/reconcile-call.ts';
import { endFacts } from './record/restore-card.ts';
import { passFourEyes } from './calls/second-person.ts';
import { sendCall } from './calls/send-call.ts';
import {
  cancelPlannedCalls,
  currentCall,
  endRestore,
  findRestore,
  finishedSession,
  isFirstSent,
  isRestoredFrom,
  unclearCall,
  withProgress,
  withExploreSession,
} from '../state/restore-transitions.ts';
import { endOfChain } from '../state/retry-chain.ts';
import type { Change, LoadedRestores } from './record/update.ts';
import { policyOf } from '../access/kinds/policy.ts';

/** The job is repeated until then while the chat service fails. */
const GIVE_UP_ON_CHANNEL_MILLISECONDS = HOUR;

/** Each returns the state after it. */
const STEPS = {
  planned: (context: CallContext) => (policyOf(context.restore.access).needsCode ? approveCall : sendCall)(context),
  sending: reconcileCall,
  unclear: reconcileCall,
  running: monitorCall,
} as const;

/** Handler of `restore` jobs: returns once nothing is left to do, throws what interrupted it otherwise. */
export async function followRestore(
  ports: RunPorts,
  { key, restoreId: id }: JobOf<'restore'>,
  signal: AbortSignal,
  messageId: string | undefined,
): Promise<void> {
  const { updates, cards } = ports;
  const run: RestoreRun = {
    key,
    id,
    messageId,
    signal,
    failures: 0,
    throttled: 0,
    isStartAudited: false,
    approval: { failedChecks: 0, isCheckRefused: false, notBefore: 0 },
  };
  let loaded: LoadedRestores | undefined = await updates.readForJob(key);
  const restore = findRestore(loaded.state, id);
  // The process died before it could post the card.
  if (restore !== undefined && restore.cardId === undefined && ownsRestore(restore, messageId)) {
    if ((await cards.tryUpdate(key, restore)) !== 'failed') loaded = await updates.read(key);
  }
  while (loaded !== undefined) {
    signal.throwIfAborted();
    loaded = await round(ports, run, loaded);
  }
}

/** @returns the state after the round; undefined once nothing is left to do */
async function round(ports: RunPorts, run: RestoreRun, loaded: LoadedRestores): Promise<LoadedRestores | undefined> {
  const { access, updates, cards, clock, log } = ports;
  const restore = findRestore(loaded.state, run.id);
  if (restore === undefined || restore.endAnnounced === true || !ownsRestore(restore, run.messageId)) return undefined;
  if (restore.endedAt !== undefined) return announceEnd(ports, run, loaded, restore);
  const current = currentCall(restore);
  const now = clock.now();
  if (current === undefined) {
    const end: Change<Restore> = (present) => (present.endedAt === undefined ? endRestore(present, now) : undefined);
    return updates.save('the end of a restore', run, end, loaded);
  }
  const unclear = unclearCall(restore);
  if (restore.unwatched === true || unclear !== undefined) {
    const shown = await cards.update(run.key, restore);
    if (shown === 'updated' && unclear !== undefined) await postDecisionDue(ports, run, loaded, restore, unclear);
    return undefined;
  }
  const { kind } = current.progress;
  if (kind === 'planned' && restore.stopping === true) {
    return updates.save('the stop of a restore', run, (present) => cancelPlannedCalls(present, now), loaded);
  }
  // It was sent, also where its response was lost, or another run has sent it.
  if (kind !== 'planned') forgetFailures(run);
  else {
    const gate = await passFourEyes(ports, run, loaded, restore);
    if (gate === 'waiting') return undefined;
    if (gate !== 'passed') return gate;
  }
  const found = await access.find(run.key);
  const connection = found.kind === 'granted' ? continuing(found.connection, restore) : undefined;
  if (connection === undefined) {
    const isAllowed = found.kind === 'granted' || found.notice.code !== 'administrator-only';
    return stopMonitoring(ports, run, loaded, isAllowed ? 'approval-session-over' : 'approval-not-allowed');
  }
  try {
    if (kind === 'planned' && (await stopFinished(ports, run, connection, loaded, restore))) {
      return await updates.read(run.key);
    }
    if (kind === 'sending' && isFirstSent(restore, current.index)) auditStart(ports, run, restore);
    return await STEPS[kind]({ ports, connection, run, loaded, restore, ...current });
  } catch (error) {
    if (!(error instanceof SessionRefusedError)) throw error;
    // Another sign-in of the same person goes on with it.
    if (error instanceof SessionOverError) return updates.read(run.key);
    log.warn({ event: 'restore-session-refused', reference: run.id, error }, 'the session was refused meanwhile');
    return stopMonitoring(ports, run, await updates.read(run.key));
  }
}

/**
 * Closes the explore session of a group that is done, before the next one opens its own: of one restore no more than two
 * are open, this one and that which its task had open.
 *
 * @returns whether there was one
 */
async function stopFinished(
  ports: RunPorts,
  run: RestoreRun,
  connection: Connection,
  loaded: LoadedRestores,
  restore: Restore,
): Promise<boolean> {
  const index = finishedSession(restore);
  const group = restore.groups[index];
  if (group === undefined) return false;
  const { exploreId, opened } = group;
  await stopExplore(ports, connection, exploreId);
  const change: Change<Restore> = (present) =>
    withExploreSession(present, { group: index, exploreId }, { exploreId: '', opened });
  await ports.updates.save('the closing of a session of a restore', run, change, loaded);
  return true;
}

/** Those that are still open; best effort. */
async function stopSessions(ports: RunPorts, { key }: RestoreRun, restore: Restore): Promise<void> {
  const { access, updates } = ports;
  const open = restore.groups.map(({ exploreId }) => exploreId).filter((exploreId) => exploreId !== '');
  const connection = open.length === 0 ? undefined : await access.connectFor(key, restore);
  if (connection === undefined) return;
  const { state } = await updates.read(key);
  for (const exploreId of open) {
    if (!isRestoredFrom(state, exploreId)) await stopExplore(ports, connection, exploreId);
  }
}

/** The sign-in has ended; what runs continues at the service, and what was not sent by then is not sent any more. */
function stopMonitoring(
  ports: RunPorts,
  run: RestoreRun,
  loaded: LoadedRestores,
  trouble: ApprovalTrouble = 'approval-session-over',
): Promise<LoadedRestores> {
  const { updates, clock, log } = ports;
  log.info({ event: 'restore-unmonitored', reference: run.id }, 'the sign-in has ended: a restore is not monitored');
  const change: Change<Restore> = (restore) => {
    if (restore.unwatched === true || !ownsRestore(restore, run.messageId)) return undefined;
    const left = endUnsent(restore, clock.now(), trouble) ?? restore;
    if (left.endedAt !== undefined) return left;
    const current = currentCall(left);
    // What the person asked for cannot be done now; they decide again after signing in.
    return current?.progress.kind === 'unclear'
      ? { ...withProgress(left, current.index, { ...current.progress, next: undefined }), unwatched: true }
      : { ...left, unwatched: true };
  };
  return updates.save('the end of monitoring a restore', run, change, loaded);
}

async function announceEnd(
  ports: RunPorts,
  run: RestoreRun,
  loaded: LoadedRestores,
  restore: Restore,
): Promise<undefined> {
  const { updates, cards } = ports;
  auditEnd(ports, run, restore);
  if (restore.fourEyes !== undefined) await closeRequest(ports, restore.id, 'withdrawn');
  // Whoever asked for it hears of it also where the operator's chat is gone, or the channel fails.
  const { requestId } = restore;
  if (requestId !== undefined)
    await ports.requestEnded?.(requestId, run.key, endOfChain(loaded.state?.restores ?? [restore], restore));
  if ((await cards.update(run.key, restore)) === 'unreachable') return;
  await stopSessions(ports, run, restore);
  await postRestoreOver(ports, run, loaded, restore);
  await postChannelLine(ports, run, loaded, restore);
  const change: Change<Restore> = (present) =>
    present.endAnnounced === true ? undefined : { ...present, endAnnounced: true };
  await updates.save('the announcement of an outcome', run, change, loaded);
}

/** All that was not sent yet waits for the person's decision. Posted before that is stored, as the message about the end. */
async function postDecisionDue(
  ports: RunPorts,
  run: RestoreRun,
  loaded: LoadedRestores,
  restore: Restore,
  { index, progress }: NonNullable<ReturnType<typeof unclearCall>>,
): Promise<void> {
  if (progress.messaged === true || !needsMessage(restore, ports.clock.now())) return;
  await ports.announcer.post(restore.address, run.key, { kind: 'restore-decision-due', restoreId: restore.id });
  await saveProgress({ ports, run, index, loaded }, 'the record of a short message about a decision', (present) =>
    present.kind === 'unclear' && present.at === progress.at && present.messaged !== true
      ? { ...present, messaged: true }
      : undefined,
  );
}

/**
 * An edited card notifies nobody, so a person who has stopped waiting gets a short message. Posted before that is stored:
 * rather twice than never.
 */
async function postRestoreOver(
  { announcer, updates }: RunPorts,
  run: RestoreRun,
  loaded: LoadedRestores,
  restore: Restore,
): Promise<void> {
  const { address, startedAt, endedAt = startedAt, messaged } = restore;
  if (messaged === true || !needsMessage(restore, endedAt)) return;
  await announcer.post(address, run.key, { kind: 'restore-over', ...endFacts(restore) });
  const change: Change<Restore> = (present) => (present.messaged === true ? undefined : { ...present, messaged: true });
  await updates.save('the record of a short message', run, change, loaded);
}

/** One line in the channel, where there is one; after the person knows, who does not wait for a channel. */
async function postChannelLine(
  { postInChannel, updates, clock, log }: RunPorts,
  run: RestoreRun,
  loaded: LoadedRestores,
  restore: Restore,
): Promise<void> {
  const { address, endedAt = 0, channelPosted, id: reference } = restore;
  if (postInChannel === undefined || channelPosted === true) return;
  const mayRetry = clock.now() - endedAt < GIVE_UP_ON_CHANNEL_MILLISECONDS;
  const delivery = await postInChannel(address, { kind: 'channel-line', ...endFacts(restore) }).catch(
    onUpstreamError((error) => {
      if (error.transient && mayRetry) throw error;
      return { kind: 'unreachable', reason: error.reason ?? error.code } as const;
    }),
  );
  if (delivery.kind === 'unreachable') {
    const fields = { event: 'restore-channel-unreachable', reference, reason: delivery.reason };
    log.warn(fields, "could not post a restore's line to RESTORE_CHANNEL");
  }
  const change: Change<Restore> = (present) =>
    present.channelPosted === true ? undefined : { ...present, channelPosted: true };
  await updates.save('the record of a channel line', run, change, loaded);
}
