import { StorageUnavailableError } from '../core/errors.ts';
import type { Job } from '../core/jobs.ts';
import type { Clock, Log } from '../core/platform.ts';
import { BACK_OFF, backOffMilliseconds, retry } from '../core/retry.ts';
import type { JobQueue, OwnedMessage } from './job-queue.ts';
import { InterruptedError, type HeldMessage } from './ownership.ts';

/**
 * Does a job. Resolves once nothing of it is left to do; otherwise throws, after an abort the signal's reason. May be
 * called again for a finished job, by this or another process, and then does nothing. The controller belongs to this run:
 * a handler may abort it for a reason of its own.
 */
type Handler<Kind extends Job['kind']> = (
  job: Extract<Job, { kind: Kind }>,
  controller: AbortController,
  messageId?: string,
) => Promise<void>;
export type Handlers = { readonly [Kind in Job['kind']]: Handler<Kind> };

/** A job whose handler has thrown this often is set aside. */
const MAX_FAILURES = 8;

/** For the log: names a job without anybody's ids. */
export function describeJob(job: Job): { readonly job: string; readonly reference: string } {
  return { job: job.kind, reference: referenceOf(job) };
}

/** Identifies the job among those of its kind. */
export function referenceOf(job: Job): string {
  switch (job.kind) {
    case 'follow':
      return job.signInId;
    case 'warn':
    case 'expire':
      return job.sessionId;
    case 'report':
      return job.reportId;
    case 'sweep':
      return job.runId;
    case 'restore':
      return job.restoreId;
    case 'explore-idle':
      return job.exploreId;
  }
}

export interface JobRunner {
  /** Runs the handler, then deletes or releases the message. @returns whether the job is done; never throws */
  readonly run: (held: HeldMessage, job: Job) => Promise<boolean>;
  /** Deletes the message of a finished job, with retries. @throws StorageUnavailableError once the process stops */
  readonly finish: (held: HeldMessage) => Promise<void>;
}

/**
 * @param dependencies.stopping aborted with an InterruptedError when the process stops
 * @param dependencies.settled called when a run has ended, whatever the outcome
 */
export function createJobRunner(dependencies: {
  readonly queue: JobQueue;
  readonly handlers: Handlers;
  readonly clock: Clock;
  readonly log: Log;
  readonly stopping: AbortSignal;
  readonly settled: (held: HeldMessage, job: Job) => void;
}): JobRunner {
  const { queue, handlers, clock, log, stopping, settled } = dependencies;

  function handle(job: Job, controller: AbortController, messageId: string): Promise<void> {
    controller.signal.throwIfAborted();
    switch (job.kind) {
      case 'follow':
        return handlers.follow(job, controller, messageId);
      case 'warn':
        return handlers.warn(job, controller);
      case 'expire':
        return handlers.expire(job, controller);
      case 'report':
        return handlers.report(job, controller);
      case 'sweep':
        return handlers.sweep(job, controller);
      case 'restore':
        return handlers.restore(job, controller, messageId);
      case 'explore-idle':
        return handlers['explore-idle'](job, controller);
    }
  }

  async function finish(held: HeldMessage): Promise<void> {
    const message = await held.letGo();
    await retry(() => queue.finish(message), {
      backOff: BACK_OFF.deleteMessage,
      // When the process stops during a wait, one last attempt follows at once.
      clock: { sleep: (milliseconds) => clock.sleep(milliseconds, stopping).catch(() => undefined) },
      shouldRetry: ({ error }) => error instanceof StorageUnavailableError && !stopping.aborted,
    });
  }

  async function releaseAfterFailure(message: OwnedMessage, job: Job, error: unknown): Promise<void> {
    const facts = { error, ...describeJob(job) };
    if (error instanceof StorageUnavailableError) {
      const delaySeconds = backOffMilliseconds(BACK_OFF.interruptedJob, Math.max(1, message.deliveries)) / 1_000;
      log.warn({ event: 'job-waiting', ...facts, delaySeconds }, 'storage is unavailable; a job waits');
      return queue.release(message, delaySeconds);
    }
    const failures = (message.content?.failures ?? 0) + 1;
    if (failures >= MAX_FAILURES) {
      log.error({ event: 'job-set-aside', ...facts, failures }, 'a job keeps failing and is set aside');
      return queue.setAside(message);
    }
    const delaySeconds = backOffMilliseconds(BACK_OFF.failedJob, failures) / 1_000;
    log.error({ event: 'job-failed', ...facts, failures, delaySeconds }, 'a job failed and will be retried');
    return queue.release(message, delaySeconds, failures);
  }

  async function release(held: HeldMessage, job: Job, error: unknown): Promise<void> {
    const message = await held.letGo();
    const reason: unknown = held.controller.signal.reason;
    if (!(reason instanceof InterruptedError)) return releaseAfterFailure(message, job, error);
    if (reason.kind === 'stopping') return queue.release(message, 0);
  }

  /** A message that cannot be updated now becomes visible by itself. */
  async function logFailure(job: Job, update: () => Promise<void>): Promise<void> {
    try {
      await update();
    } catch (error) {
      log.warn({ event: 'job-not-released', error, ...describeJob(job) }, 'the message of a job could not be updated');
    }
  }

  return {
    finish,
    async run(held, job) {
      let done = false;
      try {
        await handle(job, held.controller, held.message.id);
        done = true;
      } catch (error) {
        await logFailure(job, () => release(held, job, error));
      }
      if (done) await logFailure(job, () => finish(held));
      settled(held, job);
      return done;
    },
  };
}
