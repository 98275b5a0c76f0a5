/** Tickets as sealed texts: they name whose sign-in a browser is about, or what was left, and open for the purpose that they were made for only. */
import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { personKeySchema } from '../core/person.ts';
import type { TicketFor, Tickets } from '../sign-in/state/ports.ts';
import { SealError, type Sealer } from './blobs/encryption.ts';

const ticketSchema = z.object({ key: personKeySchema, signInId: z.string() });
const schemas: { readonly [Purpose in keyof TicketFor]: z.ZodType<TicketFor[Purpose]> } = {
  'sign-in link': ticketSchema,
  'authorization state': ticketSchema,
  departure: z.object({
    conversationId: z.string(),
    personId: z.string().optional(),
    teamId: z.string().optional(),
    at: z.number(),
  }),
};
/** A longer text in an address is none of ours. */
const LONGEST = 2_048;
const SECRET_BYTES = 32;

export const createTickets = (sealer: Sealer): Tickets => ({
  seal: (purpose, ticket) => sealer.seal(ticket, purpose),
  async open(purpose, text) {
    if (text.length > LONGEST) return undefined;
    try {
      return schemas[purpose].safeParse((await sealer.open(text, purpose)).secrets).data;
    } catch (error) {
      if (error instanceof SealError) return undefined;
      throw error;
    }
  },
  newSecret: () => randomBytes(SECRET_BYTES).toString('base64url'),
});
