/** **Restore…**: expands folders, each in the backup it was found in, then shows the confirm card. */
import type { AccessKind } from '../../backups/entries/access-kind.ts';
import type { Entry } from '../../backups/entries/entry.ts';
import {
  entriesIn,
  identityOf,
  isSameSession,
  isSameWhere,
  kindsOf,
  limitOf,
  LIST_LIMITS,
  merged,
  whereOf,
  withGroup,
  type ListGroup,
} from '../../backups/list.ts';
import { selectedOf, type Remark, type Task } from '../../state/task.ts';
import type { RestorePorts } from '../../state/ports.ts';
import { kindRules, rulesOf } from '../../backups/workloads/index.ts';
import { readOptions } from '../../backups/workloads/options.ts';
import { expandFolders, type ReadFolder } from '../../explore/expand-folders.ts';
import type { ExploreQueries } from '../task/explore-queries.ts';
import type { TaskExplore } from '../task/task-explore.ts';
import { hasFolders, isReady, withRemark, type ReadyTask } from '../../state/task-transitions.ts';
import type { TaskUpdate } from '../task/task-update.ts';

interface Ports extends Pick<RestorePorts, 'explorer'> {
  readonly queries: ExploreQueries;
}

const keysOf = (groups: readonly ListGroup[]): string =>
  JSON.stringify(groups.map((group) => [whereOf(group), group.entries.map(({ key }) => key)]));

/** Stages the confirm card, or why there is none. @throws UpstreamError, SessionRefusedError, StorageUnavailableError */
export async function toConfirm(ports: Ports, update: TaskUpdate): Promise<void> {
  const { task } = update;
  // For the names of the mailboxes or drives; those of other places were listed before they were left.
  const isHere = selectedOf(task).some((group) => isSameWhere(group, task));
  if (isHere && isReady(task)) await ports.queries.containers(update, task);
  const selected = selectedOf(update.task);
  if (selected.length === 0) return update.stage(withRemark({ code: 'nothing-chosen' }));
  const expandedGroups = selected.some(hasFolders(update.task.access))
    ? await expanded(ports, update, selected)
    : selected;
  const groups = expandedGroups && withoutCovered(expandedGroups, task.access);
  const remark = groups === undefined ? tooFull : unfitRemark(groups, groups !== selected);
  if (groups === undefined || remark !== undefined) return update.stage(withRemark(remark));
  update.stage((present) => {
    // Something else was selected in the meantime, and has to be expanded again.
    if (keysOf(selectedOf(present)) !== keysOf(selected)) return present;
    const options = optionsOf(present, groups, selected);
    return {
      ...present,
      expanded: groups === selected ? undefined : groups,
      options,
      target: undefined,
      typedTarget: undefined,
      step: 'summary',
    };
  });
}

const tooFull = { code: 'folders-too-full', most: LIST_LIMITS.itemsOfOwner } as const;

function unfitRemark(groups: readonly ListGroup[], wasExpanded: boolean): Remark | undefined {
  if (groups.length === 0) return { code: 'folder-empty' };
  const limit = limitOf(groups);
  return limit?.code === 'list-full' && wasExpanded ? tooFull : limit;
}

function optionsOf(task: Task, groups: readonly ListGroup[], selected: readonly ListGroup[]): Task['options'] {
  const picked = new Map(kindsOf(selected).map(({ workload, entries }) => [workload, entries]));
  const options = kindsOf(groups).map(({ workload, entries }) => {
    const rules = rulesOf(workload, task.access);
    const given = { ...task.options?.[workload], ...rules.suggested?.(picked.get(workload) ?? []) };
    return [workload, readOptions(rules, given, entries).values];
  });
  return { ...task.options, ...Object.fromEntries(options) };
}

/** @returns undefined where the folders of a group hold too much */
async function expanded(
  ports: Ports,
  update: TaskUpdate,
  selected: readonly ListGroup[],
): Promise<readonly ListGroup[] | undefined> {
  const picked = new Set(entriesIn(selected).map(identityOf));
  let groups: readonly ListGroup[] = [];
  for (const group of selected) {
    const raised = withAbove(group, update.task.access);
    const entries = hasFolders(update.task.access)(raised) ? await itemsOf(ports, update, raised) : raised.entries;
    if (entries === undefined) return undefined;
    // What was picked itself, perhaps as of another day or in another version, is not restored with its folder as well.
    const own = new Set(group.entries.map(identityOf));
    const others = entries.filter((entry) => own.has(identityOf(entry)) || !picked.has(identityOf(entry)));
    if (others.length > 0) groups = withGroup(groups, { ...group, entries: others });
  }
  return groups;
}

/** With what is restored in place of some entries, each once. */
function withAbove(group: ListGroup, access: AccessKind): ListGroup {
  const { workload, entries } = group;
  const { above } = rulesOf(workload, access);
  const isAbove = (entry: Entry) => kindRules(workload, entry, access).restores === 'above';
  if (above === undefined || !entries.some(isAbove)) return group;
  const raised = entries.map((entry) => (isAbove(entry) ? above(entry) : entry));
  return { ...group, entries: merged([], raised) };
}

/** Once for each: what comes back with a whole that was selected too is left to it. */
function withoutCovered(groups: readonly ListGroup[], access: AccessKind): readonly ListGroup[] {
  const left = groups.map((group) => {
    const { workload, entries } = group;
    const { covers } = rulesOf(workload, access);
    // Of an administrator's session several groups may have some: everybody's, and one person's.
    const wholes = entriesIn(groups.filter((other) => isSameSession(other, group, access))).filter(
      (entry) => kindRules(workload, entry, access).whole,
    );
    if (covers === undefined || wholes.length === 0) return group;
    const others = entries.filter((entry) => !wholes.some((whole) => whole !== entry && covers(whole, entry)));
    return others.length === entries.length ? group : { ...group, entries: others };
  });
  const isUnchanged = left.every((group, index) => group === groups[index]);
  return isUnchanged ? groups : left.filter(({ entries }) => entries.length > 0);
}

function itemsOf({ explorer, queries }: Ports, update: TaskUpdate, { entries, ...place }: ListGroup) {
  const { workload } = place;
  const there: ReadyTask = { ...update.task, ...place, opened: place.opened };
  const work = (session: TaskExplore) => {
    const read: ReadFolder = (what, folder, slice) =>
      session.use((access, exploreId) =>
        explorer[what](access, { workload, exploreId, containerId: folder.containerId, folder }, slice),
      );
    const restores = (entry: Entry) => kindRules(workload, entry, there.access).restores;
    return expandFolders(entries, { read, restores }, LIST_LIMITS.itemsOfOwner);
  };
  const isOpen = isSameSession(place, update.task, there.access);
  return isOpen ? queries.explore(update, there, work) : queries.visit(update, there, work);
}
