/** A day in a line is whole: what stands beside it and is of a day belongs to it. */
import { foldText } from '../../core/text.ts';
import { phrasesIn, VOCABULARIES } from '../../languages/index.ts';
import { isMisspeltMonth } from '../backups/dates/day-words.ts';
import { readBareDay, readPlainDay, type LineContext, type RequestPart } from './line-parts.ts';
import { MAX_PART_WORDS, ON, type Found } from './line-spans.ts';
import { textOf, UNSPACED, type LineToken } from './line-tokens.ts';

const JOINS = new Set(VOCABULARIES.flatMap(({ joins }) => phrasesIn(joins ?? '')).map(foldText));
const FIGURE = /^\d[\d\p{sc=Latin}.,:/-]*$/u;
const ENDS = /[,;!?…]$/u;

const ARTICLES = new Set(VOCABULARIES.flatMap(({ articles }) => phrasesIn(articles ?? '')).map(foldText));
const NUMBERED = /^(?<before>\p{L}+) \d\d?(?:\.|\p{L}{1,3})?$/u;

/** "The 3rd", "Monday 16": its month may follow. Not "Nov 21", which has one. */
function lacksMonth(day: string, { when }: LineContext): boolean {
  const before = NUMBERED.exec(day)?.groups?.['before'];
  return before !== undefined && (ARTICLES.has(foldText(before)) || when(`1 ${before}`).kind !== 'day');
}

/**
 * @returns the day with all that is said of it, or as unknown where no day comes of that: "Thursday at 5", "3 to 5 May"; undefined
 * where it is only the beginning of one with a mistake in it
 */
export function wholeDay(
  tokens: readonly LineToken[],
  found: Found<RequestPart>,
  context: LineContext,
): Found<RequestPart> | undefined {
  const { asOf = '' } = found.part;
  const end = found.start + found.length;
  const next = tokens.slice(end, end + 2).find(({ text }) => !context.isInDay(text));
  // Not a person's name: Juliet resembles "juillet".
  const isMistake = next !== undefined && !context.isInName(next.text) && isMisspeltMonth(next.text);
  if (isMistake && lacksMonth(asOf, context)) return undefined;
  const behind = endOfDays(tokens, end, context);
  if (behind > end) {
    const unknownDay = `${asOf} ${textOf(tokens.slice(end, behind))}`;
    return { start: found.start, length: behind - found.start, part: { asOf: undefined, unknownDay } };
  }
  const first = found.start - 1;
  const isRange = isJoin(tokens[found.start]) && isFigure(tokens[first], context);
  if (isRange && first > 0 && ON.begins.test(textOf(tokens.slice(first - 1, end)))) {
    const unknownDay = textOf(tokens.slice(first, end));
    return { start: first - 1, length: end - first + 1, part: { asOf: undefined, unknownDay } };
  }
  return withBareDay(tokens, found, context) ?? found;
}

/** A counter of time, where words stand next to each other. */
const UNSPACED_DAY = /[\d日週月年前]/u;

/**
 * "A few days ago", "yesterdy", 数日前: no day, but meant as one, since its last word and most others may be in one. Half
 * of them are enough before a day: "that Friday".
 */
export function resemblesDay(typed: string, { isLikeInDay, when }: LineContext): boolean {
  const isOfDay = (word: string): boolean => (UNSPACED.test(word) ? UNSPACED_DAY.test(word) : isLikeInDay(word));
  const words = typed.split(' ');
  const last = words.at(-1) ?? '';
  const count = words.filter(isOfDay).length * 2;
  const isMost = count > words.length || (count === words.length && when(last).kind === 'day');
  // "The day before we moved" goes on.
  return /\p{L}/u.test(typed) && isOfDay(last) && isMost && !ON.begins.test(`${last} `);
}

const isJoin = (token: LineToken | undefined): boolean => token !== undefined && JOINS.has(foldText(token.text));

const isFigure = (token: LineToken | undefined, { isInDay }: LineContext): boolean =>
  token !== undefined && !token.isProtected && FIGURE.test(token.text) && isInDay(token.text);

/** Behind figures and days that follow, with nothing but joining words between them. */
function endOfDays(tokens: readonly LineToken[], from: number, context: LineContext): number {
  let end = from;
  for (let at = from; at < tokens.length && !ENDS.test(tokens[at - 1]?.text ?? ''); at += 1) {
    const token = tokens[at];
    const isDay = readPlainDay(token?.text ?? '', context, {}) !== undefined && token?.isProtected === false;
    if (isDay || isFigure(token, context)) end = at + 1;
    else if (!isJoin(token)) break;
  }
  return end;
}

/** "Two weeks ago" before "on Friday" that was found; 2年前の before 3月1日, where no space stands, as unknown. */
function withBareDay(
  tokens: readonly LineToken[],
  { start, length, part: { asOf = '' } }: Found<RequestPart>,
  context: LineContext,
): Found<RequestPart> | undefined {
  for (let from = Math.max(0, start - MAX_PART_WORDS); from < start; from += 1) {
    const spans = Array.from({ length: start - from }, (_, more) => textOf(tokens.slice(from, from + more + 1)));
    if (!spans.some((span) => readBareDay(span, context, {}) !== undefined)) continue;
    const text = textOf(tokens.slice(from, start + length));
    const part = context.when(text).kind === 'day' ? readPlainDay(text, context, {}) : undefined;
    if (part !== undefined) return { start: from, length: start + length - from, part };
    const [before = ''] = spans.slice(-1);
    if (tokens[start]?.isGlued === true && readBareDay(before, context, {}) !== undefined) {
      const unknownDay = `${before}${asOf}`;
      return { start: from, length: start + length - from, part: { asOf: undefined, unknownDay } };
    }
  }
  return undefined;
}
