/** One grammar for the words of a day, the same in every language: which tokens together mean which day. Pure. */
import { HOUR, MINUTE } from '../../../core/durations.ts';
import { addDays, dayOf, endOfDay, endOfMinute } from './calendar.ts';
import type { ReadFigures } from './figures.ts';
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

/** Other years are taken for typing errors. */
const [FIRST_YEAR, LAST_YEAR] = [1900, 2999];

const two = (count: number): string => String(count).padStart(2, '0');

const IMPOSSIBLE = { kind: 'impossible' } as const;
/** A day, whether it has come or not. */
type Found = { readonly kind: 'day'; readonly day: string } | typeof IMPOSSIBLE;

function dated(year: number, month: number, day: number): Found {
  if (year < FIRST_YEAR || year > LAST_YEAR) return IMPOSSIBLE;
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return IMPOSSIBLE;
  return { kind: 'day', day: `${year}-${two(month)}-${two(day)}` };
}

/** Without a year: the most recent such day, since backups lie in the past. */
function lastDated(month: number, day: number, today: string): Found {
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
function monthsBack(day: string, months: number): Found {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const first = new Date(Date.UTC(year, month - 1 - months, 1));
  const [toYear, toMonth] = [first.getUTCFullYear(), first.getUTCMonth() + 1];
  return dated(toYear, toMonth, Math.min(date, lastDayOf(toYear, toMonth)));
}

const weekdayOf = (day: string): number => new Date(day).getUTCDay();
/** Weeks begin on Monday. */
const mondayOf = (day: string): string => addDays(day, -((weekdayOf(day) + 6) % 7));
const inWeekOf = (day: string, weekday: number): string => addDays(mondayOf(day), (weekday + 6) % 7);

const STEPS_BACK = { this: 0, last: 1, 'before last': 2, next: -1 } as const;
const DAY_OF_PART = { start: 1, middle: 15, end: 31 } as const;

type Kind = Token['is'];
type Of<K extends Kind> = Extract<Token, { is: K }>;

/** Each kind at most once, beside those that only accompany. */
class Slots {
  readonly #tokens: readonly Token[];
  /** Kinds that a meaning was made of. */
  readonly #used = new Set<Kind>(['filler', 'backup', 'until', 'before', 'time', 'figures']);

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
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
    return this.#tokens.every(({ is }) => this.#used.has(is));
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
];

/** @returns undefined where the tokens mean no day */
export function meaningOf(tokens: readonly Token[], figures: ReadFigures, reading: Reading): When | undefined {
  const slots = new Slots(tokens);
  if (ONCE.some((kind) => slots.all(kind).length > 1)) return undefined;
  const isNamed = slots.has('latest') || (slots.has('backup') && slots.get('which')?.which === 'last');
  if (isNamed && tokens.every(({ is }) => ['latest', 'which', 'backup', 'filler'].includes(is)))
    return { kind: 'latest' };
  const found = whichDay(slots, figures, reading);
  if (found === undefined || !slots.isUsed) return undefined;
  if (found.kind !== 'day') return found;
  const today = dayOf(reading.now, reading.zone);
  if (found.day > today) return { kind: 'future', day: found.day };
  if (slots.has('before')) return { kind: 'before', day: found.day };
  const until = found.until ?? momentOf(found.day, slots, figures, reading);
  return until === undefined ? found : { ...found, until };
}

type FoundDay = Extract<When, { kind: 'day' | 'impossible' }>;

/** The end of what a clock or a part of a day says. */
function momentOf(day: string, slots: Slots, { clock }: ReadFigures, { zone }: Reading): number | undefined {
  const hour = slots.get('time')?.value;
  const isNoonPast = hour !== undefined && hour > 12 && clock !== undefined && clock < 12 * 60;
  if (clock !== undefined) return endOfMinute(day, isNoonPast ? clock + 12 * 60 : clock, zone);
  return hour === undefined || hour >= 24 ? undefined : endOfMinute(day, hour * 60, zone);
}

function whichDay(slots: Slots, figures: ReadFigures, reading: Reading): FoundDay | undefined {
  const today = dayOf(reading.now, reading.zone);
  const amount = amountOf(slots);
  const back = slots.get('back')?.value;
  const weekday = slots.get('weekday')?.value;

  if (figures.instant !== undefined)
    return { kind: 'day', day: dayOf(figures.instant, reading.zone), until: figures.instant };
  if (slots.get('ago') !== undefined) {
    const unit = slots.get('unit')?.unit;
    slots.get('number');
    if (unit === undefined || amount === undefined) return undefined;
    if (unit === 'hour') {
      const until = reading.now - amount * HOUR;
      return { kind: 'day', day: dayOf(until, reading.zone), until, isBare: true };
    }
    const latestSuch = weekday === undefined ? undefined : lastWeekday(weekday, today, false);
    const from = latestSuch ?? addDays(today, -(back ?? 0));
    return bare(stepBack(from, amount, unit));
  }
  if (slots.get('weekNumber') !== undefined) return ofWeek(slots, today);
  if (figures.date !== undefined) {
    const { year, month, day = 0 } = figures.date;
    slots.get('part');
    const which = slots.get('which')?.which;
    if (slots.get('unit') !== undefined) return inPeriod(slots, month, day, today);
    if (which !== undefined && (which !== 'last' || year !== undefined)) return undefined;
    return year === undefined ? lastDated(month, day, today) : dated(year, month, day);
  }
  if (back !== undefined) {
    const found = { kind: 'day', day: addDays(today, -back) } as const;
    return back > 0 ? { ...found, isBare: true } : found;
  }
  const month = slots.get('month')?.value ?? figures.monthOnly?.month;
  if (slots.has('unit', 'which')) return inPeriod(slots, month, numberOf(slots) ?? figures.dayOnly, today);
  if (month !== undefined) return inMonth(slots, month, figures, today);
  if (weekday !== undefined) return onWeekday(slots, weekday, today);
  if (slots.has('part')) return endsOf(slots, today);
  if (figures.dayOnly !== undefined) return lastDayNumbered(figures.dayOnly, today);
  const day = slots.get('number');
  if (day !== undefined) return day.digits > 0 && slots.has('filler') ? lastDayNumbered(day.value, today) : undefined;
  const which = slots.get('which')?.which;
  if (slots.has('time') && which !== 'next' && which !== 'before last')
    return { kind: 'day', day: addDays(today, which === 'last' ? -1 : 0) };
  return figures.clock === undefined || which !== undefined ? undefined : atClock(figures.clock, reading);
}

const bare = (found: Found): FoundDay => (found.kind === 'day' ? { ...found, isBare: true } : found);

function atClock(minutes: number, { zone, now }: Reading): FoundDay {
  const today = dayOf(now, zone);
  return { kind: 'day', day: endOfMinute(today, minutes, zone) - MINUTE > now ? addDays(today, -1) : today };
}

/** "Twenty one", "half a", "one and a half". */
function amountOf(slots: Slots): number | undefined {
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

function stepBack(from: string, amount: number, unit: Exclude<Of<'unit'>['unit'], 'hour'>): Found {
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

/** "KW 9", "week 9 2026": its Sunday, today at the latest. Weeks are those of ISO 8601: the first has 4 January. */
function ofWeek(slots: Slots, today: string): FoundDay | undefined {
  const [week, year, ...others] = slots.all('number');
  slots.get('number');
  const isNumbered = week !== undefined && week.digits > 0 && week.digits <= 2 && others.length === 0;
  if (!isNumbered || (year !== undefined && year.digits !== 4) || !slots.isInFrontOf('weekNumber', 'number'))
    return undefined;
  const mondayIn = (inYear: number): string => addDays(mondayOf(`${inYear}-01-04`), 7 * (week.value - 1));
  const thisYear = Number(today.slice(0, 4));
  const monday = mondayIn(year?.value ?? (mondayIn(thisYear) > today ? thisYear - 1 : thisYear));
  if (week.value < 1 || week.value > 53 || (year !== undefined && (year.value < FIRST_YEAR || year.value > LAST_YEAR)))
    return IMPOSSIBLE;
  const sunday = addDays(monday, 6);
  return { kind: 'day', day: monday <= today && sunday > today ? today : sunday, isMonth: true };
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

/** The 1st, 15th or last day of a month; of a year. */
function ofPart(year: number, month: number | undefined, part: Of<'part'>['part'] = 'end'): Found {
  if (month === undefined)
    return part === 'start' ? dated(year, 1, 1) : part === 'middle' ? dated(year, 6, 30) : dated(year, 12, 31);
  return dated(year, month, Math.min(DAY_OF_PART[part], lastDayOf(year, month)));
}

/** A month that is not over yet ends today. */
const upTo = (found: Found, today: string): Found =>
  found.kind === 'day' && found.day > today && found.day.slice(0, 7) === today.slice(0, 7)
    ? { kind: 'day', day: today }
    : found;

/** "1 March", "March 1st 2026", "March", "at the end of March". */
function inMonth(slots: Slots, month: number, { monthOnly }: ReadFigures, today: string): FoundDay | undefined {
  const numbers = slots.all('number');
  slots.get('number');
  const part = slots.get('part')?.part;
  const which = slots.get('which')?.which;
  if (numbers.length > 2 || which === 'next' || which === 'before last') return undefined;
  const [day, year] = numbers[0]?.digits === 4 ? numbers.toReversed() : numbers;
  if (numbers.length === 1 && numbers[0]?.digits === 4) return monthOf(numbers[0].value, month, part, today);
  if (day === undefined) return monthOf(monthOnly?.year, month, part, today);
  if (day.digits > 2 || part !== undefined || (year !== undefined && ![2, 4].includes(year.digits))) return undefined;
  if (year === undefined) return lastDated(month, day.value, today);
  return dated(year.value + (year.digits === 2 ? 2000 : 0), month, day.value);
}

function monthOf(
  year: number | undefined,
  month: number,
  part: Of<'part'>['part'] | undefined,
  today: string,
): FoundDay {
  if (year !== undefined) {
    const found = upTo(ofPart(year, month, part), today);
    return found.kind === 'day' ? { ...found, isMonth: true } : found;
  }
  const first = lastDated(month, 1, today);
  if (first.kind !== 'day') return first;
  return monthOf(Number(first.day.slice(0, 4)), month, part, today);
}

/** The most recent one. */
function lastWeekday(weekday: number, today: string, isBeforeToday: boolean): string {
  const daysBack = (weekdayOf(today) - weekday + 7) % 7;
  return addDays(today, daysBack === 0 && isBeforeToday ? -7 : -daysBack);
}

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

/** "The 15th": the last one that has come. */
function lastDayNumbered(day: number, today: string): FoundDay | undefined {
  if (day < 1 || day > 31) return undefined;
  const [year = 0, month = 0] = today.split('-').map(Number);
  // Every other month has 31 days, at most three apart.
  for (let back = 0; back < 4; back += 1) {
    const first = new Date(Date.UTC(year, month - 1 - back, 1));
    const found = dated(first.getUTCFullYear(), first.getUTCMonth() + 1, day);
    if (found.kind === 'day' && found.day <= today) return found;
  }
  return IMPOSSIBLE;
}

/** Epoch milliseconds. */
export const lastMomentOf = (when: Extract<When, { kind: 'day' }>, zone: string | undefined): number =>
  when.until ?? endOfDay(when.day, zone);
