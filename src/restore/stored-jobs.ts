/** As src/sign-in/stored-jobs.ts, for the jobs of restoring. */
import type { JobOf } from '../core/jobs.ts';
import { readReadableState } from '../durable/record.ts';
import type { PersonKey } from '../core/person.ts';
import type { ExportStore } from './export/ports.ts';
import { isLooking } from './state/task-transitions.ts';
import type { RestorePorts } from './state/ports.ts';
import { isRestoredFrom } from './state/restore-transitions.ts';

export function createStoredJobs({
  store,
  exports,
  clock,
}: Pick<RestorePorts, 'store' | 'clock'> & { readonly exports: Pick<ExportStore, 'record'> }) {
  const read = (key: PersonKey) => readReadableState(store, key);

  return {
    /** The state names the message that may follow a restore; ids of messages are given by storage. */
    async restore(job: JobOf<'restore'>, messageId: string) {
      const restore = (await read(job.key))?.restores.find(({ id }) => id === job.restoreId);
      return restore !== undefined && (restore.jobId ?? messageId) === messageId ? job : undefined;
    },
    async 'look-back'(job: JobOf<'look-back'>) {
      return isLooking((await read(job.key))?.task, job.lookId) ? job : undefined;
    },
    async export(job: JobOf<'export'>, messageId: string) {
      const present = await readReadableState(exports.record(job.exportId), job.key);
      return present !== undefined && (present.jobId ?? messageId) === messageId ? job : undefined;
    },
    /** The handler finds out when it is due. */
    async 'export-due'(job: JobOf<'export-due'>) {
      const present = await readReadableState(exports.record(job.exportId), job.key);
      return present && { ...job, dueAt: clock.now() };
    },
    /** The handler finds out when it is due. A session that no task and no restore uses is ended by the service. */
    async 'explore-idle'(job: JobOf<'explore-idle'>) {
      const state = await read(job.key);
      const isOpen = state?.task?.explore?.id === job.exploreId || isRestoredFrom(state, job.exploreId);
      return isOpen ? { ...job, dueAt: clock.now() } : undefined;
    },
  };
}
