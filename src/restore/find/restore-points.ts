/** Restore points of a scope: cached, selected for a workload, grouped by day, and chosen by a typed date. */
import { BoundedMap } from '../../core/bounded-map.ts';
import { foldText } from '../../core/text.ts';
import type { Point, RestorePoint } from '../model/catalog.ts';
import type { Scope } from '../model/entry.ts';
import type { Workload } from '../workloads/index.ts';
import type { Remark } from '../model/task.ts';
import type { RestorePorts } from '../ports.ts';
import type { Connection } from '../service-session/operator-access.ts';
import type { DayOfPoints } from '../views.ts';
import { dayReader, endOfDay, readWhen, startOfDay } from './dates/parse-date.ts';

/** Backups run about once a day. */
const LIFETIME_MILLISECONDS = 5 * 60_000;
const MAX_SCOPES = 500;

export class RestorePointCache {
  readonly #explorer: Pick<RestorePorts['explorer'], 'restorePoints'>;
  readonly #points: BoundedMap<string, readonly RestorePoint[]>;

  constructor({ explorer, clock }: Pick<RestorePorts, 'explorer' | 'clock'>) {
    this.#explorer = explorer;
    this.#points = new BoundedMap({ max: MAX_SCOPES, lifetimeMilliseconds: LIFETIME_MILLISECONDS, clock });
  }

  /** Unordered, hidden ones included. @throws UpstreamError, SessionRefusedError */
  async get(connection: Connection, scope: Scope): Promise<readonly RestorePoint[]> {
    const scopeId = scope.kind === 'own' ? undefined : scope.item.id;
    const name = JSON.stringify([connection.session.signInId, scopeId]);
    const cached = this.#points.get(name);
    if (cached !== undefined) return cached;
    const points = await connection.call((access) => this.#explorer.restorePoints(access, scopeId));
    this.#points.set(name, points);
    return points;
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

export const pointOf = ({ id, backupTime, repositoryId }: RestorePoint): Point => ({
  kind: 'at',
  id,
  backupTime,
  repositoryId,
});

const LATEST =
  /^(?:(?:the |le |la |el |der |die |das )?(?:latest|newest|last|most recent|neueste[rsn]?|letzte[rsn]?|plus recente?|derniere?|mas reciente|ultim[oa])|now|jetzt|maintenant|ahora|最新|最後|今)$/;

export const isLatest = (typed: string): boolean => LATEST.test(foldText(typed));

/**
 * "latest"; a day: the last point of that day or before; "before 1 March": the last point before that day begins.
 *
 * @param points newest first, as `usable` returns them
 * @param now epoch milliseconds
 * @returns a remark where there is no such day, or no restore point as early
 */
export function choosePoint(
  points: readonly RestorePoint[],
  typed: string,
  zone: string | undefined,
  now: number,
): Point | Remark {
  if (isLatest(typed)) return { kind: 'latest' };
  const when = readWhen(typed, zone, now);
  if (when.kind === 'impossible' || when.kind === 'not-a-date') return { code: 'no-such-date', typed };
  const end = when.kind === 'before' ? startOfDay(when.day, zone) - 1 : endOfDay(when.day, zone);
  const point = points.find(({ backupTime }) => backupTime <= end);
  if (point !== undefined) return pointOf(point);
  return points.length === 0 ? { code: 'no-points' } : { code: 'no-point-before', typed };
}
