/** The job that follows a restore is sent first and owned, then the state that names it is written, then it starts. */
import { StorageAwayError } from '../../core/errors.ts';
import type { Jobs } from '../../core/jobs.ts';
import type { RestoreJob } from './restore-job.ts';

export interface Written<R> {
  /** The state names the job: somebody has to do it. */
  readonly isNeeded: boolean;
  readonly result: R;
}

/**
 * @param write writes the state that names the job's message, or finds that there is nothing to do
 * @param meanwhile done before the job starts, so that the two do not edit the same card at once
 * @throws StorageAwayError, what `write` and `meanwhile` throw
 */
export async function startJob<R, S>(
  jobs: Pick<Jobs, 'sendOwned'>,
  job: RestoreJob,
  write: (jobId: string | undefined) => Promise<Written<R>>,
  meanwhile: (result: R) => Promise<S>,
): Promise<S> {
  const owned = await jobs.sendOwned(job);
  const written = await write(owned.id).catch(async (error: unknown) => {
    // It may have been written all the same: the job finds out.
    if (error instanceof StorageAwayError) owned.start();
    else await owned.discard();
    throw error;
  });
  if (!written.isNeeded) {
    await owned.discard();
    return meanwhile(written.result);
  }
  try {
    return await meanwhile(written.result);
  } finally {
    owned.start();
  }
}
