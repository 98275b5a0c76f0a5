/** Points in time, written so that the client shows them in the reader's own zone and format. */

/** The functions take a year of four digits. */
const LAST_MOMENT = Date.UTC(9999, 11, 31, 23, 59, 59);

function iso(epochMilliseconds: number): string {
  const within = Number.isFinite(epochMilliseconds) ? Math.min(Math.max(epochMilliseconds, 0), LAST_MOMENT) : 0;
  return `${new Date(within).toISOString().slice(0, 19)}Z`;
}

/** Where the day goes without saying. Only for a `TextBlock`: Teams leaves it unread in a `RichTextBlock`. */
export function timeOfDay(epochMilliseconds: number): string {
  return `{{TIME(${iso(epochMilliseconds)})}}`;
}

/** Day and time. Only for a `TextBlock`. */
export function dayAndTime(epochMilliseconds: number): string {
  return `{{DATE(${iso(epochMilliseconds)}, SHORT)}} {{TIME(${iso(epochMilliseconds)})}}`;
}
