/** Which day of the calendar is meant: that of a year and month, or that many days, weeks and months before another. Pure. */
import type { Unit } from '../../../languages/vocabulary.ts';
import { addDays } from './calendar.ts';
import type { Week } from './figures.ts';

/** Of a month or a year. */
export type PartOf = 'start' | 'middle' | 'end';

/** Other years are taken for typing errors. */
const [FIRST_YEAR, LAST_YEAR] = [1900, 2999];

const two = (count: number): string => String(count).padStart(2, '0');

export const IMPOSSIBLE = { kind: 'impossible' } as const;
/**
 * A day, whether it has come or not.
 *
 * @property first of a period of several days: the first of them
 */
export type Found = { readonly kind: 'day'; readonly day: string; readonly first?: string } | typeof IMPOSSIBLE;

export function dated(year: number, month: number, day: number): Found {
  if (year < FIRST_YEAR || year > LAST_YEAR) return IMPOSSIBLE;
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return IMPOSSIBLE;
  return { kind: 'day', day: `${year}-${two(month)}-${two(day)}` };
}

/** Without a year: the most recent such day, since backups lie in the past. */
export function lastDated(month: number, day: number, today: string): Found {
  const thisYear = Number(today.slice(0, 4));
  // Leap days are eight years apart at most.
  for (let year = thisYear; year >= thisYear - 8; year -= 1) {
    const found = dated(year, month, day);
    if (found.kind === 'day' && found.day <= today) return found;
  }
  return IMPOSSIBLE;
}

const lastDayOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** The same day of an earlier month, or its last where it is shorter. */
export function monthsBack(day: string, months: number): Found {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const first = new Date(Date.UTC(year, month - 1 - months, 1));
  const [toYear, toMonth] = [first.getUTCFullYear(), first.getUTCMonth() + 1];
  return dated(toYear, toMonth, Math.min(date, lastDayOf(toYear, toMonth)));
}

export const weekdayOf = (day: string): number => new Date(day).getUTCDay();
/** Weeks begin on Monday. */
const mondayOf = (day: string): string => addDays(day, -((weekdayOf(day) + 6) % 7));
export const inWeekOf = (day: string, weekday: number): string => addDays(mondayOf(day), (weekday + 6) % 7);

/** The first day of the week, month or year that the day is in. */
export const startOf = (day: string, unit: 'week' | 'month' | 'year'): string =>
  unit === 'week' ? mondayOf(day) : unit === 'month' ? `${day.slice(0, 7)}-01` : `${day.slice(0, 4)}-01-01`;

const DAY_OF_PART = { start: 1, middle: 15, end: 31 } as const;

export function stepBack(from: string, amount: number, unit: Exclude<Unit, 'hour' | 'minute'>): Found {
  // No backup is as old, and no date.
  if (amount > 10_000) return IMPOSSIBLE;
  if (unit === 'day' || unit === 'week') {
    const [year = 0, month = 0, day = 0] = addDays(from, -Math.round(amount * (unit === 'week' ? 7 : 1)))
      .split('-')
      .map(Number);
    return dated(year, month, day);
  }
  const months = amount * (unit === 'year' ? 12 : 1);
  const found = monthsBack(from, Math.floor(months));
  return found.kind === 'day' && !Number.isInteger(months) ? { kind: 'day', day: addDays(found.day, -15) } : found;
}

/** The 1st, 15th or last day of a month; of a year. */
export function ofPart(year: number, month: number | undefined, part: PartOf): Found {
  if (month === undefined)
    return part === 'start' ? dated(year, 1, 1) : part === 'middle' ? dated(year, 6, 30) : dated(year, 12, 31);
  return dated(year, month, Math.min(DAY_OF_PART[part], lastDayOf(year, month)));
}

export function wholeMonth(year: number, month: number): Found {
  const found = ofPart(year, month, 'end');
  return found.kind === 'day' ? { ...found, first: startOf(found.day, 'month') } : found;
}

/** A month that is not over yet ends today. */
export const upTo = (found: Found, today: string): Found =>
  found.kind === 'day' && found.day > today && found.day.slice(0, 7) === today.slice(0, 7)
    ? { ...found, day: today }
    : found;

/** The most recent one. */
export function lastWeekday(weekday: number, today: string, isBeforeToday: boolean): string {
  const daysBack = (weekdayOf(today) - weekday + 7) % 7;
  return addDays(today, daysBack === 0 && isBeforeToday ? -7 : -daysBack);
}

/** Its Sunday, today at the latest. Weeks are those of ISO 8601: the first has 4 January. */
export function ofWeek({ week, year }: Week, today: string): Found {
  if (week < 1 || week > 53 || (year !== undefined && (year < FIRST_YEAR || year > LAST_YEAR))) return IMPOSSIBLE;
  const mondayIn = (inYear: number): string => addDays(mondayOf(`${inYear}-01-04`), 7 * (week - 1));
  const thisYear = Number(today.slice(0, 4));
  const monday = mondayIn(year ?? (mondayIn(thisYear) > today ? thisYear - 1 : thisYear));
  const sunday = addDays(monday, 6);
  return { kind: 'day', day: monday <= today && sunday > today ? today : sunday, first: monday };
}

/** "The 15th", "Friday the 13th": the last one that has come. */
export function lastDayNumbered(day: number, today: string, weekday?: number): Found | undefined {
  if (day < 1 || day > 31) return undefined;
  const [year = 0, month = 0] = today.split('-').map(Number);
  // Every other month has 31 days, at most three apart.
  for (let back = 0; back < 4; back += 1) {
    const first = new Date(Date.UTC(year, month - 1 - back, 1));
    const found = dated(first.getUTCFullYear(), first.getUTCMonth() + 1, day);
    if (found.kind !== 'day' || found.day > today) continue;
    if (weekday === undefined || weekdayOf(found.day) === weekday) return found;
  }
  return IMPOSSIBLE;
}
