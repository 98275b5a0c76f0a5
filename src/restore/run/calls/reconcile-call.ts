/** A call whose response was lost is searched for among the service's sessions; it is never sent again unasked. */
import { UpstreamError } from '../../../core/errors.ts';
import { orRetryAfter } from '../../../core/retry.ts';
import type { CallProgress, Restore } from '../../state/restore.ts';
import { stopExplore } from '../../explore/explore-session.ts';
import { ownsRestore, pause, progressIn, type CallContext } from './call-step.ts';
import { findCall } from './find-call.ts';
import { withRefusedApproval } from '../../state/code-approval.ts';
import {
  findRestore,
  groupOfCall,
  searchedFor,
  withProgress,
  withExploreSession,
} from '../../state/restore-transitions.ts';
import type { Change, LoadedRestores } from '../record/update.ts';
import type { FoundRestore } from './what-changed.ts';
import { policyOf } from '../../access/kinds/policy.ts';

/** Seconds before each search: the service may list a session a little after starting it, later still when it is busy. */
const DELAY_SECONDS = { sending: [0, 5, 10, 20, 30], look: [0, 5, 10], send: [0, 5] } as const;
const FAILURE_DELAY_SECONDS = 20;
/** How long a failing search is retried before the person is asked. */
const SEARCH_MILLISECONDS = 10 * 60_000;
/** Between searches after those, for an answer that may come late. */
const LATE_DELAY_SECONDS = 30;

type UnknownProgress = Extract<CallProgress, { kind: 'sending' | 'unclear' }>;

const isUnknown = (progress: CallProgress | undefined): progress is UnknownProgress =>
  progress?.kind === 'sending' || progress?.kind === 'unclear';

/** Not found, it is sent once more: the person wants that, or the service has said that it got no token for it. */
const isToSend = (progress: UnknownProgress): boolean =>
  progress.kind === 'sending' ? progress.refused === true : progress.next === 'send';

/** `absent`: the service does not show it, or shows nothing by which it could be found. `unanswered`: it may have it. */
type Searched = FoundRestore | 'absent' | 'unanswered';

/**
 * What becomes of the call after a search. One that is absent, but is to be sent again, may be sent; an administrator's
 * only in a new session and with a new code, so that nothing is restored twice without a person.
 */
function searched(restore: Restore, index: number, at: number, found: Searched): Restore | undefined {
  const call = restore.calls[index];
  const present = call?.progress;
  if (call === undefined || !isUnknown(present)) return undefined;
  if (typeof found === 'object') return withProgress(restore, index, { kind: 'running', ...found, at: present.at });
  if (isToSend(present) && found === 'absent') {
    // What got no token has restored nothing.
    const planned =
      present.kind === 'sending'
        ? withRefusedApproval(withProgress(restore, index, { kind: 'planned' }), index, at, present.said)
        : withProgress(
            restore,
            index,
            { kind: 'planned' },
            { sentAgain: true, sentTwice: call.sentTwice ?? call.sentAgain },
          );
    if (!policyOf(restore.access).needsCode) return planned;
    const { exploreId, opened } = groupOfCall(restore, call);
    return withExploreSession(planned, { group: call.group, exploreId }, { exploreId: '', opened });
  }
  const { at: sentAt, looks = 0, before, said, answerBy } = present;
  const { messaged, old } = present.kind === 'unclear' ? present : {};
  return withProgress(restore, index, { kind: 'unclear', at: sentAt, before, said, answerBy, looks, old, messaged });
}

export async function reconcileCall(context: CallContext): Promise<LoadedRestores> {
  const { ports, connection, run, loaded, restore, call, index } = context;
  const before = progressIn(restore, index);
  if (!isUnknown(before)) return loaded;
  // The card says so at once.
  if (before.looks === undefined) await noteLooks(context, before, 0);
  const found = await searchCall(context, before);
  if (found === 'interrupted') return ports.updates.read(run.key);
  const isFound = typeof found === 'object';
  const fields = { event: 'restore-call-searched', reference: run.id, found: isFound };
  ports.log.info({ ...fields, assumed: isFound ? found.assumed : undefined }, 'searched for a restore call');
  // What was sent does not go on beside what is sent again: its session is over before that can be.
  const { exploreId } = groupOfCall(restore, call);
  const isSentAgain = isToSend(before) && found === 'absent';
  if (isSentAgain && exploreId !== '' && policyOf(restore.access).needsCode && ownsRestore(restore, run.messageId)) {
    await stopExplore(ports, connection, exploreId, 'runs');
  }
  // An answer or a press that came meanwhile is for the next search: this one has left the session open.
  const isStillMeant = (present: Restore): boolean => {
    const progress = progressIn(present, index);
    return isUnknown(progress) && isToSend(progress) === isToSend(before);
  };
  const at = ports.clock.now();
  const after = await changeUnknown(context, before, 'the result of a search for a restore call', (present) =>
    isFound || (ownsRestore(present, run.messageId) && isStillMeant(present))
      ? searched(present, index, at, found)
      : undefined,
  );
  const settled = findRestore(after.state, run.id);
  if (progressIn(settled, index)?.kind === 'planned') ports.unsentCalls.unsent(run.id, index);
  const isSettled = settled !== undefined && searchedFor(settled) === undefined;
  if (isSettled) await ports.cards.tryUpdate(run.key, settled);
  return after;
}

/** Changes the call unless its response arrived in the meantime, or another search has decided. */
function changeUnknown(
  { ports, run, index }: CallContext,
  before: UnknownProgress,
  what: string,
  decide: Change<Restore>,
): Promise<LoadedRestores> {
  let written: CallProgress | undefined;
  return ports.updates.save(what, run, (present) => {
    const progress = progressIn(present, index);
    if (!isUnknown(progress) || progress.at !== before.at) return undefined;
    // Its own write, whose response was lost.
    if (written !== undefined && JSON.stringify(progress) === JSON.stringify(written)) return undefined;
    const next = decide(present);
    written = progressIn(next, index);
    return next;
  });
}

/** Stores how often it was searched for in vain, so that the card tells the truth, also after a crash. */
async function noteLooks(context: CallContext, before: UnknownProgress, more: number): Promise<void> {
  const { ports, run, index } = context;
  const { state } = await changeUnknown(context, before, 'a search for a restore call', (present) => {
    const progress = progressIn(present, index);
    if (!isUnknown(progress) || !ownsRestore(present, run.messageId)) return undefined;
    return withProgress(present, index, { ...progress, looks: (progress.looks ?? 0) + more });
  });
  const restore = findRestore(state, run.id);
  if (restore !== undefined && searchedFor(restore) !== undefined) await ports.cards.tryUpdate(run.key, restore);
}

const delaysOf = (progress: UnknownProgress): readonly number[] => {
  if (progress.kind === 'unclear') return DELAY_SECONDS[progress.next ?? 'look'];
  return progress.refused ? DELAY_SECONDS.send : DELAY_SECONDS.sending;
};

/** @returns `interrupted` where this run may not go on */
async function searchCall(first: CallContext, progress: UnknownProgress): Promise<Searched | 'interrupted'> {
  const { run, ports } = first;
  const { clock, log } = ports;
  const delays = delaysOf(progress);
  const { answerBy = 0 } = progress;
  const until = Math.max(clock.now() + SEARCH_MILLISECONDS, answerBy);
  const isGoingOn = (search: number): boolean =>
    clock.now() < until && (search < delays.length || clock.now() < answerBy);
  let search = 0;
  while (isGoingOn(search)) {
    const context = await pause(first, (delays[search] ?? LATE_DELAY_SECONDS) * 1000);
    if (context === undefined) return 'interrupted';
    try {
      const found = await findCall(context, progress);
      if (found === 'blind') return 'absent';
      if (found !== undefined) return found;
      search += 1;
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      log.warn({ event: 'restore-call-search-failed', reference: run.id, error }, 'searching a restore call failed');
      if (!error.transient) break;
      // The person is not kept waiting for longer than it is searched.
      await clock.sleep(Math.min(orRetryAfter(FAILURE_DELAY_SECONDS * 1000, error), until - clock.now()), run.signal);
      continue;
    }
    await noteLooks(context, progress, 1);
  }
  return search < delays.length ? 'unanswered' : 'absent';
}
