/** Parses days as people type them, in their own time zone: digits, names of months, "yesterday", "3 days ago". */
import { DAY, HOUR } from '../../../core/durations.ts';
import { foldText } from '../../../core/text.ts';
import { howFarBack, isFiller, isLast, monthOf, weekdayOf, type Back } from './date-vocabulary.ts';

/** More than the largest offset from UTC of any zone. */
const MAX_OFFSET_MILLISECONDS = 26 * HOUR;

/** Converts times to calendar days, `2026-03-01`, of a time zone; of UTC where the zone is absent or unknown. */
export function dayReader(zone = 'UTC'): (epoch: number) => string {
  try {
    // This locale writes days as ISO 8601 does.
    const format = new Intl.DateTimeFormat('sv-SE-u-ca-gregory-nu-latn', { timeZone: zone });
    return (epoch) => format.format(epoch).padStart(10, '0');
  } catch {
    return dayReader();
  }
}

/** @param epoch in milliseconds */
export const dayOf = (epoch: number, zone: string | undefined): string => dayReader(zone)(epoch);

/** @returns the day that many days later, in the years 1900 to 2999 and a little beyond */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

/**
 * The first millisecond of a day. Found by binary search, because in some zones daylight saving time skips or repeats
 * midnight, and a few have skipped a whole day, which then begins where the next one does.
 */
export function startOfDay(day: string, zone: string | undefined): number {
  const read = dayReader(zone);
  let before = Date.parse(day) - MAX_OFFSET_MILLISECONDS;
  let from = Date.parse(day) + MAX_OFFSET_MILLISECONDS;
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    if (read(middle) >= day) from = middle;
    else before = middle;
  }
  return from;
}

export const endOfDay = (day: string, zone: string | undefined): number => startOfDay(addDays(day, 1), zone) - 1;

type ReadDay =
  /** `2026-03-01`. */
  | { readonly kind: 'day'; readonly day: string }
  /** Looks like a date but does not exist: 31 April. */
  | { readonly kind: 'impossible' }
  | { readonly kind: 'not-a-date' };

const IMPOSSIBLE: ReadDay = { kind: 'impossible' };
const NOT_A_DATE: ReadDay = { kind: 'not-a-date' };
const MAX_LENGTH = 60;
/** Other years are taken for typing errors. */
const [FIRST_YEAR, LAST_YEAR] = [1900, 2999];

const two = (count: number): string => String(count).padStart(2, '0');

function dated(year: number, month: number, day: number): ReadDay {
  if (year < FIRST_YEAR || year > LAST_YEAR) return IMPOSSIBLE;
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return IMPOSSIBLE;
  return { kind: 'day', day: `${year}-${two(month)}-${two(day)}` };
}

/** Without a year: the most recent such day, since backups lie in the past. */
function lastDated(month: number, day: number, today: string): ReadDay {
  const thisYear = Number(today.slice(0, 4));
  // Leap days are eight years apart at most.
  for (let year = thisYear; year >= thisYear - 8; year -= 1) {
    const found = dated(year, month, day);
    if (found.kind === 'day' && found.day <= today) return found;
  }
  return IMPOSSIBLE;
}

function composed(year: string | undefined, month: number, day: number, today: string): ReadDay {
  if (year === undefined) return lastDated(month, day, today);
  return dated(Number(year) + (year.length === 2 ? 2000 : 0), month, day);
}

const YEAR_FIRST = /^(\d{4})(?:[-/.](\d{1,2})[-/.](\d{1,2})\.?|年 ?(\d{1,2})月 ?(\d{1,2})日?)$/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})(?:\2(\d{4}|\d{2})?)?$/;
const JAPANESE = /^(\d{1,2})月 ?(\d{1,2})日$/;

/** Digits only, day first; month first where only that is possible (`03/25/2026`), never with dots. */
function readFigures(typed: string, today: string): ReadDay | undefined {
  const figures = typed
    .replace(/^(\p{L}+)\.? (?=\d)/u, (all, word: string) => (weekdayOf(word) === undefined ? all : ''))
    .replaceAll(/(?<=\d) ?([-/.]) ?(?=\d)/g, '$1');
  const [, year, month, day, kanjiMonth, kanjiDay] = YEAR_FIRST.exec(figures) ?? [];
  if (year !== undefined) return dated(Number(year), Number(month ?? kanjiMonth), Number(day ?? kanjiDay));
  const [, monthAlone, dayAlone] = JAPANESE.exec(figures) ?? [];
  if (monthAlone !== undefined) return lastDated(Number(monthAlone), Number(dayAlone), today);
  const [, first, mark, second, last] = YEAR_LAST.exec(figures) ?? [];
  if (first === undefined) return undefined;
  const isMonthFirst = mark !== '.' && Number(second) > 12 && Number(first) <= 12;
  const [theDay, theMonth] = isMonthFirst ? [second, first] : [first, second];
  return composed(last, Number(theMonth), Number(theDay), today);
}

const split = (typed: string): readonly string[] | undefined =>
  /^[\d\p{L}\s.'/-]+$/u.test(typed) ? (typed.match(/\d+|\p{L}+/gu) ?? []) : undefined;

/** "1 March", "March 1st 2026", "Sonntag, 1. März", "1 de marzo de 2026". */
function readNames(typed: string, today: string): ReadDay | undefined {
  const words = split(typed) ?? [];
  const numbers = words.filter((word) => /^\d/.test(word));
  const names = words.filter((word) => !/^\d/.test(word) && !isFiller(word));
  // The last one: "mar 3 mars" begins with a weekday that looks like a month.
  const monthAt = names.findLastIndex((name) => monthOf(name) !== undefined);
  const month = monthOf(names[monthAt] ?? '');
  const isDate = names.every((name, index) => index === monthAt || weekdayOf(name) !== undefined);
  if (month === undefined || !isDate || numbers.length > 2) return undefined;
  const [day, year] = numbers[0]?.length === 4 ? numbers.toReversed() : numbers;
  if (day === undefined || day.length > 2 || (year !== undefined && ![2, 4].includes(year.length))) return undefined;
  return composed(year, month + 1, Number(day), today);
}

const LAST_WEEK = '先週の';
const weekday = (day: string): number => new Date(day).getUTCDay();

/** "Monday", "last Monday", "lundi dernier": the most recent one; "last" excludes today. */
function readWeekday(typed: string, today: string): ReadDay | undefined {
  if (typed.startsWith(LAST_WEEK)) {
    const named = weekdayOf(typed.slice(LAST_WEEK.length));
    // Weeks begin on Monday.
    const monday = addDays(today, -((weekday(today) + 6) % 7) - 7);
    return named === undefined ? undefined : { kind: 'day', day: addDays(monday, (named + 6) % 7) };
  }
  const words = split(typed.replace(/^(?:この)?前の(?=.曜)/, '$& '))?.filter((word) => !isFiller(word)) ?? [];
  const [name, ...more] = words.filter((word) => !isLast(word));
  const named = weekdayOf(name ?? '');
  if (named === undefined || more.length > 0) return undefined;
  const daysBack = (weekday(today) - named + 7) % 7;
  return { kind: 'day', day: addDays(today, daysBack === 0 && words.some(isLast) ? -7 : -daysBack) };
}

function goBack({ days, months }: Back, today: string): ReadDay {
  const earlier = addDays(today, -days);
  const [year, month, day] = earlier.split('-').map(Number) as [number, number, number];
  // Day 0 of a month is the last of the one before.
  const lastDay = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  const first = new Date(Date.UTC(year, month - 1 - months, 1));
  return dated(first.getUTCFullYear(), first.getUTCMonth() + 1, Math.min(day, lastDay));
}

const tidy = (text: string): string =>
  foldText(text)
    .replaceAll(/[(][^()]*[)]/g, '')
    .replace(/(?<=日) ?.曜日?$/, '')
    .replaceAll('’', "'")
    .replaceAll(/[\s,、]+/g, ' ')
    .trim();

/** @param now epoch milliseconds, for "yesterday" and dates without a year */
export function readDay(text: string, zone: string | undefined, now: number): ReadDay {
  if (text.length > MAX_LENGTH) return NOT_A_DATE;
  const typed = tidy(text);
  const today = dayOf(now, zone);
  const back = howFarBack(typed);
  if (back !== undefined) return goBack(back, today);
  return readFigures(typed, today) ?? readNames(typed, today) ?? readWeekday(typed, today) ?? NOT_A_DATE;
}

type ReadWhen = { readonly kind: 'before'; readonly day: string } | ReadDay;

const BEFORE =
  /^(?:(?:before|prior to|earlier than|vor(?: dem| der)?|avant(?: le| la)?|antes (?:del|de(?: el)?)) (?<after>.+)|(?<front>.+?)(?:より前|の前|前))$/;
const UP_TO =
  /^(?:(?:until|till|up to|by|bis(?: zum)?|jusqu'(?:au|a)|hasta(?: el)?) (?<after>.+)|(?<front>.+?)(?:以前|まで))$/;

const rest = (typed: string, pattern: RegExp): string | undefined => {
  const { after, front } = pattern.exec(typed)?.groups ?? {};
  return after ?? front;
};

/** A day, or "before 1 March": before that day begins. "Until 1 March" is the day itself. */
export function readWhen(text: string, zone: string | undefined, now: number): ReadWhen {
  // "vor 3 Tagen" and "3日前" are days themselves.
  const plain = readDay(text, zone, now);
  if (plain.kind !== 'not-a-date' || text.length > MAX_LENGTH) return plain;
  const typed = tidy(text);
  const upTo = rest(typed, UP_TO);
  if (upTo !== undefined) return readDay(upTo, zone, now);
  const before = rest(typed, BEFORE);
  if (before === undefined) return NOT_A_DATE;
  const day = readDay(before, zone, now);
  return day.kind === 'day' ? { kind: 'before', day: day.day } : day;
}
