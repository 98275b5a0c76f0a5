/** A call whose response was lost is searched for among the service's sessions; it is never sent again unasked. */
import { UpstreamError } from '../../core/errors.ts';
import type { CallProgress, Restore } from '../model/restore.ts';
import { ownsRestore, progressIn, saveProgress, type CallContext } from './call-step.ts';
import { countedOf, progressOf, readProgress } from './progress.ts';
import { callReference, expectedOf, findRestore, groupOfCall, searchesOf } from './transitions.ts';
import type { LoadedRestores } from './update.ts';

/** Seconds before each search: the service may list a session a little after starting it, later still when it is busy. */
const DELAY_SECONDS = { sending: [0, 5, 10, 20, 30], look: [0, 5, 10], send: [0, 5] } as const;
const FAILURE_DELAY_SECONDS = 20;
/** How long a failing search is retried before the person is asked. */
const SEARCH_MILLISECONDS = 10 * 60_000;
/** The service's clock may differ. */
const CLOCK_SKEW_MILLISECONDS = 10 * 60_000;
const PAGE_SIZE = 100;
const MAX_SESSIONS = 500;

type UnknownProgress = Extract<CallProgress, { kind: 'sending' | 'unclear' }>;

const isUnknown = (progress: CallProgress | undefined): progress is UnknownProgress =>
  progress?.kind === 'sending' || progress?.kind === 'unclear';

/** A call that was not found, but that the person wants to send again, may be sent. */
function progressAfter(present: UnknownProgress, sessionId: string | undefined): CallProgress {
  const { at, looks = 0 } = present;
  if (sessionId !== undefined) return { kind: 'running', sessionId, at };
  return present.kind === 'unclear' && present.next === 'send' ? { kind: 'planned' } : { kind: 'unclear', at, looks };
}

export async function reconcileCall(context: CallContext): Promise<LoadedRestores> {
  const { ports, run, loaded, restore, index } = context;
  const before = progressIn(restore, index);
  if (!isUnknown(before)) return loaded;
  // The card says so at once.
  if (before.looks === undefined) await noteLooks(context, before, 0);
  const sessionId = await searchCall(context, before);
  const found = sessionId !== undefined;
  ports.log.info({ event: 'restore-call-searched', reference: run.id, found }, 'searched for a restore call');
  const after = await changeUnknown(
    context,
    before,
    'the result of a search for a restore call',
    (progress, present) =>
      found || ownsRestore(present, run.messageId) ? progressAfter(progress, sessionId) : undefined,
  );
  const settled = findRestore(after.state, run.id);
  const isSettled = settled !== undefined && searchesOf(settled) === undefined;
  if (isSettled) await ports.cards.tryUpdate(run.key, settled);
  return after;
}

/** Changes the call unless its response arrived in the meantime, or another search has decided. */
function changeUnknown(
  { ports, run, index }: CallContext,
  before: UnknownProgress,
  what: string,
  decide: (progress: UnknownProgress, restore: Restore) => CallProgress | undefined,
): Promise<LoadedRestores> {
  let written: CallProgress | undefined;
  return saveProgress({ ports, run, index }, what, (progress, restore) => {
    if (!isUnknown(progress) || progress.at !== before.at) return undefined;
    // Its own write, whose response was lost.
    if (written !== undefined && JSON.stringify(progress) === JSON.stringify(written)) return undefined;
    written = decide(progress, restore);
    return written;
  });
}

/** Stores how often it was searched for in vain, so that the card tells the truth, also after a crash. */
async function noteLooks(context: CallContext, before: UnknownProgress, more: number): Promise<void> {
  const { ports, run } = context;
  const { state } = await changeUnknown(context, before, 'a search for a restore call', (progress, restore) =>
    ownsRestore(restore, run.messageId) ? { ...progress, looks: (progress.looks ?? 0) + more } : undefined,
  );
  const restore = findRestore(state, run.id);
  if (restore !== undefined && searchesOf(restore) !== undefined) await ports.cards.tryUpdate(run.key, restore);
}

async function searchCall(context: CallContext, progress: UnknownProgress): Promise<string | undefined> {
  const { run, ports } = context;
  const { clock, log } = ports;
  const delays: readonly number[] = DELAY_SECONDS[progress.kind === 'sending' ? 'sending' : (progress.next ?? 'look')];
  const until = clock.now() + SEARCH_MILLISECONDS;
  for (let search = 0; search < delays.length && clock.now() < until;) {
    await clock.sleep((delays[search] ?? 0) * 1000, run.signal);
    try {
      const found = (await findByReference(context, progress.at)) ?? (await findInExplore(context));
      if (found !== undefined) return found;
      search += 1;
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      log.warn({ event: 'restore-call-search-failed', reference: run.id, error }, 'searching a restore call failed');
      if (!error.transient) return undefined;
      await clock.sleep(FAILURE_DELAY_SECONDS * 1000, run.signal);
      continue;
    }
    await noteLooks(context, progress, 1);
  }
  return undefined;
}

async function findByReference(
  { ports, connection, restore, index }: CallContext,
  sentAt: number,
): Promise<string | undefined> {
  const reference = callReference(restore.id, index);
  const from = sentAt - CLOCK_SKEW_MILLISECONDS;
  for (let offset = 0; offset < MAX_SESSIONS; offset += PAGE_SIZE) {
    const slice = { offset, limit: PAGE_SIZE, from };
    const { results, more } = await connection.call((access) => ports.explorer.sessions(access, slice));
    const found = results.find(({ reason }) => reason?.includes(reference) === true);
    if (found !== undefined || !more || results.length === 0) return found?.id;
  }
  return undefined;
}

/** The service may restore within the explore session, whose reason is different. Each call has its own. */
async function findInExplore(context: CallContext): Promise<string | undefined> {
  const { exploreId } = groupOfCall(context.restore, context.call);
  if (exploreId === '') return undefined;
  try {
    const reading = await readProgress(context, exploreId, true);
    const isThere =
      countedOf(progressOf(reading, expectedOf(context.call))) > 0 ||
      (reading.statistics?.total ?? 0) > 0 ||
      reading.events?.some(({ isRestore }) => isRestore) === true;
    return isThere ? exploreId : undefined;
  } catch (error) {
    if (error instanceof UpstreamError && !error.transient) return undefined;
    throw error;
  }
}
