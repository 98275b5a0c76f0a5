/** What of a task's card can be handed over as a file. Pure. */
import type { Entry } from '../backups/entries/entry.ts';
import { isSameWhere } from '../backups/list.ts';
import { isCompared, selectedOf, type Task } from '../state/task.ts';
import { kindRules } from '../backups/workloads/index.ts';

type PostSource = Pick<Entry, 'kind' | 'title' | 'containerId' | 'within' | 'echo'>;

type Exportable =
  | {
      readonly kind: 'posts' | 'all';
      readonly teamId: string;
      readonly channelId: string;
      readonly parts: readonly PostSource[];
    }
  /** Not of one channel, or something else is among them. */
  | { readonly kind: 'mixed' }
  | { readonly kind: 'none' };

/** The folder that is open, where all in it can be exported, such as the posts of a channel. */
function openFolder({ page, step, workload, access }: Task): PostSource | undefined {
  if (step !== 'results' || page?.source.kind !== 'folder' || page.location === undefined) return undefined;
  // What it has lost is a part of it.
  if (isCompared(page.source)) return undefined;
  const { containerId, folders } = page.location;
  const folder = folders.at(-1);
  const { kind } = folder ?? {};
  if (folder === undefined || kind === undefined || workload === undefined) return undefined;
  if (kindRules(workload, { kind }, access).exports !== 'all') return undefined;
  return { ...folder, title: folder.name, containerId: folder.containerId ?? containerId, kind };
}

/** What is ticked on the page, or else the folder that is open; on the list, what is on it, where that is of one place. */
function partsOf(task: Task): readonly PostSource[] | undefined {
  if (task.step !== 'results') {
    const [group, ...others] = selectedOf(task);
    if (others.length > 0) return undefined;
    return group !== undefined && !isSameWhere(group, task) ? undefined : (group?.entries ?? []);
  }
  const { ticked = [] } = task;
  const open = openFolder(task);
  return ticked.length === 0 && open !== undefined ? [open] : ticked;
}

export function exportableOf(task: Task): Exportable {
  const { workload, access } = task;
  const parts = partsOf(task);
  const [first] = parts ?? [];
  if (parts === undefined) return { kind: 'mixed' };
  if (first === undefined || workload === undefined) return { kind: 'none' };
  const { containerId: teamId, within: channelId } = first;
  const isOneChannel = parts.every(({ containerId, within }) => containerId === teamId && within === channelId);
  const exports = parts.map((part) => kindRules(workload, part, access).exports);
  if (teamId === undefined || channelId === undefined || !isOneChannel || exports.includes(undefined)) {
    return { kind: 'mixed' };
  }
  return { kind: exports.includes('all') ? 'all' : 'posts', teamId, channelId, parts };
}

/** Whether the task's card offers it: boxes may still be ticked on it. */
export function canExport(task: Task): boolean {
  const { workload, access, page, step } = task;
  const exports = (part: PostSource) =>
    workload !== undefined && kindRules(workload, part, access).exports !== undefined;
  if (step === 'results') return openFolder(task) !== undefined || page?.entries.some(exports) === true;
  return (step === 'list' || step === 'summary') && ['posts', 'all'].includes(exportableOf(task).kind);
}
