/** Dates, times, numbers and sizes in the reader's locale. */
import type { CardContext, Scene } from '../context.ts';
import { localeTag } from '../text/index.ts';

export interface Formats {
  /** Day and time in the person's zone; where that is unknown in UTC, and says so. */
  moment(epochMilliseconds: number): string;
  /** The same with the day of the week. */
  momentOfWeek(epochMilliseconds: number): string;
  /** `2026-03-01` as people write it; what is no day stays as it is. */
  day(isoDay: string): string;
  /** `2026-03-01` in the person's zone, as `Input.Date` takes it. */
  isoDay(epochMilliseconds: number): string;
  number(value: number): string;
  size(bytes: number): string;
}

/** The year has four digits in every time zone. */
const LAST_MOMENT = Date.UTC(9999, 11, 30);
const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A time of day that the client shows in the reader's own zone. Only for a `TextBlock`: Teams does not expand it elsewhere. */
export function timeOfDay(epochMilliseconds: number): string {
  return `{{TIME(${iso(epochMilliseconds)})}}`;
}

/** Day and time that the client shows in the reader's own zone. Only for a `TextBlock`. */
export function dayAndTime({ words }: Scene, epochMilliseconds: number): string {
  return words.dateAndTime(`{{DATE(${iso(epochMilliseconds)}, SHORT)}}`, timeOfDay(epochMilliseconds));
}

/** For places where a client expands no `{{DATE()}}`, such as the title of a choice. */
export function formatsFor({ locale, zone }: CardContext): Formats {
  const tag = localeTag(locale);
  const { timeZone, note } = zoneOf(zone);
  const longMoment = formatter(tag, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const weekday = formatter(tag, { weekday: 'short', timeZone });
  const calendarDay = formatter(tag, { dateStyle: 'medium', timeZone: 'UTC' });
  const swedish = formatter('sv-SE', { dateStyle: 'short', timeZone });

  const moment = (at: number): string => `${longMoment().format(within(at))}${note}`;
  return {
    moment,
    momentOfWeek: (at) => `${weekday().format(within(at))} · ${moment(at)}`,
    day(isoDay) {
      const at = /^\d{4}-\d\d-\d\d$/.test(isoDay) ? Date.parse(isoDay) : Number.NaN;
      return Number.isNaN(at) ? isoDay : calendarDay().format(at);
    },
    isoDay: (at) => swedish().format(within(at)),
    number: (value) => new Intl.NumberFormat(tag).format(value),
    size(bytes) {
      const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
      const unit = UNITS[power] ?? 'byte';
      const style = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: power > 1 ? 1 : 0 } as const;
      return new Intl.NumberFormat(tag, style).format(Math.max(bytes, 0) / 1000 ** power);
    },
  };
}

/** Created on first use: creating one costs more than formatting a whole card. */
function formatter(tag: string, options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  let made: Intl.DateTimeFormat | undefined;
  return () => (made ??= new Intl.DateTimeFormat(tag, options));
}

function zoneOf(zone: string | undefined): { readonly timeZone: string; readonly note: string } {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: zone ?? 'UTC' }).resolvedOptions();
    return { timeZone, note: timeZone === 'UTC' ? ' UTC' : '' };
  } catch {
    return { timeZone: 'UTC', note: ' UTC' };
  }
}

function within(epochMilliseconds: number): number {
  return Number.isFinite(epochMilliseconds) ? Math.min(Math.max(epochMilliseconds, 0), LAST_MOMENT) : 0;
}

function iso(epochMilliseconds: number): string {
  return `${new Date(within(epochMilliseconds)).toISOString().slice(0, 19)}Z`;
}
