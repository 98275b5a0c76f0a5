/** Figures of a typed text: dates in the order of a locale, and times of a day. */
import { VOCABULARIES } from '../../../languages/index.ts';

export interface Figures {
  /** Absent: without a year. */
  readonly year?: number | undefined;
  readonly month: number;
  readonly day?: number | undefined;
}

/** One of a year, from 1. */
export interface Week {
  readonly week: number;
  /** Absent: the last such week that has begun. */
  readonly year?: number | undefined;
}

/** A time of day, in minutes after midnight. */
export interface Clock {
  readonly minutes: number;
  /** Of a clock of twelve hours, without "am" or "pm". */
  readonly isOfEitherHalf: boolean;
}

interface Order {
  /** `1/3` is 3 January. */
  readonly monthFirst: boolean;
  /** `26/1/3` is 3 January 2026. */
  readonly yearFirst: boolean;
}

const orders = new Map<string, Order>();
const MAX_ORDERS = 100;

/** As Unicode's CLDR has it for the locale; British where there is none. */
function orderOf(locale = 'en-GB'): Order {
  const known = orders.get(locale);
  if (known !== undefined) return known;
  const types = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, calendar: 'gregory' }).formatToParts(0).map(({ type }) => type);
  let order: Order;
  try {
    const [day, month] = [{ day: 'numeric' }, { month: 'numeric' }] as const;
    const short = types({ ...day, ...month });
    const whole = types({ ...day, ...month, year: 'numeric' });
    order = {
      monthFirst: short.indexOf('month') < short.indexOf('day'),
      yearFirst: whole.indexOf('year') < whole.indexOf('month') && whole.indexOf('year') < whole.indexOf('day'),
    };
  } catch {
    order = orderOf();
  }
  // Clients send few locales.
  if (orders.size < MAX_ORDERS) orders.set(locale, order);
  return order;
}

const yearOf = (written: string): number => Number(written) + (written.length === 2 ? 2000 : 0);

/** Where the locale's order makes no day of it, the other one may, but never between dots. */
function dayAndMonth(first: string, second: string, isSwapped: boolean, { monthFirst }: Order): Figures {
  const [month, day] = (monthFirst ? [first, second] : [second, first]).map(Number) as [number, number];
  return month > 12 && day <= 12 && isSwapped ? { month: day, day: month } : { month, day };
}

const KANJI = '〇一二三四五六七八九';
const JAPANESE_COUNT = /[一二三四五六七八九十]+(?=日|週|[かヶヵカケ箇]月|月|年|時)/g;

/** 十五 is 15. */
function kanjiNumber(text: string): string {
  const [tens, ones] = text.includes('十') ? text.split('十', 2) : ['', text];
  const value = (digit = ''): number => KANJI.indexOf(digit);
  if (!text.includes('十')) return Array.from(text, (digit) => value(digit)).join('');
  return String((tens === '' ? 1 : value(tens)) * 10 + (ones === '' ? 0 : value(ones)));
}

/** The first year of an era is its year 1. */
const ERA_BEFORE = 2018;

export interface ReadFigures {
  /** The text with a mark of `FIGURES` (day-words.ts) where figures were. */
  readonly rest: string;
  readonly date?: Figures | undefined;
  /** `3月`, `2026年3月`: without a day. */
  readonly monthOnly?: Figures | undefined;
  readonly dayOnly?: number | undefined;
  /** `第9週`, `2026年第9週`. */
  readonly week?: Week | undefined;
  readonly clock?: Clock | undefined;
  /** With an offset from UTC: epoch milliseconds. */
  readonly instant?: number | undefined;
}

const INSTANT = /^\d{4}-\d\d-\d\dt\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:z|[+-]\d\d:?\d\d)$/;
const YEAR_FIRST = /(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)(?:t(?=\d))?/;
const COMPACT = /(?<![\d])(\d{2})(\d{2})(\d{2})(\d{2})(?!\d)/;
const THREE = /(?<![\d])(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?![\d:])/;
const TWO = /(?<![\d./-])(\d{1,2})([-/.])(\d{1,2})(?![\d:]|[-/.]\d)/;
const JAPANESE_DATE = /(?:(\d{4}|\d{2})年 ?)?(\d{1,2})月 ?(\d{1,2})日?(?!\d)/;
const JAPANESE_MONTH = /(?:(\d{4})年 ?)?(\d{1,2})月/;
const JAPANESE_WEEK = /(?:(\d{4})年の? ?)?(?<!月の? ?)第(\d{1,2})週/;
const JAPANESE_DAY = /(?<!\d)(\d{1,2})日(?!前|間|まえ|以)/;
/** "3.11 am Abend" is no a.m. */
const HALF = String.raw`(?!am \p{L}*(?:morgen|mittag|abend)\b)[ap]\.? ?m\b`;
const CLOCK_END = String.raw` ?(?:uhr\b|h\b|${HALF})`;
/** `9.10 Uhr`, `um 9.10`: 10 minutes past 9, not October. In Spanish "a 5.11" is a date, and "3.11 a 5.11" are two. */
const DOTTED_TIME = ((): RegExp => {
  const dotted = String.raw`(?<hour>\d{1,2})\.(?<minute>\d{2})`;
  const dayAndMonth = String.raw`(?<![\d.])\d{1,2}\.\d{1,2}`;
  // Behind a word or any other date, "a" leads to its time.
  const leads = String.raw`\b(?:um|at|a las?) |(?:\p{L}|\d(?<!${dayAndMonth})),? a `;
  const led = String.raw`(?<=${leads})${dotted}(?![\d./-])`;
  return new RegExp(String.raw`(?<![\d.:/-])(?:${led}|${dotted}(?=${CLOCK_END}))`, 'gu');
})();
/** `5. 11.`, but not up to the clock of `5.11. 9:10`. */
const SPACED_DATE = new RegExp(String.raw`(?<=\d) ?([-\/.]) ?(?=\d+(?!\d|:|${CLOCK_END}))`, 'gu');
const COLON_TIME = new RegExp(
  String.raw`(?<![\d:])(\d{1,2}):(\d{2})(?::\d{2})? ?(${HALF}\.?)?(?: ?(?:uhr|h)\b)?(?![\d:])`,
  'u',
);
const namedTime = (names: string): RegExp =>
  new RegExp(
    String.raw`(?<![\d:])(\d{1,2}) ?(${HALF}\.?|uhr\b|${names}時(?!間))(?: ?(?:(\d{2})分?|(\d)分)|(半))?(?!\d)`,
    'u',
  );
const NAMED_TIME = { clocks: namedTime('h(?![a-z])|'), amounts: namedTime('') } as const;

/** "À 15 heures", "a las 9 de la noche"; not "las 48 horas". */
const WORDED_CLOCKS = VOCABULARIES.flatMap(({ clocks = [] }) => clocks).map((clock) => {
  const [before = '', behind = ''] = clock.split('#');
  return new RegExp(String.raw`(?<=\b${before})((?:[01]?\d|2[0-4])(?::\d{2})?)${behind}(?!\p{L})`, 'u');
});

const withClocks = (typed: string): string => WORDED_CLOCKS.reduce((text, clock) => text.replace(clock, '$1h'), typed);

/** Of a clock, or so many of them: "2h". @param typed folded */
export const hasHours = (typed: string): boolean => /\d ?h(?![a-z\d])/.test(withClocks(typed));

/**
 * @param typed folded
 * @param hours what `2h` is
 */
export function readFigures(
  typed: string,
  locale: string | undefined,
  hours: keyof typeof NAMED_TIME = 'clocks',
): ReadFigures {
  if (INSTANT.test(typed)) return { rest: '@', instant: Date.parse(typed.toUpperCase()) };
  const order = orderOf(locale);
  const undotted = typed.replaceAll(DOTTED_TIME, '$<hour>:$<minute>');
  let rest = (hours === 'clocks' ? withClocks(undotted) : undotted)
    .replaceAll(/(?:令和|\br)(\d{1,2})(?:年|[./])/g, (_, year: string) => `${ERA_BEFORE + Number(year)}年`)
    .replace(/^(\d{4})年(\d{1,2})[./](\d{1,2})$/, '$1/$2/$3')
    .replaceAll(JAPANESE_COUNT, kanjiNumber)
    .replaceAll(
      /午([前後])(\d{1,2})(?:時(半|\d{2}分)?|(:\d{2}))/g,
      (_, half: string, hour: string, minutes = '', written = '') => {
        const past = minutes === '半' ? ':30' : minutes && `:${minutes.slice(0, 2)}`;
        return `${hour}${written || past}${half === '後' ? 'pm' : 'am'}`;
      },
    )
    .replaceAll(SPACED_DATE, '$1');
  /** The first match, with its mark put in its place. */
  const take = (pattern: RegExp, mark: string): readonly (string | undefined)[] | undefined => {
    const found = pattern.exec(rest);
    if (found === null) return undefined;
    rest = `${rest.slice(0, found.index)} ${mark} ${rest.slice(found.index + found[0].length)}`;
    return found.slice(1);
  };
  const date = (): Figures | undefined => {
    const iso = take(YEAR_FIRST, '@') ?? take(JAPANESE_DATE, '@');
    if (iso !== undefined) {
      const [year, month, day] = iso;
      return { year: year === undefined ? undefined : yearOf(year), month: Number(month), day: Number(day) };
    }
    const compact = take(COMPACT, '@');
    if (compact !== undefined) {
      const [a = '', b = '', c = '', d = ''] = compact;
      return a === '19' || a === '20'
        ? { year: Number(a + b), month: Number(c), day: Number(d) }
        : { year: Number(c + d), ...dayAndMonth(a, b, false, order) };
    }
    const three = take(THREE, '@');
    if (three !== undefined) {
      const [first = '', mark, second = '', third = ''] = three;
      if (order.yearFirst && third.length === 2 && first.length === 2)
        return { year: yearOf(first), month: Number(second), day: Number(third) };
      return { year: yearOf(third), ...dayAndMonth(first, second, mark !== '.', order) };
    }
    const two = take(TWO, '@');
    if (two === undefined) return undefined;
    const [first = '', mark, second = ''] = two;
    return dayAndMonth(first, second, mark !== '.', order);
  };
  const clock = (): Clock | undefined => {
    const [hour, minute, half] = take(COLON_TIME, '#') ?? [];
    if (hour !== undefined) return clockOf(hour, minute, half);
    const [named, suffix = '', minutes, few = minutes, halfPast] = take(NAMED_TIME[hours], '#') ?? [];
    return named === undefined ? undefined : clockOf(named, halfPast === undefined ? few : '30', suffix);
  };
  const found = date();
  const at = clock();
  if (found !== undefined) return { rest, date: found, clock: at };
  const week = take(JAPANESE_WEEK, '$');
  const month = take(JAPANESE_MONTH, '%');
  const day = take(JAPANESE_DAY, '&');
  return {
    rest,
    clock: at,
    dayOnly: day && Number(day[0]),
    week: week && { year: week[0] === undefined ? undefined : Number(week[0]), week: Number(week[1]) },
    monthOnly: month && { year: month[0] === undefined ? undefined : Number(month[0]), month: Number(month[1]) },
  };
}

/** NaN minutes where no clock shows it. */
function clockOf(hour: string, minute = '0', half = ''): Clock {
  const hasHalf = /^[ap]/.test(half);
  const [hours, minutes] = [Number(hour), Number(minute)];
  const isOfEitherHalf = !hasHalf && hours < 13;
  if (minutes > 59 || hours > (hasHalf ? 12 : 24)) return { minutes: Number.NaN, isOfEitherHalf };
  return { minutes: ((hasHalf ? hours % 12 : hours) + (half.startsWith('p') ? 12 : 0)) * 60 + minutes, isOfEitherHalf };
}
