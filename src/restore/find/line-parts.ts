/** The kinds of part that a line may have, how each is marked, and what each says. */
import { foldText } from '../../core/text.ts';
import { phrasesIn, VOCABULARIES } from '../../languages/index.ts';
import type { Vocabulary } from '../../languages/vocabulary.ts';
import type { AccessKind } from '../backups/entries/access-kind.ts';
import type { ScopeItem } from '../backups/entries/entry.ts';
import type { ScopeList } from '../backups/catalog.ts';
import { workloadNamed, type Workload } from '../backups/workloads/index.ts';
import type { Reading, When } from '../backups/dates/parse-date.ts';
import { itemsCalled, itemsNamed, namesArchive } from '../explore/scope/scope-search.ts';
import { AS_OF, IN, OF, ON, type Marking } from './line-spans.ts';
import { policyOf } from '../access/kinds/policy.ts';

type Whose =
  | { readonly kind: 'own' | 'organization' }
  /** Several where the name is ambiguous. */
  | { readonly kind: 'items'; readonly typed: string; readonly candidates: readonly ScopeItem[] };

export interface RequestPart {
  readonly workload?: Workload | undefined;
  readonly whose?: Whose | undefined;
  /** The day as typed, which `choosePoint` understands. */
  readonly asOf?: string | undefined;
  /** Marked as a day, but none that is understood: it is not among the words. */
  readonly unknownDay?: string | undefined;
  readonly inArchive?: true;
}

export interface Context extends Reading {
  /** Undefined where it could not be fetched: then nobody is recognized. */
  readonly scopes: Pick<ScopeList, 'search' | 'contains'> | undefined;
  /** An operator may mean themselves, an administrator everybody; absent: an operator. */
  readonly access?: AccessKind | undefined;
}

/** A text is part of many spans: it is read once. */
export interface LineContext extends Context {
  readonly when: (typed: string) => When;
  readonly fold: (typed: string) => string;
  /** Whether a word is in anybody's name. */
  readonly isInName: (word: string) => boolean;
  readonly isType: (word: string) => boolean;
  readonly isInDay: (word: string) => boolean;
  /** The same, with a mistake in it or not. */
  readonly isLikeInDay: (word: string) => boolean;
}

/** @param before what was understood already @returns undefined where the text is no such part, so that it is words */
type Reader = (text: string, context: LineContext, before: RequestPart) => RequestPart | undefined;

const typedWords = (of: (vocabulary: Vocabulary) => string): ReadonlySet<string> =>
  new Set(VOCABULARIES.flatMap((vocabulary) => phrasesIn(of(vocabulary))).map(foldText));
const OWN = typedWords(({ own }) => own);
const EVERYBODY = typedWords(({ everybody }) => everybody);
export const PRONOUNS = new Set([...OWN, ...EVERYBODY].flatMap((phrase) => phrase.split(' ')));

/** A day that is none, or has not come, is said later: it is no word. */
export const readDay: Reader = (text, { when }) => {
  const typed = text.replace(/(?<=\p{L})\.+$/u, '');
  return when(typed).kind === 'not-a-date' ? undefined : { asOf: typed };
};

/** What the mark of other things, too, makes a day: nothing as short as "mar" or "mi 5", and no month or afternoon alone. */
export const readPlainDay: Reader = (text, context, before) => {
  const day = context.when(text);
  const isPlain = /[\d\p{sc=Han}\p{sc=Hiragana}]|\p{L}{4}/u.test(text) && !/^\p{L}\p{L}?\.? \d+\.?$/u.test(text);
  const isOther = day.kind === 'latest' || ('isVague' in day && day.isVague);
  return isPlain && !isOther ? readDay(text, context, before) : undefined;
};

/** "3 days ago" at the end of a line, without a mark. */
export const readBareDay: Reader = (text, context, before) => {
  const day = context.when(text);
  return day.kind === 'day' && day.isBare === true ? readDay(text, context, before) : undefined;
};

export const readWorkload: Reader = (text, { fold }) => {
  const workload = workloadNamed(fold(text).replace(/\.+$/, ''));
  return workload && { workload };
};

/** Somebody's name, or part of it. */
const readWhose: Reader = (text, context, { workload }) => {
  const { fold, scopes, access = 'operator' } = context;
  const { isOrganizationWide } = policyOf(access);
  if (!isOrganizationWide && OWN.has(fold(text))) return { whose: { kind: 'own' } };
  if (isOrganizationWide && EVERYBODY.has(fold(text))) return { whose: { kind: 'organization' } };
  // A name has letters; `search` would take other text for no words at all.
  if (scopes === undefined || !mayBeName(text, context) || !/\p{L}/u.test(text)) return undefined;
  return named(text, itemsNamed(text, scopes, workload));
};

const named = (typed: string, candidates: readonly ScopeItem[]): RequestPart | undefined =>
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

/** The rights of an operator's role name no archives. */
export const mayHaveArchives = ({ access = 'operator' }: Context): boolean => policyOf(access).findsNamesInSession;

/** `in the archive`. */
const readArchive: Reader = (text, context) =>
  mayHaveArchives(context) && namesArchive(text) ? { inArchive: true } : undefined;

/** `in team marketing`, `in the budget site`. */
const ofPlace =
  (read: Reader): Reader =>
  (text, context, before) =>
    text.split(' ').some(context.isType) ? read(text, context, before) : undefined;

export interface PartRules {
  readonly marking: Marking;
  readonly hasArticle?: true;
  readonly read: Reader;
  /** Which words it may have: the first other one ends it. */
  readonly words?: 'isInName' | 'isInDay';
  /** Signs in it are part of it, and it may be longer. */
  readonly isWhole?: true;
}

export const IN_ARCHIVE: PartRules = { marking: IN, read: readArchive };

/**
 * How each part is marked, in every language. First the day, whose mark contains that of a person; then names that match
 * whole, which may contain any other mark. A mark counts only where what it marks is known; otherwise it is one of the words.
 */
export const PARTS: readonly PartRules[] = [
  { marking: AS_OF, read: readDay, words: 'isInDay', hasArticle: true },
  { marking: IN, read: ofPlace(readWholeName), words: 'isInName', isWhole: true },
  { marking: OF, read: readWholeName, words: 'isInName', isWhole: true },
  { marking: ON, read: readPlainDay, words: 'isInDay' },
  { marking: IN, read: ofPlace(readWhose), words: 'isInName' },
  IN_ARCHIVE,
  { marking: IN, read: readWorkload },
  { marking: OF, read: readWhose, words: 'isInName' },
];
