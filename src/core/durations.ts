/** Spans of time in milliseconds. A calendar day may be longer or shorter (src/restore/backups/dates). */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
