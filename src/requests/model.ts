/** Somebody asks an operator for a restore: what is stored of that. Times are epoch milliseconds. */
import * as z from 'zod';
import { jobRunSchema } from '../core/jobs.ts';
import { addressSchema, personKeySchema } from '../core/person.ts';
import type { Shape } from '../core/shape.ts';
import { workloadSchema } from '../restore/backups/catalog.ts';
import { containerType } from '../restore/backups/workloads/index.ts';

/** What the person who asks leaves in the form. */
export type Fields = Shape<typeof fieldsSchema>;
const fieldsSchema = z.object({
  what: z.string(),
  kind: workloadSchema.optional(),
  /** Of a site or a team: its name. */
  place: z.string().optional(),
  /** `2026-11-20`: when it was there the last time, and until when it is needed. */
  lastSeen: z.string().optional(),
  neededBy: z.string().optional(),
  /** The person agreed to this: of a message, when it was written and where it is, and nothing of its text. */
  message: z.object({ at: z.number(), link: z.string().optional() }).optional(),
});

/** Of a site or a team, not of a person: which one has to be said. */
export const isOfPlace = ({ kind }: Pick<Fields, 'kind'>): boolean =>
  kind !== undefined && containerType(kind) !== 'User';

/** By object id, in lower case. */
export type Party = Shape<typeof partySchema>;
const partySchema = z.object({ id: z.string(), name: z.string() });

const chatFields = { key: personKeySchema, address: addressSchema };

const counts = z.object({
  total: z.number(),
  restored: z.number(),
  failed: z.number(),
  skipped: z.number(),
  /** Something was not restored of which the service never said how much it is. */
  unsized: z.literal(true).optional(),
});

export type Status = Shape<typeof statusSchema>;
const statusSchema = z.discriminatedUnion('kind', [
  /** `since`: when it was asked, or handed back. */
  z.object({ kind: z.literal('open'), since: z.number() }),
  z.object({
    kind: z.literal('taken'),
    by: partySchema,
    at: z.number(),
    /** The person who asks is not among those whose data the operator may restore. */
    isOutside: z.literal(true).optional(),
  }),
  z.object({
    kind: z.literal('ended'),
    how: z.enum(['done', 'declined', 'withdrawn', 'expired']),
    at: z.number(),
    by: partySchema.optional(),
    reason: z.string().optional(),
    counts: counts.optional(),
    /** The restore that they are of, with its retries, by the first of them. Earlier versions noted the retries, too. */
    restores: z.array(z.string()).optional(),
  }),
]);

/** A short message that the person who asked is still to get. */
export type News = Shape<typeof newsSchema>;
const newsSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['taken', 'handed-back']), by: partySchema }),
  /** `counts`: of the restore begun from its card; none where the operator restored it another way. */
  z.object({ kind: z.literal('done'), by: partySchema, counts: counts.optional() }),
  z.object({ kind: z.literal('declined'), by: partySchema, reason: z.string() }),
  z.object({ kind: z.enum(['expired', 'unheard']) }),
]);

/** Somebody who is asked, and their card. */
export type Asked = Shape<typeof askedSchema>;
const askedSchema = z.object({
  ...partySchema.shape,
  ...chatFields,
  cardId: z.string().optional(),
  /** The card that the present one took the place of, until it says so. */
  former: z.string().optional(),
  /** Identifies what the card shows. */
  shown: z.string().optional(),
  /** The announcement that it belongs to. */
  round: z.string().optional(),
  /** The chat service's error code. */
  unreachable: z.string().optional(),
  /** As a member of `DUTY_TEAM`. */
  ofTeam: z.literal(true).optional(),
  /** The team, and gets requests no other way: they take and search nothing any more. */
  left: z.literal(true).optional(),
});

export type Request = Shape<typeof requestSchema>;
export const requestSchema = z.object({
  /** Random; the reference in cards, jobs, log and audit log. */
  id: z.string(),
  tenantId: z.string(),
  asker: partySchema.extend({
    ...chatFields,
    /** As the chat service knows it. */
    mail: z.string().optional(),
    /** Where it differs. */
    signInName: z.string().optional(),
    cardId: z.string().optional(),
    shown: z.string().optional(),
    unreachable: z.literal(true).optional(),
  }),
  fields: fieldsSchema,
  askedAt: z.number(),
  /** Counts the changes of the fields. */
  edits: z.number(),
  status: statusSchema,
  /** Oldest first. */
  news: z.array(newsSchema),
  asked: z.array(askedSchema),
  /** Members of `DUTY_TEAM`, by their object ids, with whom no chat could be opened when they were last asked. */
  outOfReach: z.array(z.string()).optional(),
  /** Traces of those who were erased from it: as members of the team they are not asked again. */
  erased: z.array(z.string()).optional(),
  /** Nobody could be asked, and the person is told so, once. */
  unheard: z.literal(true).optional(),
  /** The run of the job that works on it. */
  run: jobRunSchema.optional(),
  /** For when the next job was sent. */
  wakeAt: z.number().optional(),
  /** It has expired, and the audit log may not have that yet. */
  isExpiryUnaudited: z.literal(true).optional(),
  /** The person who asked is erased: it is erased, too, once it is ended for everybody. */
  isForgotten: z.literal(true).optional(),
});

/** An operator who gets requests. */
export type Duty = Shape<typeof dutySchema>;
export const dutySchema = z.object({
  ...partySchema.shape,
  ...chatFields,
  /** Of the session with which it was begun. */
  organization: z.string(),
  until: z.number(),
  unreachable: z.string().optional(),
});
