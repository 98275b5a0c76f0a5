/** Makes names, upstream sentences and other text from outside safe to show on a card, at a limited length. */

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
/** Invisible characters that can reverse or hide text. Joiners stay: scripts and emoji need them. */
const INVISIBLE = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;
const CONTROL_OR_SPACE = /[\p{Cc}\p{Z}]+/gu;

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * One line of plain text: no control or direction characters, nothing that a card or its template would compute
 * (`{{DATE(…)}}`, `${…}`), at most `limit` UTF-16 units, cut between words if possible.
 * Markdown stays: the text is only used where no markdown is read (`RichTextBlock`, titles of buttons and choices).
 */
export function plain(text: string | undefined, limit: number): string {
  const line = (text ?? '')
    .slice(0, 8 * limit)
    .toWellFormed()
    .replace(INVISIBLE, '')
    .replace(MARKS_IN_A_ROW, '$1')
    .replace(CONTROL_OR_SPACE, ' ')
    .replace(/\{(?=\{)/g, '{ ')
    .replace(/\$(?=\{)/g, '$ ')
    .trim();
  return line.length <= limit ? line : cut(line, limit);
}

function cut(line: string, limit: number): string {
  let start = '';
  for (const { segment } of characters.segment(line)) {
    if (start.length + segment.length >= limit) break;
    start += segment;
  }
  const lastSpace = start.lastIndexOf(' ');
  return `${(lastSpace > limit * 0.7 ? start.slice(0, lastSpace) : start).trimEnd()}…`;
}

/** The first items, as many as fit into `bytes` of JSON: Teams accepts cards of 28 KB. */
export function fitting<T>(items: readonly T[], bytes: number): readonly T[] {
  let used = 0;
  const end = items.findIndex((item) => (used += Buffer.byteLength(JSON.stringify(item)) + 1) > bytes);
  return end === -1 ? items : items.slice(0, end);
}
