/** Points in time and sizes where a card takes no `{{DATE()}}`: beside a name, in the title of a choice. */
import type { CardContext } from '../context.ts';
import { languageOf } from '../text/index.ts';

export interface Formats {
  /** Day and time in the person's zone; where that is unknown in UTC, and says so. */
  moment(epochMilliseconds: number): string;
  /** The same with the day of the week. */
  momentOfWeek(epochMilliseconds: number): string;
  /** `2026-03-01` as people write it; what is no day stays as it is. */
  day(isoDay: string): string;
  /** `2026-03-01` in the person's zone, as `Input.Date` takes it. */
  isoDay(epochMilliseconds: number): string;
  size(bytes: number): string;
}

/** Within a year of four digits in every zone. */
const LAST_MOMENT = Date.UTC(9999, 11, 30);
const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Formats of the reader's locale where a catalogue has its language, else of the catalogue that is used instead. */
export function formatsFor({ locale, zone }: CardContext): Formats {
  const tag = tagOf(locale);
  const { timeZone, note } = zoneOf(zone);
  const dayAndTime = formatter(tag, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const weekday = formatter(tag, { weekday: 'short', timeZone });
  const calendarDay = formatter(tag, { dateStyle: 'medium', timeZone: 'UTC' });
  const swedish = formatter('sv-SE', { dateStyle: 'short', timeZone });

  const moment = (at: number): string => `${dayAndTime().format(within(at))}${note}`;
  return {
    moment,
    momentOfWeek: (at) => `${weekday().format(within(at))} · ${moment(at)}`,
    day(isoDay) {
      const at = /^\d{4}-\d\d-\d\d$/.test(isoDay) ? Date.parse(isoDay) : Number.NaN;
      return Number.isNaN(at) ? isoDay : calendarDay().format(at);
    },
    isoDay: (at) => swedish().format(within(at)),
    size(bytes) {
      const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
      const unit = UNITS[power] ?? 'byte';
      const style = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: power > 1 ? 1 : 0 } as const;
      return new Intl.NumberFormat(tag, style).format(Math.max(bytes, 0) / 1000 ** power);
    },
  };
}

/** Made when first asked for: making one costs more than all it writes on a card. */
function formatter(tag: string, options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  let made: Intl.DateTimeFormat | undefined;
  return () => (made ??= new Intl.DateTimeFormat(tag, options));
}

function tagOf(locale: string | undefined): string {
  const language = languageOf(locale);
  const tag = locale?.trim().replaceAll('_', '-') ?? '';
  if (language === 'en' && !/^en(?:-|$)/i.test(tag)) return 'en-GB';
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? language;
  } catch {
    return language;
  }
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
