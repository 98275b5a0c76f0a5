/** Measures the queue, only where telemetry is on. */
import type { QueueClient } from '@azure/storage-queue';
import type { Clock } from '../core/platform.ts';
import { peekJob } from '../jobs/job-message.ts';
import { storageCode } from '../state/azure/calls.ts';
import type { Telemetry } from './telemetry.ts';

const CALL_LIMIT_MILLISECONDS = 5_000;
/** Azure's limit for one request. */
const MAX_PEEKED = 32;

export interface WatchedQueues {
  readonly queue: Pick<QueueClient, 'getProperties' | 'peekMessages'>;
  readonly poisonQueue: Pick<QueueClient, 'getProperties'>;
}

/** A notice is inserted long before it is due: its age counts from then. */
function waitingSince(text: string, insertedAt: number): number {
  const job = peekJob(text);
  return job !== undefined && 'dueAt' in job ? Math.max(job.dueAt, insertedAt) : insertedAt;
}

/** Measures once. Never throws: readiness and the worker's log report a queue that does not respond. */
export async function measureQueue(
  { queue, poisonQueue }: WatchedQueues,
  telemetry: Telemetry,
  clock: Pick<Clock, 'now'>,
): Promise<void> {
  const limited = { abortSignal: AbortSignal.timeout(CALL_LIMIT_MILLISECONDS) };
  const poison = poisonQueue.getProperties(limited).then(
    ({ approximateMessagesCount = 0 }) => approximateMessagesCount,
    // It is created when the first job is set aside.
    (error: unknown) => (storageCode(error) === 'QueueNotFound' ? 0 : undefined),
  );
  try {
    const [{ approximateMessagesCount = 0 }, { peekedMessageItems }] = await Promise.all([
      queue.getProperties(limited),
      queue.peekMessages({ ...limited, numberOfMessages: MAX_PEEKED }),
    ]);
    const now = clock.now();
    const since = peekedMessageItems.map((item) => waitingSince(item.messageText, item.insertedOn.getTime()));
    telemetry.record('restore.queue.messages', approximateMessagesCount, {});
    telemetry.record('restore.queue.age', Math.max(0, now - Math.min(now, ...since)) / 1000, {});
  } catch {
    // Nothing is recorded for this minute.
  }
  const setAside = await poison;
  if (setAside !== undefined) telemetry.record('restore.queue.poison', setAside, {});
}
