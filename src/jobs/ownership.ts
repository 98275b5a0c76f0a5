import type { Clock, Log } from '../core/platform.ts';
import type { JobQueue, OwnedMessage } from './job-queue.ts';

/**
 * The reason with which a handler's signal is aborted. `lost`: another process has the job, or may receive it any moment.
 * `stopping`: this process ends and another one continues at once.
 */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
  readonly code = 'INTERRUPTED';
  readonly kind: 'lost' | 'stopping';

  constructor(kind: InterruptedError['kind']) {
    super(kind === 'lost' ? 'This process no longer owns the job.' : 'This process is stopping.');
    this.kind = kind;
  }
}

/** A message whose invisibility is extended until it is released. */
export interface HeldMessage {
  readonly message: OwnedMessage;
  /**
   * Aborted, with an InterruptedError, as soon as another process may receive the message or this process stops. Handlers
   * may abort it too.
   */
  readonly controller: AbortController;
  /** Ends the extension. @returns the message with its newest receipt */
  letGo(): Promise<OwnedMessage>;
}

export interface OwnershipTimes {
  readonly ownershipSeconds: number;
  readonly renewSeconds: number;
}

/** A class with few fields: thousands of messages are held for hours. */
class Entry implements HeldMessage {
  readonly controller = new AbortController();
  message: OwnedMessage;
  /** When the request of the last successful extension was sent. */
  heldSince: number;
  renewAt: number;
  queued = false;
  renewing: Promise<void> | undefined;
  readonly #entries: Set<Entry>;

  constructor(message: OwnedMessage, heldSince: number, renewAt: number, entries: Set<Entry>) {
    this.message = message;
    this.heldSince = heldSince;
    this.renewAt = renewAt;
    this.#entries = entries;
    entries.add(this);
  }

  async letGo(): Promise<OwnedMessage> {
    this.#entries.delete(this);
    await this.renewing;
    return this.message;
  }
}

const MAX_CONCURRENT_RENEWALS = 16;
/** Given up a little before the invisibility ends, so that the handler has stopped when another process starts. */
const SAFE_SHARE = 0.9;
/** Part of the time between two extensions after which the next check for due ones follows. */
const CHECK_SHARE = 1 / 30;
/** Part of the time between two extensions without requests after a failure. */
const PAUSE_SHARE = 1 / 15;

/** Keeps messages invisible to other processes while this process works on them. */
export class Ownership {
  readonly #queue: Pick<JobQueue, 'extend'>;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #random: () => number;
  readonly #ownershipSeconds: number;
  readonly #renewMilliseconds: number;
  readonly #entries = new Set<Entry>();
  readonly #due: Entry[] = [];
  #renewals = 0;
  #pausedUntil = 0;
  #unavailable = false;
  #checking = false;
  #stopping = false;

  /** @param dependencies.random 0 to 1, spreads the extensions */
  constructor(
    dependencies: {
      readonly queue: Pick<JobQueue, 'extend'>;
      readonly clock: Clock;
      readonly log: Log;
      readonly random: () => number;
    } & OwnershipTimes,
  ) {
    this.#queue = dependencies.queue;
    this.#clock = dependencies.clock;
    this.#log = dependencies.log;
    this.#random = dependencies.random;
    this.#ownershipSeconds = dependencies.ownershipSeconds;
    this.#renewMilliseconds = dependencies.renewSeconds * 1000;
  }

  /** @param requestedAt when the request that returned it was sent: its invisibility counts from there */
  hold(message: OwnedMessage, requestedAt: number): HeldMessage {
    const entry = new Entry(message, requestedAt, this.#nextRenewal(requestedAt), this.#entries);
    if (this.#stopping) entry.controller.abort(new InterruptedError('stopping'));
    this.#startChecking();
    return entry;
  }

  /** Interrupts everything that is held, now and later. Messages stay owned until they are let go. */
  interrupt(): void {
    this.#stopping = true;
    for (const { controller } of this.#entries) controller.abort(new InterruptedError('stopping'));
  }

  #nextRenewal(from: number): number {
    return from + this.#renewMilliseconds * (0.8 + 0.2 * this.#random());
  }

  #lose(entry: Entry, why: string): void {
    this.#entries.delete(entry);
    const { id, content } = entry.message;
    const fields = { message: id, job: content?.job.kind, why };
    this.#log.warn({ event: 'job-lost', ...fields }, 'this process no longer owns a job');
    entry.controller.abort(new InterruptedError('lost'));
  }

  async #renew(entry: Entry): Promise<void> {
    const requestedAt = this.#clock.now();
    try {
      const extended = await this.#queue.extend(entry.message, this.#ownershipSeconds);
      if (this.#unavailable) this.#log.info({ event: 'job-ownership-resumed' }, 'jobs can be extended again');
      this.#unavailable = false;
      if (extended === 'lost') {
        if (this.#entries.has(entry)) this.#lose(entry, 'another process has it, or it is gone');
        return;
      }
      entry.message = extended;
      entry.heldSince = requestedAt;
      entry.renewAt = this.#nextRenewal(requestedAt);
    } catch (error) {
      if (!this.#unavailable) {
        this.#log.warn({ event: 'job-ownership-waiting', error }, 'storage is unavailable; jobs cannot be extended');
      }
      this.#unavailable = true;
      this.#pausedUntil = this.#clock.now() + this.#renewMilliseconds * PAUSE_SHARE;
    }
  }

  async #renewDue(): Promise<void> {
    for (let entry = this.#due.shift(); entry !== undefined; entry = this.#due.shift()) {
      entry.queued = false;
      if (!this.#entries.has(entry) || this.#clock.now() < this.#pausedUntil) continue;
      entry.renewing = this.#renew(entry);
      await entry.renewing;
      entry.renewing = undefined;
    }
    this.#renewals -= 1;
  }

  #check(): void {
    const now = this.#clock.now();
    const safeMilliseconds = this.#ownershipSeconds * 1000 * SAFE_SHARE;
    for (const entry of this.#entries) {
      if (now - entry.heldSince >= safeMilliseconds) {
        this.#lose(entry, 'storage was unavailable for too long');
      } else if (!entry.queued && entry.renewing === undefined && now >= entry.renewAt && now >= this.#pausedUntil) {
        entry.queued = true;
        this.#due.push(entry);
      }
    }
    for (let count = this.#due.length; count > 0 && this.#renewals < MAX_CONCURRENT_RENEWALS; count -= 1) {
      this.#renewals += 1;
      void this.#renewDue();
    }
  }

  async #checkWhileHeld(): Promise<void> {
    while (this.#entries.size > 0) {
      this.#check();
      await this.#clock.sleep(this.#renewMilliseconds * CHECK_SHARE);
    }
  }

  #startChecking(): void {
    if (this.#checking) return;
    this.#checking = true;
    this.#checkWhileHeld()
      .catch((error: unknown) =>
        this.#log.error({ event: 'job-ownership-stopped', error }, 'jobs are no longer extended'),
      )
      .finally(() => {
        this.#checking = false;
        if (this.#entries.size > 0) this.#startChecking();
      });
  }
}
