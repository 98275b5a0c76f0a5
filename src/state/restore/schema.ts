/** RestoreState in zod. `Shape` makes the compiler reject a field that the domain type has and this file lacks. */
import { z } from 'zod';
import type {
  Container,
  Entry,
  EntryKind,
  ExchangeOptions,
  OneDriveOptions,
  Point,
  Scope,
  ScopeItem,
} from '../../restore/model/catalog.ts';
import type { Trouble } from '../../restore/model/service-error.ts';
import type { Explore, Form, Location, Remark, ResultsPage, Source, Step, Task } from '../../restore/model/task.ts';
import type {
  CallProgress,
  Counts,
  FailedItem,
  Restore,
  RestoreCall,
  RestoreState,
  WaitingFind,
} from '../../restore/model/restore.ts';
import { addressSchema } from '../person/schema.ts';

type Shape<T> = { readonly [Field in keyof Required<T>]: z.ZodType<T[Field]> };
type Kind<T extends { readonly kind: string }, K extends T['kind']> = Shape<Extract<T, { readonly kind: K }>>;
type Code<K extends Remark['code']> = Shape<Extract<Remark, { readonly code: K }>>;

const text = z.string();
const texts = z.array(text).readonly();
const moment = z.number();
const count = z.number();
const workload = z.enum(['exchange', 'onedrive']);

const STEPS = {
  scope: true,
  workload: true,
  point: true,
  search: true,
  results: true,
  versions: true,
  list: true,
  options: true,
  reason: true,
  summary: true,
} satisfies Record<Step, true>;

const ENTRY_KINDS = {
  message: true,
  appointment: true,
  contact: true,
  'contact group': true,
  task: true,
  journal: true,
  note: true,
  discussion: true,
  document: true,
  folder: true,
} satisfies Record<EntryKind, true>;

const TROUBLES = {
  'access-denied': true,
  'not-found': true,
  validation: true,
  'proxy-offline': true,
  timeout: true,
  conflict: true,
  transfer: true,
  'restore-only': true,
  unreachable: true,
  throttled: true,
  unclear: true,
  unknown: true,
} satisfies Record<Trouble, true>;

const trouble = z.enum(Object.keys(TROUBLES) as Trouble[]);

const scopeItem = z.object({
  id: text,
  type: z.enum(['User', 'Site', 'Team']),
  name: text,
  detail: text,
  echo: text,
} satisfies Shape<ScopeItem>);

const scope = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('own'), name: text } satisfies Kind<Scope, 'own'>),
  z.object({ kind: z.literal('item'), item: scopeItem } satisfies Kind<Scope, 'item'>),
]);

const point = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('latest') } satisfies Kind<Point, 'latest'>),
  z.object({ kind: z.literal('at'), id: text, backupTime: moment, repositoryId: text.optional() } satisfies Kind<
    Point,
    'at'
  >),
]);

const form = z.object({
  words: text.optional(),
  from: text.optional(),
  to: text.optional(),
  subject: text.optional(),
  name: text.optional(),
  changedBy: text.optional(),
  after: text.optional(),
  before: text.optional(),
  hasAttachments: z.boolean().optional(),
} satisfies Shape<Form>);

const entry = z.object({
  key: text,
  kind: z.enum(Object.keys(ENTRY_KINDS) as EntryKind[]),
  containerId: text,
  id: text,
  title: text,
  who: text.optional(),
  at: moment.optional(),
  sizeBytes: z.number().optional(),
  to: text.optional(),
  cc: text.optional(),
  location: text.optional(),
  attachments: texts.optional(),
  version: text.optional(),
  echo: text.optional(),
} satisfies Shape<Entry>);
const entries = z.array(entry).readonly();

const options = z.discriminatedUnion('workload', [
  z.object({
    workload: z.literal('exchange'),
    changedItems: z.boolean(),
    deletedItems: z.boolean(),
    markRestoredAsUnread: z.boolean(),
    folder: text.optional(),
  } satisfies Shape<ExchangeOptions>),
  z.object({
    workload: z.literal('onedrive'),
    documentAction: z.enum(['Overwrite', 'Keep']),
    allVersions: z.boolean(),
  } satisfies Shape<OneDriveOptions>),
]);

const location = z.object({
  containerId: text,
  containerName: text,
  folders: z.array(z.object({ id: text, name: text } satisfies Shape<Location['folders'][number]>)).readonly(),
} satisfies Shape<Location>);

const source = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('search'), form } satisfies Kind<Source, 'search'>),
  z
    .object({ kind: z.literal('folder'), location: location.optional() })
    // JSON has no `undefined`: the field is missing in the stored form.
    .transform((stored) => ({ kind: stored.kind, location: stored.location })),
]);

const page = z.object({
  source,
  number: count,
  entries,
  found: count,
  tooMany: z.boolean(),
  location: location.optional(),
} satisfies Shape<ResultsPage>);

/** Remarks without further fields. */
const PLAIN_REMARKS = [
  'nothing-found',
  'dates-reversed',
  'query-too-long',
  'nothing-chosen',
  'page-moved-on',
  'folder-empty',
  'no-versions',
  'no-points',
  'scope-taken-away',
  'item-gone',
  'reopened',
  'list-emptied',
] as const satisfies readonly Remark['code'][];

const remark = z.discriminatedUnion('code', [
  z.object({ code: z.enum(PLAIN_REMARKS) }),
  z.object({
    code: z.literal('empty-before-first-backup'),
    firstAt: moment.optional(),
  } satisfies Code<'empty-before-first-backup'>),
  z.object({ code: z.literal('no-such-date'), typed: text } satisfies Code<'no-such-date'>),
  z.object({ code: z.literal('query-refused'), detail: text.optional() } satisfies Code<'query-refused'>),
  z.object({ code: z.literal('added'), count } satisfies Code<'added'>),
  z.object({ code: z.literal('removed'), count } satisfies Code<'removed'>),
  z.object({ code: z.literal('list-full'), most: count } satisfies Code<'list-full'>),
  z.object({ code: z.literal('folders-too-full'), most: count } satisfies Code<'folders-too-full'>),
  z.object({ code: z.literal('no-point-before'), typed: text } satisfies Code<'no-point-before'>),
  z.object({ code: z.literal('no-such-scope'), typed: text } satisfies Code<'no-such-scope'>),
  z.object({ code: z.literal('folder-name'), typed: text } satisfies Code<'folder-name'>),
  z.object({ code: z.literal('service'), trouble, detail: text.optional() } satisfies Code<'service'>),
]);

const container = z.object({
  id: text,
  name: text,
  detail: text.optional(),
  isArchive: z.boolean(),
} satisfies Shape<Container>);

const explore = z.object({ id: text, workload, openedAt: moment } satisfies Shape<Explore>);

const task = z.object({
  id: text,
  signInId: text,
  organization: text,
  userId: text.optional(),
  waitsForSignIn: z.boolean().optional(),
  isOperator: z.boolean(),
  startedAt: moment,
  usedAt: moment,
  cardId: text.optional(),
  step: z.enum(Object.keys(STEPS) as Step[]),
  scope: scope.optional(),
  workload: workload.optional(),
  point: point.optional(),
  showDeleted: z.boolean(),
  explore: explore.optional(),
  containers: z.array(container).readonly().optional(),
  form,
  page: page.optional(),
  versions: z.object({ of: entry, entries } satisfies Shape<NonNullable<Task['versions']>>).optional(),
  list: entries,
  options: options.optional(),
  reason: text.optional(),
  expanded: entries.optional(),
  remark: remark.optional(),
} satisfies Shape<Task>);

const counts = z.object({ total: count, restored: count, failed: count, skipped: count } satisfies Shape<Counts>);

const failure = z.object({
  key: text.optional(),
  title: text,
  status: z.enum(['failed', 'warning', 'skipped']),
  why: text.optional(),
} satisfies Shape<FailedItem>);

const progress = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('planned') } satisfies Kind<CallProgress, 'planned'>),
  z.object({ kind: z.literal('sending'), at: moment, by: text } satisfies Kind<CallProgress, 'sending'>),
  z.object({
    kind: z.literal('unclear'),
    at: moment,
    looks: count,
    next: z.enum(['look', 'send']).optional(),
  } satisfies Kind<CallProgress, 'unclear'>),
  z.object({
    kind: z.literal('running'),
    sessionId: text,
    at: moment,
    counts: counts.optional(),
  } satisfies Kind<CallProgress, 'running'>),
  z.object({
    kind: z.literal('ended'),
    sessionId: text.optional(),
    at: moment,
    result: z.enum(['success', 'warning', 'failed', 'stopped', 'refused']),
    counts,
    failures: z.array(failure).readonly(),
    remarks: texts,
    trouble: trouble.optional(),
  } satisfies Kind<CallProgress, 'ended'>),
]);

const call = z.object({
  containerId: text,
  containerName: text,
  keys: texts,
  progress,
} satisfies Shape<RestoreCall>);

const restore = z.object({
  id: text,
  taskId: text.optional(),
  signInId: text,
  organization: text,
  userId: text,
  address: addressSchema,
  scope,
  workload,
  point,
  exploreId: text,
  showDeleted: z.boolean(),
  options,
  reason: text.optional(),
  entries,
  calls: z.array(call).readonly(),
  startedAt: moment,
  cardId: text.optional(),
  jobId: text.optional(),
  endedAt: moment.optional(),
  told: z.boolean().optional(),
  stopping: z.boolean().optional(),
  unwatched: z.boolean().optional(),
  retriedBy: text.optional(),
} satisfies Shape<Restore>);

export const restoreStateSchema = z.object({
  task: task.optional(),
  restores: z.array(restore).readonly(),
  recentScopes: z.array(scopeItem).readonly(),
  waitingFind: z.object({ words: text.optional(), askedAt: moment } satisfies Shape<WaitingFind>).optional(),
} satisfies Shape<RestoreState>);

/** What can be read back: the compiler rejects a domain type that this file cannot represent. */
export type StoredRestores = z.input<typeof restoreStateSchema>;
