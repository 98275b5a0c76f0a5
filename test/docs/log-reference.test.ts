/** Operators find every warning, error code and metric in the documents. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { INSTRUMENTS } from '../../src/telemetry/telemetry.ts';
import { readPage } from './pages.ts';

const page = ['docs/log-reference.md', 'docs/log-reference-restoring.md'].map((path) => readPage(path).text).join('\n');

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
const EVENT = /\bevent: '([a-z\d-]+)'/;

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => [name, readFileSync(join('src', name), 'utf8')] as const);

/** The event of a log call: in the call, or in the constant that is its first argument. */
function eventOf(text: string, index: number, call: string): string | undefined {
  const [, fields] = /^\((\w+),/.exec(call) ?? [];
  const declared = fields === undefined ? -1 : text.lastIndexOf(`const ${fields} = `, index);
  return EVENT.exec(declared < 0 ? call : text.slice(declared, index))?.[1];
}

/** Entries of level warn and above: the name of the event, or the message as long as the entry has no event. */
function entries(): readonly (readonly [file: string, entry: string])[] {
  return sources.flatMap(([name, text]) => {
    return [...text.matchAll(/\blog\s*\.(?:warn|error|fatal)(?=\()/g)].flatMap((found) => {
      const call = argumentsFrom(text, found.index + found[0].length);
      const message = [...call.matchAll(LITERAL)]
        .at(-1)
        ?.slice(1)
        .find((part) => part !== undefined);
      // A class that logs an event of its inputs: `inputEvents` finds where the event is named.
      if (call.startsWith('({ event,')) return [];
      const entry = eventOf(text, found.index, call) ?? message;
      return entry === undefined ? [] : [[name, entry] as const];
    });
  });
}

const inputEvents = (): readonly (readonly [file: string, entry: string])[] =>
  sources.flatMap(([name, text]) =>
    [...text.matchAll(/\b\w+Event: '([a-z\d-]+)'/g)].map(([, event = '']) => [name, event] as const),
  );

test('every log entry of level warn and above is in the log reference', () => {
  const found = [...entries(), ...inputEvents()];
  expect(found.length).toBeGreaterThan(40);
  const unexplained = found.filter(([, entry]) => {
    if (!entry.includes(' ')) return !page.includes(`\`${entry}\``);
    const [first = ''] = entry.split(/: (?=anybody)|\$\{the settings/);
    const parts = first.split(/\$\{[^}]*\}/).filter((part) => part.trim().length > 3);
    return !parts.every((part) => page.includes(part.trim()));
  });
  expect(unexplained).toEqual([]);
});

test('every entry of the log reference is in the sources', () => {
  const all = sources.map(([, text]) => text.replaceAll("\\'", "'")).join('\n');
  const heads = [...page.matchAll(/^- ((?:`[^`]+`(?:, )?)+):/gm)].map(([, head = '']) => head);
  const listed = heads.flatMap((head) => [...head.matchAll(/`([^`]+)`/g)].map(([, entry = '']) => entry));
  expect(listed.length).toBeGreaterThan(40);
  const isThere = (entry: string): boolean =>
    entry.includes(' ') ? entry.split('…').every((part) => all.includes(part.trim())) : all.includes(`'${entry}'`);
  expect(listed.filter((entry) => !isThere(entry))).toEqual([]);
});

test('every error code is in the log reference', () => {
  const errors = readFileSync('src/core/errors.ts', 'utf8');
  const codes = [...errors.matchAll(/'([A-Z]{4,}(?:_[A-Z]+)*)'/g)].map(([, code = '']) => code);
  expect(codes.length).toBeGreaterThan(9);
  expect(codes.filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
});

test('every metric is described', () => {
  const metrics = readPage('docs/metrics.md').text;
  const described = [...metrics.matchAll(/^\| `([\w.]+)`/gm)].map(([, name = '']) => name);
  expect(described.toSorted()).toEqual(Object.keys(INSTRUMENTS).toSorted());
});

test('every alert has an entry in the runbook', () => {
  const bicep = readFileSync('deploy/modules/monitoring.bicep', 'utf8');
  const alerts = [...bicep.matchAll(/^ {4}name: '([a-z-]+)'\n {4}severity/gm)].map(([, name = '']) => name);
  expect(alerts.length).toBeGreaterThan(3);
  const { text } = readPage('docs/operations.md');
  expect(alerts.filter((name) => !text.includes(`| \`${name}\``))).toEqual([]);
});

test('every audit event is described', () => {
  const events = readFileSync('src/core/audit.ts', 'utf8').split('type AuditEvent =')[1]?.split(';')[0] ?? '';
  const names = [...events.matchAll(/\| '([a-z-]+)'/g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(10);
  const { text } = readPage('docs/audit-events.md');
  expect(names.filter((name) => !text.includes(`| \`${name}\``))).toEqual([]);
});
