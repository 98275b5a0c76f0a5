/** Which people, sites and teams of a scope a typed text means; `team marketing` means teams alone. */
import { addressIn, foldName, foldText, isSameName, isUnspaced } from '../../../core/text.ts';
import type { ScopeList } from '../../backups/catalog.ts';
import type { Called, Scope, ScopeItem, ScopeType } from '../../backups/entries/entry.ts';
import { SCOPE_TYPES, workloadsOf, type Workload } from '../../backups/workloads/index.ts';
import { phrasesIn, VOCABULARIES } from '../../../languages/index.ts';

type Searched = Pick<ScopeList, 'search'>;
type Known = Pick<ScopeList, 'contains'>;

const MAX_CANDIDATES = 8;
/** Of each type, read before those whose address merely contains what was typed are left out. */
const MAX_SEARCHED = 100;

/** What people call the types in five languages, folded. */
const TYPE_WORDS: Readonly<Record<ScopeType, string>> = {
  User: 'people user users personen benutzer personnes utilisateur utilisateurs personas usuario usuarios ユーザー',
  Site: 'site sites website websites sitio sitios サイト',
  Team: 'team teams equipe equipes equipo equipos チーム',
};
const TYPES = new Map(SCOPE_TYPES.flatMap((type) => TYPE_WORDS[type].split(' ').map((word) => [word, type] as const)));

/** A type before or behind the name; Japanese has no space between them. */
const JAPANESE = /^(?<name>.*?[^ ])の? ?(?<type>サイト|チーム)$|^(?<typeFirst>サイト|チーム) ?(?<nameLast>.+)$/;

/** In front of a type. */
const ARTICLE = new RegExp(
  `^(?:(?:the|der|die|das|den|dem|le|la|les|el|los|las) |l')(?=(?:${[...TYPES.keys()].join('|')})(?: |$))`,
);
/** "Of", "de la", as patterns. */
const OF = VOCABULARIES.filter(({ marks }) => marks.stand === 'before').flatMap(({ marks }) => marks.of.map(foldText));
const LED_BY_OF = new RegExp(`^(?:${OF.map((mark) => (mark.endsWith("'") ? mark : `${mark} `)).join('|')})(?=.)`);
/** Each word of them. */
const OF_WORD = new RegExp(`^(?:${OF.flatMap((mark) => mark.match(/[^ ()?:|']+\??/g) ?? []).join('|')})$`);

/** `team marketing`, `marketing team`, `the team of marketing`, `team`. @returns the type, and the rest, folded */
function narrowed(typed: string): { readonly type: ScopeType; readonly rest: string } | undefined {
  const words = foldText(typed).replace(ARTICLE, '').split(' ');
  const { name, nameLast, type, typeFirst } = JAPANESE.exec(words.join(' '))?.groups ?? {};
  const japanese = TYPES.get(type ?? typeFirst ?? '');
  if (japanese !== undefined) return { type: japanese, rest: (name ?? nameLast ?? '').trim() };
  const [first = '', ...behind] = words;
  const firstType = TYPES.get(first);
  if (firstType !== undefined) return { type: firstType, rest: behind.join(' ').replace(LED_BY_OF, '') };
  const lastType = TYPES.get(words.at(-1) ?? '');
  return lastType && { type: lastType, rest: words.slice(0, -1).join(' ') };
}

/** The first of the words that is a type. */
export function typeNamed(text: string): ScopeType | undefined {
  const [japanese] = /サイト|チーム/.exec(text.normalize('NFKC')) ?? [];
  const words = japanese === undefined ? foldText(text).split(/[ '’]/) : [japanese];
  return TYPES.get(words.find((word) => TYPES.has(word)) ?? '');
}

/** Whether one of the words is a type. */
export const namesType = (text: string): boolean => typeNamed(text) !== undefined;

const each = (items: readonly ScopeItem[]): readonly ScopeItem[] => [
  ...new Map(items.map((item) => [item.id, item])).values(),
];

/** Where nothing is called as typed, "Joerg" is Jörg; but an address is another one. */
function orWithUmlauts<T>(typed: string, find: (typed: string) => T, isNone: (found: T) => boolean): T {
  const found = find(typed);
  if (!isNone(found) || typed.includes('@')) return found;
  const folded = foldText(typed);
  const other = folded.replaceAll(/(?<=[aou])e/g, '');
  return other === folded ? found : find(other);
}

const isNobody = ({ length }: readonly ScopeItem[]): boolean => length === 0;

/** For a picker, while it is typed. */
export const searchScope = (list: Searched, typed: string, max: number): readonly ScopeItem[] =>
  orWithUmlauts(typed, (name) => startingWith(list, name, max), isNobody);

function startingWith(list: Searched, typed: string, max: number): readonly ScopeItem[] {
  const of = narrowed(typed);
  const ofType = of === undefined ? [] : list.search(of.rest, [of.type], max);
  return each([...ofType, ...list.search(typed, SCOPE_TYPES, max)]).slice(0, max);
}

/** Signs around and between words are none of them: `(External)`, `Q&A`. */
const wordsIn = (text: string): readonly string[] => foldText(text).match(/[\p{L}\p{M}\p{N}']+/gu) ?? [];

/** What an address has that others have not: before its domain, or the last part of a link. */
const ownPart = (detail: string): string =>
  detail.includes('@') ? detail.slice(0, detail.indexOf('@')) : detail.slice(detail.lastIndexOf('/') + 1);

const isExactly = (typed: string) => {
  const folded = foldName(typed);
  return ({ name, detail }: Pick<ScopeItem, 'name' | 'detail'>): boolean =>
    folded !== '' && [name, detail].some((text) => foldName(text) === folded);
};

type Identity = Pick<ScopeItem, 'name' | 'detail' | 'isArchive'>;

/** Whether an id means the same as in another session: names may have changed between two backups, or addresses. */
export const isSameItem = (one: Identity, other: Identity): boolean =>
  one.isArchive === other.isArchive && (isExactly(one.detail)(other) || isExactly(one.name)(other));

/** Who was chosen, in another list: those of the same address, or else of the same name. */
export function sameItems(
  list: Searched,
  { name, detail, isArchive }: Identity,
  type: ScopeType,
): readonly ScopeItem[] {
  const called = (text: string) =>
    list.search(text, [type], MAX_SEARCHED).filter((item) => item.isArchive === isArchive && isExactly(text)(item));
  const ofAddress = called(detail);
  return ofAddress.length > 0 ? ofAddress : called(name);
}

/** Those whose whole name or address it is; else those who have all its words; else those whose words begin so. */
function matching(list: Searched, typed: string, types: readonly ScopeType[]): readonly ScopeItem[] {
  const searched = list.search(typed, types, MAX_SEARCHED * types.length);
  const exact = searched.filter(isExactly(typed));
  if (exact.length > 0) return exact;
  const words = wordsIn(typed);
  if (words.length === 0) return [];
  const bare = words.join(' ');
  // What was typed may have other signs than the name.
  const isAsTyped = searched.length > 0 || bare === foldText(typed);
  const found = isAsTyped ? searched : list.search(bare, types, MAX_SEARCHED * types.length);
  // A sign that stands alone is in the name: "A & B", but not "* anna".
  const signs = foldText(typed)
    .split(' ')
    .filter((token) => !/[\p{L}\p{N}]/u.test(token));
  const named = (matches: (word: string, part: string) => boolean) =>
    found.filter(({ name, detail }) => {
      if (!signs.every((sign) => foldText(name).includes(sign))) return false;
      const parts = [...wordsIn(name), ...wordsIn(ownPart(detail))];
      return words.every((word) => parts.some((part) => matches(word, part)));
    });
  const whole = named((word, part) => part === word);
  return whole.length > 0
    ? whole
    : named((word, part) => (word.length >= 3 && part.startsWith(word)) || (isUnspaced(word) && part.includes(word)));
}

/** Who is named means the mailbox, not its archive. */
const primaries = (items: readonly ScopeItem[]): readonly ScopeItem[] =>
  items.filter(
    ({ isArchive, detail }) =>
      isArchive !== true || !items.some((other) => other.isArchive !== true && other.detail === detail),
  );

const ARCHIVE = new Set(VOCABULARIES.flatMap(({ archive }) => phrasesIn(archive)).map(foldText));
const MAX_ARCHIVE_WORDS = Math.max(...Array.from(ARCHIVE, (phrase) => phrase.split(' ').length));
const ARCHIVE_WORDS = new Set(Array.from(ARCHIVE).flatMap((phrase) => phrase.split(' ')));

/** What an archive mailbox is called in any of the languages. */
export const namesArchive = (text: string): boolean => ARCHIVE.has(foldText(text));

/** The archives of mailboxes. */
export const archivesOf = (items: readonly ScopeItem[], list: Searched): readonly ScopeItem[] =>
  items.flatMap(({ type, detail, isArchive }) =>
    isArchive === true || detail === ''
      ? []
      : list
          .search(detail, [type], MAX_SEARCHED)
          .filter((other) => other.isArchive === true && other.detail === detail),
  );

/** `noor archive`, `archive noor`, 野田のアーカイブ. @returns what is left of it, folded */
function besideArchive(typed: string): readonly string[] {
  const text = foldText(typed);
  const words = text.split(' ');
  const rests: string[] = [];
  for (let count = 1; count <= Math.min(MAX_ARCHIVE_WORDS, words.length - 1); count += 1) {
    if (ARCHIVE.has(words.slice(-count).join(' '))) rests.push(words.slice(0, -count).join(' '));
    if (ARCHIVE.has(words.slice(0, count).join(' '))) rests.push(words.slice(count).join(' '));
  }
  const unspaced = [...ARCHIVE].find(
    (phrase) => isUnspaced(phrase) && text.length > phrase.length && text.endsWith(phrase),
  );
  if (unspaced !== undefined) rests.push(text.slice(0, -unspaced.length).replace(/ ?の$/, ''));
  return rests;
}

/** A type in front or behind narrows a name; one alone names nobody. */
const typesNamed = (typed: string) => {
  const of = narrowed(typed);
  return of === undefined || of.rest === '' ? undefined : of;
};

/** A name behind which its address stands, as mail programs copy it: the address decides. */
function addressed(typed: string, list: Searched): readonly ScopeItem[] {
  const { name, address } = addressIn(typed) ?? {};
  if (address === undefined || name === undefined) return [];
  const words = wordsIn(name);
  const isTheirs = (item: ScopeItem): boolean =>
    words.length === 0 || [item.name, ownPart(item.detail)].flatMap(wordsIn).some((word) => words.includes(word));
  return list
    .search(address, SCOPE_TYPES, MAX_SEARCHED)
    .filter((item) => foldName(item.detail) === foldName(address) && isTheirs(item));
}

export const fitting = (found: readonly ScopeItem[], workload: Workload | undefined): readonly ScopeItem[] => {
  const having = found.filter(
    (item) => workload !== undefined && workloadsOf({ kind: 'item', item }).includes(workload),
  );
  return (having.length > 0 ? having : found).slice(0, MAX_CANDIDATES);
};

/**
 * Those whose whole name or address was typed, whatever signs and words are in it.
 *
 * @param workload of several, those that have it, if any
 */
export function itemsCalled(typed: string, list: Searched, workload?: Workload): readonly ScopeItem[] {
  if (foldText(typed) === '') return [];
  const exactly = (name: string, types: readonly ScopeType[]) =>
    list.search(name, types, MAX_SEARCHED * types.length).filter(isExactly(name));
  const of = typesNamed(typed);
  const found = each([
    ...exactly(typed, SCOPE_TYPES),
    ...(of === undefined ? [] : exactly(of.rest, [of.type])),
    ...addressed(typed, list),
  ]);
  if (found.length > 0) return fitting(primaries(found), workload);
  const archives = besideArchive(typed).flatMap((rest) => exactly(rest, SCOPE_TYPES));
  return fitting(each(archives.filter(({ isArchive }) => isArchive)), workload);
}

/** Those whose whole name or address it is, and nobody similar: it was not typed by the person who searches. */
export function itemsIdentified(identity: string, { type, alias, name }: Called, list: Searched): readonly ScopeItem[] {
  const exactly = (text: string) => list.search(text, [type], MAX_SEARCHED).filter(isExactly(text));
  const found = each([identity, alias ?? []].flat().flatMap(exactly));
  // Somebody else with an address has another one.
  const nameless = () => (name === undefined ? [] : exactly(name).filter(({ detail }) => !detail.includes('@')));
  return primaries(found.length > 0 ? found : nameless());
}

/** @param workload of several, those that have it, if any */
export const itemsNamed = (typed: string, list: Searched, workload?: Workload): readonly ScopeItem[] =>
  orWithUmlauts(typed, (name) => itemsTyped(name, list, workload), isNobody);

function itemsTyped(typed: string, list: Searched, workload?: Workload): readonly ScopeItem[] {
  if (foldText(typed) === '') return [];
  const of = narrowed(typed);
  // A type alone names nobody.
  const ofType = of === undefined || of.rest === '' ? [] : matching(list, of.rest, [of.type]);
  const all = matching(list, typed, SCOPE_TYPES);
  // A site that is itself called "Team Marketing" is meant as well, but not somebody of the team's.
  const whole = of?.rest === '' || ofType.length > 0 ? all.filter(isExactly(typed)) : all;
  const found = each([...whole, ...ofType]);
  if (found.length > 0) return fitting(primaries(found), workload);
  const ofAddress = addressed(typed, list);
  if (ofAddress.length > 0) return fitting(primaries(ofAddress), workload);
  const archives = besideArchive(typed).flatMap((rest) => matching(list, rest, SCOPE_TYPES));
  return fitting(each(archives.filter(({ isArchive }) => isArchive)), workload);
}

/** Whether a word may be in what `itemsNamed` takes for a name: cheap, so that it is asked first. */
export const mayBeInName = (word: string, list: Known): boolean =>
  wordsIn(addressIn(word)?.address ?? word).every(
    (part) =>
      TYPES.has(part) ||
      ARCHIVE_WORDS.has(part) ||
      OF_WORD.test(part) ||
      JAPANESE.test(part) ||
      orWithUmlauts(
        part,
        (word) => list.contains(word),
        (isIn) => !isIn,
      ) ||
      isJoined(part),
  );

/** An archive's name in a script without spaces stands behind somebody's. */
const isJoined = (word: string): boolean => [...ARCHIVE].some((phrase) => isUnspaced(phrase) && word.endsWith(phrase));

/** By list and id: looking through a large one takes milliseconds. */
const onlyOnes = new WeakMap<Searched, Map<string, boolean>>();

/** Whether the list has nobody else of that name and type; false while there is no list. */
export function isOnlyOne(scope: Scope, list: Searched | undefined): boolean {
  if (scope.kind !== 'item' || list === undefined) return false;
  const { id, name, type } = scope.item;
  const known = onlyOnes.get(list) ?? new Map<string, boolean>();
  onlyOnes.set(list, known);
  const { isArchive } = scope.item;
  const count = (): number =>
    list
      .search(name, [type], MAX_SEARCHED)
      .filter((item) => item.isArchive === isArchive && isSameName(item.name, name)).length;
  const isOnly = known.get(id) ?? count() === 1;
  known.set(id, isOnly);
  return isOnly;
}
