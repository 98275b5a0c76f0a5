/** How the queue stands: asked once a minute, only where telemetry is on. */
import type { QueueClient } from '@azure/storage-queue';
import { readJobMessage } from '../jobs/job-queue.ts';
import type { Clock } from '../core/platform.ts';
import type { Telemetry } from './telemetry.ts';

type Watched = Pick<QueueClient, 'getProperties' | 'peekMessages'>;

const EVERY_MILLISECONDS = 60_000;
const CALL_LIMIT_MILLISECONDS = 5_000;
/** What one request may show. */
const PEEKED = 32;

/** A notice is inserted long before it is due: its age counts from then. */
function waitingSince(text: string, insertedAt: number): number {
  const job = readJobMessage(text)?.job;
  return job !== undefined && 'dueAt' in job ? Math.max(job.dueAt, insertedAt) : insertedAt;
}

/** One look. @returns nothing; a queue that is away is said elsewhere */
export async function lookAtQueue(dependencies: {
  readonly queue: Watched;
  readonly poisonQueue: Pick<Watched, 'getProperties'>;
  readonly telemetry: Telemetry;
  readonly clock: Pick<Clock, 'now'>;
}): Promise<void> {
  const { queue, poisonQueue, telemetry, clock } = dependencies;
  const limited = { abortSignal: AbortSignal.timeout(CALL_LIMIT_MILLISECONDS) };
  const poison = poisonQueue.getProperties(limited).then(
    ({ approximateMessagesCount = 0 }) => approximateMessagesCount,
    // It is made when the first job is set aside.
    () => 0,
  );
  try {
    const [{ approximateMessagesCount = 0 }, { peekedMessageItems }] = await Promise.all([
      queue.getProperties(limited),
      queue.peekMessages({ ...limited, numberOfMessages: PEEKED }),
    ]);
    const since = peekedMessageItems.map(({ messageText, insertedOn }) =>
      waitingSince(messageText, insertedOn.getTime()),
    );
    const ageSeconds = since.length === 0 ? 0 : Math.max(0, clock.now() - Math.min(...since)) / 1000;
    telemetry.record('restore.queue.messages', approximateMessagesCount, {});
    telemetry.record('restore.queue.age', ageSeconds, {});
  } catch {
    // Readiness and the worker's log tell of it.
  }
  telemetry.record('restore.queue.poison', await poison, {});
}

/** Looks until `ending` is aborted. */
export async function watchQueue(
  dependencies: Parameters<typeof lookAtQueue>[0] & { readonly clock: Clock; readonly ending: AbortSignal },
): Promise<void> {
  const { clock, ending } = dependencies;
  while (!ending.aborted) {
    await lookAtQueue(dependencies);
    await clock.sleep(EVERY_MILLISECONDS, ending).catch(() => undefined);
  }
}
