/** What is to be restored, how and why, as one task keeps it. Pure. */
import type { Entry, RestoreOptions } from '../model/catalog.ts';
import type { Remark, Task } from '../model/task.ts';
import { goTo } from './task-transitions.ts';

/** Also how many may be restored at once. */
export const MOST_LISTED = 2000;
const LONGEST_REASON = 200;

const isSameThing = (one: Entry, other: Entry): boolean => one.containerId === other.containerId && one.id === other.id;

/** What is on the list already stays; another version of a document takes the place of the one that was there. */
export function withAdded(task: Task, entries: readonly Entry[]): Task {
  const list = [...task.list];
  let full = false;
  for (const entry of entries) {
    const index = list.findIndex((listed) => isSameThing(listed, entry));
    if (index >= 0) list[index] = entry;
    else if (list.length < MOST_LISTED) list.push(entry);
    else full = true;
  }
  const remark: Remark = full ? { code: 'list-full', most: MOST_LISTED } : { code: 'added', count: entries.length };
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

/** On one line, and no longer than the service's own list shows. */
export function withReason(task: Task, typed: string | undefined): Task {
  const line = typed?.replaceAll(/\s+/g, ' ').trim() ?? '';
  const reason = Array.from(line).slice(0, LONGEST_REASON).join('');
  return goTo({ ...task, reason: reason === '' ? undefined : reason }, 'summary');
}
