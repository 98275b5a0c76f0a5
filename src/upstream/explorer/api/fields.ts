/** Fields of the service's answers, read leniently: what is missing or not as documented counts as absent. */
import { safeParse } from '../../../core/shape.ts';
import { hash } from 'node:crypto';

import * as z from 'zod';

import { cutText, isObject, numeric, type JsonObject } from '../../http/answers.ts';
import { parseExactly } from './exact-json.ts';

/** Reads one element of a list; undefined where it is unusable, and left out. */
export type Read<T> = (value: unknown) => T | undefined;

export const reader =
  <T>(schema: z.ZodType<T>): Read<T> =>
  (value) =>
    safeParse(schema, value).data;

/** The elements of a list without those that are unusable: one of them must not hide the others. */
export const usable =
  <T>(schema: z.ZodType<T>) =>
  (values: readonly unknown[]) =>
    values.map(reader(schema)).filter((value) => value !== undefined);

export const fields = <T extends z.ZodType, Name extends string>(schema: T, ...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Readonly<Record<Name, T>>;

export const optional = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

/** Longer ones are no ids; the longest known, of Exchange, have a few hundred characters. */
const LONGEST_ID = 2_048;

/** Opaque: stored unchanged, as long as it can be a segment of a path. */
export const id = z
  .string()
  .max(LONGEST_ID)
  .refine((value) => isSegment(value));

/** Whether a URL with this in its path, encoded, stays where it is: `.` and `..` would lead elsewhere. */
export function isSegment(value: string): boolean {
  return value !== '' && value !== '.' && value !== '..' && value.isWellFormed();
}

/** Trimmed text, cut to `longest` UTF-16 units; undefined where none is left. */
export const text = (longest: number) =>
  optional(z.string().transform((value) => cutText(value.trim(), longest) || undefined));

/** A subject, a title, a person, an address. */
export const name = text(500);
export const sentence = text(1_000);

export const flag = z.boolean().catch(false);

/** A word of the documentation; lower-case, since versions differ in it. */
export const word = z.string().max(64).toLowerCase();

export const count = numeric.pipe(z.int().min(0));

export const list = z.array(z.unknown()).catch([]);

const DATE_TIME = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:\.(\d{1,3})(\d*))?([Zz]|[+-]\d\d:\d\d)?$/;
/** Times outside mean that the service knows none: `0001-01-01`, `9999-12-31`. */
const EARLIEST = Date.UTC(1601, 0, 2);
const LATEST = Date.UTC(9998, 0, 1);

/**
 * Epoch milliseconds of a `date-time`, UTC where it names no zone. Rounded up: a restore point opened at a time just
 * before its own would be the previous one.
 */
export const time = z
  .string()
  .max(64)
  .regex(DATE_TIME)
  .transform((value) => {
    const [, date, clock, milliseconds = '0', rest = '', zone = 'Z'] = DATE_TIME.exec(value) ?? [];
    const at = Date.parse(`${date}T${clock}.${milliseconds.padEnd(3, '0')}${zone.toUpperCase()}`);
    return /[1-9]/.test(rest) ? at + 1 : at;
  })
  .pipe(z.number().min(EARLIEST).lt(LATEST));

/** RFC 3339, UTC, whole seconds: what every version takes. */
export function dateTime(epoch: number): string {
  return `${new Date(epoch).toISOString().slice(0, 19)}Z`;
}

/** Far above anything documented; a longer one does not fit into the stored state. */
const LONGEST_ECHO = 65_536;
/** Hypermedia that the service adds to its answers and does not take (`readOnly`). */
export const ADDED: ReadonlySet<string> = new Set(['_links', '_actions']);

/** An object as the service sent it, unknown fields included, to be sent back. Undefined where it is too long. */
export function echoOf(value: unknown, without: readonly string[] = []): string | undefined {
  if (!isObject(value)) return undefined;
  const sent = Object.entries(value).filter(([field]) => !ADDED.has(field) && !without.includes(field));
  try {
    const echo = JSON.stringify(Object.fromEntries(sent));
    return echo.length <= LONGEST_ECHO ? echo : undefined;
  } catch {
    // Nested deeper than can be written.
    return undefined;
  }
}

/** The object of an echo. @throws Error where it is none; nothing was sent then */
export function fromEcho(echo: string | undefined, what: string): JsonObject {
  try {
    const value = parseExactly(echo ?? '');
    if (isObject(value)) return value;
  } catch {
    // Not quoted: it holds names.
  }
  throw new Error(`${what} lacks the object that the service sent.`);
}

const KEY_LENGTH = 10;

/** Ten letters and digits; always the same for the same thing. */
export function keyOf(containerId: string, id: string, version?: string): string {
  const digest = hash('sha256', JSON.stringify([containerId, id, version ?? null]));
  const text = BigInt(`0x${digest.slice(0, 16)}`).toString(36);
  return text.padStart(KEY_LENGTH, '0').slice(-KEY_LENGTH);
}
