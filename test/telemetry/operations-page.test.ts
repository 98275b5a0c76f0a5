/** The page for people with a pager knows every warning that the bot can give, every figure and every code. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { INSTRUMENTS } from '../../src/telemetry/telemetry.ts';

const page = readFileSync('docs/operations.md', 'utf8');

/** From an opening parenthesis to the one that closes it. */
function argumentsFrom(text: string, start: number): string {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return text.slice(start, at);
  }
  return '';
}

const LITERAL = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`([^`]*)`/g;

/** Messages of level warn and above in the sources; what is filled in while running is left out. */
function messages(): readonly (readonly [file: string, message: string])[] {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  return files.flatMap((name) => {
    const text = readFileSync(join('src', name), 'utf8');
    return [...text.matchAll(/\blog\s*\.(?:warn|error|fatal)(?=\()/g)].flatMap((found) => {
      const said = argumentsFrom(text, found.index + found[0].length);
      const last = [...said.matchAll(LITERAL)].at(-1);
      const message = last?.slice(1).find((part) => part !== undefined);
      return message === undefined ? [] : [[name, message] as const];
    });
  });
}

test('finds the messages', () => {
  expect(messages().length).toBeGreaterThan(40);
});

test.each(messages())('%s: "%s" is explained', (_file, message) => {
  const [first = ''] = message.split(/: (?=anybody)|\$\{the settings/);
  const parts = first.split(/\$\{[^}]*\}/).filter((part) => part.trim().length > 3);
  for (const part of parts) expect(page).toContain(part.trim());
});

test.each(Object.keys(INSTRUMENTS))('the figure %s has a healthy value', (name) => {
  expect(page).toMatch(new RegExp(`^\\| \`${name.replaceAll('.', '\\.')}\``, 'm'));
});

test('every code of an error is explained', () => {
  const errors = readFileSync('src/errors.ts', 'utf8');
  const codes = [...errors.matchAll(/'([A-Z]{4,}(?:_[A-Z]+)*)'/g)].map(([, code = '']) => code);
  expect(codes.length).toBeGreaterThan(9);
  for (const code of codes) expect(page).toContain(`\`${code}\``);
});

test.each(['docs/operations.md', 'deploy/README.md', 'deploy/conditional-access.md'])(
  '%s links to what is there',
  (file) => {
    const text = readFileSync(file, 'utf8');
    for (const [, target = ''] of text.matchAll(/\]\((?!https?:)([^)#]+)/g)) {
      expect([target, existsSync(join(file, '..', target))]).toEqual([target, true]);
    }
  },
);
