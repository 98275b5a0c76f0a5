/** Converts the search form to a query: `criterion:value`, AND, OR, NOT, wildcards, values in quotes. */
import type { Form } from '../../backups/entries/form.ts';
import type { Remark } from '../../state/task.ts';
import { isSearchWord } from '../../backups/workloads/index.ts';
import type { SearchRules } from '../../backups/workloads/workload.ts';
import { addDays, dayOf, endOfDay, startOfDay } from '../../backups/dates/calendar.ts';
import { CURLY_QUOTES, QUOTATION_MARKS } from '../../../core/text.ts';
import { readDay, type Reading } from '../../backups/dates/parse-date.ts';

export interface Query {
  readonly kind: 'query';
  readonly text: string;
  /**
   * The requested days, epoch milliseconds, both inclusive. The query covers more, since it only knows UTC days: its
   * results have to be filtered.
   */
  readonly within: { readonly from?: number | undefined; readonly until?: number | undefined };
}

export type BuiltQuery = Query | { readonly kind: 'mistake'; readonly remark: Remark };

const MAX_LENGTH = 1_000;
const EARLIEST = '1970-01-01';

const mistake = (remark: Remark): BuiltQuery => ({ kind: 'mistake', remark });

/**
 * All words and fields have to match. Fields that the search does not have are ignored.
 *
 * @param reading how the person writes days
 */
export function buildQuery(
  { criteria, dateCriterion, attachmentsQuery }: SearchRules,
  form: Form,
  reading: Reading,
): BuiltQuery {
  const { zone, now } = reading;
  const fields = criteria.map(([field, criterion]) => ({ criterion, value: form[field] ?? '' }));
  if ([form.words ?? '', ...fields.map(({ value }) => value)].some((typed) => typed.trim().length > MAX_LENGTH)) {
    return mistake({ code: 'query-too-long' });
  }
  const days: { after?: string; before?: string } = {};
  for (const side of ['after', 'before'] as const) {
    const typed = form[side]?.trim() ?? '';
    if (typed === '') continue;
    const read = readDay(typed, reading);
    if (read.kind === 'future') return mistake({ code: 'future-date', typed });
    if (read.kind !== 'day') return mistake({ code: 'no-such-date', typed });
    days[side] = read.day;
  }
  const { after, before } = days;
  if (after !== undefined && before !== undefined && after > before) return mistake({ code: 'dates-reversed' });
  const clauses = fields
    .filter(({ value }) => cleaned(value) !== '')
    .map(({ criterion, value }) => `${criterion}:${valueOf(cleaned(value))}`);
  if (attachmentsQuery !== undefined && form.hasAttachments === true) clauses.push(attachmentsQuery);
  if (dateCriterion !== undefined && (after !== undefined || before !== undefined))
    clauses.push(`${dateCriterion}:${utcDays(after, before, now)}`);
  const words = searchWords(form.words ?? '');
  if (words !== '') clauses.unshift(clauses.length > 0 && hasAlternatives(words) ? `(${words})` : words);
  const text = clauses.join(' AND ');
  if (text === '') return mistake({ code: 'no-keywords' });
  if (text.length > MAX_LENGTH) return mistake({ code: 'query-too-long' });
  const from = after === undefined ? undefined : startOfDay(after, zone);
  const until = before === undefined ? undefined : endOfDay(before, zone);
  return { kind: 'query', text, within: { from, until } };
}

/** With one more day on both sides for the person's time zone. Always both ends: open ranges are not documented. */
function utcDays(after: string | undefined, before: string | undefined, now: number): string {
  const earliest = after === undefined ? EARLIEST : addDays(after, -1);
  const latest = before === undefined ? addDays(dayOf(now, 'UTC'), 2) : addDays(before, 1);
  return `${earliest}..${latest < earliest ? earliest : latest}`;
}

function searchWords(typed: string): string {
  const text = withStraightQuotes(cleaned(typed));
  return (searchWordsIn(text).length > 0 ? completed(text) : undefined) ?? joined(text);
}

/** Contains an OR, so that it needs parentheses beside an AND. */
const hasAlternatives = (query: string): boolean => OR.test(scan(query).outside);

const OR = /(?<=^|[\s)"])OR(?=[\s("]|$)/;

const CRITERION = /(?<=^|[\s(-])(?<name>[a-z.]+):(?<gap>\s*)(?<next>[^\s)])/gi;

/** The text without the contents of quotes, and what closes a quote that is open at its end. */
function scan(text: string): { readonly outside: string; readonly missing: string } {
  let missing = '';
  const outside = text.replaceAll(/"(?:[^"\\]|\\.)*(?:"|(\\?)$)/gs, (_all, backslash?: string) => {
    if (backslash === undefined) return '""';
    missing = `${backslash}"`;
    return '"';
  });
  return { outside, missing };
}

/**
 * The search words of any workload that a text uses (`criteria:value`), in lower case. A text with any is passed through as
 * search language.
 */
export const searchWordsIn = (typed: string): readonly string[] =>
  Array.from(scan(withStraightQuotes(cleaned(typed))).outside.matchAll(CRITERION)).flatMap(({ groups }) => {
    const { name = '', gap = '', next = '' } = groups ?? {};
    const word = name.toLowerCase();
    return isSearchWord(word, gap !== '' && next !== '"') ? [word] : [];
  });

/** The search words of each part between ORs. What stands in parentheses belongs to one part; an OR beside nothing parts nothing. */
export function alternativesIn(typed: string): readonly (readonly string[])[] {
  let { outside } = scan(withStraightQuotes(cleaned(typed)));
  for (let before = ''; before !== outside;) {
    before = outside;
    outside = outside.replace(/\([^()]*\)/, (group) => ` ${group.slice(1, -1).split(OR).join(' ')} `);
  }
  return outside
    .split(OR)
    .filter((part) => part.trim() !== '')
    .map(searchWordsIn);
}

/** Invisible characters from copying: direction marks, zero-width spaces. */
const INVISIBLE = /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

const cleaned = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(INVISIBLE, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** A pattern. A sign of inches ends at no guillemet. */
export const QUOTED = [
  String.raw`"(?:[^"\\]|\\.)*"`,
  ...['“”', '„“', '„”', '«»', '»«'].map(([open, close]) => `${open}(?<phrase>[^${open}${close}]*)${close}`),
  `["${CURLY_QUOTES}](?<phrase>[^${QUOTATION_MARKS}\\\\]*)["${CURLY_QUOTES}]`,
].join('|');
const PHRASES = new RegExp(QUOTED, 'gsu');
/** The double prime is one of inches, but a reader of the search language might take it for a quote. */
const WILD = new RegExp(String.raw`["\\${CURLY_QUOTES}″]`, 'gu');
const OPEN = new RegExp(`[${CURLY_QUOTES}]`, 'gu');

/** Phrases in straight quotes; signs of an open one stay as they are beside straight ones. */
function withStraightQuotes(text: string): string {
  const paired = text.replaceAll(PHRASES, (...match) => {
    const { phrase } = match.at(-1) as { readonly phrase?: string };
    return phrase === undefined ? match[0] : `"${withWildcards(phrase.trim())}"`;
  });
  return text.includes('"') ? paired : paired.replaceAll(OPEN, '"');
}

const BARE = /^[\p{L}\p{M}\p{N}*?_](?:[\p{L}\p{M}\p{N}*?_@'’-]|\.(?!\.))*$/u;
const OPERATOR = /^(?:AND|OR|NOT)$/i;

/**
 * What could end a phrase in quotes, or keep it from ending. The service's guide promises no way to escape it, but the
 * wildcard for one character, which finds it under every reading of the language.
 */
const withWildcards = (text: string): string => text.replaceAll(WILD, '?');

/** One value, in double quotes unless it is a plain word; `*` and `?` stay wildcards. */
function valueOf(typed: string): string {
  const text = withWildcards(typed);
  return BARE.test(text) && !OPERATOR.test(text) ? text : `"${text}"`;
}

/**
 * The search language as typed, with quotes and parentheses closed, operators off its ends, and wildcards for escapes.
 *
 * @returns undefined where quotes or parentheses are ambiguous
 */
function completed(text: string): string | undefined {
  const typed = withoutLooseOperators(text);
  const { outside, missing } = scan(typed);
  let depth = 0;
  for (const mark of outside) {
    if (mark === '(') depth += 1;
    if (mark === ')') depth -= 1;
    if (depth < 0) return undefined;
  }
  // The meaning of a backslash outside quotes is not documented.
  if (/\\(?:"|$)/.test(outside)) return undefined;
  // A quote, escaped or not, stays one only where it opens or closes a phrase.
  return (typed + missing).replaceAll(/\\["\\]?|[“”„‟″＂]/g, '?') + ')'.repeat(depth);
}

function withoutLooseOperators(text: string): string {
  const from = text.replace(/^(?:(?:AND|OR) )+/, '');
  return scan(from).missing === '' ? from.replace(/(?: (?:AND|OR|NOT))+$/, '') : from;
}

const HAS_CONTENT = /[\p{L}\p{N}\p{Sc}\p{So}]/u;

/**
 * Plain words and quoted phrases, all of which have to match. AND is redundant; OR counts between two words; NOT is a word,
 * because "do NOT reply" excludes nothing.
 *
 * @returns an empty text where there is nothing to search for
 */
function joined(text: string): string {
  const typed = Array.from(text.matchAll(/"([^"]*)"|\S+/g), ([piece, phrase]) => ({
    text: withWildcards(phrase ?? piece).trim(),
    operator: phrase === undefined ? piece : undefined,
  })).filter((piece) => /[^*?]/.test(piece.text));
  const words = unlessEmpty(typed, (piece) => HAS_CONTENT.test(piece.text));
  const pieces = unlessEmpty(words, ({ operator }) => operator !== 'AND');
  const alternatives: string[][] = [[]];
  for (const [index, piece] of pieces.entries()) {
    const present = alternatives.at(-1) ?? [];
    if (piece.operator === 'OR' && present.length > 0 && index < pieces.length - 1) alternatives.push([]);
    else present.push(valueOf(piece.text));
  }
  return alternatives.map((values) => values.join(' AND ')).join(' OR ');
}

function unlessEmpty<T>(all: readonly T[], matches: (one: T) => boolean): readonly T[] {
  const matching = all.filter(matches);
  return matching.length > 0 ? matching : all;
}
