/** The search language: `criteria:value` with AND, OR, NOT, brackets, quotes and wildcards. */
import type { Criteria } from './criteria.ts';
import { type Term, type Token, tokensOf } from './tokens.ts';
import { dateTest, flagTest, numberTest, textTest } from './values.ts';
import { badParameter } from '../refused.ts';

/** How deep brackets and NOT may go. */
const DEEPEST = 200;

type Test<T> = (entry: T) => boolean;

/**
 * @param now for words such as `today`, epoch milliseconds
 * @throws Refused with a message for a query that is malformed or names a criterion that is not there
 */
export function compileQuery<T>(query: string, criteria: Criteria<T>, now: number): Test<T> {
  const tokens = joined(tokensOf(query));
  if (tokens.length === 0) throw badParameter('The query is empty.');
  let at = 0;
  const nextIs = (kind: Token['kind']): boolean => tokens[at]?.kind === kind;

  function either(depth: number): Test<T> {
    const tests = [both(depth)];
    while (nextIs('OR')) {
      at += 1;
      tests.push(both(depth));
    }
    return tests.length === 1 ? onlyOne(tests) : (entry) => tests.some((test) => test(entry));
  }

  function both(depth: number): Test<T> {
    const tests = [single(depth)];
    while (nextIs('AND') || nextIs('NOT') || nextIs('(') || nextIs('term')) {
      if (nextIs('AND')) at += 1;
      tests.push(single(depth));
    }
    return tests.length === 1 ? onlyOne(tests) : (entry) => tests.every((test) => test(entry));
  }

  function single(depth: number): Test<T> {
    const token = tokens[at];
    at += 1;
    if (depth > DEEPEST) throw badParameter('The query has too many brackets.');
    if (token === undefined) throw badParameter('The query ends too early.');
    if (token.kind === 'term') return testOf(token, criteria, now);
    if (token.kind === 'NOT') {
      const inner = single(depth + 1);
      return (entry) => !inner(entry);
    }
    if (token.kind !== '(') throw badParameter(`The query has "${token.kind}" where a term is expected.`);
    const inner = either(depth + 1);
    if (!nextIs(')')) throw badParameter('The query has a bracket that is not closed.');
    at += 1;
    return inner;
  }

  const test = either(0);
  if (at < tokens.length) throw badParameter('The query has a closing bracket too many.');
  return test;
}

function onlyOne<T>([test]: readonly Test<T>[]): Test<T> {
  return test ?? (() => true);
}

/** `created:this year` is written without quotes in the vendor's examples. */
function joined(tokens: readonly Token[]): readonly Token[] {
  const result: Token[] = [];
  for (const token of tokens) {
    const last = result.at(-1);
    const isSecondWord =
      last?.kind === 'term' &&
      last.criterion !== undefined &&
      /^(?:this|last)$/i.test(last.value) &&
      token.kind === 'term' &&
      token.criterion === undefined &&
      /^(?:week|month|year)$/i.test(token.value);
    if (isSecondWord) result[result.length - 1] = { ...last, value: `${last.value} ${token.value}` };
    else result.push(token);
  }
  return result;
}

function testOf<T>(term: Term, criteria: Criteria<T>, now: number): Test<T> {
  if (term.criterion === undefined) {
    const test = textTest(term);
    return (entry) => criteria.everything(entry).some(test);
  }
  const criterion = criteria.named(term.criterion);
  if (criterion === undefined) throw badParameter(`The query names "${term.criterion}", which is not known here.`);
  switch (criterion.kind) {
    case 'text': {
      const test = textTest(term);
      return (entry) => criterion.of(entry).some(test);
    }
    case 'date': {
      const test = dateTest(term, now);
      return (entry) => test(criterion.of(entry));
    }
    case 'number': {
      const test = numberTest(term);
      return (entry) => test(criterion.of(entry));
    }
    case 'flag': {
      const expected = flagTest(term);
      return (entry) => criterion.of(entry) === expected;
    }
  }
}
