/** In which order backups are looked into for what the one that was searched does not have. Pure. */
import { DAY } from '../../core/durations.ts';
import type { RestorePoint } from '../backups/catalog.ts';
import type { Look } from '../state/look.ts';

/** Explore sessions of one look, those included whose process died. */
export const MAX_SESSIONS = 8;

/** A daily backup is a little earlier or later than the one before. */
const DAILY_TOLERANCE = 0.5 * DAY;

export type NextLook =
  | { readonly kind: 'deleted' }
  | { readonly kind: 'point'; readonly point: RestorePoint }
  | { readonly kind: 'found-deleted' }
  /** `exact`: the next newer backup does not have it. */
  | { readonly kind: 'found'; readonly at: number; readonly exact: boolean }
  | { readonly kind: 'nothing' };

/** @param points that may be offered, newest first */
export function nextLook(points: readonly RestorePoint[], { from, showedDeleted, sessions, looked }: Look): NextLook {
  const ofDeleted = looked.find(({ deleted }) => deleted);
  if (ofDeleted?.found === true) return { kind: 'found-deleted' };
  const mayOpen = sessions < MAX_SESSIONS;
  const times = looked.filter(({ deleted }) => deleted !== true);
  const hit = Math.max(...times.filter(({ found }) => found).map(({ at }) => at));
  if (hit === -Infinity && !mayOpen) return { kind: 'nothing' };
  if (ofDeleted === undefined && !showedDeleted) return { kind: 'deleted' };
  if (hit === -Infinity) {
    const point = furtherBack(points, from, Math.min(from, ...times.map(({ at }) => at)), MAX_SESSIONS - sessions);
    return point === undefined ? { kind: 'nothing' } : { kind: 'point', point };
  }
  const miss = Math.min(from, ...times.filter(({ at, found }) => !found && at > hit).map(({ at }) => at));
  const between = points.filter(({ backupTime }) => backupTime > hit && backupTime < miss);
  const middle = between[Math.floor((between.length - 1) / 2)];
  if (middle === undefined || !mayOpen) return { kind: 'found', at: hit, exact: middle === undefined };
  return { kind: 'point', point: middle };
}

/**
 * One day back first, then twice as far each time, or so many times as far that the last session reaches the first backup:
 * what was there from the first backup on is always found.
 */
function furtherBack(
  points: readonly RestorePoint[],
  from: number,
  earliest: number,
  sessions: number,
): RestorePoint | undefined {
  const older = points.filter(({ backupTime }) => backupTime < earliest);
  const first = older.at(-1);
  if (first === undefined || sessions <= 1) return first;
  const gone = from - earliest;
  const growth = Math.max(2, ((from - first.backupTime) / gone) ** (1 / sessions));
  const distance = gone === 0 ? DAY : gone * growth;
  return pointNear(older, from - distance) ?? first;
}

/**
 * The last that is as early as the target, or a little later where none is a little earlier.
 *
 * @param points newest first
 */
export function pointNear(points: readonly RestorePoint[], target: number): RestorePoint | undefined {
  const beyond = points.find(({ backupTime }) => backupTime <= target);
  if (beyond !== undefined && beyond.backupTime >= target - DAILY_TOLERANCE) return beyond;
  const short = points.findLast(({ backupTime }) => backupTime > target);
  return short !== undefined && short.backupTime <= target + DAILY_TOLERANCE ? short : beyond;
}
