/** A person's approval of what an administrator restores: a device code that somebody signs in with at Microsoft. */
import * as z from 'zod';
import type { Shape } from '../../core/shape.ts';

/** Until `expiresAt` at the identity provider. With a certificate there is no code: it is random, and names the approval. */
const codeFields = { userCode: z.string(), expiresAt: z.number() };

/**
 * `person`: by **I have signed in**; whether that is so turns out when the call is sent. `certificate`: by **Approve**, and
 * that is sent instead of a code.
 */
export type ApprovedBy = Shape<typeof approvedBySchema>;
export const approvedBySchema = z.enum(['check', 'person', 'certificate']);

/** Of one explore session: the calls of its group share it, another session needs another one. */
export type Approval = Shape<typeof approvalSchema>;
export const approvalSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('waiting'),
    ...codeFields,
    verificationUri: z.string(),
    askedAt: z.number(),
    /** It stands in for the code: **Approve** is all that is awaited, and there is no page to open. */
    certificate: z.literal(true).optional(),
    /** The service cannot tell, or has not told for long, that it was used: the person may say so. */
    unchecked: z.boolean().optional(),
    /** What Microsoft said to the service about the sign-in, which will not work. */
    said: z.string().optional(),
  }),
  z.object({
    kind: z.literal('approved'),
    ...codeFields,
    at: z.number(),
    by: approvedBySchema,
  }),
]);
export type WaitingApproval = Extract<Approval, { kind: 'waiting' }>;
