/** All workloads that can be restored. A new one is a file in this folder and an entry below. */
import { foldText } from '../../../core/text.ts';
import { phrasesIn, VOCABULARIES } from '../../../languages/index.ts';
import type { WorkloadName } from '../../../languages/vocabulary.ts';
import type { AccessKind } from '../entries/access-kind.ts';
import type { Entry, Scope, ScopeType } from '../entries/entry.ts';
import type { Form } from '../entries/form.ts';
import { exchange } from './exchange.ts';
import { onedrive } from './onedrive.ts';
import { sharepoint } from './sharepoint.ts';
import type { Option } from './options.ts';
import { teams } from './teams.ts';
import { fieldsOf, type KindRules, type SearchRules, type WorkloadRules } from './workload.ts';

const RULES = { exchange, onedrive, sharepoint, teams } as const satisfies Readonly<
  Record<WorkloadName, WorkloadRules>
>;

/** A kind that another version has stored can only be shown. */
const UNKNOWN: KindRules = { restores: 'no' };

export type Workload = keyof typeof RULES;
export const WORKLOADS = Object.keys(RULES) as readonly Workload[];

/** Once, so that each workload's file declares what differs and nothing else does. */
function forAdministrators({ administrator: { kinds = {}, ...others } = {}, ...rules }: WorkloadRules): WorkloadRules {
  const changed = Object.entries(kinds).map(([kind, changes]) => [
    kind,
    { ...(rules.kinds[kind] ?? UNKNOWN), ...changes },
  ]);
  return { ...rules, ...others, kinds: { ...rules.kinds, ...Object.fromEntries(changed) } };
}

const RULES_OF: Readonly<Record<AccessKind, Readonly<Record<Workload, WorkloadRules>>>> = {
  operator: RULES,
  administrator: Object.fromEntries(
    Object.entries(RULES).map(([workload, rules]) => [workload, forAdministrators(rules)]),
  ) as Record<Workload, WorkloadRules>,
};

/** @param access matters for kinds, searches, options and what is restored together */
export const rulesOf = (workload: Workload, access: AccessKind = 'operator'): WorkloadRules =>
  RULES_OF[access][workload];

/** What the form offers before one is chosen. */
export const DEFAULT_WORKLOAD: Workload = 'exchange';

/** Of all workloads and both kinds of access: a name means the same in both. */
export const OPTIONS: readonly Option[] = [
  ...new Map(
    Object.values(RULES_OF)
      .flatMap((rules) => Object.values(rules))
      .flatMap(({ options }) => options)
      .map((option) => [option.name, option]),
  ).values(),
];

/** @param workload of the entry */
export const kindRules = (
  workload: Workload | undefined,
  { kind }: Pick<Entry, 'kind'>,
  access: AccessKind,
): KindRules => (workload && rulesOf(workload, access).kinds[kind]) ?? UNKNOWN;

/** What is in it is read with it; of a post or a list item it is the entry alone that matters. */
export const isRead = ({ opens, restores, whole }: KindRules): boolean =>
  opens === true && (restores === 'contents' || whole === true);

export const workloadsOf = (scope: Scope): readonly Workload[] =>
  WORKLOADS.filter((workload) => {
    const { own, scopeTypes } = rulesOf(workload);
    if (scope.kind === 'item') return scopeTypes.includes(scope.item.type);
    return own || scope.kind === 'organization';
  });

/** Whose a container of the workload is: the first type that has it. */
export const containerType = (workload: Workload): ScopeType => rulesOf(workload).scopeTypes[0] ?? 'User';

/** Folded as what is typed. */
const NAMES: readonly (readonly [Workload, ReadonlySet<string>])[] = WORKLOADS.map((workload) => [
  workload,
  new Set(VOCABULARIES.flatMap(({ kinds }) => phrasesIn(kinds[workload])).map(foldText)),
]);

/** The workload that people call so: "mail", "Dateien". @param name folded */
export const workloadNamed = (name: string): Workload | undefined => NAMES.find(([, names]) => names.has(name))?.[0];

/** Types of scope items that have any workload. */
export const SCOPE_TYPES: readonly ScopeType[] = [
  ...new Set(WORKLOADS.flatMap((workload) => rulesOf(workload).scopeTypes)),
];

/** What can be searched: of whom was chosen, or of anybody in the scope, the person included. */
export function kindsOffered(
  scope: Scope | undefined,
  counts: Readonly<Record<ScopeType, number>> | undefined,
): readonly Workload[] {
  if (scope !== undefined) return workloadsOf(scope);
  return WORKLOADS.filter((workload) => {
    const { own, scopeTypes } = rulesOf(workload);
    return own || scopeTypes.some((type) => counts === undefined || counts[type] > 0);
  });
}

/** The filled-in fields of a search form that the workload has. */
export const formOf = (workload: Workload, form: Form, access: AccessKind): Form =>
  Object.assign(
    {},
    ...Object.values(rulesOf(workload, access).searches).map((search) => fieldsOf(search, form)),
  ) as Form;

const wordsIn = (line: string): readonly string[] => line.split(/\s+/).filter(Boolean);
const spacedWords = (searches: readonly SearchRules[]) => new Set(searches.flatMap(({ words }) => wordsIn(words[0])));
const allWords = (searches: readonly SearchRules[]) => new Set(searches.flatMap(({ words }) => words.flatMap(wordsIn)));

const searchesFor = (workload: Workload, access: AccessKind) => Object.values(rulesOf(workload, access).searches);
const EVERY_SEARCH = WORKLOADS.flatMap((workload) => searchesFor(workload, 'administrator'));
const SPACED_WORDS = spacedWords(EVERY_SEARCH);
const SEARCH_WORDS = allWords(EVERY_SEARCH);
const CANONICAL = /^(?:system|veeam)(?:\.[a-z]+)+$/;

/** Whether it is one in any of the workloads. @param isSpaced whether a space follows its colon */
export const isSearchWord = (word: string, isSpaced: boolean): boolean =>
  CANONICAL.test(word) || (isSpaced ? SPACED_WORDS : SEARCH_WORDS).has(word);

/** The search words that most people need. */
export const usualWords = (workload: Workload, access: AccessKind): readonly string[] => [
  ...spacedWords(searchesFor(workload, access)),
];

/** The first of the words that none of the workload's searches knows. */
export function unknownWord(workload: Workload, words: readonly string[], access: AccessKind): string | undefined {
  const known = allWords(searchesFor(workload, access));
  return words.find((word) => !known.has(word) && !CANONICAL.test(word));
}

/** The workload's searches that know all filled-in fields of a form and all search words among its keywords, by name. */
export function searchesOf(workload: Workload, form: Form, access: AccessKind, words: readonly string[] = []) {
  const fields = Object.keys(formOf(workload, form, access));
  const declared = allWords(searchesFor(workload, access));
  return Object.entries(rulesOf(workload, access).searches).filter(([, search]) => {
    const known = fieldsOf(search, form);
    const knownWords = allWords([search]);
    return (
      fields.every((field) => field in known) &&
      words.every((word) => knownWords.has(word) || (CANONICAL.test(word) && !declared.has(word)))
    );
  });
}

/** Whether anything of the workload may have earlier versions. */
export const hasVersions = (workload: Workload, access: AccessKind): boolean =>
  Object.values(rulesOf(workload, access).kinds).some(({ versions }) => versions);

/** What one call restores together. */
export const groupOf = (workload: Workload, entry: Entry, access: AccessKind): string =>
  rulesOf(workload, access).groupOf?.(entry) ?? placeIn(entry, kindRules(workload, entry, access));

const placeIn = ({ containerId, kind, id }: Entry, { whole }: KindRules): string =>
  whole ? JSON.stringify([containerId, kind, id]) : containerId;
