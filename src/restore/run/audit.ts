/** Audit entries of restores: ids and counts, no names or subjects. */
import type { AuditRecord } from '../../core/audit.ts';
import type { Restore } from '../model/restore.ts';
import type { RestoreRun, RunPorts } from './call-step.ts';
import { itemCount, overallResult, totalCounts } from './transitions.ts';

type Ports = Pick<RunPorts, 'audit' | 'log'>;

function recordOf(restore: Restore): Omit<AuditRecord, 'event' | 'key'> {
  const { id, organization, workload, scope, point, reason, endedAt } = restore;
  const { restored, failed, skipped } = totalCounts(restore);
  return {
    organization,
    flow: 'operator',
    reference: id,
    restore: {
      workload,
      scope: scope.kind === 'own' ? 'own' : scope.item.id,
      point: point.kind === 'latest' ? 'latest' : new Date(point.backupTime).toISOString(),
      items: itemCount(restore),
      reason,
      ...(endedAt === undefined ? {} : { restored, failed, skipped }),
    },
  };
}

/** Once per run: a run that continues after a crash writes the entry again rather than not at all. */
export function auditStart({ audit, log }: Ports, run: RestoreRun, restore: Restore): void {
  if (run.isStartAudited) return;
  run.isStartAudited = true;
  const { id: reference, workload } = restore;
  log.info({ event: 'restore-started', reference, items: itemCount(restore), workload }, 'restore started');
  audit.record({ event: 'restore-started', key: run.key, ...recordOf(restore) });
}

export function auditEnd({ audit, log }: Ports, { key }: RestoreRun, restore: Restore): void {
  const outcome = overallResult(restore);
  log.info({ event: 'restore-ended', reference: restore.id, outcome }, 'restore ended');
  audit.record({ event: 'restore-ended', key, ...recordOf(restore), outcome });
}
