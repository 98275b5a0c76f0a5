/** The job queue in memory, on the test's clock: Azure's rules for its messages, and a process that runs the jobs. */
import { StorageUnavailableError } from '../../src/core/errors.ts';
import type { Job, JobHandler, JobOwnership, Jobs } from '../../src/core/jobs.ts';
import type { Clock } from '../../src/core/platform.ts';
import { asSetAside, type JobMessage } from '../../src/jobs/job-message.ts';
import type { JobQueue, OwnedMessage } from '../../src/jobs/job-queue.ts';

interface Stored {
  readonly id: string;
  receipt: string;
  content: JobMessage | undefined;
  visibleAt: number;
  deliveries: number;
}

/** Invisibility, receipts that change, and deliveries that are counted. */
class Messages {
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #stored = new Map<string, Stored>();
  #count = 0;

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock;
  }

  get all(): readonly Stored[] {
    return [...this.#stored.values()];
  }

  get visible(): readonly Stored[] {
    return this.all.filter(({ visibleAt }) => visibleAt <= this.#clock.elapsed());
  }

  put(job: Job, delaySeconds: number): OwnedMessage {
    return this.putContent({ job: JSON.parse(JSON.stringify(job)) as Job, failures: 0 }, delaySeconds);
  }

  putContent(content: JobMessage | undefined, delaySeconds: number): OwnedMessage {
    const id = `message-${(this.#count += 1)}`;
    const visibleAt = this.#clock.elapsed() + delaySeconds * 1000;
    const stored = { id, receipt: this.#newReceipt(), content, visibleAt, deliveries: 0 };
    this.#stored.set(id, stored);
    return { ...stored };
  }

  receive(stored: Stored, ownershipSeconds: number): OwnedMessage {
    stored.deliveries += 1;
    return this.hide(stored, ownershipSeconds);
  }

  /** Invalidates the receipts that were handed out before. */
  hide(stored: Stored, seconds: number): OwnedMessage {
    stored.visibleAt = this.#clock.elapsed() + seconds * 1000;
    stored.receipt = this.#newReceipt();
    return { ...stored };
  }

  /** @returns undefined where somebody else has received the message since, or it is gone */
  owned({ id, receipt }: OwnedMessage): Stored | undefined {
    const stored = this.#stored.get(id);
    return stored?.receipt === receipt ? stored : undefined;
  }

  remove(message: OwnedMessage): void {
    if (this.owned(message) !== undefined) this.#stored.delete(message.id);
  }

  #newReceipt(): string {
    return `receipt-${(this.#count += 1)}`;
  }
}

export interface FakeQueue extends JobQueue {
  /** While true every call throws StorageUnavailableError. */
  away: boolean;
  readonly poison: OwnedMessage[];
  /** Calls by name, so far. */
  readonly calls: Record<'receive' | 'extend' | 'release' | 'finish', number>;
  /** Most extensions under way at once. */
  readonly mostExtensions: number;
  /** All messages, whoever owns them. */
  left(): readonly { readonly job: Job | undefined; readonly failures: number; readonly visibleInSeconds: number }[];
  /** Another process receives everything. */
  steal(): void;
  putNonsense(): void;
  putBack(content: JobMessage | undefined): void;
}

/** The queue as the worker sees it; each request takes 10 ms. */
export function createFakeQueue(clock: Clock): FakeQueue {
  const messages = new Messages(clock);
  let extending = 0;
  let mostExtensions = 0;
  const calls = { receive: 0, extend: 0, release: 0, finish: 0 };

  async function request(): Promise<void> {
    await clock.sleep(10);
    if (queue.away) throw new StorageUnavailableError('away');
  }

  const queue: FakeQueue = {
    away: false,
    poison: [],
    calls,
    get mostExtensions() {
      return mostExtensions;
    },
    async send(job, delaySeconds) {
      await request();
      messages.put(job, delaySeconds);
    },
    async sendOwned(job, ownershipSeconds) {
      await request();
      return messages.put(job, ownershipSeconds);
    },
    async receive(max, ownershipSeconds) {
      calls.receive += 1;
      await request();
      return messages.visible.slice(0, max).map((stored) => messages.receive(stored, ownershipSeconds));
    },
    async extend(message, ownershipSeconds) {
      calls.extend += 1;
      extending += 1;
      mostExtensions = Math.max(mostExtensions, extending);
      await request().finally(() => (extending -= 1));
      const stored = messages.owned(message);
      return stored === undefined ? 'lost' : { ...message, receipt: messages.hide(stored, ownershipSeconds).receipt };
    },
    async release(message, delaySeconds, failures) {
      calls.release += 1;
      await request();
      const stored = messages.owned(message);
      if (stored === undefined) return;
      messages.hide(stored, delaySeconds);
      if (failures !== undefined && stored.content !== undefined) stored.content = { ...stored.content, failures };
    },
    eraseSetAside: () => Promise.resolve(0),
    async finish(message) {
      calls.finish += 1;
      await request();
      messages.remove(message);
    },
    async setAside(message) {
      await request();
      const { content, id } = message;
      queue.poison.push({ ...message, content: content && asSetAside(content, id) });
      messages.remove(message);
    },
    left: () =>
      messages.all.map(({ content, visibleAt }) => ({
        job: content?.job,
        failures: content?.failures ?? 0,
        visibleInSeconds: Math.max(0, Math.round((visibleAt - clock.elapsed()) / 1000)),
      })),
    steal() {
      for (const stored of messages.all) messages.hide(stored, OWNERSHIP_SECONDS);
    },
    putNonsense() {
      messages.putContent(undefined, 0);
    },
    putBack(content) {
      messages.putContent(content, 0);
    },
  };
  return queue;
}

export type JobHandlers = {
  readonly [Kind in Job['kind']]?: (
    job: Extract<Job, { kind: Kind }>,
    controller: AbortController,
    messageId: string,
    ownership: JobOwnership,
  ) => Promise<void>;
};

export interface FakeJobs extends Jobs {
  /** What is in the queue, oldest first. */
  readonly queued: readonly { readonly id: string; readonly job: Job; readonly visibleAt: number }[];
  /** All jobs ever sent with their delay. */
  readonly sent: readonly { readonly job: Job; readonly delaySeconds: number | 'owned' }[];
  /** While true nothing can be sent. */
  away: boolean;
  /** Replaces the process that runs the jobs. */
  handle(handlers: JobHandlers): void;
  /** Runs every job that is due now, one after the other; one that throws is due again in five seconds. */
  runDue(): Promise<void>;
  /** Runs jobs until none is left that has a handler, however much time passes. */
  drain(): Promise<void>;
  /** Resolves once no started job runs any more. */
  idle(): Promise<void>;
  /** The process that owns jobs is gone: `signal` of what runs is aborted, and its jobs are visible again. */
  abandon(reason: Error): void;
  /** Delivers the oldest message once more, with the same id, while its job may still run. */
  redeliver(): void;
  /** Puts the oldest job in a second message. */
  duplicate(): void;
  /** The oldest job of this kind is set aside, and put back by hand. */
  putBack(kind: Job['kind']): void;
}

const OWNERSHIP_SECONDS = 45;
const BACK_OFF_SECONDS = 5;
const LONGEST_DELAY_SECONDS = 7 * 86_400;

/** The queue as the domain sees it: jobs wait out their delay, and come again when their handler throws. */
export function createFakeJobs(clock: Pick<Clock, 'elapsed' | 'sleep'>): FakeJobs {
  const messages = new Messages(clock);
  const sent: { job: Job; delaySeconds: number | 'owned' }[] = [];
  const running = new Set<Promise<void>>();
  /** Messages that the process owns: sent owned, or their jobs run. */
  const held = new Set<OwnedMessage>();
  let process = new AbortController();
  let handlers: JobHandlers = {};

  const handlerOf = ({ content }: Pick<Stored, 'content'>): JobHandler | undefined =>
    content && (handlers[content.job.kind] as JobHandler | undefined);

  async function run(message: OwnedMessage): Promise<void> {
    const { signal } = process;
    const controller = new AbortController();
    const abort = (): void => controller.abort(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    const stored = messages.owned(message);
    // The process extends its ownership for as long as the job runs.
    const owned = stored === undefined ? message : messages.hide(stored, Infinity);
    held.add(message);
    try {
      const handler = handlerOf(message);
      if (handler === undefined) throw new Error('no handler for this kind of job');
      const ownership = { isOverdue: false, formerIds: message.content?.formerIds };
      await handler(message.content?.job as Job, controller, message.id, ownership);
      messages.remove(owned);
    } catch {
      const own = messages.owned(owned);
      if (!signal.aborted && own !== undefined) messages.hide(own, BACK_OFF_SECONDS);
    } finally {
      held.delete(message);
      signal.removeEventListener('abort', abort);
    }
  }

  function start(message: OwnedMessage): Promise<void> {
    const work = run(message).finally(() => running.delete(work));
    running.add(work);
    return work;
  }

  async function send(job: Job, delaySeconds: number | 'owned'): Promise<OwnedMessage> {
    await Promise.resolve();
    if (jobs.away) throw new StorageUnavailableError('the queue is away');
    sent.push({ job, delaySeconds });
    return messages.put(job, delaySeconds === 'owned' ? OWNERSHIP_SECONDS : delaySeconds);
  }

  const jobs: FakeJobs = {
    away: false,
    sent,
    get queued() {
      return messages.all.map(({ id, content, visibleAt }) => ({ id, job: content?.job as Job, visibleAt }));
    },

    async send(job, delaySeconds) {
      if (!(delaySeconds >= 0 && delaySeconds <= LONGEST_DELAY_SECONDS)) throw new Error(`delay: ${delaySeconds}`);
      await send(job, delaySeconds);
    },

    async sendOwned(job) {
      const message = await send(job, 'owned');
      held.add(message);
      let isStarted = false;
      return {
        id: message.id,
        start() {
          if (!isStarted) void start(message);
          isStarted = true;
        },
        async discard() {
          held.delete(message);
          messages.remove(message);
        },
      };
    },

    handle(given) {
      handlers = given;
    },

    async runDue() {
      for (const due of messages.visible) {
        if (messages.visible.includes(due)) await start({ ...due });
      }
    },

    async drain() {
      const isHandled = (message: Pick<Stored, 'content'>): boolean => handlerOf(message) !== undefined;
      while (messages.all.some(isHandled) || running.size > 0) {
        const due = messages.visible.find(isHandled);
        if (due !== undefined) void start({ ...due });
        await clock.sleep(1000);
      }
    },

    async idle() {
      while (running.size > 0) await Promise.all(running);
    },

    abandon(reason) {
      process.abort(reason);
      process = new AbortController();
      const ids = new Set([...held].map(({ id }) => id));
      for (const stored of messages.all) if (ids.has(stored.id)) messages.hide(stored, 0);
      held.clear();
    },

    redeliver() {
      const [oldest] = messages.all;
      if (oldest !== undefined) messages.hide(oldest, 0);
    },

    putBack(kind) {
      const oldest = messages.all.find(({ content }) => content?.job.kind === kind);
      if (oldest?.content === undefined) throw new Error('There is no job.');
      messages.remove(oldest);
      messages.putContent(asSetAside(oldest.content, oldest.id), 0);
    },

    duplicate() {
      const [oldest] = messages.all;
      if (oldest?.content !== undefined) messages.put(oldest.content.job, 0);
    },
  };
  return jobs;
}
