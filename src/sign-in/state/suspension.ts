/** A person whom an administrator lets sign in no more, until an administrator lifts it. */
import * as z from 'zod';
import { jobRunSchema } from '../../core/jobs.ts';
import type { Shape } from '../../core/shape.ts';

export type Suspension = Shape<typeof suspensionSchema>;
export const suspensionSchema = z.object({
  /** Entra object id, lower case; also its name among the records. */
  personId: z.string(),
  /** As the person's chat or sign-in calls them, where that is known. */
  name: z.string(),
  account: z.string().optional(),
  at: z.number(),
  /** The administrator. */
  by: z.object({ personId: z.string(), name: z.string() }),
  /** The person has a message about it, or can't be written to. */
  told: z.boolean().optional(),
  /** It holds no more; the record goes once the person is told. */
  lifted: z.literal(true).optional(),
  /** The run of the job that carries it out. */
  run: jobRunSchema.optional(),
});
