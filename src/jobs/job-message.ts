/**
 * Jobs as the text of queue messages. Nothing in a message is trusted: it names a state, and what is to be done, and when, the handler
 * takes from that (docs/decisions/jobs-in-a-storage-queue.md).
 */
import { hash } from 'node:crypto';
import * as z from 'zod';
import { type Job, jobSchema } from '../core/jobs.ts';
import { safeParse, type Shape } from '../core/shape.ts';
import { parseJson } from '../core/json.ts';

/**
 * `failures`: how often the job's handler has thrown; deliveries alone may only count restarts. `formerIds`: of the messages as which the
 * job was set aside.
 */
export type JobMessage = Shape<typeof messageSchema>;
const messageSchema = z
  .object({
    version: z.literal(1),
    job: jobSchema,
    failures: z.int().min(0),
    formerIds: z.array(z.string()).optional(),
  })
  .transform(({ version: _version, ...message }) => message);

const VERSION = 1;
const MAX_FORMER_IDS = 10;

/** JSON in ASCII: messages are sent as XML, which cannot represent some characters. */
function toAscii(json: object): string {
  const escape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(json).replaceAll(/[^ -~]/g, escape);
}

export const writeMessage = (content: JobMessage): string => toAscii({ version: VERSION, ...content });

/** What is set aside of a message, to be put back once it can succeed: with all its attempts before it. @param id of the message */
export const asSetAside = ({ job, formerIds = [] }: JobMessage, id: string): JobMessage => ({
  job,
  failures: 0,
  formerIds: [...formerIds, id].slice(-MAX_FORMER_IDS),
});

/** @returns undefined where the text is no job */
export const readMessage = (text: string): JobMessage | undefined => safeParse(messageSchema, parseJson(text)).data;

export const peekJob = (text: string): Job | undefined => readMessage(text)?.job;

/** What may be set aside of a text that is no job, and may contain anything. */
export const messageDigest = (text: string): string =>
  JSON.stringify({ sha256: hash('sha256', text), bytes: Buffer.byteLength(text) });
