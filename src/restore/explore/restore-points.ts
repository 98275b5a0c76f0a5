/** Restore points of a scope: cached, selected for a workload, grouped by day, and chosen by a typed date. */
import { BoundedMap } from '../../core/bounded-map.ts';
import { onUpstreamError, UpstreamError } from '../../core/errors.ts';
import { isOrganization } from '../../core/organization.ts';
import type { Clock } from '../../core/platform.ts';
import type { Point, RestorePoint } from '../backups/catalog.ts';
import type { Scope } from '../backups/entries/entry.ts';
import { OTHER_ORGANIZATION, troubleOf } from '../backups/service-error.ts';
import type { Workload } from '../backups/workloads/index.ts';
import type { Remark } from '../state/task.ts';
import type { RestorePorts, ServiceOrganization } from '../state/ports.ts';
import type { Connection } from '../access/service-access.ts';
import type { DayOfPoints } from '../state/task-views.ts';
import { assumedPoints } from './assumed-points.ts';
import { dayReader } from '../backups/dates/calendar.ts';
import { lastMomentOf } from '../backups/dates/day-grammar.ts';
import { readWhen, type Reading } from '../backups/dates/parse-date.ts';
import { policyOf } from '../access/kinds/policy.ts';

/** Backups run about once a day. */
const LIFETIME_MILLISECONDS = 5 * 60_000;
const MAX_SCOPES = 500;
/** In all scopes: half a kilobyte each. */
const MAX_POINTS = 250_000;

type Explorer = Pick<RestorePorts['explorer'], 'restorePoints' | 'organization'>;

/** What the service tells an administrator of the backups. */
interface OrganizationBackups {
  readonly organization: ServiceOrganization;
  /** Empty where it does not tell them. */
  readonly points: readonly RestorePoint[];
}

export class RestorePointCache {
  readonly #explorer: Explorer;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #points: BoundedMap<string, readonly RestorePoint[]>;
  readonly #ofOrganizations: BoundedMap<string, OrganizationBackups>;
  /** Sign-ins whose token does not give points: they are asked for once. */
  readonly #refused = new BoundedMap<string, true>({ max: MAX_SCOPES });

  constructor({ explorer, clock }: { readonly explorer: Explorer; readonly clock: Pick<Clock, 'now'> }) {
    this.#explorer = explorer;
    this.#clock = clock;
    const kept = { max: MAX_POINTS, lifetimeMilliseconds: LIFETIME_MILLISECONDS, clock };
    const share = MAX_POINTS / MAX_SCOPES;
    this.#points = new BoundedMap({ ...kept, weigh: ({ length }) => Math.max(share, length) });
    this.#ofOrganizations = new BoundedMap({ ...kept, weigh: ({ points }) => Math.max(share, points.length) });
  }

  /**
   * Unordered, hidden ones included. Of administrators those of the organization, or else its days.
   *
   * @param zone in which a day ends @param isFresh as the service has them now
   * @throws UpstreamError, SessionRefusedError
   */
  async get(
    connection: Connection,
    scope: Scope | undefined,
    zone: string | undefined,
    { isFresh = false } = {},
  ): Promise<readonly RestorePoint[]> {
    const isOrganization = policyOf(connection.kind).isOrganizationWide;
    const scopeId = scope?.kind === 'item' && !isOrganization ? scope.item.id : undefined;
    const name = JSON.stringify([connection.session.signInId, scopeId, isOrganization ? zone : undefined]);
    const backups = isOrganization ? await this.#backups(connection, isFresh) : undefined;
    if (backups !== undefined && backups.points.length > 0) return backups.points;
    const cached = isFresh ? undefined : this.#points.get(name);
    if (cached !== undefined) return cached;
    const points =
      backups !== undefined
        ? assumedPoints(backups.organization, zone, this.#clock.now())
        : await connection.call((access) => this.#explorer.restorePoints(access, scopeId));
    this.#points.set(name, points);
    return points;
  }

  /** Of an administrator's session, which is the one of the settings. @throws UpstreamError, SessionRefusedError */
  async organization(connection: Connection): Promise<ServiceOrganization> {
    return (await this.#backups(connection)).organization;
  }

  async #backups(connection: Connection, isFresh = false): Promise<OrganizationBackups> {
    const { signInId, organization: key } = connection.session;
    const known = this.#ofOrganizations.get(signInId);
    if (known !== undefined && !isFresh) return known;
    const organization = await connection.call((access) => this.#explorer.organization(access));
    // As it was confirmed at the sign-in: what is opened is compared with it.
    if (!isOrganization(key, organization))
      throw new UpstreamError('backup service', 'REFUSED', { reason: OTHER_ORGANIZATION });
    const points = (await this.#pointsOf(connection, organization)) ?? known?.points ?? [];
    const backups = { organization, points };
    this.#ofOrganizations.set(signInId, backups);
    return backups;
  }

  /** @returns none where it does not tell them; undefined where something keeps it from that at the moment */
  async #pointsOf(connection: Connection, { id }: ServiceOrganization): Promise<readonly RestorePoint[] | undefined> {
    const { signInId } = connection.session;
    if (id === undefined || this.#refused.has(signInId)) return [];
    return connection
      .call((access) => this.#explorer.restorePoints(access, id))
      .catch(
        onUpstreamError((error) => {
          const isBusy = ['conflict', 'transfer'].includes(troubleOf(error));
          if (error.code !== 'REFUSED' || isBusy) return undefined;
          this.#refused.set(signInId, true);
          return [];
        }),
      );
  }
}

/** Those that contain the workload and may be offered, newest first. */
export const usable = (points: readonly RestorePoint[], workload: Workload): readonly RestorePoint[] =>
  points
    .filter(({ hidden, workloads }) => !hidden && workloads.includes(workload))
    .toSorted((one, other) => other.backupTime - one.backupTime);

/** @param points newest first, as `usable` returns them; so are the days and the points of each */
export function daysOf(points: readonly RestorePoint[], zone: string | undefined): readonly DayOfPoints[] {
  const readDay = dayReader(zone);
  const days = Map.groupBy(points, ({ backupTime }) => readDay(backupTime));
  return Array.from(days, ([day, found]) => ({
    day,
    points: found.map(({ id, backupTime }) => ({ id, backupTime })),
  }));
}

export const pointOf = ({ id, backupTime, repositoryId, isAssumed }: RestorePoint): Point => ({
  kind: 'at',
  id,
  backupTime,
  repositoryId,
  isAssumed,
});

/**
 * "latest"; a day: the last point of that day or before, at a time of it: until then; "before 1 March": the last point before
 * that day begins.
 *
 * @param points newest first, as `usable` returns them
 * @returns a remark where there is no such day, where it has not come, or no restore point as early
 */
export function choosePoint(points: readonly RestorePoint[], typed: string, reading: Reading): Point | Remark {
  const when = readWhen(typed, reading);
  if (when.kind === 'latest') return { kind: 'latest' };
  if (when.kind === 'future') return { code: 'future-date', typed };
  if (when.kind === 'impossible' || when.kind === 'not-a-date') return { code: 'no-such-date', typed };
  const end = lastMomentOf(when, reading.zone);
  const point = points.find(({ backupTime }) => backupTime <= end);
  if (point !== undefined) return pointOf(point);
  return points.length === 0 ? { code: 'no-points' } : { code: 'no-point-before', typed };
}
