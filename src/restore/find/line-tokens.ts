/** What a line is made of: words and quoted text, and in languages without spaces what stands between particles. */
import { phrasesIn, VOCABULARIES } from '../../languages/index.ts';
import { QUOTES } from '../explore/search/build-query.ts';

export const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;

/** Words and quoted text. What has quotes or a criterion's colon is never a mark, nor part of one unless a whole name has it. */
const TOKEN = new RegExp(
  String.raw`「[^」]*」|『[^』]*』|(?:[^\s${QUOTES}「『]|[${QUOTES}](?:[^${QUOTES}\\]|\\.)*[${QUOTES}]|[${QUOTES}])+|[「『]`,
  'gsu',
);
const PROTECTED = new RegExp(String.raw`[${QUOTES}「『]|(?<!\d):(?=\S)|:(?=[^\s\d])`, 'u');

export interface LineToken {
  readonly text: string;
  /** No space stands before it. */
  readonly isGlued: boolean;
  readonly isProtected: boolean;
}

const CUTS = VOCABULARIES.flatMap(({ cuts }) => phrasesIn(cuts ?? '')).filter(Boolean);
/** Whatever is not cut off by a part stays together. */
const PIECE = new RegExp(`.+?(?:${CUTS.join('|')}|$)`, 'gsu');

const REQUESTS = VOCABULARIES.flatMap(({ requests }) => phrasesIn(requests ?? '')).filter(Boolean);

export function withoutRequest(line: string): string {
  const typed = line.replace(/[\s。！!？?]+$/u, '');
  const request = REQUESTS.find((ending) => typed.length > ending.length && typed.endsWith(ending));
  return request === undefined ? line : typed.slice(0, -request.length);
}

export const tokensOf = (line: string): readonly LineToken[] =>
  Array.from(line.matchAll(TOKEN)).flatMap(({ 0: token, index }) => {
    const isGlued = index > 0 && !/\s/.test(line[index - 1] ?? '');
    const pieces = UNSPACED.test(token) && !PROTECTED.test(token) ? (token.match(PIECE) ?? [token]) : [token];
    return pieces.map((text, at) => ({ text, isGlued: at > 0 || isGlued, isProtected: PROTECTED.test(text) }));
  });

export const textOf = (tokens: readonly LineToken[]): string =>
  tokens.map(({ text, isGlued }, at) => (at === 0 || isGlued ? text : ` ${text}`)).join('');

/** As the search language has them: 「…」 is a phrase. */
export const typedWords = (tokens: readonly LineToken[]): string | undefined =>
  textOf(tokens)
    .replaceAll(/「([^」]*)」|『([^』]*)』/g, (_, one?: string, other?: string) => ` "${one ?? other}" `)
    .replaceAll(/、(?=\s|$)/g, ' ')
    .replace(/(?<=\p{L})を$/u, '')
    .replaceAll(/\s+/g, ' ')
    .trim() || undefined;
