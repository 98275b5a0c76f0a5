/** A call whose response was lost is searched for among the service's sessions; it is never sent again unasked. */
import { UpstreamError } from '../../core/errors.ts';
import type { CallProgress } from '../model/restore.ts';
import { ownsRestore, progressIn, saveProgress, type CallContext } from './call-step.ts';
import { countedOf, progressOf, readProgress } from './progress.ts';
import { callReference } from './transitions.ts';
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
  const { at } = present;
  if (sessionId !== undefined) return { kind: 'running', sessionId, at };
  if (present.kind === 'sending') return { kind: 'unclear', at, looks: 1 };
  return present.next === 'send' ? { kind: 'planned' } : { kind: 'unclear', at, looks: present.looks + 1 };
}

export async function reconcileCall(context: CallContext): Promise<LoadedRestores> {
  const { ports, run, loaded, restore, index } = context;
  const before = progressIn(restore, index);
  if (!isUnknown(before)) return loaded;
  const sessionId = await searchCall(context, before);
  const found = sessionId !== undefined;
  ports.log.info({ event: 'restore-call-searched', reference: run.id, found }, 'searched for a restore call');
  let written: CallProgress | undefined;
  return saveProgress(context, 'the result of a search for a restore call', (progress, present) => {
    // The response arrived in the meantime, or another search has decided.
    if (!isUnknown(progress) || progress.at !== before.at) return undefined;
    if (written !== undefined && JSON.stringify(progress) === JSON.stringify(written)) return undefined;
    if (!found && !ownsRestore(present, run.messageId)) return undefined;
    written = progressAfter(progress, sessionId);
    return written;
  });
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
    }
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
  const { exploreId } = context.restore;
  if (exploreId === '') return undefined;
  try {
    const reading = await readProgress(context, exploreId, true);
    const isThere =
      countedOf(progressOf(reading, context.call.keys.length)) > 0 ||
      (reading.statistics?.total ?? 0) > 0 ||
      reading.events?.some(({ isRestore }) => isRestore) === true;
    return isThere ? exploreId : undefined;
  } catch (error) {
    if (error instanceof UpstreamError && !error.transient) return undefined;
    throw error;
  }
}
