/** Explore sessions at the service: opened, stopped when no longer used. */
import { UpstreamError } from '../../core/errors.ts';
import type { AuditRecord } from '../../core/audit.ts';
import type { JobOf } from '../../core/jobs.ts';
import { changeState, keep, readState, write } from '../../core/optimistic-update.ts';
import type { PersonKey } from '../../core/person.ts';
import type { Session } from '../../sign-in/model.ts';
import { delaySeconds, postponeIfEarly } from '../../sign-in/session/schedule.ts';
import { withTimeout } from '../../core/time-limit.ts';
import { usable, type RestorePointCache } from '../find/restore-points.ts';
import type { OpenedPoint, Origin, Point } from '../model/catalog.ts';
import type { Scope } from '../model/entry.ts';
import type { RestoreState } from '../model/restore.ts';
import { troubleOf } from '../model/service-error.ts';
import type { Task } from '../model/task.ts';
import type { ExploreRequest, RestorePorts } from '../ports.ts';
import { EXPLORE_REASON, isRestoredFrom } from '../run/transitions.ts';
import { hasVersions } from '../workloads/index.ts';
import { mayContinueTask, type Connection, type OperatorAccess } from './operator-access.ts';

const IDLE_MILLISECONDS = 30 * 60_000;
/** Before the sign-in ends, while its token can still stop the session. */
const BEFORE_END_MILLISECONDS = 20_000;
/** Leaves time to store the id of a session that was just opened. */
const MIN_IDLE_MILLISECONDS = 10_000;
/** The end of a sign-in decides what happens to its task: so soon before it, the job waits for it. */
const ENDING_MILLISECONDS = 60_000;
/** A sign-in may be renewed at the last moment. */
const AFTER_END_MILLISECONDS = 15_000;
const RESTORE_CHECK_MILLISECONDS = 60_000;
/** How long a task waits for a sign-in after the service has refused its session. */
const WAITING_MILLISECONDS = 86_400_000;
/** A person waits: the audit entry then says `latest`. */
const POINTS_MILLISECONDS = 1_500;

/** When an explore session last used at `usedAt` is to be stopped, epoch milliseconds. */
const idleAt = (usedAt: number, { expiresAt }: Session): number =>
  Math.min(usedAt + IDLE_MILLISECONDS, expiresAt - BEFORE_END_MILLISECONDS);

export const troubleIn = (error: unknown) => (error instanceof UpstreamError ? troubleOf(error) : undefined);

export const auditScope = (scope: Scope): string => (scope.kind === 'own' ? 'own' : scope.item.id);

/** @param opened what "latest" was, where that is known */
export function auditPoint(
  point: Point,
  opened: OpenedPoint | undefined,
): Pick<NonNullable<AuditRecord['restore']>, 'point' | 'pointId'> {
  const known = point.kind === 'at' ? point : opened;
  return known === undefined
    ? { point: 'latest' }
    : { point: new Date(known.backupTime).toISOString(), pointId: known.id };
}

/** The service does not say which point is the latest one; it can no longer be found out later. */
async function latestPoint(
  { points, clock }: Pick<OpeningPorts, 'points' | 'clock'>,
  connection: Connection,
  { scope, workload }: Pick<Origin, 'scope' | 'workload'>,
): Promise<OpenedPoint | undefined> {
  try {
    const all = await withTimeout(POINTS_MILLISECONDS, () => points.get(connection, scope), { clock });
    const latest = usable(all, workload)[0];
    return latest && { id: latest.id, backupTime: latest.backupTime };
  } catch {
    return undefined;
  }
}

type ServicePorts = Pick<RestorePorts, 'explorer' | 'jobs' | 'audit' | 'clock' | 'log'>;
type OpeningPorts = ServicePorts & { readonly points: Pick<RestorePointCache, 'get'> };

/**
 * Opens a session for a task, or for a restore that began as one. The job that stops it is sent before its id is stored:
 * it is stopped even if this process dies. If the response with the id is lost, the service ends the session itself.
 *
 * @returns its id, and what "latest" is
 * @throws UpstreamError, SessionRefusedError, StorageUnavailableError
 */
export async function openExplore(
  ports: OpeningPorts,
  connection: Connection,
  { scope, workload, point, showDeleted }: Omit<Origin, 'opened'>,
): Promise<{ readonly id: string; readonly opened: OpenedPoint | undefined }> {
  const { explorer, jobs, audit, clock } = ports;
  const request: ExploreRequest = {
    workload,
    at: point.kind === 'at' ? point.backupTime : undefined,
    repositoryId: point.kind === 'at' ? point.repositoryId : undefined,
    scope: scope.kind === 'item' ? scope.item : undefined,
    showDeleted,
    // Required to list a document's earlier versions (API, section F, 11).
    showAllVersions: hasVersions(workload),
    reason: EXPLORE_REASON,
  };
  const { id: exploreId } = await connection.call((access) => explorer.openExplore(access, request));
  const { key, session } = connection;
  const now = clock.now();
  const dueAt = Math.max(idleAt(now, session), now + MIN_IDLE_MILLISECONDS);
  try {
    await jobs.send({ kind: 'explore-idle', key, exploreId, dueAt }, delaySeconds(dueAt, now));
  } catch (error) {
    await stopExplore(ports, connection, exploreId);
    throw error;
  }
  const opened = point.kind === 'latest' ? await latestPoint(ports, connection, { scope, workload }) : undefined;
  const restore = { workload, scope: auditScope(scope), ...auditPoint(point, opened) };
  const { organization } = session;
  audit.record({ event: 'backup-opened', key, organization, flow: 'operator', reference: exploreId, restore });
  return { id: exploreId, opened };
}

/** Best effort: the service ends sessions that are left open. Never throws. */
export async function stopExplore(
  { explorer, log }: Pick<RestorePorts, 'explorer' | 'log'>,
  connection: Connection,
  exploreId: string,
): Promise<void> {
  try {
    await connection.call((access) => explorer.stop(access, exploreId));
  } catch (error) {
    const trouble = troubleIn(error);
    if (trouble === 'not-found') return;
    // Not an error of the service, whose text may name people and their mail.
    const cause = trouble === undefined ? { error } : { trouble };
    const fields = { event: 'explore-session-not-stopped', reference: exploreId, ...cause };
    log.warn(fields, 'an explore session could not be stopped; the service ends it in time');
  }
}

type IdleJobPorts = ServicePorts & {
  readonly store: RestorePorts['store'];
  readonly access: OperatorAccess;
  readonly expireTask: (key: PersonKey, task: Task) => Promise<void>;
};

/**
 * Handler of `explore-idle` jobs: stops a session that is no longer used, and closes the task of a sign-in that has ended.
 *
 * @throws StorageUnavailableError, UpstreamError
 */
export async function handleIdleJob(ports: IdleJobPorts, job: JobOf<'explore-idle'>): Promise<void> {
  const { access, store, expireTask, clock } = ports;
  const { key, exploreId } = job;
  if (await postponeIfEarly(ports, job)) return;
  const postpone = (dueAt: number): Promise<boolean> => postponeIfEarly(ports, { ...job, dueAt });
  const [found, { state }] = await Promise.all([access.find(key), readState(store, key)]);
  const task = state?.task;
  const connection = found.kind === 'granted' ? found.connection : undefined;
  if (task !== undefined && (connection === undefined || !mayContinueTask(connection.session, task))) {
    const isWaiting = connection === undefined && task.waitsForSignIn === true;
    if (isWaiting && (await postpone(task.usedAt + WAITING_MILLISECONDS))) return;
    await expireTask(key, task);
  }
  // Without a token nothing can be stopped; the service ends the session.
  if (connection === undefined) return;
  const { session } = connection;
  const now = clock.now();
  if (isRestoredFrom(state, exploreId)) {
    await postpone(Math.max(idleAt(now, session), now + RESTORE_CHECK_MILLISECONDS));
    return;
  }
  if (session.expiresAt - now <= ENDING_MILLISECONDS) await postpone(session.expiresAt + AFTER_END_MILLISECONDS);
  if (await postpone(await releaseIfIdle(ports, job, session))) return;
  await stopExplore(ports, connection, exploreId);
}

/** Removes an idle session from its task. @returns when it is due if it has been used in the meantime, otherwise 0 */
async function releaseIfIdle(ports: IdleJobPorts, job: JobOf<'explore-idle'>, session: Session): Promise<number> {
  const { result } = await changeState(ports.store, job.key, (state: RestoreState | undefined) => {
    const task = state?.task;
    if (state === undefined || task?.explore?.id !== job.exploreId) return keep(0);
    const dueAt = idleAt(task.usedAt, session);
    return dueAt > ports.clock.now() ? keep(dueAt) : write({ ...state, task: { ...task, explore: undefined } }, 0);
  });
  return result;
}
