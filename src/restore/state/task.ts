/** A task: what a person has chosen so far on the way to **Restore**. Stored as part of `RestoreState` (restore.ts). */
import * as z from 'zod';
import type { Shape } from '../../core/shape.ts';
import { accessKindSchema } from '../backups/entries/access-kind.ts';
import { openedPointSchema, pointSchema, workloadSchema, type OpenedPoint } from '../backups/catalog.ts';
import {
  calledSchema,
  containerSchema,
  entrySchema,
  locationSchema,
  scopeItemSchema,
  scopeSchema,
  type Entry,
} from '../backups/entries/entry.ts';
import { formSchema } from '../backups/entries/form.ts';
import { lookSchema } from './look.ts';
import {
  isSameSession,
  isSameWhere,
  LIST_LIMIT_CODES,
  listGroupSchema,
  withGroup,
  type ListGroup,
} from '../backups/list.ts';
import { optionValuesSchema } from '../backups/entries/option-values.ts';
import { serviceRemarkSchemas } from '../backups/service-error.ts';

/** `isAssumed`: the times are ends of days, since which backups there are is not known. */
const flag = z.literal(true).optional();

/** What was compared to find out what a folder has lost. */
export type Missing = Shape<typeof missingSchema>;
const missingSchema = z.object({
  /** When the earlier backup was made, which still has it; `deleted`: the deleted items of the latest one. */
  at: z.number(),
  deleted: z.boolean(),
  latest: z.number(),
  /** So many are not counted as missing, since the latest backup has the same under other ids. */
  renamed: z.number(),
  /** The earlier backup has more than was compared. */
  isCut: z.boolean(),
  isAssumed: flag,
});

export type Source = Shape<typeof sourceSchema>;
const sourceSchema = z.discriminatedUnion('kind', [
  /** `within`: only there; absent: everywhere. `beyond`: only what the same search did not find in a newer backup. */
  z.object({
    kind: z.literal('search'),
    form: formSchema,
    within: locationSchema.optional(),
    beyond: flag,
  }),
  /** Without a location: the containers themselves. `missing`: not what it holds, but what it has lost. */
  z.object({ kind: z.literal('folder'), location: locationSchema.optional(), missing: missingSchema.optional() }),
]);

export type SearchSource = Extract<Source, { readonly kind: 'search' }>;

/** What came of comparing two backups is stored with the task: reading it again would take their sessions. */
export const isCompared = (source: Source): boolean =>
  source.kind === 'search' ? source.beyond === true : source.missing !== undefined;

export type ResultsPage = Shape<typeof pageSchema>;
const pageSchema = z.object({
  source: sourceSchema,
  number: z.number(),
  entries: z.array(entrySchema),
  /** All results fetched. */
  found: z.number(),
  /** More exist than were fetched: the search should be narrowed. */
  tooMany: z.boolean(),
  location: locationSchema.optional(),
});

export type Remark = Shape<typeof remarkSchema>;
const remarkSchema = z.discriminatedUnion('code', [
  z.object({
    code: z.enum([
      // The backup does not have the mailbox, drive, site or team itself; an earlier one may have it.
      'place-absent',
      'dates-reversed',
      'query-too-long',
      'nothing-chosen',
      // Nothing to search for.
      'no-keywords',
      // None of the workload's searches knows all that was filled in.
      'no-common-search',
      'page-moved-on',
      'folder-empty',
      'no-versions',
      'no-points',
      // No backup that was compared has the folder where it was looked for.
      'place-not-found',
      // Several mailboxes: one has to be opened before it is compared.
      'which-container',
      'scope-taken-away',
      'card-outdated',
      // Among the deleted items of the backup that was searched.
      'found-deleted',
      'restores-nothing',
      'reason-missing',
      // Somebody else was chosen, and then the original place again.
      'back-to-original',
      // Somebody else was chosen, which the settings do not allow.
      'elsewhere-off',
      // An export has begun, or why not.
      'exporting',
      'asking',
      'asking-unclear',
      'export-off',
      'export-running',
      'export-unaudited',
      'export-mixed',
      // The same of a download.
      'downloading',
      'download-off',
      'download-refused',
      // Nothing was restored, since the audit log could not be written.
      'audit-unavailable',
    ]),
  }),
  /** `unknownName`: what a line marked as a name, and what was taken for words. */
  z.object({ code: z.enum(['nothing-found', 'whose-data']), unknownName: z.string().optional() }),
  z.object({ code: z.literal('empty-before-first-backup'), firstAt: z.number().optional(), isAssumed: flag }),
  z.object({
    code: z.enum([
      'no-such-date',
      // It has not come yet.
      'future-date',
      // A line's, which was then searched in the latest backup.
      'day-unknown',
      'no-point-before',
      'no-such-scope',
      'not-in-backup',
      // The same of somebody to restore to.
      'no-such-target',
      'which-scope',
      // Somebody was named who has one beside the mailbox.
      'archive-too',
      // Of another workload.
      'no-search-word',
      // As `overwrites`: somebody else will be able to read it.
      'elsewhere',
      // A mail address, which restoring there takes.
      'no-address',
      'reason-pattern',
    ]),
    typed: z.string(),
  }),
  /** A text that the option of that name does not take. */
  z.object({ code: z.literal('unfit-option'), option: z.string(), typed: z.string() }),
  // Stored by earlier versions.
  z
    .object({ code: z.literal('folder-name'), typed: z.string() })
    .transform(({ typed }) => ({ code: 'unfit-option' as const, option: 'folder', typed })),
  z.object({ code: z.enum(['added', 'removed', 'ticks-listed']), count: z.number() }),
  /** Asks once more before it overwrites the contents of up to `count` items and the permissions of up to so many. */
  z.object({ code: z.literal('overwrites'), count: z.number(), permissions: z.number().optional() }),
  /** As `overwrites`, where something is restored as a whole; absent: its contents alone. */
  z.object({ code: z.literal('overwrites-whole'), what: z.enum(['permissions', 'both']).optional() }),
  /** `folders-too-full`: the folders on the list hold more items than may be restored at once. */
  z.object({
    code: z.enum([...LIST_LIMIT_CODES, 'folders-too-full', 'too-many-to-compare']),
    most: z.number(),
  }),
  /** By name in the workload's rules: the service refused these searches, while it answered others; or they were not sent. */
  z.object({ code: z.enum(['kinds-unsearched', 'kinds-left-out']), which: z.array(z.string()) }),
  /** What was chosen does not have the kind of data that was asked for. */
  z.object({ code: z.literal('other-kind'), asked: workloadSchema, used: workloadSchema }),
  /** In the backup of that time; where it is not `exact`, perhaps in newer ones too. */
  z.object({ code: z.literal('last-seen'), at: z.number(), exact: z.boolean(), isAssumed: flag }),
  /** When the backups were made that were looked into; `ofPlace`: for a mailbox, drive, site or team itself. */
  z.object({ code: z.literal('nothing-earlier'), lookedAt: z.array(z.number()), ofPlace: flag }),
  /** When those were made that were compared with the latest; `deleted`: its deleted items, too. */
  z.object({
    code: z.literal('nothing-missing'),
    lookedAt: z.array(z.number()),
    latest: z.number(),
    deleted: z.boolean(),
    isAssumed: flag,
  }),
  ...serviceRemarkSchemas,
]);

/** Whoever was named is none of those whose data may be restored, or whom the backup has. */
export const isUnknownScope = (remark: Remark | undefined): boolean =>
  remark?.code === 'no-such-scope' || remark?.code === 'not-in-backup';

export type Explore = NonNullable<Task['explore']>;

export const stepSchema = z.preprocess(
  // Earlier versions asked for the options and the reason on cards of their own.
  (stored) => (stored === 'options' || stored === 'reason' ? 'summary' : stored),
  // Another step was stored by another version.
  z.enum(['search', 'point', 'earlier', 'results', 'versions', 'list', 'leave', 'summary']).catch('search'),
);

/** What the task's card shows. `versions`: earlier versions of one document. `leave`: why something is to leave the backup. */
export type Step = Task['step'];

/** By workload, as last chosen. Earlier versions stored those of one, with its name among them. */
const optionsSchema = z.preprocess(
  (stored) =>
    typeof stored === 'object' && stored !== null && 'workload' in stored && typeof stored.workload === 'string'
      ? { [stored.workload]: stored }
      : stored,
  z.partialRecord(workloadSchema, optionValuesSchema),
);

/** Characters. The service's list shows no more of it, beside the reference. */
export const MAX_REASON_LENGTH = 200;

export type Task = Shape<typeof taskFields>;
const taskFields = z.object({
  /** Random; identifies the task in card buttons and jobs. */
  id: z.string(),
  /** The sign-in it belongs to: another account would see other data. */
  signInId: z.string(),
  organization: z.string(),
  /** Object id of the signed-in account; absent in tasks stored by earlier versions, which end with their sign-in. */
  userId: z.string().optional(),
  /** The service refused its session: it continues with the person's next sign-in. */
  waitsForSignIn: z.boolean().optional(),
  /** Those of earlier versions were all operators'. */
  access: accessKindSchema.default('operator'),
  /** May restore for others. True also for administrators, and where the service did not say: it checks each call. */
  isOperator: z.boolean(),
  startedAt: z.number(),
  usedAt: z.number(),
  /** When the newest press or command that is stored began: one that began before it no longer decides what is shown. */
  askedAt: z.number().optional(),
  cardId: z.string().optional(),
  step: stepSchema,
  scope: scopeSchema.optional(),
  workload: workloadSchema.optional(),
  point: pointSchema.optional(),
  showDeleted: z.boolean(),
  explore: z
    .object({
      id: z.string(),
      workload: workloadSchema,
      openedAt: z.number(),
      opened: openedPointSchema.optional(),
    })
    .optional(),
  /** What "latest" was, while no session is open. */
  opened: openedPointSchema.optional(),
  /** Mailboxes or drives of the explore session, once listed; always listed before the options are chosen. */
  containers: z.array(containerSchema).optional(),
  /** The search form, also while whose data it is about is still to be chosen. */
  form: formSchema,
  /** Where the form searches; absent: everywhere. */
  within: locationSchema.optional(),
  /** What was typed as one line, among the words of the form until it is understood. */
  line: z.string().optional(),
  /** What of a request is not on the form, until it is done: after a sign-in it goes on. `scope`: as in `SearchRequest`. */
  pending: z.object({ scope: z.string().optional(), showDeleted: z.boolean().optional() }).optional(),
  /** The kind that was asked for, while it is unknown whose. */
  asked: workloadSchema.optional().catch(undefined),
  /** A typed name that an administrator's backup does not have: it is looked up in the one that is chosen next. */
  named: z.string().optional(),
  /** Of what is `pending` or `named`: as in `SearchRequest`. */
  called: calledSchema.optional(),
  page: pageSchema.optional(),
  look: lookSchema.optional(),
  /** What the folder of the page has lost. */
  missing: z.array(entrySchema).optional(),
  versions: z
    .object({
      of: entrySchema,
      /** Newest first. */
      entries: z.array(entrySchema),
      /** There are older ones. */
      more: z.boolean().optional(),
      /** The page that is shown. */
      number: z.number().optional(),
    })
    .optional(),
  /** In the order in which they were picked; of any place. */
  list: z.array(listGroupSchema),
  /** Selected in the results of the present place and not on the list; forgotten by the next search. */
  ticked: z.array(entrySchema).optional(),
  options: optionsSchema.optional(),
  /** Chosen on the confirm card, in place of the original place. */
  target: scopeItemSchema.optional(),
  /** A name or an id that was entered there and has not become the target. */
  typedTarget: z.string().optional(),
  reason: z.string().optional(),
  /** Somebody's request (src/requests), which it was opened for. */
  requestId: z.string().optional(),
  /** What is to leave the backup once it is said why, and where **Back** leads. */
  leaving: z
    .object({
      what: z.enum(['export', 'download']),
      entry: z.string().optional(),
      name: z.string(),
      back: stepSchema,
      reason: z.string().optional(),
    })
    .optional(),
  /** What was selected, with its folders expanded; set before the confirm card where there are folders. */
  expanded: z.array(listGroupSchema).optional(),
  /** Another one was stored by another version. */
  remark: remarkSchema.optional().catch(undefined),
  /** What else is said. */
  also: z.array(remarkSchema).optional().catch(undefined),
});

/** What "latest" is for as long as something is shown or selected that was found in it: a session is opened again as of then. */
export const openedOf = ({ explore, opened, list, ...task }: Task): OpenedPoint | undefined =>
  explore?.opened ?? opened ?? list.find((group) => isSameSession(group, task, task.access))?.opened;

export const withoutSession = <T extends Task>(task: T): T => ({ ...task, opened: openedOf(task), explore: undefined });

/** Entries of the present place, as a group of a list. @returns undefined before there is a place */
export function groupHere(task: Task, entries: readonly Entry[]): ListGroup | undefined {
  const { scope, workload, point, showDeleted, containers } = task;
  if (scope === undefined || workload === undefined || point === undefined) return undefined;
  return { scope, workload, point, showDeleted, opened: openedOf(task), containers, entries };
}

/** What is on the list of the present place. */
export const listedHere = (task: Task): readonly Entry[] =>
  task.list.find((group) => isSameWhere(group, task))?.entries ?? [];

export const isSelectedHere = (task: Task): boolean => (task.ticked?.length ?? 0) > 0 || listedHere(task).length > 0;

/** What **Restore…** restores: the list and what is ticked. */
export function selectedOf(task: Task): readonly ListGroup[] {
  const here = groupHere(task, task.ticked ?? []);
  return here !== undefined && isSelectedHere(task) ? withGroup(task.list, here) : task.list;
}

/** What is restored: what was selected, with folders replaced by the items in them. */
export const groupsOf = (task: Task): readonly ListGroup[] => task.expanded ?? selectedOf(task);

/** Lists of earlier versions held entries, all of the task's present place. */
function withListGroups(stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null || !('list' in stored)) return stored;
  const { list, expanded, ...task } = stored as { readonly list: unknown; readonly expanded?: unknown };
  const [grouped, expandedToo] = [list, expanded].map((entries) => {
    const isGrouped = !Array.isArray(entries) || entries.length === 0 || 'entries' in Object(entries[0]);
    return isGrouped ? entries : [{ point: { kind: 'latest' }, ...task, entries }];
  });
  return { ...task, list: grouped, expanded: expandedToo };
}
export const taskSchema = z.preprocess(withListGroups, taskFields);
