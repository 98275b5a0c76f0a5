/** Turns and jobs: what comes in, and how it ends. */
import { InterruptedError } from '../jobs/ownership.ts';
import type { Handlers } from '../jobs/run-job.ts';
import type { Clock } from '../core/platform.ts';
import type { Job } from '../core/jobs.ts';
import { outcomeOf } from './outcome.ts';
import type { Telemetry } from './telemetry.ts';

interface Dependencies {
  readonly telemetry: Telemetry;
  readonly clock: Pick<Clock, 'now'>;
}

type Receive<Answer> = (body: unknown, authorization: string | undefined) => Promise<Answer>;

const TYPES: ReadonlySet<string> = new Set([
  'message',
  'invoke',
  'conversationUpdate',
  'installationUpdate',
  'messageUpdate',
  'messageReaction',
  'typing',
  'event',
]);

/** What anybody may write there is not a name of ours. */
function typeOf(body: unknown): string {
  const type: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'type') : undefined;
  return typeof type === 'string' && TYPES.has(type) ? type : 'other';
}

/** Every POST to /api/messages, those that are refused included. */
export function measureTurns<Answer extends { readonly status: number }>(
  { telemetry, clock }: Dependencies,
  receive: Receive<Answer>,
): Receive<Answer> {
  return (body, authorization) => {
    const activity = typeOf(body);
    return telemetry.section('entrance', `turn ${activity}`, { activity }, async (section) => {
      const startedAt = clock.now();
      const answer = await receive(body, authorization);
      const { status } = answer;
      telemetry.record('restore.turn.duration', (clock.now() - startedAt) / 1000, { activity, status });
      section.set({ status });
      if (status >= 500) section.fail(`HTTP ${status}`);
      return answer;
    });
  };
}

type Handler = (job: never, controller: AbortController, messageId?: string) => Promise<void>;

/** The handlers of jobs, each as it was. */
export function measureJobs({ telemetry, clock }: Dependencies, handlers: Handlers): Handlers {
  const measured = (kind: string, handle: Handler): Handler => {
    return (job: Job, controller, messageId) =>
      telemetry.section('job', `job ${kind}`, { job: kind, ...referenceOf(job) }, async (section) => {
        const startedAt = clock.now();
        if ('dueAt' in job) {
          const lateSeconds = Math.max(0, startedAt - job.dueAt) / 1000;
          telemetry.record('restore.job.lateness', lateSeconds, { job: kind });
        }
        const end = (outcome: string): void =>
          telemetry.record('restore.job.duration', (clock.now() - startedAt) / 1000, { job: kind, outcome });
        try {
          await handle(job as never, controller, messageId);
          end('done');
        } catch (error) {
          // A handler may abort it too, and fail over that.
          const interrupted = controller.signal.reason instanceof InterruptedError;
          const outcome = interrupted ? 'INTERRUPTED' : outcomeOf(error);
          end(outcome);
          if (!interrupted) section.fail(outcome);
          throw error;
        }
      });
  };
  const entries = Object.entries<Handler>(handlers).map(([kind, handle]) => [kind, measured(kind, handle)] as const);
  return Object.fromEntries(entries) as unknown as Handlers;
}

/** The reference that the person's card shows, where the job has it. */
function referenceOf(job: Job): { readonly reference?: string } {
  if ('restoreId' in job) return { reference: job.restoreId };
  return 'signInId' in job ? { reference: job.signInId } : {};
}
