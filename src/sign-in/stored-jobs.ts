/**
 * Jobs as the stored state has them, for messages without a valid signature: of such a message only the ids are used, to find
 * the state. Undefined where the state calls for no such job; an error where the state cannot be read.
 */
import type { JobOf } from '../core/jobs.ts';
import { readReadableState } from '../durable/record.ts';
import type { PersonKey } from '../core/person.ts';
import { endedIn } from './state/transitions.ts';
import type { SignInInputs } from './state/inputs.ts';
import { warningDueAt } from './state/schedule.ts';

export function createStoredJobs({
  store,
  sweepPlan,
  expiryWarningSeconds,
}: Pick<SignInInputs, 'store' | 'sweepPlan' | 'expiryWarningSeconds'>) {
  const read = (key: PersonKey) => readReadableState(store, key);

  return {
    /** The state names the message that may follow a sign-in; ids of messages are given by storage. */
    async follow(job: JobOf<'follow'>, messageId: string) {
      const state = await read(job.key);
      if (state?.session?.signInId === job.signInId) return job;
      const { id, jobId = messageId } = state?.signIn ?? {};
      return id === job.signInId && jobId === messageId ? job : undefined;
    },
    async warn(job: JobOf<'warn'>) {
      const session = (await read(job.key))?.session;
      return session?.id === job.sessionId ? { ...job, dueAt: warningDueAt(session, expiryWarningSeconds) } : undefined;
    },
    async expire(job: JobOf<'expire'>) {
      const state = await read(job.key);
      if (state?.session?.id === job.sessionId) return { ...job, dueAt: state.session.expiresAt };
      // One that was replaced is to be ended at once.
      const over = state === undefined ? [] : [...(state.replaced ?? []), ...endedIn(state)];
      const isOver = over.some(({ id }) => id === job.sessionId);
      return isOver ? { ...job, dueAt: 0 } : undefined;
    },
    async report(job: JobOf<'report'>) {
      const reports = (await read(job.key))?.reports ?? [];
      return reports.some(({ id }) => id === job.reportId) ? job : undefined;
    },
    async sweep(job: JobOf<'sweep'>) {
      const plan = await sweepPlan.read();
      return plan?.runId === job.runId ? { ...job, dueAt: plan.dueAt } : undefined;
    },
  };
}
