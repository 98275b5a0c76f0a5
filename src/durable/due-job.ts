/** Jobs that are due at a time, which may be later than the queue can hold a message. */
import type { Job, Jobs } from '../core/jobs.ts';
import type { Clock } from '../core/platform.ts';

interface Ports {
  readonly jobs: Pick<Jobs, 'send'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** @param dueAt epoch milliseconds */
export type DueJob = Job & { readonly dueAt: number };

/** A queue holds a message for at most seven days. */
export const LONGEST_DELAY_SECONDS = 6 * 24 * 3600;

const delaySeconds = (dueAt: number, now: number): number =>
  Math.min(Math.max(0, Math.ceil((dueAt - now) / 1000)), LONGEST_DELAY_SECONDS);

/** @throws StorageUnavailableError */
export const sendDue = ({ jobs, clock }: Ports, job: DueJob): Promise<void> =>
  jobs.send(job, delaySeconds(job.dueAt, clock.now()));

/** Sends a job again that came before it is due. @returns whether it did @throws StorageUnavailableError */
export async function postponeIfEarly(ports: Ports, job: DueJob): Promise<boolean> {
  if (job.dueAt <= ports.clock.now()) return false;
  await sendDue(ports, job);
  return true;
}
