/** Days in place of restore points, where the service does not tell an administrator which backups there are. Pure. */
import { DAY } from '../../core/durations.ts';
import type { RestorePoint } from '../backups/catalog.ts';
import type { ServiceOrganization } from '../state/ports.ts';
import { WORKLOADS } from '../backups/workloads/index.ts';
import { addDays, dayReader, endOfDay } from '../backups/dates/calendar.ts';

/** The service may tell its times only to the minute. */
const AFTER_BACKUP_MILLISECONDS = 60_000;
/** Before the last backup, where the time of the first one is unknown. */
const ASSUMED_DAYS = 365;
/** Ten years: a first backup before that is a mistake. */
const MOST_DAYS = 3_653;

/** With this time the service opens the last backup; of a clock that is slow, too. */
export const latestTime = ({ lastBackupAt = -Infinity }: ServiceOrganization, now: number): number =>
  Math.max(now, lastBackupAt + AFTER_BACKUP_MILLISECONDS);

/**
 * One for each day from the first backup to the last one, newest first: the end of the day in the person's zone, and of the
 * last day the last backup. Days without a backup are among them: the service opens the one before. None where it says that there is no backup.
 *
 * @param now epoch milliseconds
 */
export function assumedPoints(
  { isBackedUp, firstBackupAt, lastBackupAt: last }: ServiceOrganization,
  zone: string | undefined,
  now: number,
): readonly RestorePoint[] {
  // One that is no longer backed up keeps the backups that it has.
  if (isBackedUp === false && firstBackupAt === undefined && last === undefined) return [];
  const lastBackupAt = last ?? now;
  const readDay = dayReader(zone);
  const lastDay = readDay(lastBackupAt);
  const firstDay = firstBackupAt === undefined ? addDays(lastDay, -ASSUMED_DAYS) : readDay(firstBackupAt);
  const points: RestorePoint[] = [];
  const add = (day: string, backupTime: number) =>
    points.push({ id: day, backupTime, workloads: WORKLOADS, hidden: false, isAssumed: true });
  let end = endOfDay(lastDay, zone);
  // A minute ends with its day at the latest: what is said of the point is of this day.
  add(lastDay, Math.min(lastBackupAt + AFTER_BACKUP_MILLISECONDS, end));
  for (let day = addDays(lastDay, -1); day >= firstDay && points.length < MOST_DAYS; day = addDays(day, -1)) {
    const likely = end - DAY;
    // Searched for only where the day is longer or shorter.
    end = readDay(likely) === day && readDay(likely + 1) !== day ? likely : endOfDay(day, zone);
    add(day, end);
  }
  return points;
}
