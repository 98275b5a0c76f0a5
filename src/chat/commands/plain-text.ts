/** Extracts the text a person typed from the markup a chat client sends. */

/** No command is longer; the rest of a huge message is ignored. */
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
/** These tags do not separate words; all others do. An address in angle brackets is not a tag. */
const INLINE_TAG = /<\/?(?:a|b|i|u|s|em|strong|span|code|font)(?:\s[^<>]{0,1000})?>/gi;
const TAG = /<[!/]?[a-z-][a-z0-9:-]{0,40}(?:[\s/][^<>]{0,1000})?>/gi;
/** Some clients turn host names into Markdown links. */
const MARKDOWN_LINK = /\[([^[\]]{1,300})\]\((?:https?:|mailto:)[^()\s]{0,500}\)/gi;
/** Format characters (zero-width, byte order mark, direction marks, soft hyphen) except joiners, which some scripts need. */
const INVISIBLE = /(?:(?![\u200C\u200D])[\p{Cf}\u034F])+/gu;
/** Joiners and variation selectors have no meaning in a command. */
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

export function withoutJoiners(text: string): string {
  return text.replaceAll(JOINING, '');
}

function decoded(entity: string, hex?: string, decimal?: string, name?: string): string {
  if (name !== undefined) return NAMED.get(name.toLowerCase()) ?? entity;
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : ' ';
}
