/** Calendar days, `2026-03-01`, of a time zone; of UTC where the zone is absent or unknown. */

const DAY_MILLISECONDS = 24 * 60 * 60_000;
/** More than the largest offset from UTC of any zone. */
const MAX_OFFSET_MILLISECONDS = 26 * 60 * 60_000;

function formatOf(zone: string | undefined): Intl.DateTimeFormat {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  try {
    return new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', { ...parts, timeZone: zone ?? 'UTC' });
  } catch {
    return new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', { ...parts, timeZone: 'UTC' });
  }
}

/** For converting many times of one zone. */
export function dayReader(zone: string | undefined): (epoch: number) => string {
  const format = formatOf(zone);
  return (epoch) => {
    const parts = new Map(format.formatToParts(epoch).map(({ type, value }) => [type, value]));
    return `${parts.get('year')?.padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`;
  };
}

/** @param epoch in milliseconds */
export const dayOf = (epoch: number, zone: string | undefined): string => dayReader(zone)(epoch);

/** @returns the day that many days later, in the years 1900 to 2999 and a little beyond */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MILLISECONDS).toISOString().slice(0, 10);

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

/** The last millisecond of a day. */
export const endOfDay = (day: string, zone: string | undefined): number => startOfDay(addDays(day, 1), zone) - 1;
