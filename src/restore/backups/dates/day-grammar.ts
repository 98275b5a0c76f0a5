/** One grammar for the words of a day, the same in every language: which tokens together mean which day. Pure. */
import { HOUR, MINUTE } from '../../../core/durations.ts';
import { addDays, dayOf, endOfDay, startOfDay } from './calendar.ts';
import {
  dated,
  IMPOSSIBLE,
  inWeekOf,
  lastDated,
  lastDayNumbered,
  lastWeekday,
  monthsBack,
  ofPart,
  ofWeek,
  stepBack,
  startOf,
  upTo,
  weekdayOf,
  wholeMonth,
  type Found,
  type PartOf,
} from './day-arithmetic.ts';
import { timeOf } from './time-of-day.ts';
import type { Figures, ReadFigures, Week } from './figures.ts';
import { Slots } from './slots.ts';
import type { Which } from '../../../languages/vocabulary.ts';
import type { Token } from './day-words.ts';

export type When =
  /**
   * `2026-03-01`.
   *
   * @property until the last moment that is meant, epoch milliseconds; absent: the day's end
   * @property isBare unmistakable without a preposition: "3 days ago"
   * @property isVague a day only where one is expected: a month or a week, of which it is the last; a time alone
   */
  | {
      readonly kind: 'day';
      readonly day: string;
      readonly until?: number;
      readonly isBare?: true;
      readonly isVague?: true;
    }
  /** @property moment before which it is, epoch milliseconds; absent: the day's beginning */
  | { readonly kind: 'before'; readonly day: string; readonly moment?: number; readonly isVague?: true }
  | { readonly kind: 'latest' }
  /** A day that has not come yet. */
  | { readonly kind: 'future'; readonly day: string }
  /** Looks like a date but does not exist: 31 April. */
  | { readonly kind: 'impossible' }
  | { readonly kind: 'not-a-date' };

export interface Reading {
  /** Of the person; UTC if unknown. */
  readonly zone?: string | undefined;
  /** BCP 47, for the order of figures. */
  readonly locale?: string | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

const STEPS_BACK = { this: 0, last: 1, 'before last': 2, next: -1 } as const;

const ONCE: readonly Token['is'][] = [
  'unit',
  'which',
  'month',
  'weekday',
  'back',
  'time',
  'part',
  'latest',
  'half',
  'andHalf',
  'weekNumber',
  'weekNumbered',
];

const OF_LATEST: ReadonlySet<Token['is']> = new Set(['latest', 'which', 'backup', 'filler', 'article']);

/** @returns undefined where the tokens mean no day */
export function meaningOf(tokens: readonly Token[], figures: ReadFigures, reading: Reading): When | undefined {
  const slots = new Slots(tokens, figures);
  if (ONCE.some((kind) => slots.all(kind).length > 1)) return undefined;
  // "The previous backup" is the one before.
  if (slots.has('latest') && tokens.every(({ is }) => OF_LATEST.has(is))) return { kind: 'latest' };
  const found = whichDay(slots, reading);
  if (found === undefined) return undefined;
  const meant = found.kind === 'day' ? momentIn(found, slots, reading) : found;
  return slots.isUsed ? meant : undefined;
}

/**
 * @property first of a period of several days: the first of them
 * @property every comes again after so many days: the last whose time has come is meant
 */
type FoundDay =
  | (Extract<When, { kind: 'day' }> & { readonly first?: string; readonly every?: number })
  | Extract<When, { kind: 'impossible' }>;

function momentIn(
  { first, every, ...found }: Extract<FoundDay, { kind: 'day' }>,
  slots: Slots,
  reading: Reading,
): When {
  const today = dayOf(reading.now, reading.zone);
  const weekday = slots.all('weekday')[0];
  // "Yesterday, 26/11" and "Monday, 26/11" say it twice.
  if (addDays(today, -(slots.all('back')[0]?.value ?? 0)) === found.day) slots.get('back');
  if (weekday !== undefined && !slots.has('ago') && weekdayOf(found.day) !== weekday.value) return IMPOSSIBLE;
  const begin = weekday?.isWeekend ? addDays(found.day, -1) : first;
  const { until: at } = found;
  const { day, from, until } =
    at === undefined
      ? timeOf(found.day, slots.get('time')?.time, slots.figure('clock'), reading.zone)
      : { day: found.day, from: at, until: at };
  if (day > today || (from ?? 0) > reading.now)
    return every === undefined
      ? { kind: 'future', day }
      : momentIn({ ...found, day: addDays(found.day, -every) }, slots, reading);
  if (slots.has('before')) {
    const before = from === undefined ? { day: begin ?? day } : { day, moment: from };
    // Of a month the beginning is no vague day.
    return { kind: 'before', ...before, ...(found.isVague && begin === undefined && { isVague: true }) };
  }
  return until === undefined ? found : { ...found, day, until };
}

function whichDay(slots: Slots, reading: Reading): FoundDay | undefined {
  const today = dayOf(reading.now, reading.zone);
  const instant = slots.figure('instant');
  if (instant !== undefined) return { kind: 'day', day: dayOf(instant, reading.zone), until: instant };
  if (slots.get('ago') !== undefined) return agoIn(slots, today, reading);
  const week = slots.figure('week') ?? numberedWeek(slots);
  if (week !== undefined) return inWeek(slots, week, today);
  const date = slots.figure('date');
  if (date !== undefined) return onDate(slots, date, today);
  if (slots.has('back')) {
    slots.get('weekday');
    const back = slots.get('back')?.value ?? 0;
    const found = { kind: 'day', day: addDays(today, -back) } as const;
    return back > 0 ? { ...found, isBare: true } : found;
  }
  const monthOnly = slots.figure('monthOnly');
  const month = slots.get('month')?.value ?? monthOnly?.month;
  if (slots.has('unit', 'which'))
    return monthOnly?.year === undefined
      ? inPeriod(slots, month, numberOf(slots) ?? slots.figure('dayOnly'), today)
      : undefined;
  if (month !== undefined) return inMonth(slots, month, monthOnly?.year, today);
  const dayOnly = slots.figure('dayOnly');
  const weekday = slots.get('weekday')?.value;
  if (dayOnly !== undefined) return lastDayNumbered(dayOnly, today, weekday);
  if (weekday !== undefined) return onWeekday(slots, weekday, today);
  if (slots.has('part')) return endsOf(slots, today);
  const day = slots.get('number');
  if (day !== undefined)
    return day.digits > 0 && slots.isBeside('article', 'number') ? lastDayNumbered(day.value, today) : undefined;
  const which = slots.get('which')?.which;
  if (slots.has('time') && which === undefined) return vague({ kind: 'day', day: today, every: 1 });
  if (slots.has('time') && which !== 'next' && which !== 'before last')
    return { kind: 'day', day: addDays(today, which === 'last' ? -1 : 0) };
  const clock = slots.figure('clock');
  return clock === undefined || which !== undefined ? undefined : vague({ kind: 'day', day: today, every: 1 });
}

/** "3 days ago", "Monday 2 weeks ago", "two hours ago", 2年前の3月. */
function agoIn(slots: Slots, today: string, { now, zone }: Reading): FoundDay | undefined {
  const unit = slots.get('unit')?.unit;
  const amount = amountOf(slots);
  const back = slots.get('back')?.value ?? 0;
  if (unit === undefined || amount === undefined) return undefined;
  if (unit === 'hour' || unit === 'minute') {
    const until = now - amount * (unit === 'hour' ? HOUR : MINUTE);
    return back > 0 ? undefined : { kind: 'day', day: dayOf(until, zone), until, isBare: true };
  }
  const weekday = slots.get('weekday')?.value;
  const from = weekday === undefined ? addDays(today, -back) : lastWeekday(weekday, today, false);
  const found = stepBack(from, amount, unit);
  const month = unit === 'year' ? slots.figure('monthOnly')?.month : undefined;
  if (month === undefined || found.kind !== 'day') return bare(found);
  return weekday === undefined ? bare(wholeMonth(Number(found.day.slice(0, 4)), month)) : undefined;
}

/** "Week 9", "Monday of week 9". */
function inWeek(slots: Slots, week: Week, today: string): FoundDay {
  const found = ofWeek(week, today);
  const weekday = slots.get('weekday')?.value;
  if (weekday === undefined || found.kind !== 'day') return vague(found);
  return { kind: 'day', day: inWeekOf(found.day, weekday) };
}

/** "Monday, 1/3", "1/3 last year", "last 1/3". */
function onDate(slots: Slots, { year, month, day = 0 }: Figures, today: string): FoundDay | undefined {
  slots.get('weekday');
  if (slots.has('unit')) return year === undefined ? inPeriod(slots, month, day, today) : undefined;
  slots.get('part');
  const which = slots.get('which')?.which;
  if (year !== undefined) return which === undefined ? dated(year, month, day) : undefined;
  return which === undefined || which === 'last' ? lastDated(month, day, beforeToday(which, today)) : undefined;
}

/** "Last" excludes today. */
const beforeToday = (which: Which | undefined, today: string): string =>
  which === 'last' ? addDays(today, -1) : today;

const bare = (found: Found): FoundDay => (found.kind === 'day' ? { ...found, isBare: true } : found);
const vague = (found: FoundDay): FoundDay => (found.kind === 'day' ? { ...found, isVague: true } : found);

/** "Twenty one", "half a", "one and a half". */
function amountOf(slots: Slots): number | undefined {
  const numbers = slots.numbers();
  const [first, second] = numbers;
  const isSum = second !== undefined && first !== undefined && first.value >= 20 && second.value < 10;
  if (numbers.length > (isSum ? 2 : 1) && !slots.has('half')) return undefined;
  if (slots.get('half') !== undefined) return 0.5;
  const whole = isSum ? first.value + second.value : first?.value;
  return slots.get('andHalf') === undefined ? whole : (whole ?? 1) + 0.5;
}

function numberOf(slots: Slots): number | undefined {
  return slots.all('number').length === 1 ? slots.get('number')?.value : undefined;
}

/** "KW 9", "week 9 2026", "9. KW". */
function numberedWeek(slots: Slots): Week | undefined {
  const [week, year, ...others] = slots.all('number');
  const isMarked =
    slots.has('weekNumbered', 'number') && slots.isInFrontOf('number', 'weekNumbered')
      ? slots.get('weekNumbered') !== undefined
      : slots.isInFrontOf('weekNumber', 'number') && slots.get('weekNumber') !== undefined;
  const isNumbered = week !== undefined && week.digits > 0 && week.digits <= 2 && others.length === 0;
  if (!isMarked || !isNumbered || (year !== undefined && year.digits !== 4)) return undefined;
  slots.numbers();
  return { week: week.value, year: year?.value };
}

/** "Last week", "Monday last week", "the 15th of last month", "1 March last year", "the end of last month". */
function inPeriod(slots: Slots, month: number | undefined, day: number | undefined, today: string) {
  const unit = slots.get('unit')?.unit;
  const which = slots.get('which')?.which;
  const part = slots.get('part')?.part;
  if (which === undefined || unit === undefined || unit === 'minute' || unit === 'hour' || unit === 'day')
    return undefined;
  const steps = STEPS_BACK[which];
  if (unit === 'week') {
    if (day !== undefined || month !== undefined) return undefined;
    const base = addDays(today, -7 * steps);
    const weekday = slots.get('weekday')?.value ?? (part && { start: 1, middle: 3, end: 0 }[part]);
    if (weekday !== undefined) return { kind: 'day', day: inWeekOf(base, weekday) } as const;
    return { kind: 'day', day: base, first: startOf(base, unit) } as const;
  }
  const base = monthsBack(today, steps * (unit === 'year' ? 12 : 1));
  if (base.kind !== 'day') return base;
  const [year = 0, baseMonth = 0] = base.day.split('-').map(Number);
  const inMonthOf = unit === 'year' ? month : baseMonth;
  if (unit === 'month' && month !== undefined) return undefined;
  if (day !== undefined) return inMonthOf === undefined ? undefined : dated(year, inMonthOf, day);
  if (part !== undefined) return upTo(ofPart(year, inMonthOf, part), today);
  return month === undefined ? { ...base, first: startOf(base.day, unit) } : upTo(wholeMonth(year, month), today);
}

/** "1 March", "March 1st 2026", "March", "at the end of March", "last March". */
function inMonth(slots: Slots, month: number, ofYear: number | undefined, today: string): FoundDay | undefined {
  const numbers = slots.numbers();
  const part = slots.get('part')?.part;
  const which = slots.get('which')?.which;
  if (numbers.length > 2 || which === 'next' || which === 'before last') return undefined;
  const [day, year] = numbers[0]?.digits === 4 ? numbers.toReversed() : numbers;
  // A clock is of a day.
  if ((day === undefined || day.digits === 4) && slots.figure('clock') !== undefined) return undefined;
  if (numbers.length === 1 && numbers[0]?.digits === 4) return monthOf(numbers[0].value, month, part, today);
  if (day === undefined) return monthOf(ofYear ?? lastYearWith(month, which, today), month, part, today);
  slots.get('weekday');
  // "The end of 1 March 2026" is how cards name a day.
  const isPartOfMonth = part !== undefined && (part !== 'end' || year === undefined);
  if (day.digits > 2 || isPartOfMonth || (year !== undefined && ![2, 4].includes(year.digits))) return undefined;
  if (year === undefined) return lastDated(month, day.value, beforeToday(which, today));
  return dated(year.value + (year.digits === 2 ? 2000 : 0), month, day.value);
}

/** Of the last such month that has begun; "last" excludes the present one. */
function lastYearWith(month: number, which: Which | undefined, today: string): number {
  const [thisYear = 0, thisMonth = 0] = today.split('-').map(Number);
  return month > thisMonth || (month === thisMonth && which === 'last') ? thisYear - 1 : thisYear;
}

const monthOf = (year: number, month: number, part: PartOf | undefined, today: string): FoundDay =>
  vague(upTo(part === undefined ? wholeMonth(year, month) : ofPart(year, month, part), today));

/** "Monday", "last Monday", "Friday the 13th": the most recent one; "last" excludes today. */
function onWeekday(slots: Slots, weekday: number, today: string): FoundDay | undefined {
  const which = slots.get('which')?.which;
  const number = slots.isFollowed('weekday', 'number') ? slots.get('number') : undefined;
  if (number !== undefined)
    return number.digits === 0 || which === 'next' || which === 'before last'
      ? undefined
      : lastDayNumbered(number.value, beforeToday(which, today), weekday);
  const found = lastWeekday(weekday, today, which === 'last' || which === 'before last');
  if (which === 'next') return { kind: 'day', day: addDays(lastWeekday(weekday, today, false), 7) };
  if (which === 'this') return { kind: 'day', day: found };
  return { kind: 'day', day: which === 'before last' ? addDays(found, -7) : found, every: 7 };
}

/** "Month end", "the end of 2025": the last that has come. */
function endsOf(slots: Slots, today: string): FoundDay | undefined {
  const part = slots.get('part')?.part;
  const unit = slots.get('unit')?.unit;
  const year = numberOf(slots);
  if (part === undefined || slots.has('which')) return undefined;
  if (year !== undefined) return unit === undefined && year > 31 ? ofPart(year, undefined, part) : undefined;
  const [thisYear = 0, month = 0] = today.split('-').map(Number);
  const isYear = unit === 'year';
  if (unit !== undefined && unit !== 'month' && !isYear) return undefined;
  const found = ofPart(thisYear, isYear ? undefined : month, part);
  const said = unit === undefined ? vague : (one: FoundDay): FoundDay => one;
  if (found.kind !== 'day' || found.day <= today) return said(found);
  const before = monthsBack(today, isYear ? 12 : 1);
  if (before.kind !== 'day') return before;
  const [itsYear = 0, itsMonth] = before.day.split('-').map(Number);
  return said(ofPart(itsYear, isYear ? undefined : itsMonth, part));
}

/** Epoch milliseconds. */
export const lastMomentOf = (when: Extract<When, { kind: 'day' | 'before' }>, zone: string | undefined): number =>
  when.kind === 'day' ? (when.until ?? endOfDay(when.day, zone)) : (when.moment ?? startOfDay(when.day, zone)) - 1;
