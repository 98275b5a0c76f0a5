/** A restore that was started, and the sealed blob of one person in one conversation. Times are epoch milliseconds. */
import * as z from 'zod';
import { addressSchema } from '../../core/person.ts';
import type { Shape } from '../../core/shape.ts';
import { accessKindSchema } from '../backups/entries/access-kind.ts';
import { entrySchema, scopeItemSchema } from '../backups/entries/entry.ts';
import { originFields, workloadSchema } from '../backups/catalog.ts';
import { optionValuesSchema } from '../backups/entries/option-values.ts';
import { troubleSchema } from '../backups/service-error.ts';
import { fourEyesSchema } from './four-eyes.ts';
import { taskSchema } from './task.ts';

export type Counts = Shape<typeof countsSchema>;
const countsSchema = z.object({ total: z.number(), restored: z.number(), failed: z.number(), skipped: z.number() });

export type FailedItem = Shape<typeof failedItemSchema>;
const failedItemSchema = z.object({
  key: z.string().optional(),
  title: z.string(),
  /** `missing`: the restore was stopped before its turn. */
  status: z.enum(['failed', 'missing', 'warning', 'skipped']),
  /** The service's own words. */
  why: z.string().optional(),
});

/** Until `expiresAt` at the identity provider. With a certificate there is no code: it is random, and names the approval. */
const codeFields = { userCode: z.string(), expiresAt: z.number() };

/**
 * `person`: by **I have signed in**; whether that is so turns out when the call is sent. `certificate`: by **Approve**, and
 * that is sent instead of a code.
 */
export type ApprovedBy = Shape<typeof approvedBySchema>;
const approvedBySchema = z.enum(['check', 'person', 'certificate']);

/**
 * A person's approval of what an administrator restores: a device code that somebody signs in with at Microsoft. It is of one
 * explore session: the calls of its group share it, another session needs another one.
 */
export type Approval = Shape<typeof approvalSchema>;
const approvalSchema = z.discriminatedUnion('kind', [
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

/** What the service showed before an administrator's call was sent (run/what-changed.ts). What it did not tell is absent. */
export type ShownBefore = Shape<typeof shownBeforeSchema>;
const shownBeforeSchema = z.object({
  /** Ids of sessions begun shortly before. */
  sessions: z.array(z.string()).optional(),
  /** Of the session that the call is sent in: how many items were counted, and how many events were of a restore. */
  total: z.number().optional(),
  events: z.number().optional(),
});

/** Of a call without an answer. */
const unansweredFields = {
  before: shownBeforeSchema.optional(),
  /** The service's own words, where it did answer, but not whether it has started. */
  said: z.string().optional(),
  /** It may answer until then: it may wait for the sign-in with the code. */
  answerBy: z.number().optional(),
};

/** That a session of the service has the call's restore is assumed: nothing there carries a reference. */
const assumed = z.literal(true).optional();

export type CallProgress = Shape<typeof progressSchema>;
export type EndedCall = Extract<CallProgress, { kind: 'ended' }>;
const progressSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('planned') }),
  /** Stored before it is sent: after a crash it is unknown whether it was. */
  z.object({
    kind: z.literal('sending'),
    at: z.number(),
    /** Random: identifies the claim of the run that sends it. */
    by: z.string(),
    ...unansweredFields,
    /** The service refused its approval, in an answer that may come after it has started. */
    refused: z.literal(true).optional(),
    /** There is no answer: how often the service's sessions were searched for it in vain. */
    looks: z.number().optional(),
  }),
  /** Not found among the service's sessions. The person decides. */
  z.object({
    kind: z.literal('unclear'),
    at: z.number(),
    ...unansweredFields,
    /** Searches that the service answered, all in vain. */
    looks: z.number(),
    /** Nothing says that it was sent, but it was planned so long ago that it may have been. */
    old: z.literal(true).optional(),
    /** The person's decision: search again, or send unless it is found. */
    next: z.enum(['look', 'send']).optional(),
    /** The short message that a decision is awaited was posted. */
    messaged: z.literal(true).optional(),
  }),
  z.object({
    kind: z.literal('running'),
    sessionId: z.string(),
    assumed,
    at: z.number(),
    counts: countsSchema.optional(),
    /** The audit log has **Stop**, or the press that found it running writes that. */
    stopAudited: z.literal(true).optional(),
  }),
  z.object({
    kind: z.literal('ended'),
    sessionId: z.string().optional(),
    assumed,
    at: z.number(),
    /**
     * `unknown`: its response was lost, and the person did not want it sent again; or the service no longer tells how it
     * ended.
     */
    result: z.enum(['success', 'warning', 'failed', 'stopped', 'refused', 'unknown']),
    counts: countsSchema,
    failures: z.array(failedItemSchema),
    /** The service's own words about the whole call. */
    remarks: z.array(z.string()),
    trouble: troubleSchema.optional(),
    /** The service no longer said what became of the items: the counts are the last ones known. */
    uncounted: z.boolean().optional(),
  }),
]);

export type RestoreCall = Shape<typeof callSchema>;
const callSchema = z.object({
  /** Index into the restore's `groups`. */
  group: z.number().default(0),
  containerId: z.string(),
  containerName: z.string(),
  /** Its address or URL, where the backup told it: the service may call it so. */
  containerDetail: z.string().optional(),
  /** Of entries of its group. */
  keys: z.array(z.string()),
  /** The service restores all that is in them: it reports about more than was sent. */
  whole: z.literal(true).optional(),
  /** How often the service did not accept the approval of it, and its own words the last time. */
  refusals: z.object({ times: z.number(), said: z.string().optional() }).optional(),
  /** Into which folder it was sent, where that is another person's. */
  folder: z.string().optional(),
  /** Of an administrator's: as the service gets them, for the audit log. */
  options: optionValuesSchema.optional(),
  /** It was sent, or may have been. */
  sent: z.literal(true).optional(),
  /** It was to be sent once more, although it may have started. */
  sentAgain: z.literal(true).optional(),
  /** It was sent at least twice. */
  sentTwice: z.literal(true).optional(),
  /** How the code was approved that it was sent with, for the audit log: its group forgets it with its session. */
  approvedBy: approvedBySchema.optional(),
  progress: progressSchema,
});

/** Where what was restored of a group can be looked at: what is the same for all of it. */
export type Landing = Shape<typeof landingSchema>;
const landingSchema = z.object({
  /** Names of folders, from the container; absent where a search found it, or it lies in several. */
  path: z.array(z.string()).optional(),
  /** Of entry. */
  kind: z.string().optional(),
});

export type RestoreGroup = Shape<typeof groupSchema>;
/** What is restored of one place. Groups are restored one after the other, each in an explore session of its own. */
const groupSchema = z.object({
  ...originFields,
  /** Empty: opened when a call is sent, and once all its calls have ended. */
  exploreId: z.string(),
  /** Of that session, until its calls have ended: only of what an administrator restores. */
  approval: approvalSchema.optional(),
  options: optionValuesSchema,
  /** Into whose mailbox or OneDrive, where that is another place than the original one: administrators only. */
  target: scopeItemSchema.optional(),
  /** After the restore's end only those that can be retried. */
  entries: z.array(entrySchema),
  /** From the restore's end on. */
  landing: landingSchema.optional(),
});

/** Restores of earlier versions had one group, with its fields beside their own, and two fields of other names. */
function ofEarlierVersions(stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null) return stored;
  return {
    ...stored,
    ...('groups' in stored ? {} : { groups: [stored] }),
    ...('told' in stored ? { endAnnounced: stored.told } : {}),
    ...('lined' in stored ? { channelPosted: stored.lined } : {}),
  };
}

export type Restore = Shape<typeof restoreSchema>;
const restoreFields = z.object({
  /** Random. The reference on the card, in jobs, log and audit, and in the `reason` of its calls. */
  id: z.string(),
  /** Somebody's request (src/requests) that it was begun for. */
  requestId: z.string().optional(),
  /** Of the task it was started from: a second press of **Restore** finds it by this. */
  taskId: z.string().optional(),
  signInId: z.string(),
  organization: z.string(),
  /** Those of earlier versions were all operators'. */
  access: accessKindSchema.default('operator'),
  /** The account that started it, and its name: another one does not continue it. */
  userId: z.string(),
  account: z.string().optional(),
  address: addressSchema,
  /** In the order in which they were picked. */
  groups: z.array(groupSchema),
  reason: z.string().optional(),
  calls: z.array(callSchema),
  /** Somebody else has to approve it before anything is sent. */
  fourEyes: fourEyesSchema.optional(),
  startedAt: z.number(),
  /** When the person last decided something about it, if that was after **Restore**. */
  decidedAt: z.number().optional(),
  /** The audit entry of its start was stored before it. */
  audited: z.boolean().optional(),
  cardId: z.string().optional(),
  /** The queue message whose owner follows it. */
  jobId: z.string().optional(),
  endedAt: z.number().optional(),
  /** The short message about its end was posted. */
  messaged: z.boolean().optional(),
  /** The line in the channel was posted, or cannot be. */
  channelPosted: z.boolean().optional(),
  /** All is said about its end. */
  endAnnounced: z.boolean().optional(),
  stopping: z.boolean().optional(),
  /** Not monitored, because the sign-in has ended; it continues at the service. */
  unwatched: z.boolean().optional(),
  /** The restore that **Retry failed** started: a second press starts no other. */
  retriedBy: z.string().optional(),
  /** Of a retry: the restore that was retried first. Earlier versions did not note it. */
  chain: z.string().optional(),
});
const restoreSchema = z.preprocess(ofEarlierVersions, restoreFields);

/** An explore session that is open at the service. */
export type OpenSession = Shape<typeof openSessionSchema>;
const openSessionSchema = z.object({
  id: z.string(),
  /** When it was opened, epoch milliseconds. */
  at: z.number(),
  /** Whose end closes it. */
  signInId: z.string(),
  /** Of a look into earlier backups, which closes it itself. */
  lookId: z.string().optional(),
});

export type RestoreState = Shape<typeof restoreStateSchema>;
export const restoreStateSchema = z.object({
  task: taskSchema.optional(),
  /** Newest first. */
  restores: z.array(restoreSchema),
  /** Newest first, at most five. */
  recentScopes: z.array(scopeItemSchema),
  /** The organization that they are of. Earlier versions did not know it: then they are nobody's. */
  recentOrganization: z.string().optional(),
  /** `restore find` while nobody was signed in: it continues after the sign-in. */
  waitingFind: z.object({ words: z.string().optional(), askedAt: z.number() }).optional(),
  /** Newest first; closed ones for a moment, too. */
  openSessions: z.array(openSessionSchema).optional(),
  /** The export whose file is being fetched, and since when. */
  fetching: z.object({ id: z.string(), at: z.number() }).optional(),
  /** Exports whose records are being written, which wait for an approval of what has this hash, and since when. */
  asking: z
    .array(z.object({ id: z.string(), hash: z.string(), at: z.number() }))
    .optional()
    .catch(undefined),
  /** The service refused to save anything of these to a file, in this sign-in. */
  refusedDownloads: z
    .object({ signInId: z.string(), workloads: z.array(workloadSchema) })
    .optional()
    .catch(undefined),
});

/** Of a person of whom nothing is stored yet. */
export const NO_RESTORES: RestoreState = { restores: [], recentScopes: [] };

/** Those that may be offered in an organization: ids and names of another one mean other people. */
export const recentScopesOf = (state: RestoreState | undefined, organization: string): RestoreState['recentScopes'] =>
  state?.recentOrganization === organization ? state.recentScopes : [];

/** One of a session's events (`RESTRestoreSessionEvent`). */
export interface SessionEvent {
  readonly id: string;
  readonly status: 'running' | 'success' | 'warning' | 'failed' | 'cancelled' | 'skipped';
  /** The service's own word, where it is not documented. */
  readonly statusName?: string | undefined;
  readonly message: string;
  readonly itemName?: string | undefined;
  /** Where the item is, in the service's words. */
  readonly path?: string | undefined;
  /** Where it goes, in the service's words: a mailbox, a drive … */
  readonly target?: string | undefined;
  readonly siteId?: string | undefined;
  readonly teamId?: string | undefined;
  readonly startedAt: number;
  /** Absent: the service does not say. */
  readonly isRestore?: boolean | undefined;
}
