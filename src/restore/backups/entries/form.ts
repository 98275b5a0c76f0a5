/** What a person asks for in a search. */
import * as z from 'zod';
import type { Shape } from '../../../core/shape.ts';

/** The search form as typed. Dates are `2026-03-01` in the person's time zone, both inclusive. */
export type Form = Shape<typeof formSchema>;
export const formSchema = z.object({
  /** Words, or a query in the service's search language. */
  words: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  subject: z.string().optional(),
  /** OneDrive: part of the file's name. */
  name: z.string().optional(),
  changedBy: z.string().optional(),
  after: z.string().optional(),
  before: z.string().optional(),
  hasAttachments: z.boolean().optional(),
  /** The day as typed, while no restore point could be found for it, or it is none and nothing was searched yet. */
  asOf: z.string().optional(),
});
