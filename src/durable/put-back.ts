/** A job that was set aside and put back by hand: its message has another id than the one that its record names. */
import type { Job, JobOwnership } from '../core/jobs.ts';

/** The message that was put back, and its ids until then. */
export interface PutBack {
  readonly messageId: string;
  readonly formerIds: readonly string[];
}

/** As a `JobHandler` gets it; in tests only the first. */
type Run = readonly [controller: AbortController, messageId?: string | undefined, ownership?: JobOwnership | undefined];

/** @returns the record with the message that follows it from now on; undefined where it names none that was set aside */
export const withPutBack = <Record extends { readonly jobId?: string | undefined }>(
  record: Record,
  { messageId, formerIds }: PutBack,
): Record | undefined =>
  record.jobId !== undefined && formerIds.includes(record.jobId) ? { ...record, jobId: messageId } : undefined;

/**
 * The handler of a job whose record names its message. Of several copies that are put back the first one counts, as does it beside a
 * run that still goes on.
 *
 * @param adopt changes the record with `withPutBack`
 */
export const following =
  <J extends Job>(adopt: (job: J, by: PutBack) => Promise<unknown>, handle: (job: J, ...run: Run) => Promise<void>) =>
  async (job: J, ...run: Run): Promise<void> => {
    const [, messageId, { formerIds } = {}] = run;
    if (messageId !== undefined && formerIds !== undefined) await adopt(job, { messageId, formerIds });
    return handle(job, ...run);
  };
