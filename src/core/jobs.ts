import * as z from 'zod';
import { personKeySchema as key } from './person.ts';
import type { Shape } from './shape.ts';

const id = z.string();
/** Epoch milliseconds; for telemetry alone, since the handler takes it from the state. */
const dueAt = z.number();

/** The one field of a job that says what it works on: `id`, or one that ends with `Id`. */
export const JOB_REFERENCE = /id$/i;

/** Work that outlives the process. It refers to stored state and never contains secrets. */
export const jobSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('follow'), key, signInId: id }),
  z.object({ kind: z.literal('warn'), key, sessionId: id, dueAt }),
  z.object({ kind: z.literal('expire'), key, sessionId: id, dueAt }),
  /** Notifies the administrators of a report, which is stored in the person's state. */
  z.object({ kind: z.literal('report'), key, reportId: id }),
  /** The app was removed: erases what is stored of a conversation. `order`: sealed, since no state says that it was. */
  z.object({ kind: z.literal('left'), leaveId: id, order: z.string() }),
  /** Ends what a suspended person has open, and tells them. */
  z.object({ kind: z.literal('suspend'), personId: id }),
  /** The daily sweep; does nothing unless the plan names this run. */
  z.object({ kind: z.literal('sweep'), runId: id, dueAt }),
  z.object({ kind: z.literal('restore'), key, restoreId: id }),
  /** Stops an explore session that is idle, or whose sign-in ends. */
  z.object({ kind: z.literal('explore-idle'), key, exploreId: id, dueAt }),
  /** Shows a request for approval to its approvers, and its outcome to everybody. */
  z.object({ kind: z.literal('approval'), id }),
  /** Looks for approvers who could not be reached, warns the asker, and ends the request after its time. */
  z.object({ kind: z.literal('approval-due'), id, dueAt }),
  /** Looks into earlier backups, one after the other. */
  z.object({ kind: z.literal('look-back'), key, lookId: id }),
  /** Brings posts into the chat: starts the export, fetches the file, offers it, uploads it. */
  z.object({ kind: z.literal('export'), key, exportId: id }),
  /** Reminds of a file that waits, and erases it after its time. */
  z.object({ kind: z.literal('export-due'), key, exportId: id, dueAt }),
  /** Does what is due of somebody's request: asks operators, tells the person, asks again, ends it. */
  z.object({ kind: z.literal('request'), requestId: id, dueAt }),
]);

export type Job = Shape<typeof jobSchema>;
export type JobOf<Kind extends Job['kind']> = Extract<Job, { readonly kind: Kind }>;

/** The run of a job that works on a record, as the record says it, and until when that is assumed (epoch milliseconds). */
export type JobRun = Shape<typeof jobRunSchema>;
export const jobRunSchema = z.object({ id: z.string(), attempt: z.string().optional(), until: z.number() });

/** A job that this process has sent and already owns: no other process receives it while this one runs. */
export interface OwnedJob {
  /** The message's id: a redelivery has the same one, a copy of the job has another. */
  readonly id?: string | undefined;
  /** Runs its handler in this process; further calls do nothing. */
  start(): void;
  /** Deletes a job that is not needed after all. Never throws. */
  discard(): Promise<void>;
}

/** How certain it is that no other process runs a job, and which message it is. */
export interface JobOwnership {
  /** It was not extended in time: unless that still succeeds, another process may own the job in 25 s. */
  readonly isOverdue: boolean;
  /** Of a message that was set aside and put back: the ids that it had before. */
  readonly formerIds?: readonly string[] | undefined;
}

/**
 * Resolves once nothing of the job is left to do; otherwise throws, after an abort the signal's reason. May be called again
 * for a finished job, by this or another process, and then does nothing. The controller belongs to this run: a handler may
 * abort it for a reason of its own.
 */
export type JobHandler<J extends Job = Job> = (
  job: J,
  controller: AbortController,
  messageId: string,
  ownership: JobOwnership,
) => Promise<void>;
export type JobHandlers = { readonly [Kind in Job['kind']]: JobHandler<JobOf<Kind>> };

/** @throws StorageUnavailableError from each. */
export interface Jobs {
  /** Delivered at least once, to any instance, after at least `delaySeconds` (0 to 7 days). */
  send(job: Job, delaySeconds: number): Promise<void>;
  /** Sends and owns it at once, so that its state can be written before any process runs it. */
  sendOwned(job: Job): Promise<OwnedJob>;
}
