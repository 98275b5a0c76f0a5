/** Converts a task to the view of its card. Pure. */
import type { Session } from '../../../sign-in/state/model.ts';
import type { AccessKind } from '../../backups/entries/access-kind.ts';
import type { Entry, Named, ScopeItem } from '../../backups/entries/entry.ts';
import type { Origin, RestorePoint, ScopeList } from '../../backups/catalog.ts';
import type { Workload } from '../../backups/workloads/index.ts';
import { foldName } from '../../../core/text.ts';
import { countOf, entriesIn, isSameWhere, kindsOf, ownerOf, type ListGroup } from '../../backups/list.ts';
import type { Look } from '../../state/look.ts';
import { groupsOf, selectedOf, type Remark, type Task } from '../../state/task.ts';
import { canExport } from '../../export/exportable-posts.ts';
import type { RestorePorts } from '../../state/ports.ts';
import { shownOf } from '../../run/record/create-restore.ts';
import {
  scopeFacts,
  type OptionChoices,
  type PlaceFacts,
  type SummaryGroup,
  type ScopeChoice,
  type TaskFacts,
  type TaskView,
} from '../../state/task-views.ts';
import { amountOf } from '../../backups/workloads/amount.ts';
import { kindsOffered, rulesOf, SCOPE_TYPES, WORKLOADS } from '../../backups/workloads/index.ts';
import type { OptionValues } from '../../backups/entries/option-values.ts';
import { optionsFor, readOptions } from '../../backups/workloads/options.ts';
import { fileNeedsApproval, isReasonRequired, mayLeave, needsApproval } from '../../access/gate.ts';
import { mayRestoreElsewhere, targetsNamed } from './confirm.ts';
import { dayOf } from '../../backups/dates/calendar.ts';
import { MAX_SESSIONS } from '../../explore/search-order.ts';
import { daysOf, usable } from '../../explore/restore-points.ts';
import { isOnlyOne, itemsNamed, searchScope } from '../../explore/scope/scope-search.ts';
import { CONTAINERS_PAGE_SIZE, goTo, isExpandedFirst, PAGE_SIZE, paginated } from '../../state/task-transitions.ts';
import { policyOf } from '../../access/kinds/policy.ts';

export interface ViewContext extends Pick<
  RestorePorts,
  'reasonRule' | 'exportPosts' | 'downloads' | 'restoreElsewhere' | 'approvalRule' | 'withCertificate'
> {
  readonly organization: string;
  /** Its account names the person's own data. */
  readonly session: Pick<Session, 'account'>;
  readonly zone: string | undefined;
  /** The service lets the person save nothing of the kind. */
  readonly isRefused: boolean;
  readonly recentScopes: readonly ScopeItem[];
  readonly scopes?: ScopeList | undefined;
  /** The list, if it is there without being fetched. */
  readonly known?: ScopeList | undefined;
  readonly points?: readonly RestorePoint[] | undefined;
  /** Of the list, from 0. */
  readonly listPage?: number | undefined;
  /** Why something of the above is missing. */
  readonly remark?: Remark | undefined;
}

const MAX_CHOICES = 25;
const MAX_DAYS = 20;
const MAX_TITLES = 5;

type ChoiceContext = Pick<ViewContext, 'session' | 'recentScopes'> & Pick<Task, 'access'>;

/**
 * What a scope picker offers: matches of what was typed, or else recent scopes, the person's own data or everybody's, and the
 * first items.
 *
 * @param list undefined if unavailable: the person's own data, or everybody's, is still offered
 */
export function scopeChoices(
  list: ScopeList | undefined,
  typed: string,
  max: number,
  { session: { account }, recentScopes, access }: ChoiceContext,
): readonly ScopeChoice[] {
  const isTyped = typed.trim() !== '';
  const recent = isTyped ? [] : stillThere(recentScopes, list, access);
  const matching = list === undefined ? [] : searchScope(list, typed, max);
  const { isOrganizationWide } = policyOf(access);
  const own: ScopeChoice = isOrganizationWide ? { value: 'organization', name: '' } : { value: 'own', name: account };
  const isOwn = isOrganizationWide ? !isTyped : foldName(account).includes(foldName(typed));
  const all = [...recent.map(choiceOf), ...(isOwn ? [own] : []), ...matching.map(choiceOf)];
  return [...new Map(all.map((choice) => [choice.value, choice])).values()].slice(0, max);
}

/** An operator may no longer have access to them; an administrator's are looked up when they are chosen. */
const stillThere = (recentScopes: readonly ScopeItem[], list: ScopeList | undefined, access: AccessKind) =>
  policyOf(access).findsNamesInSession ? recentScopes : recentScopes.flatMap(({ id }) => list?.find(id) ?? []);

const choiceOf = ({ id, type, name, detail, isArchive }: ScopeItem): ScopeChoice => ({
  value: id,
  type,
  name,
  detail,
  isArchive,
});

/** Behind buttons of their own: whom an ambiguous name may mean, or, while nobody is chosen, whose data was searched last. */
function likelyScopes({ remark, scope, asked, access }: Task, { scopes, recentScopes }: ViewContext) {
  if (remark?.code === 'which-scope') return scopes === undefined ? [] : itemsNamed(remark.typed, scopes, asked);
  return scope === undefined ? stillThere(recentScopes, scopes, access) : [];
}

function searchView(task: TaskFacts, stored: Task, context: ViewContext): TaskView {
  const { scope, form, within, asked, named, point, showDeleted, access } = stored;
  const { scopes, zone } = context;
  const present = scope && { ...scopeFacts(scope), value: ownerOf(scope) ?? '' };
  // Not typed again for another day.
  const chosen = named === undefined ? present : { value: named, name: named };
  const offered = scopeChoices(scopes, '', MAX_CHOICES, { ...context, access }).filter(
    ({ value }) => value !== chosen?.value && value !== present?.value,
  );
  return {
    kind: 'task-search',
    task,
    form: { ...form, asOf: form.asOf ?? (point?.kind === 'at' ? dayOf(point.backupTime, zone) : undefined) },
    within,
    showDeleted,
    choices: task.isOperator
      ? [...new Set([chosen, present, ...offered])].filter((choice) => choice !== undefined)
      : [],
    chosen: chosen?.value,
    likely: likelyScopes(stored, context).map(choiceOf),
    counts: SCOPE_TYPES.map((type) => ({ type, count: scopes?.counts[type] ?? 0 })).filter(({ count }) => count > 0),
    isOpening: policyOf(access).findsNamesInSession && scopes === undefined,
    asked,
    isElsewhere: named !== undefined,
  };
}

function pointView(task: TaskFacts, showDeleted: boolean, context: ViewContext): TaskView {
  const points = task.workload === undefined ? [] : usable(context.points ?? [], task.workload);
  const days = daysOf(points, context.zone);
  const isEmpty = context.points !== undefined && points.length === 0;
  return {
    kind: 'task-point',
    task: isEmpty ? { ...task, remark: task.remark ?? { code: 'no-points' } } : task,
    days: days.slice(0, MAX_DAYS),
    moreDays: Math.max(0, days.length - MAX_DAYS),
    isAssumed: points[0]?.isAssumed,
    latestAt: points[0]?.backupTime,
    firstAt: points.at(-1)?.backupTime,
    showDeleted,
  };
}

function earlierView(task: TaskFacts, { from, isAssumed, lookingAt, looked, sessions, comparison }: Look): TaskView {
  const seen = looked.filter(({ found }) => found).map(({ at }) => at);
  return {
    kind: 'task-earlier',
    task,
    at: lookingAt,
    ofDeleted: lookingAt === from,
    isAssumed,
    comparedWith: comparison && from,
    seenAt: seen.length === 0 || comparison !== undefined ? undefined : Math.max(...seen),
    sessions,
    maxSessions: MAX_SESSIONS,
  };
}

/** An entry is listed once, perhaps as of another day. */
function listedOf(entries: readonly Entry[], list: readonly Entry[]): readonly string[] {
  const listed = new Set(list.map(({ key }) => key));
  return entries.map(({ key }) => key).filter((key) => listed.has(key));
}

function ticksOf({ ticked: all = [] }: Task, entries: readonly Entry[]) {
  const ticked = listedOf(entries, all);
  return { ticked, elsewhere: all.length - ticked.length };
}

function resultsView(task: Task, facts: TaskFacts, context: ViewContext): TaskView {
  const { page, containers } = task;
  if (page === undefined) return searchView(facts, task, context);
  const { source, location, number, entries, found, tooMany } = page;
  const ofContainers = source.kind === 'folder' && source.location === undefined;
  const { shown, ...paging } = paginated(containers ?? [], number, CONTAINERS_PAGE_SIZE);
  return {
    kind: 'task-results',
    task: facts,
    source: source.kind,
    form: source.kind === 'search' ? source.form : undefined,
    location,
    within: source.kind === 'search' ? source.within : undefined,
    missing: source.kind === 'folder' ? source.missing : undefined,
    beyond: source.kind === 'search' && source.beyond === true,
    containers: ofContainers ? shown : undefined,
    entries,
    listed: listedOf(entries, entriesIn(task.list)),
    ...ticksOf(task, entries),
    ...(ofContainers ? paging : { page: number, pages: Math.max(1, Math.ceil(found / PAGE_SIZE)) }),
    found: ofContainers ? (containers ?? []).length : found,
    tooMany,
  };
}

function versionsView(task: Task, facts: TaskFacts, context: ViewContext): TaskView {
  const { versions, list } = task;
  if (versions === undefined) return resultsView(task, facts, context);
  const { of, more } = versions;
  const { shown: entries, page, pages } = paginated(versions.entries, versions.number ?? 0);
  const listed = listedOf(entries, entriesIn(list));
  return { kind: 'task-versions', task: facts, of, entries, more, page, pages, ...ticksOf(task, entries), listed };
}

function containersOf({ containers, scope, entries }: ListGroup): readonly Named[] {
  const holders = new Map(entries.map(({ containerId, containerName }) => [containerId, containerName]));
  const { name: fallback } = scopeFacts(scope);
  return [...holders].map(([id, name]) => {
    const found = containers?.find((container) => container.id === id);
    return { name: found?.name || name || fallback, detail: found?.detail };
  });
}

const placeFacts = ({ scope, workload, point }: Origin): PlaceFacts => ({ scope: scopeFacts(scope), workload, point });

/** @param shown how many entries are named */
const summaryGroup = (group: ListGroup, shown: number, access: AccessKind): SummaryGroup => ({
  ...placeFacts(group),
  ...amountOf([group], access),
  containers: containersOf(group),
  first: group.entries.slice(0, shown).map(({ title, version }) => ({ title, version })),
});

/** The entries of one page of the list, with their places. */
function listView(facts: TaskFacts, task: Task, { listPage = 0 }: ViewContext): TaskView {
  const { list, ticked = [] } = task;
  const all = list.flatMap((group) => group.entries.map((entry) => ({ entry, group })));
  const { shown, page, pages } = paginated(all, listPage);
  const groups = [...Map.groupBy(shown, ({ group }) => group)].map(([group, rows]) => ({
    ...placeFacts(group),
    here: isSameWhere(group, task),
    entries: rows.map(({ entry }) => entry),
  }));
  return { kind: 'task-list', task: facts, groups, places: list.length, page, pages, elsewhere: ticked.length };
}

function elsewhereOf(task: Task, { known }: ViewContext) {
  const { target, typedTarget, remark } = task;
  if (typedTarget === undefined) return { chosen: target && choiceOf(target) };
  const item = known?.find(typedTarget);
  const isAmbiguous = remark?.code === 'which-scope' && known !== undefined;
  return {
    // What was typed stays in the field, to be corrected.
    chosen: item === undefined ? { value: typedTarget, name: typedTarget } : choiceOf(item),
    likely: isAmbiguous ? targetsNamed(typedTarget, known, task).slice(0, MAX_CHOICES).map(choiceOf) : undefined,
  };
}

function summaryView(facts: TaskFacts, task: Task, context: ViewContext): TaskView {
  const { reasonRule, restoreElsewhere } = context;
  const groups = groupsOf(task);
  const { target } = task;
  const shown = Math.ceil(MAX_TITLES / groups.length);
  return {
    kind: 'task-summary',
    task: facts,
    shown: shownOf(task),
    ...amountOf(groups, task.access),
    folders: selectedOf(task).flatMap((group) => group.entries.filter(isExpandedFirst(group.workload, task.access)))
      .length,
    elsewhere: restoreElsewhere && mayRestoreElsewhere(task) ? elsewhereOf(task, context) : undefined,
    // Elsewhere there is nothing yet that they could be about.
    choices: (target === undefined ? kindsOf(groups) : []).map(({ workload, entries }) =>
      choicesOf(workload, task.options?.[workload] ?? {}, entries, task.access),
    ),
    groups: groups.map((group) => ({
      ...summaryGroup(group, shown, task.access),
      target: target && { name: target.name, detail: target.detail },
    })),
    reason: task.reason,
    isReasonRequired: isReasonRequired(task.access, reasonRule),
    needsApproval: needsApproval(
      context,
      task,
      groups.map((group) => ({ ...group, target, options: task.options?.[group.workload] })),
    ),
    back: (task.ticked?.length ?? 0) > 0 ? 'results' : 'list',
  };
}

export function choicesOf(
  workload: Workload,
  stored: OptionValues,
  entries: readonly Entry[],
  access: AccessKind,
): OptionChoices {
  const rules = rulesOf(workload, access);
  const { values } = readOptions(rules, stored, entries);
  return {
    workload,
    values,
    offered: optionsFor(rules, entries).map(({ name }) => name),
    notes: rules.notes?.(values, entries) ?? [],
  };
}

/** What the service did not tell for the card is said once. */
function remarksOf({ remark, also = [] }: Task, { remark: missing }: ViewContext): Pick<TaskFacts, 'remark' | 'also'> {
  const isSaid = missing === undefined || remark?.code === missing.code;
  const [first, ...others] = [remark ?? [], also, isSaid ? [] : missing].flat();
  return { remark: first, also: others };
}

export function taskView(stored: Task, context: ViewContext): TaskView {
  const task = goTo(stored, stored.step);
  const { id: taskId, access, isOperator, scope, workload, point, list } = task;
  const own = scope?.kind === 'own';
  const facts: TaskFacts = {
    taskId,
    organization: context.organization,
    access,
    isOperator,
    scope: scope && { ...scopeFacts(scope), isOnlyOne: isOnlyOne(scope, context.known) },
    // An administrator goes on to another kind first, and then to whose data it is.
    kinds:
      policyOf(access).findsNamesInSession && task.step === 'search'
        ? WORKLOADS
        : kindsOffered(scope, context.scopes?.counts),
    workload,
    point,
    listed: countOf(list),
    canExport: mayLeave(context, 'export', access) && canExport(task),
    canDownload: mayLeave(context, 'download', access) && !context.isRefused,
    fileNeedsApproval: fileNeedsApproval(context, own) || undefined,
    ...remarksOf(task, context),
  };
  switch (task.step) {
    case 'point':
      return pointView(facts, task.showDeleted, context);
    case 'search':
      return searchView(facts, task, context);
    case 'earlier':
      return task.look === undefined ? searchView(facts, task, context) : earlierView(facts, task.look);
    case 'results':
      return resultsView(task, facts, context);
    case 'versions':
      return versionsView(task, facts, context);
    case 'leave': {
      const { leaving } = task;
      return leaving === undefined
        ? resultsView(task, facts, context)
        : { kind: 'task-leave', task: facts, leaving, reason: leaving.reason };
    }
    case 'list':
      return listView(facts, task, context);
    case 'summary':
      return summaryView(facts, task, context);
  }
}
