/** **Restore…**: from what was selected to the confirm card, and **Restore** on it. Pure. */
import type { AccessKind } from '../../backups/entries/access-kind.ts';
import { readReason } from '../../access/gate.ts';
import { groupsOf, type Remark, type Task } from '../../state/task.ts';
import type { ScopeItem } from '../../backups/entries/entry.ts';
import { isSameSession, kindsOf } from '../../backups/list.ts';
import type { OptionValues } from '../../backups/entries/option-values.ts';
import type { TaskPress } from '../../state/presses.ts';
import type { ReasonRule } from '../../state/ports.ts';
import { isRestorable, shownOf } from '../../run/record/create-restore.ts';
import { amountOf, type Amount } from '../../backups/workloads/amount.ts';
import { containerType, rulesOf, type Workload } from '../../backups/workloads/index.ts';
import { itemsNamed } from '../../explore/scope/scope-search.ts';
import type { ScopeList } from '../../backups/catalog.ts';
import { overwritten, readOptions, type Overwritten } from '../../backups/workloads/options.ts';
import type { TaskChange } from '../../state/task-transitions.ts';
import { policyOf } from '../../access/kinds/policy.ts';

/** Into whose mailbox or OneDrive something else than the original place may be chosen: the names are those of one session. */
export const mayRestoreElsewhere = (task: Task): boolean =>
  policyOf(task.access).mayRestoreElsewhere &&
  groupsOf(task).every(
    (group) => rulesOf(group.workload, task.access).elsewhere !== undefined && isSameSession(group, task, task.access),
  );

type RestorePress = Extract<TaskPress, { kind: 'restore' }>;
type ConfirmPress = Extract<TaskPress, { kind: 'restore' | 'export' }>;

const ORIGINAL = 'original';
const targetOf = ({ elsewhere }: ConfirmPress): string | undefined => (elsewhere === ORIGINAL ? undefined : elsewhere);

/** Whether the card that was pressed shows what would be restored. */
const isCurrent = (task: Task, { shown, options }: ConfirmPress): boolean =>
  options !== undefined && isRestorable(task) && shown === shownOf(task);

/** Who was entered and is not known yet; undefined where the card is out of date, or nothing else may be chosen. */
export function askedTarget(task: Task, press: RestorePress, isOn: boolean): string | undefined {
  const asked = targetOf(press);
  const isPossible = isOn && isCurrent(task, press) && mayRestoreElsewhere(task);
  return isPossible && asked !== task.target?.id ? asked : undefined;
}

/** Whom a typed name, or an id, may mean. */
export function targetsNamed(asked: string, list: ScopeList, { workload }: Task): readonly ScopeItem[] {
  const found = list.find(asked);
  const named = found === undefined ? itemsNamed(asked, list, workload) : [found];
  const type = workload && containerType(workload);
  return named.filter((one) => one.type === type && one.isArchive !== true);
}

export const elsewhereRemark = ({ name, detail }: ScopeItem): Remark => ({
  code: 'elsewhere',
  typed: detail === '' ? name : `${name} (${detail})`,
});

/** Before what may fail: what was entered on the confirm card that `press` names, unless that is out of date. */
export const withEntered =
  (press: ConfirmPress, rule: ReasonRule): TaskChange =>
  (task) =>
    isCurrent(task, press) ? readEntered(task, press, rule).kept : task;

/** **Restore** on the card that `press` names: what was entered is kept, and a remark says why nothing is restored. */
export const withConfirmed =
  (press: RestorePress, rule: ReasonRule, isElsewhereOn: boolean): TaskChange =>
  (task: Task): Task => {
    if (!isCurrent(task, press)) return { ...task, remark: { code: 'card-outdated' } };
    const { target } = task;
    const { read, mistake, kept } = readEntered(task, press, rule);
    const asked = targetOf(press);
    if (!isElsewhereOn && (target !== undefined || asked !== undefined)) {
      return { ...kept, target: undefined, typedTarget: undefined, remark: { code: 'elsewhere-off' } };
    }
    if (asked !== target?.id || (target !== undefined && !mayRestoreElsewhere(task))) {
      const isTakenBack = asked === undefined && mayRestoreElsewhere(task);
      return { ...kept, target: undefined, remark: { code: isTakenBack ? 'back-to-original' : 'card-outdated' } };
    }
    const wrong = read.find(({ remark }) => remark !== undefined)?.remark;
    const next = { ...kept, remark: wrong ?? mistake };
    if (next.remark !== undefined) return next;
    const remark = target === undefined ? overwritesRemark(read, task.access) : elsewhereRemark(target);
    const isConfirmed = press.overwrite === true && (target !== undefined || wasAskedAbout(task, read));
    return isConfirmed ? next : { ...next, remark };
  };

interface ReadOptions {
  readonly workload: Workload;
  readonly values: OptionValues;
  readonly remark: Remark | undefined;
  readonly overwritten: readonly Overwritten[];
}

/** Elsewhere the card has no options, so those chosen before stay. */
function readEntered(task: Task, press: ConfirmPress, rule: ReasonRule) {
  const read = task.target === undefined ? readAll(task, press.options ?? {}) : [];
  const options = { ...task.options, ...Object.fromEntries(read.map(({ workload, values }) => [workload, values])) };
  const { reason, mistake } = readReason(press.reason, task.access, rule);
  const asked = targetOf(press);
  const kept: Task = { ...task, options, reason, typedTarget: asked === task.target?.id ? undefined : asked };
  return { read, mistake, kept };
}

/** The options of each kind on the list, once, and what they overwrite. */
const readAll = (task: Task, chosen: OptionValues): readonly ReadOptions[] =>
  kindsOf(groupsOf(task)).map(({ workload, entries }) => {
    const rules = rulesOf(workload, task.access);
    const { values, unfit, mistake } = readOptions(rules, chosen, entries);
    const remark: Remark | undefined =
      unfit === undefined ? mistake && { code: mistake } : { code: 'unfit-option', ...unfit };
    return { workload, values, remark, overwritten: overwritten(rules, values, entries) };
  });

/** @returns undefined where nothing is overwritten */
function overwritesRemark(read: readonly ReadOptions[], access: AccessKind): Remark | undefined {
  const amountOfAll = (asked: Overwritten['what']) =>
    amountOf(
      read.map(({ workload, overwritten: all }) => {
        const entries = all.flatMap(({ what, entries: some }) => (what === asked ? some : []));
        return { workload, entries: [...new Set(entries)] };
      }),
      access,
    );
  const contents = amountOfAll('contents');
  const permissions = amountOfAll('permissions');
  // How much is in a whole is not known.
  if (contents.wholes.length + permissions.wholes.length > 0) {
    const what = isNone(permissions) ? undefined : isNone(contents) ? 'permissions' : 'both';
    return { code: 'overwrites-whole', what };
  }
  if (isNone(contents) && isNone(permissions)) return undefined;
  return { code: 'overwrites', count: contents.items, permissions: permissions.items || undefined };
}

const isNone = ({ items, wholes }: Amount): boolean => items + wholes.length === 0;

/** Whether the card that is shown asked about all that is overwritten now: its options can be changed before the second press. */
function wasAskedAbout(task: Task, read: readonly ReadOptions[]): boolean {
  if (task.remark?.code !== 'overwrites' && task.remark?.code !== 'overwrites-whole') return false;
  const shown = Object.fromEntries(Object.values(task.options ?? {}).flatMap((values) => Object.entries(values)));
  const asked = new Set(overwritesOf(readAll(task, shown)));
  return overwritesOf(read).every((overwrite) => asked.has(overwrite));
}

const overwritesOf = (read: readonly ReadOptions[]): readonly string[] =>
  read.flatMap(({ overwritten: all }) =>
    all.flatMap(({ option, entries }) =>
      entries.map(({ containerId, key }) => JSON.stringify([option, containerId, key])),
    ),
  );
