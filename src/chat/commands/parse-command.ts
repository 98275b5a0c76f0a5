/** Parses a typed message into a command. Pure; its cost is bounded for any text. */
import type { FlowKind } from '../../core/organization.ts';
import type { Place } from '../../core/person.ts';
import { distance, foldText, isMisspelt, nearest, QUOTATION_MARKS, typedText } from '../../core/text.ts';
import { plainText, withoutJoiners } from './plain-text.ts';
import {
  COURTESIES,
  FILLERS,
  GREETED,
  GREETINGS,
  LEADS,
  OTHER_SPELLINGS,
  PHRASES,
  phraseKey,
  SPELLINGS,
  type CommandKind,
  takesWords,
  type CommandWithWords,
} from './commands.ts';

interface LoginCommand {
  readonly kind: 'login';
  readonly flow: FlowKind;
  /** As typed; not checked here. */
  readonly organization?: string | undefined;
}

interface WordsCommand {
  readonly kind: CommandWithWords;
  /** As typed, at most 2,000 characters; not checked here. */
  readonly words?: string | undefined;
}

type RunnableCommand =
  | LoginCommand
  | WordsCommand
  | { readonly kind: Exclude<CommandKind, 'login' | WordsCommand['kind']> };

export type Command =
  | RunnableCommand
  | {
      readonly kind: 'unknown';
      /** The first 100 characters, for display. */
      readonly typed: string;
      /** The command that was probably intended, ready to run. */
      readonly suggestion?: string | undefined;
      /** The command that searches for what was typed; none where a command was clearly intended, or that would be cut. */
      readonly search?: string | undefined;
    };

const LONGEST_TYPED = 100;
const LONGEST_ORGANIZATION = 200;
/** Twice what is searched for: words that are too long are refused, not cut, whatever else the line says. */
const LONGEST_SEARCH = 2_000;
/** A longer suggestion would be cut where it is shown. */
const LONGEST_SUGGESTION = 80;
const MAX_WORDS = 60;
/** Japanese writes no space behind its comma. */
const SPACE = /[ 、]/u;
/** In words, the longest first. */
const PHRASE_LENGTHS = [3, 2, 1];
const APP_ONLY: readonly string[] = ['app-only', 'apponly', 'app_only'];
/** Second halves of `log in`, `sign out` and the like. */
const PARTICLES: ReadonlySet<string> = new Set(['in', 'on', 'out', 'off']);
/** Around a word or a whole message these mean nothing. */
const EDGES: ReadonlySet<string> = new Set(` /\\"'“”„«»\`´*_~,.:;!?¡¿…。！？、，(-`);
const PICTURE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/gu;
/** Around what is searched for, where quotes, brackets and wildcards mean something. */
const SENTENCE_BEGIN: ReadonlySet<string> = new Set(' /¡¿');
const SENTENCE_END: ReadonlySet<string> = new Set(' ,.:;!?…。！？、，');
/** Placeholders of the command list, sent as they stand. */
const PLACEHOLDERS: ReadonlySet<string> = new Set(['[words]', '<words>', 'words']);
/** Quotes always mean words: a mail may be about "thanks". */
const QUOTED_WORD = new RegExp(`[${QUOTATION_MARKS}「『」』]`, 'u');
/** Opening and closing. */
const BRACKETS: ReadonlyMap<string, string> = new Map(Object.entries({ '(': ')', '[': ']', '<': '>', '{': '}' }));
/** Opening and closing, around a whole command. */
const QUOTES: ReadonlySet<string> = new Set(['""', "''", '“”', '„“', '«»', '``', '**', '__']);

interface Word {
  readonly typed: string;
  readonly plain: string;
  readonly after: string;
}

/** @param text a message's text as the chat client sends it */
export const parseCommand = (text: string, place: Place): Command => parseLine(plainText(text), place);

/**
 * @param line without markup: of a message, or of a button that stands for a command
 * @param place in shared places, where the bot is mentioned in passing too, `stop`, `start` and the like need `restore`
 */
export function parseLine(line: string, place: Place): Command {
  const all = splitWords(unquoted(line));
  const isGreeting = GREETINGS.has(all[0]?.plain ?? '');
  const greeted = isGreeting ? all.slice(1) : all;
  const polite = withoutCourtesies(greeted);
  const named = withoutBotName(polite);
  const words = withoutCourtesies(named);
  if (words.length === 0) return { kind: 'help' };
  const namesBot = named.length < polite.length;
  const command = parseWords(words, namesBot || place === 'personal');
  if (command !== undefined) return command;
  if (isGreeting && words.every(({ plain }) => GREETED.has(plain) || GREETINGS.has(plain))) return { kind: 'help' };
  const suggestion = suggestionFor(words) ?? (namesBot && place === 'personal' ? findSuggestion(words) : undefined);
  const typed = withoutEdges(line);
  // Ordinary words resemble those of other languages: "Kuchen", "sachen".
  const isFind = suggestion?.startsWith('restore find ') === true && !words.slice(0, 1).some(isNearlyOther);
  const isIntended = namesBot || words.slice(0, 1).some(isNearlyRestore) || isFind;
  const sought = withoutEdges(line, SENTENCE_BEGIN, SENTENCE_END);
  const isSearchable = !isIntended && place === 'personal' && sought !== '' && sought.length <= LONGEST_TYPED;
  const search = isSearchable ? `restore find ${sought}` : undefined;
  return {
    kind: 'unknown',
    typed: cut(typed, LONGEST_TYPED),
    suggestion,
    search,
  };
}

const isNearlyRestore = ({ plain }: Word): boolean =>
  plain.length > 4 && plain.length < 12 && distance(plain, 'restore') <= 2;

/** Without the quotes around all of it; those around a part are the person's own. */
function unquoted(line: string): string {
  let ends = 0;
  while (ends * 2 < line.length && QUOTES.has(`${line.charAt(ends)}${line.charAt(line.length - 1 - ends)}`)) ends += 1;
  return ends * 2 < line.length ? line.slice(ends, line.length - ends) : line;
}

/** Words of signs alone mean nothing beside others: "status 👍", "Hi :)". */
function splitWords(line: string): readonly Word[] {
  const words = wordsIn(line).filter(({ plain }) => plain !== '');
  const spoken = words.filter(({ plain }) => /[\p{L}\p{N}]/u.test(plain));
  return spoken.length > 0 ? spoken : words;
}

function wordsIn(line: string): readonly Word[] {
  let end = -1;
  const words = line.split(SPACE, MAX_WORDS).map((typed) => {
    end += typed.length + 1;
    return { typed, plain: normalized(typed), after: line.slice(end) };
  });
  return words.filter(({ typed }) => typed !== '');
}

const phraseOf = (words: readonly Word[]): string => words.map(({ plain }) => plain).join(' ');

function normalized(word: string): string {
  const folded = withoutEdges(foldText(withoutJoiners(word)));
  return withoutEdges(folded.replaceAll(PICTURE, '')) || folded;
}

/** Not a regular expression: visits each character once, whatever the text. */
function withoutEdges(text: string, opening = EDGES, closing = EDGES): string {
  let start = 0;
  let end = text.length;
  while (start < end && opening.has(text.charAt(start))) start += 1;
  while (end > start && closing.has(text.charAt(end - 1)) && text.charAt(end - 1) !== '(') end -= 1;
  return text.slice(start, end);
}

/**
 * Without what people write around a command or a name: "please to contoso", "contoso, por favor".
 *
 * @param isName whether the first word begins a name, although it is a courtesy elsewhere
 */
function withoutCourtesies(words: readonly Word[], isName?: (first: Word) => boolean): readonly Word[] {
  const [first] = words;
  if (first === undefined) return words;
  const before = PHRASE_LENGTHS.find((length) => COURTESIES.has(phraseOf(words.slice(0, length))));
  if (before !== undefined && isName?.(first) !== true) return withoutCourtesies(words.slice(before), isName);
  const behind = PHRASE_LENGTHS.find((length) => COURTESIES.has(phraseOf(words.slice(-length))));
  return behind === undefined ? words : withoutCourtesies(words.slice(0, -behind), isName);
}

/** Drops `restore`, also where a client leaves the bot's name behind that a mention stood for. */
function withoutBotName(words: readonly Word[]): readonly Word[] {
  const [first, ...rest] = words;
  if (first === undefined) return words;
  if (first.plain === 'restore') return withoutBotName(rest[0]?.plain === 'bot' ? rest.slice(1) : rest);
  const glued = /^restore[-_:/.,]+(.+)$/.exec(first.plain)?.[1];
  return glued === undefined ? words : [{ ...first, typed: glued, plain: glued }, ...rest];
}

function parseWords(words: readonly Word[], isAddressed: boolean): RunnableCommand | undefined {
  for (const length of PHRASE_LENGTHS.filter((each) => each <= words.length)) {
    const phrase = phraseKey(phraseOf(words.slice(0, length)));
    const kind = PHRASES.get(phrase);
    if (kind === undefined) continue;
    const rest = words.slice(length);
    if (kind === 'login') return loginCommand(rest);
    const isCasual = !SPELLINGS.includes(phrase.replaceAll(' ', ''));
    if (isCasual && !isAddressed) return undefined;
    if (takesWords(kind)) return wordsCommand(kind, words[length - 1]?.after ?? '');
    return rest.every((word) => FILLERS.has(word.plain)) ? { kind } : undefined;
  }
  return undefined;
}

function wordsCommand(kind: WordsCommand['kind'], after: string): WordsCommand {
  const words = typedText(after.replace(/^、/u, '')) ?? '';
  const isEmpty =
    words === '' ||
    PLACEHOLDERS.has(words.toLowerCase()) ||
    (withoutCourtesies(wordsIn(words)).length === 0 && !QUOTED_WORD.test(words));
  return { kind, words: isEmpty ? undefined : cut(words, LONGEST_SEARCH) };
}

/** @returns undefined for a first word that is probably a misspelt `app-only`, not an organization */
function loginCommand(rest: readonly Word[]): LoginCommand | undefined {
  const [first = '', second] = rest.map(({ plain }) => plain);
  if (APP_ONLY.includes(first)) return signInCommand('app-only', rest.slice(1));
  if (first === 'app' && second === 'only') return signInCommand('app-only', rest.slice(2));
  const isNearAppOnly = first.length < 12 && APP_ONLY.some((spelling) => distance(first, spelling) <= 1);
  return isNearAppOnly ? undefined : signInCommand('operator', rest);
}

function nameIn(words: readonly Word[]): readonly Word[] {
  // A name may begin with "A", "At" or "Now".
  const isName = ({ plain, typed }: Word): boolean => LEADS.has(plain) && /\p{Lu}/u.test(typed);
  const named = withoutCourtesies(words, isName);
  const [first, ...rest] = named;
  const isLed = first !== undefined && LEADS.has(first.plain) && !isName(first);
  return isLed && rest.length > 0 ? nameIn(rest) : named;
}

/** A bracket at an end whose partner is not there, which may have gone as an edge. */
function withoutLoneBrackets(text: string): string {
  const [open, close] = [...BRACKETS].find(([one, other]) => text.startsWith(one) !== text.endsWith(other)) ?? [];
  if (open === undefined || close === undefined) return text;
  if (text.endsWith(close) && !text.includes(open)) return text.slice(0, -1);
  return text.startsWith(open) && !text.includes(close) ? text.slice(1) : text;
}

function signInCommand(flow: FlowKind, given: readonly Word[]): LoginCommand {
  const words = nameIn(given);
  const [first] = words;
  const last = words.at(-1);
  if (first === undefined || last === undefined) return { kind: 'login', flow };
  // With the signs between its words: "Contoso - EU".
  const typed = `${first.typed}${first.after}`.slice(0, first.typed.length + first.after.length - last.after.length);
  const organization = withoutLoneBrackets(withoutEdges(typed))
    .replace(/^[[<{](.*)[\]>}]$/, '$1')
    .replace(/^https?:\/\/([^/]+)\/?$/i, '$1');
  const isPlaceholder = organization.toLowerCase() === 'organization';
  if (isPlaceholder) return { kind: 'login', flow };
  return {
    kind: 'login',
    flow,
    organization: cut(organization, LONGEST_ORGANIZATION),
  };
}

function suggestionFor(words: readonly Word[]): string | undefined {
  const [first, ...rest] = words;
  if (first === undefined) return undefined;
  const isRestore = isNearlyRestore(first);
  const command = parseWords(words, true) ?? (isRestore ? parseWords(rest, true) : undefined);
  if (command !== undefined) return textOf(command);
  const joined = { ...first, plain: first.plain.replace(/^restore/, '') };
  const [misspelt, ...after] = isRestore ? rest : [joined, ...rest];
  if (misspelt === undefined) return undefined;
  const [next, ...others] = after;
  const isInTwo = next !== undefined && PARTICLES.has(next.plain);
  return (
    (isInTwo ? nearestCommand(`${misspelt.plain}${next.plain}`, others, '') : undefined) ??
    nearestCommand(misspelt.plain, after, misspelt.after)
  );
}

/** One mistake away in another language, where all such words mean the same. */
function nearestOther(typed: string): CommandKind | undefined {
  const [kind, ...others] = new Set(
    OTHER_SPELLINGS.filter((word) => isMisspelt(typed, word)).map((word) => PHRASES.get(word)),
  );
  return others.length > 0 ? undefined : kind;
}

const isNearlyOther = ({ plain }: Word): boolean => nearestOther(plain) !== undefined;

function nearestCommand(typed: string, rest: readonly Word[], after: string): string | undefined {
  const kind = PHRASES.get(nearest(typed, SPELLINGS) ?? phraseKey(typed)) ?? nearestOther(typed);
  if (kind === undefined) return undefined;
  if (takesWords(kind)) return textOf(wordsCommand(kind, after));
  if (kind === 'login') return textOf(loginCommand(rest) ?? signInCommand('app-only', rest.slice(1)));
  // "list my mails" asks for mails, not for the list of selected items.
  const isSearch = kind === 'list' && rest.some(({ plain }) => !FILLERS.has(plain));
  return textOf({ kind: isSearch ? 'find' : kind });
}

/** "restore budget.xlsx": what is to be restored has to be found first. */
function findSuggestion([first]: readonly Word[]): string | undefined {
  return first && textOf(wordsCommand('find', `${first.typed}${first.after}`));
}

function textOf(command: RunnableCommand): string {
  if (command.kind === 'forget') return 'restore forget me';
  const flow = command.kind === 'login' && command.flow === 'app-only' ? ' app-only' : '';
  const name = `restore ${command.kind.replace('-', ' ')}${flow}`;
  const words = 'words' in command ? command.words : command.kind === 'login' ? command.organization : undefined;
  const text = `${name} ${words ?? ''}`.trimEnd();
  return text.length > LONGEST_SUGGESTION ? name : text;
}

/** Never between the two halves of a character. */
function cut(text: string, longest: number): string {
  return text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '');
}
