/** **Restore…**: from what was selected to the confirm card, and **Restore** on it. Pure. */
import type { Remark, Task } from '../../model/task.ts';
import { groupsOf } from '../../model/task.ts';
import type { ScopeItem } from '../../model/entry.ts';
import { isSameSession, kindsOf } from '../../model/list.ts';
import type { OptionValues } from '../../model/options.ts';
import type { TaskPress } from '../../model/presses.ts';
import type { ReasonRule } from '../../ports.ts';
import { isRestorable, shownOf } from '../../run/create-restore.ts';
import { amountOf } from '../../workloads/amount.ts';
import { rulesOf } from '../../workloads/index.ts';
import { overwritten, readOptions } from '../../workloads/options.ts';
import type { TaskChange } from '../task-transitions.ts';

const MAX_REASON = 200;

/** On one line, no longer than the service's list shows. */
function reasonIn(typed = ''): string | undefined {
  const line = typed.replaceAll(/\s+/g, ' ').trim();
  return Array.from(line).slice(0, MAX_REASON).join('') || undefined;
}

/** Of an administrator's restore nothing but the audit log keeps the reason, whatever `REASON` says. */
export const isReasonRequired = ({ access }: Task, { required }: ReasonRule): boolean =>
  required || access === 'administrator';

function mistakeIn(task: Task, reason: string | undefined, rule: ReasonRule): Remark | undefined {
  const { pattern } = rule;
  if (reason === undefined) return isReasonRequired(task, rule) ? { code: 'reason-missing' } : undefined;
  if (pattern === undefined || pattern.test(reason)) return undefined;
  return { code: 'reason-pattern', typed: pattern.source };
}

/** Into whose mailbox or OneDrive something else than the original place may be chosen: the names are those of one session. */
export const mayRestoreElsewhere = (task: Task): boolean =>
  task.access === 'administrator' &&
  groupsOf(task).every(
    (group) =>
      rulesOf(group.workload, task.access).elsewhere !== undefined && isSameSession(group, task, 'administrator'),
  );

type RestorePress = Extract<TaskPress, { kind: 'restore' }>;

const ORIGINAL = 'original';
const targetOf = ({ elsewhere }: RestorePress): string | undefined => (elsewhere === ORIGINAL ? undefined : elsewhere);

/** Who was entered and is not known yet; undefined where the card is out of date, or nothing else may be chosen. */
export function askedTarget(task: Task, press: RestorePress, isOn: boolean): string | undefined {
  const asked = targetOf(press);
  const isCurrent = isOn && isRestorable(task) && press.shown === shownOf(task) && mayRestoreElsewhere(task);
  return isCurrent && asked !== task.target?.id ? asked : undefined;
}

export const elsewhereRemark = ({ name, detail }: ScopeItem): Remark => ({
  code: 'elsewhere',
  typed: detail === '' ? name : `${name} (${detail})`,
});

/** **Restore** on the card that `press` names: what was entered is kept, and a remark says why nothing is restored. */
export const withConfirmed =
  (press: RestorePress, rule: ReasonRule, isElsewhereOn: boolean): TaskChange =>
  (task: Task): Task => {
    if (!isRestorable(task) || press.shown !== shownOf(task) || press.options === undefined) {
      return { ...task, remark: { code: 'card-outdated' } };
    }
    const { target } = task;
    const isForbidden = target !== undefined && !(isElsewhereOn && mayRestoreElsewhere(task));
    if (isForbidden || targetOf(press) !== target?.id) {
      return { ...task, target: undefined, remark: { code: 'card-outdated' } };
    }
    const read = readAll(task, press.options);
    const reason = reasonIn(press.reason);
    const options = { ...task.options, ...Object.fromEntries(read.map(({ workload, values }) => [workload, values])) };
    const wrong = read.find(({ remark }) => remark !== undefined)?.remark;
    const next = { ...task, options, reason, remark: wrong ?? mistakeIn(task, reason, rule) };
    if (next.remark === undefined && target !== undefined && press.overwrite !== true) {
      return { ...next, remark: elsewhereRemark(target) };
    }
    const { items: count, wholes } = amountOf(read, task.access);
    if (target !== undefined || next.remark !== undefined || count + wholes.length === 0 || press.overwrite === true)
      return next;
    // How much is in a whole is not known.
    return { ...next, remark: wholes.length > 0 ? { code: 'overwrites-whole' } : { code: 'overwrites', count } };
  };

/** The options of each kind on the list, once, and the entries that they overwrite. */
const readAll = (task: Task, chosen: OptionValues) =>
  kindsOf(groupsOf(task)).map(({ workload, entries }) => {
    const rules = rulesOf(workload, task.access);
    const { values, unfit, mistake } = readOptions(rules, chosen, entries);
    const remark: Remark | undefined =
      unfit === undefined ? mistake && { code: mistake } : { code: 'unfit-option', ...unfit };
    return { workload, values, remark, entries: overwritten(rules, values, entries) };
  });
