import type { Clock, Log } from '../core/platform.ts';
import { InterruptedError } from './interrupted-error.ts';
import type { JobQueue, Owned } from './job-queue.ts';

/** Keeps messages invisible to everybody else for as long as this process works on them. */
export interface Ownership {
  /** @param askedAt when the request that made it ours was sent: ownership counts from there, not from the answer */
  hold(owned: Owned, askedAt: number): Held;
  /** This process stops: interrupts what is held, and what will be. It stays owned until it is let go. */
  interrupt(): void;
}

export interface Held {
  readonly owned: Owned;
  /** Aborted, with an InterruptedError, as soon as somebody else may have the message, or this process stops; or by its handler. */
  readonly controller: AbortController;
  /** Ends the extension. @returns the message with its newest receipt */
  letGo(): Promise<Owned>;
}

export interface OwnershipTimes {
  readonly ownershipSeconds: number;
  readonly renewSeconds: number;
}

/** A class, and all that ownership has of a message: thousands are held at a time, for hours. */
class Entry implements Held {
  readonly controller = new AbortController();
  owned: Owned;
  /** When the request of the last successful extension was sent. */
  heldSince: number;
  renewAt: number;
  /** Waits for its turn to be extended. */
  due = false;
  renewing: Promise<void> | undefined;
  readonly #among: Set<Entry>;

  constructor(owned: Owned, heldSince: number, renewAt: number, among: Set<Entry>) {
    this.owned = owned;
    this.heldSince = heldSince;
    this.renewAt = renewAt;
    this.#among = among;
    among.add(this);
  }

  async letGo(): Promise<Owned> {
    this.#among.delete(this);
    await this.renewing;
    return this.owned;
  }
}

/** Thousands of messages are extended in turn, not at once. */
const MAX_AT_ONCE = 16;
/** Given up a little before the invisibility ends, so that what runs has stopped when somebody else starts. */
const SAFE_SHARE = 0.9;
/** How much of the time between two extensions passes between two looks at what is due. */
const LOOK_SHARE = 1 / 30;

/** @param dependencies.random 0 to 1, spreads the extensions */
export function createOwnership(
  dependencies: {
    readonly queue: Pick<JobQueue, 'extend'>;
    readonly clock: Clock;
    readonly log: Log;
    readonly random: () => number;
  } & OwnershipTimes,
): Ownership {
  const { queue, clock, log, random, ownershipSeconds, renewSeconds } = dependencies;
  const renewMilliseconds = renewSeconds * 1000;
  const safeMilliseconds = ownershipSeconds * 1000 * SAFE_SHARE;
  const entries = new Set<Entry>();
  const waiting: Entry[] = [];
  let lanes = 0;
  /** After a failure nothing is asked for a moment: storage that is away is not stormed. */
  let quietUntil = 0;
  let away = false;
  let looking = false;
  let stopping = false;

  const nextRenewal = (from: number): number => from + renewMilliseconds * (0.8 + 0.2 * random());

  function lose(entry: Entry, why: string): void {
    entries.delete(entry);
    log.warn({ message: entry.owned.id, job: entry.owned.note?.job.kind, why }, 'a job is no longer owned here');
    entry.controller.abort(new InterruptedError('lost'));
  }

  async function renew(entry: Entry): Promise<void> {
    const askedAt = clock.now();
    try {
      const extended = await queue.extend(entry.owned, ownershipSeconds);
      if (away) log.info({}, 'jobs are kept again');
      away = false;
      if (extended === 'lost') {
        if (entries.has(entry)) lose(entry, 'another instance has it, or it is gone');
        return;
      }
      entry.owned = extended;
      entry.heldSince = askedAt;
      entry.renewAt = nextRenewal(askedAt);
    } catch (error) {
      if (!away) log.warn({ err: error }, 'jobs cannot be kept while storage is away');
      away = true;
      quietUntil = clock.now() + renewMilliseconds / 15;
    }
  }

  async function renewInTurn(): Promise<void> {
    for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
      entry.due = false;
      if (!entries.has(entry) || clock.now() < quietUntil) continue;
      entry.renewing = renew(entry);
      await entry.renewing;
      entry.renewing = undefined;
    }
    lanes -= 1;
  }

  function look(): void {
    const now = clock.now();
    for (const entry of entries) {
      if (now - entry.heldSince >= safeMilliseconds) {
        lose(entry, 'storage was away for too long');
      } else if (!entry.due && entry.renewing === undefined && now >= entry.renewAt && now >= quietUntil) {
        entry.due = true;
        waiting.push(entry);
      }
    }
    for (let wanted = waiting.length; wanted > 0 && lanes < MAX_AT_ONCE; wanted -= 1) {
      lanes += 1;
      void renewInTurn();
    }
  }

  async function lookWhileNeeded(): Promise<void> {
    while (entries.size > 0) {
      look();
      await clock.sleep(renewMilliseconds * LOOK_SHARE);
    }
  }

  function startLooking(): void {
    if (looking) return;
    looking = true;
    lookWhileNeeded()
      .catch((error: unknown) => log.error({ err: error }, 'jobs are no longer kept'))
      .finally(() => {
        looking = false;
        if (entries.size > 0) startLooking();
      });
  }

  return {
    hold(owned, askedAt) {
      const entry = new Entry(owned, askedAt, nextRenewal(askedAt), entries);
      if (stopping) entry.controller.abort(new InterruptedError('stopping'));
      startLooking();
      return entry;
    },
    interrupt() {
      stopping = true;
      for (const { controller } of entries) controller.abort(new InterruptedError('stopping'));
    },
  };
}
