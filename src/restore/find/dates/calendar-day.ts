/** Days of the calendar, `2026-03-01`, as a zone has them. Without a zone, or with one unknown here, it is UTC. */

const DAY_MILLISECONDS = 24 * 60 * 60_000;
/** No zone is further from UTC, nor was any. */
const FURTHEST_MILLISECONDS = 26 * 60 * 60_000;

function formatOf(zone: string | undefined): Intl.DateTimeFormat {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  try {
    return new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', { ...parts, timeZone: zone ?? 'UTC' });
  } catch {
    return new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', { ...parts, timeZone: 'UTC' });
  }
}

/** For many moments of one zone: which day each lies in. */
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
 * The first millisecond of a day. It is sought rather than reckoned: some zones skip midnight when summer time begins,
 * some have had it twice, and a few have skipped a whole day, which then begins where the next one does.
 */
export function startOfDay(day: string, zone: string | undefined): number {
  const read = dayReader(zone);
  let before = Date.parse(day) - FURTHEST_MILLISECONDS;
  let from = Date.parse(day) + FURTHEST_MILLISECONDS;
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    if (read(middle) >= day) from = middle;
    else before = middle;
  }
  return from;
}

/** The last millisecond of a day. */
export const endOfDay = (day: string, zone: string | undefined): number => startOfDay(addDays(day, 1), zone) - 1;
