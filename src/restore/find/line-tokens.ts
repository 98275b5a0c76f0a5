/** What a line is made of: words and quoted text, and in languages without spaces what stands between particles. */
import { phrasesIn, VOCABULARIES } from '../../languages/index.ts';
import { QUOTATION_MARKS } from '../../core/text.ts';
import { QUOTED } from '../explore/search/build-query.ts';

export const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;

/** Words and quoted text. What has quotes or a criterion's colon is never a mark, nor part of one unless a whole name has it. */
const TOKEN = new RegExp(
  String.raw`「[^」]*」|『[^』]*』|(?:[^\s${QUOTATION_MARKS}「『]|${QUOTED}|[${QUOTATION_MARKS}])+|[「『]`,
  'gsu',
);
const PROTECTED = new RegExp(String.raw`[${QUOTATION_MARKS}「『]|(?<!\d):(?=\S)|:(?=[^\s\d])`, 'u');

export interface LineToken {
  readonly text: string;
  /** No space stands before it. */
  readonly isGlued: boolean;
  readonly isProtected: boolean;
}

const CUTS = VOCABULARIES.flatMap(({ cuts }) => phrasesIn(cuts ?? '')).filter(Boolean);
/** Whatever is not cut off by a part stays together. */
const PIECE = new RegExp(`.+?(?:${CUTS.join('|')}|$)`, 'gsu');

/** Behind a quoted phrase they belong to what stands before them. */
const LED_BY_CUT = new RegExp(`^(?:${CUTS.join('|')})(?=.)`, 'su');
/** At the end of a word they lead to what follows. */
const LEADING_ON = /(?:から|[のでにを])$/u;

const REQUESTS = VOCABULARIES.flatMap(({ requests }) => phrasesIn(requests ?? '')).filter(Boolean);

const withoutEnd = (line: string): string => line.replace(/[\s。！!？?]+$/u, '');

export function withoutRequest(line: string): string {
  const typed = withoutEnd(line);
  const request = REQUESTS.find((ending) => typed.length > ending.length && typed.endsWith(ending));
  return request === undefined ? line : typed.slice(0, -request.length);
}

function piecesOf(token: string, isGlued: boolean): readonly string[] {
  const [lead = ''] = (isGlued && LED_BY_CUT.exec(token)) || [];
  return [lead, ...(token.slice(lead.length).match(PIECE) ?? [])].filter(Boolean);
}

export const tokensOf = (line: string): readonly LineToken[] =>
  Array.from(line.matchAll(TOKEN)).flatMap(({ 0: token, index }) => {
    const isGlued = index > 0 && !/\s/.test(line[index - 1] ?? '');
    const pieces = UNSPACED.test(token) && !PROTECTED.test(token) ? piecesOf(token, isGlued) : [token];
    return pieces.map((text, at) => ({ text, isGlued: at > 0 || isGlued, isProtected: PROTECTED.test(text) }));
  });

export const textOf = (tokens: readonly LineToken[]): string =>
  tokens.map(({ text, isGlued }, at) => (at === 0 || isGlued ? text : ` ${text}`)).join('');

/** Nothing but a request, whose object was taken. */
const isRequest = (text: string): boolean => REQUESTS.includes(`を${withoutEnd(text)}`);

/** What only led to a part that was taken, or asked for it: 京都の, 探して. */
function withoutLinks(tokens: readonly LineToken[], all: readonly LineToken[]): readonly LineToken[] {
  const left = new Set(tokens);
  const isTaken = (token: LineToken | undefined): boolean => token !== undefined && !left.has(token);
  return all.flatMap((token, at) => {
    if (!left.has(token)) return [];
    const next = all[at + 1];
    const isBehindTaken = isTaken(all[at - 1]);
    if (next === undefined && isBehindTaken && isRequest(token.text)) return [];
    const text = next?.isGlued && isTaken(next) && !token.isProtected ? token.text.replace(LEADING_ON, '') : token.text;
    return text === '' ? [] : [{ ...token, text, isGlued: token.isGlued && !isBehindTaken }];
  });
}

/**
 * As the search language has them: 「…」 is a phrase.
 *
 * @param all of the line, of which `tokens` are left
 */
export const typedWords = (tokens: readonly LineToken[], all: readonly LineToken[]): string | undefined =>
  textOf(withoutLinks(tokens, all))
    .replaceAll(/「([^」]*)」|『([^』]*)』/g, (_, one?: string, other?: string) => ` "${one ?? other}" `)
    .replaceAll(/、(?=\s|$)/g, ' ')
    .replace(/(?<=\p{L})を$/u, '')
    .replaceAll(/\s+/g, ' ')
    .trim() || undefined;
