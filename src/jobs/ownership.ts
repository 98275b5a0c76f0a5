import type { Clock, Log } from '../core/platform.ts';
import type { JobOwnership } from '../core/jobs.ts';
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

export interface OwnershipInputs {
  readonly queue: Pick<JobQueue, 'extend'>;
  readonly clock: Clock;
  readonly log: Log;
  /** For how long a message is owned, and after how long that is extended. */
  readonly ownershipSeconds: number;
  readonly extendSeconds: number;
  /** 0 to 1; spreads what would otherwise happen at the same time in every process. */
  readonly random: () => number;
}

export type OwnershipTimes = Pick<OwnershipInputs, 'ownershipSeconds' | 'extendSeconds'>;

/** What the messages of one `Ownership` share. */
interface Holder extends Pick<OwnershipInputs, 'clock' | 'extendSeconds'> {
  readonly held: Set<HeldMessage>;
}

/** Its invisibility is extended until `stopExtending`. A class with few fields: thousands are held for hours. */
export class HeldMessage implements JobOwnership {
  /** Aborted with an InterruptedError. Handlers may abort it too. */
  readonly controller = new AbortController();
  message: OwnedMessage;
  /** When the request of the last successful extension was sent, as `Clock.elapsed` has it. */
  heldSince: number;
  extendAt: number;
  extending: Promise<void> | undefined;
  readonly #by: Holder;

  constructor(message: OwnedMessage, heldSince: number, extendAt: number, by: Holder) {
    this.message = message;
    this.heldSince = heldSince;
    this.extendAt = extendAt;
    this.#by = by;
    by.held.add(this);
  }

  get isOverdue(): boolean {
    return this.#by.clock.elapsed() - this.heldSince >= this.#by.extendSeconds * 1000;
  }

  get formerIds(): readonly string[] | undefined {
    return this.message.content?.formerIds;
  }

  /** @returns the message with its newest receipt */
  async stopExtending(): Promise<OwnedMessage> {
    this.#by.held.delete(this);
    await this.extending;
    return this.message;
  }
}

const MAX_CONCURRENT_EXTENSIONS = 16;
/** Given up a little before the invisibility ends, so that the handler has stopped when another process starts. */
const SAFE_SHARE = 0.9;
/** Of the time between two extensions: until the next check for due ones, and without requests after a failure. */
const CHECK_SHARE = 1 / 30;
const PAUSE_SHARE = 1 / 15;

/** Keeps messages invisible to other processes. */
export class Ownership {
  readonly #inputs: OwnershipInputs;
  readonly #held = new Set<HeldMessage>();
  readonly #holder: Holder;
  /** Waiting for an extension. */
  readonly #due = new Set<HeldMessage>();
  #extensions = 0;
  #pausedUntil = 0;
  #unavailable = false;
  #checking = false;
  #stopping = false;

  constructor(inputs: OwnershipInputs) {
    this.#inputs = inputs;
    this.#holder = { clock: inputs.clock, extendSeconds: inputs.extendSeconds, held: this.#held };
  }

  /** @param requestedAt by `Clock.elapsed`, when the request that returned it was sent: its invisibility counts from there */
  hold(message: OwnedMessage, requestedAt: number): HeldMessage {
    const held = new HeldMessage(message, requestedAt, this.#nextExtension(requestedAt), this.#holder);
    if (this.#stopping) held.controller.abort(new InterruptedError('stopping'));
    this.#startChecking();
    return held;
  }

  /** Interrupts the jobs of all messages, also of those held later. The messages are extended until `stopExtending`. */
  interrupt(): void {
    this.#stopping = true;
    for (const { controller } of this.#held) controller.abort(new InterruptedError('stopping'));
  }

  #nextExtension(from: number): number {
    return from + this.#inputs.extendSeconds * 1000 * (0.8 + 0.2 * this.#inputs.random());
  }

  #lose(held: HeldMessage, why: string): void {
    this.#held.delete(held);
    const { id, content } = held.message;
    const fields = { message: id, job: content?.job.kind, why };
    this.#inputs.log.warn({ event: 'job-lost', ...fields }, 'this process no longer owns a job');
    held.controller.abort(new InterruptedError('lost'));
  }

  async #extend(held: HeldMessage): Promise<void> {
    const requestedAt = this.#inputs.clock.elapsed();
    try {
      const extended = await this.#inputs.queue.extend(held.message, this.#inputs.ownershipSeconds);
      if (this.#unavailable) this.#inputs.log.info({ event: 'job-ownership-resumed' }, 'jobs can be extended again');
      this.#unavailable = false;
      if (extended === 'lost') {
        if (this.#held.has(held)) this.#lose(held, 'another process has it, or it is gone');
        return;
      }
      held.message = extended;
      held.heldSince = requestedAt;
      held.extendAt = this.#nextExtension(requestedAt);
    } catch (error) {
      if (!this.#unavailable) {
        this.#inputs.log.warn(
          { event: 'job-ownership-waiting', error },
          'storage is unavailable; jobs cannot be extended',
        );
      }
      this.#unavailable = true;
      this.#pausedUntil = this.#inputs.clock.elapsed() + this.#inputs.extendSeconds * 1000 * PAUSE_SHARE;
    }
  }

  async #extendDue(): Promise<void> {
    for (const held of this.#due) {
      this.#due.delete(held);
      if (!this.#held.has(held) || this.#inputs.clock.elapsed() < this.#pausedUntil) continue;
      held.extending = this.#extend(held);
      await held.extending;
      held.extending = undefined;
    }
    this.#extensions -= 1;
  }

  #check(): void {
    const now = this.#inputs.clock.elapsed();
    const safeMilliseconds = this.#inputs.ownershipSeconds * 1000 * SAFE_SHARE;
    for (const held of this.#held) {
      if (now - held.heldSince >= safeMilliseconds) {
        this.#lose(held, 'storage was unavailable for too long');
      } else if (held.extending === undefined && now >= held.extendAt && now >= this.#pausedUntil) {
        this.#due.add(held);
      }
    }
    for (let count = this.#due.size; count > 0 && this.#extensions < MAX_CONCURRENT_EXTENSIONS; count -= 1) {
      this.#extensions += 1;
      void this.#extendDue();
    }
  }

  async #checkWhileHeld(): Promise<void> {
    while (this.#held.size > 0) {
      this.#check();
      await this.#inputs.clock.sleep(this.#inputs.extendSeconds * 1000 * CHECK_SHARE);
    }
  }

  #startChecking(): void {
    if (this.#checking) return;
    this.#checking = true;
    this.#checkWhileHeld()
      .catch((error: unknown) =>
        this.#inputs.log.error({ event: 'job-ownership-stopped', error }, 'jobs are no longer extended'),
      )
      .finally(() => {
        this.#checking = false;
        if (this.#held.size > 0) this.#startChecking();
      });
  }
}
