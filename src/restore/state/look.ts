/** A look into earlier backups, stored as part of a task (task.ts). */
import * as z from 'zod';
import type { Shape } from '../../core/shape.ts';
import { locationSchema } from '../backups/entries/entry.ts';

const flag = z.literal(true).optional();

/**
 * A look into earlier backups, for what a search did not find or for what a folder has lost. It lasts while the task's
 * step is `earlier`.
 */
export type Look = Shape<typeof lookSchema>;
export const lookSchema = z.object({
  /** Random; its job names it. */
  id: z.string(),
  /** Of the message that may follow it: a copy of it does nothing. */
  jobId: z.string().optional(),
  /** When the backup was made that has nothing, or with which others are compared; epoch milliseconds. */
  from: z.number(),
  isAssumed: flag,
  /** Whether the search showed deleted items already. */
  showedDeleted: z.boolean(),
  /** Counted before each is opened. */
  sessions: z.number(),
  /** What is looked into now. */
  lookingAt: z.number().optional(),
  /**
   * What was looked into, in that order; `deleted`: the deleted items of the backup that was searched; `nowhere`: neither it nor the
   * latest backup has the folder that is compared, as far as can be told.
   */
  looked: z.array(z.object({ at: z.number(), found: z.boolean(), deleted: z.boolean().optional(), nowhere: flag })),
  /** Of what the search found: a backup has something where it has other things. Absent where it found nothing. */
  known: z.array(z.tuple([z.string(), z.string()])).optional(),
  /** The backup does not have the mailbox, drive, site or team itself: one is looked for that has it. */
  ofPlace: flag,
  /** Of a comparison: the folder; `since`: the first backup is as old as that; `ofDeleted`: with deleted items alone. */
  comparison: z
    .object({ location: locationSchema, since: z.number().optional(), ofDeleted: z.boolean().optional() })
    .optional(),
});
