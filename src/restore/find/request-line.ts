/** One line that says it all: `kyoto of noor in mail as of 4 days ago`, the parts in any order and all of them optional. */
import { foldText } from '../../core/text.ts';
import type { AccessKind } from '../backups/entries/access-kind.ts';
import type { ScopeItem } from '../backups/entries/entry.ts';
import type { ScopeList } from '../backups/catalog.ts';
import { workloadNamed, type Workload } from '../backups/workloads/index.ts';
import { readWhen } from '../backups/dates/parse-date.ts';
import { isLatest } from '../explore/restore-points.ts';
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
}

type Whose =
  | { readonly kind: 'own' | 'organization' }
  /** Several where the name is ambiguous. */
  | { readonly kind: 'items'; readonly typed: string; readonly candidates: readonly ScopeItem[] };

interface Context {
  /** Undefined where it could not be fetched: then nobody is recognized. */
  readonly scopes: Pick<ScopeList, 'search'> | undefined;
  /** An operator may mean themselves, an administrator everybody; absent: an operator. */
  readonly access?: AccessKind | undefined;
  readonly zone: string | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

type Part = Omit<RequestLine, 'words' | 'unknownName'>;
/** @param before what was understood already @returns undefined where the text is no such part, so that it is words */
type Reader = (text: string, context: Context, before: Part) => Part | undefined;

/** A part has at most this many words, its marker included. */
const MAX_PART_WORDS = 9;
/** In a large scope each takes some milliseconds. */
const MAX_LOOKUPS = 30;

const OWN = /^(?:me|mine|myself|mir|moi|mi|yo|自分|私)$/;
const EVERYBODY = /^(?:everybody|everyone|allen|jedem|tous|tout le monde|todos|todo el mundo|全員|みんな)$/;

const readDay: Reader = (text, { zone, now }) => {
  const isDay = isLatest(text) || ['day', 'before'].includes(readWhen(text, zone, now).kind);
  return isDay ? { asOf: text } : undefined;
};

const readWorkload: Reader = (text) => {
  const workload = workloadNamed(foldText(text));
  return workload && { workload };
};

const readWhose: Reader = (text, { scopes, access = 'operator' }, { workload }) => {
  if (access === 'operator' && OWN.test(foldText(text))) return { whose: { kind: 'own' } };
  if (access === 'administrator' && EVERYBODY.test(foldText(text))) return { whose: { kind: 'organization' } };
  // A name has letters; `search` would take other text for no words at all.
  if (scopes === undefined || !/\p{L}/u.test(text)) return undefined;
  const candidates = itemsNamed(text, scopes, workload);
  return candidates.length === 0 ? undefined : { whose: { kind: 'items', typed: text, candidates } };
};

/** `in team marketing`, `in the budget site`. */
const readPlace: Reader = (text, ...rest) => (namesType(text) ? readWhose(text, ...rest) : undefined);

const IN =
  /^(?:(?:dans l['’]|(?:in(?: the| de[nmr])?|im|dans(?: les?| la)?|en(?: el| la| los)?) )(?<front>.+)|(?<back>.+?) ?(?:の中)?(?:で|から))$/iu;

const OF =
  /^(?:(?:d['’]|de l['’]|(?:of(?: the)?|von(?: de[mr])?|vom|des|du|del|de(?: la| los?| les?)?) )(?<front>.+)|(?<back>.+?) ?(?:さん|様)?の)$/iu;

/**
 * How each part is marked, in five languages; Japanese puts the mark behind. First the day, whose mark contains that of a
 * person. A mark counts only where what it marks is known; otherwise it is one of the words.
 */
const PARTS: readonly (readonly [RegExp, Reader])[] = [
  [
    /^(?:(?:as (?:of|at)|stand|wie am|en date d[ue]|à la date d[ue]|au|a fecha del?|al) (?<front>.+)|(?<back>.+?) ?の?時点[のでに]?)$/iu,
    readDay,
  ],
  [IN, readPlace],
  [IN, readWorkload],
  [OF, readWhose],
];

/** Whether the scope has to be known to understand the line. */
export const mayNameSomebody = (line: string): boolean =>
  /(?:^|\s)(?:of|von|vom|des?|du|del)\s|(?:^|\s)(?:d|de l)['’]|の/iu.test(line) ||
  (/(?:^|\s)(?:i[nm]|dans|en)\s|で|から/iu.test(line) && namesType(line));

/** A day parses with a preposition behind it, which belongs to the next part. */
const ENDS_IN_MARK = / (?:of|of the|as|at|in|in the|im|vo[nm]|de|des|del|du|au|al|dans|en|a|à)$/i;

/** Words and quoted text; what has quotes, parentheses or a criterion's colon is never a mark. */
const TOKEN = /(?:[^\s"“”„«»]|["“”„«»](?:[^"“”„«»\\]|\\.)*["“”„«»]|["“”„«»])+/gsu;
const PROTECTED = /["“”„«»():]/u;

/** @param text as typed after `restore find`; may be empty */
export function readRequestLine(text: string, given: Context): RequestLine {
  let tokens: readonly string[] = text.match(TOKEN) ?? [];
  let request: Part = {};
  let lookups = 0;
  const scopes = given.scopes && {
    search: (...asked: Parameters<ScopeList['search']>) =>
      (lookups += 1) > MAX_LOOKUPS ? [] : (given.scopes?.search(...asked) ?? []),
  };
  const context = { ...given, scopes };
  for (const [pattern, read] of PARTS) {
    const found = findPart(tokens, (span) => {
      const value = marked(span, pattern);
      return value === undefined ? undefined : read(value, context, request);
    });
    if (found === undefined || (request.whose !== undefined && found.part.whose !== undefined)) continue;
    request = { ...request, ...found.part };
    tokens = tokens.toSpliced(found.start, found.length);
  }
  const isUnnamed = scopes !== undefined && request.whose === undefined;
  const unknownName = isUnnamed ? findPart(tokens, (span) => marked(span, OF))?.part : undefined;
  return { ...request, words: tokens.join(' ') || undefined, unknownName };
}

function marked(span: string, mark: RegExp): string | undefined {
  const { front, back } = mark.exec(span)?.groups ?? {};
  const value = front ?? back;
  return value === undefined || ENDS_IN_MARK.test(value) ? undefined : value;
}

/** The first part, as long as possible. */
function findPart<T>(tokens: readonly string[], read: (span: string) => T | undefined) {
  for (let start = 0; start < tokens.length; start += 1) {
    for (let length = Math.min(MAX_PART_WORDS, tokens.length - start); length > 0; length -= 1) {
      const span = tokens.slice(start, start + length);
      const part = span.some((token) => PROTECTED.test(token)) ? undefined : read(span.join(' '));
      if (part !== undefined) return { start, length, part };
    }
  }
  return undefined;
}
