/** Reads days as people type them, in their own time zone: digits, names of months, "yesterday", "3 days ago". */
import { foldText } from '../../../core/text.ts';
import { meaningOf, type Reading, type When } from './day-grammar.ts';
import { isMisspeltInDay, lexicons, mayBeInDay, sensesOf, type Token } from './day-words.ts';
import { hasHours, readFigures, type ReadFigures } from './figures.ts';

export type { Reading, When } from './day-grammar.ts';

const NOT_A_DATE = { kind: 'not-a-date' } as const;
const MAX_LENGTH = 60;
/** Of phrases with several senses; more is no day that anybody types. */
const MAX_READINGS = 32;

/** What else stands in a day is none, but at its ends it counts for nothing. */
const ALLOWED = /^[\d\p{L}\p{M} .,/:・·、。'’!?…;~°-]*$/u;
const ENDS = /^[^\d\p{L}]+|[^\d\p{L}.]+$|[^\d\p{L}]+$/gu;

const tidy = (text: string): string =>
  foldText(text)
    .replaceAll(/[\p{Pd}−]|(?<=\d)ー(?=\d)/gu, '-')
    .replaceAll(/[(][^()]*[)]/g, ' ')
    .replaceAll(ENDS, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** "Before" stands in front of its day, and in Japanese behind it: "the Monday before last" is another. */
function isInOrder(tokens: readonly Token[], isBehind: boolean): boolean {
  if (tokens[0]?.is === 'ago' && tokens[0].isBehind) return false;
  // 前の behind "two years" is no "last".
  const isAmount = (at: number) => tokens[at - 1]?.is === 'unit' && tokens[at - 2]?.is === 'number';
  if (isBehind && tokens.some(({ is }, at) => is === 'which' && isAmount(at))) return false;
  const at = tokens.findIndex(({ is }) => is === 'before');
  return at === -1 || at === (isBehind ? tokens.length - 1 : 0);
}

/** "Freitag Morgen" is no Friday of tomorrow: other senses of the words are tried first. */
const isDoubtful = ({ kind }: When, tokens: readonly Token[]): boolean =>
  kind === 'impossible' || (kind === 'future' && tokens.some(({ is }) => is === 'weekday'));

/** Whether all words of a text may be in a day; cheap, to be asked first. */
export const mayBeDay = (text: string): boolean => wordsIn(text).every(mayBeInDay);

/** The same, with a mistake in each word at most. */
export const mayBeMisspeltDay = (text: string): boolean =>
  wordsIn(text).every((word) => mayBeInDay(word) || isMisspeltInDay(word));

const wordsIn = (text: string): readonly string[] => text.match(/[\p{sc=Latin}\p{M}]+/gu) ?? [];

/** A day, "before 1 March", "the last backup". "Until 1 March" is the day itself. */
export function readWhen(text: string, reading: Reading): When {
  if (text.length > MAX_LENGTH) return NOT_A_DATE;
  if (!mayBeDay(text)) return NOT_A_DATE;
  const typed = tidy(text);
  if (typed === '' || !ALLOWED.test(typed)) return NOT_A_DATE;
  // "2h ago" is two hours, "yesterday 2h" a clock.
  const found = hasHours(typed) ? readWords(readFigures(typed, reading.locale, 'amounts'), reading) : NOT_A_DATE;
  return found.kind === 'not-a-date' ? readWords(readFigures(typed, reading.locale), reading) : found;
}

function readWords(figures: ReadFigures, reading: Reading): When {
  if (Number.isNaN(figures.clock?.minutes ?? 0) || Number.isNaN(figures.instant ?? 0)) return { kind: 'impossible' };
  let refused: When = NOT_A_DATE;
  for (const lexicon of lexicons(reading.locale)) {
    const senses = sensesOf(figures.rest, lexicon);
    if (senses === undefined) continue;
    let readings: readonly (readonly Token[])[] = [[]];
    for (const alternatives of senses) {
      readings = readings.flatMap((before) => alternatives.map((tokens) => [...before, ...tokens]));
      if (readings.length > MAX_READINGS) return NOT_A_DATE;
    }
    for (const tokens of readings) {
      if (!isInOrder(tokens, lexicon.isUnspaced)) continue;
      const meaning = meaningOf(tokens, figures, reading);
      if (meaning === undefined) continue;
      if (!isDoubtful(meaning, tokens)) return meaning;
      if (refused.kind === 'not-a-date') refused = meaning;
    }
  }
  return refused;
}

/** A day alone, without its time; a time of today that is still to come is in the future. */
export function readDay(text: string, reading: Reading): Exclude<When, { kind: 'before' | 'latest' }> {
  const when = readWhen(text, reading);
  if (when.kind === 'day') return { kind: 'day', day: when.day };
  return when.kind === 'before' || when.kind === 'latest' ? NOT_A_DATE : when;
}

/** "The last backup": not a day, whenever it is. */
export const isLatest = (typed: string): boolean => readWhen(typed, { now: 0 }).kind === 'latest';
