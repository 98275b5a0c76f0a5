/** Explore sessions at the service: opened, stopped when no longer used. */
import { DAY, MINUTE } from '../../core/durations.ts';
import { onUpstreamError, UpstreamError } from '../../core/errors.ts';
import type { AuditRecord } from '../../core/audit.ts';
import type { JobOf } from '../../core/jobs.ts';
import { changeState, keep, readForJob, write } from '../../durable/record.ts';
import type { PersonKey } from '../../core/person.ts';
import type { Session } from '../../sign-in/state/model.ts';
import { postponeIfEarly, sendDue } from '../../durable/due-job.ts';
import { isSameName } from '../../core/text.ts';
import { within } from '../../core/time-limit.ts';
import { latestTime } from './assumed-points.ts';
import { latestPoint, requireBackup } from './present-points.ts';
import type { RestorePointCache } from './restore-points.ts';
import { accessKindOf } from '../backups/entries/access-kind.ts';
import type { OpenedPoint, Origin, Point } from '../backups/catalog.ts';
import type { Scope } from '../backups/entries/entry.ts';
import type { OpenSession, RestoreState } from '../state/restore.ts';
import { OTHER_ORGANIZATION, troubleOf } from '../backups/service-error.ts';
import { withoutSession, type Task } from '../state/task.ts';
import type {
  Access,
  ExploredOrganization,
  ExploreRequest,
  RestorePorts,
  ServiceOrganization,
  ServiceSession,
} from '../state/ports.ts';
import { EXPLORE_REASON } from './call-reference.ts';
import { findOpen, forgetOpen, rememberOpen } from './open-sessions.ts';
import { isRestoredFrom } from '../state/restore-transitions.ts';
import { hasVersions } from '../backups/workloads/index.ts';
import { mayContinueTask, type Connection, type ServiceAccess } from '../access/service-access.ts';
import { SessionOverError } from '../access/session-work.ts';
import { policyOf } from '../access/kinds/policy.ts';

const IDLE_MILLISECONDS = 30 * MINUTE;
/** Before the sign-in ends, while its token can still stop the session: also where this process dies, and another takes over within 60 s. */
const BEFORE_END_MILLISECONDS = 75_000;
/** Leaves time to store the id of a session that was just opened. */
const MIN_IDLE_MILLISECONDS = 10_000;
/** The end of a sign-in decides what happens to its task: so soon before it, the job waits for it. */
const ENDING_MILLISECONDS = 2 * MINUTE;
/** A sign-in may be renewed at the last moment. */
const AFTER_END_MILLISECONDS = 15_000;
const RESTORE_CHECK_MILLISECONDS = 60_000;
/** How long a task waits for a sign-in after the service has refused its session. */
const WAITING_MILLISECONDS = DAY;
/** A log-out does not wait longer for a service that does not respond. */
const STOP_MILLISECONDS = 5_000;

/** When an explore session last used at `usedAt` is to be stopped, epoch milliseconds. */
const idleAt = (usedAt: number, { expiresAt }: Session): number =>
  Math.min(usedAt + IDLE_MILLISECONDS, expiresAt - BEFORE_END_MILLISECONDS);

/** The same of one that no task has yet, or any more. */
const unusedAt = ({ at }: OpenSession, session: Session): number =>
  Math.max(idleAt(at, session), at + MIN_IDLE_MILLISECONDS);

export const troubleIn = (error: unknown) => (error instanceof UpstreamError ? troubleOf(error) : undefined);

export const auditScope = (scope: Scope): string => (scope.kind === 'item' ? scope.item.id : scope.kind);

/** @param opened what "latest" was, where that is known */
export function auditPoint(
  point: Point,
  opened: OpenedPoint | undefined,
): Pick<NonNullable<AuditRecord['restore']>, 'point' | 'pointId'> {
  const known = point.kind === 'at' ? point : opened;
  if (known === undefined) return { point: 'latest' };
  const isAssumed = point.kind === 'at' && point.isAssumed === true;
  return { point: new Date(known.backupTime).toISOString(), pointId: isAssumed ? undefined : known.id };
}

type ServicePorts = Pick<RestorePorts, 'explorer' | 'store' | 'jobs' | 'audit' | 'clock' | 'log'>;
type OpeningPorts = ServicePorts & { readonly points: Pick<RestorePointCache, 'get' | 'organization'> };

interface Opened {
  readonly id: string;
  /** What "latest" is. */
  readonly opened: OpenedPoint | undefined;
}

/**
 * Opens a session for a task, or for a restore that began as one: an operator's of whose data it is, an administrator's of the
 * whole organization. It is stored as open, and the job that stops it is sent, before it is used: it is stopped even if this process
 * dies. If the response with the id is lost, the service ends the session itself.
 *
 * @param origin its `opened` is what "latest" was when the session was opened that this one continues
 * @throws UpstreamError, SessionRefusedError, StorageUnavailableError
 */
export async function openExplore(
  ports: OpeningPorts,
  connection: Connection,
  origin: Origin,
  lookId?: string,
): Promise<Opened> {
  const { scope, workload, point, showDeleted } = origin;
  // Required to list a document's earlier versions.
  const common = { workload, showDeleted, showAllVersions: hasVersions(workload, connection.kind) };
  if (policyOf(connection.kind).isOrganizationWide)
    return openOrganization(ports, connection, origin, { ...common, lookId });
  await requireBackup(ports, connection, origin);
  const before = point.kind === 'at' ? point : origin.opened;
  const calledAt = ports.clock.now();
  const { id, createdAt } = await openOnce(ports, connection, lookId, {
    ...common,
    at: before?.backupTime,
    repositoryId: before?.repositoryId,
    scope: scope.kind === 'item' ? scope.item : undefined,
    reason: EXPLORE_REASON,
  });
  const latest = before === undefined ? await latestPoint(ports, connection, origin) : undefined;
  const found = latest && { id: latest.id, backupTime: latest.backupTime, repositoryId: latest.repositoryId };
  auditOpened(ports, connection, id, { ...origin, opened: found ?? origin.opened });
  if (point.kind === 'at') return { id, opened: undefined };
  return { id, opened: origin.opened ?? found ?? { backupTime: createdAt > 0 ? createdAt : calledAt } };
}

/** "Latest" is a time, with which the same data can be opened again. */
async function openOrganization(
  ports: OpeningPorts,
  connection: Connection,
  { opened: before, ...origin }: Origin,
  {
    lookId,
    ...common
  }: Pick<ExploreRequest, 'workload' | 'showDeleted' | 'showAllVersions'> & {
    readonly lookId: string | undefined;
  },
): Promise<Opened> {
  const { explorer, points, clock } = ports;
  const { point } = origin;
  const expected = await points.organization(connection);
  await requireBackup(ports, connection, { ...origin, opened: before });
  const at = point.kind === 'at' ? point.backupTime : (before?.backupTime ?? latestTime(expected, clock.now()));
  const { id: exploreId } = await openOnce(ports, connection, lookId, { ...common, at });
  const everybody: Origin = { ...origin, scope: { kind: 'organization', name: '' } };
  let isExpected: boolean;
  try {
    const found = await connection.call((access) => explorer.exploredOrganization(access, exploreId));
    isExpected = isSame(found, expected);
  } catch (error) {
    await stopExplore(ports, connection, exploreId);
    throw error;
  }
  if (!isExpected) {
    await stopExplore(ports, connection, exploreId);
    auditOpened(ports, connection, exploreId, everybody, 'other-organization');
    throw new UpstreamError('backup service', 'REFUSED', { reason: OTHER_ORGANIZATION });
  }
  const latest = point.kind === 'latest' ? await latestPoint(ports, connection, everybody) : undefined;
  const pointId = latest?.isAssumed === true ? undefined : latest?.id;
  const opened = point.kind === 'latest' ? (before ?? { id: pointId, backupTime: at }) : undefined;
  auditOpened(ports, connection, exploreId, { ...everybody, opened });
  return { id: exploreId, opened };
}

/** By id, or by name where the service identifies a session's organization by another one. */
const isSame = ({ id, name }: ExploredOrganization, other: ServiceOrganization): boolean =>
  (id !== undefined && id === other.id) || (name !== undefined && isSameName(name, other.name));

async function openOnce(
  ports: ServicePorts,
  connection: Connection,
  lookId: string | undefined,
  request: ExploreRequest,
): Promise<Pick<ServiceSession, 'id' | 'createdAt'>> {
  const { explorer, store, clock } = ports;
  const { key, session } = connection;
  // The end of the session waits for the call, and closes what is stored as open.
  const { opened, createdAt, error } = await connection.call(async (access) => {
    const { id, createdAt } = await explorer.openExplore(access, request);
    if (access.signal?.aborted === true) {
      // The end of the session did not wait so long. Nothing is stored any more, and its token may close it still.
      await explorer.stop(access, id).catch(onUpstreamError(() => undefined));
      throw new SessionOverError();
    }
    const opened: OpenSession = { id, at: clock.now(), signInId: session.signInId, lookId };
    try {
      await rememberOpen(store, key, opened);
      await sendDue(ports, { kind: 'explore-idle', key, exploreId: id, dueAt: unusedAt(opened, session) });
      return { opened, createdAt };
    } catch (error) {
      return { opened, createdAt, error };
    }
  });
  if (error === undefined) return { id: opened.id, createdAt };
  await stopExplore(ports, connection, opened.id);
  throw error;
}

function auditOpened(
  { audit }: Pick<ServicePorts, 'audit'>,
  { key, session: { organization, flow } }: Connection,
  reference: string,
  { scope, workload, point, opened }: Origin,
  outcome?: string,
): void {
  const restore = { workload, scope: auditScope(scope), ...auditPoint(point, opened) };
  audit.record({ event: 'backup-opened', key, organization, flow, reference, outcome, restore });
}

/** An export still reads from the session: whoever finishes that closes it, or else the session's job does. */
export class SessionInUseError extends Error {
  override readonly name = 'SessionInUseError';
  readonly code = 'SESSION_IN_USE';
}

/**
 * Best effort: the service ends sessions that are left open. Never throws.
 *
 * @param why `runs`: what runs in it must end @returns `in-use` where an export still reads from it: it is stopped after that
 */
export async function stopExplore(
  { explorer, store, log }: Pick<RestorePorts, 'explorer' | 'store' | 'log'>,
  connection: Connection,
  exploreId: string,
  why: 'unused' | 'runs' = 'unused',
): Promise<'in-use' | undefined> {
  const stop = (access: Access): Promise<unknown> =>
    explorer.stop(access, exploreId, why === 'unused' ? why : undefined).catch((error: unknown) => {
      if (troubleIn(error) !== 'not-found') throw error;
    });
  try {
    await connection.call(stop);
    await forgetOpen(store, connection.key, exploreId);
  } catch (error) {
    if (error instanceof SessionInUseError) return 'in-use';
    // Its end closes what is open.
    if (error instanceof SessionOverError) return undefined;
    const trouble = troubleIn(error);
    // Not an error of the service, whose text may name people and their mail.
    const cause = trouble === undefined ? { error } : { trouble };
    const fields = { event: 'explore-session-not-stopped', reference: exploreId, ...cause };
    log.warn(fields, 'an explore session could not be stopped; the service ends it in time');
  }
  return undefined;
}

/** The same with the token of a session that is about to end, or may no longer be used: without renewal, and not for long. Never throws. */
export async function stopBeforeEnd(
  ports: Pick<RestorePorts, 'explorer' | 'store' | 'organizations' | 'clock' | 'log'>,
  key: PersonKey,
  session: Session,
  exploreId: string,
): Promise<void> {
  const organization = ports.organizations.get(session.organization);
  if (organization === undefined) return;
  const { accessToken } = session;
  const kind = accessKindOf(session.flow);
  const call: Connection['call'] = (work) => work({ kind, organization, accessToken });
  const connection: Connection = { key, session, kind, call };
  const stop = () => stopExplore(ports, connection, exploreId);
  await within(STOP_MILLISECONDS, stop, ports);
}

type IdleJobPorts = ServicePorts & {
  readonly organizations: RestorePorts['organizations'];
  readonly access: ServiceAccess;
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
  const postpone = (dueAt: number): Promise<boolean> => postponeIfEarly(ports, { ...job, dueAt });
  const [found, { state }] = await Promise.all([access.find(key), readForJob(store, key)]);
  const task = state?.task;
  const connection = found.kind === 'granted' ? found.connection : undefined;
  if (task !== undefined && (connection === undefined || !mayContinueTask(connection.session, task))) {
    const isWaiting = connection === undefined && task.waitsForSignIn === true;
    if (isWaiting && (await postpone(task.usedAt + WAITING_MILLISECONDS))) return;
    await expireTask(key, task);
  }
  const { session } = found.kind === 'granted' ? found.connection : found;
  // Without a token nothing can be stopped; the service ends the session.
  if (session === undefined) return;
  const stop = (id: string): Promise<unknown> =>
    connection === undefined ? stopBeforeEnd(ports, key, session, id) : stopExplore(ports, connection, id);
  const now = clock.now();
  const left = leftOpen(state, session, now).filter((id) => id !== exploreId);
  await Promise.all(left.map(stop));
  if (isRestoredFrom(state, exploreId)) {
    await postpone(Math.max(idleAt(now, session), now + RESTORE_CHECK_MILLISECONDS));
    return;
  }
  // Only what the bot has opened is stopped, whatever a message names.
  if (task?.explore?.id !== exploreId && findOpen(state, exploreId) === undefined) return;
  if (session.expiresAt - now <= ENDING_MILLISECONDS) await postpone(session.expiresAt + AFTER_END_MILLISECONDS);
  if (await postpone(await releaseIfIdle(ports, job, session))) return;
  if ((await stop(exploreId)) === 'in-use') await postpone(now + RESTORE_CHECK_MILLISECONDS);
}

/** Nothing uses them: a process died before it had sent their job. */
const leftOpen = (state: RestoreState | undefined, session: Session, now: number): readonly string[] =>
  (state?.openSessions ?? [])
    .filter((open) => open.signInId === session.signInId && unusedAt(open, session) <= now)
    .map(({ id }) => id)
    .filter((id) => id !== state?.task?.explore?.id && !isRestoredFrom(state, id));

/** Removes an idle session from its task. @returns when it is due if it has been used in the meantime, otherwise 0 */
async function releaseIfIdle(ports: IdleJobPorts, job: JobOf<'explore-idle'>, session: Session): Promise<number> {
  const { result } = await changeState(ports.store, job.key, (state: RestoreState | undefined) => {
    const task = state?.task;
    if (state === undefined) return keep(0);
    if (task?.explore?.id !== job.exploreId) {
      const opened = findOpen(state, job.exploreId);
      return keep(opened === undefined ? 0 : unusedAt(opened, session));
    }
    const dueAt = idleAt(task.usedAt, session);
    return dueAt > ports.clock.now() ? keep(dueAt) : write({ ...state, task: withoutSession(task) }, 0);
  });
  return result;
}
