/** Nobody is made to wait longer than this on an upstream's word alone. */
const LONGEST_SECONDS = 3_600;

/**
 * `Retry-After` (RFC 9110, section 10.2.3) in whole seconds from `nowMilliseconds`, 0 to 3,600; both its forms, delay and
 * date. Undefined where it is absent or neither.
 */
export function readRetryAfter(header: string | undefined, nowMilliseconds: number): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : secondsUntil(text, nowMilliseconds);
  if (Number.isNaN(seconds)) return undefined;
  return Math.min(Math.max(Math.ceil(seconds), 0), LONGEST_SECONDS);
}

function secondsUntil(date: string, nowMilliseconds: number): number {
  // Date.parse takes "-1" and "1.5" for years; every form of an HTTP-date begins with a weekday and ends in the year or GMT.
  return /^[A-Za-z]{3,9},? /.test(date) ? (Date.parse(date) - nowMilliseconds) / 1_000 : Number.NaN;
}
