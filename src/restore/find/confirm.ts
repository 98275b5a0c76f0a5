/** **Restore…**: from what was selected to the confirm card, and **Restore** on it. Pure. */
import type { Remark, Task } from '../model/task.ts';
import { groupsOf } from '../model/task.ts';
import { kindsOf } from '../model/list.ts';
import type { OptionValues } from '../model/options.ts';
import type { TaskPress } from '../model/presses.ts';
import type { ReasonRule } from '../ports.ts';
import { isRestorable, shownOf } from '../run/transitions.ts';
import { rulesOf } from '../workloads/index.ts';
import { overwritten, readOptions } from '../workloads/options.ts';
import type { TaskChange } from './task-transitions.ts';

const MAX_REASON = 200;

/** On one line, no longer than the service's list shows. */
function reasonIn(typed = ''): string | undefined {
  const line = typed.replaceAll(/\s+/g, ' ').trim();
  return Array.from(line).slice(0, MAX_REASON).join('') || undefined;
}

function mistakeIn(reason: string | undefined, { required, pattern }: ReasonRule): Remark | undefined {
  if (reason === undefined) return required ? { code: 'reason-missing' } : undefined;
  if (pattern === undefined || pattern.test(reason)) return undefined;
  return { code: 'reason-pattern', typed: pattern.source };
}

/** **Restore** on the card that `press` names: what was entered is kept, and a remark says why nothing is restored. */
export const withConfirmed =
  (press: Extract<TaskPress, { kind: 'restore' }>, rule: ReasonRule): TaskChange =>
  (task: Task): Task => {
    if (!isRestorable(task) || press.shown !== shownOf(task) || press.options === undefined) {
      return { ...task, remark: { code: 'card-outdated' } };
    }
    const read = readAll(task, press.options);
    const reason = reasonIn(press.reason);
    const options = { ...task.options, ...Object.fromEntries(read.map(({ workload, values }) => [workload, values])) };
    const wrong = read.find(({ remark }) => remark !== undefined)?.remark;
    const next = { ...task, options, reason, remark: wrong ?? mistakeIn(reason, rule) };
    const count = read.reduce((sum, one) => sum + one.overwritten, 0);
    if (next.remark !== undefined || count === 0 || press.overwrite === true) return next;
    return { ...next, remark: { code: 'overwrites', count } };
  };

/** The options of each kind on the list, once. */
const readAll = (task: Task, chosen: OptionValues) =>
  kindsOf(groupsOf(task)).map(({ workload, entries }) => {
    const rules = rulesOf(workload);
    const { values, unfit, mistake } = readOptions(rules, chosen, entries);
    const remark: Remark | undefined =
      unfit === undefined ? mistake && { code: mistake } : { code: 'unfit-option', ...unfit };
    return { workload, values, remark, overwritten: overwritten(rules, values, entries) };
  });
