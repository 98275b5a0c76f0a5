/** Receives jobs from the queue and runs their handler. */
import { BoundedMap } from '../core/bounded-map.ts';
import { StateUnreadableError, StorageUnavailableError, UpstreamError } from '../core/errors.ts';
import { JOB_REFERENCE, type Job, type JobHandler, type Jobs, type OwnedJob } from '../core/jobs.ts';
import { OccurrenceLimiter } from '../log/limited-log.ts';
import { digestOf, type Clock, type Log } from '../core/platform.ts';
import { BACK_OFF, backOffMilliseconds, retry } from '../core/retry.ts';
import { within } from '../core/time-limit.ts';
import { MAX_MESSAGES, type JobQueue, type OwnedMessage } from './job-queue.ts';
import { type HeldMessage, InterruptedError, Ownership, type OwnershipInputs } from './ownership.ts';
import { PollSchedule } from './poll-schedule.ts';

interface WorkerInputs extends OwnershipInputs {
  readonly queue: JobQueue;
  readonly clock: Clock;
  readonly log: Log;
  readonly handle: JobHandler;
}

/** Another process takes over within 60 s after a crash: 45 s until the message is visible, at most 8 s until it is received. */
const DEFAULTS = { ownershipSeconds: 45, extendSeconds: 20, random: Math.random };
const STOP_LIMIT_MILLISECONDS = 8_000;
/** A job whose handler has thrown this often is set aside. */
const MAX_FAILURES = 8;
/** The same while another service is unavailable: with the back-off, the last attempt comes an hour after the first. */
const MAX_FAILURES_OF_SERVICE = 18;
/** Longer than an instance polls often after a message, so that the one that cannot read it is no likelier to receive it than another. */
const UNREADABLE_SECONDS = 12;

/** Jobs that wait most of the time, for hours or for the service. Their number is not limited. */
const SLEEPING: ReadonlySet<Job['kind']> = new Set<Job['kind']>(['follow', 'restore', 'look-back', 'export']);
/** How many of the other jobs run at once. */
const MAX_WORKING = 16;

/** What is no job here is set aside after so many deliveries to this process: those to others, which may read it, do not count. */
const MAX_UNREAD_DELIVERIES = 8;
/** How many of such messages are counted at once. */
const MAX_COUNTED = 100_000;
/** Messages of somebody else may be many: they are counted between two entries of the log. */
const LOG_MILLISECONDS = 10 * 60_000;

/** Ends early once a job is done. */
const FULL_PAUSE_MILLISECONDS = 2_000;

interface Run {
  readonly held: HeldMessage;
  /** Whether the job is done. Never rejects. */
  readonly outcome: Promise<boolean>;
}

const referenceOf = (job: Job): string =>
  String(Object.entries<unknown>(job).find(([field]) => JOB_REFERENCE.test(field))?.[1]);

const nameOf = (job: Job): string => `${job.kind} ${referenceOf(job)}`;

/** Log fields that name a job without anybody's ids. */
function describeJob(job: Job): object {
  const reference = referenceOf(job);
  return { job: job.kind, reference: 'personId' in job ? digestOf(reference) : reference };
}

/**
 * Owns each job while its handler runs. A job never runs twice at the same time in this process: if its message is delivered
 * again while the handler is still ending, the second run waits for the first.
 */
export class Worker implements Jobs {
  readonly #inputs: WorkerInputs;
  readonly #queue: JobQueue;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #ownership: Ownership;
  readonly #schedule: PollSchedule;
  readonly #limiter: OccurrenceLimiter;
  readonly #running = new Map<string, Run>();
  readonly #held = new Set<HeldMessage>();
  /** Sent and owned while their records are written; resolved once they are started or discarded. */
  readonly #unstarted = new Map<HeldMessage, Promise<void>>();
  /** How often messages were delivered that are no job here, by their ids. */
  readonly #unread = new BoundedMap<string, number>({ max: MAX_COUNTED });
  readonly #stopping = new AbortController();
  #working = 0;
  #polling: Promise<void> | undefined;
  #failedPolls = 0;
  /** Ends the pause between two polls. */
  #wake = new AbortController();

  constructor(inputs: Omit<WorkerInputs, keyof typeof DEFAULTS> & Partial<WorkerInputs>) {
    this.#inputs = { ...DEFAULTS, ...inputs };
    this.#queue = inputs.queue;
    this.#clock = inputs.clock;
    this.#log = inputs.log;
    this.#ownership = new Ownership(this.#inputs);
    this.#schedule = new PollSchedule(this.#inputs);
    this.#limiter = new OccurrenceLimiter(inputs.clock, LOG_MILLISECONDS);
  }

  /** Further calls do nothing. */
  start(): void {
    if (this.#polling !== undefined) return;
    this.#schedule.resume();
    this.#polling = this.#pollUntilStopped();
  }

  /**
   * Stops receiving, interrupts running jobs and releases them for other processes, and so each job whose record is being written, but
   * not before: another process would take it for one without a record. Jobs that do not end within eight seconds become visible by
   * themselves. Never throws.
   */
  async stop(): Promise<void> {
    this.#stopping.abort(new InterruptedError('stopping'));
    this.#ownership.interrupt();
    this.#wake.abort();
    const settle = async (): Promise<void> => {
      await this.#polling;
      // Also those that are sent or begin meanwhile.
      do {
        for (const decided of this.#unstarted.values()) await decided;
        for (const { outcome } of this.#running.values()) await outcome;
      } while (this.#unstarted.size > 0);
    };
    await within(STOP_LIMIT_MILLISECONDS, settle, { clock: this.#clock });
    const left = [...this.#held, ...this.#unstarted.keys()];
    if (left.length > 0) this.#log.warn({ event: 'jobs-not-stopped', jobs: left.length }, 'jobs did not end in time');
    for (const held of left) void held.stopExtending();
  }

  async send(job: Job, delaySeconds: number): Promise<void> {
    await this.#queue.send(job, delaySeconds);
    this.#expect(delaySeconds);
  }

  async sendOwned(job: Job): Promise<OwnedJob> {
    const requestedAt = this.#clock.elapsed();
    const held = this.#ownership.hold(await this.#queue.sendOwned(job, this.#inputs.ownershipSeconds), requestedAt);
    const decided = Promise.withResolvers<void>();
    this.#unstarted.set(held, decided.promise);
    return {
      id: held.message.id,
      start: () => {
        if (!this.#unstarted.delete(held)) return;
        this.#begin(held, job);
        decided.resolve();
      },
      discard: async () => {
        if (!this.#unstarted.delete(held)) return;
        try {
          await this.#queue.finish(await held.stopExtending());
        } catch (error) {
          this.#log.warn(
            { event: 'job-not-discarded', error, ...describeJob(job) },
            'a discarded job could not be deleted and will be delivered once more',
          );
        }
        decided.resolve();
      },
    };
  }

  /** A message was sent or released that becomes visible after `delaySeconds`. */
  #expect(delaySeconds: number): void {
    if (this.#schedule.expect(this.#clock.elapsed() + Math.ceil(delaySeconds) * 1000)) this.#wake.abort();
  }

  async #pollUntilStopped(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      this.#wake = new AbortController();
      const milliseconds = await this.#poll();
      if (this.#stopping.signal.aborted) return;
      await this.#clock.sleep(milliseconds, this.#wake.signal).catch(() => undefined);
    }
  }

  /** @returns milliseconds until the next poll */
  async #poll(): Promise<number> {
    const max = Math.min(MAX_WORKING - this.#working, MAX_MESSAGES);
    if (max <= 0) return FULL_PAUSE_MILLISECONDS;
    const requestedAt = this.#clock.elapsed();
    try {
      const messages = await this.#queue.receive(max, this.#inputs.ownershipSeconds);
      const failures = this.#failedPolls;
      if (failures > 0) {
        this.#log.info({ event: 'job-polling-resumed', failures }, 'jobs are received again');
        this.#schedule.resume();
      }
      this.#failedPolls = 0;
      for (const message of messages) this.#accept(message, requestedAt);
      if (messages.length === max) return 0;
      const poll = { at: requestedAt, messages: messages.length, running: this.#running.size };
      return this.#schedule.afterPoll(poll);
    } catch (error) {
      this.#failedPolls += 1;
      if (this.#failedPolls === 1) {
        this.#log.warn({ event: 'job-polling-waiting', error }, 'storage is unavailable; no jobs are received');
      }
      return backOffMilliseconds(BACK_OFF.receiveMessages, this.#failedPolls);
    }
  }

  #accept(message: OwnedMessage, requestedAt: number): void {
    const { content } = message;
    if (content !== undefined) return this.#begin(this.#ownership.hold(message, requestedAt), content.job);
    // It may be a job of a newer version, which another instance can read once it is visible again.
    const deliveries = (this.#unread.get(message.id) ?? 0) + 1;
    this.#unread.set(message.id, deliveries);
    if (deliveries >= MAX_UNREAD_DELIVERIES) void this.#setAsideUnread(message);
  }

  /** Never throws: otherwise the message becomes visible again by itself. */
  async #setAsideUnread(message: OwnedMessage): Promise<void> {
    const { id, deliveries } = message;
    const suppressed = this.#limiter.pass('message-set-aside');
    if (suppressed !== undefined) {
      const fields = { event: 'message-set-aside', message: id, deliveries, messages: suppressed + 1 };
      this.#log.error(fields, 'a message is no job that this instance can read, and is set aside');
    }
    await this.#queue
      .setAside(message)
      .catch((error: unknown) =>
        this.#log.warn({ event: 'message-not-set-aside', error }, 'a message could not be set aside'),
      );
  }

  #begin(held: HeldMessage, job: Job): void {
    const name = nameOf(job);
    if (!SLEEPING.has(job.kind)) this.#working += 1;
    this.#held.add(held);
    const previous = this.#running.get(name);
    const outcome = previous === undefined ? this.#run(held, job) : this.#runAfter(previous, held, job);
    // Behind all others: stop() goes through them in order.
    this.#running.delete(name);
    this.#running.set(name, { held, outcome });
  }

  async #runAfter(previous: Run, held: HeldMessage, job: Job): Promise<boolean> {
    const done = await previous.outcome;
    if (!done || previous.held.message.id !== held.message.id) return this.#run(held, job);
    await this.#finish(held).catch((error: unknown) =>
      this.#log.warn({ event: 'job-not-deleted', error, ...describeJob(job) }, 'a finished job may be delivered again'),
    );
    this.#settle(held, job);
    return true;
  }

  /** Runs the handler, then deletes or releases the message. Never throws. @returns whether the job is done */
  async #run(held: HeldMessage, job: Job): Promise<boolean> {
    let update = (): Promise<void> => this.#finish(held);
    let done = true;
    try {
      held.controller.signal.throwIfAborted();
      await this.#inputs.handle(job, held.controller, held.message.id, held);
    } catch (error) {
      update = () => this.#release(held, job, error);
      done = false;
    }
    try {
      await update();
    } catch (error) {
      // The message becomes visible by itself.
      this.#expect(this.#inputs.ownershipSeconds);
      this.#log.warn(
        { event: 'job-not-released', error, ...describeJob(job) },
        'the message of a job could not be updated',
      );
    }
    this.#settle(held, job);
    return done;
  }

  /** Deletes the message of a finished job, with retries. @throws StorageUnavailableError once the process stops */
  async #finish(held: HeldMessage): Promise<void> {
    const { signal } = this.#stopping;
    const message = await held.stopExtending();
    await retry(() => this.#queue.finish(message), {
      backOff: BACK_OFF.deleteMessage,
      // When the process stops during a wait, one last attempt follows at once.
      clock: { sleep: (milliseconds) => this.#clock.sleep(milliseconds, signal).catch(() => undefined) },
      shouldRetry: ({ error }) => error instanceof StorageUnavailableError && !signal.aborted,
    });
  }

  async #release(held: HeldMessage, job: Job, error: unknown): Promise<void> {
    const message = await held.stopExtending();
    const reason: unknown = held.controller.signal.reason;
    if (!(reason instanceof InterruptedError)) return this.#releaseAfterFailure(message, job, error);
    if (reason.kind === 'stopping') return this.#queue.release(message, 0);
  }

  async #releaseAfterFailure(message: OwnedMessage, job: Job, error: unknown): Promise<void> {
    const fields = { error, ...describeJob(job) };
    if (error instanceof StorageUnavailableError) {
      const delaySeconds = backOffMilliseconds(BACK_OFF.interruptedJob, Math.max(1, message.deliveries)) / 1_000;
      this.#log.warn({ event: 'job-waiting', ...fields, delaySeconds }, 'storage is unavailable; a job waits');
      return this.#releaseFor(delaySeconds, message);
    }
    const failures = (message.content?.failures ?? 0) + 1;
    const isOfService = (error instanceof UpstreamError && error.transient) || error instanceof StateUnreadableError;
    if (failures >= (isOfService ? MAX_FAILURES_OF_SERVICE : MAX_FAILURES)) {
      this.#log.error({ event: 'job-set-aside', ...fields, failures }, 'a job keeps failing and is set aside');
      return this.#queue.setAside(message);
    }
    // Another instance may have its key, and is not to wait.
    const isForAnother = error instanceof StateUnreadableError;
    const delaySeconds = isForAnother ? UNREADABLE_SECONDS : backOffMilliseconds(BACK_OFF.failedJob, failures) / 1_000;
    this.#log.error({ event: 'job-failed', ...fields, failures, delaySeconds }, 'a job failed and will be retried');
    // This one does not expect it.
    if (isForAnother) return this.#queue.release(message, delaySeconds, failures);
    return this.#releaseFor(delaySeconds, message, failures);
  }

  async #releaseFor(delaySeconds: number, message: OwnedMessage, failures?: number): Promise<void> {
    await this.#queue.release(message, delaySeconds, failures);
    this.#expect(delaySeconds);
  }

  #settle(held: HeldMessage, job: Job): void {
    this.#held.delete(held);
    const name = nameOf(job);
    if (this.#running.get(name)?.held === held) this.#running.delete(name);
    if (SLEEPING.has(job.kind)) return;
    this.#working -= 1;
    this.#wake.abort();
  }
}
