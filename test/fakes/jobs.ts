import { StorageUnavailableError } from '../../src/core/errors.ts';
import type { Clock } from '../../src/core/platform.ts';
import type { Job, Jobs } from '../../src/core/jobs.ts';

export type JobHandlers = {
  readonly [Kind in Job['kind']]?: (job: Extract<Job, { kind: Kind }>, controller: AbortController) => Promise<void>;
};

export interface SentJob {
  readonly job: Job;
  readonly visibleAt: number;
  /** Nobody sees it while the process that sent it lives. */
  readonly owned: boolean;
}

export interface FakeJobs extends Jobs {
  /** What is in the queue, oldest first. */
  readonly queued: readonly SentJob[];
  /** All jobs ever sent with their delay. */
  readonly sent: readonly { readonly job: Job; readonly delaySeconds: number | 'owned' }[];
  away: boolean;
  /** Who does the jobs from now on. */
  handle(handlers: JobHandlers): void;
  /** Does every job that is due now, one after the other; one that throws stays, and is due again in five seconds. */
  runDue(): Promise<void>;
  /** Resolves once no started job runs any more. */
  idle(): Promise<void>;
  /** The process that owned jobs is gone; `signal` of what ran is aborted, and all of it is visible again. */
  abandon(reason: Error): void;
}

const BACK_OFF_MILLISECONDS = 5_000;

interface Entry extends SentJob {
  readonly id: number;
}

/** A queue in memory: jobs are JSON, wait out their delay, and come again when their handler throws. */
export function createFakeJobs(clock: Pick<Clock, 'now'>): FakeJobs {
  let entries: Entry[] = [];
  const sent: { job: Job; delaySeconds: number | 'owned' }[] = [];
  const running = new Set<Promise<void>>();
  let process = new AbortController();
  let handlers: JobHandlers | undefined;
  let lastId = 0;

  function add(job: Job, visibleAt: number, owned: boolean): Entry {
    lastId += 1;
    const entry: Entry = { id: lastId, job: JSON.parse(JSON.stringify(job)) as Job, visibleAt, owned };
    entries.push(entry);
    return entry;
  }

  const remove = (id: number): void => {
    entries = entries.filter((entry) => entry.id !== id);
  };

  function handle(job: Job, controller: AbortController): Promise<void> {
    // Of all handlers the one of the job's own kind.
    const handler = handlers?.[job.kind] as ((job: Job, controller: AbortController) => Promise<void>) | undefined;
    if (handler === undefined) throw new Error(`Nobody does a ${job.kind} job.`);
    return handler(job, controller);
  }

  async function run({ id, job }: Entry): Promise<void> {
    const { signal } = process;
    const controller = new AbortController();
    const abort = (): void => controller.abort(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    try {
      await handle(job, controller);
      remove(id);
    } catch {
      if (signal.aborted) return;
      remove(id);
      entries.push({ id, job, visibleAt: clock.now() + BACK_OFF_MILLISECONDS, owned: false });
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  function start(entry: Entry): Promise<void> {
    const work = run(entry).finally(() => running.delete(work));
    running.add(work);
    return work;
  }

  function answer(): void {
    if (jobs.away) throw new StorageUnavailableError('the queue is away');
  }

  const jobs: FakeJobs = {
    away: false,
    sent,
    get queued() {
      return entries;
    },

    async send(job, delaySeconds) {
      await Promise.resolve();
      answer();
      if (!(delaySeconds >= 0 && delaySeconds <= 7 * 86_400)) throw new Error(`No such delay: ${delaySeconds}`);
      sent.push({ job, delaySeconds });
      add(job, clock.now() + delaySeconds * 1000, false);
    },

    async sendOwned(job) {
      await Promise.resolve();
      answer();
      sent.push({ job, delaySeconds: 'owned' });
      const entry = add(job, clock.now() + 45_000, true);
      let isStarted = false;
      return {
        start() {
          if (!isStarted) void start(entry);
          isStarted = true;
        },
        discard: async () => remove(entry.id),
      };
    },

    handle(given) {
      handlers = given;
    },

    async runDue() {
      const due = entries.filter(({ owned, visibleAt }) => !owned && visibleAt <= clock.now());
      for (const entry of due) {
        if (entries.some(({ id }) => id === entry.id)) await start(entry);
      }
    },

    async idle() {
      while (running.size > 0) await Promise.all(running);
    },

    abandon(reason) {
      process.abort(reason);
      process = new AbortController();
      entries = entries.map((entry) => ({ ...entry, owned: false, visibleAt: Math.min(entry.visibleAt, clock.now()) }));
    },
  };
  return jobs;
}
