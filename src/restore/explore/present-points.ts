/** Which backups there are when one of them is opened. */
import { UpstreamError } from '../../core/errors.ts';
import type { Clock } from '../../core/platform.ts';
import { withTimeout } from '../../core/time-limit.ts';
import type { OpenedPoint, Origin, RestorePoint } from '../backups/catalog.ts';
import { BACKUP_GONE } from '../backups/service-error.ts';
import type { Connection } from '../access/service-access.ts';
import { policyOf } from '../access/kinds/policy.ts';
import { usable, type RestorePointCache } from './restore-points.ts';

/** A person waits: the audit entry then says `latest`. */
const POINTS_MILLISECONDS = 1_500;

interface Ports {
  readonly points: Pick<RestorePointCache, 'get'>;
  readonly clock: Clock;
}

/** The service does not say which point is the latest one; it can no longer be found out later. */
export async function latestPoint(
  ports: Ports,
  connection: Connection,
  origin: Origin,
): Promise<RestorePoint | undefined> {
  // One that was made since the points were last read; those of an organization were read for its opening.
  const isFresh = !policyOf(connection.kind).isOrganizationWide;
  return usable(await pointsNow(ports, connection, origin, isFresh), origin.workload)[0];
}

/**
 * In place of a backup that no longer exists the service would open the one before, silently. Where there is none, what was chosen
 * is empty, and the person is told so.
 *
 * @throws UpstreamError
 */
export async function requireBackup(ports: Ports, connection: Connection, origin: Origin): Promise<void> {
  const { point, opened } = origin;
  const wanted = point.kind === 'at' ? point : opened;
  // A point without an id was never listed.
  if (wanted?.id === undefined || wanted.id === '' || (point.kind === 'at' && point.isAssumed === true)) return;
  const isLatest = point.kind === 'latest';
  const isReadAnew = isLatest && !policyOf(connection.kind).isOrganizationWide;
  const known = await pointsNow(ports, connection, origin, isReadAnew);
  if (!isReplaced(known, wanted, isLatest)) return;
  // Another instance may have read of it since this one has. Where it cannot be read now, what is known counts.
  if (!isReadAnew && isListed(await pointsNow(ports, connection, origin, true), wanted)) return;
  throw new UpstreamError('backup service', 'REFUSED', { reason: BACKUP_GONE });
}

const isListed = (points: readonly RestorePoint[], { id, backupTime }: OpenedPoint): boolean =>
  points.some((one) => one.isAssumed !== true && (one.id === id || one.backupTime === backupTime));

function isReplaced(points: readonly RestorePoint[], wanted: OpenedPoint, isLatest: boolean): boolean {
  if (isListed(points, wanted)) return false;
  const listed = points.filter(({ isAssumed }) => isAssumed !== true);
  return isLatest ? listed.length > 0 : listed.some(({ backupTime }) => backupTime < wanted.backupTime);
}

/** @returns none where the service does not list them in time */
async function pointsNow(
  { points, clock }: Ports,
  connection: Connection,
  { scope }: Origin,
  isFresh: boolean,
): Promise<readonly RestorePoint[]> {
  try {
    const read = () => points.get(connection, scope, undefined, { isFresh });
    return await withTimeout(POINTS_MILLISECONDS, read, { clock });
  } catch {
    return [];
  }
}
