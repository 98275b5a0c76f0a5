/** What the steps of a restore's job share: the context of a call, saving its progress, and the audit entries. */
import type { AdministratorFacts, AuditRecord } from '../../../core/audit.ts';
import { onStorageUnavailable } from '../../../core/errors.ts';
import { Once } from '../../../durable/once.ts';
import { isCopy } from '../../../durable/start-job.ts';
import type { PersonKey } from '../../../core/person.ts';
import type { RestorePointCache } from '../../explore/restore-points.ts';
import { flowOf } from '../../backups/entries/access-kind.ts';
import type {
  ApprovedBy,
  CallProgress,
  Restore,
  RestoreCall,
  RestoreGroup,
  RestoreState,
  WaitingApproval,
} from '../../state/restore.ts';
import type { RestorePorts } from '../../state/ports.ts';
import { auditPoint, auditScope } from '../../explore/explore-session.ts';
import { isAudited } from '../../access/gate.ts';
import type { Connection, ServiceAccess } from '../../access/service-access.ts';
import type { OptionValues } from '../../backups/entries/option-values.ts';
import { RestoreCards } from '../record/restore-card.ts';
import {
  erasedRestore,
  findRestore,
  itemCount,
  kindOf,
  overallResult,
  partsOf,
  totalCounts,
  withProgress,
  wholeCount,
  type HasCalls,
} from '../../state/restore-transitions.ts';
import { UnsentCalls } from '../record/unsent-calls.ts';
import { RestoreUpdates, type Change, type LoadedRestores, type RestoreId } from '../record/update.ts';
import { policyOf } from '../../access/kinds/policy.ts';

export interface RunPorts extends Omit<RestorePorts, 'archive' | 'people' | 'refusedSessions'> {
  readonly access: ServiceAccess;
  readonly points: RestorePointCache;
  readonly updates: RestoreUpdates;
  readonly cards: RestoreCards;
  /** Ends that this process has put into log and audit log, while their card cannot be shown. */
  readonly recorded: Once;
  readonly unsentCalls: UnsentCalls;
}

export function createRunPorts(ports: Omit<RunPorts, 'updates' | 'cards' | 'recorded' | 'unsentCalls'>): RunPorts {
  const updates = new RestoreUpdates(ports);
  return {
    ...ports,
    updates,
    cards: new RestoreCards({ ...ports, updates }),
    recorded: new Once(ports.clock),
    unsentCalls: new UnsentCalls(ports.clock),
  };
}

/** As long as that somebody may still be looking at the card. */
const PATIENCE_MILLISECONDS = 120_000;

/** Whether an edit of the card no longer reaches the person, whom it does not notify. */
export const needsMessage = ({ startedAt, decidedAt = startedAt }: Restore, at: number): boolean =>
  at - decidedAt > PATIENCE_MILLISECONDS;

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
  readonly approval: {
    /** What the card shows. */
    shown?: WaitingApproval | undefined;
    /** The code whose use is in the audit log. */
    used?: string | undefined;
    /** In a row. */
    failedChecks: number;
    isCheckRefused: boolean;
    /** Of the next check. */
    notBefore: number;
    /** By Microsoft to the service, at the last check. */
    said?: string | undefined;
  };
}

/** The service has a call, or has refused it: what could not be sent before no longer counts. */
export function forgetFailures(run: RestoreRun): void {
  run.failures = 0;
  run.throttled = 0;
  run.failingSince = undefined;
}

/**
 * Waits, and reads anew what the next call is made with: what is stored, and whose session may make it.
 *
 * @returns undefined where this run may not go on, of which the next round says why @throws StorageUnavailableError
 */
export async function pause(context: CallContext, milliseconds: number): Promise<CallContext | undefined> {
  const { ports, run } = context;
  const { access, updates, clock } = ports;
  await clock.sleep(milliseconds, run.signal);
  const loaded = await updates.read(run.key);
  const restore = findRestore(loaded.state, run.id);
  if (restore === undefined || !ownsRestore(restore, run.messageId)) return undefined;
  const connection = await access.connectFor(run.key, restore);
  return connection && { ...context, connection, loaded, restore };
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
export const ownsRestore = (restore: Restore, messageId: string | undefined): boolean => !isCopy(restore, messageId);

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

function administratorFacts({ approval, target }: RestoreGroup, { calls }: HasCalls): AdministratorFacts {
  const sent = calls.map(({ options = {} }) => options);
  const isWithout = (options: object): boolean => Object.keys(options).length === 0;
  const without = calls.filter(({ options = {} }) => isWithout(options));
  return {
    containers: [...new Set(calls.map(({ containerId }) => containerId))],
    target: target?.id ?? 'original',
    options: Object.assign({}, ...sent) as OptionValues,
    // Only where others have some.
    withoutOptions: sent.every(isWithout)
      ? undefined
      : without.reduce((sum, { keys }) => sum + keys.length, 0) || undefined,
    approval:
      approval?.kind === 'approved'
        ? approval.by
        : calls.findLast(({ approvedBy }) => approvedBy !== undefined)?.approvedBy,
    assumed: calls.some(({ progress }) => 'assumed' in progress && progress.assumed) || undefined,
  };
}

/** One for each group, under the same reference. Ids and counts, no names or subjects. @param outcome of its calls */
function recordsOf(
  event: 'restore-started' | 'restore-ended',
  key: PersonKey,
  restore: Restore,
  outcome?: (part: HasCalls) => string,
): readonly AuditRecord[] {
  const { id: reference, organization, access, reason, endedAt, fourEyes } = restore;
  return partsOf(restore).map(({ group, part }) => {
    const { workload, scope, point, opened } = group;
    const { restored, failed, skipped } = totalCounts(part);
    return {
      event,
      key,
      organization,
      flow: flowOf(access),
      reference,
      outcome: outcome?.(part),
      restore: {
        workload,
        request: restore.requestId,
        scope: auditScope(scope),
        ...auditPoint(point, opened),
        items: itemCount(part),
        wholes: wholeCount(part) || undefined,
        reason,
        ...(endedAt === undefined ? {} : { restored, failed, skipped }),
        approvers: fourEyes?.approved?.by.map(({ objectId }) => objectId),
        administrator: policyOf(access).isReasonRecorded ? undefined : administratorFacts(group, part),
      },
    };
  });
}

/** Once per run: a run that continues after a crash writes the entry again rather than not at all. */
export function auditStart({ audit, log }: RunPorts, run: RestoreRun, restore: Restore): void {
  if (run.isStartAudited) return;
  run.isStartAudited = true;
  const { id: reference, groups } = restore;
  const workload = kindOf(restore);
  const fields = { event: 'restore-started', reference, items: itemCount(restore), workload, groups: groups.length };
  log.info(fields, 'restore started');
  if (restore.audited === true) return;
  for (const record of recordsOf('restore-started', run.key, restore)) audit.record(record);
}

/** With `AUDIT=required`, before a restore is stored. @returns whether the entries of its start are stored */
export const writeStart = (
  ports: Pick<RunPorts, 'audit' | 'log'>,
  key: PersonKey,
  restore: Restore,
): Promise<boolean> =>
  isAudited(ports, restore.id, recordsOf('restore-started', key, restore), notStarted(key, restore));

const notStarted = (key: PersonKey, restore: Restore): readonly AuditRecord[] =>
  recordsOf('restore-ended', key, restore, () => 'not-started');

/** The entries of its start are stored, or may still be. */
export function auditUnstarted({ audit }: Pick<RunPorts, 'audit'>, key: PersonKey, restore: Restore): void {
  for (const record of notStarted(key, restore)) audit.record(record);
}

export function auditEnd(
  ports: Pick<RunPorts, 'audit' | 'log' | 'recorded'>,
  { key }: RestoreRun,
  restore: Restore,
): void {
  if (!ports.recorded.isFirst('restore-ended', restore.id)) return;
  for (const record of endOf(ports, key, restore)) ports.audit.record(record);
}

/**
 * Restores whose state is about to be erased. Waits until their ends are stored, for nothing else knows of them then; but
 * not for long: they are erased without, and the audit log stores its entries later.
 */
export async function auditErased(
  ports: Pick<RunPorts, 'audit' | 'clock' | 'log'>,
  key: PersonKey,
  { restores }: RestoreState,
): Promise<void> {
  const erased = restores
    .filter(({ endedAt }) => endedAt === undefined)
    .map((restore) => erasedRestore(restore, ports.clock.now()));
  const records = erased.flatMap((restore) => endOf(ports, key, restore));
  await Promise.all(records.map((record) => ports.audit.write(record))).catch(onStorageUnavailable(() => undefined));
}

function endOf({ log }: Pick<RunPorts, 'log'>, key: PersonKey, restore: Restore): readonly AuditRecord[] {
  const outcome = overallResult(restore);
  log.info({ event: 'restore-ended', reference: restore.id, outcome }, 'restore ended');
  return recordsOf('restore-ended', key, restore, overallResult);
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

/** The code of an approval was shown, used, or not used in time. @param group index of what it is for */
export function auditCode(
  { audit }: Pick<RunPorts, 'audit'>,
  { key }: RestoreId,
  restore: Restore,
  group: number,
  event: 'restore-code-shown' | 'restore-code-used' | 'restore-code-expired',
  outcome?: ApprovedBy,
): void {
  const { id: reference, organization, groups } = restore;
  const { workload, scope } = groups[group] ?? {};
  const facts = workload && { workload, scope: scope && auditScope(scope) };
  audit.record({ event, key, organization, flow: flowOf(restore.access), reference, outcome, restore: facts });
}
