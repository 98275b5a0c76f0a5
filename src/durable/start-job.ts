/** How work that outlives the process begins: its job is sent before the record that names it is written, and runs after that. */
import { isLostAnswer, StorageUnavailableError } from '../core/errors.ts';
import type { Job, Jobs, OwnedJob } from '../core/jobs.ts';

/** What the write of a record found. */
export interface Written<T> {
  readonly result: T;
  /** Whether the record now needs this job: it names it, or what the job does is still to be done. */
  readonly isNeeded: boolean;
}

/**
 * Sends a job and owns it, writes the record, and starts the job once `reply` is done, so that both do not edit the same card at
 * once. A job without a record does nothing, but a record without its job would stay as it is; so the job is sent first, and is
 * discarded only where the record certainly does not need it.
 *
 * @param write gets the id of the job's message
 * @param reply gets how to start the job sooner; undefined where it was discarded
 * @param onWritten is called once the record was written, and where it may have been: an audit entry is rather there twice than never
 * @throws StorageUnavailableError, and what `write` and `reply` throw
 */
export async function startJob<T, R>(
  { jobs }: { readonly jobs: Pick<Jobs, 'sendOwned'> },
  job: Job,
  write: (jobId: string | undefined) => Promise<Written<T>>,
  reply: (result: T, start: (() => void) | undefined) => R | Promise<R>,
  onWritten?: () => void,
): Promise<R> {
  const owned = await jobs.sendOwned(job);
  const { result, isNeeded } = await write(owned.id).catch(async (error: unknown) => {
    // The record may have been written nevertheless: the job finds out.
    if (error instanceof StorageUnavailableError) {
      if (isLostAnswer(error)) onWritten?.();
      owned.start();
    } else await owned.discard();
    throw error;
  });
  if (!isNeeded) {
    await owned.discard();
    return reply(result, undefined);
  }
  onWritten?.();
  const start = () => owned.start();
  try {
    return await reply(result, start);
  } finally {
    start();
  }
}

/**
 * Sends jobs that belong to one write, and owns them. Where one cannot be sent the others are started, which find nothing to do yet.
 *
 * @throws StorageUnavailableError
 */
export async function sendAllOwned(
  { jobs }: { readonly jobs: Pick<Jobs, 'sendOwned'> },
  all: readonly Job[],
): Promise<readonly OwnedJob[]> {
  const sending = all.map((job) => jobs.sendOwned(job));
  try {
    return await Promise.all(sending);
  } catch (error) {
    for (const sent of await Promise.allSettled(sending)) if (sent.status === 'fulfilled') sent.value.start();
    throw error;
  }
}

/**
 * Whether a message is a copy of the one that the record names, which alone may be acted on: copies that ran side by side would do
 * twice what has to be done once. Storage gives the ids of messages.
 *
 * @param messageId undefined in a process that runs the job of its own
 */
export const isCopy = ({ jobId }: { readonly jobId?: string | undefined }, messageId: string | undefined): boolean =>
  messageId !== undefined && jobId !== undefined && jobId !== messageId;
