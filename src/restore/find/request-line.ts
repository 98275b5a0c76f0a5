/**
 * One line that says it all: `kyoto of noor in mail as of 4 days ago`, the parts in any order and all of them optional.
 *
 * A line is cut into tokens (line-tokens.ts); a span of tokens (line-spans.ts) is a part where a mark stands before it
 * (Japanese: behind it) and a reader understands what is marked. The kinds of part are tried in the order of `PARTS`
 * (line-parts.ts), each from left to right, the longest span first; what no part takes is words.
 */
import { foldText } from '../../core/text.ts';
import type { ScopeItem } from '../backups/entries/entry.ts';
import type { ScopeList } from '../backups/catalog.ts';
import { mayBeDay, mayBeMisspeltDay, readWhen } from '../backups/dates/parse-date.ts';
import { archivesOf, fitting, mayBeInName, namesType } from '../explore/scope/scope-search.ts';
import {
  IN_ARCHIVE,
  mayHaveArchives,
  PARTS,
  PRONOUNS,
  readBareDay,
  readDay,
  readWorkload,
  type Context,
  type LineContext,
  type RequestPart,
  type PartRules,
} from './line-parts.ts';
import { anywhere, AS_OF, findMarked, findPart, OF, without, type Found } from './line-spans.ts';
import { resemblesDay, wholeDay } from './line-days.ts';
import { tokensOf, withoutRequest, typedWords } from './line-tokens.ts';

export interface RequestLine extends Omit<RequestPart, 'inArchive'> {
  /** What remains: words to search for, or a query in the service's search language. */
  readonly words?: string | undefined;
  /** Marked as a name, but nobody and nothing is called so: it is among the words. */
  readonly unknownName?: string | undefined;
  /** Who is named has an archive mailbox as well, which is not meant. */
  readonly otherArchive?: string | undefined;
}

/** In a large scope each takes some milliseconds. */
const MAX_LOOKUPS = 30;
const MAX_WORDS = 100;

function once<T extends string | boolean | object>(read: (typed: string) => T): (typed: string) => T {
  const known = new Map<string, T>();
  return (typed) => {
    const found = known.get(typed) ?? read(typed);
    known.set(typed, found);
    return found;
  };
}

/** Whether the scope has to be known to understand the line. */
export const mayNameSomebody = (line: string): boolean => NAMING.test(line) || (PLACING.test(line) && namesType(line));

const NAMING = anywhere('of');
const PLACING = anywhere('in');

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
  const all = tokensOf(withoutRequest(text));
  let tokens = all;
  let request: RequestPart = {};
  const scopes = given.scopes && searchedOnce(given.scopes);
  const context: LineContext = {
    ...given,
    scopes,
    when: once((typed) => readWhen(typed, given)),
    fold: once(foldText),
    isInName: once((word) => PRONOUNS.has(foldText(word)) || (scopes !== undefined && mayBeInName(word, scopes))),
    isInDay: once(mayBeDay),
    isLikeInDay: once(mayBeMisspeltDay),
    isType: once(namesType),
  };
  /** A part that is there already is words. */
  const take = (found: Found<RequestPart> | undefined) => {
    if (found === undefined || Object.keys(found.part).some((part) => part in request)) return;
    request = { ...request, ...found.part };
    tokens = without(tokens, found);
  };
  for (const { marking, hasArticle, isWhole, words, read } of parts) {
    const spans = { marking, hasArticle, isWhole, isName: words === 'isInName', mayHave: words && context[words] };
    const found = findMarked(tokens, spans, (value) => read(value, context, request));
    take(found && words === 'isInDay' ? wholeDay(tokens, found, context) : found);
  }
  const readLast = (span: string) => (span === text ? undefined : readBareDay(span, context, request));
  take(findPart(tokens, readLast));
  const readUnknown = (typed: string) =>
    resemblesDay(typed, context) ? { asOf: undefined, unknownDay: typed } : undefined;
  take(findMarked(tokens, { marking: AS_OF, goesOn: context.isLikeInDay }, readUnknown));
  const { inArchive, ...rest } = request;
  const { whose, workload } = rest;
  const items = whose?.kind === 'items' ? whose.candidates : [];
  const archives = scopes !== undefined && mayHaveArchives(given) ? archivesOf(items, scopes) : [];
  if (inArchive && archives.length === 0) return undefined;
  const read = { ...rest, words: typedWords(tokens, all) };
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
