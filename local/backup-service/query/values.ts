/** Comparison of search values: text with wildcards, dates, numbers, yes and no. */
import type { Comparison, Term } from './tokens.ts';
import { DAY } from '../durations.ts';
import { badParameter } from '../refused.ts';

/** Ignores case and accents. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/**
 * A value is found at the beginning of a word; with `*` before it, anywhere. Scripts without spaces have no such
 * beginnings.
 */
export function textTest({ value }: Term): (text: string) => boolean {
  // Split before normalizing, which turns other characters into special ones.
  const pieces = value.match(/\*+|\?|[^*?]+/gu) ?? [];
  const pattern = pieces.map(patternOf).join('');
  const startsAWord =
    /^[\p{L}\p{N}]/u.test(pattern) && !/^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}]/u.test(pattern);
  const expression = new RegExp(`${startsAWord ? '(?<![\\p{L}\\p{N}])' : ''}${pattern}`, 'u');
  return (text) => expression.test(plain(text));
}

function patternOf(piece: string): string {
  if (piece.startsWith('*')) return '[^]*';
  if (piece === '?') return '[^]';
  return plain(piece).replace(/[\^$.()|[\]{}+*?\\/]/gu, '\\$&');
}

interface Span {
  readonly from: number;
  /** Not included. */
  readonly until: number;
}

/** Times are UTC. A day, a moment, a range `a..b` with both ends, a comparison, or `this month` and the like. */
export function dateTest({ value, comparison }: Term, now: number): (moment: number | undefined) => boolean {
  const [first = '', second, ...more] = value.split('..');
  if (more.length > 0 || (second !== undefined && comparison !== '=')) throw noDate(value);
  const span = spanOf(first, now);
  const end = second === undefined ? undefined : spanOf(second, now);
  const { from, until } = end === undefined ? span : { from: span.from, until: end.until };
  return (moment) => moment !== undefined && within(moment, { from, until }, comparison);
}

function within(moment: number, { from, until }: Span, comparison: Comparison): boolean {
  switch (comparison) {
    case '=':
      return moment >= from && moment < until;
    case '>':
      return moment >= until;
    case '>=':
      return moment >= from;
    case '<':
      return moment < from;
    case '<=':
      return moment < until;
  }
}

function spanOf(text: string, now: number): Span {
  const relative = relativeSpan(text.toLowerCase(), new Date(now));
  if (relative !== undefined) return relative;
  const [, date, time] =
    /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d{1,7})?)?(?:Z|[+-]\d\d:\d\d)?)?$/.exec(text) ?? [];
  if (date === undefined) throw noDate(text);
  const day = Date.parse(`${date}T00:00:00Z`);
  // 30 February is parsed as 2 March.
  if (Number.isNaN(day) || new Date(day).toISOString().slice(0, 10) !== date) throw noDate(text);
  if (time === undefined) return { from: day, until: day + DAY };
  const moment = Date.parse(`${date}${/(?:Z|[+-]\d\d:\d\d)$/.test(time) ? time : `${time}Z`}`);
  if (Number.isNaN(moment)) throw noDate(text);
  return { from: moment, until: moment + (time.split(':').length > 2 ? 1000 : 60_000) };
}

function relativeSpan(words: string, now: Date): Span | undefined {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const monday = day - ((now.getUTCDay() + 6) % 7);
  const span = (from: readonly [number, number, number], until: readonly [number, number, number]): Span => ({
    from: Date.UTC(...from),
    until: Date.UTC(...until),
  });
  switch (words) {
    case 'today':
      return span([year, month, day], [year, month, day + 1]);
    case 'yesterday':
      return span([year, month, day - 1], [year, month, day]);
    case 'this week':
      return span([year, month, monday], [year, month, monday + 7]);
    case 'last week':
      return span([year, month, monday - 7], [year, month, monday]);
    case 'this month':
      return span([year, month, 1], [year, month + 1, 1]);
    case 'last month':
      return span([year, month - 1, 1], [year, month, 1]);
    case 'this year':
      return span([year, 0, 1], [year + 1, 0, 1]);
    case 'last year':
      return span([year - 1, 0, 1], [year, 0, 1]);
    default:
      return undefined;
  }
}

const noDate = (text: string): Error => badParameter(`"${text}" in the query is not a date.`);

const BYTES: Readonly<Record<string, number>> = { '': 1, B: 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 };

/** `5MB`, `100..200`, `>1KB`. */
export function numberTest({ value, comparison }: Term): (number: number | undefined) => boolean {
  const read = (text: string): number => {
    const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)\s*(B|KB|MB|GB)?$/i.exec(text) ?? [];
    if (digits === undefined) throw badParameter(`"${text}" in the query is not a number.`);
    return Number(digits) * (BYTES[unit.toUpperCase()] ?? 1);
  };
  const [first = '', second] = value.split('..');
  const from = read(first);
  const to = second === undefined ? from : read(second);
  // A range holds both its ends; as whole numbers, what is not above the end is below the next one.
  return (number) => number !== undefined && within(number, { from, until: to + 1 }, comparison);
}

export function flagTest({ value }: Term): boolean {
  if (/^(?:true|yes)$/i.test(value)) return true;
  if (/^(?:false|no)$/i.test(value)) return false;
  throw badParameter(`"${value}" in the query is neither true nor false.`);
}
