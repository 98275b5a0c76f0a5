/** Days of a time zone, `2026-03-01`: where they begin and end, and how far they lie apart. */
import { BoundedMap } from '../../../core/bounded-map.ts';
import { DAY, HOUR, MINUTE } from '../../../core/durations.ts';

/** More than the largest offset from UTC of any zone. */
const MAX_OFFSET_MILLISECONDS = 26 * HOUR;

/** By zone: creating one takes a hundred times as long as using it. */
const readers = new BoundedMap<string, (epoch: number) => string>({ max: 32 });

/** Converts times to calendar days, `2026-03-01`, of a time zone; of UTC where the zone is absent or unknown. */
export function dayReader(zone = 'UTC'): (epoch: number) => string {
  const known = readers.get(zone);
  if (known !== undefined) return known;
  try {
    // This locale writes days as ISO 8601 does.
    const format = new Intl.DateTimeFormat('sv-SE-u-ca-gregory-nu-latn', { timeZone: zone });
    const reader = (epoch: number): string => format.format(epoch).padStart(10, '0');
    readers.set(zone, reader);
    return reader;
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

/** A time of a day, in minutes after midnight as clocks show it. @returns epoch milliseconds of that minute's end */
export function endOfMinute(day: string, minutes: number, zone: string | undefined): number {
  const from = startOfDay(day, zone) + minutes * MINUTE;
  const shown = minuteOfDay(from, zone);
  // Clocks were changed since midnight.
  const late = dayOf(from, zone) === day ? shown - minutes : 0;
  return from + (Math.abs(late) <= 180 ? -late * MINUTE : 0) + MINUTE - 1;
}

function minuteOfDay(epoch: number, zone: string | undefined): number {
  try {
    const format = new Intl.DateTimeFormat('en-GB', {
      hour: 'numeric',
      minute: 'numeric',
      hourCycle: 'h23',
      timeZone: zone ?? 'UTC',
    });
    const [hour = 0, minute = 0] = format.format(epoch).split(':').map(Number);
    return hour * 60 + minute;
  } catch {
    return minuteOfDay(epoch, undefined);
  }
}
