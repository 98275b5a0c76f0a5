/** Reads what the service reports about a restore session: its state, counts and events. */
import { onUpstreamError, type UpstreamError } from '../../../core/errors.ts';
import { createUpstreamRetry } from '../../../core/retry.ts';
import type { SessionEvent } from '../../state/restore.ts';
import type { ServiceSession, Statistics } from '../../state/ports.ts';
import type { CallContext } from './call-step.ts';

export interface Reading {
  readonly session?: ServiceSession | undefined;
  readonly statistics?: Statistics | undefined;
  readonly events?: readonly SessionEvent[] | undefined;
  /** Why a part of it is missing. */
  readonly failures?: readonly UpstreamError[];
}

const PAGE_SIZE = 1000;
const MAX_EVENTS = 20_000;
/** The card says so long that the restore is running, although it has ended. */
const FINAL_READING_MILLISECONDS = 30_000;

/** Older servers have no statistics; one of the two requests may fail, and the other still be enough. */
const orUndefined = onUpstreamError(() => undefined);

type ProgressContext = Pick<CallContext, 'ports' | 'connection' | 'run'>;

/**
 * Reads statistics, or else events; both where `isShared`, because an explore session reports no restore of its own.
 *
 * @throws UpstreamError when the session cannot be read; SessionRefusedError; the signal's reason
 */
export async function readProgress(context: ProgressContext, sessionId: string, isShared: boolean): Promise<Reading> {
  const { ports, connection, run } = context;
  const session = await connection.call((access) => ports.explorer.session(access, sessionId, run.signal));
  const failures: UpstreamError[] = [];
  const noted = onUpstreamError((error) => {
    failures.push(error);
    return undefined;
  });
  const statistics = await readStatistics(context, sessionId).catch(noted);
  const isEnough = statistics !== undefined && statistics.total > 0 && !isShared;
  const events = isEnough ? undefined : await readEvents(context, sessionId, isShared).catch(noted);
  return { session, statistics, events, failures };
}

/** Both, with retries: the last chance to learn what happened. @throws SessionRefusedError; the signal's reason */
export async function readFinalProgress(
  context: ProgressContext,
  session: ServiceSession | undefined,
  sessionId: string,
  isShared: boolean,
): Promise<Reading> {
  const { clock } = context.ports;
  const until = clock.now() + FINAL_READING_MILLISECONDS;
  const retry = createUpstreamRetry({ clock, until, signal: context.run.signal });
  const [statistics, events] = await Promise.all([
    retry(() => readStatistics(context, sessionId)).catch(orUndefined),
    retry(() => readEvents(context, sessionId, isShared)).catch(orUndefined),
  ]);
  return { session, statistics, events };
}

const readStatistics = ({ ports, connection, run }: ProgressContext, sessionId: string): Promise<Statistics> =>
  connection.call((access) => ports.explorer.statistics(access, sessionId, run.signal));

/** Whether the service says so or not: a session of its own has nothing but its restore, and nobody browses to somewhere. */
const withKind = (event: SessionEvent, isShared: boolean): SessionEvent => ({
  ...event,
  isRestore: event.isRestore ?? (!isShared || Boolean(event.itemName && event.target)),
});

async function readEvents(
  { ports, connection, run }: ProgressContext,
  sessionId: string,
  isShared: boolean,
): Promise<readonly SessionEvent[]> {
  // An event that moved to the next page meanwhile counts once.
  const events = new Map<string, SessionEvent>();
  for (let offset = 0; offset < MAX_EVENTS;) {
    const slice = { offset, limit: PAGE_SIZE };
    const page = await connection.call((access) => ports.explorer.events(access, sessionId, slice, run.signal));
    const known = events.size;
    for (const event of page.results) events.set(event.id, withKind(event, isShared));
    if (!page.more || events.size === known) break;
    offset = page.next ?? offset + PAGE_SIZE;
  }
  return [...events.values()];
}
