/** One line that says it all: `kyoto of noor in mail as of 4 days ago`, the parts in any order and all of them optional. */
import { foldText } from '../../core/text.ts';
import { phrasesIn, VOCABULARIES } from '../../languages/index.ts';
import type { Vocabulary } from '../../languages/vocabulary.ts';
import type { AccessKind } from '../backups/entries/access-kind.ts';
import type { ScopeItem } from '../backups/entries/entry.ts';
import type { ScopeList } from '../backups/catalog.ts';
import { workloadNamed, type Workload } from '../backups/workloads/index.ts';
import { readWhen, type Reading, type When } from '../backups/dates/parse-date.ts';
import { itemsNamed, namesType } from '../explore/scope/scope-search.ts';

export interface RequestLine {
  /** What remains: words to search for, or a query in the service's search language. */
  readonly words?: string | undefined;
  readonly workload?: Workload | undefined;
  readonly whose?: Whose | undefined;
  /** The day as typed, which `choosePoint` understands. */
  readonly asOf?: string | undefined;
  /** Marked as a name, but nobody and nothing is called so: it is among the words. */
  readonly unknownName?: string | undefined;
  /** Marked as a day, but none that is understood: it is not among the words. */
  readonly unknownDay?: string | undefined;
}

type Whose =
  | { readonly kind: 'own' | 'organization' }
  /** Several where the name is ambiguous. */
  | { readonly kind: 'items'; readonly typed: string; readonly candidates: readonly ScopeItem[] };

interface Context extends Reading {
  /** Undefined where it could not be fetched: then nobody is recognized. */
  readonly scopes: Pick<ScopeList, 'search'> | undefined;
  /** An operator may mean themselves, an administrator everybody; absent: an operator. */
  readonly access?: AccessKind | undefined;
}

interface LineContext extends Context {
  /** A text is part of many spans: it is read once. */
  readonly when: (typed: string) => When;
}

type Part = Omit<RequestLine, 'words' | 'unknownName' | 'unknownDay'>;
/** @param before what was understood already @returns undefined where the text is no such part, so that it is words */
type Reader = (text: string, context: LineContext, before: Part) => Part | undefined;

/** A part has at most this many words, its marker included. */
const MAX_PART_WORDS = 9;
/** In a large scope each takes some milliseconds. */
const MAX_LOOKUPS = 30;

const typedWords = (of: (vocabulary: Vocabulary) => string): ReadonlySet<string> =>
  new Set(VOCABULARIES.flatMap((vocabulary) => phrasesIn(of(vocabulary))).map(foldText));
const OWN = typedWords(({ own }) => own);
const EVERYBODY = typedWords(({ everybody }) => everybody);

/** A day that is none, or has not come, is said later: it is no word. */
const readDay: Reader = (text, { when }) => {
  const typed = text.replace(/(?<=\p{L})\.+$/u, '');
  return when(typed).kind === 'not-a-date' ? undefined : { asOf: typed };
};

/** What the mark of other things, too, makes a day: nothing as short as "mar", and no month alone. */
const readPlainDay: Reader = (text, context, before) => {
  const day = context.when(text);
  const isPlain = /[\d\p{sc=Han}\p{sc=Hiragana}]|\p{L}{4}/u.test(text);
  const isOther = day.kind === 'latest' || (day.kind === 'day' && day.isMonth === true);
  return isPlain && !isOther ? readDay(text, context, before) : undefined;
};

/** "3 days ago" at the end of a line, without a mark. */
const readBareDay: Reader = (text, context, before) => {
  const day = context.when(text);
  return day.kind === 'day' && day.isBare === true ? readDay(text, context, before) : undefined;
};

const readWorkload: Reader = (text) => {
  const workload = workloadNamed(foldText(text).replace(/\.+$/, ''));
  return workload && { workload };
};

const readWhose: Reader = (text, { scopes, access = 'operator' }, { workload }) => {
  if (access === 'operator' && OWN.has(foldText(text))) return { whose: { kind: 'own' } };
  if (access === 'administrator' && EVERYBODY.has(foldText(text))) return { whose: { kind: 'organization' } };
  // A name has letters; `search` would take other text for no words at all.
  if (scopes === undefined || !/\p{L}/u.test(text)) return undefined;
  const candidates = itemsNamed(text, scopes, workload);
  return candidates.length === 0 ? undefined : { whose: { kind: 'items', typed: text, candidates } };
};

/** `in team marketing`, `in the budget site`. */
const readPlace: Reader = (text, ...rest) => (namesType(text) ? readWhose(text, ...rest) : undefined);

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;

type MarkKind = Exclude<keyof Vocabulary['marks'], 'stand'>;

/** A mark in one language, in front of a part or behind it. */
interface Mark {
  readonly stand: 'before' | 'behind';
  readonly pattern: string;
}

const marksOf = (kind: MarkKind): readonly Mark[] =>
  VOCABULARIES.map(({ marks }) => {
    const { stand } = marks;
    if (stand === 'behind') return { stand, pattern: marks[kind].join('|') };
    const spaced = marks[kind].map((mark) => (mark.endsWith('’') ? `${mark.slice(0, -1)}['’]` : `${mark} `));
    // `de l’` before `de`.
    const ordered = spaced.toSorted((one, other) => Number(other.endsWith(']')) - Number(one.endsWith(']')));
    return { stand, pattern: ordered.join('|') };
  });

/** How a part is marked. */
interface Marking {
  /** One a language: "in the" ends elsewhere than "in". */
  readonly patterns: readonly RegExp[];
  /** Of any language; asked first, since most spans have none. */
  readonly isMarked: (span: string) => boolean;
}

function markingOf(kind: MarkKind): Marking {
  const all = marksOf(kind);
  const front = all.filter(({ stand }) => stand === 'before').map(({ pattern }) => pattern);
  const begins = new RegExp(`^(?:${front.join('|')})`, 'iu');
  return {
    patterns: all.map(({ stand, pattern }) =>
      stand === 'before'
        ? new RegExp(`^(?:${pattern})(?<value>.+)$`, 'iu')
        : new RegExp(`^(?<value>.+?) ?(?:${pattern})$`, 'iu'),
    ),
    isMarked: (span) => begins.test(span) || UNSPACED.test(span.at(-1) ?? ''),
  };
}

const AS_OF = markingOf('asOf');
const IN = markingOf('in');
const OF = markingOf('of');

/**
 * How each part is marked, in every language; Japanese puts the mark behind. First the day, whose mark contains that of a
 * person. A mark counts only where what it marks is known; otherwise it is one of the words.
 */
const PARTS: readonly (readonly [Marking, Reader])[] = [
  [AS_OF, readDay],
  [markingOf('on'), readPlainDay],
  [IN, readPlace],
  [IN, readWorkload],
  [OF, readWhose],
];

/** Whether the scope has to be known to understand the line. */
export const mayNameSomebody = (line: string): boolean => NAMING.test(line) || (PLACING.test(line) && namesType(line));

function anywhere(kind: MarkKind): RegExp {
  const patterns = marksOf(kind).map(({ stand, pattern }) =>
    stand === 'before' ? `(?:^|\\s)(?:${pattern})` : `${UNSPACED.source}(?:${pattern})`,
  );
  return new RegExp(patterns.join('|'), 'iu');
}
const NAMING = anywhere('of');
const PLACING = anywhere('in');

/** A day parses with a preposition behind it, which belongs to the next part. */
const ENDS_IN_MARK =
  / (?:of|of the|as|at|on|in|in the|from|i[mn]|am|vo[nm]|aus|auf|bei|de|des|del|du|au|al|dans|sur|en|a|à|le|la|el)$/i;

/** Words and quoted text; what has quotes, parentheses or a criterion's colon is never a mark. */
const TOKEN = /「[^」]*」|『[^』]*』|(?:[^\s"“”„«»「『]|["“”„«»](?:[^"“”„«»\\]|\\.)*["“”„«»]|["“”„«»])+|[「『]/gsu;
const PROTECTED = /["“”„«»()「『]|(?<!\d):|:(?!\d)/u;

interface LineToken {
  readonly text: string;
  /** No space stands before it. */
  readonly isGlued: boolean;
  readonly isProtected: boolean;
}

const CUTS = VOCABULARIES.flatMap(({ cuts }) => phrasesIn(cuts ?? '')).filter(Boolean);
/** Whatever is not cut off by a part stays together. */
const PIECE = new RegExp(`.+?(?:${CUTS.join('|')}|$)`, 'gsu');

const REQUESTS = VOCABULARIES.flatMap(({ requests }) => phrasesIn(requests ?? '')).filter(Boolean);

function withoutRequest(line: string): string {
  const typed = line.replace(/[\s。！!？?]+$/u, '');
  const request = REQUESTS.find((ending) => typed.length > ending.length && typed.endsWith(ending));
  return request === undefined ? line : typed.slice(0, -request.length);
}

const tokensOf = (line: string): readonly LineToken[] =>
  Array.from(line.matchAll(TOKEN)).flatMap(({ 0: token, index }) => {
    const isGlued = index > 0 && !/\s/.test(line[index - 1] ?? '');
    const pieces = UNSPACED.test(token) && !PROTECTED.test(token) ? (token.match(PIECE) ?? [token]) : [token];
    return pieces.map((text, at) => ({ text, isGlued: at > 0 || isGlued, isProtected: PROTECTED.test(text) }));
  });

const textOf = (tokens: readonly LineToken[]): string =>
  tokens.map(({ text, isGlued }, at) => (at === 0 || isGlued ? text : ` ${text}`)).join('');

/** As the search language has them: 「…」 is a phrase. */
const wordsOf = (tokens: readonly LineToken[]): string | undefined =>
  textOf(tokens)
    .replaceAll(/「([^」]*)」|『([^』]*)』/g, (_, one?: string, other?: string) => ` "${one ?? other}" `)
    .replaceAll(/、(?=\s|$)/g, ' ')
    .replace(/(?<=\p{L})を$/u, '')
    .replaceAll(/\s+/g, ' ')
    .trim() || undefined;

/** @param text as typed after `restore find`; may be empty */
export function readRequestLine(text: string, given: Context): RequestLine {
  let tokens = tokensOf(withoutRequest(text));
  let request: Part = {};
  let lookups = 0;
  const scopes = given.scopes && {
    search: (...asked: Parameters<ScopeList['search']>) =>
      (lookups += 1) > MAX_LOOKUPS ? [] : (given.scopes?.search(...asked) ?? []),
  };
  const read = new Map<string, When>();
  const when = (typed: string): When => {
    const known = read.get(typed) ?? readWhen(typed, given);
    read.set(typed, known);
    return known;
  };
  const context = { ...given, scopes, when };
  /** A part that is there already is words. */
  const take = (found: { readonly start: number; readonly length: number; readonly part: Part } | undefined) => {
    if (found === undefined || Object.keys(found.part).some((part) => part in request)) return;
    request = { ...request, ...found.part };
    tokens = tokens.toSpliced(found.start, found.length);
  };
  for (const [marking, reader] of PARTS) {
    take(findPart(tokens, (span) => firstRead(marked(span, marking), (value) => reader(value, context, request))));
  }
  const readLast = (span: string) => (span === text ? undefined : readBareDay(span, context, request));
  take(findPart(tokens, readLast, true));
  const unknown = request.asOf === undefined ? findPart(tokens, (span) => marked(span, AS_OF)[0]) : undefined;
  if (unknown !== undefined) tokens = tokens.toSpliced(unknown.start, unknown.length);
  const isUnnamed = scopes !== undefined && request.whose === undefined;
  const unknownName = isUnnamed
    ? findPart(tokens, (span) => {
        const values = marked(span, OF);
        const isOther = (value: string) => readDay(value, context, {}) ?? readWorkload(value, context, {});
        return values.some(isOther) ? undefined : values[0];
      })?.part
    : undefined;
  return { ...request, words: wordsOf(tokens), unknownName, unknownDay: unknown?.part };
}

function firstRead<T>(values: readonly string[], read: (value: string) => T | undefined): T | undefined {
  for (const value of values) {
    const found = read(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What a span marks, by the language of the mark. */
function marked(span: string, { patterns, isMarked }: Marking): readonly string[] {
  if (!isMarked(span)) return [];
  const values = patterns.map((pattern) => pattern.exec(span)?.groups?.['value']?.replace(/[,;!?、。…]+$/u, ''));
  return [...new Set(values)].filter(
    (value) => value !== undefined && value !== '' && !ENDS_IN_MARK.test(value),
  ) as readonly string[];
}

/** What is typed from a token on, in one to `MAX_PART_WORDS` tokens, none of which is protected. */
function spansFrom(tokens: readonly LineToken[], start: number): readonly string[] {
  const spans: string[] = [];
  for (const { text, isGlued, isProtected } of tokens.slice(start, start + MAX_PART_WORDS)) {
    if (isProtected) break;
    const before = spans.at(-1);
    spans.push(before === undefined ? text : before + (isGlued ? '' : ' ') + text);
  }
  return spans;
}

/** The first part, as long as possible; `atEnd`: the longest at the end of the line. */
function findPart<T>(tokens: readonly LineToken[], read: (span: string) => T | undefined, atEnd = false) {
  for (const [start] of tokens.entries()) {
    const spans = spansFrom(tokens, start);
    const shortest = atEnd ? tokens.length - start : 1;
    for (let length = spans.length; length >= shortest; length -= 1) {
      const part = read(spans[length - 1] ?? '');
      if (part !== undefined) return { start, length, part };
    }
  }
  return undefined;
}
