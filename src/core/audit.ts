/**
 * The audit log's port: one record for each start, success, refusal, renewal, expiry and log-out, for each opened backup and
 * each restore. A new event is added here and to the table in docs/audit-events.md.
 */
import * as z from 'zod';
import type { FlowKind } from './organization.ts';
import type { PersonKey } from './person.ts';
import type { Shape } from './shape.ts';

type AuditEvent =
  | 'sign-in-started'
  | 'signed-in'
  | 'sign-in-refused'
  | 'sign-in-ended'
  | 'renewed'
  | 'renewal-refused'
  | 'expired'
  /** Ended before its time: the service no longer accepted it, and it could not be renewed. */
  | 'session-refused'
  /** Ended because another sign-in took its place. */
  | 'replaced'
  /** Ended because the settings no longer let the person sign in there. */
  | 'not-allowed'
  /** Ended because an administrator ended it, or suspended the person. */
  | 'ended-by-administrator'
  /** An administrator ended what a person has open, suspended them, or let them sign in again: `about` says whom. */
  | 'sessions-ended'
  | 'suspended'
  | 'suspension-lifted'
  | 'logged-out'
  | 'not-me'
  /** A session ended because the app was removed, or the conversation cannot be written to any more. */
  | 'left'
  /** A person had all their data erased. */
  | 'forgotten'
  /** A backup can be searched from now on. */
  | 'backup-opened'
  | 'restore-started'
  | 'restore-ended'
  /** The code that approves what an administrator restores: on the card, used (`check` or `person` says so), or not in time. */
  | 'restore-code-shown'
  | 'restore-code-used'
  | 'restore-code-expired'
  /** Of what somebody else has to approve; `reference` is that of the restore or the file, the person whoever did it. */
  | 'approval-asked'
  | 'approval-given'
  | 'approval-declined'
  | 'approval-withdrawn'
  | 'approval-expired'
  /** An approver looked at subjects and names. */
  | 'approval-viewed'
  /** **Stop**: `reference` is the session's id at the service. */
  | 'session-stopped'
  /** Posts were handed over as a file, or not, as its outcome says; `started` when it began. */
  | 'posts-exported'
  /** The same of one item. */
  | 'item-downloaded'
  /** Somebody asks for a restore; `reference` is the request's id in all of these. */
  | 'request-made'
  | 'request-changed'
  | 'request-taken'
  /** The person who asks is not among those whose data the operator who took it may restore. */
  | 'request-outside'
  | 'request-handed-back'
  /** Done, declined, withdrawn or expired, as its outcome says. */
  | 'request-ended'
  | 'duty-began'
  | 'duty-ended';

/** Written by the log itself, about its chain of lines; no person is named. */
export type ChainEvent =
  | 'instance-started'
  | 'instance-stopped'
  /** Lines that found no room while storage was unavailable: they are in the log, as `audit-line-not-stored`. */
  | 'lines-not-stored';

const id = z.string();
const count = z.number().optional();
/** As the person typed it. */
const reason = z.string().optional();
/** Object ids of those who approved it. */
const approvers = z.array(id).optional();

/** What the service does not record of an administrator's restore. */
export type AdministratorFacts = Shape<typeof administratorSchema>;
export const administratorSchema = z.object({
  /** Ids of the mailboxes, drives, sites and teams. */
  containers: z.array(id),
  /** Where to: `original`, or the id of the mailbox or OneDrive. */
  target: z.string(),
  /** As they were sent, by the service's names, without what was typed. */
  options: z.record(z.string(), z.union([z.boolean(), z.string()])),
  /** So many of the items were sent in calls that take no options. */
  withoutOptions: count,
  /** Who says that the code of the approval was used, once it is sent: `check` (the service) or `person`; or `certificate`. */
  approval: z.string().optional(),
  /** That what is counted is this restore is likely, not certain: the response was lost. */
  assumed: z.boolean().optional(),
});

/** Of a restore, an opened backup, or a session at the service. In all of these: ids and counts, no names, subjects or addresses. */
export const auditedRestoreSchema = z.object({
  /** Absent in the lines of an approval. */
  workload: z.string().optional(),
  /** Of a restore that was begun for it, and of its approval: the reference of somebody's request. */
  request: id.optional(),
  /** `own`, or the scope item's id. */
  scope: id.optional(),
  /** The restore point's time, ISO 8601; `latest` where the service did not say which one that was. */
  point: z.string().optional(),
  pointId: id.optional(),
  /** Of a restore. */
  items: count,
  /** So many of them were restored with all in them: a mailbox, a folder, a team … */
  wholes: count,
  reason,
  restored: count,
  failed: count,
  skipped: count,
  approvers,
  /** Of an administrator's restore. */
  administrator: administratorSchema.optional(),
});

/** `bytes`: of the file, once it was fetched. */
const fileFields = { reason, bytes: count, approvers };

/** Of `posts-exported`; without `posts`: all of the channel. */
export const auditedExportSchema = z.object({ team: id, channel: id, posts: count, ...fileFields });

/** Of `item-downloaded`. */
export const auditedDownloadSchema = z.object({ workload: z.string(), container: id, item: id, ...fileFields });

export interface AuditRecord {
  readonly event: AuditEvent;
  readonly key: PersonKey;
  readonly organization?: string | undefined;
  readonly flow?: FlowKind | undefined;
  /** Sign-in id: the reference on the card. */
  readonly reference?: string | undefined;
  readonly outcome?: string | undefined;
  /** Of what an administrator does with somebody else's sessions: the person whose they are. */
  readonly about?: string | undefined;
  /** Of a sign-in whose code somebody else approved: the tenant of the person who requested it, and who approved. */
  readonly tenant?: string | undefined;
  readonly approvedBy?: { readonly person: string; readonly tenant: string } | undefined;
  readonly restore?: Shape<typeof auditedRestoreSchema> | undefined;
  readonly export?: Shape<typeof auditedExportSchema> | undefined;
  readonly download?: Shape<typeof auditedDownloadSchema> | undefined;
}

export interface Audit {
  /** Queues a line; never waits, never throws. */
  record(record: AuditRecord): void;
  /**
   * Resolves once the line is stored, within five seconds.
   *
   * @throws StorageUnavailableError; the line may still be stored later
   */
  write(record: AuditRecord): Promise<void>;
}
