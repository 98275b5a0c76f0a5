import type { PersonKey } from './person.ts';

/** Work that outlives the process. Names state, never holds secrets. */
export type Job =
  | { readonly kind: 'follow'; readonly key: PersonKey; readonly signInId: string }
  | { readonly kind: 'warn'; readonly key: PersonKey; readonly sessionId: string; readonly dueAt: number }
  | { readonly kind: 'expire'; readonly key: PersonKey; readonly sessionId: string; readonly dueAt: number }
  /** Tells the administrators of what a person reported; the report itself lies in that person's state. */
  | { readonly kind: 'report'; readonly key: PersonKey; readonly reportId: string }
  /** The daily sweep; counts only while the plan names this run. */
  | { readonly kind: 'sweep'; readonly runId: string; readonly dueAt: number }
  /** Follows a restore to its end. */
  | { readonly kind: 'restore'; readonly key: PersonKey; readonly restoreId: string }
  /** Stops an explore session that nobody has used for long, or whose sign-in ends. */
  | { readonly kind: 'explore-idle'; readonly key: PersonKey; readonly exploreId: string; readonly dueAt: number };

/** A job sent and already owned by this process: nobody else sees it while the process lives. */
export interface OwnedJob {
  /** Names this delivery of the job for good: what the queue hands out again has it too, a copy has not. */
  readonly id?: string | undefined;
  /** Runs its handler now, here: once, however often this is called. */
  start(): void;
  /** It turned out not to be needed. Never throws. */
  discard(): Promise<void>;
}

/** @throws StorageAwayError from each. */
export interface Jobs {
  /** Delivered at least once, to any instance, after at least `delaySeconds` (0 to 7 days). */
  send(job: Job, delaySeconds: number): Promise<void>;
  /** Sent and owned at once, so that the state it names can be written before anybody looks for it. */
  sendOwned(job: Job): Promise<OwnedJob>;
}
