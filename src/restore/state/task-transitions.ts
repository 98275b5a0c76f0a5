/** How a task changes: scope, workload, point, results, list. Pure. */
import type { Session } from '../../sign-in/state/model.ts';
import { accessKindOf, type AccessKind } from '../backups/entries/access-kind.ts';
import type { Entry, Location, Scope, ScopeType } from '../backups/entries/entry.ts';
import { LATEST, type Point } from '../backups/catalog.ts';
import type { Workload } from '../backups/workloads/index.ts';
import {
  countOf,
  entriesIn,
  fitting,
  identityOf,
  isSameSession,
  isSameWhere,
  merged,
  ownerOf,
  withGroup,
  withoutKeys,
  type ListGroup,
} from '../backups/list.ts';
import { groupHere, groupsOf, isCompared, selectedOf, type Remark, type Source, type Step, type Task } from './task.ts';
import type { Form } from '../backups/entries/form.ts';
import { DEFAULT_WORKLOAD, formOf, isRead, kindRules, workloadsOf } from '../backups/workloads/index.ts';
import type { KindRules } from '../backups/workloads/workload.ts';
import { policyOf } from '../access/kinds/policy.ts';

export const PAGE_SIZE = 10;
/** Mailboxes, drives or sites. */
export const CONTAINERS_PAGE_SIZE = 25;
export const MAX_FOUND = 2000;

export interface Results {
  readonly entries: readonly Entry[];
  /** More exist than were fetched. */
  readonly more: boolean;
  /** Of the workload's searches those that the service refused, while it answered others. */
  readonly unsearched?: readonly string[];
  /** Those that do not know all that was combined with OR, and might have found some of it. */
  readonly leftOut?: readonly string[];
}

/** Without effects: it is applied again after a conflict. */
export type TaskChange = (task: Task) => Task;

export const ownScope = ({ account }: Pick<Session, 'account'>): Scope => ({ kind: 'own', name: account });

export function newTask(session: Session, { id, isOperator }: Pick<Task, 'id' | 'isOperator'>, now: number): Task {
  const { signInId, organization, userId, flow } = session;
  const access = accessKindOf(flow);
  const nothing = { step: 'search', showDeleted: false, form: {}, list: [] } as const;
  const task: Task = {
    id,
    signInId,
    organization,
    userId,
    access,
    isOperator,
    startedAt: now,
    usedAt: now,
    ...nothing,
  };
  // Its names come out of a session, which is of one kind.
  if (policyOf(access).findsNamesInSession) return { ...task, workload: DEFAULT_WORKLOAD };
  // Everybody else can only restore their own data.
  return isOperator ? task : withScope(task, ownScope(session));
}

export const whileSame =
  (task: Task, change: TaskChange): TaskChange =>
  (present) =>
    isSameWhere(present, task) ? change(present) : present;

/** As `whileSame`, of what belongs to the explore session. */
export const whileSameSession =
  (task: Task, change: TaskChange): TaskChange =>
  (present) =>
    isSameSession(present, task, task.access) ? change(present) : present;

export type ReadyTask = Task & { readonly scope: Scope; readonly workload: Workload; readonly point: Point };

export const isReady = (task: Task): task is ReadyTask =>
  task.scope !== undefined && task.workload !== undefined && task.point !== undefined;

/** Whether that look goes on. */
export const isLooking = (task: Task | undefined, lookId: string): boolean =>
  task?.step === 'earlier' && task.look?.id === lookId;

export const withLatest: TaskChange = (task) =>
  task.point !== undefined || task.workload === undefined ? task : { ...task, point: LATEST };

/** Before something else is looked for: "latest" is the newest again, unless a session is open or something selected in what it was. */
export function withNewest(task: Task): Task {
  const { explore, opened, ticked = [], list, access } = task;
  const isSelected = ticked.length > 0 || list.some((group) => isSameSession(group, task, access));
  if (opened === undefined || explore !== undefined || isSelected) return task;
  // What is shown was found in what it was.
  return goTo(
    { ...task, opened: undefined, containers: undefined, page: undefined, missing: undefined, versions: undefined },
    task.step,
  );
}

export const withRemark =
  (remark: Remark | undefined): TaskChange =>
  (task) => ({ ...task, remark });

function saying(task: Task, [remark, ...also]: readonly Remark[]): Task {
  return { ...task, remark, also: also.length > 0 ? also : undefined };
}

const saidIn = ({ remark, also = [] }: Task): readonly Remark[] => (remark === undefined ? [] : [remark, ...also]);

/** Says it beside what was said in the same press or command, which is about something else. */
export const withAlso =
  (remark: Remark): TaskChange =>
  (task) =>
    saying(task, [...saidIn(task), remark]);

/** The same, where the card depends on it. */
export const withFirst =
  (remark: Remark | undefined): TaskChange =>
  (task) =>
    remark === undefined ? task : saying(task, [remark, ...saidIn(task)]);

/** The form, with the remark where there is one. */
export const backTo =
  (step: 'search', remark?: Remark): TaskChange =>
  (task) =>
    withFirst(remark)(goTo(task, step));

/** Before each press and command: the person saw the remarks, and how a look ended. */
export const seen: TaskChange = (task) => ({
  ...task,
  remark: undefined,
  also: undefined,
  pending: undefined,
  look: task.step === 'earlier' ? task.look : undefined,
});

/** What is ticked elsewhere would not be seen: it goes onto the list. */
function withNewPlace(before: Task, after: Task): Task {
  if (isSameWhere(before, after)) return after;
  const count = before.ticked?.length ?? 0;
  return {
    ...(count > 0 ? withAlso({ code: 'ticks-listed', count })(after) : after),
    ...(isSameSession(before, after, after.access) ? {} : { explore: undefined, opened: undefined }),
    containers: undefined,
    page: undefined,
    within: undefined,
    missing: undefined,
    versions: undefined,
    list: selectedOf(before),
    ticked: undefined,
    expanded: undefined,
  };
}

/** An administrator's: without a name, for it is everybody's. */
export const EVERYBODY: Scope = { kind: 'organization', name: '' };

const typeOf = (scope: Scope | undefined): ScopeType | undefined =>
  scope?.kind === 'item' ? scope.item.type : scope && 'User';

export function withScope(task: Task, scope: Scope): Task {
  if (ownerOf(task.scope) === ownerOf(scope)) return { ...task, scope, step: 'search' };
  const [first, ...others] = workloadsOf(scope);
  const { isOrganizationWide } = policyOf(task.access);
  // Who goes on from a person to another one means the same kind; who goes on from a site to a person does not.
  const mayStay = isOrganizationWide || typeOf(task.scope) === typeOf(scope);
  const workload = (mayStay ? others.find((same) => same === task.workload) : undefined) ?? first;
  // Restore points differ between scopes, not within the session of an administrator.
  const point = isOrganizationWide && workload === task.workload ? task.point : undefined;
  return withNewPlace(task, { ...task, scope, workload, point, step: 'search' });
}

/** The operator no longer has access to it and has to choose another one. */
export function withoutScope(task: Task): Task {
  const next = { ...task, scope: undefined, workload: undefined, point: undefined, step: 'search' } as const;
  const left = withNewPlace(task, next);
  // The service would refuse to restore it.
  const list = left.list.filter(({ scope }) => ownerOf(scope) !== ownerOf(task.scope));
  return withFirst({ code: 'scope-taken-away' })({ ...left, list });
}

/** What was chosen may not have the kind; an administrator goes on to it all the same, and chooses somebody else. */
export function withWorkload(task: Task, workload: Workload): Task {
  const isOf = task.scope !== undefined && workloadsOf(task.scope).includes(workload);
  const isPossible = isOf || policyOf(task.access).findsNamesInSession;
  if (!isPossible || task.workload === workload) return { ...task, step: 'search' };
  const scope = isOf ? task.scope : undefined;
  const next: Task = { ...task, scope, workload, point: undefined, options: undefined, step: 'search' };
  return withNewPlace(task, { ...next, form: formOf(workload, task.form, task.access) });
}

export const withPoint = (task: Task, point: Point, showDeleted: boolean): Task =>
  withNewPlace(task, { ...task, point, showDeleted, step: 'search' });

export const withoutDay = ({ asOf: _day, ...form }: Form): Form => form;

/** Whether there is something to search for. */
export const isFilledIn = (form: Form): boolean => Object.values(withoutDay(form)).some((value) => value !== undefined);

/** Restored as the items in it, to which it is expanded first; not one item of which more has to be found out. */
export const isExpandedFirst =
  (workload: Workload, access: AccessKind) =>
  (entry: Entry): boolean => {
    const { restores, opens } = kindRules(workload, entry, access);
    return restores === 'contents' && opens === true;
  };

const isRestorable =
  ({ workload, access }: Task) =>
  (entry: Entry): boolean =>
    kindRules(workload, entry, access).restores !== 'no';

/** Whether any of it is restored as something else, which has to be found out first. */
export const hasFolders =
  (access: AccessKind) =>
  ({ workload, entries }: Pick<ListGroup, 'workload' | 'entries'>): boolean =>
    entries.some((entry) => ['contents', 'above'].includes(kindRules(workload, entry, access).restores));

/** Goes to a step, or to the one where a missing choice is made first. */
export const goTo = (task: Task, to: Step): Task => ({ ...task, step: reachable(task, to) });

function reachable(task: Task, to: Step): Step {
  const { access, workload, look, page, versions, list, ticked = [], options, leaving } = task;
  switch (to) {
    case 'point':
      return workload === undefined ? 'search' : 'point';
    case 'earlier':
      return look === undefined ? reachable(task, 'results') : 'earlier';
    case 'results':
      return page === undefined ? 'search' : 'results';
    case 'search':
      return 'search';
    case 'leave':
      return leaving === undefined ? reachable(task, 'results') : 'leave';
    case 'versions':
      return versions === undefined ? reachable(task, 'results') : 'versions';
    case 'list':
      // What is only ticked is shown where it was found.
      return list.length === 0 && ticked.length > 0 ? reachable(task, 'results') : 'list';
    case 'summary':
      // Folders have to be expanded first.
      if (options !== undefined && countOf(groupsOf(task)) > 0 && !groupsOf(task).some(hasFolders(access))) return to;
      return list.length > 0 ? 'list' : reachable(task, 'results');
  }
}

/** The place itself, or the nearest above it. */
function nearest(
  { workload, access }: Task,
  { folders, ...place }: Location,
  isMeant: (rules: KindRules) => boolean,
): Location {
  const last = folders.findLastIndex(({ kind = 'folder' }) => isMeant(kindRules(workload, { kind }, access)));
  return { ...place, folders: folders.slice(0, last + 1) };
}

/** To which a search can be limited. */
const searchedAt = (task: Task, location: Location): Location =>
  nearest(task, location, ({ searched }) => searched === undefined);

/** Whose contents can be compared. */
export const comparedAt = (task: Task, location: Location): Location => nearest(task, location, isRead);

/** The form, for a search in the folder that is open. */
export function toSearchHere(task: Task): Task {
  const { page, scope } = task;
  const within = page?.location && searchedAt(task, page.location);
  const name = within?.containerName || (scope?.kind === 'item' ? scope.item.name : scope?.name) || '';
  return { ...goTo(task, 'search'), within: within && { ...within, containerName: name } };
}

export const searchingEverywhere: TaskChange = (task) => ({ ...task, within: undefined });

/** The items of one page; the last page if there are fewer. Pages are counted from 0. */
export function paginated<T>(
  all: readonly T[],
  requested: number,
  size = PAGE_SIZE,
): { page: number; pages: number; shown: readonly T[] } {
  const pages = Math.max(1, Math.ceil(all.length / size));
  const page = Math.min(Math.max(0, requested), pages - 1);
  return { page, pages, shown: all.slice(page * size, (page + 1) * size) };
}

export function withPage(task: Task, source: Source, results: Results, requested: number, remark = task.remark): Task {
  const { page: number, shown: entries } = paginated(results.entries, requested);
  const location = source.kind === 'folder' ? source.location : undefined;
  const page = { source, number, entries, found: results.entries.length, tooMany: results.more, location };
  const missing = isCompared(source) ? task.missing : undefined;
  const within = source.kind === 'search' ? source.within : undefined;
  return { ...task, page, within, missing, versions: undefined, step: 'results', remark };
}

/** Adds to the list; nothing is ticked then. */
export function withAdded(task: Task, found: readonly Entry[]): Task {
  const entries = found.filter(isRestorable(task));
  const here = groupHere(task, entries);
  if (here === undefined) return task;
  const { entries: fit, limit } = fitting(task.list, here);
  const list = fit.length === 0 ? task.list : withGroup(task.list, { ...here, entries: fit });
  const remark: Remark = limit ?? { code: 'added', count: entries.length };
  return { ...task, list, ticked: undefined, expanded: undefined, remark };
}

/** What is on the list is not ticked; both together hold as many as may be restored. */
export const withTicked =
  (on: readonly Entry[], off: readonly string[] = []): TaskChange =>
  (task) => {
    const unticked = new Set(off);
    const kept = task.ticked?.filter(({ key }) => !unticked.has(key)) ?? [];
    const listed = new Set(entriesIn(task.list).map(({ key }) => key));
    const all = merged(
      kept,
      on.filter((entry) => !listed.has(entry.key) && isRestorable(task)(entry)),
    );
    const here = groupHere(task, all);
    if (here === undefined) return task;
    const { entries: ticked, limit } = fitting(task.list, here);
    return { ...task, ticked, expanded: undefined, remark: limit ?? task.remark };
  };

/** As `withTicked`, of many at once: a version of one of them that was picked stays. */
export const withAllTicked =
  (found: readonly Entry[]): TaskChange =>
  (task) => {
    const selected = [...entriesIn(task.list), ...(task.ticked ?? [])];
    const versions = new Set(selected.filter(({ version }) => version !== undefined).map(identityOf));
    return withTicked(found.filter((entry) => !versions.has(identityOf(entry))))(task);
  };

export function withRemoved(keys: readonly string[]): TaskChange {
  if (keys.length === 0) return withRemark({ code: 'nothing-chosen' });
  return (task) => {
    const list = withoutKeys(task.list, new Set(keys));
    const remark: Remark = { code: 'removed', count: countOf(task.list) - countOf(list) };
    return goTo({ ...task, list, expanded: undefined, remark }, 'list');
  };
}
