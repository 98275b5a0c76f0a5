/** What a person meant to write, out of what a chat client made of it. */

/** No command is longer; the rest of a huge message is not looked at. */
const LONGEST = 8_000;

const NAMED: ReadonlyMap<string, string> = new Map([
  ['nbsp', ' '],
  ['ensp', ' '],
  ['emsp', ' '],
  ['thinsp', ' '],
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['zwnj', '\u200C'],
  ['zwj', '\u200D'],
  ['shy', ''],
]);
const ENTITY = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{2,6}));/gi;
const MENTION = /<at\b[^<>]{0,300}>[^<]{0,300}<\/at\s{0,3}>/gi;
/** Inside a word these mean nothing; any other tag parts words. An address in angle brackets is none. */
const INLINE_TAG = /<\/?(?:a|b|i|u|s|em|strong|span|code|font)(?:\s[^<>]{0,1000})?>/gi;
const TAG = /<[!/]?[a-z-][a-z0-9:-]{0,40}(?:[\s/][^<>]{0,1000})?>/gi;
/** A client that makes links of host names writes them so. */
const MARKDOWN_LINK = /\[([^[\]]{1,300})\]\((?:https?:|mailto:)[^()\s]{0,500}\)/gi;
/** Format characters (zero-width, byte order mark, direction marks, soft hyphen), but for joiners, which scripts need. */
const INVISIBLE = /(?:(?![\u200C\u200D])[\p{Cf}\u034F])+/gu;
/** In a command these mean nothing either: joiners and variation selectors. */
const JOINING = /(?:\u200C|\u200D|\p{Variation_Selector})+/gu;
const BLANK = /[\s\p{Cc}\p{Z}]+/gu;

/** @returns one line without mentions, markup and invisible characters; the writer's own case */
export function plainText(text: string): string {
  return text
    .slice(0, LONGEST)
    .replaceAll(MENTION, ' ')
    .replaceAll(INLINE_TAG, '')
    .replaceAll(TAG, ' ')
    .replaceAll(ENTITY, decoded)
    .replaceAll(MARKDOWN_LINK, '$1')
    .replaceAll(INVISIBLE, '')
    .replaceAll(BLANK, ' ')
    .trim();
}

/** A word of a command, as it is compared with those known. */
export function withoutJoiners(text: string): string {
  return text.replaceAll(JOINING, '');
}

function decoded(entity: string, hex?: string, decimal?: string, name?: string): string {
  if (name !== undefined) return NAMED.get(name.toLowerCase()) ?? entity;
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : ' ';
}
