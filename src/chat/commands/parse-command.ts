/** Parses a typed message into a command. Pure; its cost is bounded for any text. */
import { distance, nearest } from '../../core/text.ts';
import type { FlowKind } from '../../core/organization.ts';
import type { Place } from '../../core/person.ts';
import { plainText, withoutJoiners } from './plain-text.ts';
import { COURTESIES, FILLERS, GREETED, GREETINGS, PHRASES, SPELLINGS } from './synonyms.ts';
import type { Looking, Plain, Seeking } from './synonyms.ts';

export type Command =
  | {
      readonly kind: 'login';
      readonly flow: FlowKind;
      /** As typed; not checked here. */
      readonly organization?: string | undefined;
    }
  | { readonly kind: Plain }
  | { readonly kind: Looking }
  | {
      readonly kind: Seeking;
      /** As typed, at most 1,000 characters. */
      readonly words?: string | undefined;
    }
  | {
      readonly kind: 'unknown';
      /** The first 100 characters, for display. */
      readonly typed: string;
      /** The command that was probably intended, ready to run. */
      readonly suggestion?: string | undefined;
    };

type Known = Exclude<Command, { kind: 'unknown' }>;

const LONGEST_TYPED = 100;
const LONGEST_ORGANIZATION = 200;
const LONGEST_WORDS = 1_000;
/** A longer suggestion would be cut where it is shown. */
const LONGEST_SUGGESTED = 80;
const MOST_WORDS = 60;
/** Phrases have three words at most. */
const LONGEST_PHRASE = 3;
const APP_ONLY: ReadonlySet<string> = new Set(['app-only', 'apponly', 'app_only']);
/** Second halves of `log in`, `sign out` and the like. */
const PARTICLES: ReadonlySet<string> = new Set(['in', 'on', 'out', 'off']);
/** Around a word or a whole message these mean nothing. */
const EDGES: ReadonlySet<string> = new Set(` /\\"'“”„«»\`´*_~,.:;!?¡¿…。！？、，(-`);

/** Placeholders of the command list, sent as they stand. */
const PLACEHOLDERS: ReadonlySet<string> = new Set(['[words]', '<words>', 'words']);
/** Around a whole command. */
const QUOTES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ['`', '`'],
  ['*', '*'],
  ['_', '_'],
]);

/** A word, as it was typed and as it is compared, and what comes after it. */
interface Word {
  readonly typed: string;
  readonly plain: string;
  readonly after: string;
}

/**
 * @param text a message's text as the chat client sends it
 * @param place in shared places, where the bot is mentioned in passing too, `stop`, `start` and the like need `restore`
 */
export function parseCommand(text: string, place: Place): Command {
  const whole = plainText(text);
  const line = withoutEdges(whole);
  const all = wordsOf(unquoted(whole)).filter(({ plain }) => plain !== '');
  const [first] = all;
  if (first === undefined) return { kind: 'help' };

  const isGreeting = GREETINGS.has(first.plain);
  const greeted = isGreeting ? all.slice(1) : all;
  const named = withoutBotName(greeted);
  const words = COURTESIES.has(named[0]?.plain ?? '') ? named.slice(1) : named;
  if (words.length === 0) return { kind: 'help' };
  const isAddressed = named.length < greeted.length || place === 'personal';
  const known = understood(words, isAddressed);
  if (known !== undefined) return known;
  if (isGreeting && words.every(({ plain }) => GREETED.has(plain))) return { kind: 'help' };
  const suggestion =
    suggestionFor(words) ?? (place === 'personal' && named.length < greeted.length ? finding(words) : undefined);
  return { kind: 'unknown', typed: cut(line, LONGEST_TYPED), suggestion };
}

/** "restore budget.xlsx": what is to be restored has to be found first. */
function finding([first]: readonly Word[]): string | undefined {
  return first && spelt(seeking('find', `${first.typed}${first.after}`));
}

/** Without the quotes around all of it; those around a part are the person's own. */
function unquoted(line: string): string {
  let ends = 0;
  while (ends * 2 < line.length && QUOTES.get(line.charAt(ends)) === line.charAt(line.length - 1 - ends)) ends += 1;
  return ends * 2 < line.length ? line.slice(ends, line.length - ends) : line;
}

function wordsOf(line: string): readonly Word[] {
  let end = -1;
  return line.split(' ', MOST_WORDS).map((typed) => {
    end += typed.length + 1;
    return word(typed, line.slice(end));
  });
}

/** Each character is looked at once, whatever the text. */
function withoutEdges(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && EDGES.has(text.charAt(start))) start += 1;
  while (end > start && EDGES.has(text.charAt(end - 1)) && text.charAt(end - 1) !== '(') end -= 1;
  return text.slice(start, end);
}

function word(typed: string, after: string): Word {
  // Full-width letters and other compatibility forms count as plain ones, every dash as a hyphen.
  const plain = withoutJoiners(typed)
    .normalize('NFKC')
    .replaceAll(/\p{Pd}/gu, '-')
    .toLowerCase();
  return { typed, plain: withoutEdges(plain), after };
}

/** Drops `restore`, also where a client leaves the bot's name behind that a mention stood for. */
function withoutBotName(words: readonly Word[]): readonly Word[] {
  const [first, ...rest] = words;
  if (first === undefined) return words;
  if (first.plain === 'restore') return withoutBotName(rest[0]?.plain === 'bot' ? rest.slice(1) : rest);
  const glued = /^restore[-_:/.,]+(.+)$/.exec(first.plain)?.[1];
  return glued === undefined ? words : [{ ...first, typed: glued, plain: glued }, ...rest];
}

function understood(words: readonly Word[], isAddressed: boolean): Known | undefined {
  for (let length = Math.min(LONGEST_PHRASE, words.length); length > 0; length -= 1) {
    const phrase = words
      .slice(0, length)
      .map(({ plain }) => plain)
      .join(' ');
    const kind = PHRASES.get(phrase);
    if (kind === undefined) continue;
    const rest = words.slice(length);
    if (kind === 'login') return login(rest);
    const isCasual = !SPELLINGS.includes(phrase.replaceAll(/[ -]/g, ''));
    if (isCasual && !isAddressed) return undefined;
    if (isSeeking(kind)) return seeking(kind, words[length - 1]?.after ?? '');
    return rest.every(({ plain }) => FILLERS.has(plain)) ? { kind } : undefined;
  }
  return undefined;
}

const isSeeking = (kind: Known['kind']): kind is Seeking => kind === 'find' || kind === 'scope';

function seeking(kind: Seeking, after: string): Known {
  const words = after.trim();
  const isNothing =
    PLACEHOLDERS.has(words.toLowerCase()) || words.split(' ').every((each) => COURTESIES.has(word(each, '').plain));
  return words === '' || isNothing ? { kind } : { kind, words: cut(words, LONGEST_WORDS) };
}

function login(rest: readonly Word[]): Known | undefined {
  const [first, second] = rest;
  if (first === undefined) return { kind: 'login', flow: 'operator' };
  if (APP_ONLY.has(first.plain)) return signIn('app-only', rest.slice(1));
  if (first.plain === 'app' && second?.plain === 'only') return signIn('app-only', rest.slice(2));
  // An organization of such a name would be told apart from a slip of the finger by nobody.
  if (isNearAppOnly(first)) return undefined;
  return signIn('operator', rest);
}

function signIn(flow: FlowKind, rest: readonly Word[]): Known {
  const organization = organizationIn(rest);
  return organization === undefined ? { kind: 'login', flow } : { kind: 'login', flow, organization };
}

function organizationIn(words: readonly Word[]): string | undefined {
  if (words.every(({ plain }) => COURTESIES.has(plain))) return undefined;
  const typed = words.map(({ typed }) => typed).join(' ');
  const bare = withoutEdges(typed)
    .replace(/^[[<{](.*)[\]>}]$/, '$1')
    .replace(/^https?:\/\/([^/]+)\/?$/i, '$1');
  // The placeholder of the command list, sent as it stands.
  return bare === '' || bare.toLowerCase() === 'organization' ? undefined : cut(bare, LONGEST_ORGANIZATION);
}

function suggestionFor(words: readonly Word[]): string | undefined {
  const [first, ...rest] = words;
  if (first === undefined) return undefined;
  const known = understood(words, true) ?? (isNearRestore(first) ? understood(rest, true) : undefined);
  if (known !== undefined) return spelt(known);
  const joined = first.plain.startsWith('restore') ? first.plain.slice('restore'.length) : first.plain;
  const [said, meant, after] = isNearRestore(first)
    ? [rest[0], rest[0]?.plain ?? '', rest.slice(1)]
    : [first, joined, rest];
  const next = after[0]?.plain ?? '';
  const inTwo = PARTICLES.has(next) ? suggested(`${meant}${next}`, after.slice(1), '') : undefined;
  return inTwo ?? suggested(meant, after, said?.after ?? '');
}

function suggested(typed: string, rest: readonly Word[], after: string): string | undefined {
  const spelling = SPELLINGS.includes(typed) ? typed : nearest(typed, SPELLINGS);
  const kind = PHRASES.get(spelling ?? typed);
  if (kind === undefined) return undefined;
  if (isSeeking(kind)) return spelt(seeking(kind, after));
  // "list my mails" wants mails, not the list of what was picked.
  if (kind === 'list' && rest.some(({ plain }) => !FILLERS.has(plain))) return spelt({ kind: 'find' });
  if (kind !== 'login') return spelt({ kind });
  const [first, ...others] = rest;
  return spelt(
    first !== undefined && isNearAppOnly(first)
      ? signIn('app-only', others)
      : (login(rest) ?? { kind: 'login', flow: 'operator' }),
  );
}

function isNearAppOnly({ plain }: Word): boolean {
  return plain.length < 12 && [...APP_ONLY].some((spelling) => distance(plain, spelling) <= 1);
}

function isNearRestore({ plain }: Word): boolean {
  return plain.length > 4 && plain.length < 12 && distance(plain, 'restore') <= 2;
}

const isSeekingCommand = (command: Known): command is Extract<Known, { kind: Seeking }> => isSeeking(command.kind);

function spelt(command: Known): string {
  if (command.kind === 'forget') return 'restore forget me';
  if (isSeekingCommand(command)) {
    const whole = `restore ${command.kind} ${command.words ?? ''}`;
    return command.words === undefined || whole.length > LONGEST_SUGGESTED ? `restore ${command.kind}` : whole;
  }
  if (command.kind !== 'login') return `restore ${command.kind}`;
  const words = ['restore login', command.flow === 'app-only' ? 'app-only' : '', command.organization ?? ''];
  return cut(words.filter((part) => part !== '').join(' '), LONGEST_TYPED);
}

/** Never between the two halves of a character. */
function cut(text: string, longest: number): string {
  return text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '');
}
