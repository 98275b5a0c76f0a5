/** The sign-in jobs that run in this process, so that a turn can end one at once. */
import type { Loaded } from '../../core/optimistic-update.ts';
import type { PersonState } from '../model.ts';

export interface ActiveJobs {
  /** @param controller of the job; aborting it ends the job */
  add(signInId: string, controller: AbortController): ActiveJob;
  has(signInId: string): boolean;
  /** Passes the state that a turn has just written to the job it starts, which then need not read it. */
  handOver(signInId: string, loaded: Loaded<PersonState>): void;
  /** @returns what was handed over, the first time */
  takeOver(signInId: string): Loaded<PersonState> | undefined;
  /** Ends the job of a cancelled or replaced sign-in, if it runs here. */
  abandon(signInId: string): void;
}

export interface ActiveJob {
  /** The job's signal; `abandon` aborts it with an AbandonedError. */
  readonly signal: AbortSignal;
  /**
   * Runs one call at a time that only `abandon` may cut off, through the signal handed to it: when the process stops, a
   * call that has spent a device code must still deliver its answer.
   */
  call<T>(work: (abandoned: AbortSignal) => Promise<T>): Promise<T>;
  isAbandoned(): boolean;
  done(): void;
}

/** The reason with which `ActiveJobs.abandon` aborts a job. */
export class AbandonedError extends Error {
  override readonly name = 'AbandonedError';
  readonly code = 'ABANDONED';
}

/** Thousands of these wait for hours, so they share the job's controller and hold no closures. */
class RunningJob implements ActiveJob {
  readonly #signInId: string;
  readonly #controller: AbortController;
  readonly #jobs: Map<string, RunningJob>;
  #call: AbortController | undefined;
  #abandoned: AbandonedError | undefined;

  constructor(signInId: string, controller: AbortController, jobs: Map<string, RunningJob>) {
    this.#signInId = signInId;
    this.#controller = controller;
    this.#jobs = jobs;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  abandon(): void {
    this.#abandoned = new AbandonedError('The sign-in was cancelled or replaced.');
    this.#controller.abort(this.#abandoned);
    this.#call?.abort(this.#abandoned);
  }

  isAbandoned(): boolean {
    return this.#abandoned !== undefined;
  }

  async call<T>(work: (abandoned: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#abandoned !== undefined) throw this.#abandoned;
    this.#call = new AbortController();
    try {
      return await work(this.#call.signal);
    } finally {
      this.#call = undefined;
    }
  }

  done(): void {
    if (this.#jobs.get(this.#signInId) === this) this.#jobs.delete(this.#signInId);
  }
}

export function createActiveJobs(): ActiveJobs {
  const jobs = new Map<string, RunningJob>();
  const handedOver = new Map<string, Loaded<PersonState>>();
  return {
    add(signInId, controller) {
      const job = new RunningJob(signInId, controller, jobs);
      jobs.set(signInId, job);
      return job;
    },
    handOver: (signInId, loaded) => void handedOver.set(signInId, loaded),
    takeOver(signInId) {
      const loaded = handedOver.get(signInId);
      handedOver.delete(signInId);
      return loaded;
    },
    has: (signInId) => jobs.has(signInId),
    abandon: (signInId) => jobs.get(signInId)?.abandon(),
  };
}
