/** An export: posts or one item on their way from a backup into the chat. A sealed blob of its own, erased when it ends. */
import * as z from 'zod';
import { MINUTE } from '../../core/durations.ts';
import { addressSchema } from '../../core/person.ts';
import type { Shape } from '../../core/shape.ts';
import { kindRules } from '../backups/workloads/index.ts';
import { accessKindSchema } from '../backups/entries/access-kind.ts';
import { troubleSchema } from '../backups/service-error.ts';
import { originFields, workloadSchema } from '../backups/catalog.ts';
import { entrySchema, namedSchema, type Entry } from '../backups/entries/entry.ts';
import { approvalEnd, fourEyesSchema } from './four-eyes.ts';
import type { Task } from './task.ts';

/** Where the file was put in the person's OneDrive, as Teams names it. */
export type HandedFile = Shape<typeof handedFileSchema>;
const handedFileSchema = z.object({
  name: z.string(),
  contentUrl: z.string(),
  uniqueId: z.string(),
  fileType: z.string(),
});

/** What was downloaded. Its parts are blobs of their own. */
const storedFileSchema = z.object({
  /** Random: parts of a download that broke off belong to another batch. */
  batch: z.string(),
  bytes: z.number(),
});

export type ExportOutcome = (typeof outcomes)[number];
const outcomes = [
  'handed-over',
  'declined',
  // Nobody answered within the life of the file.
  'expired',
  // By the service: no right, or nothing there.
  'refused',
  'gone',
  // It did not have the file ready in time, or could not be reached.
  'not-ready',
  'not-reached',
  'too-large',
  // The response to the start of the export was lost: it is not sent again.
  'unclear',
  'signed-out',
  // The settings no longer let it leave.
  'off',
  'interrupted',
  // Somebody else had to approve it.
  'withdrawn',
  'second-declined',
  'second-expired',
  'second-void',
  // Of the upload:
  'foreign-host',
  'name-taken',
  'upload-refused',
  'upload-failed',
] as const;

/** JSON texts of the posts, as the service sent them; absent: the whole channel. Dropped once the service has begun. */
const echoes = z.array(z.string()).optional();
/** The item; dropped in the same way. */
const entry = entrySchema.optional();
/** Of the consent card. */
const consentId = z.string().optional();

export type ExportProgress = Shape<typeof progressSchema>;
const progressSchema = z.discriminatedUnion('kind', [
  /** Somebody else has to approve it, or has: `titles` are subjects of the posts, `holder` is whose mailbox, drive, site or team it is. */
  z.object({
    kind: z.literal('held'),
    echoes,
    entry,
    titles: z.array(z.string()).optional(),
    holder: namedSchema.optional(),
  }),
  z.object({ kind: z.literal('planned'), echoes, entry }),
  /** Stored before it is sent: after a crash it is unknown whether it was. */
  z.object({ kind: z.literal('starting'), echoes, entry }),
  /** The service prepares the file. */
  z.object({ kind: z.literal('waiting'), taskId: z.string(), at: z.number() }),
  z.object({
    kind: z.literal('offered'),
    at: z.number(),
    file: storedFileSchema,
    consentId,
    /** The card says what to do where the answer did not arrive. */
    reminded: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal('accepted'),
    at: z.number(),
    file: storedFileSchema,
    consentId,
    /** Secret: whoever has it can write the file. */
    uploadUrl: z.string(),
    /** Absent where the answer did not say it: the file is handed over all the same. */
    target: handedFileSchema.optional(),
    /** Stored before the first range, and before the last one, is sent. */
    begun: z.boolean().optional(),
    last: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal('ended'),
    at: z.number(),
    outcome: z.enum(outcomes),
    /** What the service answered, where the outcome alone does not say it. */
    trouble: troubleSchema.optional(),
    bytes: z.number().optional(),
    consentId,
    /** Of a file that was handed over, until its card is posted. */
    target: handedFileSchema.optional(),
  }),
]);

/** What is handed over. Ids only. */
export type Exported = Shape<typeof exportedSchema>;
const exportedSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('posts'),
    teamId: z.string(),
    channelId: z.string(),
    /** How many; absent: all of the channel. */
    posts: z.number().optional(),
  }),
  z.object({
    kind: z.literal('item'),
    workload: workloadSchema,
    containerId: z.string(),
    itemId: z.string(),
    /** Of its file, without the dot; may be empty. */
    extension: z.string(),
  }),
]);

export type FileExport = Shape<typeof exportSchema>;
export const exportSchema = z.object({
  /** Random. The reference in cards, jobs, log and audit. */
  id: z.string(),
  organization: z.string(),
  access: accessKindSchema.default('operator'),
  /** The account that started it, and its name: another one does not continue it. */
  userId: z.string(),
  account: z.string().optional(),
  address: addressSchema,
  /** Empty while it waits for an approval: it may do so for a day. */
  exploreId: z.string(),
  /** Of what needs an approval: where it is taken from, to open it again. */
  origin: z.object(originFields).optional(),
  fourEyes: fourEyesSchema.optional(),
  /** Of the channel, or of the item. */
  name: z.string(),
  what: exportedSchema,
  /** The person's own data. */
  own: z.boolean().optional(),
  /** As the person typed it. */
  reason: z.string().optional(),
  /** What waited for an approval: once it has it. */
  startedAt: z.number(),
  /** Of the message that may follow it: a copy of it does nothing. */
  jobId: z.string().optional(),
  cardId: z.string().optional(),
  progress: progressSchema,
});

/** How long the service may take. */
export const FETCH_MILLISECONDS = 10 * MINUTE;
/** How long the file waits for an answer, and an upload for its end. */
export const FILE_LIFE_MILLISECONDS = 15 * MINUTE;
const REMIND_MILLISECONDS = 2 * MINUTE;
const INTERRUPTED_MILLISECONDS = FETCH_MILLISECONDS + 5 * MINUTE;

/** When something has to be done about an export that nothing has happened to since, epoch milliseconds. */
export function dueAtOf({ startedAt, fourEyes, progress }: FileExport): number {
  switch (progress.kind) {
    case 'held':
      // Its request ends before.
      return approvalEnd(fourEyes ?? { askedAt: startedAt }) + INTERRUPTED_MILLISECONDS;
    case 'planned':
    case 'starting':
    case 'waiting':
      return startedAt + INTERRUPTED_MILLISECONDS;
    case 'offered':
      return progress.at + (progress.reminded === true ? FILE_LIFE_MILLISECONDS : REMIND_MILLISECONDS);
    case 'accepted':
      return progress.at + FILE_LIFE_MILLISECONDS;
    case 'ended':
      return progress.at + MINUTE;
  }
}

/** Of a stored part and of an uploaded range: a multiple of 320 KiB, as the upload requires. */
export const PART_BYTES = 16 * 327_680;
/** Of a whole file. */
export const MAX_FILE_BYTES = 50 * 1_048_576;

/** Whether the service may hand it over as a file. Of an empty one, or one that is known to be too large, there is nothing to hand over. */
export const isDownloadable = ({ workload, access }: Pick<Task, 'workload' | 'access'>, entry: Entry): boolean =>
  kindRules(workload, entry, access).downloads !== undefined &&
  entry.version === undefined &&
  entry.sizeBytes !== 0 &&
  (entry.sizeBytes ?? 0) <= MAX_FILE_BYTES;

const EXTENSION = /\.([\dA-Za-z]{1,16})$/;

/** Of the item's file. */
export function fileNameOf(
  { workload, access }: Pick<Task, 'workload' | 'access'>,
  entry: Entry,
): { readonly name: string; readonly extension: string } {
  const { title } = entry;
  if (kindRules(workload, entry, access).downloads === 'message') return { name: title, extension: 'msg' };
  const [end = '', extension = ''] = EXTENSION.exec(title) ?? [];
  return { name: title.slice(0, title.length - end.length), extension };
}
