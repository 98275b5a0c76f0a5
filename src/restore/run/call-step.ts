/** What the steps of a restore's job share: the context of a call, saving its progress, and the audit entries. */
import type { AuditRecord } from '../../core/audit.ts';
import { StorageUnavailableError } from '../../core/errors.ts';
import type { PersonKey } from '../../core/person.ts';
import type { RestorePointCache } from '../find/restore-points.ts';
import type { CallProgress, Restore, RestoreCall } from '../model/restore.ts';
import type { RestorePorts } from '../ports.ts';
import { auditPoint, auditScope } from '../service-session/explore-session.ts';
import type { Connection, OperatorAccess } from '../service-session/operator-access.ts';
import type { RestoreCards } from './restore-card.ts';
import { itemCount, overallResult, totalCounts, withProgress } from './transitions.ts';
import type { Change, LoadedRestores, RestoreId, RestoreUpdates } from './update.ts';

export interface RunPorts extends Omit<RestorePorts, 'archive' | 'people' | 'refusedSessions'> {
  readonly access: OperatorAccess;
  readonly points: RestorePointCache;
  readonly updates: RestoreUpdates;
  readonly cards: RestoreCards;
}

/** One run of the job. Another run, here or on another instance, starts with a new one. */
export interface RestoreRun extends RestoreId {
  /** Of the job's queue message; undefined where the queue does not name them. */
  readonly messageId: string | undefined;
  readonly signal: AbortSignal;
  /** Attempts in a row that did not reach the service. */
  failures: number;
  failingSince?: number | undefined;
  /** How often in a row the service answered a call with 429. */
  throttled: number;
  /** Index of the call for which the explore session has been reopened. */
  reopenedFor?: number | undefined;
  isStartAudited: boolean;
}

export interface CallContext {
  readonly ports: RunPorts;
  readonly connection: Connection;
  readonly run: RestoreRun;
  readonly loaded: LoadedRestores;
  readonly restore: Restore;
  readonly call: RestoreCall;
  readonly index: number;
}

/** Whether this message's run may write; a copy of the message, or one from before a later press, may not. */
export const ownsRestore = ({ jobId }: Restore, messageId: string | undefined): boolean =>
  messageId === undefined || jobId === undefined || jobId === messageId;

export const progressIn = (restore: Restore | undefined, index: number): CallProgress | undefined =>
  restore?.calls[index]?.progress;

/** Saves the progress of the call. @param loaded replaces the first read. @param decide returns undefined to write nothing */
export function saveProgress(
  { ports, run, index, loaded }: Pick<CallContext, 'ports' | 'run' | 'index'> & Partial<Pick<CallContext, 'loaded'>>,
  what: string,
  decide: (progress: CallProgress, restore: Restore) => CallProgress | undefined,
): Promise<LoadedRestores> {
  const change: Change<Restore> = (restore) => {
    const present = progressIn(restore, index);
    const next = present && decide(present, restore);
    return next && withProgress(restore, index, next);
  };
  return ports.updates.save(what, run, change, loaded);
}

/** Ids and counts, no names or subjects. */
function recordOf(restore: Restore): Omit<AuditRecord, 'event' | 'key'> {
  const { id, organization, workload, scope, point, opened, reason, endedAt } = restore;
  const { restored, failed, skipped } = totalCounts(restore);
  return {
    organization,
    flow: 'operator',
    reference: id,
    restore: {
      workload,
      scope: auditScope(scope),
      ...auditPoint(point, opened),
      items: itemCount(restore),
      reason,
      ...(endedAt === undefined ? {} : { restored, failed, skipped }),
    },
  };
}

/** Once per run: a run that continues after a crash writes the entry again rather than not at all. */
export function auditStart({ audit, log }: RunPorts, run: RestoreRun, restore: Restore): void {
  if (run.isStartAudited) return;
  run.isStartAudited = true;
  const { id: reference, workload } = restore;
  log.info({ event: 'restore-started', reference, items: itemCount(restore), workload }, 'restore started');
  if (restore.audited !== true) audit.record({ event: 'restore-started', key: run.key, ...recordOf(restore) });
}

/** With `AUDIT=required`, before a restore is stored. @returns whether the entry of its start is stored */
export async function writeStart({ audit, log }: RunPorts, key: PersonKey, restore: Restore): Promise<boolean> {
  try {
    await audit.write({ event: 'restore-started', key, ...recordOf(restore) });
    return true;
  } catch (error) {
    if (!(error instanceof StorageUnavailableError)) throw error;
    const fields = { event: 'restore-refused-unaudited', reference: restore.id, error };
    log.error(fields, 'a restore was not started because its audit entry could not be stored');
    auditUnstarted({ audit }, key, restore);
    return false;
  }
}

/** The entry of its start is stored, or may still be. */
export function auditUnstarted({ audit }: Pick<RunPorts, 'audit'>, key: PersonKey, restore: Restore): void {
  audit.record({ event: 'restore-ended', key, ...recordOf(restore), outcome: 'not-started' });
}

export function auditEnd({ audit, log }: RunPorts, { key }: RestoreRun, restore: Restore): void {
  const outcome = overallResult(restore);
  log.info({ event: 'restore-ended', reference: restore.id, outcome }, 'restore ended');
  audit.record({ event: 'restore-ended', key, ...recordOf(restore), outcome });
}

/** **Stop** was pressed. @param outcome `success`, or why the service did not stop it */
export function auditStop(
  { audit }: Pick<RunPorts, 'audit'>,
  { key, session }: Connection,
  { id: reference, kind: workload }: { readonly id: string; readonly kind?: string | undefined },
  outcome: string,
): void {
  const { organization, flow } = session;
  const restore = workload === undefined ? undefined : { workload };
  audit.record({ event: 'session-stopped', key, organization, flow, reference, outcome, restore });
}
