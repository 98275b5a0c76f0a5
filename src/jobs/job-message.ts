import { z } from 'zod';
import type { Job } from '../core/jobs.ts';
import { personKeySchema } from '../state/person/schema.ts';

/** What a message's text says. */
export interface JobNote {
  readonly job: Job;
  /** How often its handler has thrown; a delivery alone may only have met a restart. */
  readonly failures: number;
}

const text = z.string();
const key = personKeySchema;

const jobSchema: z.ZodType<Job> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('follow'), key, signInId: text }),
  z.object({ kind: z.literal('warn'), key, sessionId: text, dueAt: z.number() }),
  z.object({ kind: z.literal('expire'), key, sessionId: text, dueAt: z.number() }),
  z.object({ kind: z.literal('report'), key, reportId: text }),
  z.object({ kind: z.literal('sweep'), runId: text, dueAt: z.number() }),
  z.object({ kind: z.literal('restore'), key, restoreId: text }),
  z.object({ kind: z.literal('explore-idle'), key, exploreId: text, dueAt: z.number() }),
]);

const noteSchema = z.object({ version: z.literal(1), job: jobSchema, failures: z.int().min(0) });

const escape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** JSON in ASCII: queue messages travel as XML, which has no way to say some characters. */
export function writeNote({ job, failures }: JobNote): string {
  return JSON.stringify({ version: 1, job, failures }).replaceAll(/[^ -~]/g, escape);
}

/** @returns nothing where the text is no job known here */
export function readNote(message: string): JobNote | undefined {
  try {
    const { job, failures } = noteSchema.parse(JSON.parse(message));
    return { job, failures };
  } catch {
    return undefined;
  }
}
