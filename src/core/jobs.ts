import type { PersonKey } from './person.ts';

/** Work that outlives the process. It refers to stored state and never contains secrets. */
export type Job =
  | { readonly kind: 'follow'; readonly key: PersonKey; readonly signInId: string }
  | { readonly kind: 'warn'; readonly key: PersonKey; readonly sessionId: string; readonly dueAt: number }
  | { readonly kind: 'expire'; readonly key: PersonKey; readonly sessionId: string; readonly dueAt: number }
  /** Notifies the administrators of a report, which is stored in the person's state. */
  | { readonly kind: 'report'; readonly key: PersonKey; readonly reportId: string }
  /** The daily sweep; does nothing unless the plan names this run. */
  | { readonly kind: 'sweep'; readonly runId: string; readonly dueAt: number }
  /** Follows a restore to its end. */
  | { readonly kind: 'restore'; readonly key: PersonKey; readonly restoreId: string }
  /** Stops an explore session that is idle, or whose sign-in ends. */
  | { readonly kind: 'explore-idle'; readonly key: PersonKey; readonly exploreId: string; readonly dueAt: number };

export type JobOf<Kind extends Job['kind']> = Extract<Job, { readonly kind: Kind }>;

/** A job that this process has sent and already owns: no other process receives it while this one runs. */
export interface OwnedJob {
  /** The message's id: a redelivery has the same one, a copy of the job has another. */
  readonly id?: string | undefined;
  /** Runs its handler in this process; further calls do nothing. */
  start(): void;
  /** Deletes a job that is not needed after all. Never throws. */
  discard(): Promise<void>;
}

/** @throws StorageUnavailableError from each. */
export interface Jobs {
  /** Delivered at least once, to any instance, after at least `delaySeconds` (0 to 7 days). */
  send(job: Job, delaySeconds: number): Promise<void>;
  /** Sends and owns it at once, so that its state can be written before any process runs it. */
  sendOwned(job: Job): Promise<OwnedJob>;
}
