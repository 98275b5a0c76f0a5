/** Fields that several answers share, as they come over the wire. */
import { z } from 'zod';

/** A token (RFC 6749, appendix A.12 and A.17: visible characters), fit for a header. */
export const token = z.string().regex(/^[\x20-\x7E]+$/);

/** A token that need not be there; some upstreams write null or nothing instead of leaving it out. */
export const optionalToken = z
  .union([token, z.literal(''), z.null()])
  .optional()
  .transform((value) => value || undefined);

const LONGEST_LIFETIME_SECONDS = 10 * 365 * 86_400;

/** Whole seconds above 0, as a number or in digits; no more than ten years. */
export const lifetimeSeconds = z
  .union([z.number(), z.string().regex(/^\d{1,10}(?:\.\d+)?$/)])
  .transform((value) => Math.floor(Number(value)))
  .pipe(z.number().min(1).max(LONGEST_LIFETIME_SECONDS));

/** An id of a user or a tenant. A dot would make `userId.tenantId` ambiguous. */
export const directoryId = z.string().regex(/^[^\s.\p{C}]{1,128}$/u);
