/** A restore as the audit log has it: ids and counts, nobody's name, no subject. */
import type { Audit, AuditRecord } from '../../core/audit.ts';
import type { Log } from '../../core/platform.ts';
import type { Followed } from './followed.ts';
import type { Restore } from '../model/restore.ts';
import { countsOf, itemsOf } from './result.ts';

/** @returns the fields of a line but for its event and key */
export function auditOf(restore: Restore): Omit<AuditRecord, 'event' | 'key'> {
  const { id, organization, workload, scope, point, reason, endedAt } = restore;
  const { restored, failed, skipped } = countsOf(restore);
  return {
    organization,
    flow: 'operator',
    reference: id,
    restore: {
      workload,
      scope: scope.kind === 'own' ? 'own' : scope.item.id,
      point: point.kind === 'latest' ? 'latest' : new Date(point.backupTime).toISOString(),
      items: itemsOf(restore),
      reason,
      ...(endedAt === undefined ? {} : { restored, failed, skipped }),
    },
  };
}

/** Once a follower: at its first call, or where a process died over that; a line too many is better than none. */
export function recordStart(
  { audit, log }: { readonly audit: Audit; readonly log: Log },
  followed: Followed,
  restore: Restore,
): void {
  if (followed.isRecorded) return;
  followed.isRecorded = true;
  log.info({ reference: restore.id, items: itemsOf(restore), workload: restore.workload }, 'restore started');
  audit.record({ event: 'restore-started', key: followed.key, ...auditOf(restore) });
}
