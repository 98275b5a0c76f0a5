/** A call whose response was lost is searched for among the service's sessions; it is never sent again unasked. */
import { UpstreamError } from '../../core/errors.ts';
import type { CallProgress, Restore } from '../model/restore.ts';
import type { RestorePorts } from '../ports.ts';
import { callReference } from './call-reference.ts';
import { countedOf, progressOf } from './interpret-progress.ts';
import type { ProgressReader } from './read-progress.ts';
import { withProgress } from './transitions.ts';
import { ownsRestore, progressIn, type CallContext, type LoadedRestores, type RestoreUpdates } from './update.ts';

/** Seconds before each search: the service may list a session a little after starting it, later still when it is busy. */
const DELAY_SECONDS = { sending: [0, 5, 10, 20, 30], look: [0, 5, 10], send: [0, 5] } as const;
const FAILURE_DELAY_SECONDS = 20;
/** How long a failing search is retried before the person is asked. */
const SEARCH_MILLISECONDS = 10 * 60_000;
/** The service's clock may differ. */
const CLOCK_SKEW_MILLISECONDS = 10 * 60_000;
const PAGE_SIZE = 100;
const MAX_SESSIONS = 500;

/** Whether the service has the call is unknown. */
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

type Ports = Pick<RestorePorts, 'explorer' | 'clock' | 'log'> & {
  readonly reader: ProgressReader;
  readonly updates: RestoreUpdates;
};

export class CallReconciler {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  async step(context: CallContext): Promise<LoadedRestores> {
    const { log, updates } = this.#ports;
    const { run, loaded, restore, current } = context;
    const { index } = current;
    const before = progressIn(restore, index);
    if (!isUnknown(before)) return loaded;
    const sessionId = await this.#search(context, before);
    const isFound = sessionId !== undefined;
    log.info({ event: 'restore-call-searched', reference: run.id, found: isFound }, 'searched for a restore call');
    let written: CallProgress | undefined;
    const change = (present: Restore): Restore | undefined => {
      const progress = progressIn(present, index);
      // The response arrived in the meantime, or another search has decided.
      if (!isUnknown(progress) || progress.at !== before.at) return undefined;
      if (written !== undefined && JSON.stringify(progress) === JSON.stringify(written)) return undefined;
      if (!isFound && !ownsRestore(present, run.messageId)) return undefined;
      written = progressAfter(progress, sessionId);
      return withProgress(present, index, written);
    };
    return updates.save('the result of a search for a restore call', run, change, loaded);
  }

  /** @returns the session, or undefined when it was not found */
  async #search(context: CallContext, progress: UnknownProgress): Promise<string | undefined> {
    const { clock, log } = this.#ports;
    const { run } = context;
    const mode = progress.kind === 'sending' ? 'sending' : (progress.next ?? 'look');
    const delays: readonly number[] = DELAY_SECONDS[mode];
    const until = clock.now() + SEARCH_MILLISECONDS;
    for (let search = 0; search < delays.length && clock.now() < until;) {
      await clock.sleep((delays[search] ?? 0) * 1000, run.signal);
      try {
        const found = (await this.#findByReference(context, progress.at)) ?? (await this.#findInExplore(context));
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

  async #findByReference({ connection, restore, current }: CallContext, sentAt: number): Promise<string | undefined> {
    const reference = callReference(restore.id, current.index);
    const from = sentAt - CLOCK_SKEW_MILLISECONDS;
    for (let offset = 0; offset < MAX_SESSIONS; offset += PAGE_SIZE) {
      const page = await connection.call((access) =>
        this.#ports.explorer.sessions(access, { offset, limit: PAGE_SIZE, from }),
      );
      const found = page.results.find(({ reason }) => reason?.includes(reference) === true);
      if (found !== undefined) return found.id;
      if (!page.more || page.results.length === 0) return undefined;
    }
    return undefined;
  }

  /** The service may restore within the explore session, whose reason is different. Each call has its own. */
  async #findInExplore({ connection, run, restore, current }: CallContext): Promise<string | undefined> {
    const { exploreId } = restore;
    if (exploreId === '') return undefined;
    try {
      const reading = await this.#ports.reader.read(connection, exploreId, true, run.signal);
      const isThere =
        countedOf(progressOf(reading, current.call.keys.length)) > 0 ||
        (reading.statistics?.total ?? 0) > 0 ||
        reading.events?.some(({ isRestore }) => isRestore) === true;
      return isThere ? exploreId : undefined;
    } catch (error) {
      if (error instanceof UpstreamError && !error.transient) return undefined;
      throw error;
    }
  }
}
