/** Converts a task to the view of its card. Pure. */
import type { Entry, RestorePoint, Scope, ScopeItem, ScopeList } from '../model/catalog.ts';
import { usable, daysOf } from './restore-points.ts';
import type { Remark, Task } from '../model/task.ts';
import { entriesOf } from '../model/task.ts';
import { scopeFacts } from '../views.ts';
import { goTo, PAGE_SIZE } from './task-transitions.ts';
import type { ScopeChoice, TaskFacts, TaskView } from '../views.ts';
import { rulesOf, SCOPE_TYPES } from '../workloads/index.ts';

/** What a card shows besides the task. */
export interface ViewContext {
  /** Display name. */
  readonly organization: string;
  /** The signed-in account, as the name of the person's own data. */
  readonly account: string;
  readonly zone: string | undefined;
  readonly recentScopes: readonly ScopeItem[];
  /** For the scope picker, if available. */
  readonly scopes?: ScopeList | undefined;
  /** What was typed after `restore scope`. */
  readonly typed?: string | undefined;
  /** For the choice of a restore point, if available. */
  readonly points?: readonly RestorePoint[] | undefined;
  /** Of the list, from 0. */
  readonly listPage?: number | undefined;
  /** Why something of the above is missing. */
  readonly remark?: Remark | undefined;
}

const MAX_CHOICES = 25;
const MAX_DAYS = 20;
const MAX_TITLES = 5;
const OWN = 'own';

const choiceOf = ({ id, name, detail }: ScopeItem): ScopeChoice => ({ value: id, name, detail });

const ownChoice = (account: string): ScopeChoice => ({ value: OWN, name: account });

const isIn = (text: string, typed: string): boolean => text.toLowerCase().includes(typed.trim().toLowerCase());

/**
 * What a scope picker offers: matches of what was typed, or else recent scopes, the person's own data and the first items.
 *
 * @param list undefined if unavailable: the person's own data is still offered
 */
export function scopeChoices(
  list: ScopeList | undefined,
  typed: string,
  most: number,
  { account, recentScopes }: Pick<ViewContext, 'account' | 'recentScopes'>,
): readonly ScopeChoice[] {
  const isTyped = typed.trim() !== '';
  // Only recent ones that are still in the list.
  const recent = isTyped ? [] : recentScopes.flatMap(({ id }) => list?.find(id) ?? []);
  const matching = SCOPE_TYPES.flatMap((type) => list?.search(typed, type, most) ?? []);
  const own = !isTyped || isIn(account, typed) ? [ownChoice(account)] : [];
  const all = [...recent.map(choiceOf), ...own, ...matching.map(choiceOf)];
  return [...new Map(all.map((choice) => [choice.value, choice])).values()].slice(0, most);
}

function factsOf(task: Task, context: ViewContext): TaskFacts {
  const { id: taskId, isOperator, scope, workload, point, list } = task;
  return {
    taskId,
    organization: context.organization,
    isOperator,
    scope: scope === undefined ? undefined : scopeFacts(scope),
    workload,
    point,
    listed: list.length,
    remark: task.remark ?? context.remark,
  };
}

function scopeView(task: Task, context: ViewContext): TaskView {
  const { scopes, typed } = context;
  const counts = scopes?.counts;
  const choices = scopeChoices(scopes, typed ?? '', MAX_CHOICES, context);
  const facts = factsOf(task, context);
  const isUnknown = typed !== undefined && scopes !== undefined && choices.length === 0;
  return {
    kind: 'task-scope',
    task: isUnknown ? { ...facts, remark: facts.remark ?? { code: 'no-such-scope', typed } } : facts,
    // Offers everything again after a name that matches nothing.
    choices: isUnknown ? scopeChoices(scopes, '', MAX_CHOICES, context) : choices,
    all: SCOPE_TYPES.reduce((sum, type) => sum + (counts?.[type] ?? 0), 0),
    sites: counts?.Site ?? 0,
    teams: counts?.Team ?? 0,
    typed,
  };
}

function pointView(task: Task, context: ViewContext): TaskView {
  const { workload, showDeleted } = task;
  const points = workload === undefined ? [] : usable(context.points ?? [], workload);
  const days = daysOf(points, context.zone);
  const facts = factsOf(task, context);
  const none = context.points !== undefined && points.length === 0;
  return {
    kind: 'task-point',
    task: none ? { ...facts, remark: facts.remark ?? { code: 'no-points' } } : facts,
    days: days.slice(0, MAX_DAYS),
    moreDays: Math.max(0, days.length - MAX_DAYS),
    latestAt: points[0]?.backupTime,
    firstAt: points.at(-1)?.backupTime,
    showDeleted,
  };
}

function listView(task: Task, context: ViewContext): TaskView {
  const pages = Math.max(1, Math.ceil(task.list.length / PAGE_SIZE));
  const page = Math.min(Math.max(0, context.listPage ?? 0), pages - 1);
  const entries = task.list.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE);
  return { kind: 'task-list', task: factsOf(task, context), entries, page, pages };
}

/** Keys of the entries that are on the list. */
function listedOf(entries: readonly Entry[], list: readonly Entry[]): readonly string[] {
  const listed = new Set(list.map(({ key }) => key));
  return entries.map(({ key }) => key).filter((key) => listed.has(key));
}

function resultsView(task: Task, context: ViewContext): TaskView {
  const { page, list, containers, form } = task;
  const facts = factsOf(task, context);
  if (page === undefined) return { kind: 'task-search', task: facts, form };
  const { source, location, number, entries, found, tooMany } = page;
  const ofContainers = source.kind === 'folder' && source.location === undefined;
  return {
    kind: 'task-results',
    task: facts,
    source: source.kind,
    form: source.kind === 'search' ? source.form : undefined,
    location,
    containers: ofContainers ? (containers ?? []).slice(0, MAX_CHOICES) : undefined,
    entries,
    listed: listedOf(entries, list),
    page: number,
    pages: Math.max(1, ofContainers ? 1 : Math.ceil(found / PAGE_SIZE)),
    found,
    tooMany,
  };
}

function containerNames(task: Task, scope: Scope | undefined): readonly string[] {
  const ids = [...new Set(entriesOf(task).map(({ containerId }) => containerId))];
  const fallback = scope === undefined ? '' : scopeFacts(scope).name;
  return ids.map((id) => task.containers?.find((container) => container.id === id)?.name || fallback);
}

/** The view of the task's step, or of the step before if something is missing for it. */
export function taskView(stored: Task, context: ViewContext): TaskView {
  const task = goTo(stored, stored.step);
  const { workload, form, versions, reason, list } = task;
  const facts = factsOf(task, context);
  const options = task.options ?? (workload === undefined ? undefined : rulesOf(workload).defaults);
  const items = entriesOf(task);
  switch (task.step) {
    case 'scope':
      return scopeView(task, context);
    case 'workload':
      return { kind: 'task-workload', task: facts };
    case 'point':
      return pointView(task, context);
    case 'search':
      return { kind: 'task-search', task: facts, form };
    case 'results':
      return resultsView(task, context);
    case 'versions':
      if (versions === undefined) return resultsView(task, context);
      return { kind: 'task-versions', task: facts, ...versions, listed: listedOf(versions.entries, list) };
    case 'list':
      return listView(task, context);
    case 'options': {
      if (options === undefined) return listView(task, context);
      const folders = list.filter(({ kind }) => kind === 'folder').length;
      const hasVersions = list.some(({ version }) => version !== undefined);
      return { kind: 'task-options', task: facts, options, items: items.length, folders, hasVersions };
    }
    case 'reason':
      return { kind: 'task-reason', task: facts, reason };
    case 'summary': {
      if (options === undefined) return listView(task, context);
      const containers = containerNames(task, task.scope);
      const first = items.slice(0, MAX_TITLES).map(({ title, version }) => ({ title, version }));
      return { kind: 'task-summary', task: facts, options, items: items.length, containers, reason, first };
    }
  }
}
