/**
 * How the job of a cancelled or replaced sign-in ends: at once in this process, within seconds on another instance
 * (docs/decisions/one-mark-for-cancellations.md).
 */
import { StorageUnavailableError } from '../../core/errors.ts';
import type { JobOwnership } from '../../core/jobs.ts';
import { readState, type Loaded, type Version } from '../../durable/record.ts';
import type { PersonKey } from '../../core/person.ts';
import type { Clock } from '../../core/platform.ts';
import type { PersonState, SignIn } from './model.ts';
import type { CancellationMark, PersonStore } from './ports.ts';

export class AbandonedError extends Error {
  override readonly name = 'AbandonedError';
  readonly code = 'ABANDONED';
}

/**
 * The opposite of `ActiveJob.call`, for a call whose answer is a token that has to be revoked where the sign-in was abandoned meanwhile:
 * only the end of this run cuts it off. What fails meanwhile is not repeated. @param signal the job's @throws the signal's reason
 */
export async function callUntilAnswered<T>(
  signal: AbortSignal | undefined,
  work: (interrupted: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  if (signal === undefined) return work(undefined);
  signal.throwIfAborted();
  const interrupted = new AbortController();
  const abort = (): void => {
    if (!(signal.reason instanceof AbandonedError)) interrupted.abort(signal.reason);
  };
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await work(interrupted.signal);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Thousands of these wait for hours, so they share the job's controller and hold no closures. */
export class ActiveJob {
  readonly #controller: AbortController;
  #call: AbortController | undefined;
  #abandoned: AbandonedError | undefined;
  #isSilent = false;

  constructor(controller: AbortController) {
    this.#controller = controller;
  }

  /** The job's signal; `abandon` aborts it with an AbandonedError. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get isAbandoned(): boolean {
    return this.#abandoned !== undefined;
  }

  abandon(): void {
    this.#abandoned = new AbandonedError('The sign-in was cancelled or replaced.');
    this.#controller.abort(this.#abandoned);
    this.#call?.abort(this.#abandoned);
  }

  /** No further call is made; the job goes on until it is abandoned, so that it can still do what a turn leaves undone. */
  silence(): void {
    this.#isSilent = true;
  }

  /** Where a turn of this process shows the end: until it has. @throws the signal's reason where the process stops meanwhile */
  async untilShown(): Promise<void> {
    if (this.#isSilent && !this.signal.aborted)
      await new Promise((resolve) => this.signal.addEventListener('abort', resolve, { once: true }));
    if (this.#isSilent && this.#abandoned === undefined) this.signal.throwIfAborted();
  }

  /** Only `abandon` cuts the call off: when the process stops, a call that spent a device code must still deliver its answer. */
  async call<T>(work: (abandoned: AbortSignal) => Promise<T>): Promise<T> {
    await this.untilShown();
    if (this.#abandoned !== undefined) throw this.#abandoned;
    this.#call = new AbortController();
    try {
      return await work(this.#call.signal);
    } finally {
      this.#call = undefined;
    }
  }
}

export class ActiveJobs {
  readonly watch: CancellationWatch;
  /** Copies of a job are not among them. */
  readonly #jobs = new Map<string, { readonly job: ActiveJob; readonly ownership: JobOwnership | undefined }>();
  readonly #handedOver = new Map<string, Loaded<PersonState>>();

  constructor(watch: CancellationWatch) {
    this.watch = watch;
  }

  /** @param ownership undefined: certain */
  add(signInId: string, job: ActiveJob, ownership?: JobOwnership): ActiveJob {
    this.#jobs.set(signInId, { job, ownership });
    return job;
  }

  remove(signInId: string, job: ActiveJob): void {
    if (this.#jobs.get(signInId)?.job === job) this.#jobs.delete(signInId);
  }

  has(signInId: string): boolean {
    return this.#jobs.has(signInId);
  }

  /** Polls no longer for a cancelled sign-in, if it is followed here, whose end a turn is about to show. */
  silence(signInId: string): void {
    this.#jobs.get(signInId)?.job.silence();
  }

  /** Ends the job of a cancelled or replaced sign-in, if it is followed here. */
  abandon(signInId: string): void {
    this.#jobs.get(signInId)?.job.abandon();
  }

  /**
   * Before each write that ends, replaces or erases a sign-in that another instance may follow, with what was read for that write.
   *
   * @throws StorageUnavailableError
   */
  async announceEnd(key: PersonKey, signIn: SignIn | undefined): Promise<void> {
    if (signIn === undefined || signIn.kind === 'ended') return;
    const here = this.#jobs.get(signIn.id);
    if (here === undefined || here.ownership?.isOverdue === true) await this.watch.announce(key);
  }

  /** Passes the state that a turn has just written to the job it starts, which then need not read it. */
  handOver(signInId: string, loaded: Loaded<PersonState>): void {
    this.#handedOver.set(signInId, loaded);
  }

  takeOver(signInId: string): Loaded<PersonState> | undefined {
    const loaded = this.#handedOver.get(signInId);
    this.#handedOver.delete(signInId);
    return loaded;
  }
}

/** All sign-ins of an instance share one read of the mark in this time. */
const READ_EVERY_MILLISECONDS = 20_000;
/** Longer than from changing the mark to the write that it announces: a turn ends within 15 s. */
const ANNOUNCED_MILLISECONDS = 20_000;
/** For what nobody announced: an instance of an earlier version, or one that took the sign-in for its own. */
const UNANNOUNCED_MILLISECONDS = 120_000;
/** Back-off after a failure: polls may be one second apart, and a failed check is several requests. */
const BACK_OFF_MILLISECONDS = 5_000;
/** Longer than any job polls without reading the mark, including the poll that was due with it; the storage's clock counts seconds. */
const HOLD_OFF_MILLISECONDS = 26_000;

/** Whether sign-ins may have ended on other instances: one request in 20 s, however many wait. */
export class CancellationWatch {
  readonly #mark: CancellationMark;
  readonly #clock: Pick<Clock, 'now'>;
  #version: Version | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  #failedAt = Number.NEGATIVE_INFINITY;
  #pending: Promise<void> | undefined;
  #checkUntil = Number.NEGATIVE_INFINITY;

  constructor(mark: CancellationMark, clock: Pick<Clock, 'now'>) {
    this.#mark = mark;
    this.#clock = clock;
  }

  /** A sign-in whose state was last read before this time may have ended; in the future while an end is announced. */
  get checkUntil(): number {
    return this.#checkUntil;
  }

  announce(key: PersonKey): Promise<void> {
    return this.#mark.change(key);
  }

  /**
   * Until when a new code is not polled, because another instance may still poll for one of the same person that was ended, replaced or
   * erased: two codes of one person are never polled for at the same time. Read after the state that no longer has that sign-in, so that
   * nothing has to be stored for each person. While storage does not tell, it may have happened just now.
   *
   * @param startedAt of the sign-in whose code it is: all before it ended when it began
   */
  async quietUntil(key: PersonKey, startedAt: number): Promise<number> {
    const now = this.#clock.now();
    if (now - startedAt > HOLD_OFF_MILLISECONDS + ANNOUNCED_MILLISECONDS) return now;
    try {
      return this.#notLater(await this.#mark.changedFor(key)) + HOLD_OFF_MILLISECONDS;
    } catch (error) {
      if (!(error instanceof StorageUnavailableError)) throw error;
      return now + HOLD_OFF_MILLISECONDS;
    }
  }

  /** Whoever can write the mark can put off nothing for longer. */
  #notLater(changedAt = Number.NEGATIVE_INFINITY): number {
    return Math.min(changedAt, this.#clock.now());
  }

  /** Reads the mark where the last read will be 20 s old within `milliseconds`. Detects nothing during a storage outage. */
  async refresh(milliseconds = 0): Promise<void> {
    const now = this.#clock.now();
    if (now + milliseconds - this.#readAt < READ_EVERY_MILLISECONDS || now - this.#failedAt < BACK_OFF_MILLISECONDS)
      return;
    await (this.#pending ??= this.#readMark(now));
  }

  async #readMark(startedAt: number): Promise<void> {
    try {
      const mark = await this.#mark.read();
      const isFirst = this.#readAt === Number.NEGATIVE_INFINITY;
      // What was announced just before may be written after this read.
      if (isFirst)
        this.#checkUntil = Math.max(this.#clock.now(), this.#notLater(mark?.changedAt) + ANNOUNCED_MILLISECONDS);
      else if (mark?.version !== this.#version) this.#checkUntil = startedAt + ANNOUNCED_MILLISECONDS;
      this.#version = mark?.version;
      this.#readAt = startedAt;
    } catch (error) {
      if (!(error instanceof StorageUnavailableError)) throw error;
      this.#failedAt = this.#clock.now();
    } finally {
      this.#pending = undefined;
    }
  }
}

interface CheckPorts {
  readonly store: Pick<PersonStore, 'read'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly activeJobs: { readonly watch: CancellationWatch };
}

/**
 * Notices that a sign-in was cancelled, replaced or given to another job on another instance, so that its code is not polled for much longer.
 * Polls call `check`; it reads the state while the watch says so and every two minutes. One instance per waiting sign-in.
 */
export class CancellationCheck {
  readonly #ports: CheckPorts;
  readonly #key: PersonKey;
  readonly #signIn: Pick<SignIn, 'id' | 'jobId'>;
  readonly #readsEachTime: boolean;
  #checkedAt: number;
  #failedAt = Number.NEGATIVE_INFINITY;
  #pending: Promise<void> | undefined;
  #isCancelled = false;

  /** @param readsEachTime whatever the mark says: where a browser may come first, its code is not polled once more after that */
  constructor(ports: CheckPorts, key: PersonKey, { id, jobId }: Pick<SignIn, 'id' | 'jobId'>, readsEachTime = false) {
    this.#ports = ports;
    this.#key = key;
    this.#signIn = { id, jobId };
    this.#readsEachTime = readsEachTime;
    this.#checkedAt = ports.clock.now();
    // Read before anything can be announced that this sign-in has to notice.
    this.prefetch(0);
  }

  /** @throws AbandonedError when another instance ended the sign-in, replaced it, or gave it to another job */
  async check(): Promise<void> {
    await this.#ports.activeJobs.watch.refresh();
    if (this.#isDue()) await this.checkState();
    this.#throwIfCancelled();
  }

  /** Whether or not the mark says so. @throws AbandonedError as `check` does */
  async checkState(): Promise<void> {
    await (this.#pending ??= this.#checkNow());
    this.#throwIfCancelled();
  }

  #throwIfCancelled(): void {
    if (this.#isCancelled) throw new AbandonedError('Another instance ended the sign-in.');
  }

  /** Starts the read of the mark that will be due within `milliseconds`, so that the next poll need not wait for it. */
  prefetch(milliseconds: number): void {
    // The one before the next poll reports the error.
    this.#ports.activeJobs.watch.refresh(milliseconds).catch(() => undefined);
  }

  #isDue(): boolean {
    const now = this.#ports.clock.now();
    if (now - this.#failedAt < BACK_OFF_MILLISECONDS) return false;
    return (
      this.#readsEachTime ||
      this.#checkedAt < this.#ports.activeJobs.watch.checkUntil ||
      now - this.#checkedAt >= UNANNOUNCED_MILLISECONDS
    );
  }

  async #checkNow(): Promise<void> {
    const { store, clock } = this.#ports;
    const now = clock.now();
    try {
      const signIn = (await readState(store, this.#key)).state?.signIn;
      const isSame = signIn?.id === this.#signIn.id && signIn.jobId === this.#signIn.jobId;
      this.#isCancelled = !isSame || signIn.kind === 'ended';
      this.#checkedAt = now;
    } catch (error) {
      if (!(error instanceof StorageUnavailableError)) throw error;
      this.#failedAt = clock.now();
    } finally {
      this.#pending = undefined;
    }
  }
}
