import type { Clock, Log } from '../core/platform.ts';
import type { Job, Jobs, OwnedJob } from '../core/jobs.ts';
import { InterruptedError } from './interrupted-error.ts';
import type { JobQueue, Owned } from './job-queue.ts';
import { createOwnership, type Held, type OwnershipTimes } from './ownership.ts';
import { createReceiver } from './receiver.ts';
import { createRunJob, describeJob, referenceOf, type Handlers } from './run-job.ts';

export interface Worker extends Jobs {
  /** Begins to receive; to be called once. */
  start(): void;
  /**
   * Receives no more, interrupts what runs and hands it back for others to take at once. What does not end within eight
   * seconds is left to become visible by itself. Never throws.
   */
  stop(): Promise<void>;
}

/** Taken over within 60 s after a crash: 45 s until it is visible, and a look at the queue every 2 s at least. */
const TIMES: OwnershipTimes = { ownershipSeconds: 45, renewSeconds: 20 };
const STOP_LIMIT_MILLISECONDS = 8_000;
/** What follows a sign-in or a restore mostly sleeps, for hours: it is not counted. Everything else works. */
const SLEEPERS: ReadonlySet<Job['kind']> = new Set<Job['kind']>(['follow', 'restore']);
const MAX_OTHERS = 16;

interface Running {
  readonly here: Held;
  readonly outcome: Promise<boolean>;
}

const nameOf = (job: Job): string => `${job.kind} ${referenceOf(job)}`;

/**
 * Receives jobs, runs their handlers and owns each while it runs. A job never runs twice at a time in this process: its
 * message, should it come back while the handler still ends, waits for that.
 *
 * @param dependencies.times how long a message is owned, and after how long that is extended
 * @param dependencies.random 0 to 1; spreads what would otherwise happen at the same moment everywhere
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
  const ownership = createOwnership({ queue, clock, log, random, ...times });
  const { run, finish } = createRunJob({ queue, handlers, clock, log, stopping: stopping.signal, settled });
  const running = new Map<string, Running>();
  const held = new Set<Held>();
  /** Sent and owned, and not yet started. */
  const unstarted = new Map<Held, Job>();
  let others = 0;

  async function runAfter(before: Running, here: Held, job: Job): Promise<boolean> {
    const done = await before.outcome;
    if (!done || before.here.owned.id !== here.owned.id) return run(here, job);
    await finish(here).catch((error: unknown) => log.warn({ err: error, ...describeJob(job) }, 'a job may come again'));
    settled(here, job);
    return true;
  }

  function settled(here: Held, job: Job): void {
    held.delete(here);
    const name = nameOf(job);
    if (running.get(name)?.here === here) running.delete(name);
    if (SLEEPERS.has(job.kind)) return;
    others -= 1;
    receiver.wake();
  }

  function begin(here: Held, job: Job): void {
    const name = nameOf(job);
    if (!SLEEPERS.has(job.kind)) others += 1;
    held.add(here);
    const before = running.get(name);
    running.set(name, { here, outcome: before === undefined ? run(here, job) : runAfter(before, here, job) });
  }

  function take(owned: Owned, askedAt: number): void {
    if (owned.note !== undefined) return begin(ownership.hold(owned, askedAt), owned.note.job);
    log.error({ message: owned.id, deliveries: owned.deliveries }, 'a message is no job and is set aside');
    queue.setAside(owned).catch((error: unknown) => log.warn({ err: error }, 'a message could not be set aside'));
  }

  const receiver = createReceiver({
    receive: (max) => queue.receive(max, ownershipSeconds),
    take,
    room: () => MAX_OTHERS - others,
    busy: () => running.size > 0,
    clock,
    log,
    random,
    stopping: stopping.signal,
  });

  function giveBackUnstarted(): void {
    for (const [here, job] of unstarted) begin(here, job);
    unstarted.clear();
  }

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
      giveBackUnstarted();
      const limit = new AbortController();
      await Promise.race([settle(), clock.sleep(STOP_LIMIT_MILLISECONDS, limit.signal).catch(() => undefined)]);
      limit.abort();
      if (held.size > 0) log.warn({ jobs: held.size }, 'jobs did not end in time; others take them a little later');
      for (const here of held) void here.letGo();
    },

    async send(job, delaySeconds) {
      await queue.send(job, delaySeconds);
      if (delaySeconds === 0) receiver.wake();
    },

    async sendOwned(job): Promise<OwnedJob> {
      const askedAt = clock.now();
      const here = ownership.hold(await queue.sendOwned(job, ownershipSeconds), askedAt);
      unstarted.set(here, job);
      return {
        id: here.owned.id,
        start() {
          if (unstarted.delete(here)) begin(here, job);
        },
        async discard() {
          if (!unstarted.delete(here)) return;
          await here
            .letGo()
            .then((owned) => queue.finish(owned))
            .catch((error: unknown) => log.warn({ err: error, ...describeJob(job) }, 'a job will come for nothing'));
        },
      };
    },
  };
}
