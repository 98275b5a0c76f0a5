/**
 * A line of the audit log, and the chain of an instance's lines. One append blob per UTC day, `audit/2026-11-20.jsonl`, has
 * one JSON object per line. Azure accepts 50,000 blocks per blob; then `audit/2026-11-20.1.jsonl` follows.
 */
import { hash } from 'node:crypto';
import * as z from 'zod';
import {
  administratorSchema,
  auditedDownloadSchema,
  auditedExportSchema,
  auditedRestoreSchema,
  type AuditRecord,
} from '../../core/audit.ts';

export const PREFIX = 'audit/';
const NAME = /^audit\/(\d{4}-\d{2}-\d{2})(?:\.\d+)?\.jsonl$/;

/** @param part 0 for the first blob of the day */
export const blobName = (day: string, part: number): string => `${PREFIX}${day}${part === 0 ? '' : `.${part}`}.jsonl`;

/** @returns the day of a blob of the audit log, such as `2026-11-20`; undefined for any other blob */
export const dayOfBlob = (name: string): string | undefined => NAME.exec(name)?.[1];

/** In the order of writing: by day, then by number. */
export function compareBlobs(one: string, other: string): number {
  const part = (name: string): string => name.replace('.jsonl', '');
  return part(one).localeCompare(part(other), 'en', { numeric: true });
}

/** Of the exact bytes of a line, without its line break. */
export const hashOf = (line: Uint8Array | string): string => hash('sha256', line, 'base64url');

/** Where a line stands among those of its instance: a process from its start to its end. */
export type Chain = z.infer<typeof chainSchema>;
const chainSchema = z.object({
  instance: z.string(),
  /** From 1, without gaps. */
  sequence: z.int().positive(),
  /** The hash of this instance's line before; empty in its first line. */
  previous: z.string(),
  /** The day of the blob with that line, where it is another. */
  previousDay: z.iso.date().optional(),
  /**
   * In its first line and its first line of a day: the hash of the line that was the newest of the whole log, by whichever
   * instance. Without it, a day on which only other instances wrote could be removed unnoticed.
   */
  newest: z.string().optional(),
  newestDay: z.iso.date().optional(),
});

const text = z.string().optional();

/** No other field is written; none is required, since another version may have written a line. */
const restoreSchema = auditedRestoreSchema
  .extend({ administrator: administratorSchema.partial().optional() })
  .partial();
const exportSchema = auditedExportSchema.partial();
const downloadSchema = auditedDownloadSchema.partial();

export const lineSchema = z.looseObject({
  time: z.iso.datetime(),
  event: z.string(),
  outcome: text,
  person: text,
  conversation: text,
  organization: text,
  flow: text,
  reference: text,
  tenant: text,
  about: text,
  approvedBy: z.looseObject({ person: text, tenant: text }).optional(),
  restore: restoreSchema.loose().optional(),
  export: exportSchema.loose().optional(),
  download: downloadSchema.loose().optional(),
  /** Of `lines-not-stored`. */
  lines: z.number().optional(),
  chain: chainSchema.optional(),
});

export type AuditLine = z.infer<typeof lineSchema>;

/** What a line says, before it has its place in a chain. */
export type LineContent = Omit<AuditLine, 'chain'>;

export function contentOf(record: AuditRecord, time: string): LineContent {
  const { event, organization, flow, reference, outcome, tenant, approvedBy } = record;
  const { personId: person, conversationId: conversation } = record.key;
  const restore = record.restore && restoreSchema.parse(record.restore);
  const facts = {
    person,
    conversation,
    about: record.about,
    organization,
    flow,
    reference,
    outcome,
    tenant,
    approvedBy,
  };
  const download = record.download && downloadSchema.parse(record.download);
  return { time, event, ...facts, restore, export: record.export && exportSchema.parse(record.export), download };
}
