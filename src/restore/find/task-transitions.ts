/** How a task changes: scope, workload, point, results, list, options. Pure. */
import type { Entry, Point, RestoreOptions, Scope, Workload } from '../model/catalog.ts';
import type { Explore, Form, Location, Remark, ResultsPage, Source, Step, Task } from '../model/task.ts';
import { entriesOf } from '../model/task.ts';
import type { Results } from './results-cache.ts';
import { formOf, workloadsOf } from '../workloads/index.ts';

export const PAGE_SIZE = 10;
/** How many results a search or folder may return. */
export const MAX_FOUND = 2000;

/** Without effects: it is applied again after a conflict. */
export type TaskChange = (task: Task) => Task;

export type NewTask = Pick<Task, 'id' | 'signInId' | 'organization' | 'userId' | 'isOperator'> & {
  /** Who is signed in: the name of their own data. */
  readonly account: string;
  readonly now: number;
};

export function newTask({ account, now, ...facts }: NewTask): Task {
  const task: Task = {
    ...facts,
    startedAt: now,
    usedAt: now,
    step: 'scope',
    showDeleted: false,
    form: {},
    list: [],
  };
  // Everybody else can only restore their own data.
  return facts.isOperator ? task : withScope(task, { kind: 'own', name: account });
}

/** The first choice that is missing, or else the search form. */
export function nextStep({ scope, workload }: Pick<Task, 'scope' | 'workload'>): Step {
  if (scope === undefined) return 'scope';
  return workload === undefined ? 'workload' : 'search';
}

const idOf = (scope: Scope | undefined): string | undefined => (scope?.kind === 'item' ? scope.item.id : scope?.kind);
const pointOf = (point: Point | undefined): string | undefined => (point?.kind === 'at' ? point.id : point?.kind);

/** Identifies the data that an explore session opens (API, section C2). Ids are valid within it only. */
export const whereOf = ({ scope, workload, point, showDeleted }: Task): string =>
  JSON.stringify([scope?.kind, idOf(scope), workload, pointOf(point), showDeleted]);

export const isSameWhere = (one: Task, other: Task): boolean => whereOf(one) === whereOf(other);

/** Has every choice that a search needs. */
export type ReadyTask = Task & { readonly scope: Scope; readonly workload: Workload; readonly point: Point };

export function isReady(task: Task): task is ReadyTask {
  return task.scope !== undefined && task.workload !== undefined && task.point !== undefined;
}

export const withLatest: TaskChange = (task) =>
  task.point !== undefined || nextStep(task) !== 'search' ? task : { ...task, point: { kind: 'latest' } };

/** Drops results and list after a change of scope, workload or point. */
function withNewPlace(before: Task, after: Task): Task {
  if (isSameWhere(before, after)) return after;
  return {
    ...after,
    explore: undefined,
    containers: undefined,
    page: undefined,
    versions: undefined,
    list: [],
    expanded: undefined,
    remark: before.list.length > 0 ? { code: 'list-emptied' } : after.remark,
  };
}

export function withScope(task: Task, scope: Scope): Task {
  if (idOf(task.scope) === idOf(scope)) return { ...task, scope, step: nextStep({ ...task, scope }) };
  const fitting = workloadsOf(scope);
  const same = fitting.find((workload) => workload === task.workload);
  const workload = same ?? (fitting.length === 1 ? fitting[0] : undefined);
  // Restore points differ between scopes.
  const next: Task = { ...task, scope, workload, point: undefined };
  return withNewPlace(task, { ...next, step: nextStep(next) });
}

/** The operator no longer has access to it and has to choose another one. */
export function withoutScope(task: Task): Task {
  const next = { ...task, scope: undefined, workload: undefined, point: undefined, step: 'scope' } as const;
  return { ...withNewPlace(task, next), remark: { code: 'scope-taken-away' } };
}

export function withWorkload(task: Task, workload: Workload): Task {
  const { scope } = task;
  if (scope === undefined || !workloadsOf(scope).includes(workload)) return { ...task, step: nextStep(task) };
  if (task.workload === workload) return { ...task, step: 'search' };
  const next: Task = { ...task, workload, point: undefined, options: undefined, step: 'search' };
  return withNewPlace(task, { ...next, form: formOf(workload, task.form) });
}

export function withPoint(task: Task, point: Point, showDeleted: boolean): Task {
  return withNewPlace(task, { ...task, point, showDeleted, step: nextStep(task) });
}

export const isFilled = (form: Form): boolean => Object.values(form).some((value) => value !== undefined);

export const hasFolders = (entries: readonly Entry[]): boolean => entries.some(({ kind }) => kind === 'folder');

/** Goes to a step, or to the one where a missing choice is made first. */
export function goTo(task: Task, to: Step): Task {
  return { ...task, step: reachable(task, to) };
}

function reachable(task: Task, to: Step): Step {
  const { scope, workload, page, versions, list, options, isOperator } = task;
  const next = nextStep(task);
  switch (to) {
    case 'scope':
      return isOperator ? 'scope' : next;
    case 'workload':
      return scope !== undefined && workloadsOf(scope).length > 1 ? 'workload' : next;
    case 'point':
      return workload === undefined ? next : 'point';
    case 'search':
      return next;
    case 'results':
      return page === undefined ? next : 'results';
    case 'versions':
      return versions === undefined ? reachable(task, 'results') : 'versions';
    case 'list':
      return 'list';
    case 'options':
    case 'reason':
    case 'summary':
      // Folders have to be expanded first.
      return list.length === 0 || options === undefined || hasFolders(entriesOf(task)) ? 'list' : to;
  }
}

/** @param number from 0; the last page if there are fewer */
export function pageOf(results: Results, source: Source, number: number): ResultsPage {
  const { entries, more } = results;
  const last = Math.max(0, Math.ceil(entries.length / PAGE_SIZE) - 1);
  const shown = Math.min(Math.max(0, number), last);
  return {
    source,
    number: shown,
    entries: entries.slice(shown * PAGE_SIZE, (shown + 1) * PAGE_SIZE),
    found: entries.length,
    tooMany: more,
    location: source.kind === 'folder' ? source.location : undefined,
  };
}

export function withPage(task: Task, page: ResultsPage, remark?: Remark): Task {
  return { ...task, page, versions: undefined, step: 'results', remark: remark ?? task.remark };
}

/** The location of a folder within a location. */
export const inside = (location: Location, { id, title }: Entry): Location => ({
  ...location,
  folders: [...location.folders, { id, name: title }],
});

/**
 * The explore session that the task keeps after a press.
 *
 * @param before the task's when the press began
 * @param after the same, or the one that the press opened instead
 */
export function keepExplore(task: Task, before: Explore | undefined, after: Explore | undefined): Explore | undefined {
  const present = task.explore;
  // Another press has opened one for the same data in the meantime.
  return present !== undefined && present.id !== before?.id ? present : after;
}

/** Also how many may be restored at once. */
export const MAX_LISTED = 2000;
const MAX_REASON = 200;

const isSameThing = (one: Entry, other: Entry): boolean => one.containerId === other.containerId && one.id === other.id;

/** Adds to the list. Another version of a document replaces the one on it. */
export function withAdded(task: Task, entries: readonly Entry[]): Task {
  const list = [...task.list];
  let isFull = false;
  for (const entry of entries) {
    const index = list.findIndex((listed) => isSameThing(listed, entry));
    if (index >= 0) list[index] = entry;
    else if (list.length < MAX_LISTED) list.push(entry);
    else isFull = true;
  }
  const remark: Remark = isFull ? { code: 'list-full', most: MAX_LISTED } : { code: 'added', count: entries.length };
  return { ...task, list, expanded: undefined, remark };
}

export function withRemoved(task: Task, keys: readonly string[]): Task {
  const list = task.list.filter(({ key }) => !keys.includes(key));
  const remark: Remark = { code: 'removed', count: task.list.length - list.length };
  return { ...task, list, expanded: undefined, step: 'list', remark };
}

export function withOptions(task: Task, options: RestoreOptions): Task {
  return goTo({ ...task, options }, 'reason');
}

/** On one line, no longer than the service's list shows. */
export function withReason(task: Task, typed: string | undefined): Task {
  const line = typed?.replaceAll(/\s+/g, ' ').trim() ?? '';
  const reason = Array.from(line).slice(0, MAX_REASON).join('');
  return goTo({ ...task, reason: reason === '' ? undefined : reason }, 'summary');
}
