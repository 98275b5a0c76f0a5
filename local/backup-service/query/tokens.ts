/** Splits a query into terms, brackets and the operators AND, OR, NOT. */
import { badParameter } from '../refused.ts';

export type Comparison = '=' | '>' | '>=' | '<' | '<=';

export interface Term {
  readonly kind: 'term';
  /** In lower case; absent for a bare word. */
  readonly criterion: string | undefined;
  readonly comparison: Comparison;
  /** Still contains the wildcards `*` and `?`. */
  readonly value: string;
}

export type Token = Term | { readonly kind: 'AND' | 'OR' | 'NOT' | '(' | ')' };

const CRITERION = /[a-z][a-z.]*:(?!\/\/)\s*/iy;
const COMPARISON = /(?:>=|<=|>|<|=)\s*/y;
/** The guide promises no escapes: a phrase ends at the next quote. */
const QUOTED = /"([^"]*)"/y;
const WORD = /(?:AND|OR|NOT)(?=[\s()]|$)/y;
const BARE = /[^\s()"]+/y;

/** @throws Refused for a malformed query */
export function tokensOf(query: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(query) ?? undefined;
    at += found?.[0].length ?? 0;
    return found;
  };

  function value(): string | undefined {
    const quoted = take(QUOTED)?.[1];
    if (quoted !== undefined) return quoted;
    if (query[at] === '"') throw badParameter('The query has a quote that is not closed.');
    return take(BARE)?.[0];
  }

  for (;;) {
    take(/\s+/y);
    if (at >= query.length) return tokens;
    const bracket = take(/[()]/y)?.[0];
    if (bracket === '(' || bracket === ')') {
      tokens.push({ kind: bracket });
      continue;
    }
    const word = take(WORD)?.[0];
    if (word === 'AND' || word === 'OR' || word === 'NOT') {
      tokens.push({ kind: word });
      continue;
    }
    const criterion = take(CRITERION)?.[0].split(':')[0]?.toLowerCase();
    const comparison = criterion === undefined ? undefined : (take(COMPARISON)?.[0].trim() as Comparison | undefined);
    const text = criterion !== undefined && take(WORD) !== undefined ? undefined : value();
    if (text === undefined) throw badParameter(`The query has no value after "${criterion ?? ''}:".`);
    tokens.push({ kind: 'term', criterion, comparison: comparison ?? '=', value: text });
  }
}
