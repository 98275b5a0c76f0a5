/** The expressions of the templates are read as the library reads them. */
import { readdirSync, readFileSync } from 'node:fs';
import { Expression } from 'adaptive-expressions';
import fc from 'fast-check';
import { readExpression } from '../../../src/cards/layout/expressions.ts';

const TEMPLATES = new URL('../../../src/cards/templates/', import.meta.url);
const inTemplates = new Set(
  readdirSync(TEMPLATES).flatMap((name) => {
    const texts = readFileSync(new URL(name, TEMPLATES), 'utf8').matchAll(/"((?:[^"\\]|\\.)*\$\{(?:[^"\\]|\\.)*)"/g);
    return [...texts].map(([, text = '']) => text);
  }),
);
const asTheLibrary = (text: string): boolean => {
  const read = readExpression(text);
  return read === undefined || read.deepEquals(Expression.parse(text.slice(2, -1)));
};

test('there are some', () => expect(inTemplates.size).toBeGreaterThan(100));

test.each([...inTemplates])('%s is read', (text) => {
  expect(readExpression(text)).toBeDefined();
  expect(asTheLibrary(text)).toBe(true);
});

test.each([
  'title',
  '${title} ${text}',
  '${1}',
  "${'a'}",
  '${true}',
  '${a + b}',
  '${a[0]}',
  '${not(a}',
  '${length(a)}',
  '${nonsense(a)}',
  '${a.}',
  '${}',
])('%s is left to the library', (text) => expect(readExpression(text)).toBeUndefined());

const name = fc.stringMatching(/^\$?[A-Z_a-z]\w{0,6}$/);
const { expression } = fc.letrec((tie) => ({
  expression: fc.oneof(
    fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('.')),
    fc.tuple(fc.constantFrom('not', 'empty'), tie('expression')).map(([type, of]) => `${type}(${String(of)})`),
    fc.tuple(tie('expression'), tie('expression')).map((of) => `and(${of.join(', ')})`),
  ),
}));

test('whatever is read is what the library reads', () => {
  fc.assert(
    fc.property(expression, (text) => asTheLibrary(`\${${text}}`)),
    { numRuns: 300 },
  );
});
