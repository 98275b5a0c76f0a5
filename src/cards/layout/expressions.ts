/**
 * Reads the expressions of the templates, which are names, paths and calls: `title`, `words.open`, `not(empty(facts))`. The
 * library's parser reads any expression, but takes a fifth of a start (docs/decisions/template-expressions.md).
 */
import { Constant, Expression, type ExpressionEvaluator } from 'adaptive-expressions';
// One by one, since the library's table of functions makes all of them.
import { Accessor } from 'adaptive-expressions/lib/builtinFunctions/accessor.js';
import { And } from 'adaptive-expressions/lib/builtinFunctions/and.js';
import { Empty } from 'adaptive-expressions/lib/builtinFunctions/empty.js';
import { Not } from 'adaptive-expressions/lib/builtinFunctions/not.js';

/** Of the functions, those that the templates call. */
const EVALUATORS: ReadonlyMap<string, ExpressionEvaluator> = new Map([
  ['and', new And()],
  ['empty', new Empty()],
  ['not', new Not()],
]);
const ACCESSOR = new Accessor();

const NAME = /\$?[A-Z_a-z]\w*/y;
/** They stand for a value. */
const WORDS: ReadonlySet<string> = new Set(['true', 'false', 'null', 'undefined']);

/** @param text with `${` and `}` @returns undefined where it is anything else, which the library's parser is for */
export function readExpression(text: string): Expression | undefined {
  if (!text.startsWith('${') || !text.endsWith('}')) return undefined;
  const source = text.slice(2, -1).replaceAll(' ', '');
  let at = 0;

  const take = (character: string): boolean => {
    const isThere = source[at] === character;
    if (isThere) at += 1;
    return isThere;
  };

  function name(): string | undefined {
    NAME.lastIndex = at;
    const [found] = NAME.exec(source) ?? [];
    at += found?.length ?? 0;
    return found;
  }

  function operand(): Expression | undefined {
    const first = name();
    if (first === undefined || WORDS.has(first)) return undefined;
    if (take('(')) return call(first);
    let path = make(ACCESSOR, new Constant(first));
    while (take('.')) {
      const next = name();
      if (next === undefined) return undefined;
      path = make(ACCESSOR, new Constant(next), path);
    }
    return path;
  }

  function call(type: string): Expression | undefined {
    const evaluator = EVALUATORS.get(type);
    if (evaluator === undefined) return undefined;
    const operands: Expression[] = [];
    do {
      const next = operand();
      if (next === undefined) return undefined;
      operands.push(next);
    } while (take(','));
    return take(')') ? make(evaluator, ...operands) : undefined;
  }

  const read = operand();
  return at === source.length ? read : undefined;
}

const make = (evaluator: ExpressionEvaluator, ...operands: readonly Expression[]): Expression =>
  Expression.makeExpression(evaluator.type, evaluator, ...operands);
