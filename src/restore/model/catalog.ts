/** What can be found and restored: workloads, scopes, restore points, containers and entries. Times are epoch milliseconds. */
import { z } from 'zod';
import type { Shape } from '../../core/shape.ts';

/** Exchange, OneDrive (`Vex`, `Veod` on the wire). */
export type Workload = Shape<typeof workloadSchema>;
export const workloadSchema = z.enum(['exchange', 'onedrive']);

/** What a session at the service is for (`Vex`, `Veod`, `Vesp`, `Vet` on the wire). */
export type SessionKind = z.infer<typeof sessionKindSchema>;
export const sessionKindSchema = z.enum([...workloadSchema.options, 'sharepoint', 'teams']);

/** An element of `EffectiveScope` (API, section B). Sites and teams cannot be restored yet. */
export type ScopeItem = Shape<typeof scopeItemSchema>;
export const scopeItemSchema = z.object({
  id: z.string(),
  type: z.enum(['User', 'Site', 'Team']),
  name: z.string(),
  /** E-mail address or URL. */
  detail: z.string(),
  /** The object as the service sent it, JSON text: sent back when a session is opened. */
  echo: z.string(),
});

/** API, section C1. */
export interface RestorePoint {
  readonly id: string;
  readonly backupTime: number;
  readonly repositoryId?: string | undefined;
  readonly workloads: readonly Workload[];
  /** A copy, or retrieved: never offered. */
  readonly hidden: boolean;
}

export type Scope = Shape<typeof scopeSchema>;
export const scopeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('own'), name: z.string() }),
  z.object({ kind: z.literal('item'), item: scopeItemSchema }),
]);

export type Point = Shape<typeof pointSchema>;
export const pointSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('latest') }),
  z.object({ kind: z.literal('at'), id: z.string(), backupTime: z.number(), repositoryId: z.string().optional() }),
]);

/** The restore point that "latest" was when its explore session was opened: for the audit log. */
export type OpenedPoint = Shape<typeof openedPointSchema>;
export const openedPointSchema = z.object({ id: z.string(), backupTime: z.number() });

/** Where entries were found: whose data, which, as of when. What is listed and restored is grouped by it. */
export type Origin = Shape<typeof originSchema>;
export const originFields = {
  scope: scopeSchema,
  workload: workloadSchema,
  point: pointSchema,
  showDeleted: z.boolean(),
  opened: openedPointSchema.optional(),
};
const originSchema = z.object(originFields);

/** A mailbox (primary or archive) or a drive. A restore call restores items of one container. */
export type Container = Shape<typeof containerSchema>;
export const containerSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** A mailbox's address, or a drive's URL. */
  detail: z.string().optional(),
  isArchive: z.boolean(),
});

export type TimeOfEntry = (typeof timesOfEntries)[number];
const timesOfEntries = ['sent', 'received', 'start', 'end', 'due', 'posted', 'created', 'changed'] as const;

/** An item, document or folder, or an earlier version of a document. */
export type Entry = Shape<typeof entrySchema>;
export type EntryKind = Entry['kind'];
export const entrySchema = z.object({
  /** Short and opaque; identifies the entry within its task whenever it is found. */
  key: z.string(),
  kind: z.enum([
    'message',
    'appointment',
    'contact',
    'contact group',
    'task',
    'journal',
    'note',
    'discussion',
    'document',
    'folder',
  ]),
  containerId: z.string(),
  id: z.string(),
  /** Subject or name; may be empty. */
  title: z.string(),
  /** Names of the folders it is in, from its container; absent where a search found it. */
  path: z.array(z.string()).optional(),
  /** A folder that Exchange keeps for itself: deleted items that can be recovered, or technical ones. */
  system: z.enum(['recoverable', 'technical']).optional(),
  /** Sender, organizer or last editor. */
  who: z.string().optional(),
  /** When it was received, starts or was changed. */
  at: z.number().optional(),
  sizeBytes: z.number().optional(),
  /** All that the service tells besides `at`: when it was sent, ends, is due … */
  times: z.array(z.object({ what: z.enum(timesOfEntries), at: z.number() })).optional(),
  /** Recipients or attendees. */
  to: z.string().optional(),
  cc: z.string().optional(),
  bcc: z.string().optional(),
  importance: z.enum(['low', 'high']).optional(),
  /** Of an appointment that repeats: how, in the service's words; may be empty. */
  recurrence: z.string().optional(),
  /** Of a contact. */
  email: z.string().optional(),
  phone: z.string().optional(),
  company: z.string().optional(),
  /** Of a task: how much of it is done. */
  percent: z.number().optional(),
  /** Of a document. */
  createdBy: z.string().optional(),
  latestVersion: z.string().optional(),
  location: z.string().optional(),
  attachments: z.array(z.string()).optional(),
  /** Of each attachment; 0 where it is unknown. Apart from their names, which the version before reads as texts. */
  attachmentSizes: z.array(z.number()).optional(),
  /** Of a document, unless it is the latest one at that restore point. */
  version: z.string().optional(),
  /** The document as the service sent it, JSON text: `operatorRestore` needs all of it. */
  echo: z.string().optional(),
});

export interface ScopeList {
  readonly counts: Readonly<Record<ScopeItem['type'], number>>;
  /** Approximate size in memory. */
  readonly bytes: number;
  find(id: string): ScopeItem | undefined;
  /**
   * Items of a type whose name or address contains every word of `typed`, ignoring case and accents; names that begin
   * with the first word come first. All items of the type if nothing was typed.
   */
  search(typed: string, type: ScopeItem['type'], max: number): readonly ScopeItem[];
}
