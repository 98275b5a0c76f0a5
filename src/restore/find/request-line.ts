/**
 * One line that says it all: `kyoto of noor in mail as of 4 days ago`, the parts in any order and all of them optional.
 *
 * A line is cut into tokens; a span of tokens is a part where a mark stands before it (Japanese: behind it) and a reader
 * understands what is marked. The kinds of part are tried in the order of `PARTS`, each from left to right, the longest
 * span first; what no part takes is words.
 */
import { foldText } from '../../core/text.ts';
import { phrasesIn, VOCABULARIES } from '../../languages/index.ts';
import type { Vocabulary } from '../../languages/vocabulary.ts';
import type { AccessKind } from '../backups/entries/access-kind.ts';
import type { ScopeItem } from '../backups/entries/entry.ts';
import type { ScopeList } from '../backups/catalog.ts';
import { workloadNamed, type Workload } from '../backups/workloads/index.ts';
import { mayBeDay, readWhen, type Reading, type When } from '../backups/dates/parse-date.ts';
import {
  archivesOf,
  fitting,
  itemsCalled,
  itemsNamed,
  mayBeInName,
  namesArchive,
  namesType,
} from '../explore/scope/scope-search.ts';

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
  /** Who is named has an archive mailbox as well, which is not meant. */
  readonly otherArchive?: string | undefined;
}

type Whose =
  | { readonly kind: 'own' | 'organization' }
  /** Several where the name is ambiguous. */
  | { readonly kind: 'items'; readonly typed: string; readonly candidates: readonly ScopeItem[] };

interface Context extends Reading {
  /** Undefined where it could not be fetched: then nobody is recognized. */
  readonly scopes: Pick<ScopeList, 'search' | 'contains'> | undefined;
  /** An operator may mean themselves, an administrator everybody; absent: an operator. */
  readonly access?: AccessKind | undefined;
}

/** A text is part of many spans: it is read once. */
interface LineContext extends Context {
  readonly when: (typed: string) => When;
  readonly fold: (typed: string) => string;
  /** Whether a word is in anybody's name. */
  readonly isInName: (word: string) => boolean;
  readonly isType: (word: string) => boolean;
  readonly isInDay: (word: string) => boolean;
}

function once<T extends string | boolean | object>(read: (typed: string) => T): (typed: string) => T {
  const known = new Map<string, T>();
  return (typed) => {
    const found = known.get(typed) ?? read(typed);
    known.set(typed, found);
    return found;
  };
}

type Part = Pick<RequestLine, 'workload' | 'whose' | 'asOf'> & { readonly inArchive?: true };
/** @param before what was understood already @returns undefined where the text is no such part, so that it is words */
type Reader = (text: string, context: LineContext, before: Part) => Part | undefined;

/** A part has at most this many words, its marker included. */
const MAX_PART_WORDS = 9;
/** Whole names are longer. */
const MAX_WHOLE_WORDS = 24;
/** "À la date du 3 mars", and where the marked begins. */
const MAX_MARK_WORDS = 6;
/** In a large scope each takes some milliseconds. */
const MAX_LOOKUPS = 30;
const MAX_WORDS = 100;

const typedWords = (of: (vocabulary: Vocabulary) => string): ReadonlySet<string> =>
  new Set(VOCABULARIES.flatMap((vocabulary) => phrasesIn(of(vocabulary))).map(foldText));
const OWN = typedWords(({ own }) => own);
const EVERYBODY = typedWords(({ everybody }) => everybody);
const PRONOUNS = new Set([...OWN, ...EVERYBODY].flatMap((phrase) => phrase.split(' ')));

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

const readWorkload: Reader = (text, { fold }) => {
  const workload = workloadNamed(fold(text).replace(/\.+$/, ''));
  return workload && { workload };
};

/** Somebody's name, or part of it. */
const readWhose: Reader = (text, context, { workload }) => {
  const { fold, scopes, access = 'operator' } = context;
  if (access === 'operator' && OWN.has(fold(text))) return { whose: { kind: 'own' } };
  if (access === 'administrator' && EVERYBODY.has(fold(text))) return { whose: { kind: 'organization' } };
  // A name has letters; `search` would take other text for no words at all.
  if (scopes === undefined || !mayBeName(text, context) || !/\p{L}/u.test(text)) return undefined;
  return named(text, itemsNamed(text, scopes, workload));
};

const named = (typed: string, candidates: readonly ScopeItem[]): Part | undefined =>
  candidates.length === 0 ? undefined : { whose: { kind: 'items', typed, candidates } };

const mayBeName = (text: string, { isInName }: LineContext): boolean => text.split(' ').every(isInName);

/** Somebody's whole name or address: it is that name, whatever signs, days and prepositions it holds. */
const readWholeName: Reader = (text, context) => {
  const { fold, scopes } = context;
  if (scopes === undefined || !mayBeName(text, context) || !/[\p{L}\p{N}]/u.test(text)) return undefined;
  if (OWN.has(fold(text)) || EVERYBODY.has(fold(text))) return undefined;
  const bare = text.replace(/[.,;:!?、。…]+$/u, '');
  return named(text, itemsCalled(text, scopes)) ?? (bare === text ? undefined : named(bare, itemsCalled(bare, scopes)));
};

/** `in the archive`, of administrators: operators have none. */
const readArchive: Reader = (text, { access }) =>
  access === 'administrator' && namesArchive(text) ? { inArchive: true } : undefined;

/** `in team marketing`, `in the budget site`. */
const ofPlace =
  (read: Reader): Reader =>
  (text, context, before) =>
    text.split(' ').some(context.isType) ? read(text, context, before) : undefined;

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

const AS_OF = markingOf('asOf');
const ON = markingOf('on');
const IN = markingOf('in');
const OF = markingOf('of');

/** Whether any kind of part begins so. */
const MARKED = new RegExp([AS_OF, ON, IN, OF].map(({ begins }) => begins.source).join('|'), 'iu');

interface PartRules {
  readonly marking: Marking;
  readonly read: Reader;
  /** Which words it may have: the first other one ends it. */
  readonly words?: 'isInName' | 'isInDay';
  /** Signs in it are part of it, and it may be longer. */
  readonly isWhole?: true;
}

const IN_ARCHIVE: PartRules = { marking: IN, read: readArchive };

/**
 * How each part is marked, in every language. First the day, whose mark contains that of a person; then names that match
 * whole, which may contain any other mark. A mark counts only where what it marks is known; otherwise it is one of the words.
 */
const PARTS: readonly PartRules[] = [
  { marking: AS_OF, read: readDay, words: 'isInDay' },
  { marking: IN, read: ofPlace(readWholeName), words: 'isInName', isWhole: true },
  { marking: OF, read: readWholeName, words: 'isInName', isWhole: true },
  { marking: ON, read: readPlainDay, words: 'isInDay' },
  { marking: IN, read: ofPlace(readWhose), words: 'isInName' },
  IN_ARCHIVE,
  { marking: IN, read: readWorkload },
  { marking: OF, read: readWhose, words: 'isInName' },
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

/** Words and quoted text. What has quotes or a criterion's colon is never a mark, nor part of one unless a whole name has it. */
const TOKEN = /「[^」]*」|『[^』]*』|(?:[^\s"“”„«»「『]|["“”„«»](?:[^"“”„«»\\]|\\.)*["“”„«»]|["“”„«»])+|[「『]/gsu;
const PROTECTED = /["“”„«»「『]|(?<!\d):(?=\S)|:(?=[^\s\d])/u;
/** `<noor@customer.example>` says who the name before it is. */
const ADDRESS = /^<[^\s<>@]+@[^\s<>@]+>\P{L}*$/u;

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
export const readRequestLine = (text: string, given: Context): RequestLine =>
  readParts(text, given, PARTS) ??
  readParts(
    text,
    given,
    PARTS.filter((rules) => rules !== IN_ARCHIVE),
  ) ??
  {};

/** @returns undefined where an archive is meant that is not there: then it is words, or another part */
function readParts(text: string, given: Context, parts: readonly PartRules[]): RequestLine | undefined {
  let tokens = tokensOf(withoutRequest(text));
  let request: Part = {};
  const scopes = given.scopes && searchedOnce(given.scopes);
  const context: LineContext = {
    ...given,
    scopes,
    when: once((typed) => readWhen(typed, given)),
    fold: once(foldText),
    isInName: once((word) => PRONOUNS.has(foldText(word)) || (scopes !== undefined && mayBeInName(word, scopes))),
    isInDay: once(mayBeDay),
    isType: once(namesType),
  };
  /** A part that is there already is words. */
  const take = (found: Found<Part> | undefined) => {
    if (found === undefined || Object.keys(found.part).some((part) => part in request)) return;
    request = { ...request, ...found.part };
    tokens = without(tokens, found);
  };
  for (const rules of parts) {
    const mayHave = rules.words && context[rules.words];
    take(findMarked(tokens, { ...rules, mayHave }, (value) => rules.read(value, context, request)));
  }
  const readLast = (span: string) => (span === text ? undefined : readBareDay(span, context, request));
  take(findPart(tokens, readLast));
  const unknown = request.asOf === undefined ? findMarked(tokens, { marking: AS_OF }, (value) => value) : undefined;
  if (unknown !== undefined) tokens = without(tokens, unknown);
  const { inArchive, ...rest } = request;
  const { whose, workload } = rest;
  const items = whose?.kind === 'items' ? whose.candidates : [];
  const archives = scopes !== undefined && given.access === 'administrator' ? archivesOf(items, scopes) : [];
  if (inArchive && archives.length === 0) return undefined;
  const read = { ...rest, words: wordsOf(tokens), unknownDay: unknown?.part };
  if (whose?.kind === 'items') {
    // A whole name is read before the kind is.
    const candidates = inArchive ? archives : fitting(items, workload);
    const otherArchive = !inArchive && candidates.length === 1 ? archives[0]?.name : undefined;
    return { ...read, whose: { ...whose, candidates }, otherArchive };
  }
  const isOther = (value: string) => readDay(value, context, {}) ?? readWorkload(value, context, {});
  const name =
    scopes !== undefined && whose === undefined
      ? findMarked(tokens, { marking: OF }, (value, all) => (all.some(isOther) ? undefined : value))
      : undefined;
  return { ...read, unknownName: name?.part };
}

/** What was asked once is not looked up again, and of a long line not everything is. */
function searchedOnce(list: Pick<ScopeList, 'search' | 'contains'>): Pick<ScopeList, 'search' | 'contains'> {
  const answers = new Map<string, readonly ScopeItem[]>();
  let asked = 0;
  return {
    contains: (word) => (asked += 1) <= MAX_WORDS && list.contains(word),
    search(typed, types, max) {
      const key = `${max} ${types.join()} ${typed}`;
      const known = answers.get(key);
      if (known !== undefined) return known;
      const found = answers.size < MAX_LOOKUPS ? list.search(typed, types, max) : [];
      answers.set(key, found);
      return found;
    },
  };
}

interface Found<T> {
  readonly start: number;
  readonly length: number;
  readonly part: T;
}

const without = (tokens: readonly LineToken[], { start, length }: Found<unknown>): readonly LineToken[] =>
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
function valuesIn(text: string, lengths: readonly number[], { behind }: Marking): readonly string[] {
  const values = lengths.map((length) => text.slice(length));
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
function findMarked<T>(
  tokens: readonly LineToken[],
  { marking, isWhole, words, mayHave }: Omit<PartRules, 'read'> & Pick<SpanRules, 'mayHave'>,
  read: (value: string, all: readonly string[]) => T | undefined,
): Found<T> | undefined {
  for (const { start, beginning, isUnspaced } of beginningsIn(tokens)) {
    const lengths = marking.begins.test(beginning)
      ? [...new Set(marking.before.flatMap((pattern) => pattern.exec(beginning)?.[0].length ?? []))]
      : [];
    if (lengths.length === 0 && !isUnspaced) continue;
    for (const { text, length } of spansFrom(tokens, start, {
      isWhole,
      isName: words === 'isInName',
      mayHave,
      from: Math.max(...lengths),
    }).toReversed()) {
      const values = valuesIn(text, lengths, marking)
        .map((value) => (isWhole ? value : value.replace(/[,;!?、。…]+$/u, '')))
        .filter((value) => value !== '' && (isWhole || !ENDS_IN_MARK.test(value)));
      for (const value of values) {
        const part = read(value, values);
        if (part !== undefined) return { start, length, part };
      }
    }
  }
  return undefined;
}

/** The longest part at the end of the line. */
function findPart<T>(tokens: readonly LineToken[], read: (span: string) => T | undefined): Found<T> | undefined {
  for (let start = Math.max(0, tokens.length - MAX_PART_WORDS); start < tokens.length; start += 1) {
    const span = spansFrom(tokens, start).find(({ length }) => start + length === tokens.length);
    const part = span && read(span.text);
    if (part !== undefined) return { start, length: tokens.length - start, part };
  }
  return undefined;
}
