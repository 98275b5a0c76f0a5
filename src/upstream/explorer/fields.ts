/** Fields of the service's answers, read leniently: what is missing or not as documented counts as absent. */
import { z } from 'zod';

/** Longer ones are no ids; the longest known, of Exchange, have a few hundred characters. */
const LONGEST_ID = 2_048;

/** Opaque (API, section B): kept as it came, as long as it can be a segment of a path. */
export const id = z
  .string()
  .min(1)
  .max(LONGEST_ID)
  .refine((value) => isSegment(value));

/** Whether a URL with this in its path, encoded, still leads where it seems to: dots alone lead elsewhere. */
export function isSegment(value: string): boolean {
  return value !== '' && value !== '.' && value !== '..' && value.isWellFormed();
}

export const optionalId = id.optional().catch(undefined);

/** Text without blanks around it, cut to `longest` UTF-16 units; undefined where none is left. */
export const text = (longest: number) =>
  z
    .string()
    .transform((value) => cut(value.trim(), longest) || undefined)
    .optional()
    .catch(undefined);

// A pair of surrogates must not be cut in two.
const cut = (value: string, longest: number): string =>
  value.length <= longest ? value : value.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '');

export const LONGEST_NAME = 500;
export const LONGEST_SENTENCE = 1_000;

/** A subject, a title, a person, an address. */
export const name = text(LONGEST_NAME);
/** The service's own words about something. */
export const sentence = text(LONGEST_SENTENCE);

/** Absent counts as false. */
export const flag = z.boolean().catch(false);

/** A word of the documentation; lower-case, since versions differ in it (API, section A5). */
export const word = z
  .string()
  .max(64)
  .transform((value) => value.toLowerCase());
export const optionalWord = word.optional().catch(undefined);

/** Whole and not negative; digits count as a number. */
export const count = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ])
  .pipe(z.int().min(0));
export const optionalCount = count.optional().catch(undefined);

const DATE_TIME = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:\.(\d{1,3})(\d*))?([Zz]|[+-]\d\d:\d\d)?$/;
/** Outside of these the service says that it knows no time: `0001-01-01`, `9999-12-31`. */
const EARLIEST = Date.UTC(1601, 0, 2);
const LATEST = Date.UTC(9998, 0, 1);

/**
 * Epoch milliseconds of a `date-time`, UTC where it names no zone. Rounded up: a restore point opened at a time just
 * before its own would not be the one that opens.
 */
export function epochMilliseconds(value: string): number | undefined {
  const [, date, time, milliseconds = '0', rest = '', zone = 'Z'] = DATE_TIME.exec(value) ?? [];
  if (date === undefined || time === undefined) return undefined;
  const at = Date.parse(`${date}T${time}.${milliseconds.padEnd(3, '0')}${zone.toUpperCase()}`);
  // Also false for what is no number.
  if (!(at >= EARLIEST && at < LATEST)) return undefined;
  return /[1-9]/.test(rest) ? at + 1 : at;
}

export const time = z
  .string()
  .max(64)
  .transform((value) => epochMilliseconds(value))
  .optional()
  .catch(undefined);

/** RFC 3339, UTC, whole seconds: what every version takes (API, section C2). */
export function dateTime(epoch: number): string {
  return `${new Date(epoch).toISOString().slice(0, 19)}Z`;
}

/** Those that can be used; the others are left out, since one strange item must not hide the rest. */
export function readEach<T>(read: (value: unknown) => T | undefined, values: readonly unknown[]): readonly T[] {
  return values.map((value) => read(value)).filter((value) => value !== undefined);
}
