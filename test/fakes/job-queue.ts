import { StorageUnavailableError } from '../../src/core/errors.ts';
import type { JobMessage, JobQueue, OwnedMessage } from '../../src/jobs/job-queue.ts';
import type { Clock } from '../../src/core/platform.ts';
import type { Job } from '../../src/core/jobs.ts';

interface Stored {
  readonly id: string;
  receipt: string;
  content: JobMessage | undefined;
  visibleAt: number;
  deliveries: number;
}

export interface FakeQueue extends JobQueue {
  /** While true every call throws StorageUnavailableError. */
  away: boolean;
  readonly poison: OwnedMessage[];
  /** Calls by name, so far. */
  readonly calls: Record<'receive' | 'extend' | 'release' | 'finish', number>;
  /** Most extensions under way at once. */
  readonly mostExtensions: number;
  /** What is in it, whoever owns it. */
  left(): readonly { readonly job: Job | undefined; readonly failures: number; readonly visibleInSeconds: number }[];
  /** Somebody else receives it. */
  steal(): void;
  putNonsense(): void;
}

/** Azure's rules in memory, on the test's clock: invisibility, receipts that change, deliveries counted. */
export function createFakeQueue(clock: Clock): FakeQueue {
  const messages = new Map<string, Stored>();
  let count = 0;
  let extending = 0;
  let mostExtensions = 0;
  const calls = { receive: 0, extend: 0, release: 0, finish: 0 };
  const newReceipt = (): string => `receipt-${(count += 1)}`;

  /** A request takes a moment. */
  async function request(): Promise<void> {
    await clock.sleep(10);
    if (queue.away) throw new StorageUnavailableError('away');
  }

  function put(content: JobMessage | undefined, seconds: number): Stored {
    const id = `message-${(count += 1)}`;
    const stored = { id, receipt: newReceipt(), content, visibleAt: clock.now() + seconds * 1000, deliveries: 0 };
    messages.set(id, stored);
    return stored;
  }

  const owned = ({ id, receipt, content, deliveries }: Stored): OwnedMessage => ({ id, receipt, content, deliveries });

  const mine = ({ id, receipt }: OwnedMessage): Stored | undefined => {
    const stored = messages.get(id);
    return stored?.receipt === receipt ? stored : undefined;
  };

  const queue: FakeQueue = {
    away: false,
    poison: [],
    calls,
    get mostExtensions() {
      return mostExtensions;
    },
    async send(job, delaySeconds) {
      await request();
      put({ job, failures: 0 }, delaySeconds);
    },
    async sendOwned(job, ownershipSeconds) {
      await request();
      return owned(put({ job, failures: 0 }, ownershipSeconds));
    },
    async receive(max, ownershipSeconds) {
      calls.receive += 1;
      await request();
      const visible = [...messages.values()].filter(({ visibleAt }) => visibleAt <= clock.now()).slice(0, max);
      return visible.map((stored) => {
        stored.visibleAt = clock.now() + ownershipSeconds * 1000;
        stored.receipt = newReceipt();
        stored.deliveries += 1;
        return owned(stored);
      });
    },
    async extend(message, ownershipSeconds) {
      calls.extend += 1;
      extending += 1;
      mostExtensions = Math.max(mostExtensions, extending);
      await request().finally(() => (extending -= 1));
      const stored = mine(message);
      if (stored === undefined) return 'lost';
      stored.visibleAt = clock.now() + ownershipSeconds * 1000;
      stored.receipt = newReceipt();
      return { ...message, receipt: stored.receipt };
    },
    async release(message, delaySeconds, failures) {
      calls.release += 1;
      await request();
      const stored = mine(message);
      if (stored === undefined) return;
      stored.visibleAt = clock.now() + delaySeconds * 1000;
      stored.receipt = newReceipt();
      if (failures !== undefined && stored.content !== undefined) stored.content = { ...stored.content, failures };
    },
    async finish(message) {
      calls.finish += 1;
      await request();
      if (mine(message) !== undefined) messages.delete(message.id);
    },
    async setAside(message) {
      await request();
      queue.poison.push(message);
      if (mine(message) !== undefined) messages.delete(message.id);
    },
    left: () =>
      [...messages.values()].map(({ content, visibleAt }) => ({
        job: content?.job,
        failures: content?.failures ?? 0,
        visibleInSeconds: Math.max(0, Math.round((visibleAt - clock.now()) / 1000)),
      })),
    steal() {
      for (const stored of messages.values()) {
        stored.receipt = newReceipt();
        stored.visibleAt = clock.now() + 45_000;
      }
    },
    putNonsense() {
      put(undefined, 0);
    },
  };
  return queue;
}
