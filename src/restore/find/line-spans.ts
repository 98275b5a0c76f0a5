/** Where a part of a line may be: a span of tokens with a mark before it, or in Japanese behind it. */
import { phrasesIn, VOCABULARIES } from '../../languages/index.ts';
import type { Vocabulary } from '../../languages/vocabulary.ts';
import { textOf, UNSPACED, type LineToken } from './line-tokens.ts';

/** A part has at most this many words, its marker included. */
export const MAX_PART_WORDS = 12;
/** Whole names are longer. */
const MAX_WHOLE_WORDS = 24;
/** "À la date du 3 mars", and where the marked begins. */
const MAX_MARK_WORDS = 6;

type MarkKind = Exclude<keyof Vocabulary['marks'], 'stand'>;

/** "Before 1 March": these are part of the day that they mark. */
function wordsOfDays({ before, until, marks: { stand } }: Vocabulary): string {
  const phrases = phrasesIn(`${before}, ${until}`).join('|').replaceAll('’', "['’]");
  return stand === 'before' ? `(?=(?:${phrases}) )` : `(?<=${phrases})`;
}

/** A mark in one language, in front of a part or behind it. */
interface Mark {
  readonly stand: 'before' | 'behind';
  readonly pattern: string;
}

const marksOf = (kind: MarkKind): readonly Mark[] =>
  VOCABULARIES.map((vocabulary) => {
    const { marks } = vocabulary;
    const { stand } = marks;
    const ofDays = kind === 'on' ? [wordsOfDays(vocabulary)] : [];
    if (stand === 'behind') return { stand, pattern: [...marks[kind], ...ofDays].join('|') };
    const spaced = marks[kind].map((mark) => (mark.endsWith('’') ? `${mark.slice(0, -1)}['’]` : `${mark} `));
    // `de l’` before `de`.
    const ordered = spaced.toSorted((one, other) => Number(other.endsWith(']')) - Number(one.endsWith(']')));
    return { stand, pattern: [...ofDays, ...ordered].join('|') };
  });

/** How a part is marked. */
export interface Marking {
  /** One a language: "in the" ends elsewhere than "in". */
  readonly before: readonly RegExp[];
  readonly behind: readonly RegExp[];
  /** Whether any stands before; asked first, since most tokens begin none. */
  readonly begins: RegExp;
}

function markingOf(kind: MarkKind): Marking {
  const all = marksOf(kind);
  const before = all.filter(({ stand }) => stand === 'before').map(({ pattern }) => pattern);
  const behind = all.filter(({ stand }) => stand === 'behind').map(({ pattern }) => pattern);
  return {
    before: before.map((pattern) => new RegExp(`^(?:${pattern})`, 'iu')),
    behind: behind.map((pattern) => new RegExp(`^(?<value>.+?) ?(?:${pattern})$`, 'iu')),
    begins: new RegExp(`^(?:${before.join('|')})`, 'iu'),
  };
}

/** Matches a line that has such a mark anywhere. */
export function anywhere(kind: MarkKind): RegExp {
  const patterns = marksOf(kind).map(({ stand, pattern }) =>
    stand === 'before' ? `(?:^|\\s)(?:${pattern})` : `${UNSPACED.source}(?:${pattern})`,
  );
  return new RegExp(patterns.join('|'), 'iu');
}

export const AS_OF = markingOf('asOf');
export const ON = markingOf('on');
export const IN = markingOf('in');
export const OF = markingOf('of');

/** Whether any kind of part begins so. */
const MARKED = new RegExp([AS_OF, ON, IN, OF].map(({ begins }) => begins.source).join('|'), 'iu');

/** A day parses with a preposition behind it, which belongs to the next part. */
const ENDS_IN_MARK =
  / (?:of|of the|as|at|on|in|in the|from|i[mn]|am|vo[nm]|aus|auf|bei|de|des|del|du|au|al|dans|sur|en|a|à|le|la|el)$/i;

/** `<noor@customer.example>` says who the name before it is. */
const ADDRESS = /^<[^\s<>@]+@[^\s<>@]+>\P{L}*$/u;

export interface Found<T> {
  readonly start: number;
  readonly length: number;
  readonly part: T;
}

export const without = (tokens: readonly LineToken[], { start, length }: Found<unknown>): readonly LineToken[] =>
  tokens.toSpliced(start, length);

const isClosed = (text: string): boolean => !/[()]/.test(text) || !/[()]/.test(text.replaceAll(/\([^()]*\)/g, ''));

interface Span {
  readonly text: string;
  readonly length: number;
}

interface SpanRules {
  readonly isWhole?: boolean | undefined;
  /** From how many characters on, if any, each word has to be one that the part may have. */
  readonly from?: number;
  readonly mayHave?: ((word: string) => boolean) | undefined;
  /** An address in it, or behind it, says whose it is. */
  readonly isName?: boolean | undefined;
}

interface MarkedRules extends Omit<SpanRules, 'from'> {
  readonly marking: Marking;
  /** The article at the end of a mark may belong to what is marked: "a fecha | del 21". */
  readonly hasArticle?: boolean | undefined;
  /** Words of which none may follow the part. */
  readonly goesOn?: (word: string) => boolean;
}

/** What is typed from a token on, the shortest first. */
function spansFrom(
  tokens: readonly LineToken[],
  start: number,
  { isWhole = false, isName, from = 0, mayHave = () => true }: SpanRules = {},
): readonly Span[] {
  const spans: Span[] = [];
  let text = '';
  const most = isWhole ? MAX_WHOLE_WORDS : MAX_PART_WORDS;
  const address = isName ? tokens.slice(start, start + most).findIndex(({ text: one }) => ADDRESS.test(one)) : -1;
  for (let length = 1; length <= most; length += 1) {
    const token = tokens[start + length - 1];
    if (token === undefined || (token.isProtected && !isWhole)) break;
    const isMarked = from > 0 && text.length + 1 >= from;
    if (isMarked && !UNSPACED.test(token.text) && !mayHave(token.text)) break;
    text += (length === 1 || token.isGlued ? '' : ' ') + token.text;
    if (length > address && (isWhole || isClosed(text))) spans.push({ text, length });
  }
  return spans;
}

/** What stands behind a mark that a span begins with, or before one that it ends with: one value a language. */
function valuesIn(
  text: string,
  lengths: readonly number[],
  { marking: { behind }, hasArticle = false }: MarkedRules,
): readonly string[] {
  const values = lengths.map((length) => text.slice(length));
  if (hasArticle) values.push(...lengths.map((length) => text.slice(text.lastIndexOf(' ', length - 2) + 1)));
  if (UNSPACED.test(text.at(-1) ?? ''))
    values.push(...behind.flatMap((pattern) => pattern.exec(text)?.groups?.['value'] ?? []));
  return values;
}

interface Beginning {
  readonly start: number;
  readonly beginning: string;
  readonly isUnspaced: boolean;
}

/** Where a part may begin: most tokens begin none. The same for each kind of part, as long as none is taken. */
const beginnings = new WeakMap<readonly LineToken[], readonly Beginning[]>();

function beginningsIn(tokens: readonly LineToken[]): readonly Beginning[] {
  const known = beginnings.get(tokens);
  if (known !== undefined) return known;
  const lastUnspaced = tokens.findLastIndex(({ text }) => UNSPACED.test(text));
  const found = Array.from(tokens.keys(), (start) => {
    const beginning = textOf(tokens.slice(start, start + MAX_MARK_WORDS));
    return { start, beginning, isUnspaced: start <= lastUnspaced };
  }).filter(({ beginning, isUnspaced }) => isUnspaced || MARKED.test(beginning));
  beginnings.set(tokens, found);
  return found;
}

/** The first part that is marked, as long as possible. @param read a value, and all values of the same span */
export function findMarked<T>(
  tokens: readonly LineToken[],
  { goesOn, ...rules }: MarkedRules,
  read: (value: string, all: readonly string[]) => T | undefined,
): Found<T> | undefined {
  const { marking } = rules;
  for (const { start, beginning, isUnspaced } of beginningsIn(tokens)) {
    const lengths = marking.begins.test(beginning)
      ? [...new Set(marking.before.flatMap((pattern) => pattern.exec(beginning)?.[0].length ?? []))]
      : [];
    if (lengths.length === 0 && !isUnspaced) continue;
    for (const { text, length } of spansFrom(tokens, start, { ...rules, from: Math.max(...lengths) }).toReversed()) {
      const next = tokens[start + length];
      if (next !== undefined && goesOn?.(next.text) === true) continue;
      const values = valuesIn(text, lengths, rules)
        .map((value) => (rules.isWhole ? value : value.replace(/[,;!?、。…]+$/u, '')))
        .filter((value) => value !== '' && (rules.isWhole || !ENDS_IN_MARK.test(value)));
      for (const value of values) {
        const part = read(value, values);
        if (part !== undefined) return { start, length, part };
      }
    }
  }
  return undefined;
}

/** The longest part at the end of the line. */
export function findPart<T>(tokens: readonly LineToken[], read: (span: string) => T | undefined): Found<T> | undefined {
  for (let start = Math.max(0, tokens.length - MAX_PART_WORDS); start < tokens.length; start += 1) {
    const span = spansFrom(tokens, start).find(({ length }) => start + length === tokens.length);
    const part = span && read(span.text);
    if (part !== undefined) return { start, length: tokens.length - start, part };
  }
  return undefined;
}
