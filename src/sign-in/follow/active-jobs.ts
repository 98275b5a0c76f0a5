/** The sign-in jobs that run in this process, so that a turn can end one at once. */
import type { Loaded } from '../../core/optimistic-update.ts';
import type { PersonState } from '../model.ts';

/** The reason with which `ActiveJobs.abandon` aborts a job. */
export class AbandonedError extends Error {
  override readonly name = 'AbandonedError';
  readonly code = 'ABANDONED';
}

/** Thousands of these wait for hours, so they share the job's controller and hold no closures. */
export class ActiveJob {
  readonly #controller: AbortController;
  #call: AbortController | undefined;
  #abandoned: AbandonedError | undefined;

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

  /** Only `abandon` cuts the call off: when the process stops, a call that spent a device code must still deliver its answer. */
  async call<T>(work: (abandoned: AbortSignal) => Promise<T>): Promise<T> {
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
  readonly #jobs = new Map<string, ActiveJob>();
  readonly #handedOver = new Map<string, Loaded<PersonState>>();

  add(signInId: string, controller: AbortController): ActiveJob {
    const job = new ActiveJob(controller);
    this.#jobs.set(signInId, job);
    return job;
  }

  remove(signInId: string, job: ActiveJob): void {
    if (this.#jobs.get(signInId) === job) this.#jobs.delete(signInId);
  }

  has(signInId: string): boolean {
    return this.#jobs.has(signInId);
  }

  /** Ends the job of a cancelled or replaced sign-in, if it runs here. */
  abandon(signInId: string): void {
    this.#jobs.get(signInId)?.abandon();
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
