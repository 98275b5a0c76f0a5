/**
 * Jobs as the text of queue messages. A message is signed with a key that is derived from a sealing key, so that somebody who can
 * only write to the queue cannot make the bot do anything: docs/decisions/jobs-in-a-storage-queue.md.
 */
import { createHmac, hash, hkdfSync, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { type Job, jobSchema } from '../core/jobs.ts';
import type { Shape } from '../core/shape.ts';
import { parseJson } from '../core/json.ts';
import type { SealingKey } from '../state/blobs/encryption.ts';

/** `failures`: how often the job's handler has thrown; deliveries alone may only count restarts. */
export type JobMessage = Shape<typeof messageSchema>;
const messageSchema = z
  .object({ version: z.literal(1), job: jobSchema, failures: z.int().min(0) })
  .transform(({ job, failures }) => ({ job, failures }));

/** Why a message is not trusted. */
type Distrust = 'no-signature' | 'unknown-key' | 'wrong-signature';

export interface ReadMessage {
  /** Undefined where the text is no job. */
  readonly content: JobMessage | undefined;
  /** Undefined where a configured key has signed the text. */
  readonly distrust?: Distrust | undefined;
  /** Where it is no job: what may be set aside. A text of unknown origin may contain anything, so this is its digest. */
  readonly text?: string | undefined;
}

const VERSION = 1;
/** RFC 5869: separates this use of a sealing key from others. */
const HKDF_INFO = 'restore-bot queue messages';

/** JSON in ASCII: messages are sent as XML, which cannot represent some characters. */
function toAscii(json: object): string {
  const escape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(json).replaceAll(/[^ -~]/g, escape);
}

/** The job in a text, whoever has written it. */
export const peekJob = (text: string): Job | undefined => messageSchema.safeParse(parseJson(text)).data?.job;

export type MessageSigner = ReturnType<typeof createMessageSigner>;

/** @param keys the first one signs, each of them verifies; identified by `kid` */
export function createMessageSigner(keys: readonly SealingKey[]) {
  const derived = new Map(
    keys.map(({ kid, key }) => [kid, new Uint8Array(hkdfSync('sha256', key, '', HKDF_INFO, 32))] as const),
  );
  const [newest] = derived;
  if (newest === undefined) throw new Error('A signer needs a key.');
  const [kid, signingKey] = newest;
  const macOf = (key: Uint8Array, signed: object): Buffer =>
    createHmac('sha256', key).update(JSON.stringify(signed)).digest();

  /** The signature covers all other fields in their order, also those that only a newer version knows. */
  function distrustOf(json: unknown): Distrust | undefined {
    const { mac, ...signed } = (json ?? {}) as { readonly mac?: unknown; readonly kid?: unknown };
    if (typeof mac !== 'string' || typeof signed.kid !== 'string') return 'no-signature';
    const key = derived.get(signed.kid);
    if (key === undefined) return 'unknown-key';
    const expected = macOf(key, signed);
    const given = Buffer.from(mac, 'base64url');
    return given.byteLength === expected.byteLength && timingSafeEqual(given, expected) ? undefined : 'wrong-signature';
  }

  return {
    write({ job, failures }: JobMessage): string {
      const signed = { version: VERSION, job, failures, kid };
      return toAscii({ ...signed, mac: macOf(signingKey, signed).toString('base64url') });
    },

    read(text: string): ReadMessage {
      const json = parseJson(text);
      const content = messageSchema.safeParse(json).data;
      const distrust = distrustOf(json);
      if (content !== undefined) return { content, distrust };
      const digest = { sha256: hash('sha256', text), bytes: Buffer.byteLength(text) };
      return { content, distrust, text: distrust === undefined ? text : JSON.stringify(digest) };
    },
  };
}

/** For the poison queue: a message that is not trusted is not signed there either. */
export const writeUnsigned = ({ job, failures }: JobMessage): string => toAscii({ version: VERSION, job, failures });
