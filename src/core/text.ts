/** Text: folding for comparison, spelling distance, user codes, first sentences. Pure. */

/** The first formatter of a kind takes up to 20 ms and 4 MB: what may not be needed is created when it is first used. */
export function lazy<T>(create: () => T): () => T {
  let created: T | undefined;
  return () => (created ??= create());
}

/** Letters without a Unicode decomposition, and how people without the key type them. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ς: 'σ',
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');
const ACCENTS = /[\u0300-\u036f]/g;
const PLAIN = /^[ -_a-~]*$/;
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;
/** What keyboards, word processors and transliterations write for an apostrophe; Unicode has no property for them. */
const APOSTROPHE = /[`\u00b4\u02b9\u02bb\u02bc\u2018\u2019\u201b\u2032\uff07]/g;
const DASH = /[\p{Dash_Punctuation}\u2212]/gu;
/** What phones and word processors write for a quote. */
export const CURLY_QUOTES = '“”„‟＂';
/** Whatever people put around a phrase. */
export const QUOTATION_MARKS = `"${CURLY_QUOTES}«»`;

/**
 * Text for comparison: compatibility forms (NFKC), lower case, without accents, line breaks and what is not drawn; one
 * apostrophe, one dash, one space. Only the marks of European scripts are removed: in other scripts they are vowels.
 */
export function foldText(text: string): string {
  const bare = PLAIN.test(text)
    ? text.toLowerCase()
    : text
        .replaceAll(IGNORABLE, '')
        .replaceAll(APOSTROPHE, "'")
        .replaceAll(DASH, '-')
        .toLowerCase()
        .normalize('NFKD')
        .replaceAll(ACCENTS, '')
        .normalize('NFC')
        .toLowerCase()
        .replaceAll(LETTER, (letter) => LETTERS[letter] ?? letter);
  return bare.replaceAll(/\s+/g, ' ').trim();
}

const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}々ー]`;
const UNSPACED_WORD = new RegExp(`^${UNSPACED}{2,}$`, 'u');
const SPACE_WITHIN = new RegExp(`(?<=${UNSPACED}) (?=${UNSPACED})`, 'gu');

/** A name for comparison: folded, and without spaces in scripts that write names with them or without. */
export const foldName = (name: string): string => foldText(name).replaceAll(SPACE_WITHIN, '');

const SIGNS_AROUND = /^[^\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu;

/** A name without the signs around it, which people leave out and sentences add: "Contoso Ltd.", `"contoso ltd"`. */
export const bareName = (name = ''): string => foldName(name).replaceAll(SIGNS_AROUND, '');

/** Whether a word can be part of a longer one, since its script writes no spaces. */
export const isUnspaced = (word: string): boolean => UNSPACED_WORD.test(word);

export const isSameName = (one: string, other: string): boolean => foldName(one) === foldName(other);

/** Longer than a name and its address. */
const MAX_ADDRESSED = 512;
const ADDRESS = /^[^@]+@[^@]+$/u;
/** Ends what an address may consist of. */
const NO_ADDRESS = /[\s<>()[\]"“”,;:]/u;

/**
 * `Noor Haddad <noor@customer.example>`, `noor@customer.example;`. Step by step: an expression for all of it tries each end of an
 * address with each beginning, for seconds.
 *
 * @returns undefined where no address ends the text
 */
export function addressIn(typed: string): { readonly name: string; readonly address: string } | undefined {
  if (typed.length > MAX_ADDRESSED) return undefined;
  let end = typed.length;
  while (end > 0 && ';,.'.includes(typed.charAt(end - 1))) end -= 1;
  if (end > 0 && '>)]'.includes(typed.charAt(end - 1))) end -= 1;
  let start = end;
  while (start > 0 && !NO_ADDRESS.test(typed.charAt(start - 1))) start -= 1;
  // A mention's sign is no part of it.
  const address = typed.slice(start, end).replace(/^@+/u, '');
  if (!ADDRESS.test(address)) return undefined;
  const before = typed.slice(0, start).replace(/mailto:$/iu, '');
  return { name: before.replace(/[<([]$/u, ''), address };
}

const collator = lazy(() => new Intl.Collator('en'));

/** The order of names, the same on every machine. */
export const compareNames = (one: string, other: string): number => collator().compare(one, other);

/** White space, what Unicode says is drawn as nothing (UAX #44, Default_Ignorable_Code_Point), and the blanks among the symbols. */
const BLANK = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]*$/u;

/** What somebody has typed, without white space around it. @returns undefined where nothing of it can be seen */
export const typedText = (typed: string | undefined): string | undefined =>
  typed === undefined || BLANK.test(typed) ? undefined : typed.trim();

const MAX_WORD_LENGTH = 20;

/** At most one mistake away for short words, two for longer ones; undefined where several words are as near. */
export function nearest(typed: string, words: readonly string[]): string | undefined {
  if (typed.length < 3 || typed.length > MAX_WORD_LENGTH) return undefined;
  const allowed = typed.length <= 4 ? 1 : 2;
  const ranked = words
    .map((word) => ({ word, distance: distance(typed, word) }))
    .filter(({ distance }) => distance <= allowed)
    .toSorted((a, b) => a.distance - b.distance);
  const [first, second] = ranked;
  return first !== undefined && first.distance !== second?.distance ? first.word : undefined;
}

/** One mistake apart. */
export const isMisspelt = (typed: string, word: string): boolean =>
  Math.abs(typed.length - word.length) <= 1 && distance(typed, word) === 1;

/** Letters to insert, drop, replace or swap with their neighbour (optimal string alignment). */
export function distance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
}

const LONGEST_CODE = 64;
/** No link, no markdown and no sentence: it is shown large. */
const CODE = /^[\p{L}\p{Nd}]+(?:[- ][\p{L}\p{Nd}]+)*$/u;

/** Whether a text is a code to be typed (RFC 8628, section 6.1): letters and digits, in groups. */
export const isUserCode = (text: string): boolean => text.length <= LONGEST_CODE && CODE.test(text);

const TRAILER = /\s*(?:Trace ID|Correlation ID|Timestamp):.*$/s;
const MAX_SENTENCE_LENGTH = 200;

/**
 * The first sentence of an upstream's `error_description` for people: without Microsoft's trace ids, correlation ids and
 * time stamps (the log has them), on one line, at most 200 characters.
 */
export function firstSentence(description: string | undefined): string | undefined {
  const line = description?.replace(TRAILER, '').replaceAll(/\s+/g, ' ').trim();
  if (!line) return undefined;
  const sentence = /^.*?[.!?](?=\s|$)/.exec(line)?.[0] ?? line;
  // Array.from splits by code points, so that no character is cut in two.
  const characters = Array.from(sentence);
  return characters.length > MAX_SENTENCE_LENGTH
    ? `${characters.slice(0, MAX_SENTENCE_LENGTH - 1).join('')}…`
    : sentence;
}
