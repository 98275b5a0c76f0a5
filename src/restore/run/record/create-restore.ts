/** How a task, or what failed of a restore, becomes a restore. Pure. */
import type { Asker } from '../../../core/person.ts';
import { digestOf } from '../../../core/platform.ts';
import type { Session } from '../../../sign-in/state/model.ts';
import type { Container } from '../../backups/entries/entry.ts';
import { entriesIn, isSameWhere, limitOf, sessionWhereOf, type ListGroup } from '../../backups/list.ts';
import type { Restore, RestoreCall, RestoreGroup, RestoreState } from '../../state/restore.ts';
import type { Explorer } from '../../state/ports.ts';
import { folderElsewhere } from '../../state/landing.ts';
import { groupsOf, type Task } from '../../state/task.ts';
import { mayContinueTask } from '../../access/service-access.ts';
import { groupOf, kindRules } from '../../backups/workloads/index.ts';
import { retryableEntries } from '../../state/restore-transitions.ts';
import type { AccessKind } from '../../backups/entries/access-kind.ts';
import { policyOf } from '../../access/kinds/policy.ts';

export function isRestorable(task: Task): boolean {
  const groups = groupsOf(task);
  const isComplete = groups.every(
    ({ workload, entries }) =>
      task.options?.[workload] !== undefined &&
      entries.every((entry) => kindRules(workload, entry, task.access).restores === 'itself'),
  );
  return task.step === 'summary' && groups.length > 0 && isComplete && limitOf(groups) === undefined;
}

export const findByTask = (state: RestoreState | undefined, taskId: string): Restore | undefined =>
  state?.restores.find((restore) => restore.taskId === taskId);

/** The task with what **Restore** was pressed with; a remark says why it is not restored. */
export type Confirm = (task: Task) => Task;

/** @returns undefined where nothing is restored, because the task has another state than its card showed */
export function restorableTask(
  state: RestoreState | undefined,
  taskId: string,
  session: Session,
  confirm: Confirm,
): Task | undefined {
  const { task } = state ?? {};
  if (task?.id !== taskId || !mayContinueTask(session, task)) return undefined;
  const confirmed = confirm(task);
  return confirmed.remark === undefined && isRestorable(confirmed) ? confirmed : undefined;
}

/** Identifies everything that a task's confirm card shows: it restores nothing once something else would be restored. */
export function shownOf(task: Task): string {
  const groups = groupsOf(task).map(({ scope, workload, point, showDeleted, containers, entries }) => [
    [scope, workload, point, showDeleted, task.options?.[workload]],
    entries.map(({ containerId, key, title }) => [containerId, key, title]),
    containers?.map(({ id, name }) => [id, name]),
  ]);
  const { target } = task;
  const into = target === undefined ? [] : [[target.id, target.name, target.detail]];
  return digestOf(JSON.stringify([task.organization, groups, ...into]));
}

/** Of everything that changes what happens at the service, and why. Ids of sessions do not. */
export function restoreHash({ organization, access, userId, reason, groups, calls }: Restore): string {
  const places = groups.map(({ scope, workload, point, showDeleted, options, target, entries }) => [
    scope.kind === 'item' ? scope.item.id : scope.kind,
    workload,
    point.kind === 'at' ? [point.id, point.backupTime, point.repositoryId ?? ''] : point.kind,
    showDeleted,
    Object.entries(options).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    target?.id ?? '',
    entries.map(({ containerId, key, id, title }) => [containerId, key, id, title]),
  ]);
  const sent = calls.map(({ group, containerId, keys }) => [group, containerId, keys]);
  return digestOf(JSON.stringify([organization, access, userId, reason ?? '', places, sent]));
}

interface RestoreStart extends Pick<Restore, 'id' | 'cardId' | 'jobId' | 'startedAt' | 'audited'> {
  readonly asker: Asker;
  readonly session: Session;
  readonly explorer: Pick<Explorer, 'optionsSent'>;
}

interface PlannedGroup {
  readonly group: RestoreGroup;
  /** By id. */
  readonly containers: ReadonlyMap<string, Pick<Container, 'name' | 'detail'> & Pick<RestoreCall, 'folder'>>;
}

function restoreOf(
  { organization, access, reason, requestId }: Pick<Restore, 'organization' | 'access' | 'reason' | 'requestId'>,
  { id, asker, session, cardId, jobId, startedAt, audited, explorer }: RestoreStart,
  planned: readonly PlannedGroup[],
): Restore {
  const { signInId, userId, account } = session;
  const start = { id, signInId, userId, account, address: asker.address, startedAt, audited, cardId, jobId };
  // One call for what can be restored together, in the order in which they were picked.
  const calls = planned.flatMap(({ group: { workload, entries, options, target }, containers }, group) =>
    [...Map.groupBy(entries, (entry) => groupOf(workload, entry, access)).values()].map((together) => {
      const containerId = together[0]?.containerId ?? '';
      const container = containers.get(containerId);
      const into = target && { item: target, folder: '' };
      const request = { workload, containerId, entries: together, options, target: into };
      return {
        group,
        containerId,
        containerName: container?.name ?? together[0]?.containerName ?? containerId,
        containerDetail: container?.detail,
        folder: container?.folder,
        keys: together.map(({ key }) => key),
        options: policyOf(access).isReasonRecorded ? undefined : explorer.optionsSent(access, request),
        whole: together.some((entry) => kindRules(workload, entry, access).whole) || undefined,
        progress: { kind: 'planned' as const },
      };
    }),
  );
  return { ...start, organization, access, reason, requestId, groups: planned.map(({ group }) => group), calls };
}

/** One group for each session that the restore opens, and so for each code that approves it. */
function bySession(groups: readonly ListGroup[], access: AccessKind): readonly ListGroup[] {
  const ofSessions = Map.groupBy(groups, (group) => sessionWhereOf(group, access));
  return [...ofSessions.values()].flatMap((together) => {
    const [first, ...others] = together;
    if (first === undefined || others.length === 0) return first ?? [];
    const names = together.map(({ scope }) => (scope.kind === 'item' ? scope.item.name : scope.name));
    // Everybody's has none.
    const name = names.includes('') ? '' : names.join(', ');
    return {
      ...first,
      scope: { kind: 'organization', name },
      opened: together.find(({ opened }) => opened !== undefined)?.opened,
      containers: together.flatMap(({ containers = [] }) => containers),
      entries: entriesIn(together),
    };
  });
}

/** @returns the restore that replaces the task; both changes belong into the same write */
export function createRestore(task: Task, start: RestoreStart): Restore {
  const { id: taskId, access, explore, options, target } = task;
  const groups = bySession(groupsOf(task), access);
  const planned = groups.map(({ containers: listed = [], ...group }): PlannedGroup => {
    // An administrator's restore is told by what happens in its session: nothing else is done in it.
    const isOpen = !policyOf(access).needsCode && isSameWhere(group, task);
    const exploreId = isOpen ? (explore?.id ?? '') : '';
    const containers = new Map(listed.map(({ id, name, detail }) => [id, { name, detail }]));
    // Elsewhere there is nothing yet that they could be about.
    const chosen = target === undefined ? (options?.[group.workload] ?? {}) : {};
    return { group: { ...group, exploreId, options: chosen, target }, containers };
  });
  return { ...restoreOf(task, start, planned), taskId };
}

/** Restores the failed items again, with a reference and a card of its own. */
export function createRetry(restore: Restore, start: RestoreStart): Restore {
  const planned = restore.groups.map((group, index): PlannedGroup => {
    const calls = restore.calls.filter((call) => call.group === index);
    const containers = new Map(
      // The first one is sent first, and so knows its folder.
      calls.toReversed().map((call) => {
        const { containerId, containerName: name, containerDetail: detail, sent } = call;
        const folder = sent === true && group.target ? folderElsewhere(restore, group, call) : call.folder;
        return [containerId, { name, detail, folder }] as const;
      }),
    );
    const entries = retryableEntries(group, calls);
    return { group: { ...group, exploreId: '', approval: undefined, entries }, containers };
  });
  const retried = planned.filter(({ group }) => group.entries.length > 0);
  return { ...restoreOf(restore, start, retried), chain: restore.chain ?? restore.id };
}
