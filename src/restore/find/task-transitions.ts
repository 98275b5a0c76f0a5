/** One restore task: what it is, and how it changes. Pure: no clock, no network, no SDK. */
import type { Entry, Point, Scope, Workload } from '../model/catalog.ts';
import type { Explore, Form, Location, Remark, ResultsPage, Source, Step, Task } from '../model/task.ts';
import { entriesOf } from '../model/task.ts';
import type { Results } from './results-cache.ts';
import { rulesOf, workloadsOf } from '../workloads/index.ts';

export const PAGE_SIZE = 10;
/** Found at once. */
export const MOST_FOUND = 2000;

/** Free of effects: it is asked again after a conflict, and twice where the answer to a write was lost. */
export type Change = (task: Task) => Task;

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
  // Who is no operator has their own data alone: nothing is to be chosen.
  return facts.isOperator ? task : withScope(task, { kind: 'own', name: account });
}

/** The first thing that is still to be chosen; the form where nothing is. */
export function nextStep({ scope, workload }: Pick<Task, 'scope' | 'workload'>): Step {
  if (scope === undefined) return 'scope';
  return workload === undefined ? 'workload' : 'search';
}

const idOf = (scope: Scope | undefined): string | undefined => (scope?.kind === 'item' ? scope.item.id : scope?.kind);
const pointOf = (point: Point | undefined): string | undefined => (point?.kind === 'at' ? point.id : point?.kind);

/** What an explore session is for (API, section C2): other data, other ids. */
export const whereOf = ({ scope, workload, point, showDeleted }: Task): string =>
  JSON.stringify([scope?.kind, idOf(scope), workload, pointOf(point), showDeleted]);

export const isSameWhere = (one: Task, other: Task): boolean => whereOf(one) === whereOf(other);

/** Where everything is chosen that a search needs; the latest point where none was. */
export type ReadyTask = Task & { readonly scope: Scope; readonly workload: Workload; readonly point: Point };

export function isReady(task: Task): task is ReadyTask {
  return task.scope !== undefined && task.workload !== undefined && task.point !== undefined;
}

export const withLatest: Change = (task) =>
  task.point !== undefined || nextStep(task) !== 'search' ? task : { ...task, point: { kind: 'latest' } };

/** Ids carry over from no scope, workload or point to another: what was found and picked is let go. */
function elsewhere(before: Task, after: Task): Task {
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
  const kept = fitting.find((workload) => workload === task.workload);
  const workload = kept ?? (fitting.length === 1 ? fitting[0] : undefined);
  // Whoever had a backup at that time, somebody else may not have one.
  const next: Task = { ...task, scope, workload, point: undefined };
  return elsewhere(task, { ...next, step: nextStep(next) });
}

/** It is not the person's any more: another one is to be chosen. */
export function withoutScope(task: Task): Task {
  const next = { ...task, scope: undefined, workload: undefined, point: undefined, step: 'scope' } as const;
  return { ...elsewhere(task, next), remark: { code: 'scope-taken-away' } };
}

export function withWorkload(task: Task, workload: Workload): Task {
  const { scope } = task;
  if (scope === undefined || !workloadsOf(scope).includes(workload)) return { ...task, step: nextStep(task) };
  if (task.workload === workload) return { ...task, step: 'search' };
  const next: Task = { ...task, workload, point: undefined, options: undefined, step: 'search' };
  return elsewhere(task, { ...next, form: formOf(workload, task.form) });
}

export function withPoint(task: Task, point: Point, showDeleted: boolean): Task {
  return elsewhere(task, { ...task, point, showDeleted, step: nextStep(task) });
}

/** Only what the workload's form asks for, and only what was filled in. */
export function formOf(workload: Workload, form: Form): Form {
  const { fields } = rulesOf(workload);
  const filled = fields.filter((field) => {
    const value = form[field];
    return typeof value === 'string' ? value.trim() !== '' : value === true;
  });
  return Object.fromEntries(filled.map((field) => [field, form[field]]));
}

/** Whether anything is to be looked for. */
export const isFilled = (form: Form): boolean => Object.values(form).some((value) => value !== undefined);

export const hasFolders = (entries: readonly Entry[]): boolean => entries.some(({ kind }) => kind === 'folder');

/** To a step that is asked for; where something is missing for it, to the one where that is chosen. */
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
      // Folders are to be counted out first.
      return list.length === 0 || options === undefined || hasFolders(entriesOf(task)) ? 'list' : to;
  }
}

/** @param number from 0; the last page where there are fewer */
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

/** One folder further in. */
export const inside = (location: Location, { id, title }: Entry): Location => ({
  ...location,
  folders: [...location.folders, { id, name: title }],
});

/**
 * The explore session that the task goes on with after a press.
 *
 * @param began what the press found; what it opened instead is `now`
 */
export function keptExplore(task: Task, began: Explore | undefined, now: Explore | undefined): Explore | undefined {
  const theirs = task.explore;
  // Somebody else opened one meanwhile, for the same data: one is enough.
  return theirs !== undefined && theirs.id !== began?.id ? theirs : now;
}
