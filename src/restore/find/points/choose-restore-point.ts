/** Selects restore points: those offered, and the one that a typed date means. */
import { endOfDay, readWhen, startOfDay } from '../dates/parse-date.ts';
import { dayReader } from '../dates/calendar-day.ts';
import { foldText } from '../../../core/text.ts';
import type { RestorePoint, Workload } from '../../model/catalog.ts';
import type { DayOfPoints } from '../../views.ts';

/** Those that contain the workload, newest first. */
export const usable = (points: readonly RestorePoint[], workload: Workload): readonly RestorePoint[] =>
  points
    .filter(({ hidden, workloads }) => !hidden && workloads.includes(workload))
    .toSorted((one, other) => other.backupTime - one.backupTime);

/** @param points newest first, as `usable` gives them; so are the days and what each holds */
export function daysOf(points: readonly RestorePoint[], zone: string | undefined): readonly DayOfPoints[] {
  const readDay = dayReader(zone);
  const days = Map.groupBy(points, ({ backupTime }) => readDay(backupTime));
  return Array.from(days, ([day, found]) => ({
    day,
    points: found.map(({ id, backupTime }) => ({ id, backupTime })),
  }));
}

export type ChosenPoint =
  | { readonly kind: 'point'; readonly point: RestorePoint }
  | { readonly kind: 'latest' }
  /** The first backup (`firstAt`, epoch milliseconds) came later, or there was none. */
  | { readonly kind: 'none-before'; readonly typed: string; readonly firstAt?: number }
  | { readonly kind: 'no-such-date'; readonly typed: string };

const LATEST =
  /^(?:(?:the |le |la |el |der |die |das )?(?:latest|newest|last|most recent|neueste[rsn]?|letzte[rsn]?|plus recente?|derniere?|mas reciente|ultim[oa])|now|jetzt|maintenant|ahora|最新|最後|今)$/;

/**
 * "latest"; a day: the last point of that day or before; "before 1 March": the last point before that day begins.
 *
 * @param points newest first, as `usable` gives them
 * @param now epoch milliseconds
 */
export function choosePoint(
  points: readonly RestorePoint[],
  typed: string,
  zone: string | undefined,
  now: number,
): ChosenPoint {
  if (LATEST.test(foldText(typed))) return { kind: 'latest' };
  const when = readWhen(typed, zone, now);
  if (when.kind === 'impossible' || when.kind === 'not-a-date') return { kind: 'no-such-date', typed };
  const end = when.kind === 'before' ? startOfDay(when.day, zone) - 1 : endOfDay(when.day, zone);
  const point = points.find(({ backupTime }) => backupTime <= end);
  if (point !== undefined) return { kind: 'point', point };
  const firstAt = points.at(-1)?.backupTime;
  return { kind: 'none-before', typed, ...(firstAt === undefined ? {} : { firstAt }) };
}
