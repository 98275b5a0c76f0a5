/**
 * Converts the search form to a query of the service's search language (API, section D5): `criterion:value`, AND, OR, NOT,
 * wildcards, values in double quotes.
 */
import type { Workload } from '../model/catalog.ts';
import type { Form, Remark } from '../model/task.ts';
import { rulesOf } from '../workloads/index.ts';
import { addDays, dayOf, endOfDay, readDay, startOfDay } from './dates/parse-date.ts';

export type BuiltQuery =
  | { readonly kind: 'query'; readonly text: string; readonly within: Within }
  | { readonly kind: 'mistake'; readonly remark: Remark };

/**
 * The requested days, epoch milliseconds, both inclusive. The query covers more, since it only knows UTC days: its results
 * have to be filtered.
 */
export interface Within {
  readonly from?: number | undefined;
  readonly until?: number | undefined;
}

const MAX_LENGTH = 1_000;
const EARLIEST = '1970-01-01';

const mistake = (remark: Remark): BuiltQuery => ({ kind: 'mistake', remark });

/**
 * All words and fields have to match. Fields that the workload does not have are ignored.
 *
 * @param zone the person's; UTC if unknown
 * @param now epoch milliseconds
 */
export function buildQuery(workload: Workload, form: Form, zone: string | undefined, now: number): BuiltQuery {
  const { criteria, dateCriterion, attachmentsQuery } = rulesOf(workload);
  const fields = criteria.map(([field, criterion]) => ({ criterion, value: form[field] ?? '' }));
  if ([form.words ?? '', ...fields.map(({ value }) => value)].some((typed) => typed.trim().length > MAX_LENGTH)) {
    return mistake({ code: 'query-too-long' });
  }
  const days: { after?: string; before?: string } = {};
  for (const side of ['after', 'before'] as const) {
    const typed = form[side]?.trim() ?? '';
    if (typed === '') continue;
    const read = readDay(typed, zone, now);
    if (read.kind !== 'day') return mistake({ code: 'no-such-date', typed });
    days[side] = read.day;
  }
  const { after, before } = days;
  if (after !== undefined && before !== undefined && after > before) return mistake({ code: 'dates-reversed' });
  const clauses = fields
    .filter(({ value }) => cleaned(value) !== '')
    .map(({ criterion, value }) => `${criterion}:${valueOf(cleaned(value))}`);
  if (attachmentsQuery !== undefined && form.hasAttachments === true) clauses.push(attachmentsQuery);
  if (after !== undefined || before !== undefined) clauses.push(`${dateCriterion}:${utcDays(after, before, now)}`);
  const words = wordsOf(form.words ?? '');
  if (words !== undefined) {
    clauses.unshift(words.isAlternative && clauses.length > 0 ? `(${words.text})` : words.text);
  }
  const text = clauses.join(' AND ');
  if (text === '') return mistake({ code: 'nothing-chosen' });
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

function wordsOf(typed: string): Clause | undefined {
  const text = withStraightQuotes(cleaned(typed));
  return (isSearchLanguage(text) ? expertClause(text) : undefined) ?? wordsClause(text);
}

interface Clause {
  readonly text: string;
  /** Contains an OR, so that it needs parentheses beside an AND. */
  readonly isAlternative: boolean;
}

/** Short names of criteria of all workloads; the service rejects those that do not apply. */
const CRITERIA: ReadonlySet<string> = new Set(
  [
    'subject from to toaddress cc ccaddress bcc bccaddress received sent body content contents attachments',
    'hasattachments size category importance priority sensitivity read isread isflagged flagstatus datecreated',
    'datemodified organizer by location start enddate due duedate duration isrecurring recurring requiredattendees',
    'optionalattendees meetingstatus showtimeas remindertime taskowner iscompleted incomplete completed title fullname',
    'firstname lastname nickname emailaddress company department jobtitle mobilephone businessphone homephone imaddress',
    'birthday filename author ext created modified',
  ].flatMap((line) => line.split(' ')),
);
const CANONICAL = /^(?:system|veeam)(?:\.[a-z]+)+$/;
/** Criteria that a space may follow. Not others: "Read: your mail" is a subject. */
const SPACED = /^(?:from|to|cc|bcc|subject|received|sent|hasattachments|filename|datemodified|(?:system|veeam)\..+)$/;

const CRITERION = /(?<=^|[\s(-])(?<name>[a-z.]+):(?<gap>\s*)(?<next>[^\s)])/gi;

interface Scanned {
  /** The text without the contents of quotes. */
  readonly outside: string;
  /** Closes a quote that is open at the end. */
  readonly missing: string;
}

function scan(text: string): Scanned {
  let outside = '';
  let isOpen = false;
  let isEscaped = false;
  for (const mark of text) {
    const isQuote = mark === '"' && !isEscaped;
    if (isQuote) isOpen = !isOpen;
    if (isQuote || !isOpen) outside += mark;
    isEscaped = isOpen && mark === '\\' && !isEscaped;
  }
  return { outside, missing: isOpen ? `${isEscaped ? '\\' : ''}"` : '' };
}

/** Whether the text uses `criteria:value`, and is to be passed through. */
const isSearchLanguage = (text: string): boolean =>
  Array.from(scan(text).outside.matchAll(CRITERION)).some(({ groups }) => {
    const { name = '', gap = '', next = '' } = groups ?? {};
    const criterion = name.toLowerCase();
    if (!CRITERIA.has(criterion) && !CANONICAL.test(criterion)) return false;
    return gap === '' || next === '"' || SPACED.test(criterion);
  });

/** Invisible characters from copying: direction marks, zero-width spaces. */
const INVISIBLE = /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

const cleaned = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(INVISIBLE, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** Phones insert curly quotes. */
const withStraightQuotes = (text: string): string => (text.includes('"') ? text : text.replaceAll(/[“”„‟″＂]/g, '"'));

const BARE = /^[\p{L}\p{M}\p{N}*?_](?:[\p{L}\p{M}\p{N}*?_@'’-]|\.(?!\.))*$/u;
const OPERATOR = /^(?:AND|OR|NOT)$/i;

/** One value, in double quotes unless it is a plain word; `*` and `?` stay wildcards. */
const valueOf = (text: string): string =>
  BARE.test(text) && !OPERATOR.test(text) ? text : `"${text.replaceAll(/["\\]/g, '\\$&')}"`;

/**
 * The search language as typed, with quotes and parentheses closed and operators off its ends.
 *
 * @returns undefined where quotes or parentheses are ambiguous
 */
function expertClause(text: string): Clause | undefined {
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
  return { text: typed + missing + ')'.repeat(depth), isAlternative: /(?<=^|[\s)"])OR(?=[\s("]|$)/.test(outside) };
}

function withoutLooseOperators(text: string): string {
  const from = text.replace(/^(?:(?:AND|OR) )+/, '');
  // Within quotes it is a word.
  return scan(from).missing === '' ? from.replace(/(?: (?:AND|OR|NOT))+$/, '') : from;
}

const PIECE = /"(?<phrase>[^"]*)"|\S+/g;
const HAS_CONTENT = /[\p{L}\p{N}\p{Sc}\p{So}]/u;

interface Piece {
  readonly text: string;
  readonly isPhrase: boolean;
}

/**
 * Plain words and quoted phrases, all of which have to match. AND is redundant; OR counts between two words; NOT is a word,
 * because "do NOT reply" excludes nothing.
 *
 * @returns undefined where there is nothing to search for
 */
function wordsClause(text: string): Clause | undefined {
  const typed = Array.from(text.matchAll(PIECE), ({ 0: all, groups }): Piece => {
    const phrase = groups?.['phrase'];
    return { text: (phrase ?? all).trim(), isPhrase: phrase !== undefined };
  }).filter((piece) => /[^*?]/.test(piece.text));
  const telling = orElse(
    typed.filter((piece) => HAS_CONTENT.test(piece.text)),
    typed,
  );
  const pieces = orElse(
    telling.filter((piece) => piece.isPhrase || piece.text !== 'AND'),
    telling,
  );
  const groups: string[][] = [[]];
  for (const [index, piece] of pieces.entries()) {
    const group = groups.at(-1) ?? [];
    const isOr = !piece.isPhrase && piece.text === 'OR';
    if (isOr && group.length > 0 && index < pieces.length - 1) groups.push([]);
    else group.push(valueOf(piece.text));
  }
  if (pieces.length === 0) return undefined;
  return { text: groups.map((group) => group.join(' AND ')).join(' OR '), isAlternative: groups.length > 1 };
}

const orElse = <T>(some: readonly T[], all: readonly T[]): readonly T[] => (some.length > 0 ? some : all);
