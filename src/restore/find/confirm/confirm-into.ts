/** **Restore** on a card whose task is not restored yet: who was entered as the target is looked up, and asked about. */
import type { TaskPress } from '../../state/presses.ts';
import type { RestorePorts } from '../../state/ports.ts';
import { rulesOf } from '../../backups/workloads/index.ts';
import { askedTarget, elsewhereRemark, targetsNamed, withConfirmed, withEntered } from '../task/confirm.ts';
import type { ExploreQueries } from '../task/explore-queries.ts';
import { whileSame, withRemark } from '../../state/task-transitions.ts';
import type { TaskUpdate } from '../task/task-update.ts';

type Ports = Pick<RestorePorts, 'reasonRule' | 'restoreElsewhere'> & { readonly queries: ExploreQueries };

/** @throws UpstreamError, SessionRefusedError, StorageUnavailableError */
export async function confirmInto(
  { reasonRule, restoreElsewhere, queries }: Ports,
  update: TaskUpdate,
  press: Extract<TaskPress, { kind: 'restore' }>,
): Promise<void> {
  const { task } = update;
  const asked = askedTarget(task, press, restoreElsewhere);
  if (asked === undefined) return update.stage(withConfirmed(press, reasonRule, restoreElsewhere));
  update.stage(withEntered(press, reasonRule));
  const [item, other] = targetsNamed(asked, await queries.scopeList(update), task);
  const takesAddress = task.workload && rulesOf(task.workload, task.access).elsewhere === 'by-address';
  if (item === undefined) return update.stage(withRemark({ code: 'no-such-target', typed: asked }));
  if (other !== undefined) return update.stage(withRemark({ code: 'which-scope', typed: asked }));
  if (takesAddress && item.detail === '') return update.stage(withRemark({ code: 'no-address', typed: item.name }));
  const chosen = { target: item, typedTarget: undefined, remark: elsewhereRemark(item) };
  update.stage(whileSame(task, (present) => ({ ...present, ...chosen })));
}
