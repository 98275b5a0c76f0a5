/** One grammar for the words of a day, the same in every language: which tokens together mean which day. Pure. */
import { HOUR, MINUTE } from '../../../core/durations.ts';
import { addDays, dayOf, endOfDay, endOfMinute } from './calendar.ts';
import {
  dated,
  inWeekOf,
  lastDated,
  lastDayNumbered,
  lastWeekday,
  monthsBack,
  ofPart,
  ofWeek,
  stepBack,
  upTo,
  type Found,
  type PartOf,
} from './day-arithmetic.ts';
import type { Figures, ReadFigures, Week } from './figures.ts';
import type { Which } from '../../../languages/vocabulary.ts';
import type { Token } from './day-words.ts';

export type When =
  /**
   * `2026-03-01`.
   *
   * @property until the last moment that is meant, epoch milliseconds; absent: the day's end
   * @property isBare unmistakable without a preposition: "3 days ago"
   * @property isMonth of a month or a week, of which it is the last day
   */
  | {
      readonly kind: 'day';
      readonly day: string;
      readonly until?: number;
      readonly isBare?: true;
      readonly isMonth?: true;
    }
  /** Before that day begins. */
  | { readonly kind: 'before'; readonly day: string }
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

type Kind = Token['is'];
type Of<K extends Kind> = Extract<Token, { is: K }>;

/** What stands for figures among the tokens. */
const MARK_OF = { instant: '@', date: '@', clock: '#', monthOnly: '%', dayOnly: '&', week: '$' } as const;

/** Each kind at most once, beside those that only accompany. Whatever is got is part of the meaning. */
class Slots {
  readonly #tokens: readonly Token[];
  readonly #figures: ReadFigures;
  /** Kinds, and marks of figures, that a meaning was made of. */
  readonly #used = new Set<string>(['filler', 'backup', 'until', 'before']);

  constructor(tokens: readonly Token[], figures: ReadFigures) {
    this.#tokens = tokens;
    this.#figures = figures;
  }

  figure<K extends keyof typeof MARK_OF>(kind: K): ReadFigures[K] {
    if (this.#figures[kind] !== undefined) this.#used.add(MARK_OF[kind]);
    return this.#figures[kind];
  }

  get<K extends Kind>(kind: K): Of<K> | undefined {
    const found = this.#tokens.find((token): token is Of<K> => token.is === kind);
    if (found !== undefined) this.#used.add(kind);
    return found;
  }

  has(...kinds: readonly Kind[]): boolean {
    return kinds.every((kind) => this.#tokens.some(({ is }) => is === kind));
  }

  isInFrontOf(one: Kind, other: Kind): boolean {
    return this.#tokens.findIndex(({ is }) => is === one) < this.#tokens.findIndex(({ is }) => is === other);
  }

  all<K extends Kind>(kind: K): readonly Of<K>[] {
    return this.#tokens.filter((token): token is Of<K> => token.is === kind);
  }

  /** Nothing that was typed is left over. */
  get isUsed(): boolean {
    return this.#tokens.every((token) => this.#used.has(token.is === 'figures' ? token.mark : token.is));
  }
}

const ONCE: readonly Kind[] = [
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

/** @returns undefined where the tokens mean no day */
export function meaningOf(tokens: readonly Token[], figures: ReadFigures, reading: Reading): When | undefined {
  const slots = new Slots(tokens, figures);
  if (ONCE.some((kind) => slots.all(kind).length > 1)) return undefined;
  const isNamed = slots.has('latest') || (slots.has('backup') && slots.all('which')[0]?.which === 'last');
  if (isNamed && tokens.every(({ is }) => ['latest', 'which', 'backup', 'filler'].includes(is)))
    return { kind: 'latest' };
  const found = whichDay(slots, reading);
  if (found === undefined) return undefined;
  const meant = found.kind === 'day' ? momentIn(found, slots, reading) : found;
  return slots.isUsed ? meant : undefined;
}

type FoundDay = Extract<When, { kind: 'day' | 'impossible' }>;

function momentIn(found: Extract<FoundDay, { kind: 'day' }>, slots: Slots, reading: Reading): When {
  const today = dayOf(reading.now, reading.zone);
  // "Yesterday, 26/11" says it twice.
  if (addDays(today, -(slots.all('back')[0]?.value ?? 0)) === found.day) slots.get('back');
  const until = found.until ?? momentOf(found.day, slots, reading);
  if (found.day > today) return { kind: 'future', day: found.day };
  if (slots.has('before')) return { kind: 'before', day: found.day };
  return until === undefined ? found : { ...found, until };
}

/** The end of what a clock or a part of a day says. */
function momentOf(day: string, slots: Slots, { zone }: Reading): number | undefined {
  const hour = slots.get('time')?.value;
  const clock = slots.figure('clock');
  const isNoonPast = hour !== undefined && hour > 12 && clock !== undefined && clock < 12 * 60;
  if (clock !== undefined) return endOfMinute(day, isNoonPast ? clock + 12 * 60 : clock, zone);
  return hour === undefined || hour >= 24 ? undefined : endOfMinute(day, hour * 60, zone);
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
  if (dayOnly !== undefined) return lastDayNumbered(dayOnly, today);
  if (weekday !== undefined) return onWeekday(slots, weekday, today);
  if (slots.has('part')) return endsOf(slots, today);
  const day = slots.get('number');
  if (day !== undefined) return day.digits > 0 && slots.has('filler') ? lastDayNumbered(day.value, today) : undefined;
  const which = slots.get('which')?.which;
  if (slots.has('time') && which !== 'next' && which !== 'before last')
    return { kind: 'day', day: addDays(today, which === 'last' ? -1 : 0) };
  const clock = slots.figure('clock');
  return clock === undefined || which !== undefined ? undefined : atClock(clock, reading);
}

/** "3 days ago", "Monday 2 weeks ago", "two hours ago". */
function agoIn(slots: Slots, today: string, { now, zone }: Reading): FoundDay | undefined {
  const unit = slots.get('unit')?.unit;
  const amount = amountOf(slots);
  const back = slots.get('back')?.value ?? 0;
  if (unit === undefined || amount === undefined) return undefined;
  if (unit === 'hour') {
    const until = now - amount * HOUR;
    return back > 0 ? undefined : { kind: 'day', day: dayOf(until, zone), until, isBare: true };
  }
  const weekday = slots.get('weekday')?.value;
  const from = weekday === undefined ? addDays(today, -back) : lastWeekday(weekday, today, false);
  return bare(stepBack(from, amount, unit));
}

/** "Week 9", "Monday of week 9". */
function inWeek(slots: Slots, week: Week, today: string): FoundDay {
  const found = ofWeek(week, today);
  const weekday = slots.get('weekday')?.value;
  if (weekday === undefined || found.kind !== 'day') return ofPeriod(found);
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
const ofPeriod = (found: Found): FoundDay => (found.kind === 'day' ? { ...found, isMonth: true } : found);

function atClock(minutes: number, { zone, now }: Reading): FoundDay {
  const today = dayOf(now, zone);
  return { kind: 'day', day: endOfMinute(today, minutes, zone) - MINUTE > now ? addDays(today, -1) : today };
}

/** "Twenty one", "half a", "one and a half". */
function amountOf(slots: Slots): number | undefined {
  slots.get('number');
  const numbers = slots.all('number');
  const [first, second] = numbers;
  const isSum = second !== undefined && first !== undefined && first.value >= 20 && second.value < 10;
  if (numbers.length > (isSum ? 2 : 1) && !slots.has('half')) return undefined;
  if (slots.get('half') !== undefined) return 0.5;
  const whole = isSum ? first.value + second.value : first?.value;
  return slots.get('andHalf') === undefined ? whole : (whole ?? 1) + 0.5;
}

function numberOf(slots: Slots): number | undefined {
  const numbers = slots.all('number');
  return numbers.length === 1 ? slots.get('number')?.value : undefined;
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
  slots.get('number');
  return { week: week.value, year: year?.value };
}

/** "Last week", "Monday last week", "the 15th of last month", "1 March last year", "the end of last month". */
function inPeriod(slots: Slots, month: number | undefined, day: number | undefined, today: string) {
  const unit = slots.get('unit')?.unit;
  const which = slots.get('which')?.which;
  const part = slots.get('part')?.part;
  if (which === undefined || unit === undefined || unit === 'hour' || unit === 'day') return undefined;
  const steps = STEPS_BACK[which];
  if (unit === 'week') {
    if (day !== undefined || month !== undefined) return undefined;
    const base = addDays(today, -7 * steps);
    const weekday = slots.get('weekday')?.value ?? (part && { start: 1, middle: 3, end: 0 }[part]);
    return { kind: 'day', day: weekday === undefined ? base : inWeekOf(base, weekday) } as const;
  }
  const base = monthsBack(today, steps * (unit === 'year' ? 12 : 1));
  if (base.kind !== 'day') return base;
  const [year = 0, baseMonth = 0] = base.day.split('-').map(Number);
  const inMonthOf = unit === 'year' ? month : baseMonth;
  if (unit === 'month' && month !== undefined) return undefined;
  if (day !== undefined) return inMonthOf === undefined ? undefined : dated(year, inMonthOf, day);
  if (part !== undefined || month !== undefined) return upTo(ofPart(year, inMonthOf, part), today);
  return base;
}

/** "1 March", "March 1st 2026", "March", "at the end of March", "last March". */
function inMonth(slots: Slots, month: number, ofYear: number | undefined, today: string): FoundDay | undefined {
  const numbers = slots.all('number');
  slots.get('number');
  const part = slots.get('part')?.part;
  const which = slots.get('which')?.which;
  if (numbers.length > 2 || which === 'next' || which === 'before last') return undefined;
  const [day, year] = numbers[0]?.digits === 4 ? numbers.toReversed() : numbers;
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
  ofPeriod(upTo(ofPart(year, month, part), today));

/** "Monday", "last Monday", "lundi dernier": the most recent one; "last" excludes today. */
function onWeekday(slots: Slots, weekday: number, today: string): FoundDay | undefined {
  const which = slots.get('which')?.which;
  if (slots.has('number')) return undefined;
  const found = lastWeekday(weekday, today, which === 'last' || which === 'before last');
  if (which === 'next') return { kind: 'day', day: addDays(lastWeekday(weekday, today, false), 7) };
  return { kind: 'day', day: which === 'before last' ? addDays(found, -7) : found };
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
  if (found.kind !== 'day' || found.day <= today) return found;
  const before = monthsBack(today, isYear ? 12 : 1);
  if (before.kind !== 'day') return before;
  const [itsYear = 0, itsMonth] = before.day.split('-').map(Number);
  return ofPart(itsYear, isYear ? undefined : itsMonth, part);
}

/** Epoch milliseconds. */
export const lastMomentOf = (when: Extract<When, { kind: 'day' }>, zone: string | undefined): number =>
  when.until ?? endOfDay(when.day, zone);
