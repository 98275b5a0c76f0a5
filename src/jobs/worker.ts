import type { Job, Jobs, OwnedJob } from '../core/jobs.ts';
import type { Clock, Log } from '../core/platform.ts';
import { BACK_OFF, backOffMilliseconds } from '../core/retry.ts';
import { undefinedIfTimedOut, withTimeout } from '../core/time-limit.ts';
import type { JobQueue, OwnedMessage } from './job-queue.ts';
import { InterruptedError, Ownership, type HeldMessage, type OwnershipTimes } from './ownership.ts';
import { createJobRunner, describeJob, referenceOf, type Handlers } from './run-job.ts';

export interface Worker extends Jobs {
  /** Begins to receive; to be called once. */
  start(): void;
  /**
   * Stops receiving, interrupts what runs and releases it for other processes. What does not end within eight seconds
   * becomes visible by itself. Never throws.
   */
  stop(): Promise<void>;
}

/** Another process takes over within 60 s after a crash: 45 s until the message is visible, 2 s until it is received. */
const TIMES: OwnershipTimes = { ownershipSeconds: 45, renewSeconds: 20 };
const STOP_LIMIT_MILLISECONDS = 8_000;
/** Jobs that mostly sleep, for hours, and are not limited in number. */
const SLEEPING: ReadonlySet<Job['kind']> = new Set<Job['kind']>(['follow', 'restore']);
const MAX_WORKING = 16;

/** What one request may return. */
const MAX_MESSAGES = 32;
const BUSY_PAUSE_MILLISECONDS = 1_000;
const IDLE_PAUSE_MILLISECONDS = 2_000;

interface Run {
  readonly held: HeldMessage;
  readonly outcome: Promise<boolean>;
}

const nameOf = (job: Job): string => `${job.kind} ${referenceOf(job)}`;

/**
 * Receives jobs, runs their handlers and owns each while it runs. A job never runs twice at the same time in this process:
 * if its message comes back while the handler still ends, it waits for that.
 *
 * @param dependencies.times how long a message is owned, and after how long that is extended
 * @param dependencies.random 0 to 1; spreads what would otherwise happen at the same time in every process
 */
export function createWorker(dependencies: {
  readonly queue: JobQueue;
  readonly handlers: Handlers;
  readonly clock: Clock;
  readonly log: Log;
  readonly times?: OwnershipTimes | undefined;
  readonly random?: (() => number) | undefined;
}): Worker {
  const { queue, handlers, clock, log, times = TIMES, random = Math.random } = dependencies;
  const { ownershipSeconds } = times;
  const stopping = new AbortController();
  const ownership = new Ownership({ queue, clock, log, random, ...times });
  const { run, finish } = createJobRunner({ queue, handlers, clock, log, stopping: stopping.signal, settled });
  const running = new Map<string, Run>();
  const held = new Set<HeldMessage>();
  /** Sent and owned, and not started yet. */
  const unstarted = new Map<HeldMessage, Job>();
  let working = 0;

  async function runAfter(previous: Run, next: HeldMessage, job: Job): Promise<boolean> {
    const done = await previous.outcome;
    if (!done || previous.held.message.id !== next.message.id) return run(next, job);
    await finish(next).catch((error: unknown) =>
      log.warn({ event: 'job-not-deleted', error, ...describeJob(job) }, 'a finished job may be delivered again'),
    );
    settled(next, job);
    return true;
  }

  function settled(ended: HeldMessage, job: Job): void {
    held.delete(ended);
    const name = nameOf(job);
    if (running.get(name)?.held === ended) running.delete(name);
    if (SLEEPING.has(job.kind)) return;
    working -= 1;
    receiver.wake();
  }

  function begin(next: HeldMessage, job: Job): void {
    const name = nameOf(job);
    if (!SLEEPING.has(job.kind)) working += 1;
    held.add(next);
    const previous = running.get(name);
    running.set(name, { held: next, outcome: previous === undefined ? run(next, job) : runAfter(previous, next, job) });
  }

  function take(message: OwnedMessage, requestedAt: number): void {
    if (message.content !== undefined) return begin(ownership.hold(message, requestedAt), message.content.job);
    const { id, deliveries } = message;
    log.error({ event: 'message-set-aside', message: id, deliveries }, 'a message is no job and is set aside');
    queue
      .setAside(message)
      .catch((error: unknown) =>
        log.warn({ event: 'message-not-set-aside', error }, 'a message could not be set aside'),
      );
  }

  const receiver = new Receiver({
    receive: (max) => queue.receive(max, ownershipSeconds),
    take,
    room: () => MAX_WORKING - working,
    isBusy: () => running.size > 0,
    clock,
    log,
    random,
    stopping: stopping.signal,
  });

  async function settle(): Promise<void> {
    await receiver.ended();
    while (running.size > 0) await Promise.all([...running.values()].map(({ outcome }) => outcome));
  }

  return {
    start: () => receiver.start(),

    async stop() {
      stopping.abort(new InterruptedError('stopping'));
      ownership.interrupt();
      receiver.wake();
      for (const [unstartedJob, job] of unstarted) begin(unstartedJob, job);
      unstarted.clear();
      await withTimeout(STOP_LIMIT_MILLISECONDS, settle, { clock }).catch(undefinedIfTimedOut);
      if (held.size > 0) log.warn({ event: 'jobs-not-stopped', jobs: held.size }, 'jobs did not end in time');
      for (const left of held) void left.letGo();
    },

    async send(job, delaySeconds) {
      await queue.send(job, delaySeconds);
      if (delaySeconds === 0) receiver.wake();
    },

    async sendOwned(job): Promise<OwnedJob> {
      const requestedAt = clock.now();
      const sent = ownership.hold(await queue.sendOwned(job, ownershipSeconds), requestedAt);
      unstarted.set(sent, job);
      return {
        id: sent.message.id,
        start() {
          if (unstarted.delete(sent)) begin(sent, job);
        },
        async discard() {
          if (!unstarted.delete(sent)) return;
          await sent
            .letGo()
            .then((message) => queue.finish(message))
            .catch((error: unknown) =>
              log.warn(
                { event: 'job-not-discarded', error, ...describeJob(job) },
                'a job will be delivered for nothing',
              ),
            );
        },
      };
    },
  };
}

interface ReceiverDependencies {
  readonly receive: (max: number) => Promise<readonly OwnedMessage[]>;
  /** Gets each message, and when the request that returned it was sent. */
  readonly take: (message: OwnedMessage, requestedAt: number) => void;
  /** How many more messages may be taken now. */
  readonly room: () => number;
  /** Whether anything runs, so that more is likely to come. */
  readonly isBusy: () => boolean;
  readonly clock: Clock;
  readonly log: Log;
  readonly random: () => number;
  readonly stopping: AbortSignal;
}

/** Polls the queue while the process runs. */
class Receiver {
  readonly #dependencies: ReceiverDependencies;
  #pause = new AbortController();
  #polling: Promise<void> | undefined;
  #failures = 0;

  constructor(dependencies: ReceiverDependencies) {
    this.#dependencies = dependencies;
  }

  start(): void {
    this.#polling ??= this.#pollUntilStopped();
  }

  /** Polls at once instead of after the pause. */
  wake(): void {
    this.#pause.abort();
  }

  /** Resolves once it polls no more, after `stopping`. */
  async ended(): Promise<void> {
    await this.#polling;
  }

  async #pollUntilStopped(): Promise<void> {
    const { clock, stopping } = this.#dependencies;
    while (!stopping.aborted) {
      this.#pause = new AbortController();
      const milliseconds = await this.#poll();
      // Only `wake` ends the pause early; it may have been called during the poll.
      if (!stopping.aborted) await clock.sleep(milliseconds, this.#pause.signal).catch(() => undefined);
    }
  }

  /** @returns milliseconds until the next poll */
  async #poll(): Promise<number> {
    const { receive, take, room, isBusy, clock, log, random } = this.#dependencies;
    const max = Math.min(room(), MAX_MESSAGES);
    if (max <= 0) return IDLE_PAUSE_MILLISECONDS;
    const requestedAt = clock.now();
    try {
      const messages = await receive(max);
      const failures = this.#failures;
      if (failures > 0) log.info({ event: 'job-polling-resumed', failures }, 'jobs are received again');
      this.#failures = 0;
      for (const message of messages) take(message, requestedAt);
      if (messages.length === max) return 0;
      const longest = messages.length > 0 || isBusy() ? BUSY_PAUSE_MILLISECONDS : IDLE_PAUSE_MILLISECONDS;
      return longest * (0.75 + 0.25 * random());
    } catch (error) {
      this.#failures += 1;
      if (this.#failures === 1) {
        log.warn({ event: 'job-polling-waiting', error }, 'storage is unavailable; no jobs are received');
      }
      return backOffMilliseconds(BACK_OFF.receiveMessages, this.#failures);
    }
  }
}
