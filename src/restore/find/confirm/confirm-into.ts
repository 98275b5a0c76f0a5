/** **Restore** on a card whose task is not restored yet: who was entered as the target is looked up, and asked about. */
import type { TaskPress } from '../../state/presses.ts';
import type { RestorePorts } from '../../state/ports.ts';
import { containerType, rulesOf } from '../../backups/workloads/index.ts';
import { askedTarget, elsewhereRemark, withConfirmed } from '../task/confirm.ts';
import type { ExploreQueries } from '../task/explore-queries.ts';
import { itemsNamed } from '../../explore/scope/scope-search.ts';
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
  const list = await queries.scopeList(update);
  const found = list.find(asked);
  const named = found === undefined ? itemsNamed(asked, list, task.workload) : [found];
  const type = task.workload && containerType(task.workload);
  const takesAddress = task.workload && rulesOf(task.workload, task.access).elsewhere === 'by-address';
  const [item, other] = named.filter((one) => one.type === type && one.isArchive !== true);
  if (item === undefined) return update.stage(withRemark({ code: 'not-in-backup', typed: asked }));
  if (other !== undefined) return update.stage(withRemark({ code: 'which-scope', typed: asked }));
  if (takesAddress && item.detail === '') return update.stage(withRemark({ code: 'no-address', typed: item.name }));
  const { reason } = press;
  update.stage(whileSame(task, (present) => ({ ...present, reason, target: item, remark: elsewhereRemark(item) })));
}
