/** Makes names, upstream sentences and other text from outside safe to show on a card, at a limited length. */
import { lazy } from '../../core/text.ts';

/** How much is shown, in UTF-16 units. */
export const LIMITS = {
  button: 40,
  name: 80,
  host: 80,
  typed: 80,
  id: 80,
  organization: 100,
  choice: 100,
  address: 120,
  /** A subject; the name of a document, folder or mailbox. */
  title: 120,
  path: 160,
  detail: 240,
  quote: 300,
  reason: 400,
} as const;

/** No alphabet stacks more marks on a letter; more would only overlap other lines. */
const MARKS_IN_A_ROW = /(\p{M}{3})\p{M}+/gu;
/** Scripts in which a joiner changes how letters are written. */
const JOINING = 'Arab Syrc Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt'.replaceAll(
  /\w+ ?/g,
  (script) => `\\p{Script=${script.trim()}}`,
);
/** Invisible characters that make a difference: joiners in those scripts and in emoji, variants of emoji, Han and Mongolian. */
const NEEDED = [
  `(?<=[${JOINING}])[\\u200c\\u200d](?=[${JOINING}])`,
  '(?<=\\p{Extended_Pictographic}[\\p{Emoji_Modifier}\\ufe0f]?)\\u200d(?=\\p{Extended_Pictographic})',
  '(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]|(?<=[\\d#*])\\ufe0f(?=\\u20e3)',
  '(?<=\\p{Script=Han})[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]|(?<=\\p{Script=Mong})[\\u180b-\\u180f]',
].join('|');
/** All others can hide or reverse text, or make two names look the same. */
const INVISIBLE = new RegExp(`(${NEEDED})|[\\p{Default_Ignorable_Code_Point}\\ufff9-\\ufffb]`, 'gu');
const VISIBLE = /[^\p{Z}\p{M}\u2800]/u;
const CONTROL_OR_SPACE = /[\p{Cc}\p{Z}]+/gu;

const LINE_BREAK = /\r\n?|\n/g;
const HIDDEN = /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/gu;

const characters = lazy(() => new Intl.Segmenter(undefined, { granularity: 'grapheme' }));

/**
 * One line of plain text, empty if nothing of it is visible: no control, direction or ignorable characters, nothing that a
 * card or its template would compute (`{{DATE(…)}}`, `${…}`), at most `limit` UTF-16 units, cut between words if possible.
 * Markdown stays: the text is only used where no markdown is read (`RichTextBlock`, titles of buttons and choices).
 */
export const plain = (text: string | undefined, limit: number): string => shown(oneLine(text, limit), limit);

/**
 * With a scheme, as a host that begins with `www.`, or as a host with a path. A host alone is left: `contoso.onmicrosoft.com`, and
 * names of files look the same.
 */
const ADDRESS =
  /(?:(?<![a-z\d+.-])[a-z\d+.-]+:[/\\]{2}|\b(?:mailto|tel|msteams|javascript|data):|\bwww\.|(?<![\p{L}\p{N}/\\@._-])(?:[\p{L}\p{N}_-]+\.)+\p{L}{2,}(?::\d+)?[/\\])[^\s<>"()[\]{}]*/giu;

/**
 * The same for what an upstream says to people, such as why it refused. Its sentences come with addresses, which whoever controls it
 * could use to send people anywhere: none of them is shown, and nobody needs to open one.
 */
export const quotation = (text: string | undefined, limit: number = LIMITS.quote): string =>
  shown(oneLine(text, limit).replace(ADDRESS, '…'), limit);

function shown(line: string, limit: number): string {
  if (!VISIBLE.test(line)) return '';
  return line.length <= limit ? line : cut(line, limit);
}

function oneLine(text: string | undefined, limit: number): string {
  return (text ?? '')
    .slice(0, 8 * limit)
    .toWellFormed()
    .replace(INVISIBLE, '$1')
    .replace(MARKS_IN_A_ROW, '$1')
    .replace(CONTROL_OR_SPACE, ' ')
    .replace(/\{(?=\{)/g, '{ ')
    .replace(/\$(?=\{)/g, '$ ')
    .trim();
}

function cut(line: string, limit: number): string {
  let start = '';
  for (const { segment } of characters().segment(line)) {
    if (start.length + segment.length >= limit) break;
    start += segment;
  }
  const lastSpace = start.lastIndexOf(' ');
  return `${(lastSpace > limit * 0.7 ? start.slice(0, lastSpace) : start).trimEnd()}…`;
}

/**
 * What somebody typed, in a field where it is changed and sent again: as it is, as nothing is computed there, but without
 * control characters that reorder or hide text, and without line breaks in a field of one line. At most `limit` UTF-16 units.
 */
export function editable(text: string | undefined, limit: number, isMultiline = false): string {
  const typed = (text ?? '')
    .replace(LINE_BREAK, isMultiline ? '\n' : ' ')
    .replaceAll(/[\t\u2028\u2029]/g, ' ')
    .replaceAll(HIDDEN, '');
  // A character of two units that does not fit is left out.
  const end = (typed.codePointAt(limit - 1) ?? 0) > 0xff_ff ? limit - 1 : limit;
  return typed.slice(0, end).toWellFormed();
}

/** Each visible line of it as `plain` shows it; what comes after that many is on the last one. */
export function plainLines(text: string, limit: number, most = 10): readonly string[] {
  const lines = text.split(LINE_BREAK).map((line) => plain(line, limit));
  const shown = lines.filter((line) => line !== '');
  return shown.length <= most ? shown : [...shown.slice(0, most - 1), plain(shown.slice(most - 1).join(' '), limit)];
}

/** East Asian characters are twice as wide as others. */
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]/u;

/** @param line as `plain` returns it; as much of it as is at most that many Latin letters wide */
export function narrowed(line: string, columns: number): string {
  let width = 0;
  for (const { segment, index } of characters().segment(line)) {
    width += WIDE.test(segment) ? 2 : 1;
    if (width > columns) return cut(line, index);
  }
  return line;
}

/** The first items, as many as fit into `bytes` of JSON: Teams accepts cards of 28 KB. */
export function fitting<T>(items: readonly T[], bytes: number): readonly T[] {
  let used = 0;
  const end = items.findIndex((item) => (used += Buffer.byteLength(JSON.stringify(item)) + 1) > bytes);
  return end === -1 ? items : items.slice(0, end);
}
