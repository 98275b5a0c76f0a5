import { StorageAwayError } from '../core/errors.ts';
import type { Clock, Log } from '../core/platform.ts';
import type { Job } from '../core/jobs.ts';
import { InterruptedError } from './interrupted-error.ts';
import type { JobQueue, Owned } from './job-queue.ts';
import type { Held } from './ownership.ts';

/**
 * Does a job. Resolves only when nothing of it is left to do; throws otherwise, the reason with which the controller was
 * aborted once that happened. May be called again for a job it has done, by this or another process, and then does
 * nothing. The controller is of this one run: a handler may abort it for a reason of its own.
 */
type Handler<Kind extends Job['kind']> = (
  job: Extract<Job, { kind: Kind }>,
  controller: AbortController,
  messageId?: string,
) => Promise<void>;
export type Handlers = { readonly [Kind in Job['kind']]: Handler<Kind> };

const FIRST_BACK_OFF_SECONDS = 5;
const MAX_BACK_OFF_SECONDS = 300;
const MAX_STORAGE_BACK_OFF_SECONDS = 30;
/** As often may a handler throw before its job is set aside. */
const MAX_FAILURES = 8;
const MAX_FINISH_BACK_OFF_MILLISECONDS = 15_000;

const backOff = (times: number, maxSeconds: number): number =>
  Math.min(FIRST_BACK_OFF_SECONDS * 2 ** Math.max(0, times), maxSeconds);

/** Names a job where it is told of, without anybody's ids. */
export function describeJob(job: Job): { readonly job: string; readonly reference: string } {
  return { job: job.kind, reference: referenceOf(job) };
}

/** Together with its kind it names what is to be done. */
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

export interface RunJob {
  /** Runs the handler and settles the message. @returns whether the job is done; never throws */
  readonly run: (held: Held, job: Job) => Promise<boolean>;
  /** Deletes the message of a job that is done. @throws StorageAwayError once the process ends */
  readonly finish: (held: Held) => Promise<void>;
}

/**
 * @param dependencies.stopping aborted with an InterruptedError when the process ends
 * @param dependencies.settled called when a run has ended, however it did
 */
export function createRunJob(dependencies: {
  readonly queue: JobQueue;
  readonly handlers: Handlers;
  readonly clock: Clock;
  readonly log: Log;
  readonly stopping: AbortSignal;
  readonly settled: (held: Held, job: Job) => void;
}): RunJob {
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

  /** What is done must not come back: a deletion is tried until storage takes it, or the process ends. */
  async function finish(held: Held): Promise<void> {
    const owned = await held.letGo();
    for (let milliseconds = 500; ; milliseconds = Math.min(milliseconds * 2, MAX_FINISH_BACK_OFF_MILLISECONDS)) {
      try {
        return await queue.finish(owned);
      } catch (error) {
        if (!(error instanceof StorageAwayError) || stopping.aborted) throw error;
        await clock.sleep(milliseconds, stopping).catch(() => undefined);
      }
    }
  }

  async function afterFailure(owned: Owned, job: Job, error: unknown): Promise<void> {
    if (error instanceof StorageAwayError) {
      const delaySeconds = backOff(owned.deliveries - 1, MAX_STORAGE_BACK_OFF_SECONDS);
      log.warn({ err: error, ...describeJob(job), delaySeconds }, 'a job waits for storage');
      return queue.release(owned, delaySeconds);
    }
    const failures = (owned.note?.failures ?? 0) + 1;
    if (failures >= MAX_FAILURES) {
      log.error({ err: error, ...describeJob(job), failures }, 'a job keeps failing and is set aside');
      return queue.setAside(owned);
    }
    const delaySeconds = backOff(failures - 1, MAX_BACK_OFF_SECONDS);
    log.error({ err: error, ...describeJob(job), failures, delaySeconds }, 'a job failed and is tried again');
    return queue.release(owned, delaySeconds, failures);
  }

  async function giveBack(held: Held, job: Job, error: unknown): Promise<void> {
    const owned = await held.letGo();
    const reason: unknown = held.controller.signal.reason;
    if (!(reason instanceof InterruptedError)) return afterFailure(owned, job, error);
    if (reason.kind === 'stopping') return queue.release(owned, 0);
  }

  /** A message that storage does not take back now becomes visible by itself. */
  async function quietly(job: Job, change: () => Promise<void>): Promise<void> {
    try {
      await change();
    } catch (error) {
      log.warn({ err: error, ...describeJob(job) }, 'a job could not be given back');
    }
  }

  return {
    finish,
    async run(held, job) {
      let done = false;
      try {
        await handle(job, held.controller, held.owned.id);
        done = true;
      } catch (error) {
        await quietly(job, () => giveBack(held, job, error));
      }
      if (done) await quietly(job, () => finish(held));
      settled(held, job);
      return done;
    },
  };
}
