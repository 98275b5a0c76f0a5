/** Views of finding and restoring, valid by default, and one of every variant. */
import type { RestoreNotice } from '../../src/restore/state/notice.ts';
import { choicesOf } from '../../src/restore/find/task/task-view.ts';
import type { HeldFacts } from '../../src/restore/state/four-eyes.ts';
import type { ExportState, ExportView } from '../../src/restore/state/views.ts';
import type { AccessKind } from '../../src/restore/backups/entries/access-kind.ts';
import { asWhole, type Container, type Entry } from '../../src/restore/backups/entries/entry.ts';
import type { OptionValues } from '../../src/restore/backups/entries/option-values.ts';
import { amountOf } from '../../src/restore/backups/workloads/amount.ts';
import { WORKLOADS } from '../../src/restore/backups/workloads/index.ts';
import type { Trouble } from '../../src/restore/backups/service-error.ts';
import type { WaitingApproval } from '../../src/restore/state/restore.ts';
import type { Missing, Remark } from '../../src/restore/state/task.ts';
import type {
  DayOfPoints,
  PlaceFacts,
  ScopeChoice,
  SummaryGroup,
  TaskFacts,
  TaskView,
} from '../../src/restore/state/task-views.ts';
import type {
  FailureFacts,
  GroupFacts,
  RestoreFacts,
  RestoreProgressView,
  ApprovalNewsView,
  ApprovalRequestView,
  RestoreView,
  SessionRow,
} from '../../src/restore/state/views.ts';
import { CONTOSO } from './builders.ts';

type OfTask<Kind extends TaskView['kind']> = Extract<TaskView, { kind: Kind }>;
type OfProgress<Kind extends RestoreProgressView['kind']> = Extract<RestoreProgressView, { kind: Kind }>;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** 3 November 2026, 08:00 UTC. */
const BACKED_UP_AT = Date.UTC(2026, 10, 3, 8, 0, 0);

/** Olga restores the mail of Noor, who lost it. */
export function aTaskFacts(changes: Partial<TaskFacts> = {}): TaskFacts {
  return {
    taskId: 'task-1',
    organization: 'Contoso',
    access: 'operator',
    isOperator: true,
    scope: { own: false, name: 'Noor Haddad', detail: 'noor.haddad@contoso.com' },
    kinds: ['exchange', 'onedrive', 'sharepoint'],
    workload: 'exchange',
    point: { kind: 'at', id: 'point-1', backupTime: BACKED_UP_AT },
    listed: 0,
    ...changes,
  };
}

/** Files of Noor. */
export function aFilesTask(changes: Partial<TaskFacts> = {}): TaskFacts {
  return aTaskFacts({ workload: 'onedrive', ...changes });
}

/** A person's own data, as of the latest backup. */
function anOwnTask(changes: Partial<TaskFacts> = {}): TaskFacts {
  return aTaskFacts({
    isOperator: false,
    scope: { own: true, name: 'Noor Haddad' },
    point: { kind: 'latest' },
    ...changes,
  });
}

/** A message by default. */
export function anEntry(changes: Partial<Entry> = {}): Entry {
  return {
    key: 'e1',
    kind: 'message',
    containerId: 'mailbox-1',
    id: 'item-1',
    title: 'Invoice for October',
    who: 'Billing <billing@fabrikam.com>',
    at: BACKED_UP_AT - 5 * DAY,
    sizeBytes: 34_816,
    to: 'noor.haddad@contoso.com',
    cc: 'accounts@contoso.com',
    bcc: 'archive@contoso.com',
    path: ['Inbox', 'Suppliers'],
    times: [
      { what: 'sent', at: BACKED_UP_AT - 5 * DAY - 4_000 },
      { what: 'received', at: BACKED_UP_AT - 5 * DAY },
    ],
    importance: 'high',
    attachments: ['invoice-10.pdf', 'terms.docx'],
    attachmentSizes: [30_720, 4_096],
    ...changes,
  };
}

export function aDocument(changes: Partial<Entry> = {}): Entry {
  return {
    key: 'd1',
    kind: 'document',
    containerId: 'drive-1',
    id: 'document-1',
    title: 'Budget 2027.xlsx',
    who: 'Noor Haddad',
    at: BACKED_UP_AT - 2 * DAY,
    sizeBytes: 1_843_200,
    path: ['Documents', 'Finance'],
    times: [
      { what: 'created', at: BACKED_UP_AT - 90 * DAY },
      { what: 'changed', at: BACKED_UP_AT - 2 * DAY },
    ],
    createdBy: 'Olga Berg',
    latestVersion: '7.0',
    ...changes,
  };
}

export function aFolder(changes: Partial<Entry> = {}): Entry {
  return {
    key: 'f1',
    kind: 'folder',
    containerId: 'drive-1',
    id: 'folder-1',
    title: 'Finance',
    who: undefined,
    at: undefined,
    ...changes,
  };
}

const KINDS: readonly string[] = [
  'message',
  'appointment',
  'contact',
  'contact group',
  'task',
  'journal',
  'note',
  'discussion',
];

/** A page of ten entries of every kind, the last without a subject. */
function aPageOfEntries(): readonly Entry[] {
  return Array.from({ length: 10 }, (_, index) =>
    anEntry({
      key: `e${index + 1}`,
      id: `item-${index + 1}`,
      kind: KINDS[index] ?? 'message',
      title: index === 9 ? '' : `Invoice for month ${index + 1} of the Fabrikam maintenance contract`,
      at: BACKED_UP_AT - index * DAY,
    }),
  );
}

function aContainer(changes: Partial<Container> = {}): Container {
  return {
    id: 'mailbox-1',
    name: 'Noor Haddad',
    detail: 'noor.haddad@contoso.com',
    isArchive: false,
    ...changes,
  };
}

export function someScopeChoices(count: number): readonly ScopeChoice[] {
  const people = Array.from({ length: count }, (_, index) => ({
    value: `scope-${index + 1}`,
    name: `Person Number ${index + 1}`,
    detail: `person.${index + 1}@contoso.com`,
  }));
  return [{ value: 'own', name: 'Olga Operator' }, ...people];
}

/** Newest first, several backups a day. */
export function someDays(days: number, aDay = 2): readonly DayOfPoints[] {
  return Array.from({ length: days }, (_, index) => {
    const start = BACKED_UP_AT - index * DAY;
    return {
      day: new Date(start).toISOString().slice(0, 10),
      points: Array.from({ length: aDay }, (_each, number) => ({
        id: `point-${index}-${number}`,
        backupTime: start - (number * HOUR) / 2,
      })),
    };
  });
}

export function aSearchView(changes: Partial<OfTask<'task-search'>> = {}): OfTask<'task-search'> {
  return {
    kind: 'task-search',
    task: aTaskFacts(),
    form: {},
    showDeleted: false,
    choices: someScopeChoices(24),
    chosen: 'scope-0',
    likely: [],
    counts: [
      { type: 'User', count: 100_000 },
      { type: 'Site', count: 50_000 },
      { type: 'Team', count: 1 },
    ],
    ...changes,
  };
}

function anEarlierView(changes: Partial<OfTask<'task-earlier'>> = {}): OfTask<'task-earlier'> {
  const at = BACKED_UP_AT - 7 * DAY;
  return { kind: 'task-earlier', task: aTaskFacts(), at, ofDeleted: false, sessions: 5, maxSessions: 8, ...changes };
}

export function aPointView(changes: Partial<OfTask<'task-point'>> = {}): OfTask<'task-point'> {
  return {
    kind: 'task-point',
    task: aTaskFacts({ point: undefined }),
    days: someDays(20),
    moreDays: 71,
    latestAt: BACKED_UP_AT,
    firstAt: BACKED_UP_AT - 91 * DAY,
    showDeleted: false,
    ...changes,
  };
}

export function aResultsView(changes: Partial<OfTask<'task-results'>> = {}): OfTask<'task-results'> {
  return {
    kind: 'task-results',
    task: aTaskFacts({ listed: 2 }),
    source: 'search',
    form: { words: 'invoice', from: 'fabrikam', after: '2026-03-01', hasAttachments: true },
    entries: aPageOfEntries(),
    listed: ['e2', 'e3'],
    ticked: ['e5'],
    elsewhere: 12,
    page: 1,
    pages: 7,
    found: 64,
    tooMany: false,
    ...changes,
  };
}

export function aFolderView(changes: Partial<OfTask<'task-results'>> = {}): OfTask<'task-results'> {
  return aResultsView({
    task: aFilesTask(),
    source: 'folder',
    form: undefined,
    location: {
      containerId: 'drive-1',
      containerName: 'Noor Haddad',
      folders: [{ id: 'folder-0', name: 'Documents' }],
    },
    entries: [aFolder(), aDocument(), aDocument({ key: 'd2', title: 'Offer Ж 見積.docx', location: undefined })],
    listed: [],
    ticked: [],
    elsewhere: 0,
    page: 0,
    pages: 1,
    found: 3,
    ...changes,
  });
}

/** What a folder has lost. */
function aMissingView(
  compared: Partial<Missing> = {},
  changes: Partial<OfTask<'task-results'>> = {},
): OfTask<'task-results'> {
  const at = BACKED_UP_AT - 7 * DAY;
  return aFolderView({
    missing: { at, deleted: false, latest: BACKED_UP_AT, renamed: 0, isCut: false, ...compared },
    found: 12,
    ...changes,
  });
}

const ABOUT = { call: 1, at: BACKED_UP_AT };
const MIKA = { name: 'Mika Tan', detail: 'mika@contoso.com' };

export function aPlace(changes: Partial<PlaceFacts> = {}): PlaceFacts {
  return {
    scope: { own: false, name: 'Noor Haddad', detail: 'noor.haddad@contoso.com' },
    workload: 'exchange',
    point: { kind: 'at', id: 'point-1', backupTime: BACKED_UP_AT },
    ...changes,
  };
}

export function aSummaryGroup(changes: Partial<SummaryGroup> = {}): SummaryGroup {
  return {
    ...aPlace(),
    items: 12,
    wholes: [],
    containers: [{ name: 'Noor Haddad', detail: 'noor.haddad@contoso.com' }],
    first: ['Invoice for October', 'Re: travel', ''].map((title) => ({ title })),
    ...changes,
  };
}

/** Of several people, kinds and days, each with the longest name that is shown. */
const someSummaryGroups = (count: number): readonly SummaryGroup[] =>
  Array.from({ length: count }, (_, index) =>
    aSummaryGroup({
      scope: { own: index === 1, name: `Noor Haddad ${index}`.padEnd(60, ' of Contoso') },
      workload: index % 2 === 0 ? 'exchange' : 'onedrive',
      point: index === 2 ? { kind: 'latest' } : { kind: 'at', id: `point-${index}`, backupTime: BACKED_UP_AT },
      first: [{ title: 'Invoice for October 2026 and all the other months of the year' }],
    }),
  );

const someGroupFacts = (count: number): readonly GroupFacts[] =>
  someSummaryGroups(count).map(({ scope, workload, point }, index) => ({
    ...aGroupFacts({ scope, workload, point }),
    counts: { total: 10, restored: index === 0 ? 9 : 0, failed: index === 0 ? 1 : 0, skipped: 0 },
  }));

export function aListView(changes: Partial<OfTask<'task-list'>> = {}): OfTask<'task-list'> {
  return {
    kind: 'task-list',
    task: aTaskFacts({ listed: 12 }),
    groups: [{ ...aPlace(), here: true, entries: aPageOfEntries() }],
    places: 1,
    page: 0,
    pages: 2,
    elsewhere: 0,
    ...changes,
  };
}

/** Of a document without earlier versions. */
export const aVersionsView = (changes: Partial<OfTask<'task-versions'>> = {}): OfTask<'task-versions'> => ({
  kind: 'task-versions',
  task: aFilesTask(),
  of: aDocument(),
  entries: [],
  ticked: [],
  elsewhere: 0,
  listed: [],
  page: 0,
  pages: 1,
  ...changes,
});

export function aSummaryView(changes: Partial<OfTask<'task-summary'>> = {}): OfTask<'task-summary'> {
  return {
    kind: 'task-summary',
    shown: 'shown-0',
    task: aTaskFacts({ listed: 3 }),
    choices: [
      choicesOf('exchange', { changedItems: false, deletedItems: true, markRestoredAsUnread: true }, [], 'operator'),
    ],
    items: 12,
    wholes: [],
    folders: 0,
    isReasonRequired: false,
    needsApproval: false,
    back: 'list',
    groups: [aSummaryGroup()],
    reason: 'Deleted by mistake',
    ...changes,
  };
}

/** The confirm card of entries of one place. */
const aLeaveView = (what: 'export' | 'download'): OfTask<'task-leave'> => ({
  kind: 'task-leave',
  task: aTaskFacts(),
  leaving: { what, entry: what === 'export' ? undefined : 'k-1', name: 'Kyoto autumn tours', back: 'results' },
});

function aSummaryOf(task: TaskFacts, options: OptionValues, entries: readonly Entry[]): OfTask<'task-summary'> {
  const { access, workload = 'exchange', scope = aPlace().scope } = task;
  const first = entries.map(({ title, version }) => ({ title, version }));
  const amount = amountOf([{ workload, entries }], access);
  return aSummaryView({
    task: { ...task, listed: entries.length },
    choices: [choicesOf(workload, options, entries, access)],
    groups: [aSummaryGroup({ workload, scope, first, ...amount })],
    ...amount,
  });
}

const remarked = (code: Remark['code']): TaskFacts =>
  aTaskFacts({ listed: 3, remark: WITH_DETAILS[code] ?? ({ code } as Remark) });

function aGroupFacts(changes: Partial<GroupFacts> = {}): GroupFacts {
  return {
    ...aPlace(),
    counts: { total: 200, restored: 80, failed: 1, skipped: 3 },
    ...changes,
  };
}

export function aRestoreFacts(changes: Partial<RestoreFacts> = {}): RestoreFacts {
  return {
    restoreId: '7c1d9a52',
    organization: 'Contoso',
    organizationKey: CONTOSO,
    access: 'operator',
    groups: [aGroupFacts()],
    reason: 'Deleted by mistake',
    startedAt: BACKED_UP_AT + 2 * HOUR,
    counts: { total: 200, restored: 80, failed: 1, skipped: 3 },
    isCounted: true,
    isAssumed: false,
    ...changes,
  };
}

/** Of an administrator, whose code is on the card. */
export function anApprovalView(changes: Partial<OfProgress<'restore-approval'>> = {}): OfProgress<'restore-approval'> {
  const code = {
    kind: 'waiting',
    userCode: 'K7QM-2XWD',
    verificationUri: 'https://microsoft.com/devicelogin',
    askedAt: BACKED_UP_AT + 3 * HOUR,
    expiresAt: BACKED_UP_AT + 3.25 * HOUR,
  } as const;
  const restore = aRestoreFacts({ access: 'administrator' });
  return { kind: 'restore-approval', restore, group: 0, amount: { items: 12, wholes: [] }, code, ...changes };
}

export function aRunningView(changes: Partial<OfProgress<'restore-running'>> = {}): OfProgress<'restore-running'> {
  return { kind: 'restore-running', restore: aRestoreFacts(), stopping: false, ...changes };
}

function aFailedItem(changes: Partial<FailureFacts> = {}): FailureFacts {
  return {
    group: 0,
    key: 'e1',
    title: 'Invoice for October',
    status: 'failed',
    why: 'The item is locked by another process.',
    ...changes,
  };
}

export function anEndedView(changes: Partial<OfProgress<'restore-ended'>> = {}): OfProgress<'restore-ended'> {
  return {
    kind: 'restore-ended',
    restore: aRestoreFacts({ counts: { total: 200, restored: 197, failed: 2, skipped: 1 } }),
    result: 'warning',
    endedAt: BACKED_UP_AT + 3 * HOUR,
    failures: [
      aFailedItem(),
      aFailedItem({ key: 'e2', title: '', status: 'warning', why: 'Restored without its attachments.' }),
      aFailedItem({ key: 'e3', title: 'Minutes', status: 'skipped', why: undefined }),
    ],
    page: 0,
    pages: 1,
    retryable: 2,
    remarks: [],
    ...changes,
  };
}

/** Nobody knows whether it started. */
const anUnclearEnd = (changes: Partial<OfProgress<'restore-ended'>> = {}): OfProgress<'restore-ended'> =>
  anEndedView({
    result: 'unknown',
    restore: aRestoreFacts({ counts: { total: 2, restored: 0, failed: 0, skipped: 0 } }),
    failures: [],
    remarks: [],
    trouble: 'unclear',
    ...changes,
  });

function aSessionRow(changes: Partial<SessionRow> = {}): SessionRow {
  return {
    sessionId: '0d3b6c5e-3c0b-4c22-9f1e-4d9a3a1f0c11',
    kind: 'exchange',
    scopeName: 'Noor Haddad',
    startedAt: BACKED_UP_AT,
    endedAt: BACKED_UP_AT + HOUR,
    state: 'success',
    reason: 'Deleted by mistake',
    stoppable: false,
    ...changes,
  };
}

const WITH_DETAILS: Partial<Record<Remark['code'], Remark>> = {
  'no-such-date': { code: 'no-such-date', typed: '31 February' },
  'future-date': { code: 'future-date', typed: 'tomorrow' },
  'day-unknown': { code: 'day-unknown', typed: 'some time ago' },
  'no-point-before': { code: 'no-point-before', typed: '1 March' },
  'no-such-scope': { code: 'no-such-scope', typed: 'nor hadad' },
  'not-in-backup': { code: 'not-in-backup', typed: 'nor hadad' },
  elsewhere: { code: 'elsewhere', typed: 'Mika Tan (mika@contoso.com)' },
  'no-address': { code: 'no-address', typed: 'Board' },
  'no-such-target': { code: 'no-such-target', typed: 'nor hadad' },
  'which-scope': { code: 'which-scope', typed: 'noor' },
  'archive-too': { code: 'archive-too', typed: 'In-Place Archive - Noor Haddad' },
  'no-search-word': { code: 'no-search-word', typed: 'author:' },
  'kinds-unsearched': { code: 'kinds-unsearched', which: ['files', 'tabs'] },
  'kinds-left-out': { code: 'kinds-left-out', which: ['posts'] },
  'other-kind': { code: 'other-kind', asked: 'exchange', used: 'onedrive' },
  'unfit-option': { code: 'unfit-option', option: 'folder', typed: 'a/b' },
  'reason-pattern': { code: 'reason-pattern', typed: 'INC\\d{7}' },
  overwrites: { code: 'overwrites', count: 12, permissions: 14 },
  'overwrites-whole': { code: 'overwrites-whole', what: 'both' },
  'last-seen': { code: 'last-seen', at: BACKED_UP_AT - 4 * DAY, exact: true },
  'nothing-earlier': {
    code: 'nothing-earlier',
    lookedAt: [1, 2, 4, 7, 14, 30, 60].map((days) => BACKED_UP_AT - days * DAY),
  },
  'nothing-missing': {
    code: 'nothing-missing',
    lookedAt: [7, 14, 28, 56].map((days) => BACKED_UP_AT - days * DAY),
    latest: BACKED_UP_AT,
    deleted: true,
  },
  'too-many-to-compare': { code: 'too-many-to-compare', most: 10_000 },
  added: { code: 'added', count: 3 },
  removed: { code: 'removed', count: 1 },
  'ticks-listed': { code: 'ticks-listed', count: 4 },
  'list-full': { code: 'list-full', most: 2_000 },
  'too-many-items': { code: 'too-many-items', most: 10_000 },
  'too-many-owners': { code: 'too-many-owners', most: 20 },
  'too-many-places': { code: 'too-many-places', most: 40 },
  'folders-too-full': { code: 'folders-too-full', most: 2_000 },
};

const REMARK_CODES = Object.keys({
  'nothing-found': true,
  'place-absent': true,
  'empty-before-first-backup': true,
  'no-such-date': true,
  'future-date': true,
  'day-unknown': true,
  'dates-reversed': true,
  'query-refused': true,
  'query-too-long': true,
  'nothing-chosen': true,
  'no-keywords': true,
  'whose-data': true,
  'page-moved-on': true,
  added: true,
  removed: true,
  'list-full': true,
  'folders-too-full': true,
  'folder-empty': true,
  'no-versions': true,
  'no-points': true,
  'no-point-before': true,
  'no-such-scope': true,
  'not-in-backup': true,
  'which-scope': true,
  'archive-too': true,
  'no-search-word': true,
  'kinds-unsearched': true,
  'kinds-left-out': true,
  'no-common-search': true,
  'other-kind': true,
  'scope-taken-away': true,
  'item-gone': true,
  'ticks-listed': true,
  'too-many-items': true,
  'too-many-owners': true,
  'too-many-places': true,
  'found-deleted': true,
  'last-seen': true,
  'nothing-earlier': true,
  'nothing-missing': true,
  'too-many-to-compare': true,
  'place-not-found': true,
  'which-container': true,
  'card-outdated': true,
  'audit-unavailable': true,
  exporting: true,
  asking: true,
  'asking-unclear': true,
  'export-off': true,
  'export-running': true,
  'export-unaudited': true,
  'export-mixed': true,
  downloading: true,
  'download-off': true,
  'download-refused': true,
  'unfit-option': true,
  'restores-nothing': true,
  'reason-missing': true,
  'reason-pattern': true,
  overwrites: true,
  'overwrites-whole': true,
  elsewhere: true,
  'no-address': true,
  'no-such-target': true,
  'back-to-original': true,
  'elsewhere-off': true,
} satisfies Record<Exclude<Remark['code'], 'service'>, true>) as readonly Exclude<Remark['code'], 'service'>[];

const TROUBLES = Object.keys({
  'access-denied': true,
  'not-found': true,
  validation: true,
  'proxy-offline': true,
  timeout: true,
  conflict: true,
  transfer: true,
  'restore-only': true,
  'other-organization': true,
  'backup-gone': true,
  unreachable: true,
  throttled: true,
  'too-large': true,
  crowded: true,
  unclear: true,
  'session-over': true,
  'second-declined': true,
  'second-expired': true,
  'second-void': true,
  'elsewhere-off': true,
  'approval-expired': true,
  'approval-session-over': true,
  'approval-not-allowed': true,
  'approval-refused': true,
  'approval-certificate': true,
  'approval-unavailable': true,
  'approval-page': true,
  unknown: true,
} satisfies Record<Trouble, true>) as readonly Trouble[];

export const aRequestView = (changes: Partial<ApprovalRequestView> = {}): ApprovalRequestView => ({
  kind: 'approval-request',
  id: '7c1d9a52',
  organization: 'Contoso',
  name: 'Olga Tan',
  tenantId: '11112222-aaaa-3333-bbbb-4444cccc5555',
  until: BACKED_UP_AT + 2 * DAY,
  facts: {
    organization: 'contoso.onmicrosoft.com',
    access: 'operator',
    groups: [{ ...aPlace(), items: 12, wholes: [] }],
    overwrites: [],
    reason: 'Deleted by mistake',
  },
  decisions: [],
  needed: 1,
  isDecided: false,
  isForeign: false,
  canLook: false,
  ...changes,
});

const NEWS = Object.keys({
  asked: true,
  unreachable: true,
  nobody: true,
  expiring: true,
  approved: true,
  'sign-in': true,
  declined: true,
  expired: true,
  void: true,
} satisfies Record<ApprovalNewsView['news'], true>) as readonly ApprovalNewsView['news'][];

const NEWS_OF_RESTORE = {
  kind: 'approval-news',
  of: 'restore',
  restoreId: '7c1d9a52',
  access: 'operator',
  organizationKey: CONTOSO,
} as const;

/** A restore that somebody else approves: for the asker, for the approvers. */
function fourEyesViews(): readonly (readonly [name: string, view: RestoreView])[] {
  const restore = aRestoreFacts();
  const until = BACKED_UP_AT + 2 * DAY;
  const reach = { asked: ['Petra Bauer', 'Noor Haddad'], unreachable: ['2c80f6b1-47a5-4e3a-9d12-06ba3f7c8e25'] };
  const approved = { kind: 'approve', name: 'Petra Bauer', at: BACKED_UP_AT + DAY } as const;
  const declined = { ...approved, kind: 'decline', reason: 'Ask HR first' } as const;
  const outcomes = ['approved', 'declined', 'withdrawn', 'expired', 'void'] as const;
  const { facts } = aRequestView();
  const toOthers = (['exchange', 'onedrive'] as const).map((workload) => ({
    ...aPlace({ workload, target: MIKA, scope: { own: false, everybody: true, name: '' } }),
    of: [MIKA, { name: 'Noor Haddad' }],
    items: 12,
    wholes: [],
  }));
  return [
    ['restore-held-asking', { kind: 'restore-held', restore, until }],
    ['restore-held', { kind: 'restore-held', restore, until, reach }],
    ['restore-held-nobody-else', { kind: 'restore-held', restore, until, reach: { asked: [], unreachable: [] } }],
    ['restore-held-nobody', { kind: 'restore-held', restore, until, reach: { ...reach, asked: [] } }],
    ['restore-held-approved', { kind: 'restore-held', restore, until, reach, approvedBy: ['Petra Bauer'] }],
    ['approval-request', aRequestView()],
    [
      'approval-request-elsewhere',
      aRequestView({ account: 'olga@contoso.com', facts: { ...facts, groups: toOthers } }),
    ],
    [
      'approval-request-details',
      aRequestView({
        facts: { ...facts, overwrites: ['contents', 'permissions'] },
        needed: 2,
        isForeign: true,
        canLook: true,
        decisions: [approved],
      }),
    ],
    [
      'approval-request-forgotten',
      aRequestView({
        name: '',
        facts: { ...facts, groups: [], reason: undefined },
        outcome: { kind: 'withdrawn', at: BACKED_UP_AT },
      }),
    ],
    ['approval-request-titles', aRequestView({ canLook: true, titles: ['Kyoto autumn tours', ''] })],
    ['approval-request-decided', aRequestView({ isDecided: true, decisions: [approved], needed: 2 })],
    ...(['reason-missing', 'not-eligible', 'unavailable'] as const).map(
      (remark) => [`approval-request-${remark}`, aRequestView({ remark })] as const,
    ),
    ['approval-request-typed', aRequestView({ remark: 'unavailable', typedReason: 'Ask HR first' })],
    ...outcomes.map((kind) => {
      const decisions = kind === 'approved' ? [approved] : kind === 'declined' ? [declined] : [];
      return [`approval-request-${kind}`, aRequestView({ outcome: { kind, at: BACKED_UP_AT }, decisions })] as const;
    }),
    ['approval-news-approved-for-administrator', { ...NEWS_OF_RESTORE, access: 'administrator', news: 'approved' }],
    ...NEWS.map((news) => {
      const by = ['approved', 'sign-in', 'declined'].includes(news) ? 'Petra Bauer' : undefined;
      const reason = news === 'declined' ? 'Ask HR first' : undefined;
      return [`approval-news-${news}`, { ...NEWS_OF_RESTORE, news, by, reason }] as const;
    }),
    ['task-summary-approval', aSummaryView({ needsApproval: true, task: aTaskFacts(WITH_FILES) })],
    ...heldFileViews({ until, reach }),
  ];
}

const WITH_FILES = { canExport: true, canDownload: true, fileNeedsApproval: true } as const;

/** The same of a file. */
function heldFileViews(
  held: Pick<HeldFacts, 'until' | 'reach'>,
): readonly (readonly [name: string, view: RestoreView])[] {
  const { facts } = aRequestView();
  const posts = { kind: 'posts', count: 12, channel: 'Kyoto autumn tours' } as const;
  const place = { ...aPlace(), items: 1, wholes: [] };
  const leave = aLeaveView('download');
  return [
    ['export-held-asking', { ...anExport, state: 'held', ...held, reach: undefined, approvedBy: undefined }],
    ['export-held', { ...anExport, state: 'held', ...held, approvedBy: undefined }],
    ['download-held-approved', { ...anExport, what: anItem, state: 'held', ...held, approvedBy: ['Petra Bauer'] }],
    ['approval-request-posts', aRequestView({ facts: { ...facts, groups: [place], file: posts } })],
    [
      'approval-request-item',
      aRequestView({
        facts: {
          ...facts,
          groups: [{ ...place, workload: 'onedrive' }],
          file: { kind: 'item', entryKind: 'document' },
        },
        outcome: { kind: 'void', at: BACKED_UP_AT },
      }),
    ],
    ...NEWS.map((news) => {
      const by = ['approved', 'sign-in', 'declined'].includes(news) ? 'Petra Bauer' : undefined;
      const view = { ...NEWS_OF_RESTORE, of: 'file', news, by } as const;
      return [`approval-news-file-${news}`, view] as const;
    }),
    ['task-leave-asking', { ...leave, task: { ...leave.task, ...WITH_FILES } }],
    ['task-results-asking', { ...aFolderView(), task: aFilesTask(WITH_FILES) }],
  ];
}

/** One of each code, and one of each service error. */
export function everyRemark(): readonly (readonly [name: string, remark: Remark])[] {
  return [
    ...REMARK_CODES.map((code) => [code, WITH_DETAILS[code] ?? ({ code } as Remark)] as const),
    ['nothing-found-nor-name', { code: 'nothing-found', unknownName: 'nor hadad' }],
    ['whose-data-nor-name', { code: 'whose-data', unknownName: 'nor hadad' }],
    ['empty-before-known', { code: 'empty-before-first-backup', firstAt: BACKED_UP_AT }],
    ['last-seen-at-least', { code: 'last-seen', at: BACKED_UP_AT - 60 * DAY, exact: false }],
    ['nothing-earlier-place', { code: 'nothing-earlier', lookedAt: [BACKED_UP_AT - DAY], ofPlace: true }],
    ['nothing-earlier-none', { code: 'nothing-earlier', lookedAt: [] }],
    ['nothing-missing-none', { code: 'nothing-missing', lookedAt: [], latest: BACKED_UP_AT, deleted: false }],
    ['nothing-missing-deleted', { code: 'nothing-missing', lookedAt: [], latest: BACKED_UP_AT, deleted: true }],
    ['query-refused-detail', { code: 'query-refused', detail: 'Unexpected token OR at 7.' }],
    ...TROUBLES.map((trouble) => [trouble, { code: 'service', trouble } as const] as const),
    ['service-detail', { code: 'service', trouble: 'proxy-offline', detail: 'Proxy PX-3 does not answer.' }],
  ];
}

const NOTICES: { readonly [Code in RestoreNotice['code']]: Extract<RestoreNotice, { code: Code }> } = {
  'personal-only': { code: 'personal-only' },
  'sign-in-first': { code: 'sign-in-first' },
  'administrator-only': { code: 'administrator-only' },
  'session-refused': { code: 'session-refused', access: 'operator' },
  'no-task': { code: 'no-task' },
  'task-outdated': { code: 'task-outdated' },
  'list-empty': { code: 'list-empty' },
  'approval-unknown': { code: 'approval-unknown' },
  'session-unknown': { code: 'session-unknown' },
  'restore-unknown': { code: 'restore-unknown' },
  'audit-unavailable': { code: 'audit-unavailable' },
  'already-restoring': { code: 'already-restoring', restoreId: '7c1d9a52' },
  'search-replaced': { code: 'search-replaced' },
  'export-over': { code: 'export-over' },
  'operators-only': { code: 'operators-only' },
  service: { code: 'service', trouble: 'restore-only', detail: 'Only authentication is enabled.' },
};

const EXPORT_STATES = Object.keys({
  preparing: true,
  offered: true,
  unanswered: true,
  uploading: true,
  'handed-over': true,
  declined: true,
  expired: true,
  refused: true,
  gone: true,
  'not-ready': true,
  'not-reached': true,
  'too-large': true,
  unclear: true,
  'signed-out': true,
  off: true,
  interrupted: true,
  withdrawn: true,
  'second-declined': true,
  'second-expired': true,
  'second-void': true,
  'foreign-host': true,
  'name-taken': true,
  'upload-refused': true,
  'upload-failed': true,
} satisfies Record<ExportState, true>) as readonly ExportState[];

const postsOf = (posts: number | undefined) =>
  ({ kind: 'posts', teamId: 'team-1', channelId: 'channel-1', posts }) as const;

const anItem = {
  kind: 'item',
  workload: 'onedrive',
  containerId: 'drive-1',
  itemId: 'document-1',
  extension: 'xlsx',
} as const;

const anExport = {
  kind: 'restore-export',
  access: 'operator',
  organizationKey: CONTOSO,
  exportId: '7K3QX9M2T4AB',
  name: 'Kyoto autumn tours',
  what: postsOf(12),
} as const;

const anExportView = ({
  state = 'preparing',
  ...changes
}: { readonly state?: ExportState } & Partial<Pick<ExportView, 'what' | 'name'>> & {
    readonly trouble?: Trouble;
  }): ExportView => {
  const until = state === 'offered' || state === 'unanswered' ? BACKED_UP_AT : undefined;
  return { ...anExport, state, until, ...changes };
};

/** Every variant of every view, by a name usable as a file name. */
export function everyRestoreView(): readonly (readonly [name: string, view: RestoreView])[] {
  const overwriting = { documentAction: 'Overwrite', allVersions: true };
  const files = [choicesOf('onedrive', overwriting, [], 'operator')];
  const version = [choicesOf('onedrive', overwriting, [{ ...aDocument(), version: '2.0' }], 'operator')];
  const nobody = aTaskFacts({ scope: undefined, workload: undefined, point: undefined });
  const failures = Array.from({ length: 20 }, (_, index) => aFailedItem({ key: `e${index}`, title: `Item ${index}` }));
  return [
    ...EXPORT_STATES.map((state) => [`export-${state}`, anExportView({ state })] as const),
    ['export-not-ready-conflict', anExportView({ state: 'not-ready', trouble: 'conflict' })],
    ['export-refused-access-denied', anExportView({ state: 'refused', trouble: 'access-denied' })],
    ...EXPORT_STATES.map(
      (state) => [`download-${state}`, anExportView({ what: anItem, name: 'Kyoto plan', state })] as const,
    ),
    ['export-channel', anExportView({ what: postsOf(undefined), state: 'preparing' })],
    ['export-nameless', anExportView({ what: postsOf(1), name: '', state: 'preparing' })],
    ['task-search-whose', aSearchView({ task: nobody, chosen: undefined, likely: someScopeChoices(5).slice(1) })],
    [
      'task-search-which',
      aSearchView({
        task: { ...nobody, remark: { code: 'which-scope', typed: 'noor' } },
        form: { words: 'kyoto', asOf: '4 days ago' },
        chosen: undefined,
        likely: [
          ...someScopeChoices(1).slice(1),
          { value: 'site', type: 'Site', name: 'Noor', detail: 'https://contoso.sharepoint.com/sites/noor' },
          { value: 'team', type: 'Team', name: 'Noor', detail: 'noor@contoso.com' },
        ],
        asked: 'onedrive',
      }),
    ],
    ['task-search-own', aSearchView({ task: anOwnTask(), choices: [], chosen: 'own', counts: [] })],
    ['task-point', aPointView()],
    ['task-point-chosen', aPointView({ task: aTaskFacts(), showDeleted: true, moreDays: 0, days: someDays(3, 1) })],
    ['task-point-none', aPointView({ days: [], moreDays: 0, latestAt: undefined, firstAt: undefined })],
    ['task-earlier', anEarlierView()],
    ['task-earlier-deleted', anEarlierView({ at: BACKED_UP_AT, ofDeleted: true, sessions: 1 })],
    ['task-comparing', anEarlierView({ comparedWith: BACKED_UP_AT, sessions: 2 })],
    ['task-comparing-deleted', anEarlierView({ at: BACKED_UP_AT, ofDeleted: true, comparedWith: BACKED_UP_AT })],
    ['task-missing', aMissingView()],
    ['task-missing-deleted', aMissingView({ at: BACKED_UP_AT, deleted: true, renamed: 1, isCut: true })],
    ['task-missing-one', aMissingView({ renamed: 3 }, { found: 1, entries: [aDocument()] })],
    ['task-earlier-seen', anEarlierView({ seenAt: BACKED_UP_AT - 14 * DAY, sessions: 7 })],
    ['task-search-nothing', aSearchView({ task: aTaskFacts({ remark: { code: 'nothing-found' } }) })],
    ['task-search-absent', aSearchView({ task: aTaskFacts({ remark: { code: 'place-absent' } }), form: {} })],
    [
      'task-search-absent-day',
      aSearchView({
        task: aFilesTask({
          remark: { code: 'place-absent' },
          point: { kind: 'at', id: 'p1', backupTime: BACKED_UP_AT },
        }),
      }),
    ],
    ['task-search', aSearchView()],
    [
      'task-search-filled',
      aSearchView({
        task: anOwnTask({ listed: 3 }),
        form: {
          words: 'invoice "annual report"',
          from: 'fabrikam',
          to: 'noor',
          subject: 'contract',
          after: '2026-03-01',
          before: '2026-04-30',
          hasAttachments: true,
        },
      }),
    ],
    ['task-search-files', aSearchView({ task: aFilesTask(), form: { name: 'budget', changedBy: 'Noor' } })],
    [
      'task-search-within',
      aSearchView({
        task: aFilesTask({ remark: { code: 'nothing-found' } }),
        form: { words: 'budget' },
        within: aFolderView().location,
      }),
    ],
    ['task-results', aResultsView()],
    ['task-results-within', aResultsView({ within: aFolderView().location })],
    ['task-results-download', { ...aFolderView(), task: aFilesTask({ canDownload: true }) }],
    ['task-results-beyond', aResultsView({ beyond: true })],
    ['task-results-too-many', aResultsView({ page: 0, pages: 1_000, found: 10_000, tooMany: true, listed: [] })],
    [
      'task-results-nothing',
      aResultsView({
        task: aTaskFacts({ remark: { code: 'nothing-found' } }),
        entries: [],
        listed: [],
        page: 0,
        pages: 0,
        found: 0,
      }),
    ],
    ['task-results-folder', aFolderView()],
    [
      'task-results-folder-deep',
      aFolderView({
        task: aFilesTask({ listed: 1, remark: { code: 'added', count: 1 } }),
        location: {
          containerId: 'drive-1',
          containerName: 'Noor Haddad',
          folders: ['Documents', 'Finance', '2026', 'Quarter 3', 'Invoices'].map((name) => ({ id: name, name })),
        },
        listed: ['d1'],
        page: 1,
        pages: 3,
        found: 23,
      }),
    ],
    ['task-results-folder-empty', aFolderView({ entries: [], found: 0 })],
    [
      'task-results-mailboxes',
      aFolderView({
        task: aTaskFacts(),
        location: undefined,
        entries: [],
        found: 2,
        containers: [aContainer(), aContainer({ id: 'archive-1', name: 'Noor Haddad', isArchive: true })],
      }),
    ],
    [
      'task-versions',
      aVersionsView({
        task: aFilesTask({ listed: 1 }),
        entries: ['3.0', '2.0', '1.0'].map((version, index) =>
          aDocument({ key: `v${index}`, version, at: BACKED_UP_AT - (index + 3) * DAY }),
        ),
        listed: ['v1'],
      }),
    ],
    [
      'task-versions-many',
      aVersionsView({
        entries: Array.from({ length: 10 }, (_, index) =>
          aDocument({ key: `v${index}`, version: `${490 - index}.0`, at: BACKED_UP_AT - (index + 13) * DAY }),
        ),
        more: true,
        page: 1,
        pages: 50,
        elsewhere: 1,
      }),
    ],
    ['task-versions-none', aVersionsView()],
    ['task-list', aListView()],
    [
      'task-list-files',
      aListView({
        task: aFilesTask({ listed: 3, remark: { code: 'removed', count: 1 } }),
        groups: [
          {
            ...aPlace({ workload: 'onedrive' }),
            here: true,
            entries: [aFolder(), aDocument(), aDocument({ key: 'v1', version: '2.0' })],
          },
        ],
        pages: 1,
      }),
    ],
    [
      'task-list-several',
      aListView({
        task: aTaskFacts({ listed: 4, remark: { code: 'ticks-listed', count: 2 } }),
        groups: [
          { ...aPlace(), entries: aPageOfEntries().slice(0, 2) },
          {
            ...aPlace({ workload: 'onedrive', point: { kind: 'latest' } }),
            entries: [aFolder(), aDocument({ key: 'v1', version: '2.0' })],
          },
          { ...aPlace({ scope: { own: true, name: 'Olga' } }), entries: aPageOfEntries().slice(3, 4) },
        ],
        places: 3,
        pages: 1,
      }),
    ],
    ['task-list-empty', aListView({ task: aTaskFacts(), groups: [], places: 0, pages: 0 })],
    [
      'task-summary-several',
      aSummaryView({ groups: someSummaryGroups(3), items: 36, choices: [...aSummaryView().choices, ...files] }),
    ],
    [
      'task-summary-twenty',
      aSummaryView({
        groups: someSummaryGroups(20),
        items: 10_000,
        choices: WORKLOADS.map((workload) => choicesOf(workload, {}, [], 'operator')),
        task: remarked('overwrites'),
      }),
    ],
    ['task-summary-folders', aSummaryView({ task: aFilesTask(), choices: files, items: 340, folders: 2 })],
    ['task-summary-versions', aSummaryView({ task: aFilesTask(), choices: version, items: 1 })],
    [
      'task-summary-reason',
      aSummaryView({ reason: undefined, isReasonRequired: true, task: remarked('reason-missing') }),
    ],
    ['task-leave-download', aLeaveView('download')],
    ['task-leave-export', aLeaveView('export')],
    ['task-leave-mistake', { ...aLeaveView('download'), task: remarked('reason-missing') }],
    [
      'task-summary-administrator',
      aSummaryView({ isReasonRequired: true, task: aTaskFacts({ access: 'administrator' }) }),
    ],
    ['task-summary-pattern', aSummaryView({ task: remarked('reason-pattern') })],
    ['task-summary-folder-name', aSummaryView({ task: remarked('unfit-option') })],
    ['task-summary-asks-once-more', aSummaryView({ task: remarked('overwrites') })],
    ['task-summary', aSummaryView()],
    ['task-summary-elsewhere', aSummaryView({ task: aTaskFacts({ access: 'administrator' }), elsewhere: {} })],
    [
      'task-summary-elsewhere-chosen',
      aSummaryView({
        task: aTaskFacts({ access: 'administrator', remark: WITH_DETAILS.elsewhere }),
        groups: aSummaryView().groups.map((group) => ({ ...group, target: MIKA })),
        choices: [],
        elsewhere: {
          chosen: { value: 'mailbox-2', type: 'User', name: 'Mika Tan', detail: 'mika@contoso.com' },
        },
      }),
    ],
    [
      'task-summary-elsewhere-which',
      aSummaryView({
        task: aTaskFacts({ access: 'administrator', remark: { code: 'which-scope', typed: 'mika' } }),
        elsewhere: {
          chosen: { value: 'mika', name: 'mika' },
          likely: [
            { value: 'mailbox-2', type: 'User', name: 'Mika Tan', detail: 'mika@contoso.com' },
            { value: 'mailbox-3', type: 'User', name: 'Mika Berg', detail: 'mika.berg@contoso.com' },
          ],
        },
      }),
    ],
    ...everyTeamsView(),
    ...everySiteView(),
    ...everyAdministratorView(),
    [
      'task-summary-overwrites',
      aSummaryView({
        choices: [
          choicesOf('exchange', { changedItems: true, deletedItems: true, folder: 'Restored by Olga' }, [], 'operator'),
        ],
      }),
    ],
    [
      'task-summary-nothing',
      aSummaryView({
        choices: [choicesOf('exchange', { changedItems: false, deletedItems: false }, [], 'operator')],
      }),
    ],
    [
      'task-summary-own-files',
      aSummaryView({
        task: anOwnTask({ workload: 'onedrive' }),
        choices: files,
        items: 1,
        groups: [
          aSummaryGroup({
            scope: { own: true, name: 'olga@contoso.com' },
            workload: 'onedrive',
            items: 1,
            first: [{ title: 'Budget.xlsx', version: '2.0' }],
          }),
        ],
      }),
    ],
    ['task-moved', { kind: 'task-moved' }],
    ...(['done', 'expired', 'logged-out'] as const).map(
      (why) => [`task-closed-${why}`, { kind: 'task-closed', why, access: 'operator' }] as const,
    ),
    ['restore-running', aRunningView()],
    ['restore-running-several', aRunningView({ restore: aRestoreFacts({ groups: someGroupFacts(3) }) })],
    ['restore-running-twenty', aRunningView({ restore: aRestoreFacts({ groups: someGroupFacts(20) }) })],
    [
      'restore-ended-several',
      anEndedView({
        restore: aRestoreFacts({ groups: someGroupFacts(3) }),
        failures: [aFailedItem(), aFailedItem({ key: 'e2', group: 1, title: 'Plan.xlsx' })],
        landings: [{ group: 0, path: ['Inbox'], kind: 'message' }],
      }),
    ],
    [
      'restore-ended-twenty',
      anEndedView({
        restore: aRestoreFacts({ groups: someGroupFacts(20) }),
        failures: failures.slice(0, 20),
        landings: Array.from({ length: 20 }, (_, group) => ({
          group,
          path: ['Inbox', 'A'.repeat(80), 'B'.repeat(80), 'C'.repeat(80)],
          kind: 'message',
          link: `https://contoso.sharepoint.com/sites/${'guides'.repeat(20)}`,
        })),
      }),
    ],
    [
      'restore-ended-own',
      anEndedView({
        result: 'success',
        restore: aRestoreFacts({
          groups: [aGroupFacts({ scope: { own: true, name: 'Olga Operator' } })],
          counts: { total: 2, restored: 2, failed: 0, skipped: 0 },
        }),
        failures: [],
        retryable: 0,
        landings: [{ group: 0, path: ['Inbox', 'Kyoto'], kind: 'message', link: 'https://outlook.office.com/mail/' }],
      }),
    ],
    [
      'restore-ended-site',
      anEndedView({
        result: 'success',
        restore: aRestoreFacts({ groups: [aGroupFacts({ scope: SITE, workload: 'sharepoint' })] }),
        failures: [],
        retryable: 0,
        landings: [{ group: 0, path: ['Documents', 'Tours'], link: SITE.detail }],
      }),
    ],
    [
      'restore-ended-posts',
      anEndedView({
        result: 'success',
        restore: aRestoreFacts({
          groups: [aGroupFacts({ scope: { own: false, name: 'Autumn tours' }, workload: 'teams' })],
        }),
        failures: [],
        retryable: 0,
        landings: [{ group: 0, path: ['Planning', 'Posts'], kind: 'post' }],
      }),
    ],
    [
      'restore-running-uncounted',
      aRunningView({ restore: aRestoreFacts({ counts: { total: 0, restored: 0, failed: 0, skipped: 0 } }) }),
    ],
    ['restore-stopping', aRunningView({ stopping: true })],
    ['restore-unwatched', { kind: 'restore-unwatched', restore: aRestoreFacts() }],
    ['restore-unwatched-rest', { kind: 'restore-unwatched', restore: aRestoreFacts(), unsent: 'session-over' }],
    ['restore-searching', { kind: 'restore-searching', restore: aRestoreFacts(), looks: 0, stopping: false }],
    ['restore-searching-again', { kind: 'restore-searching', restore: aRestoreFacts(), looks: 3, stopping: true }],
    [
      'restore-searching-answered',
      {
        kind: 'restore-searching',
        restore: aRestoreFacts(),
        looks: 1,
        said: 'An error has occurred.',
        stopping: false,
      },
    ],
    ['restore-unclear-unchecked', { kind: 'restore-unclear', about: ABOUT, restore: aRestoreFacts(), looks: 0 }],
    ['restore-unclear', { kind: 'restore-unclear', about: ABOUT, restore: aRestoreFacts(), looks: 3 }],
    ['restore-unclear-old', { kind: 'restore-unclear', about: ABOUT, restore: aRestoreFacts(), looks: 1, old: true }],
    [
      'restore-unclear-part',
      {
        kind: 'restore-unclear',
        about: ABOUT,
        restore: aRestoreFacts(),
        part: { number: 2, of: 5, name: 'Noor Haddad', items: 3, wholes: [], left: 3 },
        looks: 3,
      },
    ],
    [
      'restore-unclear-answered',
      {
        kind: 'restore-unclear',
        about: ABOUT,
        restore: aRestoreFacts({ access: 'administrator' }),
        looks: 5,
        said: 'The server was unable to process the request due to an internal error.',
      },
    ],
    ['restore-running-assumed', aRunningView({ restore: aRestoreFacts({ access: 'administrator', isAssumed: true }) })],
    ['restore-approval-preparing', anApprovalView({ code: undefined })],
    ['restore-approval', anApprovalView({ application: 'Contoso Backup' })],
    ['restore-approval-without-application', anApprovalView()],
    [
      'restore-approval-elsewhere',
      anApprovalView({
        restore: aRestoreFacts({ access: 'administrator', groups: [aGroupFacts({ target: MIKA })] }),
      }),
    ],
    [
      'restore-approval-unchecked',
      anApprovalView({
        restore: aRestoreFacts({ access: 'administrator', groups: someGroupFacts(3) }),
        group: 1,
        amount: { items: 1, wholes: [] },
        code: { ...anApprovalView().code, unchecked: true } as WaitingApproval,
      }),
    ],
    [
      'restore-approval-said',
      anApprovalView({ code: { ...anApprovalView().code, unchecked: true, said: 'AADSTS65001' } as WaitingApproval }),
    ],
    ['restore-approval-refused', anApprovalView({ refused: { said: 'Access to the mailbox is denied.' } })],
    [
      'restore-approval-certificate',
      anApprovalView({
        restore: aRestoreFacts({
          access: 'administrator',
          byCertificate: true,
          groups: someGroupFacts(3).map((group) => ({ ...group, target: MIKA })),
        }),
        group: 2,
        code: {
          kind: 'waiting',
          certificate: true,
          userCode: 'id-1',
          verificationUri: '',
          askedAt: BACKED_UP_AT + 3 * HOUR,
          expiresAt: BACKED_UP_AT + 3.25 * HOUR,
        },
      }),
    ],
    [
      'restore-ended-certificate-elsewhere',
      anEndedView({
        result: 'refused',
        trouble: 'approval-certificate',
        restore: aRestoreFacts({
          access: 'administrator',
          byCertificate: true,
          groups: [aGroupFacts({ target: MIKA })],
          counts: { total: 12, restored: 0, failed: 12, skipped: 0 },
        }),
        failures: [],
        unstarted: true,
        retryable: 12,
      }),
    ],
    [
      'restore-approval-certificate-of-several',
      anApprovalView({
        restore: aRestoreFacts({ access: 'administrator', groups: [aGroupFacts(), aGroupFacts()] }),
        group: 1,
        code: { ...anApprovalView().code, certificate: true } as WaitingApproval,
      }),
    ],
    [
      'restore-ended-elsewhere-off',
      anEndedView({
        result: 'refused',
        trouble: 'elsewhere-off',
        restore: aRestoreFacts({
          access: 'administrator',
          groups: [aGroupFacts({ target: MIKA })],
          counts: { total: 12, restored: 0, failed: 12, skipped: 0 },
        }),
        retryable: 0,
      }),
    ],
    ...fourEyesViews(),
    ['restore-approval-due', { kind: 'restore-approval-due', restoreId: '7c1d9a52' }],
    ['restore-decision-due', { kind: 'restore-decision-due', restoreId: '7c1d9a52' }],
    [
      'restore-ended-unapproved',
      anEndedView({
        result: 'refused',
        trouble: 'approval-expired',
        restore: aRestoreFacts({ counts: { total: 12, restored: 0, failed: 12, skipped: 0 } }),
        failures: [],
        retryable: 12,
      }),
    ],
    [
      'restore-ended-success',
      anEndedView({
        result: 'success',
        restore: aRestoreFacts({ counts: { total: 12_000, restored: 12_000, failed: 0, skipped: 0 } }),
        failures: [],
        retryable: 0,
        landings: [{ group: 0, kind: 'appointment' }],
      }),
    ],
    [
      'restore-over',
      {
        kind: 'restore-over',
        restoreId: '7c1d9a52',
        workload: 'exchange',
        result: 'warning',
        counts: { total: 1_200, restored: 1_197, failed: 2, skipped: 1 },
      },
    ],
    [
      'channel-line',
      {
        kind: 'channel-line',
        restoreId: '7c1d9a52',
        workload: 'onedrive',
        result: 'success',
        counts: { total: 12, restored: 12, failed: 0, skipped: 0 },
      },
    ],
    ['restore-ended-warning', anEndedView({ remarks: ['The mailbox is nearly full.'] })],
    ['restore-ended-failed', anEndedView({ result: 'failed', failures, page: 1, pages: 7, retryable: 132 })],
    [
      'restore-ended-stopped-elsewhere',
      anEndedView({
        result: 'stopped',
        elsewhere: true,
        restore: aRestoreFacts({ counts: { total: 3, restored: 2, failed: 0, skipped: 0 } }),
        failures: [aFailedItem({ status: 'missing', why: undefined })],
        retryable: 1,
        remarks: ['The restore has been stopped.'],
      }),
    ],
    [
      'restore-ended-uncounted',
      anEndedView({
        uncounted: true,
        restore: aRestoreFacts({ counts: { total: 3, restored: 1, failed: 0, skipped: 0 } }),
        failures: [],
        retryable: 0,
      }),
    ],
    [
      'restore-ended-dropped',
      anEndedView({
        result: 'unknown',
        restore: aRestoreFacts({ counts: { total: 3, restored: 1, failed: 0, skipped: 0 } }),
        failures: [],
        remarks: [],
        retryable: 0,
        uncounted: true,
        dropped: true,
      }),
    ],
    ['restore-ended-stopped', anEndedView({ result: 'stopped' })],
    [
      'restore-ended-refused',
      anEndedView({
        result: 'refused',
        restore: aRestoreFacts({ counts: { total: 0, restored: 0, failed: 0, skipped: 0 } }),
        failures: [],
        remarks: ['The restore session has been stopped.'],
        trouble: 'access-denied',
      }),
    ],
    ['restore-ended-unknown', anUnclearEnd()],
    ['restore-ended-sent-again', anUnclearEnd({ sentAgain: true })],
    [
      'restore-sessions',
      {
        kind: 'restore-sessions',
        access: 'operator',
        organization: 'Contoso',
        rows: [
          aSessionRow({ sessionId: 'session-1', state: 'running', endedAt: undefined, stoppable: true }),
          aSessionRow({ sessionId: 'session-2', state: 'running', endedAt: undefined, stoppable: true }),
          aSessionRow({ sessionId: 'session-3', state: 'looking', endedAt: undefined, reason: undefined }),
          aSessionRow({ sessionId: 'session-4', kind: 'onedrive' }),
          aSessionRow({ sessionId: 'session-5', state: 'warning', kind: 'sharepoint' }),
          aSessionRow({ sessionId: 'session-7', kind: undefined, kindName: 'Vpp', stateName: 'Suspended' }),
          aSessionRow({ sessionId: 'session-6', state: 'failed', kind: undefined, scopeName: undefined }),
        ],
        stopped: 'session-2',
        list: {},
      },
    ],
    [
      'restore-sessions-none',
      { kind: 'restore-sessions', access: 'operator', organization: 'Contoso', rows: [], list: {} },
    ],
    [
      'restore-sessions-none-match',
      {
        kind: 'restore-sessions',
        access: 'operator',
        organization: 'Contoso',
        rows: [],
        list: { kind: 'teams', state: 'failed', days: 7 },
      },
    ],
    [
      'restore-sessions-page',
      {
        kind: 'restore-sessions',
        access: 'operator',
        organization: 'Contoso',
        rows: Array.from({ length: 10 }, (_, index) =>
          aSessionRow({ sessionId: `0d3b6c5e-3c0b-4c22-9f1e-4d9a3a1f0c${10 + index}`, stoppable: index < 3 }),
        ),
        list: { kind: 'exchange', state: 'running', days: 30, starts: [10, 20, 30] },
        next: 40,
      },
    ],
    [
      'restore-session',
      {
        kind: 'restore-session',
        access: 'operator',
        organization: 'Contoso',
        row: aSessionRow({ state: 'warning', details: 'Restored 2 of 3, failed 1, skipped 0.' }),
        events: (['success', 'warning', 'failed', 'cancelled', 'skipped', 'running'] as const).map((status, index) => ({
          id: `event-${index}`,
          status,
          message: `Restored "Kyoto itinerary ${index}".`,
          startedAt: BACKED_UP_AT + index * 60_000,
          isRestore: true,
        })),
        page: 1,
        more: true,
        list: { state: 'warning' },
      },
    ],
    [
      'restore-session-no-events',
      {
        kind: 'restore-session',
        access: 'operator',
        organization: 'Contoso',
        row: aSessionRow({ state: 'running', endedAt: undefined, stoppable: true }),
        events: [],
        page: 0,
        more: false,
        list: {},
      },
    ],
    ...Object.values(NOTICES).map(
      (notice) => [`restore-notice-${notice.code}`, { kind: 'restore-notice', notice }] as const,
    ),
    ...TROUBLES.map(
      (trouble) =>
        [`restore-notice-${trouble}`, { kind: 'restore-notice', notice: { code: 'service', trouble } }] as const,
    ),
    ...everyRemark().map(
      ([name, remark]) => [`remark-${name}`, aSearchView({ task: aTaskFacts({ remark }) })] as const,
    ),
  ];
}

// Samples of cards about a team.

const TEAM = { own: false, name: 'Northern lights 2026', detail: 'lights@contoso.com' } as const;

const aTeamTask = (changes: Partial<TaskFacts> = {}): TaskFacts =>
  aTaskFacts({ workload: 'teams', kinds: ['teams'], scope: TEAM, ...changes });

const inTeam = (kind: string, title: string, changes: Partial<Entry> = {}): Entry => {
  return { key: `${kind}-${title}`, kind, containerId: 'team-1', within: 'channel-1', id: kind, title, ...changes };
};
const POSTED_AT = Date.UTC(2026, 9, 30, 9);
const aPost = (changes: Partial<Entry> = {}): Entry =>
  inTeam('post', 'Cabin list', {
    who: 'Anna Lee',
    at: POSTED_AT,
    importance: 'high',
    attachments: ['Cabin list.xlsx'],
    ...changes,
  });
const aTeam = inTeam('team', TEAM.name);

const location = (...names: readonly string[]) => ({
  containerId: 'team-1',
  containerName: TEAM.name,
  folders: names.map((name) => ({ id: name, name })),
});

const teamSummary = (access: AccessKind, options: OptionValues, entries: readonly Entry[]): RestoreView =>
  aSummaryOf(aTeamTask({ access }), options, entries);
const aTeamSummary = (...entries: readonly Entry[]): RestoreView => teamSummary('operator', {}, entries);

export const everyTeamsView = (): readonly (readonly [name: string, view: RestoreView])[] => [
  ['teams-search', aSearchView({ task: aTeamTask(), form: { words: 'cabin' }, choices: [], likely: [] })],
  [
    'teams-results',
    aResultsView({
      task: aTeamTask(),
      entries: [
        aPost(),
        aPost({ key: 'deleted', title: '', isDeleted: true, importance: undefined, attachments: undefined }),
        inTeam('reply', '', { who: 'Noor Haddad', at: POSTED_AT }),
        inTeam('file', 'Cabin list.xlsx', {
          who: 'Noor Haddad',
          at: POSTED_AT,
          sizeBytes: 58_300,
          latestVersion: '2.0',
        }),
        inTeam('tab', 'Cabins', { location: 'https://contoso.sharepoint.com/sites/lights' }),
      ],
      listed: [],
      ticked: [],
      pages: 1,
      page: 0,
      found: 5,
    }),
  ],
  [
    'teams-channels',
    aFolderView({
      task: aTeamTask(),
      location: location(),
      entries: [
        inTeam('channel', 'General'),
        inTeam('private channel', 'Guides'),
        inTeam('shared channel', 'Partners'),
        aTeam,
      ],
    }),
  ],
  [
    'teams-channel',
    aFolderView({
      task: aTeamTask(),
      location: location('General'),
      entries: [inTeam('posts', 'Posts'), inTeam('files', 'Files'), inTeam('tabs', 'Tabs')],
    }),
  ],
  ['teams-summary-team', aTeamSummary(aTeam)],
  ['teams-summary-posts', aTeamSummary(aPost(), aPost({ key: 'two', title: 'Departure on 12 March' }))],
  ['teams-summary-files', aTeamSummary(inTeam('file', 'Cabin list.xlsx'), inTeam('tab', 'Cabins'))],
  [
    'teams-results-as-administrator',
    aResultsView({
      task: aTeamTask({ access: 'administrator' }),
      entries: [aPost(), inTeam('reply', '', { who: 'Noor Haddad', at: POSTED_AT })],
      listed: [],
      ticked: [],
      pages: 1,
      page: 0,
      found: 2,
    }),
  ],
  [
    'teams-summary-posts-as-administrator',
    teamSummary('administrator', { teamsPostsFrom: '2026-10-30', teamsPostsTo: '2026-10-30' }, [
      inTeam('posts', 'General › Posts'),
    ]),
  ],
  ['teams-summary-team-as-administrator', teamSummary('administrator', {}, [aTeam])],
];

// Samples of cards about a site.

const SITE = { own: false, name: 'Tour guides', detail: 'https://contoso.sharepoint.com/sites/guides' } as const;

const aSiteTask = (changes: Partial<TaskFacts> = {}): TaskFacts =>
  aTaskFacts({ workload: 'sharepoint', kinds: ['sharepoint'], scope: SITE, ...changes });

const inSite = (kind: string, title: string, changes: Partial<Entry> = {}): Entry => {
  return { key: `${kind}-${title}`, kind, containerId: 'site-1', id: kind, title, ...changes };
};
const aListItem = inSite('item', 'Kyoto in November', { who: 'Anna Lee', at: POSTED_AT, latestVersion: '2.0' });
const aSiteDocument = inSite('document', 'Handbook.docx', { who: 'Anna Lee', at: POSTED_AT, sizeBytes: 142_000 });

const inFolders = (...names: readonly string[]) => ({
  containerId: 'site-1',
  containerName: SITE.name,
  folders: names.map((name) => ({ id: name, name })),
});

const siteSummary = (access: AccessKind, options: OptionValues, entries: readonly Entry[]): RestoreView =>
  aSummaryOf(aSiteTask({ access }), options, entries);
const aSiteSummary = (options: OptionValues, ...entries: readonly Entry[]): RestoreView =>
  siteSummary('operator', options, entries);

export const everySiteView = (): readonly (readonly [name: string, view: RestoreView])[] => [
  [
    'site-folder',
    aFolderView({
      task: aSiteTask(),
      location: inFolders(),
      entries: [inSite('site', 'Nordic tours'), inSite('library', 'Documents'), inSite('list', 'Bookings')],
    }),
  ],
  [
    'site-results',
    aResultsView({
      task: aSiteTask(),
      entries: [aSiteDocument, aListItem, inSite('unclear', 'Notes'), inSite('folder', 'Guides')],
      listed: [],
      ticked: [],
      pages: 1,
      page: 0,
      found: 4,
    }),
  ],
  [
    'site-attachments',
    aFolderView({
      task: aSiteTask(),
      location: inFolders('Bookings', 'Kyoto in November'),
      entries: [inSite('attachment', 'Rooming list.xlsx', { sizeBytes: 18_200 })],
    }),
  ],
  ['site-summary', aSiteSummary({}, aSiteDocument)],
  [
    'site-summary-everything',
    aSiteSummary(
      { siteChangedItems: true, siteLastVersion: 'Overwrite', sitePermissions: true, siteNotification: true },
      aListItem,
      { ...aSiteDocument, version: '1.0' },
    ),
  ],
  [
    'site-search-as-administrator',
    aSearchView({ task: aSiteTask({ access: 'administrator' }), form: { words: 'handbook' }, choices: [], likely: [] }),
  ],
  ['site-summary-site-as-administrator', siteSummary('administrator', {}, [inSite('whole site', SITE.name)])],
  [
    'site-summary-items-as-administrator',
    siteSummary('administrator', {}, [aSiteDocument, aListItem, inSite('folder', 'Guides')]),
  ],
];

// Samples of administrators' cards about mail and files.

const ofNoor = {
  id: 'mailbox-1',
  type: 'User',
  name: 'Noor Haddad',
  detail: 'noor.haddad@contoso.com',
  echo: '{}',
} as const;
const wholeMailbox = asWhole(ofNoor, 'mailbox');
const wholeDrive = asWhole({ ...ofNoor, id: 'drive-1' }, 'drive');
const inMailbox = aFolder({ key: 'inbox', title: 'Inbox', containerId: 'mailbox-1', at: undefined, who: undefined });
const administrator = { access: 'administrator' } as const;
const aWholeAmount = amountOf([{ workload: 'exchange', entries: [wholeMailbox] }], 'administrator');

const everybody = { own: false, everybody: true, name: '' } as const;
const endOfDay = { kind: 'at', id: '2026-11-03', backupTime: Date.UTC(2026, 10, 3, 22) - 1, isAssumed: true } as const;
const KINDS_OF_DATA = ['exchange', 'onedrive', 'sharepoint', 'teams'] as const;

const everyAdministratorView = (): readonly (readonly [name: string, view: RestoreView])[] => [
  [
    'task-search-opening-as-administrator',
    aSearchView({
      task: aTaskFacts({ ...administrator, scope: undefined, kinds: KINDS_OF_DATA, point: undefined }),
      choices: [{ value: 'organization', name: '' }],
      chosen: undefined,
      likely: someScopeChoices(2),
      counts: [],
      isOpening: true,
    }),
  ],
  [
    'task-search-everybody-as-administrator',
    aSearchView({
      task: aTaskFacts({
        ...administrator,
        scope: everybody,
        kinds: KINDS_OF_DATA,
        point: endOfDay,
        remark: { code: 'not-in-backup', typed: 'nor hadad' },
      }),
      form: { words: 'kyoto', asOf: '2026-11-03' },
      choices: [
        { value: 'organization', name: '' },
        { value: 'm-1', type: 'User', name: 'Noor Haddad', detail: 'noor.haddad@contoso.com' },
        { value: 'm-2', type: 'User', name: 'Noor Haddad', detail: 'noor.haddad@contoso.com', isArchive: true },
      ],
      chosen: 'organization',
      counts: [{ type: 'User', count: 100_000 }],
    }),
  ],
  [
    'task-search-not-in-backup',
    aSearchView({
      task: aTaskFacts({
        ...administrator,
        scope: undefined,
        kinds: KINDS_OF_DATA,
        remark: { code: 'not-in-backup', typed: 'nor hadad' },
      }),
      form: { words: 'kyoto' },
      choices: [
        { value: 'nor hadad', name: 'nor hadad' },
        { value: 'organization', name: '' },
      ],
      chosen: 'nor hadad',
      counts: [{ type: 'User', count: 100_000 }],
      isElsewhere: true,
    }),
  ],
  [
    'task-point-assumed-as-administrator',
    aPointView({ task: aTaskFacts({ ...administrator, scope: undefined, point: endOfDay }), isAssumed: true }),
  ],
  ['task-earlier-as-administrator', anEarlierView({ task: aTaskFacts(administrator), isAssumed: true })],
  [
    'task-results-everybody-as-administrator',
    aResultsView({
      task: aTaskFacts({ ...administrator, scope: everybody, point: endOfDay, kinds: KINDS_OF_DATA }),
      entries: aPageOfEntries().map((entry, at) => ({
        ...entry,
        containerName: at % 2 === 0 ? 'Noor Haddad' : 'Zoe Kim',
      })),
    }),
  ],
  [
    'mailbox-as-administrator',
    aFolderView({
      task: aTaskFacts(administrator),
      location: { containerId: 'mailbox-1', containerName: 'Noor Haddad', folders: [] },
      entries: [wholeMailbox, inMailbox],
      found: 2,
    }),
  ],
  ['mail-summary-mailbox-as-administrator', aSummaryOf(aTaskFacts(administrator), {}, [wholeMailbox])],
  ['mail-summary-items-as-administrator', aSummaryOf(aTaskFacts(administrator), {}, [anEntry(), inMailbox])],
  [
    'files-summary-drive-as-administrator',
    {
      ...aSummaryOf(aFilesTask(administrator), { documentAction: 'Overwrite' }, [wholeDrive]),
      task: aFilesTask({ ...administrator, remark: { code: 'overwrites-whole' } }),
    },
  ],
  [
    'files-summary-as-administrator',
    aSummaryOf(aFilesTask(administrator), {}, [aDocument(), aDocument({ key: 'v1', version: '2.0' }), aFolder()]),
  ],
  ['restore-approval-whole', anApprovalView({ amount: aWholeAmount })],
  ['restore-running-whole', aRunningView({ restore: aRestoreFacts({ ...administrator, isCounted: false }) })],
];
