/** **Restore…**: from what was selected to the confirm card, and **Restore** on it. Pure. */
import type { Remark, Task } from '../model/task.ts';
import { entriesOf } from '../model/task.ts';
import type { TaskPress } from '../model/presses.ts';
import type { ReasonRule } from '../ports.ts';
import { isRestorable, shownOf } from '../run/transitions.ts';
import { rulesOf } from '../workloads/index.ts';
import { overwrites, readOptions } from '../workloads/options.ts';
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
    const rules = rulesOf(task.workload);
    const { values, unfit, mistake } = readOptions(rules, press.options, entriesOf(task));
    const reason = reasonIn(press.reason);
    const wrong: Remark | undefined =
      unfit === undefined ? mistake && { code: mistake } : { code: 'unfit-option', ...unfit };
    const options = { ...task.options, [task.workload]: values };
    const next = { ...task, options, reason, remark: wrong ?? mistakeIn(reason, rule) };
    if (next.remark !== undefined || !overwrites(rules, values) || press.overwrite === true) return next;
    return { ...next, remark: { code: 'overwrites', count: entriesOf(task).length } };
  };
