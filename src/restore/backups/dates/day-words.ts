/** The words of a day in the languages' vocabularies, as the tokens of one grammar (day-grammar.ts). */
import { BoundedMap } from '../../../core/bounded-map.ts';
import { foldText, isMisspelt, lazy } from '../../../core/text.ts';
import { phrasesIn, VOCABULARIES } from '../../../languages/index.ts';
import type { Phrases, TimeOfDay, Unit, Vocabulary, Which } from '../../../languages/vocabulary.ts';
import type { PartOf } from './day-arithmetic.ts';

export type Token =
  /** @property digits how many it was written with; 0: as a word */
  | { readonly is: 'number'; readonly value: number; readonly digits: number }
  | { readonly is: 'unit'; readonly unit: Unit }
  | { readonly is: 'which'; readonly which: Which }
  /** From 1. */
  | { readonly is: 'month'; readonly value: number }
  /** 0 is Sunday. A weekend is its last day. */
  | { readonly is: 'weekday'; readonly value: number; readonly isWeekend?: true }
  /** In days. */
  | { readonly is: 'back'; readonly value: number }
  | { readonly is: 'time'; readonly time: TimeOfDay }
  | { readonly is: 'part'; readonly part: PartOf }
  /** @property isBehind stands behind what it belongs to, and nowhere else */
  | { readonly is: (typeof MARKS)[number] | 'filler' | 'article'; readonly isBehind?: true }
  /** Figures that were read before: the how manieth date, clock, month, day of a month or week. */
  | { readonly is: 'figures'; readonly mark: string };

/** Words that say what another one means. */
const MARKS = ['half', 'andHalf', 'weekNumber', 'weekNumbered', 'ago', 'before', 'until', 'latest', 'backup'] as const;

/** Stand for figures that were read before the words are. */
export const FIGURES = ['@', '#', '%', '&', '$'] as const;

/** The senses of a phrase, each as tokens. */
type Senses = readonly (readonly Token[])[];

interface Lexicon {
  readonly language: string;
  readonly isUnspaced: boolean;
  readonly phrases: ReadonlyMap<string, Senses>;
  /** Names of months and weekdays, which may be cut short. */
  readonly names: readonly string[];
  /** Of the longest phrase, in words or letters. */
  readonly longest: number;
}

const WORDS = /\d+|\p{L}+|[@#%&$]/gu;
const LETTERS = /\d+|\p{L}|[@#%&$]/gu;

const piecesOf = (text: string, isUnspaced: boolean): readonly string[] =>
  text.match(isUnspaced ? LETTERS : WORDS) ?? [];

const joined = (pieces: readonly string[], isUnspaced: boolean): string => pieces.join(isUnspaced ? '' : ' ');

/** What Intl calls a month (1 to 12) or weekday (0 to 6), in full and short. */
function namesOf(language: string, type: 'month' | 'weekday', value: number): Phrases {
  // 1 February 2026 is a Sunday.
  const date = type === 'month' ? Date.UTC(2026, value - 1, 1) : Date.UTC(2026, 1, 1 + value);
  const names = (['long', 'short'] as const).map((style) => {
    const options = type === 'month' ? ({ month: style, day: 'numeric' } as const) : { weekday: style };
    const parts = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).formatToParts(date);
    return parts.find((part) => part.type === type)?.value ?? '';
  });
  return names.join(', ');
}

function createLexicon(vocabulary: Vocabulary): Lexicon {
  const { language, isUnspaced = false } = vocabulary;
  const phrases = new Map<string, Token[][]>();
  const add = (typed: Phrases | undefined, ...tokens: Token[]): readonly string[] =>
    phrasesIn(typed ?? '').flatMap((phrase) => {
      const key = joined(piecesOf(foldText(phrase), isUnspaced), isUnspaced);
      if (key !== '' && !/^\d+$/.test(key)) phrases.set(key, [...(phrases.get(key) ?? []), tokens]);
      return key === '' ? [] : [key];
    });
  const each = (words: Readonly<Record<number, Phrases>> | undefined, token: (value: number) => Token[]) =>
    Object.entries(words ?? {}).flatMap(([value, typed]) => add(typed, ...token(Number(value))));

  each(vocabulary.numbers, (value) => [{ is: 'number', value, digits: 0 }]);
  for (const [unit, typed] of Object.entries(vocabulary.units)) add(typed, { is: 'unit', unit: unit as Unit });
  for (const [amount, typed] of Object.entries(vocabulary.amounts ?? {})) {
    const [count, unit] = amount.split(' ');
    add(typed, { is: 'number', value: Number(count), digits: 0 }, { is: 'unit', unit: unit as Unit });
  }
  for (const [which, typed] of Object.entries(vocabulary.which)) add(typed, { is: 'which', which: which as Which });
  for (const [period, typed] of Object.entries(vocabulary.periods ?? {})) {
    const [, which, unit] = /^(.+) (\w+)$/.exec(period) ?? [];
    add(typed, { is: 'which', which: which as Which }, { is: 'unit', unit: unit as Unit });
  }
  each(vocabulary.days, (value) => [{ is: 'back', value }]);
  each(vocabulary.nights, (value) => [
    { is: 'back', value },
    { is: 'time', time: 'night' },
  ]);
  for (const [time, typed] of Object.entries(vocabulary.times)) add(typed, { is: 'time', time: time as TimeOfDay });
  add(vocabulary.weekend, { is: 'weekday', value: 0, isWeekend: true });
  for (const part of ['start', 'middle', 'end'] as const) add(vocabulary[part], { is: 'part', part });
  const articles = new Set(phrasesIn(vocabulary.articles ?? ''));
  for (const is of MARKS)
    for (const phrase of phrasesIn(vocabulary[is] ?? ''))
      // "Until the" 15th, "jusqu’au" 15.
      if (articles.has(phrase.split(/[ ’]/).at(-1) ?? '')) add(phrase, { is }, { is: 'article' });
      else add(phrase, { is });
  add(vocabulary.agoBehind, { is: 'ago', isBehind: true });
  add(vocabulary.articles, { is: 'article' });
  add(vocabulary.fillers, { is: 'filler' });
  const names = (type: 'month' | 'weekday', count: number, more: Readonly<Record<number, Phrases>> = {}) =>
    Array.from({ length: count }, (_, index) => index + (type === 'month' ? 1 : 0)).flatMap((value) => {
      const all = new Set([...phrasesIn(namesOf(language, type, value)), ...phrasesIn(more[value] ?? '')]);
      return add([...all].join(', '), { is: type, value });
    });
  const named = [...names('month', 12, vocabulary.months), ...names('weekday', 7, vocabulary.weekdays)];
  const longest = Math.max(...Array.from(phrases.keys(), (phrase) => piecesOf(phrase, isUnspaced).length));
  return { language, isUnspaced, phrases, names: named, longest };
}

let created: readonly Lexicon[] | undefined;
const ordered = new BoundedMap<string, readonly Lexicon[]>({ max: 50 });

/** Those of the person's language first: it wins where a phrase is one in several. */
export function lexicons(locale = ''): readonly Lexicon[] {
  const known = ordered.get(locale);
  if (known !== undefined) return known;
  created ??= VOCABULARIES.map(createLexicon);
  const isTheirs = ({ language }: Lexicon): number => Number(locale.toLowerCase().startsWith(language));
  const found = created.toSorted((one, other) => isTheirs(other) - isTheirs(one));
  ordered.set(locale, found);
  return found;
}

/** "Montagabend"; "febr": two phrases written together, or the only name that begins so. */
function composedSenses(word: string, { phrases, names }: Lexicon): Senses | undefined {
  if (word.length < 3) return undefined;
  // Of "week-end" the first word is another one.
  const begun = names
    .filter((name) => name.startsWith(word) && !name.includes(' '))
    .map((name) => phrases.get(name) ?? []);
  const [first = [], ...others] = begun;
  if (first.length > 0 && others.every((other) => JSON.stringify(other) === JSON.stringify(first))) return first;
  const name = names.find((candidate) => candidate.length >= 4 && word.startsWith(candidate));
  const rest = name === undefined ? undefined : phrases.get(word.slice(name.length));
  return name === undefined
    ? undefined
    : phrases.get(name)?.flatMap((one) => (rest ?? []).map((two) => [...one, ...two]));
}

/** @param text folded, with `FIGURES` in place of figures @returns the senses of each phrase, or undefined where one is unknown */
export function sensesOf(text: string, lexicon: Lexicon): readonly Senses[] | undefined {
  const { isUnspaced, phrases, longest } = lexicon;
  const pieces = piecesOf(text, isUnspaced);
  const found: Senses[] = [];
  for (let at = 0; at < pieces.length;) {
    const piece = pieces[at] ?? '';
    if (/^\d/.test(piece)) {
      found.push([[{ is: 'number', value: Number(piece), digits: piece.length }]]);
      at += 1;
      continue;
    }
    if (FIGURES.some((mark) => mark === piece)) {
      found.push([[{ is: 'figures', mark: piece }]]);
      at += 1;
      continue;
    }
    let length = Math.min(longest, pieces.length - at);
    while (length > 0 && !phrases.has(joined(pieces.slice(at, at + length), isUnspaced))) length -= 1;
    const senses =
      length > 0 ? phrases.get(joined(pieces.slice(at, at + length), isUnspaced)) : composedSenses(piece, lexicon);
    if (senses === undefined || senses.length === 0) return undefined;
    found.push(senses);
    at += Math.max(length, 1);
  }
  return found;
}

const spaced = (): readonly Lexicon[] => lexicons().filter(({ isUnspaced }) => !isUnspaced);
const allWords = lazy(
  () => new Set(spaced().flatMap(({ phrases }) => [...phrases.keys()].flatMap((phrase) => phrase.split(' ')))),
);

/** By word as typed. Most words of a line are in no day. */
const known = new BoundedMap<string, boolean>({ max: 5_000 });

/** Whether a word in letters with spaces around them may be part of a day; cheap, to be asked first. */
export function mayBeInDay(word: string): boolean {
  const cached = known.get(word);
  if (cached !== undefined) return cached;
  const folded = foldText(word);
  const found =
    allWords().has(folded) ||
    spaced().some((lexicon) => (composedSenses(folded, lexicon) ?? []).length > 0) ||
    FIGURE_WORDS.test(folded);
  known.set(word, found);
  return found;
}

/** Shorter words resemble too many others. */
const SHORTEST_MISSPELT = 5;
const longWords = lazy(() => [...allWords()].filter(({ length }) => length >= SHORTEST_MISSPELT));

/** A day's word with one mistake: "yesterdy". */
export function isMisspeltInDay(word: string): boolean {
  const folded = foldText(word);
  return folded.length >= SHORTEST_MISSPELT && longWords().some((other) => isMisspelt(folded, other));
}

const longMonths = lazy(() =>
  spaced().flatMap(({ phrases }) =>
    [...phrases].flatMap(([phrase, senses]) =>
      phrase.length >= SHORTEST_MISSPELT && senses.some(([token]) => token?.is === 'month') ? [phrase] : [],
    ),
  ),
);

/** "Febuary". */
export function isMisspeltMonth(word: string): boolean {
  const folded = foldText(word);
  return folded.length >= SHORTEST_MISSPELT && longMonths().some((month) => isMisspelt(folded, month));
}

/** Letters that readFigures understands. */
const FIGURE_WORDS = /^(?:[apm]|[ap]m|uhr|h|t|z|r)$/;
