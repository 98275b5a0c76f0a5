/** Dates, times, numbers and sizes in the reader's locale. */
import { BoundedMap } from '../../core/bounded-map.ts';
import { lazy } from '../../core/text.ts';
import { localeTag, wordsFor } from '../text/index.ts';
import type { Words } from '../text/en/common.ts';

export type Formats = ReturnType<typeof formatsFor>;

/** The year has four digits in every time zone. */
const LAST_MOMENT = Date.UTC(9999, 11, 30);
const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
const ISO_DAY = /^\d{4}-\d\d-\d\d$/;
/** "a.m." and "p. m.", which would end in two full stops at the end of a sentence. */
const DOTTED_HALF = /\b([ap])\.\s?m\./iu;

/** A time of day that the client shows in the reader's own zone. Only for a `TextBlock`: Teams does not expand it elsewhere. */
export function timeOfDay(epochMilliseconds: number): string {
  return `{{TIME(${iso(epochMilliseconds)})}}`;
}

/** Day and time that the client shows in the reader's own zone. Only for a `TextBlock`. */
export function dayAndTime({ words }: { readonly words: Words }, epochMilliseconds: number): string {
  return words.dateAndTime(`{{DATE(${iso(epochMilliseconds)}, SHORT)}}`, timeOfDay(epochMilliseconds));
}

type Formatters = ReturnType<typeof createFormatters>;

/** Created on first use: creating one takes 20 to 50 µs. */
function createFormatters(tag: string, zone: string | undefined) {
  const timeZone = lazy(() => timeZoneOf(zone));
  const date = (of: string, options: Intl.DateTimeFormatOptions) =>
    lazy(() => new Intl.DateTimeFormat(of, { timeZone: timeZone(), ...options }));
  const number = (options: Intl.NumberFormatOptions = {}) => lazy(() => new Intl.NumberFormat(tag, options));
  return {
    timeZone,
    date: date(tag, { dateStyle: 'medium' }),
    time: date(tag, { timeStyle: 'short' }),
    weekday: date(tag, { weekday: 'short' }),
    calendarDay: date(tag, { dateStyle: 'medium', timeZone: 'UTC' }),
    offset: date('en', { timeZoneName: 'shortOffset' }),
    swedish: date('sv-SE', { dateStyle: 'short' }),
    number: number(),
    percent: number({ style: 'percent' }),
    /** By power of 1,000. */
    sizes: UNITS.map((unit, power) =>
      // The short form of a byte is "512 byte" in English.
      number({
        style: 'unit',
        unit,
        unitDisplay: power > 0 ? 'short' : 'long',
        maximumFractionDigits: power > 1 ? 1 : 0,
      }),
    ),
    list: lazy(() => new Intl.ListFormat(tag)),
  };
}

/** By locale and time zone. Those of one reader take 200 KB. */
const cached = new BoundedMap<string, Formatters>({ max: 16 });

function formattersFor(tag: string, zone: string | undefined): Formatters {
  const name = `${tag} ${zone}`;
  let formatters = cached.get(name);
  if (formatters === undefined) {
    formatters = createFormatters(tag, zone);
    cached.set(name, formatters);
  }
  return formatters;
}

/** For places where a client expands no `{{DATE()}}`, such as the title of a choice. Times are in epoch milliseconds. */
export function formatsFor({
  locale,
  zone,
}: {
  readonly locale?: string | undefined;
  readonly zone?: string | undefined;
}) {
  const formatters = formattersFor(localeTag(locale), zone);
  const words = wordsFor(locale);
  const { timeZone } = formatters;
  /** Moments that were formatted. */
  const shown = new Set<number>();

  const date = (at: number) => words.calendarDay(formatters.date().format(within(at)));
  /** Time in the reader's zone. Where that is unknown it is UTC, and says so. */
  function time(at: number): string {
    shown.add(within(at));
    return `${formatters.time().format(within(at)).replace(DOTTED_HALF, '$1m')}${timeZone() === 'UTC' ? ' UTC' : ''}`;
  }
  return {
    /** Day and time. */
    moment: (at: number) => words.dateAndTime(date(at), time(at)),
    momentOfWeek: (at: number) => words.momentOfWeek(formatters.weekday().format(within(at)), date(at), time(at)),
    /** How the moments that were formatted differ from UTC: `UTC+1`, with summer time `UTC+1, UTC+2`. Empty if they are UTC. */
    offsets(): string {
      if (timeZone() === 'UTC') return '';
      const zoneOf = (at: number) =>
        formatters
          .offset()
          .formatToParts(at)
          .find(({ type }) => type === 'timeZoneName')?.value ?? '';
      return [...new Set([...shown].map((at) => zoneOf(at).replace('GMT', 'UTC')))].toSorted().join(', ');
    },
    /** `2026-03-01` in the reader's notation; anything else is returned unchanged. */
    day: (isoDay: string) => {
      const at = ISO_DAY.test(isoDay) ? Date.parse(isoDay) : Number.NaN;
      return Number.isNaN(at) ? isoDay : words.calendarDay(formatters.calendarDay().format(at));
    },
    /** `2026-03-01` in the reader's zone, as `Input.Date` takes it. */
    isoDay: (at: number) => formatters.swedish().format(within(at)),
    percent: (value: number) => formatters.percent().format(value / 100),
    list: (parts: readonly string[]) => formatters.list().format(parts),
    number: (value: number) => formatters.number().format(value),
    size: (bytes: number) => {
      const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
      const format = formatters.sizes[power] ?? formatters.number;
      return format().format(Math.max(bytes, 0) / 1000 ** power);
    },
  };
}

function timeZoneOf(zone = 'UTC'): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

function within(epochMilliseconds: number): number {
  return Number.isFinite(epochMilliseconds) ? Math.min(Math.max(epochMilliseconds, 0), LAST_MOMENT) : 0;
}

function iso(epochMilliseconds: number): string {
  return `${new Date(within(epochMilliseconds)).toISOString().slice(0, 19)}Z`;
}
