/** Names, upstream sentences and whatever else comes from outside, made fit to stand in a card. */

/** Beyond what any alphabet stacks on a letter: more only serves to paint over other lines. */
const MARKS_IN_A_ROW = /(\p{M}{3})\p{M}+/gu;
/** Nothing to see, and able to turn text around or hide it. Joiners stay: scripts and emoji need them. */
const INVISIBLE = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;
const CONTROL_OR_SPACE = /[\p{Cc}\p{Z}]+/gu;

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * One line of plain text: no control or direction characters, nothing a card or its template would compute
 * (`{{DATE(…)}}`, `${…}`), at most `limit` UTF-16 units, cut between words where it can be.
 * Markdown is left as it is: it goes only where none is read (`RichTextBlock`, titles of buttons and choices).
 */
export function plain(text: string, limit: number): string {
  const line = text
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
  let kept = '';
  for (const { segment } of characters.segment(line)) {
    if (kept.length + segment.length >= limit) break;
    kept += segment;
  }
  const lastSpace = kept.lastIndexOf(' ');
  return `${(lastSpace > limit * 0.7 ? kept.slice(0, lastSpace) : kept).trimEnd()}…`;
}
